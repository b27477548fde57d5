//! The tags of a game, and the variant in the tags `GameType` and `Variant`.

use std::fmt;

use super::super::{Coordinates, clipped};
use super::PdnFault;
use super::tree::Note;
use crate::rules::{Corner, MoveNotation, Side, Variant};

/// Names and values: those that were read in their order; of those that are set, the roster in its order, then the
/// others. The last of several tags that were read under one name counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// What stands before it.
    pub(super) before: Vec<Note>,
    pub(super) name: String,
    pub(super) value: String,
    /// How it is written: `[Name "value"]`.
    pub(super) written: String,
}

impl Tag {
    fn new(name: &str, value: String) -> Tag {
        let written = format!("[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        Tag { before: Vec::new(), name: name.to_owned(), value, written }
    }
}

impl Tags {
    /// The value of a tag; its name is compared without regard to case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    /// The value of a tag; `None` also if it is empty or `?`, which means in PDN that it is not known.
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !matches!(value.trim(), "" | "?"))
    }

    /// Sets a tag, in its place if it exists. Line ends in the value become blanks. A tag with an invalid name (see
    /// [`is_name`]) is dropped.
    pub fn set(&mut self, name: &str, value: impl fmt::Display) {
        debug_assert!(is_name(name), "{name:?}");
        if !is_name(name) {
            return;
        }
        let value = value.to_string().replace(['\r', '\n'], " ");
        match self.0.iter_mut().rfind(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) if tag.value == value => {}
            Some(tag) => {
                let before = std::mem::take(&mut tag.before);
                *tag = Tag { before, ..Tag::new(&tag.name, value) };
            }
            None => {
                let place = self.0.iter().position(|tag| rank(&tag.name) > rank(name));
                self.0.insert(place.unwrap_or(self.0.len()), Tag::new(name, value));
            }
        }
    }

    /// Adds a tag as it was read, after the others.
    pub(super) fn add(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    /// The tags.
    pub(super) fn all(&self) -> &[Tag] {
        &self.0
    }

    /// Sets the tags of the variant.
    pub(super) fn set_variant(&mut self, variant: Variant) {
        self.set("GameType", game_type(variant));
        let is_ambiguous = by_number(variant.articles().game_type) != Some(variant);
        // Another name would override the GameType.
        if is_ambiguous || self.known("Variant").is_some() {
            self.set("Variant", variant.name());
        }
    }

    /// The variants that the tags allow, the likeliest first; none if no tag states one. The name of a variant overrides
    /// the GameType, which has no code for some variants, unless the name is unknown: py-draughts writes `Standard
    /// (international) checkers` beside 20. `is_lettered` says whether the game has squares by letters.
    pub(super) fn variants(&self, is_lettered: Option<bool>) -> Result<Vec<Variant>, PdnFault> {
        let of_type = self.known("GameType").map(|text| match GameType::parse(text) {
            Some(game_type) => Ok(game_type.variants(is_lettered)),
            None => named(text).map(|variant| vec![variant]).ok_or_else(|| PdnFault::GameType(clipped(text))),
        });
        let Some(name) = self.known("Variant") else { return of_type.unwrap_or_else(|| Ok(Vec::new())) };
        match (named(name), of_type) {
            (Some(variant), _) => Ok(vec![variant]),
            (None, Some(Ok(variants))) => Ok(variants),
            (None, _) => Err(PdnFault::Variant(clipped(name))),
        }
    }

    /// The coordinates that the GameType states for this variant, where `pdn` are those that PDN has.
    pub(super) fn stated_coordinates(&self, variant: Variant, pdn: Coordinates) -> Option<Coordinates> {
        GameType::parse(self.known("GameType")?)?.coordinates(variant, pdn)
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Words beside the name of a variant. `checkers` alone is one.
const GENERIC: [&str; 6] = ["checkers", "draughts", "dam", "damas", "dames", "game"];

/// The variant with this name, or the only one that words of it name: `American/English`, `Russian draughts`.
fn named(name: &str) -> Option<Variant> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_generic = |word: &str| GENERIC.iter().any(|own| own.eq_ignore_ascii_case(word));
    let is_name = |word: &&str| !is_generic(word) && !word.bytes().all(|byte| byte.is_ascii_digit());
    let mut of_words = words.filter(is_name).filter_map(|word| word.parse().ok());
    let only = || of_words.next().filter(|first: &Variant| of_words.all(|other| other == *first));
    name.trim().parse().ok().or_else(only)
}

/// The tags of the roster in the order of PDN 3.0, and the type of the game after them.
const ROSTER: [&str; 8] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"];

/// The place of a tag among the others: the same for all outside the roster.
fn rank(name: &str) -> usize {
    ROSTER.iter().position(|own| own.eq_ignore_ascii_case(name)).unwrap_or(ROSTER.len())
}

/// Whether this is a valid name: letters, digits and `_`, a letter first. (PDN requires a capital; files do not
/// comply.)
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Parses a tag at the beginning of a text: its name, its value and its length in bytes; `None` if it is not a tag.
/// `\"` and `\\` are escapes. A quote without a following `]` is part of the value too, since many programs do not
/// escape quotes.
pub(super) fn parse_tag(text: &str) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name = &inside[..inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?];
    let quoted = inside[name.len()..].trim_start().strip_prefix('"')?;
    let start = text.len() - quoted.len();
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    letters.next();
                }
                _ => value.push('\\'),
            },
            '"' => {
                let rest = &quoted[at + 1..];
                if let Some(behind) = rest.trim_start().strip_prefix(']') {
                    let end = start + quoted.len() - behind.len();
                    return is_name(name).then_some((name, value, end));
                }
                value.push('"');
            }
            _ => value.push(letter),
        }
    }
    None
}

/// Whether a line begins like a tag.
pub(super) fn begins_like_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    let name = inside.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    is_name(&inside[..name]) && inside[name..].trim_start().starts_with('"')
}

/// The GameType tag of a variant, such as `20,W,10,10,N2,0`: number, side that begins, width, height, notation
/// (`N` for numbers, `A` for letters, and the corner of square 1 from the beginner's side), and 1 if the board is mirrored.
pub fn game_type(variant: Variant) -> String {
    let (articles, board) = (variant.articles(), variant.board());
    let (number, first) = (articles.game_type, articles.first.letter());
    let corner = match articles.square_one {
        Corner::LowerLeft => 0,
        Corner::LowerRight => 1,
        Corner::UpperLeft => 2,
        Corner::UpperRight => 3,
    };
    let notation = match articles.notation {
        MoveNotation::Numbers => 'N',
        MoveNotation::Letters { .. } => 'A',
    };
    format!("{number},{first},{},{},{notation}{corner},{}", board.columns, board.rows, u8::from(board.mirrored))
}

/// What PlayStrategy writes for English draughts, which is 21 in the standard.
const ENGLISH_OF_PLAY_STRATEGY: u32 = 32;
/// What lidraughts writes for international draughts from a position.
const FROM_POSITION_OF_LIDRAUGHTS: u32 = 99;

/// The tag GameType: a number, and what is known of the fields behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameType {
    number: u32,
    first: Option<Side>,
    /// Columns and rows.
    size: Option<[usize; 2]>,
    /// Whether squares have letters, and the corner from which they count, as the side that begins sees it.
    notation: Option<(bool, Corner)>,
}

impl GameType {
    /// Parses a GameType; `None` if it does not begin with the number of a variant.
    fn parse(text: &str) -> Option<GameType> {
        let mut fields = text.split(',').map(str::trim);
        let number = match fields.next()?.parse().ok()? {
            ENGLISH_OF_PLAY_STRATEGY => Variant::ENGLISH.articles().game_type,
            FROM_POSITION_OF_LIDRAUGHTS => Variant::INTERNATIONAL.articles().game_type,
            number => number,
        };
        let first = fields.next().and_then(|letter| {
            Side::ALL.into_iter().find(|side| letter.eq_ignore_ascii_case(&side.letter().to_string()))
        });
        let mut length = || fields.next()?.parse().ok();
        let size = length().zip(length()).map(|(columns, rows)| [columns, rows]);
        let game_type = GameType { number, first, size, notation: fields.next().and_then(notation) };
        by_number(number).map(|_| game_type)
    }

    /// Its variants, the likeliest first: those where the same side begins, and which have the same notation.
    fn variants(&self, is_lettered: Option<bool>) -> Vec<Variant> {
        let has_number = |variant: &Variant| variant.articles().game_type == self.number;
        let has_size =
            |variant: &Variant| self.size.is_none_or(|size| size == [variant.board().columns, variant.board().rows]);
        let mut variants: Vec<_> = Variant::ALL.iter().copied().filter(has_number).collect();
        if variants.iter().any(has_size) {
            variants.retain(has_size);
        }
        variants.extend(by_number(self.number).filter(|_| variants.is_empty()));
        let is_lettered = self.notation.map(|(is_lettered, _)| is_lettered).or(is_lettered);
        variants.sort_by_key(|variant| {
            let articles = variant.articles();
            let other_side = self.first.is_some_and(|first| first != articles.first);
            let has_letters = articles.notation != MoveNotation::Numbers;
            let mirrored = self.notation.is_some_and(|(_, corner)| has_letters && corner != articles.square_one);
            (other_side, is_lettered.is_some_and(|is_lettered| is_lettered != has_letters), mirrored)
        });
        variants
    }

    /// The coordinates that it states for a variant.
    fn coordinates(&self, variant: Variant, pdn: Coordinates) -> Option<Coordinates> {
        let (is_lettered, corner) = self.notation?;
        let first = self.first.unwrap_or(variant.articles().first);
        let corner = if first == Side::White { corner } else { corner.opposite() };
        // What kurnik (now PlayOK) writes for international draughts, whose square 1 is at its usual place.
        let is_of_kurnik = variant == Variant::INTERNATIONAL && !is_lettered && corner == Corner::LowerRight;
        Some(match is_lettered {
            _ if is_of_kurnik => pdn,
            true => Coordinates { letters: corner, ..pdn },
            false => Coordinates { numbers: corner, ..pdn },
        })
    }
}

/// The notation field of a GameType, such as `N2`.
fn notation(field: &str) -> Option<(bool, Corner)> {
    let corner = match field.get(1..)? {
        "0" => Corner::LowerLeft,
        "1" => Corner::LowerRight,
        "2" => Corner::UpperLeft,
        "3" => Corner::UpperRight,
        _ => return None,
    };
    let is_lettered = match field.get(..1)? {
        "A" | "a" => true,
        "N" | "n" => false,
        _ => return None,
    };
    Some((is_lettered, corner))
}

/// The variant of a number alone; the first one if there are several. Some have the number of a second name.
fn by_number(number: u32) -> Option<Variant> {
    let mut all = Variant::ALL.iter().copied();
    all.find(|variant| variant.articles().game_type == number).or_else(|| number.to_string().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeliest(game_type: &str) -> Option<Variant> {
        GameType::parse(game_type)?.variants(None).first().copied()
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        let codes: Vec<_> = Variant::ALL.iter().map(|variant| game_type(*variant)).collect();
        let known = [
            "21,B,8,8,N1,0",   // English, and give-away
            "20,W,10,10,N2,0", // international, and killer
            "98,W,10,10,N2,0",
            "40,W,10,10,N2,0",
            "97,W,10,10,N2,0",
            "96,W,10,10,N2,0",
            "25,W,8,8,A0,0", // Russian, and poddavki
            "26,W,8,8,A0,0",
            "23,B,8,8,N1,0",
            "23,W,8,8,A0,0", // unified pool
            "23,B,8,8,A1,1", // Jamaican
            "22,W,8,8,N2,1",
            "24,W,8,8,N1,1",
            "29,W,8,8,A0,0",
            "31,B,8,8,N2,0",
            "30,W,8,8,A0,0",
            "27,W,12,12,N2,0",
        ];
        assert!(codes.iter().all(|code| known.contains(&code.as_str())), "{codes:?}");
        assert!(known.iter().all(|&code| GameType::parse(code).is_some()), "{codes:?}");
        assert_eq!(likeliest("28,W,8,8,N1,1"), Some(Variant::SPANISH));
    }

    #[test]
    fn the_code_of_play_strategy_means_english() {
        assert_eq!(likeliest("32,B,8,8,N1,0"), Some(Variant::ENGLISH));
        assert_eq!(GameType::parse("33,B,8,8,N1,0"), None);
    }

    #[test]
    fn an_unknown_name_leaves_the_variant_to_the_code() {
        let variant = |game_type: &str, name: &str| {
            let mut tags = Tags::default();
            tags.set("GameType", game_type);
            tags.set("Variant", name);
            tags.variants(None).map(|variants| variants.first().copied())
        };
        assert_eq!(variant("20", "Standard (international) checkers"), Ok(Some(Variant::INTERNATIONAL)));
        assert_eq!(variant("21", "giveaway"), Ok(Some(Variant::GIVEAWAY)));
        assert_eq!(variant("20", "Antidraughts"), Ok(Some(Variant::LOSING)));
        assert_eq!(variant("33", "Sri Lankan"), Err(PdnFault::Variant("Sri Lankan".to_owned())));
    }

    #[test]
    fn a_variant_that_is_set_is_read() {
        for &variant in Variant::ALL {
            let mut tags = Tags::default();
            assert_eq!(tags.variants(None), Ok(Vec::new()));
            tags.set_variant(variant);
            assert_eq!(tags.variants(None).map(|variants| variants[0]), Ok(variant));
        }
        let mut tags = Tags::default();
        tags.set("Variant", "Standard");
        tags.set_variant(Variant::ENGLISH);
        assert_eq!(tags.variants(None), Ok(vec![Variant::ENGLISH]), "another name would override the code");
    }

    #[test]
    fn a_code_need_not_be_ours() {
        for (text, variant) in [
            ("20", Variant::INTERNATIONAL),
            (" 21 ", Variant::ENGLISH),
            ("21,B,8,8,N1", Variant::ENGLISH),
            ("20,W,10,10,N2,1", Variant::INTERNATIONAL),
            ("98", Variant::LOSING),
            ("99", Variant::INTERNATIONAL),
            ("20,W,10,10,N1,0", Variant::INTERNATIONAL),
            ("25,W,8,8,N0,0", Variant::RUSSIAN),
            ("25,W,8,8,A1,0", Variant::RUSSIAN),
            ("20,B", Variant::INTERNATIONAL),
            ("21,B,8,8,A1,0", Variant::ENGLISH),
            ("21,w,8,8,n2", Variant::ENGLISH),
            ("98,W,10,10,N1,0,0", Variant::LOSING),
            ("22,W,8,8,?", Variant::ITALIAN),
        ] {
            assert_eq!(likeliest(text), Some(variant), "{text}");
        }
        for text in ["", "x", "33", "chess"] {
            let mut tags = Tags::default();
            tags.set("GameType", text);
            let read = tags.variants(None);
            if text.is_empty() {
                assert_eq!(read, Ok(Vec::new()));
                continue;
            }
            let error = read.expect_err("it is not known").to_string();
            let expected = "expected a number that PDN gives to a game, such as 20 (international) or 21 (english)";
            assert_eq!(error, format!("unknown GameType {text:?}: {expected}"));
        }
        let mut tags = Tags::default();
        tags.set("GameType", "Russian draughts");
        assert_eq!(tags.variants(None), Ok(vec![Variant::RUSSIAN]));
    }
}
