//! Play from an opening book, over Hub and UCI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::client::{Client, PATIENCE, binary};

/// A book of one line, which no search would begin with a reason.
fn book(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [pdn, book] = ["pdn", "book"].map(|ending| folder.join(format!("{name}.{ending}")));
    fs::write(&pdn, "1. 12-16 24-20 2. 8-12 *\n").expect("it can be written");
    let mut import = Command::new(binary());
    import.args(["book", "import", "--variant", "english", "--pdn"]).arg(&pdn).arg("--out").arg(&book);
    let import = import.output().expect("it runs");
    assert!(import.status.success(), "{import:?}");
    book
}

/// An engine that plays English draughts from a file.
fn client(file: &Path) -> Client {
    let mut client = Client::start();
    client.send("hub").read_until("wait");
    client.send("set-param name=variant value=english");
    client.send(&format!("set-param name=book-file value={}", file.display()));
    client.send("init").read_until("ready");
    client
}

#[test]
fn a_move_of_the_book_is_answered_at_once_with_its_value_and_line() {
    let mut client = client(&book("hub-line"));
    // Were it a search, it would not end.
    let lines = client.send("pos start\ngo think").read_until("done");
    let [info, done] = &lines[..] else { panic!("{lines:?}") };
    assert!(info.starts_with("info depth=1 ") && info.contains(" nodes=0 "), "{info}");
    assert!(info.ends_with(" pv=\"12-16 24-20 8-12\""), "{info}");
    assert_eq!(done, "done move=12-16 ponder=24-20");
    // The book ends after its line.
    let end = "pos start moves=\"12-16 24-20 8-12\"\nlevel depth=3\ngo think";
    assert!(client.send(end).read_until("done").iter().any(|line| line.starts_with("info depth=3 ")));
    client.leave();
}

#[test]
fn the_book_in_the_program_answers_the_very_first_search_if_it_has_a_limit() {
    let mut client = Client::start();
    let lines =
        client.send("set-param name=variant value=czech\npos start\nlevel depth=3\ngo think").read_until("done");
    let [info, _] = &lines[..] else { panic!("{lines:?}") };
    assert!(info.contains(" nodes=0 "), "{info}");
    let lines = client.send("level infinite\ngo think").read_until("info depth=");
    assert!(lines.iter().all(|line| !line.contains(" nodes=0 ")), "{lines:?}");
    client.send("stop").read_until("done move=");
    client.leave();
}

#[test]
fn a_pondering_engine_waits_with_the_move_of_the_book() {
    let mut client = Client::start_uci();
    client.send(&format!("setoption name Book File value {}", book("ponder").display()));
    client.send("isready").read_until("readyok");
    client.send("position startpos\ngo ponder").read_until("info depth 1 ");
    client.send("isready").expect("readyok").send("ponderhit").expect("bestmove 12-16 ponder 24-20");
    client.leave();
}

#[test]
fn an_analysis_and_an_engine_without_a_book_search() {
    let mut client = client(&book("hub-none"));
    let lines = client.send("pos start\nlevel depth=3\ngo analyze").read_until("done");
    assert!(lines.iter().any(|line| line.starts_with("info depth=3 ")), "{lines:?}");
    client.send("set-param name=book value=false");
    let lines = client.send("pos start\nlevel depth=3\ngo think").read_until("done");
    assert!(lines.iter().any(|line| line.starts_with("info depth=3 ")), "{lines:?}");
    client.leave();
}

#[test]
fn a_low_level_leaves_the_book_early() {
    let mut client = client(&book("hub-level"));
    client.send("set-param name=skill-level value=1");
    let lines = client.send("pos start\ngo think").read_until("done");
    assert_eq!(lines.last().map(String::as_str), Some("done move=12-16 ponder=24-20"));
    let lines = client.send("pos start moves=\"12-16 24-20\"\nlevel depth=1\ngo think").read_until("done");
    assert!(!lines[0].contains(" nodes=0 "), "{lines:?}");
    client.leave();
}

#[test]
fn a_file_that_is_no_book_is_named_and_the_engine_plays_on() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("none.book");
    fs::write(&file, "no book").expect("it can be written");
    let mut client = Client::start();
    client.send("set-param name=variant value=english");
    client.send(&format!("set-param name=book-file value={}", file.display()));
    let lines = client.send("init").read_until("ready");
    let fault = lines.iter().find(|line| line.starts_with("error message=")).expect("the fault is told");
    assert!(fault.contains("none.book is not an opening book"), "{fault}");
    client.send("pos start\nlevel depth=3\ngo think").read_until("done move=");
    client.leave();
}

#[test]
fn uci_has_its_own_names() {
    let mut client = Client::start_uci();
    client.send(&format!("setoption name Book File value {}", book("uci").display()));
    client.send("isready").read_until("readyok");
    let lines = client.send("position startpos\ngo wtime 600000000 btime 600000000").read_until("bestmove");
    assert!(lines[0].starts_with("info depth 1 ") && lines[0].ends_with(" pv 12-16 24-20 8-12"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 12-16 ponder 24-20"));
    client.send("setoption name OwnBook value false\nisready").read_until("readyok");
    let lines = client.send("position startpos\ngo depth 3").read_until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    client.leave();
}

/// Holds a program that reads a file named `slow.book` until there is a file that opens the gate: the reading begins,
/// and ends when the test lets it. Loaded before the C library.
#[cfg(target_os = "linux")]
const SLOW_DISK: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_slow(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && strcmp(name, "/slow.book") == 0;
}

ssize_t read(int fd, void *bytes, size_t count) {
    if (is_slow(fd)) {
        close(open(getenv("SLOW_BEGUN"), O_CREAT | O_WRONLY, 0600));
        while (access(getenv("SLOW_GATE"), F_OK) != 0) usleep(1000);
    }
    return ((__typeof__(&read))dlsym(RTLD_NEXT, "read"))(fd, bytes, count);
}
"#;

/// An engine that plays English draughts from a file whose reading begins, and ends only when the gate, another file, is
/// there.
#[cfg(target_os = "linux")]
struct SlowDisk {
    client: Client,
    begun: PathBuf,
    gate: PathBuf,
}

#[cfg(target_os = "linux")]
impl SlowDisk {
    /// The file becomes that of this name.
    fn with(name: &str, book: &Path) -> SlowDisk {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("it can be made");
        let [source, library, file, begun, gate] =
            ["slow.c", "slow.so", "slow.book", "begun", "gate"].map(|name| folder.join(name));
        fs::write(&source, SLOW_DISK).expect("it can be written");
        // Rust links by this compiler too, so it is there.
        let compiled =
            Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl").output();
        let compiled = compiled.expect("there is a C compiler");
        assert!(compiled.status.success(), "{compiled:?}");
        fs::rename(book, &file).expect("it can be moved");

        let start = "LD_PRELOAD=$1 SLOW_BEGUN=$2 SLOW_GATE=$3 exec \"$4\"";
        let paths = [&*library, &*begun, &*gate, binary()].map(|path| path.to_str().expect("a path in UTF-8"));
        let mut client = Client::start_with(Path::new("sh"), &[&["-c", start, "sh"][..], &paths].concat());
        client.send("hub").read_until("wait");
        client.send("set-param name=variant value=english");
        client.send(&format!("set-param name=book-file value={}", file.display()));
        SlowDisk { client, begun, gate }
    }

    fn open_gate(&self) {
        assert!(self.begun.exists() && !self.gate.exists(), "the reading had begun, and was not over");
        fs::write(&self.gate, "").expect("it can be written");
    }
}

/// The reading of the file ends only when the test has had its moves: had one waited for it, it would not have come.
#[cfg(target_os = "linux")]
#[test]
fn a_book_on_a_slow_disk_costs_no_move_its_time() {
    let mut disk = SlowDisk::with("slow-disk", &book("slow-source"));
    let searched = |lines: &[String]| lines.iter().any(|line| line.starts_with("info ") && !line.contains(" nodes=0 "));
    // A move that is asked for before the engine is ready, by the time of the move and by a clock.
    for limit in ["level move-time=0.1", "level time=2"] {
        let lines = disk.client.send(&format!("init\npos start\n{limit}\ngo think")).read_until("done");
        assert!(searched(&lines), "{lines:?}");
    }
    // The engine waits no longer than five seconds before it says that it is ready, and moves then as well.
    disk.client.send("init").read_until("ready");
    let lines = disk.client.send("pos start\nlevel move-time=0.1\ngo think").read_until("done");
    assert!(searched(&lines), "{lines:?}");
    disk.open_gate();

    let start = Instant::now();
    loop {
        let lines = disk.client.send("pos start\nlevel move-time=0.1\ngo think").read_until("done");
        if !searched(&lines) {
            assert_eq!(lines.last().map(String::as_str), Some("done move=12-16 ponder=24-20"));
            break;
        }
        assert!(start.elapsed() < PATIENCE, "the book has been read, and is not used: {lines:?}");
    }
    disk.client.leave();
}

/// py-draughts gives an engine up that reports an error while it searches.
#[cfg(target_os = "linux")]
#[test]
fn a_fault_that_is_found_during_a_search_is_told_after_it() {
    let faulty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow-none.book");
    fs::write(&faulty, "no book").expect("it can be written");
    let mut disk = SlowDisk::with("slow-fault", &faulty);
    disk.client.send("pos start\ngo analyze").read_until("info ");
    while !disk.begun.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    disk.open_gate();
    // Long enough for the rest of the file.
    std::thread::sleep(Duration::from_millis(300));
    let mut lines = disk.client.send("ping").read_until("pong");
    lines.extend(disk.client.send("stop").read_until("done move="));
    let is_fault = |line: &&String| line.starts_with("error message=");
    assert!(!lines.iter().any(|line| is_fault(&line)), "{lines:?}");
    let start = Instant::now();
    let fault = loop {
        assert!(start.elapsed() < PATIENCE, "the fault is never told");
        let lines = disk.client.send("ping").read_until("pong");
        if let Some(fault) = lines.iter().find(is_fault) {
            break fault.clone();
        }
    };
    assert!(fault.contains("slow.book is not an opening book"), "{fault}");
    disk.client.leave();
}
