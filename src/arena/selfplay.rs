//! Self-play in one process with a fixed number of nodes per move: deterministic and fast.

use parking_lot::Mutex;

use crate::endgame::TablesOptions;
use crate::engine::{EngineOptions, Limit, LocalPlayer, Purpose, opening_random, play_on, random_opening};
use crate::eval::EvaluationOptions;
use crate::interrupt::{Interrupt, Interrupted};
use crate::rules::{GameEnd, Move, Variant};
use crate::search::{SearchOptions, TableError, TableSize};
use crate::workers::share;

/// A series of games.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The variant.
    pub variant: Variant,
    /// Number of games.
    pub games: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// The number of random plies at the start of a game. A random game must be able to last longer than this.
    pub opening_plies: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// Size of the table; each game has a new one.
    pub table_size: TableSize,
    /// The evaluation.
    pub evaluation: EvaluationOptions,
    /// How to search.
    pub options: SearchOptions,
    /// Games played in parallel. The games do not depend on it.
    pub concurrency: usize,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// All moves, including the opening.
    pub moves: Vec<Move>,
    /// How it ended.
    pub end: GameEnd,
}

impl SelfPlay {
    /// Plays the games; `finished` is called after each one. The records come in the order of the openings.
    ///
    /// # Errors
    /// [`TableError`] if the tables cannot be allocated.
    pub fn run(&self, finished: impl Fn(&GameRecord) + Sync) -> Result<Vec<GameRecord>, TableError> {
        self.run_until(&Interrupt::default(), finished)
    }

    /// The same; an interrupt drops the games that are not finished.
    ///
    /// # Errors
    /// [`TableError`] if the tables cannot be allocated.
    pub fn run_until(
        &self,
        interrupt: &Interrupt,
        finished: impl Fn(&GameRecord) + Sync,
    ) -> Result<Vec<GameRecord>, TableError> {
        let records = Mutex::new(vec![None; self.games]);
        let threads = self.concurrency.min(self.games);
        let games = (0..self.games).take_while(|_| !interrupt.is_raised());
        let play = |player: &mut LocalPlayer, number| {
            if let Ok(record) = self.play(player, number, interrupt) {
                finished(&record);
                records.lock()[number] = Some(record);
            }
            Ok(())
        };
        share(threads, games, |_| Ok(self.player()?.until(interrupt.clone())), play)?;
        Ok(records.into_inner().into_iter().flatten().collect())
    }

    /// The player of both sides. It uses its nodes for only moves too.
    fn player(&self) -> Result<LocalPlayer, TableError> {
        let options = EngineOptions {
            table_size: self.table_size,
            evaluation: self.evaluation.clone(),
            search: self.options.clone(),
            endgame: TablesOptions::none(),
            ..EngineOptions::default()
        };
        Ok(LocalPlayer::new(self.variant, &options, Limit::of_nodes(self.nodes))?.for_purpose(Purpose::Analyze))
    }

    /// Plays a game.
    fn play(&self, player: &mut LocalPlayer, number: usize, interrupt: &Interrupt) -> Result<GameRecord, Interrupted> {
        let mut random = opening_random(self.seed, number as u64);
        let mut game = random_opening(self.variant, self.opening_plies, &mut random);
        player.new_game();
        play_on(&mut game, usize::MAX, |game| {
            let choice = player.choose(game);
            // The move of an interrupted search is not the one that it would have found.
            interrupt.check()?;
            Ok(choice.map(|choice| choice.mv))
        })?;
        let end = game.end().expect("only the rules end it");
        Ok(GameRecord { moves: game.moves().to_vec(), end })
    }
}
