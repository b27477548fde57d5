//! `crownhead --version`.

use std::process::Command;

use crate::crownhead;

#[test]
fn the_version_names_the_commit_and_the_instructions() {
    let run = crownhead("--version", "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let [line] = &run.out[..] else { panic!("one line: {:?}", run.out) };
    let start = format!("crownhead {} (", env!("CARGO_PKG_VERSION"));
    let rest = line.strip_prefix(&start).and_then(|rest| rest.strip_suffix(')'));
    let (commit, instructions) = rest.and_then(|rest| rest.split_once(", ")).unwrap_or_else(|| panic!("{line}"));
    let levels = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"];
    if cfg!(target_arch = "x86_64") {
        assert!(levels.contains(&instructions), "{line}");
    } else {
        assert_eq!(instructions, std::env::consts::ARCH);
    }
    check_commit(commit);
}

/// In a working tree, the commit is the present one or one before it: a commit that leaves the sources of the program
/// as they are does not build it again.
fn check_commit(commit: &str) {
    let git = |arguments: &[&str]| {
        let root = env!("CARGO_MANIFEST_DIR");
        Command::new("git").current_dir(root).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    if !git(&["rev-parse", "--verify", "HEAD"]) {
        eprintln!("skipped: this is not a working tree of git");
        return;
    }
    let id = commit.split_once("+changes").map_or(commit, |(id, _)| id);
    assert!(git(&["merge-base", "--is-ancestor", id, "HEAD"]), "{id} is not in the history");
}
