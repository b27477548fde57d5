//! What a legal game is: boards, positions, moves and the articles of each variant.
//!
//! Nothing here reads a clock, does I/O, starts a thread or, in move generation, touches the heap.

mod bitboard;
mod board;
mod draw;
mod game;
mod generate;
mod harvest;
mod hash;
mod jump;
mod moves;
pub mod perft;
mod ply;
mod position;
mod side;
mod square;
mod variants;

pub use bitboard::{Bitboard, Singles};
pub use board::{Board, Board8, Board10, Direction, MirroredBoard8};
pub use draw::{DrawArticles, DrawClock, DrawReason, LoneKing};
pub use game::{Game, GameEnd, IllegalMove};
pub use hash::Key;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use ply::Ply;
pub use position::{Army, Fault, Position};
pub use side::Side;
pub use square::Square;
pub use variants::{
    CaptureChoice, Corner, Crowning, English, Giveaway, International, KingMove, Listed, Losing, ManCapture,
    NoMove, Rules, UnknownVariant, Variant, VariantVisitor,
};
