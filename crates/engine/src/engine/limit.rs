//! How long to think: the limits of a search.

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

/// The maximum of all times that a person or a client sets: one day, in seconds.
pub const LONGEST_SECONDS: f64 = 86_400.0;

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

#[cfg(test)]
mod tests {
    use super::*;

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
