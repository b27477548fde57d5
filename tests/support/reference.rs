//! A second move generator, slow and plain: a mailbox board walked square by square, written from the articles. It
//! shares no code with the one under test.

use std::collections::BTreeSet;

/// A piece: does it belong to White, is it a king?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub white: bool,
    pub king: bool,
}

/// From, to and captured squares (ascending), as PDN numbers.
pub type Ends = (usize, usize, Vec<usize>);

/// What the articles of a game say.
#[derive(Clone, Copy, Debug)]
pub struct Articles {
    /// Rows, and columns, of the board.
    pub size: i32,
    pub kings_fly: bool,
    pub men_capture_backward: bool,
    /// A man that reaches the last row by a capture stops there.
    pub crowned_man_stops: bool,
    /// Only the captures of the most pieces are allowed.
    pub most_pieces: bool,
}

/// A dark square as row and column, from the top left corner as White sees the board.
type Spot = (i32, i32);

/// A board with a side to move.
#[derive(Clone, Debug)]
pub struct Mailbox {
    articles: Articles,
    white_to_move: bool,
    cells: Vec<Option<Piece>>,
}

impl Mailbox {
    pub fn new(articles: Articles, white_to_move: bool) -> Mailbox {
        Mailbox { articles, white_to_move, cells: vec![None; (articles.size * articles.size) as usize] }
    }

    pub fn put(&mut self, number: usize, piece: Piece) {
        let spot = self.spot(number);
        let cell = self.cell(spot);
        self.cells[cell] = Some(piece);
    }

    /// The legal moves.
    pub fn moves(&self) -> BTreeSet<Ends> {
        let mut captures = BTreeSet::new();
        for (from, piece) in self.own_pieces() {
            let mut board = self.clone();
            let cell = board.cell(from);
            board.cells[cell] = None;
            board.capture(from, from, piece, &[], &mut captures);
        }
        if captures.is_empty() {
            return self.quiet_moves();
        }
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max().unwrap_or(0);
        captures.retain(|(_, _, taken)| !self.articles.most_pieces || taken.len() == most);
        captures
    }

    fn quiet_moves(&self) -> BTreeSet<Ends> {
        let mut moves = BTreeSet::new();
        for (from, piece) in self.own_pieces() {
            for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                if !piece.king && (down < 0) != piece.white {
                    continue;
                }
                let reach = if piece.king && self.articles.kings_fly { self.articles.size } else { 1 };
                for stride in 1..=reach {
                    let to = (from.0 + stride * down, from.1 + stride * right);
                    if !self.is_free(to) {
                        break;
                    }
                    moves.insert((self.number(from), self.number(to), Vec::new()));
                }
            }
        }
        moves
    }

    /// Adds every way in which `piece`, lifted from `from` and now at `at` with `taken` behind it, can go on to the
    /// end of its capture.
    fn capture(&self, from: Spot, at: Spot, piece: Piece, taken: &[Spot], ends: &mut BTreeSet<Ends>) {
        let last_row = if piece.white { 0 } else { self.articles.size - 1 };
        let must_stop =
            !piece.king && !taken.is_empty() && at.0 == last_row && self.articles.crowned_man_stops;
        let jumps = if must_stop { Vec::new() } else { self.jumps(at, piece, taken) };
        if jumps.is_empty() && !taken.is_empty() {
            let mut numbers: Vec<_> = taken.iter().map(|&spot| self.number(spot)).collect();
            numbers.sort_unstable();
            ends.insert((self.number(from), self.number(at), numbers));
        }
        for (over, landing) in jumps {
            let taken = [taken, &[over]].concat();
            self.capture(from, landing, piece, &taken, ends);
        }
    }

    /// The single jumps from `at`: over which piece, and to where.
    fn jumps(&self, at: Spot, piece: Piece, taken: &[Spot]) -> Vec<(Spot, Spot)> {
        let flies = piece.king && self.articles.kings_fly;
        let mut jumps = Vec::new();
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            if !piece.king && (down < 0) != piece.white && !self.articles.men_capture_backward {
                continue;
            }
            let next = |spot: Spot| (spot.0 + down, spot.1 + right);
            let mut over = next(at);
            while flies && self.is_free(over) {
                over = next(over);
            }
            if taken.contains(&over) || self.at(over).is_none_or(|other| other.white == piece.white) {
                continue;
            }
            let mut landing = next(over);
            while self.is_free(landing) {
                jumps.push((over, landing));
                if !flies {
                    break;
                }
                landing = next(landing);
            }
        }
        jumps
    }

    fn own_pieces(&self) -> impl Iterator<Item = (Spot, Piece)> + '_ {
        let squares = (self.articles.size * self.articles.size / 2) as usize;
        (1..=squares).filter_map(|number| {
            let spot = self.spot(number);
            let piece = self.at(spot)?;
            (piece.white == self.white_to_move).then_some((spot, piece))
        })
    }

    fn at(&self, spot: Spot) -> Option<Piece> {
        if self.is_on_board(spot) { self.cells[self.cell(spot)] } else { None }
    }

    fn is_free(&self, spot: Spot) -> bool {
        self.is_on_board(spot) && self.cells[self.cell(spot)].is_none()
    }

    fn is_on_board(&self, (row, column): Spot) -> bool {
        let inside = 0..self.articles.size;
        inside.contains(&row) && inside.contains(&column)
    }

    fn cell(&self, (row, column): Spot) -> usize {
        (row * self.articles.size + column) as usize
    }

    /// Two columns to a number; the top left corner is light.
    fn number(&self, spot: Spot) -> usize {
        self.cell(spot) / 2 + 1
    }

    fn spot(&self, number: usize) -> Spot {
        let cell = 2 * (number as i32 - 1);
        let row = cell / self.articles.size;
        (row, cell % self.articles.size + i32::from(row % 2 == 0))
    }
}
