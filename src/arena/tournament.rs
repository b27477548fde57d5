//! A match: plays the games of a schedule in parallel.

use std::ops::Range;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::affinity::Processors;
use super::duel::{Duel, Seat};
use super::entrant::Entrant;
use super::finished::FinishedGame;
use super::opening::OpeningSuite;
use super::player::{Fault, FaultKind, Halt, Player};
use super::schedule::{Fixture, Schedule};
use super::table_judge::TableJudge;
use super::tally::Tally;
use super::terms::Terms;
use crate::engine::PlayerClock;
use crate::interrupt::Interrupt;
use crate::rules::{Game, Side, Variant};
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::workers::share;

/// A match of two engines or more.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The schedule.
    pub schedule: Schedule,
    /// The part of the schedule that is played; `None` for all of it.
    pub shard: Option<Shard>,
    /// The openings of the rounds.
    pub openings: OpeningSuite,
    /// Games played in parallel.
    pub concurrency: usize,
    /// The processors of each of them; empty if the system chooses.
    pub processors: Vec<Processors>,
    /// Whether engines ponder.
    pub ponder: bool,
    /// The adjudication rules.
    pub terms: Terms,
    /// Adjudication by the endgame tables.
    pub tables: Option<TableJudge>,
    /// The test that ends a match of two.
    pub sprt: Option<Sprt>,
}

/// An event of a match.
#[derive(Debug)]
pub enum News<'a> {
    /// A game begins.
    Started(&'a Fixture),
    /// A game is over.
    Finished(&'a Fixture, &'a FinishedGame, &'a Tally),
}

/// Why a match failed.
#[derive(Debug, thiserror::Error)]
pub enum MatchError<E> {
    /// An engine repeatedly failed to start.
    #[error("{name} does not start: {}", .fault.detail)]
    Start {
        /// The engine.
        name: String,
        /// The cause.
        fault: Fault,
    },
    /// The event handler failed.
    #[error(transparent)]
    Told(E),
}

/// A message of a worker.
enum Message {
    Started(Fixture),
    Finished(Fixture, Box<FinishedGame>),
    Failed { name: String, fault: Fault },
}

/// The match is over: nobody wants any more games.
struct Over;

/// The players of a worker.
type Bench = Vec<Place>;

/// A slot for a player, empty until the player is first needed, and when it must be restarted.
struct Place {
    player: Option<Box<dyn Player>>,
    was_taken: bool,
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

    /// Plays the [`games`](Tournament::games) that are not in `before`, until all are finished, the test has decided, or the match is stopped.
    /// Calls `report` in this thread when a game begins and ends. Returns the results in any case, together with the
    /// [`MatchError`] that ended the match, if any.
    pub fn run<E>(
        &self,
        before: &[FinishedGame],
        interrupt: &Interrupt,
        mut report: impl FnMut(News<'_>) -> Result<(), E>,
    ) -> (Tally, Result<(), MatchError<E>>) {
        let mut tally = Tally::new(self.schedule.clone(), self.entrants.len(), self.sprt);
        for game in before {
            if let Some(fixture) = self.schedule.fixture(game.game) {
                tally.add(&fixture, game, self.first_mover(&fixture));
            }
        }
        let left: Vec<_> = self.games().filter(|&game| !tally.has(game)).collect();
        let left = if tally.is_decided() { Vec::new() } else { left }.into_iter();
        let fixtures = left.filter_map(|game| self.schedule.fixture(game));
        let result = std::thread::scope(|scope| {
            // A bounded channel: the receiver limits the pace, even of short games.
            let (sender, messages) = crossbeam_channel::bounded(self.workers());
            scope.spawn(move || {
                // The sender is dropped with this thread, and the receiver sees that there are no more messages.
                let sender = sender;
                let start = |number| Ok(self.bench(number));
                share(self.workers(), fixtures, start, |bench, fixture| self.work(fixture, bench, &sender, interrupt))
            });
            let result = self.listen(&messages, &mut tally, interrupt, &mut report);
            interrupt.raise();
            result
        });
        (tally, result)
    }

    /// The number of games played in parallel.
    fn workers(&self) -> usize {
        let most = if self.entrants.iter().all(Entrant::is_many) { self.games().len() } else { 1 };
        self.concurrency.min(most).max(1)
    }

    /// Starts each engine once, so that errors in its description are found before the first game. A program that
    /// listens is skipped, since it may not accept a second connection.
    ///
    /// # Errors
    /// [`MatchError::Start`].
    pub fn try_out<E>(&self, interrupt: &Interrupt) -> Result<(), MatchError<E>> {
        for entrant in self.entrants.iter().filter(|entrant| entrant.is_many()) {
            if let Err(Halt::Fault(fault)) = entrant.start(self.variant(), self.ponder, Instant::now(), interrupt) {
                return Err(MatchError::Start { name: entrant.name.clone(), fault });
            }
        }
        Ok(())
    }

    fn listen<E>(
        &self,
        messages: &Receiver<Message>,
        tally: &mut Tally,
        interrupt: &Interrupt,
        report: &mut impl FnMut(News<'_>) -> Result<(), E>,
    ) -> Result<(), MatchError<E>> {
        for message in messages {
            match message {
                Message::Started(fixture) => report(News::Started(&fixture)),
                Message::Finished(fixture, game) => {
                    tally.add(&fixture, &game, self.first_mover(&fixture));
                    report(News::Finished(&fixture, &game, tally))
                }
                Message::Failed { name, fault } => return Err(MatchError::Start { name, fault }),
            }
            .map_err(MatchError::Told)?;
            if tally.is_decided() {
                interrupt.raise();
            }
        }
        Ok(())
    }

    /// The empty places of a worker. Restricts this thread, and the engines that it will start, to its processors.
    fn bench(&self, number: usize) -> Bench {
        if let Some(processors) = self.processors.get(number)
            && let Err(error) = processors.take_thread()
        {
            log::warn!("games are not restricted to the processors {processors}: {error}");
        }
        self.entrants.iter().map(|_| Place { player: None, was_taken: false }).collect()
    }

    /// Plays a game and sends what happens.
    fn work(
        &self,
        fixture: Fixture,
        bench: &mut Bench,
        sender: &Sender<Message>,
        interrupt: &Interrupt,
    ) -> Result<(), Over> {
        interrupt.check().map_err(|_| Over)?;
        let send = |message| sender.send(message).map_err(|_| Over);
        send(Message::Started(fixture))?;
        match self.play(&fixture, bench, interrupt) {
            Ok(Some(game)) => send(Message::Finished(fixture, Box::new(game))),
            Ok(None) => Err(Over),
            Err(failed) => send(failed),
        }
    }

    /// Plays a game. `None` if the match was stopped.
    fn play(
        &self,
        fixture: &Fixture,
        bench: &mut Bench,
        interrupt: &Interrupt,
    ) -> Result<Option<FinishedGame>, Message> {
        for player in fixture.players {
            self.fill(&mut bench[player], player, interrupt)?;
        }
        let Ok(places) = bench.get_disjoint_mut(fixture.players) else { return Ok(None) };
        let [Some(white), Some(black)] = places.map(|place| place.player.as_mut()) else { return Ok(None) };
        let seats = [(white, fixture.players[0]), (black, fixture.players[1])].map(|(player, number)| {
            let Entrant { name, limit, margin, .. } = &self.entrants[number];
            Seat { name, limit: *limit, clock: PlayerClock::new(limit.time, *margin), player: &mut **player }
        });
        let opening = self.opening(fixture).clone();
        let duel = Duel::new(opening, seats, self.terms, self.ponder, interrupt);
        let played = duel.judged_by(self.tables.as_ref()).play(fixture.game);
        // No game has begun where a player did not start: it is not lost.
        if let Some((side, fault)) = played.as_ref().and_then(|played| played.game.fault())
            && fault.kind == FaultKind::Start
        {
            let name = self.entrants[fixture.players[side.index()]].name.clone();
            return Err(Message::Failed { name, fault: fault.clone() });
        }
        for (side, player) in fixture.players.into_iter().enumerate() {
            let is_fit = played.as_ref().is_some_and(|played| played.fit[side]);
            if !is_fit || self.entrants[player].restart {
                bench[player].player = None;
            }
        }
        Ok(played.map(|played| played.game))
    }

    /// Starts a player if its slot is empty or the process in it has ended between two games, which is no game's fault; the
    /// slot stays empty if the match was stopped. A listening program that
    /// has played before gets some time to become ready again.
    fn fill(&self, place: &mut Place, player: usize, interrupt: &Interrupt) -> Result<(), Message> {
        let entrant = &self.entrants[player];
        if let Some(player) = &mut place.player {
            if player.is_running() {
                return Ok(());
            }
            log::warn!("{} has ended between two games: it is started again", entrant.name);
            place.player = None;
        }
        let grace = if place.was_taken { entrant.patience } else { Duration::ZERO };
        let until = Instant::now() + grace;
        let mut attempts = 0;
        loop {
            attempts += 1;
            match entrant.start(self.variant(), self.ponder, until, interrupt) {
                Ok(player) => {
                    *place = Place { player: Some(player), was_taken: true };
                    return Ok(());
                }
                Err(Halt::Interrupted) => return Ok(()),
                Err(Halt::Fault(fault)) if attempts == ATTEMPTS => {
                    return Err(Message::Failed { name: entrant.name.clone(), fault });
                }
                Err(Halt::Fault(fault)) => log::warn!("{} does not start: {}", entrant.name, fault.detail),
            }
        }
    }

    fn variant(&self) -> Variant {
        self.openings.of_pair(0).game().variant()
    }

    fn opening(&self, fixture: &Fixture) -> &Game {
        self.openings.of_pair(fixture.round).game()
    }

    /// The player of the first move after the opening.
    fn first_mover(&self, fixture: &Fixture) -> Side {
        self.opening(fixture).position().side()
    }
}
