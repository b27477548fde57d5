//! Othello as a tree.

use super::disc_board::neighbours;
use super::{DiscBoard, LabGame};
use crate::eval::{Grain, Score};
use crate::rules::{Key, Ply};
use crate::search::{Horizon, Moves, Tree, TreeMove};

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

    /// Turned discs are no gain, so no move is noisy.
    fn captured(&self) -> u32 {
        0
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
    type Trail = ();

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

    fn horizon(&self, _: &DiscBoard) -> Horizon {
        Horizon::Quiet
    }

    fn has_move(&self, node: &DiscBoard) -> bool {
        !node.is_over()
    }

    /// The lead in discs.
    fn value_without_move(&self, node: &DiscBoard, _: Ply) -> Score {
        Score::from_men(f64::from(node.lead()))
    }

    fn trail(&self, _: &DiscBoard) {}

    fn follow(&self, (): &mut (), _: Ply, _: &DiscBoard, _: &OthelloMove, _: &DiscBoard) {}

    fn evaluate(&self, (): &(), _: Ply, node: &DiscBoard) -> Score {
        self.grain.round(value(node).clamp(-64.0, 64.0))
    }

    fn side_index(&self, node: &DiscBoard) -> usize {
        usize::from(node.black_to_move)
    }

    /// The number of discs grows, so no position returns.
    fn repeatable_plies(&self, _: &DiscBoard) -> usize {
        0
    }

    fn is_drawn_by_count(&self, _: &DiscBoard) -> bool {
        false
    }
}
