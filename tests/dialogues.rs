//! The dialogues of `protocol.md`, held with the binary.

mod client;

use client::Client;

const PROTOCOL: &str = include_str!("../protocol.md");

/// The blocks between a fence that says `dialogue` and the next fence.
fn dialogues() -> Vec<Vec<&'static str>> {
    let blocks = PROTOCOL.split("```dialogue\n").skip(1);
    blocks.map(|block| block.lines().take_while(|line| *line != "```").collect()).collect()
}

/// Does `text` look like `pattern`, in which `#` stands for a number and `*` for any text?
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.chars().next() {
        None => text.is_empty(),
        Some('*') => {
            let ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
            ends.into_iter().any(|end| matches(&pattern[1..], &text[end..]))
        }
        Some('#') => {
            let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
            let length = text.find(|c| !is_digit(c)).unwrap_or(text.len());
            length > 0 && text[..length].parse::<f64>().is_ok() && matches(&pattern[1..], &text[length..])
        }
        Some(letter) => {
            text.strip_prefix(letter).is_some_and(|rest| matches(&pattern[letter.len_utf8()..], rest))
        }
    }
}

/// Reads an answer like `pattern`. Lines that begin with `skipped` may come before it.
fn expect(client: &mut Client, pattern: &str, skipped: Option<&str>) {
    loop {
        let line = client.next_line().unwrap_or_else(|| panic!("the end instead of {pattern:?}"));
        if matches(pattern, &line) {
            return;
        }
        let may_be_skipped = skipped.is_some_and(|head| line.starts_with(head));
        assert!(may_be_skipped, "{line:?} instead of {pattern:?}");
    }
}

fn hold(dialogue: &[&str]) {
    let mut client = Client::start();
    let mut skipped = None;
    for line in dialogue {
        if let Some(sent) = line.strip_prefix("> ") {
            client.send(sent);
        } else if let Some(pattern) = line.strip_prefix("< ") {
            match pattern.strip_suffix("...") {
                Some(head) => skipped = Some(head),
                None => expect(&mut client, pattern, skipped.take()),
            }
        } else {
            panic!("{line:?} is neither sent nor answered");
        }
    }
    client.leave();
}

#[test]
fn the_dialogues_of_the_document_are_held_as_written() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 4, "protocol.md has its dialogues");
    for dialogue in dialogues {
        println!("{}\n", dialogue.join("\n"));
        hold(&dialogue);
    }
}

#[test]
fn patterns() {
    for (pattern, text) in [("a=#", "a=-1.50"), ("a=* b", "a=x y b"), ("*", ""), ("# #", "1 2.0")] {
        assert!(matches(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a=#", "a="), ("a=#", "a=nan"), ("a", "ab"), ("a=* b", "a=x"), ("#", "1.2.3")] {
        assert!(!matches(pattern, text), "{pattern} {text}");
    }
}
