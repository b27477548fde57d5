//! Openings of training games and matches: random moves, no position twice in a run.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use rand::RngExt;

use crate::arena::{opening_random, random_opening};
use crownhead_rules::{Game, Key, Variant};

const MOST_PLIES: usize = 40;

/// The openings end after this number of openings in a row that occurred before.
const MOST_REPEATS: usize = 100_000;

/// The number of random plies of an opening: any from the least to the most, each as often as the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningPlies {
    least: usize,
    most: usize,
}

impl OpeningPlies {
    /// From `least` to `most` plies; `None` unless the range is in order and ends at 40 plies or before.
    pub fn new(least: usize, most: usize) -> Option<OpeningPlies> {
        (least <= most && most <= MOST_PLIES).then_some(OpeningPlies { least, most })
    }
}

impl Default for OpeningPlies {
    fn default() -> OpeningPlies {
        OpeningPlies { least: 4, most: 12 }
    }
}

impl fmt::Display for OpeningPlies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.least, self.most)
    }
}

impl FromStr for OpeningPlies {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningPlies, String> {
        let ends = text.split_once('-').and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
        ends.and_then(|(least, most)| OpeningPlies::new(least, most)).ok_or_else(|| {
            format!(
                "\"{text}\" is not a range of plies: expected LEAST-MOST, such as 4-12, with at most {MOST_PLIES} plies"
            )
        })
    }
}

/// The openings of a run, with rising numbers. A number whose opening occurred under a lower one is skipped: the game
/// would be the same. The iterator ends when there are no more openings.
#[derive(Debug)]
pub(in crate::train) struct RandomOpenings {
    variant: Variant,
    seed: u64,
    plies: OpeningPlies,
    number: u64,
    seen: HashSet<Key>,
}

impl RandomOpenings {
    /// The openings of a variant and a seed from the first.
    pub(in crate::train) fn new(variant: Variant, seed: u64, plies: OpeningPlies) -> RandomOpenings {
        RandomOpenings { variant, seed, plies, number: 0, seen: HashSet::new() }
    }

    pub(super) fn skip_to(&mut self, number: u64) {
        while self.number < number {
            self.seen.insert(self.opening(self.number).position().key());
            self.number += 1;
        }
    }

    /// The opening with this number: random moves that do not end the game.
    fn opening(&self, number: u64) -> Game {
        let mut random = opening_random(self.seed, number);
        let plies = random.random_range(self.plies.least..=self.plies.most);
        random_opening(self.variant, plies, &mut random)
    }
}

impl Iterator for RandomOpenings {
    type Item = (u64, Game);

    fn next(&mut self) -> Option<(u64, Game)> {
        for _ in 0..MOST_REPEATS {
            let number = self.number;
            self.number += 1;
            let game = self.opening(number);
            if self.seen.insert(game.position().key()) {
                return Some((number, game));
            }
        }
        None
    }
}
