//! Clocks: the source of time, which is injected, so that tests never sleep, and the clock of a player in a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{GameClock, TimeLimit};
use crate::support::instant::Instant;

/// A monotonic clock with an arbitrary origin.
pub trait Clock: Send + Sync {
    /// The time since the origin. It never decreases.
    fn now(&self) -> Duration;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A player's clock during a game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PlayerClock {
    rule: TimeLimit,
    margin: Duration,
    /// With a game clock: the time at the start of the next move.
    remaining: Duration,
    /// With a game clock with periods: the moves left in this period.
    moves_to_go: Option<u32>,
}

/// A move that exceeded its time plus the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFall {
    /// The time by which it exceeded its limit.
    pub overrun: Duration,
}

impl PlayerClock {
    /// The clock at the start of a game. An overrun of at most `margin` is tolerated.
    pub fn new(rule: TimeLimit, margin: Duration) -> PlayerClock {
        let (remaining, moves_to_go) = match rule {
            TimeLimit::Clock(control) => (control.remaining + control.increment, control.moves_to_go),
            TimeLimit::Unlimited | TimeLimit::PerMove(_) => (Duration::ZERO, None),
        };
        PlayerClock { rule, margin, remaining, moves_to_go }
    }

    /// The game clock at the start of the next move, including the increment of that move.
    pub fn face(&self) -> Option<GameClock> {
        let TimeLimit::Clock(control) = self.rule else { return None };
        let PlayerClock { remaining, moves_to_go, .. } = *self;
        Some(GameClock { remaining, moves_to_go, ..control })
    }

    /// The time limit of the next move, without the margin.
    pub fn allowance(&self) -> Option<Duration> {
        match self.rule {
            TimeLimit::Unlimited => None,
            TimeLimit::PerMove(time) => Some(time),
            TimeLimit::Clock(_) => Some(self.remaining),
        }
    }

    /// The time limit of the next move, including the margin.
    pub fn flag(&self) -> Option<Duration> {
        Some(self.allowance()? + self.margin)
    }

    /// Subtracts the time of a move. Returns the overrun, if any.
    ///
    /// # Errors
    /// [`FlagFall`] if the overrun is greater than the margin.
    pub fn spend(&mut self, elapsed: Duration) -> Result<Duration, FlagFall> {
        let Some(allowance) = self.allowance() else { return Ok(Duration::ZERO) };
        let overrun = elapsed.saturating_sub(allowance);
        if overrun > self.margin {
            return Err(FlagFall { overrun });
        }
        if let TimeLimit::Clock(control) = self.rule {
            self.remaining = self.remaining.saturating_sub(elapsed) + control.increment;
            let left = self.moves_to_go.map(|moves| moves - 1).filter(|&moves| moves > 0);
            if left.is_none() && control.moves_to_go.is_some() {
                self.remaining += control.remaining;
            }
            self.moves_to_go = left.or(control.moves_to_go);
        }
        Ok(overrun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(text: &str, margin: Duration) -> PlayerClock {
        let control: GameClock = text.parse().expect("a time control");
        PlayerClock::new(TimeLimit::Clock(control), margin)
    }

    #[test]
    fn the_increment_is_there_before_each_move() {
        let mut clock = clock("1+0.5", ms(0));
        assert_eq!(clock.allowance(), Some(ms(1500)));
        assert_eq!(clock.spend(ms(1400)), Ok(ms(0)));
        assert_eq!(clock.allowance(), Some(ms(600)));
        assert_eq!(clock.spend(ms(600)), Ok(ms(0)));
        assert_eq!(clock.spend(ms(501)), Err(FlagFall { overrun: ms(1) }));
    }

    #[test]
    fn a_period_brings_its_time_after_its_moves() {
        let mut clock = clock("2/10", ms(0));
        let faces: Vec<_> = (0..5)
            .map(|_| {
                let face = clock.face().expect("it is a game clock");
                clock.spend(ms(1000)).expect("there is time enough");
                (face.remaining.as_secs(), face.moves_to_go)
            })
            .collect();
        assert_eq!(faces, [(10, Some(2)), (9, Some(1)), (18, Some(2)), (17, Some(1)), (26, Some(2))]);
    }

    #[test]
    fn the_margin_forgives_but_gives_nothing() {
        let mut clock = clock("1", ms(50));
        assert_eq!(clock.spend(ms(1050)), Ok(ms(50)));
        assert_eq!(clock.allowance(), Some(ms(0)));
        assert_eq!(clock.spend(ms(51)), Err(FlagFall { overrun: ms(51) }));
    }

    #[test]
    fn time_for_a_move_cannot_be_saved() {
        let mut clock = PlayerClock::new(TimeLimit::PerMove(ms(100)), ms(20));
        assert_eq!(clock.spend(ms(10)), Ok(ms(0)));
        assert_eq!(clock.allowance(), Some(ms(100)));
        assert_eq!(clock.spend(ms(115)), Ok(ms(15)));
        assert_eq!(clock.spend(ms(121)), Err(FlagFall { overrun: ms(21) }));
        assert_eq!(clock.face(), None);
    }

    #[test]
    fn without_a_limit_nothing_overruns() {
        let mut clock = PlayerClock::new(TimeLimit::Unlimited, ms(0));
        assert_eq!((clock.spend(ms(1 << 40)), clock.allowance()), (Ok(ms(0)), None));
    }
}
