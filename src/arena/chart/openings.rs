//! How a match went from each of its openings.

use std::collections::BTreeMap;

use super::PlayedGame;
use crate::statistics::Wdl;

/// The games of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub(super) opening: &'a str,
    pub(super) games: Wdl,
}

/// A row for each opening: those first that were best for the first player, among equals in the order of their names.
pub(super) fn rows(games: &[PlayedGame]) -> Vec<Row<'_>> {
    let mut by_name: BTreeMap<&str, Wdl> = BTreeMap::new();
    for game in games {
        by_name.entry(&game.opening).or_default().add(game.outcome);
    }
    let mut rows: Vec<_> = by_name.into_iter().map(|(opening, games)| Row { opening, games }).collect();
    let share = |row: &Row| row.games.points() / row.games.games() as f64;
    rows.sort_by(|left, right| share(right).total_cmp(&share(left)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Outcome;

    #[test]
    fn the_best_opening_comes_first() {
        let game = |opening: &str, outcome| PlayedGame { pair: 0, opening: opening.to_owned(), outcome };
        use Outcome::{Draw, Loss, Win};
        let games = [game("b", Draw), game("c", Win), game("a", Loss), game("a", Win), game("c", Draw)];
        let found: Vec<_> = rows(&games).iter().map(|row| (row.opening, row.games.games())).collect();
        assert_eq!(found, [("c", 2), ("a", 2), ("b", 1)]);
    }
}
