//! The time limit of a move, from the arguments of `getmove`.

use std::time::Duration;

use crate::engine::{GameClock, TimeLimit};
use crate::protocol::number::{LONGEST_SECONDS, seconds};

/// The time arguments of `getmove`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The average time per move, in seconds.
    pub max_time: f64,
    /// Bit 0: a new game starts. Bit 1: the time is exact. Bits 2 and 3: the unit of the clock.
    pub info: i32,
    /// The clock: the remaining time in the upper half, the increment in the lower.
    pub more_info: i32,
}

const NEW_GAME: i32 = 1;
const EXACT: i32 = 1 << 1;

impl Level {
    /// Whether a new game starts.
    pub(super) const fn is_new_game(self) -> bool {
        self.info & NEW_GAME != 0
    }

    /// The resulting limit.
    ///
    /// CheckerBoard adds the increment after the move, so the move cannot use it. If the time is not exact, a match
    /// credits unused time, so no iteration is started that would hardly end in time.
    pub(super) fn limit(self) -> TimeLimit {
        if let Some(clock) = self.clock() {
            TimeLimit::Clock(clock)
        } else if self.max_time >= LONGEST_SECONDS {
            TimeLimit::Unlimited
        } else if self.info & EXACT != 0 {
            TimeLimit::PerMove(self.time())
        } else {
            let increment = Duration::ZERO;
            TimeLimit::Clock(GameClock { remaining: self.time(), increment, moves_to_go: Some(1) })
        }
    }

    fn time(self) -> Duration {
        if self.max_time.is_nan() { Duration::ZERO } else { seconds(self.max_time) }
    }

    fn clock(self) -> Option<GameClock> {
        let unit = match self.info >> 2 & 0b11 {
            1 => Duration::from_millis(1),
            2 => Duration::from_millis(10),
            3 => Duration::from_millis(100),
            _ => return None,
        };
        let [remaining, increment] = [self.more_info >> 16, self.more_info].map(|half| half as u32 & 0xffff);
        Some(GameClock { remaining: unit * remaining, increment: unit * increment, moves_to_go: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(max_time: f64, info: i32, more_info: i32) -> TimeLimit {
        Level { max_time, info, more_info }.limit()
    }

    fn milliseconds(limit: TimeLimit) -> (u128, u128, Option<u32>) {
        let TimeLimit::Clock(GameClock { remaining, increment, moves_to_go }) = limit else {
            panic!("{limit:?} is no clock")
        };
        (remaining.as_millis(), increment.as_millis(), moves_to_go)
    }

    #[test]
    fn a_clock_counts_in_three_units() {
        let more_info = 0x0400_0021;
        assert_eq!(milliseconds(limit(5.0, 0b0100, more_info)), (1024, 33, None));
        assert_eq!(milliseconds(limit(5.0, 0b1000, more_info)), (10_240, 330, None));
        assert_eq!(milliseconds(limit(5.0, 0b1111, more_info)), (102_400, 3300, None));
        // The upper half has no sign.
        assert_eq!(milliseconds(limit(5.0, 0b1100, 0xffff_0000_u32 as i32)), (6_553_500, 0, None));
    }

    #[test]
    fn without_a_clock_the_time_for_the_move_holds() {
        assert_eq!(limit(2.5, 0b0011, 7), TimeLimit::PerMove(Duration::from_millis(2500)));
        assert_eq!(milliseconds(limit(2.5, 0b0001, 7)), (2500, 0, Some(1)));
        assert_eq!(limit(8_600_000.0, 0, 0), TimeLimit::Unlimited);
        assert_eq!(limit(f64::INFINITY, EXACT, 0), TimeLimit::Unlimited);
        for no_time in [0.0, -3.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(limit(no_time, EXACT, 0), TimeLimit::PerMove(Duration::ZERO), "{no_time}");
        }
    }
}
