//! What goes wrong is told apart, costs the game, and never hurts the match.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::runner::{Folder, Run, games, play, start, wait_until};
use crate::scripted::{hub, uci, wrapped};

/// Two games of a faulty engine against a real one, one with each colour.
fn against_the_real_one(engine: &str) -> Value {
    let run = play(&format!(
        "--engine name=faulty {engine} --engine name=real proto=hub nodes=50 patience=60 \
         --variant international --games 2 --openings start --json"
    ));
    run.json()
}

/// It has lost both games by faults of one kind, and nothing else has happened.
#[track_caller]
fn assert_lost_by(summary: &Value, kind: &str) {
    assert_eq!(summary["players"][0]["faults"], serde_json::json!({ kind: 2 }), "{summary}");
    assert_eq!(summary["players"][1]["faults"], serde_json::json!({}), "{summary}");
    assert_eq!((&summary["players"][0]["losses"], &summary["finished"]), (&2.into(), &2.into()), "{summary}");
}

#[test]
fn an_illegal_move_loses() {
    let folder = Folder::new();
    for (name, answer) in [
        ("far", "echo 'done move=31-12'"),
        ("nonsense", "echo 'done move=hello'"),
        ("none", "echo done"),
        ("off-board", "echo 'done move=99-100'"),
    ] {
        let script = hub(&folder, name, answer);
        let summary = against_the_real_one(&format!("cmd=sh args={} proto=hub nodes=1", script.display()));
        assert_lost_by(&summary, "illegal move");
    }
    let script = uci(&folder, "uci", "echo 'bestmove (none)'");
    let summary = against_the_real_one(&format!("cmd=sh args={} proto=uci nodes=1", script.display()));
    assert_lost_by(&summary, "illegal move");
}

#[test]
fn a_crash_loses() {
    let folder = Folder::new();
    let script = hub(&folder, "crash", "echo 'info depth=1 score=0.5'; exit 3");
    let engine = format!("name=faulty cmd=sh args={} proto=hub nodes=1", script.display());
    assert_lost_by(&against_the_real_one(&engine), "disconnect");
    let run = play(&format!(
        "--engine {engine} --engine name=real nodes=50 --variant international --games 2 --openings start"
    ));
    let finished = run.line("Finished game 1 (faulty vs real): 0-1 {White disconnects");
    assert!(finished.ends_with("(the process ended: exit status: 3)}"), "{finished}");
    assert_eq!(run.line("Games lost by faulty"), "Games lost by faulty through its own fault: disconnect 2");
    // That it was killed then is not its fault.
    let script = hub(&folder, "mute", "exec >&-; exec sleep 300");
    let run = play(&format!(
        "--engine name=faulty cmd=sh args={} proto=hub nodes=1 --engine name=real nodes=50 --variant international \
         --games 1 --single --openings start",
        script.display()
    ));
    let finished = run.line("Finished game 1 (faulty vs real): 0-1 {White disconnects");
    assert!(finished.ends_with("(the process closed its output, and was ended)}"), "{finished}");
}

/// An engine that ends between two games is started again, and has lost none of them.
#[cfg(unix)]
#[test]
fn an_end_between_two_games_costs_nothing() {
    let folder = Folder::new();
    let number = folder.file("number");
    let script = format!(
        "echo $$ > {}
        while read -r line; do case \"$line\" in
            hub) echo 'id name=brief version=1'; echo wait;;
            init) echo ready;;
            'pos '*moves*) move=17-22;;
            'pos '*) move=32-28;;
            'go '*) echo \"done move=$move\"; exit 0;;
            quit) exit 0;;
        esac; done",
        number.display()
    );
    let brief = folder.write("brief", &script);
    // Its opponent answers the first move when the process has ended, which is a zombie by then.
    let gone = format!(
        "read -r id < {}; state=; {{ read -r _ _ state _ < /proc/$id/stat; }} 2>&-; case $state in Z|'') break;; esac",
        number.display()
    );
    let patient = hub(
        &folder,
        "patient",
        &format!(
            "case \"$position\" in *moves*) while true; do {gone}; sleep 0.02; done; echo 'done move=17-22';; *) echo 'done move=32-28';; esac"
        ),
    );
    let text = std::fs::read_to_string(&patient).expect("it was written");
    std::fs::write(&patient, text.replace("'go '*)", "'pos '*) position=$line;;\n'go '*)")).expect("it is written");
    let run = play(&format!(
        "--engine name=brief cmd=sh args={} --engine name=patient cmd=sh args={} --each proto=hub nodes=1 patience=60 \
         --variant international --games 2 --openings start --max-plies 2 --concurrency 1 --json",
        brief.display(),
        patient.display()
    ));
    let summary = run.json();
    assert_eq!(
        (&summary["finished"], &summary["players"][0]["faults"]),
        (&2.into(), &serde_json::json!({})),
        "{summary}"
    );
}

/// Of several lines only the first is what the engine plays: the others are neither its score nor its PV.
#[test]
fn the_first_of_several_lines_counts() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let run = play(&format!(
        "--engine name=many option.MultiPV=4 --engine name=one --each proto=uci nodes=300 --variant english --games 2 \
         --openings start --max-plies 30 --record {}",
        record.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    for game in games(&record) {
        let moves = game["moves"].as_array().expect("a list");
        assert!(moves.iter().all(|mv| mv["s"].is_number() && mv["w"].is_null()), "{game}");
    }
}

/// Whatever words it has.
#[test]
fn a_text_of_an_engine_is_no_score() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let info = "echo 'info depth 3 score cp 12 nodes 9 pv 32-28'; echo 'info string final score was fine'";
    let script = uci(&folder, "text", &format!("{info}; echo 'bestmove 32-28'"));
    let run = play(&format!(
        "--engine name=text cmd=sh args={} proto=uci nodes=1 --engine name=real nodes=50 --variant international \
         --games 1 --single --openings start --max-plies 2 --record {}",
        script.display(),
        record.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    let mv = &games(&record)[0]["moves"][0];
    assert_eq!((&mv["s"], &mv["d"], &mv["n"]), (&0.12.into(), &3.into(), &9.into()), "{mv}");
}

/// The child of the engine keeps the pipe open.
#[test]
fn a_crash_is_noticed_behind_a_child() {
    let folder = Folder::new();
    let script = hub(&folder, "orphan", "sleep 300 & exit 3");
    let engine = format!("cmd=sh args={} proto=hub nodes=1", script.display());
    assert_lost_by(&against_the_real_one(&engine), "disconnect");
}

/// The last words of an engine count, even if it ends at once.
#[test]
fn an_answer_before_the_end_is_heard() {
    let folder = Folder::new();
    let script = hub(&folder, "last", "echo 'done move=31-12'; exit 3");
    let engine = format!("cmd=sh args={} proto=hub nodes=1", script.display());
    assert_lost_by(&against_the_real_one(&engine), "illegal move");
}

#[cfg(target_os = "linux")]
#[test]
fn processes_in_sessions_of_their_own_end_with_the_engine() {
    let folder = Folder::new();
    let numbers = folder.file("numbers");
    // One is a child of the engine, one has lost its parent.
    let sleeper = format!("setsid sh -c 'echo $$ >> {}; exec sleep 300' >&- &", numbers.display());
    let script = wrapped(&folder, "sessions", &format!("{sleeper}\n(({sleeper}) &)"));
    let summary = against_the_real_one(&format!("cmd=sh args={} proto=hub nodes=50", script.display()));
    assert_eq!((&summary["finished"], &summary["players"][0]["faults"]), (&2.into(), &serde_json::json!({})));
    assert_gone(&numbers, 2);
}

#[test]
fn a_stall_loses() {
    let folder = Folder::new();
    let script = hub(&folder, "stall", ":");
    let summary = against_the_real_one(&format!("cmd=sh args={} proto=hub nodes=1 patience=4", script.display()));
    assert_lost_by(&summary, "stall");
}

/// What it is sent does not fit into the pipe, and it reads nothing of it.
#[test]
fn an_engine_that_stops_reading_holds_nobody_up() {
    let folder = Folder::new();
    let deaf = "read -r line; echo 'id name=deaf'; echo 'param name=text type=string'; echo wait; exec sleep 300";
    let script = folder.write("deaf", deaf);
    let text = "x".repeat(100_000);
    let engine = format!("cmd=sh args={} proto=hub nodes=1 patience=2 option.text={text}", script.display());
    assert_refused(&engine, "no ready within 2 s");
}

#[test]
fn an_overrun_loses_on_time() {
    let folder = Folder::new();
    let script = hub(&folder, "slow", "sleep 2; echo 'done move=32-28'");
    for limit in ["st=0.1 margin=0.1", "tc=0.1", "tc=40/0.1+0.1 margin=1"] {
        let engine = format!("cmd=sh args={} proto=hub {limit} patience=60", script.display());
        assert_lost_by(&against_the_real_one(&engine), "time loss");
    }
}

/// What an engine does for a new game is not thinking.
#[test]
fn a_new_game_costs_no_time() {
    let folder = Folder::new();
    let script = format!(
        "while IFS= read -r line; do case \"$line\" in new-game) sleep 2;; esac; printf '%s\\n' \"$line\"; done |
         {} hub",
        env!("CARGO_BIN_EXE_crownhead")
    );
    let script = folder.write("slow-to-begin", &script);
    let run = play(&format!(
        "--engine name=slow cmd=sh args={} proto=hub st=0.05 margin=1.5 --engine name=other nodes=50 \
         --games 2 --max-plies 20 --openings start --json",
        script.display()
    ));
    assert_eq!(run.json()["players"][0]["faults"], serde_json::json!({}), "{run:?}");
}

#[test]
fn a_player_of_this_process_whose_clock_runs_out_loses() {
    let run = play(
        "--engine name=short tc=0.003 --engine name=long nodes=50 --each proto=local option.table=1 --games 2 \
         --openings start --json",
    );
    assert_lost_by(&run.json(), "time loss");
}

/// Its search looks at the time now and then, so each move ends a little after its limit.
#[test]
fn a_player_of_this_process_does_not_lose_on_time() {
    let run = play(
        "--engine name=bi option.driver=mtd-bi --engine name=f option.driver=mtd-f \
         --each proto=local st=0.001 margin=0 option.table=1 --max-plies 30 --games 2 --json",
    );
    let summary = run.json();
    assert_eq!(summary["finished"], 2);
    for player in summary["players"].as_array().expect("players") {
        assert_eq!(player["faults"], serde_json::json!({}), "{summary}");
    }
}

#[test]
fn an_error_line_breaks_the_protocol() {
    let folder = Folder::new();
    let script = hub(&folder, "error", "echo 'error message=\"bad position\"'");
    let summary = against_the_real_one(&format!("cmd=sh args={} proto=hub nodes=1", script.display()));
    assert_lost_by(&summary, "protocol error");
}

#[test]
fn a_flood_of_words_harms_nobody_and_ends_with_the_match() {
    let folder = Folder::new();
    let number = folder.file("number");
    let flood =
        format!("(while :; do echo 'info noise=1'; echo nonsense >&2; done) &\necho $! >> {}", number.display());
    let script = wrapped(&folder, "flood", &flood);
    let engine = format!("cmd=sh args={} proto=hub nodes=50", script.display());
    let summary = against_the_real_one(&engine);
    assert_eq!(summary["players"][0]["faults"], serde_json::json!({}), "{summary}");
    assert_eq!(summary["finished"], 2);
    assert_gone(&number, 1);
}

/// The processes whose numbers are in a file have ended. There are at least so many.
#[track_caller]
fn assert_gone(numbers: &Path, least: usize) {
    let text = std::fs::read_to_string(numbers).expect("the script wrote its number");
    assert!(text.lines().count() >= least, "{text}");
    // A process that is killed is gone when it next gets the processor.
    wait_until("a process is still there", || text.lines().all(is_gone));
}

/// Whether a process has ended. Those without a parent may stay in the table until they are collected.
fn is_gone(number: &str) -> bool {
    match std::fs::read_to_string(Path::new("/proc").join(number).join("stat")) {
        Ok(stat) => stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')),
        Err(_) => true,
    }
}

#[test]
fn a_line_without_end_takes_no_memory() {
    let folder = Folder::new();
    let script = wrapped(&folder, "long", "head -c 50000000 /dev/zero; echo");
    let summary = against_the_real_one(&format!("cmd=sh args={} proto=hub nodes=50", script.display()));
    assert_eq!((&summary["finished"], &summary["players"][0]["faults"]), (&2.into(), &serde_json::json!({})));
}

#[track_caller]
fn assert_refused(engine: &str, fault: &str) {
    let run: Run = play(&format!(
        "--engine name=faulty {engine} --engine name=real nodes=50 --variant international --openings start"
    ));
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.errors.contains(fault), "{}", run.errors);
}

#[test]
fn an_engine_that_does_not_start_stops_the_match() {
    let folder = Folder::new();
    let dead = folder.write("dead", "exit 7");
    let mute = folder.write("mute", "sleep 60");
    let fine = hub(&folder, "fine", "echo done");
    let sh = |script: &Path, more: &str| format!("cmd=sh args={} proto=hub nodes=1 {more}", script.display());
    for (engine, fault) in [
        (sh(&dead, ""), "engine faulty does not start: the process ended: exit status: 7"),
        (sh(&mute, "patience=1"), "engine faulty does not start: no wait within 1 s"),
        (
            "cmd=/nowhere/at/all proto=hub nodes=1".to_owned(),
            "engine faulty does not start: /nowhere/at/all: No such file",
        ),
        (sh(&fine, "option.speed=9"), "it has no option \"speed\": it declares depth-of-thought"),
        ("proto=hub nodes=1 option.speed=9".to_owned(), "it has no option \"speed\": it declares variant, ponder"),
        ("proto=local nodes=1 option.speed=9".to_owned(), "engine faulty: unknown option \"speed\": expected one of"),
    ] {
        assert_refused(&engine, fault);
    }
    let run = play(&format!("--engine name=faulty {} --engine name=real nodes=50 --variant english", sh(&fine, "")));
    assert!(run.errors.contains("it declares no option variant, so it cannot play english"), "{run:?}");
}

#[test]
fn what_was_played_is_told_when_an_engine_does_not_start_again() {
    let folder = Folder::new();
    let starts = folder.file("starts");
    // Once it is tried out, once it plays.
    let count = format!(
        "echo >> {0}; lines=0; while read -r _; do lines=$((lines + 1)); done < {0}; [ $lines -gt 2 ] && exit 7",
        starts.display()
    );
    let script = wrapped(&folder, "twice", &count);
    let run = play(&format!(
        "--engine name=twice cmd=sh args={} proto=hub nodes=50 restart=on --engine name=real nodes=50 \
         --variant international --openings plies:1 --games 4 --concurrency 1 --json",
        script.display()
    ));
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.errors.contains("engine twice does not start: the process ended: exit status: 7"), "{run:?}");
    let summary: Value = serde_json::from_str(&run.out).expect("a summary");
    assert_eq!((&summary["finished"], &summary["games"]), (&1.into(), &4.into()));
}

#[test]
fn a_match_that_cannot_begin_leaves_no_record() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let engines = "--engine name=faulty cmd=/nowhere/at/all nodes=1 --engine name=real nodes=50";
    assert_eq!(play(&format!("{engines} --record {}", record.display())).code, Some(1));
    assert!(!record.exists());
    let engines = "--engine name=A nodes=9 --engine name=B nodes=9 --pdn /nowhere/at/all.pdn";
    let run = play(&format!("{engines} --record {}", record.display()));
    assert!(run.errors.contains("/nowhere/at/all.pdn: No such file"), "{run:?}");
    assert!(!record.exists());
}

/// A signal to all processes of a match, as a service manager sends it, ends engines as well: that loses no game.
#[test]
fn a_stop_that_ends_the_engines_too_loses_no_game() {
    for _ in 0..5 {
        let folder = Folder::new();
        let dying = hub(&folder, "dying", "kill -INT $PPID; exit");
        let record = folder.file("record.jsonl");
        let run = play(&format!(
            "--variant international --engine name=A cmd=sh args={} proto=hub nodes=1 --engine name=B nodes=50 \
             --games 4 --concurrency 1 --json --record {}",
            dying.display(),
            record.display()
        ));
        let summary: Value = serde_json::from_str(&run.out).expect("a summary");
        assert_eq!(summary["interrupted"], true, "{run:?}");
        assert_eq!(summary["players"][0]["faults"], serde_json::json!({}), "{run:?}");
    }
}

/// Also not one that does not read its input, and so does not see its end.
#[test]
fn a_second_interrupt_leaves_no_engine_behind() {
    let folder = Folder::new();
    let number = folder.file("number");
    let script = hub(&folder, "deaf", &format!("echo $$ >> {}; exec sleep 300", number.display()));
    let mut child = start(&format!(
        "--engine name=deaf cmd=sh args={} proto=hub nodes=1 --engine name=real nodes=50 --variant international \
         --games 2 --openings start",
        script.display()
    ));
    wait_until("it does not think", || std::fs::read_to_string(&number).is_ok_and(|text| text.len() >= 2));
    // The engine is given a second to end. A signal after half of it is the second one.
    let id = rustix::process::Pid::from_child(&child);
    let ended = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it has not been reaped");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(ended.code(), Some(130));
    assert_gone(&number, 1);
}

/// It floods while its opponent thinks, when nobody takes what it says.
#[test]
fn a_flood_of_answers_breaks_the_protocol() {
    let folder = Folder::new();
    let script = hub(&folder, "answers", "echo 'done move=32-28'; while :; do echo ready; done");
    let run = play(&format!(
        "--engine name=faulty cmd=sh args={} nodes=1 --engine name=real st=1 \
         --variant international --games 2 --openings start",
        script.display()
    ));
    let finished = run.line("Finished game 1 ");
    assert!(finished.ends_with("0-1 {White breaks the protocol (it flooded its output)}"), "{finished}");
}

#[test]
fn a_faulty_pv_is_warned_of_and_costs_nothing() {
    let folder = Folder::new();
    for (name, info, warning) in [
        ("illegal", "echo 'info depth=1 score=0.1 pv=\"32-28 32-28\"'; ", "move 2 of its PV: "),
        ("other", "echo 'info depth=1 score=0.1 pv=\"31-27\"'; ", "it plays 32-28, but its PV begins with 31-27"),
    ] {
        let script = hub(&folder, name, &format!("{info}echo 'done move=32-28'"));
        let engine = format!("name=faulty cmd=sh args={} proto=hub nodes=1", script.display());
        let run = play(&format!(
            "--engine {engine} --engine name=real nodes=50 --variant international --games 1 --single \
             --openings start --max-plies 2"
        ));
        let line = run.line("Warnings about faulty: 1 move with a faulty PV; the first: ");
        assert!(line.contains(warning), "{line}");
        // Whatever the script plays next loses, so the game is cut short.
        assert!(run.line("Finished game 1 ").contains("1/2-1/2"), "{run:?}");
    }
    let summary = against_the_real_one("proto=hub nodes=200");
    assert_eq!((&summary["players"][0]["warnings"], &summary["players"][1]["warnings"]), (&0.into(), &0.into()));
}

#[test]
fn an_engine_can_be_checked_before_a_match() {
    let folder = Folder::new();
    let run =
        play("--compliance --variant english --engine name=A proto=hub nodes=200 --engine name=B proto=uci nodes=200");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.out.matches("  ok    ").count(), 2 * 7, "{run:?}");
    let silent = hub(&folder, "silent", "echo 'done move=32-28'");
    let dead = folder.write("dead", "exit 7");
    for (script, fault) in [
        (&silent, "  FAIL  plays from the start position: Black makes an illegal move"),
        (&dead, "  FAIL  gets ready: the process ended: exit status: 7"),
    ] {
        let engine = format!("name=A cmd=sh args={} proto=hub nodes=1", script.display());
        let run = play(&format!("--compliance --variant international --engine {engine}"));
        assert!(run.code == Some(1) && run.out.contains(fault), "{run:?}");
        assert!(run.errors.ends_with("1 check failed\n"), "{run:?}");
    }
    // Of what it would report, nothing is known.
    let mute = hub(&folder, "mute", ":");
    let engine = format!("name=A cmd=sh args={} proto=hub nodes=1 patience=2", mute.display());
    let run = play(&format!("--compliance --variant international --engine {engine}"));
    assert!(run.code == Some(1) && run.errors.ends_with("2 checks failed\n"), "{run:?}");
    assert!(!run.out.contains("reports"), "{run:?}");
    assert!(play("--compliance").errors.contains("--compliance needs an engine"));
}
