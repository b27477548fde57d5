//! `crownhead solve`: proves or refutes problems.

mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args, value_parser};
use indicatif::ProgressBar;

use super::analyze::{open, time_span, unreadable};
use super::error::CliError;
use super::flags::{EncodingFlag, answer_lines, depth, fen_text, file_name as name, named, table_size, variant_help};
use super::guesses::{Games, Guesses, Place};
use super::terminal::{INTERRUPTED, complain, on_each_signal, progress_bar};
use crate::review::{Effort, Goal, Outcome, solve};
use crownhead_engine::config::Config;
use crownhead_engine::search::{Depth, Prover, TableSize};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::counted;
use crownhead_rules::notation::pdn;
use crownhead_rules::{AnyPosition, Game, Variant};
use report::Report;

/// The default number of nodes for a claim: about ten seconds.
const NODES: u64 = 10_000_000;

/// Prove or refute problems: the side to move wins, or holds a draw
///
/// A win is proven to its end: by the rules, or by the endgame tables, where their win takes no more plies than the
/// draw articles leave. A proof is right whatever the limits are. The solution is printed as PDN, with the replies of
/// the other side as variations, the longest resistance first, up to 1000 moves.
///
/// Each other move of the solver in the main line is searched too, with one part in 500 of --nodes. The verdict is:
/// `sound` if all of them are refuted; `dual at move N: ...` if some of them win as well, or hold the draw; `no dual
/// found` if some of them are open. `refuted` says what the game is worth, if that is known. `no win found` says
/// nothing of longer searches.
///
/// The exit code is 0 whatever the verdict. A faulty position or game is reported on standard error, and the next one
/// is solved; then the exit code is 1. After Ctrl-C, what is known of the problem is printed, and the exit code is 130.
/// Without --time, the output is reproducible except for times.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("problem"))]
#[command(after_help = "With --json, each line of the output is an object: problem (from 1),
variant, fen, side (white, black), goal (win, draw), result (proven, refuted,
open), verdict, loses (of the side to move, if refuted and known), plies (the
most to the end of a proven win), key, line (the main line), moves, nodes, time
(s), pdn. Each of `moves` is a move of the solver: number (from 1), played,
duals, open, refuted (their number).

Examples:
  crownhead solve --fen W:W16,21,22,28,30,32,39:B7,8,12,19,23,25,29
  crownhead solve --variant english --for draw --fen W:WK10:BK1,K2
  crownhead solve --variant international --time 10 --fen - < problems.txt
  crownhead solve --pdn problems.pdn > solutions.pdn
  crownhead solve --pdn problems.pdn --json | grep '\"result\":\"refuted\"'")]
pub(super) struct SolveArgs {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W28,32:B14,19`
    ///
    /// With `-`, FENs are read from standard input, one per line, and the output has a line for each: the FEN, the
    /// result, the key (`-` if there is none) and the verdict.
    #[arg(long, group = "problem", value_parser = fen_text())]
    fen: Option<String>,

    /// The file of problems, games with a start position; `-` for standard input
    #[arg(long, value_name = "FILE", group = "problem")]
    pdn: Option<PathBuf>,

    #[command(flatten)]
    encoding: EncodingFlag,

    /// What to prove: the side to move wins, or does not lose
    #[arg(long = "for", value_name = "GOAL", default_value = "win")]
    #[arg(value_parser = named::<Goal>(Goal::ALL.iter().map(|goal| goal.name())))]
    goal: Goal,

    /// Maximum length of a line, in plies
    #[arg(long, value_name = "PLIES", default_value_t = Depth::MAX, value_parser = depth())]
    depth: Depth,

    /// Maximum number of nodes for the proof
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Maximum time for a problem, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = time_span)]
    time: Option<Duration>,

    /// Size of the table of the proof search, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = table_size())]
    memory: TableSize,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

fn long_variant_help() -> String {
    format!(
        "{}. Default: for a FEN, the setting terminal.variant if the position is possible in it, else the likeliest \
         game; for a game, its tags GameType and Variant, else the likeliest game",
        variant_help()
    )
}

impl SolveArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        let is_waiting = Arc::new(AtomicBool::new(false));
        let interrupt = interrupt(Arc::clone(&is_waiting))?;
        let guesses = Guesses::preferring(config.terminal.variant);
        let mut run = SolveRun {
            args: &self,
            config,
            guesses: &guesses,
            prover: None,
            interrupt,
            is_waiting,
            problems: 0,
            proven: 0,
            out,
        };
        match (&self.pdn, self.fen.as_deref()) {
            (Some(file), _) => run.games(file),
            (None, Some("-")) => run.stream(),
            (None, Some(text)) => run.single(text),
            (None, None) => Err(CliError::NoProblem),
        }
    }

    fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, longest: self.depth }
    }
}

/// An interrupt that Ctrl-C raises. While the input is awaited, which cannot be interrupted, it ends the process: all
/// that was found is written by then.
fn interrupt(is_waiting: Arc<AtomicBool>) -> Result<Interrupt, CliError> {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    on_each_signal(move |_| {
        raised.raise();
        if is_waiting.load(Ordering::SeqCst) {
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(interrupt)
}

/// Solves problem after problem.
struct SolveRun<'a, W> {
    args: &'a SolveArgs,
    config: Config,
    guesses: &'a Guesses,
    prover: Option<(Variant, Prover)>,
    interrupt: Interrupt,
    /// Whether the next problem is awaited from a file or from standard input.
    is_waiting: Arc<AtomicBool>,
    problems: usize,
    proven: usize,
    out: &'a mut W,
}

impl<W: Write> SolveRun<'_, W> {
    fn single(&mut self, text: &str) -> Result<(), CliError> {
        let report = self.solve_fen(text, Place::Whole)?;
        if self.args.json {
            report.write_json(self.out)?
        } else {
            report.write_text(self.out)?
        }
        self.interrupt.check().map_err(|_| CliError::Interrupted)
    }

    fn stream(&mut self) -> Result<(), CliError> {
        let bar = progress_bar(0, "{pos} problems, {msg}", self.args.quiet);
        self.await_input()?;
        let answered = answer_lines(|text, place| {
            self.is_waiting.store(false, Ordering::SeqCst);
            let answered = self.answer(text, place, &bar);
            self.await_input()?;
            answered
        });
        self.is_waiting.store(false, Ordering::SeqCst);
        bar.finish_and_clear();
        self.sum_up();
        answered
    }

    fn answer(&mut self, text: &str, place: Place, bar: &ProgressBar) -> Result<(), CliError> {
        let report = self.solve_fen(text, place)?;
        bar.suspend(|| if self.args.json { report.write_json(self.out) } else { report.write_line(text, self.out) })?;
        self.solved(bar)
    }

    fn games(&mut self, file: &Path) -> Result<(), CliError> {
        let bar = self.bar(file);
        let mut faults = 0;
        self.await_input()?;
        let (given, guesses) = (self.args.variant, self.guesses);
        let mut games = Games::new(self.args.encoding.reader(open(file)?), given, guesses);
        for game in games.by_ref() {
            self.is_waiting.store(false, Ordering::SeqCst);
            let mut game = game.map_err(|error| unreadable(file, error))?;
            // What could not be read may have been the position.
            let fault = game.fault().filter(|_| game.fen().is_none());
            let variant = fault.map_or_else(|| guesses.of_game(given, &game), Err);
            let start = variant.and_then(|variant| game.start(variant));
            match start {
                Ok(position) => {
                    bar.suspend(|| guesses.report_oddities(given, position.variant(), &game));
                    let report = self.solve(position)?;
                    bar.suspend(|| {
                        if self.args.json { report.write_json(self.out) } else { report.write_game(game, self.out) }
                    })?;
                    self.solved(&bar)?;
                }
                Err(error) => {
                    let hint = guesses.hint(given, &game, &error);
                    faults += 1;
                    game.set_aside(&error);
                    bar.suspend(|| {
                        complain(format_args!("{}: {error}{hint}", name(file)));
                        if self.args.json { Ok(()) } else { write!(self.out, "{game}") }
                    })?;
                    self.out.flush()?;
                }
            }
            self.await_input()?;
        }
        self.is_waiting.store(false, Ordering::SeqCst);
        bar.finish_and_clear();
        EncodingFlag::tell(file, games.encodings());
        self.sum_up();
        match (self.problems, faults) {
            (0, 0) => Err(CliError::NoGame(name(file).into_owned())),
            (_, 0) => Ok(()),
            (_, faults) => Err(CliError::BadProblems(faults)),
        }
    }

    /// From here on, Ctrl-C ends the process; one before ends the work.
    fn await_input(&self) -> Result<(), CliError> {
        self.is_waiting.store(true, Ordering::SeqCst);
        self.interrupt.check().map_err(|_| CliError::Interrupted)
    }

    /// A progress bar on standard error, hidden if that is not a terminal. The problems of a file are counted first.
    fn bar(&self, file: &Path) -> ProgressBar {
        let bar = progress_bar(0, "{pos}/{len} {bar:40} {msg}, {eta} to go", self.args.quiet);
        if !bar.is_hidden() && file.is_file() {
            bar.set_length(open(file).map(pdn::Reader::new).into_iter().flatten().count() as u64);
        }
        bar
    }

    fn solve_fen(&mut self, text: &str, place: Place) -> Result<Report, CliError> {
        let position = self.guesses.position(self.args.variant, text, place)?;
        self.solve(position)
    }

    fn solve(&mut self, position: AnyPosition) -> Result<Report, CliError> {
        let variant = position.variant();
        let (_, prover) = match &mut self.prover {
            Some(of) if of.0 == variant => of,
            other => {
                let prover = Prover::open(variant, &self.config.engine.endgame, self.args.memory)?;
                other.insert((variant, prover))
            }
        };
        let (start, limit, interrupt) = (Instant::now(), self.args.time, &self.interrupt);
        let mut is_over = || interrupt.is_raised() || limit.is_some_and(|limit| start.elapsed() >= limit);
        let effort = self.args.effort();
        let solution = solve(prover, &Game::new(position), self.args.goal, effort, &mut is_over);
        self.problems += 1;
        self.proven += usize::from(matches!(solution.outcome, Outcome::Proven { .. }));
        Ok(Report { number: self.problems, position, solution, effort, time: start.elapsed() })
    }

    /// Between two problems: shows the progress, and ends the work after Ctrl-C.
    fn solved(&mut self, bar: &ProgressBar) -> Result<(), CliError> {
        self.out.flush()?;
        bar.inc(1);
        bar.set_message(format!("{} proven", self.proven));
        self.interrupt.check().map_err(|_| CliError::Interrupted)
    }

    fn sum_up(&self) {
        if !self.args.quiet {
            let problems = counted(self.problems as u64, "problem", "problems");
            complain(format_args!("{} of {problems} proven", self.proven));
        }
    }
}
