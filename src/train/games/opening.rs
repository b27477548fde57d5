//! Openings of training games and matches: random moves, no position twice in a run.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::arena::{opening_random, random_line, random_opening};
use crate::train::TrainError;
use crate::train::record::{Flags, GamesReader};
use crownhead_rules::{AnyPosition, Game, Key, Variant};

const MOST_PLIES: usize = 40;

/// The positions that are tried for an opening whose random moves end the game.
const MOST_STARTS: usize = 100;

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

/// The different positions of a record with so many pieces at which games can begin: quiet ones of games, not decided.
pub fn starts(variant: Variant, record: &Path, pieces: RangeInclusive<usize>) -> Result<Vec<AnyPosition>, TrainError> {
    let unsuited = Flags::CAPTURE | Flags::DECIDED | Flags::SIDELINE;
    let (mut starts, mut seen) = (Vec::new(), HashSet::new());
    for game in GamesReader::open(variant, record)? {
        for sample in game?.samples {
            let count = sample.position.occupied().len() as usize;
            let is_suited = pieces.contains(&count) && !sample.flags.intersects(unsuited);
            if is_suited && seen.insert(sample.position.key()) {
                starts.push(sample.position);
            }
        }
    }
    if starts.is_empty() {
        return Err(TrainError::NoStarts(record.to_owned(), pieces));
    }
    Ok(starts)
}

/// The openings of a run, with rising numbers. A number whose opening occurred under a lower one is skipped: the game
/// would be the same. The iterator ends when there are no more openings.
#[derive(Debug)]
pub(in crate::train) struct RandomOpenings {
    variant: Variant,
    seed: u64,
    plies: OpeningPlies,
    /// Where games begin, each position as often as the others; if there are none, at the start position.
    starts: Vec<AnyPosition>,
    number: u64,
    seen: HashSet<Key>,
}

impl RandomOpenings {
    /// The openings of a variant and a seed from the first.
    pub(in crate::train) fn new(variant: Variant, seed: u64, plies: OpeningPlies) -> RandomOpenings {
        RandomOpenings { variant, seed, plies, starts: Vec::new(), number: 0, seen: HashSet::new() }
    }

    /// The same from these positions, unless there are none.
    pub(super) fn starting_at(self, starts: Vec<AnyPosition>) -> RandomOpenings {
        RandomOpenings { starts, ..self }
    }

    pub(super) fn skip_to(&mut self, number: u64) {
        while self.number < number {
            self.seen.extend(self.opening(self.number).map(|opening| opening.position().key()));
            self.number += 1;
        }
    }

    /// The opening with this number: random moves that do not end the game. `None` if they do from each position that
    /// was tried.
    pub(in crate::train) fn opening(&self, number: u64) -> Option<Game> {
        let mut random = opening_random(self.seed, number);
        let plies = random.random_range(self.plies.least..=self.plies.most);
        if self.starts.is_empty() {
            return Some(random_opening(self.variant, plies, &mut random));
        }
        (0..MOST_STARTS).find_map(|_| random_line(Game::new(*self.starts.choose(&mut random)?), plies, &mut random))
    }
}

impl Iterator for RandomOpenings {
    type Item = (u64, Game);

    fn next(&mut self) -> Option<(u64, Game)> {
        for _ in 0..MOST_REPEATS {
            let number = self.number;
            self.number += 1;
            let opening = self.opening(number);
            if let Some(game) = opening.filter(|game| self.seen.insert(game.position().key())) {
                return Some((number, game));
            }
        }
        None
    }
}
