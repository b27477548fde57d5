//! What the move generator asks of a position: the pieces of both sides and which of them can capture, gathered once.

use std::marker::PhantomData;

use super::side::Colour;
use super::{Bitboard, Board, CaptureLines, Direction, KingMove, ManCapture, ManPrey, Position, Rules, State};

/// What the generator asks of a position with `C` to move, gathered once.
pub(super) struct Scene<R, C> {
    pub(super) men: Bitboard,
    pub(super) kings: Bitboard,
    /// The kings that may make a quiet move.
    pub(super) free_kings: Bitboard,
    pub(super) opponents: Bitboard,
    pub(super) opponent_kings: Bitboard,
    pub(super) prey_of_men: Bitboard,
    pub(super) empty: Bitboard,
    kind: PhantomData<(R, C)>,
}

impl<R: Rules, C: Colour> Scene<R, C> {
    #[inline]
    pub(super) fn of(position: &Position<R>) -> Scene<R, C> {
        debug_assert!(position.side() == C::SIDE);
        // Where the game is won, nothing can move.
        let own = if position.winner_by_kings().is_some() { Bitboard::EMPTY } else { R::Board::ALL };
        let kings = position.kings(C::SIDE) & own;
        let opponents = position.pieces(C::Opponent::SIDE);
        let opponent_kings = position.kings(C::Opponent::SIDE);
        Scene {
            men: position.men(C::SIDE) & own,
            kings,
            free_kings: kings - position.state().resting_kings(C::SIDE, R::ARTICLES.king_run),
            opponents,
            opponent_kings,
            prey_of_men: match R::ARTICLES.men_take {
                ManPrey::All => opponents,
                ManPrey::Men => opponents - opponent_kings,
            },
            empty: position.empty(),
            kind: PhantomData,
        }
    }

    /// The men that can capture in one direction: two steps before a free square, with an opponent in between.
    #[inline(always)]
    pub(super) fn capturers(&self, direction: Direction) -> Bitboard {
        let back = direction.opposite();
        let jumped = self.prey_of_men & R::Board::shift(self.empty, back);
        self.men & R::Board::shift(jumped, back)
    }

    /// Can any man capture?
    #[inline]
    pub(super) fn man_can_capture(&self) -> bool {
        let [left, right] = Direction::forward(C::SIDE);
        let mut capturers = self.capturers(left) | self.capturers(right);
        if R::ARTICLES.men_capture == ManCapture::BothWays {
            capturers |= self.capturers(left.opposite()) | self.capturers(right.opposite());
        }
        if R::ARTICLES.capture_lines == CaptureLines::AllEight {
            for direction in Direction::ORTHOGONALS {
                capturers |= self.capturers(direction);
            }
        }
        capturers.any()
    }

    /// Can any king capture?
    #[inline]
    pub(super) fn king_can_capture(&self) -> bool {
        let along = |direction| {
            let mut front = R::Board::shift(self.kings, direction);
            if R::ARTICLES.kings == KingMove::Flying {
                let mut sliding = front & self.empty;
                while sliding.any() {
                    let next = R::Board::shift(sliding, direction);
                    front |= next;
                    sliding = next & self.empty;
                }
            }
            R::Board::shift(front & self.opponents, direction).meets(self.empty)
        };
        Direction::DIAGONALS.into_iter().any(along)
            || (R::ARTICLES.capture_lines == CaptureLines::AllEight && Direction::ORTHOGONALS.into_iter().any(along))
    }

    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        self.man_can_capture() || (self.kings.any() && self.king_can_capture())
    }

    /// Can a piece make a quiet move? A piece with a free neighbour can, whatever the length of its stride.
    #[inline]
    pub(super) fn can_move_quietly(&self) -> bool {
        let steps = |set, directions: &[Direction]| {
            directions.iter().any(|&direction| R::Board::shift(set, direction).meets(self.empty))
        };
        steps(self.men, &Direction::forward(C::SIDE))
            || (self.free_kings.any() && steps(self.free_kings, &Direction::DIAGONALS))
    }
}
