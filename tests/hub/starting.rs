//! How a process starts: arguments, declarations, settings files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::arguments;
use crate::client::{Client, PATIENCE, binary};

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

#[test]
fn with_and_without_the_argument_hub() {
    for arguments in [&[][..], &["hub"]] {
        let mut client = Client::start_with(binary(), arguments);
        let start = Instant::now();
        assert_eq!(client.send("hub").read_until("wait").last().map(String::as_str), Some("wait"));
        client.send("init").expect("ready");
        assert!(start.elapsed() < PATIENCE / 4, "clients wait for ten seconds");
        client.leave();
    }
}

#[test]
fn parameters_are_declared_as_clients_read_them() {
    let mut client = Client::start();
    let lines = client.send("hub").read_until("wait");
    let names: Vec<_> = arguments(&lines[0]).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["name", "version", "author"]);
    let variant = &arguments(&lines[1]);
    assert_eq!(variant[..3].iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>(), ["variant", "normal", "enum"]);
    // draughtsnet does not start without these four.
    let values: Vec<_> = variant[3].1.trim_matches('"').split(' ').collect();
    assert!(["normal", "bt", "frisian", "losing"].iter().all(|name| values.contains(name)), "{values:?}");
    let params = &lines[1..lines.len() - 1];
    assert!(params.iter().any(|line| line.starts_with("param name=ponder value=true type=bool")));
    for line in params {
        let arguments = arguments(line);
        let names: Vec<_> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let ends = [&["min", "max"][..], &["values"], &[]];
        assert_eq!(names[..3], ["name", "value", "type"], "{line}");
        assert!(ends.contains(&&names[3..]), "{line}");
        for (_, value) in arguments {
            let is_quoted = value.starts_with('"');
            assert_eq!(is_quoted, value.contains(' ') || value == "\"\"", "{line}");
        }
    }
    client.leave();
}

#[test]
fn weights_of_another_variant_are_an_error() {
    let path = folder("losing-weights").join("engine.toml");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/losing.weights");
    std::fs::write(&path, format!("eval.file = {weights:?}\n")).expect("the file can be written");
    let mut client = Client::start_with(binary(), &["hub", "--config", path.to_str().expect("a path of text")]);
    client.send("hub").read_until("wait");
    let told = client.send("init").read_until("ready");
    assert!(told.iter().any(|line| line.starts_with("error message=") && line.contains("losing")), "{told:?}");
    let told = client.send("set-param name=variant value=losing\ninit").read_until("ready");
    assert_eq!(told, ["ready"]);
    client.leave();
}

/// A client that names a file means to use it, and is told where that is not possible.
#[test]
fn files_that_cannot_be_used_are_errors() {
    let faulty = folder("faulty-files").join("none.weights");
    std::fs::write(&faulty, "no weights").expect("the file can be written");
    let faulty = faulty.to_str().expect("a path of text");
    let mut client = Client::start();
    client.send("hub").read_until("wait");
    for (name, path, fault) in [
        ("eval-file", "no/such.weights", "eval.file: 'no/such.weights': expected the path of a file of weights"),
        ("eval-file", faulty, "not a file of weights: expected the first line"),
        ("book-file", "no/such.book", "book.file: 'no/such.book': expected the path of an opening book"),
        ("bb-dir", "no/such", "endgame.dir: 'no/such': expected"),
    ] {
        let told = client.send(&format!("set-param name={name} value={path}\ninit")).read_until("ready");
        let errors: Vec<_> = told.iter().filter(|line| line.starts_with("error message=\"")).collect();
        assert!(errors.len() == 1 && errors[0].contains(fault), "{name}: {told:?}");
        assert_eq!(client.send("init").read_until("ready"), ["ready"], "{name} is told once");
    }
    client.send("level depth=3\ngo think").read_until("done move=");
    client.leave();
}

#[test]
fn lines_keep_a_distance() {
    let mut client = Client::start();
    let start = Instant::now();
    let lines = client.send("hub").read_until("wait");
    assert!(start.elapsed() >= Duration::from_millis(lines.len() as u64 - 1), "a millisecond each");
    client.send("set-param name=line-gap value=20").send("hub");
    let start = Instant::now();
    client.read_until("wait");
    assert!(start.elapsed() >= Duration::from_millis(20 * (lines.len() as u64 - 2)));
    client.leave();
}

/// py-draughts waits for input, reads what is there and takes one line of it: it never sees the line behind that, unless
/// more comes.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_reads_late_finds_one_line_at_a_time() {
    use std::io::{Read, Write};
    let mut engine = std::process::Command::new(binary());
    engine.arg("hub").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut engine = engine.spawn().expect("it runs");
    let (mut input, mut output) = (engine.stdin.take().expect("a pipe"), engine.stdout.take().expect("a pipe"));
    let (chunks, read) = crossbeam_channel::unbounded();
    std::thread::spawn(move || {
        let mut chunk = [0; 1 << 14];
        // As on a busy machine: all that is written meanwhile would be read at once.
        while let Ok(length @ 1..) = {
            std::thread::sleep(Duration::from_millis(10));
            output.read(&mut chunk)
        } {
            let _ = chunks.send(String::from_utf8_lossy(&chunk[..length]).into_owned());
        }
    });
    let mut lines = 0;
    for (text, last) in [("hub\n", "wait\n"), ("pos start\nlevel depth=12\ngo think\n", "done "), ("ping\n", "pong\n")]
    {
        input.write_all(text.as_bytes()).expect("it reads");
        loop {
            let read = read.recv_timeout(PATIENCE).expect("it answers");
            assert_eq!((read.matches('\n').count(), read.ends_with('\n')), (1, true), "{read}");
            lines += 1;
            if read.starts_with(last) {
                break;
            }
        }
    }
    assert!(lines > 20, "{lines}");
    drop(input);
    assert!(engine.wait().expect("it ends").success());
}

#[test]
fn the_settings_file_next_to_the_program_holds() {
    let folder = folder("beside");
    let program = folder.join("crownhead");
    std::fs::copy(binary(), &program).expect("the program can be copied");
    std::fs::write(folder.join("engine.toml"), "[hub]\nvariant = \"losing\"\n").expect("it can be written");
    let mut client = Client::start_with(&program, &["hub"]);
    let lines = client.send("hub").read_until("wait");
    assert!(lines[1].starts_with("param name=variant value=losing "), "{}", lines[1]);
    client.leave();
}

#[test]
fn a_settings_file_can_be_named() {
    let file = folder("named").join("mine.toml");
    std::fs::write(&file, "[hub]\nvariant = \"giveaway\"\nponder = false\n").expect("it can be written");
    let mut client = Client::start_with(binary(), &["--config", file.to_str().expect("a plain path")]);
    let lines = client.send("hub").read_until("wait");
    assert!(lines[1].starts_with("param name=variant value=giveaway "), "{}", lines[1]);
    let search = client.think("start", "depth=5");
    assert!(!search.done.contains("ponder="), "{}", search.done);
    client.leave();
}

#[test]
fn a_faulty_settings_file_is_told_and_ends_it() {
    let file = folder("faulty").join("bad.toml");
    for (text, message) in [
        ("[engine]\n\ntabel = 3\n", "bad.toml:3: unknown setting engine.tabel: expected one of"),
        ("[engine]\ntable = 0\n", "bad.toml:2: engine.table = 0: expected a whole number from 1 to"),
        ("[engine\n", "bad.toml:1: "),
    ] {
        std::fs::write(&file, text).expect("it can be written");
        let client = Client::start_with(binary(), &["hub", "--config", file.to_str().expect("a plain path")]);
        let (lines, status, errors) = client.finish();
        assert_eq!((lines.as_slice(), status.code()), (&[][..], Some(1)));
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn a_log_is_kept_if_it_is_asked_for() {
    let mut client = Client::start_with(binary(), &["hub", "--log", "warn"]);
    client.send("nonsense").expect_silence();
    let (_, status, errors) = client.finish();
    assert!(status.success() && errors.contains("nonsense"), "{errors}");
}
