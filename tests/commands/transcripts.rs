//! The transcripts of docs/analysis.md, run again: what they show is what the program prints.

use std::path::Path;

use assert_cmd::Command;

/// The game that the annotated transcript is of.
const GAME: &str = r#"[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[GameType "21"]

1. 11-15 23-18 {the cross} 2. 8-11 18-14 3. 9x18 24-20 1-0
"#;

/// The commands of the page, each with the lines that are shown below it.
fn transcripts(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut transcripts: Vec<(&str, Vec<&str>)> = Vec::new();
    for block in page.split("\n\n    $ ").skip(1) {
        let mut lines = block.lines();
        let command = lines.next().expect("a block has a first line");
        let shown = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
        let mut shown: Vec<&str> = shown.map(|line| line.get(4..).unwrap_or_default()).collect();
        while shown.last().is_some_and(|line| line.is_empty()) {
            shown.pop();
        }
        transcripts.push((command, shown));
    }
    transcripts
}

/// A line of a table of iterations without the speed and the time, which differ each time.
fn without_time(line: &str) -> String {
    let columns: Vec<&str> = line.split_whitespace().collect();
    match columns[..] {
        [depth, nodes, _, _, "1.", ref rest @ ..] => format!("{depth} {nodes} 1. {}", rest.join(" ")),
        _ => line.to_owned(),
    }
}

#[test]
fn the_transcripts_on_analysis_are_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/analysis.md")).expect("the page is there");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("game.pdn"), GAME).expect("it is written");
    let transcripts = transcripts(&page);
    assert_eq!(transcripts.len(), 5, "{transcripts:?}");
    for (line, shown) in transcripts {
        let (command, tail) = line.split_once(" | tail -").unwrap_or((line, "999"));
        let arguments = command.strip_prefix("crownhead ").expect("it runs this program").split_whitespace();
        let mut program = Command::cargo_bin("crownhead").expect("the binary is built");
        let output = program.current_dir(&folder).args(arguments).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
        let printed: Vec<&str> = text.trim_end().lines().collect();
        let tail: usize = tail.parse().expect("a number of lines");
        let printed = &printed[printed.len().saturating_sub(tail)..];
        let [printed, shown] =
            [printed, &shown[..]].map(|lines| lines.iter().map(|line| without_time(line)).collect::<Vec<_>>());
        assert_eq!(printed, shown, "{line} prints this:\n{text}");
    }
}
