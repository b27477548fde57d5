//! What `protocol.md` and `engine.toml` say is what the program does: the dialogues, held with the binary, the table of
//! states, and the settings.

mod client;

use client::Client;
use client::pattern::matches;
use crownhead_engine::config::Config;
use crownhead_engine::protocol::{Action, Input, State, transition};

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

/// A cell as `protocol.md` writes it: the next state if it is another, then the actions; a dash for neither.
fn cell(state: State, input: Input) -> String {
    let (next, actions) = transition(state, input);
    let actions = actions.iter().map(Action::to_string).collect::<Vec<_>>().join(", ");
    match (next == state, actions.is_empty()) {
        (true, true) => "-".to_owned(),
        (true, false) => actions,
        (false, _) => format!("**{next}**: {actions}"),
    }
}

fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[test]
fn the_table_in_the_document_is_the_function() {
    let mut rows =
        PROTOCOL.lines().skip_while(|line| !line.starts_with("| input")).take_while(|line| line.starts_with('|'));
    let head = cells(rows.next().expect("protocol.md has the table"));
    assert_eq!(head[1..], State::ALL.iter().map(State::to_string).collect::<Vec<_>>());
    let written: Vec<_> = rows.skip(1).map(cells).collect();
    let row = |&input: &Input| {
        let cells = State::ALL.iter().map(|&state| cell(state, input));
        std::iter::once(input.to_string()).chain(cells).collect::<Vec<_>>()
    };
    assert_eq!(written, Input::ALL.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn the_file_of_settings_says_what_the_registry_says() {
    let (written, expected) = (include_str!("../engine.toml"), Config::default().to_toml());
    for (number, (found, expected)) in written.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "engine.toml:{}", number + 1);
    }
    assert_eq!(written, expected);
    let mut config = Config::default();
    config.read("engine.toml", written).expect("the file is well formed");
    assert_eq!(config, Config::default());
}
