//! `go`: its limits, and when its answer comes.

use std::time::{Duration, Instant};

use crate::client::{Client, PATIENCE, Search};
use crate::fields;

fn deepest(search: &Search) -> u32 {
    fields(search.infos.last().expect("there is one"))["depth"].parse().expect("a whole number")
}

/// Nothing has been answered yet, however long it took.
#[track_caller]
fn expect_no_answer(client: &mut Client) {
    let before = client.send("isready").read_until("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
}

#[test]
fn limits() {
    let mut client = Client::start_uci();
    assert_eq!(deepest(&client.send("position startpos\ngo depth 5").search()), 5);
    assert_eq!(deepest(&client.send("go mate 3 depth 9").search()), 5);
    let nodes = client.send("ucinewgame\ngo nodes 20000").search();
    let counted: u64 = fields(nodes.infos.last().expect("there is one"))["nodes"].parse().expect("a number");
    assert!(counted <= 20_000);
    for quick in ["movetime 50", "movetime 0", "wtime 0 btime 0", "wtime -5 btime -5 movestogo 0", "nodes 0"] {
        let start = Instant::now();
        assert!(client.send(&format!("go {quick}")).search().best().is_some(), "{quick}");
        assert!(start.elapsed() < PATIENCE / 4, "{quick}");
    }
    client.leave();
}

#[test]
fn only_the_named_moves_are_searched() {
    let mut client = Client::start_uci();
    client.send("position startpos");
    for mv in ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"] {
        assert_eq!(client.send(&format!("go depth 4 searchmoves {mv}")).search().best(), Some(mv));
    }
    let some = client.send("go searchmoves 9-13 12-16 depth 6").search();
    assert!(["9-13", "12-16"].contains(&some.best().expect("a move")), "{some:?}");
    // What is no move is passed over, and nothing left means everything.
    assert_eq!(client.send("go depth 4 searchmoves 1-2 12-16 x").search().best(), Some("12-16"));
    assert!(client.send("go depth 4 searchmoves 1-2").search().best().is_some());
    client.leave();
}

#[test]
fn among_some_of_the_moves_the_best_is_known_without_an_entry_of_the_root() {
    let best = |rule: &str| {
        let mut client = Client::start_uci();
        client.send(&format!("setoption name Best Move value {rule}\nposition startpos"));
        let best = client.send("go depth 9 searchmoves 11-16 9-14 9-13").search().best().map(str::to_owned);
        client.leave();
        best.expect("a move")
    };
    assert_eq!(best("last"), best("safe"));
}

#[test]
fn the_only_move_is_played_soon_by_the_clock_but_analysed_to_the_depth_asked() {
    let mut client = Client::start_uci();
    client.send("position fen B:W10,17,21,22,23,24,25,27,28,29,30,32:B1,2,3,4,5,6,8,9,11,12");
    // An hour each: only the shortcut ends this within the patience of the client.
    assert!(deepest(&client.send("go wtime 3600000 btime 3600000").search()) >= 7);
    assert_eq!(deepest(&client.send("go depth 17").search()), 17);
    client.leave();
}

/// The side that makes a stroke is men behind until its last move, so shallow searches must not be believed that it stays
/// behind.
#[test]
fn strokes_are_seen() {
    let strokes = [
        ("english", "W:W30,29,22,21,9,6:B24,20,16,13,8,7", "22-17"),
        ("international", "W:W16,21,22,28,30,32,39:B7,8,12,19,23,25,29", "39-33"),
        ("international", "W:W12,18,22,29,33,39,47,48,49:B9,11,13,30,31,32,36,37,40", "49-44"),
        ("international", "W:W20,24,27,37,38,45,46,49:B13,15,16,18,34,36,39,40", "49-43"),
        ("international", "W:W18,19,22,25,27,28,29:B9,10,11,15,17,34,40", "18-12"),
    ];
    for (variant, fen, key) in strokes {
        let mut client = Client::start_uci();
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        let search = client.send(&format!("position fen {fen}\ngo nodes 1000000")).search();
        assert_eq!(search.best(), Some(key), "{fen}");
        client.leave();
    }
}

/// The search of play misses these in five million nodes.
#[test]
fn an_analysis_without_limits_has_wins_proven() {
    let problems = [
        ("W:W16,17,27,37,38,39,40,46,48:B6,8,14,18,24,26,28,29,36", "39-33"),
        ("W:W8,20,22,24,30,38,49:B2,4,10,11,15,21,40", "30-25"),
    ];
    let mut client = Client::start_uci();
    client.send("setoption name UCI_Variant value international");
    for (lines, threads) in [(1, 1), (2, 1), (1, 2)] {
        client.send(&format!("setoption name MultiPV value {lines}\nsetoption name Threads value {threads}"));
        for (fen, key) in problems {
            client.send(&format!("ucinewgame\nposition fen {fen}\ngo infinite"));
            let mut iteration = || loop {
                let line = client.next_line().expect("the search goes on");
                if line.contains(" multipv 1 score ") && !line.contains("bound ") {
                    let nodes: u64 = fields(&line)["nodes"].parse().expect("a number");
                    assert!(nodes < 10_000_000, "{fen}: {line}");
                    return line;
                }
            };
            // A win in moves, or one of the endgame tables.
            let is_won = |line: &str| fields(line)["value"].parse::<f64>().expect("a number") > 80.0;
            while !is_won(&iteration()) {}
            // It is not forgotten.
            for _ in 0..3 {
                let line = iteration();
                assert!(is_won(&line) && line.contains(&format!(" pv {key} ")), "{line}");
            }
            assert_eq!(client.send("stop").search().best(), Some(key), "{fen}");
        }
    }
    client.leave();
}

/// Where the side without a move wins, each needs a chain of sacrifices.
#[test]
fn sacrifices_are_seen_where_men_are_given_away() {
    let chains = [
        ("B:W15,27,32,35,36,37,38,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,10,11,13,14,16,18,21", "4-9"),
        ("B:W15,27,28,29,31,39,40,41,42,43,44,46,47,49,50:B3,4,5,6,7,8,10,11,12,13,14,35", "4-9"),
        ("W:W16,31,36,37,38,39,40,41,42,44,45,47,48,49:B1,2,3,4,7,8,9,10,11,14,17,19,20,22,24,26,35", "37-32"),
        ("B:W15,31,34,36,38,39,41,42,43,44,45,46,47,48,49,50:B1,3,4,5,7,8,10,13,14,17", "7-11"),
        ("B:W15,31,34,36,38,39,40,41,42,43,44,46,47,48,49,50:B1,3,4,5,8,10,12,13,14,17", "12-18"),
        ("W:W30,35,36,37,39,41,44,47,48,49,50:B1,3,4,5,10,12,13,14,21,28,40", "49-43"),
    ];
    let mut client = Client::start_uci();
    client.send("setoption name UCI_Variant value losing");
    for (fen, key) in chains {
        let search = client.send(&format!("ucinewgame\nposition fen {fen}\ngo nodes 100000")).search();
        assert_eq!(search.best(), Some(key), "{fen}");
    }
    client.leave();
}

/// The table answers all of the second search at once, and its line is as long as before.
#[test]
fn no_line_is_longer_than_the_selective_depth() {
    let mut client = Client::start_uci();
    for _ in 0..2 {
        for line in client.send("position startpos\ngo depth 9").search().infos {
            let selective_depth: usize = fields(&line)["seldepth"].parse().expect("a whole number");
            let (_, pv) = line.split_once(" pv ").expect("there is a line");
            assert!(selective_depth >= pv.split(' ').count(), "{line}");
        }
    }
    client.leave();
}

#[test]
fn no_answer_comes_before_it_is_asked_for() {
    let mut client = Client::start_uci();
    // Of these the search has seen everything long before: it ends by itself.
    for position in ["fen W:W28:B23", "fen B:W18:B", "startpos"] {
        for go in ["go infinite depth 2", "go ponder depth 2", "go searchmoves 28x19 depth 1 infinite"] {
            client.send(&format!("position {position}\n{go}"));
            std::thread::sleep(Duration::from_millis(30));
            expect_no_answer(&mut client);
            client.send("stop").search();
        }
    }
    client.send("position startpos\ngo infinite\nponderhit");
    expect_no_answer(&mut client);
    client.send("stop").search();
    client.send("go ponder depth 3");
    std::thread::sleep(Duration::from_millis(30));
    expect_no_answer(&mut client);
    client.send("ponderhit").search();
    client.send("go ponder wtime 300 btime 300");
    expect_no_answer(&mut client);
    let start = Instant::now();
    client.send("ponderhit").search();
    assert!(start.elapsed() < PATIENCE / 4);
    client.leave();
}

#[test]
fn a_long_search_tells_of_bounds() {
    let mut client = Client::start_uci();
    client.send("setoption name UCI_Variant value international\ngo infinite");
    let is_bound = |line: &String| line.contains(" lowerbound ") || line.contains(" upperbound ");
    let mut lines = std::iter::from_fn(|| client.next_line());
    let line = lines.find(is_bound).expect("it is told sooner or later");
    let bound = fields(&line);
    let [time, value] = ["time", "value"].map(|name| bound[name].parse::<f64>().expect("a number"));
    assert!(time >= 1000.0 && value.abs() < 100.0, "{line}");
    client.send("stop").search();
    client.leave();
}

#[test]
fn the_value_is_exact_and_a_sure_end_is_counted_in_moves() {
    let mut client = Client::start_uci();
    for line in &client.send("go depth 9").search().infos {
        let fields = fields(line);
        let value: f64 = fields["value"].parse().expect("a number");
        let hundredths: f64 = fields["cp"].parse().expect("a number");
        assert!((value * 100.0 - hundredths).abs() <= 0.5 + 1e-9, "{line}");
    }
    let mut field = |options: &str, fen: &str, name: &str| {
        let search = client.send(&format!("{options}\nposition fen {fen}\ngo depth 3")).search();
        fields(search.infos.last().expect("there is one"))[name].to_owned()
    };
    let tables = "setoption name UCI_Variant value international";
    assert_eq!(field(tables, "W:W28:B23", "mate"), "1");
    // What the endgame tables know is not proven by the search.
    assert_eq!(field(tables, "B:W47:B36", "cp"), "-8998");
    assert_ne!(field(tables, "B:W47:B36", "tbhits"), "0");
    // Five pieces at the root, and no table that is asked below it.
    let mut ending = |depth: u32| {
        let options = format!("setoption name Endgame Probe Depth value {depth}");
        field(&options, "B:WK47,K46:BK36,K5,20", "tbhits").parse::<u64>().expect("a number")
    };
    let (everywhere, nowhere) = (ending(0), ending(99));
    assert!(everywhere > nowhere, "{everywhere} and {nowhere} nodes answered");
    field("setoption name Endgame Probe Depth value 0", "B:W47:B36", "cp");
    let plain = "setoption name Endgame Pieces value 0";
    assert_eq!(field(plain, "B:W47:B36", "mate"), "-1");
    assert_eq!(field(plain, "B:W47:B36", "tbhits"), "0");
    client.leave();
}

#[test]
fn a_search_that_ends_before_its_limits_says_why() {
    let mut client = Client::start_uci();
    let go = "setoption name UCI_Variant value international\nposition fen B:W47:B36\ngo depth 60";
    client.send(go).read_until("info string ended early: table");
    client.read_until("bestmove ");
    client.leave();
}

#[test]
fn any_other_command_ends_the_search_first() {
    let mut client = Client::start_uci();
    for (command, reply) in [
        ("uci", "id "),
        ("ucinewgame\nisready", "readyok"),
        ("setoption name Ponder value true\nisready", "readyok"),
        ("position startpos\nisready", "readyok"),
        ("position fen nowhere", "info string bad position"),
        ("position W:W21:B1", "info string bad position: expected startpos or fen, not W:W21:B1"),
        ("position", "info string bad position: expected startpos or fen, not nothing"),
        ("go depth 1", "info depth 1 "),
    ] {
        client.send(&format!("go infinite\n{command}"));
        assert!(client.search().best().is_some(), "{command}");
        let line = client.next_line().expect("an answer");
        assert!(line.starts_with(reply), "{command}: {line}");
        client.send("stop\nisready").read_until("readyok");
    }
    client.leave();
}

#[test]
fn quit_and_the_end_of_input_end_a_search_and_the_process() {
    for go in ["go infinite", "go ponder wtime 100 btime 100", "go depth 200", "go infinite depth 1"] {
        for quit in ["", "quit", "stop\nquit", "quit\nuci"] {
            let mut client = Client::start_uci();
            client.send(&format!("{go}\n{quit}"));
            let start = Instant::now();
            let (lines, status, errors) = client.finish();
            assert!(start.elapsed() < PATIENCE / 4);
            assert!(status.success() && errors.is_empty(), "{status}: {errors}");
            let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, 1, "{lines:?}");
            assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
        }
    }
}

#[test]
fn every_search_tells_as_many_lines_as_are_wanted() {
    let mut client = Client::start_uci();
    client.send("setoption name MultiPV value 3\nposition startpos");
    for go in ["depth 5", "infinite depth 5", "wtime 90000 btime 90000 depth 5"] {
        client.send(&format!("go {go}"));
        let mut infos = Vec::new();
        while infos.len() < 15 {
            infos.push(client.next_line().expect("a line"));
        }
        client.send("stop");
        let done = client.search();
        assert!(done.infos.is_empty(), "{done:?}");
        for (place, line) in infos.iter().enumerate() {
            let fields = fields(line);
            let expected = [(place / 3 + 1).to_string(), (place % 3 + 1).to_string()];
            assert_eq!([fields["depth"], fields["multipv"]], expected.each_ref().map(String::as_str), "{line}");
        }
        assert_eq!(done.best(), Some(fields(&infos[12])["pv"]));
    }
    let some = client.send("go depth 3 searchmoves 9-13 12-16").search();
    assert_eq!(some.infos.len(), 6, "there are no more lines than moves");
    client.leave();
}

#[test]
fn a_search_of_one_line_tells_the_better_move_of_an_interrupted_iteration() {
    let mut client = Client::start_uci();
    client.send("setoption name UCI_Variant value international");
    let moves = ["33-29", "34-30", "34-29", "32-28"];
    let replies = ["16-21", "17-21", "17-22", "18-22", "18-23", "19-23", "19-24", "20-24", "20-25"];
    let mut interrupted = [0, 0];
    for (lines, interrupted) in (1..).zip(&mut interrupted) {
        client.send(&format!("setoption name MultiPV value {lines}"));
        for go in [
            "nodes 1000",
            "nodes 2000",
            "nodes 3000",
            "nodes 4000",
            "nodes 6000",
            "nodes 8000",
            "nodes 12000",
            "wtime 60000 btime 60000 nodes 5000",
        ] {
            for (first, reply) in moves.into_iter().flat_map(|first| replies.map(|reply| (first, reply))) {
                client.send(&format!("ucinewgame\nposition startpos moves {first} {reply}\ngo {go}"));
                let search = client.search();
                let last = &search.infos[search.infos.len() - lines];
                assert_eq!(search.best(), Some(fields(last)["pv"]), "{search:?}");
                *interrupted += usize::from(last.contains(" lowerbound "));
            }
        }
    }
    assert!(interrupted[0] > 0 && interrupted[1] == 0, "{interrupted:?}");
    client.leave();
}

#[test]
fn threads_help_and_count() {
    for scheme in ["identical", "depth-staggered", "gamma-staggered"] {
        let mut client = Client::start_uci();
        client.send(&format!("setoption name Thread Scheme value {scheme}\nsetoption name Threads value 3"));
        client.send("setoption name UCI_Variant value losing\nposition startpos");
        let search = client.send("go depth 8").search();
        assert_eq!((deepest(&search), search.infos.len()), (8, 8));
        let count = |line: &String| fields(line)["nodes"].parse::<u64>().expect("a number");
        assert!(search.infos.iter().map(count).is_sorted(), "{search:?}");
        client.send("go ponder movetime 20");
        expect_no_answer(&mut client);
        assert!(client.send("ponderhit").search().best().is_some());
        client.send(&"go infinite\nstop\n".repeat(100));
        (0..100).for_each(|_| drop(client.read_until("bestmove ")));
        client.expect_silence();
        client.leave();
    }
}

#[test]
fn a_thousand_searches_stopped_at_once_give_a_thousand_answers() {
    for go in ["go infinite", "go infinite depth 1", "go ponder"] {
        let mut client = Client::start_uci();
        client.send(&format!("{go}\nstop\n").repeat(1000));
        for _ in 0..1000 {
            client.read_until("bestmove ");
        }
        client.expect_silence();
        client.leave();
    }
}
