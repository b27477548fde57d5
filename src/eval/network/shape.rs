//! The shape of a network, and where its parameters lie in one flat list.
//!
//! An input is a piece on a square as one side sees it: an own man, an opponent's man, an own king or an opponent's king,
//! on the board that is turned for Black. So a position and its turned twin have the same inputs.

use std::marker::PhantomData;

use super::super::Section;
use crate::rules::{Board, Position, Rules, Side};

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
pub struct NetworkShape<R: Rules>(PhantomData<R>);

impl<R: Rules> NetworkShape<R> {
    /// The inputs. Input `i` adds the `WIDTH` parameters from `i * WIDTH` to the accumulator.
    pub const INPUTS: usize = KINDS * R::Board::SQUARES;
    /// Where the accumulator without pieces begins.
    pub const INPUT_BIAS: usize = Self::INPUTS * WIDTH;
    /// Where the output weights begin, [`READ`] for each bucket.
    pub const OUTPUT: usize = Self::INPUT_BIAS + WIDTH;
    /// Where the output biases begin, one for each bucket.
    pub const OUTPUT_BIAS: usize = Self::OUTPUT + BUCKETS * READ;
    /// The number of parameters.
    pub const LEN: usize = Self::OUTPUT_BIAS + BUCKETS;

    /// The sections of the list of parameters, in order.
    pub fn sections() -> Vec<Section> {
        let starts = [
            ("inputs", 0),
            ("input-bias", Self::INPUT_BIAS),
            ("output", Self::OUTPUT),
            ("output-bias", Self::OUTPUT_BIAS),
        ];
        Section::list(&starts, Self::LEN)
    }

    /// Calls `visit` with each input of the position, as the side to move sees it.
    pub fn for_each_input(position: &Position<R>, mut visit: impl FnMut(usize)) {
        let side = position.side();
        let sets = [position.men(side), position.men(!side), position.kings(side), position.kings(!side)];
        for (kind, set) in sets.into_iter().enumerate() {
            for single in set.singles() {
                let index = R::Board::square(single).index();
                let seen = if side == Side::White { index } else { R::Board::SQUARES - 1 - index };
                visit(kind * R::Board::SQUARES + seen);
            }
        }
    }

    /// The same piece as the other side sees it.
    pub const fn opposite(input: usize) -> usize {
        let (kind, square) = (input / R::Board::SQUARES, input % R::Board::SQUARES);
        (kind ^ 1) * R::Board::SQUARES + R::Board::SQUARES - 1 - square
    }

    /// The bucket of a position with so many pieces.
    pub const fn bucket(pieces: usize) -> usize {
        let bucket = pieces.saturating_sub(1) * BUCKETS / (2 * R::MAX_PIECES);
        if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
    }
}
