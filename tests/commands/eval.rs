//! `crownhead eval`: where a value comes from.

use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_rules::Variant;
use crownhead_rules::notation::fen;
use serde_json::Value;

use super::crownhead;

const POSITIONS: [(Variant, &str); 5] = [
    (Variant::ENGLISH, "W:W21-32:B1-12"),
    (Variant::ENGLISH, "B:W18,24,27,K11:B1,K15,20"),
    (Variant::GIVEAWAY, "W:W18,24,27:B1,2,12"),
    (Variant::INTERNATIONAL, "B:W28,32,37,38,K40:B9,19,13,K5"),
    (Variant::LOSING, "W:W31-50:B1-20"),
];

fn explained(variant: Variant, fen: &str, options: &str) -> Value {
    let run = crownhead(&format!("eval --variant {variant} --fen {fen} --json {options}"), "");
    assert_eq!((run.code, &*run.errors), (Some(0), ""));
    assert_eq!(run.out.len(), 1);
    serde_json::from_str(&run.out[0]).expect("an object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// What the library says the position is worth.
fn worth(variant: Variant, fen: &str, options: &EvaluationOptions) -> f64 {
    let position = fen::parse(variant, fen).expect("a position");
    Evaluation::new(variant, options).value(&position).men()
}

fn assert_equal(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 1e-9, "{what}: {one} and {other}");
}

#[test]
fn the_parts_and_the_squares_make_the_value() {
    for (variant, fen) in POSITIONS {
        let explained = explained(variant, fen, "");
        assert_adds_up(&explained, variant, fen);
        let value = worth(variant, fen, &EvaluationOptions::default());
        assert_equal(number(&explained["value"]), value, fen);
        let is_combined = [Variant::ENGLISH, Variant::INTERNATIONAL].contains(&variant);
        let family = if is_combined { "combined" } else { "network" };
        assert_eq!(explained["evaluation"], family);
        assert!(explained["opening"].is_null(), "a network has no blend");
    }
}

#[test]
fn the_value_of_patterns_is_a_blend_of_two_phases() {
    for (variant, fen) in POSITIONS {
        let explained = explained(variant, fen, &format!("--file crates/engine/data/eval/{variant}-patterns.weights"));
        assert_adds_up(&explained, variant, fen);
        assert_eq!(explained["evaluation"], "patterns");
        let [opening, ending] = numbers(&explained["phases"])[..] else { panic!("two phases") };
        let share = number(&explained["opening"]);
        let blend = share * opening + (1.0 - share) * ending;
        assert!((blend - number(&explained["value"])).abs() < 1e-6, "{fen}");
    }
}

/// The parts, and the shares of the squares with what belongs to no square, are the value up to one rounding.
fn assert_adds_up(explained: &Value, variant: Variant, fen: &str) {
    assert_eq!(explained["variant"], variant.name());
    let value = number(&explained["value"]);
    let parts = explained["parts"].as_array().expect("a list");
    let rounding = number(&explained["rounding"]);
    assert!(rounding.abs() <= 0.6e-6, "{rounding}");
    let sum: f64 = parts.iter().map(|part| number(&part["men"])).sum();
    assert_equal(sum + rounding, value, fen);

    let squares = numbers(&explained["squares"]);
    assert_eq!(squares.len(), variant.board().size);
    let elsewhere: f64 =
        parts.iter().filter(|part| part.get("squares").is_none()).map(|part| number(&part["men"])).sum();
    assert_equal(squares.iter().sum::<f64>() + elsewhere + rounding, value, fen);
}

#[test]
fn the_squares_of_a_pattern_are_an_area_of_the_board() {
    let explained =
        explained(Variant::GIVEAWAY, "W:W21-32:B1-12", "--file crates/engine/data/eval/giveaway-patterns.weights");
    let areas = |name: &str| -> Vec<Vec<u64>> {
        let parts = explained["parts"].as_array().expect("a list").iter();
        let of_name = parts.filter(|part| part["name"] == name);
        let list =
            |part: &Value| part["squares"].as_array().expect("squares").iter().filter_map(Value::as_u64).collect();
        of_name.map(list).collect()
    };
    let groups = areas("groups");
    assert_eq!(groups.len(), 9);
    assert_eq!(groups[0], [1, 2, 5, 6, 9, 10, 13, 14]);
    assert_eq!(groups[8], [19, 20, 23, 24, 27, 28, 31, 32]);
    assert_eq!(areas("odd-groups")[0], [5, 6, 9, 10, 13, 14, 17, 18]);
    assert_eq!(areas("rows"), (0..4).map(|pair| (8 * pair + 1..=8 * pair + 8).collect()).collect::<Vec<Vec<u64>>>());
}

/// Only men that stand alike on both sides: whatever is worth anything to one side is worth as much to the other.
#[test]
fn twins_have_the_same_shares_on_turned_squares() {
    let white = explained(Variant::ENGLISH, "W:W18,24,27,K11:B1,K15,20", "");
    let black = explained(Variant::ENGLISH, "B:B15,9,6,K22:W32,K18,13", "");
    assert_eq!(white["value"], black["value"]);
    let (white, black) = (numbers(&white["squares"]), numbers(&black["squares"]));
    for (one, other) in white.iter().zip(black.iter().rev()) {
        assert_equal(*one, *other, "a square");
    }
}

#[test]
fn the_linear_evaluation_is_a_sum_of_features() {
    for (variant, fen) in POSITIONS {
        let explained = explained(variant, fen, "--linear");
        let value = number(&explained["value"]);
        assert_equal(value, worth(variant, fen, &EvaluationOptions::linear()), fen);
        assert_eq!(explained["evaluation"], "linear");
        let parts = explained["parts"].as_array().expect("a list");
        let sum: f64 = parts.iter().map(|part| number(&part["men"])).sum();
        assert_equal(sum + number(&explained["rounding"]), value, fen);
        assert!(parts.iter().all(|part| part["count"].as_i64() != Some(0)));
    }
    let men = |part: &&Value| part["name"] == "men";
    let explained = explained(Variant::ENGLISH, "B:W18,24,27,K11:B1,K15,20", "--linear");
    let part = explained["parts"].as_array().expect("a list").iter().find(men).expect("men");
    assert_eq!(part["count"], 1);
}

#[test]
fn a_network_is_explained_by_what_each_piece_changes() {
    let fen = "B:W18,24,27,K11:B1,K15,20";
    let file = "--file crates/engine/data/eval/english-network.weights";
    let explained = explained(Variant::ENGLISH, fen, file);
    assert_eq!(explained["evaluation"], "network");
    let parts = explained["parts"].as_array().expect("a list");
    // Seven pieces, and the rest.
    assert_eq!(parts.len(), 8);
    let sum: f64 = parts.iter().map(|part| number(&part["men"])).sum();
    assert_equal(sum + number(&explained["rounding"]), number(&explained["value"]), fen);
    let run = crownhead(&format!("eval --variant english --fen {fen} {file}"), "");
    assert!(run.out.iter().any(|line| line.contains("when the piece is taken off")), "{}", run.out.join("\n"));
}

#[test]
fn a_network_with_patterns_is_explained_by_both() {
    let run = crownhead("eval --variant english --fen B:W18,24,27,K11:B1,K15,20", "");
    assert_eq!((run.code, &*run.errors), (Some(0), ""));
    for section in ["groups ", "material ", "king-blocks ", "men ", "kings ", "rest "] {
        assert!(run.out.iter().any(|line| line.starts_with(section)), "{section}: {}", run.out.join("\n"));
    }
    assert!(run.out.iter().any(|line| line.contains("the network's part")), "{}", run.out.join("\n"));
    assert!(run.out.iter().all(|line| line.len() <= 100), "{}", run.out.join("\n"));
}

#[test]
fn people_see_the_value_the_sections_and_the_board() {
    let file = "--file crates/engine/data/eval/giveaway-patterns.weights";
    let run = crownhead(&format!("eval --variant giveaway --fen B:W18,24,27,K11:B1,K15,20 {file}"), "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let text = run.out.join("\n");
    assert!(run.out[0].starts_with("value: ") && run.out[0].contains(" for Black"), "{text}");
    for section in ["groups ", "odd-groups ", "rows ", "material ", "king-blocks ", "rounding "] {
        assert!(run.out.iter().any(|line| line.starts_with(section)), "{section}: {text}");
    }
    let board = &run.out[run.out.len() - 8..];
    let count = |piece: char| board.iter().flat_map(|row| row.chars()).filter(|&letter| letter == piece).count();
    assert_eq!(['w', 'W', 'b', 'B'].map(count), [3, 1, 2, 1], "{text}");
    assert!(run.out.iter().all(|line| line.len() <= 90), "{text}");

    let linear = crownhead("eval --variant english --linear", "").out.join("\n");
    assert!(linear.contains("\nmen ") || linear.contains("\ntempo "), "{linear}");
}

#[test]
fn an_analysis_can_begin_with_it() {
    let fen = "B:W18,24,27,K11:B1,K15,20";
    let run = crownhead(&format!("analyze --variant english --fen {fen} --depth 2 --explain"), "");
    let alone = crownhead(&format!("eval --variant english --fen {fen}"), "");
    assert_eq!(run.out[..alone.out.len()], alone.out);
    assert!(run.out.iter().any(|line| line.contains("At depth 2")), "{}", run.out.join("\n"));
    let run = crownhead(&format!("analyze --variant english --fen {fen} --depth 2 --explain --json"), "");
    let record: Value = serde_json::from_str(&run.out[1]).expect("an object");
    assert_eq!(record["type"], "explanation");
    assert_eq!(record["value"], explained(Variant::ENGLISH, fen, "")["value"]);
}

#[test]
fn bad_input_is_named() {
    for (arguments, code, fault) in [
        ("eval --fen W:W40,X:B1", 1, "X"),
        ("eval --variant chess", 2, "expected"),
        ("eval --file no/such.weights", 1, "no/such.weights: No such file"),
        ("eval --file Cargo.toml", 1, "not a file of weights: expected the first line"),
        (
            "eval --variant giveaway --file crates/engine/data/eval/english.weights",
            1,
            "weights with variant english: expected giveaway",
        ),
        ("eval --linear --file crates/engine/data/eval/english.weights", 2, "cannot be used with"),
        ("analyze --explain --pdn games.pdn", 2, "cannot be used with"),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}

#[test]
fn many_positions_are_valued_line_by_line() {
    let input = "\u{feff}W:W21-32:B1-12\r\n\nB:W31-50:B1-20\nnothing\n";
    let run = crownhead("eval --fen -", input);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("line 4: "), "{}", run.errors);
    let [english, international] = &run.out[..] else { panic!("two lines: {:?}", run.out) };
    assert!(english.starts_with("W:W21-32:B1-12 ") && international.starts_with("B:W31-50:B1-20 "), "{:?}", run.out);
    let variants: Vec<_> = crownhead("eval --fen - --json", input)
        .out
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object")["variant"].clone())
        .collect();
    assert_eq!(variants, ["english", "international"]);
}

#[test]
fn the_board_of_shares_is_drawn() {
    let run = crownhead("eval --variant english --svg --fen B:W18,24,27,K11:B1,K15,20", "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""));
    let drawn = run.out.join("\n");
    assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>"), "{drawn}");
    assert_eq!((drawn.matches("<circle").count(), drawn.matches(">K<").count()), (7, 2));
}
