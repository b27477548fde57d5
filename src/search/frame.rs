//! Room for what a node works out about its moves, one piece for each ply of the line.

use arrayvec::ArrayVec;

use super::ordering::Ranks;
use super::tree::Moves;
use crate::rules::{Key, MAX_MOVES, Ply};

/// What a node has worked out about its moves.
#[derive(Debug)]
pub(super) struct Frame<M> {
    pub(super) moves: Moves<M>,
    /// The table keys of where the moves lead, in the same order; empty at a node that does not look ahead.
    pub(super) keys: ArrayVec<Key, MAX_MOVES>,
    pub(super) ranks: Ranks,
    /// The places of the moves tried so far.
    pub(super) tried: ArrayVec<u16, MAX_MOVES>,
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        Frame { moves: Moves::new(), keys: ArrayVec::new(), ranks: Ranks::default(), tried: ArrayVec::new() }
    }
}

/// The frames of a line. They lie on the heap, since the deepest line would need four megabytes of a thread's stack; each
/// is made when its ply is first reached and then used again and again.
#[derive(Debug)]
pub(super) struct Frames<M>(Vec<Option<Box<Frame<M>>>>);

impl<M> Default for Frames<M> {
    fn default() -> Frames<M> {
        Frames((0..=Ply::MAX.index()).map(|_| None).collect())
    }
}

impl<M> Frames<M> {
    /// The emptied frame of a ply, taken out for as long as a node there is at work.
    pub(super) fn take(&mut self, ply: Ply) -> Box<Frame<M>> {
        let mut frame = self.0[ply.index()].take().unwrap_or_default();
        frame.moves.clear();
        frame.keys.clear();
        frame.ranks.clear();
        frame.tried.clear();
        frame
    }

    pub(super) fn put_back(&mut self, ply: Ply, frame: Box<Frame<M>>) {
        self.0[ply.index()] = Some(frame);
    }
}
