//! Lines of files in any encoding.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::encoding::{Context, Encoding, guess};
use super::pdn::game_number;

/// A mark at the beginning of a file in UTF-8; in files that were joined, it can begin any line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The most bytes from which an encoding is guessed.
const SAMPLE: u64 = 1 << 16;

/// Reads a stream line by line: in UTF-8; in UTF-16 or UTF-32, from where it begins like that; and lines that are none of
/// these in the encoding that their words show. Each game of joined files can have its own.
#[derive(Debug)]
pub struct Lines<B> {
    input: B,
    /// The encoding of what is not in UTF-8, if the user has chosen it.
    chosen: Option<Encoding>,
    /// Whether lines can be read in advance, to the end of a game.
    may_look_ahead: bool,
    /// UTF-16 or UTF-32, if the stream is in it here.
    wide: Option<Encoding>,
    /// What was read in advance.
    ahead: VecDeque<Vec<u8>>,
    /// The encoding of the current game.
    of_game: Option<Encoding>,
    place: Place,
    context: Context,
    /// What was found, but for UTF-8.
    found: Vec<Encoding>,
    /// The raw line; a reused buffer.
    raw: Vec<u8>,
    has_begun: bool,
}

/// What stands before a line.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Whether moves were read since the last tag.
    is_behind_moves: bool,
    is_behind_blank: bool,
}

impl Place {
    /// Whether this line begins another game.
    fn begins_game(self, line: &[u8]) -> bool {
        let is_first = line.starts_with(b"1.") || line.starts_with(b"1 ");
        // Within comments there are commands such as `[%eval 0.07]`.
        let is_tag = matches!(line, [b'[', b' ' | b'A'..=b'Z' | b'a'..=b'z', ..]);
        self.is_behind_moves && (is_tag || (self.is_behind_blank && is_first))
    }

    fn pass(&mut self, line: &[u8]) {
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        self.is_behind_moves = !line.starts_with(b"[") && (self.is_behind_moves || !is_blank);
        self.is_behind_blank = is_blank;
    }
}

impl<B: BufRead> Lines<B> {
    /// The lines of `input`, each of which is passed on as soon as it is there.
    pub fn new(input: B) -> Lines<B> {
        Lines {
            input,
            chosen: None,
            may_look_ahead: false,
            wide: None,
            ahead: VecDeque::new(),
            of_game: None,
            place: Place::default(),
            context: Context::default(),
            found: Vec::new(),
            raw: Vec::new(),
            has_begun: false,
        }
    }

    /// The lines of a file, whose encoding is guessed from all lines of a game; or what is not in UTF-8 is in `chosen`.
    pub fn of_file(input: B, chosen: Option<Encoding>) -> Lines<B> {
        let wide = chosen.filter(|chosen| chosen.unit_size() > 1);
        Lines { chosen, wide, may_look_ahead: chosen.is_none(), ..Lines::new(input) }
    }

    /// Reads the next line with its end into `line`, at most `most` bytes of it, and returns their number: 0 at the end.
    ///
    /// # Errors
    /// Those of the stream, and that it begins like a file in another form than text.
    pub fn read(&mut self, line: &mut String, most: u64) -> io::Result<usize> {
        line.clear();
        self.raw.clear();
        if !std::mem::replace(&mut self.has_begun, true)
            && let Some(kind) = other_than_text(self.input.fill_buf()?, self.chosen)
        {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("{kind}: expected text")));
        }
        if self.ahead.is_empty() && self.chosen.is_none() {
            self.wide = wide_at(self.input.fill_buf()?, self.wide);
        }
        if let Some(wide) = self.wide {
            return self.read_wide(wide, line, most);
        }
        self.read_raw(most)?;
        let raw = std::mem::take(&mut self.raw);
        self.decode(&raw, line);
        let read = raw.len();
        self.raw = raw;
        Ok(read)
    }

    /// The encodings that were found so far, but for UTF-8; it too, if characters of it were cut.
    pub fn encodings(&self) -> &[Encoding] {
        &self.found
    }

    /// Reads the bytes of a line.
    fn read_raw(&mut self, most: u64) -> io::Result<()> {
        if let Some(ahead) = self.ahead.pop_front() {
            self.raw = ahead;
        }
        let room = usize::try_from(most).unwrap_or(usize::MAX);
        if self.raw.len() > room {
            self.ahead.push_front(self.raw.split_off(room));
        } else if !self.raw.ends_with(b"\n") && !self.raw.ends_with(b"\r") && self.ahead.is_empty() {
            read_line(&mut self.input, room, &mut self.raw)?;
        }
        Ok(())
    }

    fn decode(&mut self, raw: &[u8], line: &mut String) {
        if self.place.begins_game(raw) {
            (self.of_game, self.context.game_type) = (None, None);
        }
        self.place.pass(raw);
        self.learn_game(raw);
        // The mark of UTF-8 is there even where the line is in another code.
        let text = raw.strip_prefix(BYTE_ORDER_MARK).unwrap_or(raw);
        let is_wide = self.chosen.is_some_and(|chosen| !chosen.has_ascii());
        match std::str::from_utf8(text) {
            Ok(text) if !is_wide => {
                self.context.has_utf8 |= !text.is_ascii();
                line.push_str(text);
            }
            _ => self.decode_other(text, line),
        }
    }

    /// Decodes a line that is not in UTF-8.
    fn decode_other(&mut self, raw: &[u8], line: &mut String) {
        if let Some(chosen) = self.chosen {
            return chosen.decode(raw, line);
        }
        let encoding = self.of_game.unwrap_or_else(|| self.guessed(raw));
        self.of_game = self.may_look_ahead.then_some(encoding);
        if !self.found.contains(&encoding) {
            self.found.push(encoding);
        }
        encoding.decode_words(raw, self.context.has_utf8, line);
    }

    /// The encoding of a line and of the rest of its game.
    fn guessed(&mut self, raw: &[u8]) -> Encoding {
        // What cannot be read now is an error when it is due.
        let behind = if self.may_look_ahead { self.look_ahead(raw.len() as u64).unwrap_or(0) } else { 0 };
        let behind = if behind > 0 { self.input.fill_buf().unwrap_or_default() } else { &[] };
        let mut place = self.place;
        let is_same = |line: &&Vec<u8>| {
            let is_same = !place.begins_game(line);
            place.pass(line);
            is_same
        };
        let game: Vec<&[u8]> = self.ahead.iter().take_while(is_same).map(Vec::as_slice).collect();
        let mut context = self.context;
        context.game_type = context.game_type.or_else(|| game.iter().find_map(|line| game_type(line)));
        context.has_utf8 |= game.iter().any(|line| !line.is_ascii() && std::str::from_utf8(line).is_ok());
        let others = game.iter().copied().filter(|line| std::str::from_utf8(line).is_err());
        let encoding = guess(std::iter::once(raw).chain(others), behind, context);
        if encoding != Encoding::UTF_8 {
            self.context.last = Some(encoding);
        }
        encoding
    }

    /// Reads to the end of the game, and returns the number of bytes that are there behind it without another read.
    fn look_ahead(&mut self, read: u64) -> io::Result<usize> {
        let mut place = self.place;
        self.ahead.iter().for_each(|line| place.pass(line));
        let mut room = SAMPLE.saturating_sub(read + self.ahead.iter().map(|line| line.len() as u64).sum::<u64>());
        while room > 0 {
            let there = self.input.fill_buf()?;
            let there = if wide_at(there, None).is_some() { 0 } else { there.len() };
            let mut line = Vec::new();
            if there > 0 {
                read_line(&mut self.input, usize::try_from(room).unwrap_or(usize::MAX), &mut line)?;
            }
            let read = line.len();
            if read == 0 {
                return Ok(0);
            }
            let is_over = place.begins_game(&line);
            place.pass(&line);
            room -= read as u64;
            self.ahead.push_back(line);
            if is_over {
                return Ok(there.saturating_sub(read));
            }
        }
        Ok(0)
    }

    fn learn_game(&mut self, line: &[u8]) {
        self.context.game_type = game_type(line).or(self.context.game_type);
    }

    fn read_wide(&mut self, encoding: Encoding, line: &mut String, most: u64) -> io::Result<usize> {
        loop {
            let room = most.saturating_sub(self.raw.len() as u64);
            let read = self.input.by_ref().take(room).read_until(b'\n', &mut self.raw)?;
            let missing = self.raw.len().next_multiple_of(encoding.unit_size()) - self.raw.len();
            let room = most.saturating_sub(self.raw.len() as u64);
            self.input.by_ref().take(room.min(missing as u64)).read_to_end(&mut self.raw)?;
            if read == 0 || encoding.ends_line(&self.raw) {
                break;
            }
        }
        encoding.decode(&self.raw, line);
        if self.chosen.is_none() && !self.found.contains(&encoding) {
            self.found.push(encoding);
        }
        Ok(self.raw.len())
    }
}

/// Reads a line that ends in a line feed, in a carriage return, or in both, up to this length.
fn read_line(input: &mut impl BufRead, most: usize, raw: &mut Vec<u8>) -> io::Result<()> {
    while raw.len() < most {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let bytes = &bytes[..bytes.len().min(most - raw.len())];
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).map(|end| end + 1);
        let length = end.unwrap_or(bytes.len());
        raw.extend_from_slice(&bytes[..length]);
        input.consume(length);
        if end.is_none() && length > 0 {
            continue;
        }
        // Some programs write two carriage returns before the line feed.
        if raw.ends_with(b"\r") {
            let rest = input.fill_buf().unwrap_or_default();
            let returns = if rest.starts_with(b"\n") { 1 } else { 2 * usize::from(rest.starts_with(b"\r\n")) };
            let returns = returns.min(most - raw.len());
            raw.extend_from_slice(&rest[..returns]);
            input.consume(returns);
        }
        break;
    }
    Ok(())
}

/// What a file is that begins like one in another form than text.
fn other_than_text(bytes: &[u8], chosen: Option<Encoding>) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 16] = [
        (b"\x89PNG\r\n", "a picture (PNG)"),
        (b"\xff\xd8\xff", "a picture (JPEG)"),
        (b"GIF8", "a picture (GIF)"),
        (b"PK\x03\x04", "an archive or a document (ZIP)"),
        (b"\x1f\x8b\x08", "a compressed file (gzip)"),
        (b"\x28\xb5\x2f\xfd", "a compressed file (Zstandard)"),
        (b"\xfd7zXZ\0", "a compressed file (xz)"),
        (b"BZh91AY&SY", "a compressed file (bzip2)"),
        (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
        (b"Rar!\x1a\x07", "an archive (RAR)"),
        (b"%PDF-", "a document (PDF)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a document of an office program"),
        (b"SQLite format 3\0", "a database (SQLite)"),
        (b"\x7fELF", "a program (ELF)"),
        (b"MZ\x90\0", "a program of Windows"),
        (b"\xcf\xfa\xed\xfe", "a program of macOS"),
    ];
    let known = KINDS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, kind)| *kind);
    let is_wide = || chosen.or_else(|| wide_at(bytes, None)).is_some_and(|encoding| encoding.unit_size() > 1);
    known.or_else(|| (begins_with_numbers(bytes) && !is_wide()).then_some("a binary file"))
}

/// Whether the first line has four zeros in a row, as numbers in binary files mostly have. A text that was cut can have
/// zeros behind its lines.
fn begins_with_numbers(bytes: &[u8]) -> bool {
    const MOST: usize = 512;
    let beginning = &bytes[..bytes.len().min(MOST)];
    let line = beginning.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.windows(4).any(|window| window == [0; 4])
}

/// The text of a file of games in any encoding.
pub fn decoded(bytes: &[u8]) -> String {
    let (mut lines, mut text, mut line) = (Lines::of_file(bytes, None), String::new(), String::new());
    while lines.read(&mut line, u64::MAX).is_ok_and(|read| read > 0) {
        text.push_str(&line);
    }
    text
}

/// UTF-16 or UTF-32, if text is in it where a line begins: by its mark, or, as text mostly has Latin letters, by the zeros
/// beside each of them. It goes on so until a line has no control characters, which the bytes of it mostly are.
fn wide_at(bytes: &[u8], before: Option<Encoding>) -> Option<Encoding> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [1..=255, 0, 0, 0, 1..=255, 0, 0, 0, ..] => Some(Encoding::UTF_32LE),
        [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, 1..=255, 0, 0, 0, 1..=255, ..] => Some(Encoding::UTF_32BE),
        [0xff, 0xfe, ..] | [1..=255, 0, 1..=255, 0, ..] => Some(Encoding::UTF_16LE),
        [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255, ..] => Some(Encoding::UTF_16BE),
        _ => before.filter(|_| {
            let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
            let is_text = |byte: &u8| *byte >= b' ' || matches!(byte, b'\t' | b'\r');
            let line = &bytes[..end];
            let has_words = line.get(..6).is_some_and(<[u8]>::is_ascii) || std::str::from_utf8(line).is_ok();
            line.is_empty() || !line.iter().all(is_text) || !has_words
        }),
    }
}

/// The number of the GameType, if a line is the tag for it or for the variant.
fn game_type(line: &[u8]) -> Option<u32> {
    let inside = std::str::from_utf8(line).ok()?.trim_start().strip_prefix('[')?;
    let (name, value) = inside.split_at(inside.find(|letter: char| !letter.is_ascii_alphabetic())?);
    let value = value.trim_matches(|letter: char| !letter.is_alphanumeric());
    let digits = value.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    match name {
        name if name.eq_ignore_ascii_case("GameType") => digits.parse().ok(),
        name if name.eq_ignore_ascii_case("Variant") => game_number(value),
        _ => None,
    }
}
