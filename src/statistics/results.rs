//! Results of games for one player, and their counts: by game and by pair of games.

use std::ops::AddAssign;

use super::ScoreSample;

/// The result of a game for one player: in the statistics, the player whose strength is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    Loss,
    /// The game was drawn.
    Draw,
    Win,
}

impl Outcome {
    /// Every outcome, the worst first.
    pub const ALL: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    /// Half points: 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        self as u8
    }

    /// The same result for the other player.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

/// Counts of single games: wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WdlCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl WdlCounts {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Win => self.wins += 1,
        }
    }

    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points scored, a draw being half a point.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game, from 0 to 1; 0 without games.
    pub fn score(self) -> f64 {
        self.points() / self.games().max(1) as f64
    }

    /// The share of drawn games; `None` without games.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same games for the other player.
    #[must_use]
    pub const fn reversed(self) -> WdlCounts {
        WdlCounts { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for WdlCounts {
    fn add_assign(&mut self, other: WdlCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Counts of pairs of games. The order of the two games of a pair does not matter.
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

    pub const fn pairs(self) -> u64 {
        let [ll, ld, even, wd, ww] = self.pentanomial();
        ll + ld + even + wd + ww
    }

    /// Pairs by their score, from 0 to 2 points by halves: fastchess's `Ptnml(0-2)`.
    pub const fn pentanomial(self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    pub const fn games(self) -> WdlCounts {
        WdlCounts {
            wins: 2 * self.ww + self.wd + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
            losses: 2 * self.ll + self.ld + self.wl,
        }
    }

    /// The share of even pairs: both games drawn, or one won and one lost; `None` without pairs.
    pub fn draw_ratio(self) -> Option<f64> {
        (self.pairs() > 0).then(|| (self.wl + self.dd) as f64 / self.pairs() as f64)
    }

    /// Pairs won for each pair lost; infinite if none was lost, `None` if all were even.
    pub fn pairs_ratio(self) -> Option<f64> {
        ratio(self.ww + self.wd, self.ll + self.ld)
    }

    /// The ratio of win-loss pairs to draw-draw pairs: the influence of the openings. Infinite without draw-draw pairs,
    /// `None` without even pairs.
    pub fn wl_dd_ratio(self) -> Option<f64> {
        ratio(self.wl, self.dd)
    }

    /// The same pairs for the other player.
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

/// The results of one player against one other, or against all: games and pairs, counted side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub games: WdlCounts,
    /// The pairs of games of which both are finished.
    pub pairs: PairCounts,
}

impl Results {
    /// Counts one more pair of finished games.
    pub fn add(&mut self, pair: [Outcome; 2]) {
        self.add_unfinished(pair.map(Some));
    }

    /// Counts one more pair, of which each game may be unfinished.
    pub fn add_unfinished(&mut self, pair: [Option<Outcome>; 2]) {
        pair.into_iter().flatten().for_each(|outcome| self.games.add(outcome));
        if let [Some(first), Some(second)] = pair {
            self.pairs.add([first, second]);
        }
    }

    #[must_use]
    pub const fn reversed(self) -> Results {
        Results { games: self.games.reversed(), pairs: self.pairs.reversed() }
    }

    /// What the figures of strength are computed from: the score of all games, with the spread of the pairs, or of the
    /// games while no pair is complete.
    pub fn sample(&self) -> ScoreSample {
        if self.pairs.pairs() == 0 {
            return self.games.into();
        }
        let of_all = (self.games != self.pairs.games()).then(|| self.games.score());
        ScoreSample { of_all, ..self.pairs.into() }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}

impl From<WdlCounts> for ScoreSample {
    fn from(counts: WdlCounts) -> ScoreSample {
        let seen = [(0.0, counts.losses), (0.5, counts.draws), (1.0, counts.wins)];
        ScoreSample { seen: seen.into_iter().collect(), games_each: 1.0, of_all: None }
    }
}

impl From<PairCounts> for ScoreSample {
    fn from(counts: PairCounts) -> ScoreSample {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        ScoreSample { seen: scores.into_iter().zip(counts.pentanomial()).collect(), games_each: 2.0, of_all: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_counted_once_in_its_place() {
        let every_pair = || Outcome::ALL.into_iter().flat_map(|first| Outcome::ALL.map(|second| [first, second]));
        let counts: PairCounts = every_pair().collect();
        assert_eq!(counts, PairCounts { ll: 1, ld: 2, wl: 2, dd: 1, wd: 2, ww: 1 });
        assert_eq!((counts.pentanomial(), counts.pairs()), ([1, 2, 3, 2, 1], 9));
        for pair in every_pair() {
            let counts: PairCounts = [pair].into_iter().collect();
            let mut games = WdlCounts::default();
            pair.into_iter().for_each(|outcome| games.add(outcome));
            assert_eq!(counts.games(), games, "{pair:?}");
            let place = pair.map(Outcome::half_points).iter().sum::<u8>();
            assert_eq!(counts.pentanomial()[usize::from(place)], 1, "{pair:?}");
            let reversed = [pair.map(Outcome::reversed)].into_iter().collect();
            assert_eq!(counts.reversed(), reversed, "{pair:?}");
        }
    }

    #[test]
    fn a_game_without_its_second_counts_in_the_score() {
        let mut results =
            Results { pairs: PairCounts { wl: 9, dd: 8, wd: 1, ..PairCounts::default() }, ..Results::default() };
        results.games = results.pairs.games();
        results.add_unfinished([Some(Outcome::Loss), None]);
        assert_eq!((results.games.wins, results.games.losses, results.games.draws), (10, 10, 17));
        let sample = results.sample();
        assert_eq!(sample.score().map(|score| score.value), Some(0.5));
        assert_eq!((sample.elo().map(|elo| elo.value), sample.los()), (Some(0.0), 0.5));
        assert!(sample.elo().is_some_and(|elo| elo.has_interval()));
    }

    #[test]
    fn ratios() {
        let counts = PairCounts { ll: 1, ld: 3, wl: 4, dd: 2, wd: 5, ww: 1 };
        assert_eq!(counts.draw_ratio(), Some(6.0 / 16.0));
        assert_eq!((counts.pairs_ratio(), counts.wl_dd_ratio()), (Some(1.5), Some(2.0)));
        assert_eq!(counts.games(), WdlCounts { wins: 11, draws: 12, losses: 9 });
        assert_eq!((counts.games().draw_ratio(), counts.games().points()), (Some(12.0 / 32.0), 17.0));
        let none = PairCounts::default();
        assert_eq!((none.draw_ratio(), none.pairs_ratio(), none.wl_dd_ratio()), (None, None, None));
        let won = PairCounts { ww: 3, ..none };
        assert_eq!((won.pairs_ratio(), won.wl_dd_ratio()), (Some(f64::INFINITY), None));
        assert_eq!(WdlCounts::default().draw_ratio(), None);
    }
}
