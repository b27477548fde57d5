//! Generations: games, a fit to them, and a match against the generation before, as long as that gains something.

mod generation_match;

pub use generation_match::{GenerationMatch, Standing};

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::fit::{Data, FitEvent, FitOptions, TrainingSchedule, fit};
use super::games::{Extent, ExtraPositions, GamesRun, GamesSummary, OpeningPlies};
use super::{PlayerWeights, TrainError};
use crate::plot::{self, Plot, PlotError, Series, plain};
use crate::statistics::{Estimate, Sprt};
use crownhead_engine::engine::Limit;
use crownhead_engine::eval::{Family, Training, WeightsFile};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::journal::{Journal, JournalHeader, write_atomically};
use crownhead_rules::Variant;

/// Generations of games, fits and matches.
///
/// Everything is kept in a folder: `genN.games`, `genN.weights` and `genN.match` of each generation N from 1, and the
/// settings in `loop.json`. What is there is not made again, so an interrupted run continues where it was.
#[derive(Clone, Debug)]
pub struct GenerationsRun {
    pub variant: Variant,
    pub folder: PathBuf,
    /// Generation 0. Its numbers of the search hold for the others too.
    pub from: PlayerWeights,
    pub generations: u32,
    pub games: u64,
    pub nodes: u64,
    pub opening_plies: OpeningPlies,
    /// The positions beside the games that are recorded.
    pub extra: ExtraPositions,
    /// Decides the openings of games and matches; each generation has others.
    pub seed: u64,
    /// Games played in parallel.
    pub threads: NonZeroUsize,
    /// The fit; its positions are those of all generations so far. A network begins with that of the generation before;
    /// patterns beside it stay as they are.
    pub fit: FitOptions,
    pub match_nodes: u64,
    pub most_pairs: u64,
    pub sprt: Sprt,
}

/// The settings that the generations of a loop have in common, except those that the records of games and matches have.
/// Generations of two kinds are never mixed, and no match goes on after its test was decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoopSettings {
    from: String,
    games: u64,
    elo: [f64; 2],
    most_pairs: u64,
    family: Family,
    lambda: f32,
    epochs: usize,
    most_men: f64,
    keeps_decided: bool,
    most_plies: usize,
    seed: u64,
}

impl JournalHeader for LoopSettings {
    const OF: &'static str = "a loop of generations";
    const OTHERWISE: &'static str = "choose another folder";
    type Entry = ();
}

#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Games that its weights were fitted to, with those of the network that the loop began with.
    pub games: u64,
    pub positions: u64,
    /// Mean cross-entropy of the results held out, in nats.
    pub held_out_loss: f64,
    /// Its match against the generation before.
    pub standing: Standing,
}

/// Progress of the generation with this number.
#[derive(Debug)]
pub enum LoopEvent<'a> {
    Games(u32, &'a GamesSummary),
    Fit(u32, FitEvent),
    /// A game of its match was played.
    Match(u32, &'a Standing),
    Complete(&'a Generation),
}

impl GenerationsRun {
    /// Runs until a generation gains nothing, or there are enough. Returns all generations, a last one without a gain
    /// included. Fails also if `interrupt` is raised.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(LoopEvent<'_>),
    ) -> Result<Vec<Generation>, TrainError> {
        // Before the folder, so that weights of another variant leave nothing behind.
        self.from.check(self.variant)?;
        fs::create_dir_all(&self.folder).map_err(TrainError::io(&self.folder))?;
        let (_lock, _) = Journal::resume(&self.folder.join("loop.json"), &self.settings())?;
        let mut best = self.from.clone();
        let mut generations: Vec<Generation> = Vec::new();
        for number in 1..=self.generations {
            let games = self.games_run(number, best.clone());
            games.run(interrupt, &mut |figures| tell(LoopEvent::Games(number, figures)))?;
            let path = self.path(number, "weights");
            if !path.exists() {
                let file = self.fitted(number, &best, interrupt, tell)?;
                let bytes = file.to_bytes().map_err(|error| TrainError::weights(path.display(), error))?;
                write_atomically(&path, &bytes).map_err(TrainError::io(&path))?;
            }
            let next = PlayerWeights::read(&path)?;
            let generation_match = self.generation_match(number, next.clone(), best);
            let standing = generation_match.run(interrupt, &mut |standing| tell(LoopEvent::Match(number, standing)))?;
            let training = next.weights().map(|weights| weights.header().training.clone()).unwrap_or_default();
            let Training { games, positions, held_out_loss, .. } = training;
            let generation = Generation { number, games, positions, held_out_loss, standing };
            tell(LoopEvent::Complete(&generation));
            generations.push(generation);
            if !standing.is_gain() {
                break;
            }
            best = next;
        }
        Ok(generations)
    }

    fn settings(&self) -> LoopSettings {
        let &FitOptions { family, lambda, schedule, most_men, keeps_decided, most_plies, seed, .. } = &self.fit;
        LoopSettings {
            from: self.from.label().to_owned(),
            games: self.games,
            elo: self.sprt.hypotheses(),
            most_pairs: self.most_pairs,
            family,
            lambda,
            epochs: schedule.epochs,
            most_men,
            keeps_decided,
            most_plies,
            seed,
        }
    }

    fn path(&self, generation: u32, kind: &str) -> PathBuf {
        self.folder.join(format!("gen{generation}.{kind}"))
    }

    /// Seeds of generations and of their matches lie apart from those of other generations.
    fn seed(&self, generation: u32, is_match: bool) -> u64 {
        self.seed.wrapping_mul(1 << 20).wrapping_add(2 * u64::from(generation) + u64::from(is_match))
    }

    /// The games of a generation, played by the best of those before.
    fn games_run(&self, number: u32, weights: PlayerWeights) -> GamesRun {
        GamesRun {
            variant: self.variant,
            extent: Extent::Games(self.games),
            weights,
            limit: Limit::of_nodes(self.nodes),
            seed: self.seed(number, false),
            opening_plies: self.opening_plies,
            starts: Vec::new(),
            extra: self.extra,
            threads: self.threads,
            record: self.path(number, "games"),
        }
    }

    fn generation_match(&self, number: u32, player: PlayerWeights, opponent: PlayerWeights) -> GenerationMatch {
        GenerationMatch {
            variant: self.variant,
            player,
            opponent,
            nodes: self.match_nodes,
            seed: self.seed(number, true),
            opening_plies: self.opening_plies,
            sprt: self.sprt,
            most_pairs: self.most_pairs,
            threads: self.threads,
            record: self.path(number, "match"),
        }
    }

    /// The weights of a generation, fitted to the games of all generations so far.
    fn fitted(
        &self,
        number: u32,
        best: &PlayerWeights,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(LoopEvent<'_>),
    ) -> Result<WeightsFile, TrainError> {
        let records: Vec<_> = (1..=number).map(|number| self.path(number, "games")).collect();
        let data = Data::read(self.variant, &records, &self.fit, || Ok(interrupt.check()?))?;
        let mut options = self.fit.clone();
        if let Some(network) = best.network() {
            options.start = Some(network.clone());
            options.schedule.rate = TrainingSchedule::RATE_OF_KNOWN_NETWORK;
        }
        let fitted = fit::<TrainError>(&data, &options, |event| {
            tell(LoopEvent::Fit(number, event));
            Ok(interrupt.check()?)
        })?;
        // The records are of all generations since the first one.
        let options = FitOptions { start: self.from.network().cloned(), ..options };
        let mut file = data.weights(&fitted, &options);
        let first = self.from.weights().map_or(0, |first| first.header().training.generation);
        file.header.search = self.from.tuning(self.variant);
        file.header.training.generation = number + first;
        file.header.training.seed = self.fit.seed;
        Ok(file)
    }
}

/// Draws how much stronger each generation is than generation 0, with 95 % intervals, as SVG.
pub fn elo_plot(title: &str, generations: &[Generation]) -> Result<String, PlotError> {
    let known = strengths(generations).into_iter().map_while(|sum| sum);
    let sums = [Estimate::exact(0.0)].into_iter().chain(known);
    let points = sums.enumerate().map(|(number, sum)| (number as f64, sum)).collect();
    let plot = Plot {
        name: "the generations".to_owned(),
        title: title.to_owned(),
        x: "generation".to_owned(),
        y: "Elo over generation 0".to_owned(),
        logarithmic: false,
        series: vec![Series { name: "Elo and its 95 % interval".to_owned(), points }],
        marks: Vec::new(),
    };
    plot::svg(&[plot], "", &plain)
}

/// The strength of each generation over generation 0: the gains of the matches between neighbours are added up, and so
/// are the variances. It is unknown from a generation on whose match, or its interval, was too one-sided for a finite
/// figure.
pub fn strengths(generations: &[Generation]) -> Vec<Option<Estimate>> {
    let mut known = Some((0.0, 0.0f64));
    let sum = |generation: &Generation| {
        let is_finite = |elo: &Estimate| elo.value.is_finite() && elo.margin().is_finite();
        let elo = generation.standing.elo().filter(is_finite);
        known = known.zip(elo).map(|((value, variance), elo)| (value + elo.value, variance + elo.margin().powi(2)));
        let (value, variance) = known?;
        let margin = variance.sqrt();
        Some(Estimate { value, low: value - margin, high: value + margin })
    };
    generations.iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{EloModel, Outcome, PairCounts};

    #[test]
    fn a_strength_is_unknown_after_a_match_that_was_lost_altogether() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).expect("a test");
        let generation = |number, outcomes: &[[Outcome; 2]]| {
            let mut pairs = PairCounts::default();
            outcomes.iter().for_each(|&pair| pairs.add(pair));
            Generation { number, games: 1, positions: 1, held_out_loss: 0.6, standing: Standing::of(pairs, &sprt) }
        };
        let mixed = [[Outcome::Win, Outcome::Win], [Outcome::Loss, Outcome::Draw]].repeat(20);
        let lost = [[Outcome::Loss; 2]; 3];
        let generations = [generation(1, &mixed), generation(2, &lost), generation(3, &mixed)];
        let [first, second, third] = strengths(&generations)[..] else { panic!("three generations") };
        assert_eq!(first.map(|sum| sum.value), generations[0].standing.elo().map(|elo| elo.value));
        assert_eq!((second, third), (None, None));
    }
}
