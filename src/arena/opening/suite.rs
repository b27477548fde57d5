//! An opening suite: openings that are dealt out to the pairs of a match.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Opening;
use crate::rules::Rules;

/// In which order openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they come.
    Sequential,
    /// Shuffled, each once before any comes again. A seed gives the same order on every machine.
    Random {
        /// Decides the order.
        seed: u64,
    },
}

/// Openings in the order in which they are played.
#[derive(Clone, Debug)]
pub struct OpeningSuite<R: Rules> {
    /// At least one.
    openings: Vec<Opening<R>>,
}

/// A suite must hold an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no openings: expected one at least")]
pub struct NoOpenings;

impl<R: Rules> OpeningSuite<R> {
    /// A suite of these openings.
    ///
    /// # Errors
    /// [`NoOpenings`] if there is none.
    pub fn new(mut openings: Vec<Opening<R>>, order: Order) -> Result<OpeningSuite<R>, NoOpenings> {
        if openings.is_empty() {
            return Err(NoOpenings);
        }
        match order {
            Order::Sequential => {}
            Order::Random { seed } => openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed)),
        }
        Ok(OpeningSuite { openings })
    }

    /// The opening of a pair of games, counted from 0. Behind the last the first follows again, in the same order; engines
    /// that repeat themselves must not be let come so far.
    pub fn of_pair(&self, pair: usize) -> &Opening<R> {
        &self.openings[pair % self.openings.len()]
    }

    /// All of them, in the order of play.
    pub fn openings(&self) -> &[Opening<R>] {
        &self.openings
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequences;
    use super::*;
    use crate::rules::English;

    fn names(order: Order, pairs: usize) -> Vec<String> {
        let suite = OpeningSuite::new(sequences::<English>(2), order).expect("there are openings");
        (0..pairs).map(|pair| suite.of_pair(pair).name().to_owned()).collect()
    }

    #[test]
    fn each_is_played_once_before_any_comes_again() {
        let all: Vec<_> = sequences::<English>(2).iter().map(|opening| opening.name().to_owned()).collect();
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
        assert!(OpeningSuite::<English>::new(Vec::new(), Order::Sequential).is_err());
    }

    /// Another order than this would break matches that are resumed with a newer program.
    #[test]
    fn a_seed_always_gives_the_same_order() {
        assert_eq!(names(Order::Random { seed: 7 }, 49), names(Order::Random { seed: 7 }, 49));
        assert_ne!(names(Order::Random { seed: 7 }, 49), names(Order::Random { seed: 8 }, 49));
        assert_eq!(names(Order::Random { seed: 1 }, 3), ["11-16 21-17", "10-14 23-18", "12-16 22-18"]);
    }
}
