//! Skill levels: how an engine plays weaker than it can.
//!
//! Two things make a level weaker, and nothing else, as they do people: it looks less far, by a limit on the nodes of
//! each move, and it overlooks moves. It plays the best of those that it sees, so that it errs where the good moves are
//! few, and no move is played for no reason. A level plays alike on every machine.
//!
//! The moves to choose from are all legal moves, except where the endgame tables know the value of the position: there
//! they are the moves that keep it. So no level loses a draw that the tables know, and it misses a win that they know
//! only if what it overlooks makes it take longer than the draw rules allow.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::search::{SearchOptions, Threads};
use crownhead_rules::{Game, Move};

/// A level, from [`SkillLevel::MIN`] for beginners to [`SkillLevel::MAX`], which is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillLevel(u8);

struct Definition {
    /// The most nodes per move. Like any limit, they cannot stop the first iteration before its 100,000th node.
    nodes: Option<u64>,
    /// The chance, in percent, that a move is overlooked.
    overlooked_percent: u8,
    /// The estimated rating, see [`SkillLevel::rating`].
    rating: u32,
}

const fn level(nodes: u64, overlooked_percent: u8, rating: u32) -> Definition {
    Definition { nodes: Some(nodes), overlooked_percent, rating }
}

/// The levels, from 1.
const LEVELS: [Definition; 10] = [
    level(20, 64, 500),
    level(60, 52, 720),
    level(200, 41, 920),
    level(600, 31, 1140),
    level(2_000, 22, 1310),
    level(6_000, 14, 1480),
    level(20_000, 8, 1650),
    level(60_000, 3, 1810),
    level(300_000, 0, 1920),
    Definition { nodes: None, overlooked_percent: 0, rating: 2120 },
];

impl SkillLevel {
    /// The level for beginners.
    pub const MIN: SkillLevel = SkillLevel(1);
    /// Full strength.
    pub const MAX: SkillLevel = SkillLevel(LEVELS.len() as u8);

    /// The level of this number; `None` if there is none.
    pub fn new(number: u8) -> Option<SkillLevel> {
        (SkillLevel::MIN.0..=SkillLevel::MAX.0).contains(&number).then_some(SkillLevel(number))
    }

    /// Every level, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = SkillLevel> {
        (SkillLevel::MIN.0..=SkillLevel::MAX.0).map(SkillLevel)
    }

    /// The level whose rating is nearest.
    pub fn of_rating(rating: u32) -> SkillLevel {
        SkillLevel::all().min_by_key(|level| level.rating().abs_diff(rating)).unwrap_or(SkillLevel::MAX)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The most nodes per move; `None` if they are not limited.
    pub const fn nodes(self) -> Option<u64> {
        self.definition().nodes
    }

    /// The plies of a game for which its opening book is asked: fewer for a lower level, all for the highest.
    pub const fn book_plies(self) -> usize {
        if self.0 == SkillLevel::MAX.0 { usize::MAX } else { 2 * self.0 as usize }
    }

    /// The chance, in percent, that a move is overlooked.
    pub const fn overlooked_percent(self) -> u8 {
        self.definition().overlooked_percent
    }

    /// Its estimated rating, in Elo, on a scale on which level 1 has 500. The differences come from matches between
    /// neighbouring levels in English draughts (docs/levels.md). They say nothing about ratings of people.
    pub const fn rating(self) -> u32 {
        self.definition().rating
    }

    const fn definition(self) -> &'static Definition {
        // Levels are from 1 to the number of definitions.
        &LEVELS[self.0 as usize - 1]
    }
}

/// How strongly an engine plays. The default is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The level.
    pub level: SkillLevel,
    /// The seed of what is overlooked: with the same seed, the same moves of a game.
    pub seed: u64,
}

impl Default for Skill {
    fn default() -> Skill {
        Skill { level: SkillLevel::MAX, seed: 0 }
    }
}

impl Skill {
    /// The options to search with: below full strength on one thread.
    pub fn search_options(&self, options: SearchOptions) -> SearchOptions {
        // The first thread sees the nodes of the others only once in hundreds of nodes. So several threads would exceed
        // the limit of a low level many times over, by a number that depends on the machine.
        let threads = if self.level.nodes().is_some() { Threads::ONE } else { options.threads };
        SearchOptions { threads, ..options }
    }

    /// The moves to search: `choices` without those that are overlooked; if all are, one of them that is found after
    /// all. This depends on the seed, the position and the number of moves before it alone.
    pub fn restrict(&self, game: &Game, choices: Vec<Move>) -> Vec<Move> {
        let percent = self.level.overlooked_percent();
        if percent == 0 {
            return choices;
        }
        let mut random = self.random(game);
        let seen: Vec<_> = choices.iter().copied().filter(|_| random.random_range(0..100) >= percent).collect();
        if seen.is_empty() { choices.choose(&mut random).copied().into_iter().collect() } else { seen }
    }

    /// A generator of its own for each move of each game.
    fn random(&self, game: &Game) -> ChaCha8Rng {
        let parts = [self.seed, game.position().key().0, game.moves().len() as u64, self.level.0.into()];
        let mut seed = [0; 32];
        for (bytes, part) in seed.chunks_exact_mut(8).zip(parts) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        ChaCha8Rng::from_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Variant;

    fn skill(level: SkillLevel, seed: u64) -> Skill {
        Skill { level, seed }
    }

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        let levels: Vec<_> = SkillLevel::all().collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes().unwrap_or(u64::MAX) < pair[1].nodes().unwrap_or(u64::MAX));
            assert!(pair[0].overlooked_percent() > pair[1].overlooked_percent() || pair[1].overlooked_percent() == 0);
            assert!(pair[0].rating() < pair[1].rating());
        }
        assert_eq!((SkillLevel::MAX.nodes(), SkillLevel::MAX.overlooked_percent()), (None, 0));
    }

    #[test]
    fn ratings_lead_to_the_nearest_level() {
        for level in SkillLevel::all() {
            assert_eq!(SkillLevel::of_rating(level.rating()), level);
            assert_eq!(SkillLevel::new(level.number()), Some(level));
        }
        assert_eq!(SkillLevel::of_rating(0), SkillLevel::MIN);
        assert_eq!(SkillLevel::of_rating(u32::MAX), SkillLevel::MAX);
        assert_eq!((SkillLevel::new(0), SkillLevel::new(11)), (None, None));
    }

    #[test]
    fn moves_are_overlooked_as_often_as_stated_and_the_same_for_a_seed() {
        let game = Game::start(Variant::ENGLISH);
        let choices = game.position().moves().to_vec();
        for level in SkillLevel::all() {
            let restricted = |seed| skill(level, seed).restrict(&game, choices.clone());
            let seen: Vec<_> = (0..4000).map(restricted).collect();
            assert!(seen.iter().all(|moves| !moves.is_empty()));
            for mv in &choices {
                let percent = seen.iter().filter(|moves| !moves.contains(mv)).count() as f64 / 40.0;
                // Where all moves would be overlooked, each is found in its share of the times.
                let chance = f64::from(level.overlooked_percent()) / 100.0;
                let found_after_all = chance.powi(choices.len() as i32) / choices.len() as f64;
                // Four standard deviations of a chance of one half, in percent.
                assert!((percent - 100.0 * (chance - found_after_all)).abs() < 3.2, "{level:?}: {percent}");
            }
            assert_eq!(restricted(7), restricted(7));
        }
    }

    #[test]
    fn only_full_strength_searches_on_several_threads() {
        let threads = Threads::new(4).expect("a valid number");
        let options = SearchOptions { threads, ..SearchOptions::default() };
        for level in SkillLevel::all() {
            let expected = if level == SkillLevel::MAX { threads } else { Threads::ONE };
            assert_eq!(skill(level, 0).search_options(options.clone()).threads, expected, "{level:?}");
        }
    }

    #[test]
    fn an_only_move_and_no_move_stay_as_they_are() {
        let game = Game::start(Variant::ENGLISH);
        let only = vec![game.position().moves()[0]];
        for seed in 0..20 {
            assert_eq!(skill(SkillLevel::MIN, seed).restrict(&game, only.clone()), only);
            assert!(skill(SkillLevel::MIN, seed).restrict(&game, Vec::new()).is_empty());
        }
    }
}
