//! The time that a clock leaves for a move.

use std::time::Duration;

use super::limit::{GameClock, TimeLimit};

/// The time budget of a move. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this time, no further iteration is started.
    pub soft: Option<Duration>,
    /// After this time, the search stops at once.
    pub hard: Option<Duration>,
}

/// By how much the searches of a game have ended after their time, because the machine had other work: something
/// between the last one and the worst one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lateness(Duration);

/// No more is believed: a machine that has slept is late once.
const MOST_LATENESS: Duration = Duration::from_millis(50);

impl Lateness {
    /// Takes in a search that has ended so late.
    pub(super) fn add(&mut self, late: Duration) {
        self.0 = (self.0 * 15 / 16).max(late).min(MOST_LATENESS);
    }

    /// What a move loses by it. The answer is on its way through other threads and the client after the search, so it
    /// is counted twice, but never for more than half of a fixed time.
    pub(super) fn loss(self, limit: TimeLimit) -> Duration {
        match limit {
            TimeLimit::PerMove(time) => (self.0 * 2).min(time / 2),
            TimeLimit::Unlimited | TimeLimit::Clock(_) => self.0 * 2,
        }
    }
}

/// The expected number of moves to the end of the game, used when there is no further time control.
const MOVES_TO_EXPECT: u32 = 28;
/// The part of the share after which no iteration is started. An iteration takes about as long as all before it
/// together, so one that starts late would not end within the share.
const SOFT_SHARE: f64 = 0.6;
/// The number of shares that a move can use if an iteration takes long,
const HARD_SHARES: f64 = 3.0;
/// up to this part of the remaining time.
const HARD_PART: f64 = 0.5;
/// The minimum budget, enough for a first iteration even if the clock has run out.
const LEAST: Duration = Duration::from_millis(1);

/// For no more moves than this is the least time kept back.
const MOST_MOVES_RESERVED: u32 = 100;

impl Budget {
    /// The budget for a limit, with `overhead` lost per move between the engine and the clock.
    pub fn of(limit: TimeLimit, overhead: Duration) -> Budget {
        match limit {
            TimeLimit::Unlimited => Budget::default(),
            TimeLimit::PerMove(time) => {
                Budget { soft: None, hard: Some(time.saturating_sub(overhead).max(LEAST.min(time))) }
            }
            TimeLimit::Clock(clock) => Budget::of_clock(clock, overhead),
        }
    }

    fn of_clock(clock: GameClock, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_EXPECT).clamp(1, MOVES_TO_EXPECT);
        // The minimum time for the remaining moves, minus their increments. Clients promise hundreds of moves where a
        // game may have as many as it likes; no more are reserved for than a game is likely to have.
        let later = clock.moves_to_go.unwrap_or(MOVES_TO_EXPECT).clamp(1, MOST_MOVES_RESERVED) - 1;
        let reserve = (overhead + LEAST).saturating_sub(clock.increment) * later;
        let usable = clock.remaining.saturating_sub(overhead).saturating_sub(reserve);
        // The increments before the last of the moves: one fewer than the number of moves.
        let share = (usable.as_secs_f64() + clock.increment.as_secs_f64() * f64::from(moves - 1)) / f64::from(moves);
        let most = if moves == 1 { usable.as_secs_f64() } else { usable.as_secs_f64() * HARD_PART };
        let seconds = |seconds: f64| Duration::from_secs_f64(seconds.min(most)).max(LEAST);
        Budget { soft: Some(seconds(share * SOFT_SHARE)), hard: Some(seconds(share * HARD_SHARES)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: f64, increment: f64, moves_to_go: Option<u32>) -> TimeLimit {
        let [remaining, increment] = [remaining, increment].map(Duration::from_secs_f64);
        TimeLimit::Clock(GameClock { remaining, increment, moves_to_go })
    }

    #[test]
    fn lateness_is_believed_at_once_and_forgotten_slowly() {
        let (mut lateness, milliseconds) = (Lateness::default(), Duration::from_millis);
        assert_eq!(lateness.loss(TimeLimit::Unlimited), Duration::ZERO);
        lateness.add(milliseconds(8));
        lateness.add(Duration::ZERO);
        assert_eq!(lateness.loss(clock(1.0, 0.0, None)), milliseconds(15));
        assert_eq!(lateness.loss(TimeLimit::PerMove(milliseconds(20))), milliseconds(10));
        lateness.add(Duration::from_secs(600));
        assert_eq!(lateness.loss(clock(1.0, 0.0, None)), 2 * MOST_LATENESS);
        for _ in 0..80 {
            lateness.add(Duration::ZERO);
        }
        assert!(lateness.loss(TimeLimit::Unlimited) < milliseconds(1));
    }

    /// As DXP and some clients say it that mean no limit.
    #[test]
    fn a_promise_of_many_moves_leaves_time_to_think() {
        let overhead = Duration::from_millis(10);
        for moves in [300, 999, u32::MAX] {
            let budget = Budget::of(clock(10.0, 0.0, Some(moves)), overhead);
            assert!(budget.soft > Some(Duration::from_millis(100)), "{moves} moves: {budget:?}");
        }
    }

    #[test]
    fn a_budget_fits_the_clock() {
        let overhead = Duration::from_millis(10);
        for limit in [
            clock(180.0, 0.0, Some(75)),
            clock(60.0, 1.0, None),
            clock(0.5, 0.5, None),
            clock(0.02, 0.0, Some(1)),
            clock(3600.0, 0.0, Some(1)),
            clock(0.0, 0.0, None),
        ] {
            let TimeLimit::Clock(shown) = limit else { unreachable!() };
            let Budget { soft: Some(soft), hard: Some(hard) } = Budget::of(limit, overhead) else {
                panic!("a clock gives both budgets")
            };
            assert!(soft <= hard, "{limit:?}");
            assert!(hard + overhead <= shown.remaining.max(overhead + LEAST), "{limit:?}: {hard:?}");
        }
    }

    #[test]
    fn a_whole_game_never_runs_out_of_time() {
        let overhead = Duration::from_millis(10);
        let (mut left, increment) = (Duration::from_secs(10), Duration::from_millis(100));
        for _ in 0..300 {
            left += increment;
            let limit = TimeLimit::Clock(GameClock { remaining: left, increment, moves_to_go: None });
            let hard = Budget::of(limit, overhead).hard.expect("a clock gives a hard budget");
            left = left.checked_sub(hard + overhead).expect("time is left even if every move takes all it may");
        }
    }

    #[test]
    fn so_many_moves_are_made_in_their_time() {
        let overhead = Duration::from_millis(10);
        for (mut left, moves) in [(Duration::from_secs(30), 60), (Duration::from_millis(700), 60)] {
            for moves_to_go in (1..=moves).rev() {
                let clock = GameClock { remaining: left, increment: Duration::ZERO, moves_to_go: Some(moves_to_go) };
                let hard = Budget::of(TimeLimit::Clock(clock), overhead).hard.expect("a clock gives a budget");
                left = left.checked_sub(hard + overhead).expect("time is left for each of the moves");
            }
        }
    }

    #[test]
    fn time_per_move_is_used_up() {
        let budget = Budget::of(TimeLimit::PerMove(Duration::from_secs(2)), Duration::from_millis(50));
        assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_millis(1950)) });
        assert_eq!(Budget::of(TimeLimit::Unlimited, Duration::ZERO), Budget::default());
        let short = Duration::from_micros(200);
        assert_eq!(Budget::of(TimeLimit::PerMove(short), Duration::ZERO).hard, Some(short));
    }
}
