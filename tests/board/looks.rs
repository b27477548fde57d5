//! What people with a telephone or weak eyes need of the page.

use serde_json::json;

use crate::driver::{DESK, PHONE};
use crate::page::{Page, settle};

#[test]
fn a_telephone_shows_the_moves_beneath_the_board() {
    let Some(page) = Page::start("telephone", PHONE, false) else { return };
    for (variant, players) in [("english", 2), ("international", 0)] {
        let wish = json!({ "variant": variant, "white": players, "black": 0, "time": "300+5" });
        let path = page.open_game(&wish);
        let legal = page.get(&path)["legal"][0]["text"].clone();
        page.post(&path, &json!({ "do": "move", "ply": 0, "text": legal }));
        settle(&page, 1);
        let place = page.run(
            "const box = (s) => document.querySelector(s).getBoundingClientRect();
             return [box('#board').bottom, box('#moves').top, box('#moves').bottom, innerHeight,
                 document.documentElement.scrollWidth - innerWidth, box('#board').width]",
            json!([]),
        );
        let [board, top, bottom, height, overflow, width] =
            [0, 1, 2, 3, 4, 5].map(|index| place[index].as_f64().expect("a number"));
        assert!(board <= top && bottom <= height, "{variant}: the moves are visible: {place}");
        assert!(overflow <= 0.0 && width > 340.0, "{variant}: {place}");
        // Numbers that are too small to read are not shown.
        let numbers = page.run(
            "const svg = document.querySelector('#board');
             const scale = svg.clientWidth / svg.viewBox.baseVal.width;
             return [...document.querySelectorAll('.labels:not([hidden]) .label')]
                 .map((label) => label.getAttribute('font-size') * scale).filter((height) => height < 9)",
            json!([]),
        );
        assert_eq!(numbers, json!([]), "{variant}: numbers that nobody can read");
        let count = "return document.querySelectorAll('.labels:not([hidden]) .label').length";
        let squares = page.get(&path)["shape"]["names"].as_array().map(Vec::len);
        assert_eq!(page.run(count, json!([])), json!(squares), "{variant}: hints name squares by their numbers");
        let small = page.run(
            "return [...document.querySelectorAll('button, select, summary, input')].filter((node) => {
                 const box = node.getBoundingClientRect();
                 return box.width > 0 && (box.width < 44 || box.height < 44);
             }).map((node) => `${node.id || node.textContent}: ${JSON.stringify(node.getBoundingClientRect())}`)",
            json!([]),
        );
        assert_eq!(small, json!([]), "{variant}: targets of less than 44 pixels");
        page.picture(&format!("telephone-{variant}"));
    }
}

/// The relative luminance of a colour `rgb(...)`, and the contrast of two, as WCAG 2 has them.
const CONTRAST: &str = "
    const light = (text) => {
        const [r, g, b] = text.match(/[\\d.]+/g).map((part) => part / 255)
            .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const fill = (selector) => style(selector).fill;
    const tinted = () => {
        const share = Number(style('.last').fillOpacity);
        const [tint, dark] = [fill('.last'), fill('.square.dark')].map((text) => text.match(/[\\d.]+/g).map(Number));
        return `rgb(${tint.map((part, index) => share * part + (1 - share) * dark[index]).join()})`;
    };";

#[test]
fn every_man_stands_out_from_its_square_in_every_theme() {
    for (name, is_dark) in [("contrast", false), ("contrast-dark", true)] {
        let Some(page) = Page::start(name, DESK, is_dark) else { return };
        let path = page.open_game(&json!({ "variant": "english" }));
        page.post(&path, &json!({ "do": "move", "ply": 0, "text": "11-15" }));
        settle(&page, 1);
        for board in ["blue", "wood", "green", "grey"] {
            page.choose("#board-theme", board);
            for pieces in ["rings", "flat", "wood"] {
                page.choose("#piece-theme", pieces);
                let script = format!(
                    "{CONTRAST} return [fill('.square.dark'), tinted()].flatMap((square) => ['white', 'black'].map((side) =>
                         contrast(square, fill(`.piece.${{side}} circle`))))"
                );
                let contrasts = page.run(&script, json!([]));
                let all = contrasts.as_array().expect("a list");
                let is_enough = all.iter().all(|contrast| contrast.as_f64() >= Some(3.0));
                assert!(all.len() == 4 && is_enough, "{board}, {pieces}, dark: {is_dark}: {contrasts}");
            }
            page.picture(&format!("{name}-{board}"));
        }
    }
}

/// They hold for the browser, whatever game it shows.
#[test]
fn settings_are_remembered() {
    let Some(page) = Page::start("settings", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    assert_ne!(page.run("return document.querySelectorAll('.movable').length", json!([])), json!(0));
    page.click("#show-settings");
    page.click("#frames");
    page.choose("#board-theme", "wood");
    page.picture("settings");
    page.click("#settings-close");
    let plain = "return document.querySelectorAll('.movable').length === 0
        && document.querySelectorAll('.piece').length === 24 && document.documentElement.dataset.board === 'wood'";
    page.wait("no frames", plain);
    page.run("location.reload()", json!([]));
    page.wait("no frames", plain);
}

/// Beside the board: the clock in large digits, and what each side has.
#[test]
fn players_show_their_clocks_and_their_material() {
    let Some(page) = Page::start("players", DESK, false) else { return };
    let wish = json!({ "variant": "english", "fen": "W:W18,22,K30:B1,5", "time": "300" });
    page.open_game(&wish);
    assert_eq!(page.text("[data-side='W'] .material"), "2 ♛1 (+1)");
    assert_eq!(page.text("[data-side='B'] .material"), "2");
    assert_eq!(page.text("[data-side='B'] .clock"), "5:00");
    let size = "return parseFloat(getComputedStyle(document.querySelector('.clock')).fontSize)
        / parseFloat(getComputedStyle(document.body).fontSize)";
    assert!(page.run(size, json!([])).as_f64() >= Some(1.5));
}

/// The moves of the game stay in the list, with the variation in line.
#[test]
fn a_variation_stands_in_line_with_the_game() {
    let Some(page) = Page::start("in-line", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "pdn": "1. 11-15 23-19 2. 8-11 22-17 *" }));
    for (ply, text) in [(1, "22-18"), (2, "15x22")] {
        page.post(&path, &json!({ "do": "move", "ply": ply, "text": text }));
    }
    page.wait("the variation", "return document.querySelectorAll('#moves .aside').length === 2");
    assert_eq!(page.text("#moves"), "1.11-1523-19(1...22-182.15x22)2.8-1122-17");
    page.picture("in-line");
    // A move of the game leads back to it, and the variation stays.
    page.click("#moves li:nth-child(5) button");
    page.wait("the game", "return document.querySelector('#moves [aria-current]')?.textContent === '8-11'");
    assert_eq!(page.run("return document.querySelector('#restore').hidden", json!([])), json!(true));
    assert_eq!(page.text("#moves"), "1.11-1523-19(1...22-182.15x22)2.8-1122-17");
}

/// The choices for a new game hold for the next one, and its analysis is closed.
#[test]
fn a_new_game_remembers_the_last_choice_and_begins_without_an_analysis() {
    let Some(page) = Page::start("new-game", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.open_analysis();
    page.click("#new-game");
    page.choose("#new-variant", "russian");
    page.choose("#new-level", "3");
    page.click("#new-dialog [name=side][value=W]");
    page.click("#new-dialog [name=clock][value=clock]");
    page.choose("#new-increment", "4");
    page.choose("#new-opening", "plies:2");
    page.picture("new-game");
    page.click("#new-start");
    page.wait("the game", "return document.querySelector('#status').textContent.startsWith('Russian')");
    assert_eq!(page.run("return document.querySelector('#analysis').open", json!([])), json!(false));
    page.run("location.reload()", json!([]));
    page.wait("the page", "return document.querySelector('#new-variant')?.value === 'russian'");
    let chosen = "const checked = [...document.querySelectorAll('#new-dialog :checked[type=radio]')];
        const fields = ['level', 'minutes', 'increment', 'opening'].map((name) => document.querySelector(`#new-${name}`));
        return [...checked, ...fields].map((node) => node.value)";
    assert_eq!(page.run(chosen, json!([])), json!(["engine", "W", "clock", "3", "5", "4", "plies:2"]));
}

/// Nobody resigns a game that was played elsewhere, and its end is said once.
#[test]
fn a_loaded_game_offers_no_resigning() {
    let Some(page) = Page::start("loaded", DESK, false) else { return };
    let is_hidden = "return document.querySelector('#resign').hidden";
    page.open_game(&json!({ "variant": "english", "pdn": "[White \"Ann\"]\n\n1. 11-15 23-19 *" }));
    assert_eq!(page.run(is_hidden, json!([])), json!(true));
    page.open_game(&json!({ "variant": "english" }));
    assert_eq!(page.run(is_hidden, json!([])), json!(false));
    page.open_game(&json!({ "variant": "english", "pdn": "1. 11-15 23-19 0-1" }));
    let seen = "const texts = [...document.querySelectorAll('#said, #end-title, #end-reason')];
        return texts.map((node) => node.textContent).join(' ').split('White wins').length - 1";
    assert_eq!(page.run(seen, json!([])), json!(1));
}

/// What one clicks next is on the screen of a telephone, and no word of the header is cut, in any language.
#[test]
fn a_telephone_shows_the_buttons_that_are_needed() {
    let Some(page) = Page::start("telephone-buttons", PHONE, false) else { return };
    let pdn = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 *";
    page.open_game(&json!({ "variant": "english", "pdn": pdn }));
    let is_seen = |button: &str| {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
                      return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight";
        page.run(script, json!([button]))
    };
    page.run("document.querySelector('#review').click()", json!([]));
    page.wait("the report", "return document.querySelector('#explanation').textContent !== ''");
    page.run("scrollTo(0, 0)", json!([]));
    assert_eq!(is_seen("#next-mistake"), json!(true));
    let cut = "const nav = document.querySelector('nav');
        const inside = (box, outer) => box.left >= outer.left - 3 && box.right <= outer.right + 3;
        return [...nav.querySelectorAll('button')].filter((button) => !inside(button.getBoundingClientRect(), nav.getBoundingClientRect())
            || [...button.querySelectorAll('span')].some((span) => span.checkVisibility() && !inside(span.getBoundingClientRect(), button.getBoundingClientRect())))
            .map((button) => button.id)";
    for language in ["nl", "fr", "de", "ru", "pt", "en"] {
        page.choose("#language", language);
        assert_eq!(page.run(cut, json!([])), json!([]), "{language}");
    }
    page.click("#set-up");
    page.wait("the editor", "return !document.querySelector('#editor').hidden");
    page.run("scrollTo(0, 0)", json!([]));
    assert_eq!(is_seen("#setup-play"), json!(true));
}
