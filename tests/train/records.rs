//! Records: what is written is read back, and whatever is wrong with a file is found.

use std::path::Path;
use std::time::Duration;

use crownhead::statistics::Outcome;
use crownhead::train::record::{Ending, Flags, GameRecord, GamesHeader, GamesReader, GamesWriter, RecordError, Sample};
use crownhead_engine::engine::{Limit, TimeLimit};
use crownhead_engine::eval::Score;
use crownhead_engine::search::Depth;
use crownhead_rules::{Game, KingRuns, Variant};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::scratch::{Scratch, bytes};

fn header(variant: Variant) -> GamesHeader {
    GamesHeader {
        variant: variant.name().to_owned(),
        evaluation: "linear".to_owned(),
        seed: 5,
        limit: Limit::of_nodes(600),
        openings: "4-12 random plies".to_owned(),
        adjudication: "none".to_owned(),
        sidelines: None,
        leaves: None,
        shard: None,
    }
}

/// A game of random moves with random remarks; long ones have kings of both sides.
fn random_game(variant: Variant, number: u64) -> GameRecord {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut game = Game::start(variant);
    let mut samples = Vec::new();
    while game.end().is_none() {
        let remarks = [Flags::CAPTURE, Flags::DECIDED, Flags::REPEATED, Flags::ONLY_MOVE, Flags::SIDELINE];
        let flags = remarks.into_iter().filter(|_| random.random_bool(0.5)).fold(Flags::NONE, |all, one| all | one);
        let score = Score::from_millionths(random.random_range(-100_000_000..=100_000_000));
        let depth = Depth::new(random.random_range(0..=200));
        // Records hold the pieces, not the moves that a king has made in a row.
        let position = game.position().with_king_runs(KingRuns::default());
        samples.push(Sample { position, score, depth, flags });
        let moves = game.position().moves();
        game.play(*moves.choose(&mut random).expect("a move")).expect("a listed move is legal");
    }
    let white_result = Outcome::ALL[number as usize % 3];
    GameRecord { number: 3 * number, white_result, ending: Ending::ALL[number as usize % 6], samples }
}

/// Writes some games, all of the same variant.
fn write(path: &Path, games: &[GameRecord]) {
    let variant = games[0].samples[0].position.variant();
    let mut writer = GamesWriter::open(variant, path, &header(variant), |_| ()).expect("a record");
    games.iter().for_each(|game| writer.append(game).expect("it is written"));
}

fn read(variant: Variant, path: &Path) -> Result<(Vec<GameRecord>, bool), RecordError> {
    let mut reader = GamesReader::open(variant, path)?;
    let games = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
    Ok((games, reader.is_cut()))
}

/// Two games of a few samples, whose record is small enough to be tried at each byte.
fn small_games() -> [GameRecord; 2] {
    [1, 2].map(|number| {
        let mut game = random_game(Variant::ENGLISH, number);
        game.samples.truncate(3);
        game
    })
}

#[test]
fn what_is_written_is_read_back() {
    for &variant in Variant::ALL {
        let scratch = Scratch::new();
        let path = scratch.file("new/folder/a.games");
        let games: Vec<_> = (0..12).map(|number| random_game(variant, number)).collect();
        let has_kings = |game: &GameRecord| game.samples.last().is_some_and(|s| s.position.all_kings().any());
        assert!(games.iter().any(has_kings) || variant.articles().kings_to_win.is_some());
        write(&path, &games);
        assert_eq!(read(variant, &path).expect("a record"), (games, false), "{variant}");
        assert_eq!(GamesHeader::read(&path).expect("a header"), header(variant));
    }
}

#[test]
fn a_position_on_32_squares_takes_18_bytes() {
    let scratch = Scratch::new();
    let sizes = [2, 3].map(|samples| {
        let path = scratch.file(&format!("{samples}.games"));
        let mut game = random_game(Variant::ENGLISH, 0);
        game.samples.truncate(samples);
        write(&path, &[game]);
        bytes(&path).len()
    });
    assert_eq!(sizes[1] - sizes[0], 18);
}

#[test]
fn a_cut_record_loses_its_last_game_only() {
    let scratch = Scratch::new();
    let path = scratch.file("whole.games");
    let games = small_games();
    write(&path, &games[..1]);
    let one_game = bytes(&path).len();
    write(&path, &games[1..]);
    let whole = bytes(&path);
    let header_bytes = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    let cut = scratch.file("cut.games");
    for length in 0..whole.len() {
        std::fs::write(&cut, &whole[..length]).expect("it is written");
        let found = read(Variant::ENGLISH, &cut);
        if length < header_bytes {
            assert!(matches!(found, Err(RecordError::Header { .. } | RecordError::Foreign { .. })), "{length}");
            continue;
        }
        let (found, is_cut) = found.unwrap_or_else(|error| panic!("{length}: {error}"));
        let games = if length < one_game { &games[..0] } else { &games[..1] };
        assert_eq!(found, games, "{length}");
        assert_eq!(is_cut, length != header_bytes && length != one_game, "{length}");
        // What follows replaces what was cut off.
        write(&cut, &small_games()[found.len()..]);
        assert_eq!(bytes(&cut), whole, "{length}");
    }
}

#[test]
fn damage_is_found_wherever_it_is() {
    let scratch = Scratch::new();
    let path = scratch.file("whole.games");
    write(&path, &small_games());
    let whole = bytes(&path);
    let damaged = scratch.file("damaged.games");
    for place in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            std::fs::write(&damaged, &bytes).expect("it is written");
            let found = read(Variant::ENGLISH, &damaged);
            assert!(found.is_err(), "bit {bit} of byte {place}: {found:?}");
            // It is not written to either.
            assert!(GamesWriter::open(Variant::ENGLISH, &damaged, &header(Variant::ENGLISH), |_| ()).is_err());
            assert_eq!(crate::scratch::bytes(&damaged), bytes);
        }
    }
}

#[test]
fn only_one_process_at_a_time_writes_a_record() {
    let scratch = Scratch::new();
    let path = scratch.file("a.games");
    let open = || GamesWriter::open(Variant::ENGLISH, &path, &header(Variant::ENGLISH), |_| ());
    let mut writer = open().expect("a new record");
    let error = open().map(|_| ()).expect_err("it is open");
    assert!(error.to_string().ends_with("is being written by another process: wait for it, or choose another file"));
    for game in small_games() {
        writer.append(&game).expect("it is written");
    }
    drop(writer);
    open().expect("it is free again");
    assert_eq!(read(Variant::ENGLISH, &path).expect("a whole record").0, small_games());
}

/// As two processes would leave them that write one record.
#[test]
fn games_that_come_twice_are_damage() {
    let scratch = Scratch::new();
    let path = scratch.file("a.games");
    let [first, second] = small_games();
    for games in [[&first, &first], [&second, &first]] {
        std::fs::remove_file(&path).ok();
        write(&path, &games.map(Clone::clone));
        let error = read(Variant::ENGLISH, &path).expect_err("no rising numbers").to_string();
        let expected = format!("a game {}: expected a number from {} on", first.number, games[0].number + 1);
        assert!(error.contains(&expected), "{error}");
    }
    // There is no number after this one.
    std::fs::remove_file(&path).expect("it is there");
    write(&path, &[GameRecord { number: u64::MAX, ..first }]);
    assert!(read(Variant::ENGLISH, &path).is_err());
}

#[test]
fn faults_name_what_was_expected() {
    let scratch = Scratch::new();
    let path = scratch.file("a.games");
    write(&path, &small_games());
    let text = |error: RecordError| error.to_string().replace(&path.display().to_string(), "FILE");
    let other_variant = GamesReader::open(Variant::INTERNATIONAL, &path).map(|_| ()).expect_err("8x8");
    assert_eq!(text(other_variant), "the record FILE has variant english: expected international");

    let other_seed = GamesHeader { seed: 6, ..header(Variant::ENGLISH) };
    let error = GamesWriter::open(Variant::ENGLISH, &path, &other_seed, |_| ()).map(|_| ()).expect_err("other games");
    assert_eq!(text(error), "the record FILE has seed 5: expected 6");

    let other_limit = GamesHeader {
        limit: Limit::of_time(TimeLimit::PerMove(Duration::from_millis(500))),
        ..header(Variant::ENGLISH)
    };
    let error = GamesWriter::open(Variant::ENGLISH, &path, &other_limit, |_| ()).map(|_| ()).expect_err("other games");
    assert_eq!(text(error), "the record FILE has limit nodes=600: expected 0.5/move");

    for (content, message) in [
        ("", "FILE is not a record of games: expected a first line \"crownhead games 1 CHECKSUM\""),
        ("[Event \"?\"]\n", "FILE is not a record of games: expected a first line \"crownhead games 1 CHECKSUM\""),
        ("crownhead games 2 00\n{}\n", "the record FILE has format version 2: expected version 1"),
        ("crownhead games 1 00\n{}\n", "the record FILE has a damaged header: its checksum is not 00"),
        ("crownhead games 1 00", "the record FILE has a damaged header: the first line is cut off"),
        ("crownhead games 1 00\n{}", "the record FILE has a damaged header: the second line is cut off"),
    ] {
        std::fs::write(&path, content).expect("it is written");
        assert_eq!(text(GamesReader::open(Variant::ENGLISH, &path).map(|_| ()).expect_err("no record")), message);
    }
    std::fs::remove_file(&path).expect("it is there");
    assert!(matches!(GamesReader::open(Variant::ENGLISH, &path), Err(RecordError::Io(..))));
}

/// Values that no game can have, with a correct checksum: the checks behind the checksum find them.
#[test]
fn impossible_content_is_refused() {
    let scratch = Scratch::new();
    let path = scratch.file("a.games");
    write(&path, &small_games()[..1]);
    let whole = bytes(&path);
    let body = whole.len() - 8 - (10 + 3 * 18);
    let sample = body + 10;
    for (place, byte, message) in [
        (body + 8, 3, "unknown result 3"),
        (body + 9, 6, "unknown ending 6"),
        (sample, 0xff, "square 1 holds more than one piece"),
        (sample + 9, 0x80, "a king on an empty square"),
        (sample + 15, 0x7f, "a score of"),
        (sample + 16, 201, "a depth of 201 plies"),
        (sample + 17, 0x80, "an unknown bit"),
    ] {
        let mut bytes = whole.clone();
        bytes[place] = byte;
        let end = bytes.len() - 8;
        let checksum = fnv1a(&bytes[body..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
        std::fs::write(&path, &bytes).expect("it is written");
        let error = read(Variant::ENGLISH, &path).expect_err("an impossible value").to_string();
        assert!(error.contains(message), "{place}: {error}");
        assert!(error.contains(&format!("damaged at byte {}", body - 8)), "{error}");
    }
}

/// (G. Fowler, L. C. Noll and K.-P. Vo; the constants of the 64-bit version.)
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
