//! A text diagram of the board.

use anstyle::{Ansi256Color, Style};

use crate::rules::{Board, Position, Rules, Side, Square};

/// Characters per square.
const CELL: usize = 3;
/// Characters between the two boards.
const GAP: usize = 4;

/// What a diagram is drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    /// The width in characters, if it is limited.
    pub width: Option<usize>,
    /// Whether it shows colours. The diagram then contains ANSI escape sequences.
    pub has_colours: bool,
}

/// The colours of a square that cannot be played on, of one that can, and of what stands on it. They are of the fixed
/// part of the palette of 256, which themes of terminals do not change.
const LIGHT: Style = on(180);
const DARK: Style = on(65);
const WHITE: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(231)))).bold();
const BLACK: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16)))).bold();
const NUMBER: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(151))));

const fn on(background: u8) -> Style {
    Style::new().bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(background))))
}

/// The board from White's side: `w` and `b` are men, `W` and `B` kings. In colours, or if the width does not allow
/// more, the numbers of the squares are drawn on the empty squares; otherwise beside the board.
pub fn diagram<R: Rules>(position: &Position<R>, canvas: Canvas) -> Vec<String> {
    let rows = 0..R::Board::ROWS;
    if canvas.has_colours {
        return rows.map(|row| coloured_row(position, row)).collect();
    }
    let columns = 2 * R::Board::ROW;
    let is_wide = canvas.width.is_none_or(|width| 2 * columns * CELL + GAP <= width);
    let number = |square: Square| square.to_string();
    let piece = |square: Square| letter(position, square).map(String::from);
    let row = |row: usize| {
        if is_wide {
            let pieces = draw_row::<R::Board>(row, |square| piece(square).unwrap_or_else(|| ".".to_owned()));
            format!("{pieces}{:GAP$}{}", "", draw_row::<R::Board>(row, number))
        } else {
            draw_row::<R::Board>(row, |square| piece(square).unwrap_or_else(|| number(square)))
        }
    };
    rows.map(|index| row(index).trim_end().to_owned()).collect()
}

/// One row in colours.
fn coloured_row<R: Rules>(position: &Position<R>, row: usize) -> String {
    let mut cells = vec![painted(LIGHT, ""); 2 * R::Board::ROW];
    for index in row * R::Board::ROW..(row + 1) * R::Board::ROW {
        let square = Square::from_index(index);
        let (_, column) = R::Board::row_and_column(square);
        cells[column] = match letter(position, square) {
            Some(letter @ ('w' | 'W')) => painted(WHITE, &letter.to_string()),
            Some(letter) => painted(BLACK, &letter.to_string()),
            None => painted(NUMBER, &square.to_string()),
        };
    }
    cells.concat()
}

fn painted(style: Style, text: &str) -> String {
    format!("{style}{text:^CELL$}{style:#}")
}

/// The letter of the piece on a square: `w`, `b`, `W` or `B`.
pub(super) fn letter<R: Rules>(position: &Position<R>, square: Square) -> Option<char> {
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
        let rows = diagram(&position, Canvas::default());
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], "     .     .     .     W         1     2     3     4");
        assert_eq!(rows[1], "  B     .     .     .         5     6     7     8");
        assert_eq!(rows[7], "  w     .     .     .        29    30    31    32");
        assert_eq!(diagram(&position, Canvas { width: Some(52), has_colours: false }), rows);
    }

    #[test]
    fn numbers_stand_on_the_empty_squares_where_there_is_no_room() {
        let position = fen::parse::<English>("W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas { width: Some(51), has_colours: false });
        assert_eq!(rows[0], "     1     2     3     W");
        assert_eq!(rows[6], "    25    26     b    28");
    }

    #[test]
    fn colours_tell_the_pieces_and_the_squares_apart() {
        let position = fen::parse::<English>("W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas { width: Some(51), has_colours: true });
        let cell = |style: Style, text: &str| format!("{style}{text}{style:#}");
        let light = cell(LIGHT, "   ");
        let white = [NUMBER, NUMBER, NUMBER, WHITE].into_iter().zip([" 1 ", " 2 ", " 3 ", " W "]);
        let row: String = white.map(|(style, text)| light.clone() + &cell(style, text)).collect();
        assert_eq!(rows[0], row);
        assert!(rows[1].starts_with(&cell(BLACK, " B ")), "{:?}", rows[1]);
        assert!(rows[6].contains(&cell(BLACK, " b ")) && rows[7].starts_with(&cell(WHITE, " w ")));
    }
}
