//! The positions that a fit learns from, as lists of patterns or of the inputs of a network.

use std::ops::Range;

use super::FitOptions;
use crate::eval::network::NetworkShape;
use crate::eval::{Evaluation, EvaluationOptions, Family, Grain, Shapes, opening_share};
use crate::rules::{AnyPosition, Rules, Side, Variant, VariantVisitor};
use crate::train::record::{Flags, GameRecord, Sample};

/// Positions with what became of them. All values are the side to move's.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Where the indices of each position begin; one entry more than there are positions.
    starts: Vec<usize>,
    indices: Vec<u32>,
    positions: Vec<Example>,
    /// Where the positions of each game begin.
    games: Vec<usize>,
}

/// What is known of a position besides its indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The side to move.
    pub side: Side,
    /// The share of the opening in the blend, from 0 to 1.
    pub opening: f32,
    /// The points of the game; `None` if the position is beside it.
    pub points: Option<f32>,
    /// What the search found it worth, in men.
    pub searched: f32,
    /// What the part of the evaluation that is not learned finds it worth, in men.
    pub kept: f32,
    /// What the linear evaluation finds it worth, in men.
    pub linear: f32,
    /// Men more than the opponent has, if neither side has a king.
    pub men_more: Option<i8>,
}

impl Examples {
    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What is known of position `number`.
    pub fn example(&self, number: usize) -> &Example {
        &self.positions[number]
    }

    /// The indices of the patterns of position `number`, or of its inputs to a network.
    pub fn indices(&self, number: usize) -> &[u32] {
        &self.indices[self.starts[number]..self.starts[number + 1]]
    }

    /// The positions of each game, by their numbers, in the order in which they occurred.
    pub fn games(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.games.iter().skip(1).copied().chain([self.len()]);
        self.games.iter().zip(ends).map(|(&start, end)| start..end)
    }

    /// Says that the positions from here on are of another game.
    pub(super) fn begin_game(&mut self) {
        self.games.push(self.len());
    }

    /// Adds a position to the game.
    pub(super) fn push(&mut self, indices: impl Iterator<Item = u32>, example: Example) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.indices.extend(indices);
        self.starts.push(self.indices.len());
        self.positions.push(example);
    }

    /// The indices that occur, in order.
    pub(super) fn occurring(&self) -> Vec<u32> {
        let len = self.indices.iter().max().map_or(0, |&most| most as usize + 1);
        let mut occurs = vec![false; len];
        self.indices.iter().for_each(|&index| occurs[index as usize] = true);
        (0..len).filter(|&index| occurs[index]).map(|index| index as u32).collect()
    }

    /// What is known of all positions.
    pub fn iter(&self) -> impl Iterator<Item = &Example> {
        self.positions.iter()
    }
}

/// Chooses among the positions of games and looks up their indices.
#[derive(Debug)]
pub struct Collector {
    shapes: Shapes,
    linear: Evaluation,
    kept: Option<Evaluation>,
    options: FitOptions,
}

impl Collector {
    /// A collector of what the options ask for in games of a variant.
    pub fn new(variant: Variant, options: &FitOptions) -> Collector {
        let linear = Evaluation::new(variant, &EvaluationOptions::linear());
        let kept = options.kept(variant).and_then(|file| Evaluation::learned(variant, &file, Grain::REAL).ok());
        Collector { shapes: Shapes::new(variant.board()), linear, kept, options: options.clone() }
    }

    /// Adds the positions of a game that are worth learning from; of a game that was read before, only those beside it.
    pub fn add(&self, game: &GameRecord, is_copy: bool, examples: &mut Examples) {
        examples.begin_game();
        let (mut plies, mut in_ending) = (0, 0);
        for sample in &game.samples {
            let is_of_game = !sample.flags.contains(Flags::SIDELINE);
            plies += usize::from(is_of_game);
            if plies > self.options.most_plies {
                break;
            }
            let is_usable = if is_of_game { !is_copy } else { self.options.temporal_decay.is_none() };
            if !is_usable || !self.is_telling(sample) {
                continue;
            }
            if sample.position.occupied().len() as usize <= self.options.ending_pieces {
                in_ending += 1;
                if in_ending % self.options.ending_stride != 0 {
                    continue;
                }
            }
            let points = game.result_for(sample.position.side()).points() as f32;
            self.push(sample, is_of_game.then_some(points), examples);
        }
    }

    /// Is the result of the game news about the position? Not where a capture changes it at once, where the position has
    /// been seen before, or where the game is decided, unless the options ask for such positions.
    fn is_telling(&self, sample: &Sample) -> bool {
        let is_open = !sample.flags.contains(Flags::DECIDED) && sample.score.men().abs() <= self.options.most_men;
        (is_open || self.options.keeps_decided)
            && !sample.flags.meets(Flags::CAPTURE | Flags::REPEATED)
            && !sample.position.has_capture()
    }

    fn push(&self, sample: &Sample, points: Option<f32>, examples: &mut Examples) {
        let position = &sample.position;
        let indices = match self.options.family {
            Family::Patterns => position.variant().visit(Indices { shapes: &self.shapes, position }),
            Family::Network | Family::Combined => {
                let mut inputs = Vec::new();
                NetworkShape::of(position.variant()).for_each_input(position, |input| inputs.push(input as u32));
                inputs
            }
        };
        let men = |side| position.men(side).len() as i8;
        let men_more = men(position.side()) - men(!position.side());
        let example = Example {
            side: position.side(),
            opening: opening_share(position) as f32,
            points,
            searched: sample.score.men().clamp(-self.options.most_men, self.options.most_men) as f32,
            kept: self.kept.as_ref().map_or(0.0, |kept| kept.value(position).men() as f32),
            linear: self.linear.value(position).men() as f32,
            men_more: position.all_kings().is_empty().then_some(men_more),
        };
        examples.push(indices.into_iter(), example);
    }
}

/// The indices of the patterns of a position. The loops over them are made for the rules of each variant.
struct Indices<'a> {
    shapes: &'a Shapes,
    position: &'a AnyPosition,
}

impl VariantVisitor for Indices<'_> {
    type Output = Vec<u32>;

    fn visit<R: Rules>(self) -> Vec<u32> {
        let mut indices = Vec::new();
        let position = self.position.typed::<R>().expect("the visitor has the rules of the position");
        self.shapes.for_each_index(&position, |index| indices.push(index as u32));
        indices
    }
}
