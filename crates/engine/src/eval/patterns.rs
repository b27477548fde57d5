//! The learned evaluation by patterns: a weight for each pattern on the board, looked up and summed. The values are
//! whole numbers up to the last rounding, so they are the same on every machine.
//!
//! Every pattern on the board is an index into one flat list. All of it is as the side to move sees it: for Black the
//! board is turned, so that a position and its turned twin have the same indices. The evaluation and the fit share this
//! list.
//!
//! Two rows of the board are one lookup. Their playable squares are adjacent bits, so they index a list of packed
//! numbers in base 3, one for each pair of adjacent columns of squares; two such words make the numbers of all groups
//! of four rows at once:
//!
//! ```text
//!  .0.1.2.3     columns 0-1, 1-2 and 2-3 of two rows: four squares, a number below 81
//!  4.5.6.7.     times 81, plus that of the two rows below: eight squares, a number below 6561
//! ```

use std::ops::Range;

use super::{Explanation, Grain, Part, Score};
use crownhead_rules::{AnyPosition, Bitboard, Board, Geometry, Position, Rules, Side, Square, Variant, Word};

/// The value of a pattern for the side to move with all pieces on the board, and with none, in units of
/// [`Patterns::UNITS_PER_MAN`].
pub type Pair = [i16; 2];

/// Room for the weights of every variant. The compiler sees that no index can lie beyond it and leaves out the checks;
/// what lies after the weights of a variant is never touched.
const ROOM: usize = 1 << 18;

/// Files of a network and patterns state the unit of the network only, so a change here needs a new version of the
/// format.
const UNITS_PER_MAN: i32 = 2000;
const MILLIONTHS_PER_UNIT: i64 = 1_000_000 / UNITS_PER_MAN as i64;

/// The share of the opening in a blend is a whole number of these parts.
const PARTS: i32 = 256;

/// Evaluates the positions of one variant at one grain by learned patterns.
#[derive(Clone, Debug)]
pub struct Patterns {
    list: PatternList,
    shapes: Shapes,
    weights: Box<[Pair; ROOM]>,
    grain: Grain,
}

impl Patterns {
    /// The number of units in a man.
    pub const UNITS_PER_MAN: i32 = UNITS_PER_MAN;

    /// The patterns of a variant with these weights, one for each index of its [`PatternList`]; `None` if it has no
    /// patterns or their number is wrong.
    pub fn new(variant: Variant, weights: &[Pair], grain: Grain) -> Option<Patterns> {
        let list = PatternList::of(variant).filter(|list| list.len == weights.len())?;
        let mut room = vec![[0; 2]; ROOM];
        room.get_mut(..weights.len())?.copy_from_slice(weights);
        let weights = room.into_boxed_slice().try_into().ok()?;
        Some(Patterns { list, shapes: Shapes::new(variant.board()), weights, grain })
    }

    /// The value of the position for the side to move: the nearest multiple of the grain, halves away from zero, cut to
    /// the range of estimates.
    pub fn evaluate<R: Rules>(&self, position: &Position<R>) -> Score {
        self.grain.round_millionths(self.millionths(position))
    }

    /// The parts of the value, one for each pattern.
    pub fn explain<R: Rules>(&self, position: &Position<R>) -> Explanation {
        let share = opening_parts(position);
        let men = |units: i32| f64::from(units) / f64::from(UNITS_PER_MAN);
        let (mut parts, mut phases) = (Vec::new(), [0.0; 2]);
        self.shapes.for_each_index(position, |index| {
            let [early, late] = self.weights[index].map(i32::from);
            phases[0] += men(early);
            phases[1] += men(late);
            if let Some((section, squares)) = self.list.place(index, position.side()) {
                let blend = men(early * share + late * (PARTS - share)) / f64::from(PARTS);
                parts.push(Part { name: section.name.to_owned(), squares, count: None, men: blend });
            }
        });
        let opening_share = Some(f64::from(share) / f64::from(PARTS));
        Explanation { value: self.evaluate(position), parts, opening_share, phases }
    }

    /// The value for the side to move in millionths of a man, rounded once; halves are rounded away from zero.
    pub(super) fn millionths<R: Rules>(&self, position: &Position<R>) -> i64 {
        let share = opening_parts(position);
        let (mut opening, mut ending) = (0i32, 0i32);
        self.shapes.for_each_index(position, |index| {
            let [early, late] = self.weights[index];
            opening += i32::from(early);
            ending += i32::from(late);
        });
        let parts = i64::from(opening * share + ending * (PARTS - share));
        let half = i64::from(PARTS / 2) * parts.signum();
        (parts * MILLIONTHS_PER_UNIT + half) / i64::from(PARTS)
    }
}

/// The share of the opening in the weights of a position, from 0 to 1: in proportion to the pieces on the board.
pub fn opening_share(position: &AnyPosition) -> f64 {
    f64::from(parts_of(position.occupied().len(), position.variant().max_pieces())) / f64::from(PARTS)
}

/// The same in whole parts.
fn opening_parts<R: Rules>(position: &Position<R>) -> i32 {
    parts_of(position.occupied().len(), R::MAX_PIECES)
}

#[inline]
fn parts_of(pieces: u32, max_pieces: usize) -> i32 {
    PARTS * pieces as i32 / (2 * max_pieces) as i32
}

/// Fillings of a group of eight squares: each empty, or with a man of either side.
pub const GROUP: usize = 6561;

/// Fillings of four squares in five states: empty, or with a man or a king of either side.
const BLOCK: usize = 625;

/// Bits for the number of one group in a packed word. Four fields make a word, and both ends are cheap to extract.
const FIELD: usize = 16;

/// The most playable squares in a row.
const MOST_ROW: usize = 5;

/// Fillings of two rows of the largest board by one side.
const FILLINGS: usize = 1 << (2 * MOST_ROW);

/// The most pairs of rows.
const MOST_PAIRS: usize = 5;

/// Kings are counted up to this number.
const MOST_KINGS: usize = 4;

/// A part of the list of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name in files and reports.
    pub name: &'static str,
    /// Its place in the list.
    pub range: Range<usize>,
}

impl Section {
    /// The sections that begin at these places, each up to the next and the last up to `end`, without empty ones.
    pub(super) fn list(starts: &[(&'static str, usize)], end: usize) -> Vec<Section> {
        let ends = starts.iter().skip(1).map(|&(_, start)| start).chain([end]);
        let sections = starts.iter().zip(ends).map(|(&(name, start), end)| Section { name, range: start..end });
        sections.filter(|section| !section.range.is_empty()).collect()
    }
}

/// The patterns of a variant's board.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// For each side to move: two rows of squares to the packed numbers of their blocks in base 3.
    threes: [Numbers; 2],
    /// The same in base 5.
    fives: [Numbers; 2],
}

/// The packed numbers of the blocks in two rows, for each filling.
type Numbers = Box<[u64; FILLINGS]>;

/// The list of weights of a variant: where its sections start.
#[derive(Clone, Copy, Debug)]
pub struct PatternList {
    board: Geometry,
    pairs: usize,
    blocks: usize,
    men: usize,
    odd_groups: usize,
    rows: usize,
    has_rows: bool,
    material: usize,
    king_blocks: usize,
    /// Length of the list.
    pub len: usize,
}

/// The numbers of kings of a side that are distinguished.
const KINGS: usize = MOST_KINGS + 1;

impl PatternList {
    /// The list of a variant; `None` if the blocks of two rows of its board do not fit in a word.
    pub fn of(variant: Variant) -> Option<PatternList> {
        let fits = variant.board().row <= MOST_ROW;
        fits.then(|| PatternList::new(*variant.board(), variant.max_pieces()))
    }

    /// The list of a board with up to `max_pieces` pieces a side. It is a constant where the rules are a type.
    const fn new(board: Geometry, max_pieces: usize) -> PatternList {
        let (pairs, blocks, men) = (board.rows / 2, board.row - 1, max_pieces + 1);
        let odd_groups = (pairs - 1) * blocks * GROUP;
        let rows = odd_groups + (pairs - 2) * blocks * GROUP;
        // Whole pairs of rows are a pattern too where they are as small as a group.
        let has_rows = board.row == 4;
        let material = rows + if has_rows { pairs * GROUP } else { 0 };
        let king_blocks = material + men * men * KINGS * KINGS;
        let len = king_blocks + pairs * blocks * BLOCK;
        PatternList { board, pairs, blocks, men, odd_groups, rows, has_rows, material, king_blocks, len }
    }

    /// The sections, in order.
    pub fn sections(&self) -> Vec<Section> {
        let starts = [
            ("groups", 0),
            ("odd-groups", self.odd_groups),
            ("rows", self.rows),
            ("material", self.material),
            ("king-blocks", self.king_blocks),
        ];
        Section::list(&starts, self.len)
    }

    /// The section of an index and the squares that its pattern looks at, as `side` to move sees the board; none for a
    /// pattern of the whole board.
    pub fn place(&self, index: usize, side: Side) -> Option<(Section, Vec<Square>)> {
        let section = self.sections().into_iter().find(|section| section.range.contains(&index))?;
        let (offset, row) = (index - section.range.start, self.board.row);
        let area = |fillings: usize, first: usize, rows: usize, width: usize| {
            let areas = row + 1 - width;
            let (top, left) = (first + 2 * (offset / fillings / areas), offset / fillings % areas);
            (top..top + rows).flat_map(|top| (left..left + width).map(move |place| top * row + place)).collect()
        };
        let squares: Vec<usize> = match section.name {
            "groups" => area(GROUP, 0, 4, 2),
            "odd-groups" => area(GROUP, 1, 4, 2),
            "rows" => area(GROUP, 0, 2, row),
            "king-blocks" => area(BLOCK, 0, 2, 2),
            _ => Vec::new(),
        };
        let seen = |index: usize| if side == Side::White { index } else { self.board.size - 1 - index };
        let mut squares: Vec<_> = squares.into_iter().map(|index| Square::from_index(seen(index))).collect();
        squares.sort_unstable();
        Some((section, squares))
    }

    /// The place in the list of all balances of men and kings.
    #[inline(always)] // As its caller.
    fn material_index<W: Word>(&self, men: [Bitboard<W>; 2], kings: [Bitboard<W>; 2]) -> usize {
        let [own, other] = men.map(|men| men.len() as usize);
        let [own_kings, other_kings] = kings.map(|kings| (kings.len() as usize).min(MOST_KINGS));
        self.material + ((own * self.men + other) * KINGS + own_kings) * KINGS + other_kings
    }

    /// Visits the groups that each two neighbouring words of `pairs` make.
    #[inline(always)] // As its caller.
    fn for_each_group(&self, words: &[u64; MOST_PAIRS], pairs: usize, start: usize, visit: &mut impl FnMut(usize)) {
        for pair in 0..pairs - 1 {
            // On the smaller board the last field, that of two whole rows, overflows: it is not used here.
            let both = words[pair].wrapping_mul(81).wrapping_add(words[pair + 1]);
            for block in 0..self.blocks {
                visit(start + (pair * self.blocks + block) * GROUP + field(both, block));
            }
        }
    }
}

impl Shapes {
    /// Works out the lists of a board that has patterns.
    pub fn new(board: &Geometry) -> Shapes {
        let lists = |base| Side::ALL.map(|side| numbers(board.row, base, side));
        Shapes { threes: lists(3), fives: lists(5) }
    }

    /// Calls `visit` with the index of each pattern of the position.
    #[inline(always)] // `visit` belongs into the loop.
    pub fn for_each_index<R: Rules>(&self, position: &Position<R>, visit: impl FnMut(usize)) {
        match position.side() {
            Side::White => self.visit::<R, 0>(position, visit),
            Side::Black => self.visit::<R, 1>(position, visit),
        }
    }

    #[inline(always)] // Twice, so that every shift is a constant.
    fn visit<R: Rules, const SIDE: usize>(&self, position: &Position<R>, mut visit: impl FnMut(usize)) {
        let list = const { &PatternList::new(R::Board::GEOMETRY, R::MAX_PIECES) };
        let side = Side::ALL[SIDE];
        let men = [position.men(side), position.men(!side)];
        let kings = [position.kings(side), position.kings(!side)];
        let states = [(men[0], 1), (men[1], 2)];
        let words = packed::<R::Board, SIDE, 0, _>(&self.threes[SIDE], states);
        list.for_each_group(&words, list.pairs, 0, &mut visit);
        if list.has_rows {
            for (pair, &word) in words.iter().enumerate().take(list.pairs) {
                visit(list.rows + pair * GROUP + field(word, list.blocks));
            }
        }
        let words = packed::<R::Board, SIDE, 1, _>(&self.threes[SIDE], states);
        list.for_each_group(&words, list.pairs - 1, list.odd_groups, &mut visit);
        visit(list.material_index(men, kings));
        if position.all_kings().any() {
            let states = [(men[0], 1), (men[1], 2), (kings[0], 3), (kings[1], 4)];
            let words = packed::<R::Board, SIDE, 0, _>(&self.fives[SIDE], states);
            for (pair, &word) in words.iter().enumerate().take(list.pairs) {
                for block in 0..list.blocks {
                    let place = pair * list.blocks + block;
                    visit(list.king_blocks + place * BLOCK + field(word, block));
                }
            }
        }
    }
}

/// The numbers of all blocks, a word for each pair of rows from the top as the side to move sees the board; the first
/// pair begins with row `FIRST`, 0 or 1. Each set of squares comes with the digit that its squares have.
#[inline(always)] // The side and the number of sets must be constants.
fn packed<B: Board, const SIDE: usize, const FIRST: usize, const STATES: usize>(
    numbers: &Numbers,
    states: [(Bitboard<B::Word>, u64); STATES],
) -> [u64; MOST_PAIRS] {
    let pairs = B::ROWS / 2 - FIRST;
    let mut words = [0; MOST_PAIRS];
    // On the mirrored board a ghost lies after the first row.
    let first = FIRST * (B::ROW + B::MIRRORED as usize);
    for (pair, word) in words.iter_mut().enumerate().take(pairs) {
        let shift = first + (2 * B::ROW + 1) * if SIDE == 0 { pair } else { pairs - 1 - pair };
        for (set, digit) in states {
            *word += digit * numbers[filling::<B, FIRST>((set.0 >> shift).widened() as u64)];
        }
    }
    words
}

/// The filling of the lowest two rows of some bits. After odd rows, on the mirrored board after even rows, lies a ghost
/// bit. It is left out: without it, both kinds of pairs share a list, which matters to the fastest cache.
#[inline(always)]
const fn filling<B: Board, const FIRST: usize>(bits: u64) -> usize {
    let row = (1 << B::ROW) - 1;
    let has_ghost_between = (FIRST == 1) != B::MIRRORED;
    let upper = if has_ghost_between { bits >> 1 } else { bits };
    (bits & row | upper & (row << B::ROW)) as usize
}

/// The number of a block, or of a group, in a packed word.
#[inline(always)]
const fn field(word: u64, block: usize) -> usize {
    (word >> (FIELD * block)) as u16 as usize
}

/// The packed numbers of all blocks for each filling of two rows, as `side` sees them. On the smaller board the number
/// of the whole two rows, in base 3, follows them.
fn numbers(row: usize, base: u64, side: Side) -> Numbers {
    let mut numbers = Box::new([0; FILLINGS]);
    for (filling, number) in numbers.iter_mut().enumerate().take(1 << (2 * row)) {
        let holds = |square: usize| {
            let bit = if side == Side::White { square } else { 2 * row - 1 - square };
            (filling >> bit & 1) as u64
        };
        let in_base = |squares: &[usize]| squares.iter().fold(0, |number, &square| number * base + holds(square));
        for block in 0..row - 1 {
            let squares = [block, block + 1, row + block, row + block + 1];
            *number |= in_base(&squares) << (FIELD * block);
        }
        if base == 3 && row == 4 {
            *number |= in_base(&[0, 1, 2, 3, 4, 5, 6, 7]) << (FIELD * (row - 1));
        }
    }
    numbers
}
