//! The dialogues of `protocol.md`, held with a program that listens and follows.

use crate::program::listen;

const PROTOCOL: &str = include_str!("../../protocol.md");

#[test]
fn the_dialogues_of_the_document_are_held_as_written() {
    let blocks: Vec<_> = PROTOCOL.split("```dxp\n").skip(1).collect();
    assert!(blocks.len() >= 2, "protocol.md has its dialogues");
    let mut listener = listen("");
    for block in blocks {
        let mut peer = listener.peer();
        peer.hold(block.lines().take_while(|line| *line != "```"));
        peer.expect_close();
    }
}
