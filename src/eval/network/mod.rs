//! The learned evaluation by a small network, which is updated from ply to ply.
//!
//! ```text
//! pieces as the side to move sees them  -> 128 sums -> each cut to 0..1 and squared -+
//!                                                                                    +-> weighted sum: the value
//! pieces as its opponent sees them      -> 128 sums -> each cut to 0..1 and squared -+
//! ```
//!
//! Both halves of the first layer, the accumulators, have the same weights. A move changes a few of their inputs, so the
//! sums are carried from ply to ply. The number of pieces chooses one of eight sets of weights behind them. All is in whole
//! numbers up to one rounding to a millionth of a man, so the values are the same on every machine.
//!
//! CITE: Nasu, Efficiently updatable neural-network-based evaluation functions for computer shogi (2018).

mod accumulator;
mod output;
mod shape;

pub use accumulator::Accumulator;
pub use output::ONE;
pub use shape::{BUCKETS, NetworkShape, READ, WIDTH};

use super::{Explanation, Grain, Part, Score};
use crate::rules::{Bitboard, Board, Move, Position, Rules, Side, Square, Variant};
use accumulator::{Row, add, moved, remove};
use output::{Output, PARTS};
use shape::bucket;

/// Rows by kind of piece (2 bits) and bit of the square (6 bits), so that no index can lie beyond them.
const ROWS: usize = 1 << (2 + SQUARE_BITS);
const SQUARE_BITS: u32 = 6;

const UNITS_PER_MAN: i32 = 1000;
const MILLIONTHS_PER_UNIT: i64 = 1_000_000 / UNITS_PER_MAN as i64;

/// Evaluates the positions of one variant at one grain by a network.
#[derive(Clone, Debug)]
pub struct Network {
    /// What each piece adds.
    rows: Box<[Row; ROWS]>,
    bias: Row,
    outputs: Box<[Output; BUCKETS]>,
    grain: Grain,
}

impl Network {
    /// The unit of the output: the number of units in a man.
    pub const UNITS_PER_MAN: i32 = UNITS_PER_MAN;

    /// A network of a variant with these parameters, as [`NetworkShape`] orders them; `None` if there are more or fewer
    /// of them.
    pub fn new(variant: Variant, parameters: &[i16], grain: Grain) -> Option<Network> {
        let (shape, board) = (NetworkShape::of(variant), variant.board());
        if parameters.len() != shape.parameters() {
            return None;
        }
        let mut rows = vec![[0; WIDTH]; ROWS];
        for (input, row) in parameters[..shape.input_bias()].chunks_exact(WIDTH).enumerate() {
            let (kind, square) = (input / board.size, Square::from_index(input % board.size));
            rows[kind << SQUARE_BITS | board.bit(square).lowest_bit() as usize].copy_from_slice(row);
        }
        let outputs: Option<Vec<Output>> = (0..BUCKETS).map(|bucket| output_of(shape, parameters, bucket)).collect();
        Some(Network {
            rows: rows.into_boxed_slice().try_into().ok()?,
            bias: parameters[shape.input_bias()..].first_chunk().copied()?,
            outputs: outputs?.into_boxed_slice().try_into().ok()?,
            grain,
        })
    }

    /// The accumulator of a position.
    pub fn accumulator<R: Rules>(&self, position: &Position<R>) -> Accumulator {
        let mut accumulator = Accumulator::new(self.bias);
        for view in Side::ALL {
            let sums = accumulator.view_mut(view.index());
            for owner in Side::ALL {
                for (is_king, set) in [(false, position.men(owner)), (true, position.kings(owner))] {
                    set.singles().for_each(|single| add(sums, self.row::<R::Board>(view, owner, is_king, single)));
                }
            }
        }
        accumulator
    }

    /// Makes `after` the accumulator of `child`, where `mv` leads from `parent`, whose accumulator is `before`.
    #[inline]
    pub fn follow<R: Rules>(
        &self,
        before: &Accumulator,
        after: &mut Accumulator,
        parent: &Position<R>,
        mv: &Move,
        child: &Position<R>,
    ) {
        let (mover, from, to) = (parent.side(), R::Board::bit(mv.from), R::Board::bit(mv.to));
        let (was_king, is_king) = (parent.all_kings().meets(from), child.all_kings().meets(to));
        for view in Side::ALL {
            let sums = after.view_mut(view.index());
            let [from, to] = [(was_king, from), (is_king, to)]
                .map(|(is_king, single)| self.row::<R::Board>(view, mover, is_king, single));
            *sums = moved(before.view(view.index()), from, to);
            for single in mv.captured.singles() {
                let was_king = parent.all_kings().meets(single);
                remove(sums, self.row::<R::Board>(view, !mover, was_king, single));
            }
        }
    }

    /// What the position with this accumulator is worth to the side to move.
    #[inline]
    pub fn evaluate<R: Rules>(&self, accumulator: &Accumulator, position: &Position<R>) -> Score {
        self.grain.round_millionths(self.millionths(accumulator, position))
    }

    /// Where the value comes from: for each piece, what the value changes by when it is taken off the board, and the rest.
    pub fn explain<R: Rules>(&self, position: &Position<R>) -> Explanation {
        let accumulator = self.accumulator(position);
        let value = self.millionths(&accumulator, position);
        let men = |millionths: i64| millionths as f64 / 1e6;
        let (mut parts, mut rest) = (Vec::new(), value);
        for square in R::Board::squares() {
            let Some((owner, is_king)) = position.piece_at(square) else { continue };
            let mut without = accumulator.clone();
            for view in Side::ALL {
                let row = self.row::<R::Board>(view, owner, is_king, R::Board::bit(square));
                remove(without.view_mut(view.index()), row);
            }
            let share = value - self.millionths(&without, position);
            rest -= share;
            let name = if is_king { "kings" } else { "men" }.to_owned();
            parts.push(Part { name, squares: vec![square], count: None, men: men(share) });
        }
        parts.sort_by_key(|part| part.name == "kings");
        parts.push(Part { name: "rest".to_owned(), squares: Vec::new(), count: None, men: men(rest) });
        Explanation {
            value: self.grain.round_millionths(value),
            parts,
            opening_share: None,
            phases: [BUCKETS - 1, 0].map(|bucket| men(self.of_bucket(bucket, &accumulator, position.side()))),
        }
    }

    /// The value to the side to move in millionths of a man, rounded once; halves are rounded away from zero.
    #[inline]
    pub(super) fn millionths<R: Rules>(&self, accumulator: &Accumulator, position: &Position<R>) -> i64 {
        let pieces = position.occupied().len() as usize;
        self.of_bucket(bucket(R::MAX_PIECES, pieces), accumulator, position.side())
    }

    fn of_bucket(&self, bucket: usize, accumulator: &Accumulator, side: Side) -> i64 {
        let [own, other] = [side, !side].map(|side| accumulator.view(side.index()));
        let parts = self.outputs[bucket].parts(own, other);
        (parts * MILLIONTHS_PER_UNIT + PARTS / 2 * parts.signum()) / PARTS
    }

    /// What a piece adds to the accumulator of `view`.
    #[inline(always)] // Part of a loop.
    fn row<B: Board>(&self, view: Side, owner: Side, is_king: bool, single: Bitboard) -> &Row {
        let last = const { B::ALL.0.ilog2() };
        let bit = single.lowest_bit();
        let seen = if view == Side::White { bit } else { last.wrapping_sub(bit) };
        let kind = usize::from(owner != view) + 2 * usize::from(is_king);
        &self.rows[kind << SQUARE_BITS | (seen & ((1 << SQUARE_BITS) - 1)) as usize]
    }
}

/// The output weights of one bucket.
fn output_of(shape: NetworkShape, parameters: &[i16], bucket: usize) -> Option<Output> {
    let weights = parameters.get(shape.output() + bucket * READ..)?;
    let bias = parameters.get(shape.output_bias() + bucket)?;
    Some(Output { weights: *weights.first_chunk()?, bias: *bias })
}
