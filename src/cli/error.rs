//! The error of every command, with the exit code that it leads to.

use std::fmt::Display;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::arena::{AffinityError, MatchError, ParticipantError};
use crate::board::BoardError;
use crate::find::QueryError;
use crate::lab::LabError;
use crate::opening::OpeningError;
use crate::plot::PlotError;
use crate::protocol::dxp::ServiceError;
use crate::statistics::SprtError;
use crate::train::TrainError;
use crownhead_engine::book::{self, BookError};
use crownhead_engine::config::{BadValue, ConfigError};
use crownhead_engine::endgame::{BuildError, FileError, Slice, VerifyError};
use crownhead_engine::engine::{SetupError, StartError};
use crownhead_engine::protocol::SpeakError;
use crownhead_engine::search::{PROB_CUT_PLIES, TableError};
use crownhead_engine::support::choice::UnknownChoice;
use crownhead_engine::support::journal::JournalError;
use crownhead_rules::notation::NotationError;
use crownhead_rules::{UnknownVariant, Variant};

#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    // Errors of the layers below.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot handle Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("the system has no random numbers: {0}")]
    Random(#[source] rand::rngs::SysError),
    #[error("cannot read the clock of the processor: {0}")]
    Clock(io::Error),
    #[error("cannot write: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Choice(#[from] UnknownChoice),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error("{fault}; the nearest game is {nearest}: choose one with --variant")]
    NoGameFits { fault: NotationError, nearest: Variant },
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    TableFile(#[from] FileError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    BookBuild(#[from] book::BuildError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Setting(#[from] BadValue),
    #[error(transparent)]
    Speak(#[from] SpeakError),
    #[error(transparent)]
    Dxp(#[from] ServiceError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error("--affinity: {0}")]
    Affinity(#[from] AffinityError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Lab(#[from] LabError),
    #[error(transparent)]
    Board(#[from] BoardError),

    // Several commands.
    #[error("--config applies only to playing and analysing: this command has all its settings on the command line")]
    UnusedConfig,
    #[error("interrupted")]
    Interrupted,
    #[error("{} cannot be both {first} and {second}", path.display())]
    SameFile { path: PathBuf, first: String, second: String },
    #[error("{name} {}: expected a name that ends in .{}", path.display(), endings.join(" or ."))]
    Ending { name: String, path: PathBuf, endings: &'static [&'static str] },
    #[error("{0} of the lines are not valid positions")]
    BadLines(usize),
    #[error("cannot connect to {address}: {source}")]
    Connect { address: String, source: io::Error },
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },

    // `crownhead perft`
    #[error("--divide takes one position, not a stream of them")]
    DivideStream,

    // `crownhead bench`
    #[error(
        "the node signature has changed: {changes}\n\
         If this commit means to change what is searched, record it:\n  \
         crownhead bench --record {}", file.display()
    )]
    SignatureChanged { changes: String, file: PathBuf },
    #[error("cannot read the signature {}: {source}", file.display())]
    SignatureUnreadable { file: PathBuf, source: io::Error },
    #[error("cannot write the signature {}: {source}", file.display())]
    SignatureUnwritable { file: PathBuf, source: io::Error },
    #[error("the signature {} is not a list of `variant = nodes`: {source}", file.display())]
    SignatureMalformed { file: PathBuf, source: toml::de::Error },

    // `crownhead analyze`
    #[error("cannot read {file}: {source}")]
    UnreadableGames { file: String, source: io::Error },
    #[error("--inaccuracy {} --mistake {} --blunder {}: expected 0 < inaccuracy <= mistake <= blunder <= 100", .0[0], .0[1], .0[2])]
    Thresholds([f64; 3]),
    #[error(
        "expected a position or a file of problems, as in one of:
  crownhead solve --fen W:W16,21,22,28,30,32,39:B7,8,12,19,23,25,29   a position as FEN
  crownhead solve --fen - < problems.txt                              FENs, one per line
  crownhead solve --pdn problems.pdn                                  games with a start position
  crownhead solve --pdn - < problems.pdn                              the same from standard input"
    )]
    NoProblem,
    #[error("{0} contains no games: expected PDN")]
    NoGame(String),
    #[error("{0} of the games could not be read")]
    BadGames(usize),
    #[error("{0} of the problems could not be read")]
    BadProblems(usize),
    #[error("interrupted: not everything was analysed")]
    AnalysisInterrupted,

    // `crownhead problems`
    #[error("no problem found in {0}: expected games in which a side can force a win")]
    NoneFound(String),
    #[error("{0} has no problems in the program: build some with `crownhead problems build`")]
    NoProblems(Variant),

    // `crownhead find`
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error("{fault}; the nearest game is {nearest}: choose one with --variant")]
    NoGameHasQuery { fault: QueryError, nearest: Variant },
    #[error("{0} of the games are faulty: they were searched as far as they are legal")]
    FaultyGames(usize),
    #[error("{0} of the files could not be read")]
    BadFiles(usize),

    // `crownhead endgame`
    #[error("there are no tables of {0}: build some with `crownhead endgame build` and name their folder with --dir")]
    NoTables(&'static str),
    #[error("there is no table of {pieces} pieces: expected 2 to {most}")]
    NoSuchTable { pieces: usize, most: usize },
    #[error("{variant} has no slice {slice}: each side has some pieces, and there is room for the men")]
    NoSuchSlice { slice: Slice, variant: &'static str },
    #[error("{fen}: {pieces} pieces, the tables know up to {most}")]
    TooManyPieces { fen: String, pieces: usize, most: usize },
    #[error("{0}: one side has no pieces, so the game is over")]
    OneSide(String),
    #[error(
        "{fen}: the tables of {variant} leave positions of these pieces out, since the game is over or their value \
         depends on the moves of kings before"
    )]
    LeftOut { fen: String, variant: &'static str },
    #[error("{0}: the tables are damaged")]
    DamagedTables(String),
    #[error("{fen}: the table says {table}, the search says {search}")]
    TableDiffers { fen: String, table: String, search: String },

    // `crownhead book`
    #[error("{0} has no book in the program: name one with --book")]
    NoBook(Variant),
    #[error("the book would be empty: expected moves of {0} in the source, and as many games of each as --least says")]
    NoMoves(Variant),
    #[error("{0}: the book does not have this position")]
    NotInBook(String),

    // `crownhead train`
    #[error("{0} is named twice: expected each number once")]
    NumberTwice(&'static str),
    #[error("--curve draws the losses of the epochs: expected --epochs 1 or more")]
    NoEpochs,
    #[error("--shallow {shallow} and --deep {deep}: expected a greater depth for --deep")]
    NotDeeper { shallow: u32, deep: u32 },
    #[error(
        "--shallow {shallow} and --deep {deep}: expected {PROB_CUT_PLIES} plies between them, as ProbCut has them, for --out"
    )]
    ProbCutPlies { shallow: u32, deep: u32 },

    // `crownhead lab`
    #[error("of {0} of the records, jobs count otherwise than recorded")]
    RecordsDiffer(usize),

    // `crownhead match`
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
    Participant { name: String, cause: ParticipantError },
    #[error("engine {0}")]
    EngineStart(#[from] MatchError),
    #[error("--compliance needs an engine: add --engine")]
    NoEngine,
    #[error("--compliance checks programs over Hub or UCI, not {0}, which listens for DXP")]
    Listener(String),
    #[error("{0} failed")]
    NotCompliant(String),
    #[error("--sprt requires two engines, not {0}")]
    TestOfMany(usize),
    #[error("--sprt counts pairs of games with colours reversed: it does not work with --single")]
    TestOfSingles,
    #[error(
        "more rounds ({rounds}) than different openings ({openings}): engines without a time limit would repeat \
         games; use fewer games, or more openings with --openings plies:N"
    )]
    Repeated { rounds: usize, openings: usize },
    #[error("{rounds} rounds are too many: expected {most} at most")]
    TooMany { rounds: usize, most: usize },
    #[error("game {number} of the record: expected a number below {most}")]
    GameNumber { number: usize, most: usize },
    #[error("game {number} of the record: {cause}")]
    RecordedGame { number: usize, cause: NotationError },
    #[error("--resume: no record to resume: set it with --record")]
    ResumeWhat,
    #[error("--{flag} has no effect without {needed}")]
    NoEffect { flag: &'static str, needed: &'static str },
    #[error("{} exists already: continue with --resume, or choose another file", .0.display())]
    RecordExists(PathBuf),
    #[error("{} exists already: choose another file for --pdn", .0.display())]
    PdnExists(PathBuf),
    #[error("{flag} {pair}: expected {expected}")]
    Pair { flag: &'static str, pair: String, expected: &'static str },
    #[error("--openings {given}: expected plies: and a number from 0 to {most}")]
    OpeningPlies { given: String, most: usize },
    #[error("--openings {given}: No such file, and no published name of an opening of {variant}")]
    NoOpenings { given: String, variant: Variant },
    #[error("no ballots of {0} are known: expected english or international")]
    NoBallots(Variant),
    #[error("--opening-start {number}: expected a number from 1 to {openings}, the number of openings")]
    OpeningStart { number: usize, openings: usize },
    #[error("--order {0}: expected random or sequential")]
    Order(String),
    #[error(
        "--adjudicate-tables {pieces}: expected 2 to {most}, the most pieces of the endgame tables of {variant}; \
         `crownhead endgame build` builds more, and --tables-dir names their folder"
    )]
    NoAdjudication { pieces: usize, variant: &'static str, most: usize },
    #[error("--chart {}: expected a name that ends in .svg or .html", .0.display())]
    ChartName(PathBuf),
    #[error("--chart requires two engines, not {0}")]
    ChartOfMany(usize),
}

impl CliError {
    /// Puts the file before what is wrong with it.
    pub(super) fn of_file<E: Display>(path: &Path) -> impl Fn(E) -> CliError {
        |cause| CliError::File { path: path.to_owned(), cause: cause.to_string() }
    }

    /// Whether Ctrl-C stopped the command before its work was done.
    pub(super) const fn is_interrupt(&self) -> bool {
        matches!(
            self,
            CliError::Interrupted
                | CliError::AnalysisInterrupted
                | CliError::Build(BuildError::Stopped)
                | CliError::BookBuild(book::BuildError::Interrupted)
                | CliError::Verify(VerifyError::Stopped)
                | CliError::Lab(LabError::Interrupted)
                | CliError::Train(TrainError::Interrupted | TrainError::NothingKept)
        )
    }

    /// Whether the error is about one position, so that a command can go on with the next one.
    pub(super) const fn is_about_a_position(&self) -> bool {
        matches!(
            self,
            CliError::Notation(_)
                | CliError::NoGameFits { .. }
                | CliError::OneSide(_)
                | CliError::TooManyPieces { .. }
                | CliError::LeftOut { .. }
                | CliError::DamagedTables(_)
        )
    }
}
