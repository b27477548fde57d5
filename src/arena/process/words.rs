//! The interface of the protocols over pipes, from the client's side.

use super::reader::Sort;
use crate::arena::player::Turn;
use crate::eval::Score;
use crate::rules::Variant;

/// The commands and replies of a protocol, from the client's side.
pub(super) trait Words: Send + 'static {
    /// The first line.
    const GREETING: &'static str;
    /// The line that ends the reply to it.
    const GREETED: &'static str;
    /// The command to get ready.
    const PREPARE: &'static str;
    /// The reply to it.
    const READY: &'static str;
    /// Announces a new game.
    const NEW_GAME: &'static str;
    /// A question that an engine answers when it has done all before it.
    const PING: &'static str;
    /// The answer.
    const PONG: &'static str;
    /// Whether every engine answers it. Otherwise it is asked once at the start, to see whether this one does.
    const ALL_ANSWER_PINGS: bool;
    /// The pondered move has been played.
    const PONDER_HIT: &'static str;
    /// Answer now.
    const STOP: &'static str;
    /// The command to quit.
    const QUIT: &'static str;
    /// The variant of an engine without an option for it; `None` if it can be any.
    const PLAYS_UNASKED: Option<Variant>;
    /// The option that chooses the variant.
    const VARIANT_OPTION: &'static str;
    /// The option that allows pondering.
    const PONDER_OPTION: &'static str;

    /// Classifies a line of the engine.
    fn sort(line: &str) -> Sort;

    /// The option that a line declares.
    fn declared(line: &str) -> Option<Declared>;

    /// Sets an option.
    fn set(name: &str, value: &str) -> String;

    /// Sets up the position of a turn and starts a search.
    fn go(turn: &Turn<'_>, purpose: Purpose) -> String;

    /// Parses a line that is the answer to a search.
    fn answer(line: &str) -> Option<Answer>;

    /// Parses a line of information.
    fn information(line: &str) -> Information;
}

/// The purpose of a search.
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
    /// Its choices, if it has them.
    pub(super) choices: Vec<String>,
    /// Its value at the start.
    pub(super) default: String,
}

/// The answer to a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// The move; `None` if the engine reports that there is none.
    pub(super) mv: Option<String>,
    /// The reply that it expects.
    pub(super) expected: Option<String>,
}

/// The information of an engine about its search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Information {
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// The moves of its PV, as it writes them.
    pub(super) pv: Vec<String>,
}
