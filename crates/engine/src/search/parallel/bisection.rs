//! The questions of one iteration, shared out among threads.
//!
//! Alone, a driver asks about one window after another within the bounds. While the first thread searches the window
//! that its driver wants, each helper searches another, in the middle of the widest gap that is left near the guess.
//! Any answer narrows the bounds, and questions that it settles are given up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parking_lot::{Condvar, Mutex};

use crate::eval::Score;
use crate::search::task::RootResult;
use crate::search::{Bounds, Depth, Width, Window};

/// What the first thread is searching.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::search) struct Lead {
    pub(in crate::search) depth: Depth,
    /// The value that its driver expects.
    pub(in crate::search) guess: Score,
    /// The generation places of the root moves that are left out.
    pub(in crate::search) excluded: Vec<usize>,
}

/// The answer of another thread to a question about the same root at the same depth.
#[derive(Clone, Debug)]
pub(in crate::search) struct HelperAnswer {
    pub(in crate::search) window: Window,
    pub(in crate::search) result: RootResult,
}

#[derive(Clone, Debug)]
pub(super) struct HelperQuestion {
    pub(super) lead: Lead,
    /// The generation place of the best move so far, to be tried first. So the move that raises an alpha is known to be
    /// better than that one, in every thread.
    pub(super) best: Option<usize>,
    pub(super) window: Window,
}

/// Where questions are asked and answered. Threads come here between probes and every thousand nodes or so, not in the
/// node search.
#[derive(Debug)]
pub(super) struct Bisection {
    agenda: Mutex<Agenda>,
    /// There may be something to ask again, or the search is over.
    news: Condvar,
    /// Whether an answer has settled what the first thread is searching.
    is_moot: AtomicBool,
}

#[derive(Debug)]
struct Agenda {
    lead: Lead,
    /// The generation place of the first thread's best move.
    best: Option<usize>,
    /// What the first thread knew when it asked, and the answers since.
    bounds: Bounds,
    /// The window that each thread searches, the first thread's first.
    asked: Vec<Option<Window>>,
    /// Answers that the first thread has not taken yet.
    answers: Vec<HelperAnswer>,
    /// How far from the guess helpers ask.
    reach: Width,
    is_over: bool,
}

impl Bisection {
    pub(super) fn new(threads: usize, reach: Width) -> Bisection {
        // Closed bounds leave nothing to ask before the first thread begins.
        let bounds = Bounds::exact(Score::DRAW);
        let asked = vec![None; threads];
        let agenda =
            Agenda { lead: Lead::default(), best: None, bounds, asked, answers: Vec::new(), reach, is_over: false };
        Bisection { agenda: Mutex::new(agenda), news: Condvar::new(), is_moot: AtomicBool::new(false) }
    }

    /// The first thread knows these bounds and this best move, and goes to search this window.
    pub(super) fn ask(&self, lead: Lead, best: Option<usize>, bounds: Bounds, window: Window) {
        let mut agenda = self.agenda.lock();
        agenda.best = best;
        if agenda.lead != lead {
            agenda.lead = lead;
            agenda.answers.clear();
        }
        agenda.bounds =
            agenda.answers.iter().fold(bounds, |bounds, answer| bounds.tightened(answer.window, answer.result.score));
        agenda.asked[0] = Some(window);
        self.is_moot.store(agenda.bounds.settle(window).is_some(), Relaxed);
        self.news.notify_all();
    }

    /// Whether answers that wait to be taken have settled the window that was asked last.
    pub(super) fn is_moot(&self) -> bool {
        self.is_moot.load(Relaxed)
    }

    /// The answers since they were last taken, in their order.
    pub(super) fn take_answers(&self) -> Vec<HelperAnswer> {
        std::mem::take(&mut self.agenda.lock().answers)
    }

    /// Waits for a question for the helper with this number; `None` once the search is over.
    pub(super) fn question_for(&self, worker: usize) -> Option<HelperQuestion> {
        let mut agenda = self.agenda.lock();
        agenda.asked[worker] = None;
        loop {
            if agenda.is_over {
                return None;
            }
            if let Some(window) = agenda.window() {
                agenda.asked[worker] = Some(window);
                return Some(HelperQuestion { lead: agenda.lead.clone(), best: agenda.best, window });
            }
            self.news.wait(&mut agenda);
        }
    }

    /// Whether an answer would still narrow the bounds.
    pub(super) fn is_open(&self, question: &HelperQuestion) -> bool {
        self.agenda.lock().is_open(question)
    }

    /// Takes in an answer, unless the bounds have settled its question already.
    pub(super) fn answer(&self, question: &HelperQuestion, result: RootResult) {
        let mut agenda = self.agenda.lock();
        if !agenda.is_open(question) {
            return;
        }
        agenda.bounds = agenda.bounds.tightened(question.window, result.score);
        agenda.answers.push(HelperAnswer { window: question.window, result });
        let is_moot = agenda.asked[0].is_some_and(|window| agenda.bounds.settle(window).is_some());
        self.is_moot.store(is_moot, Relaxed);
    }

    /// The search is over: wakes the helpers that wait for a question.
    pub(super) fn close(&self) {
        self.agenda.lock().is_over = true;
        self.news.notify_all();
    }
}

impl Agenda {
    fn is_open(&self, question: &HelperQuestion) -> bool {
        self.lead == question.lead && self.bounds.settle(question.window).is_none()
    }

    /// A window for another helper: as wide as that of the first thread, in the middle of the widest gap between the
    /// windows that are being searched. Where no gap has room for it, the first thread is helped with its own.
    fn window(&self) -> Option<Window> {
        if self.bounds.is_closed() {
            return None;
        }
        let firsts = self.asked[0]?;
        let width = firsts.width().millionths();
        let (from, to) = self.widest_gap();
        if to.millionths_above(from) <= width {
            return Some(firsts);
        }
        let alpha = Score::middle(from, to).plus(-width / 2).max(from);
        Some(Window { alpha, beta: alpha.plus(width) })
    }

    fn widest_gap(&self) -> (Score, Score) {
        let (floor, ceiling) = self.stretch();
        let mut taken: Vec<Window> = self.asked.iter().copied().flatten().collect();
        taken.sort_unstable_by_key(|window| window.alpha);
        let (mut from, mut widest) = (floor, (floor, floor));
        let ends = taken.iter().map(|window| (window.alpha, window.beta)).chain([(ceiling, ceiling)]);
        for (alpha, beta) in ends {
            let to = alpha.min(ceiling);
            if to.millionths_above(from) > widest.1.millionths_above(widest.0) {
                widest = (from, to);
            }
            from = from.max(beta);
        }
        widest
    }

    /// Where the value most likely lies: within reach of the guess, or of the bound that is nearest to it.
    fn stretch(&self) -> (Score, Score) {
        let Bounds { low, high } = self.bounds;
        let (centre, reach) = (self.lead.guess.max(low).min(high), self.reach.millionths());
        (low.max(centre.plus(-reach)), high.min(centre.plus(reach)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn men(men: f64) -> Score {
        Score::from_men(men)
    }

    fn null(beta: f64) -> Window {
        Window::null(men(beta))
    }

    fn agenda(bounds: Bounds, asked: &[Window]) -> Agenda {
        let asked = asked.iter().copied().map(Some).collect();
        let reach = Width::from_men(1.0).expect("it is above 0");
        Agenda { lead: Lead::default(), best: None, bounds, asked, answers: Vec::new(), reach, is_over: false }
    }

    #[test]
    fn a_helper_asks_in_the_middle_of_the_widest_gap_near_the_guess() {
        let alone = agenda(Bounds::OPEN, &[null(0.0)]).window().expect("there is room");
        assert!((alone.alpha.men().abs() - 0.5).abs() < 0.001, "{alone:?}");
        let second = agenda(Bounds::OPEN, &[null(0.0), null(-0.5)]).window().expect("there is room");
        assert!((second.alpha.men() - 0.5).abs() < 0.001, "{second:?}");
        let bounds = Bounds { low: men(0.0), ..Bounds::OPEN };
        let above = agenda(bounds, &[null(0.1)]).window().expect("there is room");
        assert!((above.alpha.men() - 0.55).abs() < 0.001, "{above:?}");
    }

    #[test]
    fn windows_lie_within_the_bounds_and_apart_from_each_other() {
        let bounds = Bounds { low: men(-0.2), high: men(0.3) };
        let mut agenda = agenda(bounds, &[null(0.0)]);
        for _ in 0..20 {
            let window = agenda.window().expect("the bounds are open");
            assert!(window.alpha >= bounds.low && window.beta <= bounds.high, "{window:?}");
            let apart = |other: &Window| window.beta <= other.alpha || other.beta <= window.alpha;
            assert!(agenda.asked.iter().flatten().all(apart), "{window:?} in {:?}", agenda.asked);
            agenda.asked.push(Some(window));
        }
        agenda.bounds = Bounds::exact(men(0.1));
        assert!(agenda.window().is_none(), "there is nothing left to ask");
    }

    #[test]
    fn the_first_thread_is_helped_where_there_is_no_room_for_another_window() {
        let bounds = Bounds { low: men(0.0), high: men(0.0).plus(2) };
        let first = Window::null(men(0.0).plus(1));
        assert_eq!(agenda(bounds, &[first]).window(), Some(first));
    }

    #[test]
    fn an_answer_makes_a_settled_question_moot_until_the_next_one() {
        let bisection = Bisection::new(2, Width::from_men(1.0).expect("it is above 0"));
        let lead = Lead { depth: Depth::new(9), ..Lead::default() };
        bisection.ask(lead.clone(), None, Bounds::OPEN, null(0.0));
        let question = bisection.question_for(1).expect("the search is under way");
        assert!(bisection.is_open(&question) && !bisection.is_moot());
        let answer = |score| RootResult { score, verdict: question.window.verdict(score), best: 0 };
        let score = if question.window.alpha > men(0.0) { men(2.0) } else { men(-2.0) };
        bisection.answer(&question, answer(score));
        assert!(bisection.is_moot(), "a value beyond both windows settles both");
        assert!(!bisection.is_open(&question));
        assert_eq!(bisection.take_answers().len(), 1);
        bisection.ask(lead, None, Bounds::OPEN.tightened(question.window, score), null(score.men() * 1.5));
        assert!(!bisection.is_moot());
        let next = Lead { depth: Depth::new(10), ..Lead::default() };
        bisection.ask(next, None, Bounds::OPEN, null(0.0));
        bisection.answer(&question, answer(score));
        assert!(bisection.take_answers().is_empty(), "it is of an iteration before");
    }
}
