//! Games that outlive the program.

use serde_json::{Value, json};

use crate::driver::DESK;
use crate::page::{Page, settle};
use crate::served::{Served, is_settled, plies, texts};

#[test]
fn a_game_is_there_after_a_restart_and_goes_on() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "white": 2, "black": 0, "time": "600+50" }));
    game.done(json!({ "do": "move", "ply": 0, "text": "11-15" }));
    let before = game.wait(is_settled);
    let path = game.path.clone();
    let served = served.again();
    let after = served.get(&path).json();
    for part in ["variant", "moves", "fens", "seats", "names", "time", "side", "legal"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let seconds = |view: &Value, side: usize| view["clocks"][side]["seconds"].as_f64().expect("a clock");
    assert!((seconds(&after, 0) - seconds(&before, 0)).abs() < 1.0, "{:#}", after["clocks"]);
    // The engine answers, and the end is kept too, with who resigned.
    let text = after["legal"][0]["text"].clone();
    assert_eq!(served.post(&path, &json!({ "do": "move", "ply": 2, "text": text })).status, 200);
    while plies(&served.get(&path).json()) < 4 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    served.post(&path, &json!({ "do": "resign" }));
    let ended = served.get(&path).json();
    assert_eq!(ended["result"], json!("White wins: Black resigned"));
    let served = served.again();
    let after = served.get(&path).json();
    assert_eq!((&after["end"], &after["moves"]), (&ended["end"], &ended["moves"]));
    // What was decided can still be taken back.
    let view = served.post(&path, &json!({ "do": "take-back" })).json();
    assert_eq!((&view["result"], plies(&view)), (&Value::Null, 4));
    let listed = served.get("/api/games").json();
    assert_eq!((&listed[0]["plies"], &listed[0]["variant"]), (&json!(4), &json!("english")));
}

#[test]
fn every_end_and_every_origin_survives() {
    let served = Served::start(&[]);
    let tags = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n";
    let loaded = served.open(json!({ "variant": "english", "pdn": format!("{tags}\n1. 11-15 {{Known.}} 23-19 1-0") }));
    let agreed = served.open(json!({ "variant": "losing" }));
    agreed.done(json!({ "do": "draw" }));
    let flagged = served.open(json!({ "variant": "russian", "time": "0.2" }));
    let first = flagged.view()["legal"][0]["text"].clone();
    flagged.done(json!({ "do": "move", "ply": 0, "text": first }));
    flagged.wait(|view| !view["result"].is_null());
    let set_up = served.open(json!({ "variant": "italian", "fen": "W:WK32,28:BK1" }));
    let engines = served.open(json!({ "variant": "english", "white": 1, "black": 1 }));
    engines.done(json!({ "do": "pause" }));
    let begun = served.open(json!({ "variant": "english", "opening": "ballot:5" }));
    begun.play("24-20");
    let games = [&loaded, &agreed, &flagged, &set_up, &engines, &begun].map(|game| (game.path.clone(), game.view()));
    let pdn = loaded.pdn();
    let served = served.again();
    for (path, before) in games {
        let after = served.get(&path).json();
        for part in ["variant", "moves", "fens", "seats", "names", "end", "is_paused", "opening", "can_take_back"] {
            assert_eq!(after[part], before[part], "{path}: {part}");
        }
    }
    let loaded = served.get("/api/games/1/pdn").text;
    assert_eq!(loaded, pdn);
}

/// The graph and the explanations, too, and the PDN is the same again.
#[test]
fn a_review_survives() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": "1. 11-15 23-19 2. 15-18 *" }));
    game.done(json!({ "do": "review" }));
    let before = game.wait(|view| !view["report"].is_null());
    let (path, pdn) = (game.path.clone(), game.pdn());
    let served = served.again();
    let after = served.get(&path).json();
    for part in ["report", "scores", "marks", "criticisms"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(served.get(&format!("{path}/pdn")).text, pdn);
}

/// Each start has another address, which the browser takes for another page.
#[test]
fn what_the_page_remembers_survives() {
    let Some(mut page) = Page::of_program("remembered", DESK, Served::start(&[])) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.choose("#language", "de");
    page.click("#new-game");
    page.choose("#new-level", "4");
    page.run("document.querySelector('#new-name').value = 'Ann'", json!([]));
    page.click("#new-start");
    let memory = || page.served().get("/api/memory").json();
    let start = std::time::Instant::now();
    while memory()["crownhead-names"] != json!(["Ann"]) {
        assert!(start.elapsed().as_secs() < 60, "{}", memory());
    }
    let before = page.url();
    page.restart(&[]);
    page.open(&page.url());
    assert_ne!(page.url(), before);
    page.wait("German", "return document.querySelector('#new-game').textContent === 'Neue Partie'");
    page.click("#new-game");
    let fields = "return ['name', 'level'].map((name) => document.querySelector(`#new-${name}`).value)";
    assert_eq!(page.run(fields, json!([])), json!(["Ann", "4"]));
    // What is no memory is refused, and a damaged one is none.
    let served = page.served();
    assert_eq!(served.post("/api/memory", &json!([1])).status, 422);
    assert_eq!(served.post("/api/memory", &json!({ "a": "x".repeat(1 << 20) })).status, 413);
    let half = json!({ "a": "x".repeat(600_000) });
    assert_eq!(served.post("/api/memory", &half).status, 200);
    let refused = served.post("/api/memory", &json!({ "b": half["a"] }));
    assert_eq!((refused.status, refused.error().as_str()), (500, "it is larger than 1 MiB"));
    std::fs::write(served.games().join("person.json"), "{").expect("it can be written");
    assert_eq!(served.get("/api/memory").json(), json!({}));
}

/// More games than a program has in hand at a time.
#[test]
fn games_that_are_not_in_hand_are_listed_and_opened() {
    let served = Served::start(&[]);
    for _ in 0..15 {
        served.open(json!({ "variant": "english" }));
    }
    let served = served.again();
    for _ in 0..15 {
        served.open(json!({ "variant": "losing" }));
    }
    assert_eq!(served.get("/api/games").json().as_array().map(Vec::len), Some(30));
    assert_eq!(served.get("/api/games/1").json()["variant"], json!("english"));
}

#[test]
fn two_programs_do_not_take_each_others_games() {
    let one = Served::start(&[]);
    let path = one.open(json!({ "variant": "english" })).path;
    let other = one.beside();
    let refused = other.get(&path);
    assert_eq!((refused.status, refused.error().as_str()), (500, "game 1: another board has the game open"));
    let own = other.open(json!({ "variant": "losing" }));
    assert_ne!(own.path, path);
    own.play("32-28");
    assert_eq!(texts(&own.view()), ["32-28"]);
    assert_eq!(one.get("/api/games").json().as_array().map(Vec::len), Some(2), "each lists all");
}

/// A file that is no game, or that somebody has damaged, is told and breaks nothing.
#[test]
fn a_damaged_file_is_told() {
    let served = Served::start(&[]);
    served.open(json!({ "variant": "english" }));
    let file = served.games().join("7.json");
    std::fs::write(file, "{\"variant\":").expect("it can be written");
    let refused = served.get("/api/games/7");
    assert!(refused.status == 500 && refused.error().contains("cannot be read"), "{refused:?}");
    assert_eq!(served.get("/api/games").json().as_array().map(Vec::len), Some(1));
    assert!(served.open(json!({ "variant": "english" })).path.ends_with("/8"));
}

/// As where a disk was full, and has room again. Nobody looks at the page meanwhile, and the program is killed then.
#[test]
fn a_game_that_could_not_be_written_is_written_later() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    let path = game.path.clone();
    let (folder, away) = (served.games().to_owned(), served.games().with_extension("away"));
    std::fs::rename(&folder, &away).expect("it can be moved");
    let view = game.play("11-15");
    assert!(view["notice"].as_str().is_some_and(|notice| notice.contains("cannot be kept: ")), "{}", view["notice"]);
    std::fs::rename(&away, &folder).expect("it can be moved back");
    let start = std::time::Instant::now();
    while !std::fs::read_to_string(folder.join("1.json")).expect("the game").contains("11-15") {
        assert!(start.elapsed().as_secs() < 60, "it is tried again");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let after = game.view();
    assert_eq!(after["notice"], Value::Null, "it is kept now");
    assert!(after["version"].as_u64() > view["version"].as_u64(), "and the page gets to know");
    let served = served.again();
    assert_eq!(texts(&served.get(&path).json()), ["11-15"]);
}

/// What could not be read again, or would leave no room for a review, is not loaded. What is loaded can be read again.
#[test]
fn a_game_is_loaded_only_if_it_can_be_kept() {
    let served = Served::start(&[]);
    let pdn = |comment: String| format!("[GameType \"21\"]\n\n1. 11-15 {{{comment}}} 23-19 *\n");
    // In JSON each of them takes two bytes.
    for comment in ["\"".repeat(3 << 20), "\\".repeat(7 << 20), "x".repeat(5 << 20)] {
        let refused = served.post("/api/games", &json!({ "variant": "english", "pdn": pdn(comment) }));
        assert_eq!(refused.status, 422);
        assert!(refused.error().contains("too large to be kept: "), "{}", refused.error());
    }
    assert_eq!(served.get("/api/games").json(), json!([]), "nothing is left of them");
    let game = served.open(json!({ "variant": "english", "pdn": pdn("\"".repeat(1 << 20)) }));
    let (path, saved) = (game.path.clone(), game.pdn());
    let served = served.again();
    assert_eq!(texts(&served.get(&path).json()), ["11-15", "23-19"]);
    assert!(served.get(&format!("{path}/pdn")).text == saved);
}

/// Somebody who may write to the folder can put anything there. To open a pipe would wait for ever.
#[cfg(target_os = "linux")]
#[test]
fn what_is_no_lock_holds_nothing_up_and_loses_nothing() {
    let served = Served::start(&[]);
    served.open(json!({ "variant": "english" }));
    let folder = served.games().to_owned();
    let mine = folder.join("mine.txt");
    std::fs::write(&mine, "mine").expect("it can be written");
    crate::unix::make_pipe(&folder.join("2.lock"));
    std::os::unix::fs::symlink(&mine, folder.join("3.lock")).expect("a link");
    crate::unix::make_pipe(&folder.join("4.json"));
    std::fs::copy(folder.join("1.json"), folder.join("2.json")).expect("it can be copied");
    let served = served.again();
    let refused = served.get("/api/games/2");
    assert!(refused.status == 500 && refused.error().contains("2.lock: not a lock"), "{refused:?}");
    let refused = served.get("/api/games/4");
    assert!(refused.status == 500 && refused.error().contains("not a regular file"), "{refused:?}");
    assert_eq!(served.get("/api/games").json().as_array().map(Vec::len), Some(2));
    let game = served.open(json!({ "variant": "losing" }));
    assert!(game.path.ends_with("/5"), "{}", game.path);
    assert_eq!(std::fs::read_to_string(&mine).expect("it is there"), "mine");
    assert!(folder.join("3.lock").is_symlink());
}

/// One that another program has in hand stays, and nothing but the games is left in the folder.
#[test]
fn a_kept_game_can_be_deleted() {
    let served = Served::start(&[]);
    let other = served.beside();
    let held = other.open(json!({ "variant": "losing" })).path;
    let path = served.open(json!({ "variant": "english" })).path;
    let delete = |path: &str| served.post(&format!("{path}/delete"), &json!({}));
    assert_eq!((delete(&held).status, delete("/api/games/99").status), (500, 404));
    assert_eq!((delete(&path).status, served.get(&path).status, delete(&path).status), (200, 404, 404));
    let left = std::fs::read_dir(served.games()).expect("the folder").map(|entry| entry.expect("it").file_name());
    let mut left: Vec<_> = left.map(|name| name.into_string().expect("a plain name")).collect();
    left.sort_unstable();
    assert_eq!(left, ["1.json", "1.lock"], "the other program has it");
}

#[test]
fn the_list_of_games_deletes_what_is_confirmed() {
    let Some(page) = Page::of_program("delete", DESK, Served::start(&[])) else { return };
    let kept = page.served().open(json!({ "variant": "losing" })).path;
    page.open_game(&json!({ "variant": "english" }));
    page.click("#show-games");
    page.wait("the list", "return document.querySelectorAll('#game-list .game').length === 2");
    let buttons = page.run("return document.querySelectorAll('#game-list .game button').length", json!([]));
    assert_eq!(buttons, json!(1), "the game that is shown stays");
    page.picture("delete");
    for (answer, left) in [("#delete-no", 2), ("#delete-yes", 1)] {
        page.click("#game-list .game button");
        page.wait("the question", "return document.querySelector('#delete-dialog').open");
        assert!(page.text("#delete-title").contains("Delete game 1?"));
        page.click(answer);
        let lines = "document.querySelectorAll('#game-list .game').length";
        page.wait("the list", &format!("return !document.querySelector('#delete-dialog').open && {lines} === {left}"));
        assert_eq!(page.served().get(&kept).status == 200, left == 2);
    }
}

#[test]
fn an_address_of_a_game_that_is_gone_says_so() {
    let Some(page) = Page::of_program("gone", DESK, Served::start(&[])) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    page.run("location.hash = '77'", json!([]));
    page.wait("the message", "return document.querySelector('#message').textContent.includes('no game 77')");
    // The other games are there to choose from.
    page.wait("the list", "return document.querySelector('#games-dialog').open");
    page.picture("gone");
    page.click("#game-list a");
    settle(&page, 0);
    let number = path.rsplit('/').next().expect("a number");
    assert_eq!(page.run("return location.hash", json!([])), json!(format!("#{number}")));
    assert_eq!(page.run("return document.querySelector('#message').hidden", json!([])), json!(true));
}
