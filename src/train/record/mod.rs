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
//! flags (1 byte). That makes 18 bytes on 32 squares, 27 on 50 and 33 on 72. The moves that a king has made in a row,
//! which are part of a position in Frisian draughts, are left out: no evaluation depends on them. Within a game they
//! follow from the positions before; a position beside it may lack them.
//!
//! The record of a shard ends with a mark when all its openings have been played: a body without samples, whose number
//! is the opening after the last one of the shard, with result 3 and ending 0. The mark separates openings that led to
//! no game from openings that are still to be played.

mod codec;
mod file;
mod header;
mod merge;

pub use file::{GamesReader, GamesWriter};
pub use header::{GamesHeader, ShardHeader};
pub(super) use header::{read_limit, write_limit};
pub use merge::merged;

use std::io;
use std::ops::BitOr;
use std::path::PathBuf;

use crate::statistics::Outcome;
use crownhead_engine::eval::Score;
use crownhead_engine::named_choice;
use crownhead_engine::search::Depth;
use crownhead_rules::{AnyPosition, Side};

/// A finished game. Its samples are consecutive: every position from the end of the random opening to the last one in
/// which a move was chosen. After any of them there may be one that is beside the game ([`Flags::SIDELINE`]).
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the run, from 0. It decides the game together with the seed of the run.
    pub number: u64,
    pub white_result: Outcome,
    pub ending: Ending,
    /// The positions in the order in which they occurred.
    pub samples: Vec<Sample>,
}

impl GameRecord {
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::write(self)
    }

    pub const fn result_for(&self, side: Side) -> Outcome {
        match side {
            Side::White => self.white_result,
            Side::Black => self.white_result.reversed(),
        }
    }
}

named_choice! {
    Ending("ending") {
        NoMove = "no move",
        DrawArticle = "draw by the rules",
        /// Both sides' searches saw the same side far ahead for several moves in a row.
        Decided = "decided",
        /// Both sides' searches saw no winner through many quiet plies of an ending, or a position came up three times
        /// where no article ends the game.
        LevelEnding = "level ending",
        /// It became too long, and counts as a draw.
        TooLong = "too long",
        Table = "endgame table",
    }
}

/// A position of a game, or beside it, with the result of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position, without the moves that a king has made in a row.
    pub position: AnyPosition,
    /// The score of the search, for the side to move.
    pub score: Score,
    /// The depth of the last completed iteration; it is small where there is only one legal move.
    pub depth: Depth,
    pub flags: Flags,
}

/// A set of remarks on a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    pub const NONE: Flags = Flags(0);
    /// The side to move must capture: the static value of such a position says little.
    pub const CAPTURE: Flags = Flags(1 << 1);
    /// The score is beyond the limit of adjudication: the game is decided.
    pub const DECIDED: Flags = Flags(1 << 2);
    /// The position occurred earlier in the game.
    pub const REPEATED: Flags = Flags(1 << 3);
    /// There is only one legal move. The search then uses a tenth of the nodes.
    pub const ONLY_MOVE: Flags = Flags(1 << 4);
    /// The position is beside the game: random moves or the search led to it from the position of the game before. The
    /// result says nothing of it.
    pub const SIDELINE: Flags = Flags(1 << 5);

    /// All bits but bit 0, which is always free, and the two highest, which have no meaning.
    const KNOWN: u8 = 0b0011_1110;

    /// Whether the two sets have a remark in common.
    pub const fn intersects(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// The set if the condition holds, else none.
    pub const fn when(self, holds: bool) -> Flags {
        if holds { self } else { Flags::NONE }
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("the record {file}: {1}", file = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error(
        "{file} is not a record of games: expected a first line \"crownhead games 1 CHECKSUM\"",
        file = .0.display()
    )]
    Foreign(PathBuf),
    #[error("the record {file} has format version {1}: expected version 1", file = .0.display())]
    Version(PathBuf, String),
    #[error("the record {file} has a damaged header: {1}", file = .0.display())]
    Header(PathBuf, String),
    #[error("the record {file} is damaged at byte {1}: {2}", file = .0.display())]
    Damaged(PathBuf, u64, String),
    #[error(
        "the record {file} is being written by another process: wait for it, or choose another file",
        file = .0.display()
    )]
    InUse(PathBuf),
    #[error(
        "the record {file} is of a shard that is not finished: give its command again, which plays the rest",
        file = .0.display()
    )]
    Unfinished(PathBuf),
    #[error(
        "the record {} begins with opening {begins}, but no record has those from {missing} on: add the missing shards",
        path.display()
    )]
    Gap { path: PathBuf, missing: u64, begins: u64 },
    #[error("the record {} has {field} {found}: expected {expected}", path.display())]
    Other { path: PathBuf, field: &'static str, found: String, expected: String },
}
