//! How games end in a real browser, and how games of two engines are paused.

use serde_json::json;

use crate::browser::{open, view};
use crate::driver::{Browser, DESK, PHONE};
use crate::served::{Served, plies};

const IS_SHOWN: &str = "return !document.querySelector('#end').hidden";

#[test]
fn the_end_has_a_panel_at_the_last_position_alone() {
    for (name, size) in [("end", DESK), ("end-phone", PHONE)] {
        let Some(browser) = Browser::start(name, size, false) else { return };
        let served = Served::start(&[]);
        // White's king takes the last man.
        let wish = json!({ "variant": "english", "fen": "B:WK10,32:B1", "white": 2, "black": 0 });
        let path = open(&served, &browser, wish);
        browser.click("[data-square='1']");
        browser.click("[data-square='6']");
        browser.wait("the end", IS_SHOWN);
        assert_eq!(browser.text("#end-title"), "You lost");
        assert!(browser.text("#end-reason").contains("White wins: Black has no move left"));
        assert_eq!(browser.run("return document.querySelectorAll('.movable, .must').length", json!([])), json!(0));
        browser.picture(name);
        browser.click("#back");
        browser.wait("no panel", "return document.querySelector('#end').hidden");
        let status = browser.text("#status");
        assert!(!status.contains("wins") && status.contains("White to move"), "{status}");
        browser.click("#last");
        browser.wait("the panel", IS_SHOWN);
        let saved = "return fetch(document.querySelector('#end-save').href).then((reply) => reply.text())";
        assert!(browser.run(saved, json!([])).as_str().is_some_and(|pdn| pdn.contains("1-6")));
        browser.click("#rematch");
        browser.wait("the other colour", "return document.querySelectorAll('#moves li').length === 1");
        let games = served.get("/api/games").json();
        let rematch = view(&served, &format!("/api/games/{}", games[0]["number"]));
        assert_eq!((&rematch["seats"], &rematch["fens"][0]), (&json!([0, 2]), &json!("B:WK10,32:B1")));
        assert_eq!(view(&served, &path)["end"]["winner"], json!("W"));
    }
}

#[test]
fn resigning_asks_first() {
    let Some(browser) = Browser::start("resign", DESK, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english", "white": 2, "black": 0 }));
    browser.click("#resign");
    browser.click("#resign-no");
    assert_eq!(view(&served, &path)["end"], json!(null));
    browser.click("#resign");
    browser.click("#resign-yes");
    browser.wait("the end", IS_SHOWN);
    assert_eq!(view(&served, &path)["end"]["reason"], json!("resigned"));
    assert!(browser.text("#end-reason").contains("Black resigned"));
}

#[test]
fn a_clock_that_has_run_out_shows_nothing_left() {
    let Some(browser) = Browser::start("flag", DESK, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english", "time": "0.3+0.1" }));
    let moved = served.post(&path, &json!({ "do": "move", "ply": 0, "text": "11-15" }));
    assert_eq!(moved.status, 200, "{moved:?}");
    browser.wait("the end", IS_SHOWN);
    assert_eq!(browser.text("[data-side='W'] .clock"), "0:00");
    assert_eq!(browser.text("#end-title"), "Black wins");
    assert!(browser.text("#end-reason").contains("White ran out of time"));
    assert_eq!(view(&served, &path)["clocks"][0]["seconds"], json!(0.0));
}

#[test]
fn two_engines_are_paused() {
    let Some(browser) = Browser::start("pause", DESK, false) else { return };
    let served = Served::with_settings("[engine]\ntable = 1\n", &["--pace", "300"]);
    let path = served.open(json!({ "variant": "english", "white": 1, "black": 1, "time": "600" })).path;
    let number = path.rsplit('/').next().expect("a number");
    browser.open(&format!("{}#{number}", served.link));
    browser.wait("moves", "return document.querySelectorAll('#moves li').length >= 2");
    browser.click("#pause");
    browser.wait("the pause", "return document.querySelector('#status').textContent.includes('paused')");
    let before = view(&served, &path);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let after = view(&served, &path);
    assert_eq!((plies(&before), &before["clocks"]), (plies(&after), &after["clocks"]), "neither moves nor time");
    assert_eq!(browser.text("#pause"), "Go on");
    browser.click("#pause");
    let more = plies(&after) + 2;
    browser.wait("more moves", &format!("return document.querySelectorAll('#moves li').length >= {more}"));
    // With a person in it, there is nothing to pause.
    let game = served.open(json!({ "variant": "english", "white": 0, "black": 1 }));
    let refused = game.act(json!({ "do": "pause" }));
    assert_eq!((refused.status, refused.error().as_str()), (422, "only a game of two engines can be paused"));
}
