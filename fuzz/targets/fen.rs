//! Positions as FEN and as Hub text: what is read is written and read again as the same position, and its moves lead to
//! positions that can be written too.
#![no_main]

use crownhead::notation::{SpelledMove, fen, hub, parse_move};
use crownhead::rules::{English, Giveaway, International, Losing, Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    check::<English>(text);
    check::<Giveaway>(text);
    check::<International>(text);
    check::<Losing>(text);
});

fn check<R: Rules>(text: &str) {
    for read in [fen::parse::<R>(text), hub::parse::<R>(text)] {
        let Ok(position) = read else { continue };
        assert_eq!(fen::parse::<R>(&fen::write(&position)), Ok(position));
        assert_eq!(hub::parse::<R>(&hub::write(&position)), Ok(position));
        follow(&position);
    }
}

fn follow<R: Rules>(position: &Position<R>) {
    for mv in position.moves() {
        let spelled = SpelledMove::new(position, &mv).hub();
        let read = parse_move(position, &spelled).expect("a move that was written is read");
        assert_eq!(position.succ(&read), position.succ(&mv), "{spelled}");
    }
}
