//! A game from the point of view of this program. It has no I/O and reads no clock.

use std::time::Duration;

use super::message::{GameRequest, Minutes, MoveMessage, Name, Reason};
use super::outcome::Ending;
use crownhead_engine::engine::{GameClock, Limit, TimeLimit};
use crownhead_rules::notation::{NotationError, SpelledMove, parse_move};
use crownhead_rules::{AnyPosition, Corner, Game, GameEnd, Move, MoveNotation, Side, Variant};

/// The time limit for a move after the time of its player has run out.
const PATIENCE_BEYOND_CLOCK: Duration = Duration::from_secs(60);

/// The time limit for a move in a game without minutes. People may be playing, but a dead program behind an open
/// connection must not keep all others out.
const PATIENCE_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

#[derive(Clone, Debug)]
pub(super) struct Play {
    /// The side of this program.
    pub(super) own: Side,
    pub(super) opponent: Name,
    pub(super) minutes: Minutes,
    pub(super) limit: u16,
    game: Game,
    moves: Vec<SpelledMove>,
    /// The time that White and Black have used.
    used: [Duration; 2],
    /// The first end by the rules, or by a claim. The other program may not detect it, and play on.
    end: Option<GameEnd>,
}

/// What this program has to do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Duty {
    Think(Limit),
    End(Reason),
    Wait,
}

impl Play {
    /// The requested game, in which this program plays `own`. Fails if its start position is not valid in the variant.
    pub(super) fn new(
        variant: Variant,
        request: &GameRequest,
        own: Side,
        opponent: Name,
    ) -> Result<Play, NotationError> {
        let game = Game::new(request.start.position(variant)?);
        Ok(Play {
            own,
            opponent,
            minutes: request.minutes,
            limit: request.moves,
            end: game.end_or_claim(),
            game,
            moves: Vec::new(),
            used: [Duration::ZERO; 2],
        })
    }

    /// What this program has to do when the turn has lasted for `passed`. In a game without minutes, a move takes
    /// `move_time`.
    pub(super) fn duty(&self, passed: Duration, move_time: Duration) -> Duty {
        if !self.is_own_turn() {
            return Duty::Wait;
        }
        match self.end {
            Some(end) => Duty::End(self.reason(end)),
            None if self.is_limit_reached() => Duty::End(Reason::Unknown),
            None => Duty::Think(Limit { time: self.time_limit(passed, move_time), ..Limit::default() }),
        }
    }

    fn reason(&self, end: GameEnd) -> Reason {
        match end {
            GameEnd::Win(win) if win.winner == self.own => Reason::SenderWins,
            GameEnd::Win(_) => Reason::SenderLoses,
            GameEnd::Draw(_) => Reason::Draw,
        }
    }

    fn time_limit(&self, passed: Duration, move_time: Duration) -> TimeLimit {
        if self.minutes.is_zero() {
            return TimeLimit::PerMove(move_time.saturating_sub(passed));
        }
        let made = self.moves.len() / 2;
        let limit = usize::from(self.limit);
        let moves_to_go = (limit > 0).then(|| u32::try_from(limit.saturating_sub(made)).unwrap_or(u32::MAX));
        TimeLimit::Clock(GameClock {
            remaining: self.remaining(self.own).saturating_sub(passed),
            increment: Duration::ZERO,
            moves_to_go,
        })
    }

    pub(super) const fn used(&self, side: Side) -> Duration {
        self.used[side.index()]
    }

    /// The time that a side has left; zero if it has overrun.
    fn remaining(&self, side: Side) -> Duration {
        self.minutes.duration().saturating_sub(self.used(side))
    }

    /// The time limit for the other program's move.
    pub(super) fn patience(&self) -> Duration {
        if self.minutes.is_zero() {
            return PATIENCE_WITHOUT_CLOCK;
        }
        self.remaining(self.own.opponent()) + PATIENCE_BEYOND_CLOCK
    }

    fn is_limit_reached(&self) -> bool {
        self.limit > 0 && self.moves.len() >= 2 * usize::from(self.limit)
    }

    pub(super) fn is_own_turn(&self) -> bool {
        self.position().side() == self.own
    }

    fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    pub(super) fn variant(&self) -> Variant {
        self.game.variant()
    }

    pub(super) fn start(&self) -> &AnyPosition {
        self.game.positions().next().unwrap_or(self.position())
    }

    pub(super) fn moves(&self) -> &[SpelledMove] {
        &self.moves
    }

    pub(super) const fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// How the game ends by a GAMEEND. The rules take precedence over the reason of the other program.
    pub(super) fn ending_by(&self, reason: Reason) -> Ending {
        match (self.end, reason) {
            (Some(end), _) => Ending::Rules(end),
            (None, Reason::Unknown) if self.is_limit_reached() => Ending::MovesMade,
            (None, reason) => Ending::Word { of: self.own.opponent(), reason },
        }
    }

    /// Plays a move of the other program, which has used this time for it.
    pub(super) fn take(&mut self, message: &MoveMessage, used: Duration) -> Result<(), NotationError> {
        let mv = as_pydraughts_counts(self.variant(), message.clone()).legal(self.position())?;
        self.play(mv, used)
    }

    /// Plays a move of this program, which has used this time for it.
    pub(super) fn make(&mut self, spelled: &SpelledMove, used: Duration) -> Result<MoveMessage, NotationError> {
        let mv = parse_move(self.position(), &spelled.hub())?;
        self.play(mv, used)?;
        let message = MoveMessage::new(self.variant().board(), &mv, used);
        Ok(as_pydraughts_counts(self.variant(), message))
    }

    fn play(&mut self, mv: Move, used: Duration) -> Result<(), NotationError> {
        let spelled = SpelledMove::new(self.position(), &mv);
        let mover = self.position().side();
        self.game.play(mv).map_err(|_| NotationError::illegal_move(self.game.position(), spelled.pdn()))?;
        self.moves.push(spelled);
        self.used[mover.index()] += used;
        self.end = self.end.or_else(|| self.game.end_or_claim());
        Ok(())
    }
}

/// A move with the numbers of pydraughts 0.6.7, the only other program that plays such games over DXP, or the other way
/// round: in games that PDN writes with letters, it counts the squares of moves, but not of positions, from a1.
fn as_pydraughts_counts(variant: Variant, mut message: MoveMessage) -> MoveMessage {
    if variant.articles().notation != MoveNotation::Numbers {
        let ends = [&mut message.from, &mut message.to];
        for square in ends.into_iter().chain(&mut message.captured) {
            *square = variant.board().read_from(Corner::LowerLeft, *square);
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dxp::message::Start;
    use crownhead_engine::engine::Budget;
    use crownhead_rules::notation::fen;

    const MOVE_TIME: Duration = Duration::from_millis(1500);

    fn play(variant: Variant, position: &str, own: Side, minutes: &str, moves: u16) -> Play {
        let position = fen::parse(variant, position).expect("the FEN is well formed");
        let request = GameRequest {
            initiator: Name::new("we"),
            follower: own.opponent(),
            minutes: minutes.parse().expect("it fits"),
            moves,
            start: Start::of(&position),
        };
        Play::new(variant, &request, own, Name::new("they")).expect("it is a position")
    }

    fn any_move(play: &mut Play, used: Duration) {
        let mv = play.position().moves()[0];
        play.play(mv, used).expect("it is legal");
    }

    const START: &str = "W:W31-50:B1-20";

    #[test]
    fn the_clock_is_that_of_the_side_alone() {
        let mut play = play(Variant::INTERNATIONAL, START, Side::White, "0.5", 40);
        let clock = |seconds: u64, moves| {
            let remaining = Duration::from_secs(seconds);
            let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: Some(moves) };
            Duty::Think(Limit { time: TimeLimit::Clock(clock), ..Limit::default() })
        };
        assert_eq!(play.duty(Duration::ZERO, MOVE_TIME), clock(30, 40));
        any_move(&mut play, Duration::from_secs(4));
        assert_eq!(play.duty(Duration::ZERO, MOVE_TIME), Duty::Wait);
        any_move(&mut play, Duration::from_secs(20));
        assert_eq!(play.duty(Duration::ZERO, MOVE_TIME), clock(26, 39));
        assert_eq!(play.duty(Duration::from_secs(1), MOVE_TIME), clock(25, 39));
        any_move(&mut play, Duration::from_secs(40));
        any_move(&mut play, Duration::ZERO);
        assert_eq!(play.duty(Duration::ZERO, MOVE_TIME), clock(0, 38));
        assert_eq!(play.remaining(Side::Black), Duration::from_secs(10));
        assert_eq!(play.patience(), Duration::from_secs(70));
    }

    /// a3-b4, which pydraughts sends as 9 and 13, and c3-d4.
    #[test]
    fn where_pdn_has_letters_moves_count_from_a1() {
        for variant in [Variant::RUSSIAN, Variant::BRAZILIAN, Variant::INTERNATIONAL] {
            let start = fen::write(&variant.start());
            let mut play = play(variant, &start, Side::White, "1", 0);
            let text = if variant == Variant::INTERNATIONAL { "31-27" } else { "a3-b4" };
            let mv = parse_move(play.position(), text).expect("it is legal");
            let spelled = SpelledMove::new(play.position(), &mv);
            let sent = play.make(&spelled, Duration::ZERO).expect("it is legal");
            let expected = if variant == Variant::INTERNATIONAL { (31, 27) } else { (9, 13) };
            assert_eq!((sent.from.number(), sent.to.number()), expected, "{variant}");
            let mut other = self::play(variant, &start, Side::Black, "1", 0);
            other.take(&sent, Duration::ZERO).expect("it is what was sent");
            assert_eq!(other.position(), play.position());
        }
    }

    #[test]
    fn without_minutes_each_move_has_its_time() {
        let play = play(Variant::INTERNATIONAL, START, Side::White, "0", 0);
        let limit = Limit { time: TimeLimit::PerMove(MOVE_TIME), ..Limit::default() };
        assert_eq!(play.duty(Duration::ZERO, MOVE_TIME), Duty::Think(limit));
        assert_eq!(play.patience(), Duration::from_secs(600));
    }

    #[test]
    fn a_game_that_takes_all_it_may_keeps_within_its_minutes() {
        let overhead = Duration::from_millis(10);
        for (minutes, moves) in [("5", 75), ("1", 0), ("0.5", 60), ("2", 1)] {
            let mut play = play(Variant::INTERNATIONAL, START, Side::White, minutes, moves);
            while let Duty::Think(limit) = play.duty(Duration::ZERO, MOVE_TIME) {
                let hard = Budget::of(limit.time, overhead).hard.expect("a clock gives a budget");
                let left = play.remaining(Side::White).checked_sub(hard + overhead);
                assert!(left.is_some(), "{minutes} minutes, {moves} moves: after {:?}", play.moves().len());
                any_move(&mut play, hard + overhead);
                if play.moves().len() < 200 && play.end().is_none() {
                    any_move(&mut play, Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn the_side_to_move_ends_the_game() {
        let blocked = "W:W46:B41,37";
        assert_eq!(
            play(Variant::INTERNATIONAL, blocked, Side::White, "1", 0).duty(Duration::ZERO, MOVE_TIME),
            Duty::End(Reason::SenderLoses)
        );
        assert_eq!(
            play(Variant::INTERNATIONAL, blocked, Side::Black, "1", 0).duty(Duration::ZERO, MOVE_TIME),
            Duty::Wait
        );
        assert_eq!(
            play(Variant::LOSING, blocked, Side::White, "1", 0).duty(Duration::ZERO, MOVE_TIME),
            Duty::End(Reason::SenderWins)
        );
    }

    #[test]
    fn an_end_by_the_rules_stays_one_when_the_other_side_plays_on() {
        for own in Side::ALL {
            let mut play = play(Variant::INTERNATIONAL, "W:WK46:BK45", own, "1", 0);
            let mut shuffle = ["46-41", "45-50", "41-46", "50-45"].into_iter().cycle().map(|text| {
                let mv = parse_move(play.position(), text).expect("it is legal");
                play.play(mv, Duration::ZERO).expect("it is legal");
                play.duty(Duration::ZERO, MOVE_TIME)
            });
            let duties: Vec<_> = shuffle.by_ref().take(9).collect();
            assert!(duties[..7].iter().all(|duty| !matches!(duty, Duty::End(_))), "{duties:?}");
            // The position after eight plies is the first one for the third time, with White to move.
            let draw = Duty::End(Reason::Draw);
            let expected = match own {
                Side::White => [draw, Duty::Wait],
                Side::Black => [Duty::Wait, draw],
            };
            assert_eq!(duties[7..], expected, "{own}");
        }
    }
}
