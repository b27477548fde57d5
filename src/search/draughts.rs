//! The draughts games seen as trees.

use super::tree::{Horizon, Moves};
use super::{Bounds, Task, Tree};
use crate::eval::{Evaluate, Evaluation, Score, Tuning};
use crate::rules::{DrawClock, Game, Key, Move, Ply, Position, Rules};

/// A draughts game seen as a tree whose leaves the evaluation `E` values.
#[derive(Clone, Debug)]
pub struct Draughts<R: Rules, E = Evaluation<R>> {
    evaluation: E,
    rules: std::marker::PhantomData<R>,
}

/// A position and the counters of the draw articles.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsNode<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// Its draw counters.
    pub clock: DrawClock,
}

/// The end of a count is near when it is at most so many plies away. Then what is known of a position with more plies
/// left does not hold: a win may come too late.
const NEAR: u16 = 24;

/// The part of a table key that says how many plies are left by the draw articles: the nearer the end, the finer.
fn key_of_count(plies_left: Option<u16>) -> Key {
    let step = match plies_left {
        Some(left @ 0..=8) => left,
        Some(left @ 9..=NEAR) => 8 + (left - 8).div_ceil(4),
        _ => return Key::default(),
    };
    Key(u64::from(step + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl<R: Rules> DraughtsNode<R> {
    /// The node where a game stands.
    pub fn of(game: &Game<R>) -> DraughtsNode<R> {
        DraughtsNode { position: *game.position(), clock: game.clock() }
    }
}

impl<R: Rules> Task<DraughtsNode<R>> {
    /// All moves where a game stands, one line, deepened until it is stopped.
    pub fn of(game: &Game<R>) -> Task<DraughtsNode<R>> {
        Task { earlier: game.repeatable().skip(1).collect(), ..Task::new(DraughtsNode::of(game)) }
    }
}

impl<R: Rules, E: Evaluate<R>> Draughts<R, E> {
    /// The tree with this evaluation.
    pub const fn new(evaluation: E) -> Draughts<R, E> {
        Draughts { evaluation, rules: std::marker::PhantomData }
    }

    /// What values its leaves.
    pub const fn evaluation(&self) -> &E {
        &self.evaluation
    }
}

impl<R: Rules, E: Evaluate<R>> Tree for Draughts<R, E> {
    type Node = DraughtsNode<R>;
    type Move = Move;
    type Trail = E::Trail;

    fn key(&self, node: &DraughtsNode<R>) -> Key {
        node.position.key()
    }

    fn table_key(&self, node: &DraughtsNode<R>) -> Key {
        let mut key = node.position.key();
        key ^= key_of_count(node.clock.plies_left::<R>());
        key
    }

    fn table_key_after(&self, node: &DraughtsNode<R>, mv: &Move) -> Key {
        let counts = node.clock.plies_left::<R>().is_some_and(|left| left <= NEAR + 1);
        let most_pieces = const { R::DRAWS.most_pieces_counted() };
        let may_begin_to_count =
            most_pieces > 0 && (mv.is_capture() || node.position.occupied().len() <= most_pieces);
        if counts || may_begin_to_count {
            self.table_key(&self.child(node, mv))
        } else {
            node.position.key_after(mv)
        }
    }

    fn list_moves(&self, node: &DraughtsNode<R>, moves: &mut Moves<Move>) {
        node.position.list_moves(moves);
    }

    fn child(&self, node: &DraughtsNode<R>, mv: &Move) -> DraughtsNode<R> {
        let position = node.position.succ(mv);
        DraughtsNode { position, clock: node.clock.after(&node.position, mv, &position) }
    }

    fn horizon(&self, node: &DraughtsNode<R>) -> Horizon {
        if node.position.has_capture() { Horizon::Forced } else { Horizon::Quiet }
    }

    fn has_move(&self, node: &DraughtsNode<R>) -> bool {
        node.position.has_move()
    }

    fn value_without_move(&self, node: &DraughtsNode<R>, ply: Ply) -> Score {
        let has_won = node.position.win_without_move().winner == node.position.side();
        if has_won { Score::win_in(ply) } else { Score::loss_in(ply) }
    }

    fn known_value(&self, _: &DraughtsNode<R>, _: Ply) -> Option<Bounds> {
        None
    }

    fn trail(&self, root: &DraughtsNode<R>) -> E::Trail {
        self.evaluation.trail(&root.position)
    }

    fn follow(
        &self,
        trail: &mut E::Trail,
        ply: Ply,
        parent: &DraughtsNode<R>,
        mv: &Move,
        child: &DraughtsNode<R>,
    ) {
        self.evaluation.follow(trail, ply, &parent.position, mv, &child.position);
    }

    fn evaluate(&self, trail: &E::Trail, ply: Ply, node: &DraughtsNode<R>) -> Score {
        self.evaluation.evaluate(trail, ply, &node.position)
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
        node.clock.draw::<R>().is_some()
    }
}
