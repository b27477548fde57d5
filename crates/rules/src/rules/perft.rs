//! Perft: the number of move sequences of a given length, the standard test of a move generator.
//!
//! CITE: Perft: <https://www.chessprogramming.org/Perft>.

use super::side::{Colour, by_colour};
use super::{Move, Position, Rules};

/// How captures that reach the same position by different routes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Captures with equal (from, to, captured set) are one move.
    Merged,
    /// Every route is a move.
    Routes,
}

/// The number of sequences of `depth` moves from `position`. The last ply is counted in bulk, not played.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, counting: Counting) -> u64 {
    by_colour!(position.side(), C => match (depth, counting) {
        (0, _) => 1,
        (1, Counting::Merged) => position.count_moves(),
        (1, Counting::Routes) => position.count_routes(),
        (_, Counting::Merged) => leaves::<R, C, true>(position, depth),
        (_, Counting::Routes) => leaves::<R, C, false>(position, depth),
    })
}

/// [`perft`] for a depth of at least 2 and the side `C` to move.
fn leaves<R: Rules, C: Colour, const MERGE: bool>(position: &Position<R>, depth: u32) -> u64 {
    let mut sum = 0;
    if depth == 2 {
        // The key of a position that is only counted is never used, and the compiler leaves it out.
        position.each_next::<C, MERGE>(|next| sum += next.count_for::<C::Opponent, MERGE>());
    } else {
        position.each_next::<C, MERGE>(|next| sum += leaves::<R, C::Opponent, MERGE>(&next, depth - 1));
    }
    sum
}

/// The count of [`perft`] split by the first move. `depth` must be at least 1.
pub fn divide<R: Rules>(position: &Position<R>, depth: u32, counting: Counting) -> Vec<(Move, u64)> {
    let moves = match counting {
        Counting::Merged => position.moves(),
        Counting::Routes => position.routes(),
    };
    moves.iter().map(|mv| (*mv, perft(&position.succ(mv), depth - 1, counting))).collect()
}
