//! The values of a slice as symbols: what a table file holds, before compression.

use super::value::{CAPTURE, Value};

/// The values of a slice in the order of the index, one symbol each: 0 for a draw, 1 more than the plies of a decided
/// position. Where a capture must be made, the symbol means nothing: it is that of the position before, which makes
/// long runs.
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
    /// The width that values of up to so many plies need.
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

    /// Symbols read back.
    pub(super) const fn from_bytes(bytes: Vec<u8>, width: Width) -> Symbols {
        Symbols { bytes, width }
    }

    /// As bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value of the symbol with this number.
    pub(super) fn value(&self, number: u64) -> Option<Value> {
        self.width.value(&self.bytes, number as usize)
    }
}
