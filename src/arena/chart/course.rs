//! How the figures of a match changed from game to game.

use std::collections::HashMap;

use super::{PlayedGame, PlayedMatch};
use crate::statistics::{Estimate, Outcome, PairCounts, Results, Sample, Sprt};

/// More points than this cannot be told apart in a picture.
const MOST_POINTS: usize = 1000;

/// The figures after some of the games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Games played.
    pub(super) games: usize,
    /// The score of the first player, from 0 to 1.
    pub(super) score: Estimate,
    /// The log-likelihood ratio of the test, if there is one.
    pub(super) llr: Option<f64>,
}

/// What has been counted so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) results: Results,
    /// The first pairs up to one that is not whole: what a test looks at.
    leading: PairCounts,
    /// Whole pairs behind that one.
    waiting: HashMap<usize, [Outcome; 2]>,
    /// First games of pairs whose second game is still to come.
    halves: HashMap<usize, Outcome>,
}

impl Tally {
    /// Counts all games.
    pub(super) fn of<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Tally {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }

    fn add(&mut self, game: &PlayedGame) {
        self.results.games.add(game.outcome);
        match self.halves.remove(&game.pair) {
            Some(first) => {
                self.results.pairs.add([first, game.outcome]);
                self.waiting.insert(game.pair, [first, game.outcome]);
                while let Some(pair) = self.waiting.remove(&(self.leading.pairs() as usize)) {
                    self.leading.add(pair);
                }
            }
            None => _ = self.halves.insert(game.pair, game.outcome),
        }
    }

    /// The log-likelihood ratio of a test.
    pub(super) fn llr(&self, test: &Sprt) -> f64 {
        test.llr(&self.leading.into())
    }
}

/// The figures after every game that completed a pair, or after every game if there is no whole pair; evenly thinned out,
/// the last kept.
pub(super) fn course(played: &PlayedMatch) -> Vec<Point> {
    let in_pairs = Tally::of(&played.games).results.pairs.pairs() > 0;
    let mut tally = Tally::default();
    let mut samples = Vec::new();
    for (index, game) in played.games.iter().enumerate() {
        let before = tally.results.pairs.pairs();
        tally.add(game);
        if !in_pairs || tally.results.pairs.pairs() > before {
            let llr = played.sprt.map(|test| tally.llr(&test));
            samples.push((index + 1, tally.results.sample(), llr));
        }
    }
    let stride = samples.len().div_ceil(MOST_POINTS).max(1);
    // Counted from the end, so that the last is kept.
    let mut points: Vec<_> = samples.iter().rev().step_by(stride).filter_map(point).collect();
    points.reverse();
    points
}

fn point((games, sample, llr): &(usize, Sample, Option<f64>)) -> Option<Point> {
    Some(Point { games: *games, score: sample.score()?, llr: *llr })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::EloModel;

    fn played(pairs_and_outcomes: &[(usize, Outcome)]) -> PlayedMatch {
        let game = |&(pair, outcome)| PlayedGame { pair, opening: String::new(), outcome };
        let games = pairs_and_outcomes.iter().map(game).collect();
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).ok();
        PlayedMatch { first: "a".to_owned(), second: "b".to_owned(), games, sprt }
    }

    #[test]
    fn there_is_a_point_for_every_pair_whatever_the_order() {
        use Outcome::{Draw, Loss, Win};
        let played = played(&[(0, Win), (1, Draw), (1, Win), (2, Loss), (0, Loss), (2, Draw), (3, Win)]);
        let points = course(&played);
        let scores: Vec<_> = points.iter().map(|point| (point.games, point.score.value)).collect();
        assert_eq!(scores, [(3, 0.75), (5, 0.625), (6, 0.5)]);
        let counts = PairCounts { wd: 1, wl: 1, ld: 1, ..PairCounts::default() };
        let llr = played.sprt.expect("there is one").llr(&counts.into());
        assert_eq!(points[2].llr, Some(llr));
    }

    #[test]
    fn a_test_looks_at_the_pairs_before_the_first_gap() {
        use Outcome::{Draw, Loss, Win};
        let played = played(&[(0, Win), (0, Draw), (2, Loss), (2, Loss)]);
        let points = course(&played);
        let counts = PairCounts { wd: 1, ..PairCounts::default() };
        let llr = played.sprt.expect("there is one").llr(&counts.into());
        assert_eq!(points.last().and_then(|point| point.llr), Some(llr));
    }

    #[test]
    fn games_without_pairs_are_taken_singly() {
        let points = course(&played(&[(0, Outcome::Win), (1, Outcome::Draw)]));
        let scores: Vec<_> = points.iter().map(|point| (point.games, point.score.value)).collect();
        assert_eq!(scores, [(1, 1.0), (2, 0.75)]);
        assert_eq!(course(&played(&[])), []);
    }

    #[test]
    fn long_matches_are_thinned_out() {
        let games: Vec<_> = (0..5001).map(|game| (game / 2, Outcome::ALL[game % 3])).collect();
        let points = course(&played(&games));
        assert!((500..=1000).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last().map(|point| point.games), Some(5000));
        assert!(points.is_sorted_by_key(|point| point.games));
    }
}
