//! The engine inside the library: each call of `getmove` is one search.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::board::{self, BoardArray, BoardError, CbMove, Played};
use super::status::Status;
use crate::review::{Effort, Goal, solve, texts};
use crownhead_engine::config::Config;
use crownhead_engine::engine::{
    Engine, EngineOptions, Event, GameClock, LONGEST_SECONDS, Limit, Purpose, Request, SearchAnswer, SearchId, Setup,
    SetupError, StartError, SystemClock, TimeLimit,
};
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_engine::protocol::limited_duration;
use crownhead_engine::search::{Depth, Prover, TableError, TableSize};
use crownhead_rules::notation::{MoveText, SpelledMove, fen, parse_move};
use crownhead_rules::{AnyPosition, Game, GameEnd, Move, Side, Variant};

/// The caller of `getmove`: its signals to the search, and the status line that it shows.
pub trait Host {
    fn is_pressed(&self) -> bool;

    fn show(&mut self, line: &str);
}

#[derive(Clone, Debug)]
pub struct Call {
    pub board: BoardArray,
    pub colour: i32,
    /// The average time per move, in seconds.
    pub max_time: f64,
    /// Bit 0: a new game starts. Bit 1: the time is exact. Bits 2 and 3: the unit of the clock.
    pub info: i32,
    /// The clock: the remaining time in the upper half, the increment in the lower.
    pub more_info: i32,
}

const NEW_GAME: i32 = 1;
const EXACT: i32 = 1 << 1;

impl Call {
    /// CheckerBoard adds the increment after the move, so the move cannot use it. If the time is not exact, a match
    /// credits unused time, so no iteration is started that would hardly end in time.
    fn limit(&self) -> TimeLimit {
        if let Some(clock) = self.clock() {
            TimeLimit::Clock(clock)
        } else if self.max_time >= LONGEST_SECONDS {
            TimeLimit::Unlimited
        } else if self.info & EXACT != 0 {
            TimeLimit::PerMove(self.time())
        } else {
            let increment = Duration::ZERO;
            TimeLimit::Clock(GameClock { remaining: self.time(), increment, moves_to_go: Some(1) })
        }
    }

    fn time(&self) -> Duration {
        if self.max_time.is_nan() { Duration::ZERO } else { limited_duration(self.max_time) }
    }

    fn clock(&self) -> Option<GameClock> {
        let unit = match self.info >> 2 & 0b11 {
            1 => Duration::from_millis(1),
            2 => Duration::from_millis(10),
            3 => Duration::from_millis(100),
            _ => return None,
        };
        let [remaining, increment] = [self.more_info >> 16, self.more_info].map(|half| half as u32 & 0xffff);
        Some(GameClock { remaining: unit * remaining, increment: unit * increment, moves_to_go: None })
    }
}

/// What the host has asked for besides a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wishes {
    pub(super) values_all_moves: bool,
    /// A proof that the side to move wins.
    pub(super) solves: bool,
}

/// The known result, for the side that moves, with its number in the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game is drawn by the rules, or the endgame tables know that it is.
    Draw = 0,
    /// It has won, or has a proven win.
    Win = 1,
    /// It has lost, or has a proven loss.
    Loss = 2,
    Unknown = 3,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub board: BoardArray,
    /// The move; `None` if there is no legal move.
    pub played: Option<CbMove>,
    pub claim: Claim,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum TurnError {
    #[error("bad position: {0}")]
    Board(#[from] BoardError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("the search gave no answer")]
    Silence,
}

/// The maximum interval between two checks of the host's signals.
const EVENT_WAIT: Duration = Duration::from_millis(2);
/// The maximum interval between two status lines. CheckerBoard updates its display ten times per second.
const BETWEEN_LINES: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(super) struct Machine {
    engine: Engine,
    events: Receiver<Event>,
    /// The last game, after the move of the engine.
    last: Option<Game>,
}

impl Machine {
    pub(super) fn start(config: &Config) -> Result<Machine, StartError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(engine_options(config), config.checkerboard.variant, clock)?;
        Ok(Machine { engine, events, last: None })
    }

    /// Applies these settings. If the new table cannot be allocated, the old one stays, and the other settings are
    /// applied.
    pub(super) fn configure(&mut self, config: &Config) -> Result<(), TableError> {
        self.engine.set_variant(config.checkerboard.variant);
        self.engine.configure(engine_options(config))
    }

    pub(super) const fn table_size(&self) -> TableSize {
        self.engine.options().table_size
    }

    /// Finds a move. The game so far is the one `sent` by the host, if that leads to the board.
    pub(super) fn play(
        &mut self,
        call: &Call,
        sent: Option<&str>,
        wishes: Wishes,
        screen: &mut Screen<'_>,
    ) -> Result<Turn, TurnError> {
        let side = board::side(call.colour)?;
        let position = board::read(self.engine.variant(), &call.board, side)?;
        if call.info & NEW_GAME != 0 {
            self.engine.new_game();
            self.last = None;
        }
        let mut game = game_at(&position, sent, self.last.as_ref());
        if !position.has_move() {
            return Ok(Turn { board: call.board, played: None, claim: claim(&game, side, &Status::default()) });
        }
        let Wishes { values_all_moves, solves } = wishes;
        let mut status = Status::new(values_all_moves);
        let request = request(call.limit(), if values_all_moves { position.moves().len() } else { 1 });
        let best = self.search(&game, request, solves, screen, &mut status)?;
        let mv = best.ok_or(TurnError::Silence)?;
        let was_drawn = matches!(game.end(), Some(GameEnd::Draw(_)));
        let played = Played::new(&position, &mv).structure();
        // The move was parsed as a legal one.
        let _ = game.play(mv);
        let mut board = call.board;
        board::write(game.position(), &mut board);
        let claim = if was_drawn { Claim::Draw } else { claim(&game, side, &status) };
        self.last = Some(game);
        Ok(Turn { board, played: Some(played), claim })
    }

    /// Searches until the search ends or the host asks for the move; with a wish for a proof, or until a win is proven.
    fn search(
        &mut self,
        game: &Game,
        request: Request,
        solves: bool,
        screen: &mut Screen<'_>,
        status: &mut Status,
    ) -> Result<Option<Move>, TurnError> {
        let start = game.positions().next().map(fen::write).unwrap_or_default();
        let moves = game.positions().zip(game.moves()).map(|(position, mv)| SpelledMove::new(position, mv).hub());
        let moves: Vec<_> = moves.collect();
        self.engine.set_position(Setup::Fen(&start), &moves.iter().map(String::as_str).collect::<Vec<_>>())?;
        self.await_table(screen.host);
        let is_endless = request.limit.time == TimeLimit::Unlimited;
        let id = self.engine.go(request);
        let Machine { engine, events, .. } = self;
        let mut search = Search { engine, events, id, screen, status, is_stopped: false, answer: None };
        let key = if solves { search.prove(game, is_endless) } else { None };
        let answer = search.answer()?;
        let parse = |best: SpelledMove| parse_move(game.position(), &best.hub()).ok();
        Ok(key.or_else(|| parse(answer.best?)))
    }

    /// Waits until the engine is ready, so that this does not use time of the move, or until the host asks for the
    /// move.
    fn await_table(&self, host: &dyn Host) {
        while !self.engine.is_ready() && !host.is_pressed() {
            // The channel never receives a message.
            let _ = self.engine.next_ready().recv_timeout(EVENT_WAIT);
        }
    }
}

/// The limits of a proof: it mostly ends with the search.
const EFFORT: Effort = Effort { nodes: 100_000_000, longest: Depth::MAX };

struct Search<'a, 'h> {
    engine: &'a mut Engine,
    events: &'a Receiver<Event>,
    id: SearchId,
    screen: &'a mut Screen<'h>,
    status: &'a mut Status,
    is_stopped: bool,
    answer: Option<SearchAnswer>,
}

impl Search<'_, '_> {
    fn answer(mut self) -> Result<SearchAnswer, TurnError> {
        loop {
            if let Some(answer) = self.answer.take() {
                self.screen.show(&self.status.line());
                return Ok(answer);
            }
            self.attend(EVENT_WAIT)?;
        }
    }

    /// Passes on what the host signals, and waits up to `time` for an event of the search and processes it.
    fn attend(&mut self, time: Duration) -> Result<(), TurnError> {
        if self.screen.host.is_pressed() {
            self.stop();
        }
        match self.events.recv_timeout(time) {
            Ok(Event::Report(of, report) | Event::Bound(of, report)) if of == self.id => self.status.take(report),
            Ok(Event::Done(of, answer)) if of == self.id => self.answer = Some(answer),
            // A late event of an earlier search, or none.
            Ok(_) | Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => return Err(TurnError::Silence),
        }
        self.screen.refresh(self.status);
        Ok(())
    }

    fn stop(&mut self) {
        if !std::mem::replace(&mut self.is_stopped, true) {
            self.engine.stop();
        }
    }

    /// Tries to prove that the side to move wins, while the search goes on; without a limit of time even longer. If it
    /// does, the search ends, and this is the key.
    fn prove(&mut self, game: &Game, is_endless: bool) -> Option<Move> {
        let tables = &self.engine.options().endgame;
        let prover = Prover::open(game.variant(), tables, Prover::USUAL_SIZE);
        let mut prover = prover.inspect_err(|error| log::error!("{error}")).ok()?;
        let mut is_over = || {
            let is_lost = self.attend(Duration::ZERO).is_err();
            is_lost || self.is_stopped || (self.answer.is_some() && !is_endless)
        };
        let solution = solve(&mut prover, game, Goal::Win, EFFORT, &mut is_over);
        let key = solution.key().and_then(|key| parse_move(game.position(), &key.hub()).ok());
        self.status.take_proof(solution.summary(EFFORT), key.map(|_| texts(&solution.line).join(" ")));
        if key.is_some() {
            self.stop();
        }
        key
    }
}

/// The options of the engine: without endgame tables if the host has turned them off.
pub(super) fn engine_options(config: &Config) -> EngineOptions {
    let mut options = config.engine.clone();
    if !config.checkerboard.endgame_tables {
        options.endgame.pieces = 0;
    }
    options
}

/// The request for a move, with the values of this many moves.
fn request(time: TimeLimit, moves: usize) -> Request {
    let purpose = if time == TimeLimit::Unlimited { Purpose::Analyze } else { Purpose::Think };
    let lines = NonZeroUsize::new(moves).unwrap_or(NonZeroUsize::MIN);
    Request { lines, ..Request::new(purpose, Limit { time, ..Limit::default() }) }
}

/// The known result after a move, or without a legal move.
fn claim(game: &Game, side: Side, status: &Status) -> Claim {
    match (game.end(), status.value().map(Score::class)) {
        (Some(GameEnd::Draw(_)), _) => Claim::Draw,
        (Some(GameEnd::Win(win)), _) if win.winner == side => Claim::Win,
        (Some(GameEnd::Win(_)), _) => Claim::Loss,
        (None, _) if status.is_proven_win() => Claim::Win,
        (None, Some(ScoreClass::Win(_) | ScoreClass::KnownWin(_))) => Claim::Win,
        (None, Some(ScoreClass::Loss(_) | ScoreClass::KnownLoss(_))) => Claim::Loss,
        (None, Some(ScoreClass::Heuristic)) if status.is_known_draw() => Claim::Draw,
        (None, Some(ScoreClass::Heuristic) | None) => Claim::Unknown,
    }
}

/// The status line of the host during a call.
pub(super) struct Screen<'a> {
    host: &'a mut dyn Host,
    /// An error in a settings file, with which the lines begin.
    fault: Option<String>,
    shown: Option<Instant>,
}

impl Screen<'_> {
    pub(super) fn new(host: &mut dyn Host, fault: Option<String>) -> Screen<'_> {
        Screen { host, fault, shown: None }
    }

    pub(super) fn show(&mut self, line: &str) {
        match &self.fault {
            Some(fault) => self.host.show(&format!("{}: the file is ignored.  {line}", fault.replace('\n', " "))),
            None => self.host.show(line),
        }
        self.shown = Some(Instant::now());
    }

    /// Shows the status if the interval has passed.
    fn refresh(&mut self, status: &Status) {
        if self.shown.is_none_or(|shown| shown.elapsed() >= BETWEEN_LINES) {
            self.show(&status.line());
        }
    }
}

/// The game that led to a position: the one `sent` by the host, as `FEN [move ...]`, if it ends there; else the `last`
/// one with one more move, if that ends there; else one that starts there.
///
/// Hosts older than `set gamehist` send nothing, and pydraughts sends long games in an unknown format.
fn game_at(position: &AnyPosition, sent: Option<&str>, last: Option<&Game>) -> Game {
    let sent = sent.and_then(|sent| read_game(position.variant(), sent)).filter(|game| game.position() == position);
    sent.or_else(|| continued(last?, position)).unwrap_or_else(|| Game::new(*position))
}

fn read_game(variant: Variant, text: &str) -> Option<Game> {
    let mut words = text.split_whitespace();
    let own = |square| board::renumbered(variant, square);
    let mut game = Game::new(fen::parse_renumbered(variant, words.next()?, own).ok()?);
    for word in words {
        let mv = MoveText::parse(variant, word).ok()?.map_squares(own).resolve(game.position()).ok()?;
        game.play(mv).ok()?;
    }
    Some(game)
}

fn continued(game: &Game, position: &AnyPosition) -> Option<Game> {
    let before = game.position();
    let mv = before.moves().into_iter().find(|mv| before.succ(mv) == *position)?;
    let mut game = game.clone();
    game.play(mv).ok()?;
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(max_time: f64, info: i32, more_info: i32) -> TimeLimit {
        Call { board: BoardArray::default(), colour: 1, max_time, info, more_info }.limit()
    }

    fn milliseconds(limit: TimeLimit) -> (u128, u128, Option<u32>) {
        let TimeLimit::Clock(GameClock { remaining, increment, moves_to_go }) = limit else {
            panic!("{limit:?} is no clock")
        };
        (remaining.as_millis(), increment.as_millis(), moves_to_go)
    }

    #[test]
    fn a_clock_counts_in_three_units() {
        let more_info = 0x0400_0021;
        assert_eq!(milliseconds(limit(5.0, 0b0100, more_info)), (1024, 33, None));
        assert_eq!(milliseconds(limit(5.0, 0b1000, more_info)), (10_240, 330, None));
        assert_eq!(milliseconds(limit(5.0, 0b1111, more_info)), (102_400, 3300, None));
        // The upper half has no sign.
        assert_eq!(milliseconds(limit(5.0, 0b1100, 0xffff_0000_u32 as i32)), (6_553_500, 0, None));
    }

    #[test]
    fn without_a_clock_the_time_for_the_move_holds() {
        assert_eq!(limit(2.5, 0b0011, 7), TimeLimit::PerMove(Duration::from_millis(2500)));
        assert_eq!(milliseconds(limit(2.5, 0b0001, 7)), (2500, 0, Some(1)));
        assert_eq!(limit(8_600_000.0, 0, 0), TimeLimit::Unlimited);
        assert_eq!(limit(f64::INFINITY, EXACT, 0), TimeLimit::Unlimited);
        for no_time in [0.0, -3.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(limit(no_time, EXACT, 0), TimeLimit::PerMove(Duration::ZERO), "{no_time}");
        }
    }

    const KINGS: &str = "B:WK1:BK32";

    fn position(text: &str) -> AnyPosition {
        fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed")
    }

    #[test]
    fn a_game_that_does_not_end_at_the_position_is_ignored() {
        let here = position(KINGS);
        for sent in ["", "garbage", "B:WK1:BK32 32-27", "B:WK1:BK32 32-1", "B:WK1:BK31", "W:WK1:BK32"] {
            let game = game_at(&here, Some(sent), None);
            assert_eq!((game.moves().len(), game.position()), (0, &here), "{sent}");
        }
    }

    #[test]
    fn if_none_is_sent_the_last_game_goes_on() {
        let last = read_game(Variant::ENGLISH, "B:WK1:BK32 32-27").expect("it is well formed");
        let here = position("B:WK6:BK27");
        assert_eq!(game_at(&here, None, Some(&last)).moves().len(), 2);
        let elsewhere = position("B:WK10:BK27");
        assert_eq!(game_at(&elsewhere, None, Some(&last)).moves().len(), 0);
        assert_eq!(game_at(&here, Some("B:WK6:BK27"), Some(&last)).moves().len(), 0);
        let other = fen::parse(Variant::GIVEAWAY, "B:WK6:BK27").expect("the FEN is well formed");
        assert_eq!(game_at(&other, None, Some(&last)).moves().len(), 0);
    }
}
