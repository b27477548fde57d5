//! Where time comes from: injected, so that tests never sleep.

use std::time::{Duration, Instant};

/// Tells the time since a moment of its own choosing.
pub trait Clock: Send + Sync {
    /// Time since that moment; never goes back.
    fn now(&self) -> Duration;
}

/// The clock of the machine.
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
