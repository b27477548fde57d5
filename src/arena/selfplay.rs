//! Crownhead against itself in one process, at a fixed number of nodes a move: deterministic, and fast for short games.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::eval::Evaluator;
use crate::rules::{Game, GameEnd, Move, Rules};
use crate::search::{
    Depth, Draughts, DraughtsNode, Iteration, Memory, Policy, Progress, SearchOptions, Stopped, Supervisor,
    Table, TableError, TableSize, Task, search,
};

/// A series of games.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Number of games.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Plies played at random before the engine takes over; few enough that a random game can last longer.
    pub opening_plies: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// Size of the table; each game has a fresh one.
    pub table_size: TableSize,
    /// How to search.
    pub options: SearchOptions,
    /// Games played at a time. The games do not depend on it.
    pub concurrency: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// All moves, the opening included.
    pub moves: Vec<Move>,
    /// How it ended.
    pub end: GameEnd,
}

impl SelfPlay {
    /// Plays the games; `finished` is called after each one. The records come in the order of the openings.
    ///
    /// # Errors
    /// [`TableError`] if the tables cannot be had.
    pub fn run<R: Rules>(
        &self,
        finished: impl Fn(&GameRecord) + Sync,
    ) -> Result<Vec<GameRecord>, TableError> {
        let records = Mutex::new(vec![None; self.games]);
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), TableError> {
            let table = Table::new(self.table_size, Policy::Bucket)?;
            let tree = Draughts::<R>::new(Evaluator::new(self.options.grain));
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(());
                }
                let record = self.play(&tree, &table, number);
                finished(&record);
                records.lock()[number] = Some(record);
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.concurrency.clamp(1, self.games.max(1))).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))
        })?;
        Ok(records.into_inner().into_iter().flatten().collect())
    }

    fn play<R: Rules>(&self, tree: &Draughts<R>, table: &Table, number: usize) -> GameRecord {
        let mut game = self.opening::<R>(number);
        let mut memory = Memory::default();
        table.clear();
        loop {
            if let Some(end) = game.end() {
                return GameRecord { moves: game.moves().to_vec(), end };
            }
            let mv = self.choose(&game, tree, table, &mut memory);
            game.play(mv).expect("the search returns a legal move");
        }
    }

    fn choose<R: Rules>(
        &self,
        game: &Game<R>,
        tree: &Draughts<R>,
        table: &Table,
        memory: &mut Memory,
    ) -> Move {
        let task = Task {
            tree,
            root: DraughtsNode::of(game),
            earlier: game.repeatable().skip(1).collect(),
            only: &[],
            lines: NonZeroUsize::MIN,
            first: Depth::new(1),
            last: Depth::MAX,
            options: &self.options,
        };
        let outcome = search(&task, table, memory, &mut NodeLimit(self.nodes));
        outcome.best.expect("the game goes on, so there is a move")
    }

    /// The `number`th opening: so many random moves that do not end the game.
    fn opening<R: Rules>(&self, number: usize) -> Game<R> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        loop {
            let mut game = Game::start();
            while game.moves().len() < self.opening_plies && game.end().is_none() {
                let moves = game.position().moves();
                let mv = moves.choose(&mut random).expect("the game goes on, so there is a move");
                game.play(*mv).expect("a listed move is legal");
            }
            if game.end().is_none() {
                return game;
            }
        }
    }
}

/// Stops a search at a number of nodes.
struct NodeLimit(u64);

impl Supervisor for NodeLimit {
    fn check(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes < self.0 { Ok(self.0) } else { Err(Stopped) }
    }

    fn may_start_probe(&mut self, _: Progress) -> bool {
        true
    }

    fn completed(&mut self, _: &Iteration) {}
}
