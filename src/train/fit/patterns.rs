//! Fitting weights of patterns: what the weight of a pattern is made of, and the steps of Adam.
//!
//! A weight is a sum of parameters, each with a penalty on its square: terms that it shares with similar patterns, and
//! one of its own. Shared parameters learn fast, from every position in which any of their patterns occurs; the
//! parameter of one pattern has to prove itself against its penalty, so a pattern that was seldom seen is worth what
//! its parts are worth. The weights are written without the parameters.

use super::data::{Example, Examples};
use super::epochs::Adam;
use super::{LearnedModel, Learner, chance};
use crownhead_engine::eval::{GROUP, PatternList, Section};
use crownhead_rules::{Geometry, Variant};

/// A part of a weight: the number of a parameter and its factor.
type Term = (u32, f32);

/// The kinds of parameters, in the order of their list.
#[derive(Clone, Copy)]
enum ParameterKind {
    /// Two rows by two columns of squares, wherever they occur in a group.
    Four,
    /// Three rows by two columns.
    Six,
    /// A filling of a group, whatever the group.
    AnyGroup,
    /// A filling and the one with the board turned and the colours swapped, with opposite values.
    Turned,
    /// Each pattern by itself.
    Own,
    /// Men and kings, linear.
    Linear,
    /// The difference in men with the kings of both sides.
    Balance,
    /// A filling of a block with kings, whatever the block.
    AnyBlock,
}

const KINDS: usize = 8;

/// The penalty of each kind: the weight of the squares in the loss of all positions together.
const PENALTIES: [f32; KINDS] = [2.0, 8.0, 8.0, 20.0, 20.0, 0.01, 2.0, 2.0];

/// The parameters that the weights of a variant's patterns are made of.
#[derive(Debug)]
struct ParameterLayout {
    board: &'static Geometry,
    max_pieces: usize,
    sections: Vec<Section>,
    starts: [usize; KINDS],
    lens: [usize; KINDS],
}

impl ParameterLayout {
    fn new(variant: Variant) -> ParameterLayout {
        let (board, max_pieces) = (variant.board(), variant.max_pieces());
        let list = PatternList::of(variant).expect("reading the data has found that there are patterns");
        let (columns, rows) = (board.row - 1, board.rows);
        let lens = [
            (rows - 1) * columns * 81,
            (rows - 2) * columns * 729,
            GROUP,
            (rows - 3) * columns * GROUP,
            list.len,
            3,
            (2 * max_pieces + 1) * 25,
            625,
        ];
        let starts = std::array::from_fn(|kind| lens[..kind].iter().sum());
        ParameterLayout { board, max_pieces, sections: list.sections(), starts, lens }
    }

    fn term(&self, kind: ParameterKind, place: usize, factor: f32) -> Term {
        debug_assert!(place < self.lens[kind as usize]);
        ((self.starts[kind as usize] + place) as u32, factor)
    }

    fn terms(&self, index: usize) -> Vec<Term> {
        let mut terms = Vec::new();
        let section = self.sections.iter().find(|section| section.range.contains(&index));
        let Some(section) = section else { return terms };
        terms.push(self.term(ParameterKind::Own, index, 1.0));
        let place = index - section.range.start;
        match section.name {
            "groups" => self.add_group_terms(place, 0, &mut terms),
            "odd-groups" => self.add_group_terms(place, 1, &mut terms),
            "material" => self.add_material_terms(place, &mut terms),
            "king-blocks" => terms.push(self.term(ParameterKind::AnyBlock, place % 625, 1.0)),
            _ => {}
        }
        terms
    }

    fn add_group_terms(&self, place: usize, first: usize, terms: &mut Vec<Term>) {
        let columns = self.board.row - 1;
        let (group, filling) = (place / GROUP, place % GROUP);
        let (pair, column) = (group / columns, group % columns);
        // From the top left, row by row: rows of two squares are numbers below 9.
        let rows = [729, 81, 9, 1].map(|unit| filling / unit % 9);
        let area = |top| (first + 2 * pair + top) * columns + column;
        for top in 0..3 {
            terms.push(self.term(ParameterKind::Four, area(top) * 81 + rows[top] * 9 + rows[top + 1], 1.0));
        }
        for top in 0..2 {
            let number = (rows[top] * 9 + rows[top + 1]) * 9 + rows[top + 2];
            terms.push(self.term(ParameterKind::Six, area(top) * 729 + number, 1.0));
        }
        terms.push(self.term(ParameterKind::AnyGroup, filling, 1.0));
        let pairs = self.board.rows / 2 - 1;
        let groups = (pairs - first) * columns;
        let start = if first == 0 { 0 } else { pairs * columns * GROUP };
        let twin = (groups - 1 - group) * GROUP + turned(filling);
        let factor = match place.cmp(&twin) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -1.0,
        };
        terms.push(self.term(ParameterKind::Turned, start + place.min(twin), factor));
    }

    fn add_material_terms(&self, place: usize, terms: &mut Vec<Term>) {
        let men = self.max_pieces + 1;
        let (balance, kings) = (place / 25, place % 25);
        let (own, other) = (balance / men, balance % men);
        let (own_kings, other_kings) = (kings / 5, kings % 5);
        let more = |own: usize, other: usize| own as f32 - other as f32;
        terms.push(self.term(ParameterKind::Linear, 0, more(own, other)));
        terms.push(self.term(ParameterKind::Linear, 1, more(own_kings, other_kings)));
        terms.push(self.term(ParameterKind::Linear, 2, more(own_kings.min(1), other_kings.min(1))));
        terms.push(self.term(ParameterKind::Balance, (own + self.max_pieces - other) * 25 + kings, 1.0));
    }
}

/// The filling of a group from the other side: squares in reverse, colours swapped.
fn turned(filling: usize) -> usize {
    let mut rest = filling;
    (0..8).fold(0, |number, _| {
        let digit = [0, 2, 1][rest % 3];
        rest /= 3;
        number * 3 + digit
    })
}

/// Patterns that learn. Weights and parameters have a value for the opening and one for the ending, in logits.
#[derive(Debug)]
pub(super) struct PatternLearner {
    layout: ParameterLayout,
    /// The penalty of each parameter, as a part of the mean loss of a position.
    penalties: Vec<f32>,
    occurring: Vec<(u32, Vec<Term>)>,
    parameters: Vec<[f32; 2]>,
    adam: Adam,
    weights: Vec<[f32; 2]>,
}

impl PatternLearner {
    pub(super) fn new(variant: Variant, examples: &Examples) -> PatternLearner {
        let layout = ParameterLayout::new(variant);
        let of_all = 1.0 / examples.len() as f32;
        let penalties = PENALTIES.iter().zip(layout.lens);
        let penalties: Vec<f32> = penalties.flat_map(|(penalty, len)| vec![penalty * of_all; len]).collect();
        let occurring = examples.occurring().into_iter().map(|index| (index, layout.terms(index as usize))).collect();
        let (parameters, patterns) = (penalties.len(), layout.lens[ParameterKind::Own as usize]);
        PatternLearner {
            layout,
            occurring,
            parameters: vec![[0.0; 2]; parameters],
            adam: Adam::new(2 * parameters),
            weights: vec![[0.0; 2]; patterns],
            penalties,
        }
    }
}

impl Learner for PatternLearner {
    const RUN: usize = 32;

    fn logit(&self, example: &Example, patterns: &[u32]) -> f32 {
        logit(&self.weights, example, patterns)
    }

    fn gradient_len(&self) -> usize {
        2 * self.weights.len()
    }

    fn add_gradient(&self, example: &Example, kept: f32, patterns: &[u32], target: f32, gradient: &mut [f32]) -> f32 {
        let chance = chance(kept + self.logit(example, patterns));
        let error = chance - target;
        let early = error * example.opening;
        let late = error - early;
        let (pairs, _) = gradient.as_chunks_mut();
        for &pattern in patterns {
            let [of_opening, of_ending] = &mut pairs[pattern as usize];
            *of_opening += early;
            *of_ending += late;
        }
        chance
    }

    /// Moves all parameters, and computes the weights of the patterns that occur.
    fn step(&mut self, gradient: &[f32], positions: u64, rate: f32) {
        let share = 1.0 / positions as f32;
        let mut of_parameters = vec![[0.0f32; 2]; self.parameters.len()];
        let (pairs, _) = gradient.as_chunks::<2>();
        for (index, terms) in &self.occurring {
            let [early, late] = pairs[*index as usize];
            for &(parameter, factor) in terms {
                let gradient = &mut of_parameters[parameter as usize];
                gradient[0] += early * factor;
                gradient[1] += late * factor;
            }
        }
        for ((gradient, parameter), penalty) in of_parameters.iter_mut().zip(&self.parameters).zip(&self.penalties) {
            for phase in 0..2 {
                gradient[phase] = gradient[phase] * share + penalty * parameter[phase];
            }
        }
        self.adam.step(self.parameters.as_flattened_mut(), of_parameters.as_flattened(), rate);
        for (index, terms) in &self.occurring {
            self.weights[*index as usize] = sum(terms, &self.parameters);
        }
    }

    /// Gives patterns that did not occur their weights too: the sums of their shared terms.
    fn complete(&mut self) {
        let weight = |index| sum(&self.layout.terms(index), &self.parameters);
        self.weights = (0..self.weights.len()).map(weight).collect();
    }

    fn model(&self) -> LearnedModel {
        LearnedModel::Patterns(self.weights.clone())
    }
}

fn sum(terms: &[Term], parameters: &[[f32; 2]]) -> [f32; 2] {
    terms.iter().fold([0.0; 2], |sum, &(parameter, factor)| {
        let [early, late] = parameters[parameter as usize];
        [sum[0] + early * factor, sum[1] + late * factor]
    })
}

/// The value of a position by these weights, in logits.
pub(super) fn logit(weights: &[[f32; 2]], example: &Example, patterns: &[u32]) -> f32 {
    let [early, late] = patterns.iter().fold([0.0; 2], |sum: [f32; 2], &pattern| {
        let [early, late] = weights[pattern as usize];
        [sum[0] + early, sum[1] + late]
    });
    late + (early - late) * example.opening
}
