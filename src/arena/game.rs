//! One game of a match: the players' moves are checked, and the end is detected by the rules of this program.

use std::time::Duration;

use super::adjudication::{AdjudicationRules, GameAdjudicator};
use super::player::{FaultKind, MatchPlayer, MoveRequest, PlayerError, PlayerFault, ReportedMove};
use super::record::{FinishedGame, GameOver, PlayedMove, Termination};
use crownhead_engine::endgame::Tables;
use crownhead_engine::engine::{FlagFall, Limit, PlayerClock};
use crownhead_engine::support::instant::today;
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::{NotationError, SpelledMove, fen, parse_move};
use crownhead_rules::{DrawReason, Game, GameEnd, Side, Win, WinReason};

/// A player in a game, with its name, limits and clock.
pub(super) struct GamePlayer<'a> {
    pub(super) name: &'a str,
    pub(super) limit: Limit,
    /// Its clock at the start.
    pub(super) clock: PlayerClock,
    pub(super) player: &'a mut dyn MatchPlayer,
}

pub(super) struct MatchGame<'a> {
    game: SpelledGame,
    opening_plies: usize,
    /// White and Black.
    players: [GamePlayer<'a>; 2],
    ponders: bool,
    adjudicator: GameAdjudicator<'a>,
    pondering: [bool; 2],
    moves: Vec<PlayedMove>,
    interrupt: &'a Interrupt,
}

/// The time for an interrupt to arrive before the end of a process counts as its fault.
const BEFORE_DISCONNECT: Duration = Duration::from_millis(500);

/// Why a game cannot continue: the error of the player of this side.
type SideError = (Side, PlayerError);

impl<'a> MatchGame<'a> {
    /// A game from an opening, between White and Black.
    pub(super) fn new(
        opening: Game,
        players: [GamePlayer<'a>; 2],
        rules: AdjudicationRules,
        tables: Option<&'a Tables>,
        ponders: bool,
        interrupt: &'a Interrupt,
    ) -> MatchGame<'a> {
        let opening_plies = opening.moves().len();
        MatchGame {
            game: SpelledGame::new(opening),
            opening_plies,
            players,
            ponders,
            adjudicator: GameAdjudicator::new(rules, tables, opening_plies),
            pondering: [false; 2],
            moves: Vec::new(),
            interrupt,
        }
    }

    /// Plays the game to its end; `number` is its number in the match. Also returns whether the players of White and
    /// Black can play another game. `None` if the match was interrupted.
    pub(super) fn play(mut self, number: usize) -> Option<(FinishedGame, [bool; 2])> {
        let over = match self.begin().and_then(|()| self.play_on()) {
            Ok(over) => over,
            Err((side, PlayerError::Fault(fault))) if !self.is_stopped_with(&fault) => by_fault(side, fault),
            Err(_) => return None,
        };
        let is_fault_of = |side: Side| matches!(over.termination, Termination::Fault(_)) && over.winner != Some(side);
        let fit = Side::ALL.map(|side| !is_fault_of(side) && self.end_for(side).is_ok());
        Some((self.finished(number, over), fit))
    }

    /// Prepares the players; the one to move comes last, since it can start to think at once.
    fn begin(&mut self) -> Result<(), SideError> {
        let first = self.game.side();
        for side in [first.opponent(), first] {
            let (request, player) = request(&self.game, &mut self.players, side);
            player.new_game(&request, side).map_err(|error| (side, error))?;
        }
        Ok(())
    }

    /// Whether a fault is due to the end of the match: a signal to all processes ends engines too, perhaps before this
    /// program notices it.
    fn is_stopped_with(&self, fault: &PlayerFault) -> bool {
        if fault.kind == FaultKind::Disconnect {
            let _ = self.interrupt.line().recv_timeout(BEFORE_DISCONNECT);
        }
        self.interrupt.is_raised()
    }

    fn play_on(&mut self) -> Result<GameOver, SideError> {
        // An opening may be known already; `adjudicate` looks after each move.
        let known = self.adjudicator.by_tables(&self.game.game);
        if let Some(over) = known.filter(|_| self.game.end().is_none()) {
            return Ok(over);
        }
        loop {
            let side = self.game.side();
            if let Some(end) = self.game.end() {
                return Ok(by_rules(end, side));
            }
            if self.interrupt.is_raised() {
                return Err((side, PlayerError::Interrupted));
            }
            let reported = self.play_move(side).map_err(|error| (side, error))?;
            if let Some(over) = self.adjudicate(side, &reported).filter(|_| self.game.end().is_none()) {
                return Ok(over);
            }
            if self.ponders {
                self.ponder(side, reported.expected.as_deref()).map_err(|error| (side, error))?;
            }
        }
    }

    /// Gets a move of `side`, plays and records it.
    fn play_move(&mut self, side: Side) -> Result<ReportedMove, PlayerError> {
        let (request, player) = request(&self.game, &mut self.players, side);
        let reported = player.think(&request)?;
        let overrun = self.spend(side, reported.elapsed)?;
        self.game.play(&reported.mv).map_err(|error| FaultKind::IllegalMove.because(error))?;
        self.record(side, &reported, overrun);
        Ok(reported)
    }

    /// Subtracts the time of a move from the clock; returns the overrun of a move with a time limit.
    fn spend(&mut self, side: Side, elapsed: Duration) -> Result<Option<Duration>, PlayerError> {
        let clock = &mut self.players[side.index()].clock;
        let is_timed = clock.allowance().is_some();
        let spent = clock.spend(elapsed).map_err(|FlagFall { overrun }| {
            FaultKind::TimeLoss.because(format_args!("{:.1}ms overrun", overrun.as_secs_f64() * 1000.0))
        });
        Ok(is_timed.then_some(spent?))
    }

    fn record(&mut self, side: Side, reported: &ReportedMove, overrun: Option<Duration>) {
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        let was_pondering = std::mem::take(&mut self.pondering[side.index()]);
        let face = self.players[side.index()].clock.face();
        self.moves.push(PlayedMove {
            mv: self.game.spelled.last().map(SpelledMove::hub).unwrap_or_default(),
            seconds: seconds(reported.elapsed),
            score: reported.score.map(|score| score.men()),
            depth: reported.depth,
            nodes: reported.nodes,
            clock: face.map(|face| seconds(face.remaining.saturating_sub(face.increment))),
            overrun: overrun.map(seconds),
            ponder_hit: was_pondering.then_some(reported.pondered),
            warning: reported.warning.clone(),
        });
    }

    /// The result after a move of `side`, if the game is decided.
    fn adjudicate(&mut self, side: Side, reported: &ReportedMove) -> Option<GameOver> {
        let by_score = self.adjudicator.by_score(side, reported.score.map(|score| score.men()));
        self.adjudicator.by_tables(&self.game.game).or(by_score)
    }

    /// Lets the player that has just moved ponder, if its expected reply is legal.
    fn ponder(&mut self, side: Side, expected: Option<&str>) -> Result<(), PlayerError> {
        let can_ponder = self.players[side.index()].player.can_ponder();
        let Some(expected) = expected.filter(|_| can_ponder) else { return Ok(()) };
        let Some(expected) = self.game.after(expected) else { return Ok(()) };
        let (request, player) = request(&expected, &mut self.players, side);
        player.ponder(&request)?;
        self.pondering[side.index()] = true;
        Ok(())
    }

    fn end_for(&mut self, side: Side) -> Result<(), PlayerError> {
        let (request, player) = request(&self.game, &mut self.players, side);
        player.end_game(&request)
    }

    fn finished(self, number: usize, over: GameOver) -> FinishedGame {
        let [white, black] = self.players.map(|player| player.name.to_owned());
        FinishedGame {
            game: number,
            white,
            black,
            start: self.game.game.positions().next().map(fen::write).unwrap_or_default(),
            opening: self.game.spelled[..self.opening_plies].iter().map(SpelledMove::hub).collect(),
            moves: self.moves,
            winner: over.winner,
            termination: over.termination,
            reason: over.reason,
            date: today(),
        }
    }
}

/// The request to the player of a side, and the player.
fn request<'t>(
    game: &'t SpelledGame,
    players: &'t mut [GamePlayer<'_>; 2],
    side: Side,
) -> (MoveRequest<'t>, &'t mut dyn MatchPlayer) {
    let clocks = [players[0].clock.face(), players[1].clock.face()];
    let GamePlayer { limit, clock, player, .. } = &mut players[side.index()];
    (MoveRequest { game: &game.game, moves: &game.spelled, limit, clocks, flag: clock.flag() }, &mut **player)
}

/// The end of a game by the rules, with `side` to move, or by a claim.
fn by_rules(end: GameEnd, side: Side) -> GameOver {
    let (winner, reason) = match end {
        GameEnd::Win(Win { winner, reason: WinReason::NoMove }) => {
            (Some(winner), format!("{winner} wins: {side} has no move"))
        }
        GameEnd::Win(Win { winner, reason }) => (Some(winner), format!("{winner} wins: {reason}")),
        GameEnd::Draw(reason) => (None, format!("Draw by {reason}")),
    };
    let is_claim = end == GameEnd::Draw(DrawReason::Claim);
    let termination = if is_claim { Termination::Adjudication } else { Termination::Normal };
    GameOver { winner, termination, reason }
}

fn by_fault(side: Side, fault: PlayerFault) -> GameOver {
    let reason = fault.text(side);
    GameOver { winner: Some(side.opponent()), termination: Termination::Fault(fault), reason }
}

#[derive(Clone, Debug)]
struct SpelledGame {
    game: Game,
    spelled: Vec<SpelledMove>,
}

impl SpelledGame {
    fn new(game: Game) -> SpelledGame {
        let spelled = game.positions().zip(game.moves()).map(|(position, mv)| SpelledMove::new(position, mv)).collect();
        SpelledGame { game, spelled }
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    /// The end of the game by the rules or by a claim, if it has ended.
    fn end(&self) -> Option<GameEnd> {
        self.game.end_or_claim()
    }

    /// Plays a move written by a player. Fails if it is not a legal move, or is ambiguous; the game is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let position = *self.game.position();
        let mv = parse_move(&position, text)?;
        self.spelled.push(SpelledMove::new(&position, &mv));
        self.game.play(mv).map_err(|_| NotationError::illegal_move(&position, text))
    }

    /// The game after this move; `None` if the move is illegal or ends the game.
    fn after(&self, text: &str) -> Option<SpelledGame> {
        let mut next = self.clone();
        next.play(text).ok()?;
        next.end().is_none().then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Variant;

    fn game(variant: Variant, position: &str) -> SpelledGame {
        SpelledGame::new(Game::new(fen::parse(variant, position).expect("the FEN is well formed")))
    }

    #[test]
    fn a_move_is_legal_or_changes_nothing() {
        let mut game = game(Variant::INTERNATIONAL, "W:W28,32:B23");
        for text in ["32-27", "28x17", "", "(none)", "28x19x14", "1-2"] {
            assert!(game.play(text).is_err(), "{text}");
        }
        assert!(game.spelled.is_empty() && game.game.moves().is_empty());
        assert_eq!(game.play("28x19x23"), Ok(()));
        assert_eq!(game.spelled[0].pdn(), "28x19");
    }

    #[test]
    fn a_match_ends_where_a_draw_may_be_claimed() {
        let mut game = game(Variant::FRISIAN, "W:WK46,K47:BK1,K2");
        for text in ["46-41", "1-6", "41-46", "6-1"].into_iter().cycle().take(8) {
            assert_eq!(game.end(), None, "before {text}");
            game.play(text).expect("a legal move");
        }
        let over = by_rules(game.end().expect("it is claimed"), Side::White);
        assert_eq!((over.winner, over.termination), (None, Termination::Adjudication));
        assert_eq!(over.reason, "Draw by adjudication at the third occurrence of a position");
    }

    #[test]
    fn an_expected_move_is_not_played() {
        let game = game(Variant::INTERNATIONAL, "W:W28,32:B23,1");
        assert!(game.after("32-27").is_none() && game.after("nonsense").is_none());
        let next = game.after("28x19").expect("the game goes on after it");
        assert_eq!((next.spelled.len(), game.spelled.len()), (1, 0));
    }
}
