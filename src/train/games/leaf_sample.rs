//! Sampling a leaf: one of the positions that a search evaluates.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::rules::{AnyPosition, Game};
use crate::search::{AnyNode, LeafWatcher};

/// Samples one of the positions that a search evaluates, each as likely as the others, however many there will be. (J. S.
/// Vitter, Random Sampling with a Reservoir, 1985: algorithm R, with a reservoir of one.)
#[derive(Debug)]
pub(super) struct LeafSampler(Arc<Mutex<Reservoir>>);

#[derive(Debug)]
struct Reservoir {
    random: ChaCha8Rng,
    seen: u64,
    sample: Option<AnyPosition>,
}

impl LeafSampler {
    /// A sampler that has seen no position yet. It goes by the random numbers of this seed.
    pub(super) fn new(seed: u64) -> LeafSampler {
        let random = ChaCha8Rng::seed_from_u64(seed);
        LeafSampler(Arc::new(Mutex::new(Reservoir { random, seen: 0, sample: None })))
    }

    /// Shows it what a search evaluates.
    pub(super) fn watcher(&self) -> Arc<LeafWatcher<'static, AnyNode>> {
        let reservoir = Arc::clone(&self.0);
        Arc::new(move |node: &AnyNode| reservoir.lock().see(&node.position))
    }

    /// The position that was sampled; `None` if no position has been evaluated, or if it ends the game.
    pub(super) fn sample(&self) -> Option<Game> {
        let sampled = Game::new(self.0.lock().sample?);
        sampled.end().is_none().then_some(sampled)
    }
}

impl Reservoir {
    /// Takes the position in place of that before with a chance that makes all positions equally likely in the end.
    fn see(&mut self, position: &AnyPosition) {
        self.seen += 1;
        if self.random.random_range(0..self.seen) == 0 {
            self.sample = Some(*position);
        }
    }
}
