//! How games end in a real browser, and how games of two engines are paused.

use serde_json::json;

use crate::driver::{DESK, PHONE};
use crate::page::{Page, settle};
use crate::served::{Served, plies};

const IS_SHOWN: &str = "return !document.querySelector('#end').hidden";

#[test]
fn the_end_has_a_panel_at_the_last_position_alone() {
    for (name, size) in [("end", DESK), ("end-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        // White's king takes the last man.
        let wish = json!({ "variant": "english", "fen": "B:WK10,32:B1", "white": 2, "black": 0 });
        let path = page.open_game(&wish);
        page.click("[data-square='1']");
        page.click("[data-square='6']");
        page.wait("the end", IS_SHOWN);
        assert_eq!(page.text("#end-title"), "You lost");
        assert!(page.text("#end-reason").contains("White wins: Black has no move left"));
        assert_eq!(page.run("return document.querySelectorAll('.movable, .must').length", json!([])), json!(0));
        page.picture(name);
        page.click("#back");
        page.wait("no panel", "return document.querySelector('#end').hidden");
        let status = page.text("#status");
        assert!(!status.contains("wins") && status.contains("White to move"), "{status}");
        page.click("#last");
        page.wait("the panel", IS_SHOWN);
        let saved = page.save("#end-save");
        assert!(saved.contains("1-6"), "{saved}");
        page.click("#rematch");
        page.wait("the other colour", "return document.querySelectorAll('#moves li').length === 1");
        let games = page.get("/api/games");
        let rematch = page.get(&format!("/api/games/{}", games[0]["number"]));
        assert_eq!((&rematch["seats"], &rematch["fens"][0]), (&json!([0, 2]), &json!("B:WK10,32:B1")));
        assert_eq!(page.get(&path)["end"]["winner"], json!("W"));
    }
}

#[test]
fn resigning_asks_first() {
    let Some(page) = Page::start("resign", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "white": 2, "black": 0 }));
    page.click("#resign");
    page.click("#resign-no");
    assert_eq!(page.get(&path)["end"], json!(null));
    page.click("#resign");
    page.click("#resign-yes");
    page.wait("the end", IS_SHOWN);
    assert_eq!(page.get(&path)["end"]["reason"], json!("resigned"));
    assert!(page.text("#end-reason").contains("Black resigned"));
    // A game that is over stays so.
    assert_eq!(page.run("return document.querySelector('#take-back').disabled", json!([])), json!(true));
    page.press(&["u"]);
    page.click("#end-analyse");
    page.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
    assert_eq!(page.get(&path)["end"]["reason"], json!("resigned"));
}

#[test]
fn a_clock_that_has_run_out_shows_nothing_left() {
    let Some(page) = Page::start("flag", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "time": "0.3+0.1" }));
    page.post(&path, &json!({ "do": "move", "ply": 0, "text": "11-15" }));
    page.wait("the end", IS_SHOWN);
    assert_eq!(page.text("[data-side='W'] .clock"), "0:00");
    assert_eq!(page.text("#end-title"), "Black wins");
    assert_eq!(page.text("#end-reason"), "White ran out of time.", "the winner is named once");
    assert_eq!(page.get(&path)["clocks"][0]["seconds"], json!(0.0));
}

#[test]
fn two_engines_are_paused() {
    let served = Served::with_settings("[engine]\ntable = 1\n", &["--pace", "300"]);
    let Some(page) = Page::of_program("pause", DESK, served) else { return };
    let path = page.show_game(&json!({ "variant": "english", "white": 1, "black": 1, "time": "600" }));
    page.wait("moves", "return document.querySelectorAll('#moves li').length >= 2");
    page.click("#pause");
    page.wait("the pause", "return document.querySelector('#status').textContent.includes('paused')");
    let before = page.get(&path);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let after = page.get(&path);
    assert_eq!((plies(&before), &before["clocks"]), (plies(&after), &after["clocks"]), "neither moves nor time");
    assert_eq!(page.text("#pause"), "Go on");
    page.click("#pause");
    let more = plies(&after) + 2;
    page.wait("more moves", &format!("return document.querySelectorAll('#moves li').length >= {more}"));
    // What is over needs no pause.
    let game = page.served().open(json!({ "variant": "english", "white": 1, "black": 0 }));
    game.done(json!({ "do": "resign" }));
    let refused = game.act(json!({ "do": "pause" }));
    assert_eq!((refused.status, refused.error().as_str()), (422, "the game is over"));
}

/// Whoever leaves a game does not lose it on time meanwhile.
#[test]
fn the_clock_stops_when_its_game_is_left() {
    let Some(page) = Page::start("left", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "white": 1, "black": 0, "time": "300" }));
    let play = |ply: usize| {
        let legal = page.get(&path)["legal"][0]["text"].clone();
        page.post(&path, &json!({ "do": "move", "ply": ply, "text": legal }));
        settle(&page, ply + 2);
    };
    let is_running = || page.get(&path)["clocks"][1]["is_running"].clone();
    let wait_for_pause = || {
        while page.get(&path)["is_paused"] != json!(true) {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert_eq!(is_running(), json!(false));
    };
    play(0);
    assert_eq!(is_running(), json!(true));
    for (leave, back) in [("#set-up", "#setup-cancel"), ("#show-problems", "#problem-close")] {
        page.click(leave);
        wait_for_pause();
        page.click(back);
        page.click("#pause");
        page.wait("the clock", "return document.querySelector('#pause').hidden");
        assert_eq!(is_running(), json!(true));
    }
    let number = page.run("return location.hash", json!([]));
    page.open_game(&json!({ "variant": "russian" }));
    wait_for_pause();
    page.run("location.hash = arguments[0]", json!([number]));
    page.wait("the pause", "return document.querySelector('#status').textContent.includes('paused')");
    // A move goes on with the game.
    play(2);
    assert_eq!((is_running(), &page.get(&path)["is_paused"]), (json!(true), &json!(false)));
}
