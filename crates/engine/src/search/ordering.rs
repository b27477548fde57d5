//! The order in which moves are tried (table move, captures by size, killers, history), and the moves of each ply.

use arrayvec::ArrayVec;

use super::tree::{HISTORY_SLOTS, Moves, TreeMove};
use super::{Depth, Ordering};
use crownhead_rules::{Key, MAX_MOVES, Move, Ply};

const PLIES: usize = Ply::MAX.index() + 1;
const HISTORY_MOST: i32 = 1 << 14;
const KILLER_RANKS: [i32; 2] = [HISTORY_MOST + 2, HISTORY_MOST + 1];
/// More captured pieces than on any board. A capture of still more is ranked as one of so many.
const MOST_CAPTURED: u32 = 120;
const TABLE_MOVE_RANK: i32 = HISTORY_MOST * (3 + MOST_CAPTURED as i32);

/// What earlier searches of a game have learnt about moves of type `M`, each thread by itself.
#[derive(Clone, Debug)]
pub struct Histories<M = Move>(Vec<History<M>>);

impl<M> Default for Histories<M> {
    fn default() -> Histories<M> {
        Histories(Vec::new())
    }
}

impl<M: TreeMove> Histories<M> {
    /// What the first `threads` threads have learnt. A thread that is new has learnt nothing.
    pub(super) fn for_threads(&mut self, threads: usize) -> &mut [History<M>] {
        self.0.resize_with(self.0.len().max(threads), History::default);
        &mut self.0[..threads]
    }
}

/// What earlier parts of a search, and earlier searches of the game, have learnt about moves.
#[derive(Clone, Debug)]
pub(super) struct History<M> {
    counts: Box<[[i16; HISTORY_SLOTS]; 2]>,
    killers: Box<[[Option<M>; 2]; PLIES]>,
}

/// A move that cut off, and what had been tried before it.
#[derive(Debug)]
pub(super) struct Cutoff<'a, M> {
    pub(super) moves: &'a [M],
    /// The places of the moves that did not cut off.
    pub(super) failed: &'a [u16],
    /// The place of the move that did.
    pub(super) place: usize,
    pub(super) side: usize,
    pub(super) depth: Depth,
    pub(super) ply: Ply,
}

impl<M: TreeMove> Default for History<M> {
    fn default() -> History<M> {
        History { counts: Box::new([[0; HISTORY_SLOTS]; 2]), killers: Box::new([[None; 2]; PLIES]) }
    }
}

impl<M: TreeMove> History<M> {
    /// Prepares for the next search of the same game: killers belong to a root, history fades.
    pub(super) fn age(&mut self) {
        *self.killers = [[None; 2]; PLIES];
        for count in self.counts.as_flattened_mut() {
            *count /= 2;
        }
    }

    /// Learns from a cutoff. Captures teach nothing: their order is by size.
    pub(super) fn learn(&mut self, ordering: Ordering, cutoff: &Cutoff<'_, M>) {
        let best = cutoff.moves[cutoff.place];
        if !best.is_quiet() {
            return;
        }
        let killers = &mut self.killers[cutoff.ply.index()];
        if ordering.killers && killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if ordering.history {
            let weight = (cutoff.depth.get() * cutoff.depth.get()).min(400) as i32;
            self.credit(cutoff.side, &best, weight);
            for &place in cutoff.failed {
                self.credit(cutoff.side, &cutoff.moves[usize::from(place)], -weight);
            }
        }
    }

    /// Moves a count towards the end of its range by a share of the way left, so that it never overflows.
    fn credit(&mut self, side: usize, mv: &M, weight: i32) {
        let count = &mut self.counts[side][mv.history_slot()];
        let old = i32::from(*count);
        *count = (old + weight - old * weight.abs() / HISTORY_MOST) as i16;
    }

    fn rank(&self, ordering: Ordering, side: usize, ply: Ply, mv: &M) -> i32 {
        if !mv.is_quiet() && (ordering.history || ordering.killers) {
            return HISTORY_MOST * (2 + mv.captured().min(MOST_CAPTURED) as i32);
        }
        if ordering.killers {
            for (killer, rank) in self.killers[ply.index()].iter().zip(KILLER_RANKS) {
                if *killer == Some(*mv) {
                    return rank;
                }
            }
        }
        if ordering.history { i32::from(self.counts[side][mv.history_slot()]) } else { 0 }
    }

    /// Ranks the moves of a node into `ranks`, which must be empty.
    pub(super) fn rank_moves(
        &self,
        ranks: &mut Ranks,
        moves: &Moves<M>,
        ordering: Ordering,
        table_move: Option<usize>,
        side: usize,
        ply: Ply,
    ) {
        let rank = |(place, mv)| Ranks::numbered(place, self.rank(ordering, side, ply, mv));
        ranks.0.extend(moves.iter().enumerate().map(rank));
        if let Some(place) = table_move.filter(|&place| ordering.table_move && place < moves.len()) {
            ranks.0[place] = Ranks::numbered(place, TABLE_MOVE_RANK);
        }
    }
}

/// The ranks of a node's moves, in the order of the moves. A list on the stack that is filled where it stands, since
/// moving it would cost more than ranking.
///
/// Each holds in its low bits how far its place lies from the last one. So the greatest number alone says which is the
/// first move of the highest rank, and the processor compares many at once.
#[derive(Debug, Default)]
pub(super) struct Ranks(ArrayVec<i32, MAX_MOVES>);

const PLACE_BITS: u32 = MAX_MOVES.trailing_zeros();
const LAST_PLACE: usize = MAX_MOVES - 1;
const TAKEN: i32 = i32::MIN;

const _: () = assert!(MAX_MOVES.is_power_of_two() && TABLE_MOVE_RANK <= i32::MAX >> PLACE_BITS);

impl Ranks {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The rank of the move at a place, in the form in which it is held.
    fn numbered(place: usize, rank: i32) -> i32 {
        rank << PLACE_BITS | (LAST_PLACE - place) as i32
    }

    /// Takes out the place of the highest rank, the first of equal ones.
    pub(super) fn take_best(&mut self) -> usize {
        let best = self.0.iter().fold(TAKEN, |best, &rank| best.max(rank));
        debug_assert!(best != TAKEN, "a move is left");
        let place = LAST_PLACE - (best as usize & LAST_PLACE);
        self.0[place] = TAKEN;
        place
    }
}

/// The moves of a node, and what it has worked out about them.
#[derive(Debug)]
pub(super) struct NodeMoves<M> {
    pub(super) list: Moves<M>,
    /// The table keys of where the moves lead, in the same order; empty near the leaves.
    pub(super) keys: ArrayVec<Key, MAX_MOVES>,
    pub(super) ranks: Ranks,
    /// The places of the moves tried so far.
    pub(super) tried: ArrayVec<u16, MAX_MOVES>,
}

impl<M> Default for NodeMoves<M> {
    fn default() -> NodeMoves<M> {
        NodeMoves { list: Moves::new(), keys: ArrayVec::new(), ranks: Ranks::default(), tried: ArrayVec::new() }
    }
}

/// The moves of the nodes on a line, by ply. They lie on the heap, since the deepest line would need four megabytes of
/// a thread's stack; each is made when its ply is first reached and then used again and again.
#[derive(Debug)]
pub(super) struct MoveStack<M>(Vec<Option<Box<NodeMoves<M>>>>);

impl<M> Default for MoveStack<M> {
    fn default() -> MoveStack<M> {
        MoveStack((0..=Ply::MAX.index()).map(|_| None).collect())
    }
}

impl<M> MoveStack<M> {
    /// The emptied moves of a ply, taken out for as long as a node there is searched.
    pub(super) fn take(&mut self, ply: Ply) -> Box<NodeMoves<M>> {
        let mut moves = self.0[ply.index()].take().unwrap_or_default();
        moves.list.clear();
        moves.keys.clear();
        moves.ranks.clear();
        moves.tried.clear();
        moves
    }

    pub(super) fn put_back(&mut self, ply: Ply, moves: Box<NodeMoves<M>>) {
        self.0[ply.index()] = Some(moves);
    }
}
