//! `crownhead problems`: collections of problems, found in games or shown.

use std::collections::HashSet;
use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, value_parser};
use indicatif::ProgressBar;

use super::analyze::{open, unreadable};
use super::error::CliError;
use super::flags::{count, file_name, processors, threads, variant_help};
use super::terminal::{complain, on_signal, progress_bar};
use crate::arena::{opening_random, play_on, random_opening};
use crate::review::{Problem, ProblemFinder, ProblemKind, built_in_problems};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Skill, SkillLevel};
use crownhead_engine::search::{TableError, TableSize};
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_engine::support::journal::{check_writable, write_atomically};
use crownhead_engine::support::packed::pack;
use crownhead_engine::support::workers::in_order;
use crownhead_rules::notation::counted;
use crownhead_rules::notation::pdn::{PdnGame, Reader, Replay};
use crownhead_rules::{Game, Variant};

/// Find problems in games, and show those in the program
#[derive(Clone, Debug, Args)]
pub(super) struct ProblemsArgs {
    #[command(subcommand)]
    command: ProblemsCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum ProblemsCommand {
    Build(BuildArgs),
    Show(ShowArgs),
}

impl ProblemsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            ProblemsCommand::Build(build) => build.run(out),
            ProblemsCommand::Show(show) => show.run(out),
        }
    }
}

/// Print the problems of a variant that are in the program, as PDN
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead problems show --variant english > problems.pdn
  crownhead problems show --variant russian | crownhead solve --pdn - --json")]
struct ShowArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,
}

impl ShowArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let text = built_in_problems(self.variant)?.ok_or(CliError::NoProblems(self.variant))?;
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// Find problems in games: wins that can be proven and are hard to see
///
/// Reads the games of PDN files, or plays games of its own with mistakes, and tries to prove a win in each position. Two kinds are
/// kept: a stroke begins with a sacrifice that is the only winning move as far as the proofs reach, where neither side is
/// more than a piece ahead; in an ending, which the endgame tables know, at most two moves win, and at least as many do
/// not. No position comes twice (nor with the colours reversed), and half of the problems are strokes if there are so
/// many. Without files, endings are any positions of the endgame tables.
///
/// The output is PDN. Each problem is a game with its position, the solution against the longest resistance, and the
/// tags Kind (stroke, ending) and Level: 1 to 5, by the nodes after which a search without endgame tables finds the key.
/// `crownhead solve` proves it again, and the board loads it under Problems. If the name ends in .zst, it is packed.
///
/// The same options give the same problems with any number of threads. A faulty game is reported on standard error and
/// searched as far as it is legal; then the exit code is 1. After Ctrl-C, the problems found so far are written, and the
/// exit code is 130.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead problems build --variant english --out english.pdn
  crownhead problems build --variant international my-games.pdn --count 50 \\
      --nodes 50000 --out mine.pdn
  crownhead solve --pdn mine.pdn > proven.pdn")]
struct BuildArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The PDN files; - for standard input. Games whose tags state another variant are left out [default: games of its
    /// own]
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The file of problems
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The number of problems
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(1..=100_000))]
    count: usize,

    /// Maximum number of nodes for a proof: with more of them, more and harder problems are found in a game
    #[arg(long, value_name = "N", default_value = "5000", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Maximum number of games of its own
    #[arg(long, value_name = "N", default_value = "2000", value_parser = count(1..=10_000_000))]
    #[arg(conflicts_with = "files")]
    games: usize,

    /// Seed of the random openings of its own games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games searched in parallel [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<NonZeroUsize>,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

/// How the own games are played: quickly, by players who overlook moves, so that there are mistakes to be punished.
const OWN_NODES: u64 = 100;
const OWN_LEVEL: u8 = 4;
const OWN_OPENING_PLIES: usize = 4;
const OWN_TABLE: TableSize = match TableSize::from_mib(1) {
    Some(size) => size,
    None => TableSize::MIN,
};

/// The plies between two problems of a game: closer ones are the same, a few moves later.
const APART: usize = 10;

enum Job {
    /// The own one with this number.
    Own(usize),
    /// One of a file with this name.
    Read(String, Box<PdnGame>),
    /// None: a file cannot be read any further.
    Unreadable(CliError),
}

#[derive(Default)]
struct Found {
    problems: Vec<Problem>,
    fault: Option<String>,
}

struct Worker {
    player: LocalPlayer,
    finder: ProblemFinder,
}

impl BuildArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        check_writable(&self.out).map_err(CliError::of_file(&self.out))?;
        let jobs = self.jobs()?;
        let interrupt = on_signal()?;
        let bar = progress_bar(self.count as u64, "{bar:30} {pos}/{len} problems, {msg}, {eta} to go", self.quiet);
        let threads = self.threads.unwrap_or_else(processors).get();
        let mut set = Set::new(self.count, bar);
        let start = |_| Ok(Worker { player: self.player()?, finder: ProblemFinder::new(self.variant, self.nodes)? });
        let work = |worker: &mut Worker, job| self.search(worker, job, &interrupt);
        let ended = in_order(threads, jobs, start, work, &interrupt, |found| set.take(found?));
        set.bar.finish_and_clear();
        let faulty = set.faulty;
        match ended {
            Ok(_) | Err(CliError::Interrupted) if !set.signatures.is_empty() => set.write(&self.out, out)?,
            Ok(_) => return Err(CliError::NoneFound(counted(set.games as u64, "game", "games"))),
            Err(_) => {}
        }
        ended?;
        if faulty > 0 { Err(CliError::FaultyGames(faulty)) } else { Ok(()) }
    }

    /// The player of both sides of the own games.
    fn player(&self) -> Result<LocalPlayer, TableError> {
        let skill = SkillLevel::new(OWN_LEVEL).map(|level| Skill { level, seed: self.seed }).unwrap_or_default();
        let endgame = TablesOptions::none();
        let options = EngineOptions { table_size: OWN_TABLE, skill, endgame, ..EngineOptions::default() };
        LocalPlayer::new(self.variant, &options, Limit::of_nodes(OWN_NODES))
    }

    /// The games, of files that can be opened.
    fn jobs(&self) -> Result<Box<dyn Iterator<Item = Job> + Send>, CliError> {
        if self.files.is_empty() {
            return Ok(Box::new((0..self.games).map(Job::Own)));
        }
        let opened = self.files.iter().map(|file| Ok((file.clone(), open(file)?)));
        let opened = opened.collect::<Result<Vec<_>, CliError>>()?;
        Ok(Box::new(opened.into_iter().flat_map(|(file, input)| read(file, input))))
    }

    fn search(&self, worker: &mut Worker, job: Job, interrupt: &Interrupt) -> Result<Found, CliError> {
        let mut ending = None;
        let (game, fault) = match job {
            Job::Unreadable(error) => return Err(error),
            Job::Own(number) => {
                // There are more than enough then, though some come twice.
                if number < 3 * self.count {
                    ending = worker.finder.any_ending(&mut opening_random(self.seed, number as u64));
                }
                let mut game =
                    random_opening(self.variant, OWN_OPENING_PLIES, &mut opening_random(self.seed, number as u64));
                worker.player.new_game();
                play_on(&mut game, usize::MAX, |game| {
                    interrupt.check()?;
                    Ok::<_, CliError>(worker.player.choose(game).map(|choice| choice.mv))
                })?;
                (Some(game), None)
            }
            Job::Read(_, game) if matches!(game.variant(), Ok(Some(stated)) if stated != self.variant) => (None, None),
            Job::Read(file, game) => match game.replay_to_fault(self.variant) {
                Ok(Replay { game, fault }) => (Some(game), fault.map(|fault| format!("{file}: {fault}"))),
                Err(fault) => (None, Some(format!("{file}: {fault}"))),
            },
        };
        let mut problems: Vec<Problem> = ending.into_iter().collect();
        let mut next = 0;
        for (ply, position) in game.iter().flat_map(Game::positions).enumerate() {
            interrupt.check()?;
            if let Some(found) = (ply >= next).then(|| worker.finder.find(position)).flatten() {
                problems.push(found);
                next = ply + APART;
            }
        }
        Ok(Found { problems, fault })
    }
}

fn read(file: PathBuf, input: impl BufRead + Send) -> impl Iterator<Item = Job> + Send {
    let name = file_name(&file).into_owned();
    Reader::new(input).map(move |game| match game {
        Ok(game) => Job::Read(name.clone(), Box::new(game)),
        Err(error) => Job::Unreadable(unreadable(&file, error)),
    })
}

fn is_ending(problem: &Problem) -> bool {
    problem.kind == Some(ProblemKind::Ending)
}

/// The problems found so far.
struct Set {
    wanted: usize,
    problems: Vec<Problem>,
    /// Endings beyond half of those that are wanted: they serve where there are not as many strokes.
    spare: Vec<Problem>,
    signatures: HashSet<String>,
    games: usize,
    faulty: usize,
    bar: ProgressBar,
}

impl Set {
    fn new(wanted: usize, bar: ProgressBar) -> Set {
        Set { wanted, problems: Vec::new(), spare: Vec::new(), signatures: HashSet::new(), games: 0, faulty: 0, bar }
    }

    fn take(&mut self, found: Found) -> Result<ControlFlow<()>, CliError> {
        self.games += 1;
        if let Some(fault) = found.fault {
            self.faulty += 1;
            self.bar.suspend(|| complain(format_args!("{fault}")));
        }
        for problem in found.problems {
            if !self.signatures.insert(problem.signature()) {
                continue;
            }
            let is_spare = is_ending(&problem) && 2 * self.endings() >= self.wanted;
            if is_spare { &mut self.spare } else { &mut self.problems }.push(problem);
        }
        self.bar.set_position(self.problems.len() as u64);
        self.bar.set_message(counted(self.games as u64, "game", "games"));
        let is_full = self.problems.len() >= self.wanted;
        Ok(if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn endings(&self) -> usize {
        self.problems.iter().filter(|problem| is_ending(problem)).count()
    }

    /// Writes the file, and says what is in it.
    fn write(mut self, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
        self.problems.append(&mut self.spare);
        self.problems.truncate(self.wanted);
        let text: String = self.problems.iter().map(|problem| problem.to_pdn().to_string()).collect();
        let is_packed = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zst"));
        let bytes = if is_packed { pack(text.as_bytes())? } else { text.into_bytes() };
        write_atomically(path, &bytes).map_err(CliError::of_file(path))?;
        let strokes = counted((self.problems.len() - self.endings()) as u64, "stroke", "strokes");
        let endings = counted(self.endings() as u64, "ending", "endings");
        let games = counted(self.games as u64, "game", "games");
        writeln!(out, "{}: {strokes} and {endings} from {games}", path.display())?;
        let levels =
            (1..=Problem::HARDEST).map(|level| self.problems.iter().filter(|found| found.level == Some(level)).count());
        let levels: Vec<_> = levels.map(|count| count.to_string()).collect();
        Ok(writeln!(out, "of levels 1 to {}: {}", Problem::HARDEST, levels.join(", "))?)
    }
}

impl From<Interrupted> for CliError {
    fn from(_: Interrupted) -> CliError {
        CliError::Interrupted
    }
}
