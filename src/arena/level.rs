//! The limits of an engine per move and game.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// The limits of an engine; all that are set apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The time limit.
    pub time: TimeRule,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// The maximum depth of a move, in plies.
    pub depth: Option<u32>,
}

impl Level {
    /// Whether there is any limit.
    pub const fn is_limited(&self) -> bool {
        !matches!(self.time, TimeRule::Unlimited) || self.nodes.is_some() || self.depth.is_some()
    }
}

/// Time limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeRule {
    /// None.
    #[default]
    Unlimited,
    /// A time per move; unused time is lost.
    PerMove(Duration),
    /// A clock for the game.
    Clock(TimeControl),
}

/// A clock for the game, written `moves/time+increment`: `40/60+0.6`, `8+0.08`, `1:30`. The time is in seconds or in
/// minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The moves after which the time is added again; `None` if it is for the whole game.
    pub moves: Option<NonZeroU32>,
    /// The time.
    pub time: Duration,
    /// The increment before each move.
    pub increment: Duration,
}

/// An invalid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a time control: expected moves/time+increment such as 40/60+0.6, 8+0.08 or 1:30")]
pub struct BadTimeControl {
    /// The text.
    pub text: String,
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        read(text.trim()).ok_or_else(|| BadTimeControl { text: text.to_owned() })
    }
}

fn read(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
        None => (None, text),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (time, seconds(increment)?),
        None => (rest, Duration::ZERO),
    };
    let time = match time.split_once(':') {
        Some((minutes, rest)) => {
            Duration::from_secs(60 * u64::from(minutes.parse::<u16>().ok()?)) + seconds(rest)?
        }
        None => seconds(time)?,
    };
    let is_possible = time + increment > Duration::ZERO && time.as_secs_f64() <= LONGEST_SECONDS;
    is_possible.then_some(TimeControl { moves, time, increment })
}

/// The maximum of all times in a match: one day, in seconds.
const LONGEST_SECONDS: f64 = 86_400.0;

/// Parses seconds, with an optional fraction: at most one day.
pub fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= LONGEST_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The format in the output of a match: `8+0.08`, `0.1/move`, `nodes=1000`, `depth=7`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            TimeRule::Unlimited => None,
            TimeRule::PerMove(time) => Some(format!("{}/move", time.as_secs_f64())),
            TimeRule::Clock(control) => Some(control.to_string()),
        };
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
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
            assert_eq!(
                text.parse::<TimeControl>().map(|control| control.to_string()).as_deref(),
                Ok(written)
            );
        }
    }

    #[test]
    fn what_is_no_time_control_is_named() {
        for text in [
            "", "x", "0", "0+0", "-1", "1+-1", "0/60", "40/", "1:2:3", "1e9", "nan", "inf", "90000", "+",
            "1 2", "1500:00",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(BadTimeControl { text: text.to_owned() }), "{text}");
        }
    }

    #[test]
    fn a_level_names_its_limits() {
        let per_move = Level { time: TimeRule::PerMove(Duration::from_millis(10)), ..Level::default() };
        assert_eq!(per_move.to_string(), "0.01/move");
        let both = Level { nodes: Some(1000), depth: Some(7), ..Level::default() };
        assert_eq!(both.to_string(), "nodes=1000 depth=7");
        assert!(both.is_limited() && !Level::default().is_limited());
    }
}
