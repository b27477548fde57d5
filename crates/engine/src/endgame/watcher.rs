//! How work is shared among threads, followed and stopped.

use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;

use crate::support::workers::share;

/// Follows a build or a verification.
pub trait Watcher: Sync {
    /// A phase of the work on the tables of `pieces` pieces begins, a check of files or a build. It has `steps` steps,
    /// each for one position; the count of [`Watcher::advance`] restarts.
    fn begin(&self, pieces: usize, steps: u64);
    /// A file is damaged in this way, and is built again.
    fn rebuild(&self, path: &Path, what: &str);
    /// `steps` more steps are done.
    fn advance(&self, steps: u64);
    /// Whether the work must stop.
    fn is_stopped(&self) -> bool;
}

/// A watcher that ignores everything and never stops the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {
    fn begin(&self, _pieces: usize, _steps: u64) {}
    fn rebuild(&self, _path: &Path, _what: &str) {}
    fn advance(&self, _steps: u64) {}
    fn is_stopped(&self) -> bool {
        false
    }
}

/// The number of positions that a thread takes at a time.
pub(super) const CHUNK: u64 = 1 << 14;

/// Calls `work` on `threads` threads for ranges of up to `chunk` numbers that together make up `0..len`. Once the
/// watcher is stopped, ranges that no thread has begun are left out.
pub(super) fn share_out(threads: usize, len: u64, chunk: u64, watcher: &dyn Watcher, work: impl Fn(Range<u64>) + Sync) {
    let chunks = len.div_ceil(chunk);
    let threads = threads.min(chunks.try_into().unwrap_or(usize::MAX));
    let ranges = (0..chunks).map(|number| number * chunk..len.min((number + 1) * chunk));
    let wanted = ranges.take_while(|_| !watcher.is_stopped());
    let work = |(): &mut (), range| {
        work(range);
        Ok(())
    };
    let Ok(()) = share::<_, _, Infallible>(threads, wanted, |_| Ok(()), work);
}
