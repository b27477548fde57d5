//! What the engine of a room does, and what becomes of its answers.

use std::time::Duration;

use crossbeam_channel::Receiver;

use super::State;
use crate::board::record::{MOST_PLIES, MoveView};
use crate::board::seat::{Finish, Seat};
use crate::board::thinker::{Begun, Job, Reached, Thinker, time_limit};
use crate::engine::{Answer, Event, Report, SearchId, StartError};
use crate::eval::Score;
use crate::rules::Side;
use crate::search::Verdict;

/// A move waits for this part of the time that is left, at most: one in so many.
const SHARE_OF_PACE: u32 = 20;

/// An analysis pauses if nobody has looked for this time: its page shows another game, or is closed. A page in a hidden
/// tab looks once per second at first.
const UNSEEN: Duration = Duration::from_secs(5);

impl State {
    /// Gives up what the engine does for a position that is not the current one any more.
    pub(super) fn give_up(&mut self) {
        self.analysed = None;
        if let Some(thinker) = &mut self.thinker {
            thinker.give_up();
        }
    }

    /// What the engine should do now.
    fn wanted(&self) -> Option<Job> {
        if self.is_live()
            && let Seat::Engine(level) = self.seat_to_move()
        {
            let time = time_limit(&self.clocks[self.record.side().index()], self.taken_over_after);
            return Some(Job::Move { level, time });
        }
        if self.wants_hint {
            return Some(Job::Hint);
        }
        self.review.or(self.analysis.filter(|_| self.seen.elapsed() < UNSEEN))
    }

    /// A new engine and the events of its searches.
    pub(in crate::board) fn new_thinker(&self) -> Result<(Thinker, Receiver<Event>), StartError> {
        Thinker::start(&self.config, self.record.variant(), self.seed)
    }

    /// Lets the engine do what is wanted now.
    pub(in crate::board) fn attend(&mut self) {
        let wanted = self.wanted();
        let has = self.thinker.as_ref().and_then(Thinker::begun).map(|begun| begun.job);
        if wanted == has {
            return;
        }
        match (wanted, &mut self.thinker) {
            (Some(job), Some(thinker)) => thinker.begin(job, &self.record),
            _ => self.give_up(),
        }
    }

    /// The job of this search, if it is still the one in hand.
    fn job(&self, id: SearchId) -> Option<Job> {
        let begun = self.thinker.as_ref()?.begun()?;
        (begun.id == id).then_some(begun.job)
    }

    /// How long a move that has been found should still wait. The clock of the engine runs meanwhile, and its search knows
    /// nothing of the wait.
    pub(in crate::board) fn rest_of_pace(&self, id: SearchId) -> Duration {
        let begun = self.thinker.as_ref().and_then(Thinker::begun);
        let begun = begun.filter(|begun| begun.id == id && matches!(begun.job, Job::Move { .. }));
        let allowance = self.clocks[self.record.side().index()].allowance();
        let pace = allowance.map_or(self.pace, |time| self.pace.min(time / SHARE_OF_PACE));
        begun.map_or(Duration::ZERO, |begun| pace.saturating_sub(begun.at.elapsed()))
    }

    pub(in crate::board) fn take_report(&mut self, id: SearchId, report: &Report) {
        let Some(job) = self.job(id) else { return };
        if let Some(thinker) = &mut self.thinker {
            thinker.reach(Reached { score: report.score, depth: report.depth });
        }
        match job {
            Job::Move { .. } if report.verdict == Verdict::Exact => self.own_score = Some(report.score),
            Job::Move { .. } => {}
            Job::Hint | Job::ReviewMove { .. } => return,
            Job::Review { ply } => self.assessment.set_value(ply, self.reached(ply, report)),
            // Whoever goes through a game that was reviewed keeps its values until better ones are there.
            Job::Analysis { ply, .. } => self.assessment.deepen_value(ply, self.reached(ply, report)),
        }
        if let Job::Analysis { ply, .. } = job {
            self.analysed = Some(self.analysis_view(ply, report));
        }
        self.version += 1;
    }

    fn side_at(&self, ply: usize) -> Side {
        let is_even = (self.record.plies() - ply.min(self.record.plies())).is_multiple_of(2);
        if is_even { self.record.side() } else { self.record.side().opponent() }
    }

    /// The result of an iteration for the position after so many moves, for White.
    fn reached(&self, ply: usize, report: &Report) -> Reached {
        Reached { score: self.for_white(ply, report.score), depth: report.depth }
    }

    pub(super) fn for_white(&self, ply: usize, score: Score) -> Score {
        if self.side_at(ply) == Side::White { score } else { -score }
    }

    pub(in crate::board) fn take_answer(&mut self, id: SearchId, answer: &Answer) {
        let Some(Begun { job, reached, .. }) = self.thinker.as_mut().and_then(|thinker| thinker.end(id)) else {
            return;
        };
        match job {
            Job::Move { .. } => self.play_for_engine(answer),
            Job::Hint => {
                self.wants_hint = false;
                self.hint = answer.best.as_ref().map(MoveView::from);
            }
            Job::Review { ply } => self.take_review(ply, answer, reached),
            Job::ReviewMove { ply, depth } => self.take_review_of_move(ply, depth, reached),
            // It has reached the last depth, or the position is decided: there is nothing more to find.
            Job::Analysis { .. } => self.analysis = None,
        }
        self.version += 1;
    }

    fn play_for_engine(&mut self, answer: &Answer) {
        self.check_time();
        if !self.is_live() {
            return;
        }
        let Some(best) = &answer.best else { return };
        let ply = self.record.plies();
        if ply >= MOST_PLIES {
            self.end(Finish::TooLong);
            return;
        }
        if let Err(error) = self.record.play(&best.hub()) {
            log::error!("the engine's move is not legal: {error}");
            return;
        }
        self.moved();
    }
}
