//! The engine inside the library: each call of `getmove` is one search.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::board::{self, BoardArray, BoardError};
use super::history::{self, Record};
use super::level::Level;
use super::played::{CbMove, Played};
use super::status::Status;
use crate::config::Config;
use crate::engine::{
    Answer, Engine, EngineOptions, Event, Limit, Purpose, Request, SearchId, Setup, SetupError, StartError,
    SystemClock, TimeLimit,
};
use crate::eval::{Score, ScoreClass};
use crate::notation::parse_move;
use crate::rules::{Game, GameEnd, Side};
use crate::search::{TableError, TableSize};

/// The caller of `getmove`: its signals to the search, and the status line that it shows.
pub trait Host {
    /// Whether the host asks for the move now.
    fn is_pressed(&self) -> bool;

    /// Shows a status line.
    fn show(&mut self, line: &str);
}

/// The arguments of a call of `getmove`.
#[derive(Clone, Debug)]
pub struct Call {
    /// The pieces.
    pub board: BoardArray,
    /// The side to move.
    pub colour: i32,
    /// The time for the move.
    pub level: Level,
}

/// The known result, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game is drawn by the rules, or the endgame tables know that it is.
    Draw,
    /// It has won, or has a proven win.
    Win,
    /// It has lost, or has a proven loss.
    Loss,
    /// Unknown.
    Unknown,
}

/// The answer to a call.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The pieces after the move.
    pub board: BoardArray,
    /// The move; `None` if there is no legal move.
    pub played: Option<CbMove>,
    /// The result.
    pub claim: Claim,
}

/// Why there is no answer.
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
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);
/// The maximum interval between two status lines. CheckerBoard updates its display ten times per second.
const BETWEEN_LINES: Duration = Duration::from_millis(50);

/// An engine and its last game.
#[derive(Debug)]
pub(super) struct Machine {
    engine: Engine,
    events: Receiver<Event>,
    remembered: Option<Record>,
}

impl Machine {
    /// Starts an engine with these settings.
    pub(super) fn start(config: &Config) -> Result<Machine, StartError> {
        let clock = Arc::new(SystemClock::default());
        let (engine, events) = Engine::new(engine_options(config), config.checkerboard.variant, clock)?;
        Ok(Machine { engine, events, remembered: None })
    }

    /// Applies these settings. If the new table cannot be allocated, the old one stays, and the other settings are
    /// applied.
    pub(super) fn configure(&mut self, config: &Config) -> Result<(), TableError> {
        self.engine.set_variant(config.checkerboard.variant);
        self.engine.configure(engine_options(config))
    }

    /// The size of the table.
    pub(super) const fn table_size(&self) -> TableSize {
        self.engine.options().table_size
    }

    /// Finds a move in the variant `R`, which must be the engine's variant. The game so far is the one `sent` by the
    /// host, if that leads to the board.
    pub(super) fn play(
        &mut self,
        call: &Call,
        sent: Option<&Record>,
        values_all_moves: bool,
        host: &mut dyn Host,
    ) -> Result<Turn, TurnError> {
        let side = board::side(call.colour)?;
        let position = board::read(self.engine.variant(), &call.board, side)?;
        if call.level.is_new_game() {
            self.engine.new_game();
            self.remembered = None;
        }
        let mut game = history::game_at(&position, sent, self.remembered.as_ref());
        if !position.has_move() {
            return Ok(Turn { board: call.board, played: None, claim: claim(&game, side, &Status::default()) });
        }
        let mut status = Status::new(values_all_moves);
        let request = request(call.level.limit(), if values_all_moves { position.moves().len() } else { 1 });
        let answer = self.search(&game, request, &mut Screen::new(host), &mut status)?;
        let best = answer.best.and_then(|best| parse_move(&position, &best.hub()).ok());
        let mv = best.ok_or(TurnError::Silence)?;
        let was_drawn = matches!(game.end(), Some(GameEnd::Draw(_)));
        let played = Played::new(&position, &mv).structure();
        // The move was parsed as a legal one.
        let _ = game.play(mv);
        let mut board = call.board;
        board::write(game.position(), &mut board);
        let claim = if was_drawn { Claim::Draw } else { claim(&game, side, &status) };
        self.remembered = Some(Record::of(&game));
        Ok(Turn { board, played: Some(played), claim })
    }

    /// Searches until the search ends or the host asks for the move.
    fn search(
        &mut self,
        game: &Game,
        request: Request,
        screen: &mut Screen<'_>,
        status: &mut Status,
    ) -> Result<Answer, TurnError> {
        let Record { fen, moves } = Record::of(game);
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        self.engine.set_position(Setup::Fen(&fen), &moves)?;
        self.await_table(screen.host);
        let id = self.engine.go(request);
        let mut is_stopped = false;
        loop {
            if !is_stopped && screen.host.is_pressed() {
                self.engine.stop();
                is_stopped = true;
            }
            if let Some(answer) = self.listen(id, status)? {
                screen.show(status);
                return Ok(answer);
            }
            screen.refresh(status);
        }
    }

    /// Waits until the table is ready, so that this does not use time of the move, or until the host asks for the move.
    fn await_table(&self, host: &dyn Host) {
        let is_working = || {
            let waited = self.engine.table_ready().recv_timeout(BETWEEN_LOOKS);
            waited == Err(RecvTimeoutError::Timeout)
        };
        while is_working() && !host.is_pressed() {}
    }

    /// Waits a little for an event of the search and processes it; returns the answer if the search has ended.
    fn listen(&self, id: SearchId, status: &mut Status) -> Result<Option<Answer>, TurnError> {
        match self.events.recv_timeout(BETWEEN_LOOKS) {
            Ok(Event::Report(of, report) | Event::Bound(of, report)) if of == id => status.take(report),
            Ok(Event::Done(of, answer)) if of == id => return Ok(Some(answer)),
            // A late event of an earlier search, or none.
            Ok(_) | Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => return Err(TurnError::Silence),
        }
        Ok(None)
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
        (None, Some(ScoreClass::Win(_) | ScoreClass::KnownWin(_))) => Claim::Win,
        (None, Some(ScoreClass::Loss(_) | ScoreClass::KnownLoss(_))) => Claim::Loss,
        (None, Some(ScoreClass::Heuristic)) if status.is_known_draw() => Claim::Draw,
        (None, Some(ScoreClass::Heuristic) | None) => Claim::Unknown,
    }
}

/// The status line of the host during a call.
struct Screen<'a> {
    host: &'a mut dyn Host,
    /// When a line was last shown.
    shown: Option<Instant>,
}

impl Screen<'_> {
    fn new(host: &mut dyn Host) -> Screen<'_> {
        Screen { host, shown: None }
    }

    fn show(&mut self, status: &Status) {
        self.host.show(&status.line());
        self.shown = Some(Instant::now());
    }

    /// Shows the line if the interval has passed.
    fn refresh(&mut self, status: &Status) {
        if self.shown.is_none_or(|shown| shown.elapsed() >= BETWEEN_LINES) {
            self.show(status);
        }
    }
}
