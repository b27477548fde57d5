//! `crownhead train loop`: generations of games, fits and matches.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::fit::FitFlags;
use super::games::ExtraPositionFlags;
use crate::cli::error::CliError;
use crate::cli::flags::{threads, variant_help};
use crate::cli::terminal::on_signal;
use crate::statistics::{EloModel, Estimate, Sprt};
use crate::train::fit::{FitEvent, FitOptions};
use crate::train::games::OpeningPlies;
use crate::train::generations::{Generation, GenerationsRun, LoopEvent, Standing, elo_plot, strengths};
use crate::train::{PlayerWeights, TrainError};
use crownhead_rules::Variant;

/// The error rates of the test of a match.
const ERROR_RATE: f64 = 0.05;

/// Learn in generations: play games, fit weights to all games so far, match them against the generation before
///
/// Generation 0 is the linear evaluation, unless --from says otherwise. Weights are fitted to the games of all
/// generations so far: patterns anew, a network from that of the generation before on, with the patterns beside it left
/// as they are. The loop ends when a generation is not proven stronger than the one before. All is kept in a folder:
/// the games, weights and match of each generation, a table (report.md) and a plot of Elo by generation (elo.svg). An
/// interrupted run continues when the same command is given again. The results do not depend on the number of threads.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead train loop --variant english --games 100000 --folder english-loop \\
        --threads 2
  crownhead train loop --variant giveaway --games 20000 --folder loop \\
        --family network --keep-decided --most-men 8 --most-plies 200 \\
        --lambda 0.5 --nodes 2000 --sidelines 0.5 --leaves 0.5
  crownhead train loop --variant losing --games 2000 --generations 2 \\
        --pairs 100 --folder trial")]
pub(super) struct LoopArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The folder that everything is kept in
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// Generation 0: the weights in this file play the first games, and their kind of evaluation is learned;
    /// of a combined one, the network
    #[arg(long, value_name = "FILE", conflicts_with = "family")]
    from: Option<PathBuf>,

    /// Games of each generation
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Generations, at most
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u32).range(1..=1000))]
    generations: u32,

    /// Nodes to search for each move of these games
    #[arg(long, value_name = "N", default_value = "600", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random plies of an opening: any number of the range, each as often as the others
    #[arg(long, value_name = "LEAST-MOST", default_value_t)]
    opening_plies: OpeningPlies,

    #[command(flatten)]
    extra: ExtraPositionFlags,

    /// Nodes to search for each move of a match
    #[arg(long, value_name = "N", default_value = "5000", value_parser = value_parser!(u64).range(1..))]
    match_nodes: u64,

    /// Pairs of games of a match, at most
    #[arg(long, value_name = "N", default_value = "500", value_parser = value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,

    /// The gain in Elo that a match tests for, against a gain of 0
    #[arg(long, value_name = "ELO", default_value = "10", value_parser = gain)]
    elo: f64,

    #[command(flatten)]
    fit: FitFlags,

    /// Decides openings, positions beside the games, and the order of the positions in a fit
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(0..1 << 40))]
    seed: u64,

    /// Games to play in parallel
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,

    /// Show no progress, even on a terminal
    #[arg(long)]
    quiet: bool,
}

fn gain(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo: &f64| *elo > 0.0 && *elo <= 1000.0);
    elo.ok_or_else(|| "expected Elo above 0, at most 1000".to_owned())
}

impl LoopArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let run = self.generations_run()?;
        let interrupt = on_signal()?;
        let bar = if self.quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
        let mut written = Ok(());
        let result = run.run(&interrupt, &mut |event| {
            let line = show(&bar, &run, &event);
            if let (Some(line), Ok(())) = (line, &written) {
                written = bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            }
        });
        bar.finish_and_clear();
        written?;
        let generations = result?;
        let report = report(&run, &generations);
        write!(out, "{report}")?;
        let plot = elo_plot(&format!("{}: strength by generation", run.variant), &generations)?;
        for (name, text) in [("report.md", report), ("elo.svg", plot)] {
            let path = run.folder.join(name);
            fs::write(&path, text).map_err(TrainError::io(&path))?;
        }
        Ok(())
    }

    fn generations_run(&self) -> Result<GenerationsRun, CliError> {
        let from = self.from.as_deref().map_or_else(|| Ok(PlayerWeights::linear()), PlayerWeights::read)?;
        Ok(GenerationsRun {
            variant: self.variant,
            folder: self.folder.clone(),
            generations: self.generations,
            games: self.games,
            nodes: self.nodes,
            opening_plies: self.opening_plies,
            extra: self.extra.extra_positions(),
            seed: self.seed,
            threads: self.threads,
            fit: FitOptions { seed: self.seed, ..self.fit.options(from.fit(self.fit.family(self.variant))) },
            match_nodes: self.match_nodes,
            most_pairs: self.pairs,
            sprt: Sprt::new(0.0, self.elo, ERROR_RATE, ERROR_RATE, EloModel::Logistic)?,
            from,
        })
    }
}

/// Moves the bar; returns a line if there is something to print.
fn show(bar: &ProgressBar, run: &GenerationsRun, event: &LoopEvent<'_>) -> Option<String> {
    match event {
        LoopEvent::Games(number, figures) => {
            set(bar, figures.games, run.games, &format!("generation {number}: {{pos}}/{{len}} games, {{eta}} to go"));
        }
        LoopEvent::Fit(number, FitEvent::Epoch { number: epoch, held_out, .. }) => {
            let loss = held_out.result();
            let template = format!("generation {number}: epoch {{pos}}/{{len}} of the fit, held out {loss:.5}");
            set(bar, *epoch as u64, run.fit.schedule.epochs as u64, &template);
        }
        LoopEvent::Fit(_, FitEvent::Visited(_)) => {}
        LoopEvent::Match(number, standing) => {
            let template = format!("generation {number}: {{pos}} pairs, {{len}} at most, {}", strength(standing));
            set(bar, standing.pairs.pairs(), run.most_pairs, &template);
        }
        LoopEvent::Complete(generation) => return Some(in_short(generation)),
    }
    None
}

fn set(bar: &ProgressBar, position: u64, length: u64, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    let begins = position == 0 || bar.length() != Some(length) || position < bar.position();
    if begins {
        bar.reset();
    }
    bar.set_length(length);
    bar.set_position(position);
    if begins {
        // The progress of an earlier run says nothing of the speed of this one.
        bar.reset_eta();
    }
}

fn strength(standing: &Standing) -> String {
    let elo = standing.elo().map_or("no Elo yet".to_owned(), |elo| format!("Elo {elo:.1}"));
    format!("{elo}, LLR {:.2}", standing.llr)
}

fn in_short(generation: &Generation) -> String {
    let Generation { number, games, held_out_loss, standing, .. } = generation;
    let counts = standing.pairs.games();
    let verdict = if standing.is_gain() { "stronger" } else { "not proven stronger" };
    format!(
        "generation {number}: {games} games, held out {held_out_loss:.5}; +{} ={} -{}, {}: {verdict}",
        counts.wins,
        counts.draws,
        counts.losses,
        strength(standing)
    )
}

/// The table of all generations, in Markdown.
fn report(run: &GenerationsRun, generations: &[Generation]) -> String {
    let mut text = format!(
        "{}, from {}: {} games a generation at {} nodes per move, sidelines {}, leaves {}; matches at {} nodes per \
         move; seed {}\n\n\
         | generation | games | positions | held-out loss | W | D | L \
         | Elo over the one before | Elo over generation 0 |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        run.variant,
        run.from.label(),
        run.games,
        run.nodes,
        run.extra.sidelines,
        run.extra.leaves,
        run.match_nodes,
        run.seed
    );
    for (generation, sum) in generations.iter().zip(strengths(generations)) {
        let Generation { number, games, positions, held_out_loss, standing } = generation;
        let counts = standing.pairs.games();
        let cell = |elo: Option<Estimate>| elo.map_or(String::new(), |elo| format!("{elo:.1}"));
        let (elo, sum) = (cell(standing.elo()), cell(sum));
        text += &format!(
            "| {number} | {games} | {positions} | {held_out_loss:.5} | {} | {} | {} | {elo} | {sum} |\n",
            counts.wins, counts.draws, counts.losses
        );
    }
    text
}
