//! An opening suite: the openings for the pairs of a match.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Opening;

/// The order of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The given order.
    Sequential,
    /// Shuffled; each is played once before any repeats. A seed gives the same order on every machine.
    Random {
        /// The seed of the order.
        seed: u64,
    },
}

/// Openings in the order in which they are played.
#[derive(Clone, Debug)]
pub struct OpeningSuite {
    /// At least one.
    openings: Vec<Opening>,
}

/// A suite needs at least one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no openings: expected at least one")]
pub struct NoOpenings;

impl OpeningSuite {
    /// A suite of these openings.
    ///
    /// # Errors
    /// [`NoOpenings`] if there is none.
    pub fn new(mut openings: Vec<Opening>, order: Order) -> Result<OpeningSuite, NoOpenings> {
        if openings.is_empty() {
            return Err(NoOpenings);
        }
        match order {
            Order::Sequential => {}
            Order::Random { seed } => openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed)),
        }
        Ok(OpeningSuite { openings })
    }

    /// The same suite, begun at its opening with this number, from 0; those before it come last.
    #[must_use]
    pub fn starting_at(mut self, first: usize) -> OpeningSuite {
        let first = first % self.openings.len();
        self.openings.rotate_left(first);
        self
    }

    /// The opening of a pair of games, counted from 0. After the last one, the order repeats; deterministic engines
    /// must not get that far.
    pub fn of_pair(&self, pair: usize) -> &Opening {
        &self.openings[pair % self.openings.len()]
    }

    /// All of them, in the order of play.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequences;
    use super::*;
    use crate::rules::Variant;

    fn names(order: Order, pairs: usize) -> Vec<String> {
        let suite = OpeningSuite::new(sequences(Variant::ENGLISH, 2), order).expect("there are openings");
        (0..pairs).map(|pair| suite.of_pair(pair).name().to_owned()).collect()
    }

    #[test]
    fn each_is_played_once_before_any_comes_again() {
        let all: Vec<_> = sequences(Variant::ENGLISH, 2).iter().map(|opening| opening.name().to_owned()).collect();
        assert_eq!(names(Order::Sequential, 49), all);
        for order in [Order::Sequential, Order::Random { seed: 7 }] {
            let dealt = names(order, 120);
            assert_eq!(dealt[..49], dealt[49..98]);
            assert_eq!(dealt[..22], dealt[98..]);
            let mut once = dealt[..49].to_vec();
            once.sort();
            let mut all = all.clone();
            all.sort();
            assert_eq!(once, all);
        }
        assert!(OpeningSuite::new(Vec::new(), Order::Sequential).is_err());
    }

    #[test]
    fn a_suite_can_begin_anywhere() {
        let all = names(Order::Random { seed: 7 }, 49);
        let suite = OpeningSuite::new(sequences(Variant::ENGLISH, 2), Order::Random { seed: 7 });
        let suite = suite.expect("there are openings").starting_at(40);
        let found: Vec<_> = (0..49).map(|pair| suite.of_pair(pair).name().to_owned()).collect();
        assert_eq!(found, [&all[40..], &all[..40]].concat());
    }

    /// Another order would break matches that are resumed with a newer program.
    #[test]
    fn a_seed_always_gives_the_same_order() {
        assert_eq!(names(Order::Random { seed: 7 }, 49), names(Order::Random { seed: 7 }, 49));
        assert_ne!(names(Order::Random { seed: 7 }, 49), names(Order::Random { seed: 8 }, 49));
        assert_eq!(names(Order::Random { seed: 1 }, 3), ["11-16 21-17", "10-14 23-18", "12-16 22-18"]);
    }
}
