//! A position of any variant as one value, for code that need not have the rules as a type.

use std::ops::Deref;

use super::perft::Counting;
use super::{
    Army, Bitboard, Fault, Geometry, KingRuns, Move, MoveList, Pieces, Position, Rules, Side, Square, Variant, Wide,
    Win,
};

/// A position of any variant: a [`Position`] whose rules are a value.
///
/// ```
/// use crownhead_rules::notation::{fen, parse_move};
/// use crownhead_rules::{Side, Variant};
///
/// let position = fen::parse(Variant::RUSSIAN, "W:Wc3:Bd4,f6")?;
/// assert!(position.has_capture() && position.side() == Side::White);
/// let next = position.succ(&parse_move(&position, "c3:g7")?);
/// assert_eq!((next.pieces(Side::Black).len(), fen::write(&next).as_str()), (0, "B:W8:B"));
/// # Ok::<(), crownhead_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyPosition {
    variant: Variant,
    pieces: Pieces<Wide, KingRuns>,
}

impl AnyPosition {
    /// A position with the given armies (White's first) and side to move.
    ///
    /// # Errors
    /// The first [`Fault`] found. A side without pieces is allowed, an empty board is not.
    pub fn new(variant: Variant, armies: [Army; 2], side: Side) -> Result<AnyPosition, Fault> {
        (variant.rules().position)(armies, side)
    }

    /// The same with these runs of kings, as far as the articles of its variant count them: those of a king that stands
    /// there, of a side with a man, and up to the longest.
    #[must_use]
    pub fn with_king_runs(mut self, runs: KingRuns) -> AnyPosition {
        let most = self.variant.articles().king_run;
        let counted = |side: Side| {
            let (king, moves) = runs.of(side).filter(|_| most < u8::MAX && self.men(side).any())?;
            king.is_subset(self.kings(side)).then_some((side, king, moves.min(most)))
        };
        let counted = Side::ALL.into_iter().filter_map(counted);
        let runs = counted.fold(KingRuns::default(), |runs, (side, king, moves)| runs.with(side, king, moves));
        self.pieces.set_state(runs);
        self
    }

    /// Its variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The geometry of its board.
    pub const fn board(&self) -> &'static Geometry {
        self.variant.board()
    }

    /// The same position with its rules as a type; `None` if `R` are the rules of another variant.
    pub fn typed<R: Rules>(&self) -> Option<Position<R>> {
        (self.variant.name() == R::ARTICLES.name).then(|| self.with_own_rules())
    }

    /// The same position with its rules as a type. `R` must be the rules of its variant.
    pub(super) fn with_own_rules<R: Rules>(&self) -> Position<R> {
        Position::from_pieces(self.pieces.converted())
    }

    /// The playable squares without a piece.
    pub fn empty(&self) -> Bitboard {
        self.board().all - self.occupied()
    }

    /// What stands on a square: whose piece, and whether it is a king.
    pub fn piece_at(&self, square: Square) -> Option<(Side, bool)> {
        self.pieces.piece_on(self.board().bit(square))
    }

    /// The legal moves, in an order that depends on nothing but the position.
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list_moves(&mut moves);
        moves
    }

    /// Fills `moves`, which must be empty, with the legal moves.
    pub fn list_moves(&self, moves: &mut MoveList) {
        (self.variant.rules().list_moves)(self, moves);
    }

    /// Whether the side to move has any move.
    pub fn has_move(&self) -> bool {
        (self.variant.rules().has_move)(self)
    }

    /// Whether the side to move must capture.
    pub fn has_capture(&self) -> bool {
        (self.variant.rules().has_capture)(self)
    }

    /// Whether a piece must be lost to the next capture: see
    /// [`Position::is_shot_forced`](super::Position::is_shot_forced).
    pub fn is_shot_forced(&self) -> bool {
        (self.variant.rules().is_shot_forced)(self)
    }

    /// Who has won, if the game is won here. A position that is won has no legal move.
    pub fn win(&self) -> Option<Win> {
        (self.variant.rules().win)(self)
    }

    /// The position after a legal move.
    #[must_use]
    pub fn succ(&self, mv: &Move) -> AnyPosition {
        (self.variant.rules().succ)(self, mv)
    }

    /// The number of sequences of `depth` moves: see [`perft`](super::perft::perft).
    pub fn perft(&self, depth: u32, counting: Counting) -> u64 {
        (self.variant.rules().perft)(self, depth, counting)
    }

    /// The same split by the first move. `depth` must be at least 1.
    pub fn divide(&self, depth: u32, counting: Counting) -> Vec<(Move, u64)> {
        (self.variant.rules().divide)(self, depth, counting)
    }
}

impl Deref for AnyPosition {
    type Target = Pieces<Wide, KingRuns>;

    fn deref(&self) -> &Pieces<Wide, KingRuns> {
        &self.pieces
    }
}

impl<R: Rules> From<Position<R>> for AnyPosition {
    fn from(position: Position<R>) -> AnyPosition {
        AnyPosition { variant: Variant::of::<R>(), pieces: position.converted() }
    }
}

impl std::fmt::Display for AnyPosition {
    /// Draws the board as White sees it: `w` and `b` are men, `W` and `B` kings.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = self.board();
        for row in 0..board.rows {
            let is_indented = !board.is_full() && row.is_multiple_of(2) != board.mirrored;
            let gap = if board.is_full() { " " } else { "   " };
            f.write_str(if is_indented { "  " } else { "" })?;
            for column in 0..board.row {
                let symbol = match self.piece_at(Square::from_index(row * board.row + column)) {
                    Some((Side::White, false)) => 'w',
                    Some((Side::White, true)) => 'W',
                    Some((Side::Black, false)) => 'b',
                    Some((Side::Black, true)) => 'B',
                    None => '.',
                };
                write!(f, "{symbol}{gap}")?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.side())
    }
}

impl<R: Rules> std::fmt::Display for Position<R> {
    /// Draws the board as [`AnyPosition`] does.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        AnyPosition::from(*self).fmt(f)
    }
}
