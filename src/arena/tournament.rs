//! A match: plays the games of a schedule in parallel.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, select};

use super::adjudication::AdjudicationRules;
use super::affinity::Processors;
use super::game::MatchGame;
use super::participant::Participant;
use super::player::{FaultKind, MatchPlayer, PlayerError, PlayerFault};
use super::record::FinishedGame;
use super::schedule::{Fixture, Schedule};
use super::scoreboard::Scoreboard;
use crate::opening::OpeningSuite;
use crate::statistics::Sprt;
use crownhead_engine::endgame::Tables;
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_engine::support::shard::Shard;
use crownhead_engine::support::workers::share;
use crownhead_rules::{Game, Side, Variant};

/// A match of two engines or more.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub participants: Vec<Participant>,
    pub schedule: Schedule,
    /// The part of the schedule that is played; `None` for all of it.
    pub shard: Option<Shard>,
    pub openings: OpeningSuite,
    /// The number of games played in parallel.
    pub concurrency: usize,
    /// The processors of each of them; empty if the system chooses.
    pub processors: Vec<Processors>,
    pub ponder: bool,
    /// Adjudication by scores and by length.
    pub adjudication: AdjudicationRules,
    pub tables: Option<Arc<Tables>>,
    /// The test that ends a match of two.
    pub sprt: Option<Sprt>,
}

#[derive(Debug)]
pub enum MatchEvent<'a> {
    Started(&'a Fixture),
    Finished(&'a Fixture, &'a FinishedGame, &'a Scoreboard),
}

/// An engine repeatedly failed to start.
#[derive(Debug, thiserror::Error)]
#[error("{name} does not start: {}", .fault.detail)]
pub struct MatchError {
    pub name: String,
    pub fault: PlayerFault,
}

enum WorkerMessage {
    Started(Fixture),
    Finished(Fixture, Box<FinishedGame>),
    Failed(MatchError),
}

/// A slot for a player, empty until the player is first needed, and when it must be restarted.
#[derive(Default)]
struct EngineSlot {
    player: Option<Box<dyn MatchPlayer>>,
    /// Whether the player has been started before.
    was_filled: bool,
}

/// The number of attempts to start an engine.
const ATTEMPTS: u32 = 3;

impl Tournament {
    /// The numbers of the games to play: all of the schedule, or those of the shard, which are whole pairs.
    pub fn games(&self) -> Range<usize> {
        let pairs = self.schedule.pairs() as u64;
        let Range { start, end } = self.shard.map_or(0..pairs, |shard| shard.range(pairs));
        let of_pair = self.schedule.meetings().games();
        start as usize * of_pair..end as usize * of_pair
    }

    /// Plays the [`games`](Tournament::games) that are not in `before`, until all are finished, the test has decided,
    /// or the match is stopped. Calls `report` in this thread when a game begins and ends. Returns the results in any
    /// case, together with the error that ended the match, if any: a [`MatchError`], or one of `report`.
    pub fn run<E: From<MatchError>>(
        &self,
        before: &[FinishedGame],
        interrupt: &Interrupt,
        mut report: impl FnMut(MatchEvent<'_>) -> Result<(), E>,
    ) -> (Scoreboard, Result<(), E>) {
        let mut scoreboard = Scoreboard::new(self.schedule.clone(), self.participants.len(), self.sprt);
        for game in before {
            if let Some(fixture) = self.schedule.fixture(game.game) {
                scoreboard.add(&fixture, game, self.first_mover(&fixture));
            }
        }
        let left: Vec<_> = self.games().filter(|&game| !scoreboard.has(game)).collect();
        let left = if scoreboard.is_decided() { Vec::new() } else { left }.into_iter();
        let fixtures = left.filter_map(|game| self.schedule.fixture(game));
        // Raised at the end of this match alone; the caller's own interrupt stays as it is.
        let over = &Interrupt::default();
        let result = std::thread::scope(|scope| {
            // Dropped with this closure, also if it panics.
            let (_running, ended) = crossbeam_channel::bounded::<Infallible>(0);
            scope.spawn(move || select! { recv(interrupt.line()) -> _ => over.raise(), recv(ended) -> _ => () });
            // A bounded channel: the receiver limits the pace, even of short games.
            let (sender, messages) = crossbeam_channel::bounded(self.workers());
            scope.spawn(move || {
                // The sender is dropped with this thread, and the receiver sees that there are no more messages.
                let sender = sender;
                let start = |number| Ok(self.empty_slots(number));
                share(self.workers(), fixtures, start, |slots, fixture| self.work(fixture, slots, &sender, over))
            });
            let result = self.listen(&messages, &mut scoreboard, over, &mut report);
            over.raise();
            result
        });
        (scoreboard, result)
    }

    /// The number of games played in parallel.
    fn workers(&self) -> usize {
        let most = if self.participants.iter().all(Participant::can_play_in_parallel) { self.games().len() } else { 1 };
        self.concurrency.min(most).max(1)
    }

    /// Starts each engine once, so that errors in its description are found before the first game. A program that
    /// listens is skipped, since it may not accept a second connection.
    pub fn try_out(&self, interrupt: &Interrupt) -> Result<(), MatchError> {
        for participant in self.participants.iter().filter(|participant| participant.can_play_in_parallel()) {
            let started = participant.start(self.variant(), self.ponder, Instant::now(), interrupt);
            if let Err(PlayerError::Fault(fault)) = started {
                return Err(MatchError { name: participant.name.clone(), fault });
            }
        }
        Ok(())
    }

    fn listen<E: From<MatchError>>(
        &self,
        messages: &Receiver<WorkerMessage>,
        scoreboard: &mut Scoreboard,
        interrupt: &Interrupt,
        report: &mut impl FnMut(MatchEvent<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for message in messages {
            match message {
                WorkerMessage::Started(fixture) => report(MatchEvent::Started(&fixture))?,
                WorkerMessage::Finished(fixture, game) => {
                    scoreboard.add(&fixture, &game, self.first_mover(&fixture));
                    report(MatchEvent::Finished(&fixture, &game, scoreboard))?;
                }
                WorkerMessage::Failed(error) => return Err(error.into()),
            }
            if scoreboard.is_decided() {
                interrupt.raise();
            }
        }
        Ok(())
    }

    /// The engine slots of the worker with this number, all empty. Restricts this thread, and the engines that it will
    /// start, to the processors of that worker.
    fn empty_slots(&self, number: usize) -> Vec<EngineSlot> {
        if let Some(processors) = self.processors.get(number)
            && let Err(error) = processors.take_thread()
        {
            log::warn!("games are not restricted to the processors {processors}: {error}");
        }
        self.participants.iter().map(|_| EngineSlot::default()).collect()
    }

    /// Plays a game and sends what happens. Fails if the match is over.
    fn work(
        &self,
        fixture: Fixture,
        slots: &mut [EngineSlot],
        sender: &Sender<WorkerMessage>,
        interrupt: &Interrupt,
    ) -> Result<(), Interrupted> {
        interrupt.check()?;
        let send = |message| sender.send(message).map_err(|_| Interrupted);
        send(WorkerMessage::Started(fixture))?;
        match self.play(&fixture, slots, interrupt) {
            Ok(Some(game)) => send(WorkerMessage::Finished(fixture, Box::new(game))),
            Ok(None) => Err(Interrupted),
            Err(error) => send(WorkerMessage::Failed(error)),
        }
    }

    /// Plays a game. `None` if the match was stopped.
    fn play(
        &self,
        fixture: &Fixture,
        slots: &mut [EngineSlot],
        interrupt: &Interrupt,
    ) -> Result<Option<FinishedGame>, MatchError> {
        for player in fixture.players {
            self.fill(&mut slots[player], player, interrupt)?;
        }
        let Ok(filled) = slots.get_disjoint_mut(fixture.players) else { return Ok(None) };
        let [Some(white), Some(black)] = filled.map(|slot| slot.player.as_mut()) else { return Ok(None) };
        let players = [(white, fixture.players[0]), (black, fixture.players[1])];
        let players = players.map(|(player, number)| self.participants[number].in_game(&mut **player));
        let (opening, tables) = (self.opening(fixture).clone(), self.tables.as_deref());
        let game = MatchGame::new(opening, players, self.adjudication, tables, self.ponder, interrupt);
        let (game, fit) = game.play(fixture.game).map_or((None, [false; 2]), |(game, fit)| (Some(game), fit));
        // No game has begun where a player did not start: it is not lost.
        if let Some((side, fault)) = game.as_ref().and_then(FinishedGame::fault)
            && fault.kind == FaultKind::Start
        {
            let name = self.participants[fixture.players[side.index()]].name.clone();
            return Err(MatchError { name, fault: fault.clone() });
        }
        for (player, is_fit) in fixture.players.into_iter().zip(fit) {
            if !is_fit || self.participants[player].restart {
                slots[player].player = None;
            }
        }
        Ok(game)
    }

    /// Starts a player if its slot is empty, or if its process has ended between two games, which is no fault in a
    /// game. The slot stays empty if the match was stopped. A listening program that has played before gets some time
    /// to become ready again.
    fn fill(&self, slot: &mut EngineSlot, player: usize, interrupt: &Interrupt) -> Result<(), MatchError> {
        let participant = &self.participants[player];
        if let Some(player) = &mut slot.player {
            if player.is_running() {
                return Ok(());
            }
            log::warn!("{} has ended between two games: it is started again", participant.name);
            slot.player = None;
        }
        let grace = if slot.was_filled { participant.patience } else { Duration::ZERO };
        let until = Instant::now() + grace;
        for attempt in 1.. {
            match participant.start(self.variant(), self.ponder, until, interrupt) {
                Ok(player) => {
                    *slot = EngineSlot { player: Some(player), was_filled: true };
                    break;
                }
                Err(PlayerError::Interrupted) => break,
                Err(PlayerError::Fault(fault)) if attempt == ATTEMPTS => {
                    return Err(MatchError { name: participant.name.clone(), fault });
                }
                Err(PlayerError::Fault(fault)) => log::warn!("{} does not start: {}", participant.name, fault.detail),
            }
        }
        Ok(())
    }

    fn variant(&self) -> Variant {
        self.openings.of_pair(0).game().variant()
    }

    fn opening(&self, fixture: &Fixture) -> &Game {
        self.openings.of_pair(fixture.round).game()
    }

    /// The side that makes the first move after the opening.
    fn first_mover(&self, fixture: &Fixture) -> Side {
        self.opening(fixture).position().side()
    }
}
