//! What a legal game is: boards, positions, moves and the articles of each variant.
//!
//! Nothing here reads a clock, does I/O, starts a thread or, in move generation, touches the heap.

mod any;
mod articles;
mod bitboard;
mod board;
mod draw;
mod fault;
mod game;
mod generate;
mod harvest;
mod hash;
mod jump;
mod moves;
mod outcome;
pub mod perft;
mod pieces;
mod ply;
mod position;
mod scene;
mod side;
mod square;
mod state;
mod trail;
mod variants;

pub use any::AnyPosition;
pub use articles::{
    Articles, Capture, CaptureChoice, CaptureLines, Corner, Crowning, KingMove, Landing, ManCapture, ManPrey, NoMove,
    Rules,
};
pub use bitboard::{Bitboard, Singles};
pub use board::{Board, Board8, Board10, Direction, Geometry, MirroredBoard8};
pub use draw::{DrawArticles, DrawClock, DrawReason, EndingArticle, Force, Restart};
pub use fault::{Army, Fault};
pub use game::{Game, GameEnd, IllegalMove};
pub use hash::Key;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use outcome::{Win, WinReason};
pub use pieces::Pieces;
pub use ply::Ply;
pub use position::Position;
pub use side::Side;
pub use square::Square;
pub use state::{KingRuns, Played, State};
pub use variants::{English, Giveaway, International, Losing, UnknownVariant, Variant, VariantVisitor};
