//! What people ask for: a game, its players, and what they do in it; and why that can fail.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::store::MOST_BYTES_LOADED;
use super::{MOST_PLIES, MOST_PLIES_DRAWN, MOST_ROOMS};
use crownhead_engine::config::BadValue;
use crownhead_engine::engine::{SkillLevel, StartError, TimeLimit};
use crownhead_rules::notation::pdn::{PdnError, PdnMove};
use crownhead_rules::notation::{NotationError, SpelledMove};
use crownhead_rules::{Game, UnknownVariant, Variant};

#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    pub variant: Variant,
    /// The first position as FEN; the start position if there is none.
    pub fen: Option<String>,
    /// The players of White and Black.
    pub seats: [Seat; 2],
    pub names: [Option<String>; 2],
    pub time: TimeLimit,
    /// The minimum time of a move of the engine, so that people can follow it.
    pub pace: Duration,
    /// The seed of what the engine overlooks at a lower level.
    pub seed: u64,
}

impl NewGame {
    /// A game of this variant between two people without a clock.
    pub const fn of(variant: Variant) -> NewGame {
        NewGame {
            variant,
            fen: None,
            seats: [Seat::Human; 2],
            names: [None, None],
            time: TimeLimit::Unlimited,
            pace: Duration::ZERO,
            seed: 0,
        }
    }
}

/// The player of a side: in JSON, `0` for a person or the number of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Seat {
    #[default]
    Human,
    Engine(SkillLevel),
}

impl TryFrom<u8> for Seat {
    type Error = BoardError;

    fn try_from(number: u8) -> Result<Seat, BoardError> {
        if number == 0 {
            return Ok(Seat::Human);
        }
        SkillLevel::new(number).map(Seat::Engine).ok_or(BoardError::Seat(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        match seat {
            Seat::Human => 0,
            Seat::Engine(level) => level.number(),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("Human"),
            Seat::Engine(level) => write!(f, "Crownhead level {}", level.number()),
        }
    }
}

/// What a person does, as the page sends it: `{"do": "move", "ply": 0, "text": "11-15"}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Play a move in the position after `ply` moves. Where people may move freely (`is_free` of the view), this may be
    /// an earlier position: the moves are a variation then.
    Move {
        /// The moves before it.
        ply: usize,
        /// The move, in any notation.
        text: String,
        /// Whether it is only tried out: a variation even at the end of a game that goes on.
        #[serde(default)]
        is_trial: bool,
    },
    /// Take back the last move of a person, or what people have decided after it: that one resigned, or that the game
    /// is a draw. The clocks are those of the position then.
    TakeBack,
    /// Go back from a variation, which is kept, to the moves of the game.
    Restore,
    /// Show the line that begins with these moves, as the board writes them.
    Line {
        line: Vec<String>,
    },
    /// Let the variation of the last of these moves take the place of the line that it leaves.
    Promote {
        line: Vec<String>,
    },
    /// Delete the last of these moves, of a variation, and all that goes on from there.
    Delete {
        line: Vec<String>,
    },
    /// Replace what is said of the last of these moves, or of the start.
    Comment {
        line: Vec<String>,
        text: String,
    },
    /// Replace the sign of the last of these moves: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    Sign {
        line: Vec<String>,
        sign: Option<String>,
    },
    Describe(Description),
    Hint,
    Resign,
    Draw,
    Seats {
        white: Seat,
        black: Seat,
        #[serde(default)]
        names: [Option<String>; 2],
    },
    /// Let the game wait; its clocks stand still.
    Pause,
    /// Let it go on, as a move does too.
    Resume,
    /// Analyse the position after `ply` moves until [`Action::StopAnalysis`].
    Analyse {
        /// The moves before it.
        ply: usize,
        /// The number of lines, at most [`Action::MOST_LINES`].
        lines: NonZeroUsize,
    },
    StopAnalysis,
    /// Prove that the side to move after `ply` moves wins, until [`Action::StopSolving`] or a limit.
    Solve {
        /// The moves before it.
        ply: usize,
    },
    StopSolving,
    /// Find the value of every position of the game, and mark mistakes.
    Review,
    /// Judge a move in a position of the game whose own move was reviewed.
    Judge {
        /// The moves before it.
        ply: usize,
        /// The move, in any notation.
        text: String,
    },
}

impl Action {
    /// The maximum number of lines of an analysis: eight.
    pub const MOST_LINES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(7);

    /// Whether the engine has something to do after it.
    pub(super) fn needs_engine(&self) -> bool {
        match self {
            Action::Hint | Action::Analyse { .. } | Action::Review | Action::Judge { .. } => true,
            Action::Seats { white, black, .. } => [white, black].into_iter().any(|seat| *seat != Seat::Human),
            _ => false,
        }
    }
}

/// What is known of a game. An empty text is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    pub white: String,
    pub black: String,
    pub event: String,
    pub date: String,
    pub round: String,
}

/// Two moves with which a game of a variant can begin, in PDN: `1. 11-15 23-19`.
pub(super) fn opening_of(variant: Variant) -> String {
    let mut game = Game::new(variant.start());
    let mut text = "1.".to_owned();
    for _ in 0..2 {
        let legal = game.position().moves();
        let Some(mv) = legal.get(legal.len() / 2) else { break };
        text += &format!(" {}", PdnMove::from(&SpelledMove::new(game.position(), mv)).text);
        let played = game.play(*mv);
        debug_assert_eq!(played, Ok(()));
    }
    text
}

/// Why a game cannot be opened, an action is not carried out, or the board is not served.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    #[error("{0} is not a player: expected 0 for a person, or a level from 1 to {max}", max = SkillLevel::MAX.number())]
    Seat(u8),
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error("{token:?} is not a move: expected squares joined by - or x, such as {example}")]
    NotAMove { token: String, example: String },
    /// There is no game in a PDN text; the variant is that of the example.
    #[error("no game found: expected PDN, such as {}", opening_of(*.0))]
    NoPdn(Variant),
    #[error("cannot read the PDN: {0}")]
    UnreadablePdn(std::io::Error),
    #[error("the game has {0} plies: at most {MOST_PLIES} can be loaded")]
    LongPdn(usize),
    /// The game is too large to be kept; the number is that of its bytes where it would be kept.
    #[error(
        "the game is too large to be kept: {} KiB, expected fewer than {}",
        bytes.div_ceil(1024), MOST_BYTES_LOADED >> 10
    )]
    Large { bytes: usize },
    #[error("the games have more than {} MiB together: delete some, or save them one by one", most >> 20)]
    LargePdn { most: usize },
    #[error(transparent)]
    Pdn(#[from] PdnError),
    #[error("{fault} (the moves fit {fits}: change the tags)")]
    OtherGame {
        /// What is wrong with it by its tags.
        fault: PdnError,
        fits: Variant,
    },
    #[error(
        "{text:?} is not an opening of {variant}: expected plies:1 to plies:{}{}", MOST_PLIES_DRAWN,
        if *variant == Variant::ENGLISH { ", ballot, or ballot:1 to ballot:174" } else { "" }
    )]
    Opening { text: String, variant: Variant },
    #[error(transparent)]
    Engine(#[from] StartError),
    #[error(transparent)]
    Setting(#[from] BadValue),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// There is no problem in a PDN text, or none of the variant in the program.
    #[error("no problem found: expected PDN with the tag FEN in its games")]
    NoProblem,
    #[error("no win was proven in this position: expected a problem that the side to move wins")]
    NotProven,
    #[error("there is no game {0} any more")]
    NoGame(u64),
    /// The game cannot be kept on the disk, or not be opened from it.
    #[error("{0}")]
    Store(String),
    #[error("{MOST_ROOMS} games are open: close a tab, and try again in a minute")]
    Full,
    #[error("the game is over")]
    Over,
    /// A person tries to move for the engine.
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("the game has gone on: it has {plies} moves now")]
    Stale { plies: usize },
    #[error("moves can be tried out once the game is over")]
    NoTrials,
    #[error("the move played here was not reviewed")]
    NotReviewed,
    #[error("there is no move to take back")]
    NothingToTakeBack,
    #[error("the engine plays both sides")]
    NobodyPlays,
    #[error("the game has no such line")]
    NoLine,
    #[error("these moves are no variation")]
    NoVariation,
    #[error("a game of {MOST_PLIES} plies cannot be continued here")]
    TooLong,
    #[error("cannot serve the board: {0}")]
    Serve(#[from] std::io::Error),
}
