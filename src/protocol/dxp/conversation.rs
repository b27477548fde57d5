//! A conversation with another program: messages and the engine's answers come in, messages go out. `protocol.md` has a
//! table of the answer to each message in each phase.

use std::fmt::Display;
use std::io;
use std::time::{Duration, Instant};

use crossbeam_channel::{at, never, select};

use super::codec::DxpError;
use super::connection::Incoming;
use super::host::{Guest, Host};
use super::message::{Acceptance, ChatText, GameRequest, Message, Name, NextGame, Reason};
use super::outcome::{Break, Ending};
use super::play::{Duty, Play};
use crownhead_engine::engine::{Event, Limit, Purpose, Request, SearchAnswer, SearchId, Setup, SetupError};
use crownhead_rules::notation::hub;

/// The minimum time between two messages to a program, since some lose the second of two that arrive together
/// (pydraughts 0.6).
const GAP: Duration = Duration::from_millis(100);

/// The time limit for the answer to a request: it may come from a person.
const ANSWER_PATIENCE: Duration = Duration::from_secs(60);

const ACKNOWLEDGEMENT_PATIENCE: Duration = Duration::from_secs(10);

/// The number of faults of a program that are tolerated.
const MOST_FAULTS: u32 = 100;

/// The number of chats that are shown before each game.
const MOST_CHATS: u32 = 100;

#[derive(Debug)]
pub(super) enum Leave {
    /// All planned games have been played.
    Done,
    Unwanted,
    Refused(Acceptance),
    /// There is no game, and another program can have its turn.
    Free,
    BrokenOff(Break),
}

enum Phase {
    Idle,
    Asking(GameRequest),
    Playing(Box<Play>),
    /// This program has ended a game by a GAMEEND, which has not been acknowledged yet.
    Ending(Box<Play>, Ending),
}

impl Phase {
    fn awaits_move(&self) -> bool {
        matches!(self, Phase::Playing(play) | Phase::Ending(play, _) if !play.is_own_turn())
    }
}

/// A conversation. It ends with [`Leave`].
pub(super) struct Conversation<'c, 'h> {
    guest: Guest,
    host: &'c mut Host<'h>,
    phase: Phase,
    search: Option<SearchId>,
    /// When the side to move began to think.
    turn_since: Instant,
    /// When a game was accepted or its end was acknowledged, until this program sends its next move, end or request.
    gap_since: Option<Instant>,
    deadline: Option<Instant>,
    /// Whether the conversation ends with [`Leave::Free`] when there is no game.
    gives_way: bool,
    leave: Option<Leave>,
}

impl<'c, 'h> Conversation<'c, 'h> {
    /// A conversation with `guest`. If it gives way, it ends as soon as there is no game.
    pub(super) fn new(host: &'c mut Host<'h>, guest: Guest, gives_way: bool) -> Conversation<'c, 'h> {
        Conversation {
            guest,
            host,
            phase: Phase::Idle,
            search: None,
            turn_since: Instant::now(),
            gap_since: None,
            deadline: None,
            gives_way,
            leave: None,
        }
    }

    /// Holds the conversation to its end. The first message may have been received already.
    pub(super) fn hold(mut self, first: Option<Incoming>) -> io::Result<(Leave, Guest)> {
        self.phase = self.find_game();
        if let Some(first) = first {
            self.take(first)?;
        }
        loop {
            if let Some(leave) = self.leave.take() {
                self.say_goodbye(&leave)?;
                return Ok((leave, self.guest));
            }
            if self.gives_way && matches!(self.phase, Phase::Idle) {
                return Ok((Leave::Free, self.guest));
            }
            self.wait()?;
        }
    }

    fn wait(&mut self) -> io::Result<()> {
        let late = self.deadline.map_or_else(never, at);
        select! {
            recv(self.guest.connection.incoming()) -> incoming => match incoming {
                Ok(incoming) => return self.take(incoming),
                Err(_) => self.leave = Some(Leave::BrokenOff(Break::Lost)),
            },
            recv(self.host.events) -> event => match event {
                Ok(Event::Done(id, answer)) if self.search == Some(id) => return self.answer(&answer),
                // A report, or the answer to an earlier search.
                _ => (),
            },
            recv(self.host.interrupt) -> _ => self.leave = Some(Leave::BrokenOff(Break::Interrupted)),
            // The other program is silent.
            recv(late) -> _ => self.leave = Some(Leave::BrokenOff(Break::Silence)),
        }
        Ok(())
    }

    fn take(&mut self, Incoming { at, message }: Incoming) -> io::Result<()> {
        if matches!(message, Ok(Message::GameEnd { next: NextGame::Unwanted, .. })) {
            self.leave = Some(Leave::Unwanted);
        }
        let phase = std::mem::replace(&mut self.phase, Phase::Idle);
        self.phase = match message {
            Ok(message) => self.take_message(phase, message, at)?,
            Err(error) => self.take_noise(phase, &error)?,
        };
        if self.guest.faults > MOST_FAULTS {
            self.leave = Some(Leave::BrokenOff(Break::Noise));
        }
        Ok(())
    }

    fn take_message(&mut self, phase: Phase, message: Message, at: Instant) -> io::Result<Phase> {
        let awaits_move = phase.awaits_move();
        Ok(match (phase, message) {
            (phase, Message::GameRequest(request)) => return self.consider(phase, &request),
            (Phase::Asking(request), Message::GameAnswer { follower, answer }) => match answer {
                Acceptance::Accepted => return self.begin_asked(&request, follower, at),
                Acceptance::OtherVersion | Acceptance::NotThisGame | Acceptance::NoGame => {
                    self.leave = Some(Leave::Refused(answer));
                    Phase::Idle
                }
            },
            (Phase::Playing(mut play), Message::Move(mv)) if awaits_move => {
                match play.take(&mv, at.saturating_duration_since(self.turn_since)) {
                    Ok(()) => self.proceed(play, at),
                    Err(fault) => self.protest(play, fault),
                }
            }
            // The expected move, but this program has ended the game.
            (phase @ Phase::Ending(..), Message::Move(_)) if awaits_move => phase,
            (phase, Message::Move(mv)) => {
                self.guest.faults += 1;
                self.host.say_of_messages(format_args!("not its turn: a move from {} to {}", mv.from, mv.to))?;
                phase
            }
            (Phase::Playing(play), Message::GameEnd { reason, .. }) => {
                let next = self.host.next_game();
                self.send(&Message::GameEnd { reason: Reason::Unknown, next });
                self.gap_since = Some(Instant::now());
                self.conclude(&play, &play.ending_by(reason))?;
                self.find_game()
            }
            (Phase::Ending(play, ending), Message::GameEnd { .. }) => {
                self.conclude(&play, &ending)?;
                self.find_game()
            }
            (phase, Message::BackRequest { .. }) => {
                self.send(&Message::BackAnswer(Message::NEVER));
                phase
            }
            (phase, Message::Chat(text)) => {
                self.show_chat(&text)?;
                phase
            }
            // Answers without a request, and a GAMEEND without a game, with which some programs begin.
            (phase, Message::GameAnswer { .. } | Message::GameEnd { .. } | Message::BackAnswer(_)) => phase,
        })
    }

    /// Shows a chat, unless there have been too many, so that nobody can fill a log with them.
    fn show_chat(&mut self, text: &ChatText) -> io::Result<()> {
        self.guest.chats = self.guest.chats.saturating_add(1);
        match self.guest.chats {
            ..=MOST_CHATS => self.host.say_of_messages(format_args!("chat: {text}")),
            chats if chats == MOST_CHATS + 1 => {
                self.host.say_of_messages(format_args!("more chats are not shown before the next game"))
            }
            _ => Ok(()),
        }
    }

    /// Handles an invalid message. If it was meant as a move or a request, the other program waits for an answer.
    fn take_noise(&mut self, phase: Phase, error: &DxpError) -> io::Result<Phase> {
        self.guest.faults += 1;
        let awaits_move = phase.awaits_move();
        match phase {
            Phase::Playing(play) if awaits_move && error.is_of_move() => return Ok(self.protest(play, error)),
            _ if error.is_of_request() => {
                self.send_answer(if error.is_version { Acceptance::OtherVersion } else { Acceptance::NotThisGame });
                self.host.say_of_messages(format_args!("refused: {error}"))?;
            }
            _ => self.host.say_of_messages(format_args!("not understood: {error}"))?,
        }
        Ok(phase)
    }

    fn consider(&mut self, phase: Phase, request: &GameRequest) -> io::Result<Phase> {
        if self.host.has_played_all() && !self.host.is_initiator() {
            self.send_answer(Acceptance::NoGame);
            if matches!(phase, Phase::Idle | Phase::Asking(_)) {
                return Ok(phase);
            }
            self.break_off(phase, Break::NewRequest)?;
            return Ok(self.find_game());
        }
        match self.host.consider(request) {
            Ok(play) => {
                // A program that requests a game during a game has given that one up.
                self.break_off(phase, Break::NewRequest)?;
                self.send_answer(Acceptance::Accepted);
                self.begin(play, Instant::now())
            }
            Err((answer, fault)) => {
                self.guest.faults += 1;
                self.send_answer(answer);
                self.host.say_of_messages(format_args!("refused: {fault}"))?;
                Ok(phase)
            }
        }
    }

    fn send(&mut self, message: &Message) {
        if let Err(error) = self.guest.connection.send(message) {
            log::info!("cannot send: {error}");
            self.leave = Some(Leave::BrokenOff(Break::Lost));
        }
    }

    fn send_answer(&mut self, answer: Acceptance) {
        let follower = self.host.plan.name.clone();
        self.send(&Message::GameAnswer { follower, answer });
    }

    /// Ends the game by a GAMEEND, which the other program has to acknowledge.
    fn end(&mut self, play: Box<Play>, ending: Ending, reason: Reason) -> Phase {
        self.send(&Message::GameEnd { reason, next: self.host.next_game() });
        self.deadline = Some(Instant::now() + ACKNOWLEDGEMENT_PATIENCE);
        Phase::Ending(play, ending)
    }

    fn begin_asked(&mut self, request: &GameRequest, opponent: Name, at: Instant) -> io::Result<Phase> {
        match Play::new(self.host.plan.variant, request, request.follower.opponent(), opponent) {
            Ok(play) => self.begin(play, at),
            // The requested position is valid in the variant.
            Err(fault) => {
                self.fail(fault);
                Ok(Phase::Idle)
            }
        }
    }

    fn begin(&mut self, play: Play, at: Instant) -> io::Result<Phase> {
        self.host.report_start(&play)?;
        self.host.engine.new_game();
        self.guest.chats = 0;
        self.gap_since = Some(at);
        Ok(self.proceed(Box::new(play), at))
    }

    fn proceed(&mut self, play: Box<Play>, since: Instant) -> Phase {
        self.turn_since = since;
        self.deadline = None;
        match play.duty(since.elapsed(), self.host.plan.move_time) {
            Duty::Think(limit) => match self.think(&play, limit) {
                Ok(search) => self.search = Some(search),
                Err(error) => self.fail(error),
            },
            Duty::End(reason) => {
                self.keep_the_gap();
                let ending = play.ending_by(reason);
                return self.end(play, ending, reason);
            }
            Duty::Wait => self.deadline = Some(since + play.patience()),
        }
        Phase::Playing(play)
    }

    fn think(&mut self, play: &Play, limit: Limit) -> Result<SearchId, SetupError> {
        let moves: Vec<_> = play.moves().iter().map(|mv| mv.hub()).collect();
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        self.host.engine.set_position(Setup::Hub(&hub::write(play.start())), &moves)?;
        Ok(self.host.engine.go(Request::new(Purpose::Think, limit)))
    }

    fn answer(&mut self, answer: &SearchAnswer) -> io::Result<()> {
        self.search = None;
        let Phase::Playing(mut play) = std::mem::replace(&mut self.phase, Phase::Idle) else { return Ok(()) };
        self.keep_the_gap();
        let sent = Instant::now();
        let used = sent.saturating_duration_since(self.turn_since);
        self.phase = match answer.best.as_ref().map(|best| play.make(best, used)) {
            Some(Ok(message)) => {
                self.send(&Message::Move(message));
                self.proceed(play, sent)
            }
            Some(Err(error)) => {
                self.fail(error);
                Phase::Playing(play)
            }
            None => {
                self.fail("no move");
                Phase::Playing(play)
            }
        };
        Ok(())
    }

    /// Waits until the [`GAP`] after an acceptance or acknowledgement is over.
    fn keep_the_gap(&mut self) {
        if let Some(since) = self.gap_since.take() {
            std::thread::sleep(GAP.saturating_sub(since.elapsed()));
        }
    }

    /// Leaves because of a fault of the engine: the position was valid, and the game was not over.
    fn fail(&mut self, fault: impl Display) {
        log::error!("{fault}");
        self.leave = Some(Leave::BrokenOff(Break::NoMove));
    }

    fn protest(&mut self, play: Box<Play>, fault: impl Display) -> Phase {
        self.send(&Message::Chat(ChatText::new(&format!("illegal move: {fault}"))));
        std::thread::sleep(GAP);
        let ending = Ending::IllegalMove { by: play.own.opponent(), fault: fault.to_string() };
        self.end(play, ending, Reason::Unknown)
    }

    fn conclude(&mut self, play: &Play, ending: &Ending) -> io::Result<()> {
        self.search = None;
        self.host.engine.stop();
        self.host.report_end(play, ending)
    }

    /// Counts a game in progress as broken off, unless it is over by the rules.
    fn break_off(&mut self, phase: Phase, cause: Break) -> io::Result<()> {
        match phase {
            Phase::Idle | Phase::Asking(_) => Ok(()),
            Phase::Playing(play) => {
                let ending = play.end().map_or(Ending::BrokenOff(cause), Ending::Rules);
                self.conclude(&play, &ending)
            }
            // The end that this program has sent takes precedence.
            Phase::Ending(play, ending) => self.conclude(&play, &ending),
        }
    }

    /// Requests the next game, waits for a request, or leaves.
    fn find_game(&mut self) -> Phase {
        if self.leave.is_some() {
            return Phase::Idle;
        }
        self.deadline = None;
        if self.host.has_played_all() {
            self.leave = Some(Leave::Done);
        } else if let Some(request) = self.host.request() {
            self.keep_the_gap();
            self.send(&Message::GameRequest(request.clone()));
            self.deadline = Some(Instant::now() + ANSWER_PATIENCE);
            return Phase::Asking(request);
        }
        Phase::Idle
    }

    /// Counts a game in progress as broken off. If this program ends the conversation, it first sends a GAMEEND.
    fn say_goodbye(&mut self, leave: &Leave) -> io::Result<()> {
        let cause = if let Leave::BrokenOff(cause) = leave { *cause } else { Break::Lost };
        let phase = std::mem::replace(&mut self.phase, Phase::Idle);
        if cause != Break::Lost && matches!(phase, Phase::Playing(_)) {
            self.send(&Message::GameEnd { reason: Reason::Unknown, next: NextGame::Unwanted });
        }
        self.break_off(phase, cause)
    }
}
