//! What a match leaves behind, and how it goes on from there.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::runner::{Folder, games, play, start, wait_until};
use crate::unix::{Signal, make_pipe, signal};

const SERIES: &str = "--engine name=A nodes=6000 --engine name=B nodes=3000 --rounds 40 --seed 3 --concurrency 2";

fn lines(path: &std::path::Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// A few kilobytes that unpack to a line without end.
#[test]
fn a_record_of_one_endless_line_is_refused() {
    let folder = Folder::new();
    let (bomb, line) = (folder.file("bomb.jsonl.zst"), vec![b' '; 80 << 20]);
    std::fs::write(&bomb, zstd::encode_all(&line[..], 1).expect("it is packed")).expect("it is written");
    for command in [["match", "summary"], ["match", "merge"], ["lab", "report"]] {
        let run = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(command).arg(&bomb).output().expect("it runs");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(1) && errors.contains("a line of more than 64 MiB"), "{command:?}: {errors}");
    }
    let run = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(["match", "summary", "/dev/zero"]).output();
    let errors = String::from_utf8_lossy(&run.expect("it runs").stderr).into_owned();
    assert!(errors.contains("not a regular file"), "{errors}");
}

/// To open a pipe waits for the other end, and to read it for the end of what is written.
#[cfg(unix)]
#[test]
fn a_pipe_instead_of_a_file_holds_nothing_up() {
    let folder = Folder::new();
    let pipe = folder.file("pipe");
    make_pipe(&pipe);
    std::os::unix::fs::symlink(&pipe, folder.file("pipe.svg")).expect("a link");
    let series = "match --variant english --engine name=a nodes=5 --engine name=b nodes=6 --games 2 --openings start";
    let record = folder.file("record.jsonl");
    let external = series.replace("name=a", "name=a proto=uci stderr=@");
    for (arguments, error) in [
        (external, "stderr=@: a pipe that nobody reads"),
        (format!("{series} --record @ --resume"), "@: not a regular file"),
        (format!("{series} --record {} --resume --pdn @", record.display()), "@: not a regular file"),
        (format!("{series} --chart @.svg"), "@.svg: a pipe that nobody reads"),
        ("train games --variant english --games 2 --nodes 10 --out @".to_owned(), "@: not a regular file"),
        ("lab replacement --scale quick --record @".to_owned(), "@: not a regular file"),
    ] {
        let pipe = pipe.display().to_string();
        if arguments.contains("--pdn") {
            assert_eq!(play(&format!("{} --record {}", &series["match ".len()..], record.display())).code, Some(0));
        }
        let words: Vec<_> = arguments.split(' ').map(|word| word.replace('@', &pipe)).collect();
        let run = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(words).output().expect("it runs");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{arguments}: {errors}");
        assert!(errors.contains(&error.replace('@', &pipe)), "{arguments}: {errors}");
    }
}

/// The most memory that a process of this number has had, in MiB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or(0, |peak| peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10)
}

/// A file of some hundred kilobytes whose content, a beginning and then one line again and again, has two gigabytes.
#[cfg(target_os = "linux")]
fn bomb(path: &std::path::Path, beginning: &str, line: &str) {
    let mut packer = zstd::Encoder::new(Vec::new(), 1).expect("it can be packed");
    packer.write_all(beginning.as_bytes()).expect("it is packed");
    let lines = line.repeat((1 << 20) / line.len());
    (0..2048).for_each(|_| packer.write_all(lines.as_bytes()).expect("it is packed"));
    let packed = packer.finish().expect("it is packed");
    assert!(packed.len() < 2 << 20, "{}", packed.len());
    std::fs::write(path, packed).expect("it is written");
}

/// What is held in memory has a limit, also where every line of it is right.
#[cfg(target_os = "linux")]
#[test]
fn a_small_file_that_unpacks_to_gigabytes_is_refused() {
    let folder = Folder::new();
    let [record, book] = ["bomb.jsonl.zst", "bomb.book"].map(|name| folder.file(name));
    let lab =
        zstd::decode_all(&include_bytes!("../../data/lab/replacement-fresh.jsonl.zst")[..]).expect("it is packed");
    let lab = String::from_utf8(lab).expect("it is text");
    let header = lab.lines().next().expect("it has a header");
    bomb(&record, &format!("{header}\n"), &format!("{{\"job\":0,\"labels\":{{}},\"rows\":[]{}}}\n", " ".repeat(999)));
    bomb(&book, "crownhead-book 1\n", "{}\n");
    for (arguments, path, fault) in [
        (&["lab", "report"][..], &record, "more than 512 MiB, unpacked"),
        (&["book", "stats", "--book"], &book, "it is longer than 256 MiB"),
    ] {
        let mut run = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        run.args(arguments).arg(path).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut run = run.spawn().expect("it runs");
        let mut most = 0;
        while run.try_wait().expect("it runs").is_none() {
            most = most.max(peak(run.id()));
            std::thread::sleep(Duration::from_millis(2));
        }
        let run = run.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(1) && errors.contains(fault), "{arguments:?}: {errors}");
        println!("{arguments:?}: {most} MiB");
        assert!(most < 1024, "{arguments:?}: {most} MiB");
    }
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = Folder::new();
    let (whole, torn, pdn) = (folder.file("whole.jsonl"), folder.file("torn.jsonl"), folder.file("torn.pdn"));
    let uninterrupted = play(&format!("{SERIES} --quiet --record {}", whole.display()));

    let mut child = start(&format!("{SERIES} --quiet --record {} --pdn {}", torn.display(), pdn.display()));
    wait_until("no game has ended", || lines(&torn) >= 4);
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let finished = games(&torn).len();
    assert!((3..80).contains(&finished), "{finished} games were finished");

    let whole_line = std::fs::read(&whole).expect("there is a record");
    let mut file = OpenOptions::new().append(true).open(&torn).expect("there is a record");
    file.write_all(&whole_line[whole_line.len() - 300..whole_line.len() - 30]).expect("it can be written");
    drop(file);

    let resumed = play(&format!("{SERIES} --quiet --record {} --pdn {} --resume", torn.display(), pdn.display()));
    assert_eq!(resumed.out, uninterrupted.out, "{}", resumed.errors);
    assert_eq!(games(&torn), games(&whole));
    let pdn = std::fs::read_to_string(pdn).expect("there is a PDN file");
    assert_eq!(pdn.matches("[Result ").count(), 80);
    // A match that is over has nothing more to play.
    let again = play(&format!("{SERIES} --quiet --record {} --resume", torn.display()));
    assert_eq!((again.out, games(&torn).len()), (uninterrupted.out, 80));
}

#[test]
fn only_the_same_match_goes_on() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let keep = format!("--quiet --record {}", record.display());
    let engines = "--engine name=A nodes=20 --engine name=B nodes=10";
    assert_eq!(play(&format!("{engines} --games 2 {keep}")).code, Some(0));
    let bytes = || std::fs::read(&record).expect("there is a record");
    let before = bytes();

    let run = play(&format!("{engines} --games 2 {keep}"));
    assert!(run.errors.contains("exists already: continue with --resume"), "{}", run.errors);
    assert!(bytes() == before, "it is as it was");
    for (other, difference) in [
        ("--engine name=A nodes=30 --engine name=B nodes=10", "engines[0].nodes was \"20\", now it is \"30\""),
        ("--engine name=A nodes=20 --engine name=C nodes=10", "engines[1].name was \"B\", now it is \"C\""),
        ("--engine name=A nodes=20 --engine name=B nodes=10 --seed 2", "openings was "),
        (
            "--engine name=A nodes=20 --engine name=B nodes=10 --variant losing",
            "variant was \"english\", now it is \"losing\"",
        ),
        (
            "--engine name=A nodes=20 --engine name=B nodes=10 --sprt elo1=9",
            "terms.sprt.elo1 was nothing, now it is \"9\"",
        ),
    ] {
        let run = play(&format!("{other} --games 2 {keep} --resume"));
        assert_eq!(run.code, Some(1));
        assert!(run.errors.contains(difference), "{}", run.errors);
        assert!(bytes() == before, "{other}: it is as it was");
    }
    // More games of the same match may be asked for.
    assert_eq!(play(&format!("{engines} --games 6 --concurrency 1 {keep} --resume")).code, Some(0));
    assert_eq!(games(&record).len(), 6);

    std::fs::write(&record, "{\"match\":1}\n{}\n{}\n").expect("it can be written");
    let run = play(&format!("{engines} --games 2 {keep} --resume"));
    assert!(run.errors.contains("record.jsonl:1: not the record of a match"), "{}", run.errors);
}

/// Weights can change while their file keeps its name; a summary needs none.
#[test]
fn the_weights_belong_to_the_match() {
    let folder = Folder::new();
    let (weights, record) = (folder.file("own.weights"), folder.file("record.jsonl"));
    let learn =
        |name: &str| std::fs::copy(format!("crates/engine/data/eval/{name}.weights"), &weights).expect("it is there");
    let engines =
        format!("--engine name=A option.file={} --engine name=B --each proto=local nodes=20", weights.display());
    learn("english-network");
    let run = play(&format!("{engines} --games 2 --quiet --record {}", record.display()));
    assert_eq!(run.code, Some(0), "{run:?}");
    learn("english-patterns");
    let resume = format!("{engines} --games 4 --quiet --record {} --resume", record.display());
    assert!(play(&resume).errors.contains("terms.evaluation.A was "), "{}", play(&resume).errors);
    std::fs::remove_file(&weights).expect("it is there");
    let summary = play(&format!("summary {}", record.display()));
    assert_eq!(summary.code, Some(0), "{}", summary.errors);
    for head in ["Score of A vs B", "Games: 2, "] {
        assert_eq!(summary.line(head), run.line(head));
    }
}

#[test]
fn a_match_has_no_more_workers_than_games() {
    let run = play("--engine name=A nodes=9 --engine name=B nodes=9 --games 2 --concurrency 10000000000 --quiet");
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn a_foreign_file_is_left_alone() {
    let folder = Folder::new();
    let engines = "--engine name=A nodes=20 --engine name=B nodes=10 --games 2 --quiet";
    for foreign in ["precious", "precious\n", "{\"match\":", "{\"a\":1}\n{\"b\":2}"] {
        let file = folder.write("foreign", foreign);
        let run = play(&format!("{engines} --record {} --resume", file.display()));
        let left = std::fs::read_to_string(&file).expect("it is there");
        match foreign {
            // So a record of this match begins.
            "{\"match\":" => assert_eq!((run.code, games(&file).len()), (Some(0), 2), "{run:?}"),
            _ => assert_eq!((run.code, left.as_str()), (Some(1), foreign), "{run:?}"),
        }
        let pdn = folder.write("foreign.pdn", foreign);
        let run = play(&format!("{engines} --pdn {}", pdn.display()));
        assert!(run.errors.contains("exists already: choose another file for --pdn"), "{run:?}");
        assert_eq!(std::fs::read_to_string(&pdn).expect("it is there"), foreign);
    }
}

/// A record that is not there yet, as after a mistyped name, has no games that the PDN could have.
#[test]
fn a_pdn_file_of_other_games_is_left_alone() {
    let folder = Folder::new();
    let (record, pdn) = (folder.file("mistyped.jsonl"), folder.write("games.pdn", "[Event \"mine\"]\n\n*\n"));
    let before = std::fs::read_to_string(&pdn).expect("it is there");
    let engines = "--engine name=A nodes=20 --engine name=B nodes=10 --games 2 --quiet --resume";
    let run = play(&format!("{engines} --record {} --pdn {}", record.display(), pdn.display()));
    assert!(run.errors.contains("exists already: choose another file for --pdn"), "{run:?}");
    assert_eq!(std::fs::read_to_string(&pdn).expect("it is there"), before);
    assert!(!record.exists());
}

/// Where the program is one of the engines, another build of it is another engine.
#[test]
fn another_build_does_not_go_on_with_its_own_games() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let engines = "--engine name=A nodes=20 --engine name=B nodes=10 --games 2 --quiet";
    assert_eq!(play(&format!("{engines} --record {}", record.display())).code, Some(0));
    let text = std::fs::read_to_string(&record).expect("there is a record");
    let (first, games) = text.split_once('\n').expect("it has lines");
    let (head, _) = first.split_once("\"program\":\"").expect("it names its program");
    std::fs::write(&record, format!("{head}\"program\":\"0.0.1\"}}}}\n{games}")).expect("it can be written");
    let run = play(&format!("{engines} --record {} --resume", record.display()));
    assert!(run.code == Some(1) && run.errors.contains("program was \"0.0.1\", now it is "), "{run:?}");
}

#[test]
fn one_process_writes_a_record() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let engines = "--engine name=A nodes=20 --engine name=B nodes=10 --games 2 --quiet";
    assert_eq!(play(&format!("{engines} --record {}", record.display())).code, Some(0));
    let other = OpenOptions::new().append(true).open(&record).expect("there is a record");
    other.try_lock().expect("nobody writes it");
    let run = play(&format!("{engines} --record {} --resume", record.display()));
    assert!(run.errors.contains("is being written by another process"), "{run:?}");
    drop(other);
    assert_eq!(play(&format!("{engines} --record {} --resume", record.display())).code, Some(0));
}

#[test]
fn a_record_named_in_the_file_is_resumed() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let text = format!(
        "games = 2\nrecord = '{}'\n[each]\nnodes = 9\n[[engine]]\nname = 'A'\n[[engine]]\nname = 'B'\n",
        record.display()
    );
    let file = folder.write("match.toml", &text);
    for _ in 0..2 {
        let run = play(&format!("--file {} --resume --quiet", file.display()));
        assert_eq!((run.code, games(&record).len()), (Some(0), 2), "{run:?}");
    }
}

/// A record comes from anywhere, and what it says reaches a terminal and a browser.
#[test]
fn control_characters_of_names_have_no_effect() {
    let folder = Folder::new();
    let (record, chart) = (folder.file("record.jsonl"), folder.file("chart.svg"));
    let name = "name=x\u{1b}[2J\u{7}\u{9b}y";
    let words = ["--variant", "english", "--engine", name, "nodes=5", "--engine", "name=b", "nodes=6", "--games", "2"];
    let files = ["--openings", "start", "--record", record.to_str().expect("a path"), "--chart"];
    let run = crate::runner::play_words(&[&words[..], &files, &[chart.to_str().expect("a path")]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let summary = Command::new(env!("CARGO_BIN_EXE_crownhead")).args(["match", "summary"]).arg(&record).output();
    let summary = String::from_utf8(summary.expect("it runs").stdout).expect("text");
    for text in [&summary, &run.out] {
        assert!(text.contains("x\\u{1b}[2J\\u{7}\\u{9b}y"), "{text}");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
    let drawn = std::fs::read_to_string(&chart).expect("a chart");
    assert!(drawn.contains("x\u{fffd}[2J\u{fffd}"), "{drawn}");
    assert!(!drawn.chars().any(|c| c < ' ' && !c.is_whitespace()), "no reader of XML would take it");
}

#[test]
fn ctrl_c_stops_with_a_summary() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let child = start(&format!(
        "--engine name=A proto=hub --engine name=B proto=uci --each nodes=20000 --openings plies:4 --games 1000 --quiet --record {}",
        record.display()
    ));
    wait_until("no game has ended", || lines(&record) >= 2);
    // The second signal comes at once, so it is taken for an echo of the first.
    signal(child.id(), Signal::INT);
    signal(child.id(), Signal::INT);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert!(output.status.success() && text.contains("Results of A vs B"), "{text}");
    let finished = format!("Interrupted: {} of 1000 games are finished\n", games(&record).len());
    assert!(text.ends_with(&finished), "{text}, not {finished}");
}

/// The search of a move in this process ends too: this one would take days.
#[test]
fn ctrl_c_ends_a_search_in_this_process() {
    let folder = Folder::new();
    let record = folder.file("record.jsonl");
    let child = start(&format!(
        "--engine name=A --engine name=B --each depth=60 --openings plies:4 --games 4 --concurrency 1 --quiet --record {}",
        record.display()
    ));
    wait_until("the match does not begin", || lines(&record) >= 1);
    std::thread::sleep(Duration::from_millis(300));
    signal(child.id(), Signal::INT);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    assert!(output.status.success() && text.ends_with("Interrupted: 0 of 4 games are finished\n"), "{text}");
}

#[test]
fn the_pdn_file_holds_each_game_with_what_is_known_of_it() {
    let folder = Folder::new();
    let pdn = folder.file("games.pdn");
    let run = play(&format!(
        "--engine name=A --engine name=B --each proto=hub tc=600+0.1 depth=3 --variant international --openings plies:2 --games 2 --site here --pdn {}",
        pdn.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    let text = std::fs::read_to_string(pdn).expect("there is a PDN file");
    for part in [
        "[GameType \"20,W,10,10,N2,0\"]",
        "[White \"A\"]",
        "[White \"B\"]",
        "[TimeControl \"600+0.1 depth=3\"]",
        "[Termination \"normal\"]",
        "[%clk 0:",
        "[%eval ",
        "[%depth 3]",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    // The roster comes first, in its order.
    let names: Vec<_> = text.lines().map_while(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"];
    assert_eq!(names[..8], roster, "{text}");
    assert!(text.starts_with("[Event \"Match of crownhead\"]\n[Site \"here\"]\n[Date \"20"), "{text}");
}

#[test]
fn the_screen_the_record_and_the_pdn_file_agree_on_who_has_won() {
    for (variant, first) in [("english", "black"), ("international", "white")] {
        let folder = Folder::new();
        let (record, pdn) = (folder.file("games.jsonl"), folder.file("games.pdn"));
        let run = play(&format!(
            "--engine name=strong nodes=3000 --engine name=weak depth=1 --each proto=local --variant {variant} \
             --openings start --games 2 --concurrency 1 --record {} --pdn {}",
            record.display(),
            pdn.display()
        ));
        assert_eq!(run.code, Some(0), "{run:?}");
        let read = |path| std::fs::read_to_string(path).expect("it is there");
        let games: Vec<serde_json::Value> =
            read(record).lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let pdn = read(pdn);
        let texts: Vec<_> = pdn.split("[Event ").skip(1).collect();
        assert_eq!((games.len(), texts.len()), (2, 2));
        for (number, (game, text)) in games.iter().zip(texts).enumerate() {
            let winner = game["winner"].as_str();
            let (one, two) = match winner {
                Some(colour) if colour == first => ("1-0", "2-0"),
                Some(_) => ("0-1", "0-2"),
                None => ("1/2-1/2", "1-1"),
            };
            let line = run.line(&format!("Finished game {} ", number + 1));
            assert!(line.contains(&format!("): {one} {{")), "{variant}: {line}");
            let score = if variant == "international" { two } else { one };
            assert!(text.contains(&format!("[Result \"{score}\"]")), "{text}");
            let (_, reason) = line.split_once('{').expect("there is a reason");
            let ending = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(ending.ends_with(&format!("{{{reason} {score}")), "{text}");
            assert!(!text.contains("Annotator"), "{text}");
        }
    }
}

#[test]
fn a_file_says_the_same_as_the_flags() {
    let folder = Folder::new();
    let file = folder.write(
        "match.toml",
        "variant = 'losing'\nrounds = 1\nseed = 4\nopenings = 'plies:2'\n[each]\nproto = 'local'\nnodes = 30\n\
         [[engine]]\nname = 'A'\noption = { driver = 'mtd-f' }\n[[engine]]\nname = 'B'\nnodes = 60\n[sprt]\nelo0 = 0\nelo1 = 10.5\n",
    );
    let flags = "--variant losing --openings plies:2 --rounds 1 --each proto=local nodes=30 --engine name=A option.driver=mtd-f \
         --engine name=B nodes=60 --sprt elo0=0 elo1=10.5 --quiet";
    let from_file = play(&format!("--file {} --quiet", file.display()));
    assert_eq!(from_file.code, Some(0), "{from_file:?}");
    assert_eq!(from_file.out, play(&format!("{flags} --seed 4")).out);
    // The command line goes before the file.
    let longer = play(&format!("--file {} --games 4 --quiet", file.display()));
    assert!(longer.out.contains("Games: 4, "), "{longer:?}");

    let faulty = folder.write("faulty.toml", "variant = 'losing'\nspeed = 3\n");
    let run = play(&format!("--file {}", faulty.display()));
    assert!(run.errors.contains("faulty.toml") && run.errors.contains("`speed`"), "{run:?}");
    // A rule without a key would hold, and the record would not say so.
    let empty = folder.write("empty.toml", "draw = {}\n");
    let run = play(&format!("--file {}", empty.display()));
    assert!(run.errors.contains("{}: expected a key with its value"), "{run:?}");
    // What TOML cannot hold.
    let run = play(&format!("--file {} --games 2 --seed 9223372036854775808", file.display()));
    assert!(run.errors.contains("a flag cannot be merged with"), "{run:?}");
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    let both = folder.write("both.toml", "games = 4\nrounds = 2\n");
    for flags in ["", "--games 4"] {
        let run = play(&format!("--engine name=A nodes=9 --engine name=B nodes=9 --file {} {flags}", both.display()));
        assert!(run.errors.contains("both.toml: games and rounds cannot both be set"), "{run:?}");
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    }
}

#[test]
fn a_match_is_drawn() {
    let folder = Folder::new();
    for (name, parts) in [("match.svg", ["<svg", "LLR"]), ("match.html", ["<svg", "<table"])] {
        let file = folder.file(name);
        let run = play(&format!(
            "--engine name=A nodes=20 --engine name=B nodes=30 --sprt elo1=100 --games 10 --quiet --chart {}",
            file.display()
        ));
        assert_eq!(run.code, Some(0), "{run:?}");
        let text = std::fs::read_to_string(file).expect("there is a drawing");
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new();
    let fens = folder.write("book.fen", "W:W28,32:B1,2,3 ; three against two\n# a comment\nB:W30,31:B1,2\n");
    let lines = folder.write("lines.txt", "32-28 19-23 28x19\n31-27 17-21 ; second\n");
    let numbered = folder.write("numbered.csv", "id,fen\n1,\"W:W28,33:B1,2,3\"\n");
    let pdn = folder.write("book.pdn", "[GameType \"20\"]\n[Opening \"first\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n");
    let start = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:";
    for (number, (source, start, opening)) in
        [(fens, "W:W28,32:B1,2,3", 0), (pdn, start, 3), (lines, start, 3), (numbered, "W:W28,33:B1,2,3", 0)]
            .into_iter()
            .enumerate()
    {
        let record = folder.file(&format!("{number}.jsonl"));
        let run = play(&format!(
            "--engine name=A nodes=20 --engine name=B nodes=30 --games 2 --variant international --order sequential \
             --opening-plies 3 --openings {} --record {}",
            source.display(),
            record.display()
        ));
        assert_eq!(run.code, Some(0), "{run:?}");
        for game in games(&record) {
            assert!(game["start"].as_str().is_some_and(|fen| fen.starts_with(start)), "{game}");
            assert_eq!(game["opening"].as_array().map(Vec::len), Some(opening), "{game}");
        }
    }
    // A published name, where no file has it.
    let record = folder.file("named.jsonl");
    let run = play(&format!(
        "--engine name=A nodes=20 --engine name=B nodes=30 --games 2 --variant english --openings Edinburgh --record {}",
        record.display()
    ));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(games(&record).iter().all(|game| game["opening"].as_array().map(Vec::len) == Some(1)), "{run:?}");
}

#[test]
fn a_number_in_a_file_that_is_none_is_named_in_plain_words() {
    let folder = Folder::new();
    for (line, fault) in [
        ("games = 0", "0: expected a whole number above 0"),
        ("rounds = \"many\"", "\"many\": expected a whole number above 0"),
        ("seed = -1", "-1: expected a whole number, 0 or more"),
    ] {
        let path = folder.write("match.toml", line);
        let run = play(&format!("--engine name=A --engine name=B --file {}", path.display()));
        assert!(run.code == Some(1) && run.errors.contains(fault), "{line}: {}", run.errors);
        assert!(!run.errors.contains("usize"), "{}", run.errors);
    }
}
