//! What the protocols over pipes have in common, with the words of each left open.

use super::reader::Sort;
use crate::arena::player::Turn;
use crate::eval::Score;
use crate::rules::{Rules, Variant};

/// The words of a protocol, from the client's side.
pub(super) trait Words: Send + 'static {
    /// The first line.
    const GREETING: &'static str;
    /// The line that ends the answer to it.
    const GREETED: &'static str;
    /// Asks the engine to get ready.
    const PREPARE: &'static str;
    /// The answer to it.
    const READY: &'static str;
    /// Announces a new game.
    const NEW_GAME: &'static str;
    /// Must an answer to [`Words::PREPARE`] be awaited after it?
    const NEW_GAME_IS_AWAITED: bool;
    /// The move that was pondered has been played.
    const PONDER_HIT: &'static str;
    /// Answer now.
    const STOP: &'static str;
    /// Goodbye.
    const QUIT: &'static str;
    /// The variant that an engine plays if it has no option for it; any, if there is none.
    const PLAYS_UNASKED: Option<Variant>;
    /// The option that chooses the variant.
    const VARIANT_OPTION: &'static str;
    /// The option that allows pondering.
    const PONDER_OPTION: &'static str;

    /// What is to be done with a line of the engine.
    fn sort(line: &str) -> Sort;

    /// The option that a line declares.
    fn declared(line: &str) -> Option<Declared>;

    /// Sets an option.
    fn set(name: &str, value: &str) -> String;

    /// Sets up the position of a turn and starts a search.
    fn go<R: Rules>(turn: &Turn<'_, R>, purpose: Purpose) -> String;

    /// The answer in a line, if it is the answer to a search.
    fn answer(line: &str) -> Option<Answer>;

    /// What a line of information says.
    fn information(line: &str) -> Information;
}

/// Why a search is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To find a move.
    Think,
    /// The same, on the opponent's time.
    Ponder,
}

/// An option as an engine declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// Its name.
    pub(super) name: String,
    /// What it may be, where that is one of several names.
    pub(super) choices: Vec<String>,
    /// Its value at the start.
    pub(super) default: String,
}

/// The answer to a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// The move; none if the engine says that there is none.
    pub(super) mv: Option<String>,
    /// The reply that it expects.
    pub(super) expected: Option<String>,
}

/// What an engine says about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Information {
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}
