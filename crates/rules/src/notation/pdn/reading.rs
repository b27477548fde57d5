//! How the squares of a game are counted, and who moves first.

use super::super::Coordinates;
use super::Tags;
use super::numbering::pdn_coordinates;
use crate::rules::{AnyPosition, Army, Corner, Side, Variant};

/// A way to read a game without a position of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) coordinates: Coordinates,
    /// The side that moves first from the start position.
    pub(super) first: Side,
}

impl Reading {
    /// The usual one in PDN.
    pub(super) fn usual(variant: Variant) -> Reading {
        Reading { coordinates: pdn_coordinates(variant), first: variant.articles().first }
    }

    /// The usual one, by the coordinates that the tags state.
    pub(super) fn stated(variant: Variant, tags: &Tags) -> Reading {
        let usual = Reading::usual(variant);
        let coordinates = tags.stated_coordinates(variant, usual.coordinates).unwrap_or(usual.coordinates);
        Reading { coordinates, ..usual }
    }

    /// Where the tags say that the other side moves first: the usual numbers with that side, if the first move is its.
    pub(super) fn by_stated_side(variant: Variant, tags: &Tags) -> Option<Reading> {
        let first = tags.stated_first().filter(|first| *first != variant.articles().first)?;
        Some(Reading { coordinates: Coordinates::own(variant), first })
    }

    /// Those to try where not even the first move is legal by the stated one, in order.
    ///
    /// Some programs have White move first in games that Black begins, with the usual numbers; others number the squares
    /// from the other end of the board, or from the lower left. Unless the tags say who begins, the first kind is
    /// likelier, since so the men with the high numbers remain White's. With a position of its own, a game would often be
    /// legal by accident.
    pub(super) fn others(variant: Variant, tags: &Tags, has_position: bool) -> Vec<Reading> {
        let Reading { coordinates: pdn, first } = Reading::usual(variant);
        let own = Coordinates::own(variant);
        let read = |coordinates| Reading { coordinates, first };
        let mut others = vec![read(pdn), read(own)];
        if has_position {
            return others;
        }
        let corners = [Corner::LowerRight, Corner::LowerLeft, Corner::UpperLeft];
        let corners = corners.map(|numbers| read(Coordinates { numbers, ..pdn }));
        let by_white = [pdn, own].map(|coordinates| Reading { coordinates, first: Side::White });
        let is_stated = tags.stated_first() == Some(first);
        match first {
            Side::Black if is_stated => others.extend(corners.into_iter().chain(by_white)),
            Side::Black => others.extend(by_white.into_iter().chain(corners)),
            Side::White => others.extend(corners),
        }
        others
    }

    /// The position that the game begins with, unless it has another.
    pub(super) fn start(self, variant: Variant) -> AnyPosition {
        let start = variant.start();
        if start.side() == self.first {
            return start;
        }
        let armies = Side::ALL.map(|side| Army { men: start.men(side), kings: start.kings(side) });
        AnyPosition::new(variant, armies, self.first).unwrap_or(start)
    }
}
