//! The draw articles: what they are, and the counters that they need.

use super::{Bitboard, Move, Position, Rules, Side};

/// When a game is drawn, as constants of the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawArticles {
    /// The occurrence of a position, same side to move, that ends the game.
    pub occurrences: usize,
    /// Plies in a row without a capture or a man's move.
    pub quiet_plies: Option<u16>,
    /// Few pieces against a lone king.
    pub lone_king: Option<LoneKing>,
}

/// Plies allowed against a lone king, counted from when the material arises; a man's move within it does not
/// start the count anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneKing {
    /// For three pieces, a king among them.
    pub three_plies: u16,
    /// For two pieces or one, a king among them.
    pub two_plies: u16,
}

/// Which article ended a game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DrawReason {
    /// A position occurred too often.
    Repetition,
    /// Too many moves by kings alone without a capture.
    QuietMoves,
    /// Three pieces did not win from a lone king in time.
    ThreeAgainstKing,
    /// Two pieces or one did not win from a lone king in time.
    TwoAgainstKing,
}

impl std::fmt::Display for DrawReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DrawReason::Repetition => "repetition",
            DrawReason::QuietMoves => "only king moves without a capture",
            DrawReason::ThreeAgainstKing => "three pieces against a lone king",
            DrawReason::TwoAgainstKing => "two pieces against a lone king",
        })
    }
}

/// The material that a lone-king article speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ending {
    #[default]
    Other,
    ThreeAgainstKing,
    TwoAgainstKing,
}

impl Ending {
    fn of<R: Rules>(position: &Position<R>) -> Ending {
        let lone_king = |side: Side| position.pieces(side).len() == 1 && position.kings(side).any();
        let against = |strong: Side| match position.pieces(strong).len() {
            3 if position.kings(strong).any() => Ending::ThreeAgainstKing,
            1 | 2 if position.kings(strong).any() => Ending::TwoAgainstKing,
            _ => Ending::Other,
        };
        match (lone_king(Side::White), lone_king(Side::Black)) {
            (true, _) => against(Side::Black),
            (_, true) => against(Side::White),
            (false, false) => Ending::Other,
        }
    }
}

/// The counters behind the draw articles: a value that goes along with a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawClock {
    quiet_plies: u16,
    ending: Ending,
    ending_plies: u16,
}

impl DrawClock {
    /// The clock of a position that a game starts from.
    pub fn start<R: Rules>(position: &Position<R>) -> DrawClock {
        DrawClock { ending: Self::ending_of(position), ..DrawClock::default() }
    }

    /// The clock after `mv`, played in `before` and leading to `after`.
    pub fn after<R: Rules>(self, before: &Position<R>, mv: &Move, after: &Position<R>) -> DrawClock {
        let reversible = !mv.is_capture() && Self::is_king(before, mv);
        let quiet_plies = if reversible { self.quiet_plies.saturating_add(1) } else { 0 };
        if R::DRAWS.lone_king.is_none() {
            return DrawClock { quiet_plies, ..self };
        }
        let ending = Self::ending_of(after);
        let ending_plies = if ending == self.ending { self.ending_plies.saturating_add(1) } else { 0 };
        DrawClock { quiet_plies, ending, ending_plies }
    }

    /// Plies since the last capture or man's move: no earlier position can occur again.
    pub const fn quiet_plies(self) -> u16 {
        self.quiet_plies
    }

    /// The article, if any, by whose count the game is drawn now.
    pub fn draw<R: Rules>(self) -> Option<DrawReason> {
        if R::DRAWS.quiet_plies.is_some_and(|limit| self.quiet_plies >= limit) {
            return Some(DrawReason::QuietMoves);
        }
        let lone_king = R::DRAWS.lone_king?;
        match self.ending {
            Ending::ThreeAgainstKing if self.ending_plies >= lone_king.three_plies => {
                Some(DrawReason::ThreeAgainstKing)
            }
            Ending::TwoAgainstKing if self.ending_plies >= lone_king.two_plies => {
                Some(DrawReason::TwoAgainstKing)
            }
            _ => None,
        }
    }

    /// Plies until an article draws the game by its count, unless a move resets that; `None` where nothing is counted.
    pub fn plies_left<R: Rules>(self) -> Option<u16> {
        let quiet = R::DRAWS.quiet_plies.map(|limit| limit.saturating_sub(self.quiet_plies));
        let limit = R::DRAWS.lone_king.and_then(|lone_king| match self.ending {
            Ending::ThreeAgainstKing => Some(lone_king.three_plies),
            Ending::TwoAgainstKing => Some(lone_king.two_plies),
            Ending::Other => None,
        });
        let ending = limit.map(|limit| limit.saturating_sub(self.ending_plies));
        quiet.into_iter().chain(ending).min()
    }

    fn ending_of<R: Rules>(position: &Position<R>) -> Ending {
        if R::DRAWS.lone_king.is_some() { Ending::of(position) } else { Ending::Other }
    }

    fn is_king<R: Rules>(position: &Position<R>, mv: &Move) -> bool {
        let from: Bitboard = <R::Board as super::Board>::bit(mv.from);
        position.all_kings().meets(from)
    }
}
