//! The board in a single file, without a program: `scripts/web` makes it, and `CROWNHEAD_WEB` names it. Without that,
//! these tests are skipped, with a message.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crownhead::rules::Variant;

use crate::browser::{WINDOW, settle, square};
use crate::driver::Browser;

/// A browser without a network that has the file open.
fn open_file(name: &str) -> Option<Browser> {
    let Some(file) = std::env::var_os("CROWNHEAD_WEB") else {
        eprintln!("SKIPPED {name}: CROWNHEAD_WEB does not name the file that scripts/web makes");
        return None;
    };
    let path = std::fs::canonicalize(file).expect("the file is there");
    let browser = Browser::start(name, WINDOW, false)?;
    browser.cut_off();
    browser.open(&format!("file://{}", path.display()));
    settle(&browser, 0);
    Some(browser)
}

/// Asks as the page asks.
fn ask(browser: &Browser, path: &str, body: &Value) -> Value {
    let script = "const [path, body] = arguments;
                  return import('crownhead/http.js')
                      .then(({ send }) => send(path, body === null ? undefined : JSON.stringify(body)))
                      .then(({ status, text }) => status < 300 ? JSON.parse(text) : Promise.reject(new Error(text)))";
    browser.run(script, json!([path, body]))
}

/// Opens a game there; its path.
fn open_game(browser: &Browser, wish: &Value) -> String {
    let number = &ask(browser, "api/games", wish)["number"];
    browser.run("location.hash = arguments[0]", json!([number.to_string()]));
    browser.wait("the game", &format!("return document.querySelector('#save').href.endsWith('/{number}/pdn')"));
    settle(browser, 0);
    format!("api/games/{number}")
}

#[test]
fn a_game_is_clicked_to_its_end_and_is_there_after_a_reload() {
    let Some(browser) = open_file("web-game") else { return };
    let path = open_game(&browser, &json!({ "variant": "giveaway", "white": 1, "black": 0 }));
    let mut number: usize = 4;
    let ended = loop {
        let now = ask(&browser, &path, &Value::Null);
        if !now["result"].is_null() {
            break now;
        }
        let legal = now["legal"].as_array().expect("a list");
        number = (number * 1_103_515_245 + 12_345) % 2_147_483_648;
        let squares = legal[number / 65_536 % legal.len()]["path"].as_array().expect("a list");
        squares.iter().for_each(|number| browser.click(&square(number)));
        settle(&browser, now["moves"].as_array().map_or(0, Vec::len) + 1);
    };
    browser.run("location.reload()", json!([]));
    settle(&browser, ended["moves"].as_array().map_or(0, Vec::len));
    let after = ask(&browser, &path, &Value::Null);
    for part in ["moves", "result", "names", "seats"] {
        assert_eq!(after[part], ended[part], "{part}");
    }
    let loaded = "return performance.getEntriesByType('resource').map((entry) => entry.name)
                      .filter((name) => !/^(blob|data):/.test(name))";
    assert_eq!(browser.run(loaded, json!([])), json!([]), "nothing is loaded from anywhere");
}

#[test]
fn an_analysis_and_a_problem_are_stopped_and_a_mistake_is_reviewed() {
    let Some(browser) = open_file("web-analysis") else { return };
    let path = open_game(&browser, &json!({ "variant": "international" }));
    browser.run("document.querySelector('#analysis').open = true", json!([]));
    browser.wait("deep lines", "return /Depth 1[0-9]/.test(document.querySelector('#depth').textContent)");
    browser.wait("the book", "return document.querySelectorAll('#book-moves li').length === 9");
    let stop = "const [path] = arguments;
                return import('crownhead/http.js').then(async ({ send }) => {
                    const start = performance.now();
                    const { text } = await send(path, JSON.stringify({ do: 'stop-analysis' }));
                    return [performance.now() - start, JSON.parse(text).is_analysing];
                })";
    let stopped = browser.run(stop, json!([path]));
    // Timing decides no test; docs/web.md has what was measured.
    eprintln!("the analysis was stopped after {} ms", stopped[0]);
    assert_eq!(stopped[1], json!(false));

    let path = open_game(&browser, &json!({ "variant": "english", "fen": "B:W18,25,32:B6,11,12,K14" }));
    ask(&browser, &path, &json!({ "do": "solve", "ply": 0 }));
    let solved = "return document.querySelector('#solution').textContent";
    assert!(browser.wait("the solution", &format!("{solved} || null")).as_str().is_some_and(|text| text.len() > 10));

    // 15-18 gives a man away for nothing.
    let game = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 *";
    open_game(&browser, &json!({ "variant": "english", "pdn": game }));
    browser.run("document.querySelector('#analysis').open = true", json!([]));
    browser.click("#review");
    browser.wait(
        "the explanation",
        "return document.querySelector('#explanation').textContent.startsWith('15-18?? loses ')",
    );
}

/// The nodes of a search from the start position, by the program itself.
fn own_nodes(variant: Variant, depth: u32) -> u64 {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = engine.stdin.take().expect("a pipe");
    writeln!(input, "uci\nsetoption name UCI_Variant value {variant}\nposition startpos\ngo depth {depth}")
        .expect("it reads");
    // The end of the input would stop the search, so its answer comes first.
    let mut nodes = 0;
    for line in std::io::BufRead::lines(std::io::BufReader::new(engine.stdout.take().expect("a pipe"))) {
        let line = line.expect("text");
        if let Some((_, rest)) = line.split_once(" nodes ") {
            nodes = rest.split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
        }
        if line.starts_with("bestmove") {
            break;
        }
    }
    drop(input);
    engine.wait().expect("it ends");
    nodes
}

#[test]
fn every_variant_has_the_nodes_of_the_program() {
    const DEPTH: u32 = 8;
    let Some(browser) = open_file("web-nodes") else { return };
    let script = "const [variants, depth] = arguments;
        return import('crownhead/http.js').then(({ url }) => new Promise((resolve, reject) => {
            const worker = new Worker(url);
            const all = [];
            let nodes = 0;
            const next = () => {
                const variant = variants[all.length];
                if (variant === undefined) return resolve(all);
                worker.postMessage(`setoption name UCI_Variant value ${variant}\\nposition startpos\\ngo depth ${depth}`);
            };
            worker.onmessage = ({ data }) => {
                nodes = Number(/ nodes (\\d+)/.exec(data)?.[1] ?? nodes);
                if (!data.startsWith('bestmove')) return;
                all.push(nodes);
                next();
            };
            worker.onerror = (event) => reject(new Error(event.message));
            // Searches that are not cut into slices are the same each time.
            worker.postMessage({ slice: 1e9 });
            worker.postMessage('uci');
            next();
        }))";
    let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    let found = browser.run(script, json!([names, DEPTH]));
    let expected: Vec<_> = Variant::ALL.iter().map(|&variant| own_nodes(variant, DEPTH)).collect();
    assert_eq!(found, json!(expected), "{names:?}");
}
