//! `setoption`.

use crate::client::{Client, binary};
use crate::fields;

#[test]
fn they_are_set_whatever_their_case() {
    let mut client = Client::start_with(binary(), &["uci", "--expert"]);
    client.send("setoption name hash value 2\nsetoption name UCI_VARIANT value Losing");
    client.send("setoption name  move   overhead  value 30\nsetoption name first step value 0,5");
    let lines = client.send("uci").read_until("uciok");
    for set in [
        "Hash type spin default 2 ",
        "UCI_Variant type combo default losing ",
        "Move Overhead type spin default 30 ",
        "First Step type string default 0.5",
    ] {
        assert!(lines.iter().any(|line| line.contains(set)), "{set}: {lines:?}");
    }
    client.leave();
}

/// The nodes that an `info` line states.
fn nodes(info: &str) -> Option<u64> {
    info.split_once(" nodes ")?.1.split(' ').next()?.parse().ok()
}

#[test]
fn a_level_limits_the_nodes_of_games_but_not_of_analysis() {
    for options in [
        "setoption name Skill Level value 4",
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1100",
    ] {
        let mut client = Client::start_uci();
        client.send("setoption name Hash value 1\nsetoption name OwnBook value false").send(options);
        for go in ["go movetime 10000", "go wtime 600000 btime 600000", "go nodes 1000000", "go depth 30"] {
            let lines = client.send("position startpos").send(go).read_until("bestmove");
            let most = lines.iter().filter_map(|line| nodes(line)).max();
            assert!(most > Some(0) && most <= Some(600), "{options}, {go}: {lines:?}");
        }
        client.send("go infinite");
        while client.next_line().is_some_and(|line| nodes(&line) <= Some(600)) {}
        client.send("stop").read_until("bestmove");
        client.leave();
    }
}

#[test]
fn a_level_plays_the_same_game_with_the_same_seed() {
    let game = |seed: u32| {
        let mut client = Client::start_uci();
        client.send("setoption name Hash value 1\nsetoption name Skill Level value 2");
        client.send(&format!("setoption name Skill Seed value {seed}"));
        let mut moves = String::new();
        for _ in 0..20 {
            let lines = client.send(&format!("position startpos moves{moves}\ngo movetime 10000"));
            let last = lines.read_until("bestmove").pop().expect("an answer");
            let Some(best) = last.split(' ').nth(1).filter(|&text| text != "(none)") else { break };
            moves += &format!(" {best}");
        }
        client.leave();
        moves
    };
    let first = game(1);
    assert_eq!(first, game(1));
    assert!((2..5).any(|seed| game(seed) != first), "other seeds draw other moves");
}

#[test]
fn what_cannot_be_set_is_said_and_does_no_harm() {
    let mut client = Client::start_uci();
    for option in ["Threads value 0", "MultiPV value few", "Hash value lots", "Hash", "", "Hash value 16777216"] {
        let line = client.send(&format!("setoption name {option}")).next_line().expect("a word");
        assert!(line.starts_with("info string "), "{option}: {line}");
    }
    client.send("setoption\nsetoption Hash value 2").expect_silence();
    assert!(client.send("go depth 2").search().best().is_some());
    client.leave();
}

#[test]
fn an_unknown_variant_is_never_played_as_another() {
    let mut client = Client::start_uci();
    for name in ["chess", "russian chess", "turkic", ""] {
        client.send(&format!("setoption name uci_variant value {name}")).read_until("info string uci.variant = ");
        client.send("ucinewgame").read_until("info string unknown variant");
        client.send("position startpos moves 11-15\nposition fen W:W31:B1\nposition nonsense").expect_silence();
        for go in
            ["go movetime 50", "go depth 30", "go wtime 1000 btime 1000", "go infinite\nstop", "go ponder\nponderhit"]
        {
            let lines = client.send(go).read_until("bestmove");
            assert!(lines[0].starts_with("info string unknown variant"), "{go}: {lines:?}");
            assert_eq!(lines[1..], ["bestmove (none)"], "{go}");
        }
        client.send("setoption name UCI_Variant value breakthrough").expect_silence();
        let search = client.send("position startpos moves 32-28\ngo depth 2").search();
        assert!(search.best().is_some(), "{name}: {search:?}");
    }
    client.leave();
}

#[test]
fn expert_options_are_declared_on_request_and_can_always_be_set() {
    let count = |arguments: &[&str]| {
        let mut client = Client::start_with(binary(), arguments);
        let lines = client.send("uci").read_until("uciok");
        client.send("setoption name Driver value mtd-f\nsetoption name reduction scale value 1.1");
        client.send("isready").expect("readyok");
        client.leave();
        lines.iter().filter(|line| line.starts_with("option name ")).count()
    };
    let (plain, expert) = (count(&["uci"]), count(&["uci", "--expert"]));
    assert!(plain <= 20 && expert > 40, "{plain}, {expert}");
}

#[test]
fn an_answer_quotes_little_of_a_long_line() {
    let mut client = Client::start_uci();
    let long = "A".repeat(100_000);
    for line in [
        format!("setoption name {long} value 3"),
        format!("setoption name Threads value {long}"),
        format!("setoption name EvalFile value {long}"),
        format!("position fen {long}"),
        format!("position startpos moves {long}"),
        // No position is set in a variant that is not known.
        format!("setoption name UCI_Variant value {long}"),
    ] {
        let answer = client.send(&line).next_line().expect("an answer");
        assert!(answer.starts_with("info string") && answer.len() < 1000, "{answer}");
    }
    client.leave();
}

#[test]
fn weights_come_from_a_regular_file_for_the_variant() {
    let mut client = Client::start_uci();
    let data = |name: &str| format!("{}/crates/engine/data/eval/{name}", env!("CARGO_MANIFEST_DIR"));
    let fifo = std::env::temp_dir().join(format!("crownhead-fifo-{}", std::process::id()));
    #[cfg(unix)]
    crate::unix::make_pipe(&fifo);
    for (name, fault) in [
        (data("none.weights"), "No such file"),
        (data(""), "not a regular file"),
        ("/dev/zero".to_owned(), "not a regular file"),
        (fifo.display().to_string(), "not a regular file"),
        (data("../../Cargo.toml"), "not a file of weights"),
        (data("losing.weights"), "weights with variant losing: expected english"),
    ] {
        if cfg!(not(unix)) && fault.contains("regular") {
            continue;
        }
        let line = client.send(&format!("setoption name EvalFile value {name}")).next_line().expect("an answer");
        assert!(line.starts_with("info string eval.file = ") && line.contains(fault), "{name}: {line}");
    }
    let _ = std::fs::remove_file(&fifo);
    // The last good file is kept, and plays once the variant is its own.
    let lines = client.send("uci").read_until("uciok");
    assert!(lines.iter().any(|line| line.contains("EvalFile") && line.ends_with("losing.weights")), "{lines:?}");
    let told = client.send("setoption name UCI_Variant value frisian").next_line().expect("an answer");
    assert!(told.contains("weights with variant losing: expected frisian"), "{told}");
    client.send("setoption name UCI_Variant value losing").expect_silence();
    client.send(&format!("setoption name EvalFile value {}", data("losing.weights"))).expect_silence();
    assert!(client.send("go depth 2").search().best().is_some());
    client.leave();
}

#[test]
fn more_threads_than_processors_are_told_of_once_and_in_the_log_alone() {
    let processors = std::thread::available_parallelism().expect("the system tells").get();
    for (arguments, warnings) in [(&["uci"][..], 0), (&["uci", "--log", "warn"], usize::from(processors < 256))] {
        let mut client = Client::start_with(binary(), arguments);
        client.send("uci").read_until("uciok");
        client.send("setoption name Threads value 256\nsetoption name Hash value 2\ngo nodes 1").read_until("bestmove");
        client.send("setoption name MultiPV value 2\ngo nodes 1").read_until("bestmove");
        let (rest, status, errors) = client.finish();
        assert!(rest.is_empty() && status.success(), "{rest:?}");
        assert_eq!(errors.matches("256 search threads on").count(), warnings, "{errors}");
        assert!(warnings > 0 || errors.is_empty(), "{errors}");
    }
}

#[test]
fn the_variant_may_change_at_any_idle_moment() {
    let mut client = Client::start_uci();
    for (name, mv) in [("losing", "32-28"), ("english", "11-15"), ("20", "32-28"), ("giveaway", "11-15")] {
        client.send(&format!("setoption name UCI_Variant value {name}\nposition startpos moves {mv}"));
        client.expect_silence();
        assert!(client.send("go depth 3").search().best().is_some(), "{name}");
    }
    client.leave();
}

#[test]
fn the_button_empties_the_table_and_leaves_the_game() {
    let mut client = Client::start_uci();
    let nodes = |client: &mut Client| {
        let search = client.send("go depth 9").search();
        fields(search.infos.last().expect("there is one"))["nodes"].to_owned()
    };
    client.send("position startpos moves 11-15 23-19");
    let first = nodes(&mut client);
    assert_ne!(nodes(&mut client), first, "the table answers the second time");
    let search = client.send("setoption name Clear Hash\ngo depth 9").search();
    assert_eq!(fields(&search.infos[0])["hashfull"], "0");
    assert_eq!(fields(search.infos.last().expect("there is one"))["nodes"], first, "nothing is left");
    let mut moves = search.best().map(str::to_owned).into_iter();
    let reply = moves.next().expect("a move");
    client.send(&format!("position startpos moves 11-15 23-19 {reply}")).expect_silence();
    client.leave();
}

#[test]
fn what_was_found_in_another_tree_is_forgotten() {
    // Without these nothing but the table is carried over.
    const NO_HISTORY: &str = "setoption name Order History value false\nsetoption name Order Killers value false";
    let nodes = |client: &mut Client| {
        let search = client.send("go depth 9").search();
        fields(search.infos.last().expect("there is one"))["nodes"].to_owned()
    };
    for option in ["Prob Cut value false", "Reduce Late value false", "Grain value 0.1", "Mode value paper"] {
        let mut used = Client::start_uci();
        nodes(used.send(NO_HISTORY));
        used.send(&format!("setoption name {option}"));
        let mut fresh = Client::start_uci();
        fresh.send(NO_HISTORY).send(&format!("setoption name {option}"));
        let afresh = nodes(&mut fresh);
        assert_eq!(nodes(&mut used), afresh, "{option}");
        assert_ne!(nodes(&mut used), afresh, "{option}: the table is kept while nothing changes");
        used.leave();
        fresh.leave();
    }
}

#[test]
fn without_pondering_no_reply_is_named() {
    let mut client = Client::start_uci();
    assert!(client.send("go depth 6").search().ponder().is_some());
    assert!(client.send("setoption name Ponder value false\ngo depth 6").search().ponder().is_none());
    client.leave();
}
