//! PDN as clients write it is read, what is written is read back, and no bytes make the reader panic.

use std::io::{self, BufReader, Read};
use std::time::Duration;

use crownhead_rules::notation::pdn::{Note, PdnGame, PdnMove, PdnResult, Reader, Remark};
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, Side, Variant};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn read(text: impl AsRef<[u8]>) -> Vec<PdnGame> {
    Reader::new(text.as_ref()).map(|game| game.expect("it is in memory")).collect()
}

fn read_well(text: impl AsRef<[u8]>) -> Vec<PdnGame> {
    let games = read(text);
    games.iter().for_each(|game| assert_eq!(game.fault(), None));
    games
}

fn faults(text: &str) -> Vec<String> {
    read(text).iter().filter_map(|game| game.fault().map(|error| error.to_string())).collect()
}

/// A text without the blanks and line ends in it, and without the marks that a file begins or ends with.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"\u{feff}\u{1a}".contains(*c)).collect()
}

fn written(games: &[PdnGame]) -> String {
    games.iter().map(PdnGame::to_string).collect()
}

/// Reads a text and writes it: nothing but blanks and line ends may differ, and a second time nothing at all.
fn assert_kept(text: &str) {
    let games = read(text);
    let first = written(&games);
    assert_eq!(squeezed(&first), squeezed(text), "{first}");
    assert_eq!(written(&read(&first)), first);
}

/// The moves of a game with their whole paths.
fn moves(variant: Variant, game: &PdnGame) -> String {
    let game = game.replay(variant).unwrap_or_else(|error| panic!("{error}"));
    let spell = |(position, mv)| SpelledMove::new(position, mv).full_path();
    game.positions().zip(game.moves()).map(spell).collect::<Vec<_>>().join(" ")
}

fn tag<'a>(game: &'a PdnGame, name: &str) -> &'a str {
    game.tags.get(name).unwrap_or_else(|| panic!("no tag {name}"))
}

#[test]
fn files_of_checkerboard() {
    let [game, problem] = &read_well(include_str!("../fixtures/pdn/checkerboard.pdn"))[..] else { panic!("two games") };
    assert_eq!((game.number, game.line, problem.number, problem.line), (1, 1, 2, 10));
    assert_eq!(game.variant().expect("no tag is wrong"), None);
    assert_eq!((tag(game, "Black"), &game.result), ("Ann Example", &PdnResult::FirstWins));
    assert_eq!(game.result.winner(Variant::ENGLISH), Some(Side::Black));
    assert_eq!(game.moves[10].comments(), ["the forced line"]);
    assert!(moves(Variant::ENGLISH, game).ends_with("28-24 7x16 24-19"));
    assert_eq!(moves(Variant::ENGLISH, problem), "30x23x14");
    assert_eq!(problem.result.winner(Variant::ENGLISH), Some(Side::White));
}

#[test]
fn files_of_the_hub_gui() {
    let [game] = &read_well(include_str!("../fixtures/pdn/hub-gui.pdn"))[..] else { panic!("one game") };
    assert!(game.tags.is_empty());
    assert_eq!(game.result, PdnResult::Unknown);
    assert!(moves(Variant::INTERNATIONAL, game).ends_with("20-25 41-37 10-14"));
}

#[test]
fn files_of_moby_dam() {
    let [game] = &read_well(include_str!("../fixtures/pdn/moby-dam.pdn"))[..] else { panic!("one game") };
    assert_eq!(game.variant().expect("the tags are right"), Some(Variant::INTERNATIONAL));
    assert_eq!(moves(Variant::INTERNATIONAL, game), "28x19x10");
    assert_eq!(game.result.winner(Variant::INTERNATIONAL), Some(Side::White));
}

#[test]
fn files_of_lidraughts() {
    let [game] = &read_well(include_str!("../fixtures/pdn/lidraughts.pdn"))[..] else { panic!("one game") };
    assert_eq!(game.variant().expect("the tags are right"), Some(Variant::LOSING));
    assert_eq!(game.result.winner(Variant::LOSING), Some(Side::Black));
    assert_eq!(moves(Variant::LOSING, game), "32-28 19-23 28x19 14x23");
    let remarks: Vec<_> = game.moves.iter().map(|mv| Remark::parse(mv.comments()[0])).collect();
    assert_eq!(remarks[0].clock, Some(Duration::from_secs(180)));
    assert_eq!((remarks[1].clock, remarks[1].text.as_str()), (None, "[%clock w0:03:00 B0:02:58]"));
    assert_eq!((remarks[2].clock, remarks[2].score), (Some(Duration::from_secs(179)), Some(-0.35)));
}

#[test]
fn files_of_pydraughts() {
    let [game] = &read_well(include_str!("../fixtures/pdn/pydraughts.pdn"))[..] else { panic!("one game") };
    assert_eq!((tag(game, "White"), tag(game, "Black")), ("a \"quoted\" name", "back\\slash"));
    assert_eq!(game.result, PdnResult::Draw);
    assert_eq!(moves(Variant::INTERNATIONAL, game), "31-27 17-21 37-31 21-26");
}

#[test]
fn files_of_py_draughts() {
    let [game] = &read_well(include_str!("../fixtures/pdn/py-draughts.pdn"))[..] else { panic!("one game") };
    assert_eq!(game.variant().expect("the tags are right"), Some(Variant::INTERNATIONAL));
    assert_eq!(moves(Variant::INTERNATIONAL, game), "32-28 18-23");
    // It writes positions as whole tags.
    let position = fen::parse(Variant::INTERNATIONAL, "[FEN \"W:W28,31:B1,K2\"]").expect("it is a position");
    assert_eq!(fen::write(&position), "W:W28,31:B1,K2");
}

fn strength(mark: &str) -> Note {
    Note::Strength(mark.to_owned())
}

#[test]
fn everything_that_the_grammar_has() {
    let [game] = &read_well(include_str!("../fixtures/pdn/annotated.pdn"))[..] else { panic!("one game") };
    assert_eq!(moves(Variant::INTERNATIONAL, game), "32-28 19-23 28x19 14x23 37-32 10-14");
    let before = ["a comment to the end of the line, as PGN has them", "Start of the game"];
    assert_eq!(game.comments(), before);
    assert_eq!(game.moves[0].nags(), [1, 14]);
    assert_eq!((game.moves[1].text.as_str(), &game.moves[1].notes[0]), ("19-23", &strength("!?")));
    assert_eq!(game.moves[2].comments(), ["a comment over lines"]);
    assert_eq!(game.moves[3].notes[..2], [strength("(?)"), Note::Nag(255)]);
    let [variation] = &game.moves[1].variations().collect::<Vec<_>>()[..] else { panic!("one variation") };
    let texts: Vec<_> = variation.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts, ["18-23", "38-32", "12-18"]);
    assert_eq!(variation.moves[1].variations().count(), 1);
}

#[test]
fn files_from_windows_in_latin_1() {
    let [game] = &read_well(include_bytes!("../fixtures/pdn/windows.pdn"))[..] else { panic!("one game") };
    assert_eq!(tag(game, "Event"), "Caf\u{e9}");
    assert_eq!(moves(Variant::ENGLISH, game), "11-15 23-19");
}

#[test]
fn every_result_ends_a_game() {
    let results = [
        ("1-0", PdnResult::FirstWins),
        ("2-0", PdnResult::FirstWins),
        ("0-1", PdnResult::SecondWins),
        ("0-2", PdnResult::SecondWins),
        ("1/2-1/2", PdnResult::Draw),
        ("1-1", PdnResult::Draw),
        ("0-0", PdnResult::BothLose),
        ("*", PdnResult::Unknown),
    ];
    let file: String = results.iter().map(|(text, _)| format!("1. 32-28 {text} ")).collect();
    let games = read_well(&file);
    let found: Vec<_> = games.iter().map(|game| (game.moves.len(), game.result.clone())).collect();
    assert_eq!(found, results.map(|(_, result)| (1, result)));
    // A star says nothing, so the tag does; other words are kept.
    let [told, strange] = &read_well("[Result \"0-2\"] 1. 32-28 * [Result \"1+ - 1-\"] 1. 32-28 *")[..] else {
        panic!("two games")
    };
    assert_eq!(told.result, PdnResult::SecondWins);
    assert_eq!(strange.result, PdnResult::Other("1+ - 1-".to_owned()));
}

/// Black begins in English checkers, White in international draughts: the side that begins is the first of the result,
/// in a game from a position as well.
#[test]
fn results_go_by_the_side_that_begins_in_the_variant() {
    let of = |winner| [PdnResult::of(Variant::ENGLISH, winner), PdnResult::of(Variant::GIVEAWAY, winner)];
    assert_eq!(of(Some(Side::Black)), [PdnResult::FirstWins, PdnResult::FirstWins]);
    assert_eq!(of(Some(Side::White)), [PdnResult::SecondWins, PdnResult::SecondWins]);
    assert_eq!(of(None), [PdnResult::Draw, PdnResult::Draw]);
    assert_eq!(PdnResult::of(Variant::INTERNATIONAL, Some(Side::White)), PdnResult::FirstWins);
    let texts =
        |result: PdnResult| [Variant::INTERNATIONAL, Variant::ENGLISH].map(|variant| result.text(variant).to_owned());
    assert_eq!(texts(PdnResult::FirstWins), ["2-0", "1-0"]);
    assert_eq!(texts(PdnResult::SecondWins), ["0-2", "0-1"]);
    assert_eq!(texts(PdnResult::Draw), ["1-1", "1/2-1/2"]);
}

#[test]
fn games_end_at_the_tags_of_the_next() {
    let games =
        read_well("[Event \"a\"]\n1. 32-28\n[Event \"b\"]\n1. 31-27 19-23 2-0 *\n* [Event \"c\"] *\n{ trailing }");
    let found: Vec<_> = games.iter().map(|game| (tag(game, "Event"), game.moves.len())).collect();
    assert_eq!(found, [("a", 1), ("b", 2), ("c", 0)]);
    // Of games that have tags alone, an empty line and a tag that there is already show the end.
    let games = read_well("[FEN \"W:W28:B14\"]\n\n[FEN \"W:W32:B14\"]\n\n[Event \"b\"]\n\n[Site \"x\"]\n1. 32-28 *");
    let found: Vec<_> = games.iter().map(|game| game.tags.iter().count()).collect();
    assert_eq!((found, tag(&games[2], "Event")), (vec![1, 1, 2], "b"));
    let [game] = &read_well("[Event \"a\"]\n[Event \"b\"]\n1. 32-28 *")[..] else { panic!("one game") };
    assert_eq!(tag(game, "Event"), "b");
}

#[test]
fn games_start_from_positions() {
    let file =
        "/FEN \"W:W31-50:B1-20\"/\n/FEN \"B:W28,31,33-50:B1-18,20\"/ 1... 14-19 *\n[Fen \"B:W28:B14\"] 1... 14-19 *";
    let [setup, by_tag] = &read_well(file)[..] else { panic!("two games") };
    assert_eq!(moves(Variant::INTERNATIONAL, setup), "14-19");
    assert_eq!(setup.replay(Variant::INTERNATIONAL).expect("it was played").position().pieces(Side::Black).len(), 19);
    assert_eq!(moves(Variant::INTERNATIONAL, by_tag), "14-19");
}

#[test]
fn an_ambiguous_capture_needs_its_path() {
    let game = |text: &str| read_well(format!("[FEN \"W:W30:B25,26,17,18\"]\n\n1. {text} *")).remove(0);
    assert_eq!(moves(Variant::ENGLISH, &game("30x21x14")), "30x21x14");
    let error = game("30x14").replay(Variant::ENGLISH).expect_err("it is ambiguous").to_string();
    assert_eq!(error, "game 1, line 3: ply 1: 30x14 is ambiguous: expected 30x21x14 or 30x23x14");
}

/// Lidraughts' exports name two squares of every capture.
#[test]
fn an_ambiguous_capture_is_what_the_rest_of_the_game_allows() {
    let game = |text: &str| read_well(format!("[FEN \"B:BK47:W14,19,27,33,42\"]\n\n{text} *")).remove(0);
    assert_eq!(
        moves(Variant::INTERNATIONAL, &game("1. ... 47x36 2. 14-10")),
        moves(Variant::INTERNATIONAL, &game("1. ... 47x38x24x13x36 2. 14-10"))
    );
    // Nothing comes after it, or what no capture allows.
    for text in ["1. ... 47x36", "1. ... 47x36 2. 1-2"] {
        let error = game(text).replay(Variant::INTERNATIONAL).expect_err("it is ambiguous").to_string();
        assert!(error.contains("ply 1: 47x36 is ambiguous: expected "), "{text}: {error}");
    }
}

#[test]
fn tags_can_say_that_they_know_nothing() {
    for tags in ["[FEN \"\"]", "[FEN \"?\"]", "[GameType \"\"]", "[GameType \" ? \"]", "[Variant \"?\"]"] {
        let game = read_well(format!("{tags}\n\n1. 11-15 23-19 *")).remove(0);
        assert_eq!(game.variant().expect("nothing is wrong"), None, "{tags}");
        assert_eq!(moves(Variant::ENGLISH, &game), "11-15 23-19", "{tags}");
    }
}

#[test]
fn a_comment_behind_the_result_is_about_its_game() {
    let games = read_well("1. 11-15 1-0 {White lost on time}\n\n{The second.} 1. 9-14 0-1 ; both agreed\n1. 9-13 *");
    let all: Vec<_> = games.iter().map(PdnGame::to_string).collect();
    assert!(all[0].contains("11-15 1-0 {White lost on time}") && !all[0].contains("second"), "{all:?}");
    assert_eq!(games[1].comments(), ["The second."]);
    assert!(all[1].contains("9-14 0-1 ; both agreed\n"), "{all:?}");
    assert_eq!(moves(Variant::ENGLISH, &games[2]), "9-13");
    // Where no other game comes, they are about the last one.
    assert_kept("1. 11-15 1-0 (on time) resigned *\n\n{End of the file.} ; really\n");
}

#[test]
fn a_semicolon_in_a_sentence_hides_nothing() {
    let [game] = &read_well("1. 11-15 (best; 9-14 is weak) 23-19 (8-11 ; not so good)\n) 1-0")[..] else {
        panic!("one game")
    };
    assert_eq!((moves(Variant::ENGLISH, game).as_str(), &game.result), ("11-15 23-19", &PdnResult::FirstWins));
}

#[test]
fn faults_name_game_line_token_and_what_was_expected() {
    for (text, fault) in [
        ("1. 32-28\nhello *", "line 2: \"hello\" is not part of a game: expected a move, a comment, a result or a tag"),
        ("1. 32281 *", "line 1: \"32281\" is not part of a game: expected a move, a comment, a result or a tag"),
        ("[x y]\n1. 32-28 *", "line 1: \"[x y]\" is not a tag: expected [Name \"value\"]"),
        ("1. 32-28\n\n{ open\n32-28", "line 3: '{' is not closed: expected '}'"),
        ("1. 32-28 (19-23 (18-23)\n", "line 1: '(' is not closed: expected ')'"),
        ("1. 32-28 ( { ) }", "line 1: '(' is not closed: expected ')'"),
        ("1. 32-28 )", "line 1: \")\" without \"(\": expected a move or a result"),
        ("/FEX \"W:W31:B1\"/", "line 1: \"/FEX \\\"W:W31:B1\\\"/\" is not a setup: expected /FEN \"...\"/"),
        ("1. 32-28 /FEN", "line 1: '/' is not closed: expected '/'"),
    ] {
        assert_eq!(faults(text), [format!("game 1, {fault}")], "{text}");
    }
}

#[test]
fn faults_of_replay_name_game_line_token_and_what_was_expected() {
    let file = "1. 32-28 *\n[Event \"x\"]\n";
    for (text, fault) in [
        ("1. 32-28\n32-28 *", "line 4: ply 2: 32-28 is not a legal move of Black in international"),
        ("1. 32-99 *", "line 3: ply 1: square 99 is not on the board: expected 1 to 50"),
        ("1. a3-b4 *", "line 3: ply 1: a3-b4 is not a legal move of White in international"),
        (
            "1. a4-b5 *",
            "line 3: ply 1: square a4 is not on the board: expected one that pieces stand on, from a1 to j10",
        ),
        ("1. 32-28 /FEN \"W:W31:B1\"/ 31-27 *", "line 3: setup \"W:W31:B1\" after the first move: expected a move"),
        ("/FEN \"X\"/ *", "line 2: FEN \"X\": \"X\" is not a side to move: expected W or B"),
    ] {
        let game = read(format!("{file}{text}")).remove(1);
        let error = game.replay(Variant::INTERNATIONAL).expect_err("there is a fault").to_string();
        assert_eq!(error, format!("game 2, {fault}"));
    }
    let game = read_well("[Variant \"ludo\"] *").remove(0);
    let error = game.variant().expect_err("it is none").to_string();
    assert_eq!(error, format!("game 1, line 1: unknown Variant \"ludo\": expected {}", Variant::names()));
}

#[test]
fn faults_of_tags_name_their_lines() {
    let game = |tags: &str| read_well(format!("[Event \"x\"]\n{tags}\n[Site \"y\"]\n\n1. 32-28 *")).remove(0);
    for tags in ["[White \"z\"] [Variant \"ludo\"]", "[GameType \"77\"]", "[GameType\n\"77\"]"] {
        let error = game(tags).variant().expect_err(tags);
        assert_eq!((error.game, error.line), (1, 2), "{error}");
    }
    let error = game("[SetUp \"1\"]\n[FEN \"W:W32:B99\"]").replay(Variant::INTERNATIONAL).expect_err("99").to_string();
    assert_eq!(error, "game 1, line 3: FEN \"W:W32:B99\": square 99 is not on the board: expected 1 to 50");
}

#[test]
fn moves_that_are_expected_have_the_numbers_of_the_file() {
    let game = read_well("[GameType \"24\"]\n\n1. 12-15 21-25 *").remove(0);
    let error = game.replay(Variant::SPANISH).expect_err("a man does not go backward").to_string();
    let expected = "21-25 is not a legal move of Black in spanish: expected 21-18 or 21-17";
    assert_eq!(error, format!("game 1, line 3: ply 2: {expected}"));
}

#[test]
fn a_fault_costs_one_game() {
    let good = "[Event \"good\"]\n1. 32-28 19-23 *\n\n";
    for bad in [
        "[Event \"bad\"]\n1. 32-28 hello ] { x } 19-23 2-0\n\n",
        "[bad]\n[White \"x\"]\n1. 32-28 19-23 *\n\n",
        "[Event \"bad\"]\n1. 32-28 { open\n 19-23 2-0\n\n",
        "[Event \"bad\"]\n1. 32-28 (19-23 (18-23)\n\n",
        "[Event \"bad\"]\n1. 32-28 19-23) what\n",
        "[Event \"bad\"]\n/FEN \"W:W31:B1\" 1. 32-28 *\n",
    ] {
        let found = read(format!("{good}{bad}{good}"));
        let shape: Vec<_> = found.iter().map(|game| (game.number, game.fault().is_some())).collect();
        assert_eq!(shape, [(1, false), (2, true), (3, false)], "{bad}");
        let last = found.last().expect("there is one");
        assert_eq!((tag(last, "Event"), last.moves.len()), ("good", 2), "{bad}");
        // What could be read is kept, and so is the rest, beside the words on the fault.
        let text = found[1].to_string();
        let words = |text: &str| squeezed(&text.replace(['{', '}'], " "));
        let (_, after) = text.split_once("Crownhead: line ").unwrap_or_else(|| panic!("{text}"));
        let rest = bad.split_whitespace().last().expect("words");
        assert!(squeezed(after).contains(&words(rest)) || text.trim_end().ends_with(rest), "{bad}: {text}");
        assert_eq!(read_well(&text).len(), 1, "{text}");
    }
    // Also where it is among tags, if the next game begins with its event.
    let games = read("[FEN]\n\n[Event \"b\"]\n1. 32-28 *");
    assert!(games.len() == 2 && games[0].fault().is_some(), "{games:?}");
    assert_eq!(tag(&games[1], "Event"), "b");
}

#[test]
fn a_broken_stream_is_told_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let stream = BufReader::new("1. 32-28 *\n1. 31-27 ".as_bytes().chain(Broken));
    let found: Vec<_> = Reader::new(stream).take(9).collect();
    assert!(matches!(found[..], [Ok(_), Err(_)]), "{found:?}");
}

/// A stream without end is an error after one game that is too large, whatever it repeats.
#[test]
fn a_game_without_end_is_an_error() {
    for repeated in ["\0", "\n", "{\n", "; a comment that is as long as a whole line\n"] {
        let text = repeated.repeat((9 << 20) / repeated.len());
        let found: Vec<_> = Reader::new(format!("1. 32-28 *\n1. 31-27 {text}").as_bytes()).take(9).collect();
        let [Ok(first), Err(error)] = &found[..] else { panic!("{repeated:?}: {} games", found.len()) };
        assert_eq!(first.moves.len(), 1);
        assert!(error.to_string().ends_with("a game of 8 MiB or more: expected PDN"), "{error}");
    }
}

/// A random game, from the start or from a position that a random game has come to.
fn random_game(variant: Variant, random: &mut ChaCha8Rng) -> Game {
    let play = |random: &mut ChaCha8Rng, mut game: Game, plies: usize| {
        while game.end().is_none() && game.moves().len() < plies {
            let moves = game.position().moves();
            game.play(moves[random.random_range(0..moves.len())]).expect("it was generated");
        }
        game
    };
    let plies = random.random_range(0..60);
    let before = play(random, Game::start(variant), plies);
    play(random, Game::new(*before.position()), 100)
}

fn random_text(random: &mut ChaCha8Rng) -> String {
    const WORDS: [&str; 14] =
        ["good", "%", "%clk", "[%clk 0:00:01]", "(", ")", "[Event", "\"x\"]", "1-0", "*", "12.", ";", "32-28", "\\"];
    let length = random.random_range(0..30);
    let words: Vec<_> = (0..length).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
    words.join(" ")
}

/// Writes random games with all that can be said about them into one file, and reads it.
fn survive_being_written(variant: Variant, seed: u64) {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let games: Vec<Game> = (0..3).map(|_| random_game(variant, random)).collect();
    let results = [PdnResult::of(variant, Some(Side::White)), PdnResult::of(variant, None), PdnResult::Unknown];
    let mut written: Vec<PdnGame> = games.iter().zip(results).map(|(game, result)| PdnGame::of(game, result)).collect();
    for game in &mut written {
        game.tags.set("White", random_text(random));
        game.notes.extend(random.random_bool(0.5).then(|| Note::Comment(random_text(random))));
        for mv in &mut game.moves {
            mv.notes.extend([None, Some("!"), Some("?!"), Some("(?)")][random.random_range(0..4)].map(strength));
            mv.notes.extend(random.random_bool(0.2).then(|| Note::Nag(random.random_range(0..256))));
            for _ in 0..random.random_range(0..3) {
                if random.random_bool(0.3) {
                    mv.add_variation((0..3).map(|_| PdnMove::new("32-28")).collect());
                    mv.notes.push(Note::Comment(random_text(random)));
                }
                mv.notes
                    .extend(random.random_bool(0.1).then(|| Note::LineComment(format!("; {}", random_text(random)))));
            }
        }
    }
    let file: String = written.iter().map(PdnGame::to_string).collect();
    let read = read_well(&file);
    assert_eq!(read.len(), games.len(), "{file}");
    for ((game, written), read) in games.iter().zip(written).zip(read) {
        assert_eq!(read.variant().expect("it was written"), Some(variant));
        let replayed = read.replay(variant).unwrap_or_else(|error| panic!("{error}\n{file}"));
        assert_eq!(replayed.moves(), game.moves(), "{file}");
        assert_eq!(fen::write(replayed.position()), fen::write(game.position()));
        assert_eq!(squeezed(&read.to_string()), squeezed(&written.to_string()), "{file}");
        assert_eq!((&read.result, read.comments()), (&written.result, written.comments()));
        assert!(
            file.lines().filter(|line| !line.contains(['[', ';'])).all(|line| line.chars().count() <= 80),
            "{file}"
        );
    }
}

/// What could have been played instead is written in its place and numbered.
#[test]
fn variations_are_written_and_read() {
    let line = |moves: &str| moves.split(' ').map(PdnMove::new).collect::<Vec<_>>();
    let mut game = PdnGame::default();
    game.moves = line("32-28 19-23 28x19 14x23");
    game.moves[0].add_variation(line("33-29 20-24 29x20"));
    game.moves[0].add_variation(Vec::new());
    let mut deeper = line("18-23");
    deeper[0].add_comment("[%eval 0.07] (sound)");
    deeper[0].add_variation(line("20-24"));
    game.moves[1].add_variation(deeper);
    game.add_last_comment("the end");
    let text = game.to_string();
    let expected = "\
1. 32-28 (1. 33-29 20-24 2. 29x20) 1... 19-23 (1... 18-23 {[%eval 0.07]
(sound)} (1... 20-24)) 2. 28x19 14x23 {the end} *

";
    assert_eq!(text, expected);
    let [read] = &read_well(&text)[..] else { panic!("one game") };
    assert_eq!(moves(Variant::INTERNATIONAL, read), "32-28 19-23 28x19 14x23");
    assert_eq!(read.moves[3].comments(), ["the end"]);
    assert_eq!(read.to_string(), text);
}

/// The files of other programs, and what people write.
#[test]
fn what_is_read_is_written_as_it_was() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pdn");
    for file in std::fs::read_dir(corpus).expect("there is a corpus") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("it can be read");
        let text = String::from_utf8(bytes.clone()).unwrap_or_else(|_| bytes.iter().map(|&b| char::from(b)).collect());
        assert_kept(&text.replace("\u{ef}\u{bb}\u{bf}", ""));
    }
    for text in [
        "1. 32-28 (1. 33-29 {good} 20-24 (1... 19-24!?) 2. 29x20) (1. 31-27 $6) 19-23 *",
        "1. 32-28 (a way to; lose, see 9-14) 19-23 ; so\n% not\n 2. 28x19 14x23 2-0",
        "% a file\n{ of mine }\n[Event \"a\"] ; here\n[Site \"C:\\dir \"x\"\"]\n[Event \"b\"]\n\n! $3 {c} 1. 32-28 $007 *",
        "[Round \"1\"]\n[Event \"late\"]\n[Result \"2-0\"]\n\n1.32-28 19-23 2.28x19 14x23 2-0\n",
        "[White \"a\"]\n\n[White \"b\"]\n\n[White \"c\"]\n\n",
        "1. 32-28 19-23 12. (12. 1-0 [Event \"x\"] * ) ( ) (()) {} 3... 1-0* * resigned\n\n; the end",
        "( before ) 1. 32-28 (75%; 50 % of it\n) 19-23 [%eval is no tag\n",
        "/FEN \"W:W31-50:B1-20\"/ {x} 1. 32–28 19 − 23 2. 28×19 14:23 ½–½",
        "1. 11-15 23-19 * * * 1. 11-15 White wins\n\n[Event \"x\"]\n\n1. 9-14 12-8F",
        "[Result \"4-6\"]\n\n1. 32-28 19-23 4-6 {after a play-off}\n",
        "1. 32-28 19-23\n\u{1a}",
        "[Result \"so (x)\"]\n\n1. 32-28 19-23 So (x) {it was}\n% and\n\n[Event \"b\"]\n\n1. 31-27 *\n",
    ] {
        if text.contains("[%eval is") {
            assert_eq!(written(&read(written(&read(text)))), written(&read(text)));
        } else {
            assert_kept(text);
        }
    }
}

#[test]
fn any_result_ends_a_game() {
    for (tag, last, plies, result) in [
        ("", "1-0F", 2, PdnResult::FirstWins),
        ("", "0–2 ", 2, PdnResult::SecondWins),
        ("", "2-0R", 2, PdnResult::FirstWins),
        ("", "½-½", 2, PdnResult::Draw),
        ("", "12-8", 2, PdnResult::Unknown),
        ("4-6", "4-6", 2, PdnResult::Other("4-6".to_owned())),
        ("12-8", "12–8", 2, PdnResult::Other("12–8".to_owned())),
        ("12-8", "* ", 2, PdnResult::Other("12-8".to_owned())),
        ("", "White wins", 2, PdnResult::Other("White wins".to_owned())),
        ("adjourned at move 1", "adjourned at move 1", 2, PdnResult::Other("adjourned at move 1".to_owned())),
        ("", "ничья", 2, PdnResult::Other("ничья".to_owned())),
        ("", "12-8F", 2, PdnResult::Other("12-8F".to_owned())),
        ("Flag (White)", "flag (White)", 2, PdnResult::Other("flag (White)".to_owned())),
        ("White wins 2-0", "White wins 2-0", 2, PdnResult::Other("White wins 2-0".to_owned())),
        ("a b c d e f g h", "a b c d e f g h", 2, PdnResult::Other("a b c d e f g h".to_owned())),
        ("1.0-0.0", "1.0–0.0 {!}", 2, PdnResult::FirstWins),
        ("1.02-0.98", "1.02–0.98 {!}", 2, PdnResult::Other("1.02–0.98".to_owned())),
        ("12-8 F", "12-8 F", 2, PdnResult::Other("12-8 F".to_owned())),
        ("1-0 F", "1-0 F", 2, PdnResult::FirstWins),
        ("", "1:0", 2, PdnResult::FirstWins),
        ("", "1:1", 2, PdnResult::Draw),
        ("20-0", "20:0", 2, PdnResult::Other("20:0".to_owned())),
        ("", "1-0.", 2, PdnResult::FirstWins),
        // A sign or a word with moves behind it is none, a move remains one.
        ("=", "2. 28x19 14x23 =", 4, PdnResult::Other("=".to_owned())),
        ("12-8", "2. 28x19 *", 3, PdnResult::Other("12-8".to_owned())),
    ] {
        let tag = if tag.is_empty() { String::new() } else { format!("[Result \"{tag}\"]\n\n") };
        let file = format!("{tag}1. 32-28 19-23 {last}\n\n[Event \"next\"]\n\n1. 31-27 *");
        let games = read_well(&file);
        assert_eq!((games.len(), &games[0].result), (2, &result), "{file}");
        let played = games[0].replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(played.moves().len(), plies, "{file}");
        assert_kept(&file);
    }
    for text in ["1. 32-28 19-23 23-20", "1. 32-28 19-23 8-1l", "1. 32-28 19-23 9-14 *"] {
        let games = read(text);
        assert!(games[0].replay(Variant::INTERNATIONAL).is_err(), "{text}");
    }
}

#[test]
fn games_without_tags_begin_with_their_first_number() {
    let text = "1. 11-15 23-19 draw\n\n1. 9-14\n\n1. 11-15 23-20 10-10\n\n1. 12-16 hello 1-x\n\n1 11-15 is better\n\n1. 10-14 *\n";
    let found: Vec<_> = read(text).iter().map(|game| (game.moves.len(), game.fault().is_some())).collect();
    assert_eq!(found, [(2, false), (1, false), (3, false), (1, true), (1, false)]);
    assert_kept("1. 11-15 23-19 draw\n\n1. 9-14\n\n1. 11-15 23-20 10-10\n\n 1 10-14 *\n");
    // Tags, and a number that goes on.
    assert_eq!(read("[Event \"x\"]\n\n1. 11-15 23-19\n\n{diagram}\n\n1. 8-11").len(), 1);
    assert_eq!(read("1. 11-15 23-19\n2. 8-11\n\n2... 22-17\n\n3. 4-8").len(), 1);
    assert_eq!(read("1. 11-15 23-19\n1. 9-14\n\n1... 22-17\n\n2. 4-8").len(), 2);
}

#[test]
fn words_alone_are_no_game_with_a_result() {
    for text in ["hello world", "draw", "White wins\n\nBlack wins"] {
        assert!(faults(text)[0].contains("is not part of a game"), "{text}");
    }
}

#[test]
fn a_game_that_cannot_be_played_is_kept_up_to_the_fault() {
    let text = "[Event \"x\"]\n\n1. 11-15 {fine} 23-20 {oops} 2. 8-11 (2. 9-14) 1-0";
    let mut game = read_well(text).remove(0);
    let error = game.replay(Variant::ENGLISH).expect_err("23-20 is illegal");
    game.set_aside(&error);
    let expected = "[Event \"x\"]\n\n1. 11-15 {fine} {Crownhead: line 3: ply 2: 23-20 is not a legal move of White in\n\
                    english: expected 23-18 or 23-19} {23-20} {oops} {2. 8-11 ( 2. 9-14 )} 1-0\n\n";
    assert_eq!(game.to_string(), expected);
    assert_eq!(moves(Variant::ENGLISH, &read_well(expected)[0]), "11-15");
}

#[test]
fn a_game_that_counts_its_moves_in_its_own_way_goes_on_so() {
    for (numbers, next) in [("1. 24-20 11-15", "2. 28-24"), ("1... 24-20 2. 11-15", "28-24"), ("24-20 11-15", "28-24")]
    {
        let fen = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        let mut game = read_well(format!("[GameType \"21\"]\n[FEN \"{fen}\"]\n\n{numbers} *")).remove(0);
        game.moves.extend([PdnMove::new("28-24"), PdnMove::new("8-11")]);
        game.moves[2].add_variation(vec![PdnMove::new("27-24")]);
        let text = game.to_string();
        assert!(text.contains(&format!("{numbers} {next}")), "{text}");
    }
}

#[test]
fn the_side_that_a_fen_does_not_name_is_the_one_that_begins() {
    let side = |moves: &str| {
        let game = read_well(format!("[GameType \"21\"]\n[FEN \"?:W29,13,11:B22,4,2\"]\n\n{moves} *")).remove(0);
        game.start(Variant::ENGLISH).expect("it is a position").side()
    };
    assert_eq!([side("1. 29-25"), side("1. 22-26"), side("")], [Side::White, Side::Black, Side::Black]);
}

/// Nesting without an end must not end the program.
#[test]
fn deep_nesting_is_a_fault() {
    let text = format!("1. 32-28 {} 19-23 {} *", "(1. 33-29".repeat(20_000), ")".repeat(20_000));
    assert_eq!(faults(&text), ["game 1, line 1: variations within variations, more than 100 deep: expected fewer"]);
    let kept = written(&read(&text));
    assert_eq!(kept.matches("33-29").count(), 20_000);
}

/// There are readers who believe the last word and not the tag.
#[test]
fn a_game_ends_with_the_result_of_its_tag() {
    for (file, last) in [
        ("[Result \"?\"] 1. 32-28 0-1", "0-1"),
        ("[Result \"1-0\"] 1. 32-28 0-1", "0-1"),
        ("[Result \"1+ - 1-\"] 1. 32-28 *", "*"),
        ("1. 32-28 0-0", "0-0"),
    ] {
        let [game] = &read_well(file)[..] else { panic!("one game") };
        let written = game.to_string();
        assert!(written.trim_end().ends_with(&format!("32-28 {last}")), "{file}: {written}");
        assert_eq!(read_well(&written)[0].result, game.result, "{file}: {written}");
    }
    // Of a game that was not read, whose tag says it.
    let mut game = PdnGame::of(&Game::start(Variant::INTERNATIONAL), PdnResult::FirstWins);
    assert!(game.to_string().ends_with(" 2-0\n\n") || game.to_string().ends_with("\n2-0\n\n"), "{game}");
    game.tags.set("Result", "1-0");
    assert!(game.to_string().ends_with("\n1-0\n\n"), "{game}");
}

#[test]
fn no_line_is_broken_within_a_command() {
    let mut game = PdnGame::default();
    game.moves.push(PdnMove::new("32-28"));
    for length in 0..80 {
        game.moves[0].notes = vec![Note::Comment(format!("{} [%eval 0.07] [%depth 9] x", "a".repeat(length)))];
        let text = game.to_string();
        assert!(text.lines().any(|line| line.contains("[%eval 0.07] [%depth 9]")), "{text}");
        assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    }
}

/// Texts made of the pieces that PDN is made of, in any order.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: [&str; 33] = [
        "[FEN “W:W32:B1”]",
        "[White x]",
        "[Site 'y",
        "[Round: 1\"]",
        "“",
        "'",
        "[Result \"won (so)\"]",
        "won (so)",
        "\n\n",
        "[",
        "]",
        "\"",
        "\\",
        "[Event \"x\"]",
        "[GameType \"20\"]",
        "[FEN \"W:W31:B1\"]",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "/",
        "/FEN \"W:W31-50:B1-20\"/",
        "32-28",
        "19x23",
        "1.",
        "...",
        "$",
        "*",
        "1/2-1/2",
        "\n",
        "\u{fffd}ä",
    ];
    prop::collection::vec(prop_oneof![Just(" "), prop::sample::select(&PIECES[..])], 0..60)
        .prop_map(|pieces| pieces.concat())
}

/// Reads to the end, replays what is there, and writes it again.
fn survive(bytes: &[u8]) {
    let most = bytes.len() + 2;
    let found = read(bytes);
    assert!(found.len() <= most);
    for game in &found {
        let _ = game.variant();
        Variant::ALL.iter().for_each(|&variant| _ = game.replay(variant));
        assert_eq!(read(game.to_string()).len(), 1, "{game}");
        game.moves.iter().flat_map(|mv| mv.comments()).for_each(|comment| _ = Remark::parse(comment));
    }
    // Written and read again, nothing changes any more.
    let once = written(&found);
    assert_eq!(written(&read(&once)), once);
    if found.iter().all(|game| game.fault().is_none()) && !found.is_empty() {
        let text = std::str::from_utf8(bytes).unwrap_or(&once);
        // A parenthesis after the result that nothing closes becomes a comment, with the marks of one, and so does a
        // paragraph beside the game.
        let has_paragraphs = text.trim().lines().any(|line| line.trim().is_empty());
        let may_have_marks = has_paragraphs || text.contains('(');
        let kept = |text: &str| match may_have_marks {
            true => squeezed(text).replace(['{', '}', ';'], ""),
            false => squeezed(text),
        };
        assert_eq!(kept(&once), kept(text), "{text:?}");
    }
}

#[test]
fn a_comment_with_an_empty_line_within_belongs_to_its_game() {
    let found = read("1. 11-15 * {one\n\ntwo} 1. 12-16 *");
    assert_eq!(found.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [1, 1]);
    assert!(found[0].to_string().contains("{one two}"), "{found:?}");
}

/// What is written has to be read as it was meant, wherever its line ends.
#[test]
fn disorder_that_was_once_changed_survives() {
    for text in [
        "[Event \"x\"]*{\n[Event \"x\"]",
        "[FEN “W:W32:B1”] ([Site 'y\n)",
        "[FEN “W:W32:B1”](\n\n [Site 'y[Result \"won (so)\"])",
        "( ;\n)[",
        "[Event \"x\"]( ;\n [Event \"x\"])",
        "*\t?@",
        "<\n\u{bd} !",
        "*  1/2-1/2    ...",
        "0[\n0}",
        "32-28 * 1.{",
        "[FEN “W:W32:B1”]% � 32-28 ",
        "[Event \"x\"]* \n\n{\n[Event \"x\"]",
        // Signs before a move or its number, of which a part would be a result, a number or a null move where it stands alone.
        "*“32-28",
        "*“1/2-1/2",
        "**32-28",
        "“1.\n32-28 1.32-28",
        "/1.\n32-28",
        "$32-281.[FEN \"W:W31:B1\"]",
        "32-28 * “1.)",
        "won (so)/1.32-28",
        // Dots and stops that end a line, or stand before a parenthesis.
        "32-28...\n{",
        "32-28...\n\n“",
        "32-28…\n 32-28",
        "(32-281. )32-28",
        // What begins or hides a comment where it stands on a line of its own, or apart.
        " //32-28",
        "//\n1.32-28",
        "32-28// [Result \"won (so)\"]",
        "1/2-1/2 //32-28",
        "{}]1/2-1/2; ",
        "19x23% “;[White x] 32-28",
        "19x23;“ 32-28",
        "19x23% 1/2-1/2 32-28",
        "19x23%; 32-28 [FEN \"W:W31:B1\"]",
        "32-28“ %19x23",
        "19x23% ...] 32-28",
        "/*\n\n*/FEN \"W:W31-50:B1-20\"/",
        // A tag that the end of its line ends.
        "[Site 'y\n\n;[Event \"x\"]\n\n[FEN “W:W32:B1”]",
        "[Site 'y\n$][Result \"won (so)\"]32-28",
        "} %\n [Site 'y %\n] [Event \"x\"]32-28",
        "[Result \"won (so)\"][FEN “W:W32:B1”][FEN \"W:W31:B1\"]won (so) ",
        // The result of a tag within words, and in the next game.
        "[Result \"won (so)\"]won (so)1.32-28",
        "[Result \"won (so)\"]1.* 1.won (so)[FEN \"W:W31:B1\"]",
        // Words and what stands behind a result.
        "] 32-28*1.32-28",
        "] 32-28...\n\n...32-28",
        "32-28 *\n\n“)",
        "1.*\n\n“)32-28",
        "32-28 1/2-1/2\n\n“[  ]",
        "* [FEN “W:W32:B1”] 32-28...",
        ";\n\n* 32-28*}",
        // A title, and the moves on a line of their own.
        "}1.\n32-28{",
        "\\1.\n32-28 19x23 ",
        "}\n\n32-28 19x23",
        "  won (so)\n\n32-28 19x23 ",
        "] 1/2-1/2 [FEN “W:W32:B1”]\n 19x23 32-28",
        "[FEN \"W:W31:B1\"]1/2-1/2\n\n;\n\n()",
        "19x23 %\n\n ...19x23",
        "32-28] 1/2-1/21.[White x]",
        "“1/2-1/2/FEN \"W:W31-50:B1-20\"/ ]",
        "“1/2-1/2/FEN \"W:W31-50:B1-20\"/\n;[FEN \"W:W31:B1\"]",
        // Quotation marks on both sides of a result, on two lines.
        "“ “1/2-1/2\n“",
        "32-28 “1/2-1/2\n“",
        "“ '1/2-1/2\n'",
        // Words, a result and other words, between which a number or an empty line is.
        "won (so)1/2-1/2 ...won (so)32-28",
        "] *...}32-28",
        "}*“1. ] 32-28",
        "�ä *...[Round: 1\"] 32-28",
        "won (so)* 1.won (so)32-28",
        "}1/2-1/2\n\n“ won (so)32-28",
        "] *\n\n“[Site 'y 32-28",
        "won (so)1/2-1/2\n\n“[Round: 1\"] 32-28",
        "“/FEN \"W:W31-50:B1-20\"/ *\n\n“ won (so)32-28",
        "] *\n\n“[FEN “W:W32:B1”][Result \"won (so)\"]",
        // Words behind a result, and what of them is of the next game, also where that is alone.
        "[FEN “W:W32:B1”] 1/2-1/2 \n\nwon (so)* /FEN \"W:W31-50:B1-20\"/",
        "[FEN “W:W32:B1”]*\n\n\" }[Result \"won (so)\"]",
        "[FEN “W:W32:B1”]* \n\n}* [Site 'y",
        "[FEN “W:W32:B1”]*[FEN “W:W32:B1”]      32-28[White x]\n\n32-28",
        "[Round: 1\"] *...)] [Result \"won (so)\"]",
        "[Result \"won (so)\"]�ä * 1.won (so) [Site 'y",
        "[Result \"won (so)\"]won (so)\n\n“\n\n [FEN “W:W32:B1”]  /FEN \"W:W31-50:B1-20\"/",
        "\" 1/2-1/2�ä\n\n}...[Event \"x\"]",
        "] 1/2-1/2 32-28...[",
        "[Event \"x\"]* 32-28\n\nwon (so)[Result \"won (so)\"]",
        "/ * won (so)32-28[White x]\n\n\"[Site 'y",
        "\" 1/2-1/2�ä 32-28{",
        "[FEN “W:W32:B1”]* \n\n\"[\n\n]",
        "[FEN “W:W32:B1”]*   \n\n\" )[FEN “W:W32:B1”]",
        "[FEN “W:W32:B1”]1/2-1/2�ä\n\n;\n32-28  ",
        "[FEN “W:W32:B1”] *\n\n]  32-28 ",
        "}*\n\n32-28 ",
        // A quotation mark that an empty line parts from its end.
        "\"1/2-1/2\n\n\"“[Event \"x\"]",
    ] {
        survive(text.as_bytes());
    }
}

#[test]
fn numbers_without_a_game_are_kept() {
    for end in ["...", "5.", "5. *", "... {a remark}", "5. 6. {a remark}"] {
        let text = format!("1. 11-15 *\n\n{end}");
        survive(text.as_bytes());
        let found = read(&text);
        assert!(found.len() == 2 && found[1].fault().is_some(), "{end}: {found:?}");
        assert!(written(&found).contains(end.split(' ').next().expect("a number")), "{end}");
    }
}

proptest! {
    #[test]
    fn games_survive_being_written(seed: u64) {
        for &variant in Variant::ALL {
            survive_being_written(variant, seed);
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&bytes);
    }

    #[test]
    fn no_disorder_makes_the_reader_panic(text in pieces()) {
        survive(text.as_bytes());
    }

    #[test]
    fn no_remark_makes_its_reader_panic(text in any::<String>(), almost in "(\\[%(clk|emt|eval|x) [0-9:.e-]{0,9}\\]? ?){0,4}") {
        for text in [text, almost] {
            let remark = Remark::parse(&text);
            let again = Remark::parse(&remark.to_string());
            prop_assert_eq!(again.to_string(), remark.to_string());
        }
    }
}
