//! The review in a real browser: it shows the position before a mistake, what is better, and the graph.

use serde_json::{Value, json};

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
        assert!(words.starts_with("15-18?? loses a man: 22x15. Better is "), "why: {words}");
        assert_eq!(page.text("#moves [aria-current]"), "23-19", "the position before it");
        let view = page.get(&path);
        let criticism = &view["criticisms"][0];
        assert_eq!(criticism["ply"], json!(2));
        let better = criticism["better"]["moves"][0]["text"].as_str().expect("a move");
        assert!(words.contains(&format!("Better is {better}.")), "{words}");
        let loss = criticism["loss"].as_f64().expect("men");
        let [before, after] = [0, 1].map(|place| criticism["points"][place].as_f64().expect("points"));
        assert!(before - after >= 0.2, "{criticism}");
        let chances = format!("Expected result: {:.0} %, then {:.0} %.", 100.0 * before, 100.0 * after);
        assert!(words.ends_with(&chances), "{words}, not {chances}");
        let arrows = "return [...document.querySelectorAll('.arrow')].map((arrow) => arrow.classList[1]).join()";
        // Also while the analysis shows its lines, whose best move may be the mistake in other positions.
        page.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
        page.wait("the arrows", &format!("return (() => {{ {arrows} }})() === 'played,better'"));
        let rows = page.run(
            "return [...document.querySelectorAll('#counts tr')].map((row) =>
                 [...row.children].map((cell) => cell.textContent))",
            json!([]),
        );
        let accuracy = |side: usize| view["report"]["sides"][side]["accuracy"].as_f64().expect("percent");
        assert_eq!(rows[0], json!(["", "Accuracy", "?!", "?", "??"]));
        assert_eq!(rows[1], json!(["White", format!("{:.0} %", accuracy(0)), "0", "0", "0"]));
        assert_eq!((&rows[2][0], &rows[2][1]), (&json!("Black"), &json!(format!("{:.0} %", accuracy(1)))));
        assert!(accuracy(1) < accuracy(0) && ["1", "2"].contains(&rows[2][4].as_str().expect("a text")), "{rows}");
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
    game.wait(|view| !view["report"].is_null());
    let once = game.pdn();
    assert_eq!(once.replace('\n', " ").matches("better is").count(), 1, "{once}");
    let again = served.open(json!({ "variant": "english", "pdn": once }));
    again.done(json!({ "do": "review" }));
    again.wait(|view| !view["report"].is_null());
    let twice = again.pdn();
    assert_eq!(twice, once, "two reviews of one game are the same");
}

/// Two reviews are the same, whatever was looked at between them, and a variation leaves the report as it is.
#[test]
fn a_review_does_not_depend_on_what_was_done_before() {
    let served = Served::start(&[]);
    let pdn = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 *";
    let game = served.open(json!({ "variant": "english", "pdn": pdn }));
    let review = || {
        game.done(json!({ "do": "review" }));
        game.wait(|view| !view["report"].is_null())
    };
    let (first, saved) = (review(), game.pdn());
    game.done(json!({ "do": "analyse", "ply": 3, "lines": 2 }));
    game.wait(|view| view["analysis"]["depth"].as_u64() >= Some(6));
    game.done(json!({ "do": "stop-analysis" }));
    let in_variation = game.done(json!({ "do": "move", "ply": 2, "text": "15-18" }));
    assert_eq!((&in_variation["is_variation"], &in_variation["report"]), (&json!(true), &first["report"]));
    game.done(json!({ "do": "restore" }));
    let second = review();
    for part in ["report", "marks", "criticisms"] {
        assert_eq!(second[part], first[part], "{part}");
    }
    // The same words, but for the variation.
    let words = |pdn: &str| {
        let moves = pdn.split_once("\n\n").expect("tags").1.split_whitespace().collect::<Vec<_>>().join(" ");
        moves.replace("(2. 15-18) 2... ", "")
    };
    assert_eq!(words(&game.pdn()), words(&saved));
}

/// A variation stops a review, which begins again with the game.
#[test]
fn a_review_that_a_variation_stops_begins_again() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": GAME }));
    game.done(json!({ "do": "review" }));
    let stopped = game.done(json!({ "do": "move", "ply": 1, "text": "22-18" }));
    assert_eq!((&stopped["reviewing"], &stopped["report"]), (&json!(null), &json!(null)));
    game.done(json!({ "do": "restore" }));
    let view = game.wait(|view| !view["report"].is_null());
    assert_eq!(view["report"]["mistakes"], json!([2]));
}

#[test]
fn a_person_finds_the_better_move() {
    for (name, size) in [("lesson", DESK), ("lesson-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        let path = page.open_game(&json!({ "variant": "english", "pdn": GAME }));
        page.post(&path, &json!({ "do": "resign" }));
        page.open_analysis();
        page.click("#review");
        page.wait("the report", "return document.querySelector('#explanation').textContent !== ''");
        page.click("#turn");
        page.click("#learn");
        let task = page.text("#lesson-task");
        assert_eq!(task, "Black played 15-18?? here (1 of 1). Find a better move.");
        assert_eq!(page.text("#explanation"), "", "the answer is not told");
        let is_main = "return document.querySelector('#lesson-next').classList.contains('main')";
        assert_eq!(page.run(is_main, json!([])), json!(false), "nothing is solved yet");
        page.wait("the played move alone", "return document.querySelectorAll('.arrow').length === 1");
        page.picture(name);
        page.click("#lesson-hint");
        let better = page.get(&path)["criticisms"][0]["better"]["moves"][0].clone();
        assert_eq!(page.text("#lesson-words"), format!("Move the piece on {}.", better["path"][0]));
        assert_eq!(page.run("return document.querySelectorAll('#board .hinted').length", json!([])), json!(1));
        let (wrong, right) = ([15, 18], [0, 1].map(|place| better["path"][place].as_u64().expect("a square")));
        for square in wrong {
            page.click(&format!("[data-square='{square}']"));
        }
        let words = "return document.querySelector('#lesson-words').textContent";
        page.wait("the judgement", &format!("{words} === '15-18 is not good enough. Try again.'"));
        for square in right {
            page.click(&format!("[data-square='{square}']"));
        }
        page.wait("the judgement", &format!("{words}.endsWith(' is good.')"));
        assert_eq!((page.text("#lesson-task"), page.run(is_main, json!([]))), (String::new(), json!(true)));
        // The lesson is no part of the game: no further move is played, on the board or typed.
        let movable = "return document.querySelectorAll('.movable, .must').length";
        assert_eq!(page.run(movable, json!([])), json!(0));
        for square in right {
            page.click(&format!("[data-square='{square}']"));
        }
        let type_in =
            "document.querySelector('#typed-move').value = '15-18'; document.querySelector('#typed').requestSubmit()";
        page.run(type_in, json!([]));
        page.click("#lesson-next");
        assert_eq!(page.text("#lesson-task"), "0 of 1 found at once.", "with a hint, and after another try");
        let view = page.get(&path);
        assert_eq!((view["moves"].as_array().map(Vec::len), &view["is_variation"]), (Some(3), &json!(false)));
        assert_eq!(view["tree"].as_array().map(Vec::len), Some(4), "no move was played");
    }
}

/// A line of the analysis that is tried out does not disturb the lesson.
#[test]
fn a_lesson_goes_on_from_a_variation() {
    let Some(page) = Page::start("lesson-variation", DESK, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "pdn": GAME }));
    page.post(&path, &json!({ "do": "resign" }));
    page.click("#review");
    page.wait("the report", "return document.querySelector('#explanation').textContent !== ''");
    page.click("#turn");
    let leave = || {
        page.post(&path, &json!({ "do": "move", "ply": 0, "text": "9-13", "is_trial": true }));
        page.wait("the variation", "return document.querySelector('#moves .aside [aria-current]') !== null");
    };
    page.run("document.querySelector('#last').click()", json!([]));
    leave();
    page.click("#learn");
    let task = "return document.querySelector('#lesson-task').textContent";
    page.wait("the task", &format!("{task} === 'Black played 15-18?? here (1 of 1). Find a better move.'"));
    page.wait("the mistake", "return document.querySelector('#moves [aria-current]')?.textContent === '23-19'");
    let better = page.get(&path)["criticisms"][0]["better"]["moves"][0].clone();
    for place in 0..2 {
        page.click(&format!("[data-square='{}']", better["path"][place]));
    }
    page.wait("the judgement", "return document.querySelector('#lesson-words').textContent.endsWith(' is good.')");
    page.run("document.querySelector('#last').click()", json!([]));
    leave();
    page.click("#lesson-next");
    page.wait("the end", &format!("{task} === '1 of 1 found at once.'"));
    page.click("#lesson-stop");
    page.wait("moves", "return document.querySelectorAll('.movable, .must').length > 0 || null");
}

/// The moves of an opening are nobody's mistakes.
#[test]
fn a_review_leaves_the_opening_alone() {
    let served = Served::start(&[]);
    // 15-18 gives a man away for nothing.
    let game = served.open(json!({ "variant": "english", "opening": "moves:11-15 23-19 15-18" }));
    game.done(json!({ "do": "move", "ply": 3, "text": "22x15" }));
    let reply = game.view()["legal"][0]["text"].clone();
    game.done(json!({ "do": "move", "ply": 4, "text": reply }));
    game.done(json!({ "do": "resign" }));
    game.done(json!({ "do": "review" }));
    let view = game.wait(|view| !view["report"].is_null());
    let (marks, mistakes) =
        (view["marks"].as_array().expect("marks"), view["report"]["mistakes"].as_array().expect("a list"));
    assert!(
        marks[..3].iter().all(|mark| mark == "fine") && mistakes.iter().all(|ply| ply.as_u64() >= Some(3)),
        "{view}"
    );
    let moves = [0, 1].map(|side| view["report"]["sides"][side]["moves"].clone());
    assert_eq!(moves, [json!(1), json!(1)], "those that people have chosen");
    assert!(view["scores"].as_array().is_some_and(|scores| scores.iter().all(|score| !score.is_null())), "{view}");
    // Kept, it is the same.
    let served = served.again();
    assert_eq!(served.get("/api/games/1?since=0").json()["report"], view["report"]);
}

#[test]
fn the_graph_has_axes_marks_and_values() {
    let Some(page) = Page::start("graph", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english", "pdn": GAME }));
    page.open_analysis();
    page.click("#review");
    page.wait("the mark", "return document.querySelector('#graph .mark') !== null");
    // The graph moves up beneath the report.
    page.wait("the report", "return document.querySelector('#counts').textContent !== ''");
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

/// A game that was reviewed, here or by the command, shows its review when it is loaded.
#[test]
fn a_review_is_loaded_with_its_game() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "pdn": GAME }));
    game.done(json!({ "do": "review" }));
    let before = game.wait(|view| !view["report"].is_null());
    let saved = game.pdn();
    assert!(saved.contains("[%eval ") && saved.contains("$4"), "{saved}");
    let loaded = served.open(json!({ "variant": "english", "pdn": saved }));
    let view = loaded.view();
    for side in 0..2 {
        for count in ["moves", "inaccuracies", "mistakes", "blunders"] {
            assert_eq!(view["report"]["sides"][side][count], before["report"]["sides"][side][count], "{count}");
        }
        let accuracy = |view: &Value| view["report"]["sides"][side]["accuracy"].as_f64().map(f64::round);
        assert_eq!(accuracy(&view), accuracy(&before));
    }
    assert_eq!((&view["marks"], &view["report"]["mistakes"]), (&before["marks"], &before["report"]["mistakes"]));
    assert!(view["scores"].as_array().is_some_and(|scores| scores.iter().all(|score| !score.is_null())), "{view}");
    let [own, other] = [&before, &view].map(|view| &view["criticisms"][0]);
    assert_eq!(own["better"]["moves"], other["better"]["moves"]);
    assert_eq!(own["reason"], other["reason"]);
    let is_prose = |node: &Value| node["comment"] != "" || !node["is_game"].as_bool().unwrap_or_default();
    assert!(!view["tree"].as_array().expect("positions").iter().any(is_prose), "its words are not said twice: {view}");
    // What was not changed is written as it was read, also after a comment has been added the report stays.
    assert_eq!(loaded.pdn(), saved);
    loaded.done(json!({ "do": "comment", "line": ["11-15"], "text": "Usual." }));
    let summaries = |pdn: &str| pdn.replace('\n', " ").matches("accuracy").count();
    let edited = loaded.pdn();
    assert!(edited.contains("Usual.") && summaries(&edited) == summaries(&saved), "{edited}");
    let again = served.open(json!({ "variant": "english", "pdn": edited })).view();
    assert_eq!(again["report"], view["report"]);
    // Kept games too.
    let number = served.get("/api/games").json().as_array().map_or(0, Vec::len);
    let served = served.again();
    let kept = served.get(&format!("/api/games/{}?since=0", number - 1)).json();
    assert_eq!(kept["report"]["sides"], view["report"]["sides"]);
}

/// Values of other programs become a graph; their marks and words stay.
#[test]
fn values_of_other_programs_are_a_graph() {
    let served = Served::start(&[]);
    let pdn = "[GameType \"20\"]\n\n1. 32-28 { [%eval 0.35] } 19-23 $4 { [%eval -0.2] a surprise } 2. 28x19 \
               { [%eval #3] [%csl G24] } 14x23 *";
    let game = served.open(json!({ "variant": "international", "pdn": pdn }));
    let view = game.view();
    let men: Vec<_> = view["scores"].as_array().expect("scores").iter().map(|score| score["men"].as_f64()).collect();
    assert_eq!((men[0], men[1], men[2], men[4]), (None, Some(0.35), Some(-0.2), None), "{men:?}");
    assert_eq!(view["scores"][3]["text"], json!("White wins in 5 plies"));
    assert_eq!(view["report"], Value::Null);
    let comments: Vec<_> = (1..=4).map(|place| view["tree"][place]["comment"].as_str().expect("text")).collect();
    assert_eq!((comments, &view["tree"][2]["sign"]), (vec!["", "a surprise", "", ""], &json!("??")));
    let saved = game.pdn();
    assert!(saved.contains("$4") && saved.contains("[%eval #3] [%csl G24]"), "{saved}");
    let served = served.again();
    let kept = served.get("/api/games/1?since=0").json();
    assert_eq!((&kept["scores"], &kept["tree"]), (&view["scores"], &view["tree"]));
}

/// Takes the picture of README.md anew.
#[test]
#[ignore = "it writes docs/board.webp"]
fn take_the_picture_of_the_readme() {
    let Some(page) = Page::start("readme", DESK, false) else { return };
    let moves = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 26-22 4. 16-20 29-25 5. 8-11 24-19 6. 4-8 30-26 7. 10-14 28-24 \
                 8. 7-10 19-16 9. 8-12 16x7 10. 2x11 24-19 11. 10-15 19x10 12. 6x15 32-28 13. 12-16 27-24 14. 20x27 31x24 *";
    let pdn = format!("[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n{moves}");
    page.open_game(&json!({ "variant": "english", "pdn": pdn }));
    page.click("#review");
    page.wait(
        "the blunder",
        "return document.querySelector('#explanation').textContent.includes('19-16??')
        || (document.querySelector('#next-mistake').click(), false)",
    );
    let picture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/board.webp");
    std::fs::write(picture, page.screenshot_as("webp")).expect("it can be written");
}
