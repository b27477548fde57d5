//! Drawing a leaf: one of the positions that a search evaluates.

use parking_lot::Mutex;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::eval::{Evaluate, Evaluation, Score, Tuning};
use crate::rules::{Game, Move, Ply, Position, Rules};

/// An evaluation that draws one of the positions that it is asked about.
#[derive(Debug)]
pub(super) struct Drawing<R: Rules> {
    evaluation: Evaluation<R>,
    /// `None` while nothing is to be drawn. A search asks its evaluation through a shared reference.
    draw: Mutex<Option<Draw<R>>>,
}

/// A draw of one position from as many as there will be.
#[derive(Debug)]
struct Draw<R: Rules> {
    random: ChaCha8Rng,
    seen: u64,
    drawn: Option<Position<R>>,
}

impl<R: Rules> Drawing<R> {
    pub(super) fn new(evaluation: Evaluation<R>) -> Drawing<R> {
        Drawing { evaluation, draw: Mutex::new(None) }
    }

    /// Begins to draw, by the random numbers of this seed.
    pub(super) fn begin(&self, seed: u64) {
        let random = ChaCha8Rng::seed_from_u64(seed);
        *self.draw.lock() = Some(Draw { random, seen: 0, drawn: None });
    }

    /// Ends the draw. `None` if none was begun, if no position has been evaluated since, or if the one that was drawn ends
    /// the game.
    pub(super) fn end(&self) -> Option<Game<R>> {
        let drawn = Game::new(self.draw.lock().take()?.drawn?);
        drawn.end().is_none().then_some(drawn)
    }
}

impl<R: Rules> Draw<R> {
    /// Takes the position in place of that before with a chance that makes all positions equally likely in the end.
    fn see(&mut self, position: &Position<R>) {
        self.seen += 1;
        if self.random.random_range(0..self.seen) == 0 {
            self.drawn = Some(*position);
        }
    }
}

impl<R: Rules> Evaluate<R> for Drawing<R> {
    type Trail = <Evaluation<R> as Evaluate<R>>::Trail;

    fn trail(&self, root: &Position<R>) -> Self::Trail {
        self.evaluation.trail(root)
    }

    fn follow(
        &self,
        trail: &mut Self::Trail,
        ply: Ply,
        parent: &Position<R>,
        mv: &Move,
        child: &Position<R>,
    ) {
        self.evaluation.follow(trail, ply, parent, mv, child);
    }

    fn evaluate(&self, trail: &Self::Trail, ply: Ply, position: &Position<R>) -> Score {
        if let Some(draw) = &mut *self.draw.lock() {
            draw.see(position);
        }
        self.evaluation.evaluate(trail, ply, position)
    }

    fn tuning(&self) -> Tuning {
        self.evaluation.tuning()
    }
}
