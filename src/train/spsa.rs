//! Numbers of the search by games: simultaneous perturbation stochastic approximation, SPSA.
//!
//! In each pair of games two players search with numbers on opposite sides of the present ones: each number is raised
//! for one player and lowered for the other, or the reverse, by chance. The present numbers then move towards those of
//! the player who scored more. However many numbers there are, a step costs as many games.
// CITE: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
// Transactions on Aerospace and Electronic Systems 34(3), 1998: the method, and section III-B for the exponents.

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::TrainError;
use super::games::{OpeningPlies, RandomOpenings};
use super::record::{read_limit, write_limit};
use crate::arena::{opening_random, play_match_game};
use crate::plot::{self, Plot, PlotError, Series, plain};
use crate::statistics::{Estimate, Outcome};
use crownhead_engine::config::{Access, Config, SETTINGS, Setting, Value};
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer};
use crownhead_engine::eval::Evaluation;
use crownhead_engine::search::TableSize;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::journal::{Journal, JournalHeader};
use crownhead_engine::support::workers::in_order;
use crownhead_rules::{Side, Variant};

/// Games of this length are drawn, so that they end.
const MOST_PLIES: usize = 300;

/// How the steps of a run fall, and the distances of the players: by powers of the number of steps so far.
const FALL_OF_STEPS: f64 = 0.602;
const FALL_OF_DISTANCES: f64 = 0.101;
/// The steps begin as if this share of all steps had been made before, so that the first ones are not too long.
const STABILITY: f64 = 0.1;

/// The parts of one in which a journal has the numbers.
const PARTS: f64 = 1e9;

/// A number of the search, and how far from its present value the players search at the end of a run.
#[derive(Clone, Debug)]
pub struct Number {
    setting: &'static Setting,
    distance: f64,
}

/// Why a text names no number of the search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error(
        "\"{0}\" is not NAME=DISTANCE: expected a number of the search and how far to try, such as prob-cut-margin=0.1"
    )]
    Form(String),
    #[error("\"{0}\" is no number of the search: expected one of {names}", names = Number::names().join(", "))]
    Unknown(String),
    #[error("{0}={1}: expected a distance above 0, at most half of its range, {2}")]
    Distance(&'static str, String, String),
}

impl Number {
    /// The settings of the search that are numbers.
    fn settings() -> impl Iterator<Item = &'static Setting> {
        let is_number = |setting: &&Setting| setting.section_and_name().0 == "search" && range(setting).is_some();
        SETTINGS.iter().filter(is_number)
    }

    /// The names of all numbers of the search.
    pub fn names() -> Vec<&'static str> {
        Number::settings().map(Setting::name).collect()
    }

    pub fn name(&self) -> &'static str {
        self.setting.name()
    }

    /// How far from the present value the players search at the end.
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// Its value in the settings of the program.
    fn usual(&self) -> f64 {
        match self.setting.get(&Config::default()) {
            Value::Integer(number) => number as f64,
            Value::Real(number) => number,
            Value::Switch(_) | Value::Text(_) => unreachable!("it is a number"),
        }
    }

    fn clamp(&self, value: f64) -> f64 {
        let (least, most) = range(self.setting).expect("it is a number");
        value.clamp(least, most)
    }

    /// The setting for a value, which is rounded where the setting is a whole number: up if its fraction is greater
    /// than `chance`, from 0 to 1.
    fn rounded(&self, value: f64, chance: f64) -> Value {
        let value = self.clamp(value);
        match self.setting.access {
            Access::Integer { .. } => Value::Integer(value.floor() as i64 + i64::from(value.rem_euclid(1.0) > chance)),
            _ => Value::Real(value),
        }
    }

    fn set(&self, config: &mut Config, value: f64, chance: f64) {
        self.setting.set(config, &self.rounded(value, chance)).expect("it lies in the range");
    }

    /// A value to a hundredth of the distance or finer, in decimals.
    pub fn written(&self, value: f64) -> String {
        let decimals = 2.0 - self.distance.log10().floor();
        format!("{value:.*}", decimals.clamp(1.0, 9.0) as usize)
    }

    /// The option of an engine of a match that has this value.
    pub fn option(&self, value: f64) -> String {
        match self.rounded(value, 0.5) {
            Value::Real(value) => format!("option.{}={}", self.name(), self.written(value)),
            value => format!("option.{}={value}", self.name()),
        }
    }
}

/// The least and the greatest value of a setting that is a number.
fn range(setting: &Setting) -> Option<(f64, f64)> {
    match &setting.access {
        Access::Integer { range, .. } => Some((*range.start() as f64, *range.end() as f64)),
        Access::Real { range, .. } => Some((*range.start(), *range.end())),
        _ => None,
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Number, NumberError> {
        let (name, distance) = text.split_once('=').ok_or_else(|| NumberError::Form(text.to_owned()))?;
        let setting = Number::settings().find(|setting| setting.name() == name);
        let setting = setting.ok_or_else(|| NumberError::Unknown(name.to_owned()))?;
        let (least, most) = range(setting).expect("it is a number");
        let given = distance.parse().ok().filter(|given| *given > 0.0 && *given <= (most - least) / 2.0);
        let bad = || NumberError::Distance(setting.name(), distance.to_owned(), setting.expected());
        Ok(Number { setting, distance: given.ok_or_else(bad)? })
    }
}

/// A run over some numbers. All is kept in a journal, so that an interrupted run continues where it was.
#[derive(Clone, Debug)]
pub struct SpsaRun {
    pub variant: Variant,
    /// The folder of the journal, `search.json`.
    pub folder: PathBuf,
    pub numbers: Vec<Number>,
    /// What else holds for both players.
    pub options: EngineOptions,
    /// Games in all; rounded up to whole steps.
    pub games: u64,
    /// The pairs of games of a step.
    pub pairs: u64,
    /// The limit of a move.
    pub limit: Limit,
    pub opening_plies: OpeningPlies,
    /// How far, in distances, a number moves in the last step for each game that one player leads by.
    pub gain: f64,
    /// Decides the openings and who searches with what.
    pub seed: u64,
    /// Pairs played in parallel. With a limit of nodes, the numbers do not depend on it.
    pub threads: NonZeroUsize,
}

/// What decides the games of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpsaSettings {
    variant: String,
    evaluation: String,
    /// The numbers, where they begin and their distances.
    numbers: Vec<(String, f64, f64)>,
    games: u64,
    pairs: u64,
    #[serde(serialize_with = "write_limit", deserialize_with = "read_limit")]
    limit: Limit,
    opening_plies: String,
    gain: f64,
    seed: u64,
}

/// The games of a step, and the numbers after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaStep {
    games: u64,
    decisive: u64,
    /// In [`PARTS`]: a decimal can come back from JSON with another last digit.
    numbers: Vec<i64>,
}

impl SpsaStep {
    fn values(&self) -> Vec<f64> {
        self.numbers.iter().map(|&parts| parts as f64 / PARTS).collect()
    }
}

impl JournalHeader for SpsaSettings {
    const OF: &'static str = "a search for numbers";
    const OTHERWISE: &'static str = "choose another folder";
    type Entry = SpsaStep;
}

/// Where a run stands.
#[derive(Clone, Debug)]
pub struct SpsaPath {
    /// Where the numbers began.
    pub start: Vec<f64>,
    pub steps: Vec<SpsaStep>,
}

impl SpsaPath {
    /// The present numbers.
    pub fn numbers(&self) -> Vec<f64> {
        self.steps.last().map_or_else(|| self.start.clone(), SpsaStep::values)
    }

    /// The games so far, and those among them that one side won.
    pub fn games(&self) -> (u64, u64) {
        self.steps.iter().fold((0, 0), |(games, decisive), step| (games + step.games, decisive + step.decisive))
    }
}

/// A pair of games: for each number, whether the first player has it raised, and the results for that player.
#[derive(Clone, Debug)]
struct Pair {
    is_raised: Vec<bool>,
    results: [Outcome; 2],
}

impl Pair {
    /// By how many games the player leads who has the number at this place raised.
    fn lead(&self, place: usize) -> f64 {
        let wins = |wanted| self.results.iter().filter(|&&result| result == wanted).count() as f64;
        let lead = wins(Outcome::Win) - wins(Outcome::Loss);
        if self.is_raised[place] { lead } else { -lead }
    }
}

impl SpsaRun {
    /// Plays until there are enough games. Calls `tell` with the path and the number of games so far, those of earlier
    /// runs included, at the beginning, after each pair and after each step. Fails as `tell` does, and if `interrupt`
    /// is raised: whole steps are kept then.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        mut tell: impl FnMut(&SpsaPath, u64) -> Result<(), TrainError>,
    ) -> Result<SpsaPath, TrainError> {
        fs::create_dir_all(&self.folder).map_err(TrainError::io(&self.folder))?;
        let start = self.numbers.iter().map(Number::usual).collect();
        let journal_path = self.folder.join("search.json");
        let (mut journal, steps) = Journal::resume(&journal_path, &self.settings())?;
        if let Some(place) = steps.iter().position(|step| step.numbers.len() != self.numbers.len()) {
            return Err(TrainError::Step { file: journal_path, line: place + 2, numbers: self.numbers.len() });
        }
        let mut path = SpsaPath { start, steps };
        tell(&path, path.games().0)?;
        while (path.steps.len() as u64) < self.steps() {
            let mut games = path.games().0;
            let pairs = self.step(&path, interrupt, || {
                games += 2;
                tell(&path, games)
            })?;
            let step = self.moved(&path, &pairs);
            journal.append(&step)?;
            path.steps.push(step);
            tell(&path, games)?;
        }
        Ok(path)
    }

    /// The number of steps.
    pub fn steps(&self) -> u64 {
        self.games.div_ceil(2 * self.pairs)
    }

    fn settings(&self) -> SpsaSettings {
        let number = |number: &Number| (number.name().to_owned(), number.usual(), number.distance);
        SpsaSettings {
            variant: self.variant.name().to_owned(),
            evaluation: Evaluation::new(self.variant, &self.options.evaluation).fingerprint().to_string(),
            numbers: self.numbers.iter().map(number).collect(),
            games: self.games,
            pairs: self.pairs,
            limit: self.limit,
            opening_plies: self.opening_plies.to_string(),
            gain: self.gain,
            seed: self.seed,
        }
    }

    /// Plays the pairs of the next step.
    fn step(
        &self,
        path: &SpsaPath,
        interrupt: &Interrupt,
        mut played: impl FnMut() -> Result<(), TrainError>,
    ) -> Result<Vec<Pair>, TrainError> {
        let first = self.pairs * path.steps.len() as u64;
        let start = |_| Ok::<_, TrainError>([self.player(interrupt)?, self.player(interrupt)?]);
        let play = |players: &mut _, number| self.pair(players, path, number, interrupt);
        let mut pairs = Vec::new();
        in_order(self.threads.get(), first..first + self.pairs, start, play, interrupt, |pair| {
            pairs.push(pair?);
            played()?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(pairs)
    }

    fn player(&self, interrupt: &Interrupt) -> Result<LocalPlayer, TrainError> {
        let options = EngineOptions { table_size: TableSize::MIN, ..self.options.clone() };
        Ok(LocalPlayer::new(self.variant, &options, self.limit)?.until(interrupt.clone()))
    }

    /// Plays the pair of this number: one opening, both colours.
    fn pair(
        &self,
        players: &mut [LocalPlayer; 2],
        path: &SpsaPath,
        number: u64,
        interrupt: &Interrupt,
    ) -> Result<Pair, TrainError> {
        let mut random = opening_random(!self.seed, number);
        let is_raised: Vec<bool> = self.numbers.iter().map(|_| random.random()).collect();
        let chances: Vec<f64> = self.numbers.iter().map(|_| random.random()).collect();
        let scale = self.scale_of_distances(path.steps.len());
        for (player, is_first) in players.iter_mut().zip([true, false]) {
            let mut config = Config { engine: self.options.clone(), ..Config::default() };
            for (place, (number, present)) in self.numbers.iter().zip(path.numbers()).enumerate() {
                let way = if is_raised[place] == is_first { scale } else { -scale };
                number.set(&mut config, present + way * number.distance, chances[place]);
            }
            player.set_search(config.engine.search);
        }
        let openings = RandomOpenings::new(self.variant, self.seed, self.opening_plies);
        let opening = openings.opening(number).expect("random games of the variant last longer");
        let mut play = |side| play_match_game(players, side, opening.clone(), MOST_PLIES, interrupt);
        let results = [play(Side::White)?, play(Side::Black)?];
        Ok(Pair { is_raised, results })
    }

    /// The step by these pairs, and the numbers after it.
    fn moved(&self, path: &SpsaPath, pairs: &[Pair]) -> SpsaStep {
        let step = path.steps.len();
        let gain = self.gain * self.scale_of_steps(step);
        let moved = self.numbers.iter().zip(path.numbers()).enumerate().map(|(place, (number, value))| {
            let lead: f64 = pairs.iter().map(|pair| pair.lead(place)).sum();
            // At an end of the range the players were less far apart.
            let distance = number.distance * self.scale_of_distances(step);
            let distance = (number.clamp(value + distance) - number.clamp(value - distance)) / 2.0;
            (number.clamp(value + gain * distance * lead) * PARTS).round() as i64
        });
        let results = || pairs.iter().flat_map(|pair| pair.results);
        let decisive = results().filter(|&result| result != Outcome::Draw).count() as u64;
        SpsaStep { games: results().count() as u64, decisive, numbers: moved.collect() }
    }

    /// How much longer a step of this number, from 0, is than the last one.
    fn scale_of_steps(&self, step: usize) -> f64 {
        let all = self.steps() as f64;
        let (now, before) = (step as f64 + 1.0, STABILITY * all);
        ((before + all) / (before + now)).powf(FALL_OF_STEPS) / self.scale_of_distances(step).powi(2)
    }

    /// How much farther apart the players of a step search than those of the last one.
    fn scale_of_distances(&self, step: usize) -> f64 {
        (self.steps() as f64 / (step as f64 + 1.0)).powf(FALL_OF_DISTANCES)
    }

    /// The path as a plot: how far each number has moved, in its distances.
    pub fn plot(&self, path: &SpsaPath) -> Result<String, PlotError> {
        let series = self.numbers.iter().enumerate().map(|(index, number)| {
            let moved = |numbers: &[f64]| Estimate::exact((numbers[index] - path.start[index]) / number.distance);
            let steps = path.steps.iter().map(|step| moved(&step.values()));
            let points = [moved(&path.start)].into_iter().chain(steps).enumerate();
            let points = points.map(|(step, moved)| ((2 * self.pairs * step as u64) as f64, moved)).collect();
            Series { name: format!("{} by {}", number.name(), number.distance), points }
        });
        let plot = Plot {
            name: "the path".to_owned(),
            title: format!("{}: numbers of the search", self.variant),
            x: "games".to_owned(),
            y: "moved, in distances".to_owned(),
            logarithmic: false,
            series: series.collect(),
            marks: Vec::new(),
        };
        plot::svg(&[plot], "", &plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().expect("a number of the search")
    }

    #[test]
    fn a_whole_number_is_rounded_by_chance_and_stays_in_its_range() {
        let moves = number("unreduced-moves=1");
        assert_eq!(moves.rounded(2.25, 0.2), Value::Integer(3));
        assert_eq!(moves.rounded(2.25, 0.3), Value::Integer(2));
        assert_eq!(moves.rounded(3.0, 0.0), Value::Integer(3));
        assert_eq!(moves.rounded(-7.5, 0.1), Value::Integer(1));
        assert_eq!(moves.rounded(100.9, 0.1), Value::Integer(100));
        assert_eq!(moves.option(2.4), "option.unreduced-moves=2");
        assert_eq!(number("reduction-shift=1").rounded(-0.25, 0.9), Value::Real(-0.25));
        assert_eq!(number("prob-cut-margin=1").option(1.23456), "option.prob-cut-margin=1.23");
        assert_eq!(number("epsilon=0.0015").option(0.001234), "option.epsilon=0.00123");
    }

    fn run() -> SpsaRun {
        SpsaRun {
            variant: Variant::ENGLISH,
            folder: PathBuf::new(),
            numbers: vec![number("reduction-shift=0.5"), number("prob-cut-margin=0.25")],
            options: EngineOptions::default(),
            games: 400,
            pairs: 2,
            limit: Limit::of_nodes(1),
            opening_plies: OpeningPlies::default(),
            gain: 0.1,
            seed: 1,
            threads: NonZeroUsize::MIN,
        }
    }

    #[test]
    fn each_number_moves_towards_the_player_who_leads() {
        let run = run();
        let path = SpsaPath { start: vec![0.5, 1.0], steps: Vec::new() };
        let pair = |is_raised: [bool; 2], results| Pair { is_raised: is_raised.to_vec(), results };
        let won = pair([true, false], [Outcome::Win, Outcome::Draw]);
        let lost = pair([false, false], [Outcome::Loss, Outcome::Loss]);
        let even = pair([true, true], [Outcome::Win, Outcome::Loss]);
        let step = run.moved(&path, &[won.clone(), even]);
        assert_eq!((step.games, step.decisive), (4, 3));
        let unit = run.gain * run.scale_of_steps(0) * run.scale_of_distances(0);
        let moved: Vec<f64> = step.values().iter().zip(&path.start).map(|(end, start)| end - start).collect();
        assert!((moved[0] - 0.5 * unit).abs() < 1e-8 && (moved[1] + 0.25 * unit).abs() < 1e-8, "{moved:?}");
        // One game by lowering the second number, and two by raising it.
        let step = run.moved(&path, &[won, lost]);
        assert!((step.values()[1] - 1.0 - 0.25 * unit).abs() < 1e-8, "{:?}", step.numbers);
    }

    #[test]
    fn steps_and_distances_fall_to_their_last_values() {
        let run = run();
        assert_eq!(run.steps(), 100);
        for scale in [SpsaRun::scale_of_steps, SpsaRun::scale_of_distances] {
            assert!((scale(&run, 99) - 1.0).abs() < 1e-12);
        }
        let scales = |scale: fn(&SpsaRun, usize) -> f64| (0..100).map(|step| scale(&run, step)).collect::<Vec<_>>();
        let step_in_numbers = |step| run.scale_of_steps(step) * run.scale_of_distances(step);
        assert!(scales(SpsaRun::scale_of_distances).is_sorted_by(|one, next| one > next));
        assert!((20..99).all(|step| step_in_numbers(step) > step_in_numbers(step + 1)));
    }
}
