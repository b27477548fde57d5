//! The page in a real browser. Each test is skipped, with a message, where chromium is not installed.

use serde_json::json;

use crownhead_rules::Variant;

use crate::driver::Browser;
use crate::page::{Page, settle, square};
use crate::served::{plies, texts};

const WINDOW: (u32, u32) = (1200, 800);

/// A game of a person who clicks any legal move, and the engine at level 1. The games are in several tests, so that they
/// run side by side.
fn click_to_the_end(variant: Variant, seed: usize) {
    let name = format!("game-{variant}");
    let Some(page) = Page::start(&name, WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": variant.name(), "white": 1, "black": 0 }));
    let mut number = seed;
    loop {
        let now = page.get(&path);
        if !now["result"].is_null() {
            break;
        }
        let legal = now["legal"].as_array().expect("a list");
        number = (number * 1_103_515_245 + 12_345) % 2_147_483_648;
        let squares = legal[number / 65_536 % legal.len()]["path"].as_array().expect("a list");
        squares.iter().for_each(|number| page.click(&square(number)));
        settle(&page, plies(&now) + 1);
    }
    let status = page.wait(
        "the result",
        "const text = document.querySelector('#status').textContent;
                                             return /wins|Draw/.test(text) ? text : null",
    );
    let result = page.get(&path)["result"].as_str().expect("it is over").to_owned();
    // The page says why in words of its own.
    let winner = result.split(':').next().expect("a first part");
    assert!(status.as_str().is_some_and(|status| status.contains(winner)), "{variant}: {status}, {result}");
}

#[test]
#[ignore = "takes a minute or two"]
fn a_game_of_english_is_clicked_to_its_end() {
    click_to_the_end(Variant::ENGLISH, 3);
}

#[test]
fn a_game_of_giveaway_is_clicked_to_its_end() {
    click_to_the_end(Variant::GIVEAWAY, 4);
}

#[test]
#[ignore = "takes a minute or two"]
fn a_game_of_international_is_clicked_to_its_end() {
    click_to_the_end(Variant::INTERNATIONAL, 5);
}

#[test]
fn a_game_of_losing_is_clicked_to_its_end() {
    click_to_the_end(Variant::LOSING, 6);
}

#[test]
#[ignore = "takes a minute or two"]
fn games_of_others_are_clicked_to_their_ends() {
    // Captures along rows, squares in letters and a man that goes on as a king, and a mirrored board.
    for (seed, variant) in (7..).zip([Variant::FRISIAN, Variant::RUSSIAN, Variant::ITALIAN]) {
        click_to_the_end(variant, seed);
    }
}

#[test]
fn captures_are_shown_step_by_step_and_men_become_kings() {
    let Some(page) = Page::start("captures", WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": "english", "fen": "B:W10,18,25,32:B6,12" }));
    assert!(page.text("#status").contains("A capture is compulsory"), "{}", page.text("#status"));
    assert_eq!(page.run("return document.querySelectorAll('.must').length", json!([])), json!(1));
    // The last square alone says which capture is meant, and dragging does as well as clicking.
    page.drag("[data-square='6']", "[data-square='29']");
    page.wait("the crown", "return document.querySelector('[data-piece=\"29\"] .crown') !== null");
    let now = page.get(&path);
    assert_eq!(texts(&now), ["6x29"]);
    assert_eq!(page.run("return document.querySelectorAll('.piece').length", json!([])), json!(3));
    assert_eq!(
        page.run("return document.querySelectorAll('.last').length", json!([])),
        json!(now["moves"][0]["path"].as_array().map_or(0, Vec::len))
    );
    page.click("#take-back");
    page.wait("the pieces", "return document.querySelectorAll('.piece').length === 6");
    assert_eq!(plies(&page.get(&path)), 0);
}

#[test]
fn everything_can_be_done_with_keys() {
    let Some(page) = Page::start("keys", WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    page.run("document.querySelector('#board').focus()", json!([]));
    // From square 16 up to 11, which is chosen, then down to 15.
    page.press(&["ArrowUp"]);
    let cursor = "const c = document.querySelector('.cursor'); return [Math.floor(c.getAttribute('x') / 10), Math.floor(c.getAttribute('y') / 10)]";
    let place = page.run(cursor, json!([]));
    assert_eq!(place, json!([5, 2]), "square 11 is in the third row, sixth column");
    page.press(&["Enter", "ArrowDown"]);
    assert_eq!(page.run(cursor, json!([])), json!([4, 3]));
    page.press(&["Enter"]);
    page.wait("the move", "return document.querySelectorAll('#moves button').length === 1");
    assert_eq!(texts(&page.get(&path)), ["11-15"]);
    // Away from the board, keys go through the game; moves can be typed as well.
    page.run("document.activeElement.blur()", json!([]));
    page.press(&["u"]);
    page.wait("the take-back", "return document.querySelectorAll('#moves button').length === 0");
    page.run("document.querySelector('#typed-move').focus()", json!([]));
    page.press(&["9", "-", "1", "3", "Enter"]);
    page.wait("the move", "return document.querySelector('#moves button')?.textContent === '9-13'");
    page.run("document.activeElement.blur()", json!([]));
    page.press(&["ArrowLeft"]);
    page.wait("the start", "return document.querySelector('#fen').value.startsWith('B:')");
}

/// What has the focus stays there, and what is under the cursor is told to those who do not see it.
#[test]
fn the_keyboard_is_not_lost() {
    let Some(page) = Page::start("focus", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    for number in [11, 15, 23, 19] {
        page.click(&square(&json!(number)));
    }
    settle(&page, 2);
    assert!(page.text("#status").contains("White has played 23-19"), "{}", page.text("#status"));
    page.run("document.querySelector('#moves button').focus()", json!([]));
    page.press(&["Enter"]);
    page.wait("the position", "return document.querySelector('#moves [aria-current]')?.textContent === '11-15'");
    assert_eq!(page.run("return document.activeElement.textContent", json!([])), json!("11-15"));
    page.click("#last");
    page.run("document.querySelector('#board').focus()", json!([]));
    page.press(&["ArrowUp"]);
    let told = page.text("#cursor");
    assert!(told.starts_with("15, black man"), "{told}");
}

/// Clicks that come while a move is on its way wait for it; a second click on its square is none.
#[test]
fn clicks_at_once_play_each_move_once() {
    let Some(page) = Page::start("at-once", WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    let press = "
        const board = document.querySelector('#board');
        // No pointer is down that could be captured.
        board.setPointerCapture = () => {};
        for (const number of arguments[0]) {
            const { x, y, width, height } = document.querySelector(`[data-square='${number}']`).getBoundingClientRect();
            const at = { bubbles: true, button: 0, clientX: x + width / 2, clientY: y + height / 2 };
            for (const kind of ['pointerdown', 'pointerup']) board.dispatchEvent(new PointerEvent(kind, at));
        }";
    page.run(press, json!([[11, 15, 15, 23, 19, 19, 8, 11, 11, 22, 17, 17]]));
    settle(&page, 4);
    assert_eq!(texts(&page.get(&path)), ["11-15", "23-19", "8-11", "22-17"]);
    assert_eq!(page.text("#message"), "");
    page.run(press, json!([[9, 13, 13]]));
    settle(&page, 5);
    assert_eq!(texts(&page.get(&path)).len(), 5, "the board goes on");
}

/// A click that moves nothing gets a word, and so does an empty entry.
#[test]
fn what_cannot_be_moved_is_said() {
    let Some(page) = Page::start("blocked", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    for (number, words) in [(1, "This piece cannot move."), (22, "Black to move."), (18, "")] {
        page.click(&square(&json!(number)));
        assert_eq!(page.text("#message"), words, "{number}");
    }
    page.click("#typed button");
    assert!(page.text("#message").starts_with("Type a move, such as "), "{}", page.text("#message"));
    page.open_game(&json!({ "variant": "english", "fen": "B:W18,32:B15,1" }));
    page.click(&square(&json!(1)));
    assert_eq!(page.text("#message"), "A capture is compulsory: another piece captures.");
}

/// A message stays where the analysis goes on by itself.
#[test]
fn an_open_analysis_leaves_the_messages() {
    let Some(page) = Page::start("message", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.open_analysis();
    page.click("#load");
    let type_in = |text: &str| {
        page.run("document.querySelector('#load-text').value = arguments[0]", json!([text]));
        page.click("#load-start");
    };
    type_in("hello world");
    let words = "return document.querySelector('#message').textContent";
    page.wait("why not", &format!("{words}.includes('\"hello\" is not part of a game')"));
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(page.text("#message").contains("hello"), "it stays");
    // What was legal is kept, and what failed is said.
    page.click("#load");
    type_in("[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-12 22-17 *");
    page.wait("the game", "return document.querySelectorAll('#moves button').length === 2");
    page.wait("the fault", &format!("{words}.includes('8-12')"));
    page.run("document.querySelector('#analysis').open = true", json!([]));
    page.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
    assert!(page.text("#message").contains("line 3"), "{}", page.text("#message"));
}

/// A piece that is chosen already.
#[test]
fn a_piece_is_clicked_and_then_dragged() {
    let Some(page) = Page::start("drag", WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    page.click(&square(&json!(11)));
    page.wait("the choice", "return document.querySelector('.chosen') !== null");
    page.click(&square(&json!(11)));
    page.wait("no choice", "return document.querySelector('.chosen') === null");
    page.click(&square(&json!(11)));
    page.drag(&square(&json!(11)), &square(&json!(15)));
    settle(&page, 1);
    assert_eq!(texts(&page.get(&path)), ["11-15"]);
}

#[test]
fn games_survive_a_reload_and_are_the_same_in_every_tab() {
    let Some(page) = Page::start("tabs", WINDOW, false) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    for number in [11, 15] {
        page.click(&square(&json!(number)));
    }
    settle(&page, 1);
    page.run("location.reload()", json!([]));
    settle(&page, 1);
    let (old, new) = page.open_tab();
    // Without a number, the latest game is shown.
    page.open(&page.url());
    settle(&page, 1);
    for number in [23, 19] {
        page.click(&square(&json!(number)));
    }
    settle(&page, 2);
    page.switch_to(&old);
    settle(&page, 2);
    assert_eq!(page.text("#moves"), "1.11-1523-19");
    page.switch_to(&new);
    assert_eq!(texts(&page.get(&path)), ["11-15", "23-19"]);
}

#[test]
fn a_game_is_loaded_analysed_and_saved() {
    let Some(page) = Page::start("analysis", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#load");
    let pdn = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 22x15 *";
    page.run("document.querySelector('#load-text').value = arguments[0]", json!([pdn]));
    page.click("#load-start");
    page.wait("the game", "return document.querySelectorAll('#moves button').length === 4");
    assert!(page.text("main").contains("Ann"), "{}", page.text("main"));
    // Back by two moves: the lines there are shown, with arrows, and one of them is tried.
    page.click("#back");
    page.click("#back");
    page.click("#analysis summary");
    page.wait(
        "lines",
        "return document.querySelectorAll('#best li').length === 3 && document.querySelectorAll('.arrow').length === 3",
    );
    page.wait("the bar", "return !document.querySelector('#bar').hidden");
    page.click("#best li:first-child button");
    page.wait("the variation", "return document.querySelector('#status').textContent.includes('variation')");
    page.wait("it", "return document.querySelectorAll('#moves .aside').length === 1");
    // By a script, because the lines above it change their height under the mouse.
    page.run("document.querySelector('#restore').click()", json!([]));
    page.wait("the game", "return document.querySelector('#restore').hidden");
    // The game's own next move shows the position after it, not the end of the game.
    page.click("#first");
    page.run("document.querySelector('#typed-move').value = '11-15'", json!([]));
    page.run("document.querySelector('#typed').requestSubmit()", json!([]));
    page.wait("the move", "return document.querySelector('#moves [aria-current]')?.textContent === '11-15'");
    // A move that is refused leaves the position and its message, while the panel is open.
    page.run("document.querySelector('#typed-move').value = '1-32'", json!([]));
    page.run("document.querySelector('#typed').requestSubmit()", json!([]));
    page.wait("the error", "return document.querySelector('#message').textContent.includes('1-32')");
    assert_eq!(page.text("#moves [aria-current]"), "11-15");
    page.click("#review");
    page.wait("the mark", "return document.querySelector('#moves').textContent.includes('15-18??')");
    page.wait("the graph", "return !document.querySelector('#graph').hasAttribute('hidden')");
    let saved = page.save("#save");
    assert!(saved.contains("[White \"Ann\"]") && saved.contains("$4"), "{saved}");
}

#[test]
fn a_problem_is_solved_and_its_solution_is_played() {
    let Some(page) = Page::start("problem", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english", "fen": "W:W30,29,22,21,9,6:B24,20,16,13,8,7" }));
    page.click("#analysis summary");
    // The analysis, which begins with the panel, would take the place of a search that began before.
    page.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
    page.click("#solve");
    page.wait(
        "the verdict",
        "return document.querySelector('#solution').textContent.startsWith('Proven: White wins in at most ')",
    );
    assert_eq!(page.text("#solution-line button"), "22-17");
    page.wait("the end", "return document.querySelector('#solve').textContent === 'Solve'");
    // The third move of the line plays the moves up to there, and the position of the problem is gone.
    page.click("#solution-line button:nth-of-type(3)");
    page.wait("the moves", "return document.querySelectorAll('#moves button').length === 3");
    assert_eq!(page.text("#moves"), "(1.22-1713x222.29-25)");
    assert_eq!(page.text("#solution"), "");
    // Nothing is proven of the start position until it is stopped.
    page.open_game(&json!({ "variant": "english" }));
    page.open_analysis();
    page.click("#solve");
    page.wait("the button", "return document.querySelector('#solve').textContent === 'Stop solving'");
    page.click("#solve");
    page.wait(
        "the verdict",
        "return document.querySelector('#solution').textContent.startsWith('Not proven: no win found within ')",
    );
}

/// Waits until the position after this move is shown.
fn wait_for_current(browser: &Browser, text: &str) {
    let current = "document.querySelector('#moves [aria-current]')?.textContent";
    browser.wait(text, &format!("return {current} === {}", json!(text)));
}

/// Types a move.
fn type_move(browser: &Browser, text: &str) {
    browser.run("document.querySelector('#typed-move').value = arguments[0]", json!([text]));
    browser.run("document.querySelector('#typed').requestSubmit()", json!([]));
    wait_for_current(browser, text);
}

/// Also where a position of a variation was shown that has as many moves before it.
#[test]
fn the_moves_of_a_position_are_those_of_its_game() {
    let Some(page) = Page::start("restore", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    for text in ["11-15", "23-19", "8-11", "22-17"] {
        type_move(&page, text);
    }
    for text in ["8-11", "23-19", "11-15"] {
        page.click("#back");
        wait_for_current(&page, text);
    }
    for text in ["22-18", "15x22", "25x18"] {
        type_move(&page, text);
    }
    for text in ["15x22", "22-18"] {
        page.click("#back");
        wait_for_current(&page, text);
    }
    let compulsory = "document.querySelector('#status').textContent.includes('compulsory')";
    page.wait("the capture", &format!("return {compulsory} && document.querySelectorAll('.must').length === 1"));
    page.click("#restore");
    page.wait("the moves", &format!("return !{compulsory} && document.querySelectorAll('.movable').length > 1"));
    assert_eq!(page.text("#moves [aria-current]"), "23-19");
    type_move(&page, "8-11");
    assert!(!page.text("#status").contains("variation"), "{}", page.text("#status"));
}

/// As older programs write them: line by line in UTF-8, or else with a byte for each letter.
#[test]
fn letters_of_older_files_are_read() {
    let Some(page) = Page::start("file", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#load");
    let mut file = b"\xef\xbb\xbf[White \"Ren\xe9\"]\r\n".to_vec();
    file.extend("[Black \"Zoë\"]\r\n\r\n1. 11-15 *\r\n".as_bytes());
    let choose = "const files = new DataTransfer();
                  files.items.add(new File([new Uint8Array(arguments[0])], 'a.pdn'));
                  document.querySelector('#load-file').files = files.files";
    page.run(choose, json!([file]));
    page.click("#load-start");
    page.wait("the game", "return document.querySelectorAll('#moves button').length === 1");
    let names = page.text("#player-bottom") + &page.text("#player-top");
    assert!(names.contains("René") && names.contains("Zoë"), "{names}");
}

#[test]
fn the_dialog_starts_a_game_against_a_level() {
    let Some(page) = Page::start("dialog", WINDOW, true) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.click("#new-game");
    page.run(
        "document.querySelector('#new-variant').value = 'international';
                 document.querySelector('#new-level').value = '1';
                 document.querySelector('#new-dialog [name=side][value=W]').click()",
        json!([]),
    );
    page.click("#new-start");
    page.wait("the board", "return document.querySelectorAll('[data-square]').length === 50");
    settle(&page, 0);
    for number in [32, 28] {
        page.click(&square(&json!(number)));
    }
    settle(&page, 2);
    page.click("#hint");
    page.wait("the hint", "return document.querySelector('.arrow.hint') && document.querySelector('#status').textContent.includes('hint: ')");
    page.click("#resign");
    page.click("#resign-yes");
    page.wait("the end", "return document.querySelector('#status').textContent.includes('Black wins: White resigned')");
    let background = page.run("return getComputedStyle(document.body).backgroundColor", json!([]));
    assert_eq!(background, json!("rgb(27, 29, 33)"), "the browser prefers dark");
}

/// The page fits screens of three sizes; the pictures stay in the folder of the build, to be looked at.
#[test]
fn it_fits_a_telephone_a_desk_and_a_wall() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("board");
    std::fs::create_dir_all(&folder).expect("it can be made");
    for (name, size, is_dark) in [("360", (360, 740), false), ("1200", (1200, 800), false), ("4k", (3840, 2160), true)]
    {
        let Some(page) = Page::start(name, size, is_dark) else { return };
        let wish = json!({ "variant": "english", "white": 2, "black": 0 });
        let path = page.open_game(&wish);
        for ply in [0, 2, 4] {
            let text = page.get(&path)["legal"][0]["text"].clone();
            page.post(&path, &json!({ "do": "move", "ply": ply, "text": text }));
            settle(&page, ply + 2);
        }
        let overflow = page.run("return document.documentElement.scrollWidth - innerWidth", json!([]));
        assert!(overflow.as_i64() <= Some(0), "{name}: {overflow}");
        let board = page.run(
            "const box = document.querySelector('#board').getBoundingClientRect();
                                 return [box.width, box.height, box.bottom - innerHeight]",
            json!([]),
        );
        let [width, height, below] = [0, 1, 2].map(|index| board[index].as_f64().expect("a number"));
        assert!(
            (width - height).abs() < 2.0 && below < 0.0 && width > 0.9 * f64::from(size.0.min(size.1)) * 0.75,
            "{name}: {board}"
        );
        let letters = page.run("return parseFloat(getComputedStyle(document.body).fontSize)", json!([]));
        assert!(letters.as_f64() >= Some(13.0), "{name}: {letters}");
        std::thread::sleep(std::time::Duration::from_millis(500));
        std::fs::write(folder.join(format!("{name}.png")), page.screenshot()).expect("it can be written");
    }
}

/// Answers that come in move buttons, at times when the mouse is on its way to them.
#[test]
fn what_moves_or_is_shut_off_is_clicked_all_the_same() {
    let Some(page) = Page::start("moving", WINDOW, false) else { return };
    page.open_game(&json!({ "variant": "english" }));
    let moves = "button.style = 'position: fixed; top: 400px; left: 400px; z-index: 9'";
    for change in [moves, "button.disabled = true; setTimeout(restore, 500)"] {
        let script = format!(
            "const button = document.querySelector('#set-up');
             const restore = () => {{ button.disabled = false; }};
             addEventListener('pointermove', () => {{ {change}; }}, {{ once: true, capture: true }});"
        );
        page.run(&script, json!([]));
        page.click("#set-up");
        page.wait("the editor", "return !document.querySelector('#editor').hidden");
        page.click("#setup-cancel");
        page.wait("the game", "return document.querySelector('#editor').hidden");
        page.run("document.querySelector('#set-up').removeAttribute('style')", json!([]));
    }
}
