//! PDN 3.0 (Portable Draughts Notation): games as text, many to a file.
//!
//! Reading has two steps. A [`Reader`] reads games one by one from a stream of any length; it uses the grammar only,
//! not the rules. [`PdnGame::replay`] then plays the moves by the rules of a variant. An error in either step names the
//! game, the line, the token and what was expected ([`PdnError`]), and the reader continues with the next game.
//!
//! Input: the PDN 3.0 reading grammar (pdn.fmjd.org, section PDN Grammars), which includes `-`, `x` and `:`, leading
//! zeros, blanks around separators, `1. ...`, NAGs, `!` and `?`, comments in `{}`, lines that start with `%`, and `/FEN
//! "..."/` before the first move; in addition, comments from `;` to the end of the line as in PGN, lines that are not
//! UTF-8, which are read as Latin-1, and captures in Hub form. Where the standard or existing files are ambiguous:
//!
//! - **Variations** in `()` are checked for balance and skipped. They can be written.
//! - **Results.** `1-0` and `2-0` mean a win of the side that moves first *in the start position of the variant*: White
//!   in the international variants, Black in English and give-away. CheckerBoard and the published games of English
//!   checkers do this, and the standard speaks of the side that moves first. The meaning depends on the colour only,
//!   also in a game from a FEN where the other side moves first. Any text is accepted as a result in the tag;
//!   [`PdnResult::Other`] keeps it.
//! - **The end of a game** is a result, a `*`, or the tags of the next game; after tags alone, an empty line and then
//!   `Event` or a tag that the game has already. The result at the end of the moves overrides the one in the tag; `*`
//!   leaves it to the tag. The writer ends the moves with the result of the tag: PDN 3.0 requires `*`, but some readers
//!   use only this result (pydraughts 0.6.7). A result that is not defined by PDN is written in the tag only.
//! - **Setups** after the first move are an error when the game is replayed.
//! - **An opened `{` or `(`** ends at the latest at a line that begins like a tag, `[Name "`, so that a missing brace
//!   loses one game and not the rest of the file.
//! - **Variants.** The `Variant` tag overrides `GameType`, if it names a variant. GameType has no code for give-away
//!   checkers: the writer uses 21, as for English, and `[Variant "giveaway"]`. 98 for losing draughts is lidraughts'
//!   code.
//! - **Line ends** in tags and comments are written as blanks, and `}` in a comment as `)`.

mod game;
mod lexer;
mod reader;
mod remark;
mod tags;
mod writer;

pub use game::{PdnGame, PdnMove, PdnResult};
pub use reader::Reader;
pub use remark::Remark;
pub use tags::{Tags, game_type, today};

use std::io;

use super::NotationError;
use crate::rules::Variant;

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PdnError {
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is not a valid game.
    #[error("game {game}, line {line}: {fault}")]
    Game {
        /// The number of the game in its stream, from 1.
        game: usize,
        /// The line, from 1.
        line: u64,
        /// What is wrong there.
        fault: PdnFault,
    },
}

/// A fault in a game. Long tokens are truncated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// A tag is malformed.
    #[error("{0:?} is not a tag: expected [Name \"value\"]")]
    Tag(String),
    /// Something was opened and not closed.
    #[error("{opening:?} is not closed: expected {closing:?}")]
    Unclosed {
        /// How it begins.
        opening: char,
        /// How it should end.
        closing: char,
    },
    /// A variation ends that did not begin.
    #[error("\")\" without \"(\": expected a move or a result")]
    StrayClosing,
    /// A setup does not contain a FEN.
    #[error("{0:?} is not a setup: expected /FEN \"...\"/")]
    Setup(String),
    /// A setup comes after a move; its FEN.
    #[error("setup {0:?} after the first move: expected a move")]
    LateSetup(String),
    /// A token that cannot stand among moves.
    #[error("{0:?} is not part of a game: expected a move, a comment, a result or a tag")]
    Word(String),
    /// The GameType is unknown.
    #[error("unknown GameType {0:?}: expected {codes}", codes = tags::all_codes())]
    GameType(String),
    /// The tag Variant is unknown.
    #[error("unknown Variant {0:?}: expected {names}", names = Variant::names())]
    Variant(String),
    /// The start position cannot be read.
    #[error("FEN {token:?}: {fault}")]
    Fen {
        /// The FEN.
        token: String,
        /// What is wrong with it.
        fault: NotationError,
    },
    /// A move cannot be played.
    #[error("ply {ply}: {fault}")]
    Move {
        /// The half-move, from 1.
        ply: usize,
        /// What is wrong with it.
        fault: NotationError,
    },
}
