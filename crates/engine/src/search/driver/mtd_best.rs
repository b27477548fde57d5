//! CITE: MTD(best) (Plaat et al. 1995, section 4): proves which move is best, not what it is worth.
//!
//! First one move must be shown to be worth something: the first move is asked for the guess, and for less in doubling
//! steps while it fails. Then every other move must be shown to be worth no more. One that is worth more takes the
//! lead; while the lead keeps changing, more is asked of the others, since such moves may be worth far more than
//! either has shown.

use crate::eval::Score;
use crate::search::{Bounds, Verdict, Width, Window};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct MtdBest {
    moves: Vec<Bounds>,
    guess: Score,
    /// How many answers in a row have lowered the claim of the first move or changed the lead.
    run: u32,
}

impl MtdBest {
    pub(super) fn new(root_moves: usize, guess: Score) -> MtdBest {
        MtdBest { moves: vec![Bounds::OPEN; root_moves], guess, run: 0 }
    }

    /// No move is worth more than `high`.
    pub(super) fn limit(&mut self, high: Score) {
        for bounds in &mut self.moves {
            bounds.high = bounds.high.min(high);
        }
    }

    /// The move with the highest lower bound, the first of equals.
    fn leader(&self) -> Option<usize> {
        let lows = self.moves.iter().map(|bounds| bounds.low).enumerate();
        lows.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(index, _)| index)
    }

    fn challenger(&self, leader: usize) -> Option<usize> {
        let low = self.moves[leader].low;
        (0..self.moves.len()).find(|&index| index != leader && self.moves[index].high > low)
    }

    /// The next move to ask about, and the window; none once a move is settled or if there are no moves.
    pub(super) fn question(&self, first_step: Width) -> Option<(usize, Window)> {
        let leader = self.leader()?;
        let challenger = self.challenger(leader)?;
        if self.has_proof() {
            Some((challenger, self.more_than(self.moves[leader].low, challenger, first_step)))
        } else {
            let index = self.moves.iter().position(|bounds| !bounds.is_closed())?;
            Some((index, self.less_than_before(index, first_step)))
        }
    }

    /// Whether `challenger` is worth more than `low`, or, while the lead keeps changing, than a value at most half way
    /// up.
    fn more_than(&self, low: Score, challenger: usize, first_step: Width) -> Window {
        let step = match self.run {
            0 | 1 => 0,
            run => first_step.doubled(run - 2).millionths(),
        };
        Window::null(low.plus(step).min(Score::middle(low, self.moves[challenger].high)).next_up())
    }

    /// Whether the move is worth the guess or, after that failed, a value below the one it failed at.
    fn less_than_before(&self, index: usize, first_step: Width) -> Window {
        let high = self.moves[index].high;
        let gamma = match self.run {
            0 => self.guess.min(high),
            run => high.plus(-first_step.doubled(run - 1).millionths()),
        };
        Window::null(gamma.max(Score::MIN.next_up()))
    }

    /// Takes in the result of a search of one move.
    pub(super) fn learn(&mut self, index: usize, window: Window, result: Score) {
        let goes_on = self.has_proof() == (window.verdict(result) == Verdict::FailHigh);
        self.run = if goes_on { self.run + 1 } else { 0 };
        self.moves[index] = self.moves[index].tightened(window, result);
    }

    /// The move that no other can exceed. An only move is settled unasked.
    pub(super) fn settled(&self) -> Option<usize> {
        self.leader().filter(|&leader| self.challenger(leader).is_none())
    }

    /// What is known of the best move's value.
    pub(super) fn bounds(&self) -> Bounds {
        let low = self.moves.iter().map(|bounds| bounds.low).max();
        let high = self.moves.iter().map(|bounds| bounds.high).max();
        low.zip(high).map_or(Bounds::OPEN, |(low, high)| Bounds { low, high })
    }

    /// Whether a lower bound of any move is known.
    fn has_proof(&self) -> bool {
        self.bounds().low > Score::MIN
    }

    /// What the best move was shown to be worth, or the guess.
    pub(super) fn value(&self) -> Score {
        if self.has_proof() { self.bounds().low } else { self.guess }
    }
}
