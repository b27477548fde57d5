//! Checks the values of a book against deeper searches.

use super::entry::BookEntry;
use super::file::Book;
use crate::eval::Score;
use crate::support::interrupt::{Interrupt, Interrupted};
use crownhead_rules::{AnyPosition, Move};

/// What a deeper search says of a position of a book.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The position, with what the book says.
    pub entry: BookEntry,
    /// The value of the position by the deeper search.
    pub value: Score,
    /// What the best move of the book loses against the best one of the search, in men; 0 if it is that.
    pub loss: f64,
}

/// The results of checks.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// Positions checked.
    pub positions: usize,
    /// Those where the best move of the search is another.
    pub other_moves: usize,
    /// The sum of what the best moves of the book lose, in men.
    losses: f64,
    /// The sum of the differences of the values, in men.
    differences: f64,
    /// The position with the greatest loss.
    pub worst: Option<Checked>,
}

impl Verification {
    /// Checks every so many positions of a book that have values. `search` finds the best move and the value of a
    /// position, for the side to move.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn of(
        book: &Book,
        every: usize,
        mut search: impl FnMut(&AnyPosition) -> Option<(Move, Score)>,
        interrupt: &Interrupt,
        mut follow: impl FnMut(),
    ) -> Result<Verification, Interrupted> {
        let mut results = Verification::default();
        for entry in book.entries("".as_ref()).step_by(every).flatten() {
            interrupt.check()?;
            if let Some(checked) = check(entry, &mut search) {
                interrupt.check()?;
                results.add(checked);
            }
            follow();
        }
        Ok(results)
    }

    fn add(&mut self, checked: Checked) {
        let stored = checked.entry.moves.first().and_then(|best| best.value).map_or(0.0, Score::men);
        self.positions += 1;
        self.other_moves += usize::from(checked.loss > 0.0);
        self.losses += checked.loss;
        self.differences += (stored - checked.value.men()).abs();
        if self.worst.as_ref().is_none_or(|worst| checked.loss > worst.loss) {
            self.worst = Some(checked);
        }
    }

    /// What the best move of the book loses in the mean, in men.
    pub fn mean_loss(&self) -> f64 {
        self.losses / self.positions.max(1) as f64
    }

    /// The mean difference between the values of the book and of the search, in men.
    pub fn mean_difference(&self) -> f64 {
        self.differences / self.positions.max(1) as f64
    }
}

/// `None` if the entry has no value.
fn check(entry: BookEntry, search: &mut impl FnMut(&AnyPosition) -> Option<(Move, Score)>) -> Option<Checked> {
    let best = *entry.moves.first().filter(|best| best.value.is_some())?;
    let (mv, value) = search(&entry.position)?;
    if mv == best.mv {
        return Some(Checked { entry, value, loss: 0.0 });
    }
    let after = entry.position.succ(&best.mv);
    let (_, reply) = search(&after)?;
    let loss = (value.men() + reply.men()).max(0.0);
    Some(Checked { entry, value, loss })
}
