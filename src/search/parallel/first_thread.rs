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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Move, Variant};
    use crate::search::seat::Seat;
    use crate::search::{Counters, SearchOptions, Task, Threads};

    /// Keeps the number of nodes that it was last asked at.
    struct Asked(u64);

    impl Supervisor<Move> for Asked {
        fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
            self.0 = nodes;
            if nodes < 2_000_000 { Ok(2_000_000) } else { Err(Stopped) }
        }

        fn may_start_probe(&mut self, _: Progress) -> bool {
            true
        }

        fn completed(&mut self, _: &Iteration) {}
    }

    #[test]
    fn the_supervisor_is_asked_at_the_nodes_of_all_threads() {
        let task = Task::of(&Game::start(Variant::ENGLISH));
        let options = SearchOptions { threads: Threads::new(2).expect("a few"), ..SearchOptions::default() };
        let crew = Crew::new(&task, &options);
        let publish = |seat: &dyn Seat, nodes| seat.publish(&Counters { nodes, ..Counters::default() });
        let helper = crew.helpers().next().expect("there are two threads");
        let mut asked = Asked(0);
        let mut first = FirstThread::new(&mut asked, &crew);

        publish(&crew.first(), 10);
        publish(&helper, 1_000_000);
        assert_eq!(first.check(10), Ok(10 + CHECK_INTERVAL), "the limit is far");
        publish(&helper, 1_998_990);
        assert_eq!(first.check(10), Ok(10 + 500), "each thread visits its share of the last thousand");
        publish(&helper, 1_999_990);
        assert_eq!(first.check(10), Err(Stopped));
        assert!(!first.may_start_probe(Progress::WithinIteration));
        assert_eq!(asked.0, 2_000_000);
    }
}
