//! Errors in PDN games.

use std::io;

use super::super::NotationError;
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
    #[error("{token:?} is not a tag: expected [Name \"value\"]")]
    Tag {
        /// What stands there.
        token: String,
    },
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
    #[error("{token:?} is not a setup: expected /FEN \"...\"/")]
    Setup {
        /// What stands there.
        token: String,
    },
    /// A setup comes after a move.
    #[error("setup {token:?} after the first move: expected a move")]
    LateSetup {
        /// Its FEN.
        token: String,
    },
    /// A token that cannot stand among moves.
    #[error("{token:?} is not part of a game: expected a move, a comment, a result or a tag")]
    Word {
        /// What stands there.
        token: String,
    },
    /// The GameType is unknown.
    #[error("unknown GameType {token:?}: expected {expected}")]
    GameType {
        /// What stands there.
        token: String,
        /// The known ones.
        expected: String,
    },
    /// The tag Variant is unknown.
    #[error("unknown Variant {token:?}: expected {}", Variant::names())]
    Variant {
        /// What stands there.
        token: String,
    },
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
