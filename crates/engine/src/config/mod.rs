//! The settings: their registry, and `engine.toml`.
//!
//! Each layer owns its options as plain data; [`Config`] combines them. [`SETTINGS`] defines the key, description and
//! range of each one. The file reader, the text of `engine.toml`, the Hub parameters and the UCI options are derived
//! from it. Expert settings are for experiments: they are not declared to clients.

#[cfg(not(target_family = "wasm"))]
mod file;
mod registry;
mod setting;

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crossbeam_channel::Receiver;

#[cfg(not(target_family = "wasm"))]
pub use file::ConfigError;
pub use registry::SETTINGS;
pub use setting::{Access, PathKind};
pub use setting::{BadValue, Setting, SettingError, Value};

use crate::book::BookOptions;
use crate::engine::{EngineOptions, SkillLevel};
use crate::eval::{LearnedWeights, WeightsError};
use crate::named_choice;
#[cfg(test)]
use crate::support::pending::Maker;
use crate::support::pending::{PATIENCE, Pending};
use crownhead_rules::text::quoted;
use crownhead_rules::{Board, Board8, Variant};

/// All settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Of the Hub protocol.
    pub hub: HubOptions,
    /// Of UCI.
    pub uci: UciOptions,
    /// Of DXP.
    pub dxp: DxpOptions,
    /// Of the library for CheckerBoard.
    pub checkerboard: CheckerBoardOptions,
    /// Of sessions on a terminal.
    pub terminal: TerminalOptions,
    /// Of the engine and its search.
    pub engine: EngineOptions,
    /// Of analysis.
    pub analysis: AnalysisOptions,
    /// A file of weights that has been set and is not in use yet: see [`Config::begin_weights`].
    pub unread_weights: Option<PathBuf>,
    /// Whether Hub and UCI declare the expert settings too. It is no setting of a file.
    pub declares_expert: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            hub: HubOptions {
                variant: Variant::INTERNATIONAL,
                ponder: true,
                coordinates: Coordinates::Auto,
                move_time: Duration::from_secs(2),
                line_gap: Duration::from_millis(1),
            },
            uci: UciOptions {
                variant: Variant::ENGLISH,
                ponder: true,
                limit_strength: false,
                elo: SkillLevel::MAX.rating(),
            },
            dxp: DxpOptions { variant: Variant::INTERNATIONAL, move_time: Duration::from_secs(1) },
            checkerboard: CheckerBoardOptions { variant: Variant::ENGLISH, endgame_tables: true },
            terminal: TerminalOptions { variant: Variant::ENGLISH },
            engine: EngineOptions { book: BookOptions::default(), ..EngineOptions::default() },
            analysis: AnalysisOptions { lines: NonZeroUsize::MIN },
            unread_weights: None,
            declares_expert: false,
        }
    }
}

impl Config {
    /// Begins to read the file of weights that has been set, if one has been, on a thread of its own. The setting only
    /// stores the path, so a file is read once, where the settings become options of the engine.
    pub fn begin_weights(&self) -> Option<PendingWeights> {
        let path = self.unread_weights.clone()?;
        let there = path.clone();
        Some(PendingWeights { path, read: Pending::read("weights", move || LearnedWeights::read(&there)) })
    }

    /// Uses weights that have been read, unless the built-in ones have been set meanwhile.
    ///
    /// # Errors
    /// [`BadValue`] if they are not there, since the file cannot be read in time or is not a file of weights. The weights
    /// in use stay.
    pub fn take_weights(&mut self, weights: &PendingWeights) -> Result<(), BadValue> {
        let PendingWeights { path, read } = weights;
        if self.unread_weights.is_none() {
            return Ok(());
        }
        self.unread_weights.take_if(|unread| unread == path);
        let late = || Err(WeightsError::Read(format!("it could not be read within {} s", PATIENCE.as_secs())));
        let weights = read.get().cloned().unwrap_or_else(late);
        let weights = weights.map_err(|error| bad_weights(&path.display().to_string(), &error))?;
        self.engine.evaluation.weights = Some(weights);
        Ok(())
    }

    /// Reads the file of weights that has been set, if one has been, and waits for it, but no longer than [`PATIENCE`].
    ///
    /// # Errors
    /// As [`Config::take_weights`].
    pub fn read_weights(&mut self) -> Result<(), BadValue> {
        let Some(weights) = self.begin_weights() else { return Ok(()) };
        weights.wait();
        self.take_weights(&weights)
    }

    /// Fails if the weights in use are from a file and for another variant than this one, which is played with the
    /// built-in ones then.
    ///
    /// # Errors
    /// [`BadValue`].
    pub fn check_weights(&self, variant: Variant) -> Result<(), BadValue> {
        let Some(weights) = &self.engine.evaluation.weights else { return Ok(()) };
        weights.check(variant).map_err(|error| bad_weights(weights.source(), &error))
    }
}

/// A file of weights that is being read.
#[derive(Debug)]
pub struct PendingWeights {
    path: PathBuf,
    read: Pending<Result<LearnedWeights, WeightsError>>,
}

impl PendingWeights {
    /// A channel that disconnects when it has been read, or is not worth waiting for any longer.
    pub const fn over(&self) -> &Receiver<Infallible> {
        self.read.over()
    }

    /// Whether that is so.
    pub fn is_over(&self) -> bool {
        self.read.is_over()
    }

    /// Waits until it is.
    pub fn wait(&self) {
        self.read.wait(PATIENCE);
    }

    /// A file that is read when the other value ends the work.
    #[cfg(test)]
    pub fn held_back(path: &std::path::Path) -> (PendingWeights, Maker<Result<LearnedWeights, WeightsError>>) {
        let (read, maker) = Pending::new();
        (PendingWeights { path: path.to_owned(), read }, maker)
    }
}

/// A fault of the setting `eval.file`.
fn bad_weights(path: &str, error: &WeightsError) -> BadValue {
    BadValue {
        key: "eval.file",
        found: quoted(&Value::Text(path.to_owned()).to_string()),
        expected: format!("the path of a file of weights, or nothing, but: {error}"),
    }
}

/// Settings of the Hub protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct HubOptions {
    /// The variant until the client sets another.
    pub variant: Variant,
    /// Whether an answer includes a ponder move.
    pub ponder: bool,
    /// How the squares of position strings are numbered.
    pub coordinates: Coordinates,
    /// The time for a move if the client has set no level.
    pub move_time: Duration,
    /// The minimum time between two lines of output.
    pub line_gap: Duration,
}

/// Settings of UCI.
#[derive(Clone, Debug, PartialEq)]
pub struct UciOptions {
    /// The variant until the client sets another.
    pub variant: Variant,
    /// Whether an answer includes a ponder move.
    pub ponder: bool,
    /// Whether `elo` sets the skill level.
    pub limit_strength: bool,
    /// The rating that the client asks for.
    pub elo: u32,
}

impl UciOptions {
    /// The skill level of these options: that of the rating, or else `level`.
    pub fn skill_level(&self, level: SkillLevel) -> SkillLevel {
        if self.limit_strength { SkillLevel::of_rating(self.elo) } else { level }
    }
}

/// Settings of DXP.
#[derive(Clone, Debug, PartialEq)]
pub struct DxpOptions {
    /// The variant, which the messages do not contain.
    pub variant: Variant,
    /// The time for a move in a game without a time.
    pub move_time: Duration,
}

/// Settings of the library for CheckerBoard.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckerBoardOptions {
    /// The variant, on 8x8, until the user selects another.
    pub variant: Variant,
    /// Whether the endgame tables are used.
    pub endgame_tables: bool,
}

impl CheckerBoardOptions {
    /// The variants that fit its board. It has no number for those that share that of another game.
    pub fn variants() -> impl Iterator<Item = Variant> {
        let fits = |variant: &Variant| variant.board().size == Board8::SQUARES && variant.owner() == *variant;
        Variant::ALL.iter().copied().filter(fits)
    }
}

/// Settings of sessions on a terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct TerminalOptions {
    /// The variant until the user sets another.
    pub variant: Variant,
}

/// Settings of analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// The number of lines.
    pub lines: NonZeroUsize,
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
