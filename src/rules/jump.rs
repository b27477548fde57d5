//! One piece on its capture: every way it can go, by recursion with the captured set passed by value, so that nothing
//! needs undoing.
//!
//! The compiler works on parts of the program side by side. Without the marks for inlining, here and where captures are
//! listed and counted, perft in english takes a ninth more time (docs/speed.md).

use super::scene::Scene;
use super::side::Colour;
use super::trail::Trail;
use super::{Bitboard, Board, CaptureLines, Crowning, Direction, KingMove, Landing, ManCapture, Rules};

/// Where capture routes go as they are found. Ends are sets of one square.
pub(super) trait CaptureSink {
    fn capture(&mut self, from: Bitboard, to: Bitboard, trail: Trail);
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

    #[inline]
    fn end(&mut self, at: Bitboard, mut trail: Trail) {
        if R::ARTICLES.crowning == Crowning::GoesOnAsKing && at.meets(R::Board::crownhead(C::SIDE)) {
            trail = trail.uncrowned();
        }
        self.sink.capture(self.from, at, trail);
    }

    /// Takes a man over the piece on `over` in `direction`, its first, to where it can land.
    #[inline]
    pub(super) fn man_sets_out(&mut self, over: Bitboard, direction: Direction) {
        let trail = Trail::OF_MAN.taking::<R>(over, self.scene.opponent_kings);
        self.man(R::Board::shift(over, direction), trail);
    }

    /// Takes a king every way it can go.
    pub(super) fn king_sets_out(&mut self) {
        self.king(self.from, Trail::of_king::<R>());
    }

    /// A man that has landed on `at`.
    fn man(&mut self, at: Bitboard, trail: Trail) {
        let is_on_crownhead = R::ARTICLES.crowning != Crowning::AtRestOnly && at.meets(R::Board::crownhead(C::SIDE));
        let goes_on = match R::ARTICLES.crowning {
            Crowning::EndsMove if is_on_crownhead => false,
            Crowning::GoesOnAsKing if is_on_crownhead => self.king(at, trail.crowned()),
            _ => self.man_jumps(at, trail),
        };
        if !goes_on {
            self.end(at, trail);
        }
    }

    /// Takes the man on from `at` by each jump there is, and says whether there was one.
    #[inline]
    fn man_jumps(&mut self, at: Bitboard, trail: Trail) -> bool {
        let [left, right] = Direction::forward(C::SIDE);
        let mut jumped = self.man_jump(at, left, trail) | self.man_jump(at, right, trail);
        if R::ARTICLES.men_capture == ManCapture::BothWays {
            jumped |= self.man_jump(at, left.opposite(), trail) | self.man_jump(at, right.opposite(), trail);
        }
        if R::ARTICLES.capture_lines == CaptureLines::AllEight {
            for direction in Direction::ORTHOGONALS {
                jumped |= self.man_jump(at, direction, trail);
            }
        }
        jumped
    }

    #[inline(always)]
    fn man_jump(&mut self, at: Bitboard, direction: Direction, trail: Trail) -> bool {
        let (over, landing) = self.short_jump(at, direction, self.scene.prey_of_men - trail.captured);
        if landing.any() {
            self.man(landing, trail.taking::<R>(over, self.scene.opponent_kings));
        }
        landing.any()
    }

    /// Takes the king on from `at` by each jump there is, and says whether there was one.
    fn king(&mut self, at: Bitboard, trail: Trail) -> bool {
        let mut jumped = false;
        for direction in Direction::DIAGONALS {
            jumped |= self.king_jump(at, direction, trail);
        }
        if R::ARTICLES.capture_lines == CaptureLines::AllEight {
            for direction in Direction::ORTHOGONALS {
                jumped |= self.king_jump(at, direction, trail);
            }
        }
        jumped
    }

    #[inline]
    fn king_jump(&mut self, at: Bitboard, direction: Direction, trail: Trail) -> bool {
        if R::ARTICLES.kings == KingMove::Flying {
            return self.flying_jump(at, direction, trail);
        }
        let (over, landing) = self.short_jump(at, direction, self.scene.opponents - trail.captured);
        let trail = trail.taking::<R>(over, self.scene.opponent_kings);
        if landing.any() && !self.king(landing, trail) {
            self.end(landing, trail);
        }
        landing.any()
    }

    /// The piece jumped, one of `prey`, and the square behind it, which is empty if there is no such jump.
    #[inline]
    fn short_jump(&self, at: Bitboard, direction: Direction, prey: Bitboard) -> (Bitboard, Bitboard) {
        let over = R::Board::shift(at, direction) & prey;
        (over, R::Board::shift(over, direction) & self.empty)
    }

    /// Flies in one direction and, over the first piece met there, on to each landing square; says whether there was
    /// such a capture. From a landing square the king turns; straight on counts once for the whole line, and straight
    /// back lies the piece just captured. A king that can go on from one of these squares may not stop on another.
    fn flying_jump(&mut self, at: Bitboard, direction: Direction, trail: Trail) -> bool {
        let mut over = R::Board::shift(at, direction);
        while over.meets(self.empty) {
            over = R::Board::shift(over, direction);
        }
        over &= self.scene.opponents - trail.captured;
        let first = R::Board::shift(over, direction) & self.empty;
        if first.is_empty() {
            return false;
        }
        let trail = trail.taking::<R>(over, self.scene.opponent_kings);
        let mut goes_on = self.flying_jump(first, direction, trail);
        let mut landing = first;
        while landing.any() {
            goes_on |= self.flying_turns(landing, direction, trail);
            landing = R::Board::shift(landing, direction) & self.empty;
        }
        if !goes_on {
            self.flying_ends(first, over, direction, trail);
        }
        true
    }

    /// Turns a king that has come to `at` in `direction` every other way, and says whether it could capture there.
    fn flying_turns(&mut self, at: Bitboard, direction: Direction, trail: Trail) -> bool {
        let [left, right] = direction.aside();
        let mut turned = self.flying_jump(at, left, trail) | self.flying_jump(at, right, trail);
        if R::ARTICLES.capture_lines == CaptureLines::AllEight {
            for askew in direction.askew() {
                turned |= self.flying_jump(at, askew, trail);
            }
        }
        turned
    }

    /// Ends a capture on each square from `first` on that is allowed behind the last captured piece, on `over`.
    fn flying_ends(&mut self, first: Bitboard, over: Bitboard, direction: Direction, trail: Trail) {
        self.end(first, trail);
        if R::ARTICLES.landing == Landing::RightBehindKing && over.meets(self.scene.opponent_kings) {
            return;
        }
        let mut landing = R::Board::shift(first, direction) & self.empty;
        while landing.any() {
            self.end(landing, trail);
            landing = R::Board::shift(landing, direction) & self.empty;
        }
    }
}
