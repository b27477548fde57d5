//! The dialogues of `protocol.md`, held with the binary.

mod client;

use client::Client;
use client::pattern::matches;

const PROTOCOL: &str = include_str!("../protocol.md");

/// The blocks between a fence that says `dialogue` and the next fence.
fn dialogues() -> Vec<Vec<&'static str>> {
    let blocks = PROTOCOL.split("```dialogue\n").skip(1);
    blocks.map(|block| block.lines().take_while(|line| *line != "```").collect()).collect()
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
