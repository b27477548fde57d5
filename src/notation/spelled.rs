//! A move independent of its position, ready to be written.

use std::fmt;

use super::route;
use crate::rules::{AnyPosition, Move, Square};

/// A move with the data that every notation needs, independent of its position and rules.
///
/// No method writes two moves of a position alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledMove {
    from: Square,
    to: Square,
    /// The captured squares, ascending.
    captured: Vec<Square>,
    /// The squares where a capturing piece lands between `from` and `to`: one fewer than it captures.
    landings: Vec<Square>,
    /// Whether another legal move has the same `from` and `to`.
    short_is_ambiguous: bool,
    /// Does another legal move share the captured squares as well, and differ in what the piece becomes?
    captures_are_ambiguous: bool,
}

impl SpelledMove {
    /// The spelling of `mv`, which must be legal in `position`.
    pub fn new(position: &AnyPosition, mv: &Move) -> SpelledMove {
        SpelledMove::among(position, &position.moves(), mv)
    }

    /// The spelling of `mv`, given all `legal` moves of `position`, so that they need not be generated again.
    pub fn among(position: &AnyPosition, legal: &[Move], mv: &Move) -> SpelledMove {
        let route = route::find(position, mv, &[]);
        debug_assert!(route.is_some(), "a legal move has a route");
        let mut captured: Vec<_> = mv.captured.singles().map(|single| position.board().square(single)).collect();
        captured.sort_unstable();
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to) && *other != mv;
        SpelledMove {
            from: mv.from,
            to: mv.to,
            captured,
            landings: route.unwrap_or_default(),
            short_is_ambiguous: legal.iter().any(|other| alike(&other)),
            captures_are_ambiguous: legal.iter().filter(alike).any(|other| other.captured == mv.captured),
        }
    }

    /// The same move on a board with another numbering.
    #[must_use]
    pub fn map_squares(mut self, map: impl Fn(Square) -> Square) -> SpelledMove {
        let ends = [&mut self.from, &mut self.to];
        for square in ends.into_iter().chain(&mut self.captured).chain(&mut self.landings) {
            *square = map(*square);
        }
        self.captured.sort_unstable();
        self
    }

    /// In PDN: `32-28`, `28x17`; with the full path if another move has the same ends.
    pub fn pdn(&self) -> String {
        if self.short_is_ambiguous { self.full_path() } else { self.joined([self.from, self.to]) }
    }

    /// With every touched square: `32-28`, `28x19x10`.
    pub fn full_path(&self) -> String {
        self.joined(self.path())
    }

    /// The touched squares, from the first to the last.
    pub fn path(&self) -> impl Iterator<Item = Square> {
        let landings = self.landings.iter().copied();
        std::iter::once(self.from).chain(landings).chain([self.to])
    }

    /// In Hub form, with the captured squares after the ends: `32-28`, `28x10x14x23`. The full path where that is
    /// ambiguous: where a man can capture the same pieces with and without being crowned on its way.
    pub fn hub(&self) -> String {
        if self.captures_are_ambiguous {
            return self.full_path();
        }
        self.joined([self.from, self.to].into_iter().chain(self.captured.iter().copied()))
    }

    fn joined(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let numbers: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
        numbers.join(if self.captured.is_empty() { "-" } else { "x" })
    }
}

impl fmt::Display for SpelledMove {
    /// Writes the move in PDN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pdn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    /// Every legal move as PDN, as a full path and in Hub form, sorted.
    fn spelled(variant: Variant, text: &str) -> Vec<[String; 3]> {
        let position = fen::parse(variant, text).expect("the FEN is well formed");
        let spell = |mv| SpelledMove::new(&position, mv);
        let write = |mv: SpelledMove| [mv.pdn(), mv.full_path(), mv.hub()];
        let mut moves: Vec<_> = position.moves().iter().map(spell).map(write).collect();
        moves.sort();
        moves
    }

    #[test]
    fn quiet_moves_and_single_captures() {
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W32:B1"), [["32-27"; 3], ["32-28"; 3]]);
        assert_eq!(spelled(Variant::INTERNATIONAL, "W:W28:B22"), [["28x17", "28x17", "28x17x22"]]);
    }

    #[test]
    fn a_man_touches_the_square_behind_each_piece() {
        let text = "W:W28:B23,14";
        assert_eq!(spelled(Variant::INTERNATIONAL, text), [["28x10", "28x19x10", "28x10x14x23"]]);
    }

    #[test]
    fn a_ring_is_one_move_whichever_way_round() {
        let [ring] = &spelled(Variant::ENGLISH, "B:BK2:W6,7,14,15")[..] else { panic!("one move") };
        assert_eq!([&ring[0], &ring[2]], ["2x2", "2x2x6x7x14x15"]);
        assert!(["2x9x18x11x2", "2x11x18x9x2"].contains(&ring[1].as_str()), "{ring:?}");
    }

    #[test]
    fn a_flying_king_touches_where_it_turns_and_right_behind_what_it_passes() {
        // Over 41 and 28 in one flight, then aside at 14 over 20, or at 19 over 13.
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,20").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x14x25"]);
        let paths: Vec<_> =
            spelled(Variant::INTERNATIONAL, "W:WK46:B41,28,13").into_iter().map(|[_, path, _]| path).collect();
        assert_eq!(paths, ["46x37x19x2", "46x37x19x8"]);
    }

    #[test]
    fn moves_with_equal_ends_are_told_apart() {
        let moves = spelled(Variant::ENGLISH, "W:W30:B25,26,17,18");
        let pdn: Vec<_> = moves.iter().map(|[pdn, ..]| pdn.as_str()).collect();
        assert_eq!(pdn, ["30x21x14", "30x23x14"]);
    }

    #[test]
    fn squares_can_be_renumbered() {
        let position = fen::parse(Variant::INTERNATIONAL, "W:W28:B23,14").expect("the FEN is well formed");
        let mv = position.moves()[0];
        let turned = SpelledMove::new(&position, &mv).map_squares(|square| Square::from_index(49 - square.index()));
        assert_eq!([turned.full_path(), turned.hub()], ["23x32x41", "23x41x28x37"]);
    }
}
