//! What clients send: lines, positions, parameters.

use crate::START;
use crate::client::{Client, binary};

#[test]
fn what_is_not_understood_is_passed_over() {
    let mut client = Client::start();
    for line in [
        "",
        "   \t",
        "\r",
        "HUB",
        "uci",
        "error message=\"hello\"",
        "pos pos=\"Wbb",
        "=",
        "\"hub\"",
        "level depth=x nodes= move-time=\"\" handicap=3 ponder",
        "set-param",
        "set-param value=3",
        "set-param name=unheard-of value=3",
        "set-param name=tt-size value=lots",
        "set-param name=table value=16",
        "set-param name=ponder value=None",
        "set-param name=tt-size value=99",
        "stop",
        "ponder-hit",
    ] {
        client.send(line).expect_silence();
    }
    client.leave();
}

#[test]
fn blanks_quotes_and_carriage_returns_do_no_harm() {
    let mut client = Client::start();
    client.send("  init \r").expect("ready");
    client.send("set-param  name=book value = false \r");
    client.send("pos pos = \"Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\"  moves=\"\"\r");
    client.send("level   depth =\t3\r\ngo think\r");
    assert!(client.search().infos.last().expect("there is one").starts_with("info depth=3 "));
    client.leave();
}

#[test]
fn positions_in_every_form() {
    let mut client = Client::start();
    for position in [
        "start",
        "",
        START,
        "start moves=\"\"",
        "moves=\"32-28 19-23 28x19\"",
        "start moves=\"32-28 19-23 28x19x23 14x23x19\"",
        "start moves=\"032-028 19-23 28X19 014x23\"",
        "start moves=\"32-28 19-23 28x19\" wolf=\"W31-2 B20-1\" unheard=of",
    ] {
        let search = client.think(position, "depth=2");
        assert!(search.best().is_some(), "{position}: {}", search.done);
    }
    // One capture of two in two spellings, whose order of captured squares is free.
    for mv in ["28x10", "28x10x14x23", "28x10x23x14", "28x19x10"] {
        let search = client.think(&format!("fen=W:W28:B5,14,23 moves=\"{mv}\""), "depth=1");
        assert_eq!(search.best(), Some("5x14x10"), "{mv}");
    }
    client.leave();
}

#[test]
fn errors_tell_of_bad_positions_and_illegal_moves_only() {
    let mut client = Client::start();
    for position in ["pos=", "pos=Wbe", "pos=Xbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "fen=W:W31"] {
        let line = client.send(&format!("pos {position}")).next_line().expect("an answer");
        assert!(line.starts_with("error message=\"bad position: "), "{line}");
        client.expect_silence();
    }
    for moves in ["32-28 32-28", "1-99", "hello", "32-28 19-23 33-29 23-29"] {
        let line = client.send(&format!("pos start moves=\"{moves}\"")).next_line().expect("an answer");
        assert!(line.starts_with("error message=\"illegal move: "), "{line}");
        client.expect_silence();
    }
    client.leave();
}

#[test]
fn what_stands_before_an_illegal_move_is_kept() {
    let mut client = Client::start();
    client.send("pos start moves=\"32-28 19-23 1-1\"").read_until("error");
    assert_eq!(client.send("level depth=1\ngo think").search().best(), Some("28x19x23"));
    client.send(&format!("pos {START}x")).read_until("error");
    assert_eq!(client.send("level depth=1\ngo think").search().best(), Some("28x19x23"));
    client.leave();
}

#[test]
fn parameters_may_be_set_at_any_idle_moment() {
    let mut client = Client::start_with(binary(), &["hub", "--expert"]);
    client.send("hub").read_until("wait");
    for _ in 0..3 {
        client.send("set-param name=tt-size value=17\nset-param name=driver value=mtd-f");
        client.send("set-param name=grain value=0,01\nset-param name=tt-size value=16\ninit").expect("ready");
        client.send("level depth=3\nset-param name=epsilon value=0.1\ngo think").search();
    }
    let lines = client.send("hub").read_until("wait");
    for set in
        ["name=tt-size value=16 ", "name=driver value=mtd-f ", "name=grain value=0.01 ", "name=epsilon value=0.1 "]
    {
        assert!(lines.iter().any(|line| line.contains(set)), "{set}");
    }
    client.leave();
}

#[test]
fn an_unknown_variant_is_never_played_as_another() {
    let mut client = Client::start();
    for _ in 0..2 {
        client.send("set-param name=variant value=chess").read_until("error message=\"unknown variant 'chess': ");
        let told = client.send("init").read_until("ready");
        assert!(told.iter().any(|line| line.starts_with("error ")), "{told:?}");
        client.send("new-game\npos start\nlevel depth=3\ngo think").read_until("error");
        assert_eq!(client.read_until("done").last().map(String::as_str), Some("done"));
        client.send("set-param name=variant value=frisian\npos start\nlevel depth=1\ngo think");
        assert!(client.read_until("done move=").len() > 1);
    }
    client.leave();
}

#[test]
fn an_unquoted_value_reaches_to_the_end_of_the_line() {
    let mut client = Client::start();
    client.send("set-param name=variant value=losing draughts = chess").read_until("error");
    client.send("set-param name=variant value=\"losing\" and=more");
    let lines = client.send("hub").read_until("wait");
    assert!(lines[1].contains("value=losing "), "{}", lines[1]);
    client.send("set-param name=variant value=english now").read_until("error");
    let lines = client.send("hub").read_until("wait");
    assert!(lines[1].contains("value=losing "), "{}", lines[1]);
    client.leave();
}

#[test]
fn a_table_too_large_for_the_machine_is_given_up() {
    let mut client = Client::start_with(binary(), &["hub", "--expert"]);
    client.send("set-param name=driver value=mtd-f\nset-param name=tt-size value=40\ninit").expect("ready");
    let lines = client.send("hub").read_until("wait");
    for kept in ["name=tt-size value=22 ", "name=driver value=mtd-f "] {
        assert!(lines.iter().any(|line| line.contains(kept)), "{kept}: {lines:?}");
    }
    assert!(client.think("start", "depth=2").best().is_some());
    client.leave();
}

#[test]
fn the_variant_may_change_after_init_by_any_of_its_names() {
    let mut client = Client::start();
    client.send("init").expect("ready");
    for (names, mv) in [
        (&["english", "american", "checkers", "21", "giveaway", "suicide", "anti-english"][..], "11-15"),
        (&["normal", "international", "standard", "fromPosition", "20"], "32-28"),
        (&["losing", "antidraughts", "98"], "32-28"),
    ] {
        for name in names {
            client.send(&format!("set-param name=variant value={name}\npos start moves={mv}"));
            client.expect_silence();
        }
    }
    client.leave();
}

/// A person sees these lines on a terminal; programs do not, unless they ask for the log.
#[test]
fn what_is_not_understood_is_in_the_log_with_advice() {
    for (arguments, lines, expected) in [
        (["hub", "--log", "warn"], "help\n9-13", ["\"help\"", "`go think` finds a move"]),
        (["uci", "--log", "warn"], "d", ["\"d\"", "`go movetime 2000` finds a move"]),
        (["hub", "--log", "warn"], "level depth=three", ["depth=three", "expected a number"]),
        (["uci", "--log", "warn"], "go depth three movetime 1", ["ignored depth", "not three"]),
        (["hub", "--log", "warn"], "level movetime=1", ["ignored movetime", "expected one of depth"]),
        (["hub", "--log", "warn"], "go anaylze\nstop", ["ignored anaylze", "expected one of think"]),
        (["hub", "--log", "warn"], "pos start moves=\"32-28", ["a quote that is never closed", "moves="]),
    ] {
        let mut client = Client::start_with(binary(), &arguments);
        client.send(lines).send("quit");
        let (_, status, errors) = client.finish();
        assert!(status.success() && expected.iter().all(|part| errors.contains(part)), "{lines}: {errors}");
    }
}
