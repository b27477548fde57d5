//! Random positions.

use crownhead_rules::{Army, Board, Position, Rules, Side};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Up to `most` pieces a side on random squares, every third to eighth a king.
pub fn random_position<R: Rules>(random: &mut Xoshiro256PlusPlus, most: usize) -> Position<R> {
    loop {
        let mut squares: Vec<_> = R::Board::GEOMETRY.squares().collect();
        let mut armies = [Army::default(); 2];
        let kings_in = random.random_range(1..=8);
        for side in Side::ALL {
            for _ in 0..random.random_range(0..=most.min(squares.len())) {
                let single = R::Board::GEOMETRY.bit(squares.swap_remove(random.random_range(0..squares.len())));
                let army = &mut armies[side.index()];
                if single.meets(R::Board::GEOMETRY.crownhead(side)) || random.random_range(0..kings_in) == 0 {
                    army.kings |= single;
                } else {
                    army.men |= single;
                }
            }
        }
        let side = Side::ALL[random.random_range(0..2)];
        // Only the board without any piece is turned away.
        if let Ok(position) = Position::new(armies, side) {
            return position;
        }
    }
}
