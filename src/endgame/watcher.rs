//! How long work is followed and stopped from outside.

use std::path::Path;

/// Follows a build or a verification.
pub trait Watcher: Sync {
    /// Work on the tables of so many pieces begins, the check of what is there or the build, and the count with it: there are `steps` to go, each a step of one position.
    fn begin(&self, pieces: usize, steps: u64);
    /// A file that was built before is damaged in this way, and is built again.
    fn rebuild(&self, path: &Path, what: &str);
    /// So many more steps are done.
    fn advance(&self, steps: u64);
    /// Is the work to stop?
    fn is_stopped(&self) -> bool;
}

/// A watcher that neither looks nor stops.
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
