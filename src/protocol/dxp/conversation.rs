//! A conversation with another program: messages and the engine's answers come in, messages go out.

use std::fmt::Display;
use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, at, never, select};

use super::connection::{Connection, Incoming};
use super::error::DxpError;
use super::host::Host;
use super::message::{
    Acceptance, BackAnswer, GameAnswer, GameEnd, GameRequest, Message, MoveMessage, NextGame, Reason,
};
use super::occasion::Occasion;
use super::outcome::{Break, Ending};
use super::phase::{Deed, Phase, transition};
use super::play::{Duty, Play};
use super::text::{ChatText, Name};
use crate::engine::{Answer, Bound, Event, Purpose, Request, SearchId, Setup};
use crate::rules::Rules;

/// Some programs lose the second of two messages that arrive together (pydraughts 0.6, for one), so as much time
/// passes between an acceptance and the first move, and wherever else one message follows another.
const GAP: Duration = Duration::from_millis(100);

/// How long an answer to a request is waited for: people may have to give it.
const ANSWER_PATIENCE: Duration = Duration::from_secs(60);

/// How long an acknowledgement is waited for.
const ACKNOWLEDGEMENT_PATIENCE: Duration = Duration::from_secs(10);

/// How long a program may be without a game before it gives way to one that waits.
const IDLE_PATIENCE: Duration = Duration::from_secs(10);

/// The most faults of a program that are put up with.
const MOST_FAULTS: u32 = 100;

/// How a conversation ended.
#[derive(Debug)]
pub(super) enum Leave {
    /// All games that were wanted have been played.
    Done,
    /// The other program wants no further game.
    Unwanted,
    /// The connection is gone.
    Lost,
    /// The other program did not answer, or not with sense.
    Hopeless(Break),
    /// The other program wants no such game.
    Refused(Acceptance),
    /// There was no game, and another program has come.
    GaveWay(TcpStream),
    /// This program was told to stop.
    Interrupted,
}

/// What a conversation hears.
enum Heard {
    Incoming(Incoming),
    Answer(Answer),
    /// A late word of an earlier search, or one on the way.
    Nothing,
    Newcomer(TcpStream),
    /// The other program has been waited for long enough.
    Late,
    Closed,
    Interrupted,
}

/// A conversation. It ends with [`Leave`].
pub(super) struct Conversation<'c, 'h, R: Rules> {
    connection: Connection,
    host: &'c mut Host<'h>,
    phase: Phase,
    /// What was asked for last.
    asked: Option<GameRequest>,
    play: Option<Play<R>>,
    /// How the game ends, once this program has said so.
    ending: Option<Ending>,
    search: Option<SearchId>,
    /// When the side to move began to think.
    turn_since: Instant,
    /// When a game was accepted or its end acknowledged, until this program sends its next move, end or request.
    gap_since: Option<Instant>,
    deadline: Option<Instant>,
    may_give_way: bool,
    faults: u32,
    leave: Option<Leave>,
}

impl<'c, 'h, R: Rules> Conversation<'c, 'h, R> {
    pub(super) fn new(host: &'c mut Host<'h>, connection: Connection) -> Conversation<'c, 'h, R> {
        Conversation {
            connection,
            host,
            phase: Phase::Idle,
            asked: None,
            play: None,
            ending: None,
            search: None,
            turn_since: Instant::now(),
            gap_since: None,
            deadline: None,
            may_give_way: false,
            faults: 0,
            leave: None,
        }
    }

    /// Holds the conversation to its end. `newcomers` are programs that wait for their turn.
    ///
    /// # Errors
    /// If people cannot be told of it.
    pub(super) fn hold(mut self, newcomers: &Receiver<TcpStream>) -> io::Result<Leave> {
        self.rest();
        loop {
            if let Some(leave) = self.leave.take() {
                self.say_goodbye(&leave)?;
                return Ok(leave);
            }
            match self.hear(newcomers) {
                Heard::Incoming(incoming) => self.take(incoming)?,
                Heard::Answer(answer) => self.step(Occasion::Answer(answer), Instant::now())?,
                Heard::Late => self.lose_patience(),
                Heard::Newcomer(stream) => self.leave = Some(Leave::GaveWay(stream)),
                Heard::Closed => self.leave = Some(Leave::Lost),
                Heard::Interrupted => self.leave = Some(Leave::Interrupted),
                Heard::Nothing => (),
            }
        }
    }

    fn hear(&self, newcomers: &Receiver<TcpStream>) -> Heard {
        let nobody = never();
        let newcomers = if self.phase == Phase::Idle && self.may_give_way { newcomers } else { &nobody };
        let late = self.deadline.map_or_else(never, at);
        select! {
            recv(self.connection.incoming()) -> incoming => incoming.map_or(Heard::Closed, Heard::Incoming),
            recv(self.host.events) -> event => match event {
                Ok(Event::Done(id, answer)) if self.search == Some(id) => Heard::Answer(answer),
                _ => Heard::Nothing,
            },
            recv(newcomers) -> stream => stream.map_or(Heard::Nothing, Heard::Newcomer),
            recv(self.host.interrupt) -> _ => Heard::Interrupted,
            recv(late) -> _ => Heard::Late,
        }
    }

    fn lose_patience(&mut self) {
        self.deadline = None;
        match self.phase {
            Phase::Idle => self.may_give_way = true,
            Phase::Asking | Phase::Playing | Phase::Ending => {
                self.leave = Some(Leave::Hopeless(Break::Silence))
            }
        }
    }

    fn take(&mut self, incoming: Incoming) -> io::Result<()> {
        let Incoming { at, message } = incoming;
        if matches!(message, Ok(Message::GameEnd(GameEnd { next: NextGame::Unwanted, .. }))) {
            self.leave = Some(Leave::Unwanted);
        }
        self.faults += u32::from(message.is_err());
        if self.faults > MOST_FAULTS {
            self.leave = Some(Leave::Hopeless(Break::Noise));
            return Ok(());
        }
        let occasion = self.occasion(message, at);
        self.step(occasion, at)
    }

    /// What a message is in this conversation.
    fn occasion(&self, message: Result<Message, DxpError>, at: Instant) -> Occasion<R> {
        match message {
            Ok(Message::GameRequest(request)) => self.host.consider(&request),
            Ok(Message::GameAnswer(answer)) => Occasion::of_answer(answer),
            Ok(Message::Move(message)) => self.consider_move(message, at),
            Ok(Message::GameEnd(end)) => Occasion::End(end),
            Ok(Message::Chat(text)) => Occasion::Chat(text),
            Ok(Message::BackRequest(_)) => Occasion::BackRequest,
            Ok(Message::BackAnswer(_)) => Occasion::BackAnswer,
            Err(error) if error.is_of_move() && self.awaits_move() => {
                Occasion::IllegalMove(error.to_string())
            }
            Err(error) => Occasion::of_error(error),
        }
    }

    fn awaits_move(&self) -> bool {
        self.phase == Phase::Playing && self.play.as_ref().is_some_and(|play| !play.is_own_turn())
    }

    fn consider_move(&self, message: MoveMessage, at: Instant) -> Occasion<R> {
        let Some(play) = self.play.as_ref().filter(|play| !play.is_own_turn()) else {
            return Occasion::StrayMove(message);
        };
        let mut next = play.clone();
        match next.take(&message, at.saturating_duration_since(self.turn_since)) {
            Ok(()) => Occasion::Move(Box::new(next)),
            Err(fault) => Occasion::IllegalMove(fault.to_string()),
        }
    }

    /// Does what there is to do, and moves to the next phase.
    fn step(&mut self, occasion: Occasion<R>, at: Instant) -> io::Result<()> {
        let (next, deeds) = transition(self.phase, occasion.happening());
        log::trace!("{} -> {next} on {}", self.phase, occasion.happening());
        self.phase = next;
        for &deed in deeds {
            self.carry_out(deed, &occasion, at)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, deed: Deed, occasion: &Occasion<R>, at: Instant) -> io::Result<()> {
        match (deed, occasion) {
            (Deed::Accept, Occasion::Request(play)) => self.accept((**play).clone()),
            (Deed::Refuse, Occasion::BadRequest(answer, fault)) => {
                self.send_answer(*answer);
                self.host.say(format_args!("refused: {fault}"))
            }
            (Deed::Refuse, _) => {
                self.send_answer(Acceptance::NoGame);
                Ok(())
            }
            (Deed::Begin, Occasion::Accepted(name)) => self.begin_asked(name.clone(), at),
            (Deed::GiveUp, Occasion::Refused(answer)) => {
                self.leave = Some(Leave::Refused(*answer));
                Ok(())
            }
            (Deed::Play, Occasion::Move(next)) => {
                self.play = Some((**next).clone());
                self.proceed(at)
            }
            (Deed::Protest, Occasion::IllegalMove(fault)) => {
                self.protest(fault);
                Ok(())
            }
            (Deed::Answer, Occasion::Answer(answer)) => self.answer(answer),
            (Deed::End, Occasion::Over(reason)) => {
                self.end(*reason);
                Ok(())
            }
            (Deed::Acknowledge, _) => {
                self.acknowledge();
                Ok(())
            }
            (Deed::Conclude, Occasion::End(end)) => {
                let ending = self.ending_by(end.reason);
                self.conclude(ending)
            }
            (Deed::BreakOff, _) => self.conclude(Ending::BrokenOff(Break::NewRequest)),
            (Deed::Decline, _) => {
                self.send(&Message::BackAnswer(BackAnswer::Never));
                Ok(())
            }
            (Deed::Show, occasion) => {
                occasion.shown().map_or(Ok(()), |text| self.host.say(format_args!("{text}")))
            }
            (deed, occasion) => {
                log::error!("\"{deed}\" cannot be done about {}", occasion.happening());
                Ok(())
            }
        }
    }

    fn send(&mut self, message: &Message) {
        if let Err(error) = self.connection.send(message) {
            log::info!("cannot send: {error}");
            self.leave = Some(Leave::Lost);
        }
    }

    fn send_answer(&mut self, answer: Acceptance) {
        let follower = self.host.plan.name.clone();
        self.send(&Message::GameAnswer(GameAnswer { follower, answer }));
    }

    fn accept(&mut self, play: Play<R>) -> io::Result<()> {
        self.send_answer(Acceptance::Accepted);
        self.begin(play, Instant::now())
    }

    fn begin_asked(&mut self, opponent: Name, at: Instant) -> io::Result<()> {
        let Some(request) = self.asked.take() else { return Ok(()) };
        match Play::new(&request, request.follower.opponent(), opponent) {
            Ok(play) => self.begin(play, at),
            // What was asked for is a position of the variant.
            Err(fault) => self.host.say(format_args!("{fault}")),
        }
    }

    fn begin(&mut self, play: Play<R>, at: Instant) -> io::Result<()> {
        self.host.reporter.begin(&play)?;
        self.host.engine.new_game();
        self.play = Some(play);
        self.ending = None;
        self.gap_since = Some(at);
        self.proceed(at)
    }

    /// Thinks, ends the game or waits, whatever is called for now.
    fn proceed(&mut self, since: Instant) -> io::Result<()> {
        let Some(play) = &self.play else { return Ok(()) };
        self.turn_since = since;
        self.deadline = None;
        match play.duty(since.elapsed(), self.host.plan.move_time) {
            Duty::Think(bound) => self.think(bound),
            Duty::End(reason) => self.step(Occasion::Over(reason), since),
            Duty::Wait => {
                self.deadline = Some(since + play.patience());
                Ok(())
            }
        }
    }

    fn think(&mut self, bound: Bound) -> io::Result<()> {
        let Some(play) = &self.play else { return Ok(()) };
        let (start, moves) = (play.start_hub(), play.moves().iter().map(|mv| mv.hub()).collect::<Vec<_>>());
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        if let Err(error) = self.host.engine.set_position(Setup::Hub(&start), &moves) {
            return self.fail(error);
        }
        self.search = Some(self.host.engine.go(Request::new(Purpose::Think, bound)));
        Ok(())
    }

    /// Plays the engine's move.
    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.search = None;
        self.keep_the_gap();
        let sent = Instant::now();
        let used = sent.saturating_duration_since(self.turn_since);
        let (Some(play), Some(best)) = (&mut self.play, &answer.best) else { return self.fail("no move") };
        match play.make(best, used) {
            Ok(message) => {
                self.send(&Message::Move(message));
                self.proceed(sent)
            }
            Err(error) => self.fail(error),
        }
    }

    /// Waits until the [`GAP`] behind an acceptance or acknowledgement is over, if that has not been done yet.
    fn keep_the_gap(&mut self) {
        if let Some(since) = self.gap_since.take() {
            std::thread::sleep(GAP.saturating_sub(since.elapsed()));
        }
    }

    /// Leaves because of a fault of the engine: it has searched a position that was found legal, and not ended, before.
    fn fail(&mut self, fault: impl Display) -> io::Result<()> {
        log::error!("{fault}");
        self.leave = Some(Leave::Hopeless(Break::NoMove));
        Ok(())
    }

    /// Ends the game: this program is to move.
    fn end(&mut self, reason: Reason) {
        self.ending = Some(self.ending_by(reason));
        self.keep_the_gap();
        self.send_end(reason);
    }

    fn protest(&mut self, fault: &str) {
        let by = self.play.as_ref().map_or(R::FIRST, |play| play.own.opponent());
        self.ending = Some(Ending::IllegalMove { by, fault: fault.to_owned() });
        self.send(&Message::Chat(ChatText::new(&format!("illegal move: {fault}"))));
        std::thread::sleep(GAP);
        self.send_end(Reason::Unknown);
    }

    fn send_end(&mut self, reason: Reason) {
        self.send(&Message::GameEnd(GameEnd { reason, next: self.host.next_game() }));
        self.deadline = Some(Instant::now() + ACKNOWLEDGEMENT_PATIENCE);
    }

    fn acknowledge(&mut self) {
        let end = GameEnd { reason: Reason::Unknown, next: self.host.next_game() };
        self.send(&Message::GameEnd(end));
        self.gap_since = Some(Instant::now());
    }

    /// How the game ends by a GAMEEND: what the rules say goes before what the other program says.
    fn ending_by(&self, reason: Reason) -> Ending {
        let Some(play) = &self.play else { return Ending::BrokenOff(Break::Lost) };
        match (play.end(), reason) {
            (Some(end), _) => Ending::Rules(end),
            (None, Reason::Unknown) if play.is_limit_reached() => Ending::MovesMade,
            (None, reason) => Ending::Word { of: play.own.opponent(), reason },
        }
    }

    /// Counts the game. What this program has said about its end before goes first.
    fn conclude(&mut self, ending: Ending) -> io::Result<()> {
        self.search = None;
        self.host.engine.stop();
        let ending = self.ending.take().unwrap_or(ending);
        if let Some(play) = self.play.take() {
            self.host.reporter.conclude(&play, &ending)?;
        }
        if self.phase == Phase::Idle {
            self.rest();
        }
        Ok(())
    }

    /// There is no game: asks for one, waits for a request, or leaves.
    fn rest(&mut self) {
        if self.leave.is_some() {
            return;
        }
        self.deadline = Some(Instant::now() + IDLE_PATIENCE);
        self.may_give_way = false;
        if self.host.has_played_all() {
            self.leave = Some(Leave::Done);
        } else if let Some(request) = self.host.request() {
            self.keep_the_gap();
            self.send(&Message::GameRequest(request.clone()));
            self.asked = Some(request);
            self.phase = Phase::Asking;
            self.deadline = Some(Instant::now() + ANSWER_PATIENCE);
        }
    }

    /// Counts a game that is still going on as broken off. Who stops of its own accord says so.
    fn say_goodbye(&mut self, leave: &Leave) -> io::Result<()> {
        let cause = match leave {
            Leave::Interrupted => Break::Interrupted,
            Leave::Hopeless(cause) => *cause,
            _ => Break::Lost,
        };
        let is_ours = matches!(leave, Leave::Interrupted | Leave::Hopeless(_));
        if is_ours && self.phase == Phase::Playing {
            self.send(&Message::GameEnd(GameEnd { reason: Reason::Unknown, next: NextGame::Unwanted }));
        }
        if self.play.is_some() {
            self.phase = Phase::Ending;
            let ending = match self.play.as_ref().and_then(Play::end) {
                Some(end) => Ending::Rules(end),
                None => Ending::BrokenOff(cause),
            };
            self.conclude(ending)?;
        }
        Ok(())
    }
}
