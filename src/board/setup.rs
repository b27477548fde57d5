//! A position that is being set up: what a page shows of it while a person places pieces, and its FEN.

use serde::{Deserialize, Serialize};

use super::names::{read_fen, write_fen};
use super::state::picture;
use super::view::Shape;
use crownhead_rules::notation::{NotationError, fen};
use crownhead_rules::{AnyPosition, Variant};

/// The position as a page asks for it: the start position if it states nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRequest {
    pub(super) variant: String,
    fen: Option<String>,
    /// Or as a picture: a character for each square, `w`, `b`, `W`, `B` or `.`.
    picture: Option<String>,
    /// The side to move in the picture.
    side: Option<char>,
}

/// A position that can be played from.
#[derive(Debug, Serialize)]
pub(super) struct SetupView {
    shape: Shape,
    picture: String,
    side: char,
    fen: String,
    has_move: bool,
}

impl SetupRequest {
    /// Reads the position. Fails if no game can be played from it.
    pub(super) fn read(&self, variant: Variant) -> Result<SetupView, NotationError> {
        let position = match (&self.fen, &self.picture) {
            (Some(text), _) => read_fen(variant, text)?,
            (None, Some(picture)) => fen::parse(variant, &fen_of(picture, self.side.unwrap_or('W')))?,
            (None, None) => variant.start(),
        };
        Ok(SetupView::of(&position))
    }
}

impl SetupView {
    fn of(position: &AnyPosition) -> SetupView {
        SetupView {
            shape: Shape::of(position.variant()),
            picture: picture(position),
            side: position.side().letter(),
            fen: write_fen(position),
            has_move: !position.moves().is_empty(),
        }
    }
}

/// A square beyond the board, or none at all, is named by the reader of the FEN.
fn fen_of(picture: &str, side: char) -> String {
    let list = |man: char| {
        let piece = |(number, letter): (usize, char)| match letter {
            letter if letter == man => Some(number.to_string()),
            letter if letter == man.to_ascii_uppercase() => Some(format!("K{number}")),
            _ => None,
        };
        (1..).zip(picture.chars()).filter_map(piece).collect::<Vec<_>>().join(",")
    };
    format!("{side}:W{}:B{}", list('w'), list('b'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_the_position_of_its_fen_in_every_variant() {
        for &variant in Variant::ALL {
            let start = SetupView::of(&variant.start());
            let asked =
                SetupRequest { picture: Some(start.picture), side: Some(start.side), ..SetupRequest::default() };
            assert_eq!(asked.read(variant).expect("it can be played from").fen, start.fen, "{variant}");
        }
    }

    #[test]
    fn what_cannot_be_played_from_is_named() {
        let read = |picture: &str| {
            let asked = SetupRequest { picture: Some(picture.to_owned()), ..SetupRequest::default() };
            asked.read(Variant::ENGLISH).map(|view| view.fen)
        };
        assert_eq!(read("...W.b").expect("it can be played from"), "W:WK4:B6");
        assert!(read("w").is_err(), "a man on the row where it would be a king");
        assert!(read(&format!("{}w", ".".repeat(32))).is_err(), "a square beyond the board");
    }
}
