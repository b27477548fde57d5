//! A position: the pieces and the side to move as a value, the check of pieces from outside, and who has won.

use std::marker::PhantomData;
use std::ops::Deref;

use super::side::{Colour, by_colour};
use super::{Bitboard, Board, Key, Move, Pieces, Rules, SetOf, Side, Square, State, Wide, Word, WordOf};

/// The pieces on the board, the side to move, and what else the articles need to remember. It is a value:
/// [`Position::succ`] makes the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pieces: Pieces<WordOf<R>, R::State>,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The position that games start from.
    pub fn start() -> Position<R> {
        let (rows, behind, of_men) = (R::Board::ROWS, R::ARTICLES.rows_behind, R::ARTICLES.rows_of_men);
        let men_on = |rows: std::ops::Range<usize>| Army {
            men: rows.fold(Bitboard::EMPTY, |men, row| men | R::Board::GEOMETRY.row(row)),
            kings: Bitboard::EMPTY,
        };
        let armies = [men_on(rows - behind - of_men..rows - behind), men_on(behind..behind + of_men)];
        Position::new(armies, R::ARTICLES.first).expect("the start position is valid")
    }

    /// A position with the given armies (White's first) and side to move.
    ///
    /// # Errors
    /// The first [`Fault`] found. A side without pieces is allowed, an empty board is not.
    pub fn new(armies: [Army; 2], side: Side) -> Result<Position<R>, Fault> {
        check::<R>(armies)?;
        let mut pieces = Pieces::none(side);
        for owner in Side::ALL {
            let Army { men, kings } = armies[owner.index()];
            men.singles().for_each(|single| pieces.put(owner, false, single.narrowed()));
            kings.singles().for_each(|single| pieces.put(owner, true, single.narrowed()));
        }
        Ok(Position::from_pieces(pieces))
    }

    /// The playable squares without a piece.
    pub fn empty(&self) -> SetOf<R> {
        R::Board::all() - self.occupied()
    }

    /// What stands on a square: whose piece, and whether it is a king.
    pub fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        self.pieces.piece_on(R::Board::bit(square))
    }

    /// The position after a legal move.
    #[inline]
    pub fn succ(&self, mv: &Move) -> Position<R> {
        let (from, to) = (R::Board::bit(mv.from), R::Board::bit(mv.to));
        by_colour!(self.side(), C => self.after::<C>(from, to, mv.captured_set().narrowed(), mv.crowned_in_passing))
    }

    /// The hash of the position after a legal move.
    #[inline]
    pub fn key_after(&self, mv: &Move) -> Key {
        let (from, to) = (R::Board::bit(mv.from), R::Board::bit(mv.to));
        let (captured, crowned) = (mv.captured_set().narrowed(), mv.crowned_in_passing);
        by_colour!(self.side(), C => self.after::<C>(from, to, captured, crowned).key())
    }

    /// The position after a legal move of the side to move, which must be `C`. Its ends are sets of one square.
    #[inline(always)] // Where only its key is wanted, the compiler leaves out what the key does not depend on.
    pub(super) fn after<C: Colour>(
        &self,
        from: SetOf<R>,
        to: SetOf<R>,
        captured: SetOf<R>,
        crowned_in_passing: bool,
    ) -> Position<R> {
        debug_assert!(self.side() == C::SIDE);
        let (us, them) = (C::SIDE, C::Opponent::SIDE);
        let was_king = self.all_kings().meets(from);
        let is_king = was_king || crowned_in_passing || to.meets(R::Board::crownhead(us));
        let mut pieces = self.pieces;
        pieces.lift(us, was_king, from);
        // Where captured pieces leave at once, the piece may end where one of them stood.
        pieces.lift_all(them, captured);
        pieces.put(us, is_king, to);
        pieces.pass_to(them);
        pieces.set_state(self.state().after(
            self.side(),
            Side::ALL.map(|side| pieces.men(side)),
            was_king,
            from,
            to,
            captured,
        ));
        Position::from_pieces(pieces)
    }

    /// The same position seen from the other end of the board: colours swapped, board turned by half a circle.
    pub fn turned(&self) -> Position<R> {
        let turn = |set| R::Board::GEOMETRY.turned(set);
        let army = |side: Side| Army { men: turn(self.men(side).widened()), kings: turn(self.kings(side).widened()) };
        let mut turned = Position::<R>::new([army(Side::Black), army(Side::White)], !self.side())
            .expect("turning keeps a position valid");
        turned.pieces.set_state(self.state().turned(turn));
        turned
    }

    /// Who has won, if the game is won here. A position that is won has no legal move.
    pub fn win(&self) -> Option<Win> {
        if self.has_move() { None } else { Some(self.win_without_move()) }
    }

    /// Whether a piece must be lost to the next capture. The side to move can capture, cannot keep the other side from
    /// capturing next, or has a move after which that side can neither capture nor keep it from doing so.
    #[inline(never)] // Rarely asked, and its lists of moves are large: a caller would make room for them at each call.
    pub fn is_shot_forced(&self) -> bool {
        if self.has_capture() {
            return true;
        }
        let cannot_escape = |at: &Position<R>| at.moves().iter().all(|mv| at.succ(mv).has_capture());
        let moves = self.moves();
        let mut safe = moves.iter().map(|mv| self.succ(mv)).filter(|next| !next.has_capture()).peekable();
        safe.peek().is_none() || safe.any(|next| cannot_escape(&next))
    }

    /// Who has won in a position without a legal move.
    pub fn win_without_move(&self) -> Win {
        match self.winner_by_kings() {
            Some(winner) => Win { winner, reason: WinReason::Kings },
            None => Win { winner: R::ARTICLES.no_move.winner(self.side()), reason: WinReason::NoMove },
        }
    }

    /// The side, if any, with enough kings to win; if both have enough, the side that has just moved.
    #[inline]
    pub fn winner_by_kings(&self) -> Option<Side> {
        let enough = R::ARTICLES.kings_to_win?;
        [!self.side(), self.side()].into_iter().find(|&side| self.kings(side).len() >= enough)
    }

    pub(super) const fn from_pieces(pieces: Pieces<WordOf<R>, R::State>) -> Position<R> {
        Position { pieces, rules: PhantomData }
    }
}

impl<R: Rules> Deref for Position<R> {
    type Target = Pieces<WordOf<R>, R::State>;

    #[inline(always)] // A reference to the first field.
    fn deref(&self) -> &Pieces<WordOf<R>, R::State> {
        &self.pieces
    }
}

/// The pieces of one side, not yet checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Army<W = Wide> {
    /// Its men.
    pub men: Bitboard<W>,
    /// Its kings.
    pub kings: Bitboard<W>,
}

impl<W: Word> Army<W> {
    fn all(self) -> Bitboard<W> {
        self.men | self.kings
    }
}

/// What can be wrong with the pieces of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Two pieces share a square.
    #[error("square {0} holds more than one piece")]
    Overlap(Square),
    /// A man stands where it would have become a king.
    #[error("a man of {side} on square {square}, where it would be a king")]
    ManOnCrownhead {
        /// Whose man it is.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// A side has more pieces than it starts with.
    #[error("{side} has {count} pieces, more than the {most} it starts with")]
    TooManyPieces {
        /// The side.
        side: Side,
        /// Its pieces.
        count: usize,
        /// The most it may have.
        most: usize,
    },
    /// The board is empty.
    #[error("no pieces at all")]
    Empty,
}

/// Whether these armies, White's first, can stand on the board. A side without pieces can, an empty board cannot.
fn check<R: Rules>(armies: [Army; 2]) -> Result<(), Fault> {
    let [white, black] = armies;
    debug_assert!((white.all() | black.all()).is_subset(R::Board::GEOMETRY.all));
    let twice = (white.men & white.kings) | (black.men & black.kings) | (white.all() & black.all());
    if twice.any() {
        return Err(Fault::Overlap(R::Board::GEOMETRY.square(twice)));
    }
    for (side, army) in Side::ALL.into_iter().zip(armies) {
        let crowned = army.men & R::Board::GEOMETRY.crownhead(side);
        if crowned.any() {
            return Err(Fault::ManOnCrownhead { side, square: R::Board::GEOMETRY.square(crowned) });
        }
    }
    for (side, army) in Side::ALL.into_iter().zip(armies) {
        let (count, most) = (army.all().len() as usize, R::MAX_PIECES);
        if count > most {
            return Err(Fault::TooManyPieces { side, count, most });
        }
    }
    if (white.all() | black.all()).is_empty() { Err(Fault::Empty) } else { Ok(()) }
}

/// A game that is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Win {
    /// The winner.
    pub winner: Side,
    /// Why.
    pub reason: WinReason,
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WinReason {
    /// The side to move has no move.
    NoMove,
    /// The winner has enough kings.
    Kings,
}

impl std::fmt::Display for WinReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            WinReason::NoMove => "the side to move has no move",
            WinReason::Kings => "the winner has made a king",
        })
    }
}
