//! `crownhead openings`.

use std::collections::HashSet;

use crate::crownhead;

#[test]
fn openings_that_lose_a_man_are_left_out_where_that_matters() {
    for (arguments, number, positions) in [
        ("--variant international --plies 2", "79 openings of 81 sequences", 79),
        ("--variant international --plies 2 --all", "81 openings of 81 sequences", 81),
        ("--variant international --plies 3 --test-depth 0", "564 openings of 658 sequences", 375),
        ("--variant losing --plies 3", "658 openings of 658 sequences", 447),
        ("--variant english --plies 3", "246 openings of 302 sequences", 174),
        ("--variant giveaway --plies 0", "1 opening of 1 sequence", 1),
    ] {
        let run = crownhead(&format!("openings {arguments}"), "");
        assert_eq!((run.code, run.errors), (Some(0), format!("crownhead: {number}\n")), "{arguments}");
        assert_eq!(run.out.iter().collect::<HashSet<_>>().len(), positions, "{arguments}");
    }
}

#[test]
fn the_same_openings_in_three_forms() {
    let of = |format| crownhead(&format!("openings --variant english --plies 2 --format {format}"), "").out;
    assert_eq!(of("fen").len(), 47);
    let moves = of("moves");
    assert!(moves.contains(&"11-15 23-19".to_owned()), "{moves:?}");
    let games: Vec<_> = of("pdn").into_iter().filter(|line| line.starts_with("1. ")).collect();
    let as_games: Vec<_> = moves.iter().map(|moves| format!("1. {moves} *")).collect();
    assert_eq!(games, as_games);
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, fault) in [
        ("openings --variant english", "--plies"),
        ("openings --variant english --plies 7", "7 is not from 0 to 6"),
        ("openings --variant chess --plies 2", "unknown variant \"chess\""),
        ("openings --variant english --plies 2 --all --test-depth 3", "cannot be used with"),
        ("openings --variant english --plies 2 --format xml", "possible values: fen, moves, pdn"),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}

#[test]
fn the_ballots_have_their_numbers_and_names() {
    let english = crownhead("openings --variant english --ballots --format moves", "").out;
    assert_eq!(english.len(), 174);
    assert_eq!(english[4], "9-13 22-18 6-9 ; 5 board Dreaded Edinburgh");
    assert_eq!(english.iter().filter(|line| line.contains(" barred")).count(), 18);
    let fens = crownhead("openings --variant english --ballots", "").out;
    let generated: HashSet<_> = crownhead("openings --variant english --plies 3", "").out.into_iter().collect();
    let positions: HashSet<_> = fens.iter().filter_map(|line| Some(line.split_once(" ; ")?.0.to_owned())).collect();
    assert_eq!(positions, generated, "the deck is what the test of material leaves");
    let pdn = crownhead("openings --variant english --ballots --format pdn", "").out;
    assert_eq!(pdn.iter().filter(|line| *line == "[Opening \"Octopus\"]").count(), 2);
    let none = crownhead("openings --variant losing --ballots", "");
    assert_eq!((none.code, none.errors.contains("no ballots of losing are known")), (Some(1), true));
}

#[test]
fn barred_ballots_are_worth_the_most() {
    let lines = crownhead("openings --variant english --ballots --nodes 3000 --format moves", "").out;
    let values = |standing: &str| -> Vec<f64> {
        let of_kind = lines.iter().filter(|line| line.split(' ').nth(6) == Some(standing));
        of_kind.map(|line| line.split(' ').nth(5).expect("a value").parse::<f64>().expect("a number").abs()).collect()
    };
    let (board, barred) = (values("board"), values("barred"));
    assert_eq!((board.len(), barred.len()), (144, 18));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    assert!(mean(&barred) > 2.0 * mean(&board), "{} {}", mean(&barred), mean(&board));
    let pdn = crownhead("openings --variant english --ballots --nodes 1 --format pdn", "").out;
    assert_eq!(pdn.iter().filter(|line| line.contains("[%eval ")).count(), 174);
}
