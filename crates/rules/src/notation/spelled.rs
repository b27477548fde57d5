//! Moves as they are written.

use std::fmt;

use super::route::find_route;
use super::square_name;
use crate::rules::{AnyPosition, Move, MoveNotation, Square, Variant};

/// A move with the data that every notation needs, independent of its position and rules.
///
/// No method writes two moves of a position alike.
///
/// ```
/// use crownhead_rules::Variant;
/// use crownhead_rules::notation::{SpelledMove, fen};
///
/// let position = fen::parse(Variant::INTERNATIONAL, "W:W28:B14,23")?;
/// let spelled = SpelledMove::new(&position, &position.moves()[0]);
/// assert_eq!((spelled.pdn().as_str(), spelled.full_path().as_str()), ("28x10", "28x19x10"));
/// assert!(spelled.captured().iter().map(|square| square.number()).eq([14, 23]));
/// # Ok::<(), crownhead_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledMove {
    variant: Variant,
    from: Square,
    to: Square,
    /// The captured squares, ascending.
    captured: Vec<Square>,
    /// The squares where a capturing piece lands between `from` and `to`: one fewer than it captures.
    landings: Vec<Square>,
    /// Whether another legal move has the same `from` and `to`.
    short_is_ambiguous: bool,
    /// Whether another legal move has the same captured squares as well, and differs in what the piece becomes.
    captures_are_ambiguous: bool,
}

impl SpelledMove {
    /// The spelling of `mv`, which must be legal in `position`.
    pub fn new(position: &AnyPosition, mv: &Move) -> SpelledMove {
        SpelledMove::among(position, &position.moves(), mv)
    }

    /// The spelling of `mv`, given all `legal` moves of `position`, so that they need not be generated again.
    pub fn among(position: &AnyPosition, legal: &[Move], mv: &Move) -> SpelledMove {
        let route = find_route(position, mv, &[]);
        debug_assert!(route.is_some(), "a legal move has a route");
        let mut captured: Vec<_> = mv.captured_set().singles().map(|single| position.board().square(single)).collect();
        captured.sort_unstable();
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to) && *other != mv;
        SpelledMove {
            variant: position.variant(),
            from: mv.from,
            to: mv.to,
            captured,
            landings: route.unwrap_or_default(),
            short_is_ambiguous: legal.iter().any(|other| alike(&other)),
            captures_are_ambiguous: legal.iter().filter(alike).any(|other| other.captured_set() == mv.captured_set()),
        }
    }

    /// Its variant.
    pub const fn variant(&self) -> Variant {
        self.variant
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

    /// In PDN: `32-28`, `28x17`, or in other variants `c3-d4`, `c3:e5`; with the full path if another move has the same
    /// ends.
    ///
    /// The numbers are those of this library; PDN has others in Spanish and Thai:
    /// [`with_pdn_numbers`](super::pdn::with_pdn_numbers) gives the move these first.
    pub fn pdn(&self) -> String {
        if self.short_is_ambiguous { self.full_path() } else { self.spelled([self.from, self.to]) }
    }

    /// As in PDN, with every touched square: `32-28`, `28x19x10`.
    pub fn full_path(&self) -> String {
        self.spelled(self.path())
    }

    /// The touched squares, from the first to the last.
    pub fn path(&self) -> impl Iterator<Item = Square> {
        let landings = self.landings.iter().copied();
        std::iter::once(self.from).chain(landings).chain([self.to])
    }

    /// The captured squares, ascending; [`square_name`] writes them as PDN does. None for a quiet move.
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }

    /// In Hub form, with the captured squares after the ends: `32-28`, `28x10x14x23`. The full path where that is
    /// ambiguous: where a man can capture the same pieces with and without being crowned on its way.
    pub fn hub(&self) -> String {
        if self.captures_are_ambiguous {
            return self.joined(self.path(), "x", |square| square.to_string());
        }
        let squares = [self.from, self.to].into_iter().chain(self.captured.iter().copied());
        self.joined(squares, "x", |square| square.to_string())
    }

    fn spelled(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let capture = match self.variant.articles().notation {
            MoveNotation::Numbers => "x",
            MoveNotation::Letters { capture } => capture,
        };
        self.joined(squares, capture, |square| square_name(self.variant, square))
    }

    fn joined(
        &self,
        squares: impl IntoIterator<Item = Square>,
        capture: &str,
        name: impl FnMut(Square) -> String,
    ) -> String {
        let names: Vec<_> = squares.into_iter().map(name).collect();
        names.join(if self.captured.is_empty() { "-" } else { capture })
    }
}

impl fmt::Display for SpelledMove {
    /// Writes the move in PDN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pdn())
    }
}
