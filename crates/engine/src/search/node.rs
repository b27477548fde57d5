//! The node search: one fail-soft search over a window, from which every driver is made.
//!
//! With a null window it is MT, the memory-enhanced test (Plaat et al. 1995, section 2). With a wide window it is
//! alpha-beta with memory, and with scouting it becomes NegaScout. A node is one call of [`Search::node`], the captures
//! of the quiescence search included.

use super::context::{NodeKind, NodeWatcher, SearchContext};
use super::options::{Consistency, ForcedExtension, ModeKind, TableMoveRule};
use super::ordering::{Cutoff, History, MoveStack, NodeMoves};
use super::parallel::shared::Worker;
use super::selectivity::{ProbCut, Reductions};
use super::table::{MoveIndex, Table, TableEntry};
use super::tree::Quiescence;
use super::{Bounds, Counters, Depth, SearchControl, SearchOptions, Stopped, Task, Tree, Verdict, Window};
use crate::eval::Score;
use crownhead_rules::{Key, Ply};

/// One search under way: what it works with and what it has counted.
pub(super) struct Search<'a, T: Tree> {
    pub(super) tree: &'a T,
    pub(super) table: &'a Table,
    pub(super) options: &'a SearchOptions,
    history: &'a mut History<T::Move>,
    pub(super) control: &'a mut dyn SearchControl<T::Move>,
    /// Keys of the game before the root that can still be repeated, sorted.
    earlier: Vec<Key>,
    /// Keys of the line from the root to the node being searched.
    pub(super) path: Vec<Key>,
    pub(super) move_stack: MoveStack<T::Move>,
    /// What the evaluation keeps of that line.
    pub(super) accumulators: T::AccumulatorStack,
    pub(super) counters: Counters,
    /// The control wants to be asked at this number of nodes.
    pub(super) next_check: u64,
    /// The tree's [`Tree::waits`] when they were last read.
    waits: u64,
    /// Whether a wide window searches every move but the first with a null window before.
    pub(super) scouting: bool,
    /// The last move of the root in this iteration that a probe of the whole root found to be worth more than alpha, so
    /// more than all moves that it tried before, and what it is worth at least.
    pub(super) proven: Option<(T::Move, Score)>,
    /// Whether the next iteration is one that was interrupted.
    pub(super) resumes: bool,
    /// Its place among the threads of the search; none if it is alone.
    pub(super) worker: Option<Worker<'a>>,
    /// Whether an only move costs no depth in a selective search.
    extends: bool,
    /// What late moves are reduced by in a selective search, if they are.
    reductions: Option<Reductions>,
    /// Whether moves after which the other side must capture are not reduced: where the side without a move wins, its men
    /// are given away in chains of them.
    spares_sacrifices: bool,
    /// ProbCut in a selective search, if shallow searches are trusted at all.
    prob_cut: Option<ProbCut>,
    /// Whether the table answers only at exactly the depth asked. Otherwise a greater depth answers too.
    exact_depth: bool,
    /// Whether repetitions and move counts on the line are draws.
    path_draws: bool,
    /// See [`NodeWatcher`].
    watcher: Option<&'a NodeWatcher<'a, T::Node>>,
}

/// A node that is being searched: what is asked about it, and what the table says to begin with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    /// The key of its table entry.
    pub(super) key: Key,
    pub(super) window: Window,
    /// The bounds within which a result is stored in its entry.
    pub(super) stored_within: Bounds,
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    /// The place of the move that the table remembers.
    pub(super) table_move: Option<usize>,
    /// What the node is worth without any of its moves: nothing, unless the side to move may stand pat.
    pub(super) stand_pat: Score,
}

/// The nodes before which the first iteration cannot be stopped: about a hundredth of a second. At depth 1 it is nearly
/// always complete by then. Where captures grow into a tree without end, it can be stopped after that like any other.
pub(super) const NODES_LEFT_ALONE: u64 = 100_000;

/// From this depth on the children have entries, which are fetched together and may cut off at once.
const PREFETCH_DEPTH: u32 = 2;

impl<'a, T: Tree> Search<'a, T> {
    /// A search that has done nothing yet; `history` is made ready for it.
    pub(super) fn new(
        tree: &'a T,
        SearchContext { table, options, watcher }: SearchContext<'a, T::Node>,
        task: &Task<T::Node, T::Move>,
        history: &'a mut History<T::Move>,
        control: &'a mut dyn SearchControl<T::Move>,
        worker: Option<Worker<'a>>,
    ) -> Search<'a, T> {
        if task.after.is_none() {
            history.age();
        }
        let mut earlier = task.earlier.clone();
        earlier.sort_unstable();
        let (tuning, is_selective) = (tree.tuning(), options.mode == ModeKind::Play);
        let extends = match options.extend_forced {
            ForcedExtension::ByVariant => tuning.extends_forced,
            ForcedExtension::Always => true,
            ForcedExtension::Never => false,
        };
        Search {
            tree,
            table,
            options,
            history,
            control,
            earlier,
            path: vec![Key::default(); Ply::MAX.index() + 1],
            move_stack: MoveStack::default(),
            accumulators: tree.accumulators(&task.root),
            counters: Counters::default(),
            next_check: NODES_LEFT_ALONE,
            waits: tree.waits(),
            scouting: false,
            proven: None,
            resumes: false,
            worker,
            extends: is_selective && extends,
            reductions: Reductions::new(options, &tuning).filter(|_| is_selective),
            spares_sacrifices: is_selective && tree.value_without_move(&task.root, Ply::ROOT) > Score::DRAW,
            prob_cut: ProbCut::new(options, &tuning).filter(|_| is_selective),
            exact_depth: options.mode == ModeKind::Strict,
            path_draws: options.mode != ModeKind::Strict,
            watcher,
        }
    }

    /// What all threads of the search have counted.
    pub(super) fn counters_of_all(&self) -> Counters {
        self.worker.map_or(self.counters, |worker| worker.counters_of_all(&self.counters))
    }

    /// The fail-soft value of `node` over `window`, `depth` plies deep, as seen from the root.
    pub(super) fn node(&mut self, node: &T::Node, window: Window, depth: Depth, ply: Ply) -> Result<Score, Stopped> {
        self.count_node()?;
        let position = self.tree.key(node);
        if self.path_draws && self.is_draw(node, position, ply) {
            return Ok(self.leaf(ply, Score::DRAW));
        }
        // Of a tree of draughts, the endgame tables answer here.
        if let Some(known) = self.tree.known_value(node, ply, depth) {
            self.look_after_waiting();
            if let Some(score) = known.settle(window) {
                self.counters.known_hits += 1;
                return Ok(self.leaf(ply, score));
            }
        }
        let has_no_depth = depth.is_zero();
        let mut stand_pat = Score::MIN;
        if has_no_depth || ply >= Ply::MAX {
            let quiescence = if ply >= Ply::MAX { Quiescence::Quiet } else { self.tree.quiescence(node) };
            if quiescence != Quiescence::AllMoves {
                stand_pat = self.static_value(node, ply);
            }
            if quiescence == Quiescence::Quiet || stand_pat >= window.beta {
                return Ok(self.leaf(ply, stand_pat));
            }
        }
        self.path[ply.index()] = position;

        let key = self.tree.table_key(node);
        let entry = if has_no_depth { None } else { self.table.probe(key) };
        let known = match entry {
            Some(entry) if self.is_deep_enough(&entry, depth) => entry.bounds.seen_from_above(ply),
            _ => Bounds::OPEN,
        };
        if let Some(score) = known.settle(window) {
            self.counters.table_hits += 1;
            self.counters.deepest = self.counters.deepest.max(ply);
            return Ok(score);
        }
        let consistency = self.options.consistency;
        let kept = if consistency == Consistency::Published { Bounds::OPEN } else { known };
        let table_move = entry.and_then(|entry| entry.best).map(MoveIndex::place);
        let stored_within = if consistency == Consistency::Stored { known } else { Bounds::OPEN };
        let mut visit = Visit { key, window: window.narrowed(kept), stored_within, depth, ply, table_move, stand_pat };
        // Where earlier probes have searched to this depth, in full or by a shallow search that answered, this one does
        // so in full.
        if known == Bounds::OPEN
            && let Some(bound) = self.prob_cut(node, &mut visit)?
        {
            return Ok(bound);
        }
        let mut moves = self.move_stack.take(ply);
        let result = self.interior(node, visit, &mut moves);
        self.move_stack.put_back(ply, moves);
        let result = result?;
        self.counters.contradictions += u64::from(result < known.low || result > known.high);
        Ok(result.clamp(kept.low, kept.high))
    }

    /// The bound that shallow searches set to the value of `node`, if it lies outside the window, and is not below it
    /// in spite of a stroke.
    ///
    /// Whether it does or not, a search leaves the visit with a table move.
    fn prob_cut(&mut self, node: &T::Node, visit: &mut Visit) -> Result<Option<Score>, Stopped> {
        let Some(prob_cut) = self.prob_cut else { return Ok(None) };
        let Some(shallow) = prob_cut.shallow(visit.window, visit.depth) else { return Ok(None) };
        // Where a capture must be made, the static value says little: a side that has given up men has not won any back
        // yet.
        if self.tree.quiescence(node) == Quiescence::AllMoves {
            return Ok(None);
        }
        for attempt in prob_cut.attempts(visit.window, self.static_value(node, visit.ply)) {
            let score = self.node(node, attempt.window, shallow, visit.ply)?;
            let found = self.table.probe(visit.key).and_then(|entry| entry.best);
            visit.table_move = found.map(MoveIndex::place).or(visit.table_move);
            let Some(bound) = attempt.bound(score) else { continue };
            let alpha = visit.window.alpha;
            if bound <= alpha
                && visit.depth >= self.options.stroke_depth
                && let Some(place) = self.stroke(node, visit.ply, alpha)?
            {
                visit.table_move = Some(place);
                return Ok(None);
            }
            let bounds = Bounds::OPEN.tightened(visit.window, bound).seen_from_below(visit.ply);
            self.save(visit, bounds, found);
            return Ok(Some(bound));
        }
        Ok(None)
    }

    /// Searches the moves of a node and remembers what came of it.
    fn interior(&mut self, node: &T::Node, mut visit: Visit, moves: &mut NodeMoves<T::Move>) -> Result<Score, Stopped> {
        let stands_pat = visit.stand_pat > Score::MIN;
        if stands_pat {
            self.tree.list_noisy_moves(node, &mut moves.list);
        } else {
            self.tree.list_moves(node, &mut moves.list);
        }
        if moves.list.is_empty() {
            let value = if stands_pat { visit.stand_pat } else { self.tree.value_without_move(node, visit.ply) };
            return Ok(self.leaf(visit.ply, value));
        }
        if let Some(watch) = self.watcher {
            watch(node, NodeKind::Interior);
        }
        visit.table_move = visit.table_move.filter(|&place| place < moves.list.len());
        let below = self.depth_below(visit.depth, moves.list.len());
        let prefetches = visit.depth.get() >= PREFETCH_DEPTH;
        if prefetches {
            self.prefetch_children(node, moves);
        }
        // The entries are on their way from memory meanwhile.
        self.rank(node, &visit, moves);
        if prefetches && let Some((score, place)) = self.enhanced_transposition_cutoff(node, &visit, below, moves) {
            self.remember(&visit, score, place);
            return Ok(score);
        }
        let (best, place) = self.try_moves(node, &visit, below, moves)?;
        if !visit.depth.is_zero() {
            self.remember(&visit, best, place);
        }
        Ok(best)
    }

    /// Works out where all moves lead and has the table fetch the entries: the waits for memory overlap.
    fn prefetch_children(&self, node: &T::Node, moves: &mut NodeMoves<T::Move>) {
        for mv in &moves.list {
            let key = self.tree.table_key_after(node, mv);
            self.table.prefetch(key);
            moves.keys.push(key);
        }
    }

    fn rank(&self, node: &T::Node, visit: &Visit, moves: &mut NodeMoves<T::Move>) {
        let (side, ordering) = (self.tree.side_index(node), self.options.ordering);
        self.history.rank_moves(&mut moves.ranks, &moves.list, ordering, visit.table_move, side, visit.ply);
    }

    /// A move whose entry already proves beta, and that leads to no draw on this line.
    // CITE: enhanced transposition cutoffs. J. Schaeffer and A. Plaat, New Advances in Alpha-Beta Searching, 1996.
    fn enhanced_transposition_cutoff(
        &self,
        node: &T::Node,
        visit: &Visit,
        below: Depth,
        moves: &NodeMoves<T::Move>,
    ) -> Option<(Score, usize)> {
        if !self.options.transposition_cutoffs {
            return None;
        }
        let ply = visit.ply.next();
        moves.keys.iter().enumerate().find_map(|(place, &key)| {
            let entry = self.table.probe(key)?;
            let score = -entry.bounds.high.seen_from_above(ply);
            if !self.is_deep_enough(&entry, below) || score < visit.window.beta {
                return None;
            }
            let is_draw = || {
                let child = self.tree.child(node, &moves.list[place]);
                self.is_draw(&child, self.tree.key(&child), ply)
            };
            (!self.path_draws || !is_draw()).then_some((score, place))
        })
    }

    /// Tries the moves in order; yields the best value and the place of the first move that reached it.
    fn try_moves(
        &mut self,
        node: &T::Node,
        visit: &Visit,
        below: Depth,
        moves: &mut NodeMoves<T::Move>,
    ) -> Result<(Score, usize), Stopped> {
        let Visit { window, depth, ply, .. } = *visit;
        let (mut best, mut best_place) = (visit.stand_pat, 0);
        for before in 0..moves.list.len() {
            let place = moves.ranks.take_best();
            let mv = &moves.list[place];
            let child = self.tree.child(node, mv);
            self.tree.push(&mut self.accumulators, ply, node, mv, &child);
            let (full, reduced) = self.depths_of_child(depth, below, (before, place), mv);
            let first = if self.is_spared(&child) { full } else { reduced };
            let score = self.child(&child, window.raised(best), full, first, ply, before == 0)?;
            if score > best {
                (best, best_place) = (score, place);
                if best >= window.beta {
                    let side = self.tree.side_index(node);
                    let cutoff = Cutoff { moves: &moves.list, failed: &moves.tried, place, side, depth, ply };
                    self.history.learn(self.options.ordering, &cutoff);
                    break;
                }
            }
            moves.tried.push(place as u16);
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
            let is_enough = depth.is_zero() && !self.options.research_near_leaves;
            if is_enough || !window.contains(score) {
                return Ok(score);
            }
            window = window.raised(score.next_down());
        }
        Ok(-self.node(child, window.turned(), depth, ply.next())?)
    }

    /// The depth of a node's children: an only move may cost nothing in a selective search.
    pub(super) fn depth_below(&self, depth: Depth, moves: usize) -> Depth {
        if self.extends && moves == 1 { depth } else { depth.less(1) }
    }

    /// The depth of a move, and the depth to which it is tried first: it is the move at `place` in the list, and `before`
    /// others went before.
    pub(super) fn depths_of_child(
        &self,
        depth: Depth,
        below: Depth,
        (before, place): (usize, usize),
        mv: &T::Move,
    ) -> (Depth, Depth) {
        if self.options.research_reduced {
            return (below, self.reduced_depth(depth, below, before, mv));
        }
        let fixed = self.reduced_depth(depth, below, place, mv);
        (fixed, fixed)
    }

    /// Whether the move to `child` is a sacrifice that is not reduced.
    pub(super) fn is_spared(&self, child: &T::Node) -> bool {
        self.spares_sacrifices && self.tree.quiescence(child) == Quiescence::AllMoves
    }

    /// The depth of a move that is reduced as the one at this place.
    fn reduced_depth(&self, depth: Depth, below: Depth, place: usize, mv: &T::Move) -> Depth {
        match &self.reductions {
            Some(reductions) => below.less(reductions.plies(depth, place, mv)),
            None => below,
        }
    }

    /// Stores a result, with the move that the table-move rule chooses.
    pub(super) fn remember(&self, visit: &Visit, best: Score, place: usize) {
        let best = best.clamp(visit.stored_within.low, visit.stored_within.high);
        let found = Bounds::OPEN.tightened(visit.window, best).seen_from_below(visit.ply);
        let chosen = match (visit.window.verdict(best), self.options.table_move) {
            (Verdict::Exact | Verdict::FailHigh, _) | (Verdict::FailLow, TableMoveRule::Old) => Some(place),
            (Verdict::FailLow, TableMoveRule::New) => None,
            (Verdict::FailLow, TableMoveRule::High) => visit.table_move,
        };
        self.save(visit, found, chosen.and_then(MoveIndex::new));
    }

    /// Stores these bounds, seen from the node, in an entry of one bound or of two.
    fn save(&self, visit: &Visit, bounds: Bounds, best: Option<MoveIndex>) {
        if self.options.keep_both_bounds {
            self.table.store(visit.key, visit.depth, bounds, best);
        } else {
            self.table.store_alone(visit.key, visit.depth, bounds, best);
        }
    }

    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        self.counters.nodes += 1;
        if self.counters.nodes >= self.next_check { self.check() } else { Ok(()) }
    }

    /// Makes the next node look at the clock if a thread has waited for a slow disk since the last look: a thousand
    /// nodes may take seconds then. The first iteration is left alone all the same.
    fn look_after_waiting(&mut self) {
        let waits = self.tree.waits();
        if waits != self.waits {
            self.waits = waits;
            if self.next_check != NODES_LEFT_ALONE {
                self.next_check = self.counters.nodes;
            }
        }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        if let Some(worker) = self.worker {
            worker.publish(&self.counters);
        }
        self.next_check = self.control.check(self.counters.nodes)?;
        Ok(())
    }

    /// What a node is worth as it stands.
    pub(super) fn static_value(&self, node: &T::Node, ply: Ply) -> Score {
        if !self.tree.has_move(node) {
            return self.tree.value_without_move(node, ply);
        }
        if let Some(watch) = self.watcher {
            watch(node, NodeKind::Leaf);
        }
        self.tree.evaluate(&self.accumulators, ply, node)
    }

    /// Whether the entry may answer for a search of this depth.
    fn is_deep_enough(&self, entry: &TableEntry, depth: Depth) -> bool {
        if self.exact_depth { entry.depth == depth } else { entry.depth >= depth }
    }

    fn leaf(&mut self, ply: Ply, value: Score) -> Score {
        self.counters.leaves += 1;
        self.counters.leaf_plies += u64::from(ply.get());
        self.counters.deepest = self.counters.deepest.max(ply);
        value
    }

    /// Whether the game is drawn here, inside the search: by a second occurrence, or by a count of moves.
    fn is_draw(&self, node: &T::Node, key: Key, ply: Ply) -> bool {
        let reach = self.tree.repeatable_plies(node);
        // A side needs two moves to bring a piece back, so the first position that can recur is four plies away. A root
        // at which the counting began anew has earlier positions all the same.
        let is_near_such_a_root = reach == ply.index() && !self.earlier.is_empty();
        if (reach >= 4 || is_near_such_a_root) && self.is_repetition(key, ply.index(), reach) {
            return true;
        }
        self.tree.is_drawn_by_count(node) && self.tree.has_move(node)
    }

    fn is_repetition(&self, key: Key, ply: usize, reach: usize) -> bool {
        let on_the_line = (4..=reach.min(ply)).step_by(2).any(|back| self.path[ply - back] == key);
        on_the_line || (reach >= ply && self.earlier.binary_search(&key).is_ok())
    }
}
