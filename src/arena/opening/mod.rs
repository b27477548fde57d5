//! Openings: the start positions of the games of a match.
//!
//! They are generated ([`sequences`], from which [`without_losses`] removes those that lose a man and [`distinct`]
//! removes transpositions), are the published [`ballots()`], or are read from a file ([`read_pdn`], [`read_positions`]).
//! An [`OpeningSuite`] assigns one to each pair of games.

mod ballots;
mod generate;

use std::io::{self, BufRead};

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;

pub use ballots::{Ballot, Standing, ballots, name_of};
pub use generate::{distinct, sequences, without_losses};

use crownhead_rules::notation::pdn::{PdnError, Reader};
use crownhead_rules::notation::{Lines, NotationError, SpelledMove, fen};
use crownhead_rules::text::clipped;
use crownhead_rules::{AnyPosition, Game, Move, Variant};

/// The beginning of a game: a position, some moves, and a name.
#[derive(Clone, Debug)]
pub struct Opening {
    name: String,
    game: Game,
}

impl Opening {
    /// The opening that consists of a game so far.
    pub fn new(name: impl Into<String>, game: Game) -> Opening {
        Opening { name: name.into(), game }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game so far; the players continue with a copy of it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position before its moves.
    pub fn start(&self) -> &AnyPosition {
        self.game.positions().next().expect("a game has a position")
    }

    pub fn moves(&self) -> &[Move] {
        self.game.moves()
    }
}

/// The moves of a game as PDN, with blanks between them: `32-28 19-23`.
pub fn move_text(game: &Game) -> String {
    let spell = |(position, mv)| SpelledMove::new(position, mv).pdn();
    game.positions().zip(game.moves()).map(spell).collect::<Vec<_>>().join(" ")
}

/// The order of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningOrder {
    /// The given order.
    Sequential,
    /// Shuffled; each is played once before any repeats. A seed gives the same order on every machine.
    Random {
        /// The seed of the order.
        seed: u64,
    },
}

/// The openings for the pairs of a match, in the order in which they are played.
#[derive(Clone, Debug)]
pub struct OpeningSuite {
    /// At least one.
    openings: Vec<Opening>,
}

impl OpeningSuite {
    pub fn new(mut openings: Vec<Opening>, order: OpeningOrder) -> Result<OpeningSuite, OpeningError> {
        if openings.is_empty() {
            return Err(OpeningError::Empty);
        }
        if let OpeningOrder::Random { seed } = order {
            openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(OpeningSuite { openings })
    }

    /// The same suite, begun at its opening with this number, from 0; those before it come last.
    #[must_use]
    pub fn starting_at(mut self, first: usize) -> OpeningSuite {
        let first = first % self.openings.len();
        self.openings.rotate_left(first);
        self
    }

    /// The opening of a pair of games, counted from 0. After the last one, the order repeats; deterministic engines
    /// must not get that far.
    pub fn of_pair(&self, pair: usize) -> &Opening {
        &self.openings[pair % self.openings.len()]
    }

    /// All of them, in the order of play.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

/// Errors in openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A suite needs an opening.
    #[error("no openings: expected at least one")]
    Empty,
    /// A file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game is faulty.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// A game has another variant.
    #[error("game {game}, line {line}: a game of {found}: expected {expected}")]
    Variant {
        /// The number of the game.
        game: usize,
        /// The line where it begins.
        line: u64,
        found: Variant,
        /// The variant of the match.
        expected: Variant,
    },
    /// The line of this number, from 1, is not a position.
    #[error("line {0}: {1}")]
    Position(usize, NotationError),
    /// The file begins like JSON, and is not.
    #[error("line {line}: {error}: expected a list of FENs in JSON")]
    Json {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        error: String,
    },
    /// An item of a list in JSON has no FEN.
    #[error("{0} has no FEN: expected a FEN, or an object with \"fen\" and perhaps \"name\"")]
    NoFen(String),
    /// The game is over after the opening.
    #[error("line {line}: {opening}: the game is over ({end}): expected a position to play on from")]
    Over {
        /// The line where it begins, from 1.
        line: u64,
        /// Its moves; without any, its position.
        opening: String,
        /// The end of the game.
        end: String,
    },
}

/// Reads the beginnings of the games of a PDN file: the first `plies` half-moves, or all if that is `None`. A game
/// without a variant is assumed to be of this variant. The name of an opening is the tag `Opening`, or `game N`.
///
/// # Errors
/// The first [`OpeningError`]: a match should not be played with other openings than intended.
pub fn read_pdn(variant: Variant, input: impl BufRead, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let (mut openings, mut room) = (Vec::new(), Room::default());
    for game in Reader::new(input) {
        let mut game = game?;
        if let Some(found) = game.variant()?.filter(|found| *found != variant) {
            return Err(OpeningError::Variant { game: game.number, line: game.line, found, expected: variant });
        }
        game.moves.truncate(plies.unwrap_or(usize::MAX));
        let name = game.tags.get("Opening").map_or_else(|| format!("game {}", game.number), str::to_owned);
        let opening = playable(name, game.replay(variant)?, game.line)?;
        room.take(&opening)?;
        openings.push(opening);
    }
    Ok(openings)
}

/// Reads positions, one per line: a FEN, optionally followed by a comment after `;` or `//`, or by the operations of EPD.
/// Empty lines and lines that begin with `#`, `%`, `;` or `//` are skipped. The name of an opening is its comment, or
/// `line N`. A list in JSON is read too: of FENs, or of objects with a `fen` and perhaps a `name`.
///
/// # Errors
/// The first [`OpeningError`]: a match should not be played with other openings than intended.
pub fn read_positions(variant: Variant, input: impl BufRead) -> Result<Vec<Opening>, OpeningError> {
    let (mut input, mut line) = (Lines::new(input), String::new());
    let (mut openings, mut room) = (Vec::new(), Room::default());
    for number in 1.. {
        if input.read(&mut line, LONGEST_LINE)? == 0 {
            break;
        }
        let text = fen::trimmed(&line);
        if is_json(text) {
            return read_json(variant, number, &mut input, line, (openings, room));
        }
        if text.is_empty() || text.starts_with(['#', '%', ';']) || text.starts_with("//") {
            continue;
        }
        let (position, comment) = text.split_at(end_of_fen(text));
        let comment = comment.trim_matches(|c: char| c.is_whitespace() || c == ';' || c == '/');
        let opening = opening_of(variant, number, position, comment)?;
        room.take(&opening)?;
        openings.push(opening);
    }
    Ok(openings)
}

/// The most bytes of a line, and of a list in JSON.
const LONGEST_LINE: u64 = 64 << 20;

fn opening_of(variant: Variant, line: usize, position: &str, name: &str) -> Result<Opening, OpeningError> {
    let position = fen::parse(variant, position).map_err(|fault| OpeningError::Position(line, fault))?;
    let name = if name.is_empty() { format!("line {line}") } else { name.to_owned() };
    playable(name, Game::new(position), line as u64)
}

/// Where a FEN at the beginning of a line ends: at a comment, or at an operation of EPD, which is a word in small
/// letters, such as `id`.
fn end_of_fen(text: &str) -> usize {
    let comments = text.find(';').into_iter().chain(text.find("//"));
    let is_operation = |at: &usize| {
        let word = text[*at..].trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let is_tag = text.starts_with(['[', '/']) || text.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("fen"));
    let blanks = text.match_indices(char::is_whitespace).map(|(at, _)| at).filter(|_| !is_tag);
    comments.chain(blanks.filter(is_operation).take(1)).min().unwrap_or(text.len())
}

/// Whether a line begins a list or an object of JSON, rather than a tag or a comment of PDN.
pub fn is_json(text: &str) -> bool {
    let list = text.strip_prefix('[').map(str::trim_start);
    let object = text.strip_prefix('{').map(str::trim_start);
    list.is_some_and(|list| list.is_empty() || list.starts_with(['"', '{', '[', ']']))
        || object.is_some_and(|object| object.is_empty() || (object.starts_with('"') && object.contains("\":")))
}

/// Reads the rest of a file in JSON: a list, or an object a line.
fn read_json(
    variant: Variant,
    first: usize,
    input: &mut Lines<impl BufRead>,
    mut text: String,
    (mut openings, mut room): (Vec<Opening>, Room),
) -> Result<Vec<Opening>, OpeningError> {
    let mut line = String::new();
    while input.read(&mut line, LONGEST_LINE)? > 0 {
        text.push_str(&line);
        if text.len() as u64 > LONGEST_LINE {
            return Err(io::Error::other(format!("a list of more than {} MiB", LONGEST_LINE >> 20)).into());
        }
    }
    let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    for (number, value) in (first..).zip(values) {
        let value =
            value.map_err(|error| OpeningError::Json { line: first + error.line() - 1, error: error.to_string() })?;
        let items = if let Value::Array(items) = value { items } else { vec![value] };
        for item in items {
            let text = |name: &str| item.get(name).and_then(Value::as_str);
            let position = item.as_str().or_else(|| text("fen").or_else(|| text("FEN")));
            let position = position.ok_or_else(|| OpeningError::NoFen(clipped(&item.to_string(), 40)))?;
            let name = text("name").or_else(|| text("id")).unwrap_or_default();
            let place = openings.len() + 1;
            let name = if name.is_empty() { format!("position {place}") } else { name.to_owned() };
            let opening = opening_of(variant, number, position, &name)?;
            room.take(&opening)?;
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// The openings that have been read. All of them are held in memory.
#[derive(Default)]
struct Room {
    openings: usize,
    bytes: usize,
}

impl Room {
    const MOST: usize = 1_000_000;
    const MOST_BYTES: usize = 1 << 30;

    /// Fails if there is no room for one more.
    fn take(&mut self, opening: &Opening) -> io::Result<()> {
        let game = opening.game();
        let positions = size_of_val(game.positions().next().expect("a game has a position")) * (game.moves().len() + 1);
        self.openings += 1;
        self.bytes += size_of::<Opening>() + opening.name().len() + size_of_val(game.moves()) + positions;
        if self.openings > Room::MOST {
            return Err(io::Error::other(format!("more than {} openings", Room::MOST)));
        }
        if self.bytes > Room::MOST_BYTES {
            let cause = format!("{} openings take more than {} MiB", self.openings, Room::MOST_BYTES >> 20);
            return Err(io::Error::other(format!("{cause}: expected fewer, or shorter ones by --opening-plies")));
        }
        Ok(())
    }
}

fn playable(name: String, game: Game, line: u64) -> Result<Opening, OpeningError> {
    match game.end() {
        None => Ok(Opening::new(name, game)),
        Some(end) => {
            let is_position = game.moves().is_empty();
            let opening = if is_position { fen::write(game.position()) } else { move_text(&game) };
            Err(OpeningError::Over { line, opening, end: end.to_string() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(order: OpeningOrder) -> OpeningSuite {
        OpeningSuite::new(sequences(Variant::ENGLISH, 2), order).expect("there are openings")
    }

    fn names(suite: &OpeningSuite, pairs: usize) -> Vec<String> {
        (0..pairs).map(|pair| suite.of_pair(pair).name().to_owned()).collect()
    }

    #[test]
    fn each_opening_is_played_once_before_any_repeats() {
        let mut all: Vec<_> = sequences(Variant::ENGLISH, 2).iter().map(|opening| opening.name().to_owned()).collect();
        assert_eq!(names(&suite(OpeningOrder::Sequential), 49), all);
        all.sort();
        for order in [OpeningOrder::Sequential, OpeningOrder::Random { seed: 7 }] {
            let dealt = names(&suite(order), 120);
            assert_eq!(dealt[..49], dealt[49..98]);
            assert_eq!(dealt[..22], dealt[98..]);
            let mut once = dealt[..49].to_vec();
            once.sort();
            assert_eq!(once, all);
        }
        assert!(OpeningSuite::new(Vec::new(), OpeningOrder::Sequential).is_err());
    }

    #[test]
    fn openings_are_limited_by_their_memory_too() {
        let taken = |opening: &Opening| {
            let mut room = Room::default();
            let error = (0..).find_map(|_| room.take(opening).err()).expect("no room is endless");
            (room, error.to_string())
        };
        let start = Game::new(Variant::ENGLISH.start());
        let (room, error) = taken(&Opening::new("short", start.clone()));
        assert!(room.openings == 1_000_001 && error.contains("more than 1000000 openings"), "{error}");
        let mut long = start;
        while long.end().is_none() {
            let mv = long.position().moves()[0];
            long.play(mv).expect("it is legal");
        }
        let (room, error) = taken(&Opening::new("x".repeat(100_000), long));
        assert!(room.openings < 20_000 && error.contains("take more than 1024 MiB: expected fewer"), "{error}");
    }

    #[test]
    fn a_suite_can_begin_anywhere() {
        let all = names(&suite(OpeningOrder::Random { seed: 7 }), 49);
        let later = suite(OpeningOrder::Random { seed: 7 }).starting_at(40);
        assert_eq!(names(&later, 49), [&all[40..], &all[..40]].concat());
    }

    /// Another order would break matches that are resumed with a newer program.
    #[test]
    fn a_seed_always_gives_the_same_order() {
        let names = |seed, pairs| names(&suite(OpeningOrder::Random { seed }), pairs);
        assert_eq!(names(7, 49), names(7, 49));
        assert_ne!(names(7, 49), names(8, 49));
        assert_eq!(names(1, 3), ["11-16 21-17", "10-14 23-18", "12-16 22-18"]);
    }

    #[test]
    fn openings_are_beginnings_of_games() {
        let file = "[GameType \"20\"]\n[Opening \"classic\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n1. 31-27 *";
        let openings = read_pdn(Variant::INTERNATIONAL, file.as_bytes(), Some(3)).expect("it is well formed");
        let found: Vec<_> = openings.iter().map(|opening| (opening.name(), move_text(opening.game()))).collect();
        let expected = [("classic", "32-28 19-23 28x19".to_owned()), ("game 2", "31-27".to_owned())];
        assert_eq!(found, expected);
        let whole = read_pdn(Variant::INTERNATIONAL, file.as_bytes(), None).expect("it is well formed");
        assert_eq!(whole[0].moves().len(), 4);
    }

    #[test]
    fn positions_with_comments() {
        let file = "\u{feff}W:W31-50:B1-20 ; id \"start\";\r\n\n# none\nB:W28:B1 // an ending\nB:WK28:B1\n\u{1a}";
        let openings = read_positions(Variant::INTERNATIONAL, file.as_bytes()).expect("it is well formed");
        let found: Vec<_> = openings.iter().map(|opening| (opening.name(), fen::write(opening.start()))).collect();
        let [first, second, third] = &found[..] else { panic!("three openings: {found:?}") };
        assert_eq!((first.0, second.0, third.0), ("id \"start\"", "an ending", "line 5"));
        assert_eq!((second.1.as_str(), third.1.as_str()), ("B:W28:B1", "B:WK28:B1"));
    }

    #[test]
    fn positions_in_other_forms() {
        let read = |text: &str| {
            let openings = read_positions(Variant::INTERNATIONAL, text.as_bytes());
            let openings = openings.unwrap_or_else(|error| panic!("{text}: {error}"));
            openings.iter().map(|opening| (opening.name().to_owned(), fen::write(opening.start()))).collect::<Vec<_>>()
        };
        let one = |name: &str| vec![(name.to_owned(), "W:W28:B1".to_owned())];
        for (text, name) in [
            ("// comment\nW:W28:B1", "line 2"),
            ("; comment\n  // another\nW:W28:B1 ; x", "x"),
            ("W:W28:B1 id \"x\";", "id \"x\""),
            ("W:W28:B1 bm 28-22; id \"x\";", "bm 28-22; id \"x\""),
            ("w:w28:b1 id \"x\"", "id \"x\""),
            ("W : W 28 : B 1 // an ending", "an ending"),
            ("[FEN \"W:W28:B1\"]", "line 1"),
            ("FEN \"W:W28:B1\"", "line 1"),
            ("[\"W:W28:B1\"]", "position 1"),
            ("[\n  \"W:W28:B1\"\n]\n", "position 1"),
            ("[ { \"fen\": \"W:W28:B1\", \"name\": \"x\" } ]", "x"),
            ("{\"fen\": \"W:W28:B1\", \"id\": \"x\"}\n", "x"),
        ] {
            assert_eq!(read(text), one(name), "{text}");
        }
        assert_eq!(read("{\"fen\": \"W:W28:B1\"}\n{\"fen\": \"W:W28:B1\"}").len(), 2);
        let utf_16: Vec<u8> = "\u{feff}W:W28:B1 ; x\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read_positions(Variant::INTERNATIONAL, &utf_16[..]).expect("it is well formed")[0].name(), "x");
        for (text, fault) in [
            ("[\"W:W28:B1\",", "line 1: EOF while parsing"),
            ("[[1]]", "[1] has no FEN: expected a FEN, or an object with \"fen\" and perhaps \"name\""),
            ("[{\"x\": 1}]", "{\"x\":1} has no FEN"),
            ("[\"W:W99:B1\"]", "line 1: square 99 is not on the board"),
            ("start id \"x\";", "line 1: \"start\" is not a side to move: expected W or B"),
        ] {
            let error = read_positions(Variant::INTERNATIONAL, text.as_bytes()).expect_err("a fault").to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }

    #[test]
    fn faults_name_line_and_token() {
        let of_pdn = |text: &str| read_pdn(Variant::ENGLISH, text.as_bytes(), None).expect_err("a fault").to_string();
        let of_fen = |text: &str| read_positions(Variant::ENGLISH, text.as_bytes()).expect_err("a fault").to_string();
        assert_eq!(of_fen("W:W21-32:B1-12\nW:W33:B1"), "line 2: square 33 is not on the board: expected 1 to 32");
        assert_eq!(of_pdn("1. 11-15 *\n1. 11-17 *"), "game 2, line 2: ply 1: 11-17 is not a legal move");
        assert_eq!(of_pdn("[GameType \"20\"] 1. 32-28 *"), "game 1, line 1: a game of international: expected english");
        let over = "the game is over (win of Black): expected a position to play on from";
        assert_eq!(of_fen("W:W:B1"), format!("line 1: W:W:B1: {over}"));
        assert_eq!(of_pdn("\n[FEN \"B:W6:B2\"] 1. 2x9 *"), format!("line 2: 2x9: {over}"));
    }
}
