//! A run: games on several threads, written in the order of their numbers.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;

use super::Figures;
use super::adjudication::Adjudication;
use super::opening::{OpeningPlies, Openings};
use super::play::play;
use crate::arena::{Interrupt, LocalPlayer, MoveLimit};
use crate::engine::EngineOptions;
use crate::rules::{Game, Rules};
use crate::search::{TableError, TableSize};
use crate::train::TrainError;
use crate::train::record::{GameRecord, Header, Limit, Writer};

/// Games that may wait to be written.
const AHEAD: usize = 64;

/// How often the wait for a game looks for an interrupt.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// The label of the evaluation that plays.
const EVALUATION: &str = "linear";

/// A run of games. The games depend on seed, limit and opening plies alone, never on the number of threads.
#[derive(Clone, Debug)]
pub struct GamesRun {
    /// Games that the record is to have.
    pub games: u64,
    /// What each side may spend on a move. The search of an only move ends after one iteration.
    pub limit: Limit,
    /// Decides the openings.
    pub seed: u64,
    /// Random plies of an opening.
    pub opening_plies: OpeningPlies,
    /// How many games to play at a time.
    pub threads: NonZeroUsize,
    /// The record. If it exists, the run continues where it ends.
    pub record: PathBuf,
}

/// What became of an opening.
struct Played<R: Rules> {
    /// Its place among the openings handed out.
    turn: u64,
    /// `None` if there is nothing to record.
    game: Option<GameRecord<R>>,
}

/// Hands out openings to the threads.
#[derive(Debug)]
struct Dispenser {
    openings: Openings,
    turn: u64,
}

impl Dispenser {
    fn next<R: Rules>(&mut self) -> Option<(u64, u64, Game<R>)> {
        let (number, game) = self.openings.next()?;
        self.turn += 1;
        Some((self.turn - 1, number, game))
    }
}

impl GamesRun {
    /// Plays until the record has all games; `progress` is shown the figures after each game.
    ///
    /// # Errors
    /// [`TrainError`]: also if `interrupt` is raised, or if there are no more openings.
    pub fn run<R: Rules>(
        &self,
        interrupt: &Interrupt,
        progress: &mut dyn FnMut(&Figures),
    ) -> Result<Figures, TrainError> {
        let mut figures = Figures::new();
        let writer = Writer::open::<R>(&self.record, &self.header::<R>(), |game| figures.add(&game))?;
        progress(&figures);
        let mut openings = Openings::new(self.seed, self.opening_plies);
        openings.skip_to::<R>(figures.openings);
        let dispenser = Mutex::new(Dispenser { openings, turn: 0 });
        let players = (0..self.threads.get()).map(|_| self.player::<R>()).collect::<Result<Vec<_>, _>>()?;
        // A bounded channel keeps fast threads from running far ahead of the one game that all wait for.
        let (sender, receiver) = crossbeam_channel::bounded(AHEAD);
        std::thread::scope(|scope| {
            for player in players {
                let (dispenser, sender) = (&dispenser, sender.clone());
                scope.spawn(move || work(player, dispenser, &sender));
            }
            drop(sender);
            // The receiver goes with it, which is how the threads learn that they are done.
            self.collect(receiver, writer, &mut figures, interrupt, progress)
        })?;
        Ok(figures)
    }

    /// Writes games in turn until there are enough.
    fn collect<R: Rules>(
        &self,
        receiver: Receiver<Played<R>>,
        mut writer: Writer,
        figures: &mut Figures,
        interrupt: &Interrupt,
        progress: &mut dyn FnMut(&Figures),
    ) -> Result<(), TrainError> {
        let mut early = BTreeMap::new();
        let mut turn = 0;
        while figures.games < self.games {
            if interrupt.is_raised() {
                return Err(TrainError::Interrupted);
            }
            match receiver.recv_timeout(BETWEEN_LOOKS) {
                Ok(played) => early.insert(played.turn, played.game),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(TrainError::NoMoreOpenings(figures.games)),
            };
            while let Some(game) = early.remove(&turn) {
                turn += 1;
                let Some(game) = game.filter(|_| figures.games < self.games) else { continue };
                writer.append(&game)?;
                figures.add(&game);
                progress(figures);
            }
        }
        Ok(())
    }

    fn header<R: Rules>(&self) -> Header {
        Header {
            variant: R::NAME.to_owned(),
            evaluation: EVALUATION.to_owned(),
            seed: self.seed,
            limit: self.limit,
            openings: format!("{} random plies", self.opening_plies),
            adjudication: Adjudication::of::<R>().to_string(),
        }
    }

    fn player<R: Rules>(&self) -> Result<LocalPlayer<R>, TableError> {
        let options = EngineOptions { table_size: TableSize::MIN, ..EngineOptions::default() };
        let limit = match self.limit {
            Limit::Nodes(nodes) => MoveLimit::Nodes(nodes),
            Limit::Seconds(seconds) => MoveLimit::CpuTime(Duration::from_secs_f64(seconds)),
        };
        LocalPlayer::new(&options, limit)
    }
}

/// Plays openings until nobody takes the games any more, or there are no more openings.
fn work<R: Rules>(mut player: LocalPlayer<R>, dispenser: &Mutex<Dispenser>, sender: &Sender<Played<R>>) {
    let rules = Adjudication::of::<R>();
    loop {
        let next = dispenser.lock().next::<R>();
        let Some((turn, number, opening)) = next else { return };
        let game = play(&mut player, rules, number, opening);
        if sender.send(Played { turn, game }).is_err() {
            return;
        }
    }
}
