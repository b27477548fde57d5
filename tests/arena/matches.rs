//! Matches between real engines.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::runner::{Folder, Run, games, play};

const VARIANTS: [&str; 4] = ["english", "giveaway", "international", "losing"];

#[test]
fn real_engines_play_every_variant_through_each_protocol() {
    for variant in VARIANTS {
        for protocol in ["hub", "uci", "local"] {
            let engines = format!("--engine name=A --engine name=B --each proto={protocol} nodes=100");
            let run = play(&format!("{engines} --variant {variant} --openings plies:1 --games 4 --json"));
            let summary = run.json();
            assert_eq!((&summary["finished"], &summary["variant"]), (&4.into(), &variant.into()));
            for player in summary["players"].as_array().expect("players") {
                assert_eq!(player["faults"], serde_json::json!({}), "{variant}, {protocol}: {summary}");
                assert!(player["nodes"].as_u64().is_some_and(|nodes| nodes > 1000), "{summary}");
            }
        }
    }
}

#[test]
fn each_kind_of_limit_is_kept() {
    for limit in ["tc=40/600+0.1 depth=3", "tc=600 nodes=90", "st=60 depth=3", "depth=3", "nodes=90 depth=3"] {
        for protocol in ["hub", "uci"] {
            let run = play(&format!(
                "--engine name=A --engine name=B --each proto={protocol} {limit} --games 2 --openings start --json"
            ));
            let summary = run.json();
            assert_eq!(summary["finished"], 2, "{limit}");
            for player in summary["players"].as_array().expect("players") {
                assert_eq!(player["faults"], serde_json::json!({}), "{limit}, {protocol}: {summary}");
                let is_timed = limit.contains("tc=") || limit.contains("st=");
                assert_eq!(player["worst_overrun_seconds"].is_number(), is_timed, "{limit}: {summary}");
            }
        }
    }
}

#[test]
fn engines_in_the_process_have_clocks() {
    for (control, start, increment) in [("0.2", 0.2, 0.0), ("0.1+0.002", 0.1, 0.002)] {
        let folder = Folder::new();
        let record = folder.file("games.jsonl");
        let run = play(&format!(
            "--engine name=A --engine name=B --each proto=local option.table=1 tc={control} --games 2 \
             --openings plies:1 --max-plies 120 --quiet --record {}",
            record.display()
        ));
        assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{run:?}");
        for game in games(&record) {
            let is_fault = game["termination"].is_object();
            assert!(!is_fault, "{control}: {game}");
            let mut clocks = [start; 2];
            for (number, played) in game["moves"].as_array().expect("moves").iter().enumerate() {
                let shown = |key: &str| played[key].as_f64().expect("a number");
                let clock = &mut clocks[number % 2];
                assert!(shown("c") < *clock + increment, "{control}: move {number} of {game}");
                *clock = shown("c");
            }
        }
    }
}

#[test]
fn the_games_do_not_depend_on_the_concurrency() {
    for protocol in ["hub", "local"] {
        let folder = Folder::new();
        let series = |concurrency: usize| {
            let record = folder.file(&format!("{protocol}-{concurrency}.jsonl"));
            let run = play(&format!(
                "--engine name=A nodes=300 --engine name=B nodes=100 --engine name=C nodes=50 --each proto={protocol} \
                 --rounds 2 --seed 7 --quiet --concurrency {concurrency} --record {}",
                record.display()
            ));
            (run.out, games(&record))
        };
        let (one, several) = (series(1), series(5));
        assert_eq!(one.1.len(), 12);
        assert_eq!(one, several);
    }
}

#[test]
fn a_test_comes_to_the_same_verdict_whatever_the_concurrency() {
    let series = |concurrency: usize| {
        play(&format!(
            "--engine name=strong nodes=1000 --engine name=weak nodes=20 --sprt elo0=0 elo1=100 --variant giveaway \
             --quiet --concurrency {concurrency}"
        ))
        .out
    };
    let alone = series(1);
    assert!(alone.contains("SPRT ([0.00, 100.00]) completed - H1 was accepted"), "{alone}");
    assert!(alone.contains("LLR: "), "{alone}");
    assert_eq!(alone, series(4));
}

#[test]
fn the_local_player_plays_as_the_process_does() {
    for variant in VARIANTS {
        let folder = Folder::new();
        let moves = |protocol: &str| {
            let record = folder.file(protocol);
            let table = if protocol == "hub" { "tt-size=17" } else { "table=2" };
            let run = play(&format!(
                "--engine name=A nodes=400 option.driver=mtd-f --engine name=B nodes=150 --each proto={protocol} \
                 option.{table} --variant {variant} --games 6 --record {}",
                record.display()
            ));
            assert_eq!(run.code, Some(0), "{run:?}");
            let games = games(&record);
            let played = |game: &Value| {
                let moves = game["moves"].as_array().expect("moves").iter();
                moves.map(|mv| mv["m"].as_str().expect("a move").to_owned()).collect::<Vec<_>>()
            };
            games.iter().map(played).collect::<Vec<_>>()
        };
        assert_eq!(moves("local"), moves("hub"), "{variant}");
    }
}

#[test]
fn engines_think_on_their_opponents_time() {
    for protocol in ["hub", "uci"] {
        let run = play(&format!(
            "--engine name=A --engine name=B --each proto={protocol} tc=600+0.1 depth=5 --ponder --games 2 --json"
        ));
        for player in run.json()["players"].as_array().expect("players") {
            let [pondered, hits] = ["pondered", "ponder_hits"].map(|key| player[key].as_u64().expect("a count"));
            assert!(hits > 0 && pondered > hits, "{protocol}: {run:?}");
            assert_eq!(player["faults"], serde_json::json!({}), "{protocol}: {run:?}");
        }
    }
}

#[test]
fn the_lines_are_those_that_parsers_know() {
    let run = play("--engine name=A nodes=200 --engine name=B nodes=100 --games 2 --openings start --concurrency 1");
    // A plays White in the first game, and Black moves first.
    assert_eq!(run.line("Started game 1"), "Started game 1 of 2 (B vs A)");
    assert_eq!(run.line("Started game 2"), "Started game 2 of 2 (A vs B)");
    let finished = run.line("Finished game 1 (B vs A): ");
    assert!(finished.contains(" {") && finished.ends_with('}'), "{finished}");
    let results = run.line("Results of A vs B (nodes=200 - nodes=100, start):");
    let block: Vec<_> = run.out.lines().skip_while(|line| *line != results).take(6).collect();
    let heads = ["Results of ", "Elo: ", "LOS: ", "Games: 2, Wins: ", "Ptnml(0-2): [", "-----"];
    for (line, head) in block.iter().zip(heads) {
        assert!(line.starts_with(head), "{line}");
    }
    assert!(block[1].contains(", nElo: ") && block[2].contains(" %, DrawRatio: "), "{block:?}");
}

#[test]
fn the_figures_are_told_while_the_match_goes_on() {
    let play = |arguments: &str| {
        play(&format!("--engine name=A nodes=60 --engine name=B nodes=20 --concurrency 1 --games 24 {arguments}"))
    };
    /// How many games each block of figures is about.
    fn told(run: &Run) -> Vec<&str> {
        assert_eq!(run.code, Some(0), "{run:?}");
        let counts = run.out.lines().filter_map(|line| line.strip_prefix("Games: ")?.split(',').next());
        counts.collect()
    }
    let run = play("--sprt elo0=0 elo1=1");
    assert_eq!(told(&run), ["10", "20", "24"]);
    for head in ["Results of A vs B (", "Elo: ", "LOS: ", "Ptnml(0-2): [", "LLR: "] {
        assert_eq!(run.out.lines().filter(|line| line.starts_with(head)).count(), 3, "{head}: {run:?}");
    }
    // The summary tells the figures of the last game.
    assert_eq!(told(&play("--report-every 8")), ["8", "16", "24"]);
    assert_eq!(told(&play("--report-every 0")), ["24"]);
    assert_eq!(told(&play("--report-every 1 --quiet")), ["24"]);
    assert_eq!(play("--report-every 1 --json").json()["finished"], 24);
    let three = play("--engine name=C nodes=10 --report-every 40");
    assert_eq!(three.out.lines().filter(|line| line.starts_with("Rank ")).count(), 2, "{three:?}");
}

#[test]
fn decided_games_are_cut_short() {
    let pair = "--engine name=A nodes=300 --engine name=B nodes=300 --variant international --openings plies:1 --games 2 \
                --concurrency 1";
    let run = play(&format!("{pair} --max-plies 20"));
    let finished = run.line("Finished game 1 (A vs B): ");
    assert!(finished.ends_with("1/2-1/2 {Draw by adjudication: 20 plies were played}"), "{finished}");
    let run = play(&format!("{pair} --draw from=10 plies=4 score=50"));
    assert!(run.line("Finished game 1").ends_with("1/2-1/2 {Draw by adjudication}"), "{run:?}");
    let run = play(&format!("{pair} --resign moves=1 score=0.01 twosided"));
    assert!(run.line("Finished game 1").ends_with(" wins by adjudication}"), "{run:?}");
}

#[test]
fn no_more_games_at_a_time_than_the_processors_can_serve() {
    let processors = std::thread::available_parallelism().expect("the system tells").get();
    if processors > 256 {
        // More than an engine can have threads.
        return;
    }
    let half = processors.div_ceil(2);
    for (threads, ponder) in [(processors, ""), (half, "--ponder")] {
        let run = play(&format!(
            "--engine name=A proto=hub --engine name=B proto=uci --each st=60 depth=1 option.threads={threads} {ponder} \
             --games 4 --max-plies 9"
        ));
        assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{run:?}");
        let events: Vec<_> = run.out.lines().filter_map(|line| line.split_once(" game ")).collect();
        let one_by_one = events.iter().map(|(event, _)| *event).eq(["Started", "Finished"].into_iter().cycle().take(8));
        assert!(one_by_one, "{events:?}");
    }
}

#[test]
fn clocks_that_run_while_engines_wait_are_warned_of_once() {
    let processors = std::thread::available_parallelism().expect("the system tells").get();
    let many = format!("--concurrency {}", processors + 1);
    let pair = format!("--engine name=A --engine name=B --games 2 --max-plies 5 --openings start {many}");
    for (limit, warnings) in [("proto=hub st=60 depth=1", 1), ("proto=hub depth=1", 0), ("proto=local st=0.001", 0)] {
        let run = play(&format!("{pair} --each {limit}"));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(run.errors.matches(&format!("{many} runs ")).count(), warnings, "{run:?}");
    }
}

/// A deterministic game that is played again is no evidence.
#[test]
fn games_are_not_repeated() {
    let folder = Folder::new();
    let fens = folder.write("book.fen", "W:W30,31:B1,2\nB:W30,31:B1,2\nW:W30,31:B1,2\n");
    let book = format!("--openings {} --json", fens.display());
    let run = play(&format!("--engine name=A nodes=20 --engine name=B nodes=10 {book}"));
    assert_eq!(run.json()["games"], 4);
    assert!(run.errors.contains("limited to 2 different openings"), "{run:?}");
    let timed = "--engine name=A --engine name=B --each st=0.001 --max-plies 3 --rounds 3";
    let run = play(&format!("{timed} {book}"));
    assert_eq!(run.json()["games"], 6);
    assert!(run.errors.contains("openings repeat: there are only 2 different ones"), "{run:?}");
}

#[test]
fn a_clean_sweep_says_too_little() {
    let folder = Folder::new();
    let fens = folder.write("book.fen", "W:WK9,K10,30,31:B1\n");
    let engines = "--engine name=A nodes=20 --engine name=B proto=hub cmd=false";
    let script = folder.write(
        "dies",
        "while read -r line; do case $line in hub) echo 'param name=variant value=english'; \
         echo wait;; init) echo ready;; go*) exit;; esac; done",
    );
    let engines = engines.replace("cmd=false", &format!("cmd=sh args={} nodes=1", script.display()));
    let run = play(&format!("{engines} --openings {} --quiet", fens.display()));
    assert!(run.line("Elo: ").starts_with("Elo: too few games, nElo: too few games"), "{run:?}");
}

#[test]
fn what_cannot_be_played_is_named() {
    let pair = "--engine name=A nodes=9 --engine name=B nodes=9";
    for (arguments, fault) in [
        ("--engine name=A nodes=9".to_owned(), "a match needs at least two engines, not 1"),
        ("--engine name=A nodes=9 --engine name=A nodes=9".to_owned(), "two engines have the name A"),
        ("--engine name=A --engine name=B nodes=9".to_owned(), "engine A: no limit: expected tc, st, nodes or depth"),
        (format!("{pair} --each tc=1 st=1"), "engine A: tc and st cannot both be set"),
        (format!("{pair} --each tc=soon"), "\"soon\" is not a time control: expected moves/time+increment"),
        (format!("{pair} --each speed=9"), "unknown key \"speed\": expected one of name, cmd"),
        (format!("{pair} --each proto=xboard"), "proto=xboard: expected hub, uci, dxp or local"),
        (format!("{pair} --each proto=hub cmd="), "cmd=: expected a command"),
        (format!("{pair} --affinity 0,9-2"), "0,9-2"),
        (format!("{pair} --adjudicate-tables 0"), "--adjudicate-tables 0"),
        (format!("{pair} --each depth=0"), "depth=0: expected a whole number above 0"),
        (format!("{pair} --each option.driver=best"), "driver = \"best\": expected one of alpha-beta"),
        (format!("{pair} --each nodes=5 st=1"), "supports exactly one limit: nodes, depth, or st or tc"),
        (format!("{pair} --engine name=C nodes=9 --sprt elo1=5"), "--sprt requires two engines, not 3"),
        (format!("{pair} --sprt elo0=9 elo1=5"), "elo0 is 9 and elo1 is 5"),
        (format!("{pair} --sprt elo0=0 elo1=201 model=normalised"), "expected two numbers from -200 to 200"),
        (format!("{pair} --sprt elo=5"), "--sprt elo=5: expected one of elo0, elo1, alpha, beta, model"),
        (format!("{pair} --variant chess"), "unknown variant \"chess\""),
        (format!("{pair} --format knockout"), "\"knockout\": expected one of round-robin, gauntlet"),
        (format!("{pair} --order shuffled"), "--order shuffled: expected random or sequential"),
        (format!("{pair} --openings plies:7"), "--openings plies:7: expected plies: and a number from 0 to 6"),
        (format!("{pair} --openings nowhere.fen"), "nowhere.fen: No such file"),
        (
            format!("{pair} --openings Edinbrough"),
            "Edinbrough: No such file, and no published name of an opening of english",
        ),
        (format!("{pair} --draw score=0"), "--draw score=0: expected men, above 0"),
        (format!("{pair} --resume"), "--resume: no record to resume: set it with --record"),
        (format!("{pair} --games 4 --openings start"), "more rounds (2) than different openings (1)"),
        (format!("{pair} --record m.svg --chart m.svg"), "--record m.svg: expected a name that ends in .jsonl"),
        (format!("{pair} --pdn a --record ./a"), "cannot be both --pdn and --record"),
        (format!("{pair} --chart /nowhere/at/all.svg"), "/nowhere/at/all.svg: No such file"),
        (
            format!("{pair} --each option.file=crates/engine/data/eval/international.weights"),
            "engine A: weights with variant international: expected english",
        ),
        (
            "--compliance --engine name=A proto=dxp tc=1".to_owned(),
            "--compliance checks programs over Hub or UCI, not A, which listens for DXP",
        ),
        (format!("{pair} --chart match.png"), "--chart match.png: expected a name that ends in .svg or .html"),
    ] {
        let run = play(&arguments);
        assert!(run.code.is_some_and(|code| code != 0), "{arguments}");
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}

#[test]
fn the_endgame_tables_end_a_game_where_they_know_its_result() {
    let folder = Folder::new();
    let (record, pdn) = (folder.file("games.jsonl"), folder.file("games.pdn"));
    let fens = folder.file("book.fen");
    for (variant, book) in [("english", "W:WK14,K15,K18:BK32,K28\n"), ("international", "W:WK46,K47,13:BK5,38\n")] {
        std::fs::write(&fens, book).expect("the file can be written");
        let _ = (std::fs::remove_file(&record), std::fs::remove_file(&pdn));
        let run = play(&format!(
            "--engine name=A --engine name=B --each proto=local nodes=2000 --variant {variant} --games 2 --openings {} \
             --adjudicate-tables 4 --record {} --pdn {}",
            fens.display(),
            record.display(),
            pdn.display()
        ));
        assert_eq!(run.code, Some(0), "{run:?}");
        for game in games(&record) {
            assert_eq!(game["termination"], "adjudication", "{game}");
            assert!(game["reason"].as_str().is_some_and(|reason| reason.ends_with("by the table")), "{game}");
        }
        let text = std::fs::read_to_string(&pdn).expect("there is a PDN file").replace('\n', " ");
        assert_eq!(text.matches("[Termination \"adjudication\"]").count(), 2, "{text}");
        assert_eq!(text.matches("by the table}").count(), 2, "{text}");
    }
    // An opening that the tables know is over at once: its first move could throw the result away.
    std::fs::write(&fens, "W:WK14,K15:BK32\n").expect("the file can be written");
    std::fs::remove_file(&record).expect("it is there");
    let run = play(&format!(
        "--engine name=A --engine name=B --each proto=local nodes=20 --variant english --games 2 --openings {} \
         --adjudicate-tables 4 --record {}",
        fens.display(),
        record.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    for game in games(&record) {
        assert_eq!((&game["moves"], &game["termination"]), (&serde_json::json!([]), &"adjudication".into()), "{game}");
    }
    for pieces in ["1", "5"] {
        let run =
            play(&format!("--engine name=A --engine name=B --each nodes=9 --games 2 --adjudicate-tables {pieces}"));
        assert_eq!(run.code, Some(1));
        let fault = format!("--adjudicate-tables {pieces}: expected 2 to ");
        assert!(run.errors.contains(&fault) && run.errors.contains("english"), "{run:?}");
    }
}

#[test]
fn single_games_play_each_opening_once_with_changing_colours() {
    let run = play(
        "--engine name=A nodes=60 --engine name=B nodes=30 --each proto=local option.table=1 --single --games 3 \
         --order sequential --opening-start 2 --openings plies:1 --variant english --concurrency 1",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let started: Vec<_> = run.out.lines().filter(|line| line.starts_with("Started game")).collect();
    let expected = ["Started game 1 of 3 (B vs A)", "Started game 2 of 3 (A vs B)", "Started game 3 of 3 (B vs A)"];
    assert_eq!(started, expected, "the first of a pair has White, which moves second in English draughts");
    let draws = run.line("Games: 3, ").split_once("Draws: ").and_then(|(_, rest)| rest[..1].parse::<f64>().ok());
    let ratio = format!("DrawRatio: {:.2} %", 100.0 * draws.expect("a number") / 3.0);
    assert!(run.line("LOS: ").contains(&ratio), "there are no pairs to count: {run:?}");
    for (flags, code, fault) in [
        ("--single --sprt elo0=0 elo1=5", 1, "--sprt counts pairs of games"),
        ("--opening-start 8 --openings plies:1", 1, "--opening-start 8: expected a number from 1 to 7"),
        ("--opening-start 0", 2, "0 is less than 1"),
        ("--rounds 18446744073709551615", 1, "rounds are too many: expected 1000000 at most"),
        // Engines of this process cannot ponder, so they would play the same games again.
        ("--openings start --games 6 --ponder", 1, "more rounds (3) than different openings (1)"),
        ("--each host=10.0.0.5", 1, "host has no effect here: host and port belong to proto=dxp"),
        ("--each stderr=a.log", 1, "stderr has no effect here"),
        ("--event Final", 1, "--event has no effect without --pdn"),
        ("--site Paris", 1, "--site has no effect without --pdn"),
        ("--tables-dir .", 1, "--tables-dir has no effect without --adjudicate-tables"),
        ("--opening-plies 4", 1, "--opening-plies has no effect without a file as --openings"),
        ("--opening-plies 4 --openings plies:3", 1, "--opening-plies has no effect without a file"),
    ] {
        let run = play(&format!("--engine name=A nodes=9 --engine name=B nodes=9 --variant english {flags}"));
        assert!(run.code == Some(code) && run.errors.contains(fault), "{flags}: {run:?}");
    }
    let run = play("--engine name=A proto=dxp tc=60 option.table=16 --engine name=B nodes=9 --variant english");
    assert!(run.errors.contains("option.table has no effect here: DXP has no options"), "{run:?}");
    let run = play("--engine name=A nodes=9 --engine name=B nodes=8 --variant english --games 3 --max-plies 9");
    assert!(run.errors.contains("--games 3: games come in pairs, so 4 are played"), "{run:?}");
}

/// The processors that a process may use, as Linux shows them.
#[cfg(target_os = "linux")]
const PROCESSORS: &str =
    "while read -r name list; do [ $name != Cpus_allowed_list: ] || echo $list; done </proc/self/status";

#[cfg(target_os = "linux")]
#[test]
fn each_game_has_its_own_processors() {
    let folder = Folder::new();
    let seen = folder.file("seen");
    let binary = env!("CARGO_BIN_EXE_crownhead");
    let script = format!("{PROCESSORS} >>{}\nexec {binary} hub\n", seen.display());
    let engine = folder.write("engine.sh", &script);
    let all = std::process::Command::new("sh").args(["-c", PROCESSORS]).output().expect("the shell runs");
    let all = String::from_utf8(all.stdout).expect("a list").trim().to_owned();
    let last = all.rsplit([',', '-']).next().expect("a processor").to_owned();
    let played = |affinity: &str, games: usize| {
        let _ = std::fs::remove_file(&seen);
        let run = play(&format!(
            "--engine name=A --engine name=B --each cmd=sh args={} depth=1 option.tt-size=16 --games 14 \
             --openings plies:1 --affinity {affinity} --concurrency {games} --json",
            engine.display()
        ));
        assert_eq!(run.json()["finished"], 14, "{}", run.errors);
        let seen = std::fs::read_to_string(&seen).expect("the engines wrote it");
        // Each engine is first started once to try it out, before there are games.
        seen.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let one = played(&last, 1);
    assert!(!one.is_empty() && one.iter().all(|list| *list == last), "{one:?}");
    let games = std::thread::available_parallelism().expect("the system tells").get().min(2);
    let each = played("all", games);
    assert!(each.iter().all(|list| list.parse::<usize>().is_ok()), "{each:?}");
    // Games at the same time, each on a processor of its own.
    assert_eq!(each.iter().collect::<BTreeSet<_>>().len(), games, "{each:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn processors_that_are_not_there_are_refused() {
    for (words, error) in [
        ("--affinity 0-", "--affinity: 0-: expected all, or processors and ranges of them, as 0,2-5"),
        ("--affinity 1023", "--affinity: this process cannot use processor 1023: it can use "),
        ("--affinity all --concurrency 1024", " in the list, but 1024 games at a time with 1 thread each need 1024"),
    ] {
        let run = play(&format!("--engine name=A --engine name=B --each proto=local nodes=9 {words}"));
        assert!(run.code == Some(1) && run.errors.contains(error), "{words}: {run:?}");
    }
}

#[test]
fn openings_in_pdn_are_known_by_their_text() {
    let folder = Folder::new();
    let pdn = "\u{feff}[Event \"x\"]\n[Opening \"cross\"]\n\n1. 11-15 23-18 (1... 22-18 {or}) 4-6\n";
    for name in ["book.pgn", "book.txt"] {
        let book = folder.write(name, pdn);
        let engines = "--engine name=A nodes=9 --engine name=B nodes=9 --variant english --games 2 --max-plies 4";
        let run = play(&format!("{engines} --openings {} --quiet --json", book.display()));
        assert_eq!((run.code, run.json()["games"].as_u64()), (Some(0), Some(2)), "{name}: {run:?}");
    }
}
