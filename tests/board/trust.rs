//! Who gets in, and what others can do to those who are in.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
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
    let head = format!("POST /api/games HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n", served.host(), served.cookie());
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

#[test]
fn nobody_gets_in_without_the_link() {
    for arguments in [&[][..], &["--bind", "0.0.0.0"]] {
        let served = Served::start(arguments);
        assert_eq!(served.token().len(), 32);
        let none = ("cookie", "");
        for path in ["/", "/main.js", "/api/games", "/?token=00"] {
            let refused = served.send("GET", path, &[none], "");
            assert!(refused.status == 403 && refused.text.contains("open the link"), "{path}: {refused:?}");
        }
        let wish = json!({ "variant": "english" }).to_string();
        let json_type = ("content-type", "application/json");
        assert_eq!(served.send("POST", "/api/games", &[none, json_type], &wish).status, 403);
        // The link lets in, and leads to the page with no token in its address.
        let page = served.send("GET", &format!("/?token={}", served.token()), &[none], "");
        assert_eq!((page.status, &page.headers["location"]), (303, &"/".parse().expect("a value")));
        let cookie = page.headers["set-cookie"].to_str().expect("it is ASCII");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let pair = cookie.split(';').next().expect("a value");
        assert_eq!(served.send("GET", "/api/games", &[("cookie", pair)], "").json(), json!([]));
    }
}

#[test]
fn the_token_leaves_the_address_bar() {
    let Some(page) = Page::of_program("token", DESK, Served::start(&[])) else { return };
    let path = page.open_game(&json!({ "variant": "english" }));
    let number = path.rsplit('/').next().expect("a number");
    let address = page.run("return location.href", json!([]));
    assert_eq!(address, json!(format!("http://{}/#{number}", page.served().host())));
    // From a page elsewhere, the link leads in as well.
    page.open("about:blank");
    let go = "const a = document.createElement('a'); a.href = arguments[0]; document.body.append(a); a.click()";
    page.run(go, json!([page.url()]));
    page.wait("the board", "return document.querySelectorAll('#board .piece').length === 24");
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
    // The person has the board open, and the browser its cookie.
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
    std::fs::write(&opener, "#!/bin/sh\nprintf %s \"$1\" > \"$NOTE.part\"\nmv \"$NOTE.part\" \"$NOTE\"\n")
        .expect("it can be written");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let note = folder.join("note");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a path"));
    let mut board = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    board.args(["board", "--bind", "0.0.0.0"]).env("PATH", path).env("NOTE", &note).env("XDG_DATA_HOME", &folder);
    let mut board = board.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let mut out = BufReader::new(board.stdout.take().expect("it prints"));
    out.read_line(&mut line).expect("it prints the link");
    let token = line.trim().split_once("?token=").expect("a link").1.to_owned();
    let start = Instant::now();
    let argument = loop {
        if let Ok(text) = std::fs::read_to_string(&note) {
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
