//! How long to think: the limits of a search, and the time that a clock leaves for a move.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::search::{Depth, Iteration};

/// Limits that apply together: the first one reached ends the search. The default is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes, over all iterations. With this limit, or one of time, a proven win or loss ends the search.
    pub nodes: Option<u64>,
    /// Time.
    pub time: TimeLimit,
}

impl Limit {
    /// A limit of nodes.
    pub const fn of_nodes(nodes: u64) -> Limit {
        Limit { depth: None, nodes: Some(nodes), time: TimeLimit::Unlimited }
    }

    /// A limit of depth.
    pub const fn of_depth(depth: Depth) -> Limit {
        Limit { depth: Some(depth), nodes: None, time: TimeLimit::Unlimited }
    }

    /// A limit of time.
    pub const fn of_time(time: TimeLimit) -> Limit {
        Limit { depth: None, nodes: None, time }
    }

    /// Whether there is any limit.
    pub fn is_limited(&self) -> bool {
        *self != Limit::default()
    }

    /// The same with at most this number of nodes, if there is one.
    pub(super) fn with_most_nodes(self, most: Option<u64>) -> Limit {
        Limit { nodes: self.nodes.into_iter().chain(most).min(), ..self }
    }

    /// Whether a search with this limit ends after the iteration `last`. `is_forced` means that an only move is to be
    /// played. The time that has passed is not considered here: each control has its own clock.
    pub(super) fn ends_after(&self, last: &Completed, is_forced: bool) -> bool {
        // A proven score saves time and nodes, but a depth limit is always searched to the end.
        let is_bounded = self.nodes.is_some() || self.time != TimeLimit::Unlimited;
        let is_settled = (is_bounded || is_forced) && last.is_proven;
        let is_enough = is_forced && last.nodes >= forced_nodes(self.nodes);
        is_settled || is_enough || self.depth.is_some_and(|depth| last.depth >= depth)
    }
}

/// The result of the last completed iteration, as far as it decides whether another one is started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Completed {
    depth: Depth,
    /// See [`Iteration::is_proven`].
    is_proven: bool,
    /// Nodes since the search began.
    nodes: u64,
}

impl Completed {
    /// That of this iteration.
    pub(super) fn of(iteration: &Iteration) -> Completed {
        let Iteration { depth, counters, .. } = iteration;
        Completed { depth: *depth, is_proven: iteration.is_proven(), nodes: counters.nodes }
    }
}

/// The nodes after which the search of an only move, made to play it, starts no further iteration. The move needs no
/// search, but its value is shown and recorded and decides adjudications: it must not be that of a first iteration. So
/// iterations are started for a few milliseconds, or for a tenth of a limit of nodes; only the limit itself stops the
/// last of them.
pub fn forced_nodes(limit: Option<u64>) -> u64 {
    const MOST: u64 = 20_000;
    limit.map_or(MOST, |limit| MOST.min(limit / 10))
}

/// The time for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeLimit {
    /// Until stopped.
    #[default]
    Unlimited,
    /// A fixed time.
    PerMove(Duration),
    /// A share of the time on a game clock.
    Clock(GameClock),
}

/// A player's clock when a search or a game starts.
///
/// Protocols differ in when a clock adds its increment. Hub adds it before the move, so the increment of this move
/// counts as remaining time. UCI adds it after the move, so only the time on the clock counts.
///
/// As a time control, it is written `moves/time+increment`: `40/60+0.6`, `8+0.08`, `1:30`. The time is in seconds or in
/// minutes and seconds, without the increment of the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameClock {
    /// The time available for this move.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to go until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// An invalid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a time control: expected moves/time+increment such as 40/60+0.6, 8+0.08 or 1:30")]
pub struct BadTimeControl {
    /// The text.
    pub text: String,
}

impl FromStr for GameClock {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<GameClock, BadTimeControl> {
        time_control(text.trim()).ok_or_else(|| BadTimeControl { text: text.to_owned() })
    }
}

fn time_control(text: &str) -> Option<GameClock> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<NonZeroU32>().ok()?.get()), rest),
        None => (None, text),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (time, parse_seconds(increment)?),
        None => (rest, Duration::ZERO),
    };
    let time = match time.split_once(':') {
        Some((minutes, rest)) => {
            Duration::from_secs(60 * u64::from(minutes.parse::<u16>().ok()?)) + parse_seconds(rest)?
        }
        None => parse_seconds(time)?,
    };
    let is_possible = time + increment > Duration::ZERO && time.as_secs_f64() <= LONGEST_SECONDS;
    is_possible.then_some(GameClock { remaining: time, increment, moves_to_go: moves })
}

/// The maximum of all times that a person sets: one day, in seconds.
const LONGEST_SECONDS: f64 = 86_400.0;

/// Parses seconds, with an optional fraction: at most one day.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= LONGEST_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves_to_go {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.remaining.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The format in the output of a match: `8+0.08`, `0.1/move`, `nodes=1000`, `depth=7`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            TimeLimit::Unlimited => None,
            TimeLimit::PerMove(time) => Some(format!("{}/move", time.as_secs_f64())),
            TimeLimit::Clock(clock) => Some(clock.to_string()),
        };
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={}", depth.get()));
        let parts: Vec<_> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "unlimited".to_owned() } else { parts.join(" ") })
    }
}

/// The time budget of a move. `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this time, no further iteration is started.
    pub soft: Option<Duration>,
    /// After this time, the search stops at once.
    pub hard: Option<Duration>,
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
        // The minimum time for the remaining moves, minus their increments. Clients promise hundreds of moves where a game may
        // have as many as it likes; no more are reserved for than a game is likely to have.
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

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in [
            ("40/60+0.6", "40/60+0.6"),
            ("8+0.08", "8+0.08"),
            ("1:30", "90"),
            ("2:05.5+1", "125.5+1"),
            (" 10 ", "10"),
            ("0+1", "0+1"),
            ("20/.5", "20/0.5"),
        ] {
            assert_eq!(text.parse::<GameClock>().map(|control| control.to_string()).as_deref(), Ok(written));
        }
    }

    #[test]
    fn what_is_no_time_control_is_named() {
        for text in [
            "", "x", "0", "0+0", "-1", "1+-1", "0/60", "40/", "1:2:3", "1e9", "nan", "inf", "90000", "+", "1 2",
            "1500:00",
        ] {
            assert_eq!(text.parse::<GameClock>(), Err(BadTimeControl { text: text.to_owned() }), "{text}");
        }
    }

    #[test]
    fn a_limit_names_its_parts() {
        let per_move = Limit::of_time(TimeLimit::PerMove(Duration::from_millis(10)));
        assert_eq!(per_move.to_string(), "0.01/move");
        let both = Limit { depth: Some(Depth::new(7)), ..Limit::of_nodes(1000) };
        assert_eq!(both.to_string(), "nodes=1000 depth=7");
        assert!(both.is_limited() && !Limit::default().is_limited());
    }
}
