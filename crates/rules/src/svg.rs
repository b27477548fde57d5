//! A position as a drawing in SVG: the board of its variant, with arrows and marks.

use std::fmt;

use crate::notation::square_name;
use crate::{AnyPosition, Side, Square};

/// A drawing of a position, which [`Display`](fmt::Display) writes as a whole SVG document.
///
/// ```
/// use crownhead_rules::Variant;
/// use crownhead_rules::svg::{Arrow, Colour, Drawing};
///
/// let position = Variant::RUSSIAN.start();
/// let best = position.moves()[0];
/// let arrow = Arrow { squares: vec![best.from, best.to], colour: Colour::Blue };
/// let drawing = Drawing { arrows: vec![arrow], size: Some(400), ..Drawing::of(position) };
/// assert!(drawing.to_string().starts_with("<svg "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The position.
    pub position: AnyPosition,
    /// Whether Black is at the bottom.
    pub is_turned: bool,
    /// Whether the squares show their names: numbers, or letters with digits.
    pub has_coordinates: bool,
    /// Arrows, drawn above the pieces. Squares that the board does not have are left out.
    pub arrows: Vec<Arrow>,
    /// Marked squares, drawn below the pieces. Squares that the board does not have are left out.
    pub marks: Vec<Mark>,
    /// The width and height in pixels; `None` fits the drawing to the page.
    pub size: Option<u32>,
}

/// An arrow along squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The squares that it touches. With fewer than two, there is no arrow.
    pub squares: Vec<Square>,
    /// Its colour.
    pub colour: Colour,
}

/// A marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// Its colour.
    pub colour: Colour,
}

/// A colour of arrows and marks. People who cannot tell all colours apart can tell these (M. Okabe and K. Ito, Color
/// Universal Design).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Blue.
    #[default]
    Blue,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Red.
    Red,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Colour; 4] = [Colour::Blue, Colour::Green, Colour::Orange, Colour::Red];

    /// Its name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Orange => "orange",
            Colour::Red => "red",
        }
    }

    /// The colour with this name.
    pub fn from_name(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.name() == name)
    }

    const fn code(self) -> &'static str {
        match self {
            Colour::Blue => "#0072b2",
            Colour::Green => "#009e73",
            Colour::Orange => "#e69f00",
            Colour::Red => "#d55e00",
        }
    }
}

/// The width of a square. All lengths are in tenths of it, as in the board of the browser.
const SQUARE: usize = 10;

impl Drawing {
    /// A drawing with coordinates, as White sees the board.
    pub const fn of(position: AnyPosition) -> Drawing {
        Drawing { position, is_turned: false, has_coordinates: true, arrows: Vec::new(), marks: Vec::new(), size: None }
    }

    /// Where a row and a column are drawn: the upper left corner.
    fn corner(&self, (row, column): (usize, usize)) -> (usize, usize) {
        let board = self.position.board();
        let (row, column) =
            if self.is_turned { (board.rows - 1 - row, board.columns - 1 - column) } else { (row, column) };
        (SQUARE * column, SQUARE * row)
    }

    /// The corner of a square; `None` if the board does not have it.
    fn corner_of(&self, square: Square) -> Option<(usize, usize)> {
        let board = self.position.board();
        (square.index() < board.size).then(|| self.corner(board.row_and_column(square)))
    }

    fn centre_of(&self, square: Square) -> Option<(f64, f64)> {
        self.corner_of(square).map(|(x, y)| ((x + SQUARE / 2) as f64, (y + SQUARE / 2) as f64))
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.position.board();
        for square in board.squares() {
            let (row, column) = board.row_and_column(square);
            let (x, y) = self.corner((row, column));
            // On a full board, squares are told apart by a shade.
            let is_pale = board.is_full() && (row + column) % 2 == 0;
            let opacity = if is_pale { r#" opacity=".85""# } else { "" };
            write!(f, r##"<rect x="{x}" y="{y}" width="10" height="10" fill="#6f8798"{opacity}/>"##)?;
        }
        for mark in &self.marks {
            if let Some((x, y)) = self.corner_of(mark.square) {
                let colour = mark.colour.code();
                write!(f, r#"<rect x="{x}" y="{y}" width="10" height="10" fill="{colour}" opacity=".7"/>"#)?;
            }
        }
        Ok(())
    }

    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r##"<g font-family="sans-serif" font-size="2.2" fill="#10181f">"##)?;
        let board = self.position.board();
        for square in board.squares() {
            let (x, y) = self.corner(board.row_and_column(square));
            let (x, y, name) = (x as f64 + 0.4, y as f64 + 2.1, square_name(self.position.variant(), square));
            write!(f, r#"<text x="{x}" y="{y}">{name}</text>"#)?;
        }
        f.write_str("</g>")
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.position.board().squares() {
            let (Some((side, is_king)), Some((x, y))) = (self.position.piece_at(square), self.centre_of(square)) else {
                continue;
            };
            let (man, rim) = match side {
                Side::White => ("#fdfcf8", "#55504a"),
                Side::Black => ("#1d1f23", "#e3dfd6"),
            };
            write!(f, r#"<g transform="translate({x} {y})" fill="{man}" stroke="{rim}" stroke-width=".45">"#)?;
            f.write_str(r#"<circle r="3.7"/><circle r="2.7"/>"#)?;
            if is_king {
                let crown = "M-2.3 1.9v-3.5l1.35 1.2L0-2.5 .95-.4 2.3-1.6v3.5z";
                write!(f, r##"<path d="{crown}" fill="#e6b800" stroke="#4a3b00" stroke-width=".3"/>"##)?;
            }
            f.write_str("</g>")?;
        }
        Ok(())
    }

    fn write_arrow(&self, f: &mut fmt::Formatter<'_>, arrow: &Arrow) -> fmt::Result {
        let points: Vec<_> = arrow.squares.iter().filter_map(|&square| self.centre_of(square)).collect();
        let [start @ .., (x, y), (tip_x, tip_y)] = points.as_slice() else { return Ok(()) };
        let (along_x, along_y) = (tip_x - x, tip_y - y);
        let length = along_x.hypot(along_y);
        // A step from a square to itself has no direction.
        if length == 0.0 {
            return Ok(());
        }
        let (along_x, along_y) = (along_x / length, along_y / length);
        let (base_x, base_y) = (tip_x - 2.8 * along_x, tip_y - 2.8 * along_y);
        let line = start.iter().copied().chain([(*x, *y), (base_x, base_y)]);
        let line: Vec<_> = line.map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let (line, colour) = (line.join(" "), arrow.colour.code());
        write!(f, r#"<g opacity=".85"><polyline points="{line}" fill="none" stroke="{colour}" "#)?;
        f.write_str(r#"stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>"#)?;
        let corners = [1.9, -1.9].map(|aside| (base_x - aside * along_y, base_y + aside * along_x));
        let [(left_x, left_y), (right_x, right_y)] = corners;
        write!(f, r#"<polygon points="{tip_x:.2},{tip_y:.2} {left_x:.2},{left_y:.2} {right_x:.2},{right_y:.2}" "#)?;
        write!(f, r#"fill="{colour}"/></g>"#)
    }

    /// What a reader of the screen says: the pieces of both sides.
    fn title(&self) -> String {
        let names = |side: Side, is_king: bool| {
            let is_such = |square: &Square| self.position.piece_at(*square) == Some((side, is_king));
            let squares = self.position.board().squares().filter(is_such);
            squares.map(|square| square_name(self.position.variant(), square)).collect::<Vec<_>>().join(", ")
        };
        let mut parts = vec![format!("{} to move", self.position.side())];
        for (side, is_king) in [(Side::White, false), (Side::White, true), (Side::Black, false), (Side::Black, true)] {
            let names = names(side, is_king);
            if !names.is_empty() {
                parts.push(format!("{side} {}: {names}", if is_king { "kings" } else { "men" }));
            }
        }
        parts.join("; ")
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.position.board();
        let (width, height) = (SQUARE * board.columns, SQUARE * board.rows);
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}""#)?;
        if let Some(size) = self.size {
            write!(f, r#" width="{size}" height="{size}""#)?;
        }
        write!(f, "><title>{}</title>", self.title())?;
        write!(f, r##"<rect width="{width}" height="{height}" fill="#eee6d3"/>"##)?;
        self.write_squares(f)?;
        if self.has_coordinates {
            self.write_coordinates(f)?;
        }
        self.write_pieces(f)?;
        self.arrows.iter().try_for_each(|arrow| self.write_arrow(f, arrow))?;
        f.write_str("</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::notation::fen;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_variant_has_its_board_and_its_pieces() {
        for &variant in Variant::ALL {
            let position = variant.start();
            let svg = Drawing::of(position).to_string();
            let board = variant.board();
            assert_eq!(count(&svg, "<rect"), board.size + 1, "{variant}");
            assert_eq!(count(&svg, "<circle"), 2 * position.occupied().len() as usize, "{variant}");
            assert_eq!(count(&svg, "<text"), board.size, "{variant}");
        }
    }

    #[test]
    fn a_king_has_a_crown_and_a_turned_board_shows_it_elsewhere() {
        let position = fen::parse(Variant::INTERNATIONAL, "W:WK46:B1").expect("the FEN is well formed");
        let drawing = Drawing::of(position);
        let (svg, turned) = (drawing.to_string(), Drawing { is_turned: true, ..drawing.clone() }.to_string());
        assert_eq!(count(&svg, "<path"), 1);
        assert!(svg.contains(r##"translate(5 95)" fill="#fdfcf8""##), "{svg}");
        assert!(turned.contains(r##"translate(95 5)" fill="#fdfcf8""##), "{turned}");
        assert!(svg.contains("<title>White to move; White kings: 46; Black men: 1</title>"));
    }

    #[test]
    fn arrows_and_marks_are_drawn_where_the_board_has_their_squares() {
        let square = Square::from_index;
        let drawing = |squares: &[usize]| Drawing {
            arrows: vec![Arrow { squares: squares.iter().copied().map(square).collect(), colour: Colour::Green }],
            marks: squares.iter().map(|&index| Mark { square: square(index), colour: Colour::Red }).collect(),
            ..Drawing::of(Variant::ENGLISH.start())
        };
        for (squares, arrows, marks) in
            [(&[8, 13][..], 1, 2), (&[8, 17, 10], 1, 3), (&[8], 0, 1), (&[8, 8], 0, 2), (&[8, 60], 0, 1), (&[], 0, 0)]
        {
            let svg = drawing(squares).to_string();
            assert_eq!((count(&svg, "<polygon"), count(&svg, "#d55e00")), (arrows, marks), "{squares:?}");
        }
    }

    #[test]
    fn colours_have_names() {
        for colour in Colour::ALL {
            assert_eq!(Colour::from_name(colour.name()), Some(colour));
        }
        assert_eq!(Colour::from_name("mauve"), None);
    }
}
