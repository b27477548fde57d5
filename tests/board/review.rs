//! The review in a real browser: it shows the position before a mistake, what is better, and the graph.

use serde_json::json;

use crownhead_rules::notation::pdn::Reader;

use crate::driver::{DESK, PHONE};
use crate::page::Page;
use crate::served::Served;

/// 15-18 gives a man away for nothing.
const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 *";

#[test]
fn a_review_explains_the_mistake_in_the_position_before_it() {
    for (name, size) in [("review", DESK), ("review-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let path = page.open_game(&json!({ "variant": "english", "pdn": GAME }));
        page.open_analysis();
        page.click("#review");
        // It goes to the first mistake by itself.
        page.wait(
            "the explanation",
            "return document.querySelector('#explanation').textContent.startsWith('15-18?? loses ')",
        );
        let words = page.text("#explanation");
        assert!(words.contains("; better is "), "{words}");
        assert_eq!(page.text("#moves [aria-current]"), "23-19", "the position before it");
        let view = page.get(&path);
        let criticism = &view["criticisms"][0];
        assert_eq!(criticism["ply"], json!(2));
        let better = criticism["better"]["moves"][0]["text"].as_str().expect("a move");
        assert!(words.contains(&format!("better is {better}.")), "{words}");
        let loss = criticism["loss"].as_f64().expect("men");
        let unit = if format!("{loss:.1}") == "1.0" { "man" } else { "men" };
        assert!(words.contains(&format!("loses {loss:.1} {unit}; ")), "{words}");
        let arrows = "return [...document.querySelectorAll('.arrow')].map((arrow) => arrow.classList[1]).join()";
        page.run("document.querySelector('#analysis').open = false", json!([]));
        page.wait("the arrows", &format!("return (() => {{ {arrows} }})() === 'played,better'"));
        let counts = page.text("#counts");
        assert!(counts.contains("White: 0 mistakes, ") && counts.contains("Black: "), "{counts}");
        assert!(counts.contains("1 blunder") || counts.contains("2 blunders"), "{counts}");
        // From elsewhere, the button leads there again, and so does the move in the list.
        page.click("#last");
        page.click("#first");
        page.click("#next-mistake");
        page.wait("the mistake", "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'");
        page.click("#first");
        page.click("#moves li:nth-child(3) button");
        page.wait("the mistake", "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'");
        page.picture(name);
        let game = page.pdn(&path);
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
    let Some(page) = Page::start("graph", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english", "pdn": GAME }));
    page.open_analysis();
    page.click("#review");
    page.wait("the mark", "return document.querySelector('#graph .mark') !== null");
    let words = "return [...document.querySelectorAll('#graph text')].map((text) => text.textContent)";
    let axis = page.run(words, json!([]));
    for label in ["+3", "0", "-3", "1"] {
        assert!(axis.as_array().is_some_and(|all| all.contains(&json!(label))), "{label}: {axis}");
    }
    page.point("#graph", 0.97);
    let told = "const told = document.querySelector('#graph .told')?.textContent; return told?.includes('?') && told";
    let told = page.wait("what is told", told);
    let told = told.as_str().expect("a text");
    assert!(told.starts_with("2. 15-18??") && (told.contains('+') || told.contains("wins")), "{told}");
    // A click shows that position.
    page.click("#graph");
    page.wait("the position", "return document.querySelector('#moves [aria-current]') !== null");
}
