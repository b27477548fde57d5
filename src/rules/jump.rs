//! One piece on its capture: every way it can go, by recursion with the captured set passed by value, so that nothing
//! needs undoing.

use super::generate::Scene;
use super::side::Colour;
use super::{Bitboard, Board, Crowning, Direction, ManCapture, Rules};

/// Where capture routes go as they are found. Ends are sets of one square.
pub(super) trait CaptureSink {
    fn capture(&mut self, from: Bitboard, to: Bitboard, captured: Bitboard);
}

/// One piece on its capture: its square of departure counts as empty, what it has captured stays on the board until
/// the move is over and may not be jumped twice.
pub(super) struct Jumper<'a, R, C, S> {
    scene: &'a Scene<R, C>,
    from: Bitboard,
    empty: Bitboard,
    sink: &'a mut S,
}

impl<'a, R: Rules, C: Colour, S: CaptureSink> Jumper<'a, R, C, S> {
    pub(super) fn new(scene: &'a Scene<R, C>, from: Bitboard, sink: &'a mut S) -> Jumper<'a, R, C, S> {
        Jumper { scene, from, empty: scene.empty | from, sink }
    }

    fn end(&mut self, at: Bitboard, captured: Bitboard) {
        self.sink.capture(self.from, at, captured);
    }

    /// A man that has landed on `at`.
    pub(super) fn man(&mut self, at: Bitboard, captured: Bitboard) {
        let is_crowned = R::CROWNING == Crowning::EndsMove && at.meets(R::Board::crownhead(C::SIDE));
        if is_crowned || !self.man_jumps(at, captured) {
            self.end(at, captured);
        }
    }

    /// Takes the man on from `at` by each jump there is, and says whether there was one.
    fn man_jumps(&mut self, at: Bitboard, captured: Bitboard) -> bool {
        let [left, right] = Direction::forward(C::SIDE);
        let forward = self.man_jump(at, left, captured) | self.man_jump(at, right, captured);
        match R::MEN_CAPTURE {
            ManCapture::Forward => forward,
            ManCapture::BothWays => {
                let [left, right] = [left.opposite(), right.opposite()];
                forward | self.man_jump(at, left, captured) | self.man_jump(at, right, captured)
            }
        }
    }

    fn man_jump(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        let (over, landing) = self.short_jump(at, direction, captured);
        if landing.any() {
            self.man(landing, captured | over);
        }
        landing.any()
    }

    /// Takes the short king on from `at` by each jump there is, and says whether there was one.
    pub(super) fn king_jumps(&mut self, at: Bitboard, captured: Bitboard) -> bool {
        Direction::DIAGONALS.into_iter().fold(false, |jumped, direction| {
            let (over, landing) = self.short_jump(at, direction, captured);
            if landing.any() && !self.king_jumps(landing, captured | over) {
                self.end(landing, captured | over);
            }
            jumped | landing.any()
        })
    }

    /// The piece jumped and the square behind it, which is empty if there is no such jump.
    fn short_jump(&self, at: Bitboard, direction: Direction, captured: Bitboard) -> (Bitboard, Bitboard) {
        let over = R::Board::shift(at, direction) & (self.scene.opponents - captured);
        (over, R::Board::shift(over, direction) & self.empty)
    }

    pub(super) fn flying_king(&mut self, from: Bitboard) {
        for direction in Direction::DIAGONALS {
            self.flying_jump(from, direction, Bitboard::EMPTY);
        }
    }

    /// Flies in one direction and, over the first piece met there, on to each landing square; says whether there was
    /// such a capture. From a landing square the king turns aside; straight on counts once for the whole line, and
    /// straight back lies the piece just captured.
    fn flying_jump(&mut self, at: Bitboard, direction: Direction, captured: Bitboard) -> bool {
        let mut over = R::Board::shift(at, direction);
        while over.meets(self.empty) {
            over = R::Board::shift(over, direction);
        }
        over &= self.scene.opponents - captured;
        let first = R::Board::shift(over, direction) & self.empty;
        if first.is_empty() {
            return false;
        }
        let captured = captured | over;
        let straight_on = self.flying_jump(first, direction, captured);
        let [left, right] = direction.aside();
        let mut landing = first;
        while landing.any() {
            let turned =
                self.flying_jump(landing, left, captured) | self.flying_jump(landing, right, captured);
            if !turned && !straight_on {
                self.end(landing, captured);
            }
            landing = R::Board::shift(landing, direction) & self.empty;
        }
        true
    }
}
