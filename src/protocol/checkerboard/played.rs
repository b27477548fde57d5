//! A move in CheckerBoard's format.

use super::board::piece;
use super::numbering::{Coordinates, coordinates};
use crate::notation::SpelledMove;
use crate::rules::{AnyPosition, Geometry, Move, Square, Variant};

/// The maximum number of captures in a move: all pieces of a side.
const MOST_JUMPS: usize = 12;

/// A move (CheckerBoard, cb_interface.h, `struct CBmove`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CbMove {
    /// How many pieces it captures.
    pub jumps: i32,
    /// The moving piece as it arrives.
    pub new_piece: i32,
    /// The moving piece as it starts.
    pub old_piece: i32,
    /// Where it starts.
    pub from: Coordinates,
    /// Where it arrives.
    pub to: Coordinates,
    /// The squares where it lands on the way, from `path[1]` on, and where it arrives.
    pub path: [Coordinates; MOST_JUMPS],
    /// Where the captured pieces stood, in the order of capture.
    pub captured: [Coordinates; MOST_JUMPS],
    /// The captured pieces.
    pub captured_pieces: [i32; MOST_JUMPS],
}

/// The capture of one piece within a move.
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
            let captured = mv.captured.singles().map(|single| position.board().square(single));
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

    /// As a structure.
    pub(super) fn structure(&self) -> CbMove {
        let coordinates = |square| coordinates(self.variant, square);
        let mut told = CbMove {
            jumps: self.jumps.len() as i32,
            new_piece: self.new_piece,
            old_piece: self.old_piece,
            from: coordinates(self.from),
            to: coordinates(self.to),
            ..CbMove::default()
        };
        for (slot, jump) in told.path[1..].iter_mut().zip(&self.jumps) {
            *slot = coordinates(jump.landing);
        }
        for (index, jump) in self.jumps.iter().enumerate().take(MOST_JUMPS) {
            told.captured[index] = coordinates(jump.over);
            told.captured_pieces[index] = jump.piece;
        }
        told
    }

    /// As an item of a move list: `jumps,oldpiece,newpiece,from,to`, and for each jump `,landing,over,piece`.
    pub(super) fn item(&self) -> String {
        let Played { from, to, old_piece, new_piece, jumps, .. } = self;
        let mut text = format!("{},{old_piece},{new_piece},{from},{to}", jumps.len());
        for Jump { landing, over, piece } in jumps {
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
    use crate::notation::{fen, parse_move};

    fn played(position: &str, text: &str) -> Played {
        let position = fen::parse(Variant::ENGLISH, position).expect("the FEN is well formed");
        Played::new(&position, &parse_move(&position, text).expect("the move is legal"))
    }

    const fn at(x: i32, y: i32) -> Coordinates {
        Coordinates { x, y }
    }

    #[test]
    fn the_structure_has_the_size_that_c_gives_it() {
        assert_eq!((size_of::<CbMove>(), align_of::<CbMove>()), (268, 4));
    }

    #[test]
    fn a_quiet_move() {
        let played = played("B:W21:B11", "11-15");
        assert_eq!(played.item(), "0,6,6,11,15");
        let told = CbMove { new_piece: 6, old_piece: 6, from: at(2, 2), to: at(3, 3), ..CbMove::default() };
        assert_eq!(played.structure(), told);
    }

    #[test]
    fn captures_are_told_in_their_order() {
        // A man takes a king on 18 and a man on 26, and is crowned on 31.
        let played = played("B:WK18,26:B15", "15x31");
        assert_eq!(played.item(), "2,6,10,15,31,22,18,9,31,26,5");
        let told = played.structure();
        assert_eq!((told.jumps, told.old_piece, told.new_piece), (2, 6, 10));
        assert_eq!((told.from, told.to), (at(3, 3), at(3, 7)));
        assert_eq!(told.path[1..3], [at(5, 5), at(3, 7)]);
        assert_eq!(told.captured[..3], [at(4, 4), at(4, 6), at(0, 0)]);
        assert_eq!(told.captured_pieces[..3], [9, 5, 0]);
    }

    #[test]
    fn a_ring_captures_each_piece_once() {
        let item = played("B:BK2:W6,7,14,15", "2x2").item();
        let ways = ["4,10,10,2,2,9,6,5,18,14,5,11,15,5,2,7,5", "4,10,10,2,2,11,7,5,18,15,5,9,14,5,2,6,5"];
        assert!(ways.contains(&item.as_str()), "{item}");
    }
}
