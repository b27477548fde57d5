//! PDN 3.0 (Portable Draughts Notation): games as text, many to a file.
//!
//! Reading has two steps. A [`Reader`] reads games one by one from a stream of any length; it uses the grammar, and the
//! rules only where a text can mean two things. [`PdnGame::replay`] then plays the moves by the rules of a variant, and
//! names the first fault that either step found with its game, its line, the token and what was expected ([`PdnError`]).
//!
//! Nothing that was read is lost: a game is a tree of its moves with all that stands among them ([`Note`]), and what is
//! written differs from what was read in blanks and line ends only; but a parenthesis after the result that nothing
//! closes becomes a comment, and so does a paragraph or a marked note beside the moves, and marks of HTML and of forums,
//! such as `<td>` and `[quote]`, are left out. A game with a fault is kept up to the fault; a comment says what is wrong,
//! and the rest follows as comments.
//!
//! Input: the PDN 3.0 reading grammar (pdn.fmjd.org, section PDN Grammars), which includes `-`, `x` and `:`, leading
//! zeros, blanks around separators, `1. ...`, NAGs, `!` and `?`, comments in `{}`, lines that start with `%`, and `/FEN
//! "..."/` before the first move; in addition, comments from `;` to the end of the line as in PGN, unless it parts the
//! moves of a line, and from a `%` or a `#` behind a blank if the game does not go on behind it, comments between `/*`
//! and `*/`, other dashes and crosses of Unicode in place of `-` and `x`, wide and small digits and letters, characters
//! without a width, other encodings than UTF-8, which are guessed for each game from its words, byte order marks, the
//! end mark of DOS (0x1A), captures in Hub form or with the captured squares in brackets, `28x(23)x19`, marks of
//! Markdown around a move, and remarks between slashes. Where the standard or existing files are ambiguous:
//!
//! - **Variations** in `()` may contain any text. Their moves are not checked.
//! - **Results.** `1-0` and `2-0` mean a win of the side that moves first *in the start position of the variant*: White
//!   in the international variants, Black in English and give-away. CheckerBoard and the published games of English
//!   checkers do this, and the standard speaks of the side that moves first. The meaning depends on the colour only,
//!   also in a game from a FEN where the other side moves first. Any text is accepted as a result in the tag;
//!   [`PdnResult::Other`] keeps it.
//! - **Tags** may have other quotation marks, none or one, `=` or `:` behind the name, or lack the bracket at the end, if
//!   it is plain what is meant. They are written as they were read. Without a mark, the name has to be a usual one.
//! - **The end of a game** is a result, a `*`, or the tags of the next game; after tags alone, an empty line and then
//!   `Event` or a tag that the game has already; after a FEN, another one, or the tag that the game begins with. The last
//!   words of a game are its result too, if they equal that in the tag or look like one: `12-8`, `1-0F`, `drawn`; a move
//!   that can be played remains a move. The result at the end of the moves overrides the one in the tag; `*` leaves it to
//!   the tag, and so do words behind a tag that is plain. Words are kept as they are; what they mean, `remise` or
//!   `White resigns`, and nothing where that is not known, is [`PdnGame::outcome`]. Games that were not read end with the
//!   result of their tag: PDN 3.0 requires `*`, but some readers use only this result (pydraughts 0.6.7).
//! - **Setups** after the first move: the game goes on from there ([`PdnGame::stretches`]). A position can stand in the
//!   text, as FEN or in words, in the tag `SetUp` or `Position`, or in a comment before the moves, if no less of these
//!   can be played from there; behind an empty line it begins the next game, unless the next number is the one that is
//!   due.
//! - **Words** alone before the tags of a game are a remark on it. Those without a comment's signs are kept where the
//!   game goes on behind them with a move whose number is due, or that needs none; so are times, as `12:01` and `5s`. A
//!   paragraph behind an empty line that tells of other moves than the next ones becomes a comment. A move that is none,
//!   as `--`, is a fault if others follow it.
//!   Behind a result, words with all that is among them belong to the game, or, behind an empty line, to the next one if
//!   there is one: with tags, with a position, or with its first number and a move. A number or a move that words follow
//!   is of their sentence, unless another move goes on behind it.
//! - **Headings.** Above the moves of a game from the start, the result that they end with counts where neither a tag
//!   nor the end of the moves has one. Names of players are White and Black, also in [`Tags`], if labels say so, or if
//!   nothing but the names stands on both sides of a dash, of a result, or of a word as `against`, and White moves first.
//!   They are written in the heading alone.
//! - **Columns.** Moves get the order of their numbers if more of a game can be played so.
//! - **An opened `{` or `(`** ends at the latest at a line that begins like a tag, `[Name "`, so that a missing brace
//!   loses one game and not the rest of the file.
//! - **Variants.** Without a tag for it, a game is guessed ([`Guesser`](super::Guesser)); the `Event` and the `Site`
//!   decide between those that fit. The `Variant` tag overrides `GameType`, if it names a variant in which the moves are legal. GameType has no code for give-away
//!   checkers: the writer uses 21, as for English, and `[Variant "giveaway"]`. 98 for losing draughts is lidraughts'
//!   code.
//! - **Who begins.** Squares keep their numbers, and the men on the high ones are White's, whoever moves first. Some
//!   programs have White begin games of English checkers; then `1-0` is White's win. Where the GameType says that Black
//!   begins, the numbers of such a game count from the other end. [`PdnGame::oddities`] says so.
//! - **Numbers of moves** can have words beside them, `Zet 1` or `1. wit:`. They are kept as they were read; new moves
//!   get theirs by the same count.
//! - **Line ends** in tags and comments are written as blanks, and `}` in a new comment as `)`.

mod game;
mod heading;
mod lexer;
mod markup;
mod meant;
mod null;
mod numbering;
mod oddity;
mod reader;
mod reading;
mod remark;
mod result;
mod tags;
mod tree;
mod verdict;
mod words;
mod writer;

pub(super) use game::Fit;
pub use game::{PdnGame, Replay, Stretch};
pub use numbering::pdn_coordinates;
pub use oddity::Oddity;
pub use reader::Reader;
pub use remark::Remark;
pub use result::PdnResult;
pub(super) use tags::game_number;
pub use tags::{Tags, game_type, hinted};
pub use tree::{Note, PdnMove, Variation, with_pdn_numbers};

use super::NotationError;
use crate::rules::Variant;

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {fault}")]
pub struct PdnError {
    /// The number of the game in its stream, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: PdnFault,
}

impl PdnError {
    /// Whether the fault can come from squares that are counted from another corner.
    fn is_misread(&self) -> bool {
        match &self.fault {
            PdnFault::Move { ply: 1, fault } => !matches!(fault, NotationError::AmbiguousMove { .. }),
            PdnFault::Fen { .. } => true,
            _ => false,
        }
    }

    /// The number of moves before the fault, where it is one of the moves.
    pub fn plies(&self) -> usize {
        match self.fault {
            PdnFault::Move { ply, .. } => ply.saturating_sub(1),
            PdnFault::LateSetup { ply, .. } => ply,
            _ => 0,
        }
    }
}

/// A fault in a game. Long tokens are truncated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// A tag is malformed.
    #[error("{0:?} is not a tag: expected [Name \"value\"]")]
    Tag(String),
    /// Something was opened and not closed.
    #[error("{opening:?} is not closed: expected {closing:?}")]
    Unclosed {
        /// How it begins.
        opening: char,
        /// How it should end.
        closing: char,
    },
    /// A variation ends that did not begin.
    #[error("\")\" without \"(\": expected a move or a result")]
    StrayClosing,
    /// Variations are nested too deeply.
    #[error("variations within variations, more than {0} deep: expected fewer")]
    TooDeep(usize),
    /// A setup does not contain a FEN.
    #[error("{0:?} is not a setup: expected /FEN \"...\"/")]
    Setup(String),
    /// A setup comes after a move.
    #[error("setup {fen:?} after the first move: expected a move")]
    LateSetup {
        /// The moves before it.
        ply: usize,
        /// Its FEN.
        fen: String,
    },
    /// A token that cannot stand among moves.
    #[error("{0:?} is not part of a game: expected a move, a comment, a result or a tag")]
    Word(String),
    /// The GameType is unknown.
    #[error("unknown GameType {0:?}: expected a number that PDN gives to a game: {numbers}", numbers = tags::numbers())]
    GameType(String),
    /// The tag Variant is unknown.
    #[error("unknown Variant {0:?}: expected {names}", names = Variant::names())]
    Variant(String),
    /// The start position cannot be read.
    #[error("FEN {token:?}: {fault}")]
    Fen {
        /// The FEN.
        token: String,
        /// What is wrong with it.
        fault: NotationError,
    },
    /// A move cannot be played.
    #[error("ply {ply}: {fault}")]
    Move {
        /// The half-move, from 1.
        ply: usize,
        /// What is wrong with it.
        fault: NotationError,
    },
}
