//! What a room does between the requests of a page, where there are no threads.

use std::collections::VecDeque;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::solver::{RoomSolver, Solved};
use crownhead_engine::engine::{Event, SearchId};

#[derive(Debug, Default)]
pub(super) struct RoomQueue {
    events: Option<Receiver<Event>>,
    waiting: VecDeque<Event>,
    solver: Option<RoomSolver>,
}

impl RoomQueue {
    pub(super) fn listen(&mut self, events: Receiver<Event>) {
        *self = RoomQueue { events: Some(events), solver: self.solver.take(), ..RoomQueue::default() };
    }

    /// Begins to work on a problem, in place of an earlier one.
    pub(super) fn solve(&mut self, solver: RoomSolver) {
        self.solver = Some(solver);
    }

    /// Passes on the events whose time has come. `rest` says how long the end of a search should still wait. Returns
    /// the time until the next one.
    pub(super) fn take_events(
        &mut self,
        rest: impl Fn(SearchId) -> Duration,
        mut take: impl FnMut(Event),
    ) -> Option<Duration> {
        self.waiting.extend(self.events.iter().flat_map(Receiver::try_iter));
        while let Some(event) = self.waiting.pop_front() {
            if let Event::Done(id, _) = event {
                let rest = rest(id);
                if !rest.is_zero() {
                    self.waiting.push_front(event);
                    return Some(rest);
                }
            }
            take(event);
        }
        None
    }

    /// Works on the problem for about this time. Returns whether there is more to do, and what has come out.
    pub(super) fn work_on_problem(&mut self) -> (bool, Option<Solved>) {
        let solved = self.solver.as_mut().and_then(|solver| solver.go_on());
        if solved.is_some() {
            self.solver = None;
        }
        (self.solver.is_some(), solved)
    }
}
