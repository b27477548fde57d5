//! `enginecommand`: what CheckerBoard sends, and what nobody sends.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::game::{board, check_turn};
use super::host;
use super::host::{BLACK, Host, Level};
use crownhead_rules::{Game, Variant};

#[test]
fn what_checkerboard_asks_when_it_loads_an_engine() {
    let host = host("loading", "");
    assert_eq!(host.done("name"), format!("Crownhead {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(host.done("get book"), "2");
    assert_eq!(host.done("get movelist B:W1:B"), "movelist 0");
    assert_eq!(host.done("get gametype"), "21");
    assert_eq!(host.done("get protocolversion"), "2");
    assert!(host.done("about").contains("It plays english."));
}

#[test]
fn what_is_unknown_is_answered_with_a_question_mark() {
    let host = host("unknown", "");
    for command in ["", " ", "help", "nonsense", "get nonsense", "set nonsense 3", "get", "set", "\u{1}\u{2}"] {
        assert_eq!(host.command(command), (0, "?".to_owned()), "{command}");
    }
    // A history whose beginning is lost, as pydraughts sends it.
    assert_eq!(host.command("K28,K31 24-19 27-24 19-15"), (0, "?".to_owned()));
}

#[test]
fn options_keep_what_they_are_set_to() {
    let host = host("options", "engine.table = 4\n");
    for (option, value) in [
        ("hashsize", "8"),
        ("allscores", "1"),
        ("allscores", "0"),
        ("solve", "1"),
        ("solve", "0"),
        ("table", "2"),
        ("overhead", "25"),
        ("searchthreads", "2"),
    ] {
        assert_eq!(host.done(&format!("set {option} {value}")), value, "{option}");
        assert_eq!(host.done(&format!("get {option}")), value, "{option}");
    }
    for option in ["allscores", "solve"] {
        assert_eq!(host.command(&format!("set {option} 2")), (0, "expected 0 or 1".to_owned()));
    }
    assert_eq!(host.done("get hashsize"), "2");
}

#[test]
fn a_table_that_does_not_fit_is_refused_before_the_first_move_and_after_it() {
    let host = host("too-large", "engine.table = 4\n");
    let start = Game::start(Variant::ENGLISH);
    for _ in 0..2 {
        let (returned, reply) = host.command("set hashsize 16777216");
        assert!(returned == 0 && reply.contains("16777216 MiB"), "{reply}");
        assert_eq!(host.done("get hashsize"), "4");
        check_turn(&start, &host.get_move(&board(start.position()), BLACK, Level::exactly(0.01)));
    }
}

#[test]
fn a_table_that_does_not_fit_gives_way_to_the_usual_one_at_the_start() {
    let host = host("too-large-at-once", "engine.table = 16777216\n");
    let start = Game::start(Variant::ENGLISH);
    check_turn(&start, &host.get_move(&board(start.position()), BLACK, Level::exactly(0.01)));
    assert_eq!(host.done("get hashsize"), "64");
}

#[test]
fn moves_are_listed_for_both_games() {
    let host = host("lists", "");
    for name in ["english", "giveaway"] {
        host.done(&format!("set gametype {name}"));
        assert_eq!(host.done("get movelist B:W21:B11"), "movelist 2,0,6,6,11,15;0,6,6,11,16;");
        assert_eq!(
            host.done("get movelist B:WK18,26:B15"),
            "movelist 1,2,6,10,15,31,22,18,9,31,26,5;",
            "the path, what is captured on it, and the king that arrives"
        );
        assert_eq!(host.done("get movelist W:W32:B28,27,24,23"), "movelist 0");
    }
    let (returned, reply) = host.command("get movelist W:W32:B28,27,24,233");
    assert_eq!((returned, reply.as_str()), (0, "square 233 is not on the board: expected 1 to 32"));
}

#[test]
fn positions_are_valued_without_a_search() {
    let host = host("static", "");
    let reply = host.done("staticevaluation W:W31,32:B1");
    assert!(reply.starts_with('+') && reply.ends_with(" for White, who is to move"), "{reply}");
    assert_eq!(host.command("staticevaluation chess").0, 0);
}

/// What CheckerBoard may send, give or take a value.
fn commands() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[0-9]{1,12}",
        "-?[0-9.]{1,4}",
        "[ -~]{0,40}",
        Just("giveaway".to_owned()),
        Just("english".to_owned()),
        Just("B:W18,K20:BK1,9 9-13 18-14".to_owned()),
    ];
    let head = prop::sample::select(vec![
        "name",
        "about",
        "help",
        "get movelist",
        "get gametype",
        "set gametype",
        "get hashsize",
        "set allscores",
        "get allscores",
        "set gamehist",
        "set book",
        "set dbpath",
        "set searchthreads",
        "set driver",
        "set epsilon",
        "set variant",
        "staticevaluation",
        "get",
        "set",
    ]);
    (head, value).prop_map(|(head, value)| format!("{head} {value}"))
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => commands().prop_map(String::into_bytes),
        2 => prop::collection::vec(any::<u8>(), 0..300),
        1 => (commands(), 500..5000_usize).prop_map(|(command, times)| command.repeat(times / 8).into_bytes()),
    ]
}

#[track_caller]
fn check_reply(host: &Host, command: &[u8]) {
    let (returned, reply) = host.command_bytes(command);
    assert!([0, 1].contains(&returned), "{returned}");
    assert!(!reply.is_empty() || returned == 1, "{command:?}");
    assert!(reply.len() < 256 || reply.starts_with("movelist "), "{reply}");
    assert!(reply.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{reply:?}");
}

#[test]
fn whatever_is_sent_the_reply_is_short_and_the_next_move_legal() {
    let host = host("noise", "engine.table = 1\n");
    let config = Config { cases: 60, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let start = Game::start(Variant::ENGLISH);
    let session = |commands: Vec<Vec<u8>>| {
        commands.iter().for_each(|command| check_reply(&host, command));
        check_turn(&start, &host.get_move(&board(start.position()), BLACK, Level::exactly(0.002)));
        Ok(())
    };
    runner.run(&prop::collection::vec(noise(), 40), session).expect("every session stays in order");
}
