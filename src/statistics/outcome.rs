//! How a game came out for one of its players.

/// The result of a game as one player sees it: in the statistics, the player whose strength is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl Outcome {
    /// Every outcome, the worst first.
    pub const ALL: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    /// Half points: 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        self as u8
    }

    /// The same result as the other player sees it.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}
