//! The draughts games seen as trees, and what the endgame tables know of their nodes.

mod node;

use std::marker::PhantomData;
use std::sync::Arc;

pub use node::{AnyNode, DraughtsNode};

use super::context::{NodeKind, NodeWatcher, SearchContext};
use super::searcher::Searchable;
use super::tree::{Moves, Quiescence};
use super::{Bounds, Depth, Histories, MoveIndex, SearchControl, SearchResult, Table, Task, Tree};
use crate::endgame::{self, Known, Tables};
use crate::eval::{Evaluate, Evaluation, Score, Tuning};
use crownhead_rules::{DrawClock, Game, Key, Move, Ply, Position, Rules, VariantVisitor};

/// A draughts game seen as a tree whose leaves the evaluation `E` values.
#[derive(Clone, Debug)]
pub struct Draughts<R: Rules, E = Evaluation> {
    evaluation: E,
    endgame: Option<Arc<Tables>>,
    /// The most pieces of a position that the tables know; 0 without tables. Nearly all nodes have more, so this is
    /// looked at first, and lies here rather than behind a pointer.
    known_pieces: u32,
    /// The least number of plies left to search at which the tables are asked. At the root and right below it, where
    /// they choose the move of a solved position, they are asked at any depth.
    probe_depth: Depth,
    rules: PhantomData<R>,
}

/// The greatest distance, in plies, at which the end of a count is near. Then what is known of a position with more
/// plies left does not hold: a win may come too late. A win that takes longer than this is taken from the table all the
/// same.
const NEAR: u16 = 24;

/// The part of a table key that says how many plies are left by the draw articles, if few are.
fn key_of_count(plies_left: Option<u16>) -> Key {
    match plies_left {
        Some(left @ 0..=NEAR) => Key(u64::from(left + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        _ => Key::default(),
    }
}

/// What the tables say of a node with `plies_left` plies left by the draw articles. A side whose win may take longer
/// than those gets at least a draw. Where the side to move has no move, the rules say who has won, and not the tables.
fn bounds_of(known: Known, plies_left: Option<u16>) -> Bounds {
    let plies = known.plies.filter(|&plies| plies_left.is_none_or(|left| plies <= left)).map(Ply::new);
    match (known.outcome, plies) {
        (endgame::Wdl::Draw, _) => Bounds::exact(Score::DRAW),
        (endgame::Wdl::Win, Some(Ply::ROOT)) => Bounds::exact(Score::win_in(Ply::ROOT)),
        (endgame::Wdl::Loss, Some(Ply::ROOT)) => Bounds::exact(Score::loss_in(Ply::ROOT)),
        (endgame::Wdl::Win, Some(plies)) => Bounds::exact(Score::known_win_in(plies)),
        (endgame::Wdl::Loss, Some(plies)) => Bounds::exact(Score::known_loss_in(plies)),
        (endgame::Wdl::Win, None) => Bounds { low: Score::DRAW, ..Bounds::OPEN },
        (endgame::Wdl::Loss, None) => Bounds { high: Score::DRAW, ..Bounds::OPEN },
    }
}

/// The value of a leaf that is decided, but perhaps too late for the draw articles. Whatever the evaluation says, it is
/// worse than a draw for the loser; otherwise the search would prefer it to a draw.
fn on_the_side_of(known: Known, value: Score) -> Score {
    match known.outcome {
        endgame::Wdl::Win => value.max(Score::DRAW.next_up()),
        endgame::Wdl::Draw => Score::DRAW,
        endgame::Wdl::Loss => value.min(Score::DRAW.next_down()),
    }
}

impl Task<AnyNode> {
    /// All moves where a game stands, one line, deepened until it is stopped.
    ///
    /// Where a count of moves has drawn the game, a client may go on all the same, by other rules. The counting begins
    /// anew there: otherwise every quiet move would be worth a draw, also one that loses a piece. Repetitions still
    /// count.
    pub fn of(game: &Game) -> Task<AnyNode> {
        let mut root = AnyNode::of(game);
        let draws = &game.variant().articles().draws;
        if root.clock.draw(draws, || root.position.is_shot_forced()).is_some() {
            root.clock = DrawClock::start(draws, &root.position);
        }
        Task { earlier: game.repeatable().skip(1).collect(), ..Task::new(root) }
    }

    /// The moves that it chooses from: those it is restricted to, or all legal ones.
    pub fn choices(&self) -> Vec<Move> {
        if self.only.is_empty() { self.root.position.moves().to_vec() } else { self.only.clone() }
    }

    /// The same with the rules as a type.
    ///
    /// # Panics
    /// If it is of another variant.
    pub fn typed<R: Rules>(&self) -> Task<DraughtsNode<R>> {
        let Task { root, earlier, only, lines, first, last, after } = self.clone();
        Task { root: root.typed(), earlier, only, lines, first, last, after }
    }
}

/// The game tree of a variant that is known as a value alone, and what the endgame tables know of it.
pub trait DraughtsTree: std::fmt::Debug + Send + Sync {
    /// [`Searchable::search`].
    fn search_any(
        &self,
        context: SearchContext<'_, AnyNode>,
        task: &Task<AnyNode>,
        histories: &mut Histories<Move>,
        control: &mut dyn SearchControl,
    ) -> SearchResult;

    /// What values its leaves.
    fn evaluation(&self) -> &Evaluation;

    /// What to search where a game stands: like [`Task::of`], but where the endgame tables know the value, only the
    /// moves that keep it, and these to one iteration, since the tables know their values too.
    fn task(&self, game: &Game) -> Task<AnyNode>;

    /// Do the endgame tables know that a node is a draw?
    fn is_known_draw(&self, node: &AnyNode) -> bool;

    /// A line from `root` that goes on by the endgame tables ([`Draughts::followed`]).
    fn followed(&self, root: &AnyNode, line: &[Move], may_ask: &dyn Fn(usize) -> bool) -> Vec<Move>;

    /// Stores what is proven of a node, and the move that proves it.
    fn store_proven(&self, table: &Table, node: &AnyNode, bounds: Bounds, best: Move);

    /// How often a thread has waited long for a slow disk.
    fn waits(&self) -> u64;

    /// Its endgame tables.
    fn tables(&self) -> Option<&Arc<Tables>>;
}

impl<R: Rules> DraughtsTree for Draughts<R> {
    fn search_any(
        &self,
        context: SearchContext<'_, AnyNode>,
        task: &Task<AnyNode>,
        histories: &mut Histories<Move>,
        control: &mut dyn SearchControl,
    ) -> SearchResult {
        let SearchContext { table, options, watcher } = context;
        let watch =
            watcher.map(|watch| move |node: &DraughtsNode<R>, kind: NodeKind| watch(&AnyNode::from(*node), kind));
        let watcher = watch.as_ref().map(|watch| watch as &NodeWatcher<'_, DraughtsNode<R>>);
        Searchable::search(self, SearchContext { table, options, watcher }, &task.typed(), histories, control)
    }

    fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    fn task(&self, game: &Game) -> Task<AnyNode> {
        let task = Task::of(game);
        let root = task.root.typed::<R>();
        if !self.is_solved(&root) {
            return task;
        }
        let mut only = self.keeping_moves(&root.position);
        if Draughts::is_known_draw(self, &root) {
            // The draw that is the hardest for the opponent comes first. In a position that was there before, the
            // opponent has held the draw already.
            only.sort_by_cached_key(|mv| {
                let position = root.position.succ(mv);
                (task.earlier.contains(&position.key()), self.ease_of_draw(&position))
            });
        }
        // A damaged block can hide the value of a move. Then no move is known to keep the value of the root, and one
        // iteration would not be enough to choose from all of them.
        if only.is_empty() { task } else { Task { only, ..task.up_to(Depth::new(1)) } }
    }

    fn is_known_draw(&self, node: &AnyNode) -> bool {
        Draughts::is_known_draw(self, &node.typed())
    }

    fn followed(&self, root: &AnyNode, line: &[Move], may_ask: &dyn Fn(usize) -> bool) -> Vec<Move> {
        Draughts::followed(self, &root.typed(), line, may_ask)
    }

    fn store_proven(&self, table: &Table, node: &AnyNode, bounds: Bounds, best: Move) {
        let node = node.typed::<R>();
        let place = node.position.moves().iter().position(|&mv| mv == best);
        table.store(self.table_key(&node), Depth::PROVEN, bounds, place.and_then(MoveIndex::new));
    }

    fn waits(&self) -> u64 {
        Tree::waits(self)
    }

    fn tables(&self) -> Option<&Arc<Tables>> {
        self.endgame.as_ref()
    }
}

/// The game tree of any variant.
pub type AnyDraughts = dyn DraughtsTree;

impl AnyDraughts {
    /// The tree with this evaluation, without endgame tables.
    pub fn new(evaluation: Evaluation) -> Arc<AnyDraughts> {
        AnyDraughts::with_endgame(evaluation, None)
    }

    /// The tree with this evaluation, and with endgame tables of its variant. They are asked at nodes with at least
    /// this depth left to search, at the root, and right below it.
    pub fn with_endgame(evaluation: Evaluation, endgame: Option<(Arc<Tables>, Depth)>) -> Arc<AnyDraughts> {
        evaluation.variant().visit(NewTree { evaluation, endgame })
    }
}

impl Searchable for AnyDraughts {
    type Node = AnyNode;
    type Move = Move;

    fn search(
        &self,
        context: SearchContext<'_, AnyNode>,
        task: &Task<AnyNode>,
        histories: &mut Histories<Move>,
        control: &mut dyn SearchControl,
    ) -> SearchResult {
        self.search_any(context, task, histories, control)
    }
}

/// Makes the tree of a variant: the one place where the rules of a game in play become a type.
struct NewTree {
    evaluation: Evaluation,
    endgame: Option<(Arc<Tables>, Depth)>,
}

impl VariantVisitor for NewTree {
    type Output = Arc<AnyDraughts>;

    fn visit<R: Rules>(self) -> Arc<AnyDraughts> {
        let tree = Draughts::<R>::new(self.evaluation);
        match self.endgame {
            Some((tables, probe_depth)) => Arc::new(tree.with_endgame(tables).probing_from(probe_depth)),
            None => Arc::new(tree),
        }
    }
}

impl<R: Rules, E: Evaluate<R>> Draughts<R, E> {
    /// The tree with this evaluation, without endgame tables.
    pub const fn new(evaluation: E) -> Draughts<R, E> {
        Draughts { evaluation, endgame: None, known_pieces: 0, probe_depth: Depth::ZERO, rules: PhantomData }
    }

    /// The same with these endgame tables.
    #[must_use]
    pub fn with_endgame(self, tables: Arc<Tables>) -> Draughts<R, E> {
        Draughts { known_pieces: tables.max_pieces() as u32, endgame: Some(tables), ..self }
    }

    /// The same that asks its tables only at nodes with at least `probe_depth` left to search, at the root, and right
    /// below it.
    #[must_use]
    pub fn probing_from(self, probe_depth: Depth) -> Draughts<R, E> {
        Draughts { probe_depth, ..self }
    }

    /// Whether the endgame tables know the value of a node. A win that the draw articles leave no time for is not one.
    pub fn is_solved(&self, node: &DraughtsNode<R>) -> bool {
        self.known_bounds(node).is_some_and(Bounds::is_closed)
    }

    /// Whether the endgame tables know that a node is a draw.
    pub fn is_known_draw(&self, node: &DraughtsNode<R>) -> bool {
        self.known_bounds(node) == Some(Bounds::exact(Score::DRAW))
    }

    /// The moves of a solved position that keep its value, the quickest win or the longest resistance first. Empty if
    /// there is no move, or if a damaged block hides the value of one.
    fn keeping_moves(&self, position: &Position<R>) -> Vec<Move> {
        let moves = self.known_moves(position);
        let best = moves.first().map(|(_, known)| known.outcome);
        moves.iter().filter(|(_, known)| Some(known.outcome) == best).map(|(mv, _)| *mv).collect()
    }

    /// The moves with what the tables know of them, the best first; none if they do not know all.
    fn known_moves(&self, position: &Position<R>) -> Vec<(Move, Known)> {
        self.endgame.as_ref().and_then(|tables| tables.moves(&(*position).into())).unwrap_or_default()
    }

    /// How easily the side to move holds a drawn position: the share of its moves that do not lose, in thousandths, and
    /// among equal ones the value of the position without tables. All hold where a damaged block hides what they are
    /// worth.
    fn ease_of_draw(&self, position: &Position<R>) -> (usize, Score) {
        let replies = self.known_moves(position);
        let lost = replies.iter().filter(|(_, known)| known.outcome == endgame::Wdl::Loss).count();
        let held = ((replies.len() - lost) * 1000).checked_div(replies.len()).unwrap_or(1000);
        (held, self.evaluation.evaluate(&self.evaluation.accumulators(position), Ply::ROOT, position))
    }

    /// A line from `root` that goes on by the endgame tables as soon as they know who wins: towards the end of the
    /// game, the winner hurrying and the loser resisting. The first move stays. `may_ask` says whether the tables,
    /// which may lie on a slow disk, are to be asked about the node after so many moves.
    pub fn followed(&self, root: &DraughtsNode<R>, line: &[Move], may_ask: impl Fn(usize) -> bool) -> Vec<Move> {
        let mut node = *root;
        let mut followed = Vec::with_capacity(line.len());
        for mv in line {
            if !followed.is_empty() && may_ask(followed.len()) && self.is_decided(&node) {
                break;
            }
            followed.push(*mv);
            node = self.child(&node, mv);
        }
        while may_ask(followed.len()) && self.is_decided(&node) {
            let Some(mv) = self.keeping_moves(&node.position).first().copied() else { break };
            followed.push(mv);
            node = self.child(&node, &mv);
        }
        followed
    }

    /// Whether the endgame tables know which side wins from a node.
    fn is_decided(&self, node: &DraughtsNode<R>) -> bool {
        self.known_bounds(node).is_some_and(|known| known.is_closed() && known.low != Score::DRAW)
    }

    /// What the tables know of a position.
    fn known(&self, position: &Position<R>) -> Option<Known> {
        if position.occupied().len() > self.known_pieces {
            return None;
        }
        self.endgame.as_ref()?.probe_of(position)
    }

    /// What the tables know of a node's value, as seen from there.
    fn known_bounds(&self, node: &DraughtsNode<R>) -> Option<Bounds> {
        Some(bounds_of(self.known(&node.position)?, node.plies_left()))
    }
}

impl<R: Rules, E: Evaluate<R>> Tree for Draughts<R, E> {
    type Node = DraughtsNode<R>;
    type Move = Move;
    type AccumulatorStack = E::AccumulatorStack;

    fn key(&self, node: &DraughtsNode<R>) -> Key {
        node.position.key()
    }

    fn table_key(&self, node: &DraughtsNode<R>) -> Key {
        let mut key = node.position.key();
        key ^= key_of_count(node.plies_left());
        key
    }

    fn table_key_after(&self, node: &DraughtsNode<R>, mv: &Move) -> Key {
        let counts = node.plies_left().is_some_and(|left| left <= NEAR + 1);
        let most_pieces = const { R::ARTICLES.draws.most_pieces_counted() };
        let may_begin_to_count = most_pieces > 0 && (mv.is_capture() || node.position.occupied().len() <= most_pieces);
        if counts || may_begin_to_count { self.table_key(&self.child(node, mv)) } else { node.position.key_after(mv) }
    }

    fn list_moves(&self, node: &DraughtsNode<R>, moves: &mut Moves<Move>) {
        node.position.list_moves(moves);
    }

    fn child(&self, node: &DraughtsNode<R>, mv: &Move) -> DraughtsNode<R> {
        node.after(mv)
    }

    fn quiescence(&self, node: &DraughtsNode<R>) -> Quiescence {
        if node.position.has_capture() { Quiescence::AllMoves } else { Quiescence::Quiet }
    }

    fn has_move(&self, node: &DraughtsNode<R>) -> bool {
        node.position.has_move()
    }

    fn value_without_move(&self, node: &DraughtsNode<R>, ply: Ply) -> Score {
        let has_won = node.position.win_without_move().winner == node.position.side();
        if has_won { Score::win_in(ply) } else { Score::loss_in(ply) }
    }

    fn known_value(&self, node: &DraughtsNode<R>, ply: Ply, depth: Depth) -> Option<Bounds> {
        if ply > Ply::new(1) && depth < self.probe_depth {
            return None;
        }
        Some(self.known_bounds(node)?.seen_from_above(ply))
    }

    fn waits(&self) -> u64 {
        self.endgame.as_ref().map_or(0, |tables| tables.slow_reads())
    }

    fn accumulators(&self, root: &DraughtsNode<R>) -> E::AccumulatorStack {
        self.evaluation.accumulators(&root.position)
    }

    fn push(
        &self,
        accumulators: &mut E::AccumulatorStack,
        ply: Ply,
        parent: &DraughtsNode<R>,
        mv: &Move,
        child: &DraughtsNode<R>,
    ) {
        self.evaluation.push(accumulators, ply, &parent.position, mv, &child.position);
    }

    fn evaluate(&self, accumulators: &E::AccumulatorStack, ply: Ply, node: &DraughtsNode<R>) -> Score {
        let value = self.evaluation.evaluate(accumulators, ply, &node.position);
        if self.probe_depth > Depth::ZERO {
            return value;
        }
        self.known(&node.position).map_or(value, |known| on_the_side_of(known, value))
    }

    fn tuning(&self) -> Tuning {
        self.evaluation.tuning()
    }

    fn side_index(&self, node: &DraughtsNode<R>) -> usize {
        node.position.side().index()
    }

    fn repeatable_plies(&self, node: &DraughtsNode<R>) -> usize {
        usize::from(node.clock.quiet_plies())
    }

    fn is_drawn_by_count(&self, node: &DraughtsNode<R>) -> bool {
        node.is_drawn_by_count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_claimed_only_if_the_articles_leave_the_plies_for_it() {
        let win = Known { outcome: endgame::Wdl::Win, plies: Some(9) };
        let exact = Bounds::exact(Score::known_win_in(Ply::new(9)));
        assert_eq!(bounds_of(win, None), exact);
        assert_eq!(bounds_of(win, Some(9)), exact);
        assert_eq!(bounds_of(win, Some(8)), Bounds { low: Score::DRAW, ..Bounds::OPEN });
        let loss = Known { outcome: endgame::Wdl::Loss, plies: Some(8) };
        assert_eq!(bounds_of(loss, Some(8)), Bounds::exact(Score::known_loss_in(Ply::new(8))));
        assert_eq!(bounds_of(loss, Some(7)), Bounds { high: Score::DRAW, ..Bounds::OPEN });
        let draw = Known { outcome: endgame::Wdl::Draw, plies: None };
        assert_eq!(bounds_of(draw, Some(0)), Bounds::exact(Score::DRAW));
    }

    #[test]
    fn a_game_that_is_over_is_no_matter_of_tables() {
        let over = |outcome| bounds_of(Known { outcome, plies: Some(0) }, None);
        assert_eq!(over(endgame::Wdl::Loss), Bounds::exact(Score::from_men(-100.0)));
        assert_eq!(over(endgame::Wdl::Win), Bounds::exact(Score::from_men(100.0)));
    }

    #[test]
    fn a_leaf_that_is_decided_too_late_is_worth_less_than_a_draw_to_the_loser() {
        let known = |outcome| Known { outcome, plies: None };
        let (more, less) = (Score::from_men(0.5), Score::from_men(-0.5));
        assert_eq!(on_the_side_of(known(endgame::Wdl::Win), more), more);
        assert!(on_the_side_of(known(endgame::Wdl::Win), less) > Score::DRAW);
        assert_eq!(on_the_side_of(known(endgame::Wdl::Loss), less), less);
        assert!(on_the_side_of(known(endgame::Wdl::Loss), more) < Score::DRAW);
    }
}
