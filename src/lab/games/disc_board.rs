//! The rules of Othello: which squares can be played, and which discs a move turns.

use crate::rules::Key;

/// A position of Othello. Squares are numbered from 0 in a corner, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscBoard {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// Whether Black is to move.
    pub black_to_move: bool,
}

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
const RIGHT_FILE: u64 = LEFT_FILE << 7;

/// A step to a neighbouring square.
#[derive(Clone, Copy)]
struct Step {
    by: i32,
    /// The squares where it can end: those on the other edge would come from outside the board.
    ends: u64,
}

impl Step {
    const ALL: [Step; 8] = [
        Step { by: 1, ends: !LEFT_FILE },
        Step { by: -1, ends: !RIGHT_FILE },
        Step { by: 8, ends: !0 },
        Step { by: -8, ends: !0 },
        Step { by: 9, ends: !LEFT_FILE },
        Step { by: -9, ends: !RIGHT_FILE },
        Step { by: 7, ends: !RIGHT_FILE },
        Step { by: -7, ends: !LEFT_FILE },
    ];

    const fn from(self, squares: u64) -> u64 {
        let ends = if self.by > 0 { squares << self.by } else { squares >> -self.by };
        ends & self.ends
    }
}

/// The squares next to any of these.
pub(super) fn neighbours(squares: u64) -> u64 {
    Step::ALL.iter().fold(0, |found, step| found | step.from(squares))
}

impl DiscBoard {
    /// The start position: two discs of each side crosswise, Black to move.
    pub const START: DiscBoard =
        DiscBoard { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, black_to_move: true };

    /// The empty squares.
    pub const fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares that the side to move can play.
    pub fn playable(&self) -> u64 {
        let line_ends = |step: &Step| {
            let mut run = step.from(self.own) & self.other;
            for _ in 0..5 {
                run |= step.from(run) & self.other;
            }
            step.from(run)
        };
        Step::ALL.iter().fold(0, |found, step| found | line_ends(step)) & self.empty()
    }

    /// The discs that a disc on this square turns.
    pub fn turned(&self, square: u32) -> u64 {
        let in_direction = |step: &Step| {
            let (mut run, mut next) = (0, step.from(1 << square));
            while next & self.other != 0 {
                run |= next;
                next = step.from(next);
            }
            if next & self.own != 0 { run } else { 0 }
        };
        Step::ALL.iter().fold(0, |found, step| found | in_direction(step))
    }

    /// The position after a disc on a playable square.
    pub fn after(&self, square: u32) -> DiscBoard {
        let turned = self.turned(square);
        DiscBoard { own: self.own | turned | 1 << square, other: self.other & !turned, ..*self }.passed()
    }

    /// The same position with the other side to move.
    pub const fn passed(&self) -> DiscBoard {
        DiscBoard { own: self.other, other: self.own, black_to_move: !self.black_to_move }
    }

    /// Whether the game is over: neither side can play.
    pub fn is_over(&self) -> bool {
        self.playable() == 0 && self.passed().playable() == 0
    }

    /// By how many discs the side to move is ahead.
    pub const fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The hash of the position.
    pub fn key(&self) -> Key {
        let mixed = |word: u64, factor: u64| {
            let product = u128::from(word ^ factor.rotate_left(32)) * u128::from(factor);
            product as u64 ^ (product >> 64) as u64
        };
        let own = mixed(self.own, 0x9E37_79B9_7F4A_7C15);
        let both = mixed(self.other ^ own, 0xD6E8_FEB8_6659_FD93);
        Key(if self.black_to_move { both } else { !both })
    }
}
