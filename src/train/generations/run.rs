//! The loop over generations.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::contest::{Contest, Standing};
use crate::engine::Limit;
use crate::eval::{Family, Training, WeightsFile};
use crate::interrupt::Interrupt;
use crate::journal::{self, Journal};
use crate::rules::Variant;
use crate::statistics::Sprt;
use crate::train::fit::{Data, Event, FitOptions, Scale, fit};
use crate::train::games::{Beside, Extent, Figures, GamesRun, OpeningPlies};
use crate::train::{Knowledge, TrainError};
use crate::whole_file;

/// Generations of games, fits and matches.
///
/// Everything is kept in a folder: `genN.games`, `genN.weights` and `genN.match` of each generation N from 1, and in
/// `loop.json` how the loop goes. What is there is not made again, so an interrupted run continues where it was.
#[derive(Clone, Debug)]
pub struct GenerationsRun {
    /// The variant.
    pub variant: Variant,
    /// The folder.
    pub folder: PathBuf,
    /// Generation 0. The numbers of the search that go with it hold for the others too.
    pub from: Knowledge,
    /// So many generations at most.
    pub generations: u32,
    /// Games of each generation.
    pub games: u64,
    /// What a player of these games may spend on a move.
    pub limit: Limit,
    /// Random plies of an opening.
    pub opening_plies: OpeningPlies,
    /// Which positions beside the games are recorded.
    pub beside: Beside,
    /// Decides the openings of games and matches; each generation has others.
    pub seed: u64,
    /// How many games to play at a time.
    pub threads: NonZeroUsize,
    /// The fit; its positions are those of all generations so far. A network begins with that of the generation before;
    /// patterns beside it stay as they are.
    pub fit: FitOptions,
    /// What a player of the matches may spend on a move.
    pub match_limit: Limit,
    /// Pairs of games of a match, at most.
    pub most_pairs: u64,
    /// The test of a match.
    pub sprt: Sprt,
}

/// What the generations of a loop have in common, but for what the records of games and matches say themselves. Generations
/// of two kinds are never mixed, and no match is gone on with after its test was decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
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

impl Settings {
    fn of(run: &GenerationsRun) -> Settings {
        let &FitOptions { family, lambda, epochs, most_men, keeps_decided, most_plies, seed, .. } = &run.fit;
        Settings {
            from: run.from.label().to_owned(),
            games: run.games,
            elo: run.sprt.hypotheses(),
            most_pairs: run.most_pairs,
            family,
            lambda,
            epochs,
            most_men,
            keeps_decided,
            most_plies,
            seed,
        }
    }
}

impl journal::Header for Settings {
    const OF: &'static str = "a loop of generations";
    const OTHERWISE: &'static str = "choose another folder";
    type Entry = ();
}

/// What a generation came to.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Games that its weights were fitted to, with those of the network that the loop began with.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// Mean cross-entropy of the results held out, in nats.
    pub held_out_loss: f64,
    /// Its match against the generation before.
    pub standing: Standing,
}

/// What happens in a run.
#[derive(Debug)]
pub enum News<'a> {
    /// A game of the generation is in its record.
    Games(u32, &'a Figures),
    /// The fit of the generation goes on.
    Fit(u32, Event),
    /// A pair of its match was played.
    Match(u32, &'a Standing),
    /// It is complete.
    Complete(&'a Generation),
}

impl GenerationsRun {
    /// Runs until a generation gains nothing, or there are enough. Returns them all, a last one without a gain included.
    ///
    /// # Errors
    /// [`TrainError`]: also if `interrupt` is raised.
    pub fn run(&self, interrupt: &Interrupt, tell: &mut dyn FnMut(News<'_>)) -> Result<Vec<Generation>, TrainError> {
        // Before the folder, so that weights of another variant leave nothing behind.
        self.from.check(self.variant)?;
        fs::create_dir_all(&self.folder).map_err(|source| TrainError::Io { path: self.folder.clone(), source })?;
        let (_lock, _) = Journal::resume(&self.folder.join("loop.json"), &Settings::of(self))?;
        let mut best = self.from.clone();
        let mut generations: Vec<Generation> = Vec::new();
        for number in 1..=self.generations {
            self.play(number, &best, interrupt, tell)?;
            let next = self.weights(number, &best, interrupt, tell)?;
            let standing = self.contest(number, next.clone(), best).run(interrupt, &mut |standing| {
                tell(News::Match(number, standing));
            })?;
            let training = next.weights().map(|weights| weights.header().training.clone()).unwrap_or_default();
            let Training { games, positions, held_out_loss, .. } = training;
            let generation = Generation { number, games, positions, held_out_loss, standing };
            tell(News::Complete(&generation));
            generations.push(generation);
            if !standing.is_gain() {
                break;
            }
            best = next;
        }
        Ok(generations)
    }

    fn path(&self, generation: u32, kind: &str) -> PathBuf {
        self.folder.join(format!("gen{generation}.{kind}"))
    }

    /// Seeds of generations and of their matches lie apart from those of other generations.
    fn seed(&self, generation: u32, is_match: bool) -> u64 {
        self.seed.wrapping_mul(1 << 20).wrapping_add(2 * u64::from(generation) + u64::from(is_match))
    }

    /// The games of a generation, played by the best of those before.
    fn play(
        &self,
        number: u32,
        best: &Knowledge,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<(), TrainError> {
        let run = GamesRun {
            variant: self.variant,
            extent: Extent::Games(self.games),
            knowledge: best.clone(),
            limit: self.limit,
            seed: self.seed(number, false),
            opening_plies: self.opening_plies,
            beside: self.beside,
            threads: self.threads,
            record: self.path(number, "games"),
        };
        run.run(interrupt, &mut |figures| tell(News::Games(number, figures)))?;
        Ok(())
    }

    /// The weights of a generation: those in its file, or fitted to the games of all generations so far.
    fn weights(
        &self,
        number: u32,
        best: &Knowledge,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<Knowledge, TrainError> {
        let path = self.path(number, "weights");
        if !path.exists() {
            let file = self.fitted(number, best, interrupt, tell)?;
            let bad = |reason: String| TrainError::Weights { path: path.clone(), reason };
            let bytes = file.to_bytes().map_err(|error| bad(error.to_string()))?;
            whole_file::write(&path, &bytes).map_err(|error| bad(error.to_string()))?;
        }
        Knowledge::read(&path)
    }

    fn fitted(
        &self,
        number: u32,
        best: &Knowledge,
        interrupt: &Interrupt,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<WeightsFile, TrainError> {
        let records: Vec<_> = (1..=number).map(|number| self.path(number, "games")).collect();
        let data = Data::read::<TrainError>(self.variant, &records, u64::MAX, &self.fit, || Ok(interrupt.check()?))?;
        if data.trained.is_empty() || data.held_out.is_empty() {
            return Err(TrainError::TooFewGames(data.games));
        }
        let search_slope = data.search_slope();
        let mut options = FitOptions { search_slope, ..self.fit.clone() };
        if let Some(network) = best.network() {
            let FitOptions { start, rate, .. } = FitOptions::starting_with(network.clone());
            options = FitOptions { start, rate, ..options };
        }
        let fitted = fit::<TrainError>(self.variant, &data.trained, &data.held_out, &options, |event| {
            tell(News::Fit(number, event));
            Ok(interrupt.check()?)
        })?;
        let scale = Scale::of(&fitted, &data.held_out, &options);
        // The records are of all generations since the first one.
        let options = FitOptions { start: self.from.network().cloned(), ..options };
        let mut file = data.weights(&fitted, scale, &options);
        file.header.search = self.from.tuning(self.variant);
        file.header.training.generation =
            number + self.from.weights().map_or(0, |first| first.header().training.generation);
        file.header.training.seed = self.fit.seed;
        Ok(file)
    }

    fn contest(&self, number: u32, player: Knowledge, opponent: Knowledge) -> Contest {
        Contest {
            variant: self.variant,
            player,
            opponent,
            limit: self.match_limit,
            seed: self.seed(number, true),
            opening_plies: self.opening_plies,
            sprt: self.sprt,
            most_pairs: self.most_pairs,
            threads: self.threads,
            record: self.path(number, "match"),
        }
    }
}
