//! `crownhead train fit`: weights from games.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{share, write_weights};
use crate::cli::error::CliError;
use crate::cli::flags::{named, threads, variant_help};
use crate::cli::terminal::progress_bar;
use crate::train::fit::{Data, FitEvent, FitOptions, Fitted, Losses, fit, loss_plot};
use crate::train::{TrainError, read_weights};
use crownhead_engine::eval::{Family, Grain, PatternList, WeightsFile};
use crownhead_engine::support::journal::{check_writable, write_atomically};
use crownhead_rules::Variant;
use crownhead_rules::notation::counted;

/// Fit the weights of an evaluation to games
///
/// A logistic regression: the weights are those that best predict the points of the games, mixed with the search
/// values. One game in ten is held out; its positions decide which epoch is the best. With one thread the same records
/// and options give the same file.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train fit --variant english --records english-*.games \\
        --out english.weights
  crownhead train fit --variant english --family network \\
        --records english-*.games --out network.weights
  crownhead train fit --variant giveaway --records a.games --out a.weights \\
        --curve a.svg --epochs 20")]
pub(super) struct FitArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// Records of games, as `train games` writes them
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    records: Vec<PathBuf>,

    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A plot of the losses, as SVG
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,

    #[command(flatten)]
    flags: FitFlags,

    /// Learn by temporal differences, TD(lambda), with this lambda, instead of from results and search values
    #[arg(long, value_name = "LAMBDA", conflicts_with = "lambda", value_parser = share::<f32>)]
    temporal: Option<f32>,

    /// Begin with the network in this file, and learn on from these games; patterns in it stay as they are
    #[arg(long, value_name = "FILE", conflicts_with = "family")]
    start: Option<PathBuf>,

    /// Fit patterns to the residual of the network in this file. The weights have both; patterns that the file has
    /// already are left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["family", "start"])]
    over: Option<PathBuf>,

    /// The length of the first steps [default: 0.01 for patterns, 0.002 for a network, 0.0005 with --start]
    #[arg(long, value_name = "LOGITS", value_parser = rate)]
    rate: Option<f32>,

    /// Positions between two steps, in whole runs of 32 for patterns and 8 for a network [default: 16384 for patterns,
    /// 1024 for a network]
    #[arg(long, value_name = "N")]
    batch: Option<NonZeroUsize>,

    /// Decides the order of the positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Threads; with more than one the last digits of the weights depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// The number of generations of games and fits that led to these games, for the file
    #[arg(long, value_name = "N", default_value = "1")]
    generation: u32,

    /// A report as JSON: the options, the data, the losses of other values, and the losses of each epoch
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

/// The flags that `train fit` and `train loop` have in common: what learns, to what target, and from which positions.
#[derive(Clone, Debug, Args)]
pub(super) struct FitFlags {
    /// The kind of evaluation that learns [default: patterns; a network where the board is too wide for them]
    #[arg(long, value_name = "FAMILY",
        value_parser = named::<Family>([Family::Patterns, Family::Network].into_iter().map(Family::name)))]
    family: Option<Family>,

    /// The part of the result in the target; the rest is the search value
    #[arg(long, value_name = "SHARE", default_value_t = FitOptions::default().lambda, value_parser = share::<f32>)]
    lambda: f32,

    /// Passes through all positions; 0 leaves what the fit begins with as it is, but for its scale, by which a man more
    /// is worth 1.0 in these games, and for the numbers of pieces that the games do not have
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().schedule.epochs)]
    epochs: usize,

    /// Leave out positions whose search value is beyond this [default: 5]; those beyond the limit of adjudication,
    /// 5 men and in the losing games 6, are left out too
    #[arg(long, value_name = "MEN", value_parser = men)]
    most_men: Option<f64>,

    /// Keep all these positions, with values of at most --most-men
    #[arg(long)]
    keep_decided: bool,

    /// Use the first N recorded positions of each game only [default: 110]
    #[arg(long, value_name = "N")]
    most_plies: Option<usize>,
}

impl FitFlags {
    /// The kind of evaluation that learns, unless weights decide it.
    pub(super) fn family(&self, variant: Variant) -> Family {
        let usual = if PatternList::of(variant).is_some() { Family::Patterns } else { Family::Network };
        self.family.unwrap_or(usual)
    }

    /// These options, and for the rest the usual ones.
    pub(super) fn options(&self, mut usual: FitOptions) -> FitOptions {
        usual.schedule.epochs = self.epochs;
        FitOptions {
            lambda: self.lambda,
            most_men: self.most_men.unwrap_or(usual.most_men),
            keeps_decided: self.keep_decided,
            most_plies: self.most_plies.unwrap_or(usual.most_plies),
            ..usual
        }
    }
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| format!("{text} is not a rate: expected a number above 0"))
}

fn men(text: &str) -> Result<f64, String> {
    let men = text.parse().ok().filter(|men| (0.0..=100.0).contains(men));
    men.ok_or_else(|| format!("{text} is not a value: expected men from 0 to 100"))
}

impl FitArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let options = self.options()?;
        self.check(&options)?;
        let data = self.read(&options)?;
        let positions = [&data.trained, &data.held_out].map(|part| part.len());
        let [trained, held_out] = positions;
        writeln!(
            out,
            "{}: {} games, {trained} positions to learn from, {held_out} held out",
            self.variant, data.games
        )?;
        if data.copies > 0 {
            writeln!(out, "{} read before, not counted again", counted(data.copies, "game", "games"))?;
        }
        let of_others = [
            ("search", Losses::of_values(&data, |example| example.searched)),
            ("linear evaluation", Losses::of_values(&data, |example| example.linear)),
        ];
        for (name, (slope, losses)) in of_others {
            let loss = losses.result();
            writeln!(out, "{name}: held out {loss:.5} against results, at {slope:.3} logits a man")?;
        }
        let fitted = self.fit(&options, &data, out)?;
        let indices = if options.family == Family::Patterns { "patterns" } else { "inputs" };
        writeln!(out, "{} {indices} occurred; a man is worth {:.3} logits", fitted.occurring, fitted.logits_per_man)?;
        write_weights(&self.out, &self.with_origin(data.weights(&fitted, &options)))?;
        if let Some(path) = &self.report {
            let report = report(&options, &data, of_others.map(|(_, losses)| losses), &fitted);
            write_atomically(path, format!("{report:#}\n").as_bytes()).map_err(TrainError::io(path))?;
        }
        if let Some(path) = &self.curve {
            let plot = loss_plot(&format!("{}: losses of the fit", self.variant), &fitted.course)?;
            write_atomically(path, plot.as_bytes()).map_err(TrainError::io(path))?;
        }
        Ok(())
    }

    fn options(&self) -> Result<FitOptions, TrainError> {
        let usual = match (&self.start, &self.over) {
            (Some(path), _) => FitOptions::starting_with(read_weights(path)?),
            (None, Some(path)) => FitOptions::over(read_weights(path)?),
            (None, None) => FitOptions::of(self.flags.family(self.variant)),
        };
        let mut options = FitOptions {
            td_lambda: self.temporal,
            seed: self.seed,
            threads: self.threads.get(),
            ..self.flags.options(usual)
        };
        let schedule = &mut options.schedule;
        schedule.rate = self.rate.unwrap_or(schedule.rate);
        schedule.batch = self.batch.map_or(schedule.batch, NonZeroUsize::get);
        Ok(options)
    }

    /// Fails before hours of work rather than after them.
    fn check(&self, options: &FitOptions) -> Result<(), CliError> {
        if self.curve.is_some() && options.schedule.epochs == 0 {
            return Err(CliError::NoEpochs);
        }
        for path in [Some(&self.out), self.report.as_ref(), self.curve.as_ref()].into_iter().flatten() {
            check_writable(path).map_err(TrainError::io(path))?;
        }
        for weights in [&options.start, &options.over].into_iter().flatten() {
            let wrong = |error| TrainError::weights(weights.source(), error);
            weights.file().network(self.variant, Grain::REAL).map_err(wrong)?;
        }
        Ok(())
    }

    fn read(&self, options: &FitOptions) -> Result<Data, TrainError> {
        let bar = progress_bar(0, "{spinner} {pos} games read", self.quiet);
        let data = Data::read(self.variant, &self.records, options, || {
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        data
    }

    /// Fits the weights, with a bar and a line for each epoch.
    fn fit(&self, options: &FitOptions, data: &Data, out: &mut impl Write) -> io::Result<Fitted> {
        let length = (options.schedule.epochs * data.trained.len()) as u64;
        let bar = progress_bar(length, "{bar:40} {percent} %, {eta} to go", self.quiet);
        let fitted = fit(data, options, |event| match event {
            FitEvent::Visited(positions) => {
                bar.inc(positions);
                Ok(())
            }
            FitEvent::Epoch { number, trained, held_out } => {
                let line = format!(
                    "epoch {number:>2}: target {:.5}, held out {:.5}; results {:.5}, held out {:.5}",
                    trained.target(),
                    held_out.target(),
                    trained.result(),
                    held_out.result()
                );
                bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))
            }
        });
        bar.finish_and_clear();
        fitted
    }

    /// The file with the origin that the flags state.
    fn with_origin(&self, mut file: WeightsFile) -> WeightsFile {
        file.header.training.generation = self.generation;
        file.header.training.seed = self.seed;
        file
    }
}

/// The report of a fit. Losses are mean cross-entropies in nats.
fn report(options: &FitOptions, data: &Data, of_others: [(f32, Losses); 2], fitted: &Fitted) -> Value {
    let [search, linear] = of_others.map(|(slope, losses)| json!({"logits_per_man": slope, "loss": losses.result()}));
    let losses = |losses: &Losses| json!({"target": losses.target(), "result": losses.result()});
    let epoch = |(trained, held_out): &_| json!({"trained": losses(trained), "held_out": losses(held_out)});
    json!({
        "variant": data.variant.name(),
        "records": data.identities().collect::<Vec<_>>(),
        "games": data.games,
        "copies": data.copies,
        "positions": {"trained": data.trained.len(), "held_out": data.held_out.len()},
        "options": {
            "family": options.family,
            "start": options.start.as_ref().map(|start| start.source()),
            "over": options.over.as_ref().map(|over| over.source()),
            "lambda": options.lambda,
            "temporal": options.td_lambda,
            "search_logits_per_man": fitted.search_logits_per_man,
            "epochs": options.schedule.epochs,
            "batch": options.schedule.batch,
            "rate": options.schedule.rate,
            "seed": options.seed,
            "threads": options.threads,
            "most_men": options.most_men,
            "keeps_decided": options.keeps_decided,
            "most_plies": options.most_plies,
        },
        "yardsticks": {"search": search, "linear": linear},
        "epochs": fitted.course.iter().map(epoch).collect::<Vec<_>>(),
        "held_out": losses(&fitted.losses),
        "occurring": fitted.occurring,
        "logits_per_man": fitted.logits_per_man,
    })
}
