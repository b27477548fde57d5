//! Othello: its rules, and the game as a tree.

use super::LabGame;
use crownhead_engine::eval::{Grain, Score};
use crownhead_engine::search::{Moves, Quiescence, Tree, TreeMove};
use crownhead_rules::{Key, Ply};

/// A position of Othello. Squares are numbered from 0 in a corner, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscBoard {
    /// The discs of the side to move.
    pub own: u64,
    pub other: u64,
    pub black_to_move: bool,
}

const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
const RIGHT_FILE: u64 = LEFT_FILE << 7;

/// A direction, as a shift of sets of squares.
#[derive(Clone, Copy)]
struct Shift {
    by: i32,
    /// The squares where it can end: those on the other edge would come from outside the board.
    ends: u64,
}

impl Shift {
    const ALL: [Shift; 8] = [
        Shift { by: 1, ends: !LEFT_FILE },
        Shift { by: -1, ends: !RIGHT_FILE },
        Shift { by: 8, ends: !0 },
        Shift { by: -8, ends: !0 },
        Shift { by: 9, ends: !LEFT_FILE },
        Shift { by: -9, ends: !RIGHT_FILE },
        Shift { by: 7, ends: !RIGHT_FILE },
        Shift { by: -7, ends: !LEFT_FILE },
    ];

    const fn from(self, squares: u64) -> u64 {
        let ends = if self.by > 0 { squares << self.by } else { squares >> -self.by };
        ends & self.ends
    }
}

fn neighbours(squares: u64) -> u64 {
    Shift::ALL.iter().fold(0, |found, shift| found | shift.from(squares))
}

impl DiscBoard {
    /// The start position: two discs of each side crosswise, Black to move.
    pub const START: DiscBoard =
        DiscBoard { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, black_to_move: true };

    pub const fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    pub fn playable(&self) -> u64 {
        let line_ends = |shift: &Shift| {
            let mut run = shift.from(self.own) & self.other;
            for _ in 0..5 {
                run |= shift.from(run) & self.other;
            }
            shift.from(run)
        };
        Shift::ALL.iter().fold(0, |found, shift| found | line_ends(shift)) & self.empty()
    }

    /// The discs that a disc on this square turns.
    pub fn turned(&self, square: u32) -> u64 {
        let in_direction = |shift: &Shift| {
            let (mut run, mut next) = (0, shift.from(1 << square));
            while next & self.other != 0 {
                run |= next;
                next = shift.from(next);
            }
            if next & self.own != 0 { run } else { 0 }
        };
        Shift::ALL.iter().fold(0, |found, shift| found | in_direction(shift))
    }

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

    pub const fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

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

/// Othello with a simple evaluation: an estimate of the lead in discs at the end, from -64 to +64.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    grain: Grain,
}

/// A disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloMove(u8);

impl OthelloMove {
    /// A pass: the only move where no square can be played and the game is not over.
    pub const PASS: OthelloMove = OthelloMove(64);

    fn after(self, board: &DiscBoard) -> DiscBoard {
        if self == OthelloMove::PASS { board.passed() } else { board.after(u32::from(self.0)) }
    }
}

impl TreeMove for OthelloMove {
    fn history_slot(&self) -> usize {
        usize::from(self.0)
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The squares next to a corner on an edge.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const EDGES: u64 = 0xFF81_8181_8181_81FF;
const MIDDLE: u64 = !(EDGES | X_SQUARES);
/// The order in which squares are tried before the history knows better.
const ORDER: [u64; 5] = [CORNERS, MIDDLE, EDGES & !CORNERS & !C_SQUARES, C_SQUARES, X_SQUARES];

/// Corners, edges, mobility and frontier of the side with the discs `own`, in discs.
fn features(own: u64, other: u64) -> f64 {
    let count = |squares: u64| f64::from(squares.count_ones());
    let empty = !(own | other);
    let exposed_corners = CORNERS & empty;
    let near_exposed = neighbours(exposed_corners) & own;
    let board = DiscBoard { own, other, black_to_move: true };
    9.0 * count(own & CORNERS) - 4.5 * count(near_exposed & X_SQUARES) - 1.75 * count(near_exposed & C_SQUARES)
        + 0.75 * count(own & EDGES & !C_SQUARES)
        + 1.6 * count(board.playable())
        - 0.55 * count(own & neighbours(empty))
}

fn value(board: &DiscBoard) -> f64 {
    let filled = f64::from(64 - board.empty().count_ones()) / 64.0;
    let plan = features(board.own, board.other) - features(board.other, board.own);
    (1.0 - filled / 2.0) * plan + filled * filled * filled * f64::from(board.lead())
}

impl LabGame for Othello {
    const NAME: &'static str = "othello";
    const UNIT: &'static str = "discs";
    const GRAIN: f64 = 1.0;
    const ASPIRATION: f64 = 3.0;
    const BALANCED: f64 = 10.0;

    fn at_grain(grain: Grain) -> Othello {
        Othello { grain }
    }

    fn start() -> DiscBoard {
        DiscBoard::START
    }
}

impl Tree for Othello {
    type Node = DiscBoard;
    type Move = OthelloMove;
    type AccumulatorStack = ();

    fn key(&self, node: &DiscBoard) -> Key {
        node.key()
    }

    fn list_moves(&self, node: &DiscBoard, moves: &mut Moves<OthelloMove>) {
        let playable = node.playable();
        for squares in ORDER {
            let mut left = playable & squares;
            while left != 0 {
                moves.push(OthelloMove(left.trailing_zeros() as u8));
                left &= left - 1;
            }
        }
        if playable == 0 && node.passed().playable() != 0 {
            moves.push(OthelloMove::PASS);
        }
    }

    fn child(&self, node: &DiscBoard, mv: &OthelloMove) -> DiscBoard {
        mv.after(node)
    }

    fn quiescence(&self, _: &DiscBoard) -> Quiescence {
        Quiescence::Quiet
    }

    fn has_move(&self, node: &DiscBoard) -> bool {
        !node.is_over()
    }

    /// The lead in discs.
    fn value_without_move(&self, node: &DiscBoard, _: Ply) -> Score {
        Score::from_men(f64::from(node.lead()))
    }

    fn accumulators(&self, _: &DiscBoard) {}

    fn push(&self, (): &mut (), _: Ply, _: &DiscBoard, _: &OthelloMove, _: &DiscBoard) {}

    fn evaluate(&self, (): &(), _: Ply, node: &DiscBoard) -> Score {
        self.grain.round(value(node).clamp(-64.0, 64.0))
    }

    fn side_index(&self, node: &DiscBoard) -> usize {
        usize::from(node.black_to_move)
    }
}
