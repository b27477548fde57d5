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
        let Some(starts) = Starts::of(variant) else { return Cow::Borrowed(text) };
        if text == starts.native {
            *self = Numbering::Native;
        } else if text == starts.turned {
            *self = Numbering::Turned;
        }
        let is_turned = match coordinates {
            Coordinates::Native => false,
            Coordinates::Pydraughts => true,
            Coordinates::Auto => *self == Numbering::Turned,
        };
        if is_turned && text.len() == starts.native.len() { turn(text) } else { Cow::Borrowed(text) }
    }

    /// Notes a start position without a position string: only native clients send that.
    pub(super) fn start(&mut self) {
        *self = Numbering::Native;
    }
}

/// The start position of a game in both numberings. Its pieces look the same from either end, so only the side to
/// move differs.
struct Starts {
    native: String,
    turned: String,
}

impl Starts {
    /// Those of a variant, if clients number its squares in two ways.
    fn of(variant: Variant) -> Option<Starts> {
        let native = hub::write(&variant.start());
        let turned = turn(&native).into_owned();
        (variant.articles().first == Side::Black).then_some(Starts { native, turned })
    }
}

/// The side to move, then the squares in reverse order, with all colours swapped.
fn turn(text: &str) -> Cow<'_, str> {
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
        numbering.start();
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
