//! The two rooms of the page, for playing and for analysing, and that each has all in view.

use serde_json::json;

use crate::driver::{Browser, DESK, PHONE, PHONE_ON_ITS_SIDE};
use crate::page::{Page, settle, square};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 \
                    4. 15x24 20x11 5. 7x16 28x19 6. 16x23 26x19 7. 4-8 25-22 8. 10-15 19x10 9. 6x15 27-23 10. 2-6 22-18 \
                    11. 15x22 17-13 12. 8-11 31-27 1-0";

/// The parts of the page that can be seen, of these.
fn seen(page: &Browser, parts: &[&str]) -> Vec<String> {
    let script = "return arguments[0].filter((part) => document.querySelector(part).checkVisibility())";
    serde_json::from_value(page.run(script, json!([parts]))).expect("a list")
}

const ANALYSING: [&str; 8] = ["#analysis", "#notes", "#position", "#typed", "#report", "#graph", "#bar", "#review"];

#[test]
fn a_game_that_is_played_shows_no_judgement_of_it() {
    let Some(page) = Page::start("rooms", DESK, false) else { return };
    let wish = json!({ "variant": "english", "white": 1, "black": 0 });
    let path = page.open_game(&wish);
    page.click(&square(&json!(11)));
    page.click(&square(&json!(15)));
    settle(&page, 2);
    let buttons = ["#take-back", "#hint", "#draw", "#resign"];
    assert_eq!(seen(&page, &buttons), buttons);
    // An analysis that another tab asks for is not shown either.
    page.post(&path, &json!({ "do": "analyse", "ply": 2, "lines": 3 }));
    page.wait("no analysis", "return !document.querySelector('#analysis').open");
    std::thread::sleep(std::time::Duration::from_millis(1000));
    assert_eq!(seen(&page, &ANALYSING), [""; 0]);
    assert_eq!(page.run("return document.querySelectorAll('.arrow').length", json!([])), json!(0));
    page.picture("rooms-playing");
    // At the end there is a door, and nothing else before somebody goes through it.
    page.click("#resign");
    page.click("#resign-yes");
    page.wait("the end", "return !document.querySelector('#end').hidden");
    assert_eq!(seen(&page, &ANALYSING), [""; 0]);
    page.click("#end-analyse");
    page.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
    let there = ["#analysis", "#notes", "#position", "#typed", "#graph", "#bar", "#review"];
    assert_eq!(seen(&page, &ANALYSING), there);
    page.run("for (const fold of document.querySelectorAll('details')) fold.open = true", json!([]));
    // The next game has nothing of it.
    page.open_game(&wish);
    assert_eq!(seen(&page, &ANALYSING), [""; 0]);
    // Where nobody has an opponent, it is the other room, with all its panels closed and no value in the bar.
    for wish in [
        json!({ "variant": "english" }),
        json!({ "variant": "english", "pdn": GAME }),
        json!({ "variant": "english", "white": 1, "black": 1 }),
    ] {
        page.show_game(&wish);
        page.wait("the room", "return document.body.dataset.room === 'analysing'");
        assert_eq!(seen(&page, &ANALYSING), ["#analysis", "#notes", "#position", "#typed", "#review"], "{wish}");
        assert_eq!(page.run("return document.querySelectorAll('details[open]').length", json!([])), json!(0));
        let share = "return document.querySelector('#bar').style.getPropertyValue('--share')";
        assert_eq!(page.run(share, json!([])), json!("50%"), "{wish}");
    }
    page.open_game(&json!({ "variant": "english", "pdn": GAME }));
    assert_eq!(page.run("return document.querySelector('#take-back').disabled", json!([])), json!(true));
}

/// Where the board is.
const BOARD: &str =
    "const { x, y, width } = document.querySelector('#board').getBoundingClientRect(); return [x, y, width]";

#[test]
fn the_board_stays_where_it_is_and_has_no_frame() {
    for (name, size) in [("stays", DESK), ("stays-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "english", "pdn": GAME }));
        // A scroll bar that comes with a longer page is no part of it.
        page.run("document.documentElement.style.overflowY = 'scroll'", json!([]));
        let place = page.run(BOARD, json!([]));
        page.open_analysis();
        assert_eq!(page.run(BOARD, json!([])), place, "{name}: with the analysis");
        page.run("scrollTo(0, 0); document.querySelector('#set-up').click()", json!([]));
        page.wait("the editor", "return !document.querySelector('#editor').hidden");
        assert_eq!(page.run(BOARD, json!([])), place, "{name}: with the editor");
        assert_eq!(page.text("#player-top .name"), "Set up a position");
        page.run("document.querySelector('#setup-cancel').click()", json!([]));
        page.click(&square(&json!(14)));
        let outline = "return [document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle]";
        assert_eq!(page.run(outline, json!([])), json!(["board", "none"]), "{name}: after a click");
    }
}

/// The status has the longest and the shortest words that it can have, in every language.
#[test]
fn no_words_move_the_buttons() {
    let Some(page) = Page::start("words", PHONE, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "pdn": "1. 11-15 23-19 *" }));
    let (view, info) = (page.get(&path), page.get("/api/info"));
    let script = "
        const [module, view, variants] = arguments;
        return import(module).then(({ showStatus }) => {
            const states = [{}, { is_hinting: true }, { hint: { text: '28x19x10' } }];
            const cases = states.map((state) => [state, [{ text: '28x19', captured: [23] }]]);
            // While an engine is to move, nobody else is.
            cases.push([{}, []], [{ is_thinking: true }, []], [{ is_paused: true }, []]);
            view.moves.at(-1).text = '28x19x10';
            const tops = ['playing', 'analysing'].map((room) => {
                document.body.dataset.room = room;
                const tops = variants.flatMap((variant) =>
                    [true, false].flatMap((is_variation) => cases.map(([state, legal]) => {
                        showStatus({ ...view, variant, is_variation, ...state }, view.moves.length, legal);
                        return Math.round(document.querySelector('#positions').getBoundingClientRect().top + scrollY);
                    })));
                return new Set(tops).size;
            });
            document.body.dataset.room = 'analysing';
            return tops;
        })";
    let module = page.module("status.js");
    for size in [PHONE, PHONE_ON_ITS_SIDE, (360, 740), (740, 360), (1024, 768), DESK] {
        page.resize(size);
        page.wait("its size", &format!("return innerWidth === {}", size.0));
        for language in ["en", "nl", "fr", "de", "ru", "pt"] {
            page.choose("#language", language);
            let tops = page.run(script, json!([module, view, info["variants"]]));
            assert_eq!(tops, json!([1, 1]), "{language} at {size:?}: places of the buttons");
        }
    }
}

/// What is below the edge of the page, or beyond its side, of these.
fn beyond(page: &Browser, parts: &[&str]) -> serde_json::Value {
    let script = "return arguments[0].filter((part) => {
        const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    })";
    page.run(script, json!([parts]))
}

/// The words of buttons and names that are cut, and the rows that the buttons of the page have.
const CUT: &str = "
    const isCut = (node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1;
    const words = [...document.querySelectorAll('nav > *, #actions button, #positions button, .player .name')];
    const tops = [...document.querySelectorAll('nav > *')].map((node) => Math.round(node.getBoundingClientRect().top));
    return [words.filter(isCut).map((node) => node.textContent), new Set(tops).size]";

const CURRENT: &str = "
    const list = document.querySelector('#moves').getBoundingClientRect();
    const move = document.querySelector('#moves [aria-current]').getBoundingClientRect();
    return move.top >= list.top - 1 && move.bottom <= list.bottom + 1 && list.bottom <= innerHeight";

#[test]
fn a_telephone_has_all_of_a_game_in_view_either_way() {
    let Some(page) = Page::start("turned", PHONE, false) else { return };
    page.open_game(&json!({ "variant": "international", "white": 1, "black": 0, "time": "300+5" }));
    settle(&page, 1);
    page.choose("#language", "de");
    let parts = ["header", "#player-top", "#board", "#player-bottom", "#moves", "#actions"];
    for (name, size) in [("upright", PHONE), ("on its side", PHONE_ON_ITS_SIDE), ("a tablet", (1024, 768))] {
        page.resize(size);
        page.wait("its size", &format!("return innerWidth === {}", size.0));
        assert_eq!(beyond(&page, &parts), json!([]), "{name}");
        assert_eq!(page.run(CUT, json!([])), json!([[], 1]), "{name}");
        page.picture(&format!("turned-{}", size.0));
    }
    page.resize(PHONE_ON_ITS_SIDE);
    page.wait("the whole height", "return document.querySelector('#board').clientHeight > 0.95 * innerHeight");
    page.run("document.querySelector('#new-game').click()", json!([]));
    assert_eq!(beyond(&page, &["#new-start"]), json!([]), "the button of the dialog");
    page.run("document.querySelector('#new-dialog').close()", json!([]));
    // In a long list, the current move is in view after the telephone is turned, and the graph as well.
    page.choose("#language", "en");
    let path = page.open_game(&json!({ "variant": "english", "pdn": GAME }));
    page.run("document.querySelector('#end-review').click()", json!([]));
    page.wait("the first mistake", "return document.querySelector('#explanation').textContent !== ''");
    for size in [PHONE, PHONE_ON_ITS_SIDE, PHONE] {
        page.resize(size);
        page.wait("the current move", CURRENT);
        assert_eq!(beyond(&page, &["#graph"]), json!([]));
        let letters = "const graph = document.querySelector('#graph');
            const scale = graph.clientWidth / graph.viewBox.baseVal.width;
            return Math.abs(scale - 1) < 0.02 && document.querySelectorAll('#graph text').length > 5";
        page.wait("its words in their size", letters);
        page.picture(&format!("turned-review-{}", size.0));
    }
    // A variation leaves the graph of the game.
    let line = "return document.querySelector('#graph .line').getAttribute('points')";
    let points = page.run(line, json!([]));
    page.post(&path, &json!({ "do": "move", "ply": 1, "text": "22-18" }));
    page.wait("the variation", "return !document.querySelector('#restore').hidden");
    assert_eq!(page.run(line, json!([])), points);
    // The headings of the list of games stand above what they are of, and none is cut.
    page.choose("#language", "de");
    page.run("document.querySelector('#show-games').click()", json!([]));
    page.wait("the list", "return document.querySelectorAll('#game-list .game').length > 0");
    let astray = "const heads = [...document.querySelectorAll('#game-list .head span')].filter((head) => head.checkVisibility());
        const cellOf = (head) => document.querySelector(`#game-list .game .${head.className}`).getBoundingClientRect();
        const isAbove = (one, other) => Math.abs(one.left - other.left) < 2 && Math.abs(one.right - other.right) < 2;
        return [heads.length, heads.filter((head) => !isAbove(head.getBoundingClientRect(), cellOf(head))
            || head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent)]";
    assert_eq!(page.run(astray, json!([])), json!([7, []]));
}

/// The colour of a king is that of two men, and his crown stands out from it.
#[test]
fn a_king_shows_his_colour() {
    let Some(page) = Page::start("kings", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english", "fen": "W:WK10,31:BK1,5" }));
    let script = "
        const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((part) => (part / 255) ** 2.2)
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0.05);
        return ['white', 'black'].map((side) => {
            const [man, king, crown] = [':not(.king) circle', '.king circle', ' .crown'].map((part) =>
                getComputedStyle(document.querySelector(`#board .piece.${side}${part}`)).fill);
            const lights = [light(king), light(crown)].sort((one, other) => other - one);
            return [man === king, lights[0] / lights[1] >= 3];
        })";
    for pieces in ["rings", "flat", "wood"] {
        page.choose("#piece-theme", pieces);
        assert_eq!(page.run(script, json!([])), json!([[true, true], [true, true]]), "{pieces}");
    }
    page.picture("kings");
}

/// A move of the second side that stands alone, after what is said of the first one, stands in its column.
#[test]
fn a_move_stands_in_its_column() {
    let Some(page) = Page::start("columns", DESK, false) else { return };
    let pdn = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 {Usual.} 22-17 *";
    page.open_game(&json!({ "variant": "english", "pdn": pdn }));
    let lefts =
        "return [...document.querySelectorAll('#moves button')].map((move) => move.getBoundingClientRect().left)";
    let lefts = page.run(lefts, json!([]));
    let left = |place: usize| lefts[place].as_f64().expect("a place");
    assert!((left(0) - left(2)).abs() < 1.0 && (left(1) - left(3)).abs() < 1.0 && left(1) > left(0), "{lefts}");
    assert_eq!(page.text("#moves"), "1.11-1523-192.8-11Usual.2...22-17");
}
