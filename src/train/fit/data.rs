//! The positions of records: those to learn from and those held out, as lists of patterns or of the inputs of a
//! network.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hasher;
use std::ops::Range;
use std::path::PathBuf;

use fnv::FnvHasher;

use super::{FitOptions, Fitted};
use crate::origin;
use crate::train::TrainError;
use crate::train::record::{Flags, GameRecord, GamesReader, Sample};
use crownhead_engine::eval::network::NetworkShape;
use crownhead_engine::eval::{
    Evaluation, EvaluationOptions, Family, Grain, Header, LearnedWeights, PatternList, Shapes, Training, Tuning,
    WeightsFile, opening_share,
};
use crownhead_rules::{AnyPosition, Rules, Side, Variant, VariantVisitor};

/// One game in this number is held out.
const HELD_OUT: u64 = 10;

/// Games with this number of equal positions and scores at the beginning are the same game.
const TELLING: usize = 8;

/// Of the positions with at most this number of pieces...
const ENDING_PIECES: usize = 6;
/// ... one in this number is taken: they follow each other with little change.
const ENDING_STRIDE: usize = 3;

/// The positions of records: most to learn from, those of one game in ten held out.
#[derive(Clone, Debug)]
pub struct Data {
    pub variant: Variant,
    /// Games that were read, each once.
    pub games: u64,
    /// Games that had been read before, and are not counted again: runs with different seeds, but the same evaluation
    /// and limit, play the same games from the openings that they share. Positions beside them are read, unless all are
    /// the same.
    pub copies: u64,
    pub trained: Examples,
    pub held_out: Examples,
    /// The games and positions of each record, by the identity of its header.
    records: BTreeMap<String, [u64; 2]>,
}

impl Data {
    /// Reads records of games of a variant. Calls `progress` after each game, which can end the reading. Fails if a
    /// record is damaged or of another variant, or there are too few games, and with the errors of `progress`.
    pub fn read(
        variant: Variant,
        records: &[PathBuf],
        options: &FitOptions,
        mut progress: impl FnMut() -> Result<(), TrainError>,
    ) -> Result<Data, TrainError> {
        if options.family == Family::Patterns && PatternList::of(variant).is_none() {
            return Err(TrainError::NoPatterns(variant));
        }
        let selection = Selection::new(variant, options);
        let mut data = Data::of(variant, Examples::default(), Examples::default());
        let (mut games, mut with_sidelines) = (HashSet::new(), HashSet::new());
        for path in records {
            let reader = GamesReader::open(variant, path)?;
            let (identity, before) = (reader.header().identity(), [data.games, data.positions()]);
            for game in reader {
                let game = game?;
                progress()?;
                let is_new = games.insert(beginning(&game));
                data.copies += u64::from(!is_new);
                if !with_sidelines.insert(hash(&game.samples)) {
                    continue;
                }
                let part = if is_held_out(&game) { &mut data.held_out } else { &mut data.trained };
                selection.add(&game, !is_new, part);
                data.games += u64::from(is_new);
            }
            let after = [data.games, data.positions()];
            let known = data.records.entry(identity).or_default();
            *known = [0, 1].map(|count| known[count].max(after[count] - before[count]));
        }
        if data.trained.is_empty() || data.held_out.is_empty() {
            return Err(TrainError::TooFewGames(data.games));
        }
        Ok(data)
    }

    /// These positions of no records.
    pub(super) fn of(variant: Variant, trained: Examples, held_out: Examples) -> Data {
        Data { variant, games: 0, copies: 0, trained, held_out, records: BTreeMap::new() }
    }

    pub fn identities(&self) -> impl Iterator<Item = &str> {
        self.records.keys().map(String::as_str)
    }

    /// The number of positions to learn from and held out.
    pub fn positions(&self) -> u64 {
        (self.trained.len() + self.held_out.len()) as u64
    }

    /// The weights of a fit to this data, for a file, with the part that the fit left as it was. If it had `start` or
    /// `over`, the file has the numbers of the search of those weights, and counts their games and positions as well.
    /// Generation and seed are left at their defaults.
    pub fn weights(&self, fitted: &Fitted, options: &FitOptions) -> WeightsFile {
        let before = options.before().map(LearnedWeights::header);
        let unmeasured = || Tuning::of_linear(self.variant.name());
        let search = before.map_or_else(unmeasured, |header| header.search);
        let training = Training {
            commit: origin::COMMIT.unwrap_or_default().to_owned(),
            held_out_loss: fitted.losses.result(),
            ..self.counted_with(before.map(|header| &header.training))
        };
        let learned = fitted.model.pairs(fitted.logits_per_man);
        let (family, weights) = match (options.kept(self.variant), fitted.model.family()) {
            (None, family) => (family, learned),
            (Some(network), Family::Patterns) => (Family::Combined, [network.weights, learned].concat().into()),
            (Some(patterns), _) => (Family::Combined, [learned, patterns.weights].concat().into()),
        };
        WeightsFile { header: Header::of(self.variant, family, search, training), weights }
    }

    /// The games and positions of these records and of those before, each record once.
    fn counted_with(&self, before: Option<&Training>) -> Training {
        let Training { games, positions, records, .. } = before.cloned().unwrap_or_default();
        let mut counted = Training { games, positions, records, ..Training::default() };
        for (identity, &[games, positions]) in self.records.iter().filter(|(_, counts)| counts[0] > 0) {
            let known = counted.records.entry(identity.clone()).or_default();
            counted.games += games.saturating_sub(known[0]);
            counted.positions += positions.saturating_sub(known[1]);
            *known = [games.max(known[0]), positions.max(known[1])];
        }
        counted
    }
}

/// A hash of the first positions of a game and their scores.
fn beginning(game: &GameRecord) -> u64 {
    hash(game.samples.iter().filter(|sample| !sample.flags.intersects(Flags::SIDELINE)).take(TELLING))
}

/// A hash of positions and their scores.
fn hash<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> u64 {
    let mut hasher = FnvHasher::default();
    for sample in samples {
        hasher.write_u64(sample.position.key().0);
        hasher.write_i32(sample.score.millionths());
    }
    hasher.finish()
}

/// Whether a game is held out, decided by its first position: games that begin alike are all held out, or none.
fn is_held_out(game: &GameRecord) -> bool {
    let mut hasher = FnvHasher::default();
    hasher.write_u64(game.samples.first().map_or(0, |sample| sample.position.key().0));
    hasher.finish().is_multiple_of(HELD_OUT)
}

/// Positions with their targets. All values are for the side to move.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// The end of the indices of each position.
    ends: Vec<usize>,
    indices: Vec<u32>,
    positions: Vec<Example>,
    /// The first position of each game.
    games: Vec<usize>,
}

/// A position without its indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    pub side: Side,
    /// The share of the opening in the blend, from 0 to 1.
    pub opening: f32,
    /// The points of the game; `None` if the position is beside it.
    pub points: Option<f32>,
    /// The score of the search, in men.
    pub searched: f32,
    /// The value by the part of the evaluation that is not learned, in men.
    pub kept: f32,
    /// The value by the linear evaluation, in men.
    pub linear: f32,
    /// Men more than the opponent has, if neither side has a king.
    pub men_more: Option<i8>,
}

impl Examples {
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position with this number, and the indices of its patterns, or of its inputs to a network.
    pub fn get(&self, number: usize) -> (&Example, &[u32]) {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.positions[number], &self.indices[start..self.ends[number]])
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Example, &[u32])> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The numbers of the positions of each game, in the order in which they occurred.
    pub(super) fn games(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.games.iter().skip(1).copied().chain([self.len()]);
        self.games.iter().zip(ends).map(|(&start, end)| start..end)
    }

    /// The positions from here on are of another game.
    pub(super) fn begin_game(&mut self) {
        self.games.push(self.len());
    }

    pub(super) fn push(&mut self, indices: &[u32], example: Example) {
        self.indices.extend(indices);
        self.ends.push(self.indices.len());
        self.positions.push(example);
    }

    /// The indices that occur, in order.
    pub(super) fn occurring(&self) -> Vec<u32> {
        let len = self.indices.iter().max().map_or(0, |&most| most as usize + 1);
        let mut occurs = vec![false; len];
        self.indices.iter().for_each(|&index| occurs[index as usize] = true);
        (0..len).filter(|&index| occurs[index]).map(|index| index as u32).collect()
    }
}

/// Selects positions of games and looks up their indices.
struct Selection<'a> {
    /// None where the board has no patterns.
    shapes: Option<Shapes>,
    linear: Evaluation,
    kept: Option<Evaluation>,
    options: &'a FitOptions,
}

impl Selection<'_> {
    fn new(variant: Variant, options: &FitOptions) -> Selection<'_> {
        let shapes = PatternList::of(variant).map(|_| Shapes::new(variant.board()));
        let linear = Evaluation::new(variant, &EvaluationOptions::linear());
        let kept = options.kept(variant).and_then(|file| Evaluation::learned(variant, &file, Grain::REAL).ok());
        Selection { shapes, linear, kept, options }
    }

    /// Adds the positions of a game to learn from; of a game that was read before, only those beside it.
    fn add(&self, game: &GameRecord, is_copy: bool, examples: &mut Examples) {
        examples.begin_game();
        let (mut plies, mut in_ending) = (0, 0);
        for sample in &game.samples {
            let is_of_game = !sample.flags.intersects(Flags::SIDELINE);
            plies += usize::from(is_of_game);
            if plies > self.options.most_plies {
                break;
            }
            let is_usable = if is_of_game { !is_copy } else { self.options.td_lambda.is_none() };
            if !is_usable || !self.is_telling(sample) {
                continue;
            }
            if sample.position.occupied().len() as usize <= ENDING_PIECES {
                in_ending += 1;
                if in_ending % ENDING_STRIDE != 0 {
                    continue;
                }
            }
            let points = game.result_for(sample.position.side()).half_points();
            let example = self.example(sample, is_of_game.then_some(f32::from(points) / 2.0));
            examples.push(&self.indices(&sample.position), example);
        }
    }

    /// Whether the result of the game says something about the position: not where a capture changes it at once, where
    /// the position has occurred before, or where the game is decided, unless the options ask for such positions.
    fn is_telling(&self, sample: &Sample) -> bool {
        let is_open = !sample.flags.intersects(Flags::DECIDED) && sample.score.men().abs() <= self.options.most_men;
        (is_open || self.options.keeps_decided)
            && !sample.flags.intersects(Flags::CAPTURE | Flags::REPEATED)
            && !sample.position.has_capture()
    }

    fn indices(&self, position: &AnyPosition) -> Vec<u32> {
        match self.options.family {
            Family::Patterns => {
                let shapes = self.shapes.as_ref();
                shapes.map_or(Vec::new(), |shapes| position.variant().visit(PatternIndices { shapes, position }))
            }
            Family::Network | Family::Combined => {
                let mut inputs = Vec::new();
                NetworkShape::of(position.variant()).for_each_input(position, |input| inputs.push(input as u32));
                inputs
            }
        }
    }

    fn example(&self, sample: &Sample, points: Option<f32>) -> Example {
        let position = &sample.position;
        let men = |side| position.men(side).len() as i8;
        let men_more = men(position.side()) - men(!position.side());
        Example {
            side: position.side(),
            opening: opening_share(position) as f32,
            points,
            searched: sample.score.men().clamp(-self.options.most_men, self.options.most_men) as f32,
            kept: self.kept.as_ref().map_or(0.0, |kept| kept.value(position).men() as f32),
            linear: self.linear.value(position).men() as f32,
            men_more: position.all_kings().is_empty().then_some(men_more),
        }
    }
}

/// The indices of the patterns of a position. The loops over them are compiled for the rules of each variant.
struct PatternIndices<'a> {
    shapes: &'a Shapes,
    position: &'a AnyPosition,
}

impl VariantVisitor for PatternIndices<'_> {
    type Output = Vec<u32>;

    fn visit<R: Rules>(self) -> Vec<u32> {
        let mut indices = Vec::new();
        let position = self.position.typed::<R>().expect("the visitor has the rules of the position");
        self.shapes.for_each_index(&position, |index| indices.push(index as u32));
        indices
    }
}
