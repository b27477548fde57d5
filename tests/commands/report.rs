//! `crownhead report`.

use std::fs;

use assert_cmd::Command;

/// What it prints with these arguments, where the user's folder is this one.
fn report(home: &std::path::Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let output = command.arg("report").args(arguments).env("HOME", home).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn it_tells_what_is_changed_and_nothing_private() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| home.path().join(name);
    let settings = format!("[endgame]\ndir = {:?}\n\n[engine]\nthreads = 2\n", path("secret"));
    fs::write(path("engine.toml"), settings).expect("it can be written");
    let log: String = (1..=70).map(|number| format!("line {number} of {}\n", path("games.pdn").display())).collect();
    fs::write(path("a.log"), log).expect("it can be written");
    let (config, log) = (path("engine.toml").display().to_string(), path("a.log").display().to_string());
    let (out, errors, code) = report(home.path(), &["--config", &config, "--log-file", &log]);
    assert!(code == Some(0) && errors.is_empty(), "{errors}");
    for part in [
        concat!("program: crownhead ", env!("CARGO_PKG_VERSION"), " ("),
        "compiler: rustc ",
        "machine: ",
        "endgame.dir = (a path)",
        "engine.threads = 2",
        "log, the last 50 of 70 lines:",
        "  line 21 of ",
        "  line 70 of ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(!out.contains("line 20 of") && !out.contains("secret"), "{out}");
    if cfg!(unix) {
        assert!(!out.contains(&*home.path().to_string_lossy()), "{out}");
    }
}

#[test]
fn a_faulty_settings_file_is_reported_and_a_missing_log_is_an_error() {
    let home = tempfile::tempdir().expect("a folder can be made");
    let (out, errors, code) = report(home.path(), &[]);
    assert!(code == Some(0) && out.contains("all at their defaults"), "{out} {errors}");
    let config = home.path().join("engine.toml");
    fs::write(&config, "[engine]\nthreads = \"many\"\n").expect("it can be written");
    let (out, errors, code) = report(home.path(), &["--config", &config.display().to_string()]);
    assert!(code == Some(0) && errors.is_empty() && out.contains("threads"), "{out} {errors}");
    let (out, errors, code) = report(home.path(), &["--log-file", "/nowhere/a.log"]);
    assert!(code == Some(1) && out.is_empty() && errors.contains("/nowhere/a.log"), "{out} {errors}");
}
