//! The node search: one fail-soft search over a window, from which every driver is made.
//!
//! With a null window it is MT, the memory-enhanced test (seed 002, section 2). With a wide window it is alpha-beta
//! with memory, and with [`Search::scouting`] set it becomes NegaScout. A node is one call of [`Search::node`], the
//! captures beyond the horizon included.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::mode::Mode;
use super::options::TableMoveRule;
use super::ordering::{Memory, Ranks};
use super::table::{Entry, MoveIndex, Table};
use super::{Bounds, Depth, SearchOptions, Stopped, Supervisor, Tree, Verdict, Window};
use crate::eval::Score;
use crate::rules::{Key, MAX_MOVES, Move, MoveList, Ply};

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls of the node search.
    pub nodes: u64,
    /// Nodes that were evaluated.
    pub leaves: u64,
    /// The distances of those from the root, in plies, summed.
    pub leaf_plies: u64,
    /// Nodes answered by their table entry.
    pub table_hits: u64,
}

impl Counters {
    /// The mean distance from the root to the leaves, in plies.
    pub fn mean_depth(&self) -> f64 {
        if self.leaves == 0 { 0.0 } else { self.leaf_plies as f64 / self.leaves as f64 }
    }
}

/// One search under way: what it works with and what it has counted.
pub(super) struct Search<'a, T: Tree, M> {
    pub(super) tree: &'a T,
    pub(super) table: &'a Table,
    pub(super) options: &'a SearchOptions,
    pub(super) memory: &'a mut Memory,
    pub(super) supervisor: &'a mut dyn Supervisor,
    /// Keys of the game before the root that can still be repeated, sorted.
    pub(super) earlier: Vec<Key>,
    /// Keys of the line from the root to the node being searched.
    pub(super) path: Vec<Key>,
    pub(super) counters: Counters,
    /// The supervisor wants to be asked at this number of nodes.
    pub(super) next_check: u64,
    /// Do wide windows send a null window ahead of every move but the first?
    pub(super) scouting: bool,
    pub(super) mode: PhantomData<M>,
}

/// A late quiet move is reduced from this place in the order on, and only with so much depth left.
const REDUCED_FROM: usize = 3;
const REDUCED_DEPTH: u32 = 3;
/// Looking at the children's entries pays only where the subtree saved is larger than the children.
const CUTOFF_DEPTH: u32 = 2;
const AHEAD_DEPTH: u32 = 2;

impl<T: Tree, M: Mode> Search<'_, T, M> {
    /// The fail-soft value of `node` over `window`, `depth` plies deep, as seen from the root.
    pub(super) fn node(
        &mut self,
        node: &T::Node,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let key = self.tree.key(node);
        if M::PATH_DRAWS && self.is_draw(node, key, ply) {
            return Ok(self.leaf(ply, Score::DRAW));
        }
        let at_horizon = depth.is_zero();
        if (at_horizon && !self.tree.must_capture(node)) || ply >= Ply::MAX {
            let value = if self.tree.has_move(node) {
                self.tree.evaluate(node)
            } else {
                self.tree.value_without_move(ply)
            };
            return Ok(self.leaf(ply, value));
        }
        self.path[ply.index()] = key;

        let entry = if at_horizon { None } else { self.table.probe(key) };
        let known = match entry {
            Some(entry) if is_deep_enough::<M>(&entry, depth) => entry.bounds.seen_from_above(ply),
            _ => Bounds::OPEN,
        };
        if let Some(score) = known.settle(window) {
            self.counters.table_hits += 1;
            return Ok(score);
        }
        let score = self.interior(node, key, window.narrowed(known), depth, ply, entry)?;
        Ok(score.clamp(known.low, known.high))
    }

    /// Searches the moves of a node and remembers what came of it.
    fn interior(
        &mut self,
        node: &T::Node,
        key: Key,
        window: Window,
        depth: Depth,
        ply: Ply,
        entry: Option<Entry>,
    ) -> Result<Score, Stopped> {
        let mut moves = MoveList::new();
        self.tree.list_moves(node, &mut moves);
        if moves.is_empty() {
            return Ok(self.leaf(ply, self.tree.value_without_move(ply)));
        }
        let below = self.depth_below(depth, moves.len());
        let mut children = ArrayVec::new();
        if depth.get() >= AHEAD_DEPTH {
            self.look_ahead(node, &moves, &mut children);
        }
        if self.options.transposition_cutoffs
            && depth.get() >= CUTOFF_DEPTH
            && let Some((score, place)) = self.cutoff_by_child(&children, window.beta, below, ply)
        {
            let bounds = Bounds { low: score.seen_from_below(ply), ..Bounds::OPEN };
            self.table.store(key, depth, bounds, MoveIndex::new(place));
            return Ok(score);
        }
        let table_move =
            entry.and_then(|entry| entry.best).map(MoveIndex::place).filter(|&place| place < moves.len());
        let (best, place) = self.try_moves(node, &moves, &children, window, depth, ply, table_move)?;
        if !depth.is_zero() {
            self.remember(key, window, depth, ply, best, place, table_move);
        }
        Ok(best)
    }

    /// Works out all children at once and has the table fetch their entries: the waits for memory then overlap.
    fn look_ahead(&self, node: &T::Node, moves: &MoveList, children: &mut ArrayVec<T::Node, MAX_MOVES>) {
        for mv in moves {
            let child = self.tree.child(node, mv);
            self.table.warm(self.tree.key(&child));
            children.push(child);
        }
    }

    /// Tries the moves in order; yields the best value and the place of the first move that reached it.
    fn try_moves(
        &mut self,
        node: &T::Node,
        moves: &MoveList,
        children: &[T::Node],
        window: Window,
        depth: Depth,
        ply: Ply,
        table_move: Option<usize>,
    ) -> Result<(Score, usize), Stopped> {
        let side = self.tree.side_index(node);
        let below = self.depth_below(depth, moves.len());
        let mut ranks = Ranks::default();
        self.memory.rank_moves(&mut ranks, moves, self.options.ordering, table_move, side, ply);
        let (mut best, mut best_place) = (Score::MIN, 0);
        let mut tried: ArrayVec<Move, MAX_MOVES> = ArrayVec::new();
        for _ in 0..moves.len() {
            let place = ranks.take_best();
            let mv = &moves[place];
            let child = children.get(place).copied().unwrap_or_else(|| self.tree.child(node, mv));
            let reduced = self.reduced_depth(depth, below, tried.len(), mv);
            let score = self.child(&child, window.raised(best), below, reduced, ply, tried.is_empty())?;
            tried.push(*mv);
            if score > best {
                (best, best_place) = (score, place);
                if best >= window.beta {
                    if !mv.is_capture() {
                        self.memory.learn_cutoff(self.options.ordering, side, ply, depth, &tried);
                    }
                    break;
                }
            }
        }
        Ok((best, best_place))
    }

    /// The value of a child for its parent: first, where the options say so, to a reduced depth and with a null
    /// window, and in full when that does not settle it.
    pub(super) fn child(
        &mut self,
        child: &T::Node,
        mut window: Window,
        depth: Depth,
        reduced: Depth,
        ply: Ply,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        let null = Window::null(window.alpha.next_up());
        if reduced < depth {
            let score = -self.node(child, null.turned(), reduced, ply.next())?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if self.scouting && !is_first && !window.is_null() {
            let score = -self.node(child, null.turned(), depth, ply.next())?;
            if !window.contains(score) {
                return Ok(score);
            }
            window = window.raised(score.next_down());
        }
        Ok(-self.node(child, window.turned(), depth, ply.next())?)
    }

    /// The depth of a node's children: an only move costs nothing in a selective search.
    pub(super) fn depth_below(&self, depth: Depth, moves: usize) -> Depth {
        if M::SELECTIVE && self.options.extend_forced && moves == 1 { depth } else { depth.less(1) }
    }

    /// The depth to which a move that `before` others went before is tried first.
    fn reduced_depth(&self, depth: Depth, below: Depth, before: usize, mv: &Move) -> Depth {
        let is_late = before >= REDUCED_FROM && depth.get() >= REDUCED_DEPTH && !mv.is_capture();
        if M::SELECTIVE && self.options.reduce_late && is_late { below.less(1) } else { below }
    }

    /// Enhanced transposition cutoff: a move whose entry already proves `beta`.
    fn cutoff_by_child(
        &self,
        children: &[T::Node],
        beta: Score,
        below: Depth,
        ply: Ply,
    ) -> Option<(Score, usize)> {
        children.iter().enumerate().find_map(|(place, child)| {
            let entry = self.table.probe(self.tree.key(child))?;
            let score = -entry.bounds.high.seen_from_above(ply.next());
            (is_deep_enough::<M>(&entry, below) && score >= beta).then_some((score, place))
        })
    }

    /// Stores a result, with the move that the table-move rule chooses.
    #[expect(
        clippy::too_many_arguments,
        reason = "a result has these parts, and a struct for one call hides them"
    )]
    pub(super) fn remember(
        &self,
        key: Key,
        window: Window,
        depth: Depth,
        ply: Ply,
        best: Score,
        best_index: usize,
        table_move: Option<usize>,
    ) {
        let value = best.seen_from_below(ply);
        let verdict = window.verdict(best);
        let bounds = match verdict {
            Verdict::FailLow => Bounds { high: value, ..Bounds::OPEN },
            Verdict::Exact => Bounds::exact(value),
            Verdict::FailHigh => Bounds { low: value, ..Bounds::OPEN },
        };
        let chosen = self.chosen_move(verdict, best_index, table_move);
        self.table.store(key, depth, bounds, chosen.and_then(MoveIndex::new));
    }

    /// The move that the table-move rule chooses after a result.
    pub(super) fn chosen_move(
        &self,
        verdict: Verdict,
        best: usize,
        table_move: Option<usize>,
    ) -> Option<usize> {
        match (verdict, self.options.table_move) {
            (Verdict::Exact | Verdict::FailHigh, _) | (Verdict::FailLow, TableMoveRule::Old) => Some(best),
            (Verdict::FailLow, TableMoveRule::New) => None,
            (Verdict::FailLow, TableMoveRule::High) => table_move,
        }
    }

    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.counters.nodes += 1;
        if self.counters.nodes >= self.next_check {
            self.next_check = self.supervisor.check(self.counters.nodes)?;
        }
        Ok(())
    }

    fn leaf(&mut self, ply: Ply, value: Score) -> Score {
        self.counters.leaves += 1;
        self.counters.leaf_plies += u64::from(ply.get());
        value
    }

    /// Is the game drawn here, inside the search: by a second occurrence, or by a count of moves?
    fn is_draw(&self, node: &T::Node, key: Key, ply: Ply) -> bool {
        let reach = self.tree.repeatable_plies(node);
        // A side needs two moves to bring a piece back, so the first position that can recur is four plies away.
        if reach >= 4 && self.is_repetition(key, ply.index(), reach) {
            return true;
        }
        self.tree.is_drawn_by_count(node) && self.tree.has_move(node)
    }

    fn is_repetition(&self, key: Key, ply: usize, reach: usize) -> bool {
        let on_the_line = (4..=reach.min(ply)).step_by(2).any(|back| self.path[ply - back] == key);
        on_the_line || (reach > ply && self.earlier.binary_search(&key).is_ok())
    }
}

/// May the entry answer for a search of this depth?
fn is_deep_enough<M: Mode>(entry: &Entry, depth: Depth) -> bool {
    if M::EXACT_DEPTH { entry.depth == depth } else { entry.depth >= depth }
}
