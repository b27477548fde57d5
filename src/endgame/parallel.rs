//! Work on the numbers of a range, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

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
    let next = AtomicU64::new(0);
    let worker = || {
        loop {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= len || is_stopped() {
                return;
            }
            work(start..len.min(start + chunk));
        }
    };
    let helpers = (threads as u64).min(len.div_ceil(chunk)).saturating_sub(1);
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(worker);
        }
        worker();
    });
}
