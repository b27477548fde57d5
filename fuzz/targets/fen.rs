//! Positions as FEN and as Hub text: what is read is written and read again as the same position, and its moves lead to
//! positions that can be written too.
#![no_main]

use crownhead_rules::notation::{SpelledMove, fen, hub, parse_move};
use crownhead_rules::{AnyPosition, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    Variant::ALL.iter().for_each(|&variant| check(variant, text));
});

fn check(variant: Variant, text: &str) {
    for read in [fen::parse(variant, text), hub::parse(variant, text)] {
        let Ok(position) = read else { continue };
        assert_eq!(fen::parse(variant, &fen::write(&position)), Ok(position));
        assert_eq!(hub::parse(variant, &hub::write(&position)), Ok(position));
        follow(&position);
    }
}

fn follow(position: &AnyPosition) {
    for mv in position.moves() {
        let spelled = SpelledMove::new(position, &mv).hub();
        let read = parse_move(position, &spelled).expect("a move that was written is read");
        assert_eq!(position.succ(&read), position.succ(&mv), "{spelled}");
    }
}
