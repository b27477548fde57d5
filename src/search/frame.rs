//! Room for what a node works out about its moves, one piece for each ply of the line.

use arrayvec::ArrayVec;

use super::ordering::Ranks;
use crate::rules::{MAX_MOVES, MoveList, Ply};

/// What a node has worked out about its moves.
#[derive(Debug)]
pub(super) struct Frame<N> {
    pub(super) moves: MoveList,
    /// Where the moves lead, in the same order; empty where that is worked out move by move.
    pub(super) children: ArrayVec<N, MAX_MOVES>,
    pub(super) ranks: Ranks,
    /// The places of the moves tried so far.
    pub(super) tried: ArrayVec<u16, MAX_MOVES>,
}

impl<N> Default for Frame<N> {
    fn default() -> Frame<N> {
        Frame {
            moves: MoveList::new(),
            children: ArrayVec::new(),
            ranks: Ranks::default(),
            tried: ArrayVec::new(),
        }
    }
}

/// The frames of a line. They lie on the heap, since the deepest line would need ten megabytes of a thread's stack; each
/// is made when its ply is first reached and then used again and again.
#[derive(Debug)]
pub(super) struct Frames<N>(Vec<Option<Box<Frame<N>>>>);

impl<N> Default for Frames<N> {
    fn default() -> Frames<N> {
        Frames((0..=Ply::MAX.index()).map(|_| None).collect())
    }
}

impl<N> Frames<N> {
    /// The emptied frame of a ply, taken out for as long as a node there is at work.
    pub(super) fn take(&mut self, ply: Ply) -> Box<Frame<N>> {
        let mut frame = self.0[ply.index()].take().unwrap_or_default();
        frame.moves.clear();
        frame.children.clear();
        frame.ranks.clear();
        frame.tried.clear();
        frame
    }

    pub(super) fn put_back(&mut self, ply: Ply, frame: Box<Frame<N>>) {
        self.0[ply.index()] = Some(frame);
    }
}
