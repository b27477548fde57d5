//! The moves that were found: collected, and weighed where the rules say which captures count.

use std::marker::PhantomData;

use super::{Bitboard, Board, Capture, CaptureChoice, Lines, Move, MoveList, Removal, Rules, SetOf, Word, WordOf};

/// Two routes of fewer captures than this with equal ends never capture the same set: to come upon the same pieces
/// another way round, a piece must go round a rectangle, or with captures along rows and columns a triangle, and each
/// of its sides holds a captured piece. Where these leave the board at once, it may come back another way.
const fn fewest_for_two_routes<R: Rules>() -> u32 {
    match (R::ARTICLES.removal, R::ARTICLES.capture_lines) {
        (Removal::AtOnce, _) => 2,
        (Removal::AfterMove, Lines::Diagonals | Lines::RowsAndColumns) => 4,
        (Removal::AfterMove, Lines::AllEight) => 3,
    }
}

/// Collects the moves as they are found; where the rules say so, only the captures of the greatest value. With `MERGE`,
/// captures that agree in all parts of a [`Move`] are one, otherwise each route is one. Without `LIST`, captures that
/// cannot have a double are only counted.
pub(super) struct MoveCollector<'a, R, const MERGE: bool, const LIST: bool> {
    moves: &'a mut MoveList,
    unlisted: u64,
    /// The value of the captures collected.
    value: u32,
    rules: PhantomData<R>,
}

impl<'a, R: Rules, const MERGE: bool, const LIST: bool> MoveCollector<'a, R, MERGE, LIST> {
    /// A collector that lists into `moves`, which must be empty.
    pub(super) fn new(moves: &'a mut MoveList) -> Self {
        debug_assert!(moves.is_empty());
        MoveCollector { moves, unlisted: 0, value: 0, rules: PhantomData }
    }

    /// The number of moves collected.
    pub(super) fn len(&self) -> u64 {
        self.unlisted + self.moves.len() as u64
    }

    pub(super) fn quiet(&mut self, from: SetOf<R>, to: SetOf<R>) {
        self.push(Self::mv(from, to, PartialCapture::OF_MAN));
    }

    fn mv(from: SetOf<R>, to: SetOf<R>, capture: PartialCapture<WordOf<R>>) -> Move {
        Move::new(R::Board::square(from), R::Board::square(to), capture.captured, capture.is_crowned())
    }

    /// A list that is full stays as it is: [`super::MAX_MOVES`] says how far that is from any known position.
    fn push(&mut self, mv: Move) {
        let _ = self.moves.try_push(mv);
    }

    #[inline]
    pub(super) fn capture(&mut self, from: SetOf<R>, to: SetOf<R>, capture: PartialCapture<WordOf<R>>) {
        let value = match R::ARTICLES.capture_choice {
            CaptureChoice::Any => 0,
            CaptureChoice::MostPieces => capture.captured.len(),
            CaptureChoice::MostValue => R::capture_value(&capture.whole()),
        };
        if value != self.value {
            if value < self.value {
                return;
            }
            self.value = value;
            self.moves.clear();
            self.unlisted = 0;
        }
        let may_have_double = MERGE && capture.captured.len() >= fewest_for_two_routes::<R>();
        if !LIST && !may_have_double {
            self.unlisted += 1;
            return;
        }
        let mv = Self::mv(from, to, capture);
        if !(may_have_double && self.moves.contains(&mv)) {
            self.push(mv);
        }
    }
}

/// What a capturing piece has done so far. Two scalars, so that it is passed in registers.
#[derive(Clone, Copy)]
pub(super) struct PartialCapture<W> {
    pub(super) captured: Bitboard<W>,
    /// What the captured set does not show: [`CROWNED`] says that a man has been crowned in passing, [`BY_KING`] that
    /// the piece set out as a king; the bits below are [`Capture::kings_in_order`]. All but the first are kept only
    /// where captures are weighed.
    notes: u32,
}

const CROWNED: u32 = 1 << 31;
const BY_KING: u32 = 1 << 30;
const KINGS: u32 = BY_KING - 1;

impl<W: Word> PartialCapture<W> {
    pub(super) const OF_MAN: PartialCapture<W> = PartialCapture { captured: Bitboard::EMPTY, notes: 0 };

    #[inline]
    pub(super) const fn of_king<R: Rules>() -> PartialCapture<W> {
        PartialCapture { notes: if is_weighed::<R>() { BY_KING } else { 0 }, ..PartialCapture::OF_MAN }
    }

    /// The same after capturing `single`.
    #[inline]
    pub(super) fn taking<R: Rules>(self, single: Bitboard<W>, opponent_kings: Bitboard<W>) -> PartialCapture<W> {
        let notes = if is_weighed::<R>() {
            let kings = (self.notes & KINGS) << 1 | u32::from(single.meets(opponent_kings));
            self.notes & !KINGS | kings
        } else {
            self.notes
        };
        PartialCapture { captured: self.captured | single, notes }
    }

    /// The same for a man that has become a king and goes on.
    #[inline]
    pub(super) const fn crowned(self) -> PartialCapture<W> {
        PartialCapture { notes: self.notes | CROWNED, ..self }
    }

    /// The same for a man that ends on the crownhead, which shows that it is crowned.
    #[inline]
    pub(super) const fn uncrowned(self) -> PartialCapture<W> {
        PartialCapture { notes: self.notes & !CROWNED, ..self }
    }

    #[inline]
    pub(super) const fn is_crowned(self) -> bool {
        self.notes & CROWNED != 0
    }

    /// The whole capture, for [`Rules::capture_value`].
    #[inline]
    pub(super) fn whole(self) -> Capture {
        Capture { by_king: self.notes & BY_KING != 0, pieces: self.captured.len(), kings_in_order: self.notes & KINGS }
    }
}

const fn is_weighed<R: Rules>() -> bool {
    matches!(R::ARTICLES.capture_choice, CaptureChoice::MostValue)
}
