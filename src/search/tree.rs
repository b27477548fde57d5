//! What the search needs to know of a game, and the draughts games seen that way.
//!
//! The search runs over any [`Tree`]; so the theorems of the MTD papers can be checked on generated trees through
//! the very code that plays.

use super::Width;
use crate::eval::{Evaluator, Grain, Patterns, Score, WeightsFile, spread};
use crate::rules::{DrawClock, Game, Key, Move, MoveList, NoMove, Ply, Position, Rules, Variant};

/// A game tree as the search sees it.
pub trait Tree: Sync {
    /// A node: everything about a position that its subtree depends on.
    type Node: Copy + std::fmt::Debug + Send + Sync;

    /// The hash under which the node is remembered.
    fn key(&self, node: &Self::Node) -> Key;

    /// Fills `moves`, which is empty, with the moves of the node in an order that depends on nothing but its key.
    fn list_moves(&self, node: &Self::Node, moves: &mut MoveList);

    /// The node that a move leads to.
    fn child(&self, node: &Self::Node, mv: &Move) -> Self::Node;

    /// Must the side to move capture? Such a node is never a leaf.
    fn must_capture(&self, node: &Self::Node) -> bool;

    /// Has the side to move any move?
    fn has_move(&self, node: &Self::Node) -> bool;

    /// The value, for the side to move, of a node where it has no move.
    fn value_without_move(&self, ply: Ply) -> Score;

    /// What a leaf is worth to the side to move.
    fn evaluate(&self, node: &Self::Node) -> Score;

    /// The standard deviation of what four more plies of search change in the value of a node; `None` if it is unknown
    /// or too great to go by.
    fn spread(&self) -> Option<Width> {
        None
    }

    /// Does the search gain by making an only move cost no depth?
    fn gains_by_extension(&self) -> bool {
        true
    }

    /// 0 or 1: whose history a move of this node belongs to.
    fn side_index(&self, node: &Self::Node) -> usize;

    /// Plies since which every position of the line could occur again.
    fn repeatable_plies(&self, node: &Self::Node) -> usize;

    /// Is the game drawn by a count of moves?
    fn is_drawn_by_count(&self, node: &Self::Node) -> bool;
}

/// A draughts game seen as a tree.
#[derive(Clone, Debug)]
pub struct Draughts<R: Rules> {
    judge: Judge<R>,
}

/// What judges the leaves.
#[derive(Clone, Debug)]
enum Judge<R: Rules> {
    Linear(Evaluator<R>),
    Patterns(Patterns<R>),
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

impl<R: Rules> Draughts<R> {
    /// The tree whose leaves `evaluator` judges.
    pub fn new(evaluator: Evaluator<R>) -> Draughts<R> {
        let patterns = std::env::var("CH_WEIGHTS").ok().and_then(|path| {
            let bytes = std::fs::read(path).expect("weights");
            WeightsFile::parse(&bytes).expect("weights").patterns::<R>(Grain::REAL).ok()
        });
        if let Some(patterns) = patterns {
            return Draughts::by_patterns(patterns);
        }
        Draughts { judge: Judge::Linear(evaluator) }
    }

    /// The tree whose leaves are judged by patterns.
    pub const fn by_patterns(patterns: Patterns<R>) -> Draughts<R> {
        Draughts { judge: Judge::Patterns(patterns) }
    }
}

impl<R: Rules> Tree for Draughts<R> {
    type Node = DraughtsNode<R>;

    fn key(&self, node: &DraughtsNode<R>) -> Key {
        node.position.key()
    }

    fn list_moves(&self, node: &DraughtsNode<R>, moves: &mut MoveList) {
        node.position.list_moves(moves);
    }

    fn child(&self, node: &DraughtsNode<R>, mv: &Move) -> DraughtsNode<R> {
        let position = node.position.succ(mv);
        DraughtsNode { position, clock: node.clock.after(&node.position, mv, &position) }
    }

    fn must_capture(&self, node: &DraughtsNode<R>) -> bool {
        node.position.has_capture()
    }

    fn has_move(&self, node: &DraughtsNode<R>) -> bool {
        node.position.has_move()
    }

    fn value_without_move(&self, ply: Ply) -> Score {
        match R::NO_MOVE {
            NoMove::Loses => Score::loss_in(ply),
            NoMove::Wins => Score::win_in(ply),
        }
    }

    fn evaluate(&self, node: &DraughtsNode<R>) -> Score {
        match &self.judge {
            Judge::Linear(evaluator) => evaluator.evaluate(&node.position),
            Judge::Patterns(patterns) => patterns.evaluate(&node.position),
        }
    }

    fn spread(&self) -> Option<Width> {
        spread(R::VARIANT).and_then(Width::from_men)
    }

    /// Measured: docs/search.md, "Forced moves".
    fn gains_by_extension(&self) -> bool {
        R::VARIANT != Variant::English
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
