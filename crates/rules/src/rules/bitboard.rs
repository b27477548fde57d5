//! A set of squares in one machine word, or in two.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

/// The bits of a [`Bitboard`]. A [`super::Board`] whose squares and ghosts fit in 64 bits has `u64`, a larger one
/// [`Wide`].
pub trait Word:
    Copy
    + Debug
    + Default
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// The number of bits, a power of two.
    const BITS: usize;

    /// The bits of a wide word, of which those that do not fit must be zero.
    fn narrowed(wide: Wide) -> Self;
    /// The same bits in a wide word.
    fn widened(self) -> Wide;
    /// The number of ones.
    fn count_ones(self) -> u32;
    /// The number of zeros below the lowest one.
    fn trailing_zeros(self) -> u32;
    /// The bits from the last to the first.
    fn reversed(self) -> Self;
    /// One less, in wrapping arithmetic: it clears the lowest one and sets all bits below.
    fn predecessor(self) -> Self;
}

/// The word of every board.
pub type Wide = u128;

macro_rules! word {
    ($($word:ty),+) => {
        $(impl Word for $word {
            const ZERO: $word = 0;
            const ONE: $word = 1;
            const BITS: usize = <$word>::BITS as usize;

            #[inline(always)] // These are single instructions.
            fn narrowed(wide: Wide) -> $word {
                debug_assert!(wide >> (<$word>::BITS - 1) <= 1);
                wide as $word
            }

            #[inline(always)]
            fn widened(self) -> Wide {
                Wide::from(self)
            }

            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn reversed(self) -> $word {
                self.reverse_bits()
            }

            #[inline(always)]
            fn predecessor(self) -> $word {
                self.wrapping_sub(1)
            }
        })+
    };
}

word!(u64, Wide);

/// A set of squares. A [`Board`](super::Board) or its [`Geometry`](super::Geometry) says which bit stands for which square.
/// Between the rows of a board lie ghost bits that belong to no set of squares, so that a step off the edge is lost.
///
/// ```
/// use crownhead_rules::{Side, Variant};
///
/// let start = Variant::ENGLISH.start();
/// let squares = start.men(Side::White).singles().map(|single| start.board().square(single).number());
/// assert!(squares.eq(21..=32));
/// ```
///
/// Where the board is a type, the set is as wide as that board needs. A set of any board, and what is not in a hurry,
/// is [`Wide`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard<W = Wide>(pub W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Bitboard<W> = Bitboard(W::ZERO);

    /// The set of one square whose bit has this number.
    #[inline(always)] // Single instructions, like those below.
    pub fn of_bit(number: usize) -> Bitboard<W> {
        Bitboard(W::ONE << number)
    }

    /// The same set for code that has the board as a type.
    #[inline(always)]
    pub fn narrowed<V: Word>(self) -> Bitboard<V> {
        Bitboard(V::narrowed(self.0.widened()))
    }

    /// The same set for code that has not.
    #[inline(always)]
    pub fn widened(self) -> Bitboard {
        Bitboard(self.0.widened())
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Whether the set has a member.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != W::ZERO
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub fn meets(self, other: Bitboard<W>) -> bool {
        (self & other).any()
    }

    /// Whether every square of this set is in `other`.
    #[inline(always)]
    pub fn is_subset(self, other: Bitboard<W>) -> bool {
        (self - other).is_empty()
    }

    /// The number of the lowest bit. The set must not be empty.
    #[inline(always)]
    pub fn lowest_bit(self) -> u32 {
        debug_assert!(self.any());
        self.0.trailing_zeros()
    }

    /// The members from the lowest bit up, each as a set of one square.
    #[inline(always)]
    pub fn singles(self) -> Singles<W> {
        Singles(self)
    }
}

/// Iterator over the members of a [`Bitboard`], each as a set of one square.
#[derive(Clone, Debug)]
pub struct Singles<W = Wide>(Bitboard<W>);

impl<W: Word> Iterator for Singles<W> {
    type Item = Bitboard<W>;

    #[inline]
    fn next(&mut self) -> Option<Bitboard<W>> {
        let rest = self.0.0;
        if rest == W::ZERO {
            return None;
        }
        self.0 = Bitboard(rest & rest.predecessor());
        Some(Bitboard(rest & !rest.predecessor()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<W: Word> BitAnd for Bitboard<W> {
    type Output = Bitboard<W>;
    #[inline(always)]
    fn bitand(self, other: Bitboard<W>) -> Bitboard<W> {
        Bitboard(self.0 & other.0)
    }
}

impl<W: Word> BitOr for Bitboard<W> {
    type Output = Bitboard<W>;
    #[inline(always)]
    fn bitor(self, other: Bitboard<W>) -> Bitboard<W> {
        Bitboard(self.0 | other.0)
    }
}

impl<W: Word> BitOrAssign for Bitboard<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard<W>) {
        *self = *self | other;
    }
}

/// Set difference.
impl<W: Word> Sub for Bitboard<W> {
    type Output = Bitboard<W>;
    #[inline(always)]
    fn sub(self, other: Bitboard<W>) -> Bitboard<W> {
        Bitboard(self.0 & !other.0)
    }
}

/// Complement in the machine word, ghost bits included: intersect it with a set of squares before use.
impl<W: Word> Not for Bitboard<W> {
    type Output = Bitboard<W>;
    #[inline(always)]
    fn not(self) -> Bitboard<W> {
        Bitboard(!self.0)
    }
}
