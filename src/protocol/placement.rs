//! A position as a client names it: where a game begins, and the moves since.

use crate::engine::Setup;

/// A position and the moves played since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct Placement {
    pub(in crate::protocol) setup: Setup<String>,
    pub(in crate::protocol) moves: Vec<String>,
}
