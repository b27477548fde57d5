//! The numbering of the squares in position strings.
//!
//! There is only one, except in the games that Black begins: pydraughts numbers the squares of the string from the
//! other end of the board, with the colours swapped, so that White begins, but numbers moves as in PDN (pydraughts
//! 0.6.7, draughts/engines/hub.py).

use std::borrow::Cow;

use crate::config::Coordinates;
use crate::notation::hub;
use crate::rules::{Side, Variant};

/// The numbering detected from the start positions of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    /// The same numbering as in moves.
    #[default]
    Native,
    /// Numbered from the other end.
    Turned,
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
