//! Removes transpositions from openings.

use std::collections::HashSet;

use super::Opening;

/// Keeps the first of the openings that lead from the same position to the same position. A deterministic engine plays
/// the same game from all of them, so a match would count one game several times.
pub fn distinct(mut openings: Vec<Opening>) -> Vec<Opening> {
    let mut seen = HashSet::new();
    openings.retain(|opening| seen.insert((opening.start().key(), opening.game().position().key())));
    openings
}

#[cfg(test)]
mod tests {
    use super::super::{sequences, without_losses};
    use super::*;
    use crate::rules::Variant;

    /// The 246 lines of the three-move deck lead to 174 positions.
    #[test]
    fn one_line_is_left_of_each_position() {
        let openings = distinct(without_losses(sequences(Variant::ENGLISH, 3), 9, || ()));
        assert_eq!(openings.len(), 174);
        assert_eq!(distinct(openings).len(), 174);
    }
}
