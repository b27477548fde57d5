//! What lasts from one conversation to the next: the engine, and what is wanted.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::decimal::Minutes;
use super::message::{Acceptance, Count, GameRequest, NextGame, Start};
use super::outcome::Tally;
use super::play::Play;
use super::text::Name;
use crate::config::Config;
use crate::engine::{Engine, Event, StartError, SystemClock};
use crate::rules::{Side, Variant};

/// What a program wants of others.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rules that all games are played by.
    pub variant: Variant,
    /// Its name.
    pub name: Name,
    /// Who asks for games.
    pub role: Role,
    /// How many games are played; without a number, as many as the other program asks for.
    pub games: Option<u32>,
    /// The time for a move in games without a time.
    pub move_time: Duration,
}

/// Who asks for games.
#[derive(Clone, Debug)]
pub enum Role {
    /// The other program.
    Follower,
    /// This program.
    Initiator(Proposal),
}

/// The games that an initiator asks for.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The thinking time of each side.
    pub minutes: Minutes,
    /// The moves of each side; 0 for no limit.
    pub moves: Count,
    /// Where the games start.
    pub start: Start,
    /// The initiator's side in the first game. It changes from game to game.
    pub side: Side,
}

/// Why a request is not granted.
pub(super) enum Refusal {
    /// The last game that is wanted has begun.
    AllPlayed,
    /// The answer to a request that cannot be granted, and what is wrong with it.
    Fault(Acceptance, String),
}

/// The engine, what is wanted, and what has been played.
pub(super) struct Host<'a> {
    pub(super) engine: Engine,
    pub(super) events: Receiver<Event>,
    pub(super) plan: Plan,
    pub(super) out: &'a mut dyn Write,
    /// How many games have begun.
    pub(super) begun: u32,
    /// How those that are over came out.
    pub(super) tally: Tally,
    /// Something comes out of it, or it closes, when this program is to stop.
    pub(super) interrupt: Receiver<()>,
}

impl<'a> Host<'a> {
    pub(super) fn start(
        plan: Plan,
        config: &Config,
        interrupt: Receiver<()>,
        out: &'a mut dyn Write,
    ) -> Result<Host<'a>, StartError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(config.engine.clone(), plan.variant, clock)?;
        Ok(Host { engine, events, plan, out, begun: 0, tally: Tally::default(), interrupt })
    }

    /// The request for the next game, if it is for this program to ask.
    pub(super) fn request(&self) -> Option<GameRequest> {
        let Role::Initiator(Proposal { minutes, moves, start, side }) = &self.plan.role else { return None };
        let is_turned = self.begun % 2 == 1;
        let follower = if is_turned { *side } else { side.opponent() };
        let initiator = self.plan.name.clone();
        Some(GameRequest { initiator, follower, minutes: *minutes, moves: *moves, start: start.clone() })
    }

    /// The game that a request asks for.
    ///
    /// # Errors
    /// [`Refusal`] if it is not granted.
    pub(super) fn consider(&self, request: &GameRequest) -> Result<Play, Refusal> {
        let initiator = &request.initiator;
        if self.is_initiator() {
            let fault = format!("{initiator} asks for a game, which this program does itself");
            return Err(Refusal::Fault(Acceptance::NoGame, fault));
        }
        if self.has_played_all() {
            return Err(Refusal::AllPlayed);
        }
        Play::new(self.plan.variant, request, request.follower, initiator.clone()).map_err(|fault| {
            let fault = format!("a request of {initiator} for a game of {}: {fault}", self.plan.variant);
            Refusal::Fault(Acceptance::NotThisGame, fault)
        })
    }

    /// Has the last game that is wanted begun?
    pub(super) fn has_played_all(&self) -> bool {
        self.plan.games.is_some_and(|games| self.begun >= games)
    }

    /// Does this program request the games?
    pub(super) const fn is_initiator(&self) -> bool {
        matches!(self.plan.role, Role::Initiator(_))
    }

    /// What a GAMEEND says about a next game. An initiator simply requests no further game: some followers, such as
    /// Moby Dam, exit when they read that no game is wanted.
    pub(super) fn next_game(&self) -> NextGame {
        if self.has_played_all() && !self.is_initiator() { NextGame::Unwanted } else { NextGame::Possible }
    }
}
