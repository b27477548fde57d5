//! The panel of the opening book, and that nothing of an analysis moves under the mouse.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::driver::{Browser, DESK, PHONE};
use crate::page::Page;
use crate::served::{Served, texts};

/// Two games begin alike, and one of them goes on.
const GAMES: &str = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 1-0\n\n1. 11-15 22-18 1/2-1/2\n\n1. 9-14 24-19 0-1\n";

/// Settings with a book of these games and of some searches.
fn settings(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("board-book-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    let [pdn, games, searched, both] = ["pdn", "games", "searched", "book"].map(|name| folder.join(name));
    fs::write(&pdn, GAMES).expect("it can be written");
    let book = |command: &str, paths: &[&PathBuf], out: &PathBuf| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        let run = program.arg("book").args(command.split(' ')).args(paths).arg("--out").arg(out).output();
        let run = run.expect("it runs");
        assert!(run.status.success(), "{run:?}");
    };
    book("import --variant english --pdn", &[&pdn], &games);
    book("build --variant english --nodes 150 --positions 3 --quiet", &[], &searched);
    book("merge", &[&games, &searched], &both);
    format!("[engine]\ntable = 1\n[book]\nfile = {both:?}\n")
}

#[test]
fn a_game_shows_its_book_as_far_as_it_goes() {
    let served = Served::with_settings(&settings("view"), &["--pace", "0"]);
    let pdn = format!("[GameType \"21\"]\n\n{}", GAMES.split("\n\n").next().expect("a game"));
    let game = served.open(json!({ "variant": "english", "pdn": pdn }));
    assert!(game.view()["book"].is_null(), "no engine is needed yet");
    let book = |ply: usize| {
        game.done(json!({ "do": "analyse", "ply": ply, "lines": 1 }));
        let view = game.wait(|view| !view["book"].is_null() && view["known_ply"] == json!(ply));
        view["book"].clone()
    };
    let first = book(0);
    let moves = first["moves"].as_array().expect("a list");
    assert_eq!((moves.len(), &first["games"], &first["left_after"]), (7, &json!(3), &json!(null)));
    let found = moves.iter().find(|known| known["text"] == "11-15").expect("it was played");
    assert!(found["score"]["men"].is_f64() && found["share"].as_f64().is_some_and(|share| share > 0.66), "{found}");
    // The value is for White, and the best move of Black is the first.
    let men: Vec<_> = moves.iter().map(|known| known["score"]["men"].as_f64().expect("men")).collect();
    assert!(men.is_sorted(), "{men:?}");
    // The last move of the game that the book knows is 24-20.
    assert_eq!(book(5)["moves"][0]["text"], "24-20");
    assert_eq!(book(6), json!({ "moves": [], "games": 0, "left_after": 5 }));
    let elsewhere = served.open(json!({ "variant": "english", "fen": "W:W21,22:B1,2,3" }));
    elsewhere.done(json!({ "do": "analyse", "ply": 0, "lines": 1 }));
    let view = elsewhere.wait(|view| !view["book"].is_null());
    assert_eq!(view["book"], json!({ "moves": [], "games": 0, "left_after": null }));
}

/// Where things are that nothing may move, in pixels. Scrolling rounds by parts of one.
const PLACES: &str = "return ['#restore', '#moves', '#actions', '#best', '#book', '#solution']
    .map((part) => document.querySelector(part).getBoundingClientRect().top)";

#[track_caller]
fn assert_still(browser: &Browser, places: &Value, when: &str) {
    let now = browser.run(PLACES, json!([]));
    let tops = |all: &Value| all.as_array().expect("a list").iter().filter_map(Value::as_f64).collect::<Vec<_>>();
    assert!(
        tops(&now).len() == tops(places).len()
            && tops(&now).iter().zip(tops(places)).all(|(now, before)| (now - before).abs() < 1.0),
        "{when}: {places}, {now}"
    );
}

const SHOWN: &str = "return [...document.querySelectorAll('#book-moves li')].map((item) => item.textContent)";

/// Plays a move of the book and waits for the lines after it.
fn play(browser: &Browser, is_phone: bool, number: usize, moves: usize) {
    let button = format!("#book-moves li:nth-child({number}) button");
    if is_phone {
        browser.tap(&button)
    } else {
        browser.click(&button)
    }
    let script = format!(
        "return document.querySelectorAll('#moves .aside').length === {moves}
             && document.querySelectorAll('#best li').length > 0"
    );
    browser.wait("the move of the book", &script);
}

#[test]
fn moves_of_the_book_are_played_until_a_game_has_left_it() {
    let settings = settings("panel");
    for (name, size) in [("book", DESK), ("book-phone", PHONE)] {
        let served = Served::with_settings(&settings, &["--pace", "0"]);
        let Some(page) = Page::of_program(name, size, served) else { return };
        let path = page.open_game(&json!({ "variant": "english" }));
        page.click("#analysis summary");
        page.wait("the lines", "return document.querySelectorAll('#best li').length === 3");
        page.wait("the book", "return document.querySelectorAll('#book-moves li').length === 7");
        assert_eq!(page.text("#book-title"), "Book, 3 games");
        let shown = page.run(SHOWN, json!([]));
        let shown: Vec<&str> = shown.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let number = shown.iter().position(|text| text.starts_with("11-15")).expect("it was played") + 1;
        assert!(shown.len() == 7 && shown[number - 1].ends_with("67 %"), "{shown:?}");
        let heights =
            "return new Set([...document.querySelectorAll('#book-moves li')].map((item) => item.offsetHeight)).size";
        assert_eq!(page.run(heights, json!([])), json!(1), "each move has one row");
        page.run("document.querySelector('#book').scrollIntoView({ block: 'end' })", json!([]));
        let places = page.run(PLACES, json!([]));
        page.picture(name);
        play(&page, size == PHONE, number, 1);
        let mut moves = 1;
        while page.text("#book-left").is_empty() {
            assert_still(&page, &places, &format!("after {moves} moves"));
            moves += 1;
            play(&page, size == PHONE, 1, moves);
        }
        assert_still(&page, &places, "out of the book");
        page.picture(&format!("{name}-left"));
        let now = page.get(&path);
        let left = now["book"]["left_after"].as_u64().expect("it has left the book") as usize;
        assert!(left < moves, "{left}, {moves}");
        let words = format!("Out of the book since move {}, {}.", left / 2 + 1, texts(&now)[left]);
        assert_eq!(page.text("#book-left"), words);
        // One move back, the book has moves again.
        page.click("#back");
        page.wait("the book", "return document.querySelectorAll('#book-moves li').length > 0");
        assert_eq!(page.text("#book-left"), "");
        page.click("#restore");
        page.wait("the game", "return document.querySelector('#restore').hidden");
    }
}

/// The lines are analysed all the while, and change the rows that they take.
#[test]
fn the_way_back_to_the_game_stays_still() {
    for (name, size) in [("still", DESK), ("still-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let pdn = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *";
        page.open_game(&json!({ "variant": "english", "pdn": pdn }));
        page.click("#analysis summary");
        page.wait("the lines", "return document.querySelectorAll('#best li').length === 3");
        // On a telephone, one line was so short that the page could be scrolled less far when it lost a row.
        page.choose("#lines", "1");
        page.wait("one line", "return document.querySelectorAll('#best li').length === 1");
        page.click("#best li:last-child button");
        page.wait("the variation", "return document.querySelectorAll('#moves .aside').length === 1");
        page.run(
            "const restore = document.querySelector('#restore');
             restore.scrollIntoView({ block: 'nearest' });
             window.seen = { tops: new Set(), depths: new Set() };
             const look = () => {
                 seen.tops.add(Math.round(restore.getBoundingClientRect().top));
                 seen.depths.add(document.querySelector('#depth').textContent.split(',')[0]);
                 requestAnimationFrame(look);
             };
             look();",
            json!([]),
        );
        page.wait("several iterations", "return seen.depths.size >= 6");
        let tops = page.run("return [...seen.tops]", json!([]));
        assert_eq!(tops.as_array().map(Vec::len), Some(1), "{name}: {tops}");
        page.click("#restore");
        page.wait("the game", "return document.querySelector('#restore').hidden");
    }
}

#[test]
fn the_book_is_shown_where_the_lines_are_and_only_if_there_is_one() {
    let Some(page) = Page::of_program("some-book", DESK, Served::start(&[])) else { return };
    // Against the engine, the moves are not shown before the game is over.
    page.open_game(&json!({ "variant": "english", "white": 1, "black": 0 }));
    page.click("#hint");
    page.wait("the hint", "return document.querySelector('.arrow.hint') !== null");
    let is_visible = "return document.querySelector('#book').checkVisibility()";
    assert_eq!(page.run(is_visible, json!([])), json!(false));
    page.click("#resign");
    page.click("#resign-yes");
    page.wait("the end", "return !document.querySelector('#end').hidden");
    page.click("#end-analyse");
    page.wait("the book", is_visible);
    page.wait("its moves", "return document.querySelectorAll('#book-moves li').length === 7");

    let served = Served::with_settings("[engine]\ntable = 1\n[book]\nenabled = false\n", &[]);
    let Some(page) = Page::of_program("no-book", DESK, served) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#analysis summary");
    page.wait("the lines", "return document.querySelectorAll('#best li').length === 3");
    assert_eq!(page.run("return document.querySelector('#book').hidden", json!([])), json!(true));
}

/// Where the tables know the position, their moves stand in the place of the book, and each can be played.
#[test]
fn the_moves_of_an_ending_have_what_the_tables_know() {
    for (name, size) in [("tables", DESK), ("tables-phone", PHONE)] {
        let served = Served::with_settings(&settings(name), &["--pace", "0"]);
        let Some(page) = Page::of_program(name, size, served) else { return };
        page.open_game(&json!({ "variant": "russian", "fen": "W:WKh2,b4,c3:BKg1" }));
        page.click("#analysis summary");
        let shown = "return [...document.querySelectorAll('#table-moves li')].map((item) =>
                         [...item.querySelectorAll('span')].map((part) => part.textContent))";
        page.wait("the moves", "return document.querySelectorAll('#table-moves li').length > 3");
        let moves = page.run(shown, json!([]));
        assert_eq!(moves[0], json!(["b4-a5", "White wins in 51 plies, but 31 plies are left"]));
        assert_eq!(moves[1][1], "Draw");
        assert!(page.run("return document.querySelector('#book').hidden", json!([])) == json!(true));
        page.picture(name);
        if size == PHONE {
            page.tap("#table-moves li:first-child button");
        } else {
            page.click("#table-moves li:first-child button");
        }
        page.wait("the move", "return document.querySelectorAll('#moves .aside').length === 1");
        // The other side's moves, the best for it first: the longest way to the loss.
        let black = "const text = document.querySelector('#table-moves .score')?.textContent;
                     return text?.startsWith('White wins in 50 plies') || null";
        page.wait("the answers", black);
    }
}
