//! A position of any variant as one value, and the rules behind it: what everything above the search works with.

use std::marker::PhantomData;
use std::ops::Deref;

use super::perft::{self, Counting};
use super::pieces::Pieces;
use super::{
    Army, Articles, Bitboard, Board, Fault, Geometry, KingRuns, Move, MoveList, Position, Rules, Side, Square, State,
    Variant, Win,
};

/// A position of any variant: a [`Position`] whose rules are a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyPosition {
    variant: Variant,
    pieces: Pieces<KingRuns>,
}

impl AnyPosition {
    /// A position with the given armies (White's first) and side to move.
    ///
    /// # Errors
    /// The first [`Fault`] found. A side without pieces is allowed, an empty board is not.
    pub fn new(variant: Variant, armies: [Army; 2], side: Side) -> Result<AnyPosition, Fault> {
        variant.ruleset().position(armies, side)
    }

    /// Its variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The geometry of its board.
    pub fn board(&self) -> &'static Geometry {
        self.variant.board()
    }

    /// The same with its rules as a type; `None` if `R` are the rules of another variant.
    pub fn typed<R: Rules>(&self) -> Option<Position<R>> {
        let is_of_these = self.variant.name() == R::ARTICLES.name;
        is_of_these.then(|| Position::from_pieces(self.pieces.with_state(R::State::restored)))
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
        self.variant.ruleset().list_moves(self, moves);
    }

    /// Has the side to move any move?
    pub fn has_move(&self) -> bool {
        self.variant.ruleset().has_move(self)
    }

    /// Must the side to move capture?
    pub fn has_capture(&self) -> bool {
        self.variant.ruleset().has_capture(self)
    }

    /// Who has won, if the game is won here. A position that is won has no legal move.
    pub fn win(&self) -> Option<Win> {
        self.variant.ruleset().win(self)
    }

    /// The position after a legal move.
    #[must_use]
    pub fn succ(&self, mv: &Move) -> AnyPosition {
        self.variant.ruleset().succ(self, mv)
    }

    /// The number of sequences of `depth` moves: see [`perft::perft`].
    pub fn perft(&self, depth: u32, counting: Counting) -> u64 {
        self.variant.ruleset().perft(self, depth, counting)
    }

    /// The same split by the first move. `depth` must be at least 1.
    pub fn divide(&self, depth: u32, counting: Counting) -> Vec<(Move, u64)> {
        self.variant.ruleset().divide(self, depth, counting)
    }
}

impl Deref for AnyPosition {
    type Target = Pieces<KingRuns>;

    fn deref(&self) -> &Pieces<KingRuns> {
        &self.pieces
    }
}

impl<R: Rules> From<Position<R>> for AnyPosition {
    fn from(position: Position<R>) -> AnyPosition {
        AnyPosition { variant: Variant::of::<R>(), pieces: position.with_state(R::State::erased) }
    }
}

impl std::fmt::Display for AnyPosition {
    /// Draws the board as White sees it: `w` and `b` are men, `W` and `B` kings.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = self.board();
        for row in 0..board.rows {
            let is_indented = row.is_multiple_of(2) != board.mirrored;
            f.write_str(if is_indented { "  " } else { "" })?;
            for column in 0..board.row {
                let symbol = match self.piece_at(Square::from_index(row * board.row + column)) {
                    Some((Side::White, false)) => 'w',
                    Some((Side::White, true)) => 'W',
                    Some((Side::Black, false)) => 'b',
                    Some((Side::Black, true)) => 'B',
                    None => '.',
                };
                write!(f, "{symbol}   ")?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.side())
    }
}

/// What the rules of a game say of positions, for callers that do not have them as a type.
pub(super) trait Ruleset: Send + Sync {
    fn articles(&self) -> &'static Articles;
    fn board(&self) -> &'static Geometry;
    fn max_pieces(&self) -> usize;
    fn start(&self) -> AnyPosition;
    fn position(&self, armies: [Army; 2], side: Side) -> Result<AnyPosition, Fault>;
    fn list_moves(&self, position: &AnyPosition, moves: &mut MoveList);
    fn has_move(&self, position: &AnyPosition) -> bool;
    fn has_capture(&self, position: &AnyPosition) -> bool;
    fn win(&self, position: &AnyPosition) -> Option<Win>;
    fn succ(&self, position: &AnyPosition, mv: &Move) -> AnyPosition;
    fn perft(&self, position: &AnyPosition, depth: u32, counting: Counting) -> u64;
    fn divide(&self, position: &AnyPosition, depth: u32, counting: Counting) -> Vec<(Move, u64)>;
}

/// The rules `R` as a value.
pub(super) struct RulesOf<R>(pub(super) PhantomData<R>);

/// The position with its rules as a type again. It has them: a position asks the rules of its own variant.
fn typed<R: Rules>(position: &AnyPosition) -> Position<R> {
    Position::from_pieces(position.pieces.with_state(R::State::restored))
}

impl<R: Rules> Ruleset for RulesOf<R> {
    fn articles(&self) -> &'static Articles {
        &R::ARTICLES
    }

    fn board(&self) -> &'static Geometry {
        &<R::Board as Board>::GEOMETRY
    }

    fn max_pieces(&self) -> usize {
        R::MAX_PIECES
    }

    fn start(&self) -> AnyPosition {
        Position::<R>::start().into()
    }

    fn position(&self, armies: [Army; 2], side: Side) -> Result<AnyPosition, Fault> {
        Position::<R>::new(armies, side).map(AnyPosition::from)
    }

    fn list_moves(&self, position: &AnyPosition, moves: &mut MoveList) {
        typed::<R>(position).list_moves(moves);
    }

    fn has_move(&self, position: &AnyPosition) -> bool {
        typed::<R>(position).has_move()
    }

    fn has_capture(&self, position: &AnyPosition) -> bool {
        typed::<R>(position).has_capture()
    }

    fn win(&self, position: &AnyPosition) -> Option<Win> {
        typed::<R>(position).win()
    }

    fn succ(&self, position: &AnyPosition, mv: &Move) -> AnyPosition {
        typed::<R>(position).succ(mv).into()
    }

    fn perft(&self, position: &AnyPosition, depth: u32, counting: Counting) -> u64 {
        perft::perft(&typed::<R>(position), depth, counting)
    }

    fn divide(&self, position: &AnyPosition, depth: u32, counting: Counting) -> Vec<(Move, u64)> {
        perft::divide(&typed::<R>(position), depth, counting)
    }
}
