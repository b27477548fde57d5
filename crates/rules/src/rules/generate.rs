//! The move generator: written once over [`Rules`] and specialised for each variant and colour at compile time.
//!
//! Captures are found for a whole side by shifts; then each jumper is followed by itself (`captures`). The moves found
//! go to a [`MoveCollector`], which lists or counts them, or quiet ones straight into the next position.

use std::marker::PhantomData;

use super::collector::MoveCollector;
use super::side::{Colour, by_colour};
use super::{Bitboard, Board, Direction, KingMove, ManPrey, MoveList, Position, Rules, SetOf, State};

/// The sets of squares of a position with `C` to move that the generator works on.
pub(super) struct MoveGenerator<R: Rules, C> {
    pub(super) men: SetOf<R>,
    pub(super) kings: SetOf<R>,
    /// The kings that may make a quiet move.
    free_kings: SetOf<R>,
    pub(super) opponents: SetOf<R>,
    pub(super) opponent_kings: SetOf<R>,
    pub(super) prey_of_men: SetOf<R>,
    pub(super) empty: SetOf<R>,
    kind: PhantomData<(R, C)>,
}

impl<R: Rules, C: Colour> MoveGenerator<R, C> {
    #[inline]
    pub(super) fn of(position: &Position<R>) -> MoveGenerator<R, C> {
        debug_assert!(position.side() == C::SIDE);
        // Where the game is won, nothing can move.
        let own = if position.winner_by_kings().is_some() { Bitboard::EMPTY } else { R::Board::all() };
        let kings = position.kings(C::SIDE) & own;
        let opponents = position.pieces(C::Opponent::SIDE);
        let opponent_kings = position.kings(C::Opponent::SIDE);
        MoveGenerator {
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

    /// Whether a piece can make a quiet move. A piece next to a free square can, whatever distance it may move.
    #[inline]
    fn can_move_quietly(&self) -> bool {
        let steps = |set, directions: &[Direction]| {
            directions.iter().any(|&direction| R::Board::shift(set, direction).meets(self.empty))
        };
        steps(self.men, const { R::ARTICLES.steps_of_men(C::SIDE) })
            || (self.free_kings.any() && steps(self.free_kings, const { R::ARTICLES.steps_of_kings() }))
    }

    /// The number of quiet moves.
    #[inline]
    fn count_quiets(&self) -> u64 {
        let steps = |set, direction| R::Board::shift(set, direction) & self.empty;
        let mut count = 0;
        for &direction in const { R::ARTICLES.steps_of_men(C::SIDE) } {
            count += steps(self.men, direction).len();
        }
        if self.free_kings.any() {
            for &direction in const { R::ARTICLES.steps_of_kings() } {
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
    fn quiets(&self, mut found: impl FnMut(SetOf<R>, SetOf<R>)) {
        for &direction in const { R::ARTICLES.steps_of_men(C::SIDE) } {
            for to in (R::Board::shift(self.men, direction) & self.empty).singles() {
                found(R::Board::shift(to, direction.opposite()), to);
            }
        }
        for from in self.free_kings.singles() {
            for &direction in const { R::ARTICLES.steps_of_kings() } {
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

    #[inline]
    fn count_captures<const MERGE: bool>(&self) -> u64 {
        let mut moves = MoveList::new();
        let mut collector = MoveCollector::<R, MERGE, false>::new(&mut moves);
        self.captures(&mut collector);
        collector.len()
    }

    /// Lists all legal moves, captures being obligatory.
    #[inline]
    fn list<const MERGE: bool>(&self, moves: &mut MoveList) {
        let mut collector = MoveCollector::<R, MERGE, true>::new(moves);
        if self.can_capture() {
            self.captures(&mut collector);
        } else {
            self.quiets(|from, to| collector.quiet(from, to));
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
        by_colour!(self.side(), C => MoveGenerator::<R, C>::of(self).list::<true>(moves));
    }

    /// The legal moves with every capture route as an entry of its own.
    ///
    /// The list is cut at [`super::MAX_MOVES`], which composed positions exceed. [`Position::count_routes`] counts all.
    pub fn routes(&self) -> MoveList {
        let mut moves = MoveList::new();
        by_colour!(self.side(), C => MoveGenerator::<R, C>::of(self).list::<false>(&mut moves));
        moves
    }

    /// Whether the side to move must capture.
    pub fn has_capture(&self) -> bool {
        by_colour!(self.side(), C => MoveGenerator::<R, C>::of(self).can_capture())
    }

    /// Whether the side to move has any move.
    pub fn has_move(&self) -> bool {
        by_colour!(self.side(), C => {
            let generator = MoveGenerator::<R, C>::of(self);
            generator.can_move_quietly() || generator.can_capture()
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

    /// The number of moves for the side to move, which must be `C`; see [`MoveCollector`] for `MERGE`.
    #[inline(always)] // So that perft's last ply needs no key: see there.
    pub(super) fn count_for<C: Colour, const MERGE: bool>(&self) -> u64 {
        let generator = MoveGenerator::<R, C>::of(self);
        if generator.can_capture() { generator.count_captures::<MERGE>() } else { generator.count_quiets() }
    }

    /// Visits the position after each move of the side to move, which must be `C`; see [`MoveCollector`] for `MERGE`.
    /// Quiet moves go straight from set to position, without a list.
    #[inline]
    pub(super) fn each_next<C: Colour, const MERGE: bool>(&self, mut visit: impl FnMut(Position<R>)) {
        let generator = MoveGenerator::<R, C>::of(self);
        if generator.can_capture() {
            let mut moves = MoveList::new();
            generator.list::<MERGE>(&mut moves);
            moves.iter().for_each(|mv| visit(self.succ(mv)));
        } else {
            generator.quiets(|from, to| visit(self.after::<C>(from, to, Bitboard::EMPTY, false)));
        }
    }
}
