//! Positions from the other end of the board.

use crownhead_rules::{AnyPosition, Army, Bitboard, Side};

/// The same position seen from the other end of the board: colours swapped, board turned by half a circle.
pub fn turned(position: &AnyPosition) -> AnyPosition {
    let turn = |set: Bitboard| position.board().turned(set);
    let army = |side: Side| Army { men: turn(position.men(side)), kings: turn(position.kings(side)) };
    let armies = [army(Side::Black), army(Side::White)];
    AnyPosition::new(position.variant(), armies, !position.side()).expect("turning keeps a position valid")
}
