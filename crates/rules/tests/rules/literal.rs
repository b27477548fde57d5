//! Positions and moves as the rule tests write them: lists of PDN numbers, `W:W28,K30:B22,23`.
//!
//! It is a deliberately small reader for the tests' own literals, so that the rules are tested without the notation
//! layer above them.

use crownhead_rules::{Army, Board, Geometry, Move, Position, Rules, Side, Square};

/// The position that the literal describes: side to move, then each side's pieces, kings with a `K`.
///
/// # Panics
/// On anything that is not such a position.
pub fn position<R: Rules>(text: &str) -> Position<R> {
    let (turn, armies) = text.split_once(':').expect("side to move, then pieces");
    let mut sides = [Army::default(); 2];
    for army in armies.split(':') {
        let (letter, list) = army.split_at(1);
        sides[side(letter).index()] = army_of::<R>(list);
    }
    Position::new(sides, side(turn)).expect("a valid position")
}

fn side(letter: &str) -> Side {
    match letter {
        "W" => Side::White,
        "B" => Side::Black,
        other => panic!("no side: {other}"),
    }
}

fn army_of<R: Rules>(list: &str) -> Army {
    let mut army = Army::default();
    for piece in list.split(',').filter(|piece| !piece.is_empty()) {
        let (set, number) = match piece.strip_prefix('K') {
            Some(number) => (&mut army.kings, number),
            None => (&mut army.men, piece),
        };
        let number = number.parse().expect("a number");
        *set |= R::Board::GEOMETRY.bit(Square::from_number(number, R::Board::SQUARES).expect("a square of the board"));
    }
    army
}

/// A move as the tests write it: `12-16`, or a capture with the pieces taken in ascending order, `28x19(23)`.
pub fn text(board: &Geometry, mv: &Move) -> String {
    if !mv.is_capture() {
        return format!("{}-{}", mv.from, mv.to);
    }
    let taken: Vec<_> = mv.captured_set().singles().map(|single| board.square(single).to_string()).collect();
    format!("{}x{}({})", mv.from, mv.to, taken.join(","))
}
