//! The explorer: what a person's own games played in the position that is shown.

use serde_json::json;

use crate::driver::{DESK, PHONE};
use crate::page::Page;
use crate::served::Served;

const GAMES: &str = "[White \"Ann\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0\n\n\
                     [White \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 15x22 25x18 0-1\n\n\
                     [White \"Cat\"]\n\n1. 9-14 24-19 1/2-1/2\n\n1. 9-15 *\n";

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

#[test]
fn a_file_tells_what_was_played_in_a_position() {
    let served = Served::start(&[]);
    let at = |fen: &str| served.post("/api/explorer/position", &json!({ "variant": "english", "fen": fen }));
    assert_eq!(at(START).json(), json!({ "all": null, "moves": [], "count": 0, "games": [] }));
    let read = served.post("/api/explorer", &json!({ "variant": "english", "pdn": GAMES }));
    assert_eq!(read.json(), json!({ "games": 4, "faulty": 1 }));
    let found = at(START).json();
    // Black begins, so 1-0 is Black's win.
    assert_eq!(found["moves"][0], json!({ "text": "11-15", "games": 2, "wins": 1, "draws": 0, "losses": 1 }));
    assert_eq!((&found["moves"][1]["text"], &found["moves"][2]), (&json!("9-14"), &json!(null)));
    assert_eq!((&found["all"], &found["count"], &found["games"][1]["white"]), (&json!(4), &json!(4), &json!("Bob")));
    // A game of the file is opened by its number.
    let opened = served.post("/api/games", &json!({ "variant": "english", "explored": 3 }));
    let pdn = served.get(&format!("/api/games/{}/pdn", opened.json()["number"])).text;
    assert!(pdn.contains("[White \"Cat\"]"), "{pdn}");
    // What cannot be read leaves what is there.
    for (path, body) in [
        ("/api/explorer", json!({ "variant": "english", "pdn": "hello" })),
        ("/api/explorer", json!({ "variant": "klingon", "pdn": GAMES })),
        ("/api/explorer/position", json!({ "variant": "english", "fen": "W:W99" })),
        ("/api/games", json!({ "variant": "english", "explored": 9 })),
    ] {
        let answer = served.post(path, &body);
        assert!(answer.status == 422 && answer.json()["error"].is_string(), "{body}: {answer:?}");
    }
    assert_eq!(at(START).json(), found);
}

#[test]
fn the_panel_goes_along_with_the_game() {
    for (name, size) in [("explorer", DESK), ("explorer-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "english", "pdn": "[White \"Ann\"]\n\n1. 9-14 24-19 1-0" }));
        page.open_game(&json!({ "variant": "english", "pdn": "[White \"Bob\"]\n\n1. 11-15 23-19 2. 8-11 *" }));
        page.run("document.querySelector('#explorer').open = true", json!([]));
        page.wait("a word", "return document.querySelector('#explorer-count').textContent !== ''");
        page.click("#explore-own");
        let moves = "[...document.querySelectorAll('#explorer-moves .move')].map((move) => move.textContent).join()";
        page.click("#first");
        page.wait("both games", &format!("return {moves}.includes('11-15') && {moves}.includes('9-14')"));
        page.wait("their names", "return document.querySelector('#explorer-games').textContent.includes('Ann')");
        page.picture(name);
        page.click("#forward");
        page.wait("the one that is shown", &format!("return {moves} === '23-19'"));
        page.run("[...document.querySelectorAll('#explorer-moves button')][0].click()", json!([]));
        page.wait(
            "the move on the board",
            "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'",
        );
        page.click("#first");
        page.wait("the games", "return document.querySelectorAll('#explorer-games button').length >= 2");
        let before = page.run("return location.hash", json!([]));
        page.run("[...document.querySelectorAll('#explorer-games button')].find((game) => game.textContent.includes('Ann')).click()", json!([]));
        page.wait("another game", &format!("return location.hash !== {before}"));
    }
}
