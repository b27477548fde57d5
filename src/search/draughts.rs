//! The draughts games seen as trees.

use super::tree::{Horizon, Moves};
use super::{Bounds, Task, Tree};
use crate::eval::{Evaluate, Evaluation, Score, Tuning};
use crate::rules::{DrawClock, Game, Key, Move, NoMove, Ply, Position, Rules};

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

    fn table_key_after(&self, node: &DraughtsNode<R>, mv: &Move) -> Key {
        node.position.key_after(mv)
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

    fn value_without_move(&self, _: &DraughtsNode<R>, ply: Ply) -> Score {
        match R::NO_MOVE {
            NoMove::Loses => Score::loss_in(ply),
            NoMove::Wins => Score::win_in(ply),
        }
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
