//! The move generator: written once over [`Rules`] and specialised for each variant and colour at compile time.
//!
//! Captures are found for a whole side by shifts; then each jumper goes its ways by itself (see [`super::jump`]). What
//! is found goes to a [`Harvest`]: a list or a count; or straight into the next position, or nothing but a flag.

use super::harvest::Harvest;
use super::jump::{CaptureSink, Jumper};
use super::scene::Scene;
use super::side::{Colour, by_colour};
use super::{Bitboard, Board, CaptureLines, Direction, KingMove, ManCapture, MoveList, Position, Rules};

impl<R: Rules, C: Colour> Scene<R, C> {
    /// The number of quiet moves.
    #[inline]
    fn count_quiets(&self) -> u64 {
        let steps = |set, direction| R::Board::shift(set, direction) & self.empty;
        let [left, right] = Direction::forward(C::SIDE);
        let mut count = steps(self.men, left).len() + steps(self.men, right).len();
        if self.free_kings.any() {
            for direction in Direction::DIAGONALS {
                let mut front = steps(self.free_kings, direction);
                count += front.len();
                // Kings on one line stop at each other, so every square is reached by one of them at most.
                while R::ARTICLES.kings == KingMove::Flying && front.any() {
                    front = steps(front, direction);
                    count += front.len();
                }
            }
        }
        u64::from(count)
    }

    /// Calls `found` with the ends of each quiet move.
    #[inline]
    fn quiets(&self, mut found: impl FnMut(Bitboard, Bitboard)) {
        for direction in Direction::forward(C::SIDE) {
            for to in (R::Board::shift(self.men, direction) & self.empty).singles() {
                found(R::Board::shift(to, direction.opposite()), to);
            }
        }
        for from in self.free_kings.singles() {
            for direction in Direction::DIAGONALS {
                let mut to = R::Board::shift(from, direction) & self.empty;
                while to.any() {
                    found(from, to);
                    if R::ARTICLES.kings == KingMove::Short {
                        break;
                    }
                    to = R::Board::shift(to, direction) & self.empty;
                }
            }
        }
    }

    /// The number of captures.
    #[inline]
    fn count_captures<const MERGE: bool>(&self) -> u64 {
        let mut moves = MoveList::new();
        let mut harvest = Harvest::<R, MERGE, false>::into(&mut moves);
        self.captures(&mut harvest);
        harvest.len()
    }

    /// Gives `sink` every route of every capture, whatever its length.
    #[inline]
    fn captures(&self, sink: &mut impl CaptureSink) {
        let [left, right] = Direction::forward(C::SIDE);
        self.men_captures(left, sink);
        self.men_captures(right, sink);
        if R::ARTICLES.men_capture == ManCapture::BothWays {
            self.men_captures(left.opposite(), sink);
            self.men_captures(right.opposite(), sink);
        }
        if R::ARTICLES.capture_lines == CaptureLines::AllEight {
            for direction in Direction::ORTHOGONALS {
                self.men_captures(direction, sink);
            }
        }
        for from in self.kings.singles() {
            Jumper::new(self, from, sink).king_sets_out();
        }
    }

    /// The captures by men whose first jump goes in `direction`.
    #[inline(always)]
    fn men_captures(&self, direction: Direction, sink: &mut impl CaptureSink) {
        for from in self.capturers(direction).singles() {
            Jumper::new(self, from, sink).man_sets_out(R::Board::shift(from, direction), direction);
        }
    }

    /// Lists all legal moves, captures being obligatory.
    #[inline]
    fn list<const MERGE: bool>(&self, moves: &mut MoveList) {
        let mut harvest = Harvest::<R, MERGE, true>::into(moves);
        if self.can_capture() {
            self.captures(&mut harvest);
        } else {
            self.quiets(|from, to| harvest.quiet(from, to));
        }
    }
}

impl<R: Rules> Position<R> {
    /// The legal moves, in an order that depends on nothing but the position.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list_moves(&mut moves);
        moves
    }

    /// Fills `moves`, which must be empty, with the legal moves.
    pub fn list_moves(&self, moves: &mut MoveList) {
        by_colour!(self.side(), C => Scene::<R, C>::of(self).list::<true>(moves));
    }

    /// The legal moves with every capture route as an entry of its own.
    ///
    /// Composed positions have more routes than [`super::MAX_MOVES`]; then the list is cut. [`Position::count_routes`]
    /// counts them all.
    pub fn routes(&self) -> MoveList {
        let mut moves = MoveList::new();
        by_colour!(self.side(), C => Scene::<R, C>::of(self).list::<false>(&mut moves));
        moves
    }

    /// Must the side to move capture?
    pub fn has_capture(&self) -> bool {
        by_colour!(self.side(), C => Scene::<R, C>::of(self).can_capture())
    }

    /// Has the side to move any move?
    pub fn has_move(&self) -> bool {
        by_colour!(self.side(), C => {
            let scene = Scene::<R, C>::of(self);
            scene.can_move_quietly() || scene.can_capture()
        })
    }

    /// The number of legal moves, found without listing them.
    pub fn count_moves(&self) -> u64 {
        by_colour!(self.side(), C => self.count_for::<C, true>())
    }

    /// The number of legal moves with every capture route counted for itself.
    pub fn count_routes(&self) -> u64 {
        by_colour!(self.side(), C => self.count_for::<C, false>())
    }

    /// The number of moves for the side to move, which must be `C`; see [`Harvest`] for `MERGE`.
    #[inline(always)] // So that perft's last ply needs no key: see there.
    pub(super) fn count_for<C: Colour, const MERGE: bool>(&self) -> u64 {
        let scene = Scene::<R, C>::of(self);
        if scene.can_capture() { scene.count_captures::<MERGE>() } else { scene.count_quiets() }
    }

    /// Visits the position after each move of the side to move, which must be `C`; see [`Harvest`] for `MERGE`.
    /// Quiet moves go straight from set to position, without a list.
    #[inline]
    pub(super) fn each_next<C: Colour, const MERGE: bool>(&self, mut visit: impl FnMut(Position<R>)) {
        let scene = Scene::<R, C>::of(self);
        if scene.can_capture() {
            let mut moves = MoveList::new();
            scene.list::<MERGE>(&mut moves);
            moves.iter().for_each(|mv| visit(self.succ(mv)));
        } else {
            scene.quiets(|from, to| visit(self.after::<C>(from, to, Bitboard::EMPTY, false)));
        }
    }
}
