//! The review in a real browser: it shows the position before a mistake, what is better, and the graph.

use serde_json::json;

use crownhead::notation::pdn::Reader;

use crate::browser::open;
use crate::driver::{Browser, DESK, PHONE};
use crate::served::Served;

/// 15-18 gives a man away for nothing.
const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 *";

#[test]
fn a_review_explains_the_mistake_in_the_position_before_it() {
    for (name, size) in [("review", DESK), ("review-phone", PHONE)] {
        let Some(browser) = Browser::start(name, size, false) else { return };
        let served = Served::start(&[]);
        let path = open(&served, &browser, json!({ "variant": "english", "pdn": GAME }));
        browser.run("document.querySelector('#analysis').open = true", json!([]));
        browser.click("#review");
        // It goes to the first mistake by itself.
        browser.wait(
            "the explanation",
            "return document.querySelector('#explanation').textContent.startsWith('15-18?? loses ')",
        );
        let words = browser.text("#explanation");
        assert!(words.contains("; better is "), "{words}");
        assert_eq!(browser.text("#moves [aria-current]"), "23-19", "the position before it");
        let view = served.get(&path).json();
        let criticism = &view["criticisms"][0];
        assert_eq!(criticism["ply"], json!(2));
        let better = criticism["better"]["moves"][0]["text"].as_str().expect("a move");
        assert!(words.contains(&format!("better is {better}.")), "{words}");
        let loss = criticism["loss"].as_f64().expect("men");
        let unit = if format!("{loss:.1}") == "1.0" { "man" } else { "men" };
        assert!(words.contains(&format!("loses {loss:.1} {unit}; ")), "{words}");
        let arrows = "return [...document.querySelectorAll('.arrow')].map((arrow) => arrow.classList[1]).join()";
        browser.run("document.querySelector('#analysis').open = false", json!([]));
        browser.wait("the arrows", &format!("return (() => {{ {arrows} }})() === 'played,better'"));
        let counts = browser.text("#counts");
        assert!(counts.contains("White: 0 mistakes, ") && counts.contains("Black: "), "{counts}");
        assert!(counts.contains("1 blunder") || counts.contains("2 blunders"), "{counts}");
        // From elsewhere, the button leads there again, and so does the move in the list.
        browser.click("#last");
        browser.click("#first");
        browser.click("#next-mistake");
        browser.wait("the mistake", "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'");
        browser.click("#first");
        browser.click("#moves li:nth-child(3) button");
        browser.wait("the mistake", "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'");
        browser.picture(name);
        let game = served.get(&format!("{path}/pdn")).text;
        let read = Reader::new(game.as_bytes()).next().expect("a game").expect("it is well formed");
        assert_eq!(read.moves.len(), 3, "{game}");
        let unwrapped = game.replace('\n', " ");
        assert!(unwrapped.contains("15-18 $4") && unwrapped.contains(&format!("(2. {better}")), "{game}");
        assert!(unwrapped.contains(&format!("loses {loss:.2} men, better is {better}")), "{game}");
    }
}

#[test]
fn a_second_review_replaces_the_words_of_the_first() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": GAME }));
    game.done(json!({ "do": "review" }));
    game.wait(|view| view["is_reviewed"] == json!(true));
    let once = game.pdn();
    assert_eq!(once.replace('\n', " ").matches("better is").count(), 1, "{once}");
    let again = served.open(json!({ "variant": "english", "pdn": once }));
    again.done(json!({ "do": "review" }));
    again.wait(|view| view["is_reviewed"] == json!(true));
    let twice = again.pdn();
    assert_eq!(twice.replace('\n', " ").matches("better is").count(), 1, "{twice}");
}

#[test]
fn the_graph_has_axes_marks_and_values() {
    let Some(browser) = Browser::start("graph", DESK, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english", "pdn": GAME }));
    browser.run("document.querySelector('#analysis').open = true", json!([]));
    browser.click("#review");
    browser.wait("the mark", "return document.querySelector('#graph .mark') !== null");
    let words = "return [...document.querySelectorAll('#graph text')].map((text) => text.textContent)";
    let axis = browser.run(words, json!([]));
    for label in ["+3", "0", "-3", "1"] {
        assert!(axis.as_array().is_some_and(|all| all.contains(&json!(label))), "{label}: {axis}");
    }
    browser.point("#graph", 0.97);
    let told = "const told = document.querySelector('#graph .told')?.textContent; return told?.includes('?') && told";
    let told = browser.wait("what is told", told);
    let told = told.as_str().expect("a text");
    assert!(told.starts_with("2. 15-18??") && (told.contains('+') || told.contains("wins")), "{told}");
    // A click shows that position.
    browser.click("#graph");
    browser.wait("the position", "return document.querySelector('#moves [aria-current]') !== null");
}
