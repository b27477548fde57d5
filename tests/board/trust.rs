//! Who gets in, and what others can do to those who are in.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::DESK;
use crate::page::Page;
use crate::served::{Served, plies};

/// The time for a request, and some more on a busy machine.
const ENDED_BY: Duration = Duration::from_secs(25);

fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(served.host()).expect("it listens");
    stream.set_read_timeout(Some(ENDED_BY)).expect("a time");
    stream
}

#[test]
fn requests_that_do_not_come_in_end() {
    let served = Served::start(&[]);
    let (host, bearer) = (served.host(), served.bearer());
    let head = format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n");
    let json_head = format!("{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{");
    let texts = [String::new(), "GET / HT".to_owned(), head, json_head];
    let streams = texts.map(|text| {
        let mut stream = connect(&served);
        stream.write_all(text.as_bytes()).expect("it is sent");
        (text, stream, Instant::now())
    });
    for (text, mut stream, start) in streams {
        let mut answer = Vec::new();
        let ended = stream.read_to_end(&mut answer);
        assert!(ended.is_ok() && start.elapsed() < ENDED_BY, "{text:?}: {ended:?}");
        assert!(start.elapsed() >= Duration::from_secs(9), "{text:?}: not at once");
    }
}

#[test]
fn idle_connections_do_not_keep_the_page_out() {
    let Some(page) = Page::of_program("idle", DESK, Served::start(&[])) else { return };
    let idle: Vec<_> = (0..256).map(|_| connect(page.served())).collect();
    let start = Instant::now();
    page.open_game(&json!({ "variant": "english" }));
    for number in [11, 15] {
        page.click(&format!("[data-square='{number}']"));
    }
    page.wait("the move", "return document.querySelectorAll('#moves li').length === 1");
    assert!(start.elapsed() < ENDED_BY, "{:?}", start.elapsed());
    drop(idle);
}

/// Whoever lacks the token holds all connections there are, and asks for more and more. Those of the page stay.
#[test]
fn a_flood_without_the_token_keeps_nobody_out() {
    let served = Served::start(&[]);
    let host = served.host().to_owned();
    let path = served.open(json!({ "variant": "english" })).path;
    let held: Vec<_> = (0..100).map(|_| connect(&served)).collect();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _end = Raised(&is_over);
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for path in ["/", "/main.js", "/api/games"] {
                    // It may be reset: that is what is tested.
                    let Ok(mut stream) = TcpStream::connect(&host) else { continue };
                    let _ = write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
                    let _ = stream.read(&mut [0; 512]);
                }
            }
        });
        // Others do not even wait for an answer.
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let Ok(mut stream) = TcpStream::connect(&host) else { continue };
                let _ = write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            }
        });
        // A page keeps its connection.
        let mut own = connect(&served);
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: {}\r\n\r\n", served.bearer());
        let mut kept = 0;
        for _ in 0..100 {
            own.write_all(request.as_bytes()).expect("it is sent");
            let answer = answer(&mut own);
            kept += usize::from(answer.starts_with("HTTP/1.1 200"));
            std::thread::sleep(Duration::from_millis(10));
        }
        // One that takes a new connection each time is answered too.
        let anew = (0..100).filter(|_| served.get(&path).status == 200).count();
        assert_eq!((kept, anew), (100, 100));
    });
    drop(held);
}

/// Raises a flag in the end, also that of a test that fails.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One answer of a connection that stays open: its head, and as much of its body as the head says.
fn answer(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut buffer = [0; 65_536];
    loop {
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let head = head.to_ascii_lowercase();
            let length = head.split_once("content-length: ").expect("a length").1.split("\r\n").next();
            if body.len() >= length.and_then(|length| length.parse().ok()).expect("a number") {
                return text;
            }
        }
        let read = stream.read(&mut buffer).expect("it is answered");
        assert_ne!(read, 0, "the connection is reset: {text}");
        text.push_str(std::str::from_utf8(&buffer[..read]).expect("text"));
    }
}

#[test]
fn nobody_gets_in_without_the_link() {
    for arguments in [&[][..], &["--bind", "0.0.0.0"]] {
        let served = Served::start(arguments);
        assert_eq!(served.token().len(), 32);
        let none = ("authorization", "");
        // The files of the page are those of every board.
        for path in ["/", "/main.js", "/texts/nl.js", "/icon.svg"] {
            assert_eq!(served.send("GET", path, &[none], "").status, 200, "{path}");
        }
        let token = served.token();
        let number = served.open(json!({ "variant": "english" })).path;
        let queries = [format!("/api/games?token={token}"), format!("{number}?token={token}")];
        let odd = ["/api", "/api/", "//api/games", "/%61pi/games", "/./api/games", "/API/games", "/main.js/", "/none"];
        let paths = ["/api/info", "/api/games", &number, &format!("{number}/pdn"), &format!("{number}/legal/0")];
        for path in paths.into_iter().chain(odd).chain(queries.iter().map(String::as_str)) {
            for given in ["", "Bearer", "Bearer 00", token] {
                let refused = served.send("GET", path, &[("authorization", given)], "");
                assert!(refused.status == 403 && refused.text.contains("open the link"), "{path}: {refused:?}");
            }
        }
        let json_type = ("content-type", "application/json");
        for path in ["/api/games", "/api/position", &number, &format!("{number}/delete")] {
            let wish = json!({ "variant": "english" }).to_string();
            assert_eq!(served.send("POST", path, &[none, json_type], &wish).status, 403, "{path}");
        }
        let page = served.send("GET", "/", &[none], "");
        assert!(page.headers.get("set-cookie").is_none(), "{:?}", page.headers);
    }
}

/// What a server at another port gets to see when the browser comes to it: the heads of its requests.
fn listen_for_secrets() -> (String, std::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (sender, heads) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut head = [0; 8192];
            let read = stream.read(&mut head).unwrap_or(0);
            let _ = sender.send(String::from_utf8_lossy(&head[..read]).into_owned());
            let page = "<!doctype html><title>other</title>";
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
            let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{page}", page.len());
        }
    });
    (format!("http://{address}/"), heads)
}

#[test]
fn the_token_stays_with_the_page() {
    let Some(page) = Page::of_program("token", DESK, Served::start(&[])) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    let number = path.rsplit('/').next().expect("a number");
    let host = page.served().host().to_owned();
    let own = json!(format!("http://{host}/#{number}"));
    let address = || page.run("return location.href", json!([]));
    assert_eq!(address(), own, "it leaves the address bar");
    assert_eq!(page.run("return document.cookie", json!([])), json!(""));
    let has_board = "return document.querySelectorAll('#board .piece').length === 24";
    page.run("location.reload()", json!([]));
    page.wait("the board after a reload", has_board);
    assert_eq!(address(), own);
    // A server of somebody else, at another port of this machine, gets nothing of it.
    let (other, heads) = listen_for_secrets();
    page.open(&other);
    page.wait("the other page", "return document.title === 'other'");
    let head = heads.recv_timeout(ENDED_BY).expect("it was asked");
    let token = page.served().token().to_owned();
    assert!(head.starts_with("GET / ") && !head.contains(&token) && !head.to_lowercase().contains("cookie"), "{head}");
    let stored = "return JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])";
    assert!(!page.run(stored, json!([])).as_str().expect("a text").contains(&token));
    // From there, the link leads in again.
    let go = "const a = document.createElement('a'); a.href = arguments[0]; document.body.append(a); a.click()";
    page.run(go, json!([page.url()]));
    page.wait("the board by the link", has_board);
    // Without the link, a second tab has nothing; with it, it has the board.
    page.open_tab();
    page.open(&format!("http://{host}/"));
    page.wait("the words", "return document.querySelector('#message').textContent.includes('open the link')");
    page.open(&page.url());
    page.wait("the board in the second tab", has_board);
    assert_eq!(address(), own);
}

/// It gets the token from the page, not by its address. Nothing else of the page leads to another address.
#[test]
fn a_game_is_opened_in_another_tab() {
    let Some(page) = Page::of_program("aside", DESK, Served::start(&[])) else { return };
    let first = page.open_game(&json!({ "variant": "english", "fen": "B:W32,30:B1,2,3" }));
    page.open_game(&json!({ "variant": "english" }));
    page.click("#show-games");
    page.wait("the games", "return document.querySelectorAll('#game-list .pick').length === 2");
    let odd = "return [...document.querySelectorAll('a[href]')].filter((link) => !/^#[0-9]+$/.test(link.getAttribute('href'))).length";
    assert_eq!(page.run(odd, json!([])), json!(0));
    let tabs = page.tabs();
    page.click_aside("#game-list .game:nth-child(2) .pick");
    let new = page.await_tab(&tabs);
    assert_eq!(page.run("return document.querySelector('#games-dialog').open", json!([])), json!(true), "it stays");
    page.switch_to(&new);
    page.wait("the board", "return document.querySelectorAll('#board .piece').length === 5");
    let number = first.rsplit('/').next().expect("a number");
    assert_eq!(
        page.run("return location.href", json!([])),
        json!(format!("http://{}/#{number}", page.served().host()))
    );
}

/// The tab of an earlier run has the token of that run.
#[test]
fn a_restart_needs_the_new_link() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let port = port.to_string();
    let Some(mut page) = Page::of_program("restart", DESK, Served::start(&["--port", &port])) else { return };
    page.open_game(&json!({ "variant": "english" }));
    page.restart(&["--port", &port]);
    page.wait("the words", "return document.querySelector('#message').textContent.includes('open the link')");
    // It differs from the address of the tab by its fragment alone, so nothing is loaded again.
    page.open(&page.url());
    page.wait("the board", "return document.querySelectorAll('#board .piece').length === 24");
    page.wait("no message", "return document.querySelector('#message').hidden");
    page.run("location.reload()", json!([]));
    page.wait("the board after a reload", "return document.querySelectorAll('#board .piece').length === 24");
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
    let Some(page) = Page::of_program("hostile", DESK, Served::start(&[])) else { return };
    let served = page.served();
    let game = served.open(json!({ "variant": "english" }));
    assert!(game.path.ends_with("/1"));
    // The person has had the board open in this tab.
    page.open(&page.url());
    page.wait("the board", "return document.querySelectorAll('#board .piece').length === 24");
    page.open(&hostile_page(served.host()));
    let title = page.wait("its attempts", "return document.title.startsWith('tried:') ? document.title : null");
    assert_eq!(title, json!("tried:"), "nothing could be read");
    assert_eq!(plies(&game.view()), 0, "nothing was moved");
}

/// The arguments of a program are for everybody to see; the link is not among them.
#[cfg(target_os = "linux")]
#[test]
fn the_token_is_in_no_list_of_processes() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};

    let folder = std::env::temp_dir().join(format!("crownhead-open-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    // It stands for the program that opens the browser: it notes its argument, and what the page there says.
    let opener = folder.join("xdg-open");
    std::fs::write(&opener, "#!/bin/sh\nprintf %s \"$1\" > \"$NOTE\"\n").expect("it can be written");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let note = folder.join("note");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a path"));
    let mut board = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    board.args(["board", "--bind", "0.0.0.0"]).env("PATH", path).env("NOTE", &note).env("XDG_DATA_HOME", &folder);
    let mut board = board.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let mut out = BufReader::new(board.stdout.take().expect("it prints"));
    out.read_line(&mut line).expect("it prints the link");
    let token = line.trim().split_once("#token=").expect("a link").1.to_owned();
    let start = Instant::now();
    let argument = loop {
        if let Ok(text) = std::fs::read_to_string(&note)
            && !text.is_empty()
        {
            break text;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the browser is opened");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(!argument.contains(&token), "{argument}");
    let page = std::fs::metadata(&argument).expect("a file that leads to the board");
    assert_eq!(page.permissions().mode() & 0o077, 0, "nobody else can read it");
    assert!(std::fs::read_to_string(&argument).expect("it can be read").contains(&token));
    board.kill().expect("it runs");
    board.wait().expect("it ran");
    std::fs::remove_dir_all(&folder).expect("it was made");
}
