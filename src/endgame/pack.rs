//! A solved slice made ready for its file: counted and compressed.

use std::io;

use parking_lot::Mutex;

use super::file::{BLOCK, Entry};
use super::index::Index;
use super::parallel::share_out;
use super::solve::Solved;
use super::symbols::{Symbols, Width};
use super::value::{CAPTURE, Value};
use super::watcher::Watcher;
use crate::rules::NoMove;

/// The level of compression: the best that zstd has without taking more memory to unpack.
const LEVEL: i32 = 19;

/// A slice in both forms.
pub(super) struct Packed {
    pub(super) index: Index,
    pub(super) symbols: Symbols,
    pub(super) entry: Entry,
    pub(super) blocks: Vec<Vec<u8>>,
}

/// Packs a slice, on so many threads.
///
/// # Errors
/// What zstd reports; there is no known cause but a lack of memory.
pub(super) fn pack(solved: Solved, no_move: NoMove, threads: usize, watcher: &dyn Watcher) -> io::Result<Packed> {
    let Solved { index, values } = solved;
    let (outcomes, captures, longest) = counts(&values, no_move);
    let width = Width::for_plies(longest);
    let symbols = Symbols::new(&values, width);
    drop(values);

    let chunks: Vec<&[u8]> = symbols.bytes().chunks(BLOCK as usize * width.bytes()).collect();
    let packed: Vec<Mutex<io::Result<Vec<u8>>>> = chunks.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
    share_out(threads, chunks.len() as u64, 1, &|| false, |range| {
        for number in range {
            let chunk = chunks[number as usize];
            *packed[number as usize].lock() = pack_block(chunk);
            watcher.advance((chunk.len() / width.bytes()) as u64);
        }
    });
    let blocks = packed.into_iter().map(Mutex::into_inner).collect::<io::Result<Vec<_>>>()?;
    let lengths = blocks.iter().map(|block| block.len() as u32).collect();
    let entry = Entry::new(index.slice(), outcomes, captures, longest, lengths);
    Ok(Packed { index, symbols, entry, blocks })
}

/// A frame with a checksum, so that damage is found when the block is read.
fn pack_block(symbols: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    compressor.compress(symbols)
}

/// Positions by outcome, positions with a capture, and the most plies.
fn counts(values: &[u16], no_move: NoMove) -> ([u64; 3], u64, u16) {
    let (mut outcomes, mut captures, mut longest) = ([0; 3], 0, 0);
    for &bits in values {
        let value = Value::from_bits(bits & !CAPTURE).unwrap_or(Value::DRAW);
        outcomes[value.outcome(no_move) as usize] += 1;
        captures += u64::from(bits & CAPTURE != 0);
        longest = longest.max(value.plies().unwrap_or(0));
    }
    (outcomes, captures, longest)
}
