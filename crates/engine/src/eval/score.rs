//! The real-valued domain: scores, what they mean, and the grain to which an evaluation is rounded.

use std::fmt;
use std::ops::Neg;

use crownhead_rules::Ply;

/// A value for the side to move, held as a whole number of millionths of a man.
///
/// Arithmetic on it is exact and the same on every machine. Scores range over `[-100, +100]` men; [`Score::MIN`] and
/// [`Score::MAX`] lie outside and stand for "nothing known". [`Score::class`] says what a score means:
///
/// ```text
///  +100 .. +90   a win in n plies: 100 - n / 100
///   +90 .. +80   a win in n plies known from an endgame table: 90 - n / 100
///   +80 .. -80   a heuristic value (within +-79.99)
///   -80 .. -90   a loss known from an endgame table
///   -90 .. -100  a loss
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreClass {
    /// The side to move wins in this number of plies.
    Win(Ply),
    /// The side to move wins in this number of plies, by an endgame table.
    KnownWin(Ply),
    /// An estimate.
    Heuristic,
    /// The side to move loses in this number of plies, by an endgame table.
    KnownLoss(Ply),
    /// The side to move loses in this number of plies.
    Loss(Ply),
}

const MILLIONTHS_PER_MAN: i32 = 1_000_000;
const MILLIONTHS_PER_PLY: i32 = MILLIONTHS_PER_MAN / 100;
const WIN_NOW: i32 = 100 * MILLIONTHS_PER_MAN;
const WIN_FLOOR: i32 = 90 * MILLIONTHS_PER_MAN;
const KNOWN_FLOOR: i32 = 80 * MILLIONTHS_PER_MAN;
const HEURISTIC_MOST: i32 = 79_990_000;

/// The plies to a win that is worth `from` when it is now.
const fn plies_to_win(from: i32, millionths: i32) -> Ply {
    Ply::new(((from - millionths) / MILLIONTHS_PER_PLY) as u16)
}

impl Score {
    /// Below every value of a position.
    pub const MIN: Score = Score(-101 * MILLIONTHS_PER_MAN);
    /// Above every value of a position.
    pub const MAX: Score = Score(101 * MILLIONTHS_PER_MAN);
    /// The value of a draw.
    pub const DRAW: Score = Score(0);

    /// A win `plies` away. Beyond 999 plies the distance is cut to 999.
    pub const fn win_in(plies: Ply) -> Score {
        let plies = if plies.get() > 999 { 999 } else { plies.get() };
        Score(WIN_NOW - plies as i32 * MILLIONTHS_PER_PLY)
    }

    /// A loss `plies` away.
    pub const fn loss_in(plies: Ply) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// A win by an endgame table, `plies` away. Beyond 999 plies the distance is cut to 999.
    pub const fn known_win_in(plies: Ply) -> Score {
        Score(Score::win_in(plies).0 - (WIN_NOW - WIN_FLOOR))
    }

    /// A loss by an endgame table, `plies` away.
    pub const fn known_loss_in(plies: Ply) -> Score {
        Score(-Score::known_win_in(plies).0)
    }

    /// A score in millionths of a man, cut to the range between [`Score::MIN`] and [`Score::MAX`].
    pub const fn from_millionths(millionths: i64) -> Score {
        let (least, most) = (Score::MIN.0 as i64, Score::MAX.0 as i64);
        Score(if millionths < least {
            least as i32
        } else if millionths > most {
            most as i32
        } else {
            millionths as i32
        })
    }

    /// A score in men, rounded to the nearest millionth and cut to the range.
    pub fn from_men(men: f64) -> Score {
        Score::from_millionths((men * f64::from(MILLIONTHS_PER_MAN)).round() as i64)
    }

    /// In millionths of a man.
    pub const fn millionths(self) -> i32 {
        self.0
    }

    /// In men.
    pub fn men(self) -> f64 {
        f64::from(self.0) / f64::from(MILLIONTHS_PER_MAN)
    }

    /// The next higher score; [`Score::MAX`] stays.
    pub const fn next_up(self) -> Score {
        self.plus(1)
    }

    /// The next lower score; [`Score::MIN`] stays.
    pub const fn next_down(self) -> Score {
        self.plus(-1)
    }

    /// The score `millionths` higher, cut to the range.
    pub const fn plus(self, millionths: i64) -> Score {
        Score::from_millionths(self.0 as i64 + millionths)
    }

    /// By how much the score is higher than another, in millionths of a man.
    pub const fn millionths_above(self, other: Score) -> i64 {
        self.0 as i64 - other.0 as i64
    }

    /// The score half way between two, rounded down.
    pub const fn middle(low: Score, high: Score) -> Score {
        Score((low.0 + high.0).div_euclid(2))
    }

    /// What the score means.
    pub const fn class(self) -> ScoreClass {
        match self.0 {
            value if value > WIN_NOW => ScoreClass::Win(Ply::ROOT),
            value if value > WIN_FLOOR => ScoreClass::Win(plies_to_win(WIN_NOW, value)),
            value if value > KNOWN_FLOOR => ScoreClass::KnownWin(plies_to_win(WIN_FLOOR, value)),
            value if value < -WIN_NOW => ScoreClass::Loss(Ply::ROOT),
            value if value < -WIN_FLOOR => ScoreClass::Loss(plies_to_win(WIN_NOW, -value)),
            value if value < -KNOWN_FLOOR => ScoreClass::KnownLoss(plies_to_win(WIN_FLOOR, -value)),
            _ => ScoreClass::Heuristic,
        }
    }

    /// The score as seen `plies` further from the end: how a node's own value looks from a root that far above it.
    ///
    /// A win or loss moves by whole plies, everything else stays. The order of any two scores stays too, so bounds can
    /// be converted as well as values.
    pub const fn seen_from_above(self, plies: Ply) -> Score {
        self.moved_by(plies.get() as i32)
    }

    /// The inverse of [`Score::seen_from_above`]: how a value known at the root looks from a node `plies` below it.
    pub const fn seen_from_below(self, plies: Ply) -> Score {
        self.moved_by(-(plies.get() as i32))
    }

    const fn moved_by(self, plies: i32) -> Score {
        let shift = plies * MILLIONTHS_PER_PLY;
        if self.0 > WIN_NOW || self.0 < -WIN_NOW {
            self
        } else if self.0 > WIN_FLOOR {
            Score(self.0 - shift)
        } else if self.0 < -WIN_FLOOR {
            Score(self.0 + shift)
        } else if self.0 > KNOWN_FLOOR {
            Score(within_known(self.0 - shift))
        } else if self.0 < -KNOWN_FLOOR {
            Score(-within_known(-self.0 - shift))
        } else {
            self
        }
    }
}

/// Keeps a win by a table in its class if it is more than 999 plies away.
const fn within_known(millionths: i32) -> i32 {
    if millionths <= KNOWN_FLOOR { KNOWN_FLOOR + 1 } else { millionths }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// In men, with as many decimals as the formatter asks for.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men().fmt(f)
    }
}

/// The step between neighbouring values of the evaluation, from one millionth of a man (the real domain) to one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain(i32);

impl Grain {
    /// The finest: a millionth of a man, which within +-16 men is finer than an `f32` can distinguish.
    pub const REAL: Grain = Grain(1);

    /// A grain in men; `None` unless it is between a millionth and one man.
    pub fn from_men(men: f64) -> Option<Grain> {
        let millionths = (men * f64::from(MILLIONTHS_PER_MAN)).round();
        (1.0..=f64::from(MILLIONTHS_PER_MAN)).contains(&millionths).then_some(Grain(millionths as i32))
    }

    /// In men.
    pub fn men(self) -> f64 {
        f64::from(self.0) / f64::from(MILLIONTHS_PER_MAN)
    }

    /// The heuristic score nearest to a value in men: rounded once, halves away from zero so that both sides of a
    /// position see the same size, and cut to +-79.99 men.
    pub fn round(self, men: f64) -> Score {
        let grain = f64::from(self.0);
        let most = f64::from(HEURISTIC_MOST / self.0);
        let steps = (men * f64::from(MILLIONTHS_PER_MAN) / grain).round().clamp(-most, most);
        Score(steps as i32 * self.0)
    }

    /// The same for whole millionths of a man, in whole numbers.
    #[inline]
    pub(super) fn round_millionths(self, millionths: i64) -> Score {
        let grain = i64::from(self.0);
        let rounded = match grain {
            1 => millionths,
            grain => (millionths + grain / 2 * millionths.signum()) / grain * grain,
        };
        let most = HEURISTIC_MOST / self.0 * self.0;
        Score(rounded.clamp(i64::from(-most), i64::from(most)) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_meet_at_their_borders() {
        let cases = [
            (100.0, ScoreClass::Win(Ply::ROOT)),
            (99.87, ScoreClass::Win(Ply::new(13))),
            (90.01, ScoreClass::Win(Ply::new(999))),
            (90.0, ScoreClass::KnownWin(Ply::ROOT)),
            (80.01, ScoreClass::KnownWin(Ply::new(999))),
            (80.0, ScoreClass::Heuristic),
            (0.0, ScoreClass::Heuristic),
            (-80.0, ScoreClass::Heuristic),
            (-80.01, ScoreClass::KnownLoss(Ply::new(999))),
            (-90.0, ScoreClass::KnownLoss(Ply::ROOT)),
            (-99.99, ScoreClass::Loss(Ply::new(1))),
        ];
        for (men, class) in cases {
            assert_eq!(Score::from_men(men).class(), class, "{men} men");
        }
        assert_eq!(Score::win_in(Ply::new(13)), Score::from_men(99.87));
        assert_eq!(Score::loss_in(Ply::new(4)), Score::from_men(-99.96));
        assert_eq!(Score::win_in(Ply::new(5000)), Score::from_men(90.01));
        assert_eq!(Score::known_win_in(Ply::ROOT), Score::from_men(90.0));
        assert_eq!(Score::known_loss_in(Ply::new(13)), Score::from_men(-89.87));
        assert_eq!(Score::known_win_in(Ply::new(5000)), Score::from_men(80.01));
    }

    #[test]
    fn re_rooting_keeps_the_order_and_comes_back() {
        let scores = [-99.5, -92.0, -85.0, -3.25, 0.0, 0.000001, 79.99, 88.0, 93.0, 99.99].map(Score::from_men);
        for plies in [1, 7, 30].map(Ply::new) {
            let moved = scores.map(|score| score.seen_from_above(plies));
            assert!(moved.is_sorted());
            assert_eq!(moved.map(|score| score.seen_from_below(plies)), scores);
        }
        assert_eq!(Score::win_in(Ply::new(3)).seen_from_above(Ply::new(2)), Score::win_in(Ply::new(5)));
        assert_eq!(Score::MAX.seen_from_above(Ply::new(9)), Score::MAX);
        assert_eq!(Score::known_win_in(Ply::new(3)).seen_from_above(Ply::new(2)), Score::known_win_in(Ply::new(5)));
        assert_eq!(
            Score::known_loss_in(Ply::new(999)).seen_from_above(Ply::new(9)).class(),
            ScoreClass::KnownLoss(Ply::new(999))
        );
    }

    #[test]
    fn a_grain_rounds_both_sides_alike() {
        for (grain, men, rounded) in
            [(1.0, 2.5, 3.0), (0.01, 0.126, 0.13), (0.1, 1000.0, 79.9), (1e-6, 0.1234567, 0.123457)]
        {
            let grain = Grain::from_men(grain).expect("a valid grain");
            assert_eq!(grain.round(men), Score::from_men(rounded));
            assert_eq!(grain.round(-men), -Score::from_men(rounded));
        }
        assert_eq!(Grain::from_men(1e-6), Some(Grain::REAL));
        assert_eq!(Grain::from_men(0.0), None);
        assert_eq!(Grain::from_men(2.0), None);
        assert_eq!(Grain::from_men(f64::NAN), None);
    }
}
