//! How people name squares, moves and positions on a board: by the numbers and letters of PDN.

use crownhead_rules::notation::pdn::{pdn_coordinates, with_pdn_numbers};
use crownhead_rules::notation::{NotationError, SpelledMove, fen, parse_move_by};
use crownhead_rules::{AnyPosition, Move, Square, Variant};

pub(super) fn square_name(variant: Variant, square: Square) -> String {
    pdn_coordinates(variant).name(variant, square)
}

pub(super) fn move_name(position: &AnyPosition, mv: &Move) -> String {
    with_pdn_numbers(&SpelledMove::new(position, mv)).pdn()
}

pub(super) fn read_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    parse_move_by(pdn_coordinates(position.variant()), position, text)
}

/// Always with numbers, which are read in every variant.
pub(super) fn write_fen(position: &AnyPosition) -> String {
    fen::write_at(position, pdn_coordinates(position.variant()))
}

/// The position in a text that may have words or moves beside it.
pub(super) fn read_fen(variant: Variant, text: &str) -> Result<AnyPosition, NotationError> {
    fen::parse_at(variant, pdn_coordinates(variant), fen::located(text))
}
