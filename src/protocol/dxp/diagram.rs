//! A position in a message.

use crate::notation::{NotationError, hub};
use crate::rules::{AnyPosition, Side, Variant};

/// The side to move and what stands on each square, as GAMEREQ says it. Whether that makes a position is a matter of
/// the variant, which no message names.
///
/// The specification knows 50 squares. For 8x8 Crownhead sends and reads 32 of the same letters, numbered as in PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    side: Side,
    /// `w` and `z` are men, `W` and `Z` kings, `e` is no piece; White's letters come from `wit`, Black's from `zwart`.
    letters: String,
}

/// The squares of the boards that there are.
const SQUARES: [usize; 2] = [50, 32];

impl Diagram {
    /// A position.
    pub fn of(position: &AnyPosition) -> Diagram {
        let letters = hub::write(position).split_off(1).replace('b', "z").replace('B', "Z");
        Diagram { side: position.side(), letters }
    }

    /// The position of this diagram in a variant.
    ///
    /// # Errors
    /// [`NotationError`] if the board is another one, or the pieces make no position.
    pub fn position(&self, variant: Variant) -> Result<AnyPosition, NotationError> {
        let letters = self.letters.replace('z', "b").replace('Z', "B");
        hub::parse(variant, &format!("{}{letters}", self.side.letter()))
    }

    /// Takes the letters of a message, if they are all known and as many as a board has squares.
    pub(super) fn read(side: Side, letters: String) -> Option<Diagram> {
        let is_known = |letter: char| "wzWZe".contains(letter);
        let is_diagram = letters.chars().all(is_known) && SQUARES.contains(&letters.len());
        is_diagram.then_some(Diagram { side, letters })
    }

    pub(super) const fn side(&self) -> Side {
        self.side
    }

    pub(super) fn letters(&self) -> &str {
        &self.letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn a_position_comes_back() {
        let position = fen::parse(Variant::INTERNATIONAL, "B:WK32,33:BK1,12").expect("it is a position");
        let diagram = Diagram::of(&position);
        assert_eq!(diagram.letters(), "ZeeeeeeeeeezeeeeeeeeeeeeeeeeeeeWweeeeeeeeeeeeeeeee");
        assert_eq!(diagram.position(Variant::INTERNATIONAL), Ok(position));
        let error = diagram.position(Variant::ENGLISH).expect_err("the board is another one");
        assert_eq!(error, NotationError::Length { found: 51, expected: 33 });
    }
}
