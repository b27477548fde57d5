//! The shape of a network, and where its parameters lie in one flat list.
//!
//! An input is a piece on a square as one side sees it: an own man, an opponent's man, an own king or an opponent's king,
//! on the board that is turned for Black. So a position and its turned twin have the same inputs.

use super::super::Section;
use crate::rules::{AnyPosition, Side, Variant};

/// Values of one side's accumulator.
pub const WIDTH: usize = 128;

/// Sets of output weights, one for each range of numbers of pieces.
pub const BUCKETS: usize = 8;

/// Both sides' accumulators, that of the side to move first: what the output reads.
pub const READ: usize = 2 * WIDTH;

/// Kinds of pieces: men and kings of either side.
const KINDS: usize = 4;

/// Where the parameters of the networks of a variant lie.
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

    /// The bucket of a position with this number of pieces.
    pub const fn bucket(self, pieces: usize) -> usize {
        bucket(self.max_pieces, pieces)
    }
}

/// The bucket of a position with this number of pieces, where a side has at most `max_pieces`.
pub(super) const fn bucket(max_pieces: usize, pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(1) * BUCKETS / (2 * max_pieces);
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
