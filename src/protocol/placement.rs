//! A position sent by a client: the position where the game begins, and the moves since.

use crate::engine::Setup;

/// A position and the moves played since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct Placement {
    pub(in crate::protocol) board: Board,
    pub(in crate::protocol) moves: Vec<String>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Board {
    Start,
    Fen(String),
    Hub(String),
}

impl Board {
    pub(in crate::protocol) fn setup(&self) -> Setup<'_> {
        match self {
            Board::Start => Setup::Start,
            Board::Fen(text) => Setup::Fen(text),
            Board::Hub(text) => Setup::Hub(text),
        }
    }
}
