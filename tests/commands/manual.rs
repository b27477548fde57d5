//! `crownhead completions` and `crownhead man`.

use crate::crownhead;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = crownhead("--help", "").out;
    let listed = help.iter().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter(|line| line.starts_with("  ") && !line.starts_with("   ")).map(|line| word(line)).collect()
}

fn word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_owned()
}

#[test]
fn every_command_is_completed_in_every_shell() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = crownhead(&format!("completions {shell}"), "");
        let text = run.out.join("\n");
        assert!(run.code == Some(0) && run.errors.is_empty(), "{shell}: {}", run.errors);
        for command in &commands {
            assert!(text.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let run = crownhead("completions tcsh", "");
    assert!(run.code == Some(2) && run.errors.contains("tcsh") && run.errors.contains("bash"), "{}", run.errors);
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    // A folder that is not there yet.
    let pages = folder.path().join("share/man1");
    let run = crownhead(&format!("man --out {}", pages.display()), "");
    assert!(run.code == Some(0) && run.errors.is_empty() && run.out.is_empty(), "{}", run.errors);
    let page = |name: &str| std::fs::read_to_string(pages.join(format!("{name}.1")));
    let first = page("crownhead").expect("there is the page of the program");
    assert_eq!(first, crownhead("man", "").out.join("\n") + "\n");
    for command in commands().iter().filter(|command| *command != "help") {
        let text = page(&format!("crownhead-{command}")).unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(text.contains(".TH") && text.contains("SYNOPSIS"), "{command}: {text}");
    }
    assert!(page("crownhead-endgame-verify").expect("commands of commands have pages").contains("\\-\\-every"));
    std::fs::write(folder.path().join("file"), "").expect("it can be written");
    let run = crownhead(&format!("man --out {}", folder.path().join("file").display()), "");
    assert!(run.code == Some(1) && run.errors.contains("file: "), "{}", run.errors);
}
