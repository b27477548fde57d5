//! `crownhead selfplay`.

use crate::crownhead;

#[test]
fn the_endings_add_up_and_the_fingerprint_does_not_depend_on_the_threads() {
    let series = "selfplay --variant english --games 12 --nodes 100 --mib 1";
    let run = crownhead(&format!("{series} --threads 1"), "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(run.errors, "", "no progress where nobody watches");
    let is_ending = |line: &&String| line.contains(" wins: ") || line.contains("draw: ");
    let counts = run.out.iter().filter(is_ending).map(|line| line.split_whitespace().next());
    let counted = counts.map(|count| count.expect("a word").parse::<usize>().expect("a count"));
    assert_eq!(counted.sum::<usize>(), 12, "{:?}", run.out);

    let without_speed =
        |lines: Vec<String>| lines.into_iter().filter(|line| !line.starts_with("speed")).collect::<Vec<_>>();
    let threaded = without_speed(crownhead(&format!("{series} --threads 3"), "").out);
    assert_eq!(without_speed(run.out), threaded);
    assert!(threaded.last().is_some_and(|line| line.starts_with("fingerprint: ")), "{threaded:?}");
    let other_seed = without_speed(crownhead(&format!("{series} --seed 2"), "").out);
    assert_ne!(other_seed.last(), threaded.last());
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_games_so_far() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut process = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args("selfplay --variant english --games 1000000 --nodes 20 --mib 1 --threads 1".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // Long enough for some games on any machine; more of them do no harm.
    std::thread::sleep(std::time::Duration::from_secs(3));
    crate::unix::signal(process.id(), crate::unix::Signal::INT);
    let mut out = String::new();
    process.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    assert_eq!(process.wait().expect("it ends").code(), Some(130), "{out}");
    assert!(out.starts_with("english: ") && out.contains("\nfingerprint: "), "{out}");
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, fault) in [
        ("selfplay", "--variant"),
        ("selfplay --variant chess", "unknown variant \"chess\""),
        ("selfplay --variant english --games 0", "'0'"),
        ("selfplay --variant english --opening-plies 21", "21 is not from 0 to 20"),
        ("selfplay --variant english --driver mtd-x", "possible values: alpha-beta"),
        ("selfplay --variant english --mib 0", "0 is not from 1 to"),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}
