//! Records of games for training: which positions occurred, what the search said of them, and how the game ended.
//!
//! A record is one file of one run of `crownhead train games`. It begins with two lines of text, which `head -2` shows:
//!
//! ```text
//! crownhead games 1 <checksum of the next line, 16 hexadecimal digits>
//! {"variant":"english","evaluation":"linear","seed":1,...}
//! ```
//!
//! Then the games follow in the order of their numbers, which rise but need not be consecutive. Numbers are
//! little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the body in bytes |
//! | 4 | the same with all bits inverted, so that a damaged length is recognized |
//! | 8 | number of the game |
//! | 1 | result for White: 0 loss, 1 draw, 2 win |
//! | 1 | how it ended: [`Ending`] in its order |
//! | n | the samples |
//! | 8 | FNV-1a hash of the body, which is everything between the lengths and here |
//!
//! A sample is three sets of squares (White's pieces, Black's pieces, kings of both), each of one bit for each square
//! and as many bytes as that takes; then the score in millionths of a man (4 bytes, signed), the depth (1 byte) and the
//! flags (1 byte). That makes 18 bytes on 32 squares and 27 on 50.
//!
//! The record of a shard ends with a mark when all its openings have been played: a body without samples, whose number is
//! the opening after the last one of the shard, with result 3 and ending 0. Without the mark nobody could tell whether
//! the openings after the last game are still to be played, or led to no game.

mod error;
mod flags;
mod frame;
mod header;
mod merge;
mod packed;
mod reader;
mod writer;

pub use error::RecordError;
pub use flags::Flags;
pub(in crate::train) use header::limit_text;
pub use header::{Header, ShardHeader};
pub use merge::MergedRecord;
pub use reader::Reader;
pub use writer::Writer;

use crate::eval::Score;
use crate::rules::{AnyPosition, Side};
use crate::search::Depth;

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// The points: 0, 1/2 or 1.
    pub const fn points(self) -> f64 {
        match self {
            GameResult::Loss => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Win => 1.0,
        }
    }

    /// The result for White of a game that `winner` won; a draw if nobody did.
    pub const fn for_white(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::White) => GameResult::Win,
            Some(Side::Black) => GameResult::Loss,
            None => GameResult::Draw,
        }
    }

    /// The same result as the other side sees it.
    #[must_use]
    pub const fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

impl std::fmt::Display for GameResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
            GameResult::Win => "win",
        })
    }
}

/// Why a game was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// The side to move had no move.
    NoMove,
    /// A draw article of the rules.
    DrawArticle,
    /// Both sides' searches saw the same side far ahead for several moves in a row.
    Decided,
    /// Both sides' searches saw no winner through many quiet plies of an ending.
    LevelEnding,
    /// It became too long, and counts as a draw.
    TooLong,
    /// An endgame table knows the result.
    Table,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Ending::NoMove => "no move",
            Ending::DrawArticle => "draw by the rules",
            Ending::Decided => "decided",
            Ending::LevelEnding => "level ending",
            Ending::TooLong => "too long",
            Ending::Table => "endgame table",
        })
    }
}

/// A position of a game, or beside it, and what the search said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: AnyPosition,
    /// What the search found it worth for the side to move.
    pub score: Score,
    /// The depth of the last completed iteration; it is small where there is only one legal move.
    pub depth: Depth,
    /// What else is to be known of it.
    pub flags: Flags,
}

impl Sample {
    /// The same with the remark that the position is beside the game.
    pub(super) fn beside_the_game(mut self) -> Sample {
        self.flags |= Flags::SIDELINE;
        self
    }
}

/// A finished game. Its samples are consecutive: every position from the end of the random opening to the last one in
/// which a move was chosen. Behind any of them there may be one that is beside the game ([`Flags::SIDELINE`]).
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the run, from 0. It decides the game together with the seed of the run.
    pub number: u64,
    /// The result for White.
    pub white_result: GameResult,
    /// Why it was over.
    pub ending: Ending,
    /// The positions in the order in which they occurred.
    pub samples: Vec<Sample>,
}

impl GameRecord {
    /// The game as it stands in a record.
    pub fn to_bytes(&self) -> Vec<u8> {
        frame::write(self)
    }

    /// The result of the game for `side`.
    pub const fn result_for(&self, side: Side) -> GameResult {
        match side {
            Side::White => self.white_result,
            Side::Black => self.white_result.reversed(),
        }
    }
}
