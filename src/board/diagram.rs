//! A text diagram of the board.

use crate::rules::{Board, Position, Rules, Side, Square};

/// Characters per square.
const CELL: usize = 3;
/// Characters between the two boards.
const GAP: usize = 4;

/// The board from White's side: `w` and `b` are men, `W` and `B` kings. If the width (in characters) allows, the
/// numbers of the squares are drawn beside it; otherwise on the empty squares.
pub fn diagram<R: Rules>(position: &Position<R>, width: Option<usize>) -> Vec<String> {
    let columns = 2 * R::Board::ROW;
    let is_wide = width.is_none_or(|width| 2 * columns * CELL + GAP <= width);
    let number = |square: Square| square.to_string();
    let piece = |square: Square| piece(position, square).map(String::from);
    let row = |row: usize| {
        if is_wide {
            let pieces = draw_row::<R::Board>(row, |square| piece(square).unwrap_or_else(|| ".".to_owned()));
            format!("{pieces}{:GAP$}{}", "", draw_row::<R::Board>(row, number))
        } else {
            draw_row::<R::Board>(row, |square| piece(square).unwrap_or_else(|| number(square)))
        }
    };
    (0..R::Board::ROWS).map(|index| row(index).trim_end().to_owned()).collect()
}

fn piece<R: Rules>(position: &Position<R>, square: Square) -> Option<char> {
    position.piece_at(square).map(|piece| match piece {
        (Side::White, false) => 'w',
        (Side::White, true) => 'W',
        (Side::Black, false) => 'b',
        (Side::Black, true) => 'B',
    })
}

/// One row, with a text on each dark square.
fn draw_row<B: Board>(row: usize, text: impl Fn(Square) -> String) -> String {
    let mut cells = vec![String::new(); 2 * B::ROW];
    for index in row * B::ROW..(row + 1) * B::ROW {
        let square = Square::from_index(index);
        let (_, column) = B::row_and_column(square);
        cells[column] = text(square);
    }
    cells.iter().map(|cell| format!("{cell:>CELL$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::English;

    #[test]
    fn numbers_stand_beside_the_board() {
        let position = fen::parse::<English>("W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, None);
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], "     .     .     .     W         1     2     3     4");
        assert_eq!(rows[1], "  B     .     .     .         5     6     7     8");
        assert_eq!(rows[7], "  w     .     .     .        29    30    31    32");
        assert_eq!(diagram(&position, Some(52)), rows);
    }

    #[test]
    fn numbers_stand_on_the_empty_squares_where_there_is_no_room() {
        let position = fen::parse::<English>("W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Some(51));
        assert_eq!(rows[0], "     1     2     3     W");
        assert_eq!(rows[6], "    25    26     b    28");
    }
}
