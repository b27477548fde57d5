//! What the engine of a room should do, and what becomes of its answers.

use std::time::Duration;

use crossbeam_channel::Receiver;

use super::{State, play, truncate};
use crate::board::MOST_PLIES;
use crate::board::engine::{Begun, Job, RoomEngine, time_limit};
use crate::board::game::{Finish, read_move};
use crate::board::names::move_name;
use crate::board::request::{BoardError, Seat};
use crate::board::solver::{RoomSolver, Solved, Solving};
use crate::board::tree::Tree;
use crate::board::view::{MoveView, SolutionView, TrialView};
use crate::review::{Appraisal, Curve, ReviewSearch, Thresholds, forget};
use crownhead_engine::engine::{Event, Report, SearchAnswer, SearchId, StartError};
use crownhead_engine::eval::Score;
use crownhead_engine::search::{Depth, Verdict};
use crownhead_rules::notation::{SpelledMove, parse_move};
use crownhead_rules::{GameEnd, Ply, Side};

/// A move waits for at most one part in `SHARE_OF_PACE` of the time that is left.
const SHARE_OF_PACE: u32 = 20;

/// An analysis pauses if no page has requested it for this time: its page shows another game, or is closed. A page in a
/// hidden tab looks once per second at first.
const UNSEEN: Duration = Duration::from_secs(5);

impl State {
    /// Gives up what the engine does for a position that is not the current one any more.
    pub(super) fn give_up(&mut self) {
        self.analysed = None;
        if let Some(engine) = &mut self.engine {
            engine.give_up();
        }
    }

    /// What the engine should do now.
    fn wanted(&self) -> Option<Job> {
        if self.is_live()
            && self.paused_after.is_none()
            && let Seat::Engine(level) = self.seat_to_move()
        {
            let time = time_limit(&self.clocks[self.side().index()], self.taken_over_after);
            return Some(Job::Move { level, time });
        }
        // Nothing else uses the table of a review until it is done.
        if let Some(search) = self.review {
            return Some(Job::Review(search));
        }
        if self.judging.is_some() {
            return self.judging;
        }
        if self.wants_hint {
            return Some(Job::Hint);
        }
        self.analysis.filter(|_| self.seen.elapsed() < UNSEEN)
    }

    /// A new engine and the events of its searches. Weights for another variant are an error.
    pub(in crate::board) fn new_engine(&self) -> Result<(RoomEngine, Receiver<Event>), BoardError> {
        self.config.check_weights(self.game.variant())?;
        Ok(RoomEngine::start(&self.config, self.game.variant(), self.seed)?)
    }

    /// Lets the engine do what is wanted now.
    pub(in crate::board) fn attend(&mut self) {
        let wanted = self.wanted();
        if wanted == self.job() {
            return;
        }
        match (wanted, &mut self.engine) {
            (Some(job), Some(engine)) => engine.begin(job, &self.game),
            _ => self.give_up(),
        }
    }

    pub(super) fn job(&self) -> Option<Job> {
        self.engine.as_ref()?.begun.as_ref().map(|begun| begun.job)
    }

    /// How long a move that has been found should still wait. The clock of the engine runs meanwhile, and its search
    /// does not know of the wait.
    pub(in crate::board) fn rest_of_pace(&self, id: SearchId) -> Duration {
        let begun = self.engine.as_ref().and_then(|engine| engine.begun.as_ref());
        let begun = begun.filter(|begun| begun.id == id && matches!(begun.job, Job::Move { .. }));
        let allowance = self.clocks[self.side().index()].allowance();
        let pace = allowance.map_or(self.pace, |time| self.pace.min(time / SHARE_OF_PACE));
        begun.map_or(Duration::ZERO, |begun| pace.saturating_sub(begun.at.elapsed()))
    }

    /// Takes an iteration of the search `id`, if that is the current job.
    pub(in crate::board) fn take_report(&mut self, id: SearchId, report: Report) {
        let begun = self.engine.as_mut().and_then(|engine| engine.begun.as_mut());
        let Some(begun) = begun.filter(|begun| begun.id == id) else { return };
        let job = begun.job;
        begun.report = Some(report.clone());
        match job {
            Job::Move { .. } if report.verdict == Verdict::Exact => self.own_score = Some(report.score),
            Job::Move { .. } => {}
            Job::Hint | Job::Judge { .. } | Job::Review(ReviewSearch::Move { .. }) => return,
            Job::Review(ReviewSearch::Position { ply }) => {
                self.assessment.set_value(ply, self.for_white(ply, report.score), report.depth);
            }
            Job::Analysis { ply, .. } => {
                // A value of the review stays until a search to its depth has found a better one.
                self.assessment.deepen_value(ply, self.for_white(ply, report.score), report.depth);
                self.analysed = Some(self.analysis_view(ply, &report));
            }
        }
        self.version += 1;
    }

    pub(super) fn for_white(&self, ply: usize, score: Score) -> Score {
        if self.position_at(ply).side() == Side::White { score } else { -score }
    }

    /// Takes the answer of the search `id`, if that is the current job.
    pub(in crate::board) fn take_answer(&mut self, id: SearchId, answer: &SearchAnswer) {
        let begun = self.engine.as_mut().and_then(|engine| engine.begun.take_if(|begun| begun.id == id));
        let Some(Begun { job, report, .. }) = begun else { return };
        match job {
            Job::Move { .. } => self.play_for_engine(answer),
            Job::Hint => {
                self.wants_hint = false;
                self.hint = answer.best.as_ref().map(MoveView::from);
            }
            Job::Review(search) => self.take_review(search, report),
            Job::Judge { ply, number, .. } => {
                self.judging = None;
                self.trial = report.and_then(|report| self.trial_of(ply, number, report.score));
            }
            // It has reached the last depth, or the position is decided: there is nothing more to find.
            Job::Analysis { .. } => self.analysis = None,
        }
        self.version += 1;
    }

    fn play_for_engine(&mut self, answer: &SearchAnswer) {
        self.check_time();
        if !self.is_live() {
            return;
        }
        let Some(best) = &answer.best else { return };
        if self.plies() >= MOST_PLIES {
            self.end(Finish::TooLong);
            return;
        }
        if let Err(error) = play(&mut self.game, &best.hub()) {
            log::error!("the engine's move is not legal: {error}");
            return;
        }
        self.moved();
    }

    /// The proof search of the position after `ply` moves.
    pub(in crate::board) fn new_solver(&self, ply: usize) -> Result<(Solving, RoomSolver), BoardError> {
        let mut game = self.game.clone();
        truncate(&mut game, ply);
        let solver = RoomSolver::on(game, &self.config.engine.endgame, self.version);
        Ok(solver.map_err(StartError::from)?)
    }

    /// Takes what a proof search has found out, if it is the current one.
    pub(in crate::board) fn take_solution(&mut self, solved: &Solved) {
        let solving = self.solving.take_if(|solving| solving.number == solved.number);
        let Some(ply) = solving.map(|solving| solving.ply) else { return };
        let mut position = *self.position_at(ply);
        let mut moves = Vec::new();
        for played in &solved.solution.line {
            let Ok(mv) = parse_move(&position, &played.hub()) else { break };
            moves.push(MoveView::of(&position, &mv));
            position = position.succ(&mv);
        }
        self.solution = Some(SolutionView { ply, text: solved.summary(), moves });
        self.version += 1;
    }

    /// Begins the review, which goes backward like that of `crownhead analyze --pdn`; see [`crate::review`]. It begins
    /// with an empty table, so that two reviews of one game are the same.
    pub(super) fn begin_review(&mut self) {
        let plies = self.plies();
        if self.main_line.is_none() {
            // Also the words of a review that was read.
            let mut pdn = self.record();
            forget(&mut pdn);
            self.tree = Tree::read(&pdn, &self.game);
            self.base = pdn;
        }
        self.assessment.forget_appraisals();
        self.original.iter_mut().for_each(|original| original.reviewed = None);
        self.searched = None;
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
        // A result that was recorded otherwise stands, and the position is searched.
        let is_by_rules = self.main_line.is_some() || matches!(self.finish, Some(Finish::Rules(_)));
        match self.game.end().filter(|end| is_by_rules || matches!(end, GameEnd::Win(_))) {
            // In a drawn position there are moves still, and a search would value them.
            Some(end) => {
                self.assessment.set_value(plies, score_of(end), Depth::MAX);
                self.review_before(plies);
            }
            None => self.review = Some(ReviewSearch::Position { ply: plies }),
        }
    }

    /// The next search of the review is that of the last position before `ply` moves whose move is not forced.
    fn review_before(&mut self, mut ply: usize) {
        self.review = None;
        while let Some(before) = ply.checked_sub(1) {
            let Some(forced) = self.forced(before) else {
                self.review = Some(ReviewSearch::Position { ply: before });
                return;
            };
            self.assessment.set_value(before, self.for_white(before, forced.lines[0].score), forced.depth);
            if before >= self.opening_plies() {
                self.assessment.set_appraisal(forced);
            }
            ply = before;
        }
    }

    /// The appraisal of the move after `ply` others if it was an only move, and the one after it is appraised.
    fn forced(&self, ply: usize) -> Option<Appraisal> {
        let next = self.assessment.appraisal(ply + 1)?;
        Appraisal::forced(self.position_at(ply), &self.played_at(ply)?, next)
    }

    fn played_at(&self, ply: usize) -> Option<SpelledMove> {
        Some(SpelledMove::new(self.position_at(ply), self.game.moves().get(ply)?))
    }

    /// Begins to judge a move in place of the one that was played after `ply` moves: to the depth of that.
    pub(super) fn begin_to_judge(&mut self, ply: usize, text: &str) -> Result<(), BoardError> {
        let reviewed = self.assessment.appraisal(ply).ok_or(BoardError::NotReviewed)?;
        let mv = read_move(&reviewed.position, text)?;
        let number = reviewed.position.moves().iter().position(|legal| *legal == mv);
        (self.judging, self.trial) = (None, None);
        // The best move needs no search.
        match number {
            Some(number) if reviewed.lines[0].pv.first() != Some(&SpelledMove::new(&reviewed.position, &mv)) => {
                self.judging = Some(Job::Judge { ply, number, depth: reviewed.depth });
            }
            Some(number) => self.trial = self.trial_of(ply, number, reviewed.lines[0].score),
            None => {}
        }
        Ok(())
    }

    /// The judgement of a legal move by its score.
    fn trial_of(&self, ply: usize, number: usize, score: Score) -> Option<TrialView> {
        let reviewed = self.assessment.appraisal(ply)?;
        let position = &reviewed.position;
        let lost = Curve::of(position.variant()).lost(reviewed.lines[0].score, score);
        let text = move_name(position, position.moves().get(number)?);
        Some(TrialView { ply, text, mark: Thresholds::DEFAULT.judge(lost) })
    }

    /// A search of the review has ended. A move that is not among the lines of its position is searched next.
    fn take_review(&mut self, search: ReviewSearch, report: Option<Report>) {
        let ply = search.ply();
        self.is_unsaved = true;
        if ply < self.opening_plies() {
            return self.review_before(ply);
        }
        let (position, alone) = match search {
            ReviewSearch::Position { .. } => (report, None),
            ReviewSearch::Move { .. } => (self.searched.take(), report),
        };
        if let (Some(report), Some(mv)) = (position, self.played_at(ply)) {
            match Appraisal::new(ply, self.position_at(ply), &mv, &report, alone.as_ref()) {
                Some(appraisal) => {
                    let appraisal = appraisal.continued(self.assessment.appraisal(ply + 1));
                    self.assessment.set_appraisal(appraisal);
                }
                None if matches!(search, ReviewSearch::Position { .. }) => {
                    self.review = Some(ReviewSearch::Move { ply, depth: report.depth });
                    self.searched = Some(report);
                    return;
                }
                None => {}
            }
        }
        self.review_before(ply);
    }
}

/// The value for White of the last position of a game that the rules have ended.
const fn score_of(end: GameEnd) -> Score {
    match Finish::Rules(end).winner() {
        Some(Side::White) => Score::win_in(Ply::ROOT),
        Some(Side::Black) => Score::loss_in(Ply::ROOT),
        None => Score::DRAW,
    }
}
