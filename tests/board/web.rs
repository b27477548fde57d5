//! The board in a single file, without a program: `scripts/web` makes it, and `CROWNHEAD_WEB` names it. Without that,
//! these tests are skipped, with a message.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crownhead_rules::Variant;

use crate::driver::{Browser, DESK};
use crate::page::{Page, settle, square, url_of_file};
use crate::served::plies;

#[test]
fn a_game_is_there_after_a_reload_and_nothing_is_loaded() {
    let Some(page) = Page::of_file("web-reload", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "giveaway", "white": 1, "black": 0 }));
    for number in [11, 15] {
        page.click(&square(&json!(number)));
    }
    settle(&page, 2);
    page.post(&path, &json!({ "do": "resign" }));
    let ended = page.get(&path);
    page.run("location.reload()", json!([]));
    settle(&page, plies(&ended));
    let after = page.get(&path);
    for part in ["moves", "result", "names", "seats"] {
        assert_eq!(after[part], ended[part], "{part}");
    }
    let loaded = "return performance.getEntriesByType('resource').map((entry) => entry.name)
                      .filter((name) => !/^(blob|data):/.test(name))";
    assert_eq!(page.run(loaded, json!([])), json!([]), "nothing is loaded from anywhere");
}

/// Neither what is too large nor a storage that others have filled costs a person a game.
#[test]
fn no_game_gives_way_to_another() {
    let Some(page) = Page::of_file("web-full", DESK, false) else { return };
    for _ in 0..3 {
        page.open_game(&json!({ "variant": "english" }));
    }
    let kept = "return Object.keys(localStorage).filter((key) => key.startsWith('crownhead-game-')).length";
    let before = page.run(kept, json!([]));
    // A text that is no game, a game that no storage takes, and one that it could take, but in place of the others.
    let game = |words: usize| format!("1. 11-15 {{{}}} *", "a ".repeat(words));
    for (pdn, fault) in [
        ("a ".repeat(3_000_000), "is not part of a game"),
        (game(3_000_000), "too large to be kept"),
        (game(2_000_000), "too large to be kept"),
    ] {
        let (status, text) = page.send("/api/games", Some(&json!({ "variant": "english", "pdn": pdn })));
        assert!(status == 422 && text.contains(fault), "{status} {text}");
    }
    assert_eq!(page.run(kept, json!([])), before);
    // Another page of the same address.
    let fill = "let text = '';
                for (let size = 1 << 23; size > 0; size >>= 1) {
                    try { localStorage.setItem('other', text + 'x'.repeat(size)); text += 'x'.repeat(size); } catch {}
                }";
    page.run(fill, json!([]));
    for number in [11, 15] {
        page.click(&square(&json!(number)));
    }
    let message = "document.querySelector('#message').textContent";
    page.wait("the words", &format!("return {message}.includes('the storage of the browser is full')"));
    assert_eq!(page.run(kept, json!([])), before);
    page.run("localStorage.removeItem('other')", json!([]));
    page.wait("the move", "return Object.values(localStorage).some((game) => game.includes('11-15'))");
}

#[test]
fn an_analysis_is_stopped() {
    let Some(page) = Page::of_file("web-analysis", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "international" }));
    page.run("document.querySelector('#analysis').open = true", json!([]));
    page.wait("deep lines", "return /Depth 1[0-9]/.test(document.querySelector('#depth').textContent)");
    page.wait("the book", "return document.querySelectorAll('#book-moves li').length === 9");
    let start = Instant::now();
    let stopped = page.post(&path, &json!({ "do": "stop-analysis" }));
    // Timing decides no test; docs/web.md has what was measured.
    eprintln!("the analysis was stopped after {:?}", start.elapsed());
    assert_eq!(stopped["is_analysing"], json!(false));
}

/// What the program says to these lines, up to a line that begins like this.
fn own_answer(lines: &[&str], last: &str) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = engine.stdin.take().expect("a pipe");
    writeln!(input, "{}", lines.join("\n")).expect("it reads");
    // The end of the input would stop the search, so its answer comes first.
    let mut heard = Vec::new();
    for line in BufReader::new(engine.stdout.take().expect("a pipe")).lines() {
        heard.push(line.expect("text"));
        if heard.last().is_some_and(|line| line.starts_with(last)) {
            break;
        }
    }
    drop(input);
    engine.wait().expect("it ends");
    heard
}

/// An engine in a worker of its own, as other pages have it.
struct Worker(Page);

impl Worker {
    fn start(name: &str) -> Option<Worker> {
        let page = Page::of_file(name, DESK, false)?;
        let script = "return import('crownhead/http.js').then(({ url }) => {
            [window.engine, window.heard] = [new Worker(url), []];
            engine.onmessage = ({ data }) => heard.push(data);
            engine.onerror = ({ message }) => heard.push(`FAULT: ${message}`);
            // Searches that are not cut into slices are the same each time.
            engine.postMessage({ slice: 1e9 });
        })";
        page.run(script, json!([]));
        Some(Worker(page))
    }

    fn say(&self, lines: &[&str]) {
        self.0.run("for (const line of arguments[0]) engine.postMessage(line)", json!([lines]));
    }

    /// What it has said since, up to a line that begins like this.
    fn hear(&self, last: &str) -> Vec<String> {
        let script = format!(
            "const last = heard.findIndex((line) => line.startsWith('FAULT') || line.startsWith('{last}'));
             return last < 0 ? null : heard.splice(0, last + 1)"
        );
        serde_json::from_value(self.0.wait(last, &script)).expect("a list of texts")
    }
}

/// The number behind this word, in the last line that has it.
fn last_number(lines: &[String], word: &str) -> u64 {
    let rest = lines.iter().rev().find_map(|line| line.split_once(word)).expect("such a line").1;
    rest.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn every_variant_has_the_nodes_of_the_program() {
    let Some(worker) = Worker::start("web-nodes") else { return };
    for &variant in Variant::ALL {
        let option = format!("setoption name UCI_Variant value {variant}");
        let lines = ["uci", &option, "position startpos", "go depth 8"];
        worker.say(&lines);
        let [found, expected] = [worker.hear("bestmove"), own_answer(&lines, "bestmove")];
        assert_eq!(last_number(&found, " nodes "), last_number(&expected, " nodes "), "{variant}");
        assert_eq!(found.last(), expected.last(), "{variant}");
    }
}

#[test]
fn a_worker_speaks_hub() {
    let Some(worker) = Worker::start("web-hub") else { return };
    worker.say(&["hub"]);
    let found = worker.hear("wait");
    let names =
        |lines: &[String]| lines.iter().map(|line| line.split(" value=").next().map(str::to_owned)).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&own_answer(&["hub"], "wait")), "the same parameters");
    worker.say(&["set-param name=book value=false\ninit"]);
    worker.hear("ready");
    let lines = ["pos start moves=\"32-28 19-23\"", "level depth=9", "go think"];
    worker.say(&lines);
    let found = worker.hear("done ");
    let before = ["hub", "set-param name=book value=false", "init"];
    let expected = own_answer(&[&before[..], &lines].concat(), "done ");
    assert_eq!(last_number(&found, " nodes="), last_number(&expected, " nodes="));
    assert_eq!(found.last(), expected.last());
    // A search without limits, which messages can reach again.
    worker.0.run("engine.postMessage({ slice: 5000 })", json!([]));
    worker.say(&["pos pos=WWWWWWWWWWWWWWWWWWWWeeeeeeeeeebbbbbbbbbbbbbbbbbbbb", "level infinite", "go think"]);
    worker.hear("error ");
    worker.say(&["pos start", "level infinite", "go think"]);
    worker.hear("info ");
    worker.say(&["ping"]);
    worker.hear("pong");
    worker.say(&["stop"]);
    worker.hear("done move=");
    worker.say(&["quit", "ping"]);
    assert_eq!(worker.hear("pong"), ["pong"], "a worker has no end but that of its page");
}

/// The example of the package for npm, in the package that `scripts/web` makes beside the file.
#[test]
fn the_package_answers_in_node() {
    let file = std::env::var_os("CROWNHEAD_WEB").map(std::path::PathBuf::from);
    let package = file.and_then(|file| std::fs::canonicalize(file.parent()?.join("web-package")).ok());
    let (Some(package), Ok(_)) = (package, Command::new("node").arg("--version").output()) else {
        eprintln!("SKIPPED: there is no Node, or no package beside the file that CROWNHEAD_WEB names");
        return;
    };
    let readme = std::fs::read_to_string(package.join("README.md")).expect("it has one");
    let mut examples = readme.split("```js\n").skip(1).filter_map(|text| text.split("```").next());
    let example = examples.find(|text| text.contains("worker_threads")).expect("an example for Node");
    let worker = package.join("crownhead.js").display().to_string();
    let example = example.replace("\"crownhead/worker\"", &format!("{worker:?}"));
    let said = Command::new("node").args(["--eval", &example]).output().expect("it runs");
    let lines = String::from_utf8(said.stdout).expect("text");
    assert!(said.status.success() && said.stderr.is_empty(), "{}", String::from_utf8_lossy(&said.stderr));
    assert!(lines.contains("\nready\n") && lines.contains("\ndone move=28x19x23"), "{lines}");
}

/// What docs/web.md says of the start and of the memory.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a measurement, for a quiet machine"]
fn measure_the_start_and_the_memory() {
    for round in 1..=5 {
        // A new profile has nothing in a cache, and the clock of a page begins when it is asked for.
        let Some((url, page)) = url_of_file().zip(Browser::start("web-measure", DESK, false)) else { return };
        page.open(&url);
        let since = |what: &str, script: &str| {
            let millis = page.wait(what, &format!("return ({script}) ? performance.now() : null"));
            millis.as_f64().expect("a number") / 1000.0
        };
        let board = since("the board", "document.querySelector('.movable') !== null");
        for number in [11, 15] {
            page.click(&square(&json!(number)));
        }
        let answer = since("the answer", "document.querySelectorAll('#moves button').length === 2");
        settle(&page, 2);
        page.run("document.querySelector('#new-game').click()", json!([]));
        page.run("document.querySelector('#new-variant').value = 'international'", json!([]));
        page.run("document.querySelector('#new-start').click()", json!([]));
        page.wait("the game", "return document.querySelectorAll('[data-square]').length === 50");
        page.run("document.querySelector('#analysis').open = true", json!([]));
        std::thread::sleep(Duration::from_secs(6));
        let memory = page.memory() as f64 / 1e6;
        println!("{round}: board after {board:.2} s, first move of level 2 after {answer:.2} s, {memory:.0} MB");
    }
}
