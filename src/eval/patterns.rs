//! The learned evaluation: a weight for each pattern on the board, looked up and summed.
//!
//! The values are whole numbers up to the last rounding, so they are the same on every machine.

use super::{Explanation, Grain, Part, PatternList, Score, Shapes};
use crate::rules::{AnyPosition, Bitboard, Position, Rules, Variant};

/// What a pattern is worth to the side to move, with all pieces on the board and with none: each in units of
/// [`Patterns::UNITS_PER_MAN`].
pub type Pair = [i16; 2];

/// Room for the weights of every variant. The compiler sees that no index can lie beyond it, and so leaves out the checks;
/// what lies behind the weights of a variant is never touched.
const ROOM: usize = 1 << 18;

/// Files of a network and patterns state the unit of the network alone: a change of this one needs a new version of the format.
const UNITS_PER_MAN: i32 = 2000;
const MILLIONTHS_PER_UNIT: i64 = 1_000_000 / UNITS_PER_MAN as i64;

/// The share of the opening in a blend is a whole number of such parts.
const PARTS: i32 = 256;

/// Evaluates the positions of one variant at one grain by learned patterns.
#[derive(Clone, Debug)]
pub struct Patterns {
    list: PatternList,
    shapes: Shapes,
    weights: Box<[Pair; ROOM]>,
    grain: Grain,
}

impl Patterns {
    /// The number of units in a man.
    pub const UNITS_PER_MAN: i32 = UNITS_PER_MAN;

    /// An evaluator of a variant with these weights, one for each index of its [`PatternList`]; `None` if there are more
    /// or fewer of them.
    pub fn new(variant: Variant, weights: &[Pair], grain: Grain) -> Option<Patterns> {
        let list = PatternList::of(variant);
        if weights.len() != list.len {
            return None;
        }
        let mut room = vec![[0; 2]; ROOM];
        room.get_mut(..weights.len())?.copy_from_slice(weights);
        let weights = room.into_boxed_slice().try_into().ok()?;
        Some(Patterns { list, shapes: Shapes::new(variant.board()), weights, grain })
    }

    /// What the position is worth to the side to move: the nearest multiple of the grain, halves away from zero, cut to
    /// the range of estimates.
    pub fn evaluate<R: Rules>(&self, position: &Position<R>) -> Score {
        self.grain.round_millionths(self.millionths(position))
    }

    /// Where the value comes from: a part for each pattern.
    pub fn explain<R: Rules>(&self, position: &Position<R>) -> Explanation {
        let share = opening_parts(position);
        let men = |units: i32| f64::from(units) / f64::from(UNITS_PER_MAN);
        let (mut parts, mut phases) = (Vec::new(), [0.0; 2]);
        self.shapes.for_each_index(position, |index| {
            let [early, late] = self.weights[index].map(i32::from);
            phases[0] += men(early);
            phases[1] += men(late);
            if let Some((section, squares)) = self.list.place(index, position.side()) {
                let blend = men(early * share + late * (PARTS - share)) / f64::from(PARTS);
                parts.push(Part { name: section.name.to_owned(), squares, count: None, men: blend });
            }
        });
        let opening_share = Some(f64::from(share) / f64::from(PARTS));
        Explanation { value: self.evaluate(position), parts, opening_share, phases }
    }

    /// The value to the side to move in millionths of a man, rounded once; halves are rounded away from zero.
    pub(super) fn millionths<R: Rules>(&self, position: &Position<R>) -> i64 {
        let share = opening_parts(position);
        let (mut opening, mut ending) = (0i32, 0i32);
        self.shapes.for_each_index(position, |index| {
            let [early, late] = self.weights[index];
            opening += i32::from(early);
            ending += i32::from(late);
        });
        let parts = i64::from(opening * share + ending * (PARTS - share));
        let half = i64::from(PARTS / 2) * parts.signum();
        (parts * MILLIONTHS_PER_UNIT + half) / i64::from(PARTS)
    }
}

/// The share of the opening in the weights of a position, from 0 to 1: in proportion to the pieces on the board.
pub fn opening_share(position: &AnyPosition) -> f64 {
    f64::from(parts_of(position.occupied(), position.variant().max_pieces())) / f64::from(PARTS)
}

/// The same in whole parts.
fn opening_parts<R: Rules>(position: &Position<R>) -> i32 {
    parts_of(position.occupied(), R::MAX_PIECES)
}

#[inline]
fn parts_of(occupied: Bitboard, max_pieces: usize) -> i32 {
    PARTS * occupied.len() as i32 / (2 * max_pieces) as i32
}
