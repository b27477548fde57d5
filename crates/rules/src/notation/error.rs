//! Errors in notation.

use super::{Coordinates, SpelledMove};
use crate::rules::{AnyPosition, Fault, Side, Square};

/// Why a text is not a valid position or move. Each error names the offending token, truncated if it is long, and what
/// was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A position does not begin with the side to move.
    #[error("{0:?} is not a side to move: expected W or B")]
    SideToMove(String),
    /// A section of a FEN does not begin with a side.
    #[error("{0:?} is not a list of pieces: expected W or B, then squares")]
    Section(String),
    /// A FEN has no section for a side.
    #[error("no list of {0}'s pieces: expected :{letter} and their squares, or :{letter} alone if there are none",
        letter = .0.letter())]
    MissingSection(Side),
    /// A FEN lists the pieces of a side twice.
    #[error("two lists of {side}'s pieces, the second in {token:?}: expected one")]
    SectionTwice {
        /// The list that comes again.
        token: String,
        /// The side.
        side: Side,
    },
    /// A token is not a square.
    #[error("{0:?} is not a square: expected one such as 32 or c3")]
    Number(String),
    /// The board has no square of this number.
    #[error("square {token} is not on the board: expected {}", squares_of(token, *squares))]
    OffBoard {
        /// The number as given.
        token: String,
        /// The number of squares on the board.
        squares: usize,
    },
    /// A range of squares ends before it begins.
    #[error("the range {0} runs backward: expected the lower square first")]
    ReversedRange(String),
    /// A square is listed twice.
    #[error("square {square} is listed twice, again in {token:?}")]
    SquareTwice {
        /// The square or range that lists it again.
        token: String,
        /// The square.
        square: Square,
    },
    /// A Hub position string is too short or too long.
    #[error("a position string of {found} characters: expected {expected}, the side to move and every square")]
    Length {
        /// Its length.
        found: usize,
        /// The length for this board.
        expected: usize,
    },
    /// A Hub position string contains an invalid character.
    #[error("{found:?} on square {square}: expected w, b, W, B or e")]
    Piece {
        /// The character.
        found: char,
        /// Its square.
        square: Square,
    },
    /// The text is well formed, but the position is invalid.
    #[error(transparent)]
    Position(#[from] Fault),
    /// The text is not a move in any form.
    #[error("{token:?} is not a move: expected squares joined by - or x, such as 32-28 or c3-d4")]
    NotAMove {
        /// The text.
        token: String,
    },
    /// No legal move matches.
    #[error("{token} is not a legal move of {} in {}{}", position.side(), position.variant(), expected(close))]
    IllegalMove {
        /// The text.
        token: String,
        /// The position, in a box that keeps results small.
        position: Box<AnyPosition>,
        /// The legal moves that are close to the text, where they are few: those that begin on its first square, or else
        /// end on its last one, or else all of the position.
        close: Box<[SpelledMove]>,
    },
    /// Several legal moves match.
    #[error("{token} is ambiguous: expected {}", listed(candidates))]
    AmbiguousMove {
        /// The text.
        token: String,
        /// The matching moves.
        candidates: Vec<SpelledMove>,
    },
}

impl NotationError {
    /// The error for a text that names no legal move of a position.
    pub fn illegal_move(position: &AnyPosition, token: impl Into<String>) -> NotationError {
        NotationError::IllegalMove { token: token.into(), position: Box::new(*position), close: Box::default() }
    }

    /// The same error with the squares of moves as these coordinates name them.
    pub(super) fn named_by(mut self, coordinates: Coordinates) -> NotationError {
        use NotationError::{AmbiguousMove, IllegalMove};
        let moves = match &mut self {
            IllegalMove { close, .. } => &mut close[..],
            AmbiguousMove { candidates, .. } => &mut candidates[..],
            _ => &mut [],
        };
        for mv in moves {
            let variant = mv.variant();
            *mv = mv.clone().map_squares(|square| coordinates.namesake(variant, square));
        }
        self
    }

    /// Whether the text could be right in another variant: what is no square, move or list of pieces in any is not.
    pub const fn may_fit_another_variant(&self) -> bool {
        use NotationError::{AmbiguousMove, IllegalMove, Length, OffBoard, Position};
        matches!(self, OffBoard { .. } | Length { .. } | Position(_) | IllegalMove { .. } | AmbiguousMove { .. })
    }

    /// The same error with another spelling of the text that it names.
    pub(super) fn map_token(mut self, map: impl FnOnce(&str) -> String) -> NotationError {
        use NotationError::{Number, OffBoard, ReversedRange, Section, SectionTwice, SideToMove, SquareTwice};
        if let SideToMove(token)
        | Section(token)
        | Number(token)
        | ReversedRange(token)
        | OffBoard { token, .. }
        | SectionTwice { token, .. }
        | SquareTwice { token, .. } = &mut self
        {
            *token = map(token);
        }
        self
    }
}

/// The squares of a board in the notation of a token.
fn squares_of(token: &str, squares: usize) -> String {
    let last = match squares {
        _ if !token.starts_with(char::is_alphabetic) => return format!("1 to {squares}"),
        50 => "j10",
        72 => "l12",
        _ => "h8",
    };
    format!("one that pieces stand on, from a1 to {last}")
}

fn listed(candidates: &[SpelledMove]) -> String {
    let paths: Vec<_> = candidates.iter().map(SpelledMove::full_path).collect();
    paths.join(" or ")
}

fn expected(close: &[SpelledMove]) -> String {
    let moves: Vec<_> = close.iter().map(SpelledMove::pdn).collect();
    match moves.split_last() {
        None => String::new(),
        Some((only, [])) => format!(": expected {only}"),
        Some((last, others)) => format!(": expected {} or {last}", others.join(", ")),
    }
}

/// A token for an error, truncated to 40 characters.
pub(super) fn clipped(token: &str) -> String {
    crate::text::clipped(token, 40)
}
