//! Setting up positions in a real browser, by mouse, touch and keys.

use serde_json::{Value, json};

use crownhead::rules::Variant;

use crate::browser::{open, square};
use crate::driver::{Browser, DESK, PHONE};
use crate::served::Served;

/// Waits until the editor shows this FEN, which the program has read.
fn wait_for_fen(browser: &Browser, fen: &str) {
    browser.wait(fen, &format!("return document.querySelector('#setup-fen').value === {}", json!(fen)));
}

fn tool(name: &str) -> String {
    format!("#tools [data-tool='{name}']")
}

/// The latest game as the program has it.
fn latest(served: &Served) -> Value {
    let number = served.get("/api/games").json()[0]["number"].clone();
    served.get(&format!("/api/games/{number}")).json()
}

#[test]
fn a_position_is_set_up_by_mouse_and_by_touch() {
    for (name, size) in [("editor", DESK), ("editor-phone", PHONE)] {
        let Some(browser) = Browser::start(name, size, false) else { return };
        let served = Served::start(&[]);
        open(&served, &browser, json!({ "variant": "english" }));
        let press = |selector: &str| if size == PHONE { browser.tap(selector) } else { browser.click(selector) };
        press("#set-up");
        wait_for_fen(&browser, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        press("#setup-clear");
        browser.wait("an empty board", "return document.querySelectorAll('#board .piece').length === 0");
        press(&tool("W"));
        press(&square(&json!(30)));
        press(&tool("w"));
        press(&square(&json!(18)));
        press(&tool("b"));
        for number in [5, 9, 9, 1] {
            // A second time takes the man away again.
            press(&square(&json!(number)));
        }
        wait_for_fen(&browser, "B:W18,K30:B1,5");
        // The hand moves a piece, and drags one off the board.
        press(&tool("hand"));
        press(&square(&json!(1)));
        press(&square(&json!(15)));
        wait_for_fen(&browser, "B:W18,K30:B5,15");
        if size != PHONE {
            browser.drag(&square(&json!(15)), &square(&json!(14)));
            wait_for_fen(&browser, "B:W18,K30:B5,14");
            browser.drag(&square(&json!(5)), "header h1");
            wait_for_fen(&browser, "B:W18,K30:B14");
        }
        browser.choose("#setup-side", "W");
        let fen = if size == PHONE { "W:W18,K30:B5,15" } else { "W:W18,K30:B14" };
        wait_for_fen(&browser, fen);
        browser.picture(name);
        press("#setup-play");
        browser.wait("the game", "return document.querySelector('#editor').hidden");
        browser.wait("its turn", "return document.querySelector('#status').textContent.includes('White to move')");
        assert_eq!(latest(&served)["fens"][0], json!(fen));
    }
}

#[test]
fn a_position_is_set_up_with_keys() {
    let Some(browser) = Browser::start("editor-keys", DESK, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english", "fen": "W:WK32:BK1" }));
    browser.click("#set-up");
    wait_for_fen(&browser, "W:WK32:BK1");
    browser.run("document.querySelector('#board').focus()", json!([]));
    // The cursor is on 16; a man is put on 11 and a king on 15, and 16 stays empty.
    browser.press(&["b", "Delete", "ArrowUp", "b", "ArrowDown", "B"]);
    wait_for_fen(&browser, "W:WK32:BK1,11,K15");
    assert!(browser.text("#cursor").starts_with("15, black king"), "{}", browser.text("#cursor"));
    // A FEN is typed, and a faulty one says what is wrong with it and cannot be played from.
    let type_fen = |text: &str| {
        let script = "const e = document.querySelector('#setup-fen'); e.value = arguments[0];
                      e.dispatchEvent(new Event('input'))";
        browser.run(script, json!([text]));
    };
    type_fen("W:W99:B1");
    browser.wait("the fault", "return document.querySelector('#setup-fault').textContent.includes('99')");
    assert_eq!(browser.run("return document.querySelector('#setup-play').disabled", json!([])), json!(true));
    type_fen("B:W31:BK2");
    browser.wait("the position", "return document.querySelectorAll('#board .piece').length === 2");
    browser.click("#setup-play");
    browser.wait("the game", "return document.querySelector('#fen').value === 'B:W31:BK2'");
    assert_eq!(latest(&served)["fens"][0], json!("B:W31:BK2"));
}

/// Each has a board, squares and a start position of its own.
#[test]
fn every_variant_can_be_set_up() {
    let Some(browser) = Browser::start("editor-variants", DESK, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    browser.click("#set-up");
    for &variant in Variant::ALL {
        browser.choose("#setup-variant", variant.name());
        let start = served.post("/api/position", &json!({ "variant": variant.name() })).json();
        wait_for_fen(&browser, start["fen"].as_str().expect("a text"));
        let squares = start["shape"]["names"].as_array().expect("a list").len();
        let shown = browser.run("return document.querySelectorAll('[data-square]').length", json!([]));
        assert_eq!(shown, json!(squares), "{variant}");
        browser.click("#setup-clear");
        browser.click(&tool("W"));
        browser.click(&square(&json!(squares)));
        browser.click(&tool("B"));
        browser.click(&square(&json!(1)));
        let side = start["side"].as_str().expect("a letter");
        wait_for_fen(&browser, &format!("{side}:WK{squares}:BK1"));
        browser.click("#setup-start");
    }
}
