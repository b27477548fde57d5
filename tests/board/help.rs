//! The rules of each game, and the help.

use serde_json::json;

use crownhead_rules::Variant;

use crate::driver::{DESK, PHONE};
use crate::page::Page;

#[test]
fn a_key_and_two_doors_lead_to_the_rules() {
    for (name, size) in [("help", DESK), ("help-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "turkish" }));
        let is_open = "return document.querySelector('#help-dialog').open
            && document.querySelectorAll('#rules-board .piece').length === 32";
        page.run("document.activeElement?.blur()", json!([]));
        page.press(&["?"]);
        page.wait("the rules", is_open);
        page.picture(&format!("{name}-rules"));
        assert!(page.text("#rules").contains("all 64 are used"), "{}", page.text("#rules"));
        page.click("#show-help-page");
        assert!(page.text("#help").contains("Take back"));
        page.picture(&format!("{name}-keys"));
        page.click("#help-close");
        page.click("#show-help");
        page.wait("the rules", is_open);
        page.choose("#help-variant", "breakthrough");
        page.wait("the other board", "return document.querySelectorAll('#rules-board .piece').length === 40");
        assert!(page.text("#rules").contains("There are no draws."), "{}", page.text("#rules"));
        page.click("#help-close");
        page.click("#new-game");
        page.choose("#new-variant", "losing");
        page.click("#new-rules");
        page.wait("the rules", "return document.querySelector('#rules').textContent.includes('The aim is reversed')");
    }
}

/// No sentence lacks in any language, and those that tell games apart are there.
#[test]
fn every_game_has_its_rules_in_every_language() {
    let Some(page) = Page::start("rules", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    let names = ["rules.js", "text.js", "server.js"].map(|name| page.module(name));
    let script = "
        return Promise.all(arguments[0].map((name) => import(name)))
            .then(async ([{ rulesOf }, { setLanguage, languageNames }, { fetchInfo }]) => {
                const info = await fetchInfo();
                const all = languageNames.map(([code]) => {
                    setLanguage(code);
                    return [code, info.rules.map((one) => [one.variant, rulesOf(one)])];
                });
                setLanguage('en');
                return all;
            })";
    let all = page.run(script, json!([names]));
    let languages = all.as_array().expect("a list");
    assert_eq!(languages.len(), 6);
    for language in languages {
        let games = language[1].as_array().expect("a list");
        assert_eq!(games.len(), Variant::ALL.len());
        for game in games {
            let parts = game[1].as_array().expect("a list");
            assert_eq!(parts.len(), 7, "{game}");
            for sentence in parts.iter().flat_map(|part| part["sentences"].as_array().expect("a list")) {
                let text = sentence.as_str().expect("a text");
                let is_whole = text.ends_with('.') && !text.contains(['{', '}']) && text.len() > 12;
                assert!(is_whole, "{} {}: {text:?}", language[0], game[0]);
            }
        }
    }
    let english = languages[0][1].as_array().expect("a list");
    let rules = |variant: Variant| {
        let game = english.iter().find(|game| game[0] == json!(variant.name())).expect("it is there");
        game[1].to_string()
    };
    for (variant, sentences) in [
        (
            Variant::ENGLISH,
            &["12 men", "Black makes the first", "ends there", "occurs 3 times", "40 moves of each side"][..],
        ),
        (Variant::GIVEAWAY, &["The aim is reversed", "12 men"]),
        (Variant::INTERNATIONAL, &["those of the most pieces.", "remains a man", "a draw after 16 moves"]),
        (Variant::FRYSK, &["5 men, on the row", "just under two men; of these, those by a king", "is no draw"]),
        (Variant::ITALIAN, &["right is dark", "cannot capture kings", "occurs 4 times", "a king the earliest"]),
        (Variant::RUSSIAN, &["goes on at once as a king", "any may be chosen", "long diagonal", "“:”"]),
        (Variant::CZECH, &["these go first: those by a king."]),
        (Variant::KILLER, &["is a king, right behind it", "25 moves of each side"]),
        (Variant::THAI, &["right behind the piece", "at once", "8 men"]),
        (Variant::TURKISH, &["all 64 are used", "row behind them is empty", "half a circle", "One piece on each side"]),
        (Variant::CANADIAN, &["12 × 12 squares; the 72", "30 men, on the 5 rows"]),
        (Variant::BREAKTHROUGH, &["first has a king wins", "There are no draws."]),
        (Variant::SPANISH, &["those of the most pieces; of these, those of the most kings", "12-16"]),
    ] {
        let text = rules(variant);
        for sentence in sentences {
            assert!(text.contains(sentence), "{variant}: {sentence:?} is not in {text}");
        }
    }
}
