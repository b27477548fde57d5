//! `crownhead match`: plays matches between engines.

mod files;
mod plan;
mod records;
mod report;
mod settings;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use super::error::CliError;
use super::terminal::{INTERRUPTED, complain, on_each_signal};
use crate::arena::MatchEvent;
use crate::arena::compliance::{Check, check};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::shard::Shard;
use crownhead_rules::Variant;
use crownhead_rules::notation::counted;
use files::Archive;
use plan::{Plan, participants, plan};
use records::RecordsCommand;
use report::{MatchInfo, Progress};
use settings::{EngineFlags, Settings};

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

/// Games between two reports of the statistics, as in fastchess.
const REPORT_EVERY: usize = 10;

impl MatchArgs {
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(command) = self.command.take() {
            return command.run(out);
        }
        let mut settings = std::mem::take(&mut self.settings);
        settings.engine = std::mem::take(&mut self.engines.0);
        if let Some(path) = &self.file {
            settings = settings.over(path)?;
        }
        settings.check_effects()?;
        let variant: Variant = settings.variant.as_deref().unwrap_or("english").parse()?;
        if self.resume && settings.record.is_none() {
            return Err(CliError::ResumeWhat);
        }
        if self.compliance { check_compliance(variant, &settings, out) } else { self.play(variant, &settings, out) }
    }

    fn play(&self, variant: Variant, settings: &Settings, out: &mut impl Write) -> Result<(), CliError> {
        let Plan { tournament, header, suite, warnings } = plan(variant, settings, self.shard)?;
        files::check_distinct(settings, &header)?;
        if let Some(path) = &settings.chart {
            files::check_chart(path, &tournament)?;
        }
        for warning in warnings {
            complain(format_args!("{warning}"));
        }
        let interrupt = Interrupt::default();
        let signals = watch(interrupt.clone())?;
        // A match that cannot be played leaves no record.
        tournament.try_out(&interrupt)?;
        let (mut archive, before) = Archive::open(variant, settings, self.resume, &header, &tournament.participants)?;
        let info = MatchInfo { variant, participants: &tournament.participants, suite: &suite };
        let report_every = settings.report_every.unwrap_or(REPORT_EVERY);
        let mut progress = Progress::new(&tournament, before.len(), report_every, self.quiet || self.json);
        let (tally, result) = tournament.run(&before, &interrupt, |news| -> Result<(), CliError> {
            if let MatchEvent::Finished(_, game, _) = &news {
                archive.add(game)?;
            }
            Ok(progress.report(&info, &news, out)?)
        });
        progress.finish();
        if matches!(result, Err(CliError::EngineStart(_))) && tally.finished() == 0 {
            archive.discard();
        }
        // The games were played, even if the match failed or the chart cannot be drawn, so the summary is printed.
        let interrupted = signals.load(Ordering::Relaxed) > 0;
        let games = tournament.games().len();
        let summarised = report::write_summary(out, &info, &tally, games, interrupted, self.json);
        let drawn = settings.chart.as_ref().map(|path| files::draw_chart(path, &tournament, &tally));
        result?;
        summarised?;
        drawn.unwrap_or(Ok(()))?;
        if signals.load(Ordering::Relaxed) > 1 { Err(CliError::Interrupted) } else { Ok(()) }
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

fn check_compliance(variant: Variant, settings: &Settings, out: &mut impl Write) -> Result<(), CliError> {
    let participants = participants(settings)?;
    if participants.is_empty() {
        return Err(CliError::NoEngine);
    }
    if let Some(participant) = participants.iter().find(|participant| !participant.can_play_in_parallel()) {
        return Err(CliError::Listener(participant.name.clone()));
    }
    let interrupt = Interrupt::default();
    watch(interrupt.clone())?;
    let mut failures = 0;
    for participant in &participants {
        writeln!(out, "{} ({}):", participant.name, variant)?;
        let checks = check(variant, participant, &interrupt).map_err(|_| CliError::Interrupted)?;
        for Check { name, result } in checks {
            let line = match &result {
                Ok(seen) if seen.is_empty() => format!("  ok    {name}"),
                Ok(seen) => format!("  ok    {name}: {seen}"),
                Err(fault) => format!("  FAIL  {name}: {fault}"),
            };
            writeln!(out, "{line}")?;
            failures += u64::from(result.is_err());
        }
    }
    match failures {
        0 => Ok(()),
        _ => Err(CliError::NotCompliant(counted(failures, "check", "checks"))),
    }
}

/// The first Ctrl-C or termination signal stops the match; a later one ends the process, after the engines have had
/// time to end or to be killed. Signals that follow immediately are ignored: some programs send a signal to the process
/// and again to its group. The returned value is 1 after the first signal and 2 after a later one.
fn watch(interrupt: Interrupt) -> Result<Arc<AtomicUsize>, CliError> {
    let signals = Arc::new(AtomicUsize::new(0));
    let received = Arc::clone(&signals);
    let mut first: Option<Instant> = None;
    on_each_signal(move |_| {
        if first.get_or_insert_with(Instant::now).elapsed() > AT_ONCE {
            received.store(2, Ordering::Relaxed);
            std::thread::sleep(FAREWELL);
            std::process::exit(INTERRUPTED.into());
        }
        received.store(1, Ordering::Relaxed);
        interrupt.raise();
    })?;
    Ok(signals)
}

/// Time enough to end ordinary engines, one after the other.
const FAREWELL: Duration = Duration::from_secs(10);

/// The time within which a second signal is treated as a duplicate of the first.
const AT_ONCE: Duration = Duration::from_millis(500);
