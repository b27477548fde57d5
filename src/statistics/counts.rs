//! Results, counted.

use std::ops::AddAssign;

use super::Outcome;

/// Single games, counted as one player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    /// All games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points scored, a draw being half a point.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of drawn games; `None` without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same games as the other player sees them.
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl FromIterator<Outcome> for Wdl {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Wdl {
        let mut counts = Wdl::default();
        outcomes.into_iter().for_each(|outcome| counts.add(outcome));
        counts
    }
}

/// Pairs of games, counted as one player sees them; the order of the two games of a pair does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Both lost: 0 points.
    pub ll: u64,
    /// One lost, one drawn: half a point.
    pub ld: u64,
    /// One won, one lost: 1 point.
    pub wl: u64,
    /// Both drawn: 1 point.
    pub dd: u64,
    /// One won, one drawn: one and a half points.
    pub wd: u64,
    /// Both won: 2 points.
    pub ww: u64,
}

impl PairCounts {
    /// Counts one more pair.
    pub fn add(&mut self, pair: [Outcome; 2]) {
        let count = match (pair[0].min(pair[1]), pair[0].max(pair[1])) {
            (Outcome::Loss, Outcome::Loss) => &mut self.ll,
            (Outcome::Loss, Outcome::Draw) => &mut self.ld,
            (Outcome::Loss, Outcome::Win) => &mut self.wl,
            (Outcome::Draw, Outcome::Win) => &mut self.wd,
            (Outcome::Win, Outcome::Win) => &mut self.ww,
            (Outcome::Draw | Outcome::Win, _) => &mut self.dd,
        };
        *count += 1;
    }

    /// All pairs.
    pub const fn pairs(self) -> u64 {
        let [ll, ld, even, wd, ww] = self.pentanomial();
        ll + ld + even + wd + ww
    }

    /// Pairs by their score, from 0 to 2 points by halves: fastchess's `Ptnml(0-2)`.
    pub const fn pentanomial(self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// The games of all pairs.
    pub const fn games(self) -> Wdl {
        Wdl {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// The share of pairs that came out even, the two games drawn or one won and one lost; `None` without pairs.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.pairs() > 0).then(|| (self.wl + self.dd) as f64 / self.pairs() as f64)
    }

    /// Pairs won for each pair lost; infinite if none was lost, `None` if all were even.
    pub fn pairs_ratio(self) -> Option<f64> {
        ratio(self.ww + self.wd, self.ll + self.ld)
    }

    /// Among the even pairs, those won and lost for each one drawn twice: how much the openings decide. Infinite if
    /// none was drawn twice, `None` if none was even.
    pub fn wl_dd_ratio(self) -> Option<f64> {
        ratio(self.wl, self.dd)
    }

    /// The same pairs as the other player sees them.
    #[must_use]
    pub const fn reversed(self) -> PairCounts {
        PairCounts { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: PairCounts) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.wl += other.wl;
        self.dd += other.dd;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

impl FromIterator<[Outcome; 2]> for PairCounts {
    fn from_iter<I: IntoIterator<Item = [Outcome; 2]>>(pairs: I) -> PairCounts {
        let mut counts = PairCounts::default();
        pairs.into_iter().for_each(|pair| counts.add(pair));
        counts
    }
}

fn ratio(part: u64, other: u64) -> Option<f64> {
    (part + other > 0).then(|| part as f64 / other as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_pair() -> impl Iterator<Item = [Outcome; 2]> {
        Outcome::ALL.into_iter().flat_map(|first| Outcome::ALL.map(|second| [first, second]))
    }

    #[test]
    fn each_pair_is_counted_once_in_its_place() {
        let counts: PairCounts = every_pair().collect();
        assert_eq!(counts, PairCounts { ll: 1, ld: 2, wl: 2, dd: 1, wd: 2, ww: 1 });
        assert_eq!(counts.pentanomial(), [1, 2, 3, 2, 1]);
        assert_eq!(counts.pairs(), 9);
        for pair in every_pair() {
            let counts: PairCounts = [pair].into_iter().collect();
            assert_eq!(counts.games(), pair.into_iter().collect(), "{pair:?}");
            let place = pair.map(Outcome::half_points).iter().sum::<u8>();
            assert_eq!(counts.pentanomial()[usize::from(place)], 1, "{pair:?}");
            let reversed = [pair.map(Outcome::reversed)].into_iter().collect();
            assert_eq!(counts.reversed(), reversed, "{pair:?}");
        }
    }

    #[test]
    fn ratios() {
        let counts = PairCounts { ll: 1, ld: 3, wl: 4, dd: 2, wd: 5, ww: 1 };
        assert_eq!(counts.draw_ratio(), Some(6.0 / 16.0));
        assert_eq!(counts.pairs_ratio(), Some(1.5));
        assert_eq!(counts.wl_dd_ratio(), Some(2.0));
        assert_eq!(counts.games(), Wdl { wins: 11, draws: 12, losses: 9 });
        assert_eq!(counts.games().draw_ratio(), Some(12.0 / 32.0));
        assert_eq!(counts.games().points(), 17.0);
        let none = PairCounts::default();
        assert_eq!((none.draw_ratio(), none.pairs_ratio(), none.wl_dd_ratio()), (None, None, None));
        let won = PairCounts { ww: 3, ..none };
        assert_eq!((won.pairs_ratio(), won.wl_dd_ratio()), (Some(f64::INFINITY), None));
        assert_eq!(Wdl::default().draw_ratio(), None);
    }
}
