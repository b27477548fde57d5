//! What lasts from one conversation to the next: the engine, the plan, and the reports to people. And a guest: a program
//! that is connected.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::ServiceError;
use super::connection::Connection;
use super::message::{Acceptance, GameRequest, Minutes, Name, NextGame, Start};
use super::outcome::{Ending, GameResult, Tally};
use super::play::Play;
use crownhead_engine::config::Config;
use crownhead_engine::engine::{Engine, Event, SystemClock};
use crownhead_rules::notation::{SpelledMove, counted, fen};
use crownhead_rules::{Side, Variant};

/// The games that a program wants to play.
#[derive(Clone, Debug)]
pub struct Plan {
    pub variant: Variant,
    pub name: Name,
    /// The games that this program requests, as the initiator. `None` if it is the follower.
    pub proposal: Option<Proposal>,
    /// The number of games; `None` for as many as the other program requests.
    pub games: Option<u32>,
    /// The time for a move in games without a time.
    pub move_time: Duration,
}

/// The games that an initiator requests.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The thinking time of each side.
    pub minutes: Minutes,
    /// The number of moves of each side; 0 for no limit.
    pub moves: u16,
    /// The position where the games start.
    pub start: Start,
    /// The initiator's side in the first game. It changes from game to game.
    pub side: Side,
}

/// The lines that may be written at once, and those that may follow in a second.
const LINES: f64 = 1000.0;
const LINES_A_SECOND: f64 = 20.0;

/// How many lines may be written now.
struct Allowance {
    lines: f64,
    since: Instant,
    left_out: u64,
}

impl Allowance {
    fn new() -> Allowance {
        Allowance { lines: LINES, since: Instant::now(), left_out: 0 }
    }

    /// Takes a line: the number of those that were left out before it, or `None` if it is left out too.
    fn take(&mut self) -> Option<u64> {
        let since = std::mem::replace(&mut self.since, Instant::now());
        self.lines = LINES.min(self.lines + LINES_A_SECOND * (self.since - since).as_secs_f64());
        if self.lines < 1.0 {
            self.left_out += 1;
            return None;
        }
        self.lines -= 1.0;
        Some(std::mem::take(&mut self.left_out))
    }
}

/// The engine, the plan, and what has been played.
pub(super) struct Host<'a> {
    pub(super) engine: Engine,
    pub(super) events: Receiver<Event>,
    pub(super) plan: Plan,
    out: &'a mut dyn Write,
    /// For lines on connections and games, and for those on what the other program sends amiss: much of the one does not
    /// hide the other.
    on_course: Allowance,
    on_faults: Allowance,
    begun: u32,
    /// The results of the games that are over.
    pub(super) tally: Tally,
    /// It receives a message, or closes, when this program is to stop.
    pub(super) interrupt: Receiver<()>,
}

impl<'a> Host<'a> {
    pub(super) fn start(
        plan: Plan,
        config: &Config,
        interrupt: Receiver<()>,
        out: &'a mut dyn Write,
    ) -> Result<Host<'a>, ServiceError> {
        config.check_weights(plan.variant)?;
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(config.engine.clone(), plan.variant, clock)?;
        Ok(Host {
            engine,
            events,
            plan,
            out,
            on_course: Allowance::new(),
            on_faults: Allowance::new(),
            begun: 0,
            tally: Tally::default(),
            interrupt,
        })
    }

    /// The request for the next game, if this program requests the games.
    pub(super) fn request(&self) -> Option<GameRequest> {
        let Proposal { minutes, moves, start, side } = self.plan.proposal.as_ref()?;
        let is_turned = self.begun % 2 == 1;
        let follower = if is_turned { *side } else { side.opponent() };
        let initiator = self.plan.name.clone();
        Some(GameRequest { initiator, follower, minutes: *minutes, moves: *moves, start: start.clone() })
    }

    /// The requested game. Fails with the answer to a request that is not granted, and what is wrong with it.
    pub(super) fn consider(&self, request: &GameRequest) -> Result<Play, (Acceptance, String)> {
        let (initiator, variant) = (&request.initiator, self.plan.variant);
        if self.is_initiator() {
            let fault = format!("{initiator} asks for a game, which this program does itself");
            return Err((Acceptance::NoGame, fault));
        }
        Play::new(variant, request, request.follower, initiator.clone()).map_err(|fault| {
            (Acceptance::NotThisGame, format!("a request of {initiator} for a game of {variant}: {fault}"))
        })
    }

    /// Whether all games of the plan have begun.
    pub(super) fn has_played_all(&self) -> bool {
        self.plan.games.is_some_and(|games| self.begun >= games)
    }

    pub(super) const fn is_initiator(&self) -> bool {
        self.plan.proposal.is_some()
    }

    /// The stop code of a GAMEEND. An initiator simply requests no further game: some followers, such as Moby Dam, exit
    /// when they read that no game is wanted.
    pub(super) fn next_game(&self) -> NextGame {
        if self.has_played_all() && !self.is_initiator() { NextGame::Unwanted } else { NextGame::Possible }
    }

    /// Writes a line on a connection or a game, at once. A program that connects again and again does not fill a disk with
    /// them: what goes beyond the allowance is counted.
    pub(super) fn say(&mut self, line: std::fmt::Arguments<'_>) -> io::Result<()> {
        let allowed = self.on_course.take();
        self.write(allowed, line)
    }

    /// Writes a line on what the other program sends, as [`Host::say`] does.
    pub(super) fn say_of_messages(&mut self, line: std::fmt::Arguments<'_>) -> io::Result<()> {
        let allowed = self.on_faults.take();
        self.write(allowed, line)
    }

    fn write(&mut self, allowed: Option<u64>, line: std::fmt::Arguments<'_>) -> io::Result<()> {
        let Some(left_out) = allowed else { return Ok(()) };
        if left_out > 0 {
            writeln!(self.out, "{} left out", counted(left_out, "line", "lines"))?;
        }
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Reports the beginning of a game, and counts it.
    pub(super) fn report_start(&mut self, play: &Play) -> io::Result<()> {
        self.begun += 1;
        let own = self.plan.name.clone();
        let [white, black] = match play.own {
            Side::White => [&own, &play.opponent],
            Side::Black => [&play.opponent, &own],
        };
        let number = self.begun;
        self.say(format_args!("game {number}: {white} (White), {black} (Black); {}", conditions(play)))
    }

    /// Reports the end of a game, and counts it.
    pub(super) fn report_end(&mut self, play: &Play, ending: &Ending) -> io::Result<()> {
        self.tally.count(play.own, ending);
        let (number, tally) = (self.begun, self.tally);
        let [white, black] = Side::ALL.map(|side| format!("{:.1} s", play.used(side).as_secs_f64()));
        let plies = counted(play.moves().len() as u64, "ply", "plies");
        self.say(format_args!("game {number}: {ending}; {plies}; White used {white}, Black {black}"))?;
        if !play.moves().is_empty() {
            self.say(format_args!("{} {}", movetext(play), pdn_result(play.variant(), ending.result())))?;
        }
        self.say(format_args!("{tally}"))
    }
}

fn conditions(play: &Play) -> String {
    let time = if play.minutes.is_zero() { "no minutes given".to_owned() } else { format!("{} min", play.minutes) };
    let moves = match play.limit {
        0 => "any number of moves".to_owned(),
        moves => counted(moves.into(), "move", "moves"),
    };
    let (variant, start) = (play.variant(), play.start());
    let start = if *start == variant.start() { String::new() } else { format!(", from {}", fen::write(start)) };
    format!("{variant}, {time}, {moves}{start}")
}

/// The moves as in PDN, numbered in pairs. The side that begins the variant is first in a pair.
fn movetext(play: &Play) -> String {
    let offset = usize::from(play.start().side() != play.variant().articles().first);
    let write = |(ply, mv): (usize, &SpelledMove)| {
        let ply = ply + offset;
        match (ply % 2, ply) {
            (0, _) => format!("{}. {mv}", ply / 2 + 1),
            (_, 1) if offset == 1 => format!("1. ... {mv}"),
            _ => mv.to_string(),
        }
    };
    play.moves().iter().enumerate().map(write).collect::<Vec<_>>().join(" ")
}

/// The result as in PDN. In the games that Black begins, `1-0` is by custom a win of Black.
fn pdn_result(variant: Variant, result: GameResult) -> &'static str {
    match result {
        GameResult::Win(side) if side == variant.articles().first => "1-0",
        GameResult::Win(_) => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unknown => "*",
    }
}

pub(super) struct Guest {
    pub(super) connection: Connection,
    /// The number of its messages that could not be read or came at a wrong time.
    pub(super) faults: u32,
    /// The number of its chats since its last game began.
    pub(super) chats: u32,
}

impl Guest {
    pub(super) fn greet(connection: Connection, host: &mut Host<'_>) -> io::Result<Guest> {
        host.say(format_args!("connected: {}", connection.address()))?;
        Ok(Guest { connection, faults: 0, chats: 0 })
    }

    /// Closes the connection, and reports that.
    pub(super) fn part(self, host: &mut Host<'_>) -> io::Result<()> {
        host.say(format_args!("disconnected: {}", self.connection.address()))
    }
}
