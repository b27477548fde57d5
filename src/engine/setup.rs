//! A position as a client sends it.

use crate::notation::NotationError;

/// A position as a client sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup<T> {
    /// The start position.
    Start,
    /// A FEN of PDN 3.0.
    Fen(T),
    /// A Hub position string.
    Hub(T),
}

impl Setup<String> {
    /// The same, borrowed.
    pub fn as_deref(&self) -> Setup<&str> {
        match self {
            Setup::Start => Setup::Start,
            Setup::Fen(text) => Setup::Fen(text),
            Setup::Hub(text) => Setup::Hub(text),
        }
    }
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The position is invalid; the game is unchanged.
    #[error("{0}")]
    Position(#[from] NotationError),
    /// A move is illegal; the game is at the position before it.
    #[error("move {number}: {cause}")]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// What is wrong with it.
        cause: NotationError,
    },
}
