//! Work on the numbers of a range, shared out among threads.

use std::convert::Infallible;
use std::ops::Range;

use crate::workers::share;

/// How many positions a thread takes at a time.
pub(super) const CHUNK: u64 = 1 << 14;

/// Calls `work` for ranges of up to `chunk` numbers that together make up `0..len`, on so many threads. Once
/// `is_stopped`, ranges that no thread has begun are left out.
pub(super) fn share_out(
    threads: usize,
    len: u64,
    chunk: u64,
    is_stopped: &(dyn Fn() -> bool + Sync),
    work: impl Fn(Range<u64>) + Sync,
) {
    let chunks = len.div_ceil(chunk);
    let threads = threads.min(chunks.try_into().unwrap_or(usize::MAX));
    let ranges = (0..chunks).map(|number| number * chunk..len.min((number + 1) * chunk));
    let wanted = ranges.take_while(|_| !is_stopped());
    let work = |(): &mut (), range| -> Result<(), Infallible> {
        work(range);
        Ok(())
    };
    match share(threads, wanted, |_| Ok(()), work) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}
