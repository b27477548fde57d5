//! The commands of the command line.

mod analyze;
mod bench;
mod board;
mod dxp;
mod endgame;
mod eval;
mod explanation;
mod lab;
mod match_;
mod moves;
mod openings;
mod perft;
mod play;
mod positions;
mod printer;
mod progress_bar;
mod search_flags;
mod selfplay;
mod session;
mod settings;
mod signal;
mod terminal;
mod train;
mod usage_error;
mod values;
mod version;

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::board::{RoomError, ServeError};
use crate::config::{Config, ConfigError};
use crate::lab::LabError;
use crate::notation::NotationError;
use crate::protocol::dxp::ServiceError;
use crate::protocol::{Protocol, SpeakError};
use crate::search::TableError;
use crate::statistics::SprtError;
use crate::train::TrainError;
use printer::Printer;

/// The heading of the global options in `--help` of a command; they come after its own.
const GENERAL: &str = "General options";

/// A checkers and draughts engine that searches with the MTD family of drivers
///
/// Without a command, it runs as an engine: it reads commands of the Hub protocol or of UCI from standard input and
/// answers them.
#[derive(Debug, Parser)]
#[command(
    version = version::version(),
    about,
    after_help = "See `crownhead help COMMAND` for each command.

Examples:
  crownhead board                         play and analyse in the browser
  crownhead play --level 3                play on the terminal
  crownhead                               play over Hub or UCI
  crownhead perft --variant international --depth 9
  crownhead analyze --variant english --fen B:W18,24,27:B1,K15
  crownhead analyze --pdn games.pdn > annotated.pdn
  crownhead bench
  crownhead selfplay --variant giveaway --games 50
  crownhead lab list"
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// The settings file for playing and analysing [default: engine.toml next to the program, if it exists]
    #[arg(long, global = true, value_name = "FILE", help_heading = GENERAL)]
    config: Option<PathBuf>,

    /// The log filter, as in RUST_LOG: `debug`, `crownhead::protocol=trace`; logs go to standard error [default: no
    /// log]
    #[arg(long, global = true, value_name = "FILTER", help_heading = GENERAL)]
    log: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run as an engine with the Hub protocol on standard input and output
    Hub,
    /// Run as an engine with UCI on standard input and output
    Uci,
    Dxp(dxp::DxpArgs),
    /// Print the settings in force as a settings file
    Settings,
    Board(board::BoardArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Eval(eval::EvalArgs),
    Perft(perft::Perft),
    Moves(moves::Moves),
    Bench(bench::BenchArgs),
    Openings(openings::Openings),
    Selfplay(selfplay::SelfPlayArgs),
    Match(Box<match_::MatchArgs>),
    Train(train::TrainArgs),
    Endgame(endgame::EndgameArgs),
    Lab(lab::LabArgs),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Speak(#[from] SpeakError),
    #[error(transparent)]
    Dxp(#[from] ServiceError),
    #[error("cannot connect to {address}: {source}")]
    Connect { address: String, source: io::Error },
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error(transparent)]
    Board(#[from] ServeError),
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error("the system has no random numbers: {0}")]
    Random(#[source] rand::rngs::SysError),
    #[error("cannot handle Ctrl-C: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Analyze(#[from] analyze::AnalyzeError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Lab(#[from] LabError),
    #[error(transparent)]
    Signature(#[from] bench::SignatureError),
    #[error(transparent)]
    Endgame(#[from] endgame::EndgameError),
    #[error(transparent)]
    Match(#[from] match_::MatchCommandError),
    #[error(transparent)]
    Fit(#[from] train::FitError),
    #[error(transparent)]
    Spread(#[from] train::SpreadError),
    #[error("--config applies only to playing and analysing: this command has all its settings on the command line")]
    UnusedConfig,
    #[error("{0} of the lines are not valid positions")]
    BadLines(usize),
    #[error("interrupted")]
    Interrupted,
    #[error("--divide takes one position, not a stream of them")]
    DivideStream,
}

impl CliError {
    /// Whether the command was stopped by Ctrl-C before its work was done.
    const fn is_interrupt(&self) -> bool {
        matches!(
            self,
            CliError::Interrupted
                | CliError::Analyze(analyze::AnalyzeError::Interrupted)
                | CliError::Lab(LabError::Interrupted)
                | CliError::Match(match_::MatchCommandError::Interrupted)
                | CliError::Endgame(
                    endgame::EndgameError::Build(crate::endgame::BuildError::Stopped)
                        | endgame::EndgameError::Verify(crate::endgame::VerifyError::Stopped)
                )
                | CliError::Train(TrainError::Interrupted | TrainError::NothingKept)
        )
    }
}

impl Cli {
    /// Runs the command of the command line. Errors are reported on standard error with exit code 1, or 2 if the
    /// command line is invalid, or 130 if the command was interrupted before its work was done.
    pub fn run() -> ExitCode {
        let Cli { command, config, log } = match Cli::try_parse() {
            Ok(cli) => cli,
            Err(error) => return usage_error::explain(&error),
        };
        start_log(log.as_deref());
        let mut out = Printer::new();
        let result = run(command, config.as_deref(), &mut out);
        out.close(result)
    }
}

fn run(command: Option<Command>, config: Option<&Path>, out: &mut Printer) -> Result<(), CliError> {
    let settings = || Ok::<_, CliError>(Config::load(settings::file(config).as_deref())?);
    match command {
        None => session::run(None, settings()?, out),
        Some(Command::Hub) => session::run(Some(Protocol::Hub), settings()?, out),
        Some(Command::Uci) => session::run(Some(Protocol::Uci), settings()?, out),
        Some(Command::Board(board)) => board.run(settings()?, out),
        Some(Command::Play(play)) => play.run(settings()?, out),
        Some(Command::Dxp(dxp)) => dxp.run(&settings()?, out),
        Some(Command::Settings) => settings::run(&settings()?, out),
        Some(Command::Analyze(analyze)) => analyze.run(settings()?, out),
        Some(_) if config.is_some() => Err(CliError::UnusedConfig),
        Some(Command::Eval(eval)) => eval.run(out),
        Some(Command::Perft(perft)) => perft.run(out),
        Some(Command::Moves(moves)) => moves.run(out),
        Some(Command::Bench(bench)) => bench.run(out),
        Some(Command::Openings(openings)) => openings.run(out),
        Some(Command::Selfplay(selfplay)) => selfplay.run(out),
        Some(Command::Match(play)) => play.run(out),
        Some(Command::Train(train)) => train.run(out),
        Some(Command::Endgame(endgame)) => endgame.run(out),
        Some(Command::Lab(lab)) => lab.run(out),
    }
}

/// Starts the log. It is silent unless requested, on the command line or by `RUST_LOG`: some clients read standard
/// error like standard output. On a terminal it warns about unknown commands.
fn start_log(filter: Option<&str>) {
    let is_typed = io::stdin().is_terminal() && io::stderr().is_terminal();
    let by_default = if is_typed { "crownhead::protocol=warn" } else { "off" };
    let mut builder = env_logger::Builder::new();
    match filter {
        Some(filter) => builder.parse_filters(filter),
        None => builder.parse_env(env_logger::Env::default().default_filter_or(by_default)),
    };
    if filter.is_none() && is_typed {
        // A person needs the message only.
        builder.format(|out, record| writeln!(out, "{}", record.args()));
    }
    builder.init();
}

/// Reports an error to the user. If standard error is closed, there is nothing else to do.
fn complain(fault: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "crownhead: {fault}");
}
