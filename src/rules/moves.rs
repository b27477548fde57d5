//! A move and a list of moves.

use arrayvec::ArrayVec;

use super::{Bitboard, Square};

/// A move: where the piece starts, where it ends, and the set of pieces it captures.
///
/// Two capture routes with the same three parts lead to the same position and are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the moving piece stands.
    pub from: Square,
    /// Where it ends; the same square as `from` when a capture runs in a circle.
    pub to: Square,
    /// The captured pieces; empty for a quiet move.
    pub captured: Bitboard,
}

impl Move {
    /// Does the move capture anything?
    pub const fn is_capture(self) -> bool {
        self.captured.any()
    }
}

/// Room for the moves of one position. A side has at most 160 quiet moves on 50 squares (an empty square is
/// reached by at most two kings along each of its two diagonals); 256 leaves room for captures.
pub const MAX_MOVES: usize = 256;

/// The moves of one position, on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
