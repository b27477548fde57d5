//! The page in a real browser. Each test is skipped, with a message, where chromium is not installed.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::{Value, json};

use crownhead::rules::Variant;

use crate::driver::Browser;
use crate::served::{Served, plies, texts};

pub const WINDOW: (u32, u32) = (1200, 800);

/// Waits until the page shows a game with so many moves at least, and a person to move or the end.
pub fn settle(browser: &Browser, moves: usize) {
    let script = format!(
        "const text = document.querySelector('#status').textContent;
         return document.querySelectorAll('#moves button').length >= {moves} && text !== ''
             && !text.includes('thinks') && (document.querySelector('.movable, .must') || /wins|Draw/.test(text)) ? text : null"
    );
    browser.wait("the turn of a person", &script);
}

pub fn square(number: &Value) -> String {
    format!("[data-square='{number}']")
}

/// Opens a game and its page.
pub fn open(served: &Served, browser: &Browser, wish: Value) -> String {
    let path = served.open(wish).path;
    let number = path.rsplit('/').next().expect("a number").to_owned();
    browser.open(&format!("{}#{number}", served.link));
    // The same page with another number is not loaded again, but follows.
    browser.wait("the game", &format!("return document.querySelector('#save').href.endsWith('/{number}/pdn')"));
    settle(browser, 0);
    path
}

pub fn view(served: &Served, path: &str) -> Value {
    served.get(path).json()
}

/// A game of a person who clicks any legal move, and the engine at level 1. The games are in several tests, so that they
/// run side by side.
fn click_to_the_end(variant: Variant, seed: usize) {
    let name = format!("game-{variant}");
    let Some(browser) = Browser::start(&name, WINDOW, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": variant.name(), "white": 1, "black": 0 }));
    let mut number = seed;
    loop {
        let now = view(&served, &path);
        if !now["result"].is_null() {
            break;
        }
        let legal = now["legal"].as_array().expect("a list");
        number = (number * 1_103_515_245 + 12_345) % 2_147_483_648;
        let squares = legal[number / 65_536 % legal.len()]["path"].as_array().expect("a list");
        squares.iter().for_each(|number| browser.click(&square(number)));
        settle(&browser, plies(&now) + 1);
    }
    let status = browser.wait(
        "the result",
        "const text = document.querySelector('#status').textContent;
                                             return /wins|Draw/.test(text) ? text : null",
    );
    let result = view(&served, &path)["result"].as_str().expect("it is over").to_owned();
    // The page says why in words of its own.
    let winner = result.split(':').next().expect("a first part");
    assert!(status.as_str().is_some_and(|status| status.contains(winner)), "{variant}: {status}, {result}");
}

#[test]
fn a_game_of_english_is_clicked_to_its_end() {
    click_to_the_end(Variant::ENGLISH, 3);
}

#[test]
fn a_game_of_giveaway_is_clicked_to_its_end() {
    click_to_the_end(Variant::GIVEAWAY, 4);
}

#[test]
fn a_game_of_international_is_clicked_to_its_end() {
    click_to_the_end(Variant::INTERNATIONAL, 5);
}

#[test]
fn a_game_of_losing_is_clicked_to_its_end() {
    click_to_the_end(Variant::LOSING, 6);
}

#[test]
fn games_of_others_are_clicked_to_their_ends() {
    // Captures along rows, squares in letters and a man that goes on as a king, and a mirrored board.
    for (seed, variant) in (7..).zip([Variant::FRISIAN, Variant::RUSSIAN, Variant::ITALIAN]) {
        click_to_the_end(variant, seed);
    }
}

#[test]
fn captures_are_shown_step_by_step_and_men_become_kings() {
    let Some(browser) = Browser::start("captures", WINDOW, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english", "fen": "B:W10,18,25,32:B6,12" }));
    assert!(browser.text("#status").contains("A capture is compulsory"), "{}", browser.text("#status"));
    assert_eq!(browser.run("return document.querySelectorAll('.must').length", json!([])), json!(1));
    // The last square alone says which capture is meant, and dragging does as well as clicking.
    browser.drag("[data-square='6']", "[data-square='29']");
    browser.wait("the crown", "return document.querySelector('[data-piece=\"29\"] .crown') !== null");
    let now = view(&served, &path);
    assert_eq!(texts(&now), ["6x29"]);
    assert_eq!(browser.run("return document.querySelectorAll('.piece').length", json!([])), json!(3));
    assert_eq!(
        browser.run("return document.querySelectorAll('.last').length", json!([])),
        json!(now["moves"][0]["path"].as_array().map_or(0, Vec::len))
    );
    browser.click("#take-back");
    browser.wait("the pieces", "return document.querySelectorAll('.piece').length === 6");
    assert_eq!(plies(&view(&served, &path)), 0);
}

#[test]
fn everything_can_be_done_with_keys() {
    let Some(browser) = Browser::start("keys", WINDOW, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english" }));
    browser.run("document.querySelector('#board').focus()", json!([]));
    // From square 16 up to 11, which is chosen, then down to 15.
    browser.press(&["ArrowUp"]);
    let cursor = "const c = document.querySelector('.cursor'); return [Math.floor(c.getAttribute('x') / 10), Math.floor(c.getAttribute('y') / 10)]";
    let place = browser.run(cursor, json!([]));
    assert_eq!(place, json!([5, 2]), "square 11 is in the third row, sixth column");
    browser.press(&["Enter", "ArrowDown"]);
    assert_eq!(browser.run(cursor, json!([])), json!([4, 3]));
    browser.press(&["Enter"]);
    browser.wait("the move", "return document.querySelectorAll('#moves button').length === 1");
    assert_eq!(texts(&view(&served, &path)), ["11-15"]);
    // Away from the board, keys go through the game; moves can be typed as well.
    browser.run("document.activeElement.blur()", json!([]));
    browser.press(&["u"]);
    browser.wait("the take-back", "return document.querySelectorAll('#moves button').length === 0");
    browser.run("document.querySelector('#typed-move').focus()", json!([]));
    browser.press(&["9", "-", "1", "3", "Enter"]);
    browser.wait("the move", "return document.querySelector('#moves button')?.textContent === '9-13'");
    browser.run("document.activeElement.blur()", json!([]));
    browser.press(&["ArrowLeft"]);
    browser.wait("the start", "return document.querySelector('#fen').value.startsWith('B:')");
}

/// What has the focus stays there, and what is under the cursor is told to those who do not see it.
#[test]
fn the_keyboard_is_not_lost() {
    let Some(browser) = Browser::start("focus", WINDOW, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    for number in [11, 15, 23, 19] {
        browser.click(&square(&json!(number)));
    }
    settle(&browser, 2);
    assert!(browser.text("#status").contains("White has played 23-19"), "{}", browser.text("#status"));
    browser.run("document.querySelector('#moves button').focus()", json!([]));
    browser.press(&["Enter"]);
    browser.wait("the position", "return document.querySelector('#moves [aria-current]')?.textContent === '11-15'");
    assert_eq!(browser.run("return document.activeElement.textContent", json!([])), json!("11-15"));
    browser.click("#last");
    browser.run("document.querySelector('#board').focus()", json!([]));
    browser.press(&["ArrowUp"]);
    let told = browser.text("#cursor");
    assert!(told.starts_with("15, black man"), "{told}");
}

/// A piece that is chosen already.
#[test]
fn a_piece_is_clicked_and_then_dragged() {
    let Some(browser) = Browser::start("drag", WINDOW, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english" }));
    browser.click(&square(&json!(11)));
    browser.wait("the choice", "return document.querySelector('.chosen') !== null");
    browser.click(&square(&json!(11)));
    browser.wait("no choice", "return document.querySelector('.chosen') === null");
    browser.click(&square(&json!(11)));
    browser.drag(&square(&json!(11)), &square(&json!(15)));
    settle(&browser, 1);
    assert_eq!(texts(&view(&served, &path)), ["11-15"]);
}

#[test]
fn games_survive_a_reload_and_are_the_same_in_every_tab() {
    let Some(browser) = Browser::start("tabs", WINDOW, false) else { return };
    let served = Served::start(&[]);
    let path = open(&served, &browser, json!({ "variant": "english" }));
    for number in [11, 15] {
        browser.click(&square(&json!(number)));
    }
    settle(&browser, 1);
    browser.run("location.reload()", json!([]));
    settle(&browser, 1);
    let (old, new) = browser.open_tab();
    // Without a number, the latest game is shown.
    browser.open(&served.link);
    settle(&browser, 1);
    for number in [23, 19] {
        browser.click(&square(&json!(number)));
    }
    settle(&browser, 2);
    browser.switch_to(&old);
    settle(&browser, 2);
    assert_eq!(browser.text("#moves"), "1.11-1523-19");
    browser.switch_to(&new);
    assert_eq!(texts(&view(&served, &path)), ["11-15", "23-19"]);
}

#[test]
fn a_game_is_loaded_analysed_and_saved() {
    let Some(browser) = Browser::start("analysis", WINDOW, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    browser.click("#load");
    let pdn = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 15-18 22x15 *";
    browser.run("document.querySelector('#load-text').value = arguments[0]", json!([pdn]));
    browser.click("#load-start");
    browser.wait("the game", "return document.querySelectorAll('#moves button').length === 4");
    assert!(browser.text("main").contains("Ann"), "{}", browser.text("main"));
    // Back by two moves: the lines there are shown, with arrows, and one of them is tried.
    browser.click("#back");
    browser.click("#back");
    browser.click("#analysis summary");
    browser.wait(
        "lines",
        "return document.querySelectorAll('#best li').length === 3 && document.querySelectorAll('.arrow').length === 3",
    );
    browser.wait("the bar", "return !document.querySelector('#bar').hidden");
    browser.click("#best li:first-child button");
    browser.wait("the variation", "return document.querySelector('#status').textContent.includes('variation')");
    browser.wait("it", "return document.querySelectorAll('#moves .aside').length === 1");
    browser.click("#restore");
    browser.wait("the game", "return document.querySelectorAll('#moves .aside').length === 0");
    // The game's own next move shows the position after it, not the end of the game.
    browser.click("#first");
    browser.run("document.querySelector('#typed-move').value = '11-15'", json!([]));
    browser.run("document.querySelector('#typed').requestSubmit()", json!([]));
    browser.wait("the move", "return document.querySelector('#moves [aria-current]')?.textContent === '11-15'");
    // A move that is refused leaves the position and its message, while the panel is open.
    browser.run("document.querySelector('#typed-move').value = '1-32'", json!([]));
    browser.run("document.querySelector('#typed').requestSubmit()", json!([]));
    browser.wait("the error", "return document.querySelector('#message').textContent.includes('1-32')");
    assert_eq!(browser.text("#moves [aria-current]"), "11-15");
    browser.click("#review");
    browser.wait("the mark", "return document.querySelector('#moves').textContent.includes('15-18??')");
    browser.wait("the graph", "return !document.querySelector('#graph').hasAttribute('hidden')");
    let saved =
        browser.run("return fetch(document.querySelector('#save').href).then((reply) => reply.text())", json!([]));
    assert!(saved.as_str().is_some_and(|pdn| pdn.contains("[White \"Ann\"]") && pdn.contains("$4")), "{saved}");
}

#[test]
fn a_problem_is_solved_and_its_solution_is_played() {
    let Some(browser) = Browser::start("problem", WINDOW, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english", "fen": "W:W30,29,22,21,9,6:B24,20,16,13,8,7" }));
    browser.click("#analysis summary");
    browser.click("#solve");
    browser.wait(
        "the verdict",
        "return document.querySelector('#solution').textContent.startsWith('Proven: White wins in at most ')",
    );
    assert_eq!(browser.text("#solution-line button"), "22-17");
    browser.wait("the end", "return document.querySelector('#solve').textContent === 'Solve'");
    // The third move of the line plays the moves up to there, and the position of the problem is gone.
    browser.click("#solution-line button:nth-of-type(3)");
    browser.wait("the moves", "return document.querySelectorAll('#moves button').length === 3");
    assert_eq!(browser.text("#moves"), "(1.22-1713x222.29-25)");
    assert_eq!(browser.text("#solution"), "");
    // Nothing is proven of the start position until it is stopped.
    open(&served, &browser, json!({ "variant": "english" }));
    browser.run("document.querySelector('#analysis').open = true", json!([]));
    browser.click("#solve");
    browser.wait("the button", "return document.querySelector('#solve').textContent === 'Stop solving'");
    browser.click("#solve");
    browser.wait(
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
    let Some(browser) = Browser::start("restore", WINDOW, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    for text in ["11-15", "23-19", "8-11", "22-17"] {
        type_move(&browser, text);
    }
    for text in ["8-11", "23-19", "11-15"] {
        browser.click("#back");
        wait_for_current(&browser, text);
    }
    for text in ["22-18", "15x22", "25x18"] {
        type_move(&browser, text);
    }
    for text in ["15x22", "22-18"] {
        browser.click("#back");
        wait_for_current(&browser, text);
    }
    let compulsory = "document.querySelector('#status').textContent.includes('compulsory')";
    browser.wait("the capture", &format!("return {compulsory} && document.querySelectorAll('.must').length === 1"));
    browser.click("#restore");
    browser.wait("the moves", &format!("return !{compulsory} && document.querySelectorAll('.movable').length > 1"));
    assert_eq!(browser.text("#moves [aria-current]"), "23-19");
    type_move(&browser, "8-11");
    assert!(!browser.text("#status").contains("variation"), "{}", browser.text("#status"));
}

/// As older programs write them: line by line in UTF-8, or else with a byte for each letter.
#[test]
fn letters_of_older_files_are_read() {
    let Some(browser) = Browser::start("file", WINDOW, false) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    browser.click("#load");
    let mut file = b"\xef\xbb\xbf[White \"Ren\xe9\"]\r\n".to_vec();
    file.extend("[Black \"Zoë\"]\r\n\r\n1. 11-15 *\r\n".as_bytes());
    let choose = "const files = new DataTransfer();
                  files.items.add(new File([new Uint8Array(arguments[0])], 'a.pdn'));
                  document.querySelector('#load-file').files = files.files";
    browser.run(choose, json!([file]));
    browser.click("#load-start");
    browser.wait("the game", "return document.querySelectorAll('#moves button').length === 1");
    let names = browser.text("#player-bottom") + &browser.text("#player-top");
    assert!(names.contains("René") && names.contains("Zoë"), "{names}");
}

#[test]
fn the_dialog_starts_a_game_against_a_level() {
    let Some(browser) = Browser::start("dialog", WINDOW, true) else { return };
    let served = Served::start(&[]);
    open(&served, &browser, json!({ "variant": "english" }));
    browser.click("#new-game");
    browser.run(
        "document.querySelector('#new-variant').value = 'international';
                 document.querySelector('#new-black').value = '1'; document.querySelector('#new-white').value = '0'",
        json!([]),
    );
    browser.click("#new-start");
    browser.wait("the board", "return document.querySelectorAll('[data-square]').length === 50");
    settle(&browser, 0);
    for number in [32, 28] {
        browser.click(&square(&json!(number)));
    }
    settle(&browser, 2);
    browser.click("#hint");
    browser.wait("the hint", "return document.querySelector('.arrow.hint') && document.querySelector('#status').textContent.includes('hint: ')");
    browser.click("#resign");
    browser.click("#resign-yes");
    browser
        .wait("the end", "return document.querySelector('#status').textContent.includes('Black wins: White resigned')");
    let background = browser.run("return getComputedStyle(document.body).backgroundColor", json!([]));
    assert_eq!(background, json!("rgb(27, 29, 33)"), "the browser prefers dark");
}

/// A page of another origin, on another port of this machine.
fn hostile_page(target: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let page = format!(
        "<!doctype html><title>hostile</title><iframe src='http://{target}/'></iframe><script>
        const body = JSON.stringify({{ do: 'move', ply: 0, text: '11-15' }});
        const to = 'http://{target}/api/games/1';
        const tries = ['text/plain', 'application/json'].flatMap((type) => ['cors', 'no-cors'].map((mode) =>
            fetch(to, {{ method: 'POST', mode, body, credentials: 'include', headers: {{ 'Content-Type': type }} }})));
        tries.push(fetch(to, {{ credentials: 'include' }}), fetch(to, {{ mode: 'no-cors', credentials: 'include' }}));
        const read = (reply) => reply.text();
        Promise.allSettled(tries.map((attempt) => attempt.then(read)))
            .then((all) => document.title = 'tried:' + all.map(({{ value }}) => value ?? '').join(''));
        </script>"
    );
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            // One read is enough for the head of a request; nothing of it matters.
            let _ = stream.read(&mut [0; 4096]);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
            let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{page}", page.len());
        }
    });
    format!("http://{address}/")
}

#[test]
fn a_hostile_page_can_neither_move_nor_read() {
    let Some(browser) = Browser::start("hostile", WINDOW, false) else { return };
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    assert!(game.path.ends_with("/1"));
    // The person has the board open, and the browser its cookie.
    browser.open(&served.link);
    browser.wait("the board", "return document.querySelectorAll('#board .piece').length === 24");
    browser.open(&hostile_page(served.host()));
    let title = browser.wait("its attempts", "return document.title.startsWith('tried:') ? document.title : null");
    assert_eq!(title, json!("tried:"), "nothing could be read");
    assert_eq!(plies(&game.view()), 0, "nothing was moved");
}

/// The page fits screens of three sizes; the pictures stay in the folder of the build, to be looked at.
#[test]
fn it_fits_a_telephone_a_desk_and_a_wall() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("board");
    std::fs::create_dir_all(&folder).expect("it can be made");
    for (name, size, is_dark) in [("360", (360, 740), false), ("1200", (1200, 800), false), ("4k", (3840, 2160), true)]
    {
        let Some(browser) = Browser::start(name, size, is_dark) else { return };
        let served = Served::start(&[]);
        let wish = json!({ "variant": "english", "white": 2, "black": 0 });
        let path = open(&served, &browser, wish);
        for ply in [0, 2, 4] {
            let text = view(&served, &path)["legal"][0]["text"].clone();
            let moved = served.post(&path, &json!({ "do": "move", "ply": ply, "text": text }));
            assert_eq!(moved.status, 200, "{moved:?}");
            settle(&browser, ply + 2);
        }
        let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth", json!([]));
        assert!(overflow.as_i64() <= Some(0), "{name}: {overflow}");
        let board = browser.run(
            "const box = document.querySelector('#board').getBoundingClientRect();
                                 return [box.width, box.height, box.bottom - innerHeight]",
            json!([]),
        );
        let [width, height, below] = [0, 1, 2].map(|index| board[index].as_f64().expect("a number"));
        assert!(
            (width - height).abs() < 2.0 && below < 0.0 && width > 0.9 * f64::from(size.0.min(size.1)) * 0.75,
            "{name}: {board}"
        );
        let letters = browser.run("return parseFloat(getComputedStyle(document.body).fontSize)", json!([]));
        assert!(letters.as_f64() >= Some(13.0), "{name}: {letters}");
        std::thread::sleep(std::time::Duration::from_millis(500));
        std::fs::write(folder.join(format!("{name}.png")), browser.screenshot()).expect("it can be written");
    }
}
