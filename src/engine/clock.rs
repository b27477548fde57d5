//! The source of time. It is injected, so that tests never sleep.

use std::time::{Duration, Instant};

/// A monotonic clock with an arbitrary origin.
pub trait Clock: Send + Sync {
    /// The time since the origin. It never decreases.
    fn now(&self) -> Duration;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}
