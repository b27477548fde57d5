//! What is wrong with a file or a disk is named, and the tables in the program are used instead.

use std::fs;
use std::hash::Hasher;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crownhead_engine::endgame::{FileError, Tables, TablesOptions};
use crownhead_engine::eval::{Evaluation, EvaluationOptions};
use crownhead_engine::search::{AnyDraughts, Depth};
use crownhead_rules::{AnyPosition, Game, Variant};
use fnv::FnvHasher;

use crate::{committed, endgame, folder, lines};

fn open(folder: &Path) -> (Tables, Vec<FileError>) {
    let options = TablesOptions { dir: Some(folder.to_owned()), ..TablesOptions::default() };
    Tables::open(Variant::ENGLISH, &options)
}

/// Writes `bytes` as the English table of 3 pieces; it must be refused for this reason, and the built-in one serve.
#[track_caller]
fn assert_refused(folder: &Path, bytes: &[u8], reason: &str) {
    let path = folder.join("english-3.endgame");
    fs::write(&path, bytes).expect("it can be written");
    let (tables, faults) = open(folder);
    let [fault] = &faults[..] else { panic!("one fault is expected: {faults:?}") };
    let message = fault.to_string();
    assert!(message.starts_with(&path.display().to_string()) && message.contains(reason), "{message}");
    assert_eq!(tables.max_pieces(), 4);
    for number in 0..100 {
        let position = tables.position(3, number * 1009).expect("a table");
        assert!(tables.probe(&position).is_some(), "{position}");
    }
}

/// A pipe in the place of a table would make whoever opens it wait for a writer.
#[test]
fn a_pipe_is_no_table() {
    let folder = folder("pipe");
    let path = folder.join("english-4.endgame");
    crate::unix::make_pipe(&path);
    let (tables, faults) = open(&folder);
    let [fault] = &faults[..] else { panic!("one fault is expected: {faults:?}") };
    assert!(fault.to_string().contains("not a regular file"), "{fault}");
    assert_eq!(tables.max_pieces(), 4, "the table in the program serves");
}

#[test]
fn files_cut_short_are_refused() {
    let folder = folder("short");
    let whole = committed("english-3.endgame");
    for (length, reason) in [
        (0, "is damaged: it ends in its first line"),
        (10, "is damaged: it ends in its first line"),
        (25, "the header has no end"),
        (whole.len() / 2, "bytes long, expected"),
        (whole.len() - 1, "bytes long, expected"),
    ] {
        assert_refused(&folder, &whole[..length], reason);
    }
    let longer = [&whole[..], b"x"].concat();
    assert_refused(&folder, &longer, "bytes long, expected");
}

#[test]
fn any_flipped_bit_of_a_header_is_seen() {
    let folder = folder("header");
    let whole = committed("english-2.endgame");
    let end = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).expect("three lines").0;
    for place in 0..=end {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(folder.join("english-2.endgame"), &bytes).expect("it can be written");
        let (_, faults) = open(&folder);
        assert_eq!(faults.len(), 1, "a flipped bit at byte {place} is not seen");
    }
}

#[test]
fn a_flipped_bit_of_a_block_ends_the_use_of_the_tables() {
    let folder = folder("block");
    let whole = committed("english-3.endgame");
    let header = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).expect("three lines").0;
    let (intact, _) = Tables::open(Variant::ENGLISH, &TablesOptions::default());
    for place in (header + 1..whole.len()).step_by(997) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(folder.join("english-3.endgame"), &bytes).expect("it can be written");
        let (tables, faults) = open(&folder);
        assert!(faults.is_empty(), "the header is in order: {faults:?}");
        let sample = (0..196_032).step_by(89).map(|number| tables.position(3, number).expect("a table"));
        // Until the damage is met, what is said is true.
        let said = |position: &AnyPosition| {
            let known = tables.probe(position);
            assert!(known.is_none() || known == intact.probe(position), "byte {place}: {position}");
            known.is_some()
        };
        let known = sample.filter(said).count();
        let position = tables.position(2, 7).expect("a table");
        assert!(known < 2203 && tables.probe(&position).is_none(), "byte {place}: {known} known");
        let run = endgame(&format!("verify --variant english --pieces 3 --dir {}", folder.display()), "");
        let errors = lines(&run.stderr).join("\n");
        assert!(run.status.code() == Some(1) && errors.contains("is damaged: block"), "{errors}");
    }
}

/// A damaged block may hide the moves of a position whose own block is whole: all of them are then searched, and not to one ply.
#[test]
fn a_search_does_not_end_early_where_a_damaged_block_hides_the_moves() {
    let folder = folder("hidden");
    let whole = committed("english-3.endgame");
    let header = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).expect("three lines").0;
    let evaluation = || Evaluation::new(Variant::ENGLISH, &EvaluationOptions::linear());
    let mut hidden = 0;
    for place in (header + 1..whole.len()).step_by(997) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(folder.join("english-3.endgame"), &bytes).expect("it can be written");
        let mut tables = Arc::new(open(&folder).0);
        for number in (0..196_032).step_by(1009) {
            // The first damaged block ends the use of the tables.
            if tables.is_damaged() {
                tables = Arc::new(open(&folder).0);
            }
            let game = Game::new(tables.position(3, number).expect("a table"));
            if tables.probe(game.position()).is_none() || game.end().is_some() {
                continue;
            }
            let tables = Arc::clone(&tables);
            let task = AnyDraughts::with_endgame(evaluation(), Some((tables, Depth::ZERO))).task(&game);
            hidden += usize::from(task.only.is_empty());
            assert!(!task.only.is_empty() || task.last == Depth::MAX, "{}", game.position());
        }
    }
    assert!(hidden > 0, "no move was hidden");
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    let (tables, faults) = open(Path::new("no-such-folder"));
    let [fault] = &faults[..] else { panic!("one fault is expected: {faults:?}") };
    assert_eq!(fault.to_string(), "no-such-folder is not a folder: expected a folder of endgame tables");
    assert_eq!(tables.max_pieces(), 4);
}

/// Tables are asked up to the first number of pieces that has none, so one beyond it would go unused unnoticed.
#[test]
fn a_table_above_a_gap_is_named() {
    let folder = folder("gap");
    let path = folder.join("english-6.endgame");
    fs::write(&path, "unread").expect("it can be written");
    let (tables, faults) = open(&folder);
    let [fault] = &faults[..] else { panic!("one fault is expected: {faults:?}") };
    let expected = format!("{} is not used: expected the table of 5 pieces beside it", path.display());
    assert_eq!((fault.to_string(), tables.max_pieces()), (expected.clone(), 4));
    let run = endgame(&format!("verify --variant english --pieces 2 --dir {}", folder.display()), "");
    let errors = lines(&run.stderr).join("\n");
    assert!(run.status.code() == Some(1) && errors.contains(&expected), "{errors}");
}

#[test]
fn tables_of_other_rules_are_refused() {
    let folder = folder("foreign");
    assert_refused(&folder, b"MZ\x90\0 something else", "is not an endgame table of this version");
    assert_refused(&folder, &committed("giveaway-3.endgame"), "holds giveaway of 3 pieces");
    assert_refused(&folder, &committed("english-2.endgame"), "holds english of 2 pieces");
    // The same name and number of pieces, other rules, a checksum that fits.
    let forged = forged("giveaway-3.endgame", "\"giveaway\"", "\"english\"");
    assert_refused(&folder, &forged, "holds english of 3 pieces, rules ");
}

/// Counts whose sum, in 64 bits, is that of the right ones; pieces whose sum, in 8 bits, is 3.
#[test]
fn sums_that_overflow_do_not_fit_the_index() {
    let folder = folder("sums");
    let counts = "\"outcomes\":[9223372036854775808,9223372036854775842,";
    for (from, to) in [("\"outcomes\":[0,34,", counts), ("\"ours\":[0,1]", "\"ours\":[255,2]")] {
        assert_refused(&folder, &forged("english-3.endgame", from, to), "its slices do not fit the index");
    }
}

/// The lines of the header of a table, and its blocks.
fn parts(bytes: &[u8]) -> (String, &[u8]) {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1);
    let ends: Vec<_> = ends.take(3).collect();
    (String::from_utf8_lossy(&bytes[..ends[1]]).into_owned(), &bytes[ends[2]..])
}

/// A table of these lines and blocks, with a checksum that fits.
fn table(text: &str, blocks: &[u8]) -> Vec<u8> {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    [text.as_bytes(), format!("{:016x}\n", hasher.finish()).as_bytes(), blocks].concat()
}

/// A committed table with another header, and a checksum that fits.
fn forged(name: &str, from: &str, to: &str) -> Vec<u8> {
    let bytes = committed(name);
    let (text, blocks) = parts(&bytes);
    assert!(text.contains(from), "{text}");
    table(&text.replace(from, to), blocks)
}

/// The English table of 2 pieces with another value for many positions of its last slice; all checksums fit.
fn with_wrong_values() -> Vec<u8> {
    let bytes = committed("english-2.endgame");
    let (text, blocks) = parts(&bytes);
    let (magic, json) = text.split_once('\n').expect("two lines");
    let mut header: serde_json::Value = serde_json::from_str(json).expect("the second is JSON");
    let lengths = &mut header["slices"].as_array_mut().expect("slices").last_mut().expect("some")["blocks"];
    let (others, last) = blocks.split_at(blocks.len() - lengths[0].as_u64().expect("a length") as usize);
    let mut symbols = zstd::bulk::decompress(last, 1 << 17).expect("it can be unpacked");
    let (one, two) = (symbols[0], *symbols.iter().find(|symbol| **symbol != symbols[0]).expect("two values"));
    symbols.iter_mut().filter(|symbol| **symbol == one).for_each(|symbol| *symbol = two);
    let packed = zstd::bulk::compress(&symbols, 19).expect("it can be packed");
    *lengths = vec![packed.len()].into();
    table(&format!("{magic}\n{header}\n"), &[others, &packed].concat())
}

/// The messages of a verification that fails.
#[track_caller]
fn verification(folder: &Path, pieces: usize) -> String {
    let run = endgame(&format!("verify --variant english --pieces {pieces} --dir {}", folder.display()), "");
    let errors = lines(&run.stderr).join("\n");
    assert_eq!(run.status.code(), Some(1), "{errors}");
    errors
}

#[test]
fn a_verification_finds_wrong_values_and_wrong_counts() {
    let folder = folder("wrong");
    fs::write(folder.join("english-2.endgame"), with_wrong_values()).expect("it can be written");
    let errors = verification(&folder, 2);
    assert!(errors.contains(": the table says ") && errors.contains(", its moves say "), "{errors}");

    fs::remove_file(folder.join("english-2.endgame")).expect("it can be removed");
    let counts = forged("english-3.endgame", "\"outcomes\":[0,34,", "\"outcomes\":[1,33,");
    fs::write(folder.join("english-3.endgame"), counts).expect("it can be written");
    let errors = verification(&folder, 3);
    assert!(errors.contains("the header counts [1, 33, ") && errors.contains("holds [0, 34, "), "{errors}");
}

/// The temporary files in a folder of tables and in those of its slices.
fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let paths = |folder: &Path| -> Vec<PathBuf> {
        let found = fs::read_dir(folder).into_iter().flatten().flatten();
        found.map(|entry| entry.path()).collect()
    };
    let all = paths(folder).into_iter().flat_map(|path| if path.is_dir() { paths(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "tmp")).collect()
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder("read-only");
    let file = folder.join("file");
    fs::write(&file, "").expect("it can be written");
    let build = |dir: &Path| {
        let run = endgame(&format!("build --variant english --pieces 2 --dir {}", dir.display()), "");
        assert_eq!(run.status.code(), Some(1));
        lines(&run.stderr).join("\n")
    };
    // A file in place of a folder stops everybody; permissions do not stop root.
    let errors = build(&file.join("below"));
    assert!(errors.starts_with(&format!("crownhead: cannot write {}", file.display())), "{errors}");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("they can be set");
    let is_root = fs::write(folder.join("probe"), "").is_ok();
    if !is_root {
        let errors = build(&folder);
        assert!(errors.contains("cannot write"), "{errors}");
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("they can be set");
}

#[test]
fn a_disk_that_fills_up_is_named_and_the_build_goes_on_after() {
    let folder = folder("full");
    let mount = |arguments: &[&str]| {
        let status = Command::new("mount").args(arguments).arg(&folder).output();
        status.is_ok_and(|output| output.status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=40k", "tmpfs"]) {
        eprintln!("skipped: only root may mount the small disk that this test fills");
        return;
    }
    let build = || endgame(&format!("build --variant giveaway --pieces 3 --dir {}", folder.display()), "");
    let full = build();
    let temporary = leftovers(&folder);
    let has_more_room = mount(&["-o", "remount,size=1m"]);
    let resumed = build();
    let built = fs::read(folder.join("giveaway-3.endgame"));
    let unmounted = Command::new("umount").arg(&folder).status().is_ok_and(|status| status.success());
    assert!(has_more_room && unmounted);
    assert_eq!(temporary, Vec::<PathBuf>::new(), "they would keep the disk full");
    let errors = lines(&full.stderr).join("\n");
    assert!(full.status.code() == Some(1) && errors.contains("No space left on device"), "{errors}");
    assert!(resumed.status.success(), "{:?}", lines(&resumed.stderr));
    assert!(built.expect("it was built") == committed("giveaway-3.endgame"));
}
