//! The learned evaluation by a small network, which is updated from ply to ply.
//!
//! ```text
//! pieces as the side to move sees them  -> 128 sums -> each cut to 0..1 and squared -+
//!                                                                                    +-> weighted sum: the value
//! pieces as its opponent sees them      -> 128 sums -> each cut to 0..1 and squared -+
//! ```
//!
//! Both halves of the first layer, the accumulators, have the same weights. A move changes a few of their inputs, so
//! the sums are carried from ply to ply. The number of pieces chooses one of eight sets of output weights. Everything
//! is in whole numbers up to one rounding to a millionth of a man, so the values are the same on every machine.
//!
//! An input is a piece on a square as one side sees it: an own man, an opponent's man, an own king or an opponent's
//! king, on the board that is turned for Black. So a position and its turned twin have the same inputs.
//!
//! CITE: Nasu, Efficiently updatable neural-network-based evaluation functions for computer shogi (2018).

use super::{Explanation, Grain, Pair, Part, Score, Section};
use crownhead_rules::{
    AnyPosition, Bitboard, Board, Corner, Geometry, Move, Position, Rules, Side, Square, Variant, Wide, Word,
};

/// The sums of one side's accumulator.
pub const WIDTH: usize = 128;

/// Sets of output weights, one for each range of numbers of pieces.
pub const BUCKETS: usize = 8;

/// What the output reads: both sides' accumulators, that of the side to move first.
pub const READ: usize = 2 * WIDTH;

/// What 1.0 is in an accumulator: the largest number whose square fits in 16 bits.
pub const ONE: i16 = 181;

/// The output is in these parts of a unit.
const PARTS: i64 = ONE as i64 * ONE as i64;

/// Kinds of pieces: men and kings of either side.
const KINDS: usize = 4;

/// Rows by kind of piece (2 bits) and bit of the square (6 bits, 7 in a wide word), so that no index can lie beyond them.
const ROWS: usize = KINDS * Wide::BITS as usize;

const UNITS_PER_MAN: i32 = 1000;
const MILLIONTHS_PER_UNIT: i64 = 1_000_000 / UNITS_PER_MAN as i64;

/// Evaluates the positions of one variant at one grain by a network.
#[derive(Clone, Debug)]
pub struct Network {
    /// What each piece adds.
    rows: Box<Rows>,
    bias: Vector,
    outputs: Box<[OutputLayer; BUCKETS]>,
    grain: Grain,
}

impl Network {
    /// The number of units of the output in a man.
    pub const UNITS_PER_MAN: i32 = UNITS_PER_MAN;

    /// A network of a variant with these parameters, as [`NetworkShape`] orders them; `None` if their number is wrong.
    pub fn new(variant: Variant, parameters: &[i16], grain: Grain) -> Option<Network> {
        let (shape, board) = (NetworkShape::of(variant), variant.board());
        if parameters.len() != shape.parameters() {
            return None;
        }
        let word_bits = board.bits().next_power_of_two();
        let mut rows = Box::new(Rows([[0; WIDTH]; ROWS]));
        for (input, row) in parameters[..shape.input_bias()].chunks_exact(WIDTH).enumerate() {
            let (kind, square) = (input / board.size, Square::from_index(input % board.size));
            rows.0[kind * word_bits + board.bit(square).lowest_bit() as usize].copy_from_slice(row);
        }
        let outputs: Option<Vec<OutputLayer>> =
            (0..BUCKETS).map(|bucket| output_of(shape, parameters, bucket)).collect();
        Some(Network {
            rows,
            bias: parameters[shape.input_bias()..].first_chunk().copied()?,
            outputs: outputs?.into_boxed_slice().try_into().ok()?,
            grain,
        })
    }

    /// The accumulator of a position.
    pub fn accumulator<R: Rules>(&self, position: &Position<R>) -> Accumulator {
        let mut accumulator = Accumulator { views: [self.bias; 2] };
        for view in Side::ALL {
            let sums = &mut accumulator.views[view.index()];
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
    pub fn update<R: Rules>(
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
            let sums = &mut after.views[view.index()];
            let [from, to] = [(was_king, from), (is_king, to)]
                .map(|(is_king, single)| self.row::<R::Board>(view, mover, is_king, single));
            *sums = moved(&before.views[view.index()], from, to);
            for single in mv.captured_set().narrowed().singles() {
                let was_king = parent.all_kings().meets(single);
                remove(sums, self.row::<R::Board>(view, !mover, was_king, single));
            }
        }
    }

    /// The value of the position with this accumulator for the side to move.
    #[inline]
    pub fn evaluate<R: Rules>(&self, accumulator: &Accumulator, position: &Position<R>) -> Score {
        self.grain.round_millionths(self.millionths(accumulator, position))
    }

    /// The parts of the value: for each piece, how much the value changes when it is removed, and the rest.
    pub fn explain<R: Rules>(&self, position: &Position<R>) -> Explanation {
        let accumulator = self.accumulator(position);
        let value = self.millionths(&accumulator, position);
        let men = |millionths: i64| millionths as f64 / 1e6;
        let (mut parts, mut rest) = (Vec::new(), value);
        for square in R::Board::GEOMETRY.squares() {
            let Some((owner, is_king)) = position.piece_at(square) else { continue };
            let mut without = accumulator.clone();
            for view in Side::ALL {
                let row = self.row::<R::Board>(view, owner, is_king, R::Board::bit(square));
                remove(&mut without.views[view.index()], row);
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

    /// The value for the side to move in millionths of a man, rounded once; halves are rounded away from zero.
    #[inline]
    pub(super) fn millionths<R: Rules>(&self, accumulator: &Accumulator, position: &Position<R>) -> i64 {
        let pieces = position.occupied().len() as usize;
        self.of_bucket(bucket(R::MAX_PIECES, pieces), accumulator, position.side())
    }

    fn of_bucket(&self, bucket: usize, accumulator: &Accumulator, side: Side) -> i64 {
        let [own, other] = [side, !side].map(|side| &accumulator.views[side.index()]);
        let parts = self.outputs[bucket].parts(own, other);
        (parts * MILLIONTHS_PER_UNIT + PARTS / 2 * parts.signum()) / PARTS
    }

    /// What a piece adds to the accumulator of `view`.
    #[inline(always)] // Part of a loop.
    fn row<B: Board>(&self, view: Side, owner: Side, is_king: bool, single: Bitboard<B::Word>) -> &Vector {
        let last = const { B::GEOMETRY.bits() as u32 - 1 };
        let bit = single.lowest_bit();
        let seen = if view == Side::White { bit } else { last.wrapping_sub(bit) };
        let kind = usize::from(owner != view) + 2 * usize::from(is_king);
        &self.rows.0[kind * B::Word::BITS + (seen as usize & (B::Word::BITS - 1))]
    }
}

/// The output weights of one bucket.
fn output_of(shape: NetworkShape, parameters: &[i16], bucket: usize) -> Option<OutputLayer> {
    let weights = parameters.get(shape.output() + bucket * READ..)?;
    let bias = parameters.get(shape.output_bias() + bucket)?;
    Some(OutputLayer { weights: *weights.first_chunk()?, bias: *bias })
}

/// What a piece adds to an accumulator, or the sums themselves.
type Vector = [i16; WIDTH];

/// A row for each piece. If it began within a line of the fastest cache, each load of a whole line would touch two.
#[derive(Clone, Debug)]
#[repr(align(64))] // The lines of the fastest cache.
struct Rows([Vector; ROWS]);

/// The sums of the rows of all pieces, as White sees them and as Black does. Sums wrap, so that adding and removing a
/// piece cancel out for any parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))] // The lines of the fastest cache.
pub struct Accumulator {
    views: [Vector; 2],
}

#[inline(always)] // A few instructions of the widest kind.
fn add(sums: &mut Vector, piece: &Vector) {
    for (sum, weight) in sums.iter_mut().zip(piece) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline(always)]
fn remove(sums: &mut Vector, piece: &Vector) {
    for (sum, weight) in sums.iter_mut().zip(piece) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// The sums after a piece has moved.
#[inline(always)]
fn moved(before: &Vector, from: &Vector, to: &Vector) -> Vector {
    let mut after = *before;
    for ((sum, from), to) in after.iter_mut().zip(from).zip(to) {
        *sum = sum.wrapping_add(to.wrapping_sub(*from));
    }
    after
}

/// The output weights of one bucket.
#[derive(Clone, Debug)]
#[repr(align(64))] // The lines of the fastest cache.
struct OutputLayer {
    weights: [i16; READ],
    bias: i16,
}

impl OutputLayer {
    /// The output in [`PARTS`] of a unit, from what the side to move and its opponent see: each sum is cut to 0..1,
    /// squared and weighted. The total wraps beyond 65,000 units, which no trained network comes near.
    #[inline]
    fn parts(&self, own: &Vector, other: &Vector) -> i64 {
        let (of_own, of_other) = self.weights.split_at(WIDTH);
        let sum = weighted(own, of_own).wrapping_add(weighted(other, of_other));
        i64::from(sum) + i64::from(self.bias) * PARTS
    }
}

/// The weighted sum of the squares, in a form for which processors have an instruction.
#[inline(always)] // A few instructions of the widest kind.
fn weighted(sums: &Vector, weights: &[i16]) -> i32 {
    sums.iter().zip(weights).fold(0, |total, (&sum, &weight)| {
        let value = sum.clamp(0, ONE);
        total.wrapping_add(i32::from(value * value) * i32::from(weight))
    })
}

/// The shape of the networks of a variant: where their parameters lie in one flat list.
#[derive(Clone, Copy, Debug)]
pub struct NetworkShape {
    squares: usize,
    max_pieces: usize,
}

impl NetworkShape {
    /// The shape of a variant's networks.
    pub fn of(variant: Variant) -> NetworkShape {
        NetworkShape { squares: variant.board().size, max_pieces: variant.max_pieces() }
    }

    /// The number of inputs. Input `i` adds the `WIDTH` parameters from `i * WIDTH` to the accumulator.
    pub const fn inputs(self) -> usize {
        KINDS * self.squares
    }

    /// Where the accumulator without pieces begins.
    pub const fn input_bias(self) -> usize {
        self.inputs() * WIDTH
    }

    /// Where the output weights begin, [`READ`] for each bucket.
    pub const fn output(self) -> usize {
        self.input_bias() + WIDTH
    }

    /// Where the output biases begin, one for each bucket.
    pub const fn output_bias(self) -> usize {
        self.output() + BUCKETS * READ
    }

    /// The number of parameters.
    pub const fn parameters(self) -> usize {
        self.output_bias() + BUCKETS
    }

    /// The sections of the list of parameters, in order.
    pub fn sections(self) -> Vec<Section> {
        let starts = [
            ("inputs", 0),
            ("input-bias", self.input_bias()),
            ("output", self.output()),
            ("output-bias", self.output_bias()),
        ];
        Section::list(&starts, self.parameters())
    }

    /// Calls `visit` with each input of the position, as the side to move sees it.
    pub fn for_each_input(self, position: &AnyPosition, mut visit: impl FnMut(usize)) {
        let (side, board) = (position.side(), position.board());
        let sets = [position.men(side), position.men(!side), position.kings(side), position.kings(!side)];
        for (kind, set) in sets.into_iter().enumerate() {
            for single in set.singles() {
                let index = board.square(single).index();
                let seen = if side == Side::White { index } else { self.squares - 1 - index };
                visit(kind * self.squares + seen);
            }
        }
    }

    /// The same piece as the other side sees it.
    pub const fn opposite(self, input: usize) -> usize {
        let (kind, square) = (input / self.squares, input % self.squares);
        (kind ^ 1) * self.squares + self.squares - 1 - square
    }

    /// The parameters, in pairs, for the mirrored board: each square has those of its mirror image in the same row.
    pub(super) fn mirrored(self, board: &Geometry, parameters: &[Pair]) -> Box<[Pair]> {
        const PAIRS: usize = WIDTH / 2;
        let mut mirrored: Box<[Pair]> = parameters.into();
        for (input, row) in parameters.chunks_exact(PAIRS).take(self.inputs()).enumerate() {
            let (kind, square) = (input / self.squares, Square::from_index(input % self.squares));
            let image = kind * self.squares + board.read_from(Corner::UpperRight, square).index();
            mirrored[image * PAIRS..][..PAIRS].copy_from_slice(row);
        }
        mirrored
    }

    /// The bucket of a position with this number of pieces.
    pub const fn bucket(self, pieces: usize) -> usize {
        bucket(self.max_pieces, pieces)
    }
}

/// The bucket of a position with this number of pieces, where a side has at most `max_pieces`.
const fn bucket(max_pieces: usize, pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) * BUCKETS / (2 * max_pieces);
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
