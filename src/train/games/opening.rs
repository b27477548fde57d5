//! The openings: random moves, no position twice in a run.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use rand::RngExt;

use crate::engine::{opening_random, random_opening};
use crate::rules::{Game, Key, Variant};

/// The most random plies of an opening.
const MOST_PLIES: usize = 40;

/// How many random plies an opening has: any number from the least to the most, each as often as the others.
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

/// A text that is not a range of plies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a range of plies: expected LEAST-MOST, such as 4-12, with at most {MOST_PLIES} plies")]
pub struct BadOpeningPlies(String);

impl FromStr for OpeningPlies {
    type Err = BadOpeningPlies;

    fn from_str(text: &str) -> Result<OpeningPlies, BadOpeningPlies> {
        let ends = text.split_once('-').and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
        ends.and_then(|(least, most)| OpeningPlies::new(least, most)).ok_or_else(|| BadOpeningPlies(text.to_owned()))
    }
}

/// The openings of a run, by rising numbers. A number whose opening occurred under a lower one is skipped: the game
/// would be the same.
///
/// The iterator ends at the requested number, or when the numbers have brought nothing new for long, so that there are no more openings.
#[derive(Debug)]
pub(in crate::train) struct Openings {
    variant: Variant,
    seed: u64,
    plies: OpeningPlies,
    number: u64,
    /// The number after the last one.
    end: u64,
    seen: HashSet<Key>,
}

impl Openings {
    /// The openings of a variant and a seed from the first.
    pub(in crate::train) fn new(variant: Variant, seed: u64, plies: OpeningPlies) -> Openings {
        Openings { variant, seed, plies, number: 0, end: u64::MAX, seen: HashSet::new() }
    }

    /// Those with lower numbers than this.
    pub(super) fn up_to(self, end: u64) -> Openings {
        Openings { end, ..self }
    }

    /// Goes on at the opening with this number.
    pub(in crate::train) fn skip_to(&mut self, number: u64) {
        while self.number < number {
            let game = self.opening(self.number);
            self.seen.insert(game.position().key());
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

impl Iterator for Openings {
    type Item = (u64, Game);

    fn next(&mut self) -> Option<(u64, Game)> {
        for _ in 0..MOST_REPEATS {
            let number = self.number;
            if number >= self.end {
                return None;
            }
            self.number += 1;
            let game = self.opening(number);
            if self.seen.insert(game.position().key()) {
                return Some((number, game));
            }
        }
        None
    }
}

/// So many openings in a row that occurred before mean that there are no others.
const MOST_REPEATS: usize = 100_000;
