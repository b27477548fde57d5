//! Chess as a tree, over the moves of the crate cozy-chess.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::LabGame;
use crownhead_engine::eval::{Grain, Score};
use crownhead_engine::search::{Moves, Quiescence, Tree, TreeMove};
use crownhead_rules::{Key, Ply};

/// Chess with a simple evaluation, in pawns: material, mobility, where pawns and kings stand. Captures and promotions
/// to a queen are searched in quiescence, where the side to move may also stand pat; in check, all moves are.
#[derive(Clone, Copy, Debug)]
pub struct Chess {
    grain: Grain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessMove {
    mv: Move,
    /// 0 for a quiet move; else the more, the more valuable the victim and the less valuable the piece that takes it.
    gain: u8,
}

impl TreeMove for ChessMove {
    fn history_slot(&self) -> usize {
        self.mv.from as usize * 64 + self.mv.to as usize
    }

    fn captured(&self) -> u32 {
        u32::from(self.gain)
    }
}

/// The values of pieces, in pawns, in the order of [`Piece`]: pawn, knight, bishop, rook, queen, king.
const VALUES: [f64; 6] = [1.0, 3.2, 3.3, 5.0, 9.6, 0.0];
/// What each square is worth that a piece attacks.
const MOBILITY: [f64; 6] = [0.0, 0.045, 0.04, 0.022, 0.011, 0.0];
/// All pieces but pawns and kings, in pawns, at the start.
const MOST_PIECES: f64 = 2.0 * (2.0 * (3.2 + 3.3 + 5.0) + 9.6);

/// What a move wins, and with what, as a rank.
fn gain(board: &Board, mv: Move) -> u8 {
    let is_own = |square| board.color_on(square) == Some(board.side_to_move());
    let victim = match board.piece_on(mv.to) {
        // A castling move goes to the rook's square.
        Some(_) if is_own(mv.to) => None,
        Some(victim) => Some(victim),
        None => is_en_passant(board, mv).then_some(Piece::Pawn),
    };
    let taker = board.piece_on(mv.from).unwrap_or(Piece::Pawn) as u8;
    let promotion = if mv.promotion == Some(Piece::Queen) { 8 * Piece::Queen as u8 } else { 0 };
    victim.map_or(0, |victim| 8 * (victim as u8 + 1) - taker) + promotion
}

/// Whether a move to an empty square takes a pawn.
fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file()
}

/// Whether a pawn of the side to move stands where it could take the pawn that has just gone two squares.
fn can_take_en_passant(board: &Board) -> bool {
    let side = board.side_to_move();
    board.en_passant().is_some_and(|file| {
        let behind = Square::new(file, Rank::Sixth.relative_to(side));
        !(get_pawn_attacks(behind, !side) & board.colored_pieces(side, Piece::Pawn)).is_empty()
    })
}

fn attacks(piece: Piece, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// From 0 in a corner to 6 in the centre.
fn centrality(square: Square) -> f64 {
    let inward = |line: u8| f64::from(line.min(7 - line));
    inward(square.file() as u8) + inward(square.rank() as u8)
}

/// The rank as a player sees it, from 0 at home.
fn advance(square: Square, color: Color) -> f64 {
    f64::from(match color {
        Color::White => square.rank() as u8,
        Color::Black => Rank::Eighth as u8 - square.rank() as u8,
    })
}

/// What a side's pieces are worth, in pawns. `ending` goes from 0 at the start to 1 without pieces.
fn worth(board: &Board, color: Color, ending: f64) -> f64 {
    let own = board.colors(color);
    let mut sum = if (board.pieces(Piece::Bishop) & own).len() > 1 { 0.3 } else { 0.0 };
    for piece in Piece::ALL {
        for square in board.pieces(piece) & own {
            let reached = attacks(piece, color, square, board.occupied()) & !own;
            sum += VALUES[piece as usize] + MOBILITY[piece as usize] * f64::from(reached.len());
            sum += match piece {
                Piece::Pawn => 0.035 * (1.0 + ending) * advance(square, color) + 0.012 * centrality(square),
                Piece::King => (0.13 * ending - 0.08) * centrality(square),
                _ => 0.012 * centrality(square),
            };
        }
    }
    sum
}

/// The value for White, in pawns.
fn value(board: &Board) -> f64 {
    let count = |piece| f64::from(board.pieces(piece).len()) * VALUES[piece as usize];
    let pieces: f64 = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().map(count).sum();
    let ending = 1.0 - (pieces / MOST_PIECES).min(1.0);
    worth(board, Color::White, ending) - worth(board, Color::Black, ending)
}

impl LabGame for Chess {
    const NAME: &'static str = "chess";
    const UNIT: &'static str = "pawns";
    const GRAIN: f64 = 0.01;
    const ASPIRATION: f64 = 0.25;
    const BALANCED: f64 = 1.5;

    fn at_grain(grain: Grain) -> Chess {
        Chess { grain }
    }

    fn start() -> Board {
        Board::default()
    }
}

impl Tree for Chess {
    type Node = Board;
    type Move = ChessMove;
    type AccumulatorStack = ();

    /// The square behind a pawn counts only if a pawn could take it there.
    fn key(&self, node: &Board) -> Key {
        Key(if can_take_en_passant(node) { node.hash() } else { node.hash_without_ep() })
    }

    fn list_moves(&self, node: &Board, moves: &mut Moves<ChessMove>) {
        node.generate_moves(|of_piece| {
            moves.extend(of_piece.into_iter().map(|mv| ChessMove { mv, gain: gain(node, mv) }));
            false
        });
    }

    fn list_noisy_moves(&self, node: &Board, moves: &mut Moves<ChessMove>) {
        self.list_moves(node, moves);
        moves.retain(|mv| !mv.is_quiet());
    }

    fn child(&self, node: &Board, mv: &ChessMove) -> Board {
        let mut child = node.clone();
        child.play_unchecked(mv.mv);
        child
    }

    fn quiescence(&self, node: &Board) -> Quiescence {
        if node.checkers().is_empty() { Quiescence::StandPat } else { Quiescence::AllMoves }
    }

    fn has_move(&self, node: &Board) -> bool {
        node.generate_moves(|_| true)
    }

    fn value_without_move(&self, node: &Board, ply: Ply) -> Score {
        if node.checkers().is_empty() { Score::DRAW } else { Score::loss_in(ply) }
    }

    fn accumulators(&self, _: &Board) {}

    fn push(&self, (): &mut (), _: Ply, _: &Board, _: &ChessMove, _: &Board) {}

    fn evaluate(&self, (): &(), _: Ply, node: &Board) -> Score {
        let white = value(node);
        self.grain.round(if node.side_to_move() == Color::White { white } else { -white })
    }

    fn side_index(&self, node: &Board) -> usize {
        node.side_to_move() as usize
    }

    fn repeatable_plies(&self, node: &Board) -> usize {
        usize::from(node.halfmove_clock())
    }

    /// Fifty moves of each side without a capture or a pawn's move.
    fn is_drawn_by_count(&self, node: &Board) -> bool {
        node.halfmove_clock() >= 100
    }
}
