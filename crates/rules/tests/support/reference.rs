//! A second move generator, slow and plain: a mailbox board walked square by square, written from the articles. It
//! shares no code with the one under test.

#![allow(dead_code, reason = "each test file is a crate of its own and uses what it needs")]

use std::collections::BTreeSet;

/// A piece: whether it belongs to White, and whether it is a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub white: bool,
    pub king: bool,
}

/// A move: from, to and captured squares (ascending), as PDN numbers, and whether the piece is a king afterwards.
pub type Ends = (usize, usize, Vec<usize>, bool);

/// What becomes of a man that reaches the last row while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowned {
    /// It stops there.
    Stops,
    /// It goes on as a man.
    OnlyAtRest,
    /// It goes on as a king.
    GoesOn,
}

/// What a capture is worth, the first number before the next: did a king set out, and which captured pieces were kings,
/// in order?
pub type Worth = fn(bool, &[bool]) -> Vec<u32>;

/// What the articles of a game say.
#[derive(Clone, Copy, Debug)]
pub struct Articles {
    /// Rows, and columns, of the board.
    pub size: i32,
    /// Whether the top left corner is a square that is played on.
    pub mirrored: bool,
    pub kings_fly: bool,
    pub men_capture_backward: bool,
    /// Captures along rows and columns too.
    pub orthogonal: bool,
    /// All squares are played on, and everything goes along rows and columns only: men forward and sideways.
    pub straight: bool,
    pub men_take_kings: bool,
    /// A flying king lands right behind a king that it captures last.
    pub lands_behind_king: bool,
    /// A flying king lands right behind everything that it captures.
    pub lands_behind: bool,
    /// What is captured leaves the board before the next jump.
    pub leaves_at_once: bool,
    /// A king may turn by half a circle between two jumps.
    pub turns_back: bool,
    pub crowned: Crowned,
    /// Only the captures of the greatest worth are allowed; any, if this is none.
    pub worth: Option<Worth>,
    /// So many kings win.
    pub kings_to_win: Option<usize>,
    /// So many quiet moves in a row may one king make while its side has a man.
    pub king_run: Option<usize>,
}

/// Worth by number alone.
pub fn number(_: bool, kings: &[bool]) -> Vec<u32> {
    vec![kings.len() as u32]
}

pub const ENGLISH: Articles = Articles {
    size: 8,
    mirrored: false,
    kings_fly: false,
    men_capture_backward: false,
    orthogonal: false,
    straight: false,
    men_take_kings: true,
    lands_behind_king: false,
    lands_behind: false,
    leaves_at_once: false,
    turns_back: true,
    crowned: Crowned::Stops,
    worth: None,
    kings_to_win: None,
    king_run: None,
};

pub const INTERNATIONAL: Articles = Articles {
    size: 10,
    kings_fly: true,
    men_capture_backward: true,
    crowned: Crowned::OnlyAtRest,
    worth: Some(number),
    ..ENGLISH
};

/// What the articles of a variant say.
///
/// # Panics
/// If the variant is not known here.
pub fn articles_of(variant: &str) -> Articles {
    match variant {
        "english" | "giveaway" => ENGLISH,
        "international" | "losing" => INTERNATIONAL,
        "frisian" | "frysk" => FRISIAN,
        // A king stops right behind a king that it captures last.
        "killer" => Articles { lands_behind_king: true, ..INTERNATIONAL },
        // The first king wins.
        "breakthrough" => Articles { kings_to_win: Some(1), ..INTERNATIONAL },
        "russian" | "antirussian" => Articles { crowned: Crowned::GoesOn, ..POOL },
        "brazilian" => Articles { size: 8, ..INTERNATIONAL },
        "pool" | "unified" => POOL,
        "jamaican" => Articles { mirrored: true, ..POOL },
        "italian" => ITALIAN,
        "spanish" => Articles { mirrored: true, worth: Some(number_then_kings), ..FORWARD },
        "czech" => Articles { worth: Some(|by_king, _| vec![u32::from(by_king)]), ..FORWARD },
        "thai" => Articles { lands_behind: true, leaves_at_once: true, ..FORWARD },
        "turkish" => TURKISH,
        "canadian" => Articles { size: 12, ..INTERNATIONAL },
        other => panic!("no articles of {other}"),
    }
}

/// Captures along rows and columns, a king for a little less than two men, and by a king before a man; three quiet
/// moves in a row by one king.
const FRISIAN: Articles = Articles {
    orthogonal: true,
    worth: Some(|by_king, kings| {
        let hundredths = kings.iter().map(|&king| if king { 199 } else { 100 }).sum();
        vec![hundredths, u32::from(by_king)]
    }),
    king_run: Some(3),
    ..INTERNATIONAL
};

/// International draughts on the small board with a free choice.
const POOL: Articles = Articles { size: 8, worth: None, ..INTERNATIONAL };

/// English draughts with flying kings.
const FORWARD: Articles = Articles { kings_fly: true, ..ENGLISH };

/// Rows and columns; what is captured leaves at once, but a king does not turn back over it.
const TURKISH: Articles = Articles {
    straight: true,
    leaves_at_once: true,
    turns_back: false,
    crowned: Crowned::OnlyAtRest,
    worth: Some(number),
    ..FORWARD
};

/// Men spare kings; most pieces, then by a king, then most kings, then a king as early as can be.
const ITALIAN: Articles = Articles {
    mirrored: true,
    men_take_kings: false,
    worth: Some(|by_king, kings| {
        let number = kings.iter().filter(|&&king| king).count() as u32;
        let mut worth = vec![kings.len() as u32, u32::from(by_king), number];
        worth.extend(kings.iter().map(|&king| u32::from(king)));
        worth
    }),
    ..ENGLISH
};

fn number_then_kings(_: bool, kings: &[bool]) -> Vec<u32> {
    vec![kings.len() as u32, kings.iter().filter(|&&king| king).count() as u32]
}

/// A square as row and column, from the top left corner as White sees the board.
type Spot = (i32, i32);

const DIAGONALS: [Spot; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const ORTHOGONALS: [Spot; 4] = [(-2, 0), (2, 0), (0, -2), (0, 2)];
/// The same where the next square in a row is played on.
const STRAIGHT: [Spot; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Articles {
    /// The squares of a row that are played on.
    pub fn row(&self) -> usize {
        self.size as usize / if self.straight { 1 } else { 2 }
    }

    /// The squares that are played on.
    pub fn squares(&self) -> usize {
        self.row() * self.size as usize
    }
}

/// A move that has been played.
#[derive(Clone, Copy, Debug)]
struct Past {
    white: bool,
    from: usize,
    to: usize,
    /// Whether it was a quiet move by a king.
    is_kings_stroll: bool,
}

/// A capture under way.
#[derive(Clone, Debug)]
struct Journey {
    from: Spot,
    by_king: bool,
    taken: Vec<Spot>,
    found: Vec<(Vec<u32>, Ends)>,
}

/// A board with a side to move.
#[derive(Clone, Debug)]
pub struct Mailbox {
    articles: Articles,
    white_to_move: bool,
    cells: Vec<Option<Piece>>,
    past: Vec<Past>,
}

impl Mailbox {
    pub fn new(articles: Articles, white_to_move: bool) -> Mailbox {
        let cells = vec![None; (articles.size * articles.size) as usize];
        Mailbox { articles, white_to_move, cells, past: Vec::new() }
    }

    pub fn put(&mut self, number: usize, piece: Piece) {
        let spot = self.spot(number);
        let cell = self.cell(spot);
        self.cells[cell] = Some(piece);
    }

    /// The number of sequences of `depth` moves.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|mv| self.after(mv).perft(depth - 1)).sum() }
    }

    /// The board after a move.
    pub fn after(&self, (from, to, taken, king): &Ends) -> Mailbox {
        let mut next = self.clone();
        let [start, end] = [*from, *to].map(|number| self.cell(self.spot(number)));
        let mover = next.cells[start].take().expect("a piece moves");
        for &number in taken {
            let cell = self.cell(self.spot(number));
            next.cells[cell] = None;
        }
        next.cells[end] = Some(Piece { king: *king, ..mover });
        let is_kings_stroll = mover.king && taken.is_empty();
        next.past.push(Past { white: mover.white, from: *from, to: *to, is_kings_stroll });
        next.white_to_move = !self.white_to_move;
        next
    }

    /// The legal moves.
    pub fn moves(&self) -> BTreeSet<Ends> {
        if self
            .articles
            .kings_to_win
            .is_some_and(|enough| self.has_kings(true, enough) || self.has_kings(false, enough))
        {
            return BTreeSet::new();
        }
        let mut found = Vec::new();
        for (from, piece) in self.own_pieces() {
            let mut board = self.clone();
            let cell = board.cell(from);
            board.cells[cell] = None;
            let mut journey = Journey { from, by_king: piece.king, taken: Vec::new(), found: Vec::new() };
            board.capture(from, piece, None, &mut journey);
            found.append(&mut journey.found);
        }
        let Some(greatest) = found.iter().map(|(worth, _)| worth.clone()).max() else {
            return self.quiet_moves();
        };
        let is_allowed = |worth: &Vec<u32>| self.articles.worth.is_none() || *worth == greatest;
        found.into_iter().filter(|(worth, _)| is_allowed(worth)).map(|(_, ends)| ends).collect()
    }

    fn has_kings(&self, white: bool, enough: usize) -> bool {
        let is_king = |piece: &&Piece| piece.king && piece.white == white;
        self.cells.iter().flatten().filter(is_king).count() >= enough
    }

    fn quiet_moves(&self) -> BTreeSet<Ends> {
        let mut moves = BTreeSet::new();
        for (from, piece) in self.own_pieces() {
            if piece.king && self.must_rest(self.number(from)) {
                continue;
            }
            for (down, right) in if self.articles.straight { STRAIGHT } else { DIAGONALS } {
                if !piece.king && down != 0 && (down < 0) != piece.white {
                    continue;
                }
                let reach = if piece.king && self.articles.kings_fly { self.articles.size } else { 1 };
                for stride in 1..=reach {
                    let to = (from.0 + stride * down, from.1 + stride * right);
                    if !self.is_free(to) {
                        break;
                    }
                    let king = piece.king || to.0 == self.last_row(piece);
                    moves.insert((self.number(from), self.number(to), Vec::new(), king));
                }
            }
        }
        moves
    }

    /// Whether the last moves of the side were all quiet moves by the king that stands on this square, while it has a
    /// man.
    fn must_rest(&self, square: usize) -> bool {
        let Some(most) = self.articles.king_run else { return false };
        if !self.own_pieces().any(|(_, piece)| !piece.king) {
            return false;
        }
        let own = self.past.iter().rev().filter(|past| past.white == self.white_to_move);
        let mut at = square;
        let mut run = 0;
        for past in own {
            if past.to != at || !past.is_kings_stroll {
                break;
            }
            at = past.from;
            run += 1;
        }
        run >= most
    }

    fn last_row(&self, piece: Piece) -> i32 {
        if piece.white { 0 } else { self.articles.size - 1 }
    }

    /// Follows `piece`, lifted off the board and now at `at` after a jump in direction `came`, every way it can go;
    /// says whether there was one.
    fn capture(&self, at: Spot, piece: Piece, came: Option<Spot>, journey: &mut Journey) -> bool {
        let directions = DIAGONALS.iter().chain(if self.articles.straight { &STRAIGHT } else { &ORTHOGONALS });
        let is_half_turn = |(down, right): Spot| came == Some((-down, -right));
        let mut goes_on = false;
        for &direction in directions.filter(|&&direction| self.articles.turns_back || !is_half_turn(direction)) {
            if let Some((over, landings)) = self.jump(at, direction, piece, &journey.taken) {
                goes_on = true;
                journey.taken.push(over);
                self.land(&landings, piece, direction, journey);
                journey.taken.pop();
            }
        }
        goes_on
    }

    /// Goes on from each of the squares behind the piece taken last. If that can be done from none, the move ends.
    fn land(&self, landings: &[Spot], piece: Piece, came: Spot, journey: &mut Journey) {
        let mut goes_on = false;
        for &at in landings {
            let is_last_row = !piece.king && at.0 == self.last_row(piece);
            goes_on |= match self.articles.crowned {
                Crowned::Stops if is_last_row => false,
                Crowned::GoesOn if is_last_row => self.capture(at, Piece { king: true, ..piece }, Some(came), journey),
                _ => self.capture(at, piece, Some(came), journey),
            };
        }
        if goes_on {
            return;
        }
        let last = *journey.taken.last().expect("something was taken");
        let stays_near = piece.king && self.articles.lands_behind_king && self.at(last).is_some_and(|over| over.king);
        for &at in &landings[..if stays_near { 1 } else { landings.len() }] {
            let mut numbers: Vec<_> = journey.taken.iter().map(|&spot| self.number(spot)).collect();
            numbers.sort_unstable();
            let kings: Vec<_> = journey.taken.iter().map(|&spot| self.at(spot).is_some_and(|over| over.king)).collect();
            let worth = self.articles.worth.map_or(Vec::new(), |worth| worth(journey.by_king, &kings));
            let king = piece.king || at.0 == self.last_row(piece);
            journey.found.push((worth, (self.number(journey.from), self.number(at), numbers, king)));
        }
    }

    /// The single jump from `at` in one direction: over which piece, and to which squares.
    fn jump(&self, at: Spot, (down, right): Spot, piece: Piece, taken: &[Spot]) -> Option<(Spot, Vec<Spot>)> {
        let is_orthogonal = down == 0 || right == 0;
        let Articles { straight, orthogonal, .. } = self.articles;
        let is_backward = !piece.king && is_orthogonal == straight && down != 0 && (down < 0) != piece.white;
        if (is_orthogonal && !orthogonal && !straight)
            || (!is_orthogonal && straight)
            || (is_backward && !self.articles.men_capture_backward)
        {
            return None;
        }
        let flies = piece.king && self.articles.kings_fly;
        let next = |spot: Spot| (spot.0 + down, spot.1 + right);
        let has_left = |spot: Spot| self.articles.leaves_at_once && taken.contains(&spot);
        let is_free = |spot: Spot| self.is_free(spot) || has_left(spot);
        let mut over = next(at);
        while flies && is_free(over) {
            over = next(over);
        }
        let prey = self.at(over).filter(|other| other.white != piece.white)?;
        if taken.contains(&over) || (prey.king && !piece.king && !self.articles.men_take_kings) {
            return None;
        }
        let mut landings = Vec::new();
        let mut landing = next(over);
        let goes_far = flies && !self.articles.lands_behind;
        while is_free(landing) && (goes_far || landings.is_empty()) {
            landings.push(landing);
            landing = next(landing);
        }
        (!landings.is_empty()).then_some((over, landings))
    }

    fn own_pieces(&self) -> impl Iterator<Item = (Spot, Piece)> + '_ {
        (1..=self.articles.squares()).filter_map(|number| {
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

    /// Two columns to a number, except where all squares are played on.
    fn number(&self, spot: Spot) -> usize {
        self.cell(spot) / if self.articles.straight { 1 } else { 2 } + 1
    }

    fn spot(&self, number: usize) -> Spot {
        if self.articles.straight {
            return ((number as i32 - 1) / self.articles.size, (number as i32 - 1) % self.articles.size);
        }
        let cell = 2 * (number as i32 - 1);
        let row = cell / self.articles.size;
        (row, cell % self.articles.size + i32::from((row % 2 == 0) != self.articles.mirrored))
    }
}
