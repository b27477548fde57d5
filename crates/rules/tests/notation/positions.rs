//! What holds for all texts: what is written is read back as the same thing, and no text makes a reader panic.

use crownhead_rules::notation::{MoveText, SpelledMove, fen, hub, parse_move};
use crownhead_rules::{AnyPosition, Game, Square, Variant};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::turned::turned;

/// Plies of a random game that are looked at; most games of random moves are over by then.
const PLIES: usize = 150;

/// Every position of a random game.
fn random_game(variant: Variant, seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start(variant);
    while game.end().is_none() && game.moves().len() < PLIES {
        let moves = game.position().moves();
        game.play(moves[random.random_range(0..moves.len())]).expect("it was generated");
    }
    game
}

/// A position with random pieces: many kings, so that captures run in circles.
fn random_position(variant: Variant, seed: u64) -> AnyPosition {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let occupied = random.random_range(0.1..0.6);
        let piece = |_| {
            if random.random_bool(occupied) { "wbWBWB".as_bytes()[random.random_range(0..6)] } else { b'e' }
        };
        let pieces: Vec<u8> = (0..variant.board().size).map(piece).collect();
        let side = if random.random_bool(0.5) { "W" } else { "B" };
        let pieces = String::from_utf8(pieces).expect("they are letters");
        if let Ok(position) = hub::parse(variant, &format!("{side}{pieces}")) {
            return position;
        }
    }
}

fn position_survives(position: &AnyPosition) {
    let variant = position.variant();
    assert_eq!(fen::parse(variant, &fen::write(position)), Ok(*position));
    let king_moves = hub::write_king_moves(position).unwrap_or_default();
    let text = format!("{} {king_moves}", hub::write(position));
    assert_eq!(hub::parse(variant, text.trim_end()), Ok(*position));
    // Equality of positions includes the key, which a parser computes from scratch.
    assert_eq!(position.key(), position.key_from_scratch());
}

fn moves_survive(position: &AnyPosition) {
    let turned = turned(position);
    let turn = |square: Square| Square::from_index(position.board().size - 1 - square.index());
    let legal = position.moves();
    for mv in &legal {
        let spelled = SpelledMove::among(position, &legal, mv);
        for text in [spelled.pdn(), spelled.full_path(), spelled.hub()] {
            assert_eq!(parse_move(position, &text), Ok(*mv), "{text} in {}", fen::write(position));
        }
        let there = spelled.clone().map_squares(turn);
        for text in [there.pdn(), there.full_path(), there.hub()] {
            assert!(parse_move(&turned, &text).is_ok(), "{text} in {}", fen::write(&turned));
            let back = MoveText::parse(position.variant(), &text).map(|read| read.map_squares(turn));
            assert_eq!(back.and_then(|read| read.resolve(position)), Ok(*mv), "{text}");
        }
    }
}

/// Every text that differs from a good one in a character or two.
fn mutated(good: String) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), prop::option::of(prop::char::any()), any::<bool>());
    prop::collection::vec(edit, 1..4).prop_map(move |edits| {
        let mut letters: Vec<char> = good.chars().collect();
        for (place, letter, replaces) in edits {
            let at = place.index(letters.len() + 1);
            if replaces && at < letters.len() {
                letters.remove(at);
            }
            if let Some(letter) = letter {
                letters.insert(at.min(letters.len()), letter);
            }
        }
        letters.into_iter().collect()
    })
}

/// Texts near and far from the grammar.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[WBwbKke:,.0-9 x?-]{0,40}",
        "[wbWBe]{30,54}",
        "[0-9]{1,3}([-xX:][0-9]{1,3}){0,6}",
        mutated("W:W31-50:BK1,2,K3-7.".to_owned()),
        mutated("Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww".to_owned()),
        mutated("28x10x14x23".to_owned()),
    ]
}

/// Reads a text as everything; what is accepted must survive being written.
fn read_as_everything(variant: Variant, text: &str) {
    for position in [fen::parse(variant, text), hub::parse(variant, text)].into_iter().flatten() {
        position_survives(&position);
    }
    if let Ok(mv) = parse_move(&variant.start(), text) {
        assert!(variant.start().moves().contains(&mv));
    }
}

fn survive_being_written(variant: Variant, seed: u64) {
    let game = random_game(variant, seed);
    for position in game.positions() {
        position_survives(position);
        moves_survive(position);
    }
    let position = random_position(variant, seed);
    position_survives(&position);
    moves_survive(&position);
}

proptest! {
    // A case is a game of each variant, so an eighth of what PROPTEST_CASES says is enough.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.div_ceil(8)))]

    #[test]
    fn games_survive_being_written(seed: u64) {
        for &variant in Variant::ALL {
            survive_being_written(variant, seed);
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in texts()) {
        for &variant in Variant::ALL {
            read_as_everything(variant, &text);
        }
    }
}
