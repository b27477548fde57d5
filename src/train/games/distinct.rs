//! How many positions differ, in little memory.

use crate::rules::Key;

/// Bits of the table. Up to a hundred million positions the estimate is off by less than a thousandth.
const BITS: usize = 1 << 27;

/// Estimates the number of different keys that it was shown, from how many bits of a table they set. (K.-Y. Whang,
/// B. T. Vander-Zanden and H. M. Taylor, A Linear-Time Probabilistic Counting Algorithm, 1990.)
#[derive(Debug)]
pub(super) struct Distinct {
    bits: Vec<u64>,
    set: usize,
}

impl Distinct {
    pub(super) fn new() -> Distinct {
        Distinct { bits: vec![0; BITS / 64], set: 0 }
    }

    /// Takes a key.
    pub(super) fn add(&mut self, key: Key) {
        let place = key.0 as usize % BITS;
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        self.set += usize::from(*word & bit == 0);
        *word |= bit;
    }

    /// How many different keys there were, about.
    pub(super) fn estimate(&self) -> u64 {
        let unset = (BITS - self.set).max(1) as f64;
        (BITS as f64 * (BITS as f64 / unset).ln()).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Variant};

    #[test]
    fn equal_keys_count_once() {
        let mut distinct = Distinct::new();
        assert_eq!(distinct.estimate(), 0);
        let mut game = Game::start(Variant::ENGLISH);
        for _ in 0..30 {
            distinct.add(game.position().key());
            distinct.add(game.position().key());
            let mv = game.position().moves()[0];
            game.play(mv).expect("a listed move is legal");
        }
        assert_eq!(distinct.estimate(), 30);
    }
}
