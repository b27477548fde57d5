//! When a game is won.

use super::{Position, Rules, Side};

/// A game that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Win {
    /// Who has won it.
    pub winner: Side,
    /// What by.
    pub reason: WinReason,
}

/// What wins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WinReason {
    /// The side to move has no move, which decides the game.
    NoMove,
    /// The winner has as many kings as it takes.
    Kings,
}

impl std::fmt::Display for WinReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            WinReason::NoMove => "the side to move cannot",
            WinReason::Kings => "the winner has made a king",
        })
    }
}

impl<R: Rules> Position<R> {
    /// Who has won, if the game is won here. A position that is won has no legal move.
    pub fn win(&self) -> Option<Win> {
        if self.has_move() { None } else { Some(self.win_without_move()) }
    }

    /// Who has won in a position without a legal move.
    pub fn win_without_move(&self) -> Win {
        match self.winner_by_kings() {
            Some(winner) => Win { winner, reason: WinReason::Kings },
            None => Win { winner: R::ARTICLES.no_move.winner(self.side()), reason: WinReason::NoMove },
        }
    }

    /// The side, if any, that has the kings it takes to win; if both have, the side that has just moved.
    #[inline]
    pub(super) fn winner_by_kings(&self) -> Option<Side> {
        let enough = R::ARTICLES.kings_to_win?;
        [!self.side(), self.side()].into_iter().find(|&side| self.kings(side).len() >= enough)
    }
}
