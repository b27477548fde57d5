//! `crownhead problems` as users run it, and the problems in the program.

use std::path::{Path, PathBuf};

use crownhead::review::{Problem, built_in_problems, read_problems, win};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::search::{Prover, TableSize};
use crownhead_rules::{Game, Variant};

use crate::crownhead;

/// White gives two men and a king away and wins: 6-1 is the only move.
const STROKE: &str = "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:W6,18,38,41:B14,17,24,34,36\"]\n\n1. 6-1 36x47 *\n\n";
const NO_PROBLEM: &str = "[GameType \"20\"]\n\n1. 32-28 19-23 *\n\n";

fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("problems");
    std::fs::create_dir_all(&folder).expect("it can be made");
    folder.join(format!("{name}.pdn"))
}

fn read(path: &Path) -> Vec<Problem> {
    let text = std::fs::read_to_string(path).expect("it was written");
    read_problems(&text, Variant::ENGLISH).expect("it can be read")
}

#[test]
fn a_problem_of_a_game_is_written_and_proven_again() {
    let out = place("stroke");
    // The same game once more gives nothing new, nor with the colours changed; one of another variant is left out.
    let turned = "[GameType \"20\"]\n[FEN \"B:W37,34,27,17,15:B45,33,13,10\"]\n\n1... 45-50 2. 15x4 *\n\n";
    let english = "[GameType \"21\"]\n\n1. 11-15 23-19 *\n\n";
    let games = format!("{NO_PROBLEM}{STROKE}{STROKE}{turned}{english}");
    let run = crownhead(&format!("problems build --variant international - --out {}", out.display()), &games);
    assert_eq!((run.code, &run.out[0]), (Some(0), &format!("{}: 1 stroke and 0 endings from 5 games", out.display())));
    let problems = read(&out);
    let [Problem { solution, level: Some(1..=5), .. }] = &problems[..] else { panic!("{problems:?}") };
    assert!(solution.moves().len() >= 5 && !solution.position().has_move(), "{problems:?}");
    let text = std::fs::read_to_string(&out).expect("it was written");
    assert!(text.contains("[Kind \"stroke\"]") && text.contains("1. 6-1"), "{text}");
    let solved = crownhead("solve --pdn -", &text);
    assert!(solved.errors.contains("1 of 1 problem proven"), "{}", solved.errors);
}

#[test]
fn own_games_give_the_same_problems_with_any_number_of_threads() {
    let built = [1, 2].map(|threads| {
        let out = place(&format!("own-{threads}"));
        let how = "problems build --variant russian --count 4 --nodes 1000 --seed 5 --quiet";
        let run = crownhead(&format!("{how} --threads {threads} --out {}", out.display()), "");
        assert_eq!(run.code, Some(0), "{}", run.errors);
        out
    });
    let problems = read(&built[0]);
    assert_eq!(problems.len(), 4);
    let [one, two] = built.map(|path| std::fs::read(path).expect("it was written"));
    assert!(one == two, "the threads do not matter");
}

#[test]
fn faults_are_named() {
    let out = place("faults");
    let build = format!("problems build --variant international --out {}", out.display());
    for (arguments, input, code, error) in [
        ("problems build --variant english".to_owned(), "", 2, "--out"),
        (format!("{build} --count 0"), "", 2, "0 is not from 1 to 100000"),
        (format!("{build} --games 5 -"), "", 2, "cannot be used with"),
        ("problems show --variant chess".to_owned(), "", 2, "unknown variant \"chess\""),
        ("problems build --variant english --out x.svg".to_owned(), "", 1, "expected a name that ends in .pdn or .zst"),
        (format!("{build} missing.pdn"), "", 1, "cannot read missing.pdn"),
        (format!("{build} -"), NO_PROBLEM, 1, "no problem found in 1 game: expected games in which a side can force"),
    ] {
        let run = crownhead(&arguments, input);
        assert!(run.code == Some(code) && run.errors.contains(error), "{arguments}: {:?} {}", run.code, run.errors);
    }
    // What is legal of a faulty game counts.
    let run = crownhead(&format!("{build} -"), &STROKE.replace("36x47", "36x48"));
    assert_eq!(run.code, Some(1), "{}", run.errors);
    assert!(run.errors.contains("standard input: game 1, line 5: ") && run.errors.contains("36x48"), "{}", run.errors);
    assert_eq!(read(&out).len(), 1);
}

/// Every variant has its 200, each another one; of every tenth, the win is proven again with the tables that every build
/// has, and along the solution.
#[test]
fn the_problems_in_the_program_are_right() {
    for &variant in Variant::ALL {
        let text = built_in_problems(variant).expect("it is intact").unwrap_or_else(|| panic!("{variant} has some"));
        let problems = read_problems(&text, variant).expect("it can be read");
        assert_eq!(problems.len(), text.matches("[FEN ").count(), "{variant}: each can be played");
        let signatures: std::collections::HashSet<_> = problems.iter().map(Problem::signature).collect();
        assert_eq!((problems.len(), signatures.len()), (200, 200), "{variant}");
        let tables = TablesOptions { pieces: 3, ..TablesOptions::built_in() };
        let size = TableSize::from_mib(2).expect("a size");
        let mut prover = Prover::open(variant, &tables, size).expect("there is memory");
        for problem in problems.iter().step_by(10) {
            let Problem { solution, kind: Some(_), level: Some(1..=Problem::HARDEST), .. } = problem else {
                panic!("{variant}: {problem:?}")
            };
            assert_eq!(solution.variant(), variant);
            let start = Game::new(problem.start());
            assert!(win(&mut prover, &start, 50_000).is_some(), "{variant}: {problem:?}");
            let end = solution.end().and_then(crownhead_rules::GameEnd::winner);
            assert_eq!(end, Some(problem.start().side()), "{variant}: {problem:?}");
        }
    }
}
