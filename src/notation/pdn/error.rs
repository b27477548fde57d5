//! What can be wrong with a game in PDN.

use std::io;

use super::super::NotationError;
use crate::rules::Variant;

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PdnError {
    /// The text could not be had.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is there, but it is no game.
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

/// What is wrong with a game. Tokens are cut short if they are long.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// A tag is not of the form that tags have.
    #[error("{token:?} is no tag: expected [Name \"value\"]")]
    Tag {
        /// What stands there.
        token: String,
    },
    /// Something was opened and not closed.
    #[error("{opening:?} has no end: expected {closing:?}")]
    Unclosed {
        /// How it begins.
        opening: char,
        /// How it should end.
        closing: char,
    },
    /// A variation ends that never began.
    #[error("\")\" closes no variation: expected a move or a result")]
    StrayClosing,
    /// A setup holds no FEN.
    #[error("{token:?} is no setup: expected /FEN \"...\"/")]
    Setup {
        /// What stands there.
        token: String,
    },
    /// A setup stands behind a move.
    #[error("the setup {token:?} after the first move: expected moves alone from there on")]
    LateSetup {
        /// Its FEN.
        token: String,
    },
    /// Something that has no place among moves.
    #[error("{token:?} is no part of a game: expected a move, a comment, a result or a tag")]
    Word {
        /// What stands there.
        token: String,
    },
    /// The GameType is not that of any known variant.
    #[error("GameType {token:?} is not known: expected {expected}")]
    GameType {
        /// What stands there.
        token: String,
        /// All that would do.
        expected: String,
    },
    /// The tag Variant names no known variant.
    #[error("Variant {token:?} is not known: expected {}", Variant::names())]
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
