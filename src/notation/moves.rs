//! Parses moves and matches them with the legal moves of a position.

use super::{NotationError, SpelledMove, clipped, route, square};
use crate::rules::{AnyPosition, Bitboard, Geometry, Move, Square};

/// Parses a move of `position`: in short PDN, in PDN with all or part of its path, or in Hub form with the captured
/// squares in any order. Squares are joined by `-`, `x`, `X` or `:` and can have leading zeros.
///
/// # Errors
/// [`NotationError::NotAMove`] and those of its squares; [`NotationError::IllegalMove`];
/// [`NotationError::AmbiguousMove`] if it matches more than one legal move.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    MoveText::parse(position.board(), text)?.resolve(position)
}

/// The squares of a move, not yet matched with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    text: String,
    /// At least two.
    squares: Vec<Square>,
}

impl MoveText {
    /// Parses the square numbers of a move.
    ///
    /// # Errors
    /// [`NotationError::NotAMove`] if the text is not of this form, [`NotationError::OffBoard`] if the board lacks
    /// a square.
    pub fn parse(board: &Geometry, text: &str) -> Result<MoveText, NotationError> {
        let text = text.trim();
        let numbers: Vec<_> = text.split(['-', 'x', 'X', ':']).collect();
        let is_number = |token: &&str| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
        if numbers.len() < 2 || !numbers.iter().all(is_number) {
            return Err(NotationError::NotAMove { token: clipped(text) });
        }
        let squares = numbers.into_iter().map(|token| square(board, token)).collect::<Result<_, _>>()?;
        Ok(MoveText { text: clipped(text), squares })
    }

    /// The same move on a board with another numbering. Errors still show the original text.
    #[must_use]
    pub fn map_squares(mut self, map: impl Fn(Square) -> Square) -> MoveText {
        for square in &mut self.squares {
            *square = map(*square);
        }
        self
    }

    /// The matching legal move of `position`.
    ///
    /// No text matches one move as a path and another as a list of captures: the last number is an empty square, or the
    /// moving piece's square, in a path, and an opponent's square in a list of captures.
    ///
    /// # Errors
    /// [`NotationError::IllegalMove`] or [`NotationError::AmbiguousMove`].
    pub fn resolve(&self, position: &AnyPosition) -> Result<Move, NotationError> {
        let legal = position.moves();
        let mut meant = self.by_captures(position.board(), &legal);
        if meant.is_empty() {
            meant = self.by_path(position, &legal);
        }
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(NotationError::IllegalMove { token: self.text.clone() }),
            candidates => {
                let spell = |mv| SpelledMove::among(position, &legal, mv);
                let candidates = candidates.iter().map(spell).collect();
                Err(NotationError::AmbiguousMove { token: self.text.clone(), candidates })
            }
        }
    }

    /// The moves that match as a path: the ends and squares touched between them.
    fn by_path(&self, position: &AnyPosition, legal: &[Move]) -> Vec<Move> {
        let [from, via @ .., to] = self.squares.as_slice() else { return Vec::new() };
        let passes = |mv: &&Move| (mv.from, mv.to) == (*from, *to) && route::find(position, mv, via).is_some();
        let matching: Vec<_> = legal.iter().filter(passes).copied().collect();
        // A complete path does not match a longer one.
        let is_whole = |mv: &&Move| mv.captured.len() as usize == via.len() + 1;
        match matching.iter().find(is_whole) {
            Some(whole) => vec![*whole],
            None => matching,
        }
    }

    /// The moves that match as ends and captured squares: two where one of them crowns.
    fn by_captures(&self, board: &Geometry, legal: &[Move]) -> Vec<Move> {
        let [from, to, squares @ ..] = self.squares.as_slice() else { return Vec::new() };
        let captured = squares.iter().fold(Bitboard::EMPTY, |set, &square| set | board.bit(square));
        if captured.len() as usize != squares.len() {
            return Vec::new();
        }
        let is_meant = |mv: &&Move| (mv.from, mv.to, mv.captured) == (*from, *to, captured);
        legal.iter().filter(is_meant).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    /// The move that a text matches in a position, in Hub form, or the error.
    fn meaning(variant: Variant, position: &str, text: &str) -> Result<String, String> {
        let position = fen::parse(variant, position).expect("the FEN is well formed");
        parse_move(&position, text).map(|mv| SpelledMove::new(&position, &mv).hub()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_move_has_many_spellings() {
        for text in ["32-28", " 32-28 ", "32x28", "32:28", "032-0028"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text).as_deref(), Ok("32-28"), "{text}");
        }
        let two = "W:W28:B23,14";
        for text in ["28x10", "28X10", "28-10", "28x19x10", "28:19:10", "28x10x14x23", "28x10x23x14"] {
            assert_eq!(meaning(Variant::INTERNATIONAL, two, text).as_deref(), Ok("28x10x14x23"), "{text}");
        }
    }

    #[test]
    fn part_of_a_path_is_enough_if_it_picks_one_move() {
        let ring = "W:W30:B25,26,17,18";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x21x14").as_deref(), Ok("30x14x17x25"));
        let ambiguous = "30x14 is ambiguous: expected 30x21x14 or 30x23x14";
        assert_eq!(meaning(Variant::ENGLISH, ring, "30x14"), Err(ambiguous.to_owned()));
        let longer = "W:W30:B10,25,26,17,18";
        for text in ["30x21x7", "30x21x14x7", "30x7x10x25x17"] {
            assert_eq!(meaning(Variant::ENGLISH, longer, text).as_deref(), Ok("30x7x10x17x25"), "{text}");
        }
        let ambiguous = "30x14x7 is ambiguous: expected 30x21x14x7 or 30x23x14x7";
        assert_eq!(meaning(Variant::ENGLISH, longer, "30x14x7"), Err(ambiguous.to_owned()));
    }

    #[test]
    fn a_whole_path_is_not_part_of_a_longer_one() {
        // From 18 over 22 to 25: at once, or after a round over 14, 6, 7 and 15.
        let position = "B:BK18:W6,7,14,15,22";
        assert_eq!(meaning(Variant::ENGLISH, position, "18x25").as_deref(), Ok("18x25x22"));
        for text in ["18x9x2x11x18x25", "18x11x2x9x18x25", "18x9x25", "18x18x25", "18x25x22x15x14x7x6"] {
            assert_eq!(meaning(Variant::ENGLISH, position, text).as_deref(), Ok("18x25x6x7x14x15x22"), "{text}");
        }
    }

    #[test]
    fn what_is_no_legal_move_is_named() {
        for (text, error) in [
            ("", "\"\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32", "\"32\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32--28", "\"32--28\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32 28", "\"32 28\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("a3-b4", "\"a3-b4\" is not a move: expected square numbers joined by - or x, such as 32-28"),
            ("32-51", "square 51 is not on the board: expected 1 to 50"),
            ("32-0", "square 0 is not on the board: expected 1 to 50"),
            ("32-23", "32-23 is not a legal move"),
            ("32-28-23", "32-28-23 is not a legal move"),
        ] {
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W32:B1", text), Err(error.to_owned()), "{text}");
        }
        for text in ["28x10x14", "28x10x14x14", "28x10x14x23x23", "28x20x10", "28x19"] {
            let error = Err(format!("{text} is not a legal move"));
            assert_eq!(meaning(Variant::INTERNATIONAL, "W:W28:B23,14", text), error, "{text}");
        }
    }
}
