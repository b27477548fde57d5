//! Tables come out the same however they are built, and a build goes on where it was stopped.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;

use crate::{committed, endgame, folder, lines};

/// The tables of 2 to so many pieces in a folder are those of the repository.
#[track_caller]
fn assert_committed(variant: &str, pieces: usize, folder: &Path) {
    for pieces in 2..=pieces {
        let name = format!("{variant}-{pieces}.endgame");
        let built = fs::read(folder.join(&name)).expect("it was built");
        assert!(built == committed(&name), "{name} differs from that of the repository");
    }
    let left: Vec<_> = fs::read_dir(folder).expect("the folder is there").collect();
    assert_eq!(left.len(), pieces - 1, "{left:?}");
}

fn build(variant: &str, pieces: usize, folder: &Path, more: &str) {
    let run = endgame(
        &format!("build --variant {variant} --pieces {pieces} --dir {} {more}", folder.display()),
        "",
    );
    assert!(run.status.success(), "{:?}", lines(&run.stderr));
    assert!(run.stderr.is_empty(), "{:?}", lines(&run.stderr));
}

#[test]
fn the_committed_tables_are_those_that_the_command_builds() {
    for (variant, pieces, threads) in
        [("english", 4, 2), ("giveaway", 3, 1), ("international", 3, 3), ("losing", 3, 2)]
    {
        let folder = folder(&format!("built-{variant}"));
        build(variant, pieces, &folder, &format!("--threads {threads} --memory 64"));
        assert_committed(variant, pieces, &folder);
    }
}

#[test]
fn a_build_that_was_killed_goes_on_where_it_was() {
    let folder = folder("killed");
    let mut command = std::process::Command::cargo_bin("crownhead").expect("the binary is built");
    command.args(["endgame", "build", "--variant", "giveaway", "--pieces", "4", "--dir"]).arg(&folder);
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let parts = || fs::read_dir(folder.join("giveaway-4.partial")).map_or(0, Iterator::count);
    let start = Instant::now();
    while parts() < 5 {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended with {} parts", parts());
        assert!(start.elapsed() < Duration::from_secs(120), "{} parts in two minutes", parts());
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(parts() > 0 && !folder.join("giveaway-4.endgame").exists());

    // What was finished is not done again: its file stays the same one until the table is complete. A damaged part is.
    let damaged = fs::read_dir(folder.join("giveaway-4.partial")).expect("it is there").next();
    let damaged = damaged.expect("there are parts").expect("it can be read").path();
    fs::write(&damaged, b"crownhead-endgame 1\n{}").expect("it can be written");
    build("giveaway", 4, &folder, "");
    assert_committed("giveaway", 4, &folder);
}

/// The lines of `endgame plan`, in columns.
fn plan(folder: &Path) -> Vec<Vec<String>> {
    let run = endgame(&format!("plan --variant losing --pieces 3 --dir {}", folder.display()), "");
    assert!(run.status.success(), "{:?}", lines(&run.stderr));
    lines(&run.stdout).iter().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn slices_that_are_built_one_by_one_make_the_same_tables() {
    let folder = folder("slices");
    let mut waiting: Vec<String> = plan(&folder).into_iter().map(|step| step[0].clone()).collect();
    while !waiting.is_empty() {
        let steps = plan(&folder);
        let is_done = |slice: &str| steps.iter().any(|step| step[0] == slice && step[2] == "done");
        assert_eq!(steps.iter().filter(|step| step[2] == "missing").count(), waiting.len());
        let is_ready =
            |step: &&Vec<String>| waiting.contains(&step[0]) && step[3].split_whitespace().all(is_done);
        // The last that is ready: some of 3 pieces come before others of 2, as on machines that work side by side.
        let ready = steps.iter().rev().find(is_ready).expect("no slice waits for itself")[0].clone();
        let run = endgame(&format!("build --variant losing --slice {ready} --dir {}", folder.display()), "");
        assert!(run.status.success(), "{ready}: {:?}", lines(&run.stderr));
        waiting.retain(|slice| *slice != ready);
    }
    build("losing", 3, &folder, "");
    assert_committed("losing", 3, &folder);
    assert!(plan(&folder).iter().all(|step| step[2] == "done"));
}

#[test]
fn a_slice_that_cannot_be_built_is_named() {
    let folder = folder("early");
    for (variant, slice, message) in [
        ("english", "1m1k-0m1k", "slice 1m1k-0m1k cannot be built before "),
        ("english", "0m0k-0m1k", "english has no slice 0m0k-0m1k: "),
        ("english", "1m1k-99m1k", "`1m1k-99m1k` is not a slice: expected the men and kings of both sides"),
        (
            "english",
            "all",
            "`all` is not a slice: expected the men and kings of both sides, such as 1m2k-0m1k",
        ),
    ] {
        let run =
            endgame(&format!("build --variant {variant} --slice {slice} --dir {}", folder.display()), "");
        assert!(!run.status.success(), "{slice}");
        let errors = lines(&run.stderr).join("\n");
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn a_build_within_too_little_memory_names_the_slice() {
    let folder = folder("memory");
    let run =
        endgame(&format!("build --variant english --pieces 4 --memory 1 --dir {}", folder.display()), "");
    assert_eq!(run.status.code(), Some(1));
    let errors = lines(&run.stderr).join("\n");
    assert!(errors.starts_with("crownhead: slice ") && errors.ends_with("the limit is 1 MiB"), "{errors}");
    assert!(folder.join("english-3.endgame").exists(), "what fits is built");
}

#[test]
fn the_tables_verify() {
    // A part of the positions; `.ci/run` takes all of 8x8.
    for (variant, every) in [("english", 20), ("giveaway", 20), ("international", 200), ("losing", 200)] {
        let run = endgame(&format!("verify --variant {variant} --every {every} --search 30 --depth 6"), "");
        assert!(run.status.success(), "{:?}", lines(&run.stderr));
        assert_eq!(lines(&run.stdout).len(), 3, "{:?}", lines(&run.stdout));
    }
}
