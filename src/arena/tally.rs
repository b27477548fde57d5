//! The results of a match so far.

use super::conduct::Conduct;
use super::finished::FinishedGame;
use super::schedule::{Fixture, Schedule};
use crate::rules::Side;
use crate::statistics::{Outcome, PairCounts, Results, Sample, Sprt, Verdict};

/// Results, by pairing and by player.
///
/// A test counts the pairs of games in the order of the schedule and decides at the first pair at which its bounds are
/// reached. Games after that pair do not count. So its verdict does not depend on the order in which games end.
#[derive(Clone, Debug)]
pub struct Tally {
    schedule: Schedule,
    /// By pair, for the first player of the pairing.
    pairs: Vec<[Option<Outcome>; 2]>,
    /// By pairing: the results of its pairs that count.
    results: Vec<Results>,
    finished: usize,
    conducts: Vec<Conduct>,
    test: Option<Test>,
}

/// A running test.
#[derive(Clone, Copy, Debug)]
struct Test {
    sprt: Sprt,
    /// The first pairs, all of which are finished.
    counted: usize,
    counts: PairCounts,
    llr: f64,
    verdict: Verdict,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestState {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The verdict.
    pub verdict: Verdict,
}

impl Tally {
    /// An empty tally. A test requires a match of two players.
    pub fn new(schedule: Schedule, players: usize, sprt: Option<Sprt>) -> Tally {
        let test =
            |sprt| Test { sprt, counted: 0, counts: PairCounts::default(), llr: 0.0, verdict: Verdict::Continue };
        Tally {
            pairs: vec![[None; 2]; schedule.pairs()],
            results: vec![Results::default(); schedule.pairings().len()],
            schedule,
            finished: 0,
            conducts: vec![Conduct::default(); players],
            test: sprt.map(test),
        }
    }

    /// Counts a game, unless it has been counted already.
    pub fn add(&mut self, fixture: &Fixture, game: &FinishedGame, first: Side) {
        if self.has(fixture.game) {
            return;
        }
        let [first_player, _] = self.schedule.pairings()[fixture.pairing];
        let outcome = game.outcome(fixture.side_of(first_player));
        self.finished += 1;
        self.pairs[fixture.pair][fixture.half] = Some(outcome);
        if !self.is_decided() {
            let results = &mut self.results[fixture.pairing];
            results.games.add(outcome);
            if let [Some(first), Some(second)] = self.pairs[fixture.pair] {
                results.pairs.add([first, second]);
            }
        }
        for side in Side::ALL {
            self.conducts[fixture.players[side.index()]].add(game, first, side);
        }
        if !self.is_decided() {
            self.advance_test();
            if self.is_decided() {
                self.results = self.counted_anew();
            }
        }
    }

    /// The results, without games after the end of a test.
    fn counted_anew(&self) -> Vec<Results> {
        let mut results = vec![Results::default(); self.schedule.pairings().len()];
        for (number, &pair) in self.counted() {
            results[self.schedule.meeting(number).pairing].add_unfinished(pair);
        }
        results
    }

    fn advance_test(&mut self) {
        let Some(test) = &mut self.test else { return };
        while test.verdict == Verdict::Continue {
            let Some(&[Some(first), Some(second)]) = self.pairs.get(test.counted) else { return };
            test.counted += 1;
            test.counts.add([first, second]);
            test.llr = test.sprt.llr(&Sample::from(test.counts));
            test.verdict = test.sprt.verdict(test.llr);
        }
    }

    /// Whether the game with this number is finished.
    pub fn has(&self, game: usize) -> bool {
        let (pair, half) = self.schedule.place(game);
        self.pairs.get(pair).is_some_and(|games| games[half].is_some())
    }

    /// The number of finished games.
    pub const fn finished(&self) -> usize {
        self.finished
    }

    /// The schedule.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The state of the test, if there is one.
    pub fn test(&self) -> Option<TestState> {
        self.test.map(|test| TestState { sprt: test.sprt, llr: test.llr, verdict: test.verdict })
    }

    /// Whether the test has decided the match.
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict != Verdict::Continue)
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

    /// The behaviour of a player in all finished games.
    pub fn conduct(&self, player: usize) -> &Conduct {
        &self.conducts[player]
    }

    /// The results of each round that counts of a pairing, for its first player.
    pub fn rounds(&self, pairing: usize) -> impl Iterator<Item = (usize, [Option<Outcome>; 2])> + '_ {
        self.counted()
            .map(|(number, pair)| (self.schedule.meeting(number), *pair))
            .filter(move |(meeting, _)| meeting.pairing == pairing)
            .map(|(meeting, pair)| (meeting.round, pair))
    }

    /// The pairs that count, with their numbers.
    fn counted(&self) -> impl Iterator<Item = (usize, &[Option<Outcome>; 2])> {
        let count = match self.test {
            Some(test) if test.verdict != Verdict::Continue => test.counted,
            _ => self.pairs.len(),
        };
        self.pairs[..count].iter().enumerate()
    }
}
