//! The match of a generation against the one before, in this process.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::engine::{Limit, LocalPlayer, play_match_game};
use crate::interrupt::Interrupt;
use crate::journal::{self, Journal};
use crate::rules::{Game, Side, Variant};
use crate::statistics::{Estimate, Outcome, PairCounts, Sample, Sprt, Verdict};
use crate::train::games::{OpeningPlies, Openings};
use crate::train::record::limit_text;
use crate::train::{Knowledge, TrainError};
use crate::workers::in_order;

/// Games this long are drawn, so that they end; the rules end nearly all of them before.
const MOST_PLIES: usize = 400;

/// A match of pairs: each opening is played twice, with colours changed. It ends when the test is decided.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The variant.
    pub variant: Variant,
    /// The player whose strength is asked for.
    pub player: Knowledge,
    /// The other.
    pub opponent: Knowledge,
    /// What each may spend on a move.
    pub limit: Limit,
    /// Decides the openings.
    pub seed: u64,
    /// Random plies of an opening.
    pub opening_plies: OpeningPlies,
    /// The test.
    pub sprt: Sprt,
    /// So many pairs at most.
    pub most_pairs: u64,
    /// How many pairs to play at a time. The match does not depend on it.
    pub threads: NonZeroUsize,
    /// The record of the match. If it exists, the match continues where it ends.
    pub record: PathBuf,
}

/// What a match is of. Pairs of two headers are never mixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    variant: String,
    player: String,
    opponent: String,
    #[serde(with = "limit_text")]
    limit: Limit,
    seed: u64,
    openings: String,
}

impl journal::Header for Header {
    const OF: &'static str = "a match of generations";
    const OTHERWISE: &'static str = "choose another folder";
    type Entry = Pair;
}

/// The points of the player in the two games of a pair, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    opening: u64,
    half_points: [HalfPoints; 2],
}

/// The outcome of a game as a number from 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
struct HalfPoints(Outcome);

impl TryFrom<u8> for HalfPoints {
    type Error = String;

    fn try_from(number: u8) -> Result<HalfPoints, String> {
        match number {
            0 => Ok(HalfPoints(Outcome::Loss)),
            1 => Ok(HalfPoints(Outcome::Draw)),
            2 => Ok(HalfPoints(Outcome::Win)),
            _ => Err(format!("{number} is no number of half points: expected 0, 1 or 2")),
        }
    }
}

impl From<HalfPoints> for u8 {
    fn from(HalfPoints(outcome): HalfPoints) -> u8 {
        outcome.half_points()
    }
}

/// How a match stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The pairs, as the player sees them.
    pub pairs: PairCounts,
    /// The test's log-likelihood ratio.
    pub llr: f64,
    /// What it amounts to.
    pub verdict: Verdict,
}

impl Standing {
    pub(super) fn of(pairs: PairCounts, sprt: &Sprt) -> Standing {
        let llr = sprt.llr(&Sample::from(pairs));
        Standing { pairs, llr, verdict: sprt.verdict(llr) }
    }

    /// How much stronger the player is, in Elo points; `None` before the first pair.
    pub fn elo(&self) -> Option<Estimate> {
        Sample::from(self.pairs).elo()
    }

    /// Is the player proven to be stronger: by the test, or, where that was left undecided, by the interval?
    pub fn is_gain(&self) -> bool {
        match self.verdict {
            Verdict::AcceptH1 => true,
            Verdict::AcceptH0 => false,
            Verdict::Continue => self.elo().is_some_and(|elo| elo.low > 0.0),
        }
    }
}

impl Contest {
    /// Plays until the test is decided or there are enough pairs; `progress` is told how it stands after each pair.
    ///
    /// # Errors
    /// [`TrainError`]: also if `interrupt` is raised.
    pub fn run(&self, interrupt: &Interrupt, progress: &mut dyn FnMut(&Standing)) -> Result<Standing, TrainError> {
        let (mut record, earlier) = Journal::resume(&self.record, &self.header())?;
        let mut pairs = PairCounts::default();
        earlier.iter().for_each(|pair| pairs.add(pair.outcomes()));
        let mut standing = Standing::of(pairs, &self.sprt);
        progress(&standing);
        if self.is_over(&standing) {
            return Ok(standing);
        }
        let mut openings = Openings::new(self.variant, self.seed, self.opening_plies);
        openings.skip_to(earlier.last().map_or(0, |pair| pair.opening.saturating_add(1)));
        let player = |knowledge: &Knowledge| knowledge.player(self.variant, self.limit);
        let table = |_| Ok::<_, TrainError>([player(&self.player)?, player(&self.opponent)?]);
        let play = |players: &mut [LocalPlayer; 2], (opening, game): (u64, Game)| {
            let mut play = |side| play_match_game(players, side, game.clone(), MOST_PLIES, interrupt);
            let half_points = [play(Side::White)?, play(Side::Black)?].map(HalfPoints);
            Ok::<_, TrainError>(Pair { opening, half_points })
        };
        in_order(self.threads.get(), openings, table, play, interrupt, |pair| {
            let pair = pair?;
            record.append(&pair)?;
            pairs.add(pair.outcomes());
            standing = Standing::of(pairs, &self.sprt);
            progress(&standing);
            Ok(if self.is_over(&standing) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(standing)
    }

    fn is_over(&self, standing: &Standing) -> bool {
        standing.verdict != Verdict::Continue || standing.pairs.pairs() >= self.most_pairs
    }

    fn header(&self) -> Header {
        Header {
            variant: self.variant.name().to_owned(),
            player: self.player.label().to_owned(),
            opponent: self.opponent.label().to_owned(),
            limit: self.limit,
            seed: self.seed,
            openings: format!("{} random plies", self.opening_plies),
        }
    }
}

impl Pair {
    fn outcomes(&self) -> [Outcome; 2] {
        self.half_points.map(|HalfPoints(outcome)| outcome)
    }
}
