//! Openings: the start positions of the games of a match.
//!
//! They are generated ([`sequences`], from which [`without_losses`] removes those that lose a man and [`distinct`]
//! removes transpositions), are the published [`ballots()`], or are read from a file ([`read`]).
//! An [`OpeningSuite`] assigns one to each pair of games.

mod ballots;
mod columns;
mod entry;
mod generate;
mod list;

use std::io::{self, BufRead};

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use columns::Columns;
use entry::{Content, Entry};
use list::ListKind;

pub use ballots::{Ballot, Standing, ballots, is_published, name_of};
pub use generate::{distinct, random_line, sequences, without_losses};

use crownhead_rules::notation::pdn::{Note, PdnError, PdnGame, Reader};
use crownhead_rules::notation::{NotationError, SpelledMove, decoded, fen};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningOrder {
    Sequential,
    /// Shuffled; each is played once before any repeats. A seed gives the same order on every machine.
    Random {
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

#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("no openings: expected at least one")]
    Empty,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Pdn(#[from] PdnError),
    #[error("game {game}, line {line}: a game of {found}: expected {expected}")]
    Variant {
        game: usize,
        line: u64,
        found: Variant,
        /// The variant of the match.
        expected: Variant,
    },
    /// The line of this number, from 1, is not a position.
    #[error("line {0}: {1}")]
    Position(usize, NotationError),
    #[error("line {line}: no moves in {text:?}: expected moves such as {example}, and perhaps a name")]
    NoMoves {
        /// The line, from 1.
        line: usize,
        text: String,
        /// Two moves of the variant.
        example: String,
    },
    #[error("line {line}: {error}: expected a list of FENs or of moves in JSON")]
    Json {
        /// The line, from 1.
        line: usize,
        error: String,
    },
    #[error("{0} has no FEN: expected a FEN, or an object with \"fen\" and perhaps \"name\", or moves")]
    NoFen(String),
    #[error("line {line}: {opening}: the game is over ({end}): expected a position to play on from")]
    Over {
        /// The line where it begins, from 1.
        line: u64,
        /// Its moves; without any, its position.
        opening: String,
        end: String,
    },
}

/// Reads the openings of a file: the games of PDN, or a list of moves or positions.
///
/// In a list, each line, row of a table or text in JSON has the moves or the FEN of an opening, or moves behind a FEN,
/// and the rest of it is the name. The first line of a table may have the names of its columns, and a heading between
/// the lines names the opening behind it, as a title above the first one does. A line of moves that cannot be played
/// from the start goes on with those before it. Empty lines and lines that begin with `#`, `%`, `;` or `//` are
/// skipped. Openings without a name are `game N`, `line N` or `position N`. Of moves, the first `plies` are read, or
/// all if that is `None`. Fails at the first fault: a match should not be played with other openings than intended.
pub fn read(variant: Variant, mut input: impl BufRead, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let beginning = input.fill_buf()?;
    // The last line may be cut.
    let whole = if beginning.len() < LEAST_BUFFER { beginning.len() } else { beginning.len() - beginning.len() % 2 };
    let text = decoded(&beginning[..whole]);
    let end = text.rfind(['\n', '\r']).filter(|_| beginning.len() >= LEAST_BUFFER).unwrap_or(text.len());
    let lines: Vec<_> =
        text[..end].split(['\n', '\r']).map(fen::trimmed).filter(|line| !fen::is_remark(line)).collect();
    if !lines.first().is_some_and(|line| is_json(line)) && is_pdn(variant, &lines) {
        return read_pdn(variant, input, plies);
    }
    let entries: Vec<_> = lines.iter().take(FIRST_LINES).map(|line| Entry::of(variant, line)).collect();
    let has_moves = |entry: &Result<Option<Entry>, _>| {
        matches!(entry, Ok(Some(Entry { content: Content::Moves { .. } | Content::Line(_), .. })))
    };
    let has_none = |entry: &Result<Option<Entry>, _>| matches!(entry, Ok(None));
    let is_table = lines.first().is_some_and(|line| Columns::default().read_names(line));
    let has_headings = !is_table
        && entries.first().is_some_and(has_none)
        && entries.iter().filter(|entry| has_none(entry)).count() > 1;
    let has_words_alone = entries.iter().all(has_none);
    let kind = ListKind { has_moves: entries.iter().any(has_moves), has_headings, has_words_alone };
    list::read(variant, input, plies, kind)
}

/// The least number of bytes with which the beginning of a file may be cut.
const LEAST_BUFFER: usize = 1 << 13;
/// The most lines that are looked at for moves.
const FIRST_LINES: usize = 20;

/// Whether lines are of PDN: with tags, other than those of positions alone, or with comments or variations over several
/// lines.
fn is_pdn(variant: Variant, lines: &[&str]) -> bool {
    let is_tag = |line: &&str| {
        let is_named = line.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic));
        is_named && (line.contains(['"', '\'', '“', '”', '„']) || line.ends_with(']'))
    };
    let is_open = |line: &&str| {
        let count = |sign: char| line.matches(sign).count();
        count('{') > count('}') || (count('(') > count(')') && count('(') > 0)
    };
    let has_position = |line: &&str| fen::parse(variant, line).is_ok();
    lines.iter().any(is_open) || (lines.iter().any(is_tag) && !lines.iter().all(has_position))
}

/// Two moves of a variant, for errors.
fn example(variant: Variant) -> String {
    let mut game = Game::start(variant);
    for _ in 0..2 {
        let mv = game.position().moves()[0];
        game.play(mv).expect("a listed move is legal");
    }
    move_text(&game)
}

/// Reads the beginnings of the games of a PDN file: the first `plies` half-moves, or all if that is `None`. A game
/// without a variant is assumed to be of this variant. Without tags, each line is an opening. The name of an opening is
/// the tag `Opening`, or without tags the comment behind its line, or `game N`. Fails at the first fault.
fn read_pdn(variant: Variant, input: impl BufRead, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let (mut openings, mut room) = (Vec::new(), Room::default());
    for game in Reader::new(input).with_lines() {
        let mut game = game?;
        if let Some(found) = game.variant()?.filter(|found| *found != variant) {
            return Err(OpeningError::Variant { game: game.number, line: game.line, found, expected: variant });
        }
        let name = game.tags.get("Opening").or_else(|| remark(&game));
        let name = name.map_or_else(|| format!("game {}", game.number), str::to_owned);
        game.moves.truncate(plies.unwrap_or(usize::MAX));
        let opening = playable(name, game.replay(variant)?, game.line)?;
        room.take(&opening)?;
        openings.push(opening);
    }
    Ok(openings)
}

/// The comment to the end of the line behind the last move of a game without tags.
fn remark(game: &PdnGame) -> Option<&str> {
    let notes = game.moves.last().filter(|_| game.tags.is_empty()).map(|last| &last.notes);
    let Note::LineComment(text) = notes?.first()? else { return None };
    Some(text.trim_start_matches([';', '#', '/', '%']).trim()).filter(|text| !text.is_empty())
}

/// The most bytes of a line, and of a list in JSON.
const LONGEST_LINE: u64 = 64 << 20;

/// Whether a line begins a list or an object of JSON, rather than a tag or a comment of PDN.
fn is_json(text: &str) -> bool {
    let list = text.strip_prefix('[').map(str::trim_start);
    let object = text.strip_prefix('{').map(str::trim_start);
    list.is_some_and(|list| list.is_empty() || list.starts_with(['"', '{', '[', ']']))
        || object.is_some_and(|object| object.is_empty() || (object.starts_with('"') && names_member(object)))
}

/// Whether a text in quotation marks and a colon are in a line.
fn names_member(line: &str) -> bool {
    line.split('"').skip(2).step_by(2).any(|behind| behind.trim_start().starts_with(':'))
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

    fn bytes(opening: &Opening) -> usize {
        let game = opening.game();
        let positions = size_of_val(game.positions().next().expect("a game has a position")) * (game.moves().len() + 1);
        size_of::<Opening>() + opening.name().len() + size_of_val(game.moves()) + positions
    }

    /// Takes one away that was there.
    fn leave(&mut self, opening: &Opening) {
        self.openings -= 1;
        self.bytes -= Room::bytes(opening);
    }

    /// Fails if there is no room for one more.
    fn take(&mut self, opening: &Opening) -> io::Result<()> {
        self.openings += 1;
        self.bytes += Room::bytes(opening);
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
        let openings = read(Variant::INTERNATIONAL, file.as_bytes(), None).expect("it is well formed");
        let found: Vec<_> = openings.iter().map(|opening| (opening.name(), fen::write(opening.start()))).collect();
        let [first, second, third] = &found[..] else { panic!("three openings: {found:?}") };
        assert_eq!((first.0, second.0, third.0), ("id \"start\"", "an ending", "line 5"));
        assert_eq!((second.1.as_str(), third.1.as_str()), ("B:W28:B1", "B:WK28:B1"));
    }

    #[test]
    fn positions_in_other_forms() {
        let read = |text: &str| found(Variant::INTERNATIONAL, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let one = |name: &str| vec![(name.to_owned(), "W:W28:B1".to_owned())];
        for (text, name) in [
            ("// comment\nW:W28:B1", "line 2"),
            ("; comment\n  // another\nW:W28:B1 ; x", "x"),
            ("W:W28:B1 id \"x\";", "id \"x\""),
            ("W:W28:B1 bm 28-22; id \"x\";", "bm 28-22; id \"x\""),
            ("w:w28:b1 id \"x\"", "id \"x\""),
            ("W : W 28 : B 1 // an ending", "an ending"),
            ("W:W28:B1 # an ending", "an ending"),
            ("W:W28:B1\tan ending", "an ending"),
            ("1. W:W28:B1", "line 1"),
            ("12) W:W28:B1 ; x", "x"),
            ("3: W:W28:B1", "line 1"),
            ("an ending\tW:W28:B1", "an ending"),
            ("1;W:W28:B1;x", "1 x"),
            ("\"W:W28:B1\",x", "x"),
            ("id,fen\nx,W:W28:B1", "x"),
            ("fen,name\n\"W:W28:B1\",\"x\"", "x"),
            ("Name;FEN;value\nx;W:W28:B1;0", "x"),
            ("name\tposition\nx\tW:W28:B1", "x"),
            ("# list\rW:W28:B1 ; x\r", "x"),
            ("[FEN \"W:W28:B1\"]", "line 1"),
            ("FEN \"W:W28:B1\"", "line 1"),
            ("[\"W:W28:B1\"]", "position 1"),
            ("[\n  \"W:W28:B1\"\n]\n", "position 1"),
            ("[ { \"fen\": \"W:W28:B1\", \"name\": \"x\" } ]", "x"),
            ("{\"fen\": \"W:W28:B1\", \"id\": \"x\"}\n", "x"),
        ] {
            assert_eq!(read(text), one(name), "{text}");
        }
        // Commas of a position are its own.
        let table = read("id,fen,value\nx,W:W28,29:B1,2,12\n");
        assert_eq!(table, [("x".to_owned(), "W:W28,29:B1,2".to_owned())]);
        assert_eq!(read("{\"fen\": \"W:W28:B1\"}\n{\"fen\": \"W:W28:B1\"}").len(), 2);
        let utf_16: Vec<u8> = "\u{feff}W:W28:B1 ; x\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(found(Variant::INTERNATIONAL, utf_16), Ok(one("x")));
        for (text, fault) in [
            ("[\"W:W28:B1\",", "line 1: EOF while parsing"),
            ("[[1]]", "[1] has no FEN: expected a FEN, or an object with \"fen\" and perhaps \"name\""),
            ("[{\"x\": 1}]", "{\"x\":1} has no FEN"),
            ("[\"W:W99:B1\"]", "line 1: square 99 is not on the board"),
            ("start id \"x\";", "line 1: \"start\" is not a side to move: expected W or B"),
        ] {
            let error = found(Variant::INTERNATIONAL, text).expect_err("a fault");
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }

    #[test]
    fn each_line_of_moves_is_an_opening() {
        let pair = |name: &str, moves: &str| (name.to_owned(), moves.to_owned());
        let ballots = "9-13 22-18 6-9 ; 5 board Dreaded Edinburgh\n9-13 22-18 10-14 ; 6 mail\n";
        let expected = vec![pair("5 board Dreaded Edinburgh", "9-13 22-18 6-9"), pair("6 mail", "9-13 22-18 10-14")];
        assert_eq!(found(Variant::ENGLISH, ballots), Ok(expected));
        let two = vec![pair("game 1", "11-15 23-19"), pair("game 2", "9-14 22-18")];
        for text in ["11-15 23-19\n9-14 22-18", "11-15 23-19\n\n9-14 22-18\n", "1. 11-15 23-19\r1. 9-14 22-18\r"] {
            assert_eq!(found(Variant::ENGLISH, text), Ok(two.clone()), "{text}");
        }
        let letters = vec![pair("game 1", "c3-b4 b6-a5"), pair("x", "c3-d4 d6-c5")];
        assert_eq!(found(Variant::RUSSIAN, "c3-b4 b6-a5\nc3-d4 d6-c5 # x\n"), Ok(letters));
    }

    /// The name and the moves, or the position, of each opening of a text.
    fn found(variant: Variant, text: impl AsRef<[u8]>) -> Result<Vec<(String, String)>, String> {
        let openings = read(variant, text.as_ref(), None).map_err(|error| error.to_string())?;
        let text = |opening: &Opening| match opening.moves() {
            [] => fen::write(opening.start()),
            _ => move_text(opening.game()),
        };
        Ok(openings.iter().map(|opening| (opening.name().to_owned(), text(opening))).collect())
    }

    const FIVE: &str = "9-13 21-17 5-9";
    const SIX: &str = "9-13 21-17 6-9";

    #[test]
    fn what_a_line_has_beside_its_moves_is_its_name() {
        let names = [
            ("9-13 21-17 5-9 Edinburgh Single", "Edinburgh Single"),
            ("9-13 21-17 5-9\tA1", "A1"),
            ("9-13 21-17 5-9\tEdinburgh", "Edinburgh"),
            ("9-13 21-17 5-9 = Denny", "Denny"),
            ("9-13 21-17 5-9 | Edinburgh", "Edinburgh"),
            ("9-13 21-17 5-9 [Edinburgh]", "Edinburgh"),
            ("9-13 21-17 5-9, Edinburgh", "Edinburgh"),
            ("9-13 21-17 5-9 -- Edinburgh", "Edinburgh"),
            ("9-13 21-17 5-9 \"Edinburgh\"", "Edinburgh"),
            ("9-13 21-17 5-9 (Edinburgh)", "Edinburgh"),
            ("9-13 21-17 5-9 : Edinburgh, of 1925", "Edinburgh, of 1925"),
            ("9-13 21-17 5-9 * Edinburgh", "Edinburgh"),
            ("9-13 21-17 5-9 1/2-1/2", "game 1"),
            ("9-13 21-17 5-9.", "game 1"),
            ("9-13 21-17 5-9 ; not 11-15", "not 11-15"),
            ("Edinburgh: 9-13 21-17 5-9", "Edinburgh"),
            ("Edinburgh\t9-13 21-17 5-9", "Edinburgh"),
            ("Edinburgh 1: 9-13 21-17 5-9", "Edinburgh 1"),
            ("Ballot 12. 9-13 21-17 5-9", "Ballot"),
            ("Variant B: 9-13 21-17 5-9", "Variant B"),
            ("\"Edinburgh\" 9-13 21-17 5-9", "Edinburgh"),
            ("Edinburgh = 1. 9-13 21-17 2. 5-9", "Edinburgh"),
            ("Edinburgh;9-13;21-17;5-9", "Edinburgh"),
            ("- 9-13 21-17 5-9", "game 1"),
            ("* 9-13 21-17 5-9", "game 1"),
            ("• 9-13 21-17 5-9", "game 1"),
            ("a) 9-13 21-17 5-9", "a"),
            ("(b) 9-13 21-17 5-9", "b"),
            ("[1] 9-13,21-17,5-9", "game 1"),
            ("1) 9-13, 21-17, 5-9", "game 1"),
            ("001;9-13 21-17 5-9;Edinburgh", "Edinburgh"),
            ("|1|9-13|21-17|5-9|", "game 1"),
            ("\"9-13 21-17 5-9\",\"Edinburgh\"", "Edinburgh"),
            ("\"9-13\",\"21-17\",\"5-9\"", "game 1"),
            ("Эдинбург 9-13 21-17 5-9", "Эдинбург"),
            ("9-13 {best} 21-17 5-9 Edinburgh", "Edinburgh"),
            ("9-13 21-17 5-9; Edinburgh", "Edinburgh"),
            ("Edinburgh (9-13 21-17 5-9)", "Edinburgh"),
            ("Edinburgh 1925 (1. 9-13 21-17 2. 5-9)", "Edinburgh 1925"),
            ("1. Edinburgh (9-13, 21-17, 5-9)", "1. Edinburgh"),
            ("Edinburgh {9-13 21-17 5-9}", "Edinburgh"),
            ("(9-13 21-17 5-9) Edinburgh", "Edinburgh"),
            ("12) Edinburgh: (9-13 21-17 5-9).", "12) Edinburgh"),
        ];
        for (line, name) in names {
            let one = vec![(name.to_owned(), FIVE.to_owned())];
            assert_eq!(found(Variant::ENGLISH, line), Ok(one.clone()), "{line}");
            let other = (if name == "game 1" { "game 2" } else { name }.to_owned(), SIX.to_owned());
            let lines = format!("{line}\n{}\n", line.replace("5-9", "6-9"));
            assert_eq!(found(Variant::ENGLISH, lines), Ok([one, vec![other]].concat()), "{line}");
        }
        for (variant, line, name, moves) in [
            (Variant::ITALIAN, "Apertura 1: 21-18 12-16", "Apertura 1", "21-18 12-16"),
            (Variant::INTERNATIONAL, "Roozenburg - 32-28 19-23", "Roozenburg", "32-28 19-23"),
            (Variant::RUSSIAN, "Партия 1.cd4 dc5", "Партия", "c3-d4 d6-c5"),
            (Variant::RUSSIAN, "Городская партия c3-d4 d6-c5", "Городская партия", "c3-d4 d6-c5"),
            (
                Variant::INTERNATIONAL,
                "Start: W:W31-50:B1-20",
                "Start",
                "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
            ),
            (Variant::INTERNATIONAL, "Ending W:W28:B1 to win", "Ending to win", "W:W28:B1"),
            (Variant::INTERNATIONAL, "- W:W28:B1", "line 1", "W:W28:B1"),
            (Variant::INTERNATIONAL, "x | W:W28,29:B1 | y", "x y", "W:W28,29:B1"),
            (Variant::INTERNATIONAL, "(a) W:W28:B1.", "a", "W:W28:B1"),
        ] {
            assert_eq!(found(variant, line), Ok(vec![(name.to_owned(), moves.to_owned())]), "{line}");
        }
    }

    #[test]
    fn tables_and_json_of_moves_are_read() {
        let of = |name: &str| vec![(name.to_owned(), FIVE.to_owned()), (name.to_owned(), SIX.to_owned())];
        let unnamed = vec![("game 1".to_owned(), FIVE.to_owned()), ("game 2".to_owned(), SIX.to_owned())];
        for (text, expected) in [
            ("No,Name,Moves\n1,Edinburgh,9-13 21-17 5-9\n2,Edinburgh,9-13 21-17 6-9", of("Edinburgh")),
            ("moves,name\n9-13 21-17 5-9,Edinburgh\n9-13 21-17 6-9,Edinburgh", of("Edinburgh")),
            ("Opening;Moves;Eval\nCross;9-13 21-17 5-9;0.1\nCross;9-13 21-17 6-9;-12", of("Cross")),
            (
                "eco\tname\tpgn\nA1\tEdinburgh\t1. 9-13 21-17 2. 5-9\nA2\tEdinburgh\t1. 9-13 21-17 2. 6-9",
                of("Edinburgh"),
            ),
            ("name,first,second,third\nx,9-13,21-17,5-9\nx,9-13,21-17,6-9", of("x")),
            ("Naam;Zetten\nx;9-13 21-17 5-9\nx;9-13 21-17 6-9", of("x")),
            ("moves\n9-13 21-17 5-9\n9-13 21-17 6-9\n", unnamed.clone()),
            ("Opening\n\"9-13 21-17 5-9\"\n\"9-13 21-17 6-9\"\n", unnamed.clone()),
            ("| Name | Moves |\n|---|:--|\n| x | 9-13 21-17 5-9 |\n| x | 9-13 21-17 6-9 |", of("x")),
            ("|No|First|Second|Third|\n|1|9-13|21-17|5-9|\n|2|9-13|21-17|6-9|", unnamed.clone()),
            ("id,line\n\"x\",\"9-13, 21-17, 5-9\"\n\"x\",\"9-13, 21-17, 6-9\"", of("x")),
            ("[{\"name\":\"x\",\"moves\":\"9-13 21-17 5-9\"},{\"name\":\"x\",\"moves\":\"9-13 21-17 6-9\"}]", of("x")),
            (
                "[{\"name\":\"x\",\"moves\":[\"9-13\",\"21-17\",\"5-9\"]},{\"id\":\"x\",\"pdn\":\"1. 9-13 21-17 2. 6-9\"}]",
                of("x"),
            ),
            ("[[\"9-13\",\"21-17\",\"5-9\"],[\"9-13\",\"21-17\",\"6-9\"]]", unnamed.clone()),
            ("[\"9-13 21-17 5-9\",\n\"9-13 21-17 6-9\"]", unnamed.clone()),
            ("{\"openings\":[\"9-13 21-17 5-9\",\"9-13 21-17 6-9\"]}", unnamed.clone()),
            ("{\n\"list\": {\"a\": [\"9-13 21-17 5-9\"], \"b\": [\"9-13 21-17 6-9\"]}}", unnamed.clone()),
            (
                "[[\"x\",\"9-13 21-17 5-9\"],[1,\"9-13 21-17 6-9\",\"x\"]]",
                vec![of("x")[0].clone(), ("x".to_owned(), SIX.to_owned())],
            ),
            (
                "{\"moves\" : \"9-13 21-17 5-9\", \"name\" : \"x\"}\n{ \"id\" :\"x\", \"moves\": \"9-13 21-17 6-9\" }\n",
                of("x"),
            ),
            ("{\"moves\":\"9-13 21-17 5-9\"}\n{\"Moves\":\"9-13 21-17 6-9\"}\n", unnamed),
        ] {
            assert_eq!(found(Variant::ENGLISH, text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_line_that_can_be_played_from_the_start_is_an_opening() {
        let two = |first: &str, second: &str| {
            vec![("game 1".to_owned(), first.to_owned()), ("game 2".to_owned(), second.to_owned())]
        };
        for text in [
            "11-15 23-19.\n9-13 22-18.\n",
            "11-15, 23-19.\n9-13, 22-18.\n",
            "11-15 23-19.\n\n9-13 22-18.\n",
            "1. 11-15 23-19.\n2. 9-13 22-18.\n",
            "1. 11-15 23-19.\n1. 9-13 22-18.\n",
            "1) 11-15 23-19;\n2) 9-13 22-18;\n",
            "11-15 23-19,\n9-13 22-18",
            "11-15 23-19 1-0\n9-13 22-18 0-1",
            "11-15 23-19 *\r\n9-13 22-18 *\r\n",
            "11-15 23-19!\n9-13 22-18?",
        ] {
            assert_eq!(found(Variant::ENGLISH, text), Ok(two("11-15 23-19", "9-13 22-18")), "{text}");
        }
        // Lines of one game.
        let one = |moves: &str| Ok(vec![("game 1".to_owned(), moves.to_owned())]);
        for text in [
            "1. 11-15 23-19\n2. 8-11 22-17\n3. 9-13 17-14",
            "11-15 23-19 8-11\n22-17 9-13 17-14",
            "1. 11-15 23-19 2. 8-11 22-17 3.\n9-13 17-14 1-0",
            "11-15 23-19\n\n8-11 22-17 9-13 17-14\n",
        ] {
            assert_eq!(found(Variant::ENGLISH, text), one("11-15 23-19 8-11 22-17 9-13 17-14"), "{text}");
        }
        // Each of the first two lines could be a game, and the third one shows that they are of one.
        assert_eq!(
            found(Variant::ENGLISH, "1. 11-15 23-19\n2. 9-13 22-18\n3. 15x22 25x18"),
            one("11-15 23-19 9-13 22-18 15x22 25x18")
        );
        let file = "1. 11-15 23-19 1-0\n8-11 22-17\n";
        assert_eq!(
            found(Variant::ENGLISH, file),
            Err("game 2, line 2: ply 1: 8-11 is not a legal move of Black in english".to_owned())
        );
        let short = read(Variant::ENGLISH, "11-15 23-19 8-12 Cross".as_bytes(), Some(2)).expect("two are enough");
        assert_eq!((short[0].name(), short[0].moves().len()), ("Cross", 2));
    }

    #[test]
    fn lists_of_people_are_read() {
        let pair = |name: &str, opening: &str| (name.to_owned(), opening.to_owned());
        let named = vec![pair("een", "32-28 19-23"), pair("twee", "33-28 18-22")];
        let unnamed = vec![pair("game 1", "32-28 19-23"), pair("game 2", "33-28 18-22")];
        for text in [
            "Naam;Zetten;Score\neen;32-28 19-23;0,12\ntwee;33-28 18-22;-0,05",
            "nom;coups\neen;32-28 19-23\ntwee;33-28 18-22",
            "дебют;ходы\neen;32-28 19-23\ntwee;33-28 18-22",
            "Name;Move 1;Move 2\neen;32-28;19-23\ntwee;33-28;18-22",
            "naam,zet1,zet2\neen,32-28,19-23\ntwee,33-28,18-22",
            "een\n32-28 19-23\ntwee\n33-28 18-22",
            "een:\n32-28 19-23\n\ntwee:\n33-28 18-22",
            "== een ==\n32-28 19-23\n== twee ==\n33-28 18-22",
            "{\"een\":\"32-28 19-23\",\"twee\":\"33-28 18-22\"}",
            "{\"title\":\"x\",\"openings\":{\"een\":\"32-28 19-23\",\"twee\":\"33-28 18-22\"}}",
            "[{\"naam\":\"een\",\"zetten\":\"32-28 19-23\"},{\"zetten\":[\"33-28\",\"18-22\"],\"naam\":\"twee\"}]",
            "[{\"fen\":\"\",\"moves\":\"32-28 19-23\",\"name\":\"een\"},{\"fen\":\"startpos\",\"moves\":\"33-28 18-22\",\"name\":\"twee\"}]",
            "name;fen;moves\neen;;32-28 19-23\ntwee;;33-28 18-22",
        ] {
            assert_eq!(found(Variant::INTERNATIONAL, text), Ok(named.clone()), "{text}");
        }
        for text in [
            "1 - 32-28 19-23\n2 - 33-28 18-22",
            "'32-28 19-23'\n'33-28 18-22'",
            "`32-28 19-23`\n`33-28 18-22`",
            "(32-28 19-23)\n(33-28 18-22)",
            "{32-28 19-23}\n{33-28 18-22}",
            "→ 32-28 19-23\n+ 33-28 18-22",
            "Nr;Zet 1;Zet 2\n1;32-28;19-23\n2;33-28;18-22",
            "#,1,zet\n1,32-28,19-23\n2,33-28,18-22",
            "[[\"32-28\",\"19-23\"],[\"33-28\",\"18-22\"]]",
        ] {
            assert_eq!(found(Variant::INTERNATIONAL, text), Ok(unnamed.clone()), "{text}");
        }
        // A position and the moves from it.
        for text in [
            "W:W28:B1 28-22 1-7 een",
            "W:W28:B1 1. 28-22 1-7 een",
            "position fen W:W28:B1 moves 28-22 1-7",
            "fen,moves,name\nW:W28:B1,28-22 1-7,een",
            "name;fen;moves\neen;W:W28:B1;28-22 1-7",
            "[{\"fen\":\"W:W28:B1\",\"moves\":\"28-22 1-7\",\"name\":\"een\"}]",
            "[{\"moves\":[\"28-22\",\"1-7\"],\"name\":\"een\",\"fen\":\"W:W28:B1\"}]",
        ] {
            let openings = found(Variant::INTERNATIONAL, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let [(name, moves)] = &openings[..] else { panic!("{text}: {openings:?}") };
            assert!(moves == "28-22 1-7" && (name == "een" || text.starts_with("position")), "{text}: {openings:?}");
        }
        let positions = vec![pair("een", "W:W28:B1"), pair("twee", "W:W29:B2")];
        for text in [
            "naam;stelling\neen;W:W28:B1\ntwee;W:W29:B2",
            "een\nW:W28:B1\ntwee\nW:W29:B2",
            "W:W28:B1 2-0 een\nW:W29:B2 1-1 twee",
            "{\"een\":{\"fen\":\"W:W28:B1\"},\"twee\":{\"fen\":\"W:W29:B2\"}}",
            "[{\"start\":\"W:W28:B1\",\"name\":\"een\"},{\"naam\":\"twee\",\"stelling\":\"W:W29:B2\"}]",
        ] {
            assert_eq!(found(Variant::INTERNATIONAL, text), Ok(positions.clone()), "{text}");
        }
        // What is mistyped is named, rather than left out or taken for a name, a score or another way to count squares.
        for (text, fault) in [
            ("32-28 19-23 een\n33-28 18-2 twee", "game 2, line 2: ply 2: 18-2 is not a legal move"),
            ("32-28 19-23\n33-28 l8-22\n34-29 20-25", "game 2, line 2: \"l8-22\" is not part of a game"),
            ("[\"32-28 19-23\",\n\"33-28 18-2\"]", "game 2, line 1: ply 2: 18-2 is not a legal move"),
            ("name,moves\neen,32-28 19-23\ntwee,onbekend", "line 3: no moves in \"twee,onbekend\""),
            ("l8-22 Openings\n32-28 19-23", "game 1, line 1: \"l8-22\" is not part of a game"),
            ("W:W28:B1\nW:W29:B2,5O", "line 2: \"5O\" is not a square"),
        ] {
            let error = found(Variant::INTERNATIONAL, text).expect_err(text);
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }

    #[test]
    fn lists_in_utf_16_are_read() {
        for text in [
            "9-13 21-17 5-9\r\n9-13 21-17 6-9\r\n",
            "[Event \"a\"]\n\n1. 9-13 21-17 2. 5-9 *\n\n[Event \"b\"]\n\n1. 9-13 21-17 2. 6-9 *\n",
            "moves\n9-13 21-17 5-9\n9-13 21-17 6-9\n",
            "[\"9-13 21-17 5-9\", \"9-13 21-17 6-9\"]",
            "1. 9-13 21-17 2. 5-9\n1. 9-13 21-17 2. 6-9",
        ] {
            let expected = Ok(vec![("game 1".to_owned(), FIVE.to_owned()), ("game 2".to_owned(), SIX.to_owned())]);
            for mark in ["\u{feff}", ""] {
                for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                    let coded: Vec<u8> = format!("{mark}{text}").encode_utf16().flat_map(bytes).collect();
                    assert_eq!(found(Variant::ENGLISH, coded), expected, "{text}");
                }
            }
        }
    }

    #[test]
    fn a_title_above_a_list_is_no_opening() {
        let unnamed = found(Variant::ENGLISH, "9-13 21-17 5-9\n9-13 21-17 6-9").expect("a list");
        for title in
            ["Ballots", "Table 1", "Three-move ballots", "Nr. 1", "Жеребьёвка 2024", "Таблица №1", "Version 1.2"]
        {
            let text = format!("{title}\n9-13 21-17 5-9\n9-13 21-17 6-9");
            let moves = |list: &[(String, String)]| list.iter().map(|(_, moves)| moves.clone()).collect::<Vec<_>>();
            let read = found(Variant::ENGLISH, &text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(moves(&read), moves(&unnamed), "{text}");
        }
        let named = found(Variant::ENGLISH, "Edinburgh\n9-13 21-17 5-9").expect("an opening");
        assert_eq!(named, [("Edinburgh".to_owned(), FIVE.to_owned())]);
    }

    #[test]
    fn lines_without_an_opening_are_faults() {
        for (text, fault) in [
            ("9-13 21-17 5-9 Edinburgh\n9-13 21-17 5-10 x", "game 2, line 2: ply 3: 5-10 is not a legal move"),
            ("9-13 21-17 5-99 x", "game 1, line 1: ply 3: square 99 is not on the board"),
            ("9-13 21- 5-9", "game 1, line 1: ply 2: 5-9 is not a legal move"),
            ("9-13 21-17 5-", "game 1, line 1: \"5-\" is not part of a game"),
            ("9-13 21-17x5-9y", "game 1, line 1: \"21-17x5-9y\" is not part of a game"),
            ("9-13 21-17\nEdinburgh", "line 2: no moves in \"Edinburgh\": expected moves such as "),
            ("9-l3 21-I7 Edinburgh\n9-13 21-17", "game 1, line 1: "),
            ("9-13 21-17\nx,y,z", "line 2: no moves in \"x,y,z\""),
            ("name,moves\nx,9-13 21-17 5-10\n", "game 1, line 2: ply 3: 5-10 is not a legal move"),
            ("name,moves\nx,\n", "line 2: "),
            ("[\"9-13 21-17\",\"Edinburgh\",\"9-13 21-18\"]", "game 1, line 1: "),
            ("[\"9-13 21-16\"]", "game 1, line 1: ply 2: 21-16 is not a legal move"),
            (
                "{\"openings\": [{\"eval\": \"0.1\"}]}",
                "{\"eval\":\"0.1\"} has no FEN: expected a FEN, or an object with \"fen\" and perhaps \"name\", or moves",
            ),
            ("Ending: W:W28:B33", "line 1: square 33 is not on the board"),
            ("Cross\nDredded Edinburgh\nBristol", "line 2: no moves in \"Dredded Edinburgh\": expected moves such as "),
            ("Easy ones:\n1. Cross\n2. Brystol\n", "line 3: no moves in \"2. Brystol\""),
            ("W:W28:B1 Ending\nCross", "line 2: \"Cross\" is not a side to move: expected W or B"),
        ] {
            let error = found(Variant::ENGLISH, text).expect_err(text);
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }

    #[test]
    fn faults_name_line_and_token() {
        let fault = |text: &str| found(Variant::ENGLISH, text).expect_err("a fault");
        assert_eq!(fault("W:W21-32:B1-12\nW:W33:B1"), "line 2: square 33 is not on the board: expected 1 to 32");
        assert_eq!(
            fault("1. 11-15 *\n1. 11-17 *"),
            "game 2, line 2: ply 1: 11-17 is not a legal move of Black in english: expected 11-15 or 11-16"
        );
        assert_eq!(fault("[GameType \"20\"] 1. 32-28 *"), "game 1, line 1: a game of international: expected english");
        let over = "the game is over (Black wins: the side to move has no move): expected a position to play on from";
        assert_eq!(fault("W:W:B1"), format!("line 1: W:W:B1: {over}"));
        assert_eq!(fault("\n[FEN \"B:W6:B2\"] 1. 2x9 *"), format!("line 2: 2x9: {over}"));
    }
}
