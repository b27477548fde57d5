//! The learned evaluation: a weight for each pattern on the board, looked up and summed.
//!
//! The values are whole numbers up to the last rounding, so they are the same on every machine.

use super::{Grain, Score, Shapes};
use crate::rules::{Position, Rules};

/// What a pattern is worth to the side to move, with all pieces on the board and with none: each in units of
/// [`Patterns::UNITS_PER_MAN`].
pub type Pair = [i16; 2];

/// The share of the opening in a blend is a whole number of such parts.
const PARTS: i32 = 256;

/// Evaluates the positions of one variant at one grain by learned patterns.
#[derive(Clone, Debug)]
pub struct Patterns<R: Rules> {
    shapes: Shapes<R>,
    weights: Box<[Pair]>,
    grain: Grain,
}

impl<R: Rules> Patterns<R> {
    /// So many units make a man.
    pub const UNITS_PER_MAN: i32 = 2000;

    /// An evaluator with these weights, one for each index of [`Shapes`]; `None` if there are more or fewer of them.
    pub fn new(weights: Box<[Pair]>, grain: Grain) -> Option<Patterns<R>> {
        (weights.len() == Shapes::<R>::LEN).then(|| Patterns { shapes: Shapes::new(), weights, grain })
    }

    /// What the position is worth to the side to move.
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        // The quotient is within a rounding of the true one, far nearer than half a millionth.
        self.grain.round(self.millionths(position) as f64 / 1e6)
    }

    /// The value to the side to move in millionths of a man, rounded once; halves are rounded away from zero.
    pub fn millionths(&self, position: &Position<R>) -> i64 {
        let (mut opening, mut ending) = (0i32, 0i32);
        self.shapes.for_each_index(position, |index| {
            let [early, late] = self.weights[index];
            opening += i32::from(early);
            ending += i32::from(late);
        });
        let share = opening_share(position);
        let parts = i64::from(opening * share + ending * (PARTS - share));
        const MILLIONTHS_PER_UNIT: i64 = 1_000_000 / Patterns::<crate::rules::English>::UNITS_PER_MAN as i64;
        let half = i64::from(PARTS / 2) * parts.signum();
        (parts * MILLIONTHS_PER_UNIT + half) / i64::from(PARTS)
    }
}

/// The share of the opening in the weights of a position, in 256ths: in proportion to the pieces on the board.
pub fn opening_share<R: Rules>(position: &Position<R>) -> i32 {
    PARTS * position.occupied().len() as i32 / (2 * R::MAX_PIECES) as i32
}
