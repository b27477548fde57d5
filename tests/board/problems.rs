//! Problems in a real browser: solved, failed, shown, and those of a file.

use serde_json::{Value, json};

use crate::driver::{DESK, PHONE};
use crate::page::{Page, square};

/// The first problem of a level that the person has not solved yet, as the program lists them.
fn problem(page: &Page, variant: &str, skipped: usize) -> Value {
    let list = page.post("/api/problems", &json!({ "variant": variant }));
    let mut list = list.as_array().expect("a list").clone();
    assert_eq!(list.len(), 200);
    list.sort_by_key(|problem| problem["level"].as_u64());
    list[skipped].clone()
}

/// What has become of these moves.
fn judge(page: &Page, problem: &Value, moves: &[String]) -> Value {
    let attempt = json!({ "variant": problem["variant"], "fen": problem["fen"], "moves": moves });
    page.post("/api/problems/judge", &attempt)
}

/// The exact squares of a move.
fn squares(mv: &Value) -> String {
    let path: Vec<_> = mv["path"].as_array().expect("squares").iter().map(Value::to_string).collect();
    path.join(if mv["captured"].as_array().is_some_and(Vec::is_empty) { "-" } else { "x" })
}

fn made(view: &Value) -> Vec<String> {
    view["moves"].as_array().expect("a list").iter().map(squares).collect()
}

/// Makes a move on the board when it is the turn of the person.
fn make(page: &Page, mv: &Value) {
    page.wait("the turn", "return !document.querySelector('#problem-hint').disabled");
    for number in mv["path"].as_array().expect("squares") {
        page.click(&square(number));
    }
}

fn wait_for_words(page: &Page, words: &str) {
    page.wait(
        words,
        &format!("return document.querySelector('#problem-words').textContent.includes({})", json!(words)),
    );
}

/// Solves the problem that is shown, by the moves that the program advises.
fn solve(page: &Page, problem: &Value) {
    let mut view = judge(page, problem, &[]);
    while view["verdict"] == json!("seeks") {
        make(page, &view["best"]);
        view = judge(page, problem, &[made(&view), vec![squares(&view["best"])]].concat());
        let line: Vec<_> =
            view["moves"].as_array().expect("a list").iter().map(|mv| mv["text"].as_str().expect("a text")).collect();
        let line = json!(line.join(" "));
        page.wait("the reply", &format!("return document.querySelector('#problem-line').textContent === {line}"));
    }
    wait_for_words(page, "Solved.");
}

#[test]
fn a_problem_is_solved_after_an_error_and_another_one_is_shown() {
    for (name, size) in [("problems", DESK), ("problems-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "russian" }));
        page.click("#show-problems");
        let count = |text: &str| {
            page.wait(text, &format!("return document.querySelector('#problem-count').textContent === '{text}'"));
        };
        count("0 of 200 solved, 0 in a row.");
        let first = problem(&page, "russian", 0);
        let side = if first["fen"].as_str().is_some_and(|fen| fen.starts_with('W')) { "White" } else { "Black" };
        page.wait("the task", "return document.querySelector('#problem-task').textContent !== ''");
        assert_eq!(page.text("#player-top .name"), "Problems", "nobody of the game plays here");
        let task = page.text("#problem-task");
        let beginning = format!("Russian draughts. {side} to move and win. ");
        assert!(task.starts_with(&beginning) && task.ends_with("1 of 200"), "{task}");
        let view = judge(&page, &first, &[]);
        let legal = view["legal"].as_array().expect("a list");
        let is_wrong = |mv: &&Value| judge(&page, &first, &[squares(mv)])["verdict"] == json!("wrong");
        let wrong = legal.iter().find(is_wrong).expect("not every move wins");
        make(&page, wrong);
        wait_for_words(&page, "no win can be proven. Try again.");
        assert_eq!(page.text("#problem-line"), "");
        solve(&page, &first);
        page.picture(name);
        count("1 of 200 solved, 0 in a row.");
        page.click("#problem-next");
        page.wait("the next", "return document.querySelector('#problem-task').textContent.endsWith('2 of 200')");
        page.wait("the turn", "return !document.querySelector('#problem-hint').disabled");
        page.click("#problem-hint");
        wait_for_words(&page, "Move the piece on ");
        let hinted = "return document.querySelectorAll('#board .hinted').length";
        assert_eq!(page.run(hinted, json!([])), json!(1), "where the squares have no numbers, too");
        page.click("#problem-solution");
        wait_for_words(&page, "That was the solution.");
        count("1 of 200 solved, 0 in a row.");
        page.click("#problem-next");
        page.wait("the next", "return document.querySelector('#problem-task').textContent.endsWith('3 of 200')");
        solve(&page, &problem(&page, "russian", 2));
        count("2 of 200 solved, 1 in a row.");
        let wide = page.run("return document.documentElement.scrollWidth - innerWidth", json!([]));
        assert!(wide.as_i64() <= Some(0), "{wide}");
        // It is kept, and the one that was only shown comes again.
        page.run("location.reload()", json!([]));
        page.wait("the game", "return document.querySelectorAll('#board .piece').length === 24");
        // By their positions: in another set, others are not taken for them.
        let kept = page.run("return JSON.parse(localStorage.getItem('crownhead-problems')).solved", json!([]));
        let third = problem(&page, "russian", 2);
        assert_eq!(kept, json!({ "russian": [first["fen"], third["fen"]] }));
        page.click("#show-problems");
        count("2 of 200 solved, 1 in a row.");
        page.wait("the second", "return document.querySelector('#problem-task').textContent.endsWith('2 of 200')");
        page.choose("#problem-level", "5");
        page.wait("level 5", "return document.querySelector('#problem-task').textContent.includes('level 5, 1 of ')");
        page.click("#problem-close");
        assert_eq!(page.run("return document.querySelector('#game').hidden", json!([])), json!(false));
        assert_ne!(page.text("#player-top .name"), "Problems");
    }
}

#[test]
fn problems_of_a_file_are_played() {
    let Some(page) = Page::start("problems-file", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#show-problems");
    let load = |pdn: &str| {
        // In UTF-16, as other programs write it.
        let script = "const [e, files] = [document.querySelector('#problem-file'), new DataTransfer()];
                      files.items.add(new File([Uint16Array.from('\\ufeff' + arguments[0], (one) => one.charCodeAt())], 'own.pdn'));
                      e.files = files.files; e.dispatchEvent(new Event('change'))";
        page.run(script, json!([pdn]));
    };
    // A file need not have the level that was chosen for other problems.
    page.choose("#problem-level", "5");
    load("[GameType \"20\"]\n[Event \"Study 7\"]\n[FEN \"W:W6,17,18,38,41:B8,14,24,34,36\"]\n\n*\n");
    let task = "International draughts. White to move and win. Study 7, 1 of 1";
    page.wait("the task", &format!("return document.querySelector('#problem-task').textContent === '{task}'"));
    let pieces = || page.run("return document.querySelectorAll('#board .piece').length", json!([]));
    assert_eq!(pieces(), json!(10));
    page.choose("#problem-level", "3");
    wait_for_words(&page, "There is no problem of level 3 here. Choose another level.");
    let dead =
        "return ['hint', 'solution', 'analyse'].every((name) => document.querySelector(`#problem-${name}`).disabled)";
    assert_eq!(
        (pieces(), page.run(dead, json!([])), page.text("#problem-task")),
        (json!(0), json!(true), String::new())
    );
    page.choose("#problem-level", "0");
    page.wait("the task", &format!("return document.querySelector('#problem-task').textContent === '{task}'"));
    let own = json!({ "variant": "international", "fen": "W:W6,17,18,38,41:B8,14,24,34,36" });
    assert_eq!(judge(&page, &own, &[])["best"]["text"], json!("17-12"));
    solve(&page, &own);
    page.wait("the count", "return document.querySelector('#problem-count').textContent.startsWith('1 of 1 solved')");
    // What is no problem, and what is not won.
    load("[GameType \"20\"]\n\n1. 32-28 *\n");
    wait_for_words(&page, "No problem was found in the text");
    load("[GameType \"20\"]\n[FEN \"W:WK1:BK50\"]\n\n*\n");
    wait_for_words(&page, "No win was proven in this position.");
    assert_eq!(page.text("#problem-task"), "International draughts. White to move. 1 of 1", "nothing is claimed");
    assert_eq!(pieces(), json!(2), "its own position is shown");
    let (status, text) = page.send("/api/problems/judge", Some(&json!({ "variant": "english", "fen": "W:W99:B1" })));
    assert!(status == 422 && text.contains("99"), "{status} {text}");
}

#[test]
fn a_problem_is_analysed_as_a_game() {
    let Some(page) = Page::start("problems-analysis", DESK, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#show-problems");
    page.wait("the turn", "return !document.querySelector('#problem-hint').disabled");
    let fen = problem(&page, "english", 0)["fen"].clone();
    page.click("#problem-analyse");
    page.wait("the game", &format!("return document.querySelector('#fen').value === {fen}"));
}

/// Whoever goes from one to the next clicks at the same place.
#[test]
fn nothing_moves_while_a_problem_is_on_its_way() {
    for (name, size) in [("problem-place", DESK), ("problem-place-phone", PHONE)] {
        let Some(page) = Page::start(name, size, false) else { return };
        page.open_game(&json!({ "variant": "international" }));
        for language in ["en", "nl", "fr", "de", "ru", "pt"] {
            page.choose("#language", language);
            for (number, button) in [(1, "#show-problems"), (2, "#problem-next"), (3, "#problem-next")] {
                // Where the button is before the program has answered, with no task, and afterwards.
                let place = "document.querySelector('#problem-next').offsetTop";
                let click = "for (const id of arguments) document.querySelector(id).click();";
                let before =
                    page.run(&format!("{click} return {place}"), json!([button, "#problem-turn", "#problem-turn"]));
                let task = "document.querySelector('#problem-task').textContent";
                page.wait("the task", &format!("return /\\b{number}\\D+200$/.test({task})"));
                let after = page.run(&format!("return {place}"), json!([]));
                assert_eq!(after, before, "{button}, {language}: {}", page.text("#problem-task"));
            }
            page.click("#problem-close");
        }
    }
}
