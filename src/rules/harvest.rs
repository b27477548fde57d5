//! What a generator run gathers: a list of moves or their number, with the rules for which captures count.

use std::marker::PhantomData;

use super::jump::CaptureSink;
use super::{Bitboard, Board, CaptureChoice, Move, MoveList, Rules};

/// Two routes of fewer captures than this with equal ends never capture the same set: to come upon the same pieces
/// another way round, a piece must go round a rectangle, and each of its sides holds a captured piece.
const FEWEST_FOR_TWO_ROUTES: u32 = 4;

/// Gathers the moves as they are found: only the longest captures where the rules say so. With `MERGE`, captures
/// that agree in (from, to, captured) are one, otherwise each route is one. Without `LIST`, what cannot have a double
/// is only counted.
pub(super) struct Harvest<'a, R, const MERGE: bool, const LIST: bool> {
    moves: &'a mut MoveList,
    unlisted: u64,
    longest: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules, const MERGE: bool, const LIST: bool> Harvest<'a, R, MERGE, LIST> {
    /// An empty harvest that lists into `moves`, which must be empty.
    pub(super) fn into(moves: &'a mut MoveList) -> Self {
        debug_assert!(moves.is_empty());
        Harvest { moves, unlisted: 0, longest: 0, rules: PhantomData }
    }

    /// How many moves were gathered.
    pub(super) fn len(&self) -> u64 {
        self.unlisted + self.moves.len() as u64
    }

    pub(super) fn quiet(&mut self, from: Bitboard, to: Bitboard) {
        self.push(Self::mv(from, to, Bitboard::EMPTY));
    }

    fn mv(from: Bitboard, to: Bitboard, captured: Bitboard) -> Move {
        Move { from: R::Board::square(from), to: R::Board::square(to), captured }
    }

    /// A list too long for its room is cut: [`super::MAX_MOVES`] says how far that is from any known position.
    fn push(&mut self, mv: Move) {
        let _ = self.moves.try_push(mv);
    }
}

impl<R: Rules, const MERGE: bool, const LIST: bool> CaptureSink for Harvest<'_, R, MERGE, LIST> {
    fn capture(&mut self, from: Bitboard, to: Bitboard, captured: Bitboard) {
        let length = captured.len();
        if R::CAPTURE_CHOICE == CaptureChoice::Most && length != self.longest {
            if length < self.longest {
                return;
            }
            self.longest = length;
            self.moves.clear();
            self.unlisted = 0;
        }
        let may_have_double = MERGE && length >= FEWEST_FOR_TWO_ROUTES;
        if !LIST && !may_have_double {
            self.unlisted += 1;
            return;
        }
        let mv = Self::mv(from, to, captured);
        if !(may_have_double && self.moves.contains(&mv)) {
            self.push(mv);
        }
    }
}
