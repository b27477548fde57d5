//! What a person gives to others: a link, pictures, and a print.

use serde_json::{Value, json};

use crownhead_rules::Variant;

use crate::driver::{DESK, PHONE};
use crate::page::{Page, settle};

/// Plays some of the moves that there are, the last one of each position.
fn play_on(page: &Page, path: &str, plies: usize) -> Value {
    for ply in 0..plies {
        let view = page.get(path);
        let Some(mv) = view["legal"].as_array().and_then(|legal| legal.last()).cloned() else { break };
        let sign = if mv["captured"] == json!([]) { "-" } else { "x" };
        let squares = mv["path"].as_array().expect("a list").iter().filter_map(Value::as_u64);
        let names: Vec<_> = squares.map(|square| view["shape"]["names"][square as usize - 1].as_str()).collect();
        let text = names.into_iter().map(|name| name.expect("a name")).collect::<Vec<_>>().join(sign);
        page.post(path, &json!({ "do": "move", "ply": ply, "text": text }));
    }
    page.get(path)
}

/// The fragment of the link that the page offers for its game, without the dialog.
fn link_of(page: &Page, view: &Value) -> String {
    let script = "const [modules, view] = arguments;
        return Promise.all(modules.map((name) => import(name))).then(async ([{ linkTo }, { fetchPosition }]) => {
            const { fen } = await fetchPosition({ variant: view.variant });
            return linkTo(view, fen).split('#')[1];
        })";
    let modules = ["link.js", "server.js"].map(|name| page.module(name));
    page.run(script, json!([modules, view])).as_str().expect("a text").to_owned()
}

/// Follows a link, and waits for another game: its path, and the game.
fn follow(page: &Page, fragment: &str) -> (String, Value) {
    let before = page.run("return location.hash", json!([]));
    page.run("location.hash = arguments[0]", json!([fragment]));
    let before = before.as_str().expect("a text");
    page.wait("another game", &format!("return /^#[0-9]+$/.test(location.hash) && location.hash !== '{before}'"));
    let number = page.run("return location.hash.slice(1)", json!([]));
    let path = format!("/api/games/{}", number.as_str().expect("a number"));
    let view = page.get(&path);
    (path, view)
}

#[test]
fn a_link_holds_the_game_in_every_variant() {
    let Some(page) = Page::start("links", DESK, false) else { return };
    let mut done = Vec::new();
    for &variant in Variant::ALL {
        let path = page.open_game(&json!({ "variant": variant.name() }));
        // Few games can be open at a time.
        done.drain(..).for_each(|path: String| drop(page.post(&format!("{path}/delete"), &json!({}))));
        let view = play_on(&page, &path, 12);
        let fragment = link_of(&page, &view);
        assert!(fragment.starts_with(&format!("variant={variant}&moves=")), "{fragment}");
        let (copy, opened) = follow(&page, &fragment);
        for part in ["variant", "moves", "fens", "pictures"] {
            assert_eq!(opened[part], view[part], "{variant}: {part} by {fragment}");
        }
        assert_eq!(opened["is_loaded"], json!(true), "{variant}");
        done.extend([path, copy]);
    }
    // From a position, with a state of its own.
    for (variant, fen) in [
        ("frisian", "W:W31,K46:B5,K10:+2+1"),
        ("english", "B:W22,K30:B1,K5"),
        ("spanish", "W:W3,11,K2:B31,22"),
        ("thai", "W:W3,11,K2:B31,22"),
    ] {
        let path = page.open_game(&json!({ "variant": variant, "fen": fen }));
        let view = play_on(&page, &path, 3);
        let (_, opened) = follow(&page, &link_of(&page, &view));
        assert_eq!((&opened["fens"], &opened["moves"]), (&view["fens"], &view["moves"]), "{variant}");
    }
}

#[test]
fn a_link_is_shown_copied_and_loaded() {
    for (name, size) in [("share", DESK), ("share-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let path = page.open_game(&json!({ "variant": "english" }));
        play_on(&page, &path, 3);
        settle(&page, 3);
        page.click("#share");
        let link = page.wait("the link", "return document.querySelector('#share-link').value || null");
        let link = link.as_str().expect("a text");
        page.picture(name);
        page.click("#share-copy");
        page.wait("the copy", "return document.querySelector('#share-copied').textContent !== ''");
        page.run("document.querySelector('#share-dialog').close()", json!([]));
        // The same link, wherever it was made.
        let hash = page.run("return location.hash", json!([]));
        let elsewhere = format!("https://example.org/draughts.html#{}", link.split('#').nth(1).expect("a fragment"));
        page.click("#load");
        page.run("document.querySelector('#load-text').value = arguments[0]", json!([elsewhere]));
        page.click("#load-start");
        let script =
            format!("return location.hash !== {hash} && document.querySelectorAll('#moves button').length === 3");
        page.wait("the game", &script);
    }
}

#[test]
fn a_bad_link_is_named_and_loses_nothing() {
    let Some(page) = Page::start("bad-links", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    play_on(&page, &path, 2);
    settle(&page, 2);
    let hash = page.run("return location.hash", json!([]));
    let games = page.get("/api/games").as_array().map(Vec::len);
    for (fragment, words) in [
        ("variant=chess&moves=e2-e4", "no game has the name “chess”"),
        ("fen=W:W1&variant=", "no game has the name “”"),
        ("variant=english&moves=11-15.hello", "“hello” is not a move"),
        ("variant=english&fen=W:W1%22]:B2", "is not a position"),
        ("variant=english&fen=W:W77:B2", "77"),
        ("variant=english&moves=1-32", "1-32"),
    ] {
        page.run("location.hash = arguments[0]", json!([fragment]));
        let script = format!("return document.querySelector('#message').textContent.includes('{words}')");
        page.wait(words, &script);
        assert_eq!(page.run("return location.hash", json!([])), hash, "{fragment}");
        assert_eq!(page.run("return document.querySelectorAll('#moves button').length", json!([])), json!(2));
        assert_eq!(page.get("/api/games").as_array().map(Vec::len), games, "{fragment}");
    }
}

#[test]
fn a_position_is_saved_as_a_picture() {
    let Some(page) = Page::start("pictures", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "russian" }));
    let view = play_on(&page, &path, 3);
    settle(&page, 3);
    page.click("#share");
    page.wait("the dialog", "return document.querySelector('#share-link').value || null");
    let svg = String::from_utf8(page.save_as("#share-svg", "svg")).expect("it is text");
    assert!(svg.starts_with("<svg") && svg.contains("xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
    assert_eq!(svg.matches("data-square=").count(), 32);
    let squares = view["pictures"][3].as_str().expect("a picture");
    assert_eq!(svg.matches("data-piece=").count(), squares.chars().filter(|square| *square != '.').count());
    for helper in ["class=\"movable", "class=\"cursor", "class=\"target", "var("] {
        assert!(!svg.contains(helper), "{helper} in {svg}");
    }
    let png = page.save_as("#share-png", "png");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((&png[1..4], side(16), side(20)), (&b"PNG"[..], 1000, 1000));
    // A picture of nothing would be small.
    assert!(png.len() > 20_000, "{} bytes", png.len());
}

#[test]
fn a_print_has_the_board_and_the_notation() {
    let Some(page) = Page::start("print", DESK, false) else { return };
    let pdn = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. 11-15 23-19 {a comment} 2. 8-11 22-17 *";
    page.open_game(&json!({ "variant": "english", "pdn": pdn }));
    page.open_analysis();
    page.show_print();
    let seen = "const isSeen = (node) => node.getClientRects().length > 0;
        return ['#board', '#moves', '.player .name', 'header', '#status', '#actions', '#analysis', '#positions', '#typed', '#bar',
            '#graph', '.movable'].filter((name) => [...document.querySelectorAll(name)].some(isSeen))";
    assert_eq!(page.run(seen, json!([])), json!(["#board", "#moves", ".player .name"]));
    let cut = "const list = document.querySelector('#moves'); return list.scrollHeight - list.clientHeight";
    assert!(page.run(cut, json!([])).as_f64() <= Some(2.0), "no move is cut off");
    page.picture("print");
}

/// A sheet of paper is as narrow as a telephone, and a list that scrolls there would lose most of the game.
#[test]
fn a_print_has_all_moves_of_a_long_game_after_a_review() {
    let Some(page) = Page::start("print-long", DESK, false) else { return };
    let moves = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 26-22 4. 16-20 29-25 5. 8-11 24-19 6. 4-8 30-26 7. 10-14 28-24 \
                 8. 7-10 19-16 9. 8-12 16x7 10. 2x11 24-19 11. 10-15 19x10 12. 6x15 32-28 13. 12-16 27-24 14. 20x27 31x24";
    let tags = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2026.11.28\"]\n[GameType \"21\"]";
    page.open_game(&json!({ "variant": "english", "pdn": format!("{tags}\n\n{moves} 1/2-1/2") }));
    page.open_analysis();
    page.click("#review");
    page.wait("the report", "return document.querySelector('#counts').textContent !== ''");
    page.resize((718, 1000));
    page.show_print();
    let seen = "const list = document.querySelector('#moves').getBoundingClientRect();
        return [...document.querySelectorAll('#moves button')].map((node) => node.getBoundingClientRect())
            .filter((box) => box.height > 0 && box.top >= list.top - 1 && box.bottom <= list.bottom + 1).length";
    assert_eq!(page.run(seen, json!([])), json!(28));
    let above = "return document.querySelector('#board').getBoundingClientRect().bottom
        < document.querySelector('#moves').getBoundingClientRect().top";
    assert_eq!(page.run(above, json!([])), json!(true), "the board comes first");
    let heading = page.text("#heading");
    assert!(heading.contains("English") && heading.ends_with("2026.11.28 · Draw"), "{heading}");
    assert!(page.text("#player-top").contains("Bob") && page.text("#player-bottom").contains("Ann"));
    page.picture("print-long");
}

#[test]
fn a_game_of_a_link_is_saved_like_any_other() {
    let Some(page) = Page::start("link-saved", DESK, false) else { return };
    let tags = "[White \"Ann \\\"A\\\" + Co\"]\n[Date \"2026.11.28\"]\n[GameType \"25\"]";
    let path = page.open_game(&json!({ "variant": "russian", "pdn": format!("{tags}\n\n1. c3-d4 d6-c5 *") }));
    let fragment = link_of(&page, &page.get(&path));
    assert!(!fragment.contains("black="), "what is not known is not told: {fragment}");
    let (copy, _) = follow(&page, &fragment);
    let saved = page.pdn(&copy);
    for tag in
        ["GameType \"25", "White \"Ann \\\"A\\\" + Co\"]", "Black \"?\"]", "Date \"2026.11.28\"]", "Result \"*\"]"]
    {
        assert!(saved.contains(&format!("[{tag}")), "{tag}: {saved}");
    }
    // Also of a link that tells nothing.
    let (copy, _) = follow(&page, "variant=english&moves=11-15");
    let saved = page.pdn(&copy);
    for tag in ["[GameType \"21", "[White \"?\"]", "[Date \"????.??.??\"]"] {
        assert!(saved.contains(tag), "{tag}: {saved}");
    }
}
