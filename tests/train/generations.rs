//! `crownhead train loop`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crownhead::arena::{FinishedGame, FirstLine, MatchHeader};
use crownhead::statistics::{EloModel, Sprt};
use crownhead::train::PlayerWeights;
use crownhead::train::games::OpeningPlies;
use crownhead::train::generations::{GenerationMatch, Standing};
use crownhead::train::record::GamesReader;
use crownhead_engine::eval::{Family, Header, Pair, PatternList, Training, Tuning, WeightsFile};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_engine::support::journal::Contents;
use crownhead_rules::Variant;

use crate::scratch::{Scratch, bytes};

fn command(arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(["train", "loop"]).args(arguments.split_whitespace()).arg("--folder").arg(folder);
    command
}

fn learn(arguments: &str, folder: &Path) -> String {
    let output = command(arguments, folder).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

const SMALL: &str = "--variant english --games 60 --nodes 50 --generations 2 --epochs 2 --match-nodes 50 --pairs 12 --elo 900 --sidelines 0.3";

const FILES: [&str; 6] = ["gen1.games", "gen1.weights", "gen1.match", "report.md", "elo.svg", "loop.json"];

#[test]
fn a_loop_gives_the_same_files_however_it_runs() {
    let scratch = Scratch::new();
    let [whole, killed] = ["whole", "killed"].map(|name| scratch.file(name));
    let text = learn(SMALL, &whole);
    assert!(text.contains("| 1 | 60 | "), "{text}");
    // Killed in the games, in the fit or the match, and after it.
    for stage in &FILES[..3] {
        let mut child =
            command(&format!("{SMALL} --threads 3"), &killed).stdout(Stdio::null()).spawn().expect("it starts");
        let start = Instant::now();
        while !killed.join(stage).exists() && child.try_wait().expect("it can be asked").is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "{stage} does not come");
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert_eq!(learn(&format!("{SMALL} --threads 2"), &killed).lines().last(), text.lines().last());
    for file in FILES.into_iter().filter(|file| *file != "gen1.match") {
        assert_eq!(bytes(&whole.join(file)), bytes(&killed.join(file)), "{file}");
    }
    let [(header, games), (other_header, other_games)] = [&whole, &killed].map(|folder| read_match(folder));
    assert_eq!(header, other_header);
    let counted = counted_games(&text);
    assert!(counted > 0);
    for number in 0..counted {
        assert_eq!(games[&number], other_games[&number]);
    }
}

/// The match of the first generation: its games by number, without the times that differ from run to run.
fn read_match(folder: &Path) -> (MatchHeader, BTreeMap<usize, FinishedGame>) {
    let contents = Contents::<FirstLine>::read(&folder.join("gen1.match")).expect("the record of a match");
    let timeless = |mut game: FinishedGame| {
        game.date = None;
        game.moves.iter_mut().for_each(|mv| mv.seconds = 0.0);
        (game.game, game)
    };
    (contents.header.header, contents.entries.into_iter().map(timeless).collect())
}

/// The games that the match of the first generation counts, by the report: those up to the decision of the test.
fn counted_games(report: &str) -> usize {
    let line = report.lines().find(|line| line.starts_with("| 1 |")).expect("the first generation");
    let cells = line.split('|').map(str::trim).skip(5).take(3);
    cells.map(|cell| cell.parse::<usize>().expect("a number of games")).sum()
}

#[test]
fn a_loop_goes_on_from_weights_and_keeps_their_numbers() {
    for name in ["english", "english-network"] {
        goes_on_from(&format!("crates/engine/data/eval/{name}.weights"));
    }
}

fn goes_on_from(weights: &str) {
    let scratch = Scratch::new();
    let folder = scratch.file("loop");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join(weights);
    let header = |path: &Path| WeightsFile::parse(&bytes(path)).expect("weights").header;
    learn(&format!("{SMALL} --from {}", weights.display()), &folder);
    let (before, after) = (header(&weights), header(&folder.join("gen1.weights")));
    assert_eq!((after.search, after.family), (before.search, before.family));
    let training = [&before, &after].map(|header| &header.training);
    assert_eq!(training[1].games, training[0].games + 60);
    assert_eq!(training[1].generation, training[0].generation + 1);
    // The network went on from the one before: much of what these few games do not touch is as it was.
    let [old, new] =
        [&weights, &folder.join("gen1.weights")].map(|path| WeightsFile::parse(&bytes(path)).expect("weights"));
    let part = |file: &WeightsFile, family| file.part(Variant::ENGLISH, family).map(<[_]>::to_vec);
    assert_eq!(part(&old, Family::Patterns).ok(), part(&new, Family::Patterns).ok());
    let [old, new] = [&old, &new].map(|file| part(file, Family::Network).expect("a network"));
    let kept = old.iter().zip(&new).filter(|(old, new)| old == new).count();
    assert!(kept > old.len() / 10, "{kept} of {} pairs are as they were", old.len());
    let first_lines = String::from_utf8_lossy(&bytes(&folder.join("gen1.games"))[..1000]).into_owned();
    let player = format!("\"evaluation\":\"{} ", before.family.name());
    assert!(first_lines.contains(&player), "{first_lines}");
    assert!(first_lines.contains("\"sidelines\":0.3"), "{first_lines}");
}

#[test]
fn a_loop_learns_a_network_from_nothing() {
    let scratch = Scratch::new();
    let folder = scratch.file("loop");
    learn(&format!("{SMALL} --family network --keep-decided --most-men 8 --lambda 0.5"), &folder);
    let file = WeightsFile::parse(&bytes(&folder.join("gen1.weights"))).expect("weights");
    assert_eq!((file.header.family, file.header.training.games), (Family::Network, 60));
}

#[test]
fn files_of_another_loop_are_refused() {
    let scratch = Scratch::new();
    let folder = scratch.file("loop");
    learn(SMALL, &folder);
    for (arguments, fault) in [
        (
            format!("{SMALL} --seed 2"),
            "loop.json is the record of a loop of generations with other settings: seed was 1",
        ),
        (format!("{SMALL} --keep-decided"), "keeps_decided was false, now it is true; choose another folder"),
        (format!("{SMALL} --leaves 0.1"), "has leaves"),
        // Otherwise a generation would have games that its weights do not know, or a match would go on after its end.
        (SMALL.replace("--games 60", "--games 61"), "games was 60, now it is 61"),
        (SMALL.replace("--pairs 12", "--pairs 13"), "most_pairs was 12, now it is 13"),
        (SMALL.replace("--elo 900", "--elo 800"), "elo[1] was 900"),
        (
            SMALL.replace("--match-nodes 50", "--match-nodes 60"),
            "gen1.match is the record of a match with other settings: engines[0].nodes was \"50\", now it is \"60\"",
        ),
        (SMALL.replace("english", "losing"), "has variant english: expected losing"),
    ] {
        let output = command(&arguments, &folder).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        assert!(errors.contains(fault), "{arguments}: {errors}");
    }
    let output = command(&SMALL.replace("--elo 900", "--elo 0"), &folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected Elo above 0, at most 1000"));
    let record = folder.join("gen1.match");
    let lines = String::from_utf8(bytes(&record)).expect("text");
    let (header, entries) = lines.split_once('\n').expect("two lines");
    std::fs::write(&record, format!("{header}\n{{\"opening\":0,\"half_points\":[9,2]}}\n{entries}"))
        .expect("it is written");
    let output = command(SMALL, &folder).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("gen1.match:2: not the record of a match: "), "{errors}");
    std::fs::write(folder.join("gen1.weights"), "no weights").expect("it is written");
    let output = command(SMALL, &folder).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("gen1.weights: not a file of weights"));
}

/// Weights of another variant are refused before there is anything to go on from.
#[test]
fn a_loop_that_cannot_begin_leaves_no_folder() {
    let scratch = Scratch::new();
    let folder = scratch.file("loop");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/losing.weights");
    let output = command(&format!("{SMALL} --from {}", weights.display()), &folder).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("losing.weights: weights with variant losing: expected english"), "{errors}");
    assert!(!folder.exists());
}

/// Ctrl-C ends a fit of many epochs at once, and the loop can be gone on with.
#[cfg(unix)]
#[test]
fn a_fit_of_a_loop_can_be_interrupted() {
    let scratch = Scratch::new();
    let folder = scratch.file("loop");
    let endless = SMALL.replace("--epochs 2", "--epochs 100000000");
    let mut child = command(&endless, &folder).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let games =
        || GamesReader::open(Variant::ENGLISH, &folder.join("gen1.games")).map_or(0, |games| games.flatten().count());
    let start = Instant::now();
    while games() < 60 {
        assert!(start.elapsed() < Duration::from_secs(120), "no games come");
        std::thread::sleep(Duration::from_millis(50));
    }
    let id = rustix::process::Pid::from_child(&child);
    while child.try_wait().expect("it can be asked").is_none() {
        assert!(start.elapsed() < Duration::from_secs(240), "it goes on");
        rustix::process::kill_process(id, rustix::process::Signal::INT).ok();
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!folder.join("gen1.weights").exists());
}

/// Weights that know men and kings alone.
fn material() -> WeightsFile {
    let list = PatternList::of(Variant::ENGLISH).expect("it has patterns");
    let mut weights: Box<[Pair]> = vec![[0; 2]; list.len].into_boxed_slice();
    let section = list.sections().into_iter().find(|section| section.name == "material");
    let range = section.expect("there is such a section").range;
    // The order is that of the section: own men, the other's men, own kings, the other's kings.
    let (men, kings) = (Variant::ENGLISH.max_pieces() + 1, 5);
    for (place, index) in range.enumerate() {
        let of = |unit: usize, count: usize| (place / unit % count) as i16;
        let balance = of(men * kings * kings, men) - of(kings * kings, men);
        let crowned = of(kings, kings) - of(1, kings);
        weights[index] = [2000 * balance + 2800 * crowned; 2].map(|weight| weight.clamp(-32000, 32000));
    }
    WeightsFile {
        header: Header::of(Variant::ENGLISH, Family::Patterns, Tuning::UNMEASURED, Training::default()),
        weights,
    }
}

/// A match of the weights in two files.
fn played(scratch: &Scratch, player: &Path, opponent: &Path) -> Standing {
    let generation_match = GenerationMatch {
        variant: Variant::ENGLISH,
        player: PlayerWeights::read(player).expect("weights"),
        opponent: PlayerWeights::read(opponent).expect("weights"),
        nodes: 300,
        seed: 77,
        opening_plies: OpeningPlies::new(4, 6).expect("a range"),
        // Error rates so small that it never ends early.
        sprt: Sprt::new(0.0, 100.0, 1e-300, 1e-300, EloModel::Logistic).expect("a test"),
        most_pairs: 100,
        threads: NonZeroUsize::new(2).expect("two"),
        record: scratch.file("against-material.match"),
    };
    let interrupt = Interrupt::default();
    generation_match.run(&interrupt, &mut |_| ()).expect("it is played")
}

#[test]
fn a_small_loop_learns_more_than_material() {
    let scratch = Scratch::new();
    let (folder, plain) = (scratch.file("loop"), scratch.file("material.weights"));
    let arguments = "--variant english --games 2500 --nodes 100 --generations 1 --epochs 8 --match-nodes 100 --pairs 10 --threads 2";
    learn(arguments, &folder);
    std::fs::write(&plain, material().to_bytes().expect("a file")).expect("it is written");
    let standing = played(&scratch, &folder.join("gen1.weights"), &plain);
    let elo = standing.elo().expect("pairs were played");
    assert!(elo.value >= 50.0 && elo.low > 0.0, "{elo}");
}
