//! Games and samples as bytes. The documentation of the module above has the format.

use super::{Ending, Flags, GameRecord, Sample};
use crate::statistics::Outcome;
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_engine::support::files;
use crownhead_rules::{AnyPosition, Army, Bitboard, Geometry, Side, Square, Variant};

/// Bytes before the body: its length, and the same inverted.
pub(super) const LENGTHS: usize = 8;
/// Bytes after the body: its hash.
pub(super) const CHECKSUM: usize = 8;
/// Bytes of a body before its samples.
const FIXED: usize = 10;
/// The result of a mark, which is no game.
const MARK: u8 = Outcome::ALL.len() as u8;
/// The bit beside the flags that says whose move it is.
const BLACK_TO_MOVE: u8 = 1;

pub(super) enum Body {
    Game(GameRecord),
    /// A shard is finished: the opening after its last one.
    Mark(u64),
}

/// The mark of a finished shard with its lengths and its checksum.
pub(super) fn mark(end: u64) -> Vec<u8> {
    framed(&[&end.to_le_bytes()[..], &[MARK, 0]].concat())
}

/// The game with its lengths and its checksum.
pub(super) fn write(game: &GameRecord) -> Vec<u8> {
    let mut body = Vec::new();
    body.extend(game.number.to_le_bytes());
    body.push(game.white_result as u8);
    body.push(game.ending as u8);
    for sample in &game.samples {
        push(&mut body, sample);
    }
    framed(&body)
}

fn framed(body: &[u8]) -> Vec<u8> {
    let length = body.len() as u32;
    [&length.to_le_bytes()[..], &(!length).to_le_bytes()[..], body, &files::checksum(body).to_le_bytes()[..]].concat()
}

/// The length of the body, from the bytes before it.
pub(super) fn body_length(variant: Variant, lengths: [u8; LENGTHS]) -> Result<usize, String> {
    let [a, b, c, d, e, f, g, h] = lengths;
    let length = u32::from_le_bytes([a, b, c, d]);
    if u32::from_le_bytes([e, f, g, h]) != !length {
        return Err("the length of the game and its inverse do not match".to_owned());
    }
    let length = length as usize;
    let is_whole = length.checked_sub(FIXED).is_some_and(|rest| rest.is_multiple_of(sample_bytes(variant.board())));
    if is_whole { Ok(length) } else { Err(format!("no game has {length} bytes")) }
}

/// What a body with its checksum after it contains.
pub(super) fn read(variant: Variant, bytes: &[u8]) -> Result<Body, String> {
    let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if files::checksum(body).to_le_bytes() != checksum {
        return Err("the checksum of the game does not match".to_owned());
    }
    let (fixed, samples) = body.split_at(FIXED);
    let [n0, n1, n2, n3, n4, n5, n6, n7, result, ending] = *fixed else {
        return Err(format!("a game of {} bytes", body.len()));
    };
    let number = u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
    if (result, ending, samples.is_empty()) == (MARK, 0, true) {
        return Ok(Body::Mark(number));
    }
    let samples = samples.chunks_exact(sample_bytes(variant.board()));
    let samples = samples.map(|sample| read_sample(variant, sample)).collect::<Result<_, _>>()?;
    let white_result = listed(&Outcome::ALL, result, "result")?;
    let ending = listed(Ending::ALL, ending, "ending")?;
    Ok(Body::Game(GameRecord { number, white_result, ending, samples }))
}

fn listed<T: Copy>(all: &[T], code: u8, what: &str) -> Result<T, String> {
    all.get(usize::from(code)).copied().ok_or_else(|| format!("unknown {what} {code}"))
}

const fn set_bytes(board: &Geometry) -> usize {
    board.size.div_ceil(8)
}

const fn sample_bytes(board: &Geometry) -> usize {
    3 * set_bytes(board) + 6
}

fn push(bytes: &mut Vec<u8>, sample: &Sample) {
    let position = &sample.position;
    for set in [position.pieces(Side::White), position.pieces(Side::Black), position.all_kings()] {
        push_set(bytes, position.board(), set);
    }
    bytes.extend(sample.score.millionths().to_le_bytes());
    bytes.push(sample.depth.get() as u8);
    let black_to_move = if position.side() == Side::Black { BLACK_TO_MOVE } else { 0 };
    bytes.push(sample.flags.0 | black_to_move);
}

fn push_set(bytes: &mut Vec<u8>, board: &Geometry, set: Bitboard) {
    let start = bytes.len();
    bytes.resize(start + set_bytes(board), 0);
    for single in set.singles() {
        let index = board.square(single).index();
        bytes[start + index / 8] |= 1 << (index % 8);
    }
}

/// Reads a sample from exactly [`sample_bytes`] bytes.
fn read_sample(variant: Variant, bytes: &[u8]) -> Result<Sample, String> {
    let board = variant.board();
    let (sets, rest) = bytes.split_at(3 * set_bytes(board));
    let [a, b, c, d, depth, remarks] = *rest else {
        return Err(format!("a sample of {} bytes: expected {}", bytes.len(), sample_bytes(board)));
    };
    let mut sets = sets.chunks_exact(set_bytes(board)).map(|bytes| read_set(board, bytes));
    let mut next = || sets.next().unwrap_or(Ok(Bitboard::EMPTY));
    let (white, black, kings) = (next()?, next()?, next()?);
    let side = if remarks & BLACK_TO_MOVE == 0 { Side::White } else { Side::Black };
    let flags = Flags(remarks & !BLACK_TO_MOVE);
    if flags.0 & !Flags::KNOWN != 0 {
        return Err(format!("flags {remarks:#010b} with an unknown bit"));
    }
    Ok(Sample {
        position: position(variant, [white, black], kings, side)?,
        score: read_score(i32::from_le_bytes([a, b, c, d]))?,
        depth: read_depth(depth)?,
        flags,
    })
}

fn read_set(board: &Geometry, bytes: &[u8]) -> Result<Bitboard, String> {
    let mut set = Bitboard::EMPTY;
    for (place, &byte) in bytes.iter().enumerate() {
        for index in (0..8).filter(|bit| byte >> bit & 1 == 1).map(|bit| 8 * place + bit) {
            if index >= board.size {
                return Err(format!("a piece on square {} of {}", index + 1, board.size));
            }
            set |= board.bit(Square::from_index(index));
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
