//! `crownhead book`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

use crate::{Run, crownhead};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

#[track_caller]
fn succeed(arguments: &str) -> Vec<String> {
    let Run { out, errors, code } = crownhead(&format!("book {arguments}"), "");
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{arguments}");
    out
}

const BUILD: &str = "build --variant english --nodes 150 --quiet";

/// The bytes of a book that is built so.
fn build(more: &str, path: &Path) -> Vec<u8> {
    succeed(&format!("{BUILD} {more} --out {}", path.display()));
    fs::read(path).expect("it was written")
}

#[test]
fn a_book_depends_neither_on_the_threads_nor_on_interruptions() {
    let folder = folder("resumed");
    let [whole, threads, killed, grown] = ["whole", "threads", "killed", "grown"].map(|name| folder.join(name));
    let expected = build("--positions 40", &whole);
    assert_eq!(build("--positions 40 --threads 3", &threads), expected);
    // Killed wherever it is, and also after the end of a line was lost.
    let journal = PathBuf::from(format!("{}.journal", killed.display()));
    let mut least = 0;
    for _ in 0..3 {
        let arguments = format!("book {BUILD} --positions 40 --out {}", killed.display());
        let mut process = Command::cargo_bin("crownhead").expect("the binary is built");
        let mut process = process.args(arguments.split(' ')).stdout(Stdio::null()).spawn().expect("it runs");
        let start = Instant::now();
        while fs::metadata(&journal).map_or(0, |file| file.len()) <= least + 3000
            && start.elapsed() < Duration::from_secs(20)
            && process.try_wait().is_ok_and(|ended| ended.is_none())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = process.kill();
        process.wait().expect("it has ended");
        least = fs::metadata(&journal).expect("it is there").len();
        let file = fs::File::options().write(true).open(&journal).expect("it can be opened");
        file.set_len(least - 7).expect("it can be cut");
    }
    assert_eq!(build("--positions 40", &killed), expected);
    build("--positions 23", &grown);
    assert_eq!(build("--positions 40", &grown), expected);
    let other = BUILD.replace("150", "200");
    let other = crownhead(&format!("book {other} --positions 40 --out {}", grown.display()), "");
    assert!(other.code == Some(1) && other.errors.contains("nodes was 150, now it is 200"), "{}", other.errors);
}

#[test]
fn shards_are_merged() {
    let folder = folder("shards");
    let books = [1, 2].map(|number| {
        let path = folder.join(format!("{number}.book"));
        build(&format!("--positions 30 --shard {number}/2"), &path);
        path.display().to_string()
    });
    let merged = folder.join("merged.book");
    let out = succeed(&format!("merge {} {} --out {}", books[0], books[1], merged.display()));
    let positions: usize = out[0].split(' ').nth(1).and_then(|number| number.parse().ok()).expect("a number");
    assert!((40..60).contains(&positions), "the first positions are in both: {out:?}");
    let again = folder.join("again.book");
    succeed(&format!("merge {} --out {}", merged.display(), again.display()));
    assert!(fs::read(&merged).expect("it is there") == fs::read(&again).expect("it is there"));
    let verified = succeed(&format!("verify --book {} --every 10 --quiet", merged.display()));
    assert!(
        verified[0].ends_with("searches of 1500 nodes") && verified[1].contains(" men in the mean"),
        "{verified:?}"
    );
    let stats = succeed(&format!("stats --book {}", merged.display()));
    assert!(stats.contains(&format!("positions: {positions}")), "{stats:?}");
    let by_ply = stats.iter().find_map(|line| line.strip_prefix("positions by ply: 1 7 ")).expect("all are reached");
    let sum: usize = by_ply.split(' ').map(|count| count.parse::<usize>().expect("a number")).sum();
    assert_eq!(sum + 8, positions, "{by_ply}");
}

const GAMES: &str =
    "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 1-0\n\n1. 11-15 22-18 15x22 1/2-1/2\n\n1. 9-14 24-19 0-1\n";

#[test]
fn games_become_a_book_with_shares_and_values() {
    let folder = folder("games");
    let [pdn, games, searched, both] = ["my.pdn", "games", "searched", "both"].map(|name| folder.join(name));
    fs::write(&pdn, GAMES).expect("it can be written");
    let import = format!("import --variant english --pdn {} --out {}", pdn.display(), games.display());
    assert_eq!(succeed(&import)[0].split(' ').nth(1), Some("4"));
    let shown = succeed(&format!("show --book {}", games.display()));
    assert!(shown[0].starts_with("11-15\t-\t66.7 % 2 +1 =1 -0\t11-15 "), "{shown:?}");
    build("--positions 9", &searched);
    let merged = succeed(&format!("merge {} {} --out {}", games.display(), searched.display(), both.display()));
    let positions: usize = merged[0].split(' ').nth(1).and_then(|number| number.parse().ok()).expect("a number");
    let shown = succeed(&format!("show --book {} --variant english", both.display()));
    let line = shown.iter().find(|line| line.starts_with("9-14\t")).expect("all moves are there");
    let fields: Vec<_> = line.split('\t').collect();
    assert!(fields[1].parse::<f64>().is_ok() && fields[2] == "33.3 % 1 +0 =0 -1", "{line}");
    let text = succeed(&format!("export --book {} --text", both.display()));
    assert_eq!((text[0].as_str(), text.len()), ("crownhead-book 1", 3 + positions));
    let lines = succeed(&format!("export --book {} --pdn", both.display()));
    assert!(lines.iter().any(|line| line.contains("1. 11-15 {")), "{lines:?}");
    let unknown = crownhead(&format!("book show --book {} --fen B:W32:B1", both.display()), "");
    assert_eq!((unknown.code, unknown.errors.contains("does not have this position")), (Some(1), true));
}

#[test]
fn what_is_no_book_is_refused_by_name() {
    let folder = folder("faults");
    let (book, faulty) = (folder.join("my.book"), folder.join("faulty.book"));
    let whole = build("--positions 3", &book);
    let fault = |bytes: &[u8], variant: &str| {
        fs::write(&faulty, bytes).expect("it can be written");
        let run = crownhead(&format!("book stats --variant {variant} --book {}", faulty.display()), "");
        assert_eq!(run.code, Some(1));
        run.errors
    };
    assert!(fault(&whole[..whole.len() / 2], "english").contains("faulty.book is damaged: "));
    assert!(fault(b"1. 11-15 *", "english").contains("faulty.book is not an opening book of this version"));
    assert!(fault(&whole, "losing").contains("faulty.book holds english, expected losing"));
    let missing = crownhead("book stats --book no/such.book", "");
    assert!(missing.errors.contains("no/such.book: "), "{}", missing.errors);
}
