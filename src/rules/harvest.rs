//! What a generator run gathers: a list of moves or their number, with the rules for which captures count.

use std::marker::PhantomData;

use super::jump::CaptureSink;
use super::trail::Trail;
use super::{Bitboard, Board, CaptureChoice, CaptureLines, Move, MoveList, Rules};

/// Two routes of fewer captures than this with equal ends never capture the same set: to come upon the same pieces
/// another way round, a piece must go round a rectangle, or with captures along rows and columns a triangle, and each
/// of its sides holds a captured piece.
const fn fewest_for_two_routes<R: Rules>() -> u32 {
    match R::ARTICLES.capture_lines {
        CaptureLines::Diagonals => 4,
        CaptureLines::AllEight => 3,
    }
}

/// Gathers the moves as they are found: only the greatest captures where the rules say so. With `MERGE`, captures
/// that agree in all parts of a [`Move`] are one, otherwise each route is one. Without `LIST`, what cannot have a
/// double is only counted.
pub(super) struct Harvest<'a, R, const MERGE: bool, const LIST: bool> {
    moves: &'a mut MoveList,
    unlisted: u64,
    /// What the captures gathered are worth.
    value: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules, const MERGE: bool, const LIST: bool> Harvest<'a, R, MERGE, LIST> {
    /// An empty harvest that lists into `moves`, which must be empty.
    pub(super) fn into(moves: &'a mut MoveList) -> Self {
        debug_assert!(moves.is_empty());
        Harvest { moves, unlisted: 0, value: 0, rules: PhantomData }
    }

    /// How many moves were gathered.
    pub(super) fn len(&self) -> u64 {
        self.unlisted + self.moves.len() as u64
    }

    pub(super) fn quiet(&mut self, from: Bitboard, to: Bitboard) {
        self.push(Self::mv(from, to, Trail::OF_MAN));
    }

    fn mv(from: Bitboard, to: Bitboard, trail: Trail) -> Move {
        Move {
            from: R::Board::square(from),
            to: R::Board::square(to),
            captured: trail.captured,
            crowned_in_passing: trail.is_crowned(),
        }
    }

    /// A list too long for its room is cut: [`super::MAX_MOVES`] says how far that is from any known position.
    fn push(&mut self, mv: Move) {
        let _ = self.moves.try_push(mv);
    }
}

impl<R: Rules, const MERGE: bool, const LIST: bool> CaptureSink for Harvest<'_, R, MERGE, LIST> {
    #[inline]
    fn capture(&mut self, from: Bitboard, to: Bitboard, trail: Trail) {
        let value = match R::ARTICLES.capture_choice {
            CaptureChoice::Any => 0,
            CaptureChoice::MostPieces => trail.captured.len(),
            CaptureChoice::MostValue => R::capture_value(&trail.capture()),
        };
        if value != self.value {
            if value < self.value {
                return;
            }
            self.value = value;
            self.moves.clear();
            self.unlisted = 0;
        }
        let may_have_double = MERGE && trail.captured.len() >= fewest_for_two_routes::<R>();
        if !LIST && !may_have_double {
            self.unlisted += 1;
            return;
        }
        let mv = Self::mv(from, to, trail);
        if !(may_have_double && self.moves.contains(&mv)) {
            self.push(mv);
        }
    }
}
