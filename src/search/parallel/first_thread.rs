//! The first thread's supervisor: the one it was given, told of the nodes of all threads.

use super::crew::Crew;
use crate::eval::Score;
use crate::search::supervisor::CHECK_INTERVAL;
use crate::search::{Depth, Iteration, Probe, Progress, Stopped, Supervisor};

/// The first thread looks at what its helpers have found once in [`CHECK_INTERVAL`] nodes of its own, or sooner if the
/// supervisor wants to be asked; but not sooner than this, since with many threads each look reads many counts.
const LEAST_INTERVAL: u64 = 256;

/// The supervisor of the first thread.
pub(super) struct FirstThread<'a, M> {
    supervisor: &'a mut dyn Supervisor<M>,
    crew: &'a Crew,
    /// Has the supervisor stopped the search? A probe may also end because it has become needless.
    is_stopped: bool,
}

impl<'a, M> FirstThread<'a, M> {
    pub(super) fn new(supervisor: &'a mut dyn Supervisor<M>, crew: &'a Crew) -> FirstThread<'a, M> {
        FirstThread { supervisor, crew, is_stopped: false }
    }
}

impl<M> Supervisor<M> for FirstThread<'_, M> {
    fn check(&mut self, own: u64) -> Result<u64, Stopped> {
        let all = self.crew.nodes();
        let next = self.supervisor.check(all).inspect_err(|Stopped| self.is_stopped = true)?;
        if self.crew.bisection().is_some_and(|bisection| bisection.is_moot()) {
            return Err(Stopped);
        }
        // Until then every thread visits its share.
        let share = next.saturating_sub(all) / self.crew.threads() as u64;
        Ok(own + share.clamp(LEAST_INTERVAL, CHECK_INTERVAL))
    }

    fn may_start_probe(&mut self, progress: Progress) -> bool {
        !self.is_stopped && self.supervisor.may_start_probe(progress)
    }

    fn first_guess(&mut self, depth: Depth) -> Option<Score> {
        self.supervisor.first_guess(depth)
    }

    fn probed(&mut self, probe: &Probe<M>) {
        self.supervisor.probed(probe);
    }

    fn completed(&mut self, iteration: &Iteration<M>) {
        self.crew.set_depth(iteration.depth.get() + 1);
        self.supervisor.completed(iteration);
    }
}
