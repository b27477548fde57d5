//! `crownhead match`: plays matches between engines.

mod archive;
mod compliance;
mod concurrency;
mod engine_flags;
mod error;
mod json;
mod openings;
mod pairs;
mod picture;
mod plan;
mod progress;
mod records;
mod report;
mod settings;
mod terms;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use super::printer::INTERRUPTED;
use super::{CliError, complain};
use crate::arena::{MatchError, News, Tally};
use crate::interrupt::Interrupt;
use crate::rules::Variant;
use crate::shard::Shard;
use archive::Archive;
use engine_flags::EngineFlags;
pub(super) use error::MatchCommandError;
use plan::{Plan, plan};
use progress::Progress;
use records::RecordsCommand;
use report::Scene;
use settings::Settings;

/// Play a match between engines, and report Elo with error bars
///
/// Each opening is played twice with colours reversed, and the statistics are computed from these pairs. The match
/// runner checks the clocks, the legality of moves and the end of games. An engine that crashes, stalls, exceeds its
/// time or plays an illegal move loses the game, and the summary reports it. With engines that are deterministic
/// because of a fixed number of nodes, the games depend only on the seed, not on the concurrency. The output has the
/// format of fastchess and cutechess. Ctrl-C stops the match with a summary and exit code 0; a second Ctrl-C, at least
/// half a second later, exits with code 130 as soon as the engines have ended.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = ENGINE_KEYS, args_conflicts_with_subcommands = true)]
pub(super) struct MatchArgs {
    #[command(subcommand)]
    command: Option<RecordsCommand>,

    #[command(flatten)]
    engines: EngineFlags,

    #[command(flatten)]
    settings: Settings,

    /// Read the settings of the match from a TOML file with the names of the flags; the command line overrides it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Resume the match of --record, or of the record named in --file
    #[arg(long)]
    resume: bool,

    /// Play only part I of N of the match, a block of its pairs of games; `crownhead match merge` puts the records
    /// together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Play no match, but check each engine in short games against itself: that it gets ready, plays from the start and
    /// from a FEN, keeps its time, and reports scores and legal PVs; the exit code is 1 if a check fails
    #[arg(long, conflicts_with_all = ["resume", "json", "shard"])]
    compliance: bool,

    /// Print only the summary, without progress
    #[arg(long)]
    quiet: bool,

    /// Print only the summary, as one JSON object
    #[arg(long)]
    json: bool,
}

impl MatchArgs {
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(command) = self.command {
            return Ok(command.run(out)?);
        }
        self.settings.engine = std::mem::take(&mut self.engines.0);
        let settings = match &self.file {
            Some(path) => self.settings.over(path)?,
            None => self.settings,
        };
        settings.check_effects()?;
        let variant: Variant =
            settings.variant.as_deref().unwrap_or("english").parse().map_err(MatchCommandError::from)?;
        if self.resume && settings.record.is_none() {
            return Err(MatchCommandError::ResumeWhat.into());
        }
        if self.compliance {
            return Ok(compliance::check_all(variant, &settings, out)?);
        }
        let voice = match (self.json, self.quiet) {
            (true, _) => Voice::Json,
            (false, true) => Voice::Quiet,
            (false, false) => Voice::Full,
        };
        Ok(Play { variant, settings, shard: self.shard, resume: self.resume, voice, out }.run()?)
    }
}

const ENGINE_KEYS: &str = "The keys of --engine and --each:
  name=NAME          the name of the engine
  proto=PROTOCOL     hub or uci: a program, over pipes;
                     dxp: a program that listens, over TCP;
                     local: this engine in this process, the fastest choice
                     for short games
  cmd=COMMAND        the program, with or without arguments [default: this
                     engine]
  args=ARGUMENTS     its arguments
  dir=FOLDER         its working directory
  stderr=FILE        the file for its standard error [default: none]
  host=HOST          proto=dxp: its host [default: this machine]
  port=PORT          proto=dxp: its port [default: 27531]
  option.NAME=VALUE  an option, by the name that the engine declares; with
                     proto=local, a setting by the last part of its name in
                     engine.toml
  tc=[M/]TIME[+INC]  a clock: TIME in seconds or minutes:seconds, added again
                     after every M moves; INC is added before each move
  st=SECONDS         time per move. With proto=local, both are CPU time
  nodes=N depth=N    limits per move
  margin=SECONDS     tolerated overrun [default: 0]. It has no effect with
                     st and proto=local, which keeps its time
  patience=SECONDS   the time to get ready, and the time to wait for an answer
                     after it is due before the engine counts as stalled
                     [default: 60]. With neither tc nor st an answer is due at
                     once: a move of nodes or depth that takes longer than
                     patience loses the game
  restart=on         restart it for each game

The default is proto=local without cmd, and proto=hub with cmd.

Examples:
  Is twice the number of nodes worth 20 Elo?
    crownhead match --variant english --engine name=2x nodes=20000 \\
        --engine name=1x nodes=10000 --each proto=local --openings plies:5 \\
        --sprt elo0=0 elo1=20
  Four drivers against each other, 10 ms of CPU time per move:
    crownhead match --engine name=bi option.driver=mtd-bi \\
        --engine name=f option.driver=mtd-f \\
        --engine name=gallop option.driver=mtd-gallop \\
        --engine name=asp option.driver=aspiration-negascout \\
        --each proto=local st=0.01 --openings plies:4 --rounds 500 \\
        --record drivers.jsonl
  Against Scan, with clocks; after an interrupt, add --resume:
    crownhead match --variant international --engine name=Crownhead proto=hub \\
        --engine name=Scan cmd='./scan hub' dir=/opt/scan \\
        --each tc=10+0.1 margin=0.05 --games 200 \\
        --draw plies=20 score=0.1 --resign moves=4 score=6 \\
        --record scan.jsonl --pdn scan.pdn
  The same from a file, whose names are those of the flags:
    crownhead match --file match.toml";

struct Play<'a, W> {
    variant: Variant,
    settings: Settings,
    shard: Option<Shard>,
    resume: bool,
    voice: Voice,
    out: &'a mut W,
}

/// The verbosity.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// Each game, and the summary.
    Full,
    /// The summary.
    Quiet,
    /// The summary as JSON.
    Json,
}

impl<W: Write> Play<'_, W> {
    fn run(mut self) -> Result<(), MatchCommandError> {
        let Plan { tournament, header, suite, warnings } = plan(self.variant, &self.settings, self.shard)?;
        apart(&self.settings)?;
        if let Some(path) = &self.settings.chart {
            picture::check(path, &tournament)?;
        }
        for warning in warnings {
            complain(format_args!("{warning}"));
        }
        let interrupt = Interrupt::default();
        let signals = watch(interrupt.clone())?;
        // A match that cannot be played leaves no record.
        tournament.try_out(&interrupt).map_err(fault)?;
        let (mut archive, before) =
            Archive::open(self.variant, &self.settings, self.resume, &header, &tournament.entrants)?;
        let scene = Scene { variant: self.variant, entrants: &tournament.entrants, suite: &suite };
        let report_every = self.settings.report_every.unwrap_or(REPORT_EVERY);
        let mut progress = Progress::new(&tournament, before.len(), report_every, self.voice != Voice::Full);
        let (tally, result) = tournament.run(&before, &interrupt, |news| -> Result<(), MatchCommandError> {
            if let News::Finished(_, game, _) = &news {
                archive.add(game)?;
            }
            Ok(progress.tell(&scene, &news, self.out)?)
        });
        progress.finish();
        if matches!(result, Err(MatchError::Start { .. })) && tally.finished() == 0 {
            archive.discard();
        }
        // The games were played, even if the match failed or the chart cannot be drawn, so the summary is printed.
        let interrupted = signals.first.load(Ordering::Relaxed);
        let summed_up = self.sum_up(&scene, &tally, tournament.games().len(), interrupted);
        let drawn = self.settings.chart.as_ref().map(|path| picture::draw(path, &tournament, &tally));
        result.map_err(fault)?;
        summed_up?;
        drawn.unwrap_or(Ok(()))?;
        if signals.again.load(Ordering::Relaxed) { Err(MatchCommandError::Interrupted) } else { Ok(()) }
    }

    fn sum_up(&mut self, scene: &Scene<'_>, tally: &Tally, games: usize, interrupted: bool) -> io::Result<()> {
        if self.voice == Voice::Json {
            let summary = json::summary(scene, tally, games, interrupted);
            serde_json::to_writer(&mut *self.out, &summary)?;
            return writeln!(self.out);
        }
        write!(self.out, "{}", report::summary(scene, tally))?;
        if interrupted {
            writeln!(self.out, "Interrupted: {} of {games} games are finished", tally.finished())?;
        }
        Ok(())
    }
}

fn fault(error: MatchError<MatchCommandError>) -> MatchCommandError {
    match error {
        MatchError::Told(error) => error,
        error @ MatchError::Start { .. } => MatchCommandError::Start(error.to_string()),
    }
}

/// Checks that all output files are different.
fn apart(settings: &Settings) -> Result<(), MatchCommandError> {
    let files = [("record", &settings.record), ("pdn", &settings.pdn), ("chart", &settings.chart)];
    let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
    let mut named: Vec<(&'static str, PathBuf)> = Vec::new();
    for (second, path) in files {
        let Some(path) = path else { continue };
        let real = real(path)?;
        if let Some(&(first, _)) = named.iter().find(|(_, other)| *other == real) {
            return Err(MatchCommandError::SameFile { path: path.clone(), first, second });
        }
        named.push((second, real));
    }
    Ok(())
}

/// The first Ctrl-C or termination signal stops the match; a later one ends the process, but not before the engines have
/// had the time to end or to be killed. Signals that follow immediately are ignored: some programs send a signal to the
/// process and again to its group.
fn watch(interrupt: Interrupt) -> Result<Arc<Signals>, ctrlc::Error> {
    let signals = Arc::new(Signals::default());
    let received = Arc::clone(&signals);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() > AT_ONCE {
            received.again.store(true, Ordering::Relaxed);
            std::thread::sleep(FAREWELL);
            std::process::exit(INTERRUPTED.into());
        }
        received.first.store(true, Ordering::Relaxed);
        interrupt.raise();
    })?;
    Ok(signals)
}

/// The signals that were received.
#[derive(Debug, Default)]
struct Signals {
    /// One: the match ends with a summary.
    first: AtomicBool,
    /// Another one, later: it was interrupted.
    again: AtomicBool,
}

/// Games between two reports of the statistics, as in fastchess.
const REPORT_EVERY: usize = 10;

/// More than it takes to end ordinary engines, one after the other.
const FAREWELL: Duration = Duration::from_secs(10);

/// The time within which a second signal is treated as a duplicate of the first.
const AT_ONCE: Duration = Duration::from_millis(500);
