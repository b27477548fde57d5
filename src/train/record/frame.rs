//! A game as bytes.

use super::header::hash;
use super::packed::{self, sample_bytes};
use super::{Ending, GameRecord, GameResult};
use crate::rules::Variant;

/// Bytes before the body: its length, and the same inverted.
pub(super) const LENGTHS: usize = 8;
/// Bytes behind the body: its hash.
pub(super) const CHECKSUM: usize = 8;
/// Bytes of a body before its samples.
const FIXED: usize = 10;

const RESULTS: [GameResult; 3] = [GameResult::Loss, GameResult::Draw, GameResult::Win];
const ENDINGS: [Ending; 6] =
    [Ending::NoMove, Ending::DrawArticle, Ending::Decided, Ending::LevelEnding, Ending::TooLong, Ending::Table];

/// The result of a mark, which is no game.
const MARK: u8 = RESULTS.len() as u8;

/// What a body contains.
pub(super) enum Body {
    /// A game.
    Game(GameRecord),
    /// A shard is finished: the opening after its last one.
    Mark(u64),
}

/// The mark of a finished shard with its lengths and its checksum.
pub(super) fn mark(end: u64) -> Vec<u8> {
    let mut body = Vec::with_capacity(FIXED);
    body.extend(end.to_le_bytes());
    body.extend([MARK, 0]);
    framed(&body)
}

/// The game with its lengths and its checksum.
pub(super) fn write(game: &GameRecord) -> Vec<u8> {
    let mut body = Vec::new();
    body.extend(game.number.to_le_bytes());
    body.push(game.white_result as u8);
    body.push(game.ending as u8);
    for sample in &game.samples {
        packed::push(&mut body, sample);
    }
    framed(&body)
}

fn framed(body: &[u8]) -> Vec<u8> {
    let length = body.len() as u32;
    [&length.to_le_bytes()[..], &(!length).to_le_bytes()[..], body, &hash(body).to_le_bytes()[..]].concat()
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

/// What a body with its checksum behind it contains.
pub(super) fn read(variant: Variant, bytes: &[u8]) -> Result<Body, String> {
    let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if hash(body).to_le_bytes() != checksum {
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
    let samples = samples.map(|sample| packed::read(variant, sample)).collect::<Result<_, _>>()?;
    let white_result = named(&RESULTS, result, "result")?;
    let ending = named(&ENDINGS, ending, "ending")?;
    Ok(Body::Game(GameRecord { number, white_result, ending, samples }))
}

fn named<T: Copy>(all: &[T], code: u8, what: &str) -> Result<T, String> {
    all.get(usize::from(code)).copied().ok_or_else(|| format!("unknown {what} {code}"))
}
