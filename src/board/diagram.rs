//! A text diagram of the board.

use anstyle::{Ansi256Color, Style};

use crownhead_rules::notation::square_name;
use crownhead_rules::{AnyPosition, Geometry, Move, Side, Square, Variant};

/// Characters per square.
const CELL: usize = 3;
/// Characters between the two boards.
const GAP: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    /// The width in characters, if it is limited.
    pub width: Option<usize>,
    /// Whether it shows colours. The diagram then contains ANSI escape sequences.
    pub has_colours: bool,
    /// Whether it shows the board from Black's side.
    pub is_turned: bool,
}

/// The colours of a square that cannot be played on, of one that can, and of what stands on it. They are of the fixed
/// part of the palette of 256, which themes of terminals do not change.
const LIGHT: Style = on(180);
const DARK: Style = on(65);
const WHITE: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(231)))).bold();
const BLACK: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16)))).bold();
const NUMBER: Style = DARK.fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(151))));

/// The background of the squares that the last move has left and reached.
const MOVED: u8 = 136;

const fn on(background: u8) -> Style {
    Style::new().bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(background))))
}

/// The board from White's side, or Black's: `w` and `b` are men, `W` and `B` kings. In colours, or if the width does not allow
/// more, the numbers or letters by which the game names its squares are drawn on the empty squares; if it does, also
/// beside the board.
pub fn diagram(position: &AnyPosition, canvas: Canvas) -> Vec<String> {
    diagram_after(position, None, canvas, square_name)
}

/// The same after a move, whose squares are marked in colours, and with these names of the squares.
pub(super) fn diagram_after(
    position: &AnyPosition,
    last: Option<Move>,
    canvas: Canvas,
    name: fn(Variant, Square) -> String,
) -> Vec<String> {
    let board = position.board();
    let cell = |text: String| format!("{text:>CELL$}");
    let name = |square: Square| name(position.variant(), square);
    let number = |square: Square| cell(name(square));
    let piece = |square: Square| letter(position, square).map(|letter| cell(letter.into()));
    let cells = |row: usize, other: &str, text: &dyn Fn(Square) -> String| {
        let cells = cells(board, row, other, text);
        if canvas.is_turned { cells.into_iter().rev().collect() } else { cells.concat() }
    };
    let plain = |row: usize, text: &dyn Fn(Square) -> String| cells(row, &" ".repeat(CELL), text);
    let is_wide = canvas.width.is_none_or(|width| 2 * board.columns * CELL + GAP <= width);
    let row = |row: usize| {
        if canvas.has_colours {
            let is_moved = |square| last.is_some_and(|mv| square == mv.from || square == mv.to);
            let drawn =
                cells(row, &painted(LIGHT, ""), &|square| coloured(position, square, &name(square), is_moved(square)));
            if !is_wide {
                return drawn;
            }
            let numbers = cells(row, &painted(LIGHT, ""), &|square| painted(NUMBER, &name(square)));
            return format!("{drawn}{:GAP$}{numbers}", "");
        }
        let drawn = if is_wide {
            let pieces = plain(row, &|square| piece(square).unwrap_or_else(|| cell(".".to_owned())));
            format!("{pieces}{:GAP$}{}", "", plain(row, &number))
        } else {
            plain(row, &|square| piece(square).unwrap_or_else(|| number(square)))
        };
        drawn.trim_end().to_owned()
    };
    let rows = (0..board.rows).map(|place| if canvas.is_turned { board.rows - 1 - place } else { place });
    rows.map(row).collect()
}

fn coloured(position: &AnyPosition, square: Square, name: &str, is_moved: bool) -> String {
    let (style, text) = match letter(position, square) {
        Some(letter @ ('w' | 'W')) => (WHITE, letter.to_string()),
        Some(letter) => (BLACK, letter.to_string()),
        None => (NUMBER, name.to_owned()),
    };
    let moved = Some(anstyle::Color::Ansi256(Ansi256Color(MOVED)));
    painted(if is_moved { style.bg_color(moved) } else { style }, &text)
}

fn painted(style: Style, text: &str) -> String {
    format!("{style}{text:^CELL$}{style:#}")
}

/// The letter of the piece on a square: `w`, `b`, `W` or `B`.
pub(crate) fn letter(position: &AnyPosition, square: Square) -> Option<char> {
    position.piece_at(square).map(|piece| match piece {
        (Side::White, false) => 'w',
        (Side::White, true) => 'W',
        (Side::Black, false) => 'b',
        (Side::Black, true) => 'B',
    })
}

/// The cells of one row of a board, with a text on each playable square; `other` is drawn on the other squares.
pub(crate) fn cells(board: &Geometry, row: usize, other: &str, text: impl Fn(Square) -> String) -> Vec<String> {
    let mut cells = vec![other.to_owned(); board.columns];
    for square in board.squares().skip(row * board.row).take(board.row) {
        let (_, column) = board.row_and_column(square);
        cells[column] = text(square);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::fen;

    #[test]
    fn numbers_stand_beside_the_board() {
        let position = fen::parse(Variant::ENGLISH, "W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas::default());
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], "     .     .     .     W         1     2     3     4");
        assert_eq!(rows[1], "  B     .     .     .         5     6     7     8");
        assert_eq!(rows[7], "  w     .     .     .        29    30    31    32");
        assert_eq!(diagram(&position, Canvas { width: Some(52), has_colours: false, is_turned: false }), rows);
    }

    #[test]
    fn black_sees_the_board_from_the_other_side() {
        let position = fen::parse(Variant::ENGLISH, "W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas { is_turned: true, ..Canvas::default() });
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], "     .     .     .     w        32    31    30    29");
        assert_eq!(rows[6], "     .     .     .     B         8     7     6     5");
        assert_eq!(rows[7], "  W     .     .     .         4     3     2     1");
    }

    #[test]
    fn letters_stand_there_where_moves_have_letters() {
        let position = fen::parse(Variant::RUSSIAN, "W:WKa1,c3:BKh8").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas::default());
        assert_eq!(rows[0], "     .     .     .     B        b8    d8    f8    h8");
        assert_eq!(rows[7], "  W     .     .     .        a1    c1    e1    g1");
        let rows = diagram(&position, Canvas { width: Some(51), has_colours: false, is_turned: false });
        assert_eq!(rows[5], " a3     w    e3    g3");
        let coloured = diagram(&position, Canvas { width: Some(60), has_colours: true, is_turned: false }).concat();
        assert_eq!((coloured.matches("h8").count(), coloured.matches("g1").count()), (1, 2), "{coloured:?}");
    }

    #[test]
    fn numbers_stand_on_the_empty_squares_where_there_is_no_room() {
        let position = fen::parse(Variant::ENGLISH, "W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas { width: Some(51), has_colours: false, is_turned: false });
        assert_eq!(rows[0], "     1     2     3     W");
        assert_eq!(rows[6], "    25    26     b    28");
    }

    #[test]
    fn colours_mark_the_last_move_and_numbers_stand_beside_the_board() {
        let before = Variant::ENGLISH.start();
        let mv = before.moves()[0];
        let canvas = Canvas { width: Some(60), has_colours: true, is_turned: false };
        let [plain, marked] =
            [None, Some(mv)].map(|last| diagram_after(&before.succ(&mv), last, canvas, square_name).concat());
        assert_eq!((plain.matches("48;5;136").count(), marked.matches("48;5;136").count()), (0, 2));
        assert_eq!(plain.matches(" 1 ").count(), 1, "a man stands on the square of the board itself");
    }

    #[test]
    fn colours_tell_the_pieces_and_the_squares_apart() {
        let position = fen::parse(Variant::ENGLISH, "W:WK4,29:BK5,27").expect("the FEN is well formed");
        let rows = diagram(&position, Canvas { width: Some(51), has_colours: true, is_turned: false });
        let cell = |style: Style, text: &str| format!("{style}{text}{style:#}");
        let light = cell(LIGHT, "   ");
        let white = [NUMBER, NUMBER, NUMBER, WHITE].into_iter().zip([" 1 ", " 2 ", " 3 ", " W "]);
        let row: String = white.map(|(style, text)| light.clone() + &cell(style, text)).collect();
        assert_eq!(rows[0], row);
        assert!(rows[1].starts_with(&cell(BLACK, " B ")), "{:?}", rows[1]);
        assert!(rows[6].contains(&cell(BLACK, " b ")) && rows[7].starts_with(&cell(WHITE, " w ")));
    }
}
