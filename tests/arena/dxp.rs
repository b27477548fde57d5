//! Matches with programs that listen for DXP.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::runner::{Folder, games, play, wait_until};

/// A Crownhead that listens, and its port.
struct Listener {
    process: Child,
    port: u16,
}

impl Listener {
    fn start(variant: &str) -> Listener {
        Listener::start_at(0, &["--variant", variant])
    }

    /// At a port, or at any that is free if that is 0.
    fn start_at(port: u16, arguments: &[&str]) -> Listener {
        let mut process = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["dxp", "--listen", &port.to_string()])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut lines = BufReader::new(process.stdout.take().expect("it is a pipe")).lines();
        let line = lines.next().expect("it says where it listens").expect("it can be read");
        let port = line.rsplit(':').next().and_then(|port| port.parse().ok());
        std::thread::spawn(move || lines.for_each(drop));
        Listener { process, port: port.unwrap_or_else(|| panic!("no port in {line:?}")) }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn programs_that_listen_play_from_any_opening() {
    for variant in ["international", "giveaway"] {
        let (one, other) = (Listener::start(variant), Listener::start(variant));
        let run = play(&format!(
            "--engine name=A port={} --engine name=B port={} --each proto=dxp tc=0.9 margin=600 patience=120 \
             --variant {variant} --openings plies:2 --games 4 --json",
            one.port, other.port
        ));
        let summary = run.json();
        assert_eq!(summary["finished"], 4, "{summary}");
        for player in summary["players"].as_array().expect("players") {
            assert_eq!(player["faults"], serde_json::json!({}), "{variant}: {summary}");
        }
    }
}

#[test]
fn a_listener_plays_against_a_process_and_games_may_be_cut_short() {
    let listener = Listener::start("international");
    let run = play(&format!(
        "--engine name=A proto=dxp port={} tc=1 margin=600 --engine name=B proto=hub depth=3 \
         --variant international --openings plies:1 --games 4 --max-plies 21 --json",
        listener.port
    ));
    let summary = run.json();
    assert_eq!((&summary["finished"], &summary["pairings"][0]["draws"]), (&4.into(), &4.into()), "{summary}");
    assert_eq!(summary["players"][0]["faults"], serde_json::json!({}), "{summary}");
}

#[test]
fn a_listener_may_need_a_moment_between_games() {
    const ONE_GAME: [&str; 4] = ["--variant", "international", "--games", "1"];
    let mut first = Listener::start_at(0, &ONE_GAME);
    let port = first.port;
    let successor = std::thread::spawn(move || {
        wait_until("the first game does not end", || first.process.try_wait().expect("it is a child").is_some());
        // Long enough that a runner without patience has given up.
        std::thread::sleep(Duration::from_secs(1));
        Listener::start_at(port, &ONE_GAME)
    });
    let run = play(&format!(
        "--engine name=A proto=dxp port={port} tc=1 margin=600 restart=on --engine name=B proto=hub depth=3 \
         --variant international --openings plies:1 --games 2 --max-plies 21 --json"
    ));
    let summary = run.json();
    assert_eq!((&summary["finished"], &summary["pairings"][0]["draws"]), (&2.into(), &2.into()), "{summary}");
    assert_eq!(summary["players"][0]["faults"], serde_json::json!({}), "{summary}");
    successor.join().expect("it listens");
}

/// A game that is refused, or that nobody is there for, is not lost: the match stops.
#[test]
fn a_game_that_does_not_begin_is_not_lost() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let match_of = |port: u16, variant: &str, patience: u32| {
        play(&format!(
            "--engine name=A proto=dxp port={port} tc=1 margin=600 patience={patience} --engine name=B proto=hub depth=3 \
             --variant {variant} --openings plies:1 --games 4 --max-plies 21 --quiet --record {}",
            record.display()
        ))
    };
    let listener = Listener::start("international");
    let run = match_of(listener.port, "english", 60);
    assert!(run.code == Some(1) && run.errors.contains("it refuses the game: NotThisGame"), "{run:?}");
    assert!(!record.exists());
    // One that is busy lets others connect, and says nothing.
    let busy = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let run = match_of(busy.local_addr().expect("it is bound").port(), "international", 1);
    assert!(run.code == Some(1) && run.errors.contains("does not start: no answer within 1 s"), "{run:?}");
    assert!(!record.exists());
    let once = Listener::start_at(0, &["--variant", "international", "--games", "1"]);
    // Nobody answers the second game for so long.
    let run = match_of(once.port, "international", 5);
    assert!(run.code == Some(1) && run.errors.contains("engine A does not start"), "{run:?}");
    assert_eq!(games(&record).len(), 1, "{run:?}");
}

#[test]
fn nobody_listens() {
    let run = play(
        "--engine name=A proto=dxp port=1 tc=1 patience=1 --engine name=B proto=hub depth=3 \
         --variant international --openings plies:1 --games 2",
    );
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("engine A does not start: 127.0.0.1:1: "), "{}", run.errors);
    let run = play("--engine name=A proto=dxp st=1 --engine name=B nodes=9 --variant international");
    assert!(run.errors.contains("proto=dxp supports tc=time, from 0.6 s"), "{}", run.errors);
}
