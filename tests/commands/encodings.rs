//! Files in other encodings than UTF-8, and tags that are not as they should be.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::crownhead;

/// What a command prints for bytes on standard input, on both streams, and its exit code.
fn run(arguments: &str, input: &[u8]) -> (String, String, Option<i32>) {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let output = command.args(arguments.split_whitespace()).write_stdin(input).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A game of a player whose name is in these bytes.
fn game(name: &[u8]) -> Vec<u8> {
    [b"[White \"", name, b"\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n"].concat()
}

#[test]
fn a_file_that_is_no_text_is_named() {
    for (bytes, kind) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a picture (PNG): expected text"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture (JPEG): expected text"),
        (b"PK\x03\x04\x14\0\0\0", "an archive or a document (ZIP): expected text"),
        (b"\x1f\x8b\x08\0\0", "a compressed file (gzip): expected text"),
        (b"%PDF-1.4\n%\xe2\xe3\n", "a document (PDF): expected text"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "a program (ELF): expected text"),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff", "a program of Windows: expected text"),
        (b"\xfd7zXZ\0\0\x04\xe6\xd6", "a compressed file (xz): expected text"),
        (b"SQLite format 3\0\x10\0\x01\x01", "a database (SQLite): expected text"),
        (b"CDB\x01\0\0\0\0\x20\0\0\0", "a binary file: expected text"),
        (b"\0\0\0\0\0\0\0\0", "a binary file: expected text"),
    ] {
        for command in ["analyze --pdn -", "solve --pdn -", "find -", "eval --fen -"] {
            let (out, errors, code) = run(command, bytes);
            let is_said = errors.lines().next().is_some_and(|line| line.contains(kind));
            assert!(code == Some(1) && out.is_empty() && is_said, "{command}: {errors}");
        }
    }
}

#[test]
fn an_encoding_is_guessed_and_said_or_chosen() {
    let analyze = "analyze --nodes 10 --quiet --pdn -";
    // Names in windows-1251 and in IBM850.
    let (cyrillic, western) = (&b"\xc8\xc2\xc0\xcd\xce\xc2"[..], &b"Andr\x82"[..]);
    let joined = [game(cyrillic), game("Чижов".as_bytes()), game(western)].concat();
    let (out, errors, code) = run(analyze, &joined);
    assert_eq!(code, Some(0), "{errors}");
    assert!(["ИВАНОВ", "Чижов", "André"].iter().all(|name| out.contains(&format!("[White \"{name}\"]"))), "{out}");
    assert_eq!(
        errors,
        "crownhead: standard input: read as windows-1251, IBM850: choose another encoding with --encoding\n"
    );
    for (label, name) in [("koi8-r", "хбюмнб"), ("CP1252", "ÈÂÀÍÎÂ"), ("windows-1251", "ИВАНОВ"), ("utf-8", "\u{fffd}")]
    {
        let (out, errors, code) = run(&format!("{analyze} --encoding {label}"), &game(cyrillic));
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{label}");
        assert!(out.contains(name), "{label}: {out}");
    }
    let solve = "solve --nodes 100 --quiet --encoding 850 --pdn -";
    let (out, errors, code) = run(solve, b"[White \"Andr\x82\"]\n[FEN \"W:W28:B23\"]\n\n");
    assert!(code == Some(0) && out.contains("[White \"André\"]"), "{out}{errors}");
    let book = Path::new(env!("CARGO_TARGET_TMPDIR")).join("encodings.book");
    let (_, errors, code) =
        run(&format!("book import --variant international --pdn - --out {}", book.display()), &joined);
    assert!(code == Some(0) && errors.contains("read as windows-1251, IBM850"), "{errors}");
    fs::remove_file(book).expect("it was written");
    for arguments in [analyze, "solve --pdn -", "book import --variant english --out x --pdn -"] {
        let run = crownhead(&format!("{arguments} --encoding klingon"), "");
        assert_eq!(run.code, Some(2), "{}", run.errors);
        assert!(
            run.errors.contains("unknown encoding \"klingon\": expected a label of the WHATWG standard"),
            "{}",
            run.errors
        );
    }
    assert_eq!(crownhead("analyze --encoding utf-8", "").code, Some(2), "without --pdn it has no meaning");
}

#[test]
fn a_problem_whose_tag_is_faulty_is_named() {
    for (tag, is_read) in [
        ("[FEN “W:W28:B23”]", true),
        ("[FEN W:W28:B23]", true),
        ("[fen: 'W:W28:B23'", true),
        ("[FEN \"W:W28:B23\" [White \"x\"]", true),
        ("[FEN]", false),
        ("[\"FEN\" W:W28:B23]", false),
        ("[my FEN W:W28:B23]", false),
    ] {
        let solved = crownhead("solve --variant international --nodes 100 --pdn -", tag);
        let played = crownhead("analyze --nodes 100 --quiet --pdn -", &format!("{tag}\n\n1. 28x19 *\n"));
        if is_read {
            assert!(
                solved.code == Some(0) && solved.errors.contains("1 of 1 problem proven"),
                "{tag}: {}",
                solved.errors
            );
            assert_eq!(played.code, Some(0), "{tag}: {}", played.errors);
        } else {
            let fault = format!("standard input: game 1, line 1: {tag:?} is not a tag: expected [Name \"value\"]");
            for run in [solved, played] {
                assert!(run.code == Some(1) && run.errors.contains(&fault), "{tag}: {}", run.errors);
            }
        }
    }
    let both =
        crownhead("solve --nodes 100 --variant international --pdn -", "[FEN \"W:W28:B23\"]\n[FEN \"W:W45:B40\"]\n");
    assert!(both.errors.contains("2 of 2 problems proven"), "{}", both.errors);
}

#[test]
fn odd_characters_of_a_position_are_read() {
    let plain = "28x19";
    let positions = ["W:W\u{200b}28:B23", "\u{feff}W:W28:\u{200d}B23", "W:W２８:B²³", "“W:W28:B23”"];
    for position in positions {
        let run = crownhead(&format!("moves --variant international --fen {position}"), "");
        assert!(run.code == Some(0) && run.out.join("\n").contains(plain), "{position}: {}", run.errors);
    }
    let run = crownhead("solve --variant international --nodes 100 --fen -", &positions.join("\n"));
    assert!(run.errors.contains("4 of 4 problems proven"), "{}", run.errors);
}
