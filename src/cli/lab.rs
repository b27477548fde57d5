//! `crownhead lab`: the laboratory.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand, value_parser};

use super::error::CliError;
use super::flags::{count, named, threads};
use super::perft::DEEPEST;
use super::terminal::{on_signal, progress_bar};
use crate::lab::experiments::{self, EXPERIMENTS};
use crate::lab::games::OtherGame;
use crate::lab::record::{Record, merged};
use crate::lab::view::{Reports, document};
use crate::lab::{Experiment, ExperimentHeader, LabError, RunSetup, Sample, Scale, Verified, run, verify};
use crownhead_engine::support::files;
use crownhead_engine::support::shard::Shard;
use crownhead_rules::notation::counted;

/// The folder of the published records.
const RECORDS: &str = "data/lab";

/// Run the papers' experiments and others on the engine's search
///
/// Each experiment writes a record, with a line for each finished job. It can be interrupted with Ctrl-C; the same
/// command then resumes it. `crownhead lab report` makes tables, plots and CSV files from a record. Results do not
/// depend on the number of threads, and times are CPU times of the search thread. Other work on the machine, more
/// --threads included, makes them longer by what it does to the caches, up to a half: for times to publish, use one
/// thread. Two exceptions: `speedup` measures elapsed time, so it needs a quiet machine, and the games of `ponder-time`
/// depend on the speed of the machine. A node is one call of the node search, including quiescence.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  crownhead lab list
  crownhead lab real-domain --scale quick
  crownhead lab real-domain --positions 5 --depth 11 --record small.jsonl
  crownhead lab report small.jsonl --out plots
  crownhead lab verify --seconds 10
  crownhead lab perft --game othello --depth 9")]
pub(super) struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    /// List the experiments and their sizes
    List,
    /// Make tables, plots and a CSV file from a record
    ///
    /// A comparison of costs has three parts: the ratio of the sums with its 95 % interval, the geometric mean of the
    /// ratios of single games or positions, and, as `53 of 100`, how many of these would decide the sums as evenly if all
    /// cost the same. The last line is a checksum of all figures but times: a run that counts the same has the same.
    Report(ReportArgs),
    /// Merge records of one experiment, such as those of its shards, and write the merged record to standard output
    ///
    /// A job that several records have is taken from the first. Records of other experiments, sizes, seeds or versions
    /// of the program are rejected. Times are comparable only within one machine.
    Merge(MergeArgs),
    /// Run a sample of the jobs of records again, and compare what they count
    ///
    /// Prints a line for each record, and a line for each row that differs; the exit code is 1 if one does. Times are not
    /// compared. Left out, with a note, are jobs that depend on learned weights other than today's, rows that the record
    /// marks as superseded, and experiments whose counts depend on the speed of the machine.
    Verify(VerifyArgs),
    /// Count the lines of moves in Othello or chess, to compare with published counts
    ///
    /// Prints a line `perft(D) = COUNT` for each depth. A pass is a move. Games that end earlier do not count;
    /// published counts of Othello may have them from depth 11 on.
    Perft(PerftArgs),
    /// Update the tables and plots of a document from the records
    ///
    /// A table is identified by its title and by the experiment named at the beginning of the line below it. The record
    /// of the experiment is EXPERIMENT.jsonl in the folder of the records, or EXPERIMENT.jsonl.zst.
    Document(DocumentArgs),
    #[command(flatten)]
    Run(RunCommand),
}

#[derive(Debug)]
struct RunCommand {
    experiment: &'static Experiment,
    arguments: RunArgs,
}

impl Subcommand for RunCommand {
    fn augment_subcommands(command: Command) -> Command {
        let of_experiment = |experiment: &Experiment| {
            let long_about = format!("{}\n\n{}", experiment.about, experiment.unit);
            RunArgs::augment_args(Command::new(experiment.name).about(experiment.about).long_about(long_about))
        };
        command.subcommands(EXPERIMENTS.iter().map(of_experiment))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        RunCommand::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        experiments::named(name).is_some()
    }
}

impl FromArgMatches for RunCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RunCommand, clap::Error> {
        let named = matches.subcommand().and_then(|(name, matches)| Some((experiments::named(name)?, matches)));
        let (experiment, matches) = named.ok_or_else(|| clap::Error::new(ErrorKind::InvalidSubcommand))?;
        Ok(RunCommand { experiment, arguments: RunArgs::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RunCommand::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The size: `quick` takes seconds and only tests the experiment, `paper` is as large as the paper's, `full` is
    /// larger
    #[arg(long, value_name = "SCALE", default_value = "quick",
        value_parser = named::<Scale>(Scale::ALL.iter().map(|scale| scale.name())))]
    scale: Scale,

    /// Number of games or positions, instead of the scale's; see `crownhead lab list`
    #[arg(long, value_name = "N", value_parser = count(1..=1_000_000))]
    positions: Option<usize>,

    /// Depth, instead of the scale's, in the unit of the experiment; see `crownhead lab list`
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Seed of the positions and openings; the first, if the scale has several
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Number of jobs to run in parallel, each with a search thread of its own. A run is resumed with the same number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// Run only part I of N of the jobs, a block of them; `crownhead lab merge` puts the records together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// The record file [default: EXPERIMENT-SCALE.jsonl in the current folder, or EXPERIMENT-SCALE-I-of-N.jsonl for a
    /// shard]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Debug, Args)]
struct MergeArgs {
    /// A record
    #[arg(value_name = "RECORD")]
    first: PathBuf,

    /// More records of the same experiment
    #[arg(value_name = "RECORD")]
    others: Vec<PathBuf>,
}

#[derive(Debug, Args)]
struct ReportArgs {
    /// The record
    #[arg(value_name = "RECORD")]
    record: PathBuf,

    /// Also write the tables, the plots and a CSV file into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct VerifyArgs {
    /// The records [default: all of data/lab]
    #[arg(value_name = "RECORD")]
    records: Vec<PathBuf>,

    /// The time that the sample of each record took when it was recorded, in seconds; at least one job is in it
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = sample_seconds)]
    seconds: f64,

    /// The seed of the sample
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Number of jobs to run in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,
}

#[derive(Debug, Args)]
struct DocumentArgs {
    /// The documents
    #[arg(value_name = "FILE", default_values = ["docs/experiments.md", "docs/note.md", "docs/threads.md"])]
    documents: Vec<PathBuf>,

    /// The folder of the records
    #[arg(long, value_name = "FOLDER", default_value = RECORDS)]
    records: PathBuf,
}

#[derive(Debug, Args)]
struct PerftArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = named::<OtherGame>(OtherGame::ALL.iter().map(|game| game.name())))]
    game: OtherGame,

    /// The maximum number of moves, passes included
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=DEEPEST))]
    depth: u32,
}

impl PerftArgs {
    fn run(self, out: &mut impl Write) -> io::Result<()> {
        (1..).zip(self.game.counts(self.depth)).try_for_each(|(depth, lines)| {
            writeln!(out, "perft({depth}) = {lines}")?;
            out.flush()
        })
    }
}

impl LabArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            LabCommand::List => Ok(list(out)?),
            LabCommand::Report(report) => report.run(out),
            LabCommand::Merge(merge) => merge.run(out),
            LabCommand::Perft(perft) => Ok(perft.run(out)?),
            LabCommand::Verify(verify) => verify.run(out),
            LabCommand::Document(document) => document.run(out),
            LabCommand::Run(RunCommand { experiment, arguments }) => arguments.run(experiment, out),
        }
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    for experiment in EXPERIMENTS {
        writeln!(out, "{}: {}", experiment.name, experiment.about)?;
        writeln!(out, "    {}", experiment.unit)?;
        for &scale in Scale::ALL {
            writeln!(out, "    {scale}: {}", experiment.size(scale))?;
        }
    }
    Ok(())
}

impl RunArgs {
    fn run(self, experiment: &Experiment, out: &mut impl Write) -> Result<(), CliError> {
        let setup = experiment.setup(self.scale, self.positions, self.depth, self.seed)?;
        let path = self.record.clone().unwrap_or_else(|| self.usual_path(experiment));
        self.measure(experiment, &setup, &path)?;
        let record = Record::read(&path).map_err(LabError::from)?;
        if let Some(shard) = self.shard {
            let (done, jobs) = (record.jobs.len(), counted(record.header.jobs as u64, "job", "jobs"));
            writeln!(out, "shard {shard}: {done} of {jobs}; `crownhead lab merge` puts the records together")?;
            return Ok(writeln!(out, "record: {}", path.display())?);
        }
        let text = (experiment.report)(&record).markdown(&record);
        let text = if io::stdout().is_terminal() { shortened(&text) } else { text };
        writeln!(out, "{text}")?;
        writeln!(out, "{}", counts(&record))?;
        Ok(writeln!(out, "record: {}", path.display())?)
    }

    fn usual_path(&self, experiment: &Experiment) -> PathBuf {
        let part = self.shard.map_or(String::new(), |shard| format!("-{shard}").replace('/', "-of-"));
        PathBuf::from(format!("{}-{}{part}.jsonl", experiment.name, self.scale))
    }

    fn measure(&self, experiment: &Experiment, setup: &RunSetup, path: &Path) -> Result<(), CliError> {
        let jobs = (experiment.jobs)(setup)?;
        // Until here a signal ends the process at once, and nothing is lost: no job has begun.
        let interrupt = on_signal()?;
        let header = ExperimentHeader { shard: self.shard, ..experiment.header(setup, &jobs, self.threads) };
        let weight = jobs[header.own_jobs()].iter().map(|job| job.weight).sum();
        let bar = progress_bar(weight, "{bar:40} {percent} %, {elapsed} elapsed, {eta} to go", self.quiet);
        let result = run(&jobs, &header, path, self.threads.get(), &interrupt, |weight| bar.inc(weight));
        bar.finish_and_clear();
        Ok(result?)
    }
}

/// The line that says whether two runs have counted the same.
fn counts(record: &Record) -> String {
    format!("checksum without times: {:016x}", record.checksum())
}

/// The most rows of a table that a person gets to see after a run.
const MOST_ROWS: usize = 20;

/// Tables of at most [`MOST_ROWS`] rows; `lab report` prints all rows.
fn shortened(markdown: &str) -> String {
    let mut text = String::new();
    let mut rows = 0;
    // The heading of a table and the line below it are not rows.
    let flush = |text: &mut String, rows: usize| {
        if let Some(left) = rows.checked_sub(MOST_ROWS + 2).filter(|&left| left > 0) {
            let rows = counted(left as u64, "row", "rows");
            text.push_str(&format!("... {rows} more: `crownhead lab report RECORD` prints them\n"));
        }
    };
    for line in markdown.lines() {
        let is_row = line.starts_with('|');
        if !is_row {
            flush(&mut text, std::mem::take(&mut rows));
        }
        rows += usize::from(is_row);
        if rows <= MOST_ROWS + 2 {
            text.push_str(line);
            text.push('\n');
        }
    }
    flush(&mut text, rows);
    text
}

fn write_file(path: &Path, text: &str) -> Result<(), LabError> {
    let folder = path.parent().unwrap_or(path);
    let written = if folder.as_os_str().is_empty() { Ok(()) } else { std::fs::create_dir_all(folder) };
    written.and_then(|()| std::fs::write(path, text)).map_err(|source| LabError::Report(path.to_owned(), source))
}

impl DocumentArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut reports = Reports::of(self.records);
        for path in &self.documents {
            let text = files::read_text(path).map_err(|source| LabError::Document(path.clone(), source))?;
            let fresh = document::refreshed(&text, |table| reports.table(table))?;
            for plot in document::plots(&fresh) {
                write_file(&path.with_file_name("").join(plot), &reports.plot(plot)?)?;
            }
            write_file(path, &fresh)?;
            let what = if fresh == text { "is up to date" } else { "updated" };
            writeln!(out, "{} {what}", path.display())?;
        }
        Ok(())
    }
}

/// A number of seconds, at most a day.
fn sample_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds from 0 to 86400".to_owned())
}

impl VerifyArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let interrupt = on_signal()?;
        let sample = Sample { seed: self.seed, seconds: self.seconds, threads: self.threads.get() };
        let mut differing = 0;
        for path in self.records()? {
            let record = Record::read(&path).map_err(LabError::from)?;
            let verified = verify(&record, sample, &interrupt)?;
            report_verified(&record.header.experiment, &verified, out)?;
            differing += usize::from(!verified.differences.is_empty());
        }
        if differing == 0 { Ok(()) } else { Err(CliError::RecordsDiffer(differing)) }
    }

    /// The given records, or all of the folder, in the order of their names.
    fn records(&self) -> Result<Vec<PathBuf>, CliError> {
        if !self.records.is_empty() {
            return Ok(self.records.clone());
        }
        let folder = Path::new(RECORDS);
        let entries = std::fs::read_dir(folder).map_err(CliError::of_file(folder))?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(CliError::of_file(folder))?.path();
            let is_record = path.file_name().is_some_and(|name| name.to_string_lossy().contains(".jsonl"));
            paths.extend(is_record.then_some(path));
        }
        paths.sort();
        Ok(paths)
    }
}

fn report_verified(name: &str, verified: &Verified, out: &mut impl Write) -> io::Result<()> {
    let Verified { jobs, ran, differences, left_out } = verified;
    let result = match (ran, differences.len()) {
        (_, rows @ 1..) => counted(rows as u64, "row differs", "rows differ"),
        (0, _) => "nothing was compared".to_owned(),
        _ => "all rows agree".to_owned(),
    };
    writeln!(out, "{name}: {ran} of {} ran again: {result}", counted(*jobs as u64, "job", "jobs"))?;
    differences.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
    left_out.iter().try_for_each(|(why, number)| {
        writeln!(out, "    left out {}: {why}", counted(*number as u64, "job", "jobs"))
    })?;
    out.flush()
}

impl MergeArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let record = merged(&self.first, &self.others).map_err(LabError::from)?;
        Ok(record.write(out)?)
    }
}

impl ReportArgs {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let record = Record::read(&self.record).map_err(LabError::from)?;
        let name = &record.header.experiment;
        let experiment = experiments::named(name).ok_or_else(|| LabError::Unknown(name.clone()))?;
        let report = (experiment.report)(&record);
        writeln!(out, "{}", report.markdown(&record))?;
        writeln!(out, "{}", counts(&record))?;
        if let Some(folder) = &self.out {
            let is_packed = self.record.extension().is_some_and(|extension| extension == "zst");
            let plain = if is_packed { self.record.with_extension("") } else { self.record.clone() };
            let stem = plain.file_stem().unwrap_or(name.as_ref()).to_string_lossy();
            for path in report.write(&record, &stem, folder)? {
                writeln!(out, "{}", path.display())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_is_cut_and_a_short_one_is_not() {
        let table = |rows: usize| format!("**T**\n\n| a |\n| --- |\n{}\nend\n", "| 1 |\n".repeat(rows));
        assert_eq!(shortened(&table(20)), table(20));
        let short = shortened(&table(23));
        assert_eq!(short.lines().filter(|&line| line == "| 1 |").count(), 20);
        assert!(short.contains("... 3 rows more: ") && short.ends_with("\nend\n"), "{short}");
    }
}
