//! A sample as bytes.

use super::{Flags, Sample};
use crate::eval::Score;
use crate::rules::{AnyPosition, Army, Bitboard, Geometry, Side, Square, Variant};
use crate::search::Depth;

/// The bit beside the flags that says whose move it is.
const BLACK_TO_MOVE: u8 = 1;

/// Bytes of a set of squares.
const fn set_bytes(board: &Geometry) -> usize {
    board.size.div_ceil(8)
}

/// Bytes of a sample.
pub(super) const fn sample_bytes(board: &Geometry) -> usize {
    3 * set_bytes(board) + 6
}

/// Appends a sample.
pub(super) fn push(bytes: &mut Vec<u8>, sample: &Sample) {
    let position = &sample.position;
    for set in [position.pieces(Side::White), position.pieces(Side::Black), position.all_kings()] {
        push_set(bytes, position.board(), set);
    }
    bytes.extend(sample.score.millionths().to_le_bytes());
    bytes.push(sample.depth.get() as u8);
    let black_to_move = if position.side() == Side::Black { BLACK_TO_MOVE } else { 0 };
    bytes.push(sample.flags.bits() | black_to_move);
}

fn push_set(bytes: &mut Vec<u8>, board: &Geometry, set: Bitboard) {
    let start = bytes.len();
    bytes.resize(start + set_bytes(board), 0);
    for single in set.singles() {
        let index = board.square(single).index();
        bytes[start + index / 8] |= 1 << (index % 8);
    }
}

/// Reads a sample of a variant from exactly [`sample_bytes`] bytes.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(variant: Variant, bytes: &[u8]) -> Result<Sample, String> {
    let board = variant.board();
    let (sets, rest) = bytes.split_at(3 * set_bytes(board));
    let [a, b, c, d, depth, remarks] = *rest else {
        return Err(format!("a sample of {} bytes: expected {}", bytes.len(), sample_bytes(board)));
    };
    let mut sets = sets.chunks_exact(set_bytes(board)).map(|bytes| read_set(board, bytes));
    let mut next = || sets.next().unwrap_or(Ok(Bitboard::EMPTY));
    let (white, black, kings) = (next()?, next()?, next()?);
    let side = if remarks & BLACK_TO_MOVE == 0 { Side::White } else { Side::Black };
    Ok(Sample {
        position: position(variant, [white, black], kings, side)?,
        score: read_score(i32::from_le_bytes([a, b, c, d]))?,
        depth: read_depth(depth)?,
        flags: Flags::from_bits(remarks & !BLACK_TO_MOVE)
            .ok_or_else(|| format!("flags {remarks:#010b} with an unknown bit"))?,
    })
}

fn read_set(board: &Geometry, bytes: &[u8]) -> Result<Bitboard, String> {
    let mut set = Bitboard::EMPTY;
    for (place, &byte) in bytes.iter().enumerate() {
        let mut rest = byte;
        while rest != 0 {
            let index = 8 * place + rest.trailing_zeros() as usize;
            if index >= board.size {
                return Err(format!("a piece on square {} of {}", index + 1, board.size));
            }
            set |= board.bit(Square::from_index(index));
            rest &= rest - 1;
        }
    }
    Ok(set)
}

fn position(variant: Variant, pieces: [Bitboard; 2], kings: Bitboard, side: Side) -> Result<AnyPosition, String> {
    if !kings.is_subset(pieces[0] | pieces[1]) {
        return Err("a king on an empty square".to_owned());
    }
    let armies = pieces.map(|pieces| Army { men: pieces - kings, kings: pieces & kings });
    AnyPosition::new(variant, armies, side).map_err(|fault| fault.to_string())
}

fn read_score(millionths: i32) -> Result<Score, String> {
    let score = Score::from_millionths(millionths.into());
    if score.millionths() == millionths { Ok(score) } else { Err(format!("a score of {millionths} millionths")) }
}

fn read_depth(plies: u8) -> Result<Depth, String> {
    let depth = Depth::new(plies.into());
    if depth.get() == u32::from(plies) { Ok(depth) } else { Err(format!("a depth of {plies} plies")) }
}
