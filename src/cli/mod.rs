//! The commands of the command line.

mod analyze;
mod bench;
mod board;
mod book;
mod dxp;
mod endgame;
mod error;
mod eval;
mod find;
mod flags;
mod guesses;
mod lab;
mod manual;
mod match_;
mod openings;
mod perft;
mod play;
mod problems;
mod report;
mod roles;
mod selfplay;
mod session;
mod share_board;
mod solve;
mod terminal;
mod train;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use once_cell::sync::Lazy;

use crate::origin::{COMMIT, VERSION};
use crownhead_engine::config::Config;
use crownhead_engine::protocol::Protocol;
use error::CliError;
use roles::Files;
use terminal::Printer;

/// The heading of the global options in `--help` of a command; they come after its own.
const GENERAL: &str = "General options";

/// A checkers and draughts engine that searches with the MTD family of drivers
///
/// Without a command, it runs as an engine: it reads commands of the Hub protocol or of UCI from standard input and
/// answers them.
#[derive(Debug, Parser)]
#[command(
    version = version(),
    about,
    after_help = "See `crownhead help COMMAND` for each command.

Examples:
  crownhead board                         play and analyse in the browser
  crownhead play --level 3                play on the terminal
  crownhead                               play over Hub or UCI
  crownhead perft --variant international --depth 9
  crownhead analyze --variant english --fen B:W18,24,27:B1,K15
  crownhead analyze --pdn games.pdn > annotated.pdn
  crownhead solve --fen W:W16,21,22,28,30,32,39:B7,8,12,19,23,25,29
  crownhead find games/*.pdn --fen W:W31-50:B1-18,20,24 --tree
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
    #[arg(long, global = true, value_name = "FILTER", help_heading = GENERAL, value_parser = log_filter)]
    log: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Board(board::BoardArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Solve(solve::SolveArgs),
    Problems(problems::ProblemsArgs),
    Find(find::FindArgs),
    /// Run as an engine with the Hub protocol on standard input and output
    Hub {
        /// Declare the settings for experiments too, for match runners
        #[arg(long)]
        expert: bool,
    },
    /// Run as an engine with UCI on standard input and output
    Uci {
        /// Declare the settings for experiments too, for match runners
        #[arg(long)]
        expert: bool,
    },
    Dxp(dxp::DxpArgs),
    /// Print the settings in force as a settings file
    Settings {
        /// Print the settings for experiments too
        #[arg(long)]
        expert: bool,
    },
    Eval(eval::EvalArgs),
    Perft(perft::Perft),
    Moves(perft::Moves),
    Bench(bench::BenchArgs),
    Openings(openings::Openings),
    Selfplay(selfplay::SelfPlayArgs),
    Match(Box<match_::MatchArgs>),
    Train(train::TrainArgs),
    Endgame(endgame::EndgameArgs),
    Book(book::BookArgs),
    Lab(lab::LabArgs),
    Report(report::ReportArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Runs the command of the command line. Errors are reported on standard error with exit code 1, or 2 if the
    /// command line is invalid, or 130 if the command was interrupted before its work was done.
    pub fn run() -> ExitCode {
        let mut parser = with_negative_numbers(Cli::command());
        let parsed = parser.try_get_matches_from_mut(std::env::args_os());
        let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
        let (Cli { command, config, log }, matches) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => return terminal::usage_error(&with_tip(error, &parser)),
        };
        start_log(log.as_deref());
        let mut out = Printer::new();
        let checked = Files::of(&parser, &matches).and_then(|files| files.check());
        let result = checked.and_then(|()| run(command, config.as_deref(), &mut out));
        out.close(result)
    }
}

fn run(command: Option<Command>, config: Option<&Path>, out: &mut Printer) -> Result<(), CliError> {
    let settings = || Ok::<_, CliError>(Config::load(settings_file(config).as_deref())?);
    match command {
        None => session::run(None, settings()?, out),
        Some(Command::Hub { expert }) => {
            session::run(Some(Protocol::Hub), Config { declares_expert: expert, ..settings()? }, out)
        }
        Some(Command::Uci { expert }) => {
            session::run(Some(Protocol::Uci), Config { declares_expert: expert, ..settings()? }, out)
        }
        Some(Command::Board(board)) => board.run(settings()?, out),
        Some(Command::Play(play)) => play.run(settings()?, out),
        Some(Command::Dxp(dxp)) => dxp.run(&settings()?, out),
        Some(Command::Settings { expert: true }) => Ok(out.write_all(settings()?.to_toml().as_bytes())?),
        Some(Command::Settings { expert: false }) => Ok(out.write_all(settings()?.to_common_toml().as_bytes())?),
        Some(Command::Analyze(analyze)) => analyze.run(settings()?, out),
        Some(Command::Solve(solve)) => solve.run(settings()?, out),
        Some(Command::Report(report)) => report.run(settings_file(config).as_deref(), out),
        Some(_) if config.is_some() => Err(CliError::UnusedConfig),
        Some(Command::Problems(problems)) => problems.run(out),
        Some(Command::Find(find)) => find.run(out),
        Some(Command::Eval(eval)) => eval.run(out),
        Some(Command::Perft(perft)) => perft.run(out),
        Some(Command::Moves(moves)) => moves.run(out),
        Some(Command::Bench(bench)) => bench.run(out),
        Some(Command::Openings(openings)) => openings.run(out),
        Some(Command::Selfplay(selfplay)) => selfplay.run(out),
        Some(Command::Match(play)) => play.run(out),
        Some(Command::Train(train)) => train.run(out),
        Some(Command::Endgame(endgame)) => endgame.run(out),
        Some(Command::Book(book)) => book.run(out),
        Some(Command::Lab(lab)) => lab.run(out),
        Some(Command::Completions(completions)) => completions.run(Cli::command(), out),
        Some(Command::Man(man)) => man.run(Cli::command(), out),
    }
}

/// The command with numbers below 0 as values, so that one is a wrong value and not an unknown argument.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let is_option = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Adds the flag that has the letters of an unknown one in another order, as `--pdn` for `--pnd`, which clap finds only
/// for long words.
fn with_tip(mut error: clap::Error, parser: &clap::Command) -> clap::Error {
    let sorted = |flag: &str| {
        let mut letters: Vec<char> = flag.trim_start_matches('-').to_lowercase().chars().collect();
        letters.sort_unstable();
        letters
    };
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return error };
    let mut command = parser;
    for word in std::env::args_os().skip(1) {
        command = command.find_subcommand(&word).unwrap_or(command);
    }
    let mut flags = command.get_arguments().filter_map(clap::Arg::get_long);
    if let Some(meant) = flags.find(|flag| sorted(flag) == sorted(unknown))
        && error.get(ContextKind::SuggestedArg).is_none()
    {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{meant}")));
    }
    error
}

/// Checks a log filter, of which the logger would ignore what it does not understand.
fn log_filter(text: &str) -> Result<String, String> {
    let is_level = |level: &str| level.parse::<log::LevelFilter>().is_ok();
    let is_target = |target: &str| target.chars().all(|c| c.is_alphanumeric() || "_-:".contains(c));
    let is_known = |part: &str| match part.split_once('=') {
        Some((target, level)) => is_target(target) && is_level(level),
        None => is_target(part),
    };
    let parts = text.split('/').next().unwrap_or_default();
    match parts.split(',').map(str::trim).find(|part| !is_known(part)) {
        Some(part) => {
            Err(format!("{part:?} is not a filter: expected a level such as debug, or crownhead::protocol=trace"))
        }
        None => Ok(text.to_owned()),
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

/// The settings file: the given one, or else `engine.toml` next to the program.
///
/// The current directory belongs to the client, so it is not searched.
fn settings_file(named: Option<&Path>) -> Option<PathBuf> {
    let beside = || Some(std::env::current_exe().ok()?.with_file_name("engine.toml")).filter(|path| path.is_file());
    named.map(Path::to_owned).or_else(beside)
}

/// The version, the commit of the build and the instructions that it uses: `0.1.0 (1c325f0, x86-64-v3)`.
fn version() -> &'static str {
    static TEXT: Lazy<String> = Lazy::new(|| {
        let commit = COMMIT.unwrap_or("unknown commit");
        format!("{VERSION} ({commit}, {})", instructions())
    });
    TEXT.as_str()
}

/// The instruction set that the compiler could use: the levels of x86-64 by their names in the System V ABI, otherwise
/// the architecture. Of each level, only the features that matter to this program are checked.
const fn instructions() -> &'static str {
    if !cfg!(target_arch = "x86_64") {
        std::env::consts::ARCH
    } else if cfg!(all(target_feature = "avx512bw", target_feature = "avx512vl", target_feature = "bmi2")) {
        "x86-64-v4"
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "lzcnt")) {
        "x86-64-v3"
    } else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) {
        "x86-64-v2"
    } else {
        "x86-64"
    }
}
