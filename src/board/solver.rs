//! The proof search of a room: does the side to move win? It works in a thread of its own.

use std::time::Duration;

use crate::review::{Effort, Examined, Goal, Solution, solve_on};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::search::{Depth, Prover, TableError, TableSize};
use crownhead_engine::support::instant::Instant;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::Game;

/// The limits of a problem; the nodes are those of the claim alone.
const EFFORT: Effort = Effort { nodes: 20_000_000, longest: Depth::MAX };
const TIME: Duration = Duration::from_secs(30);

/// The size of its table: a page has less memory than a program.
pub(super) const SIZE: TableSize = match TableSize::from_mib(16) {
    Some(size) if cfg!(target_family = "wasm") => size,
    _ => Prover::USUAL_SIZE,
};

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

/// A proof search under way.
#[derive(Debug)]
pub(super) struct RoomSolver {
    number: u64,
    prover: Prover,
    game: Game,
    interrupt: Interrupt,
    /// What has been found so far, and since when.
    examined: Examined,
    began: Option<Instant>,
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
        self.solution.with_pdn_numbers().summary(EFFORT)
    }
}

impl RoomSolver {
    /// A proof search of the last position of a game, and the handle that stops it.
    pub(super) fn on(game: Game, tables: &TablesOptions, number: u64) -> Result<(Solving, RoomSolver), TableError> {
        let prover = Prover::open(game.variant(), tables, SIZE)?;
        let (ply, interrupt) = (game.moves().len(), Interrupt::default());
        let solving = Solving { number, ply, interrupt: interrupt.clone() };
        let (examined, began) = (Examined::default(), None);
        Ok((solving, RoomSolver { number, prover, game, interrupt, examined, began }))
    }

    pub(super) fn run(mut self) -> Solved {
        self.search(TIME).0
    }

    /// Works for a while, until it is over.
    #[cfg(target_family = "wasm")]
    pub(super) fn go_on(&mut self) -> Option<Solved> {
        const SLICE: Duration = Duration::from_millis(40);
        let (solved, is_over) = self.search(SLICE);
        is_over.then_some(solved)
    }

    /// What is known after this time, and whether the search is over.
    fn search(&mut self, slice: Duration) -> (Solved, bool) {
        let (start, began) = (Instant::now(), *self.began.get_or_insert_with(Instant::now));
        let RoomSolver { number, prover, game, interrupt, examined, .. } = self;
        let mut is_paused = false;
        let mut is_over = || {
            is_paused = start.elapsed() >= slice && !interrupt.is_raised() && began.elapsed() < TIME;
            is_paused || interrupt.is_raised() || began.elapsed() >= TIME
        };
        let solution = solve_on(prover, game, Goal::Win, EFFORT, &mut is_over, examined);
        (Solved { number: *number, solution }, !is_paused)
    }
}
