//! The results of a match so far, and the statistics of each engine: time and nodes used, overruns and faults.

use std::collections::BTreeMap;

use super::player::FaultKind;
use super::record::FinishedGame;
use super::schedule::{Fixture, Schedule};
use crate::statistics::{Outcome, PairCounts, Results, ScoreSample, Sprt, SprtVerdict};
use crownhead_rules::Side;

/// Results, by pairing and by player.
///
/// A test counts the pairs of games in the order of the schedule and decides at the first pair at which its bounds are
/// reached. Games after that pair do not count. So its verdict does not depend on the order in which games end.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    schedule: Schedule,
    /// By pair, for the first player of the pairing.
    pairs: Vec<[Option<Outcome>; 2]>,
    /// By pairing: the results of its pairs that count.
    results: Vec<Results>,
    finished: usize,
    stats: Vec<PlayerStats>,
    test: Option<TestState>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestState {
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    pub verdict: SprtVerdict,
    /// The results of the first pairs, all of which are finished.
    counts: PairCounts,
}

impl Scoreboard {
    /// An empty scoreboard. A test requires a match of two players.
    pub fn new(schedule: Schedule, players: usize, sprt: Option<Sprt>) -> Scoreboard {
        let test = |sprt| TestState { sprt, llr: 0.0, verdict: SprtVerdict::Continue, counts: PairCounts::default() };
        Scoreboard {
            pairs: vec![[None; 2]; schedule.pairs()],
            results: vec![Results::default(); schedule.pairings().len()],
            schedule,
            finished: 0,
            stats: vec![PlayerStats::default(); players],
            test: sprt.map(test),
        }
    }

    /// Counts a game, unless it has been counted already. `first` is the side that moves first after the opening.
    pub fn add(&mut self, fixture: &Fixture, game: &FinishedGame, first: Side) {
        if self.has(fixture.game) {
            return;
        }
        let [first_player, _] = self.schedule.pairings()[fixture.pairing];
        let outcome = game.outcome(fixture.side_of(first_player));
        self.finished += 1;
        let (pair, half) = self.schedule.pair_and_half(fixture.game);
        self.pairs[pair][half] = Some(outcome);
        for side in Side::ALL {
            self.stats[fixture.players[side.index()]].add(game, first, side);
        }
        if self.is_decided() {
            return;
        }
        let results = &mut self.results[fixture.pairing];
        results.games.add(outcome);
        if let [Some(first), Some(second)] = self.pairs[pair] {
            results.pairs.add([first, second]);
        }
        self.advance_test();
        if self.is_decided() {
            self.recount();
        }
    }

    /// Counts the results again, without games after the end of a test.
    fn recount(&mut self) {
        let mut results = vec![Results::default(); self.results.len()];
        for (number, &pair) in self.counted() {
            results[self.schedule.round_and_pairing(number).1].add_unfinished(pair);
        }
        self.results = results;
    }

    fn advance_test(&mut self) {
        let Some(test) = &mut self.test else { return };
        while test.verdict == SprtVerdict::Continue {
            let counted = test.counts.pairs() as usize;
            let Some(&[Some(first), Some(second)]) = self.pairs.get(counted) else { return };
            test.counts.add([first, second]);
            test.llr = test.sprt.llr(&ScoreSample::from(test.counts));
            test.verdict = test.sprt.verdict(test.llr);
        }
    }

    pub fn has(&self, game: usize) -> bool {
        let (pair, half) = self.schedule.pair_and_half(game);
        self.pairs.get(pair).is_some_and(|games| games[half].is_some())
    }

    pub const fn finished(&self) -> usize {
        self.finished
    }

    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    pub const fn test(&self) -> Option<TestState> {
        self.test
    }

    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict != SprtVerdict::Continue)
    }

    /// The results of a pairing, for its first player.
    pub fn pairing(&self, pairing: usize) -> Results {
        self.results[pairing]
    }

    /// The results of a player against all others.
    pub fn player(&self, player: usize) -> Results {
        let mut results = Results::default();
        for (pairing, players) in self.schedule.pairings().iter().enumerate() {
            match players.iter().position(|&other| other == player) {
                Some(0) => results += self.pairing(pairing),
                Some(_) => results += self.pairing(pairing).reversed(),
                None => {}
            }
        }
        results
    }

    pub fn stats(&self, player: usize) -> &PlayerStats {
        &self.stats[player]
    }

    /// The results of each round that counts of a pairing, for its first player.
    pub fn rounds(&self, pairing: usize) -> impl Iterator<Item = (usize, [Option<Outcome>; 2])> + '_ {
        self.counted().filter_map(move |(number, &pair)| {
            let (round, other) = self.schedule.round_and_pairing(number);
            (other == pairing).then_some((round, pair))
        })
    }

    /// The pairs that count, with their numbers.
    fn counted(&self) -> impl Iterator<Item = (usize, &[Option<Outcome>; 2])> {
        let decided = self.test.filter(|test| test.verdict != SprtVerdict::Continue);
        let count = decided.map_or(self.pairs.len(), |test| test.counts.pairs() as usize);
        self.pairs[..count].iter().enumerate()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerStats {
    pub moves: u64,
    pub seconds: f64,
    pub nodes: u64,
    /// Games that it lost by its own fault.
    pub faults: BTreeMap<FaultKind, u64>,
    pub pondered: u64,
    pub ponder_hits: u64,
    /// Moves with a warning.
    pub warnings: u64,
    pub first_warning: Option<String>,
    /// Moves with a time limit.
    timed: u64,
    /// The overruns above zero, in seconds.
    overruns: Vec<f64>,
}

impl PlayerStats {
    /// Counts the moves of the player of `side` in a game.
    fn add(&mut self, game: &FinishedGame, first: Side, side: Side) {
        for mv in game.moves.iter().skip(usize::from(first != side)).step_by(2) {
            self.moves += 1;
            self.seconds += mv.seconds;
            // An engine can report any number.
            self.nodes = self.nodes.saturating_add(mv.nodes.unwrap_or(0));
            self.timed += u64::from(mv.overrun.is_some());
            self.overruns.extend(mv.overrun.filter(|&overrun| overrun > 0.0));
            self.pondered += u64::from(mv.ponder_hit.is_some());
            self.ponder_hits += u64::from(mv.ponder_hit == Some(true));
            self.warnings += u64::from(mv.warning.is_some());
            if self.first_warning.is_none() {
                self.first_warning.clone_from(&mv.warning);
            }
        }
        if let Some((_, fault)) = game.fault().filter(|&(loser, _)| loser == side) {
            *self.faults.entry(fault.kind).or_default() += 1;
        }
    }

    /// The overrun that this share of the moves with a time limit did not exceed, in seconds: 1 for the worst. `None`
    /// if there were no such moves. Moves that lost a game on time are not counted.
    pub fn overrun(&self, share: f64) -> Option<f64> {
        if self.timed == 0 {
            return None;
        }
        let mut overruns = self.overruns.clone();
        overruns.sort_unstable_by(f64::total_cmp);
        let within = self.timed - overruns.len() as u64;
        let rank = ((share * self.timed as f64).ceil() as u64).clamp(1, self.timed);
        Some(rank.checked_sub(within + 1).map_or(0.0, |place| overruns[place as usize]))
    }

    pub fn ponder_hit_rate(&self) -> Option<f64> {
        (self.pondered > 0).then(|| self.ponder_hits as f64 / self.pondered as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overruns_are_ranked_among_all_timed_moves() {
        let stats = PlayerStats { timed: 1000, overruns: vec![0.003, 0.001, 0.002], ..PlayerStats::default() };
        let shares = [0.5, 0.997, 0.998, 0.999, 1.0].map(|share| stats.overrun(share));
        assert_eq!(shares, [0.0, 0.0, 0.001, 0.002, 0.003].map(Some));
        assert_eq!(PlayerStats::default().overrun(1.0), None);
    }
}
