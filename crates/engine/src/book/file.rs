//! The book file, which `docs/book.md` specifies: text, packed by zstd or not.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entry::{BookEntry, BookMove, key};
use crate::endgame::rules_fingerprint;
use crate::eval::Score;
use crate::support::files;
#[cfg(not(target_family = "wasm"))]
use crate::support::journal::write_atomically;
use crate::support::packed;
use crate::support::pending::PATIENCE;
use crownhead_rules::{AnyPosition, Move, Variant};

/// The first line of a file; the number is the version of the format.
const MAGIC: &str = "crownhead-book 1\n";
/// The last line but its checksum.
const END: &str = "end ";
/// The bytes of the last line.
const END_BYTES: usize = END.len() + 17;
/// The first bytes of a file packed by zstd.
/// CITE: RFC 8878, section 3.1.1.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The level at which files are packed: the highest that takes no more memory to unpack.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 19;
/// The most bytes of a file, and of its text: all of it is held in memory.
const MOST_BYTES: u64 = 256 << 20;
/// The longest line of moves that is followed.
const LONGEST_LINE: usize = 60;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read or written.
    #[error("{file}: {1}", file = .0.display())]
    Io(PathBuf, #[source] io::Error),
    /// It has not been read after some time, but may be later.
    #[error(
        "{file} could not be read within {seconds} s: there is no book until it is", file = .0.display(),
        seconds = PATIENCE.as_secs()
    )]
    Late(PathBuf),
    /// It is something else.
    #[error(
        "{file} is not an opening book of this version: expected it to begin with {magic:?}", file = .0.display(),
        magic = MAGIC.trim_end()
    )]
    Foreign(PathBuf),
    /// It is of another variant, or of another version of its rules.
    #[error("{} holds {found}, expected {expected}", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
    /// Some of its bytes are changed or missing.
    #[error("{file} is damaged: {1}", file = .0.display())]
    Damaged(PathBuf, String),
}

/// The second line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    variant: String,
    /// [`rules_fingerprint`] in hexadecimal, because JSON has no whole numbers of 64 bits.
    rules: String,
    program: String,
    /// The nodes of the search of each move; 0 if they are not known.
    nodes: u64,
    positions: u64,
}

impl Header {
    fn new(program: &str, variant: Variant, nodes: u64, positions: u64) -> Header {
        let rules = format!("{:016x}", rules_fingerprint(variant));
        Header { variant: variant.name().to_owned(), rules, program: program.to_owned(), nodes, positions }
    }
}

/// An opening book, read whole.
#[derive(Debug)]
pub struct Book {
    variant: Variant,
    header: Header,
    text: String,
    /// Where the line of each entry begins.
    lines: Vec<u32>,
}

impl Book {
    /// A book of these entries, each of another position, made by `program`, its version and commit. The values come
    /// from searches of this number of nodes, 0 if that is not known.
    pub fn new(program: &str, variant: Variant, nodes: u64, entries: impl Iterator<Item = BookEntry>) -> Book {
        let mut lines: Vec<String> = entries.map(|entry| entry.to_string()).collect();
        lines.sort_unstable();
        let header = Header::new(program, variant, nodes, lines.len() as u64);
        let json = serde_json::to_string(&header).expect("a header has only text as keys");
        let mut text = format!("{MAGIC}{json}\n");
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            starts.push(text.len() as u32);
            text.push_str(&line);
            text.push('\n');
        }
        let checksum = files::checksum(text.as_bytes());
        // Writing to a text never fails.
        let _ = writeln!(text, "{END}{checksum:016x}");
        Book { variant, header, text, lines: starts }
    }

    /// Reads a file, of whatever variant it is.
    ///
    /// # Errors
    /// [`BookError`], which names the file.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        let io = |source| BookError::Io(path.to_owned(), source);
        Book::from_bytes(path, files::read(path, MOST_BYTES).map_err(io)?)
    }

    /// Reads a file of this variant.
    ///
    /// # Errors
    /// [`BookError`], which names the file.
    pub fn read_of(variant: Variant, path: &Path) -> Result<Book, BookError> {
        let book = Book::read(path)?;
        if book.variant == variant {
            return Ok(book);
        }
        let (found, expected) = (book.variant.name().to_owned(), variant.name().to_owned());
        Err(BookError::OtherRules { path: path.to_owned(), found, expected })
    }

    /// The book of a variant that is part of the program, if there is one. `crownhead book build --out
    /// crates/engine/data/book/NAME.book` makes it.
    ///
    /// # Errors
    /// [`BookError`] if it was made for other rules than those of this program.
    pub fn built_in(variant: Variant) -> Result<Option<Book>, BookError> {
        const BOOKS: &[(&str, &[u8])] = built_in_files!("book", ".book");
        let name = format!("{variant}.book");
        let bytes = BOOKS.iter().find(|(book, _)| *book == name).map(|(_, bytes)| *bytes);
        bytes.map(|bytes| Book::from_bytes(Path::new(&name), bytes.to_vec())).transpose()
    }

    /// Checks the bytes of a file; `path` is its name in messages.
    fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Book, BookError> {
        let damaged = |what: String| BookError::Damaged(path.to_owned(), what);
        let text = unpacked(bytes).map_err(damaged)?;
        if !text.starts_with(MAGIC) {
            let is_cut_off = MAGIC.starts_with(&text);
            let foreign = BookError::Foreign(path.to_owned());
            return Err(if is_cut_off { damaged("it ends in its first line".to_owned()) } else { foreign });
        }
        let end = text.len().saturating_sub(END_BYTES);
        let (body, last) = text.split_at_checked(end).unwrap_or((&text, ""));
        if !last.starts_with(END) || !body.ends_with('\n') {
            return Err(damaged("it is cut off: expected a last line with the checksum".to_owned()));
        }
        if last != format!("{END}{:016x}\n", files::checksum(body.as_bytes())) {
            return Err(damaged("the checksum is wrong".to_owned()));
        }
        let json = body[MAGIC.len()..].split('\n').next().unwrap_or_default();
        let header: Header = serde_json::from_str(json).map_err(|error| damaged(error.to_string()))?;
        let variant = checked_variant(path, &header)?;
        let lines = starts(variant, body, MAGIC.len() + json.len() + 1).map_err(damaged)?;
        if lines.len() as u64 != header.positions {
            return Err(damaged(format!("{} positions, expected {}", lines.len(), header.positions)));
        }
        Ok(Book { variant, header, text, lines })
    }

    /// The bytes of its file, packed.
    ///
    /// # Errors
    /// If there is no memory.
    #[cfg(not(target_family = "wasm"))]
    pub fn packed(&self) -> io::Result<Vec<u8>> {
        zstd::bulk::compress(self.text.as_bytes(), LEVEL)
    }

    /// Writes the file, packed.
    ///
    /// # Errors
    /// [`BookError::Io`].
    #[cfg(not(target_family = "wasm"))]
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        let too_long = || io::Error::other(format!("the book is longer than {} MiB, unpacked", MOST_BYTES >> 20));
        let fits = if self.text.len() as u64 > MOST_BYTES { Err(too_long()) } else { Ok(()) };
        let written = fits.and_then(|()| self.packed()).and_then(|packed| write_atomically(path, &packed));
        written.map_err(|source| BookError::Io(path.to_owned(), source))
    }

    /// Its text, as it is in a file that is not packed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The version and the commit of the program that made it.
    pub fn program(&self) -> &str {
        &self.header.program
    }

    /// The nodes of the search of each move; 0 if they are not known.
    pub const fn nodes(&self) -> u64 {
        self.header.nodes
    }

    /// The number of its positions.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Its entries, sorted by their text.
    ///
    /// # Errors
    /// [`BookError::Damaged`] for a line that is not one of its variant.
    pub fn entries<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = Result<BookEntry, BookError>> + 'a {
        (0..self.lines.len()).map(move |number| {
            let damaged = |what| BookError::Damaged(path.to_owned(), what);
            BookEntry::parse(self.variant, self.line_at(number)).map_err(damaged)
        })
    }

    /// What it knows of a position. A line that is malformed is logged, and unknown.
    pub fn find(&self, position: &AnyPosition) -> Option<BookEntry> {
        let wanted = key(position).filter(|_| position.variant() == self.variant)?;
        let (bytes, wanted) = (self.text.as_bytes(), wanted.as_bytes());
        let key_at = |start: u32| &bytes[start as usize..start as usize + wanted.len()];
        let number = self.lines.binary_search_by(|&start| key_at(start).cmp(wanted)).ok()?;
        let entry = BookEntry::parse(self.variant, self.line_at(number));
        entry.inspect_err(|error| log::error!("the opening book is malformed: {error}")).ok()
    }

    /// What it knows of a position, as [`Book::find`]; of one with a single legal move, which books of searches leave
    /// out, what it knows of the next.
    pub fn know(&self, position: &AnyPosition) -> Option<BookEntry> {
        self.know_within(position, LONGEST_LINE)
    }

    fn know_within(&self, position: &AnyPosition, plies: usize) -> Option<BookEntry> {
        let found = self.find(position);
        if found.is_some() || plies == 0 {
            return found;
        }
        let [only] = position.moves()[..] else { return None };
        Some(self.know_within(&position.succ(&only), plies - 1)?.before(*position, only))
    }

    /// The last position of a game that it knows, with the number of moves before it: the move that follows leaves the
    /// book.
    pub fn last_known<'a>(
        &self,
        positions: impl DoubleEndedIterator<Item = &'a AnyPosition> + ExactSizeIterator,
    ) -> Option<(usize, BookEntry)> {
        positions.enumerate().rev().find_map(|(ply, position)| Some((ply, self.know(position)?)))
    }

    /// The line that begins with a move of a position and goes on with the best moves of the book, or the only ones.
    pub fn line(&self, position: &AnyPosition, mv: Move) -> Vec<Move> {
        let (mut position, mut line) = (position.succ(&mv), vec![mv]);
        while line.len() < LONGEST_LINE {
            let moves = position.moves();
            let next = match moves[..] {
                [only] => Some(only),
                _ => self.find(&position).and_then(|entry| entry.moves.first().copied()).map(|best: BookMove| best.mv),
            };
            let Some(next) = next else { break };
            line.push(next);
            position = position.succ(&next);
        }
        line
    }

    /// The value of the start position, if the book has it.
    pub fn value(&self) -> Option<Score> {
        self.find(&self.variant.start())?.moves.first()?.value
    }

    fn line_at(&self, number: usize) -> &str {
        let rest = &self.text[self.lines[number] as usize..];
        rest.split('\n').next().unwrap_or_default()
    }
}

/// The text of a file that may be packed; the error says what is wrong with it.
fn unpacked(bytes: Vec<u8>) -> Result<String, String> {
    let too_long = || format!("it is longer than {} MiB", MOST_BYTES >> 20);
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_long());
    }
    let bytes = if bytes.starts_with(&ZSTD_MAGIC) {
        let mut text = Vec::new();
        let read = packed::reader(&bytes).and_then(|content| content.take(MOST_BYTES + 1).read_to_end(&mut text));
        read.map_err(|error| format!("it cannot be unpacked: {error}"))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(too_long());
        }
        text
    } else {
        bytes
    };
    // Of a file of another kind, no letters are shown.
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The variant of a header whose rules are those of this program.
fn checked_variant(path: &Path, header: &Header) -> Result<Variant, BookError> {
    let other = |expected| {
        let found = format!("{}, rules {}", header.variant, header.rules);
        BookError::OtherRules { path: path.to_owned(), found, expected }
    };
    let variant: Variant = header.variant.parse().map_err(|_| other(format!("one of {}", Variant::names())))?;
    let expected = format!("{:016x}", rules_fingerprint(variant));
    if header.rules == expected { Ok(variant) } else { Err(other(format!("{variant}, rules {expected}"))) }
}

/// Where the lines from `start` on begin, which must be in order; the error says what is wrong.
fn starts(variant: Variant, body: &str, start: usize) -> Result<Vec<u32>, String> {
    let key_bytes = 1 + variant.board().size;
    let (mut starts, mut place, mut before) = (Vec::new(), start, "");
    for (line, number) in body.get(start..).unwrap_or_default().split_terminator('\n').zip(3..) {
        let key = line.get(..key_bytes).filter(|_| line.as_bytes().get(key_bytes) == Some(&b' '));
        let key = key.ok_or_else(|| format!("line {number} is no position with moves"))?;
        if key <= before {
            return Err(format!("line {number} is out of order"));
        }
        starts.push(place as u32);
        (place, before) = (place + line.len() + 1, key);
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Games;

    fn book() -> Book {
        let start = Variant::ENGLISH.start();
        let entry = |position: AnyPosition| {
            let known = |(place, mv): (usize, &Move)| BookMove {
                mv: *mv,
                value: Some(Score::from_men(-0.1 * place as f64)),
                games: Games::default(),
            };
            BookEntry::new(position, position.moves().iter().enumerate().map(known).collect())
        };
        let positions: Vec<_> = start.moves().iter().map(|mv| start.succ(mv)).chain([start]).collect();
        Book::new("test", Variant::ENGLISH, 500, positions.into_iter().map(entry))
    }

    fn error(text: &str) -> String {
        let read = Book::from_bytes(Path::new("my.book"), text.as_bytes().to_vec());
        read.expect_err("the text is faulty").to_string()
    }

    /// The text with another checksum, which fits.
    fn sealed(text: &str) -> String {
        let body = &text[..text.len() - END_BYTES];
        format!("{body}{END}{:016x}\n", files::checksum(body.as_bytes()))
    }

    #[test]
    fn what_is_written_is_read() {
        let (written, start) = (book(), Variant::ENGLISH.start());
        assert_eq!((written.len(), written.nodes()), (8, 500));
        for bytes in [
            written.text().as_bytes().to_vec(),
            zstd::bulk::compress(written.text().as_bytes(), LEVEL).expect("it can be packed"),
        ] {
            let read = Book::from_bytes(Path::new("my.book"), bytes).expect("it is well formed");
            assert_eq!(read.text(), written.text());
            let entry = read.find(&start).expect("it has the start position");
            assert_eq!(entry.moves.len(), 7);
            assert!(read.line(&start, entry.moves[0].mv).len() >= 2);
            assert_eq!(read.value(), Some(Score::DRAW));
            let last = start.succ(&start.moves()[6]);
            assert!(read.find(&last).is_some() && read.find(&last.succ(&last.moves()[0])).is_none());
            assert_eq!(read.entries(Path::new("my.book")).filter(Result::is_ok).count(), 8);
        }
    }

    #[test]
    fn what_is_no_book_is_named_with_its_fault() {
        let book = book();
        let text = book.text();
        assert_eq!(
            error("1. 11-15 *"),
            "my.book is not an opening book of this version: expected it to begin with \"crownhead-book 1\""
        );
        for cut in [0, 5, 16, 30, text.len() - 30, text.len() - 1] {
            assert!(error(&text[..cut]).starts_with("my.book is damaged: it "), "{cut}: {}", error(&text[..cut]));
        }
        let changed = text.replace(",-0.1 ", ",-0.2 ");
        assert_eq!(error(&changed), "my.book is damaged: the checksum is wrong");
        let other = sealed(&text.replace("\"english\"", "\"giveaway\""));
        assert!(error(&other).starts_with("my.book holds giveaway, rules "), "{}", error(&other));
        let unknown = sealed(&text.replace("\"english\"", "\"chess\""));
        assert!(error(&unknown).starts_with("my.book holds chess, rules "), "{}", error(&unknown));
        let fewer = sealed(&text.replace("\"positions\":8", "\"positions\":9"));
        assert_eq!(error(&fewer), "my.book is damaged: 8 positions, expected 9");
        let (head, tail) = text.split_once("\nW").expect("White is to move after a move of Black");
        let twice = format!("{head}\nW{}\nW{tail}", tail.split('\n').next().expect("there is a line"));
        assert_eq!(error(&sealed(&twice)), "my.book is damaged: line 5 is out of order");
        let mut packed = zstd::bulk::compress(text.as_bytes(), LEVEL).expect("it can be packed");
        packed.truncate(packed.len() / 2);
        let cut = Book::from_bytes(Path::new("my.book"), packed).expect_err("it is cut").to_string();
        assert!(cut.starts_with("my.book is damaged: it cannot be unpacked"), "{cut}");
    }
}
