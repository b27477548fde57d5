//! How a game begins: the dialog for a new one.

use serde_json::{Value, json};

use crate::driver::{DESK, PHONE};
use crate::page::Page;

/// The game that the page shows.
fn shown(page: &Page) -> Value {
    let number = page.run("return location.hash.slice(1)", json!([]));
    page.get(&format!("/api/games/{}", number.as_str().expect("a number")))
}

/// Chooses in the dialog: the values of radio buttons, and those of fields.
fn begin(page: &Page, radios: &[(&str, &str)], fields: &[(&str, &str)]) -> Value {
    let before = page.run("return location.hash", json!([]));
    page.click("#new-game");
    for (field, value) in fields {
        page.choose(&format!("#new-{field}"), value);
    }
    for (name, value) in radios {
        page.click(&format!("#new-dialog [name={name}][value={value}]"));
    }
    page.click("#new-start");
    let before = before.as_str().expect("a text");
    page.wait("another game", &format!("return location.hash !== '{before}' && location.hash.length > 1"));
    shown(page)
}

#[test]
fn each_choice_of_the_dialog_reaches_the_game() {
    for (name, size) in [("begins", DESK), ("begins-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "english" }));
        let view = begin(&page, &[("opponent", "engine"), ("side", "W"), ("clock", "none")], &[("level", "1")]);
        assert_eq!((&view["seats"], &view["time"]), (&json!([0, 1]), &json!("")));
        let clock = [("minutes", "3"), ("increment", "2"), ("level", "4")];
        let view = begin(&page, &[("side", "B"), ("clock", "clock")], &clock);
        assert_eq!((&view["seats"], &view["time"]), (&json!([4, 0]), &json!("180+2")));
        let view = begin(&page, &[("side", "lot"), ("clock", "move")], &[("seconds", "0")]);
        assert!([json!([0, 4]), json!([4, 0])].contains(&view["seats"]), "{}", view["seats"]);
        assert_eq!(view["time"], json!("1/move"));
        let people = [("opponent", "person"), ("side", "B"), ("clock", "none")];
        let view = begin(&page, &people, &[("variant", "russian"), ("name", "Ann"), ("other-name", "Bob")]);
        assert_eq!((&view["seats"], &view["names"]), (&json!([0, 0]), &json!(["Bob", "Ann"])));
        let levels = [("level", "1"), ("level-black", "2"), ("variant", "frisian")];
        let view = begin(&page, &[("opponent", "engines")], &levels);
        assert_eq!((&view["seats"], &view["variant"]), (&json!([1, 2]), &json!("frisian")));
    }
}

#[test]
fn a_game_can_begin_with_an_opening() {
    let Some(page) = Page::start("openings", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    let people = [("opponent", "person"), ("side", "B"), ("clock", "none")];
    let moves = |view: &Value| {
        let all = view["moves"].as_array().expect("a list").iter().map(|mv| mv["text"].as_str().expect("a text"));
        all.collect::<Vec<_>>().join(" ")
    };
    // 5 is the number of the Dreaded Edinburgh in the published list.
    let dreaded = begin(&page, &people, &[("variant", "english"), ("opening", "ballot:5")]);
    page.run("document.querySelector('#new-game').click()", json!([]));
    let named = page.text("#new-opening optgroup");
    page.picture("new-game-openings");
    page.run("document.querySelector('#new-dialog').close()", json!([]));
    assert!(named.contains(&format!("Dreaded Edinburgh ({})", moves(&dreaded))), "{named}");
    // The same opening with the colours changed; where the game begins, nothing is taken back.
    page.click("#resign");
    page.click("#resign-yes");
    page.wait("the end", "return !document.querySelector('#end').hidden");
    let before = shown(&page);
    page.click("#rematch");
    page.wait("the rematch", "return document.querySelector('#end').hidden");
    let rematch = shown(&page);
    assert_eq!((moves(&rematch), &rematch["result"]), (moves(&dreaded), &json!(null)));
    assert_eq!(rematch["names"], json!([before["names"][1], before["names"][0]]));
    assert_eq!(page.run("return document.querySelector('#take-back').disabled", json!([])), json!(true));
    let drawn = begin(&page, &people, &[("opening", "ballot")]);
    assert!(named.contains(&moves(&drawn)), "{}", moves(&drawn));
    for plies in [1, 4] {
        let view = begin(&page, &people, &[("variant", "turkish"), ("opening", &format!("plies:{plies}"))]);
        assert_eq!(view["moves"].as_array().map(Vec::len), Some(plies));
    }
    // Where there are no ballots, none is offered, and the engine answers after the opening.
    let ballots = "return document.querySelectorAll('#new-opening optgroup').length";
    assert_eq!(page.run(ballots, json!([])), json!(0));
    let engine = [("opponent", "engine"), ("side", "B")];
    begin(&page, &engine, &[("variant", "brazilian"), ("level", "1"), ("opening", "plies:2")]);
    page.wait("the move", "return document.querySelectorAll('#moves button').length === 3");
    let (status, text) = page.send("/api/games", Some(&json!({ "variant": "russian", "opening": "ballot" })));
    assert!(
        status == 422 && text.contains("is not an opening of russian: expected plies:1 to plies:6"),
        "{status} {text}"
    );
}
