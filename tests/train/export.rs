//! `crownhead train export`: what other programs read is what the games were.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use crownhead_rules::notation::{MoveText, fen};
use crownhead_rules::{Side, Variant};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::scratch::Scratch;

/// Runs the program in the folder of a test.
fn crownhead(scratch: &Scratch, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.current_dir(scratch.file("")).args(arguments.split_whitespace()).output().expect("it runs")
}

/// The rows of a Parquet file, each with its columns by name, and what it says of itself.
fn rows(path: &Path) -> (Vec<Vec<(String, Field)>>, String) {
    let reader = SerializedFileReader::new(File::open(path).expect("it is there")).expect("it is Parquet");
    let notes = reader.metadata().file_metadata().key_value_metadata().expect("it has notes");
    let variant = notes.iter().find(|note| note.key == "variant").and_then(|note| note.value.clone());
    let rows = reader.get_row_iter(None).expect("it has rows").map(|row| row.expect("a row").into_columns());
    (rows.collect(), variant.expect("it names its variant"))
}

fn cell<'a>(row: &'a [(String, Field)], name: &str) -> &'a Field {
    row.iter().find(|(column, _)| column == name).map(|(_, field)| field).expect("there is such a column")
}

fn text(field: &Field) -> &str {
    let Field::Str(text) = field else { panic!("{field:?} is no text") };
    text
}

/// The bytes of an array behind its header, and its shape.
fn array(folder: &Path, name: &str) -> (Vec<u8>, String) {
    let bytes = fs::read(folder.join(format!("{name}.npy"))).expect("it is there");
    let (header, cells) = bytes.split_at(128);
    assert_eq!(&header[..10], b"\x93NUMPY\x01\x00\x76\x00");
    let header = str::from_utf8(&header[10..]).expect("it is text");
    let shape = header.split_once("'shape': ").and_then(|(_, shape)| shape.split_once(", }")).expect("it has a shape");
    (cells.to_vec(), shape.0.to_owned())
}

#[test]
fn the_rows_are_the_games_of_the_record() {
    for (variant, words) in [("english", 1), ("frisian", 1), ("canadian", 2)] {
        let scratch = Scratch::new();
        let played = format!("train games --variant {variant} --games 6 --nodes 60 --sidelines 0.3 --out a.games");
        assert!(crownhead(&scratch, &played).status.success());
        let run = crownhead(&scratch, "train export a.games --parquet a.parquet --numpy arrays");
        let (parquet, arrays) = (scratch.file("a.parquet"), scratch.file("arrays"));
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let (rows, stated) = rows(&parquet);
        assert_eq!(stated, variant);
        assert_eq!(said, format!("{variant}: {} positions of 6 games\n", rows.len()));
        let variant: Variant = variant.parse().expect("a variant");
        let position = |row: &[(String, Field)]| fen::parse(variant, text(cell(row, "fen"))).expect("a position");
        let of_game: Vec<_> = rows.iter().filter(|row| *cell(row, "sideline") == Field::Bool(false)).collect();
        assert!(of_game.len() > 100 && of_game.len() < rows.len());
        for pair in of_game.windows(2) {
            let is_same_game = cell(pair[0], "game") == cell(pair[1], "game");
            if !is_same_game {
                assert_eq!(*cell(pair[0], "move"), Field::Null);
                assert_eq!(*cell(pair[1], "ply"), Field::UInt(0));
                continue;
            }
            let before = position(pair[0]);
            let mv = MoveText::parse(variant, text(cell(pair[0], "move"))).and_then(|mv| mv.resolve(&before));
            let after = before.succ(&mv.expect("a legal move"));
            let pieces = |text: &str| text.split(":H").next().unwrap_or_default().to_owned();
            assert_eq!(pieces(&fen::write(&after)), pieces(&fen::write(&position(pair[1]))));
            let results = [pair[0], pair[1]].map(|row| match cell(row, "result") {
                Field::Byte(result) => *result,
                other => panic!("{other:?} is no result"),
            });
            assert_eq!(results[0], -results[1]);
        }
        let (turns, shape) = array(&arrays, "turns");
        assert_eq!(shape, format!("({}, )", rows.len()));
        let (sets, shape) = array(&arrays, "bitboards");
        let expected = if words == 1 { "4".to_owned() } else { format!("4, {words}") };
        assert_eq!(shape, format!("({}, {expected})", rows.len()));
        let (values, _) = array(&arrays, "value");
        for (number, row) in rows.iter().enumerate() {
            let position = position(row);
            assert_eq!(turns[number] == 1, position.side() == Side::White);
            let value = f32::from_le_bytes(values[4 * number..][..4].try_into().expect("four bytes"));
            assert_eq!(*cell(row, "value"), Field::Float(value));
            let bytes = 8 * words;
            for square in position.board().squares() {
                let holds = |set: usize| {
                    let set = &sets[(4 * number + set) * bytes..][..bytes];
                    set[square.index() / 8] >> (square.index() % 8) & 1 == 1
                };
                let expected =
                    position.piece_at(square).map(|(side, is_king)| 2 * (side as usize) + usize::from(is_king));
                assert_eq!((0..4).find(|&set| holds(set)), expected);
            }
        }
    }
}

/// The values of comments belong to the positions that the moves led to, and are those of the side to move there.
#[test]
fn a_game_in_pdn_has_the_values_of_its_comments() {
    let scratch = Scratch::new();
    let games = "[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 {[%eval 1.25] [%depth 11]} 19-23 {[%eval 1.50]} \
                 2. 28x19 14x23 2-0\n\n[GameType \"25\"]\n\n1. c3-d4 *\n\n[GameType \"20\"]\n\n1. 32-28 20-28 *\n";
    fs::write(scratch.file("a.pdn"), games).expect("it is written");
    let run = crownhead(&scratch, "train export a.pdn --parquet a.parquet");
    assert_eq!(run.status.code(), Some(1));
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("game 2: it is russian: expected international, as the games before"), "{said}");
    assert!(said.contains("game 3, line 12: ply 2: 20-28 is not a legal move"), "{said}");
    let cells = rows(&scratch.file("a.parquet")).0.into_iter().map(|row| {
        // A field prints its negative numbers with an exponent.
        let of = |name: &str| match cell(&row, name) {
            Field::Float(value) => value.to_string(),
            other => other.to_string(),
        };
        [of("move"), of("value"), of("depth"), of("result"), of("ply"), of("only_move")].join(" ")
    });
    assert_eq!(
        cells.collect::<Vec<_>>(),
        [
            "\"32-28\" null null 1 0 false",
            "\"19-23\" -1.25 11 -1 1 false",
            "\"28x19x23\" 1.5 null 1 2 true",
            "\"14x23x19\" null null -1 3 false",
            "null null null 1 4 false",
        ]
    );
}

#[test]
fn what_is_no_game_makes_no_file() {
    let scratch = Scratch::new();
    fs::write(scratch.file("a.pdn"), "hello\n").expect("it is written");
    let run = crownhead(&scratch, "train export a.pdn --parquet a.parquet");
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(fs::read_dir(scratch.file("")).expect("a folder").count(), 1);
}

/// What is no file is never replaced by one.
#[cfg(unix)]
#[test]
fn a_socket_keeps_its_name() {
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixListener;

    let scratch = Scratch::new();
    fs::write(scratch.file("a.pdn"), "[GameType \"21\"]\n\n1. 11-15 *\n").expect("it is written");
    fs::create_dir(scratch.file("arrays")).expect("a folder");
    for (name, output) in [("a.parquet", "--parquet a.parquet"), ("arrays/value.npy", "--numpy arrays")] {
        let _listening = UnixListener::bind(scratch.file(name)).expect("a socket");
        let run = crownhead(&scratch, &format!("train export a.pdn {output}"));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(1) && said.contains("not a regular file"), "{said}");
        assert!(fs::symlink_metadata(scratch.file(name)).expect("it is there").file_type().is_socket());
    }
}
