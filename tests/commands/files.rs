//! No command writes over what it reads, or over what it writes itself.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GAME: &str = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n";

/// A folder of its own, in which the commands run.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("it can be made");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("it can be written");
        path
    }

    /// The command with these arguments, in the folder.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(arguments.split(' ')).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    /// What a command says that must fail with exit code 1.
    fn refused(&self, arguments: &str) -> String {
        let run = self.command(arguments).output().expect("it runs");
        let errors = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(1) && run.stdout.is_empty(), "{arguments}: {:?} {errors}", run.status);
        errors
    }
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = Folder::new("same");
    for name in ["g", "r", "w", "b", "c"] {
        folder.write(name, GAME);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("g", folder.0.join("link")).expect("a link");
        fs::hard_link(folder.0.join("g"), folder.0.join("hard")).expect("a link");
        assert!(folder.refused("analyze --pdn g --chart link").contains("link cannot be both --pdn and --chart"));
        assert!(folder.refused("analyze --pdn hard --chart g").contains("g cannot be both --pdn and --chart"));
    }
    for (arguments, error) in [
        ("analyze --pdn g --chart ./g", "./g cannot be both --pdn and --chart"),
        ("analyze --config c --pdn g --chart c", "c cannot be both --config and --chart"),
        ("bench --check r --record r", "r cannot be both --check and --record"),
        ("train fit --variant english --records g r --out r", "r cannot be both --records and --out"),
        ("train fit --variant english --records r --out w --report r", "r cannot be both --records and --report"),
        ("train fit --variant english --records r --out new --curve new", "new cannot be both --out and --curve"),
        ("train fit --variant english --records r --out w --start w", "w cannot be both --out and --start"),
        ("train games --variant english --games 1 --weights w --out w", "w cannot be both --weights and --out"),
        ("train tuning --weights w --spread none --out ../same/w", "w cannot be both --weights and --out"),
        ("train spread --variant english --records r --weights w --out r", "r cannot be both --records and --out"),
        ("book merge b c --out b", "b cannot be both BOOKS and --out"),
        ("book import --variant english --pdn g --out g", "g cannot be both --pdn and --out"),
        ("book import --variant international --scan g --out g", "g cannot be both --scan and --out"),
        ("match --record r --pdn r", "r cannot be both --pdn and --record"),
        ("match --file c --record c", "c cannot be both --record and --file"),
    ] {
        let errors = folder.refused(arguments);
        assert!(errors.contains(error), "{arguments}: {errors}");
        for name in ["g", "r", "w", "b", "c"] {
            assert_eq!(fs::read_to_string(folder.0.join(name)).expect("it is there"), GAME, "{arguments}: {name}");
        }
        assert!(!folder.0.join("new").exists(), "{arguments}");
    }
}

/// Also where a file has the settings of a match.
#[test]
fn outputs_of_a_match_are_not_its_openings() {
    let folder = Folder::new("match");
    folder.write("openings", GAME);
    let engines = "engine = [[\"name=a\", \"nodes=5\"], [\"name=b\", \"nodes=6\"]]\ngames = 2\n";
    for (setting, error) in [
        ("openings = \"openings\"\npdn = \"openings\"\n", "openings cannot be both --openings and --pdn"),
        ("openings = \"start\"\nrecord = \"new\"\npdn = \"new\"\n", "new cannot be both --record and --pdn"),
        ("openings = \"start\"\nrecord = \"new.svg\"\n", "--record new.svg: expected a name that ends in .jsonl"),
    ] {
        folder.write("match.toml", &format!("{engines}{setting}"));
        let errors = folder.refused("match --file match.toml");
        assert!(errors.contains(error), "{setting}: {errors}");
        assert_eq!(fs::read_to_string(folder.0.join("openings")).expect("it is there"), GAME);
        assert!(!folder.0.join("new").exists());
    }
}

/// As `crownhead analyze --pdn g >> g`, which would read what it has written, and so on.
#[cfg(unix)]
#[test]
fn standard_output_is_no_input() {
    let folder = Folder::new("output");
    let file = folder.write("g", GAME);
    let fen = folder.write("fens", "B:W18,24,27:B1,K15\n");
    let append = |path: &Path| File::options().append(true).open(path).expect("it is there");
    for (arguments, input, output) in [
        ("analyze --pdn g --nodes 10", None, &file),
        ("analyze --pdn - --nodes 10", Some(&file), &file),
        ("solve --pdn g --nodes 10", None, &file),
        ("solve --fen - --nodes 10", Some(&fen), &fen),
        ("eval --variant english --fen -", Some(&fen), &fen),
        ("perft --variant english --depth 1 --fen -", Some(&fen), &fen),
        ("match merge g", None, &file),
        ("lab merge g g", None, &file),
        ("analyze --pdn fens --chart g", None, &file),
    ] {
        let before = fs::read_to_string(output).expect("it is there");
        let mut command = folder.command(arguments);
        command.stdout(append(output));
        if let Some(input) = input {
            command.stdin(File::open(input).expect("it is there"));
        }
        let run = command.stderr(Stdio::piped()).spawn().and_then(std::process::Child::wait_with_output);
        let run = run.expect("it runs");
        let errors = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{arguments}: {errors}");
        assert!(errors.contains(" cannot be both standard "), "{arguments}: {errors}");
        assert_eq!(fs::read_to_string(output).expect("it is there"), before, "{arguments}");
    }
    // Another file, and what is no file, are written to as before.
    let run = folder.command("analyze --pdn g --nodes 10 --quiet").stdout(append(&fen)).status().expect("it runs");
    assert!(run.success() && fs::read_to_string(&fen).expect("it is there").contains("11-15"));
    let run = folder.command("eval --variant english --fen -").stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(run.expect("it runs").success());
}

#[test]
fn the_name_of_an_output_is_not_that_of_something_else() {
    let folder = Folder::new("endings");
    folder.write("g.pdn", GAME);
    for (arguments, error) in [
        ("analyze --pdn g.pdn --chart new.pdn", "--chart new.pdn: expected a name that ends in .svg"),
        ("analyze --pdn g.pdn --chart new.fen", "--chart new.fen: expected a name that ends in .svg"),
        ("analyze --pdn g.pdn --chart new.png", "--chart new.png: expected a name that ends in .svg"),
        ("match --chart new.jpg", "--chart new.jpg: expected a name that ends in .svg or .html"),
        ("analyze --pdn g.pdn --chart new.PDN", "--chart new.PDN: expected a name that ends in .svg"),
        (
            "train fit --variant english --records r --out new.games",
            "--out new.games: expected a name that ends in .weights",
        ),
        ("train fit --variant english --records r --out w --report new.svg", "expected a name that ends in .json"),
        ("match --pdn new.jsonl", "--pdn new.jsonl: expected a name that ends in .pdn"),
        ("match --chart new.pdn", "--chart new.pdn: expected a name that ends in .svg or .html"),
        ("lab epsilon --record new.toml", "--record new.toml: expected a name that ends in .jsonl"),
    ] {
        let errors = folder.refused(arguments);
        assert!(errors.contains(error), "{arguments}: {errors}");
    }
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 1, "nothing is made");
}
