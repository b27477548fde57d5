//! The settings: their registry, `engine.toml`, the parameters of Hub and the options of UCI.
//!
//! Each layer owns its options as plain data; [`Config`] combines them. [`SETTINGS`] defines the key, description and
//! range of each one. The file reader, the text of `engine.toml`, the Hub parameters and the UCI options are derived
//! from it.

mod file;
mod registry;
mod setting;

use std::num::NonZeroUsize;
use std::time::Duration;

pub use file::ConfigError;
pub use registry::SETTINGS;
pub use setting::{Access, BadValue, Setting, SettingError, Value};

use crate::choice::named_choice;
use crate::engine::{EngineOptions, SkillLevel};
use crate::rules::{Board, Board8, Variant};

/// All settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// How the Hub protocol is spoken.
    pub hub: HubOptions,
    /// How UCI is spoken.
    pub uci: UciOptions,
    /// How DXP is spoken.
    pub dxp: DxpOptions,
    /// What holds as a library for CheckerBoard.
    pub checkerboard: CheckerBoardOptions,
    /// What holds when a person types.
    pub terminal: TerminalOptions,
    /// The engine and its search.
    pub engine: EngineOptions,
    /// What an analysis tells.
    pub analysis: AnalysisOptions,
}

/// How the Hub protocol is spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct HubOptions {
    /// The variant until a client names another.
    pub variant: Variant,
    /// Does an answer name a ponder move?
    pub ponder: bool,
    /// How the squares of position strings are numbered.
    pub coordinates: Coordinates,
    /// The time for a move when the client has set no level.
    pub move_time: Duration,
    /// The least time from one line of output to the next.
    pub line_gap: Duration,
}

impl Default for HubOptions {
    fn default() -> HubOptions {
        HubOptions {
            variant: Variant::INTERNATIONAL,
            ponder: true,
            coordinates: Coordinates::Auto,
            move_time: Duration::from_secs(2),
            line_gap: Duration::from_millis(1),
        }
    }
}

/// How UCI is spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct UciOptions {
    /// The variant until a client names another.
    pub variant: Variant,
    /// Does an answer name a ponder move?
    pub ponder: bool,
    /// Whether `elo` sets the skill level.
    pub limit_strength: bool,
    /// The rating that is asked for.
    pub elo: u32,
}

impl UciOptions {
    /// The skill level of these options: that of the rating, or else `level`.
    pub fn skill_level(&self, level: SkillLevel) -> SkillLevel {
        if self.limit_strength { SkillLevel::of_rating(self.elo) } else { level }
    }
}

impl Default for UciOptions {
    fn default() -> UciOptions {
        let elo = SkillLevel::MAX.rating();
        UciOptions { variant: Variant::ENGLISH, ponder: true, limit_strength: false, elo }
    }
}

/// How DXP is spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct DxpOptions {
    /// The variant, which no message of the protocol names.
    pub variant: Variant,
    /// The time for a move when a game is asked for without a time.
    pub move_time: Duration,
}

impl Default for DxpOptions {
    fn default() -> DxpOptions {
        DxpOptions { variant: Variant::INTERNATIONAL, move_time: Duration::from_secs(1) }
    }
}

/// What holds as a library for CheckerBoard.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckerBoardOptions {
    /// The variant, on 8x8, until another is chosen.
    pub variant: Variant,
    /// Are the endgame tables asked?
    pub endgame_tables: bool,
}

impl CheckerBoardOptions {
    /// The variants that fit its board.
    pub fn variants() -> impl Iterator<Item = Variant> {
        Variant::ALL.iter().copied().filter(|variant| variant.board().size == Board8::SQUARES)
    }
}

impl Default for CheckerBoardOptions {
    fn default() -> CheckerBoardOptions {
        CheckerBoardOptions { variant: Variant::ENGLISH, endgame_tables: true }
    }
}

/// What holds when a person types.
#[derive(Clone, Debug, PartialEq)]
pub struct TerminalOptions {
    /// The variant until another is chosen.
    pub variant: Variant,
}

impl Default for TerminalOptions {
    fn default() -> TerminalOptions {
        TerminalOptions { variant: Variant::ENGLISH }
    }
}

/// What an analysis tells.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// How many lines.
    pub lines: NonZeroUsize,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions { lines: NonZeroUsize::MIN }
    }
}

named_choice! {
    /// The numbering of the squares in an 8x8 position string.
    Coordinates("numbering") {
        /// The same numbering as in moves: that of PDN.
        Native = "native",
        /// The board rotated by 180 degrees and the colours swapped, as in pydraughts 0.6.
        Pydraughts = "pydraughts",
        /// Detected from the start positions of the session.
        Auto = "auto",
    }
}
