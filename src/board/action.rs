//! What a person does in a room.

use std::num::NonZeroUsize;

use serde::Deserialize;

use super::seat::Seat;
use crate::engine::StartError;
use crate::notation::NotationError;

/// What a person does, as the page sends it: `{"do": "move", "ply": 0, "text": "11-15"}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Play a move in the position after so many moves. In a game that nobody else plays, this may be an earlier
    /// position: the moves are a variation then.
    Move {
        /// The moves before it.
        ply: usize,
        /// The move, in any notation.
        text: String,
        /// Whether it is only tried out: a variation even at the end of a game that goes on.
        #[serde(default)]
        is_trial: bool,
    },
    /// Take back the last move of a person, or what people have decided after it: that one resigned, or that the game is a draw.
    /// The clocks are those of the position then.
    TakeBack,
    /// Go back from a variation to the moves of the game.
    Restore,
    /// Ask the engine for a move.
    Hint,
    /// Resign.
    Resign,
    /// Offer a draw.
    Draw,
    /// Change the players of a game that is not over.
    Seats {
        /// White.
        white: Seat,
        /// Black.
        black: Seat,
    },
    /// Analyse the position after so many moves, until told otherwise.
    Analyse {
        /// The moves before it.
        ply: usize,
        /// The number of lines, at most [`Action::MOST_LINES`].
        lines: NonZeroUsize,
    },
    /// End the analysis.
    StopAnalysis,
    /// Find the value of every position of the game, and mark mistakes.
    Review,
}

impl Action {
    /// The most lines of an analysis.
    pub const MOST_LINES: usize = 8;

    /// Whether the engine has something to do after it.
    pub(super) fn needs_engine(&self) -> bool {
        match self {
            Action::Hint | Action::Analyse { .. } | Action::Review => true,
            Action::Seats { white, black } => [white, black].into_iter().any(|seat| *seat != Seat::Human),
            _ => false,
        }
    }
}

/// Why an action was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A person tries to move for the engine.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The game has gone on since, perhaps in another tab.
    #[error("the game has gone on: it has {plies} moves now")]
    Stale {
        /// Its moves.
        plies: usize,
    },
    /// A move cannot be tried out while the game goes on.
    #[error("moves can be tried out once the game is over")]
    NoTrials,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The engine plays both sides.
    #[error("the engine plays both sides")]
    NobodyPlays,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] NotationError),
    /// The game is longer than a room holds.
    #[error("a game of {0} plies cannot be continued here")]
    TooLong(usize),
    /// The engine cannot be started.
    #[error(transparent)]
    Engine(#[from] StartError),
}
