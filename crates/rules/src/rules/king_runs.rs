//! What a position remembers of the moves before it, where an article needs that.

use super::{Bitboard, Key, Side, Word};

/// What a position remembers of the moves before it. It is part of the position and of its key. An
/// [`AnyPosition`](super::AnyPosition) holds it as [`KingRuns`].
pub trait State:
    Copy + Default + std::fmt::Debug + Eq + Send + Sync + From<KingRuns> + Into<KingRuns> + 'static
{
    /// The state after a move by `mover`; `men` are those of White and of Black after the move.
    /// The moving piece has gone between two sets of one square; `by_king` says whether it was a king when it set out.
    fn after<W: Word>(
        self,
        mover: Side,
        men: [Bitboard<W>; 2],
        by_king: bool,
        from: Bitboard<W>,
        to: Bitboard<W>,
        captured: Bitboard<W>,
    ) -> Self;

    /// The kings of `side` that may capture but not make a quiet move, if a king makes at most `most` in a row.
    fn resting_kings<W: Word>(self, side: Side, most: u8) -> Bitboard<W>;

    /// Its part of the key; zero for the state that games start with.
    fn key(self) -> Key;

    /// The state seen from the other end of the board; `turn` turns a set of squares.
    fn turned(self, turn: impl Fn(Bitboard) -> Bitboard) -> Self;
}

/// Nothing to remember.
impl State for () {
    #[inline] // The pieces must not go to memory for nothing.
    fn after<W: Word>(self, _: Side, _: [Bitboard<W>; 2], _: bool, _: Bitboard<W>, _: Bitboard<W>, _: Bitboard<W>) {}

    fn resting_kings<W: Word>(self, _: Side, _: u8) -> Bitboard<W> {
        Bitboard::EMPTY
    }

    fn key(self) -> Key {
        Key::default()
    }

    fn turned(self, _: impl Fn(Bitboard) -> Bitboard) {}
}

impl From<KingRuns> for () {
    fn from(_: KingRuns) {}
}

impl From<()> for KingRuns {
    fn from((): ()) -> KingRuns {
        KingRuns::default()
    }
}

/// How often each side has moved the same king in a row. While a side has a man left, one king may make at most
/// [`Articles::king_run`](super::Articles::king_run) quiet moves in a row (Frisian draughts: three).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingRuns {
    /// White's run first.
    runs: [Run; 2],
}

/// Quiet moves in a row by one king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    /// The number of the bit where the king stands; 0 if there is no run.
    king: u8,
    /// 0 if there is no run.
    moves: u8,
}

impl Run {
    /// A run of the king on a set of one square.
    fn new<W: Word>(king: Bitboard<W>, moves: u8) -> Run {
        Run { king: king.lowest_bit() as u8, moves }
    }

    /// Where the king stands; empty if there is no run.
    fn king<W: Word>(self) -> Bitboard<W> {
        if self.moves > 0 { Bitboard::of_bit(self.king.into()) } else { Bitboard::EMPTY }
    }
}

impl KingRuns {
    /// The run of a side: where its king stands and how often it has moved; `None` if there is none.
    pub fn of(&self, side: Side) -> Option<(Bitboard, u8)> {
        let run = self.runs[side.index()];
        (run.moves > 0).then_some((run.king(), run.moves))
    }

    /// The same with a run of `moves` moves by the king of `side` on a set of one square; no run if either is empty.
    #[must_use]
    pub fn with(mut self, side: Side, king: Bitboard, moves: u8) -> KingRuns {
        self.runs[side.index()] = if moves > 0 && king.any() { Run::new(king, moves) } else { Run::default() };
        self
    }
}

impl State for KingRuns {
    fn after<W: Word>(
        self,
        mover: Side,
        men: [Bitboard<W>; 2],
        by_king: bool,
        from: Bitboard<W>,
        to: Bitboard<W>,
        captured: Bitboard<W>,
    ) -> Self {
        let mut runs = self.runs;
        let own = &mut runs[mover.index()];
        *own = if by_king && captured.is_empty() {
            // A run of a king that was free to move on is shorter than the longest.
            let moves = if own.king() == from { own.moves + 1 } else { 1 };
            Run::new(to, moves)
        } else {
            Run::default()
        };
        for side in Side::ALL {
            let run = &mut runs[side.index()];
            let is_captured = side != mover && run.king().meets(captured);
            if is_captured || men[side.index()].is_empty() {
                *run = Run::default();
            }
        }
        KingRuns { runs }
    }

    fn resting_kings<W: Word>(self, side: Side, most: u8) -> Bitboard<W> {
        let run = self.runs[side.index()];
        if run.moves >= most { run.king() } else { Bitboard::EMPTY }
    }

    fn key(self) -> Key {
        let mut key = Key::default();
        for side in Side::ALL {
            let run = self.runs[side.index()];
            if run.moves > 0 {
                key ^= Key::of_king_run(side, run.moves, run.king);
            }
        }
        key
    }

    fn turned(self, turn: impl Fn(Bitboard) -> Bitboard) -> Self {
        let turned = |run: Run| if run.moves > 0 { Run::new(turn(run.king()), run.moves) } else { run };
        let [white, black] = self.runs.map(turned);
        KingRuns { runs: [black, white] }
    }
}
