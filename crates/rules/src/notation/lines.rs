//! Lines of files in any encoding.

use std::io::{self, BufRead, Read};

#[cfg(feature = "encodings")]
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// A mark at the beginning of a file in UTF-8; in files that were joined, it can begin any line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The most bytes beside a line from which its encoding is guessed.
#[cfg(feature = "encodings")]
const SAMPLE: usize = 1 << 16;

/// Reads a stream line by line: in UTF-8; in UTF-16, if it begins like that; and lines that are neither in the encoding
/// that the first of them shows, or without the feature `encodings` as Windows-1252.
#[derive(Debug)]
pub struct Lines<B> {
    input: B,
    encoding: Encoding,
    /// The raw line; a reused buffer.
    raw: Vec<u8>,
}

/// The encoding of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// Nothing was read.
    Unknown,
    /// UTF-8 so far.
    Utf8,
    Utf16 {
        is_little: bool,
    },
    /// Lines that are not in UTF-8 have this one.
    Of8Bits(Charset),
}

#[cfg(feature = "encodings")]
type Charset = &'static encoding_rs::Encoding;
#[cfg(not(feature = "encodings"))]
type Charset = &'static str;

impl<B: BufRead> Lines<B> {
    /// The lines of `input`.
    pub fn new(input: B) -> Lines<B> {
        Lines { input, encoding: Encoding::Unknown, raw: Vec::new() }
    }

    /// Reads the next line with its end into `line`, at most `most` bytes of it, and returns their number: 0 at the end.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn read(&mut self, line: &mut String, most: u64) -> io::Result<usize> {
        line.clear();
        self.raw.clear();
        if self.encoding == Encoding::Unknown {
            self.encoding = first_encoding(self.input.fill_buf()?);
        }
        if let Encoding::Utf16 { is_little } = self.encoding {
            return self.read_utf_16(is_little, line, most);
        }
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.raw)?;
        // The mark of UTF-8 is there even where the line is in another code.
        let raw = self.raw.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.raw);
        match std::str::from_utf8(raw) {
            Ok(text) => line.push_str(text),
            Err(_) => {
                let charset = match self.encoding {
                    Encoding::Of8Bits(charset) => charset,
                    _ => guessed(raw, self.input.fill_buf().unwrap_or_default()),
                };
                self.encoding = Encoding::Of8Bits(charset);
                push_decoded(charset, raw, line);
            }
        }
        Ok(read)
    }

    /// The name of the encoding, if anything so far was not in UTF-8.
    pub fn encoding(&self) -> Option<&'static str> {
        match self.encoding {
            Encoding::Unknown | Encoding::Utf8 => None,
            Encoding::Utf16 { is_little: true } => Some("UTF-16LE"),
            Encoding::Utf16 { is_little: false } => Some("UTF-16BE"),
            #[cfg(feature = "encodings")]
            Encoding::Of8Bits(charset) => Some(charset.name()),
            #[cfg(not(feature = "encodings"))]
            Encoding::Of8Bits(charset) => Some(charset),
        }
    }

    fn read_utf_16(&mut self, is_little: bool, line: &mut String, most: u64) -> io::Result<usize> {
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair.get(1).copied().unwrap_or_default()];
            if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
        };
        loop {
            let room = most.saturating_sub(self.raw.len() as u64);
            let read = self.input.by_ref().take(room).read_until(b'\n', &mut self.raw)?;
            if read > 0 && !self.raw.len().is_multiple_of(2) {
                let room = most.saturating_sub(self.raw.len() as u64);
                self.input.by_ref().take(room.min(1)).read_to_end(&mut self.raw)?;
            }
            let is_whole = self.raw.chunks(2).last().is_some_and(|last| unit(last) == u16::from(b'\n'));
            if read == 0 || is_whole {
                break;
            }
        }
        let letters = char::decode_utf16(self.raw.chunks(2).map(unit));
        line.extend(letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Ok(self.raw.len())
    }
}

/// The encoding that the beginning of a stream shows: the mark of UTF-16, or, as text mostly has Latin letters at its
/// beginning, a zero beside each of them.
fn first_encoding(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xff, 0xfe, ..] => Encoding::Utf16 { is_little: true },
        [0xfe, 0xff, ..] => Encoding::Utf16 { is_little: false },
        [1..=255, 0, 1..=255, 0, ..] => Encoding::Utf16 { is_little: true },
        [0, 1..=255, 0, 1..=255, ..] => Encoding::Utf16 { is_little: false },
        _ => Encoding::Utf8,
    }
}

#[cfg(feature = "encodings")]
fn guessed(line: &[u8], rest: &[u8]) -> Charset {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(line, false);
    detector.feed(&rest[..rest.len().min(SAMPLE)], true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(feature = "encodings")]
fn push_decoded(charset: Charset, raw: &[u8], line: &mut String) {
    line.push_str(&charset.decode_without_bom_handling(raw).0);
}

#[cfg(not(feature = "encodings"))]
fn guessed(_: &[u8], _: &[u8]) -> Charset {
    "windows-1252"
}

#[cfg(not(feature = "encodings"))]
fn push_decoded(_: Charset, raw: &[u8], line: &mut String) {
    /// The characters of Windows-1252 from 0x80 on that differ from Latin-1.
    const WINDOWS_1252: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let letter =
        |&byte: &u8| WINDOWS_1252.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte));
    line.extend(raw.iter().map(letter));
}
