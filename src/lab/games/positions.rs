//! Balanced positions of a game against itself, for any game of the laboratory.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::LabGame;
use crate::eval::Grain;
use crate::interrupt::Interrupt;
use crate::lab::{LabError, Method, Workbench};
use crate::rules::{Key, Ply};
use crate::search::{DriverKind, Horizon, Moves, Policy, Task, Tree};

/// Random moves at the beginning of a game, and nodes of the search for each move after that.
const OPENING_PLIES: usize = 6;
const NODES: u64 = 2_000;
/// The plies after which a position is taken from a game.
const CUTS: std::ops::RangeInclusive<usize> = 8..=40;

/// What is searched in a game.
pub type GameTask<G> = Task<<G as Tree>::Node, <G as Tree>::Move>;

/// Tasks at balanced positions, each from another game without repetitions of the search against itself: from the 8th
/// to the 40th ply, with a choice of moves, nothing that must be answered, and a small static evaluation (Plaat et al.
/// 1995, section 5.1: positions of real games, balanced).
///
/// # Errors
/// If the table of those games cannot be allocated.
pub fn balanced_positions<G: LabGame>(count: usize, seed: u64) -> Result<Vec<GameTask<G>>, LabError> {
    let method = Method::engine(DriverKind::MtdF).on(1 << 14, Policy::Bucket);
    let mut player = Player::<G> { bench: Workbench::of_game(&method)?, judge: G::at_grain(Grain::REAL) };
    let mut tasks = Vec::new();
    for number in 0.. {
        if tasks.len() == count {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        tasks.extend(player.position(&mut random)?);
    }
    Ok(tasks)
}

struct Player<G: LabGame> {
    bench: Workbench<G>,
    judge: G,
}

impl<G: LabGame> Player<G> {
    /// A position of one game, if it is a balanced choice.
    fn position(&mut self, random: &mut ChaCha8Rng) -> Result<Option<GameTask<G>>, LabError> {
        let (mut node, mut keys) = (G::start(), Vec::new());
        for ply in 0..random.random_range(CUTS) {
            let mut moves = Moves::new();
            self.judge.list_moves(&node, &mut moves);
            let chosen = moves.choose(random).copied();
            let played = if ply < OPENING_PLIES { None } else { self.searched(&node, &keys)? };
            let Some(mv) = played.or(chosen) else { return Ok(None) };
            keys.push(self.judge.key(&node));
            node = self.judge.child(&node, &mv);
            if keys.contains(&self.judge.key(&node)) {
                return Ok(None);
            }
        }
        Ok(self.is_balanced_choice(&node).then(|| self.task(&node, &keys)))
    }

    fn searched(&mut self, node: &G::Node, keys: &[Key]) -> Result<Option<G::Move>, LabError> {
        let task = self.task(node, keys);
        let steps = self.bench.search_nodes(task, NODES, &Interrupt::default())?;
        Ok(steps.last().map(|step| step.iteration.best))
    }

    fn task(&self, node: &G::Node, keys: &[Key]) -> GameTask<G> {
        let reach = self.judge.repeatable_plies(node);
        Task { earlier: keys.iter().rev().take(reach).copied().collect(), ..Task::new(node.clone()) }
    }

    fn is_balanced_choice(&self, node: &G::Node) -> bool {
        let mut moves = Moves::new();
        self.judge.list_moves(node, &mut moves);
        let value = self.judge.evaluate(&self.judge.trail(node), Ply::ROOT, node);
        moves.len() > 1
            && self.judge.horizon(node) != Horizon::Forced
            && !self.judge.is_drawn_by_count(node)
            && value.men().abs() <= G::BALANCED
    }
}
