//! Books from other sources, and a book as games: PDN, and the text book of Scan.

use std::collections::HashSet;
use std::io::{self, Read};

use super::entry::{BookEntry, Games, key, text_of};
use super::file::Book;
use super::graph::{Graph, seen_after, settled};
use crate::eval::Score;
use crownhead_rules::notation::pdn::{PdnError, PdnGame, PdnResult};
use crownhead_rules::{AnyPosition, Game, Key, Move, Variant};

/// Why nothing can be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The text cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is not a book of Scan.
    #[error("word {number} is {found}: expected {expected}")]
    Scan {
        /// The number of the word, from 1.
        number: usize,
        /// The word.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
}

/// The book of the first `plies` plies of games, with the moves made in at least `least` of them. Games without a result
/// do not count, but their moves join the book where one game is enough. Games of other variants are left out, and faulty
/// games are passed to `skip`; games without a variant are of this one.
///
/// # Errors
/// The first error of `games`.
pub fn import_games<E>(
    program: &str,
    variant: Variant,
    games: impl IntoIterator<Item = Result<PdnGame, E>>,
    plies: usize,
    least: u64,
    mut skip: impl FnMut(PdnError),
) -> Result<Book, E> {
    let mut graph = Graph::new(variant, 0);
    for game in games {
        add_game(&mut graph, variant, &game?, plies).unwrap_or_else(&mut skip);
    }
    let book = graph.book(program, variant, 0);
    let entries = book.entries("".as_ref()).flatten().filter_map(|mut entry| {
        entry.moves.retain(|known| known.games.count() >= least || least <= 1);
        (!entry.moves.is_empty()).then_some(entry)
    });
    Ok(Book::new(program, variant, 0, entries))
}

fn add_game(graph: &mut Graph, variant: Variant, game: &PdnGame, plies: usize) -> Result<(), PdnError> {
    if game.variant()?.is_some_and(|own| own != variant) {
        return Ok(());
    }
    let result = match game.outcome(variant) {
        PdnResult::Unknown => game.tags.get("Result").map_or(PdnResult::Unknown, PdnResult::parse),
        result => result,
    };
    let winner = game.winner(variant);
    let game = game.replay(variant)?;
    for (position, mv) in game.positions().zip(game.moves()).take(plies) {
        // A move without a choice needs no book.
        if key(position).is_none() || position.moves().len() < 2 {
            continue;
        }
        let games = match winner {
            Some(side) if side == position.side() => Games { wins: 1, ..Games::default() },
            Some(_) => Games { losses: 1, ..Games::default() },
            None if result == PdnResult::Draw => Games { draws: 1, ..Games::default() },
            // Its moves are known, but nothing is known of how they went on.
            None => Games::default(),
        };
        graph.add_games(position, *mv, games);
    }
    Ok(())
}

/// The most bytes of a text book of Scan.
const MOST_BYTES: u64 = 1 << 28;
/// The longest line of a text book: far beyond what is known of any opening.
const DEEPEST: usize = 200;

/// Reads the text book of Scan 2 and 3: a tree in depth-first order, `1` for a position with all its moves, or `0` and
/// the value for the side to move in hundredths of a man. A position that was there before is left out. The moves come
/// from the highest starting square to the lowest, then by the square where they end, then by the captured ones.
///
/// # Errors
/// [`ImportError::Scan`] with the first word that does not fit, or [`ImportError::Io`].
pub fn import_scan(program: &str, variant: Variant, input: impl Read) -> Result<Book, ImportError> {
    let mut text = String::new();
    if input.take(MOST_BYTES + 1).read_to_string(&mut text)? as u64 > MOST_BYTES {
        return Err(io::Error::other(format!("larger than {} MiB", MOST_BYTES >> 20)).into());
    }
    let mut tree =
        ScanTree { words: text.split_whitespace(), read: 0, seen: HashSet::new(), graph: Graph::new(variant, 0) };
    tree.read(variant.start(), 0)?;
    match tree.word() {
        Some(word) => Err(tree.unexpected(Some(word), "the end")),
        None => {
            tree.graph.back_up();
            Ok(tree.graph.book(program, variant, 0))
        }
    }
}

struct ScanTree<'a> {
    words: std::str::SplitWhitespace<'a>,
    read: usize,
    seen: HashSet<Key>,
    graph: Graph,
}

impl<'a> ScanTree<'a> {
    fn read(&mut self, position: AnyPosition, depth: usize) -> Result<(), ImportError> {
        if !self.seen.insert(position.key()) {
            return Ok(());
        }
        match self.word() {
            Some("0") => {
                let word = self.word();
                let value = word.and_then(|word| word.parse().ok()).filter(|value: &i32| value.abs() <= 10_000);
                let value = value.ok_or_else(|| self.unexpected(word, "a value in hundredths of a man"))?;
                let (settled, plies) = settled(position);
                let id = self.graph.place(&settled);
                self.graph.set_value(id, seen_after(Score::from_men(f64::from(value) / 100.0), plies));
            }
            Some("1") if depth < DEEPEST => {
                let mut moves = position.moves();
                moves.sort_by_key(|mv| std::cmp::Reverse(rank(&position, mv)));
                for mv in &moves {
                    self.read(position.succ(mv), depth + 1)?;
                }
                if moves.len() > 1 {
                    let id = self.graph.place(&position);
                    self.graph.expand(id);
                }
            }
            word => return Err(self.unexpected(word, "1 or 0")),
        }
        Ok(())
    }

    fn word(&mut self) -> Option<&'a str> {
        self.read += 1;
        self.words.next()
    }

    fn unexpected(&self, word: Option<&str>, expected: &'static str) -> ImportError {
        let found =
            word.map_or("missing".to_owned(), |word| format!("{:?}", word.chars().take(20).collect::<String>()));
        ImportError::Scan { number: self.read, found, expected }
    }
}

/// The order of moves in Scan's book.
fn rank(position: &AnyPosition, mv: &Move) -> (usize, usize, Vec<usize>) {
    let board = position.board();
    let mut captured: Vec<_> = mv.captured_set().singles().map(|single| board.square(single).index()).collect();
    captured.sort_unstable_by_key(|&square| std::cmp::Reverse(square));
    (mv.from.index(), mv.to.index(), captured)
}

/// The lines of a book as games, each with the values of its moves as comments. A position with several ways to it is
/// gone on from once.
pub fn export_games(book: &Book) -> Vec<PdnGame> {
    let mut lines = Lines { book, seen: HashSet::new(), games: Vec::new() };
    lines.add(&Game::start(book.variant()), &[]);
    lines.games
}

struct Lines<'a> {
    book: &'a Book,
    seen: HashSet<Key>,
    games: Vec<PdnGame>,
}

impl Lines<'_> {
    /// Adds the lines that go on from a game, whose moves have these comments.
    fn add(&mut self, game: &Game, comments: &[String]) {
        let position = *game.position();
        let only = match position.moves()[..] {
            [only] => Some(only),
            _ => None,
        };
        let entry = self.book.find(&position);
        let is_open = game.end().is_none() && game.moves().len() < DEEPEST && (only.is_some() || entry.is_some());
        if !is_open || !self.seen.insert(position.key()) {
            return self.finish(game, comments);
        }
        let moves = entry.map_or_else(Vec::new, |entry: BookEntry| entry.moves);
        let moves = moves.iter().map(|known| (known.mv, comment(known.value, known.games)));
        for (mv, comment) in moves.chain(only.map(|only| (only, String::new()))) {
            let mut game = game.clone();
            if game.play(mv).is_ok() {
                self.add(&game, &[comments, &[comment]].concat());
            }
        }
    }

    fn finish(&mut self, game: &Game, comments: &[String]) {
        let mut pdn = PdnGame::of(game, PdnResult::Unknown);
        for (mv, comment) in pdn.moves.iter_mut().zip(comments).filter(|(_, comment)| !comment.is_empty()) {
            mv.add_comment(comment.clone());
        }
        self.games.push(pdn);
    }
}

/// What a book knows of a move: `0.12, 40 games (+12 =20 -8)`.
fn comment(value: Option<Score>, games: Games) -> String {
    let Games { wins, draws, losses } = games;
    let games = (games.count() > 0).then(|| format!("{} games (+{wins} ={draws} -{losses})", games.count()));
    value.map(text_of).into_iter().chain(games).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::pdn::Reader;

    /// The book of the first plies of the English games of a text, and the number of faulty games.
    fn imported(pdn: &str, plies: usize, least: u64) -> (Book, usize) {
        let mut faults = 0;
        let games = Reader::new(pdn.as_bytes());
        let book =
            import_games("test", Variant::ENGLISH, games, plies, least, |_| faults += 1).expect("text can be read");
        (book, faults)
    }

    #[test]
    fn games_are_counted_for_the_side_that_moves() {
        let pdn =
            "1. 11-15 23-19 2. 8-11 1-0\n\n1. 11-15 23-19 2. 9-14 0-1\n\n1. 11-15 22-18 15x22 1/2-1/2\n\n1. 99-1 *\n";
        let (book, faults) = imported(pdn, 3, 1);
        assert_eq!((book.len(), faults), (3, 1), "the only move is left out");
        let start = book.find(&Variant::ENGLISH.start()).expect("it is there");
        assert_eq!(start.moves[0].games, Games { wins: 1, draws: 1, losses: 1 });
        assert_eq!(start.moves.len(), 1);
        assert_eq!(imported(pdn, 3, 2).0.len(), 2);
        assert_eq!(imported(pdn, 1, 1).0.len(), 1);
    }

    #[test]
    fn a_game_without_a_result_is_no_draw() {
        for result in ["*", "", "0-0", "12-8", "1+ - 1-"] {
            let pdn = format!("1. 11-15 23-19 {result}\n\n[Event \"x\"]\n\n1. 9-13 22-18 1-0\n");
            let (book, faults) = imported(&pdn, 1, 1);
            let start = book.find(&Variant::ENGLISH.start()).expect("it is there");
            let games: Vec<_> = start.moves.iter().map(|known| known.games).collect();
            assert_eq!((games, faults), (vec![Games { wins: 1, ..Games::default() }, Games::default()], 0), "{result}");
            assert_eq!(imported(&pdn, 1, 2).0.len(), 0);
        }
    }

    /// The moves of the start position in Scan's order are 35-30, 35-... downwards: the last is 31-26.
    #[test]
    fn the_book_of_scan_is_read_in_its_order() {
        let start = Variant::INTERNATIONAL.start();
        let leaves: String = (0..9).map(|number| format!("0 {}\n", number * 10)).collect();
        let book =
            import_scan("test", Variant::INTERNATIONAL, format!("1\n{leaves}").as_bytes()).expect("it is well formed");
        let entry = book.find(&start).expect("it is there");
        let text = entry.to_string();
        assert!(text.contains(" 35-30,0 34-30,-0.1 34-29,-0.2 33-29,-0.3 33-28,-0.4 "), "{text}");
        assert!(text.ends_with(" 31-26,-0.8"), "{text}");
        for (text, fault) in [
            ("", "word 1 is missing: expected 1 or 0"),
            ("1 0 3 0 x", "word 5 is \"x\": expected a value in hundredths of a man"),
            ("1 0 3 7", "word 4 is \"7\": expected 1 or 0"),
            ("0 3 4", "word 3 is \"4\": expected the end"),
        ] {
            let error = import_scan("test", Variant::INTERNATIONAL, text.as_bytes()).expect_err("it is malformed");
            assert_eq!(error.to_string(), fault);
        }
    }

    #[test]
    fn the_lines_of_a_book_are_games() {
        let pdn = "1. 11-15 23-19 2. 8-11 1-0\n\n1. 11-15 23-19 2. 9-14 0-1\n\n1. 9-13 22-18 1-0\n";
        let (book, _) = imported(pdn, 9, 1);
        let games = export_games(&book);
        assert_eq!(games.len(), 3);
        let text: String = games.iter().map(PdnGame::to_string).collect();
        let (again, _) = imported(&text, 9, 1);
        assert_eq!(again.len(), book.len());
        assert!(text.contains("{2 games (+1 =0 -1)}"), "{text}");
    }
}
