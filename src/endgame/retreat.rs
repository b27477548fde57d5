//! Quiet moves taken back: where the side that has just moved may have come from.

use super::placement::Placement;
use crate::rules::{Army, Board, Direction, KingMove, Rules, Side};

/// Calls `found` with each placement from which a quiet move leads to `after`, seen from the side that has moved.
/// That is `ours` of `after` and moves up the board. Promotions are not taken back, and whether the earlier position
/// allowed a quiet move, without a capture to be made, is not asked.
#[inline]
pub(super) fn retreats<R: Rules>(after: &Placement, mut found: impl FnMut(&Placement)) {
    let empty = R::Board::ALL - after.occupied();
    let Army { men, kings } = after.ours;
    for direction in Direction::forward(Side::White).map(Direction::opposite) {
        for from in men.singles() {
            let to = R::Board::shift(from, direction) & empty;
            if to.any() {
                found(&Placement::new(Army { men: (men - from) | to, kings }, after.theirs));
            }
        }
    }
    for from in kings.singles() {
        for direction in Direction::DIAGONALS {
            let mut to = R::Board::shift(from, direction) & empty;
            while to.any() {
                found(&Placement::new(Army { men, kings: (kings - from) | to }, after.theirs));
                if R::ARTICLES.kings == KingMove::Short {
                    break;
                }
                to = R::Board::shift(to, direction) & empty;
            }
        }
    }
}
