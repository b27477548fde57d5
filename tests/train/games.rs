//! `crownhead train games`.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crownhead::statistics::Outcome;
use crownhead::train::record::{Ending, Flags, GameRecord, GamesReader, Sample};
use crownhead_engine::endgame::{self, Tables, TablesOptions};
use crownhead_rules::{AnyPosition, KingRuns, Variant};

use crate::scratch::{Scratch, bytes};

fn command(arguments: &str, record: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(["train", "games"]).args(arguments.split_whitespace()).arg("--out").arg(record);
    command
}

/// Runs the command to its end and returns what it prints.
fn play(arguments: &str, record: &Path) -> String {
    let output = command(arguments, record).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "", "no progress where nobody watches");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

const SMALL: &str = "--variant english --nodes 100 --sidelines 0.4";

#[test]
fn a_record_does_not_depend_on_the_threads_but_on_the_seed() {
    let scratch = Scratch::new();
    let [one, three, other] = ["one", "three", "other"].map(|name| scratch.file(name));
    let text = play(&format!("{SMALL} --games 25 --threads 1"), &one);
    assert!(text.starts_with("english: 25 games of "), "{text}");
    play(&format!("{SMALL} --games 25 --threads 3"), &three);
    assert_eq!(bytes(&one), bytes(&three));
    play(&format!("{SMALL} --games 25 --seed 2"), &other);
    let games = |path: &Path| {
        let reader = GamesReader::open(Variant::ENGLISH, path).expect("a record");
        reader.map(|game| game.expect("a game").samples).collect::<Vec<_>>()
    };
    assert_ne!(games(&one), games(&other));
}

/// Ctrl-C does not wait for the end of a game, nor of a move.
#[cfg(unix)]
#[test]
fn a_game_that_would_never_end_can_be_interrupted() {
    let scratch = Scratch::new();
    let record = scratch.file("a.games");
    let child = command("--variant english --games 2 --nodes 1000000000000", &record)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    // The record is made after it listens for the signal.
    while !record.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no record");
        std::thread::sleep(Duration::from_millis(10));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    // The same command can go on.
    assert_eq!(GamesReader::open(Variant::ENGLISH, &record).expect("a record").count(), 0);
}

/// A killed process can leave less than a header.
#[test]
fn a_record_whose_header_was_cut_off_is_begun_again() {
    let scratch = Scratch::new();
    let [whole, cut] = ["whole", "cut"].map(|name| scratch.file(name));
    play(&format!("{SMALL} --games 3"), &whole);
    for length in [0, 10, 100] {
        std::fs::write(&cut, &bytes(&whole)[..length]).expect("it can be written");
        play(&format!("{SMALL} --games 3"), &cut);
        assert_eq!(bytes(&cut), bytes(&whole), "{length} bytes were left");
    }
}

#[test]
fn games_begin_at_positions_of_a_record() {
    let scratch = Scratch::new();
    let [record, endings, again] = ["a", "b", "c"].map(|name| scratch.file(name));
    play(&format!("{SMALL} --games 25"), &record);
    let starts = format!("--variant english --nodes 100 --games 12 --starts {}", record.display());
    let arguments = format!("{starts} --start-pieces 8-14 --opening-plies 0-1");
    play(&arguments, &endings);
    let reader = GamesReader::open(Variant::ENGLISH, &endings).expect("a record");
    assert!(reader.header().openings.starts_with("0-1 random plies from one of "), "{}", reader.header().openings);
    let games: Vec<_> = reader.map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 12);
    for game in &games {
        let first = game.samples[0].position;
        // A random move can be a capture, of several pieces.
        assert!((5..=14).contains(&first.occupied().len()), "{first:?}");
    }
    // The record goes on, and other starts make another one.
    play(&arguments.replace("--games 12", "--games 5"), &again);
    play(&format!("{arguments} --threads 3"), &again);
    assert_eq!(bytes(&again), bytes(&endings));
    for (arguments, fault) in [
        (format!("{starts} --start-pieces 8-13 --opening-plies 0-1"), "openings"),
        (format!("{starts} --start-pieces 40-50"), "has no quiet position of 40 to 50 pieces"),
        (format!("{starts} --start-pieces 9-8"), "\"9-8\" is not a range of pieces: expected LEAST-MOST, such as 6-12"),
        (format!("{SMALL} --games 2 --start-pieces 6-8"), "--starts"),
        (format!("{SMALL} --games 2 --starts Cargo.toml"), "Cargo.toml is not a record of games"),
    ] {
        let output = command(&arguments, &endings).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(fault), "{arguments}: {errors}");
    }
}

/// Weights of another variant are refused before there is a record.
#[test]
fn what_cannot_play_leaves_no_record() {
    let scratch = Scratch::new();
    let record = scratch.file("a.games");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/losing.weights");
    let arguments = format!("{SMALL} --games 2 --weights {}", weights.display());
    let output = command(&arguments, &record).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("losing.weights: weights with variant losing: expected english"), "{errors}");
    assert!(!record.exists());
}

#[test]
fn positions_beside_the_games_change_nothing_in_them() {
    let scratch = Scratch::new();
    let [without, sidelines, leaves] = ["without", "sidelines", "leaves"].map(|name| scratch.file(name));
    play("--variant english --nodes 100 --games 20", &without);
    play(&format!("{SMALL} --games 20"), &sidelines);
    play("--variant english --nodes 100 --games 20 --leaves 0.4", &leaves);
    let games = |path: &Path| {
        let reader = GamesReader::open(Variant::ENGLISH, path).expect("a record");
        reader.map(|game| without_sidelines(&game.expect("a game"))).collect::<Vec<_>>()
    };
    assert_eq!(games(&without), games(&sidelines));
    assert_eq!(games(&without), games(&leaves));
}

/// A leaf is a quiet position some moves after the position of the game that is before it in the record.
#[test]
fn leaves_are_positions_that_the_search_evaluates() {
    let scratch = Scratch::new();
    let record = scratch.file("a.games");
    play("--variant english --nodes 300 --games 20 --leaves 0.5", &record);
    let (mut leaves, mut positions, mut roots) = (0, 0, 0);
    for game in GamesReader::open(Variant::ENGLISH, &record).expect("a record") {
        for pair in game.expect("a game").samples.windows(2) {
            positions += usize::from(!is_sideline(&pair[0]));
            let [root, leaf] = [&pair[0].position, &pair[1].position];
            if is_sideline(&pair[1]) {
                leaves += 1;
                roots += usize::from(leaf == root);
                assert!(!is_sideline(&pair[0]), "a position has one leaf at most");
                assert!(!leaf.has_capture() && !leaf.moves().is_empty(), "{leaf}");
                assert!(leaf.occupied().len() <= root.occupied().len(), "{root} {leaf}");
            }
        }
    }
    assert!(roots * 10 < leaves, "{roots} of {leaves} are where the search began");
    assert!(leaves * 3 > positions && leaves * 3 < positions * 2, "{leaves} of {positions}");
}

#[test]
fn a_run_in_parts_gives_the_same_bytes() {
    let scratch = Scratch::new();
    let [whole, parts] = ["whole", "parts"].map(|name| scratch.file(name));
    play(&format!("{SMALL} --games 30"), &whole);
    for games in [1, 13, 30, 30] {
        play(&format!("{SMALL} --games {games} --threads 2"), &parts);
    }
    assert_eq!(bytes(&whole), bytes(&parts));
}

#[test]
fn a_killed_run_continues_to_the_same_bytes() {
    let scratch = Scratch::new();
    let [whole, killed] = ["whole", "killed"].map(|name| scratch.file(name));
    let arguments = "--variant giveaway --nodes 300 --games 60 --sidelines 0.4 --threads 2";
    play(arguments, &whole);
    let aim = bytes(&whole);
    for share in [4, 2] {
        let mut child = command(arguments, &killed).stdout(Stdio::null()).spawn().expect("it starts");
        let start = Instant::now();
        let length = || std::fs::metadata(&killed).map_or(0, |file| file.len() as usize);
        while length() < aim.len() / share {
            assert!(start.elapsed() < Duration::from_secs(120), "no games come");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let part = bytes(&killed);
        assert!(aim.starts_with(&part));
        // As if the kill had come in the middle of a write.
        std::fs::write(&killed, &part[..part.len() - 5]).expect("it is written");
    }
    play(arguments, &killed);
    assert_eq!(bytes(&killed), aim);
}

#[test]
fn faults_of_the_command_are_named() {
    let scratch = Scratch::new();
    let record = scratch.file("a.games");
    play(&format!("{SMALL} --games 2"), &record);
    for (arguments, code, fault) in [
        ("--games 5", 2, "--variant"),
        ("--variant english --games 0", 2, "0 is not from 1 to"),
        ("--variant english --games 5 --opening-plies 9-3", 2, "\"9-3\" is not a range of plies"),
        ("--variant english --games 5 --sidelines 2", 2, "\"2\" is not a share: expected a number from 0 to 1"),
        ("--variant english --nodes 100 --games 5", 1, "has sidelines 0.4: expected none"),
        ("--variant english --nodes 100 --games 5 --sidelines 0.4 --leaves 0.1", 1, "has leaves none: expected 0.1"),
        ("--variant english --games 5 --time 0", 2, "0 is not a time"),
        ("--variant english --games 5 --threads 100000", 2, "100000 is not from 1 to 256"),
        ("--variant english --games 5 --time 1 --nodes 5", 2, "cannot be used with"),
        ("--variant english --nodes 100 --games 5 --sidelines 0.4 --seed 2", 1, "has seed 1: expected 2"),
        ("--variant losing --nodes 100 --games 5", 1, "has variant english: expected losing"),
    ] {
        let before = bytes(&record);
        let output = command(arguments, &record).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
        assert!(errors.contains(fault), "{arguments}: {errors}");
        assert_eq!(bytes(&record), before);
    }
    let few = scratch.file("few.games");
    let output = command(&format!("{SMALL} --games 100 --opening-plies 1-1"), &few).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("no more distinct openings after 7 games"), "{errors}");
}

/// The position as a record has it: without the moves that a king has made in a row.
fn recorded(position: AnyPosition) -> AnyPosition {
    position.with_king_runs(KingRuns::default())
}

/// The game with the moves that kings have made in a row, as they follow from its positions.
fn restored(game: &GameRecord) -> GameRecord {
    let mut game = game.clone();
    for index in 1..game.samples.len() {
        let before = game.samples[index - 1].position;
        let after = &mut game.samples[index].position;
        let mv = before.moves().into_iter().find(|mv| recorded(before.succ(mv)) == *after);
        *after = before.succ(&mv.expect("the samples are consecutive"));
    }
    game
}

/// What must hold for the games of any run.
fn check_game(game: &GameRecord) {
    let game = restored(game);
    let variant = game.samples[0].position.variant();
    let articles = variant.articles();
    let (tables, _) = Tables::open(variant, &TablesOptions::default());
    let is_open = |sample: &Sample| match tables.probe(&sample.position) {
        // A win may come too late for the draw articles.
        Some(known) => known.outcome != endgame::Wdl::Draw && articles.draws.quiet_plies.is_some(),
        None => true,
    };
    assert!(game.samples.iter().all(is_open), "a game ends where the tables know its result");
    let mut seen = HashSet::new();
    for sample in &game.samples {
        let position = &sample.position;
        let moves = position.moves();
        assert_eq!(sample.flags.intersects(Flags::CAPTURE), moves[0].is_capture());
        assert_eq!(sample.flags.intersects(Flags::ONLY_MOVE), moves.len() == 1);
        assert_eq!(sample.flags.intersects(Flags::REPEATED), !seen.insert(position.key()));
        assert!(sample.depth.get() > 0);
    }
    let last = game.samples.last().expect("a game has a sample");
    let side = last.position.side();
    match game.ending {
        // Whoever cannot move after the last move has lost, or has won in a losing game.
        Ending::NoMove => {
            let winner = articles.no_move.winner(side.opponent());
            assert_eq!(game.result_for(winner), Outcome::Win);
            let ends = |mv| last.position.succ(mv).moves().is_empty();
            assert!(last.position.moves().iter().any(ends));
        }
        Ending::Decided => {
            assert!(last.flags.intersects(Flags::DECIDED));
            let expected = if last.score.men() > 0.0 { Outcome::Win } else { Outcome::Loss };
            assert_eq!(game.result_for(side), expected);
        }
        // The last move led to a position that the tables know to have this result.
        Ending::Table => {
            let leads_there = |mv| {
                let known = tables.probe(&last.position.succ(mv)).map(|known| known.outcome);
                let expected = match game.result_for(side.opponent()) {
                    Outcome::Win => endgame::Wdl::Win,
                    Outcome::Draw => endgame::Wdl::Draw,
                    Outcome::Loss => endgame::Wdl::Loss,
                };
                known == Some(expected)
            };
            assert!(last.position.moves().iter().any(leads_there));
        }
        _ => assert_eq!(game.white_result, Outcome::Draw),
    }
}

/// Whether `position` leads to `end` by one to three moves, and captures behind them until there is none to make.
fn leads_to(position: &AnyPosition, end: &AnyPosition, played: usize) -> bool {
    let is_quiet = !position.has_capture();
    (played > 0 && is_quiet && recorded(*position) == *end)
        || ((played < 3 || !is_quiet)
            && position.moves().iter().any(|mv| leads_to(&position.succ(mv), end, played + 1)))
}

fn is_sideline(sample: &Sample) -> bool {
    sample.flags.intersects(Flags::SIDELINE)
}

fn without_sidelines(game: &GameRecord) -> GameRecord {
    let samples = game.samples.iter().filter(|sample| !is_sideline(sample)).copied().collect();
    GameRecord { samples, ..game.clone() }
}

/// Checks the sidelines of a game, which is like any other without them, and counts them.
fn check_sidelines(game: &GameRecord) -> usize {
    for pair in game.samples.windows(2).filter(|pair| is_sideline(&pair[1])) {
        assert!(!is_sideline(&pair[0]), "a position has one sideline at most");
        assert!(leads_to(&pair[0].position, &pair[1].position, 0), "{}", pair[1].position);
    }
    let alone = without_sidelines(game);
    check_game(&alone);
    game.samples.len() - alone.samples.len()
}

#[test]
fn the_games_of_every_variant_are_what_they_are_said_to_be() {
    for &variant in Variant::ALL {
        let scratch = Scratch::new();
        let record = scratch.file("a.games");
        play(&format!("--variant {variant} --nodes 150 --games 15 --sidelines 0.3 --threads 2"), &record);
        let games: Vec<GameRecord> =
            GamesReader::open(variant, &record).expect("a record").map(|game| game.expect("a game")).collect();
        assert_eq!(games.len(), 15);
        assert!(games.is_sorted_by(|game, next| game.number < next.number));
        let openings: HashSet<_> = games.iter().map(|game| game.samples[0].position.key()).collect();
        assert_eq!(openings.len(), games.len(), "no opening occurs twice");
        let sidelines: usize = games.iter().map(check_sidelines).sum();
        assert!(sidelines > 15, "{sidelines} sidelines");
        let has_tables = [Variant::ENGLISH, Variant::GIVEAWAY, Variant::INTERNATIONAL].contains(&variant);
        assert!(games.iter().any(|game| game.ending == Ending::Table) || !has_tables);
    }
}
