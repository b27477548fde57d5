//! What a search is to do: the task that a game, a skill level and a purpose make.

use super::{Purpose, Skill};
use crate::eval::Evaluate;
use crate::rules::{Game, Move, Rules};
use crate::search::{Draughts, DraughtsNode, Task};

/// What a search is to do.
#[derive(Debug)]
pub(crate) struct Assignment<R: Rules> {
    /// The task. It names the moves to choose from, even if these are all legal moves.
    pub(crate) task: Task<DraughtsNode<R>>,
    /// Whether an only move is to be played, which needs no long search.
    pub(crate) is_forced: bool,
}

impl<R: Rules> Assignment<R> {
    /// The assignment of a search of `game`. The search chooses from the moves in `named`, which must be legal, or, if
    /// there are none, from those that the task of the tree chooses from. The skill level can leave only one of them.
    pub(crate) fn new<E: Evaluate<R>>(
        tree: &Draughts<R, E>,
        game: &Game<R>,
        named: Vec<Move>,
        skill: &Skill,
        purpose: Purpose,
    ) -> Assignment<R> {
        let task = tree.task(game);
        let choices = if named.is_empty() { tree.choices(&task) } else { named };
        let only = skill.restrict(game, choices);
        let is_forced = purpose.answers_forced() && only.len() == 1;
        Assignment { task: Task { only, ..task }, is_forced }
    }
}
