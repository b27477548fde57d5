//! The numbering of the squares in position strings.
//!
//! On 10x10 there is only one. On 8x8 pydraughts numbers the squares of the string from the other end of the board,
//! with the colours swapped, but numbers moves as in PDN (pydraughts 0.6.7, draughts/engines/hub.py).

use std::borrow::Cow;

use crate::config::Coordinates;

/// The squares of the 8x8 start position. It looks the same from either end, so only the side to move shows the
/// numbering: Black moves first.
const START_8X8: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

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
    /// With [`Coordinates::Auto`], an 8x8 start position shows the numbering of the client. Any other string is read
    /// with the numbering detected last, native at first.
    pub(super) fn read<'a>(&mut self, coordinates: Coordinates, text: &'a str) -> Cow<'a, str> {
        match text.strip_suffix(START_8X8) {
            Some("W") => *self = Numbering::Turned,
            Some("B") => *self = Numbering::Native,
            _ => (),
        }
        let is_turned = match coordinates {
            Coordinates::Native => false,
            Coordinates::Pydraughts => true,
            Coordinates::Auto => *self == Numbering::Turned,
        };
        if is_turned && text.len() == 1 + START_8X8.len() { turn(text) } else { Cow::Borrowed(text) }
    }

    /// Notes a start position without a position string: only native clients send that.
    pub(super) fn start(&mut self) {
        *self = Numbering::Native;
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
            assert_eq!(numbering.read(Coordinates::Native, text), text);
        }
        assert_eq!(numbering.read(Coordinates::Pydraughts, TURNED_START), NATIVE_START);
        assert_eq!(numbering.read(Coordinates::Pydraughts, TURNED), NATIVE);
    }

    #[test]
    fn start_positions_show_the_numbering() {
        let mut numbering = Numbering::default();
        let mut read = |text| numbering.read(Coordinates::Auto, text).into_owned();
        assert_eq!(read(NATIVE), NATIVE);
        assert_eq!(read(TURNED_START), NATIVE_START);
        assert_eq!(read(TURNED), NATIVE);
        assert_eq!(read(NATIVE_START), NATIVE_START);
        assert_eq!(read(NATIVE), NATIVE);
        assert_eq!(read(TURNED_START), NATIVE_START);
        numbering.start();
        assert_eq!(numbering.read(Coordinates::Auto, NATIVE), NATIVE);
    }

    #[test]
    fn other_boards_have_one_numbering() {
        let mut numbering = Numbering::Turned;
        let international = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        for text in [international, "", "W", "é"] {
            assert_eq!(numbering.read(Coordinates::Auto, text), text);
            assert_eq!(numbering.read(Coordinates::Pydraughts, text), text);
        }
    }
}
