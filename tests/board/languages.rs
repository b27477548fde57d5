//! The page in other languages.

use serde_json::json;

use crate::driver::DESK;
use crate::page::Page;

/// White resigned in an English game, whose PDN has the side that begins, Black, first.
#[test]
fn the_page_speaks_six_languages() {
    let Some(page) = Page::start("languages", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "white": 2, "black": 0 }));
    let text = |name: &str| page.text(name);
    for (language, new_game, to_move, human) in [
        ("nl", "Nieuwe partij", "Zwart is aan zet.", "Mens"),
        ("fr", "Nouvelle partie", "Trait aux noirs.", "Humain"),
        ("de", "Neue Partie", "Schwarz ist am Zug.", "Mensch"),
        ("ru", "Новая партия", "Ход чёрных.", "Человек"),
        ("pt", "Nova partida", "As pretas jogam.", "Pessoa"),
        ("en", "New game", "Black to move.", "Human"),
    ] {
        page.choose("#language", language);
        assert_eq!(text("#new-game"), new_game);
        assert!(text("#status").contains(to_move), "{language}: {}", text("#status"));
        assert_eq!(text("[data-side='B'] .name"), human);
        assert_eq!(page.run("return document.documentElement.lang", json!([])), json!(language));
        let wide = page.run("return document.documentElement.scrollWidth - innerWidth", json!([]));
        assert!(wide.as_i64() <= Some(0), "{language}: {wide}");
        page.picture(&format!("language-{language}"));
    }
    page.post(&path, &json!({ "do": "resign" }));
    page.wait("the end", "return !document.querySelector('#end').hidden");
    for (language, title, reason) in [
        ("nl", "U hebt verloren", "Wit wint: Zwart heeft opgegeven."),
        ("ru", "Вы проиграли", "Белые выиграли: чёрные сдались."),
        ("en", "You lost", "White wins: Black resigned."),
    ] {
        page.choose("#language", language);
        assert_eq!((text("#end-title").as_str(), text("#end-reason").as_str()), (title, reason));
    }
    // It is remembered.
    page.choose("#language", "de");
    page.run("location.reload()", json!([]));
    page.wait("German", "return document.querySelector('#new-game').textContent === 'Neue Partie'");
}

/// `1-0` is a win of the side that begins in the variant.
#[test]
fn a_result_names_the_colour_of_its_variant() {
    let Some(page) = Page::start("results", DESK, false) else { return };
    for (game_type, moves, result, title) in
        [("21", "1. 11-15 23-19", "1-0", "Black wins"), ("20", "1. 32-28 19-23", "2-0", "White wins")]
    {
        let pdn = format!("[GameType \"{game_type}\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n{moves} {result}");
        page.open_game(&json!({ "variant": "english", "pdn": pdn }));
        let title = format!("{title} ({result})");
        page.wait("the end", &format!("return document.querySelector('#end-title').textContent === '{title}'"));
        assert_eq!(page.text("#end-reason"), "", "nothing is said twice");
    }
}

/// Every language has every text of English, with the same words to fill in.
#[test]
fn no_language_lacks_a_text() {
    let Some(page) = Page::start("texts", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    let script = "
        const load = (code) => import(arguments[0].replace('/en.', `/${code}.`)).then((module) => module.default);
        const words = (value) => (typeof value === 'string' ? value : JSON.stringify(value)).match(/\\{\\w+\\}/g) ?? [];
        const compare = (en, other, place) => Object.entries(en).flatMap(([name, value]) => {
            if (!(name in other)) return [`${place}${name} is missing`];
            const isText = typeof value === 'string';
            if (isText !== (typeof other[name] === 'string')) return [`${place}${name} is of another kind`];
            if (!isText) return compare(value, other[name], `${place}${name}.`);
            const [own, its] = [words(value), words(other[name])].map((all) => [...new Set(all)].sort().join());
            return own === its ? [] : [`${place}${name} has ${its}, not ${own}`];
        });
        return Promise.all(['nl', 'fr', 'de', 'ru', 'pt'].map(async (code) =>
            compare(await load('en'), await load(code), `${code}.`))).then((all) => all.flat())";
    assert_eq!(page.run(script, json!([page.module("texts/en.js")])), json!([]));
    // English has the titles of the program.
    let script = "
        const load = (code) => import(arguments[0].replace('/en.', `/${code}.`)).then((module) => module.default);
        return Promise.all(['nl', 'fr', 'de', 'ru', 'pt'].map(async (code) => {
            const { variants } = await load(code);
            return arguments[1].filter((variant) => !variants[variant]).map((variant) => `${code}.${variant}`);
        })).then((all) => all.flat())";
    let variants = page.get("/api/info")["variants"].clone();
    assert_eq!(page.run(script, json!([page.module("texts/en.js"), variants])), json!([]));
}

/// What the program says too, with names and examples as the language and the game have them.
#[test]
fn errors_are_in_the_language_of_the_page() {
    let Some(page) = Page::start("errors", DESK, false) else { return };
    page.open_game(&json!({ "variant": "russian" }));
    let type_in = |text: &str| {
        page.run("document.querySelector('#typed-move').value = arguments[0]", json!([text]));
        page.run("document.querySelector('#typed').requestSubmit()", json!([]));
    };
    for (language, words) in
        [("de", "„hallo“ ist kein Zug."), ("fr", "« hallo » n’est pas un coup."), ("ru", "«hallo» не ход.")]
    {
        page.choose("#language", language);
        type_in("hallo");
        page.wait("the error", &format!("return document.querySelector('#message').textContent.startsWith('{words}')"));
        let said = page.text("#message");
        assert!(said.contains("a3-b4") || said.contains("c3-"), "an example of the game: {said}");
    }
    page.choose("#language", "de");
    let load = |variant: &str, text: &str| {
        page.click("#load");
        page.choose("#load-variant", variant);
        page.run("document.querySelector('#load-text').value = arguments[0]", json!([text]));
        page.click("#load-start");
    };
    let says = |words: &str| {
        page.wait("the words", &format!("return document.querySelector('#message').textContent === '{words}'"));
    };
    load("international", "1. 32-28 19-23 2. 28x19 14x23 3. 33-38 *");
    page.wait("the moves", "return document.querySelectorAll('#moves button').length === 4");
    says("Bis Zug 2 gelesen, Zeile 1: 33-38 ist kein erlaubter Zug.");
    load("english", "W:W:B");
    says("Auf dem Brett steht kein Stein.");
    load("english", "[GameType \"21\"] 1. 32-28 19-23 *");
    says(
        "Partie 1, Zeile 1: 32-28 ist kein erlaubter Zug. Die Züge passen zu einem anderen Spiel \
          (Internationale Dame): Ändern Sie die Tags.",
    );
    let names =
        page.run("return [...document.querySelector('#load-variant').options].map((option) => option.text)", json!([]));
    for name in ["Türkische Dame (Dama)", "Kanadische Dame", "Unified Pool Checkers (Simbabwe)"] {
        assert!(names.as_array().is_some_and(|names| names.contains(&json!(name))), "{names}");
    }
}

/// The articles on endings are named in every language, where they end a game and in the rules.
#[test]
fn an_ending_that_is_drawn_is_named_in_the_language() {
    let Some(page) = Page::start("endings", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    let script = "
        return import(arguments[0]).then(({ endText, setLanguage }) => ['nl', 'fr', 'de', 'ru', 'pt'].flatMap((code) => {
            setLanguage(code);
            const told = arguments[1].map((name) => endText({ winner: null, reason: 'ending', text: `Draw: ${name}` }));
            return told.filter((text, place) => text.includes(arguments[1][place]) || /[.:] *$/.test(text));
        }))";
    let info = page.get("/api/info");
    let rules = info["rules"].as_array().expect("a list").iter();
    let endings = rules.flat_map(|rules| rules["draws"]["endings"].as_array().into_iter().flatten());
    let names: Vec<_> = endings.map(|ending| ending["name"].clone()).collect();
    assert!(names.contains(&json!("a balance of two or three pieces with kings")), "{names:?}");
    assert_eq!(page.run(script, json!([page.module("text.js"), names])), json!([]));
}
