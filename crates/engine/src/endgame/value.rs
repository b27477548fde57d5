//! The value of a position in a table, and its symbol in a file.

use crownhead_rules::{Move, NoMove};

/// How a game ends under perfect play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl std::fmt::Display for Wdl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        })
    }
}

/// Set beside the bits of a [`Value`] where a capture must be made.
pub(super) const CAPTURE: u16 = 0x8000;

/// What the tables know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The outcome for the side to move.
    pub outcome: Wdl,
    /// Plies until a side has no move, if the winner plays the quickest win and the loser the longest resistance;
    /// `None` for a draw.
    pub plies: Option<u16>,
}

impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies} plies", self.outcome),
            None => self.outcome.fmt(f),
        }
    }
}

/// What the tables know of a move where a game stands, for the side that makes it, counted from before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub mv: Move,
    /// The outcome and its plies, apart from the draw articles.
    pub known: Known,
    /// The plies after which a draw article ends the game, if the win or loss takes longer and nothing resets the count.
    pub left: Option<u16>,
}

/// `win 15`, `draw`, or `win 15, but 10 plies are left`.
impl std::fmt::Display for KnownMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.known.outcome.fmt(f)?;
        if let Some(plies) = self.known.plies {
            write!(f, " {plies}")?;
        }
        match self.left {
            None => Ok(()),
            Some(1) => f.write_str(", but 1 ply is left"),
            Some(left) => write!(f, ", but {left} plies are left"),
        }
    }
}

/// The value of a position in one number: a draw, or the plies until a side has no move. The parity of the plies gives
/// the winner: after an even number of plies it is the side to move that has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Value(u16);

impl Value {
    pub(super) const DRAW: Value = Value(0x7FFF);
    /// The value of a position where the side to move has no move.
    pub(super) const END: Value = Value(0);
    /// More plies than any value has.
    pub(super) const MOST_PLIES: u16 = 0x4000;

    pub(super) const fn decided(plies: u16) -> Value {
        debug_assert!(plies < Value::MOST_PLIES);
        Value(plies)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The inverse of [`Value::bits`], if the number is a value.
    pub(super) const fn from_bits(bits: u16) -> Option<Value> {
        if bits < Value::MOST_PLIES || bits == Value::DRAW.0 { Some(Value(bits)) } else { None }
    }

    /// The plies of a decided position.
    pub(super) const fn plies(self) -> Option<u16> {
        if self.0 == Value::DRAW.0 { None } else { Some(self.0) }
    }

    /// The value of a move to a position of this value, for the side that makes it.
    pub(super) const fn before(self) -> Value {
        match self.plies() {
            None => self,
            Some(plies) => Value::decided(plies + 1),
        }
    }

    pub(super) fn outcome(self, no_move: NoMove) -> Wdl {
        match (self.plies(), no_move) {
            (None, _) => Wdl::Draw,
            (Some(plies), NoMove::Loses) if plies.is_multiple_of(2) => Wdl::Loss,
            (Some(plies), NoMove::Wins) if !plies.is_multiple_of(2) => Wdl::Loss,
            (Some(_), _) => Wdl::Win,
        }
    }

    /// The better one for the side to move: the quicker win, the slower loss.
    pub(super) fn better(self, other: Value, no_move: NoMove) -> Value {
        if other.merit(no_move) > self.merit(no_move) { other } else { self }
    }

    /// The order of values: greater for better ones.
    pub(super) fn merit(self, no_move: NoMove) -> (Wdl, i32) {
        let plies = i32::from(self.0);
        match self.outcome(no_move) {
            Wdl::Win => (Wdl::Win, -plies),
            outcome => (outcome, plies),
        }
    }

    /// The value as it is reported; `no_move` says who has won at the end.
    pub(super) fn known(self, no_move: NoMove) -> Known {
        Known { outcome: self.outcome(no_move), plies: self.plies() }
    }
}

/// The values of a slice as a table file holds them before compression: a symbol for each, in the order of the index, 0
/// for a draw and 1 more than the plies of a decided position. Where a capture must be made, the symbol has no meaning:
/// it repeats that of the position before, which makes long runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symbols {
    bytes: Vec<u8>,
    width: Width,
}

/// Bytes in a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Up to 254 plies.
    One,
    /// Up to the most plies of a value.
    Two,
}

impl Width {
    /// The width that values of up to `longest` plies need.
    pub(super) const fn for_plies(longest: u16) -> Width {
        if longest < u8::MAX as u16 { Width::One } else { Width::Two }
    }

    /// In bytes.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Width::One => 1,
            Width::Two => 2,
        }
    }

    /// The value of the symbol at this place, if there is such a symbol.
    pub(super) fn value(self, bytes: &[u8], place: usize) -> Option<Value> {
        let symbol = match self {
            Width::One => u16::from(*bytes.get(place)?),
            Width::Two => {
                let pair = bytes.get(2 * place..2 * place + 2)?;
                u16::from_le_bytes([pair[0], pair[1]])
            }
        };
        symbol.checked_sub(1).map_or(Some(Value::DRAW), Value::from_bits)
    }
}

impl Symbols {
    /// The symbols of values with the mark [`CAPTURE`].
    pub(super) fn new(values: &[u16], width: Width) -> Symbols {
        let mut bytes = Vec::with_capacity(values.len() * width.bytes());
        let mut last = 0;
        for &bits in values {
            if bits & CAPTURE == 0 {
                last = if bits == Value::DRAW.bits() { 0 } else { bits + 1 };
            }
            match width {
                Width::One => bytes.push(last as u8),
                Width::Two => bytes.extend(last.to_le_bytes()),
            }
        }
        Symbols { bytes, width }
    }

    pub(super) const fn from_bytes(bytes: Vec<u8>, width: Width) -> Symbols {
        Symbols { bytes, width }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn value(&self, number: u64) -> Option<Value> {
        self.width.value(&self.bytes, number as usize)
    }
}
