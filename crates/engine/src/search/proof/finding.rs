//! What a proof search knows of a node.

/// The proof and disproof numbers of a node, and what they rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// How much is left to prove before the attacker has won; 0 if he wins.
    pub(super) proof: u32,
    /// How much is left to prove before he is known not to win; 0 if he does not.
    pub(super) disproof: u32,
    /// Of a win: the plies to its end, if the defender resists the moves found as long as possible.
    pub(super) plies: u16,
    /// Of a win: the plies that the counts of the draw articles must leave at the node.
    pub(super) need: u16,
    /// Of a node that is not won: the place in the line of the earliest position on whose repetition the finding rests,
    /// 0 if it rests on a count; [`Finding::NOWHERE`] if it holds for every line.
    pub(super) base: u16,
}

impl Finding {
    /// The number of what cannot be proven.
    pub(super) const INFINITE: u32 = 1 << 30;
    /// No place in the line.
    pub(super) const NOWHERE: u16 = u16::MAX;

    pub(super) const fn open(proof: u32, disproof: u32) -> Finding {
        Finding { proof, disproof, plies: 0, need: 0, base: Finding::NOWHERE }
    }

    pub(super) const fn won(plies: u16, need: u16) -> Finding {
        Finding { proof: 0, disproof: Finding::INFINITE, plies, need, base: Finding::NOWHERE }
    }

    pub(super) const fn not_won(base: u16) -> Finding {
        Finding { proof: Finding::INFINITE, disproof: 0, plies: 0, need: 0, base }
    }

    pub(super) const fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_not_won(&self) -> bool {
        self.disproof == 0
    }

    pub(super) const fn is_settled(&self) -> bool {
        self.is_won() || self.is_not_won()
    }

    /// The sum of proof or disproof numbers.
    pub(super) fn total(numbers: impl Iterator<Item = u32>) -> u32 {
        numbers.fold(0, |sum: u32, number| (sum + number).min(Finding::INFINITE - 1))
    }
}
