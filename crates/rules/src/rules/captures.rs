//! Captures: which pieces can capture, and every way that one of them can go.
//!
//! A jumper is followed by recursion, with what it has captured passed by value, so that nothing needs undoing. The
//! compiler works on parts of the program side by side. Without the marks for inlining, here and where captures are
//! listed and counted, perft in english takes a ninth more time.

use super::collector::{MoveCollector, PartialCapture};
use super::generate::MoveGenerator;
use super::side::Colour;
use super::{
    Bitboard, Board, Crowning, Direction, KingMove, Landing, Lines, ManCapture, Removal, Rules, SetOf, WordOf,
};

impl<R: Rules, C: Colour> MoveGenerator<R, C> {
    /// The men that can capture in one direction: two steps before a free square, with an opponent in between.
    #[inline(always)]
    fn capturers(&self, direction: Direction) -> SetOf<R> {
        let back = direction.opposite();
        let jumped = self.prey_of_men & R::Board::shift(self.empty, back);
        self.men & R::Board::shift(jumped, back)
    }

    /// Whether any man can capture.
    #[inline(always)] // In a function of its own, it would read the generator from memory before that is written.
    fn man_can_capture(&self) -> bool {
        let [left, right] = Direction::forward(C::SIDE);
        let mut capturers = Bitboard::EMPTY;
        if const { R::ARTICLES.capture_lines.has_diagonals() } {
            capturers |= self.capturers(left) | self.capturers(right);
            if R::ARTICLES.men_capture == ManCapture::BothWays {
                capturers |= self.capturers(left.opposite()) | self.capturers(right.opposite());
            }
        }
        for &direction in const { R::ARTICLES.straight_captures_of_men(C::SIDE) } {
            capturers |= self.capturers(direction);
        }
        capturers.any()
    }

    /// Whether any king can capture.
    #[inline]
    fn king_can_capture(&self) -> bool {
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
        (const { R::ARTICLES.capture_lines.has_diagonals() } && Direction::DIAGONALS.into_iter().any(along))
            || (const { R::ARTICLES.capture_lines.has_rows() } && Direction::ORTHOGONALS.into_iter().any(along))
    }

    #[inline(always)] // As its part.
    pub(super) fn can_capture(&self) -> bool {
        self.man_can_capture() || (self.kings.any() && self.king_can_capture())
    }

    /// Gives the collector every route of every capture.
    #[inline]
    pub(super) fn captures<const MERGE: bool, const LIST: bool>(
        &self,
        collector: &mut MoveCollector<'_, R, MERGE, LIST>,
    ) {
        let [left, right] = Direction::forward(C::SIDE);
        if const { R::ARTICLES.capture_lines.has_diagonals() } {
            self.men_captures(left, collector);
            self.men_captures(right, collector);
            if R::ARTICLES.men_capture == ManCapture::BothWays {
                self.men_captures(left.opposite(), collector);
                self.men_captures(right.opposite(), collector);
            }
        }
        for &direction in const { R::ARTICLES.straight_captures_of_men(C::SIDE) } {
            self.men_captures(direction, collector);
        }
        for from in self.kings.singles() {
            Jumper::new(self, from, collector).king_sets_out();
        }
    }

    /// The captures by men whose first jump goes in `direction`.
    #[inline(always)]
    fn men_captures<const MERGE: bool, const LIST: bool>(
        &self,
        direction: Direction,
        collector: &mut MoveCollector<'_, R, MERGE, LIST>,
    ) {
        for from in self.capturers(direction).singles() {
            Jumper::new(self, from, collector).man_sets_out(R::Board::shift(from, direction), direction);
        }
    }
}

/// One piece on its capture: its square of departure counts as empty. What it has captured may not be jumped twice,
/// and [`Removal`] says when it leaves the board.
struct Jumper<'a, 'm, R: Rules, C, const MERGE: bool, const LIST: bool> {
    generator: &'a MoveGenerator<R, C>,
    from: SetOf<R>,
    empty: SetOf<R>,
    collector: &'a mut MoveCollector<'m, R, MERGE, LIST>,
}

impl<'a, 'm, R: Rules, C: Colour, const MERGE: bool, const LIST: bool> Jumper<'a, 'm, R, C, MERGE, LIST> {
    fn new(
        generator: &'a MoveGenerator<R, C>,
        from: SetOf<R>,
        collector: &'a mut MoveCollector<'m, R, MERGE, LIST>,
    ) -> Self {
        Jumper { generator, from, empty: generator.empty | from, collector }
    }

    #[inline]
    fn end(&mut self, at: SetOf<R>, mut so_far: PartialCapture<WordOf<R>>) {
        if R::ARTICLES.crowning == Crowning::GoesOnAsKing && at.meets(R::Board::crownhead(C::SIDE)) {
            so_far = so_far.uncrowned();
        }
        self.collector.capture(self.from, at, so_far);
    }

    /// Takes a man over the piece on `over` in `direction`, its first, to where it can land.
    #[inline]
    fn man_sets_out(&mut self, over: SetOf<R>, direction: Direction) {
        let so_far = PartialCapture::OF_MAN.taking::<R>(over, self.generator.opponent_kings);
        self.man(R::Board::shift(over, direction), so_far);
    }

    /// Takes a king along every capture.
    fn king_sets_out(&mut self) {
        self.king(self.from, PartialCapture::of_king::<R>());
    }

    /// A man that has landed on `at`.
    fn man(&mut self, at: SetOf<R>, so_far: PartialCapture<WordOf<R>>) {
        let is_on_crownhead = R::ARTICLES.crowning != Crowning::AtRestOnly && at.meets(R::Board::crownhead(C::SIDE));
        let goes_on = match R::ARTICLES.crowning {
            Crowning::EndsMove if is_on_crownhead => false,
            Crowning::GoesOnAsKing if is_on_crownhead => self.king(at, so_far.crowned()),
            _ => self.man_jumps(at, so_far),
        };
        if !goes_on {
            self.end(at, so_far);
        }
    }

    /// Takes the man on from `at` by each jump there is, and returns whether there was one.
    #[inline]
    fn man_jumps(&mut self, at: SetOf<R>, so_far: PartialCapture<WordOf<R>>) -> bool {
        let [left, right] = Direction::forward(C::SIDE);
        let mut jumped = false;
        if const { R::ARTICLES.capture_lines.has_diagonals() } {
            jumped |= self.man_jump(at, left, so_far) | self.man_jump(at, right, so_far);
            if R::ARTICLES.men_capture == ManCapture::BothWays {
                jumped |= self.man_jump(at, left.opposite(), so_far) | self.man_jump(at, right.opposite(), so_far);
            }
        }
        for &direction in const { R::ARTICLES.straight_captures_of_men(C::SIDE) } {
            jumped |= self.man_jump(at, direction, so_far);
        }
        jumped
    }

    #[inline(always)]
    fn man_jump(&mut self, at: SetOf<R>, direction: Direction, so_far: PartialCapture<WordOf<R>>) -> bool {
        let over = R::Board::shift(at, direction) & (self.generator.prey_of_men - so_far.captured);
        let landing = R::Board::shift(over, direction) & self.free(so_far);
        if landing.any() {
            self.man(landing, so_far.taking::<R>(over, self.generator.opponent_kings));
        }
        landing.any()
    }

    /// Takes the king on from `at` by each jump there is, and returns whether there was one.
    fn king(&mut self, at: SetOf<R>, so_far: PartialCapture<WordOf<R>>) -> bool {
        let mut jumped = false;
        if const { R::ARTICLES.capture_lines.has_diagonals() } {
            for direction in Direction::DIAGONALS {
                jumped |= self.king_jump(at, direction, so_far);
            }
        }
        if const { R::ARTICLES.capture_lines.has_rows() } {
            for direction in Direction::ORTHOGONALS {
                jumped |= self.king_jump(at, direction, so_far);
            }
        }
        jumped
    }

    #[inline]
    fn king_jump(&mut self, at: SetOf<R>, direction: Direction, so_far: PartialCapture<WordOf<R>>) -> bool {
        if R::ARTICLES.kings == KingMove::Flying && R::ARTICLES.landing != Landing::RightBehind {
            return self.flying_jump(at, direction, so_far);
        }
        let over = self.first_met(at, direction, so_far);
        let landing = R::Board::shift(over, direction) & self.free(so_far);
        let so_far = so_far.taking::<R>(over, self.generator.opponent_kings);
        if landing.any() && !self.king(landing, so_far) {
            self.end(landing, so_far);
        }
        landing.any()
    }

    /// The squares without a piece once these are captured.
    #[inline(always)]
    fn free(&self, so_far: PartialCapture<WordOf<R>>) -> SetOf<R> {
        match R::ARTICLES.removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | so_far.captured,
        }
    }

    /// The first piece that a king meets in a direction, if it is one to capture.
    #[inline(always)]
    fn first_met(&self, at: SetOf<R>, direction: Direction, so_far: PartialCapture<WordOf<R>>) -> SetOf<R> {
        let free = self.free(so_far);
        let mut over = R::Board::shift(at, direction);
        while R::ARTICLES.kings == KingMove::Flying && over.meets(free) {
            over = R::Board::shift(over, direction);
        }
        over & (self.generator.opponents - so_far.captured)
    }

    /// Flies in one direction and, over the first piece met there, on to each landing square; returns whether there was
    /// such a capture. From a landing square the king turns; straight on counts once for the whole line, and straight
    /// back lies, or in Turkish draughts lay, the piece just captured. A king that can go on from one of these squares
    /// may not stop on another.
    fn flying_jump(&mut self, at: SetOf<R>, direction: Direction, so_far: PartialCapture<WordOf<R>>) -> bool {
        let over = self.first_met(at, direction, so_far);
        let first = R::Board::shift(over, direction) & self.free(so_far);
        if first.is_empty() {
            return false;
        }
        let so_far = so_far.taking::<R>(over, self.generator.opponent_kings);
        let mut goes_on = self.flying_jump(first, direction, so_far);
        let mut landing = first;
        while landing.any() {
            goes_on |= self.flying_turns(landing, direction, so_far);
            landing = R::Board::shift(landing, direction) & self.free(so_far);
        }
        if !goes_on {
            self.flying_ends(first, over, direction, so_far);
        }
        true
    }

    /// Turns a king that has come to `at` in `direction` every other way, and returns whether it could capture there.
    fn flying_turns(&mut self, at: SetOf<R>, direction: Direction, so_far: PartialCapture<WordOf<R>>) -> bool {
        let [left, right] = direction.aside();
        let mut turned = self.flying_jump(at, left, so_far) | self.flying_jump(at, right, so_far);
        if R::ARTICLES.capture_lines == Lines::AllEight {
            for askew in direction.askew() {
                turned |= self.flying_jump(at, askew, so_far);
            }
        }
        turned
    }

    /// Ends a capture on each square from `first` on that is allowed behind the last captured piece, on `over`.
    fn flying_ends(
        &mut self,
        first: SetOf<R>,
        over: SetOf<R>,
        direction: Direction,
        so_far: PartialCapture<WordOf<R>>,
    ) {
        self.end(first, so_far);
        if R::ARTICLES.landing == Landing::RightBehindKing && over.meets(self.generator.opponent_kings) {
            return;
        }
        let mut landing = R::Board::shift(first, direction) & self.free(so_far);
        while landing.any() {
            self.end(landing, so_far);
            landing = R::Board::shift(landing, direction) & self.free(so_far);
        }
    }
}
