//! What a search is to do: the task that a game, a skill level and a purpose make.

use super::{Purpose, Skill};
use crate::rules::{Game, Move};
use crate::search::{AnyDraughts, AnyNode, Task};

/// What a search is to do.
#[derive(Debug)]
pub(crate) struct Assignment {
    /// The task. It names the moves to choose from, even if these are all legal moves.
    pub(crate) task: Task<AnyNode>,
    /// Whether an only move is to be played, which needs no long search.
    pub(crate) is_forced: bool,
}

impl Assignment {
    /// The assignment of a search of `game`. The search chooses from the moves in `named`, which must be legal, or, if
    /// there are none, from those that the task of the tree chooses from. The skill level can leave only one of them.
    pub(crate) fn new(
        tree: &AnyDraughts,
        game: &Game,
        named: Vec<Move>,
        skill: &Skill,
        purpose: Purpose,
    ) -> Assignment {
        let task = tree.task(game);
        let choices = if named.is_empty() { task.choices() } else { named };
        let only = skill.restrict(game, choices);
        let is_forced = purpose.answers_forced() && only.len() == 1;
        Assignment { task: Task { only, ..task }, is_forced }
    }
}
