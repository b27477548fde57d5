//! The moves that were played where a position occurred, with their results.

use std::collections::BTreeMap;

use crownhead_rules::notation::pdn::{PdnGame, PdnResult};
use crownhead_rules::{Side, Variant};

/// Games, counted for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games, also those without a result.
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The games whose year is known, and the sum of the years.
    years: (u64, u64),
}

impl Tally {
    /// A game: the points of the side in halves, if there was a result, and its year, if that is known.
    fn of_game(halves: Option<u64>, year: Option<u32>) -> Tally {
        let is = |points| u64::from(halves == Some(points));
        let years = year.map_or((0, 0), |year| (1, u64::from(year)));
        Tally { games: 1, wins: is(2), draws: is(1), losses: is(0), years }
    }

    /// A game of this variant by its result, for one side.
    pub fn of(game: &PdnGame, variant: Variant, side: Side, year: Option<u32>) -> Tally {
        let halves = match game.winner(variant) {
            Some(winner) => Some(if winner == side { 2 } else { 0 }),
            None => (game.outcome(variant) == PdnResult::Draw).then_some(1),
        };
        Tally::of_game(halves, year)
    }

    /// Counts these games too.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.years = (self.years.0 + other.years.0, self.years.1 + other.years.1);
    }

    /// The share of the points that the side has made, from 0 to 1; `None` without a result.
    pub fn score(&self) -> Option<f64> {
        let decided = self.wins + self.draws + self.losses;
        (decided > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / decided as f64)
    }

    /// The average year; `None` if none is known.
    pub fn year(&self) -> Option<f64> {
        (self.years.0 > 0).then(|| self.years.1 as f64 / self.years.0 as f64)
    }
}

/// A move and its games; without a move, the games that end there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub mv: Option<String>,
    /// Its games, for the side that makes it.
    pub tally: Tally,
}

/// The moves that were played, by their variant and by the side to move.
#[derive(Clone, Debug, Default)]
pub struct MoveTree {
    /// Variants are in the order of [`Variant::ALL`].
    branches: BTreeMap<(usize, Side), BTreeMap<Option<String>, Tally>>,
}

impl MoveTree {
    /// Counts a game that went on with this move of `side`, or ended.
    pub fn add(&mut self, variant: Variant, side: Side, mv: Option<String>, tally: &Tally) {
        let place = Variant::ALL.iter().position(|&own| own == variant).unwrap_or(Variant::ALL.len());
        self.branches.entry((place, side)).or_default().entry(mv).or_default().add(tally);
    }

    /// The branches of each variant and side to move, the most frequent move first; the end of the game comes last.
    pub fn tables(&self) -> impl Iterator<Item = (Variant, Side, Vec<Branch>)> {
        self.branches.iter().filter_map(|(&(place, side), branches)| {
            let branch = |(mv, tally): (&Option<String>, &Tally)| Branch { mv: mv.clone(), tally: *tally };
            let mut branches: Vec<_> = branches.iter().map(branch).collect();
            branches.sort_by_key(|branch| (branch.mv.is_none(), std::cmp::Reverse(branch.tally.games)));
            Some((*Variant::ALL.get(place)?, side, branches))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_their_games_and_the_end_comes_last() {
        let mut tree = MoveTree::default();
        let mut add = |mv: Option<&str>, halves, year| {
            tree.add(Variant::ENGLISH, Side::Black, mv.map(str::to_owned), &Tally::of_game(halves, year));
        };
        add(None, Some(1), None);
        add(None, Some(1), None);
        add(Some("9-13"), Some(0), Some(1990));
        for (halves, year) in [(Some(2), Some(1990)), (Some(1), Some(1991)), (None, None)] {
            add(Some("11-15"), halves, year);
        }
        let tables: Vec<_> = tree.tables().collect();
        let [(variant, Side::Black, branches)] = &tables[..] else { panic!("{tables:?}") };
        assert_eq!(*variant, Variant::ENGLISH);
        let moves: Vec<_> = branches.iter().map(|branch| branch.mv.as_deref()).collect();
        assert_eq!(moves, [Some("11-15"), Some("9-13"), None]);
        let Tally { games, wins, draws, losses, .. } = branches[0].tally;
        assert_eq!([games, wins, draws, losses], [3, 1, 1, 0]);
        assert_eq!(branches[0].tally.score(), Some(0.75));
        assert_eq!(branches[0].tally.year(), Some(1990.5));
        assert_eq!((branches[2].tally.score(), branches[2].tally.year()), (Some(0.5), None));
    }
}
