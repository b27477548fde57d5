//! Encodings of texts: which one a text is in, and its characters.

mod guess;
mod samples;
mod tables;

use std::fmt;
use std::str::FromStr;

pub(super) use guess::{Context, guess};
use guess::{WordKind, parts};
use tables::TABLES;

/// The encodings of several bytes per character that are guessed.
#[cfg(feature = "encodings")]
static MULTIBYTE: [&encoding_rs::Encoding; 5] = [
    &encoding_rs::GBK_INIT,
    &encoding_rs::BIG5_INIT,
    &encoding_rs::SHIFT_JIS_INIT,
    &encoding_rs::EUC_JP_INIT,
    &encoding_rs::EUC_KR_INIT,
];

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Utf8,
    /// UTF-16 or UTF-32, by the bytes of a unit.
    Wide {
        size: usize,
        is_little: bool,
    },
    /// One of the tables, by its place.
    Table(usize),
    #[cfg(feature = "encodings")]
    Other(&'static encoding_rs::Encoding),
}

impl Encoding {
    pub(super) const UTF_8: Encoding = Encoding(Kind::Utf8);
    pub(super) const UTF_16LE: Encoding = Encoding(Kind::Wide { size: 2, is_little: true });
    pub(super) const UTF_16BE: Encoding = Encoding(Kind::Wide { size: 2, is_little: false });
    pub(super) const UTF_32LE: Encoding = Encoding(Kind::Wide { size: 4, is_little: true });
    pub(super) const UTF_32BE: Encoding = Encoding(Kind::Wide { size: 4, is_little: false });

    /// The encodings that are guessed.
    fn guessable() -> impl Iterator<Item = Encoding> {
        let tables = (0..TABLES.len()).map(|table| Encoding(Kind::Table(table)));
        #[cfg(feature = "encodings")]
        let tables = tables.chain(MULTIBYTE.into_iter().map(|other| Encoding(Kind::Other(other))));
        tables
    }

    /// A code page of DOS: the frames are the same in all of them, but for some joints.
    fn dos() -> Encoding {
        let table = TABLES.iter().position(|(name, _)| *name == "IBM437");
        table.map_or(Encoding::UTF_8, |table| Encoding(Kind::Table(table)))
    }

    /// Its name in the standard of WHATWG; of those that it does not have, `IBM` with the number of the code page.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Utf8 => "UTF-8",
            Kind::Wide { size: 2, is_little: true } => "UTF-16LE",
            Kind::Wide { size: 2, is_little: false } => "UTF-16BE",
            Kind::Wide { is_little: true, .. } => "UTF-32LE",
            Kind::Wide { is_little: false, .. } => "UTF-32BE",
            Kind::Table(table) => TABLES[table].0,
            #[cfg(feature = "encodings")]
            Kind::Other(other) => other.name(),
        }
    }

    /// Its characters from 0x80 on; `None` if its characters have several bytes.
    fn table(self) -> Option<Vec<char>> {
        match self.0 {
            Kind::Table(table) => Some(TABLES[table].1.chars().collect()),
            _ => None,
        }
    }

    /// The bytes of a unit.
    pub(super) const fn unit_size(self) -> usize {
        if let Kind::Wide { size, .. } = self.0 { size } else { 1 }
    }

    /// Whether the last unit of a text is a line feed.
    pub(super) fn ends_line(self, raw: &[u8]) -> bool {
        let Kind::Wide { size, is_little } = self.0 else { return raw.ends_with(b"\n") };
        raw.chunks(size).last().is_some_and(|last| unit(last, size, is_little) == u32::from(b'\n'))
    }

    /// Whether text in ASCII is the same in it.
    pub(super) fn has_ascii(self) -> bool {
        match self.0 {
            Kind::Wide { .. } => false,
            Kind::Utf8 | Kind::Table(_) => true,
            #[cfg(feature = "encodings")]
            Kind::Other(other) => other.is_ascii_compatible(),
        }
    }

    /// Adds the characters of a line.
    pub(super) fn decode(self, raw: &[u8], line: &mut String) {
        match self.0 {
            Kind::Table(table) => {
                let letters: Vec<char> = TABLES[table].1.chars().collect();
                line.extend(raw.iter().map(|&byte| letter(&letters, byte)));
            }
            Kind::Wide { size: 2, is_little } => {
                let letters = char::decode_utf16(raw.chunks(2).map(|pair| unit(pair, 2, is_little) as u16));
                line.extend(letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
            }
            Kind::Wide { size, is_little } => {
                let letters = raw.chunks(size).map(|bytes| char::from_u32(unit(bytes, size, is_little)));
                line.extend(letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
            }
            Kind::Utf8 => line.push_str(&String::from_utf8_lossy(raw)),
            #[cfg(feature = "encodings")]
            Kind::Other(other) => line.push_str(&other.decode_without_bom_handling(raw).0),
        }
    }

    /// Adds the characters of a line of which some words are in UTF-8, and others in this encoding.
    pub(super) fn decode_words(self, raw: &[u8], has_utf8: bool, line: &mut String) {
        // A part of a character can be the same byte as a sign of ASCII.
        if self.table().is_none() && self != Encoding::UTF_8 {
            return self.decode(raw, line);
        }
        for (part, kind) in parts(raw, has_utf8) {
            let encoding = if kind == WordKind::Utf8 { Encoding::UTF_8 } else { self };
            encoding.decode(part, line);
        }
    }
}

/// The character of a byte, with these characters from 0x80 on.
fn letter(letters: &[char], byte: u8) -> char {
    letters.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

/// A unit of this many bytes, of which the last ones are zeros where the text is cut.
fn unit(bytes: &[u8], size: usize, is_little: bool) -> u32 {
    let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or_default());
    let place = |at: usize| if is_little { size - 1 - at } else { at };
    (0..size).fold(0, |unit, at| unit << 8 | byte(place(at)))
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a label that no encoding has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown encoding {0:?}: expected a label of the WHATWG standard, such as utf-8, windows-1251, koi8-r or \
     iso-8859-2, or a code page of DOS: cp437, cp775, cp850, cp852, cp855, cp857 or cp866"
)]
pub struct UnknownEncoding(String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Finds an encoding by a label of the WHATWG standard, which the feature `encodings` knows all of, by its name here, or
    /// by the number of its code page: `cp1251`, `1251`, `win-1251`.
    fn from_str(label: &str) -> Result<Encoding, UnknownEncoding> {
        let label = label.trim();
        let unknown = || UnknownEncoding(super::clipped(label));
        match label.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => return Ok(Encoding::UTF_8),
            "utf-16" | "utf-16le" => return Ok(Encoding::UTF_16LE),
            "utf-16be" => return Ok(Encoding::UTF_16BE),
            "utf-32" | "utf-32le" => return Ok(Encoding::UTF_32LE),
            "utf-32be" => return Ok(Encoding::UTF_32BE),
            _ => {}
        }
        let of_table = |(name, _): &(&str, &str)| name.eq_ignore_ascii_case(label) || is_code_page(name, label);
        if let Some(table) = TABLES.iter().position(of_table) {
            return Ok(Encoding(Kind::Table(table)));
        }
        #[cfg(feature = "encodings")]
        if let Some(other) = encoding_rs::Encoding::for_label(label.as_bytes()) {
            let is_useful = other != encoding_rs::REPLACEMENT;
            return is_useful.then_some(Encoding(Kind::Other(other))).ok_or_else(unknown);
        }
        Err(unknown())
    }
}

/// Whether a label is the number of the code page that a name ends in, with or without a word for it.
fn is_code_page(name: &str, label: &str) -> bool {
    const WORDS: [&str; 10] = ["", "cp", "ibm", "dos", "oem", "win", "windows", "ms", "x-cp", "codepage"];
    let number = |text: &str| text.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let word = label[..label.len() - number(label).len()].trim_end_matches(['-', '_', ' ']);
    let has_page = name.starts_with("IBM") || name.starts_with("windows");
    has_page && number(name) == number(label) && WORDS.iter().any(|own| own.eq_ignore_ascii_case(word))
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_standard() {
        let mut checked = 0;
        for (name, letters) in TABLES {
            let upper: Vec<u8> = (0x80..=0xff).collect();
            let Some(standard) = encoding_rs::Encoding::for_label(name.as_bytes()) else { continue };
            assert_eq!(standard.decode_without_bom_handling(&upper).0, letters, "{name}");
            checked += 1;
        }
        assert!(checked == 18 && TABLES.iter().all(|(_, letters)| letters.chars().count() == 128), "{checked}");
    }

    #[test]
    fn labels_are_found() {
        for (label, name) in [
            ("windows-1251", "windows-1251"),
            ("CP1251", "windows-1251"),
            ("win1251", "windows-1251"),
            (" koi8-r ", "KOI8-R"),
            ("latin1", "windows-1252"),
            ("cp850", "IBM850"),
            ("437", "IBM437"),
            ("ibm866", "IBM866"),
            ("dos-852", "IBM852"),
            ("gbk", "GBK"),
            ("utf-16", "UTF-16LE"),
            ("UTF-32", "UTF-32LE"),
            ("mac", "macintosh"),
            ("l5", "windows-1254"),
        ] {
            assert_eq!(label.parse::<Encoding>().map(Encoding::name), Ok(name), "{label}");
        }
        for label in ["", "klingon", "cp", "iso-2022-cn", "1234", "cp-1251-x"] {
            assert_eq!(label.parse::<Encoding>(), Err(UnknownEncoding(label.to_owned())), "{label}");
        }
    }
}
