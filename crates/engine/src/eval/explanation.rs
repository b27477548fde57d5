//! The parts of a value: what each pattern or feature adds to it, and the share of each square.

use super::Score;
use crownhead_rules::Square;

/// The parts of the value of a position. All values are for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The value.
    pub value: Score,
    /// The parts. Their sum is the value before rounding to a millionth of a man, to the grain and to the range of
    /// estimates.
    pub parts: Vec<Part>,
    /// The share of the opening in the blend, from 0 to 1; `None` where there is a network, which has no blend.
    pub opening_share: Option<f64>,
    /// The value in men by the weights of the opening only, and by those of the ending only; with a network, by its
    /// output weights for a full board, and for the fewest pieces.
    pub phases: [f64; 2],
}

/// What one pattern or feature adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The section of the pattern, or the feature.
    pub name: String,
    /// The squares that the pattern looks at; empty if the part does not depend on certain squares.
    pub squares: Vec<Square>,
    /// White's count less Black's, for a feature.
    pub count: Option<i32>,
    /// What it adds, in men.
    pub men: f64,
}

impl Explanation {
    /// What each square adds, in men, by its index. A pattern is shared equally by its squares with a piece, or by all
    /// its squares if none has a piece. Parts without squares are left out.
    pub fn by_square(&self, squares: usize, is_occupied: impl Fn(Square) -> bool) -> Vec<f64> {
        let mut shares = vec![0.0; squares];
        for part in &self.parts {
            let occupied: Vec<_> = part.squares.iter().copied().filter(|&square| is_occupied(square)).collect();
            let sharers = if occupied.is_empty() { &part.squares } else { &occupied };
            for square in sharers {
                shares[square.index()] += part.men / sharers.len() as f64;
            }
        }
        shares
    }

    /// What the parts with this name add together, in men.
    pub fn sum_of(&self, name: &str) -> f64 {
        self.parts.iter().filter(|part| part.name == name).map(|part| part.men).sum()
    }

    /// The names of the parts, each once, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.parts.iter().map(|part| &*part.name).collect();
        names.dedup();
        names
    }

    /// What rounding adds, in men.
    pub fn rounding(&self) -> f64 {
        self.value.men() - self.parts.iter().map(|part| part.men).sum::<f64>()
    }
}
