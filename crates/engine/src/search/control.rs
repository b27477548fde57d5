//! The control of a search, which stops it, and how often it is asked. The search itself reads no clock and prints
//! nothing.

use super::{Bounds, Counters, Depth, Iteration, Verdict};
use crate::eval::Score;
use crate::support::interrupt::Interrupt;
use crownhead_rules::Move;

/// The search was stopped; what was under way has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// Nodes between two checks of the clock and of other threads: about a tenth of a millisecond.
pub const CHECK_INTERVAL: u64 = 1024;

/// Watches over a search whose moves are of type `M`. What it leaves out lets every search run to its end.
pub trait SearchControl<M = Move> {
    /// Whether the search must stop now. Asked when it has visited `nodes`; otherwise says at how many nodes, more than
    /// these, it wants to be asked again.
    ///
    /// # Errors
    /// [`Stopped`] if it must.
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let _ = nodes;
        Ok(u64::MAX)
    }

    /// Whether another probe is worth starting. Asked between the probes of an iteration and between iterations.
    fn may_start_probe(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }

    /// A first guess for the iteration of this depth, in place of the one that the options choose.
    ///
    /// An engine that plays has none; the laboratory measures what the guess is worth.
    fn first_guess(&mut self, _: Depth) -> Option<Score> {
        None
    }

    /// A probe left the value of its iteration open. Most drivers ask dozens of them in an iteration.
    fn probed(&mut self, _: &Probe<M>) {}

    /// An iteration was completed.
    fn completed(&mut self, _: &Iteration<M>) {}
}

/// What is known after a probe that left the value open.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe<M = Move> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// What the probes of the iteration leave open.
    pub bounds: Bounds,
    /// What this probe said.
    pub verdict: Verdict,
    /// The best move so far.
    pub best: M,
    /// Counts since the search began.
    pub counters: Counters,
}

/// Where a search stands between two probes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// An iteration has been completed.
    BetweenIterations,
    /// An iteration is under way.
    WithinIteration,
}

/// Lets every search run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoControl;

impl<M> SearchControl<M> for NoControl {}

/// Lets a search run until it is interrupted.
impl<M> SearchControl<M> for &Interrupt {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_raised() { Err(Stopped) } else { Ok(nodes + CHECK_INTERVAL) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        !self.is_raised()
    }
}
