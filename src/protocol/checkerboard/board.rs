//! CheckerBoard's board and moves.
//!
//! CheckerBoard has one board for all its games and numbers its squares by the game type, as PDN does for that game
//! (CheckerBoard, cb_interface.h, `coorstonumber`).

use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{AnyPosition, Army, Corner, Fault, Geometry, Move, Side, Square, Variant};

/// A square of the board: its file from a to h and its rank from 1 to 8, both counted from 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CbSquare {
    pub x: i32,
    pub y: i32,
}

/// Squares in a row of the board.
const ROW: usize = 4;

const ITALIAN: u32 = 22;
const SPANISH: u32 = 24;
const CZECH: u32 = 29;

pub(super) fn cb_square(variant: Variant, square: Square) -> CbSquare {
    place(variant.articles().game_type, renumbered(variant, square))
}

/// The square with the number that CheckerBoard gives to `square`, and the other way round. Black's men stand at its
/// lower edge in all games; in Spanish and Czech draughts, White's have the low numbers.
pub(super) fn renumbered(variant: Variant, square: Square) -> Square {
    let corner = match variant.articles().game_type {
        SPANISH => Corner::LowerRight,
        CZECH => Corner::LowerLeft,
        _ => Corner::UpperLeft,
    };
    variant.board().read_from(corner, square)
}

/// The coordinates of the square with this number in games of a PDN game type. In English draughts and every game not
/// listed here, square 1 is at the lower right.
const fn place(game_type: u32, square: Square) -> CbSquare {
    let (row, place) = (square.index() / ROW, square.index() % ROW);
    let (rank, pair) = match game_type {
        ITALIAN => (row, place),
        SPANISH | CZECH => (7 - row, 3 - place),
        _ => (row, 3 - place),
    };
    CbSquare { x: (2 * pair + rank % 2) as i32, y: rank as i32 }
}

/// The piece on each square: `board[x][y]`, 0 if empty.
pub type BoardArray = [[i32; 8]; 8];

const WHITE: i32 = 1;
const BLACK: i32 = 2;
const MAN: i32 = 4;
const KING: i32 = 8;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    #[error("side to move {0}: expected {WHITE} for White or {BLACK} for Black")]
    SideToMove(i32),
    #[error("{found} on file {x}, rank {y}: expected 0, or 5, 6, 9 or 10 for a piece")]
    Piece { found: i32, x: i32, y: i32 },
    #[error(transparent)]
    Position(#[from] Fault),
}

pub(super) const fn side(colour: i32) -> Result<Side, BoardError> {
    match colour {
        WHITE => Ok(Side::White),
        BLACK => Ok(Side::Black),
        other => Err(BoardError::SideToMove(other)),
    }
}

pub(super) const fn piece(side: Side, is_king: bool) -> i32 {
    let colour = match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    };
    colour | if is_king { KING } else { MAN }
}

pub(super) fn read(variant: Variant, board: &BoardArray, side: Side) -> Result<AnyPosition, BoardError> {
    const PIECES: [(i32, Side, bool); 4] = [
        (piece(Side::White, false), Side::White, false),
        (piece(Side::White, true), Side::White, true),
        (piece(Side::Black, false), Side::Black, false),
        (piece(Side::Black, true), Side::Black, true),
    ];
    let mut armies = [Army::default(); 2];
    for square in variant.board().squares() {
        let CbSquare { x, y } = cb_square(variant, square);
        let found = board[x as usize][y as usize];
        if found == 0 {
            continue;
        }
        let known = PIECES.into_iter().find(|&(number, ..)| number == found);
        let (_, owner, is_king) = known.ok_or(BoardError::Piece { found, x, y })?;
        let army = &mut armies[owner.index()];
        *if is_king { &mut army.kings } else { &mut army.men } |= variant.board().bit(square);
    }
    Ok(AnyPosition::new(variant, armies, side)?)
}

/// Puts the pieces of a position on a board. Light squares stay unchanged: CheckerBoard compares whole boards.
pub(super) fn write(position: &AnyPosition, board: &mut BoardArray) {
    for square in position.board().squares() {
        let CbSquare { x, y } = cb_square(position.variant(), square);
        let stands = position.piece_at(square);
        board[x as usize][y as usize] = stands.map_or(0, |(side, is_king)| piece(side, is_king));
    }
}

/// The maximum number of captures in a move: all pieces of a side.
const MOST_JUMPS: usize = 12;

/// A move (CheckerBoard, cb_interface.h, `struct CBmove`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CbMove {
    /// How many pieces it captures.
    pub jumps: i32,
    pub new_piece: i32,
    pub old_piece: i32,
    pub from: CbSquare,
    pub to: CbSquare,
    /// The squares where it lands on the way, from `path[1]` on, and where it arrives.
    pub path: [CbSquare; MOST_JUMPS],
    /// Where the captured pieces stood, in the order of capture.
    pub captured: [CbSquare; MOST_JUMPS],
    pub captured_pieces: [i32; MOST_JUMPS],
}

struct Jump {
    landing: Square,
    over: Square,
    piece: i32,
}

/// A move of a position with all fields that CheckerBoard needs.
pub(super) struct Played {
    variant: Variant,
    from: Square,
    to: Square,
    old_piece: i32,
    new_piece: i32,
    jumps: Vec<Jump>,
}

impl Played {
    /// Describes `mv`, which must be legal in `position`.
    pub(super) fn new(position: &AnyPosition, mv: &Move) -> Played {
        let after = position.succ(mv);
        let number = |position: &AnyPosition, square| {
            position.piece_at(square).map_or(0, |(side, is_king)| piece(side, is_king))
        };
        let path: Vec<_> = SpelledMove::new(position, mv).path().collect();
        let jump = |step: &[Square]| {
            let captured = mv.captured_set().singles().map(|single| position.board().square(single));
            let over = captured.into_iter().find(|&over| lies_between(position.board(), over, step))?;
            Some(Jump { landing: step[1], over, piece: number(position, over) })
        };
        Played {
            variant: position.variant(),
            from: mv.from,
            to: mv.to,
            old_piece: number(position, mv.from),
            new_piece: number(&after, mv.to),
            jumps: path.windows(2).filter_map(jump).collect(),
        }
    }

    pub(super) fn structure(&self) -> CbMove {
        let cb_square = |square| cb_square(self.variant, square);
        let mut structure = CbMove {
            jumps: self.jumps.len() as i32,
            new_piece: self.new_piece,
            old_piece: self.old_piece,
            from: cb_square(self.from),
            to: cb_square(self.to),
            ..CbMove::default()
        };
        for (slot, jump) in structure.path[1..].iter_mut().zip(&self.jumps) {
            *slot = cb_square(jump.landing);
        }
        for (index, jump) in self.jumps.iter().enumerate().take(MOST_JUMPS) {
            structure.captured[index] = cb_square(jump.over);
            structure.captured_pieces[index] = jump.piece;
        }
        structure
    }

    /// As an item of a move list: `jumps,oldpiece,newpiece,from,to`, and for each jump `,landing,over,piece`.
    pub(super) fn item(&self) -> String {
        let Played { old_piece, new_piece, jumps, .. } = self;
        let [from, to] = [self.from, self.to].map(|square| renumbered(self.variant, square));
        let mut text = format!("{},{old_piece},{new_piece},{from},{to}", jumps.len());
        for Jump { landing, over, piece } in jumps {
            let [landing, over] = [*landing, *over].map(|square| renumbered(self.variant, square));
            text.push_str(&format!(",{landing},{over},{piece}"));
        }
        text
    }

    /// Whether it leads from one square to the other.
    pub(super) fn joins(&self, from: Square, to: Square) -> bool {
        (self.from, self.to) == (from, to)
    }
}

/// Whether a square lies on the line of a step, between its ends.
fn lies_between(board: &Geometry, square: Square, step: &[Square]) -> bool {
    let place = |square| {
        let (row, column) = board.row_and_column(square);
        (row as i32, column as i32)
    };
    let [(row, column), (first_row, first_column), (last_row, last_column)] = [square, step[0], step[1]].map(place);
    let is_on_the_line =
        (row - first_row) * (last_column - first_column) == (column - first_column) * (last_row - first_row);
    let rows = first_row.min(last_row) + 1..first_row.max(last_row);
    is_on_the_line && rows.contains(&row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::{fen, parse_move};

    /// The published number of a square (cb_interface.h, `coorstonumber`).
    fn number(game_type: u32, CbSquare { x, y }: CbSquare) -> i32 {
        match game_type {
            ITALIAN => 1 + 4 * y + x / 2,
            SPANISH => 1 + 4 * (7 - y) + (7 - x) / 2,
            CZECH => 33 - (1 + 4 * y + x / 2),
            _ => 4 * (y + 1) - x / 2,
        }
    }

    #[test]
    fn each_game_type_has_the_published_numbers() {
        for game_type in [21, ITALIAN, SPANISH, 25, 26, CZECH] {
            for index in 0..32 {
                let square = Square::from_index(index);
                let CbSquare { x, y } = place(game_type, square);
                assert!((0..8).contains(&x) && (0..8).contains(&y), "{game_type}, {square}");
                assert_eq!(number(game_type, CbSquare { x, y }), index as i32 + 1, "{game_type}, {x}, {y}");
                assert_eq!((x + y) % 2, 0, "the squares that are played on are those of the colour of a1");
            }
        }
    }

    #[test]
    fn every_game_has_black_at_the_lower_edge_and_its_published_numbers() {
        for variant in crownhead_engine::config::CheckerBoardOptions::variants() {
            let mut board = [[0; 8]; 8];
            write(&variant.start(), &mut board);
            assert_eq!((board[0][0], board[7][7]), (6, 5), "{variant}");
            let game_type = variant.articles().game_type;
            for square in variant.board().squares() {
                let number = number(game_type, cb_square(variant, square));
                assert_eq!(renumbered(variant, square).number() as i32, number, "{variant}, {square}");
            }
        }
    }

    #[test]
    fn what_is_written_reads_back_and_leaves_the_light_squares_alone() {
        let position = fen::parse(Variant::ENGLISH, "W:WK1,21,30:B3,12,K29").expect("the FEN is well formed");
        let mut board = [[77; 8]; 8];
        write(&position, &mut board);
        assert_eq!(read(Variant::ENGLISH, &board, Side::White), Ok(position));
        assert!((0..8).all(|x| (0..8).all(|y| (x + y) % 2 == 0 || board[x][y] == 77)), "{board:?}");
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(side(3), Err(BoardError::SideToMove(3)));
        let mut board = [[0; 8]; 8];
        assert_eq!(read(Variant::ENGLISH, &board, Side::White), Err(Fault::Empty.into()));
        board[3][1] = 7;
        let error = read(Variant::ENGLISH, &board, Side::White).expect_err("7 is no piece");
        assert_eq!(error.to_string(), "7 on file 3, rank 1: expected 0, or 5, 6, 9 or 10 for a piece");
    }

    fn played(position: &str, text: &str) -> Played {
        let position = fen::parse(Variant::ENGLISH, position).expect("the FEN is well formed");
        Played::new(&position, &parse_move(&position, text).expect("the move is legal"))
    }

    #[test]
    fn the_structure_has_the_size_that_c_gives_it() {
        assert_eq!((size_of::<CbMove>(), align_of::<CbMove>()), (268, 4));
    }

    #[test]
    fn a_ring_captures_each_piece_once() {
        let item = played("B:BK2:W6,7,14,15", "2x2").item();
        let ways = ["4,10,10,2,2,9,6,5,18,14,5,11,15,5,2,7,5", "4,10,10,2,2,11,7,5,18,15,5,9,14,5,2,6,5"];
        assert!(ways.contains(&item.as_str()), "{item}");
    }
}
