//! What a position remembers of the moves before it, where an article needs that.

use super::{Bitboard, Key, Side, hash};

/// What a position remembers of the moves before it. It is part of the position and of its key.
pub trait State: Copy + Default + std::fmt::Debug + Eq + Send + Sync + 'static {
    /// The state after a move.
    fn after(self, played: &Played) -> Self;

    /// The kings of `side` that may capture, but not make a quiet move, where a king makes at most `most` in a row.
    fn resting_kings(self, side: Side, most: u8) -> Bitboard;

    /// Its part of the key; zero for the state that games start with.
    fn key(self) -> Key;

    /// The state seen from the other end of the board, to which `turn` turns a set of squares.
    fn turned(self, turn: impl Fn(Bitboard) -> Bitboard) -> Self;

    /// The state as it is kept where the rules are no type.
    fn erased(self) -> KingRuns;

    /// The state from that form.
    fn restored(state: KingRuns) -> Self;
}

/// A move as a [`State`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub side: Side,
    /// Was the moving piece a king when it set out?
    pub by_king: bool,
    /// Where the piece stood, as a set of one square.
    pub from: Bitboard,
    /// Where it stands now, as a set of one square.
    pub to: Bitboard,
    /// The captured pieces.
    pub captured: Bitboard,
    /// The men that are left, White's first.
    pub men: [Bitboard; 2],
}

/// Nothing to remember.
impl State for () {
    fn after(self, _: &Played) {}

    fn resting_kings(self, _: Side, _: u8) -> Bitboard {
        Bitboard::EMPTY
    }

    fn key(self) -> Key {
        Key::default()
    }

    fn turned(self, _: impl Fn(Bitboard) -> Bitboard) {}

    fn erased(self) -> KingRuns {
        KingRuns::default()
    }

    fn restored(_: KingRuns) {}
}

/// How often each side has moved the same king in a row: while a side has a man left, one king may make at most
/// [`Articles::king_run`](super::Articles::king_run) quiet moves in a row (Frisian draughts: three).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingRuns {
    /// White's run first.
    runs: [Run; 2],
}

/// Quiet moves in a row by one king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    /// Where the king stands; empty if there is no run.
    king: Bitboard,
    moves: u8,
}

impl State for KingRuns {
    fn after(self, played: &Played) -> Self {
        let mut runs = self.runs;
        let own = &mut runs[played.side.index()];
        *own = if played.by_king && played.captured.is_empty() {
            // A run of a king that was free to move on is shorter than the longest.
            let moves = if own.king == played.from { own.moves + 1 } else { 1 };
            Run { king: played.to, moves }
        } else {
            Run::default()
        };
        for side in Side::ALL {
            let run = &mut runs[side.index()];
            let is_captured = side != played.side && run.king.meets(played.captured);
            if is_captured || played.men[side.index()].is_empty() {
                *run = Run::default();
            }
        }
        KingRuns { runs }
    }

    fn resting_kings(self, side: Side, most: u8) -> Bitboard {
        let run = self.runs[side.index()];
        if run.moves >= most { run.king } else { Bitboard::EMPTY }
    }

    fn key(self) -> Key {
        let mut key = Key::default();
        for side in Side::ALL {
            let run = self.runs[side.index()];
            if run.king.any() {
                key ^= hash::king_run(side, run.moves, run.king);
            }
        }
        key
    }

    fn turned(self, turn: impl Fn(Bitboard) -> Bitboard) -> Self {
        let [white, black] = self.runs.map(|run| Run { king: turn(run.king), ..run });
        KingRuns { runs: [black, white] }
    }

    fn erased(self) -> KingRuns {
        self
    }

    fn restored(state: KingRuns) -> KingRuns {
        state
    }
}
