//! Drivers: from the bounds, the last result and the first guess, the next question to the node search.
//!
//! A driver is a pure value that knows no engine. Except for `mtd-best`, each is a function from a [`ValueSearch`] to a
//! window. All stop by themselves: their windows lie within the bounds, so every answer moves a bound, and they end as
//! soon as the bounds meet or cross. Bounds can cross because answers may be inconsistent, through selectivity that
//! depends on the window and through deeper entries of the table.

mod mtd_best;
mod windows;

pub use windows::DriverKind;

use mtd_best::MtdBest;
use windows::ValueSearch;

use super::{Bounds, Width, Window};
use crate::eval::Score;

/// What a driver asks of the node search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Search the root.
    Root {
        /// Over this window,
        window: Window,
        /// with scouts inside it or without.
        scout: bool,
    },
    /// Search one move of the root.
    Move {
        /// Its place among the root moves.
        index: usize,
        /// The window as seen from the root, not from the position after the move.
        window: Window,
    },
    /// Nothing more.
    Done,
}

/// The windows and steps of the drivers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriverOptions {
    /// The width of an epsilon window (Mandziuk and Osman 2004, section 3). A millionth makes it a null window.
    pub epsilon: Width,
    /// How far the first window of `aspiration-negascout` reaches to either side of the guess.
    pub aspiration: Width,
    /// The first step of `mtd-step`, `mtd-gallop` and `mtd-best`.
    pub first_step: Width,
    /// Whether `real-mtd-f` ends with a search over the last bounds. The published form stops as soon as they are
    /// closer than epsilon, and may be off by as much.
    pub close_real: bool,
}

impl Default for DriverOptions {
    fn default() -> DriverOptions {
        DriverOptions {
            epsilon: Width::from_millionths(3_000),
            aspiration: Width::from_millionths(250_000),
            first_step: Width::from_millionths(50_000),
            close_real: true,
        }
    }
}

/// A driver on its way to the value of one position at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    kind: DriverKind,
    options: DriverOptions,
    probes: u32,
    goal: Goal,
}

#[derive(Clone, Debug, PartialEq)]
enum Goal {
    Value(ValueSearch),
    Move(MtdBest),
}

impl Driver {
    /// A driver that has asked nothing yet.
    ///
    /// `guess` may be any score. `root_moves` counts the moves of the root; only `mtd-best` tells them apart, and it
    /// takes the first for the best until shown otherwise. With a single move there is nothing to prove about it, and
    /// its value is asked for instead, as `mtd-f` does.
    pub fn start(kind: DriverKind, options: &DriverOptions, guess: Score, root_moves: usize) -> Driver {
        let kind = if kind == DriverKind::MtdBest && root_moves == 1 { DriverKind::MtdF } else { kind };
        let goal = match kind {
            DriverKind::MtdBest => Goal::Move(MtdBest::new(root_moves, guess)),
            _ => Goal::Value(ValueSearch::new(guess)),
        };
        Driver { kind, options: *options, probes: 0, goal }
    }

    /// The same driver, with `bounds` that are known of the value.
    pub fn within(mut self, bounds: Bounds) -> Driver {
        match &mut self.goal {
            Goal::Value(search) => search.confine(bounds),
            Goal::Move(best) => best.limit(bounds.high),
        }
        self
    }

    /// What it wants to know now.
    pub fn question(&self) -> Question {
        match &self.goal {
            Goal::Value(search) => search
                .window(self.kind, &self.options)
                .map_or(Question::Done, |window| Question::Root { window, scout: self.kind.scouts() }),
            Goal::Move(best) => best
                .question(self.options.first_step)
                .map_or(Question::Done, |(index, window)| Question::Move { index, window }),
        }
    }

    /// Takes in the fail-soft result of the search that it asked for. A driver that is done ignores it.
    pub fn answer(&mut self, result: Score) {
        match (self.question(), &mut self.goal) {
            (Question::Root { window, .. }, Goal::Value(search)) => search.learn(window, result),
            (Question::Move { index, window }, Goal::Move(best)) => best.learn(index, window, result),
            _ => return,
        }
        self.probes += 1;
    }

    /// Takes in the fail-soft result of a search over a window that it did not ask for, as if it had. Tells whether
    /// that moved a bound; otherwise nothing has changed. Only drivers that ask for null or epsilon windows of the
    /// whole root can use such an answer.
    pub fn inform(&mut self, window: Window, result: Score) -> bool {
        let Goal::Value(search) = &mut self.goal else { return false };
        let is_news = !search.bounds.is_closed() && search.bounds.tightened(window, result) != search.bounds;
        if is_news {
            search.learn(window, result);
            self.probes += 1;
        }
        is_news
    }

    /// Whether it has nothing more to ask.
    pub fn is_done(&self) -> bool {
        self.question() == Question::Done
    }

    /// What is known of the value of the root.
    pub fn bounds(&self) -> Bounds {
        match &self.goal {
            Goal::Value(search) => search.bounds,
            Goal::Move(best) => best.bounds(),
        }
    }

    /// How many questions have been answered.
    pub fn probes(&self) -> u32 {
        self.probes
    }

    /// The place of the root move that `mtd-best` has proven best. Other drivers tell no moves apart.
    pub fn settled_move(&self) -> Option<usize> {
        match &self.goal {
            Goal::Value(_) => None,
            Goal::Move(best) => best.settled(),
        }
    }

    /// The value, once it is done: the last result, or the guess if there was nothing to ask. Where the bounds have
    /// crossed and the last result lies below what an earlier one has proven, it is the latter, which the best move
    /// stands for.
    ///
    /// It is exact for every driver but two: the published form of `real-mtd-f` may be off by less than epsilon, and
    /// `mtd-best` returns a lower bound of its move.
    pub fn value(&self) -> Score {
        match &self.goal {
            Goal::Value(search) => search.latest.max(search.bounds.low),
            Goal::Move(best) => best.value(),
        }
    }
}
