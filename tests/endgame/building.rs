//! Tables come out the same however they are built, and a build goes on where it was stopped.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use crownhead_engine::endgame::{BuildError, BuildOptions, Watcher, build as build_tables};
use crownhead_rules::Variant;
use parking_lot::Mutex;

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

/// Builds without a message.
#[track_caller]
fn build(variant: &str, pieces: usize, folder: &Path, more: &str) {
    assert_eq!(build_with_messages(variant, pieces, folder, more), "");
}

/// Builds, and yields the messages.
#[track_caller]
fn build_with_messages(variant: &str, pieces: usize, folder: &Path, more: &str) -> String {
    let run = endgame(&format!("build --variant {variant} --pieces {pieces} --dir {} {more}", folder.display()), "");
    let messages = lines(&run.stderr).join("\n");
    assert!(run.status.success(), "{messages}");
    messages
}

/// Builds a slice of 3 pieces of losing draughts.
fn build_slice(slice: &str, folder: &Path) {
    let run = endgame(&format!("build --variant losing --slice {slice} --dir {}", folder.display()), "");
    assert!(run.status.success() && run.stderr.is_empty(), "{slice}: {:?}", lines(&run.stderr));
}

/// Changes the last byte of a file, which belongs to a block.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).expect("it is there");
    *bytes.last_mut().expect("it is not empty") ^= 1;
    fs::write(path, bytes).expect("it can be written");
}

#[test]
fn two_builds_of_one_table_do_not_meet() {
    let folder = folder("locked");
    let parts = folder.join("english-3.partial");
    fs::create_dir_all(&parts).expect("it can be made");
    let lock = fs::File::create(parts.join("lock")).expect("it can be made");
    lock.try_lock().expect("nobody else has it");
    let run = endgame(&format!("build --variant english --pieces 3 --dir {}", folder.display()), "");
    let messages = lines(&run.stderr).join("\n");
    assert!(run.status.code() == Some(1) && messages.contains("is being built by another process"), "{messages}");
    drop(lock);
    build("english", 3, &folder, "");
    assert_committed("english", 3, &folder);
}

#[test]
fn the_committed_tables_are_those_that_the_command_builds() {
    for (variant, pieces, threads) in [("english", 4, 2), ("giveaway", 3, 1), ("international", 3, 3), ("losing", 3, 2)]
    {
        let folder = folder(&format!("built-{variant}"));
        build(variant, pieces, &folder, &format!("--threads {threads} --memory 64"));
        assert_committed(variant, pieces, &folder);
    }
    // Those that share a table of another game have none of their own.
    for variant in Variant::ALL[4..].iter().filter(|variant| variant.owner() == **variant) {
        let folder = folder(&format!("built-{variant}"));
        build(variant.name(), 3, &folder, "--threads 2");
        assert_committed(variant.name(), 3, &folder);
    }
}

#[test]
fn a_build_that_was_killed_goes_on_where_it_was() {
    let folder = folder("killed");
    let mut command = std::process::Command::cargo_bin("crownhead").expect("the binary is built");
    command.args(["endgame", "build", "--variant", "giveaway", "--pieces", "4", "--dir"]).arg(&folder);
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let finished = || -> Vec<_> {
        let found = fs::read_dir(folder.join("giveaway-4.partial")).into_iter().flatten().flatten();
        let paths = found.map(|entry| entry.path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "part")).collect()
    };
    let parts = || finished().len();
    let start = Instant::now();
    while parts() < 5 {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended with {} parts", parts());
        assert!(start.elapsed() < Duration::from_secs(120), "{} parts in two minutes", parts());
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(parts() > 0 && !folder.join("giveaway-4.endgame").exists());

    // What was finished is not done again: its file stays the same one.
    let part = finished().swap_remove(0);
    let slice = part.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let written = || fs::metadata(&part).and_then(|data| data.modified()).expect("it is there");
    let before = written();
    let again = || {
        let run = endgame(&format!("build --variant giveaway --slice {slice} --dir {}", folder.display()), "");
        assert!(run.status.success(), "{:?}", lines(&run.stderr));
        lines(&run.stderr).join("\n")
    };
    assert_eq!((again(), written()), (String::new(), before));
    // A damaged part is, whatever is damaged.
    damage(&part);
    assert!(again().contains("is damaged: block"), "{part:?}");
    assert!(written() > before);
    fs::write(&part, b"crownhead-endgame 1\n{}").expect("it can be written");
    let messages = build_with_messages("giveaway", 4, &folder, "");
    assert!(messages.contains("is damaged: ") && messages.ends_with("; building it again"), "{messages}");
    assert_committed("giveaway", 4, &folder);
}

/// The lines of `endgame plan`, in columns.
fn plan(folder: &Path) -> Vec<Vec<String>> {
    let run = endgame(&format!("plan --variant losing --pieces 3 --dir {}", folder.display()), "");
    assert!(run.status.success(), "{:?}", lines(&run.stderr));
    let table: Vec<Vec<String>> =
        lines(&run.stdout).iter().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let [heading, steps @ .., total] = &table[..] else { panic!("{table:?}") };
    assert_eq!(heading, &["slice", "positions", "state", "needs"]);
    let positions = |step: &Vec<String>| step[1].parse::<u64>().expect("a count");
    assert_eq!((total[0].as_str(), positions(total)), ("total", steps.iter().map(positions).sum()));
    let missing: u64 = steps.iter().filter(|step| step[2] == "missing").map(positions).sum();
    assert_eq!(total[2], format!("{missing} missing"));
    steps.to_vec()
}

#[test]
fn slices_that_are_built_one_by_one_make_the_same_tables() {
    let folder = folder("slices");
    let mut waiting: Vec<String> = plan(&folder).into_iter().map(|step| step[0].clone()).collect();
    while !waiting.is_empty() {
        let steps = plan(&folder);
        let is_done = |slice: &str| steps.iter().any(|step| step[0] == slice && step[2] == "done");
        assert_eq!(steps.iter().filter(|step| step[2] == "missing").count(), waiting.len());
        let is_ready = |step: &&Vec<String>| waiting.contains(&step[0]) && step[3].split_whitespace().all(is_done);
        // The last that is ready: some of 3 pieces come before others of 2, as on machines that work side by side.
        let ready = steps.iter().rev().find(is_ready).expect("no slice waits for itself")[0].clone();
        build_slice(&ready, &folder);
        waiting.retain(|slice| *slice != ready);
    }
    // A part that is damaged before the table is made of it does not go into the table.
    damage(&folder.join("losing-3.partial/0m1k-0m2k.part"));
    assert!(plan(&folder).iter().any(|step| step[0] == "0m1k-0m2k" && step[2] == "missing"));
    let messages = build_with_messages("losing", 3, &folder, "");
    assert!(messages.contains("0m1k-0m2k.part is damaged: block"), "{messages}");
    assert_committed("losing", 3, &folder);
    assert!(plan(&folder).iter().all(|step| step[2] == "done"));
}

#[test]
fn a_damaged_table_is_built_again() {
    let folder = folder("damaged");
    for pieces in 2..=3 {
        let name = format!("english-{pieces}.endgame");
        fs::write(folder.join(&name), committed(&name)).expect("it can be written");
    }
    damage(&folder.join("english-3.endgame"));
    let messages = build_with_messages("english", 3, &folder, "");
    assert!(messages.contains("english-3.endgame is damaged: block"), "{messages}");
    assert_committed("english", 3, &folder);
    // As a crash of the system can leave it.
    fs::write(folder.join("english-3.endgame"), "").expect("it can be written");
    let messages = build_with_messages("english", 3, &folder, "");
    assert!(messages.contains("english-3.endgame is damaged: it ends in its first line"), "{messages}");
    assert_committed("english", 3, &folder);
}

/// Notes what a build begins, and can have it stopped.
#[derive(Default)]
struct Notes {
    begun: Mutex<Vec<(usize, u64)>>,
    advanced: AtomicU64,
    is_stopped: bool,
}

impl Watcher for Notes {
    fn begin(&self, pieces: usize, steps: u64) {
        self.begun.lock().push((pieces, steps));
    }

    fn rebuild(&self, _: &Path, _: &str) {}

    fn advance(&self, steps: u64) {
        self.advanced.fetch_add(steps, Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

/// A folder with the tables of 2 to 3 pieces of English draughts, and how to build there.
fn complete(test: &str) -> BuildOptions {
    let dir = folder(test);
    for pieces in 2..=3 {
        let name = format!("english-{pieces}.endgame");
        fs::write(dir.join(&name), committed(&name)).expect("it can be written");
    }
    BuildOptions { threads: 2, memory: 64 << 20, dir }
}

#[test]
fn of_a_damaged_table_only_the_damaged_slice_is_built_again() {
    let options = complete("slice-damaged");
    damage(&options.dir.join("english-3.endgame"));
    let plan = endgame(&format!("plan --variant english --pieces 3 --dir {}", options.dir.display()), "");
    let steps = lines(&plan.stdout);
    let missing: Vec<&String> = steps.iter().filter(|step| step.contains("\tmissing\t")).collect();
    let [missing] = missing[..] else { panic!("{steps:?}") };
    let positions: u64 = missing.split('\t').nth(1).and_then(|count| count.parse().ok()).expect("a count");
    let notes = Notes::default();
    build_tables(Variant::ENGLISH, 3, &options, &notes).expect("it can be built");
    // A build takes three steps for each position.
    assert_eq!(notes.begun.lock().last(), Some(&(3, 3 * positions)), "{missing}");
    assert_committed("english", 3, &options.dir);
}

#[test]
fn the_check_of_what_is_there_can_be_stopped() {
    let options = complete("check-stopped");
    let notes = Notes { is_stopped: true, ..Notes::default() };
    let stopped = build_tables(Variant::ENGLISH, 3, &options, &notes);
    assert!(matches!(stopped, Err(BuildError::Stopped)), "{stopped:?}");
    assert_eq!(notes.advanced.into_inner(), 0, "no block is read");
    assert_committed("english", 3, &options.dir);
}

#[test]
fn a_part_is_no_table() {
    let folder = folder("part");
    build_slice("0m1k-0m1k", &folder);
    let table = folder.join("losing-2.endgame");
    fs::copy(folder.join("losing-2.partial/0m1k-0m1k.part"), &table).expect("it can be copied");
    let run = endgame(&format!("verify --variant losing --pieces 2 --dir {}", folder.display()), "");
    let errors = lines(&run.stderr).join("\n");
    assert!(run.status.code() == Some(1) && errors.contains("its slices do not fit"), "{errors}");
    let messages = build_with_messages("losing", 2, &folder, "");
    assert!(messages.contains("losing-2.endgame is damaged: its slices do not fit"), "{messages}");
    assert_committed("losing", 2, &folder);
}

#[test]
fn what_a_build_did_not_make_is_left_as_it_is() {
    let folder = folder("left");
    let table = folder.join("english-2.endgame");
    for (bytes, reason) in [
        (b"crownhead-endgame 2\n{}\n".to_vec(), "is not an endgame table of this version"),
        (committed("giveaway-2.endgame"), "holds giveaway of 2 pieces"),
    ] {
        fs::write(&table, &bytes).expect("it can be written");
        let run = endgame(&format!("build --variant english --pieces 2 --dir {}", folder.display()), "");
        let errors = lines(&run.stderr).join("\n");
        assert!(run.status.code() == Some(1) && errors.contains(reason), "{errors}");
        assert!(errors.contains("it is left as it is"), "{errors}");
        assert!(fs::read(&table).expect("it is there") == bytes, "{reason}");
    }
}

#[test]
fn a_table_that_could_not_be_read_is_not_begun() {
    let folder = folder("large");
    let run = endgame(&format!("build --variant international --pieces 8 --dir {}", folder.display()), "");
    let errors = lines(&run.stderr).join("\n");
    let expected = "crownhead: no table of 8 pieces can be built for international: its header would take up to ";
    assert!(run.status.code() == Some(1) && errors.starts_with(expected), "{errors}");
}

#[test]
fn a_slice_that_cannot_be_built_is_named() {
    let folder = folder("early");
    for (variant, slice, message) in [
        // A slice is built with its turned one, under the name of the first of the two.
        ("english", "1m1k-0m1k", "slice 0m1k-1m1k cannot be built before "),
        ("english", "0m0k-0m1k", "english has no slice 0m0k-0m1k: "),
        ("english", "8m0k-8m0k", "`8m0k-8m0k` is not a slice: expected the men and kings of both sides"),
        ("english", "1m1k-99m1k", "`1m1k-99m1k` is not a slice: expected the men and kings of both sides"),
        ("english", "all", "`all` is not a slice: expected the men and kings of both sides, such as 1m2k-0m1k"),
    ] {
        let run = endgame(&format!("build --variant {variant} --slice {slice} --dir {}", folder.display()), "");
        assert!(!run.status.success(), "{slice}");
        let errors = lines(&run.stderr).join("\n");
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn a_build_within_too_little_memory_names_the_slice() {
    let folder = folder("memory");
    let run = endgame(&format!("build --variant english --pieces 4 --memory 1 --dir {}", folder.display()), "");
    assert_eq!(run.status.code(), Some(1));
    let errors = lines(&run.stderr).join("\n");
    assert!(errors.starts_with("crownhead: slice ") && errors.ends_with("the limit is 1 MiB"), "{errors}");
    assert!(folder.join("english-3.endgame").exists(), "what fits is built");
}

#[test]
fn the_tables_verify() {
    // A part of the positions; `scripts/full` takes all of them.
    for (variant, every) in [("english", 20), ("giveaway", 20), ("international", 200), ("losing", 200)] {
        let run = endgame(&format!("verify --variant {variant} --every {every} --search 30 --depth 6"), "");
        assert!(run.status.success(), "{:?}", lines(&run.stderr));
        assert_eq!(lines(&run.stdout).len(), 3, "{:?}", lines(&run.stdout));
    }
    for variant in &Variant::ALL[4..] {
        let run = endgame(&format!("verify --variant {variant} --every 20 --search 30 --depth 6"), "");
        assert!(run.status.success(), "{variant}: {:?}", lines(&run.stderr));
    }
}
