//! What a legal game is: boards, positions, moves and the articles of each variant.
//!
//! Nothing here reads a clock, does I/O, starts a thread or, in move generation, touches the heap.

mod any_position;
mod articles;
mod bitboard;
mod board;
mod captures;
mod collector;
mod draw;
mod game;
mod generate;
mod key;
mod king_runs;
mod moves;
pub mod perft;
mod pieces;
mod position;
mod side;
mod variants;

pub use any_position::AnyPosition;
pub use articles::{
    Articles, Capture, CaptureChoice, Crowning, KingMove, Landing, Lines, ManCapture, ManPrey, MoveNotation, NoMove,
    Removal, Rules, SetOf, WordOf,
};
pub use bitboard::{Bitboard, Singles, Wide, Word};
pub use board::{Board, Board8, Board10, Board12, Corner, Direction, FullBoard8, Geometry, MirroredBoard8, Square};
pub use draw::{DrawArticles, DrawClock, DrawReason, EndingArticle, LoneKingArticle, MaterialRange, Restart};
pub use game::{Game, GameEnd, IllegalMove};
pub use key::Key;
pub use king_runs::{KingRuns, State};
pub use moves::{MAX_MOVES, Move, MoveList, Ply};
pub use pieces::Pieces;
pub use position::{Army, Fault, Position, Win, WinReason};
pub use side::Side;
pub use variants::{
    Antirussian, Brazilian, Breakthrough, Canadian, Czech, English, Frisian, Frysk, Giveaway, International, Italian,
    Jamaican, Killer, Losing, Pool, Russian, Spanish, Thai, Turkish, Unified, UnknownVariant, Variant, VariantVisitor,
};
pub(crate) use variants::{is_generic, variant_of_country, variants_in};
