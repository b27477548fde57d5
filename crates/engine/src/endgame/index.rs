//! The index: a one-to-one map between the placements of a slice and the numbers from 0 to their count.
//!
//! The men of the side to move come first, then the other men, our kings, their kings. Each group is a combination of
//! the squares that the groups before it left free, numbered by the combinatorial number system. Men stand only where
//! men can stand. The number of squares left for their men depends on how many of ours stand on the row where theirs
//! cannot, so a table holds the first number for each placement of our men.

use super::slice::{Force, MAX_PIECES, Slice};
use crownhead_rules::{Army, Bitboard, Board, Corner, Geometry, Position, Rules, Side, Wide, Word};

/// The pieces of a position, turned so that the side to move is White and moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement<W = Wide> {
    /// The side to move.
    pub(super) ours: Army<W>,
    pub(super) theirs: Army<W>,
}

impl<W: Word> Placement<W> {
    pub(super) const fn new(ours: Army<W>, theirs: Army<W>) -> Placement<W> {
        Placement { ours, theirs }
    }

    pub(super) fn of<R: Rules<Board: Board<Word = W>>>(position: &Position<R>) -> Placement<W> {
        let army = |side: Side| Army { men: position.men(side), kings: position.kings(side) };
        let white_first = Placement::new(army(Side::White), army(Side::Black));
        match position.side() {
            Side::White => white_first,
            Side::Black => white_first.turned::<R::Board>(),
        }
    }

    /// The position with White to move.
    pub(super) fn position<R: Rules<Board: Board<Word = W>>>(&self) -> Position<R> {
        let army = |army: Army<W>| Army { men: army.men.widened(), kings: army.kings.widened() };
        Position::new([self.ours, self.theirs].map(army), Side::White).expect("the index places pieces legally")
    }

    /// The same board seen by the other side.
    pub(super) fn turned<B: Board<Word = W>>(&self) -> Placement<W> {
        // The ghost bits lie symmetrically, so half a turn is a reversal of the bits that a board uses.
        let turned = |set: Bitboard<W>| Bitboard(set.0.reversed() >> (W::BITS - B::GEOMETRY.bits()));
        let army = |army: Army<W>| Army { men: turned(army.men), kings: turned(army.kings) };
        Placement::new(army(self.theirs), army(self.ours))
    }

    /// The same pieces on the mirrored board: each row from right to left.
    pub(super) fn mirrored(&self, from: &Geometry, to: &Geometry) -> Placement<W> {
        let image = |single| to.bit(from.read_from(Corner::UpperRight, from.square(single))).narrowed();
        let mirrored = |set: Bitboard<W>| set.singles().fold(Bitboard::EMPTY, |all, single| all | image(single));
        let army = |army: Army<W>| Army { men: mirrored(army.men), kings: mirrored(army.kings) };
        Placement::new(army(self.ours), army(self.theirs))
    }

    pub(super) fn slice(&self) -> Slice {
        let force = |army: &Army<W>| Force { men: army.men.len() as u8, kings: army.kings.len() as u8 };
        Slice { ours: force(&self.ours), theirs: force(&self.theirs) }
    }

    /// Every piece.
    pub(super) fn occupied(&self) -> Bitboard<W> {
        self.ours.men | self.ours.kings | self.theirs.men | self.theirs.kings
    }
}

/// More than the squares of any board, and a power of two, so that a mask keeps an index in range.
const SQUARES: usize = 128;

/// Binomial coefficients: `CHOOSE[k][n]` is the number of ways to choose `k` of `n`.
static CHOOSE: [[u64; SQUARES]; MAX_PIECES + 1] = {
    let mut table = [[0; SQUARES]; MAX_PIECES + 1];
    let mut n = 0;
    while n < SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_PIECES {
            table[k][n] = if n == 0 { 0 } else { table[k - 1][n - 1] + table[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

#[derive(Clone, Debug)]
pub(super) struct Index {
    slice: Slice,
    /// Every square of the board.
    squares: Bitboard,
    /// Where our men can stand, and where theirs can: everywhere except where they become kings.
    places_of_men: [Bitboard; 2],
    /// The first number of the men's placements for each placement of our men, and the end of the last.
    starts: Vec<u64>,
    /// Placements of our kings, and of theirs, for each placement of the groups before them.
    our_kings: u64,
    their_kings: u64,
}

impl Index {
    /// The index of `slice` on a board.
    pub(super) fn new(board: &Geometry, slice: Slice) -> Index {
        let (ours, theirs) = (slice.ours, slice.theirs);
        let free = board.size - slice.men();
        let our_kings = CHOOSE[usize::from(ours.kings)][free];
        let their_kings = CHOOSE[usize::from(theirs.kings)][free - usize::from(ours.kings)];
        let places_of_men = Side::ALL.map(|side| board.all - board.crownhead(side));
        let [our_squares, their_squares] = places_of_men;
        let mut starts = vec![0];
        let mut start = 0;
        for number in 0..CHOOSE[usize::from(ours.men)][our_squares.len() as usize] {
            let our_men = chosen(number, ours.men, our_squares);
            start += CHOOSE[usize::from(theirs.men)][(their_squares - our_men).len() as usize];
            starts.push(start);
        }
        Index { slice, squares: board.all, places_of_men, starts, our_kings, their_kings }
    }

    pub(super) const fn slice(&self) -> Slice {
        self.slice
    }

    pub(super) fn len(&self) -> u64 {
        self.starts[self.starts.len() - 1] * self.our_kings * self.their_kings
    }

    /// The number of placements of a slice, computed without its index: a sum over the number of our men on the row
    /// where theirs cannot stand.
    pub(super) fn count(board: &Geometry, slice: Slice) -> u64 {
        let (row, squares) = (board.row, board.size);
        let [our_men, our_kings, their_men, their_kings] =
            [slice.ours.men, slice.ours.kings, slice.theirs.men, slice.theirs.kings].map(usize::from);
        let men = |apart: usize| {
            let among = our_men - apart;
            CHOOSE[apart][row] * CHOOSE[among][squares - 2 * row] * CHOOSE[their_men][squares - row - among]
        };
        let men: u64 = (0..=our_men.min(row)).map(men).sum();
        let free = squares - our_men - their_men;
        men * CHOOSE[our_kings][free] * CHOOSE[their_kings][free - our_kings]
    }

    /// The number of placements of a slice and its turned one; a slice that is its own turned one counts once.
    pub(super) fn pair_count(board: &Geometry, slice: Slice) -> u64 {
        slice.pair().into_iter().map(|slice| Index::count(board, slice)).sum()
    }

    /// The number of a placement, which must be of this slice.
    #[inline]
    pub(super) fn number<W: Word>(&self, placement: &Placement<W>) -> u64 {
        let Placement { ours, theirs } = placement;
        let [our_places, their_places] = self.places_of_men.map(Bitboard::narrowed);
        let our_men = number(ours.men, our_places);
        let men = self.starts[our_men as usize] + number(theirs.men, their_places - ours.men);
        let free = self.squares.narrowed() - ours.men - theirs.men;
        let kings = men * self.our_kings + number(ours.kings, free);
        kings * self.their_kings + number(theirs.kings, free - ours.kings)
    }

    /// The placement with this number, which must be less than [`Index::len`].
    pub(super) fn placement<W: Word>(&self, number: u64) -> Placement<W> {
        let Slice { ours, theirs } = self.slice;
        let (rest, their_kings) = (number / self.their_kings, number % self.their_kings);
        let (men, our_kings) = (rest / self.our_kings, rest % self.our_kings);
        let our_men = self.starts.partition_point(|&start| start <= men) - 1;
        let their_men = men - self.starts[our_men];

        let [our_places, their_places] = self.places_of_men.map(Bitboard::narrowed);
        let our_men = chosen(our_men as u64, ours.men, our_places);
        let their_men = chosen(their_men, theirs.men, their_places - our_men);
        let free = self.squares.narrowed() - our_men - their_men;
        let our_kings = chosen(our_kings, ours.kings, free);
        let their_kings = chosen(their_kings, theirs.kings, free - our_kings);
        Placement::new(Army { men: our_men, kings: our_kings }, Army { men: their_men, kings: their_kings })
    }
}

/// The number of a set among the sets of its size on the squares `allowed`.
#[inline]
fn number<W: Word>(set: Bitboard<W>, allowed: Bitboard<W>) -> u64 {
    set.singles().enumerate().map(|(before, single)| CHOOSE[before + 1][place(single, allowed)]).sum()
}

/// How many squares of `allowed` lie below `single`.
#[inline]
fn place<W: Word>(single: Bitboard<W>, allowed: Bitboard<W>) -> usize {
    // The mask tells the compiler that the place is in range.
    (allowed & Bitboard(single.0.predecessor())).len() as usize & (SQUARES - 1)
}

/// The inverse of [`number`] for sets of `count` squares.
fn chosen<W: Word>(number: u64, count: u8, allowed: Bitboard<W>) -> Bitboard<W> {
    let mut rest = number;
    let mut set = Bitboard::EMPTY;
    for size in (1..=usize::from(count)).rev() {
        let column = &CHOOSE[size];
        let place = if size == 1 { rest as usize } else { column.partition_point(|&c| c <= rest) - 1 };
        rest -= column[place];
        set |= nth(allowed, place as u32);
    }
    set
}

/// The member of `set` with `n` members below it, found by halving the word.
fn nth<W: Word>(set: Bitboard<W>, mut n: u32) -> Bitboard<W> {
    let (mut base, mut width) = (0, W::BITS / 2);
    while width > 0 {
        let below = ((set.0 >> base) & (W::ONE << width).predecessor()).count_ones();
        if n >= below {
            n -= below;
            base += width;
        }
        width /= 2;
    }
    Bitboard::of_bit(base)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::{
        Canadian, English, Giveaway, International, Losing, Position, Rules, Turkish, Variant, WordOf,
    };

    /// The counts for English with both sides on the board and one side to move: those that the Chinook project has
    /// published, less placements of one side only, half of it.
    const ENGLISH: [u64; 5] = [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676];

    #[test]
    fn the_slices_hold_as_many_placements_as_chinook_counted() {
        for (pieces, count) in (2..).zip(ENGLISH) {
            let slices = Slice::all(Variant::ENGLISH, pieces);
            let board = Variant::ENGLISH.board();
            assert_eq!(slices.iter().map(|&slice| Index::count(board, slice)).sum::<u64>(), count);
            let pairs = slices.iter().filter(|slice| slice.is_first_of_pair());
            assert_eq!(pairs.map(|&slice| Index::pair_count(board, slice)).sum::<u64>(), count);
        }
    }

    fn check<R: Rules>(pieces: usize) {
        let (variant, board) = (Variant::of::<R>(), Variant::of::<R>().board());
        for slice in Slice::all(variant, pieces) {
            let index = Index::new(board, slice);
            assert_eq!(index.len(), Index::count(board, slice), "{variant} {slice}");
            // A step without a common factor with most lengths, so that all parts of the range are seen.
            for number in (0..index.len()).step_by(if pieces < 4 { 1 } else { 1009 }) {
                let placement = index.placement::<WordOf<R>>(number);
                assert_eq!(placement.slice(), slice);
                assert_eq!(index.number(&placement), number, "{variant} {slice}");
                let position: Position<R> = placement.position();
                assert_eq!(Placement::of(&position.turned()), placement, "{position}");
                assert_eq!(placement.turned::<R::Board>().turned::<R::Board>(), placement);
            }
        }
    }

    #[test]
    fn a_placement_and_its_number_lead_to_each_other() {
        for pieces in 2..=4 {
            check::<English>(pieces);
            check::<International>(pieces);
        }
        check::<Giveaway>(5);
        check::<Losing>(3);
        check::<Turkish>(2);
        check::<Canadian>(2);
    }
}
