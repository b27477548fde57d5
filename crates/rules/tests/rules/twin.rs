//! Positions and moves as the reference generator has them.

use crate::reference::{Articles, Ends, Mailbox, Piece};
use crownhead_rules::{Board, Move, Position, Rules, Side, Square};

/// The position in the reference generator, by these articles.
pub fn mailbox<R: Rules>(articles: Articles, position: &Position<R>) -> Mailbox {
    let mut mailbox = Mailbox::new(articles, position.side() == Side::White);
    for square in R::Board::GEOMETRY.squares() {
        if let Some((side, king)) = position.piece_at(square) {
            mailbox.put(square.number() as usize, Piece { white: side == Side::White, king });
        }
    }
    mailbox
}

/// What the reference generator tells moves apart by.
pub fn ends<R: Rules>(position: &Position<R>, mv: &Move) -> Ends {
    let number = |square: Square| square.number() as usize;
    let taken = mv.captured_set().narrowed().singles().map(|single| number(R::Board::square(single))).collect();
    let is_king = position.succ(mv).all_kings().meets(R::Board::bit(mv.to));
    (number(mv.from), number(mv.to), taken, is_king)
}
