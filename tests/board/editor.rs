//! Setting up positions in a real browser, by mouse, touch and keys.

use serde_json::{Value, json};

use crownhead_rules::Variant;

use crate::driver::{Browser, DESK, PHONE};
use crate::page::{Page, square};

/// Waits until the editor shows this FEN, which the program has read.
fn wait_for_fen(browser: &Browser, fen: &str) {
    browser.wait(fen, &format!("return document.querySelector('#setup-fen').value === {}", json!(fen)));
}

fn tool(name: &str) -> String {
    format!("#tools [data-tool='{name}']")
}

/// The latest game as the program has it.
fn latest(page: &Page) -> Value {
    let number = page.get("/api/games")[0]["number"].clone();
    page.get(&format!("/api/games/{number}"))
}

#[test]
fn a_position_is_set_up_by_mouse_and_by_touch() {
    for (name, size) in [("editor", DESK), ("editor-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "english" }));
        let press = |selector: &str| if size == PHONE { page.tap(selector) } else { page.click(selector) };
        press("#set-up");
        wait_for_fen(&page, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        press("#setup-clear");
        page.wait("an empty board", "return document.querySelectorAll('#board .piece').length === 0");
        press(&tool("W"));
        press(&square(&json!(30)));
        press(&tool("w"));
        press(&square(&json!(18)));
        press(&tool("b"));
        for number in [5, 9, 9, 1] {
            // A second time takes the man away again.
            press(&square(&json!(number)));
        }
        wait_for_fen(&page, "B:W18,K30:B1,5");
        // The hand moves a piece, and drags one off the board.
        press(&tool("hand"));
        press(&square(&json!(1)));
        press(&square(&json!(15)));
        wait_for_fen(&page, "B:W18,K30:B5,15");
        if size != PHONE {
            page.drag(&square(&json!(15)), &square(&json!(14)));
            wait_for_fen(&page, "B:W18,K30:B5,14");
            page.drag(&square(&json!(5)), "header h1");
            wait_for_fen(&page, "B:W18,K30:B14");
        }
        page.choose("#setup-side", "W");
        let fen = if size == PHONE { "W:W18,K30:B5,15" } else { "W:W18,K30:B14" };
        wait_for_fen(&page, fen);
        page.picture(name);
        press("#setup-play");
        page.wait("the game", "return document.querySelector('#editor').hidden");
        page.wait("its turn", "return document.querySelector('#status').textContent.includes('White to move')");
        assert_eq!(latest(&page)["fens"][0], json!(fen));
    }
}

#[test]
fn a_position_is_set_up_with_keys() {
    let Some(page) = Page::start("editor-keys", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english", "fen": "W:WK32:BK1" }));
    page.click("#set-up");
    wait_for_fen(&page, "W:WK32:BK1");
    page.run("document.querySelector('#board').focus()", json!([]));
    // The cursor is on 16; a man is put on 11 and a king on 15, and 16 stays empty.
    page.press(&["b", "Delete", "ArrowUp", "b", "ArrowDown", "B"]);
    wait_for_fen(&page, "W:WK32:BK1,11,K15");
    assert!(page.text("#cursor").starts_with("15, black king"), "{}", page.text("#cursor"));
    // A FEN is typed, and a faulty one says what is wrong with it and cannot be played from.
    let type_fen = |text: &str| {
        let script = "const e = document.querySelector('#setup-fen'); e.value = arguments[0];
                      e.dispatchEvent(new Event('input'))";
        page.run(script, json!([text]));
    };
    type_fen("W:W99:B1");
    page.wait("the fault", "return document.querySelector('#setup-fault').textContent.includes('99')");
    assert_eq!(page.run("return document.querySelector('#setup-play').disabled", json!([])), json!(true));
    type_fen("B:W31:BK2");
    page.wait("the position", "return document.querySelectorAll('#board .piece').length === 2");
    page.click("#setup-play");
    page.wait("the game", "return document.querySelector('#fen').value === 'B:W31:BK2'");
    assert_eq!(latest(&page)["fens"][0], json!("B:W31:BK2"));
}

/// Each has a board, squares and a start position of its own.
#[test]
fn every_variant_can_be_set_up() {
    let Some(page) = Page::start("editor-variants", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#set-up");
    for &variant in Variant::ALL {
        page.choose("#setup-variant", variant.name());
        let start = page.post("/api/position", &json!({ "variant": variant.name() }));
        wait_for_fen(&page, start["fen"].as_str().expect("a text"));
        let names = start["shape"]["names"].as_array().expect("a list");
        let squares = names.len();
        // Where squares have letters, a FEN has numbers all the same.
        let number = |square: usize| {
            let name = names[square - 1].as_str().expect("a name");
            if name.parse::<u32>().is_ok() { name.to_owned() } else { square.to_string() }
        };
        let shown = page.run("return document.querySelectorAll('[data-square]').length", json!([]));
        assert_eq!(shown, json!(squares), "{variant}");
        page.click("#setup-clear");
        page.click(&tool("W"));
        page.click(&square(&json!(squares)));
        page.click(&tool("B"));
        page.click(&square(&json!(1)));
        let side = start["side"].as_str().expect("a letter");
        wait_for_fen(&page, &format!("{side}:WK{}:BK{}", number(squares), number(1)));
        page.click("#setup-start");
    }
}
