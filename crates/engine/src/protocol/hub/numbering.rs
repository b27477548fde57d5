//! The numbering of the squares in position strings and moves.
//!
//! There is only one, except in two kinds of games (pydraughts 0.6.7, draughts/engines/hub.py). In those that Black
//! begins, pydraughts numbers the squares of the string from the other end of the board, with the colours swapped, so
//! that White begins, but numbers moves as in PDN. In those that PDN writes with letters, it numbers the squares of
//! moves, but not of the string, from a1.

use std::borrow::Cow;

use crate::config::Coordinates;
use crownhead_rules::notation::{SpelledMove, hub};
use crownhead_rules::{Corner, MoveNotation, Side, Square, Variant};

/// The numbering detected from the start positions of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    /// The same numbering as in moves.
    #[default]
    Native,
    /// Positions numbered from the other end.
    Turned,
    /// Moves numbered from a1.
    FromA1,
}

impl Numbering {
    /// The position string in native numbering.
    ///
    /// With [`Coordinates::Auto`], a start position shows the numbering of the client. Any other string is read with
    /// the numbering detected last, native at first.
    pub(super) fn read<'a>(&mut self, coordinates: Coordinates, variant: Variant, text: &'a str) -> Cow<'a, str> {
        if variant.articles().first != Side::Black {
            return Cow::Borrowed(text);
        }
        // The pieces of the start position look the same from both ends, so only the side to move differs.
        let start = hub::write(&variant.start());
        if text == start {
            *self = Numbering::Native;
        } else if text == turn(&start) {
            *self = Numbering::Turned;
        }
        let is_turned = match coordinates {
            Coordinates::Native => false,
            Coordinates::Pydraughts => true,
            Coordinates::Auto => *self == Numbering::Turned,
        };
        if is_turned && text.len() == start.len() { Cow::Owned(turn(text)) } else { Cow::Borrowed(text) }
    }

    /// The moves that follow a position, in native numbering.
    ///
    /// With [`Coordinates::Auto`], the first move from the start position shows the numbering: White's men stand on high
    /// numbers, or count from a1.
    pub(super) fn read_moves<'a>(
        &mut self,
        coordinates: Coordinates,
        variant: Variant,
        position: &str,
        moves: &'a [String],
    ) -> Cow<'a, [String]> {
        if !has_letters(variant) {
            return Cow::Borrowed(moves);
        }
        if let Some(first) = moves.first().filter(|_| position == hub::write(&variant.start())) {
            let from = first.split(|c: char| !c.is_ascii_digit()).next().and_then(|number| number.parse().ok());
            let is_low = from.is_some_and(|number: usize| number <= variant.board().size / 2);
            *self = if is_low { Numbering::FromA1 } else { Numbering::Native };
        }
        if self.is_from_a1(coordinates) {
            moves.iter().map(|mv| count_from_a1(variant, mv)).collect()
        } else {
            Cow::Borrowed(moves)
        }
    }

    /// A move as the client numbers it.
    pub(super) fn write(self, coordinates: Coordinates, mv: &SpelledMove) -> String {
        let variant = mv.variant();
        if has_letters(variant) && self.is_from_a1(coordinates) {
            mv.clone().map_squares(|square| from_a1(variant, square)).hub()
        } else {
            mv.hub()
        }
    }

    fn is_from_a1(self, coordinates: Coordinates) -> bool {
        match coordinates {
            Coordinates::Native => false,
            Coordinates::Pydraughts => true,
            Coordinates::Auto => self == Numbering::FromA1,
        }
    }
}

fn has_letters(variant: Variant) -> bool {
    variant.articles().notation != MoveNotation::Numbers
}

fn from_a1(variant: Variant, square: Square) -> Square {
    variant.board().read_from(Corner::LowerLeft, square)
}

/// The text of a move with other numbers: from a1, or the other way round. What is no number of a square is kept.
fn count_from_a1(variant: Variant, text: &str) -> String {
    if text.bytes().any(|byte| matches!(byte, b'a'..=b'h')) {
        return text.to_owned();
    }
    let renumbered = |number: &str| {
        let square = number.parse().ok().and_then(|number| Square::from_number(number, variant.board().size));
        square.map_or_else(|| number.to_owned(), |square| from_a1(variant, square).to_string())
    };
    let parts = text.split_inclusive(|c: char| !c.is_ascii_digit());
    let parts = parts.map(|part| {
        let number = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        renumbered(number) + &part[number.len()..]
    });
    parts.collect()
}

/// The side to move, then the squares in reverse order, with all colours swapped.
fn turn(text: &str) -> String {
    let mut letters = text.chars().map(swap);
    let side = letters.next();
    side.into_iter().chain(letters.rev()).collect()
}

const fn swap(letter: char) -> char {
    match letter {
        'W' => 'B',
        'B' => 'W',
        'w' => 'b',
        'b' => 'w',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NATIVE_START: &str = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    const TURNED_START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    /// `B:W21,22,K30:B1,2,K5`, as pydraughts sends it and as it is meant.
    const TURNED: &str = "WeeBeeeeeeebbeeeeeeeeeeeeeeeWeeww";
    const NATIVE: &str = "BbbeeBeeeeeeeeeeeeeeewweeeeeeeWee";

    #[test]
    fn one_numbering_all_the_time() {
        let mut numbering = Numbering::default();
        for text in [NATIVE_START, TURNED_START, TURNED] {
            assert_eq!(numbering.read(Coordinates::Native, Variant::ENGLISH, text), text);
        }
        let mut read = |text| numbering.read(Coordinates::Pydraughts, Variant::ENGLISH, text).into_owned();
        assert_eq!(read(TURNED_START), NATIVE_START);
        assert_eq!(read(TURNED), NATIVE);
        assert_eq!(read("Wé"), "Wé");
    }

    #[test]
    fn start_positions_show_the_numbering() {
        let mut numbering = Numbering::default();
        let mut read = |text| numbering.read(Coordinates::Auto, Variant::GIVEAWAY, text).into_owned();
        assert_eq!(read(NATIVE), NATIVE);
        assert_eq!(read(TURNED_START), NATIVE_START);
        assert_eq!(read(TURNED), NATIVE);
        assert_eq!(read(NATIVE_START), NATIVE_START);
        assert_eq!(read(NATIVE), NATIVE);
        assert_eq!(read(TURNED_START), NATIVE_START);
        numbering = Numbering::Native;
        assert_eq!(numbering.read(Coordinates::Auto, Variant::GIVEAWAY, NATIVE), NATIVE);
    }

    #[test]
    fn moves_with_letters_in_pdn_may_count_from_a1() {
        let start = hub::write(&Variant::RUSSIAN.start());
        let mut numbering = Numbering::default();
        let mut read = |coordinates, position: &str, moves: &[&str]| {
            let moves: Vec<_> = moves.iter().map(|&mv| mv.to_owned()).collect();
            numbering.read_moves(coordinates, Variant::RUSSIAN, position, &moves).join(" ")
        };
        // a3-b4, then h6-g5; the first move shows how it is meant, and other positions have none.
        assert_eq!(read(Coordinates::Auto, &start, &["9-13", "24-20"]), "21-17 12-16");
        assert_eq!(read(Coordinates::Auto, "W", &["9-13"]), "21-17");
        assert_eq!(read(Coordinates::Auto, &start, &["21-17", "12-16"]), "21-17 12-16");
        assert_eq!(read(Coordinates::Auto, "W", &["21-17", "x", "99x1"]), "21-17 x 99x1");
        assert_eq!(read(Coordinates::Native, "W", &["9-13"]), "9-13");
        assert_eq!(read(Coordinates::Pydraughts, "W", &["1x10x5", "33-x", "a3-b4"]), "29x22x25 33-x a3-b4");
        let moves = ["9-13".to_owned()];
        assert_eq!(numbering.read_moves(Coordinates::Pydraughts, Variant::FRISIAN, "W", &moves), &moves[..]);
    }

    #[test]
    fn games_that_white_begins_have_one_numbering() {
        let mut numbering = Numbering::Turned;
        let international = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        for text in [international, TURNED_START, "", "W", "é"] {
            for coordinates in [Coordinates::Auto, Coordinates::Pydraughts] {
                assert_eq!(numbering.read(coordinates, Variant::INTERNATIONAL, text), text);
            }
        }
    }
}
