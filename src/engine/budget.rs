//! From limits on time to a soft and a hard budget.

use std::time::Duration;

use super::limits::{GameClock, TimeLimit};

/// How much time a move may take. `None` is without end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// When this is used up, no further iteration is started.
    pub soft: Option<Duration>,
    /// When this is used up, the search stops where it is.
    pub hard: Option<Duration>,
}

/// With no time control in sight, a game is expected to last so many more moves.
const MOVES_TO_EXPECT: u32 = 28;
/// An iteration takes about as long as all before it together, so one that starts late in the share will not end in it.
const SOFT_SHARE: f64 = 0.6;
/// A move may take so many shares when an iteration drags on,
const HARD_SHARES: f64 = 3.0;
/// but never more than this part of what the clock shows.
const HARD_PART: f64 = 0.5;
/// Even a clock that has run out buys a first iteration.
const LEAST: Duration = Duration::from_millis(1);

impl Budget {
    /// The budget under a limit, when `overhead` is lost on each move between the engine and the clock.
    pub fn of(limit: TimeLimit, overhead: Duration) -> Budget {
        match limit {
            TimeLimit::Unlimited => Budget::default(),
            TimeLimit::PerMove(time) => {
                Budget { soft: None, hard: Some(time.saturating_sub(overhead).max(LEAST)) }
            }
            TimeLimit::Clock(clock) => Budget::of_clock(clock, overhead),
        }
    }

    fn of_clock(clock: GameClock, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_EXPECT).clamp(1, MOVES_TO_EXPECT);
        // What the moves after this one cannot do without, less what is added for them.
        let later = clock.moves_to_go.unwrap_or(MOVES_TO_EXPECT).max(1) - 1;
        let reserve = (overhead + LEAST).saturating_sub(clock.increment) * later;
        let usable = clock.remaining.saturating_sub(overhead).saturating_sub(reserve);
        // The increments that come between now and the last of the moves: one fewer than there are moves.
        let share =
            (usable.as_secs_f64() + clock.increment.as_secs_f64() * f64::from(moves - 1)) / f64::from(moves);
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
            left =
                left.checked_sub(hard + overhead).expect("time is left even if every move takes all it may");
        }
    }

    #[test]
    fn so_many_moves_are_made_in_their_time() {
        let overhead = Duration::from_millis(10);
        for (mut left, moves) in [(Duration::from_secs(30), 60), (Duration::from_millis(700), 60)] {
            for moves_to_go in (1..=moves).rev() {
                let clock =
                    GameClock { remaining: left, increment: Duration::ZERO, moves_to_go: Some(moves_to_go) };
                let hard =
                    Budget::of(TimeLimit::Clock(clock), overhead).hard.expect("a clock gives a budget");
                left = left.checked_sub(hard + overhead).expect("time is left for each of the moves");
            }
        }
    }

    #[test]
    fn time_per_move_is_used_up() {
        let budget = Budget::of(TimeLimit::PerMove(Duration::from_secs(2)), Duration::from_millis(50));
        assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_millis(1950)) });
        assert_eq!(Budget::of(TimeLimit::Unlimited, Duration::ZERO), Budget::default());
    }
}
