//! The table of cases that the libraries of other languages read too: data/cases/cases.json.

use crownhead_rules::notation::pdn::{PdnResult, Reader, Replay};
use crownhead_rules::notation::{NotationError, SpelledMove, fen, parse_move};
use crownhead_rules::perft::Counting;
use crownhead_rules::{AnyPosition, Game, Variant};
use serde_json::Value;

/// The cases of a kind, of which there must be some.
fn cases(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/cases/cases.json");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let table: Value = serde_json::from_str(&text).expect("the file is JSON");
    let cases = table[kind].as_array().cloned().unwrap_or_default();
    assert!(!cases.is_empty(), "no cases of {kind}");
    cases
}

fn variant(case: &Value) -> Variant {
    case["variant"].as_str().expect("a case has a variant").parse().expect("the variant exists")
}

fn position(case: &Value) -> AnyPosition {
    let text = case["fen"].as_str();
    text.map_or_else(|| variant(case).start(), |text| fen::parse(variant(case), text).expect("a FEN"))
}

fn hub(position: &AnyPosition, mv: &crownhead_rules::Move) -> String {
    SpelledMove::new(position, mv).hub()
}

/// The moves of a game in Hub form.
fn moves(game: &Game) -> Vec<String> {
    game.positions().zip(game.moves()).map(|(position, mv)| hub(position, mv)).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

#[test]
fn every_variant_is_in_the_table() {
    let named: Vec<_> = cases("perft").iter().map(variant).collect();
    assert!(Variant::ALL.iter().all(|variant| named.contains(variant)));
}

#[test]
fn perft() {
    for case in cases("perft") {
        let counts = case["counts"].as_array().expect("a list");
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(Some(position(&case).perft(depth, Counting::Merged)), count.as_u64(), "{case}, depth {depth}");
        }
    }
}

#[test]
fn legal_moves() {
    for case in cases("moves") {
        let position = position(&case);
        let mut found: Vec<_> = position.moves().iter().map(|mv| hub(&position, mv)).collect();
        found.sort();
        assert_eq!(found, texts(&case["moves"]), "{case}");
    }
}

#[test]
fn texts_of_moves() {
    for case in cases("texts") {
        let position = position(&case);
        let read = parse_move(&position, case["text"].as_str().expect("a text"));
        let spelled = match read {
            Ok(mv) => SpelledMove::new(&position, &mv),
            Err(error) => {
                let kind = match error {
                    NotationError::IllegalMove { .. } => "illegal",
                    NotationError::AmbiguousMove { .. } => "ambiguous",
                    _ => "invalid",
                };
                let expected = (case["error"].as_str(), case["message"].as_str());
                assert_eq!((Some(kind), Some(error.to_string().as_str())), expected, "{case}");
                continue;
            }
        };
        assert_eq!(Some(spelled.hub().as_str()), case["hub"].as_str(), "{case}");
        assert_eq!(Some(spelled.pdn().as_str()), case["pdn"].as_str(), "{case}");
        let route: Vec<_> = spelled.path().map(|square| Value::from(square.number())).collect();
        assert_eq!(Value::from(route), case["route"], "{case}");
    }
}

#[test]
fn fens() {
    for case in cases("fens") {
        let read = fen::parse(variant(&case), case["text"].as_str().expect("a text"));
        match read {
            Ok(position) => assert_eq!(Some(fen::write(&position).as_str()), case["fen"].as_str(), "{case}"),
            Err(error) => assert_eq!(Some(error.to_string().as_str()), case["message"].as_str(), "{case}"),
        }
    }
}

#[test]
fn ends_of_games() {
    for case in cases("ends") {
        let mut game = Game::new(position(&case));
        for text in texts(&case["moves"]) {
            let mv = parse_move(game.position(), text).unwrap_or_else(|error| panic!("{case}: {error}"));
            game.play(mv).expect("a legal move");
        }
        let Some(end) = game.end() else {
            assert!(case["termination"].is_null(), "{case}");
            continue;
        };
        let winner = end.winner();
        let result = PdnResult::of(game.variant(), winner);
        let result = result.text(game.variant());
        let article = end.article();
        let found = (winner.map(|side| side.to_string()), Some(end.name()), Some(article.as_str()), Some(result));
        let text = |name: &str| case[name].as_str();
        assert_eq!(found, (text("winner").map(str::to_owned), text("termination"), text("article"), text("result")));
    }
}

#[test]
fn games_of_pdn() {
    for case in cases("pdn") {
        let text = case["text"].as_str().expect("a text");
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("a text is read");
        let variant = game.variant().map(|variant| variant.unwrap_or(Variant::INTERNATIONAL));
        let replayed = variant.and_then(|variant| Ok((variant, game.replay_to_fault(variant)?)));
        let (variant, moves, error) = match replayed {
            Ok((variant, Replay { game, fault })) => (Some(variant), moves(&game), fault),
            Err(error) => (None, Vec::new(), Some(error)),
        };
        assert_eq!(variant.map(|variant| variant.name()), case["variant"].as_str(), "{case}");
        assert_eq!(moves, texts(&case["moves"]), "{case}");
        // An error may go on to list what was expected.
        let (found, expected) = (error.map(|error| error.to_string()), case["error"].as_str());
        assert_eq!(found.is_some(), expected.is_some(), "{case}: {found:?}");
        assert!(found.unwrap_or_default().starts_with(expected.unwrap_or_default()), "{case}");
        let variant = variant.unwrap_or(Variant::INTERNATIONAL);
        assert_eq!(Some(game.result.text(variant)), case["result"].as_str(), "{case}");
    }
}
