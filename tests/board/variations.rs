//! Variations: a tree of moves with comments and signs, which is kept, saved and loaded.

use serde_json::{Value, json};

use crate::driver::{DESK, PHONE};
use crate::page::Page;
use crate::served::{Game, Served, texts};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *";

/// Plays moves one after the other from a position on.
fn try_moves(game: &Game<'_>, ply: usize, moves: &str) -> Value {
    for (index, text) in moves.split(' ').enumerate() {
        game.done(json!({ "do": "move", "ply": ply + index, "text": text, "is_trial": true }));
    }
    game.view()
}

/// The moves of a saved game, in one line.
fn written(game: &Game<'_>) -> String {
    let pdn = game.pdn();
    pdn.split_once("\n\n").expect("tags").1.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line(moves: &str) -> Vec<&str> {
    moves.split(' ').collect()
}

#[test]
fn what_was_tried_is_kept_and_saved() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": GAME }));
    try_moves(&game, 1, "22-18 15x22 25x18");
    let view = game.done(json!({ "do": "restore" }));
    assert_eq!((texts(&view).join(" "), &view["is_variation"]), ("11-15 23-19 8-11 22-17".into(), &json!(false)));
    // A second one at the same place, one within the first, and one behind the end.
    try_moves(&game, 1, "24-20");
    game.done(json!({ "do": "line", "line": line("11-15 22-18") }));
    try_moves(&game, 3, "26x17");
    game.done(json!({ "do": "restore" }));
    try_moves(&game, 4, "9-13");
    game.done(json!({ "do": "restore" }));
    let all =
        "1. 11-15 23-19 (1... 22-18 2. 15x22 25x18 (2... 26x17)) (1... 24-20) 2. 8-11 22-17 (2... 22-17 3. 9-13) *";
    assert_eq!(written(&game), all);
    // A move that is known leads into its line.
    let view = try_moves(&game, 1, "22-18");
    assert_eq!(texts(&view), line("11-15 22-18 15x22 25x18"));
    // The program ends and starts again, and the file is loaded.
    let (path, pdn) = (game.path.clone(), game.pdn());
    let served = served.again();
    let kept = served.get(&path).json();
    assert_eq!((kept["tree"].as_array().map(Vec::len), &kept["is_variation"]), (Some(11), &json!(false)));
    let again = served.open(json!({ "variant": "english", "pdn": pdn }));
    assert_eq!(again.view()["tree"], kept["tree"]);
    assert_eq!(again.pdn(), pdn);
}

#[test]
fn variations_are_promoted_and_deleted() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": GAME }));
    try_moves(&game, 1, "22-18 15x22 25x18");
    try_moves(&game, 3, "26x17");
    // One step: within the variation.
    let view = game.done(json!({ "do": "promote", "line": line("11-15 22-18 15x22 26x17") }));
    assert_eq!(texts(&view), line("11-15 22-18 15x22 26x17"));
    assert_eq!(written(&game), "1. 11-15 23-19 (1... 22-18 2. 15x22 26x17 (2... 25x18)) 2. 8-11 22-17 *");
    // The next one: it is the game, and the game a variation.
    let view = game.done(json!({ "do": "promote", "line": line("11-15 22-18 15x22 26x17") }));
    assert_eq!(
        (texts(&view), &view["is_variation"]),
        (line("11-15 22-18 15x22 26x17").iter().map(ToString::to_string).collect(), &json!(false))
    );
    assert_eq!(written(&game), "1. 11-15 22-18 (1... 23-19 2. 8-11 22-17) 2. 15x22 26x17 (2... 25x18) *");
    for action in ["promote", "delete"] {
        let refused = game.act(json!({ "do": action, "line": line("11-15 22-18") }));
        assert_eq!((refused.status, refused.error().as_str()), (422, "these moves are no variation"));
        let refused = game.act(json!({ "do": action, "line": line("11-15 24-20") }));
        assert_eq!((refused.status, refused.error().as_str()), (422, "the game has no such line"));
    }
    game.done(json!({ "do": "line", "line": line("11-15 23-19 8-11") }));
    let view = game.done(json!({ "do": "delete", "line": line("11-15 23-19 8-11") }));
    assert_eq!((texts(&view).len(), &view["is_variation"]), (2, &json!(true)), "the rest of it is shown");
    let view = game.done(json!({ "do": "delete", "line": line("11-15 23-19") }));
    assert_eq!((texts(&view).len(), &view["is_variation"]), (4, &json!(false)));
    assert_eq!(written(&game), "1. 11-15 22-18 2. 15x22 26x17 (2... 25x18) *");
    // The last move of a variation is taken back with it.
    game.done(json!({ "do": "line", "line": line("11-15 22-18 15x22 25x18") }));
    game.done(json!({ "do": "take-back" }));
    assert_eq!(written(&game), "1. 11-15 22-18 2. 15x22 26x17 *");
}

#[test]
fn comments_and_signs_are_kept() {
    let served = Served::start(&[]);
    let pdn = "[GameType \"21\"]\n\n{Before.} 1. 11-15! {[%clk 0:01:00] Good.} 23-19 ({Or} 22-18 $6 {Bad.}) 2. 8-11 *";
    let game = served.open(json!({ "variant": "english", "pdn": pdn }));
    let tree = game.view()["tree"].clone();
    let said = |tree: &Value, place: usize| {
        (tree[place]["before"].clone(), tree[place]["sign"].clone(), tree[place]["comment"].clone())
    };
    assert_eq!(said(&tree, 0), (json!(""), Value::Null, json!("Before.")));
    assert_eq!(said(&tree, 1), (json!(""), json!("!"), json!("Good.")));
    assert_eq!(said(&tree, 4), (json!("Or"), json!("?!"), json!("Bad.")));
    game.done(json!({ "do": "comment", "line": [], "text": "A {brace}\nand lines." }));
    game.done(json!({ "do": "comment", "line": ["11-15"], "text": "Best." }));
    game.done(json!({ "do": "sign", "line": ["11-15"], "sign": "!!" }));
    game.done(json!({ "do": "sign", "line": line("11-15 22-18"), "sign": null }));
    game.done(json!({ "do": "comment", "line": line("11-15 22-18"), "text": "" }));
    game.done(json!({ "do": "comment", "line": line("11-15 23-19"), "text": "Usual." }));
    let all = "{A {brace) and lines.} 1. 11-15 $3 {Best.} {[%clk 0:01:00]} 23-19 {Usual.} (1... 22-18) 2. 8-11 *";
    assert_eq!(written(&game), all);
    let path = game.path.clone();
    let served = served.again();
    let tree = served.get(&path).json()["tree"].clone();
    assert_eq!(said(&tree, 1), (json!(""), json!("!!"), json!("Best.")));
    // What a review says is no word of people, and goes with the next one.
    let game = served.open(json!({ "variant": "english", "fen": "W:W19,K14,28:B6,K8,K13" }));
    game.play("14-10");
    game.done(json!({ "do": "comment", "line": ["14-10"], "text": "Mine." }));
    game.done(json!({ "do": "review" }));
    game.wait(|view| view["reviewing"].is_null() && !view["report"].is_null());
    let (path, reviewed) = (game.path.clone(), game.pdn());
    assert!(reviewed.contains("better is") && reviewed.contains("Mine."), "{reviewed}");
    let served = served.again();
    let tree = served.get(&path).json()["tree"].clone();
    assert_eq!((tree.as_array().map(Vec::len), said(&tree, 1).2), (Some(2), json!("Mine.")));
    assert_eq!(served.get(&format!("{path}/pdn")).text, reviewed);
}

/// What is tried in a game of two people belongs to it when it goes on, and what cannot be read is kept.
#[test]
fn a_game_goes_on_beside_its_variations() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    try_moves(&game, 0, "11-15 23-19");
    game.done(json!({ "do": "restore" }));
    assert_eq!(written(&game), "(1. 11-15 23-19) *");
    let again = served.open(json!({ "variant": "english", "pdn": game.pdn() }));
    assert_eq!(again.view()["tree"], game.view()["tree"]);
    game.play("11-15 22-18");
    assert_eq!(written(&game), "1. 11-15 22-18 (1... 23-19) *");
    game.done(json!({ "do": "take-back" }));
    assert_eq!(written(&game), "1. 11-15 (1. 11-15 23-19) *");
    // No word and no illegal move of a variation is lost.
    let odd = "1. 11-15 23-19 (1... 1-32 nonsense) (1... 22-18 (2. 8-11)) 2. 8-11 *";
    let game = served.open(json!({ "variant": "english", "pdn": format!("[GameType \"21\"]\n\n{odd}") }));
    assert_eq!(written(&game), odd);
    game.done(json!({ "do": "sign", "line": ["11-15"], "sign": "?" }));
    assert_eq!(written(&game), odd.replace("1. 11-15 23", "1. 11-15 $2 23"));
    // Against the engine nothing is tried while the game goes on.
    let game = served.open(json!({ "variant": "english", "white": 1, "black": 0 }));
    assert_eq!(game.act(json!({ "do": "move", "ply": 0, "text": "11-15", "is_trial": true })).status, 422);
}

#[test]
fn the_page_shows_and_changes_the_tree() {
    for (name, size) in [("tree", DESK), ("tree-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let pdn = GAME.replace("23-19", "23-19 {The usual reply, about which much has been written.} (1... 22-18 $1 {Gambit.} 2. 15x22 25x18 (2... 26x17))");
        let path = page.open_game(&json!({ "variant": "english", "pdn": pdn }));
        let list = "1.11-1523-19The usual reply, about which much has been written.(1...22-18!Gambit.2.15x2225x18(2...26x17))2.8-1122-17";
        assert_eq!(page.text("#moves"), list);
        let current = |text: &str| {
            page.wait(
                text,
                &format!("return document.querySelector('#moves [aria-current]')?.textContent === '{text}'"),
            )
        };
        let click = |text: &str| {
            let script = "[...document.querySelectorAll('#moves button')].find((node) => node.textContent === arguments[0]).click()";
            page.run(script, json!([text]));
            current(text);
        };
        click("26x17");
        page.picture(name);
        let wide = page.run("return document.documentElement.scrollWidth - innerWidth", json!([]));
        assert!(wide.as_i64() <= Some(0), "{name}: {wide}");
        // A sign and a comment.
        page.click("#notes summary");
        page.click("#signs button:nth-child(6)");
        page.wait("the sign", "return document.querySelector('#moves').textContent.includes('26x17??')");
        page.run("document.querySelector('#comment').focus()", json!([]));
        page.press(&["b", "a", "d"]);
        // Typed, and at once elsewhere: it belongs to the move at which it was typed.
        page.run("document.querySelector('#comment').blur()", json!([]));
        click("25x18");
        page.wait("the comment", "return document.querySelector('#moves').textContent.includes('26x17??bad))')");
        assert_eq!(page.run("return document.querySelector('#comment').value", json!([])), json!(""));
        page.picture(&format!("{name}-notes"));
        click("26x17??");
        page.click("#promote");
        page.wait(
            "the first",
            "return document.querySelector('#moves').textContent.includes('2.15x2226x17??bad(2...25x18))')",
        );
        current("26x17??");
        page.click("#promote");
        page.wait(
            "the game",
            "return document.querySelector('#moves').textContent.startsWith('1.11-1522-18!Gambit.(1...23-19')",
        );
        assert_eq!(page.run("return document.querySelector('#promote').hidden", json!([])), json!(true));
        current("26x17??");
        click("8-11");
        page.click("#delete-line");
        page.wait("the question", "return document.querySelector('#delete-dialog').open");
        page.click("#delete-yes");
        current("23-19");
        page.click("#restore");
        page.wait("the game", "return document.querySelector('#restore').hidden");
        // A move in an earlier position, by the board.
        page.click("#first");
        page.run("document.querySelector('#typed-move').value = '9-14'", json!([]));
        page.run("document.querySelector('#typed').requestSubmit()", json!([]));
        current("9-14");
        let saved = page.pdn(&path).split_whitespace().collect::<Vec<_>>().join(" ");
        let all = "1. 11-15 (1. 9-14) 1... 22-18 $1 {Gambit.} (1... 23-19 {The usual reply, about which much has been written.}) \
                   2. 15x22 26x17 $4 {bad} (2... 25x18) *";
        assert!(saved.ends_with(all), "{saved}");
    }
}
