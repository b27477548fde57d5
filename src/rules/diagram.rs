//! A position drawn for people.

use super::{Board, Position, Rules, Side, Square};

impl<R: Rules> std::fmt::Display for Position<R> {
    /// Draws the board as White sees it: `w` and `b` are men, `W` and `B` kings.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..R::Board::ROWS {
            let is_indented = row.is_multiple_of(2) != R::Board::MIRRORED;
            f.write_str(if is_indented { "  " } else { "" })?;
            for column in 0..R::Board::ROW {
                let symbol = match self.piece_at(Square::from_index(row * R::Board::ROW + column)) {
                    Some((Side::White, false)) => 'w',
                    Some((Side::White, true)) => 'W',
                    Some((Side::Black, false)) => 'b',
                    Some((Side::Black, true)) => 'B',
                    None => '.',
                };
                write!(f, "{symbol}   ")?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move", self.side())
    }
}
