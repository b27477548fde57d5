//! Games as PDN: what is read is written and read again as the same moves; games and openings are replayed.
#![no_main]

use crownhead::opening::read;
use crownhead_rules::notation::pdn::{PdnGame, Reader};
use crownhead_rules::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in Reader::new(bytes).take(50).flatten() {
        Variant::ALL.iter().for_each(|&variant| _ = game.replay(variant));
        let written = game.to_string();
        let again: Vec<PdnGame> = Reader::new(written.as_bytes()).flatten().collect();
        let moves = |game: &PdnGame| game.moves.iter().map(|mv| mv.text.to_string()).collect::<Vec<_>>();
        assert!(again.len() <= 1, "one game was written: {written}");
        if let [again] = &again[..] {
            assert_eq!(moves(again), moves(&game), "{written}");
        }
    }
    let _ = read(Variant::ENGLISH, bytes, Some(20));
    let _ = read(Variant::INTERNATIONAL, bytes, None);
});
