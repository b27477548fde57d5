//! The board of `crownhead eval --svg`: each square in the colour of its share of the value.

use std::fmt::Write;

use crownhead_rules::{AnyPosition, Side};

const SQUARE: usize = 64;

/// Draws the board from White's side, with the share of each square, in men for the side to move: green where it is
/// good for that side, red where it is bad, the stronger the larger it is.
pub(super) fn svg(position: &AnyPosition, shares: &[f64]) -> String {
    let board = position.board();
    let (width, height) = (2 * board.row * SQUARE, board.rows * SQUARE);
    let most = shares.iter().fold(0.0_f64, |most, share| most.max(share.abs())).max(f64::MIN_POSITIVE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#f4ead7\"/>\n"
    );
    for square in board.squares() {
        let (row, column) = board.row_and_column(square);
        let (x, y) = (column * SQUARE, row * SQUARE);
        let (middle, share) = (x + SQUARE / 2, shares[square.index()]);
        let (colour, strength) = (if share >= 0.0 { "#1f8a3b" } else { "#c0322b" }, share.abs() / most);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"#b9b2a6\"/>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\" \
             fill-opacity=\"{strength:.3}\"/>"
        );
        if let Some((side, is_king)) = position.piece_at(square) {
            let (fill, ink) = if side == Side::White { ("#ffffff", "#000000") } else { ("#000000", "#ffffff") };
            let _ = write!(
                svg,
                "<circle cx=\"{middle}\" cy=\"{}\" r=\"17\" fill=\"{fill}\" stroke=\"#555555\" stroke-width=\"2\"/>",
                y + 24
            );
            if is_king {
                let _ = write!(svg, "<text x=\"{middle}\" y=\"{}\" font-size=\"18\" fill=\"{ink}\">K</text>", y + 30);
            }
        }
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"13\" fill=\"#000000\">{share:+.3}</text>",
            y + SQUARE - 7
        );
    }
    svg + "</svg>\n"
}
