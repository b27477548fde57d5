//! The proof search of a room: does the side to move win? It works in a thread of its own.

use std::time::{Duration, Instant};

use crate::endgame::TablesOptions;
use crate::interrupt::Interrupt;
use crate::review::{Effort, Goal, Solution, solve};
use crate::rules::Game;
use crate::search::{Depth, Prover, TableError};

/// The limits of a problem; the nodes are those of the claim alone.
const EFFORT: Effort = Effort { nodes: 20_000_000, longest: Depth::MAX };
const TIME: Duration = Duration::from_secs(30);

/// A problem that is being solved. The work ends when it is dropped.
#[derive(Debug)]
pub(super) struct Solving {
    /// No other problem of the room has it.
    pub(super) number: u64,
    /// The moves before the position.
    pub(super) ply: usize,
    interrupt: Interrupt,
}

impl Solving {
    /// Ends the work, which then yields what is known.
    pub(super) fn stop(&self) {
        self.interrupt.raise();
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The work on a problem.
#[derive(Debug)]
pub(super) struct Work {
    number: u64,
    prover: Prover,
    game: Game,
    interrupt: Interrupt,
}

/// What has come out of it.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) number: u64,
    pub(super) solution: Solution,
}

impl Solved {
    /// In a sentence.
    pub(super) fn summary(&self) -> String {
        self.solution.summary(EFFORT)
    }
}

impl Work {
    /// The work on the last position of a game.
    pub(super) fn on(game: Game, tables: &TablesOptions, number: u64) -> Result<(Solving, Work), TableError> {
        let prover = Prover::open(game.variant(), tables, Prover::USUAL_SIZE)?;
        let (ply, interrupt) = (game.moves().len(), Interrupt::default());
        let solving = Solving { number, ply, interrupt: interrupt.clone() };
        Ok((solving, Work { number, prover, game, interrupt }))
    }

    pub(super) fn run(mut self) -> Solved {
        let start = Instant::now();
        let mut is_over = || self.interrupt.is_raised() || start.elapsed() >= TIME;
        let solution = solve(&mut self.prover, &self.game, Goal::Win, EFFORT, &mut is_over);
        Solved { number: self.number, solution }
    }
}
