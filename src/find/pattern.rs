//! Pieces that must stand, and squares that must be empty.

use crownhead_rules::notation::{NotationError, fen, parse_square};
use crownhead_rules::text::{clipped, quoted};
use crownhead_rules::{AnyPosition, Bitboard, Fault, Side, Square, Variant};

/// What must stand on some of the squares of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The side to move, if it matters.
    side: Option<Side>,
    /// White's pieces, then Black's.
    armies: [Pieces; 2],
    empty: Bitboard,
}

/// The squares of a side's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pieces {
    men: Bitboard,
    kings: Bitboard,
    either: Bitboard,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("{0:?} is not part of a pattern: expected W or B and their pieces, or E and empty squares")]
    Section(String),
    #[error("two lists of {0} in a pattern: expected one")]
    Twice(char),
    #[error("\"{0}\" is a pattern without a square: expected pieces, such as W27,28:B18:E22,23")]
    Nothing(String),
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl Pattern {
    /// The pattern that a FEN alone has: all its pieces, and the other squares empty. If `?` stands for the side to move,
    /// either may have the move.
    pub fn parse_fen(variant: Variant, text: &str) -> Result<Pattern, NotationError> {
        let position = fen::parse(variant, text)?;
        let is_open = text.split(':').next().is_some_and(|prefix| prefix.contains('?'));
        let pieces = |side| Pieces { men: position.men(side), kings: position.kings(side), either: Bitboard::EMPTY };
        Ok(Pattern {
            side: Some(position.side()).filter(|_| !is_open),
            armies: Side::ALL.map(pieces),
            empty: position.empty(),
        })
    }

    /// Parses a pattern: sections as in a FEN, each of which can be left out. `W` or `B` alone in front is the side to move;
    /// then come `W` and `B` with their pieces (`27` is a man, `K27` a king, `?27` either) and `E` with empty squares. What
    /// is not named may be anything.
    pub fn parse(variant: Variant, text: &str) -> Result<Pattern, PatternError> {
        let sections: Vec<&str> = text.split(':').map(str::trim).collect();
        let (side, sections) = match sections.split_first() {
            Some((&("W" | "w"), rest)) => (Some(Side::White), rest),
            Some((&("B" | "b"), rest)) => (Some(Side::Black), rest),
            Some((&"?", rest)) => (None, rest),
            _ => (None, &sections[..]),
        };
        let mut pattern = Pattern { side, ..Pattern::default() };
        let mut seen = Vec::new();
        let mut taken = Bitboard::EMPTY;
        for section in sections {
            let letter = section.chars().next().map(|letter| letter.to_ascii_uppercase());
            let owner = match letter {
                Some('W') => Some(Side::White),
                Some('B') => Some(Side::Black),
                Some('E') => None,
                _ => return Err(PatternError::Section(clipped(section, 40))),
            };
            if let Some(twice) = letter.filter(|letter| seen.contains(letter)) {
                return Err(PatternError::Twice(twice));
            }
            seen.extend(letter);
            pattern.read(variant, owner, &section[1..], &mut taken)?;
        }
        if taken.is_empty() { Err(PatternError::Nothing(quoted(text))) } else { Ok(pattern) }
    }

    /// Reads a list of squares, and of what stands there if they have an owner.
    fn read(
        &mut self,
        variant: Variant,
        owner: Option<Side>,
        list: &str,
        taken: &mut Bitboard,
    ) -> Result<(), PatternError> {
        for item in list.split(|c: char| c == ',' || c.is_whitespace()).filter(|item| !item.is_empty()) {
            let mark = item.chars().next().filter(|c| matches!(c, 'K' | 'k' | '?'));
            let squares = squares(variant, if mark.is_some() { &item[1..] } else { item })?;
            for square in squares {
                let bit = variant.board().bit(square);
                if taken.meets(bit) {
                    return Err(NotationError::SquareTwice { token: clipped(item, 40), square }.into());
                }
                *taken |= bit;
                *self.place(owner, mark) |= bit;
                let crowned = owner.filter(|_| mark.is_none());
                if let Some(side) = crowned.filter(|&side| variant.board().crownhead(side).meets(bit)) {
                    return Err(NotationError::Position(Fault::ManOnCrownhead { side, square }).into());
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, owner: Option<Side>, mark: Option<char>) -> &mut Bitboard {
        let Some(owner) = owner else { return &mut self.empty };
        let pieces = &mut self.armies[owner.index()];
        match mark {
            None => &mut pieces.men,
            Some('?') => &mut pieces.either,
            Some(_) => &mut pieces.kings,
        }
    }

    pub fn is_in(&self, position: &AnyPosition) -> bool {
        let has_pieces = |(side, wanted): (Side, &Pieces)| {
            wanted.men.is_subset(position.men(side))
                && wanted.kings.is_subset(position.kings(side))
                && wanted.either.is_subset(position.pieces(side))
        };
        self.side.is_none_or(|side| side == position.side())
            && !self.empty.meets(position.occupied())
            && Side::ALL.into_iter().zip(&self.armies).all(has_pieces)
    }
}

/// Reads a square, or a range of squares such as `31-35`.
fn squares(variant: Variant, token: &str) -> Result<impl Iterator<Item = Square> + use<>, NotationError> {
    let read = |token: &str| parse_square(variant, token.trim());
    let (first, last) = match token.split_once('-') {
        Some((first, last)) => (read(first)?, read(last)?),
        None => (read(token)?, read(token)?),
    };
    if last < first {
        return Err(NotationError::ReversedRange(clipped(token, 40)));
    }
    Ok((first.index()..=last.index()).map(Square::from_index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(variant: Variant, pattern: &str, position: &str) -> bool {
        let position = fen::parse(variant, position).expect("it is well formed");
        Pattern::parse(variant, pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")).is_in(&position)
    }

    #[test]
    fn only_what_is_named_must_be_there() {
        let position = "W:W27,28,K32,38:B16,18,K4";
        for (pattern, expected) in [
            ("W27", true),
            ("W27,28:B16,18", true),
            ("w27 28:b18", true),
            ("W:W27", true),
            ("B:W27", false),
            ("?:W27", true),
            ("WK27", false),
            ("WK32", true),
            ("W32", false),
            ("W?32,?27", true),
            ("B?27", false),
            ("W27:E22,23", true),
            ("E22,28", false),
            ("E19-24", true),
            ("E16-24", false),
            ("W27-28", true),
            ("W27-29", false),
            (position, true),
        ] {
            assert_eq!(is_in(Variant::INTERNATIONAL, pattern, position), expected, "{pattern}");
        }
        assert!(is_in(Variant::RUSSIAN, "Wc3:Bb6:Ed4", "W:Wc3,e3:Bb6,h8"));
        assert!(!is_in(Variant::RUSSIAN, "Wc3:Bb6:Ee3", "W:Wc3,e3:Bb6,h8"));
    }

    #[test]
    fn what_is_no_pattern_is_named() {
        for (pattern, error) in [
            ("", "\"\" is not part of a pattern: expected W or B"),
            ("W", "\"W\" is a pattern without a square"),
            ("27,28", "\"27,28\" is not part of a pattern"),
            ("W27:W28", "two lists of W in a pattern"),
            ("W27:B27", "square 27 is listed twice, again in \"27\""),
            ("W51", "square 51 is not on the board: expected 1 to 50"),
            ("Wx", "\"x\" is not a square"),
            ("WK", "\"\" is not a square"),
            ("W28-27", "the range 28-27 runs backward"),
            ("W3", "a man of White on square 3, where it would be a king"),
            ("W27:É4", "\"É4\" is not part of a pattern"),
        ] {
            let found = Pattern::parse(Variant::INTERNATIONAL, pattern).expect_err(pattern).to_string();
            assert!(found.contains(error), "{pattern}: {found}");
        }
    }

    #[test]
    fn a_fen_leaves_nothing_open_but_the_side_to_move() {
        let position = fen::parse(Variant::ENGLISH, "B:W18,24:B1,K15").expect("it is well formed");
        for (text, expected) in [
            ("B:W18,24:B1,K15", true),
            ("W:W18,24:B1,K15", false),
            ("?:W18,24:B1,K15", true),
            ("[FEN \"?:W18,24:B1,K15\"]", true),
            ("B:W18:B1,K15", false),
            ("B:W18,24:BK1,K15", false),
        ] {
            let pattern = Pattern::parse_fen(Variant::ENGLISH, text).expect("it is well formed");
            assert_eq!(pattern.is_in(&position), expected, "{text}");
        }
    }
}
