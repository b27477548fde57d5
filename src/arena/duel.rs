//! One game between two players.

use std::time::Duration;

use super::finished::{FaultOf, FinishedGame, PlayedMove, Termination};
use super::pdn_file::today;
use super::player::{Fault, FaultKind, Halt, Player, Thought, Turn};
use super::referee::Referee;
use super::table_judge::TableJudge;
use super::terms::{Adjudicator, Decision, Terms};
use crate::engine::Limit;
use crate::engine::{FlagFall, PlayerClock};
use crate::interrupt::Interrupt;
use crate::notation::{SpelledMove, fen};
use crate::rules::{Game, GameEnd, Side, Win, WinReason};

/// A player in a game, with its name, limits and clock.
#[expect(missing_debug_implementations, reason = "a player may be anything")]
pub struct Seat<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its limits.
    pub limit: Limit,
    /// Its clock at the start.
    pub clock: PlayerClock,
    /// The player.
    pub player: &'a mut dyn Player,
}

/// A game being played.
#[expect(missing_debug_implementations, reason = "a player may be anything")]
pub struct Duel<'a> {
    referee: Referee,
    opening_plies: usize,
    /// White and Black.
    seats: [Seat<'a>; 2],
    ponders: bool,
    adjudicator: Adjudicator,
    tables: Option<&'a TableJudge>,
    /// Whether the player of a side is pondering.
    pondering: [bool; 2],
    moves: Vec<PlayedMove>,
    interrupt: &'a Interrupt,
}

/// A game that has been played.
#[derive(Debug)]
pub struct Played {
    /// The game.
    pub game: FinishedGame,
    /// Whether the players of White and Black can play another game.
    pub fit: [bool; 2],
}

/// How a game ended.
struct Ending {
    winner: Option<Side>,
    termination: Termination,
    reason: String,
}

/// The time for an interrupt to arrive before the end of a process counts as its fault.
const BEFORE_DISCONNECT: Duration = Duration::from_millis(500);

/// Why a game cannot continue: the player of this side has halted.
type Halted = (Side, Halt);

impl<'a> Duel<'a> {
    /// A game from an opening, between White and Black.
    pub fn new(opening: Game, seats: [Seat<'a>; 2], terms: Terms, ponders: bool, interrupt: &'a Interrupt) -> Duel<'a> {
        Duel {
            opening_plies: opening.moves().len(),
            adjudicator: Adjudicator::new(terms, opening.moves().len()),
            tables: None,
            referee: Referee::new(opening),
            seats,
            ponders,
            pondering: [false; 2],
            moves: Vec::new(),
            interrupt,
        }
    }

    /// The same game, which ends where these tables know its result.
    #[must_use]
    pub fn judged_by(self, tables: Option<&'a TableJudge>) -> Duel<'a> {
        Duel { tables, ..self }
    }

    /// Plays the game to its end; `number` is its number in the match. `None` if the match was interrupted.
    pub fn play(mut self, number: usize) -> Option<Played> {
        let ending = match self.begin().and_then(|()| self.go_on()) {
            Ok(ending) => ending,
            Err((side, Halt::Fault(fault))) if !self.is_stopped_with(&fault) => Ending::by(side, fault),
            Err(_) => return None,
        };
        let fit = Side::ALL.map(|side| !ending.is_fault_of(side) && self.part_from(side).is_ok());
        Some(Played { game: self.finished(number, ending), fit })
    }

    /// Prepares the players; the one to move comes last, since it can start to think at once.
    fn begin(&mut self) -> Result<(), Halted> {
        let first = self.referee.side();
        for side in [first.opponent(), first] {
            let (turn, player) = turn(&self.referee, &mut self.seats, side);
            player.new_game(&turn, side).map_err(|halt| (side, halt))?;
        }
        Ok(())
    }

    /// Whether a fault is due to the end of the match: a signal to all processes ends engines too, perhaps before this
    /// program takes note of it.
    fn is_stopped_with(&self, fault: &Fault) -> bool {
        if fault.kind == FaultKind::Disconnect {
            let _ = self.interrupt.line().recv_timeout(BEFORE_DISCONNECT);
        }
        self.interrupt.is_raised()
    }

    fn go_on(&mut self) -> Result<Ending, Halted> {
        // An opening may be known already; after each move `adjudicate` asks.
        let known = self.tables.and_then(|tables| tables.decide(self.referee.game()));
        if let Some(decision) = known.filter(|_| self.referee.end().is_none()) {
            return Ok(Ending::decided(decision));
        }
        loop {
            if let Some(end) = self.referee.end() {
                return Ok(Ending::of(end, self.referee.side()));
            }
            let side = self.referee.side();
            let at_fault = |fault| (side, Halt::Fault(fault));
            if self.interrupt.is_raised() {
                return Err((side, Halt::Interrupted));
            }
            let thought = self.think(side)?;
            let overrun = self.spend(side, thought.elapsed).map_err(at_fault)?;
            self.referee.play(&thought.mv).map_err(|error| at_fault(FaultKind::IllegalMove.because(error)))?;
            self.note(side, &thought, overrun);
            if let Some(decision) = self.adjudicate(side, &thought).filter(|_| self.referee.end().is_none()) {
                return Ok(Ending::decided(decision));
            }
            if self.ponders {
                self.ponder(side, thought.expected.as_deref())?;
            }
        }
    }

    /// The result after a move of `side`, if the game is decided.
    fn adjudicate(&mut self, side: Side, thought: &Thought) -> Option<Decision> {
        let decision = self.adjudicator.after(side, thought.score.map(|score| score.men()));
        self.tables.and_then(|tables| tables.decide(self.referee.game())).or(decision)
    }

    fn think(&mut self, side: Side) -> Result<Thought, Halted> {
        let (turn, player) = turn(&self.referee, &mut self.seats, side);
        player.think(&turn).map_err(|halt| (side, halt))
    }

    fn spend(&mut self, side: Side, elapsed: Duration) -> Result<Option<Duration>, Fault> {
        let clock = &mut self.seats[side.index()].clock;
        let is_timed = clock.allowance().is_some();
        match clock.spend(elapsed) {
            Ok(overrun) => Ok(is_timed.then_some(overrun)),
            Err(FlagFall { overrun }) => {
                let overrun = overrun.as_secs_f64() * 1000.0;
                Err(FaultKind::TimeLoss.because(format_args!("{overrun:.1}ms overrun")))
            }
        }
    }

    /// Records the move that has just been played.
    fn note(&mut self, side: Side, thought: &Thought, overrun: Option<Duration>) {
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        let pondered = std::mem::take(&mut self.pondering[side.index()]);
        let face = self.seats[side.index()].clock.face();
        self.moves.push(PlayedMove {
            mv: self.referee.moves().last().map(SpelledMove::hub).unwrap_or_default(),
            seconds: seconds(thought.elapsed),
            score: thought.score.map(|score| score.men()),
            depth: thought.depth,
            nodes: thought.nodes,
            clock: face.map(|face| seconds(face.remaining.saturating_sub(face.increment))),
            overrun: overrun.map(seconds),
            ponder_hit: pondered.then_some(thought.pondered),
            warning: thought.warning.clone(),
        });
    }

    /// Lets the player that has just moved ponder, if its expected reply is legal.
    fn ponder(&mut self, side: Side, expected: Option<&str>) -> Result<(), Halted> {
        let seat = &self.seats[side.index()];
        let Some(foreseen) = expected.filter(|_| seat.player.can_ponder()) else { return Ok(()) };
        let Some(foreseen) = self.referee.foresee(foreseen) else { return Ok(()) };
        let (turn, player) = turn(&foreseen, &mut self.seats, side);
        player.ponder(&turn).map_err(|halt| (side, halt))?;
        self.pondering[side.index()] = true;
        Ok(())
    }

    fn part_from(&mut self, side: Side) -> Result<(), Halt> {
        let (turn, player) = turn(&self.referee, &mut self.seats, side);
        player.end_game(&turn)
    }

    fn finished(self, number: usize, ending: Ending) -> FinishedGame {
        let game = self.referee.game();
        let opening = &self.referee.moves()[..self.opening_plies];
        FinishedGame {
            game: number,
            white: self.seats[Side::White.index()].name.to_owned(),
            black: self.seats[Side::Black.index()].name.to_owned(),
            start: game.positions().next().map(fen::write).unwrap_or_default(),
            opening: opening.iter().map(SpelledMove::hub).collect(),
            moves: self.moves,
            winner: ending.winner.map(Into::into),
            termination: ending.termination,
            reason: ending.reason,
            date: today(),
        }
    }
}

/// The input of the player of a side, and the player.
fn turn<'t>(referee: &'t Referee, seats: &'t mut [Seat<'_>; 2], side: Side) -> (Turn<'t>, &'t mut dyn Player) {
    let clocks = [seats[0].clock.face(), seats[1].clock.face()];
    let seat = &mut seats[side.index()];
    let turn =
        Turn { game: referee.game(), moves: referee.moves(), limit: &seat.limit, clocks, flag: seat.clock.flag() };
    (turn, &mut *seat.player)
}

impl Ending {
    /// By the rules, with `side` to move.
    fn of(end: GameEnd, side: Side) -> Ending {
        let (winner, reason) = match end {
            GameEnd::Win(Win { winner, reason: WinReason::NoMove }) => {
                (Some(winner), format!("{winner} wins: {side} has no move"))
            }
            GameEnd::Win(Win { winner, reason }) => (Some(winner), format!("{winner} wins: {reason}")),
            GameEnd::Draw(reason) => (None, format!("Draw by {reason}")),
        };
        Ending { winner, termination: Termination::Normal, reason }
    }

    fn is_fault_of(&self, side: Side) -> bool {
        matches!(self.termination, Termination::Fault(_)) && self.winner == Some(side.opponent())
    }

    fn decided(Decision { winner, reason }: Decision) -> Ending {
        Ending { winner, termination: Termination::Adjudication, reason }
    }

    /// By a fault of the player of `side`.
    fn by(side: Side, fault: Fault) -> Ending {
        let reason = FaultOf(side, &fault).to_string();
        Ending { winner: Some(side.opponent()), termination: Termination::Fault(fault), reason }
    }
}
