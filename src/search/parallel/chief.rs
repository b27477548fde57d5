//! The first thread's supervisor: the one it was given, told of the nodes of all threads.

use super::crew::Crew;
use crate::search::{Iteration, Probe, Progress, Stopped, Supervisor};

/// The most nodes of its own that the first thread lets pass between two looks at what its helpers have found,
const MOST_NODES_UNCHECKED: u64 = 1024;
/// and the least, since with many threads each look costs the reading of many counts.
const LEAST_NODES_UNCHECKED: u64 = 256;

/// Stands between the first thread and the supervisor.
pub(super) struct Chief<'a> {
    supervisor: &'a mut dyn Supervisor,
    crew: &'a Crew,
    /// Has the supervisor stopped the search? A probe may also end because it has become needless.
    is_stopped: bool,
}

impl<'a> Chief<'a> {
    pub(super) fn new(supervisor: &'a mut dyn Supervisor, crew: &'a Crew) -> Chief<'a> {
        Chief { supervisor, crew, is_stopped: false }
    }
}

impl Supervisor for Chief<'_> {
    fn check(&mut self, own: u64) -> Result<u64, Stopped> {
        let all = self.crew.nodes();
        let next = self.supervisor.check(all).inspect_err(|Stopped| self.is_stopped = true)?;
        if self.crew.bisection().is_some_and(|bisection| bisection.is_moot()) {
            return Err(Stopped);
        }
        // Until then every thread visits its share.
        let share = next.saturating_sub(all) / self.crew.threads() as u64;
        Ok(own + share.clamp(LEAST_NODES_UNCHECKED, MOST_NODES_UNCHECKED))
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        !self.is_stopped && self.supervisor.may_start_probe(progress)
    }

    fn probed(&mut self, probe: &Probe) {
        self.supervisor.probed(probe);
    }

    fn completed(&mut self, iteration: &Iteration) {
        self.crew.set_depth(iteration.depth.get() + 1);
        self.supervisor.completed(iteration);
    }
}
