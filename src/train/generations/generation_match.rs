//! The match of a generation against the one before: a match of the arena between two players of this process.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::arena::{
    AdjudicationRules, FirstLine, MatchEvent, MatchHeader, Meetings, Participant, RecordFile, Schedule, Tournament,
    TournamentFormat,
};
use crate::opening::{Opening, OpeningOrder, OpeningSuite};
use crate::statistics::{Estimate, PairCounts, ScoreSample, Sprt, SprtVerdict};
use crate::train::games::{OpeningPlies, RandomOpenings};
use crate::train::{PlayerWeights, TrainError};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Variant;

/// Games of this length are drawn, so that they end; the rules end nearly all of them before.
const MOST_PLIES: usize = 400;

/// A match of pairs: each opening is played twice, with colours changed. It ends when the test is decided.
#[derive(Clone, Debug)]
pub struct GenerationMatch {
    pub variant: Variant,
    /// The player whose strength is estimated.
    pub player: PlayerWeights,
    pub opponent: PlayerWeights,
    pub nodes: u64,
    pub seed: u64,
    pub opening_plies: OpeningPlies,
    pub sprt: Sprt,
    pub most_pairs: u64,
    /// Games played in parallel. The result does not depend on it.
    pub threads: NonZeroUsize,
    /// The record of the match. If it exists, the match continues.
    pub record: PathBuf,
}

#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The pairs, for the player.
    pub pairs: PairCounts,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    pub verdict: SprtVerdict,
}

impl Standing {
    pub(super) fn of(pairs: PairCounts, sprt: &Sprt) -> Standing {
        let llr = sprt.llr(&ScoreSample::from(pairs));
        Standing { pairs, llr, verdict: sprt.verdict(llr) }
    }

    /// The lead of the player, in Elo points; `None` before the first pair.
    pub fn elo(&self) -> Option<Estimate> {
        ScoreSample::from(self.pairs).elo()
    }

    /// Whether the player is proven to be stronger: by the test, or, if that is undecided, by the interval.
    pub fn is_gain(&self) -> bool {
        match self.verdict {
            SprtVerdict::AcceptH1 => true,
            SprtVerdict::AcceptH0 => false,
            SprtVerdict::Continue => self.elo().is_some_and(|elo| elo.low > 0.0),
        }
    }
}

impl GenerationMatch {
    /// Plays until the test is decided or there are enough pairs. Calls `progress` after each game. Fails also if
    /// `interrupt` is raised.
    pub fn run(&self, interrupt: &Interrupt, progress: &mut dyn FnMut(&Standing)) -> Result<Standing, TrainError> {
        let tournament = self.tournament()?;
        let header = self.header(&tournament.participants);
        let (mut record, before) = RecordFile::resume(&self.record, &FirstLine { header })?;
        let (tally, result) = tournament.run(&before, interrupt, |news| {
            if let MatchEvent::Finished(_, game, tally) = news {
                record.append(game)?;
                progress(&Standing::of(tally.pairing(0).pairs, &self.sprt));
            }
            Ok::<_, TrainError>(())
        });
        interrupt.check()?;
        result?;
        Ok(Standing::of(tally.pairing(0).pairs, &self.sprt))
    }

    fn tournament(&self) -> Result<Tournament, TrainError> {
        let openings = RandomOpenings::new(self.variant, self.seed, self.opening_plies).take(self.most_pairs as usize);
        let openings: Vec<_> = openings.map(|(number, game)| Opening::new(number.to_string(), game)).collect();
        Ok(Tournament {
            participants: vec![
                self.player.participant("new", self.nodes)?,
                self.opponent.participant("old", self.nodes)?,
            ],
            schedule: Schedule::new(TournamentFormat::RoundRobin, 2, openings.len(), Meetings::Pairs),
            shard: None,
            openings: OpeningSuite::new(openings, OpeningOrder::Sequential)
                .map_err(|_| TrainError::NoMoreOpenings(0))?,
            concurrency: self.threads.get(),
            processors: Vec::new(),
            ponder: false,
            adjudication: AdjudicationRules { most_plies: Some(MOST_PLIES), ..AdjudicationRules::default() },
            tables: None,
            sprt: Some(self.sprt),
        })
    }

    /// The identity of the match. The hash of its weights is part of it, not their place, so that the folder can move.
    fn header(&self, participants: &[Participant]) -> MatchHeader {
        let [elo0, elo1] = self.sprt.hypotheses();
        let terms = [
            ("evaluation.new", self.player.label().to_owned()),
            ("evaluation.old", self.opponent.label().to_owned()),
            ("max-plies", MOST_PLIES.to_string()),
            ("sprt.elo0", elo0.to_string()),
            ("sprt.elo1", elo1.to_string()),
        ];
        let mut engines: Vec<_> = participants.iter().map(|participant| participant.keys().clone()).collect();
        engines.iter_mut().for_each(|keys| drop(keys.remove("option.file")));
        MatchHeader {
            variant: self.variant.name().to_owned(),
            engines,
            format: TournamentFormat::RoundRobin.name().to_owned(),
            openings: format!("{} random plies, seed {}", self.opening_plies, self.seed),
            ponder: false,
            terms: BTreeMap::from(terms.map(|(key, value)| (key.to_owned(), value))),
            program: None,
            shard: None,
            rounds: None,
        }
    }
}
