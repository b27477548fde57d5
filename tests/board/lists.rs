//! Lists of games: those of a file, and one's own.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::driver::{DESK, PHONE};
use crate::page::{Page, settle};

/// A file of so many games, with names, events and dates that repeat.
fn file(games: usize) -> String {
    let mut pdn = String::new();
    for number in 0..games {
        let white = ["Anneke van der Meulen-Oosterhuis", "Bob", "Сергей Петров"][number % 3];
        let event = ["Club", "Open Nederlands Kampioenschap Sneldammen 2019 (halve finale, groep C)"][number / 3 % 2];
        let (year, result) = (1950 + number % 70, ["2-0", "1-1"][number % 2]);
        let tags =
            format!("[Event \"{event}\"]\n[Date \"{year}.??.??\"]\n[White \"{white}\"]\n[Black \"B{number}\"]\n");
        let moves = ["1. 32-28 19-23 2. 28x19 14x23", "1. 32-28"][number % 2];
        writeln!(pdn, "{tags}[Result \"{result}\"]\n[GameType \"20\"]\n\n{moves} {result}\n").expect("it is text");
    }
    pdn
}

/// Loads a text by the dialog.
fn load(page: &Page, pdn: &str) {
    page.run("document.querySelector('#load').click()", json!([]));
    page.run("document.querySelector('#load-text').value = arguments[0]", json!([pdn]));
    page.run("document.querySelector('#load-start').click()", json!([]));
}

/// The texts of a column in the rows that are drawn.
fn column(page: &Page, list: &str, name: &str) -> Vec<String> {
    let script = "const cells = document.querySelectorAll(`${arguments[0]} .game .${arguments[1]}`);
                  return [...cells].map((cell) => cell.textContent)";
    serde_json::from_value(page.run(script, json!([list, name]))).expect("texts")
}

fn filter(page: &Page, field: &str, text: &str) {
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1];
                  field.dispatchEvent(new Event('input'))";
    page.run(script, json!([field, text]));
}

#[test]
fn ten_thousand_games_are_sorted_filtered_and_opened() {
    for (name, size) in [("list", DESK), ("list-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "english" }));
        load(&page, &file(10_000));
        page.wait("the list", "return document.querySelectorAll('#choose-list .game').length > 0");
        assert_eq!(page.text("#choose-count"), "10000 of 10000 games");
        page.picture(name);
        // A few blocks are drawn, and nothing in them is cut or wider than the page.
        let cut = "const cells = [...document.querySelectorAll('#choose-list span')];
            return [document.querySelectorAll('#choose-list .game').length,
                cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
                    .map((cell) => cell.textContent),
                Math.max(0, document.querySelector('#choose-list').scrollWidth - document.querySelector('#choose-list').clientWidth)]";
        let seen = page.run(cut, json!([]));
        assert!(seen[0].as_u64() < Some(1000), "{name}: {seen}");
        assert_eq!((&seen[1], &seen[2]), (&json!([]), &json!(0)), "{name}");
        // The last ones are drawn once they are in view.
        page.run("document.querySelector('#choose-list .body').scrollTop = 1e9", json!([]));
        page.wait("the end", "return document.querySelector('#choose-list').textContent.includes('B9999')");
        // A click sorts, and another one turns the order.
        page.click("#choose-list .head .date button");
        assert_eq!(column(&page, "#choose-list", "date")[..2], ["1950", "1950"]);
        page.click("#choose-list .head .date button");
        assert_eq!(column(&page, "#choose-list", "date")[0], "2019");
        let order = page.run("return document.querySelector('[aria-sort]').getAttribute('aria-sort')", json!([]));
        assert_eq!(order, json!("descending"));
        page.click("#choose-list .head .black button");
        assert_eq!(column(&page, "#choose-list", "black")[..3], ["B0", "B1", "B2"], "numbers in names count");
        filter(&page, "#choose-filter", "петров CLUB 1956");
        let shown = column(&page, "#choose-list", "white");
        assert!(!shown.is_empty() && shown.iter().all(|white| white == "Сергей Петров"), "{shown:?}");
        assert!(page.text("#choose-count").ends_with(" of 10000 games"));
        filter(&page, "#choose-filter", "b4321");
        assert_eq!(column(&page, "#choose-list", "black"), ["B4321"]);
        page.click("#choose-list .game");
        page.wait("the game", "return document.querySelectorAll('#moves button').length === 1");
        assert!(page.text("main").contains("B4321"));
    }
}

/// The arrows lead from the field to the games, and Enter opens one.
#[test]
fn a_list_is_used_with_keys() {
    let Some(page) = Page::start("list-keys", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    load(&page, &file(100));
    page.wait("the list", "return document.querySelectorAll('#choose-list .game').length > 0");
    let focus =
        || page.run("return document.activeElement.closest('.game')?.querySelector('.black').textContent", json!([]));
    page.run("document.querySelector('#choose-filter').focus()", json!([]));
    page.press(&["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]);
    assert_eq!(focus(), json!("B1"));
    // From a block to the next one.
    page.press(&["ArrowDown"; 60]);
    assert_eq!(focus(), json!("B61"));
    page.press(&["Enter"]);
    page.wait("the game", "return document.querySelector('main').textContent.includes('B61')");
}

/// One's own games are listed by what is known of them, which can be changed, and saved together.
#[test]
fn own_games_are_described_listed_and_saved() {
    for (name, size) in [("own", DESK), ("own-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "international", "pdn": file(1) }));
        let path = page.open_game(&json!({ "variant": "english", "white": 2, "black": 0 }));
        page.click("[data-side=B] .name");
        let type_in = "for (const [name, value] of Object.entries(arguments[0]))
                           document.querySelector(`#describe-dialog [name=${name}]`).value = value";
        let known = json!({ "black": " Ann \"A\" ", "event": "Evening", "date": "2026.11.28", "round": "3" });
        page.run(type_in, json!([known]));
        let is_fixed = page.run("return document.querySelector('#describe-dialog [name=white]').disabled", json!([]));
        assert_eq!(is_fixed, json!(true), "a level has its name");
        page.picture(&format!("{name}-describe"));
        page.click("#describe-keep");
        page.wait("the name", "return document.querySelector('[data-side=B] .name').textContent === 'Ann \"A\"'");
        let saved = page.pdn(&path);
        for tag in ["[Event \"Evening\"]", "[Round \"3\"]", "[Date \"2026.11.28\"]", "[Black \"Ann \\\"A\\\"\"]"] {
            assert!(saved.contains(tag), "{saved}");
        }
        assert!(saved.contains("[White \"Crownhead level 2\"]"), "{saved}");
        let kept = page.run("return localStorage.getItem('crownhead-names')", json!([]));
        assert_eq!(kept, json!(null), "in a later game the person has his own name");
        page.run("document.querySelector('#show-games').click()", json!([]));
        page.wait("the list", "return document.querySelectorAll('#game-list .game').length >= 2");
        page.picture(name);
        assert_eq!(column(&page, "#game-list", "event")[..2], ["Evening", "Club"]);
        assert_eq!(
            column(&page, "#game-list", "white")[..2],
            ["Crownhead, level 2", "Anneke van der Meulen-Oosterhuis"]
        );
        filter(&page, "#games-filter", "ann evening");
        assert_eq!(column(&page, "#game-list", "round").len(), 0, "there is no such column");
        assert_eq!(column(&page, "#game-list", "black"), ["Ann \"A\""]);
        let all = page.save("#save-all");
        let [first, second] = ["Oosterhuis", "Evening"].map(|word| all.find(word).expect(word));
        assert!(first < second && all.matches("[GameType ").count() >= 2, "{all}");
        // All of it can be read again.
        let games = page.post("/api/games", &json!({ "variant": "english", "pdn": all }));
        assert_eq!(games["games"].as_array().map(Vec::len), Some(all.matches("[GameType ").count()));
    }
}

/// Whoever has typed his name once has it in every later game, whichever side he has.
#[test]
fn a_name_is_typed_once() {
    let Some(page) = Page::start("name", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english", "white": 1, "black": 0 }));
    assert_eq!(page.text("[data-side='B'] .name"), "Human");
    page.click("#new-game");
    page.choose("#new-level", "1");
    assert_eq!(page.run("return document.querySelector('#new-other-name-row').hidden", json!([])), json!(true));
    page.run("document.querySelector('#new-name').value = 'Ann'", json!([]));
    page.picture("new-game-name");
    page.click("#new-start");
    page.wait("the name", "return document.querySelector('[data-side=B] .name').textContent === 'Ann'");
    settle(&page, 0);
    page.run("document.querySelector('#resign').click(); document.querySelector('#resign-yes').click()", json!([]));
    page.wait("the end", "return !document.querySelector('#end').hidden");
    page.click("#rematch");
    page.wait("the name", "return document.querySelector('[data-side=W] .name').textContent === 'Ann'");
    assert_eq!(page.text("[data-side='B'] .name"), "Crownhead, level 1");
    // In a game against oneself both sides have it.
    page.choose("#seat-black", "0");
    page.wait("the same", "return document.querySelector('[data-side=B] .name').textContent === 'Ann'");
    page.choose("#seat-white", "2");
    page.wait("the name", "return document.querySelector('[data-side=B] .name').textContent === 'Ann'");
    let number: Value = page.run("return location.hash.slice(1)", json!([]));
    let saved = page.pdn(&format!("/api/games/{}", number.as_str().expect("a number")));
    assert!(saved.contains("[Black \"Ann\"]") && saved.contains("[White \"Crownhead level 2\"]"), "{saved}");
}

/// In English draughts the PDN has the result of Black first; a list has White first, as its names are.
#[test]
fn a_result_stands_as_the_names_do() {
    for (name, size) in [("list-results", DESK), ("list-results-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let game = |white: &str, game_type: &str, moves: &str| {
            format!(
                "[White \"{white}\"]\n[Black \"B\"]\n[GameType \"{game_type}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
            )
        };
        let games = [game("A1", "21", "1. 11-15 23-19 2. 8-11"), game("A2", "20", "1. 32-28 19-23")];
        page.open_game(&json!({ "variant": "russian" }));
        load(&page, &games.concat());
        page.wait("the list", "return document.querySelectorAll('#choose-list .game').length === 2");
        let results = (column(&page, "#choose-list", "result"), column(&page, "#choose-list", "plies"));
        assert_eq!(results, (vec!["0-1".to_owned(), "1-0".to_owned()], vec!["2".to_owned(), "1".to_owned()]));
        // Each heading stands above its column.
        let edges = "return ['result', 'plies', 'white', 'date'].map((name) =>
            ['.head', '.game'].map((row) => document.querySelector(`#choose-list ${row} .${name}`).getBoundingClientRect()))
            .filter(([head, cell]) => Math.abs(head.left - cell.left) > 2 || Math.abs(head.right - cell.right) > 2).length";
        assert_eq!(page.run(edges, json!([])), json!(0), "{name}");
        page.run("document.querySelector('#choose-dialog').close()", json!([]));
        page.open_game(&json!({ "variant": "russian", "pdn": games[0] }));
        page.run("document.querySelector('#show-games').click()", json!([]));
        page.wait("the list", "return document.querySelectorAll('#game-list .game').length >= 2");
        assert_eq!(
            (&*column(&page, "#game-list", "result")[0], &*column(&page, "#game-list", "plies")[0]),
            ("0-1", "2")
        );
    }
}
