//! What a capturing piece has done so far, passed by value from jump to jump.

use super::{Bitboard, Capture, CaptureChoice, Rules};

/// What a capturing piece has done so far. Two scalars, so that it is passed in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    pub(super) captured: Bitboard,
    notes: Notes,
}

/// What the captured set does not show: bit 31 says that a man has been crowned in passing, bit 30 that the piece set
/// out as a king; the bits below are [`Capture::kings_in_order`]. All but the first are kept only where captures are
/// weighed.
#[derive(Clone, Copy, Debug)]
struct Notes(u32);

const CROWNED: u32 = 1 << 31;
const BY_KING: u32 = 1 << 30;
const KINGS: u32 = BY_KING - 1;

impl Trail {
    pub(super) const OF_MAN: Trail = Trail { captured: Bitboard::EMPTY, notes: Notes(0) };

    #[inline]
    pub(super) const fn of_king<R: Rules>() -> Trail {
        Trail { notes: Notes(if is_weighed::<R>() { BY_KING } else { 0 }), ..Trail::OF_MAN }
    }

    /// The trail after capturing `single`.
    #[inline]
    pub(super) fn taking<R: Rules>(self, single: Bitboard, opponent_kings: Bitboard) -> Trail {
        let notes = if is_weighed::<R>() {
            let kings = (self.notes.0 & KINGS) << 1 | u32::from(single.meets(opponent_kings));
            Notes(self.notes.0 & !KINGS | kings)
        } else {
            self.notes
        };
        Trail { captured: self.captured | single, notes }
    }

    /// The trail of a man that has become a king and goes on.
    #[inline]
    pub(super) const fn crowned(self) -> Trail {
        Trail { notes: Notes(self.notes.0 | CROWNED), ..self }
    }

    /// The trail of a man whose crowning its end shows.
    #[inline]
    pub(super) const fn uncrowned(self) -> Trail {
        Trail { notes: Notes(self.notes.0 & !CROWNED), ..self }
    }

    #[inline]
    pub(super) const fn is_crowned(self) -> bool {
        self.notes.0 & CROWNED != 0
    }

    /// The whole capture, for [`Rules::capture_value`].
    #[inline]
    pub(super) const fn capture(self) -> Capture {
        Capture {
            by_king: self.notes.0 & BY_KING != 0,
            pieces: self.captured.len(),
            kings_in_order: self.notes.0 & KINGS,
        }
    }
}

const fn is_weighed<R: Rules>() -> bool {
    matches!(R::ARTICLES.capture_choice, CaptureChoice::MostValue)
}
