//! Why a match could not be played.

use std::io;
use std::path::PathBuf;

use crate::arena::opening::{NoOpenings, OpeningError};
use crate::arena::{AffinityError, EntrantError};
use crate::choice::UnknownChoice;
use crate::endgame::FileError;
use crate::journal::JournalError;
use crate::notation::NotationError;
use crate::plot::PlotError;
use crate::rules::UnknownVariant;
use crate::statistics::SprtError;

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum MatchCommandError {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: String },
    #[error(
        "a flag cannot be merged with {}: TOML holds numbers up to 9223372036854775807 and paths in UTF-8: {cause}",
        path.display()
    )]
    Merge { path: PathBuf, cause: String },
    #[error("a match needs at least two engines, not {0}: add --engine")]
    TooFew(usize),
    #[error("two engines have the name {0}: set name= for each")]
    SameName(String),
    #[error("engine {name}: {cause}")]
    Entrant { name: String, cause: EntrantError },
    #[error("--compliance needs an engine: add --engine")]
    NoEngine,
    #[error("--compliance checks programs over Hub or UCI, not {0}, which listens for DXP")]
    Listener(String),
    #[error("{0} failed")]
    NotCompliant(String),
    #[error("interrupted")]
    Interrupted,
    #[error("--sprt requires two engines, not {0}")]
    TestOfMany(usize),
    #[error(
        "more rounds ({rounds}) than different openings ({openings}): engines without a time limit would repeat \
         games; use fewer games, or more openings with --openings plies:N"
    )]
    Repeated { rounds: usize, openings: usize },
    #[error("{rounds} rounds are too many: expected {most} at most")]
    TooMany { rounds: usize, most: usize },
    #[error("game {number} of the record: expected a number below {most}")]
    Number { number: usize, most: usize },
    #[error("--resume: no record to resume: set it with --record")]
    ResumeWhat,
    #[error("--{flag} has no effect without {needed}")]
    NoEffect { flag: &'static str, needed: &'static str },
    #[error("{} cannot be both --{first} and --{second}", path.display())]
    SameFile { path: PathBuf, first: &'static str, second: &'static str },
    #[error("{} exists already: continue with --resume, or choose another file", .0.display())]
    RecordExists(PathBuf),
    #[error("{} exists already: choose another file for --pdn", .0.display())]
    PdnExists(PathBuf),
    #[error("{flag} {pair}: expected {expected}")]
    Pair { flag: &'static str, pair: String, expected: &'static str },
    #[error("--openings {given}: expected plies: and a number from 0 to {most}")]
    OpeningPlies { given: String, most: usize },
    #[error("--opening-start {number}: expected a number from 1 to {openings}, the number of openings")]
    OpeningStart { number: usize, openings: usize },
    #[error("--sprt counts pairs of games with colours reversed: it does not work with --single")]
    TestOfSingles,
    #[error("--affinity: {0}")]
    Affinity(#[from] AffinityError),
    #[error("--order {0}: expected random or sequential")]
    Order(String),
    #[error("{}: {cause}", path.display())]
    Openings { path: PathBuf, cause: OpeningError },
    #[error(
        "--adjudicate-tables {pieces}: expected 2 to {most}, the most pieces of the endgame tables of {variant}; \
             `crownhead endgame build` builds more, and --tables-dir names their folder"
    )]
    NoTables { pieces: usize, variant: &'static str, most: usize },
    #[error(transparent)]
    Tables(#[from] FileError),
    #[error(transparent)]
    NoOpenings(#[from] NoOpenings),
    #[error("cannot handle Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Choice(#[from] UnknownChoice),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Record(#[from] JournalError),
    #[error("game {number} of the record: {cause}")]
    Game { number: usize, cause: NotationError },
    #[error("engine {0}")]
    Start(String),
    #[error(transparent)]
    Chart(#[from] PlotError),
    #[error("--chart {}: expected a name that ends in .svg or .html", .0.display())]
    ChartName(PathBuf),
    #[error("--chart requires two engines, not {0}")]
    ChartOfMany(usize),
    #[error(transparent)]
    Io(#[from] io::Error),
}
