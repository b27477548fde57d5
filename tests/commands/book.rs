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
    let none = crownhead(&format!("book import --variant thai --pdn {} --out {}", pdn.display(), both.display()), "");
    assert_eq!((none.code, both.exists()), (Some(1), false));
    assert!(none.errors.contains("the book would be empty: expected moves of thai"), "{}", none.errors);
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

/// A flag for a file of settings with these lines.
fn settings(folder: &Path, lines: &str) -> String {
    let file = folder.join("settings.toml");
    fs::write(&file, lines).expect("it can be written");
    format!("--config {}", file.display())
}

#[test]
fn an_analysis_shows_the_book_of_the_settings() {
    let folder = folder("analysis");
    let [pdn, games, searched, both] = ["my.pdn", "games", "searched", "both"].map(|name| folder.join(name));
    fs::write(&pdn, format!("{GAMES}\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 0-1\n")).expect("it can be written");
    succeed(&format!("import --variant english --pdn {} --out {}", pdn.display(), games.display()));
    build("--positions 9", &searched);
    succeed(&format!("merge {} {} --out {}", games.display(), searched.display(), both.display()));
    let analyze = |book: &Path, more: &str| {
        let mine = settings(&folder, &format!("book.file = {book:?}\n"));
        crownhead(&format!("analyze --variant english --depth 2 {mine} {more}"), "")
    };

    // What `book show` prints of each move.
    let shown = succeed(&format!("show --book {}", both.display()));
    let shown: Vec<Vec<_>> = shown.iter().map(|line| line.split('\t').collect()).collect();
    let run = analyze(&both, "");
    let heading = run.out.iter().position(|line| line == "   book move  score for Black, and the share of 4 games");
    let rows = &run.out[heading.unwrap_or_else(|| panic!("{:?}", run.out)) + 1..];
    for (row, line) in rows.iter().zip(&shown) {
        let words: Vec<_> = row.split_whitespace().collect();
        let men = |text: &str| text.parse::<f64>().expect("men");
        assert!(words[0] == line[0] && (men(words[1]) - men(line[1])).abs() < 0.006, "{row}, {line:?}");
        let share = line[2].split_once(" %").map(|(share, _)| share);
        assert_eq!(words.get(2).copied(), share, "{row}, {line:?}");
    }
    assert!(shown.len() == 7 && rows[7].is_empty() && rows[8].starts_with("depth "), "{rows:?}");

    let record = |book: &Path, more: &str| -> serde_json::Value {
        let run = analyze(book, &format!("--json {more}"));
        let line = run.out.into_iter().find(|line| line.starts_with("{\"type\":\"book\""));
        line.map_or(serde_json::Value::Null, |line| serde_json::from_str(&line).expect("JSON"))
    };
    let start = record(&both, "");
    assert!(start["left"].is_null());
    for (known, line) in start["moves"].as_array().expect("moves").iter().zip(&shown) {
        assert_eq!((known["move"].as_str(), known["score"].as_f64()), (Some(line[0]), line[1].parse().ok()), "{known}");
        let wins = line[2].split_once('+').map(|(_, wins)| wins.split(' ').next().expect("a number"));
        assert_eq!(known["wins"].as_u64(), wins.and_then(|wins| wins.parse().ok()), "{known}, {line:?}");
    }
    // 15x22 is the only move of its position, which is not stored; White has won the one game that went on.
    let forced = record(&games, "--moves 11-15 22-18");
    let only = &forced["moves"][0];
    assert_eq!((&only["move"], &only["share"], &only["losses"]), (&"15x22".into(), &1.0.into(), &1.into()), "{forced}");
    let moves = "--moves 11-15 22-18 15x22 25x18 8-11 29-25";
    let left = analyze(&games, moves);
    assert!(left.out.iter().any(|line| line == "Out of the book since move 3, 8-11."), "{:?}", left.out);
    assert_eq!(record(&games, moves)["left"], 5);
    // A position that no game came to.
    let elsewhere = analyze(&games, "--fen W:W21,22:B1,2,3");
    assert!(elsewhere.out.iter().all(|line| !line.contains("book")), "{:?}", elsewhere.out);

    let without = settings(&folder, "book.enabled = false\n");
    let run = crownhead(&format!("analyze --variant english --depth 2 {without}"), "");
    assert!(run.code == Some(0) && run.out.iter().all(|line| !line.contains("book")), "{:?}", run.out);
}

#[test]
fn an_annotated_game_says_which_move_leaves_the_book() {
    let folder = folder("annotated");
    let [pdn, book] = ["my.pdn", "my.book"].map(|name| folder.join(name));
    fs::write(&pdn, GAMES).expect("it can be written");
    succeed(&format!("import --variant english --pdn {} --out {}", pdn.display(), book.display()));
    let mine = settings(&folder, &format!("book.file = {book:?}\n"));
    // The book knows the position before 2. 8-11 and none after it. It knows the whole of the second game but its end,
    // and nothing of the third.
    let played = "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 *\n\n[GameType \"21\"]\n1. 11-15 *\n\n\
                  [GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W30,31,32:B1,2,3\"]\n1. 1-6 30-26 *\n";
    let analyze = |more: &str, games: &str| crownhead(&format!("analyze --pdn - --nodes 500 {mine} {more}"), games);
    let annotated = |games: &str| analyze("", games).out.join("\n");
    let once = annotated(played);
    let unwrapped = once.replace('\n', " ");
    assert_eq!(unwrapped.matches("leaves the book").count(), 1, "{once}");
    let (_, after) = unwrapped.split_once(" 2. 8-11 ").expect("the move");
    let comment = after.split('}').next().expect("a comment");
    assert!(comment.contains("[%eval ") && comment.contains("leaves the book"), "{comment}");
    assert_eq!(annotated(&once), once, "an analysis replaces the earlier one");

    let run = analyze("--json", played);
    let leaving: Vec<serde_json::Value> =
        run.out.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let leaving: Vec<_> = leaving.iter().filter(|record| record["leaves_book"] == true).collect();
    assert_eq!((leaving.len(), &leaving[0]["game"], &leaving[0]["ply"]), (1, &1.into(), &3.into()), "{leaving:?}");

    // A file that is no book is named, and the book in the program serves.
    let none = settings(&folder, &format!("book.file = {pdn:?}\n"));
    let run = crownhead(&format!("analyze --variant english --depth 1 {none}"), "");
    assert!(run.code == Some(0) && run.errors.contains("my.pdn is not an opening book"), "{}", run.errors);
    assert!(run.out.iter().any(|line| line == "   book move  score for Black"), "{:?}", run.out);
}
