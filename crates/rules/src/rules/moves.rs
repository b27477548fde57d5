//! A move, a list of moves, and the distance in moves from a root.

use arrayvec::ArrayVec;

use super::{Bitboard, Square, Wide, Word};

/// A move: where the piece starts, where it ends, the set of pieces it captures, and whether it becomes a king where
/// the end does not show that.
///
/// Two capture routes with the same four parts lead to the same position and are one move. Text for people is that of
/// [`SpelledMove`](crate::notation::SpelledMove).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the moving piece stands.
    pub from: Square,
    /// Where it ends; the same square as `from` when a capture runs in a circle.
    pub to: Square,
    /// The captured pieces; empty for a quiet move. A wide word would make the move twice as large.
    captured_low: u64,
    captured_high: u16,
    /// Whether a man that passes the crownhead and ends elsewhere becomes a king.
    pub crowned_in_passing: bool,
}

impl Move {
    /// The move with these four parts.
    #[inline]
    pub fn new<W: Word>(from: Square, to: Square, captured: Bitboard<W>, crowned_in_passing: bool) -> Move {
        let captured = captured.widened().0;
        debug_assert!(captured >> 80 == 0);
        Move { from, to, captured_low: captured as u64, captured_high: (captured >> 64) as u16, crowned_in_passing }
    }

    /// The captured pieces; empty for a quiet move.
    #[inline]
    pub fn captured_set(self) -> Bitboard {
        Bitboard(Wide::from(self.captured_high) << 64 | Wide::from(self.captured_low))
    }

    /// Whether the move captures anything.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.captured_low != 0 || self.captured_high != 0
    }
}

const _: () = assert!(size_of::<Move>() == 16);

/// The capacity of a [`MoveList`]; further moves are dropped.
///
/// The most moves found: in random games 18 in English and 38 on 10x10; in random positions full of kings 25 and 71; in
/// positions composed by hill climbing for this purpose 42 and 407. The 407 are captures of six by seven flying kings:
/// no game comes near, but a position given from outside may. Quiet moves alone are at most 160 on 50 squares and 288
/// on 72, since an empty square is reached by at most two kings along each of its two lines.
///
/// Capture routes before merging may be many more (1472 found, of 13 pieces each), and the worst capture tree found has
/// 50,000 jumps and takes 0.4 ms to list.
pub const MAX_MOVES: usize = 512;

/// The moves of one position, on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The number of moves from the root of a search to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);
    /// The length of the longest line that is searched; extensions and captures end here at the latest.
    pub const MAX: Ply = Ply(250);

    /// `plies` below the root.
    pub const fn new(plies: u16) -> Ply {
        Ply(plies)
    }

    /// In plies.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One ply further down.
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}
