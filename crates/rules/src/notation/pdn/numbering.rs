//! How PDN counts the squares of a variant.

use super::super::Coordinates;
use crate::rules::{Corner, MoveNotation, Side, Square, Variant};

/// The square with the number that PDN gives to `square`, which begins to count in one of the corners; also the other
/// way round. Numbers in variants that have letters in PDN are those of everybody else.
pub(super) fn renumbered(variant: Variant, square: Square) -> Square {
    variant.board().read_from(pdn_coordinates(variant).numbers, square)
}

/// The coordinates that PDN has for a variant. Where it has numbers, letters are those of the side that begins.
pub fn pdn_coordinates(variant: Variant) -> Coordinates {
    let articles = variant.articles();
    match (articles.notation, articles.first) {
        (MoveNotation::Letters { .. }, _) => Coordinates::own(variant),
        (MoveNotation::Numbers, Side::White) => {
            Coordinates { numbers: articles.corner_of_white(), letters: Corner::LowerLeft }
        }
        (MoveNotation::Numbers, Side::Black) => {
            Coordinates { numbers: articles.corner_of_white(), letters: Corner::UpperRight }
        }
    }
}
