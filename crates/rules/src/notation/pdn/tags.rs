//! The tags of a game, and the variant in the tags `GameType` and `Variant`.

use std::fmt;

use super::super::{Coordinates, clipped, is_quote};
use super::PdnFault;
use super::tree::Note;
use crate::rules::{Corner, MoveNotation, Side, Variant, is_generic, variant_of_country, variants_in};

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
    /// How it is written: `[Name "value"]`; empty where words beside the moves say it.
    pub(super) written: String,
    /// Its line, from 1; 0 for a tag that was not read.
    pub(super) line: u64,
}

impl Tag {
    fn new(name: &str, value: String) -> Tag {
        let written = format!("[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        Tag { before: Vec::new(), name: name.to_owned(), value, written, line: 0 }
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
    /// `is_name`) is dropped.
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

    /// The line of a tag that was read.
    pub(super) fn line_of(&self, name: &str) -> Option<u64> {
        let tag = self.0.iter().rfind(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some(tag.line).filter(|line| *line > 0)
    }

    /// Adds a tag as it was read, after the others.
    pub(super) fn add(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    /// Adds what the words of a game say, which is written in these alone, unless a tag says it.
    pub(super) fn add_unwritten(&mut self, name: &str, value: String) {
        if self.known(name).is_none() {
            self.add(Tag { before: Vec::new(), name: name.to_owned(), value, written: String::new(), line: 0 });
        }
    }

    /// Whether a tag is the first one of another position, where these have one already: another FEN, or the tag that these
    /// begin with.
    pub(super) fn begin_again_with(&self, tag: &Tag) -> bool {
        let is_first = self.begin_with(&tag.name);
        let is_fen = tag.name.eq_ignore_ascii_case("FEN");
        self.known("FEN").is_some_and(|fen| if is_fen { fen != tag.value } else { is_first })
    }

    /// Whether the first tag has this name.
    pub(super) fn begin_with(&self, name: &str) -> bool {
        self.0.first().is_some_and(|first| first.name.eq_ignore_ascii_case(name))
    }

    /// The tags that are written.
    pub(super) fn written(&self) -> impl Iterator<Item = &Tag> {
        self.0.iter().filter(|tag| !tag.written.is_empty())
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

    /// The variants that the tags state. An unknown name beside a GameType is none: py-draughts writes `Standard
    /// (international) checkers` beside 20. `is_lettered` says whether the game has squares by letters.
    pub(super) fn variants(&self, is_lettered: Option<bool>) -> Result<StatedVariants, PdnFault> {
        let name = self.known("Variant").filter(|name| !names_no_game(name));
        let of_type = self.known("GameType").map(|text| match GameType::parse(text) {
            Some(game_type) => Ok(game_type.variants(is_lettered)),
            None => Some(variants_in(text))
                .filter(|named| !named.is_empty())
                .ok_or_else(|| PdnFault::GameType(clipped(text))),
        });
        let Some(name) = name else {
            return Ok(StatedVariants { coded: of_type.transpose()?.unwrap_or_default(), ..StatedVariants::default() });
        };
        let named = variants_in(name);
        if named.is_empty() {
            return match of_type {
                Some(Ok(coded)) => Ok(StatedVariants { named: None, coded, ignores_name: true }),
                _ => Err(PdnFault::Variant(clipped(name))),
            };
        }
        // Only the name tells these from the games whose GameType they have.
        let coded = of_type.and_then(Result::ok).unwrap_or_default();
        Ok(match named[..] {
            [named] => {
                let is_meant = coded.is_empty() || coded.contains(&named) || !is_from_position(name);
                StatedVariants { named: Some(named).filter(|_| is_meant), coded, ignores_name: false }
            }
            _ if coded.is_empty() => StatedVariants { coded: named, ..StatedVariants::default() },
            _ => StatedVariants { coded, ..StatedVariants::default() },
        })
    }

    /// The variant that the event or the place names: `Russian draughts championship`.
    pub(in super::super) fn hinted(&self) -> Option<Variant> {
        let texts = || ["Event", "Site"].iter().filter_map(|name| self.known(name));
        if !texts().any(is_of_draughts) {
            return None;
        }
        let of_country = || texts().filter(|text| is_of_draughts(text)).find_map(variant_of_country);
        texts().find_map(hinted).or_else(of_country)
    }

    /// The side that begins, as the GameType states it.
    pub(super) fn stated_first(&self) -> Option<Side> {
        GameType::parse(self.known("GameType")?)?.first
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

/// What the tags say of the variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StatedVariants {
    /// The one that the tag Variant names.
    pub(super) named: Option<Variant>,
    /// Those of the GameType, the likeliest first.
    pub(super) coded: Vec<Variant>,
    /// Whether the tag Variant has a name that is not known.
    pub(super) ignores_name: bool,
}

impl StatedVariants {
    /// The likeliest.
    pub(super) fn first(&self) -> Option<Variant> {
        self.named.or(self.coded.first().copied())
    }

    /// Whether the tags name different games.
    pub(super) fn is_conflict(&self) -> bool {
        self.named.is_some_and(|named| !self.coded.is_empty() && !self.coded.contains(&named))
    }
}

/// Whether a name is one of the whole family, such as `Draughts`.
fn names_no_game(name: &str) -> bool {
    let is_number = name.trim().bytes().all(|byte| byte.is_ascii_digit());
    !is_number && variants_in(name).is_empty() && is_generic(name)
}

/// Whether a name says no more than that a game does not begin at the start, as lidraughts writes it for any of its games.
fn is_from_position(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("From Position")
}

/// Names of games that are words of other meanings where they do not stand alone.
const ALONE: [&str; 2] = ["killer", "breakthrough"];

/// How words for the whole family, and those for a game that no country or people is called by, begin.
const STEMS: [&str; 20] = [
    "lidraughts",
    "killerdam",
    "checker",
    "draught",
    "dam",
    "dám",
    "шашк",
    "шашек",
    "shash",
    "warcab",
    "kabe",
    "poddav",
    "поддав",
    "піддав",
    "giveaway",
    "antidraughts",
    "anticheckers",
    "weggeef",
    "makhos",
    "หมากฮอส",
];

/// Whether a text tells of draughts.
pub(super) fn is_of_draughts(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    // With its mark, the name is of no language.
    words.any(|word| STEMS.iter().any(|stem| word.starts_with(stem)))
        || text.to_lowercase().contains("frysk!")
        || ALONE.iter().any(|name| text.trim().eq_ignore_ascii_case(name))
}

/// The only variant that words of a text name, but for those of the whole family.
pub fn hinted(text: &str) -> Option<Variant> {
    let [only] = variants_in(text)[..] else { return None };
    Some(only).filter(|_| !is_generic(text))
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
                let next = rest.trim_start();
                // Before another tag the bracket is missing.
                if next.starts_with(']') || begins_like_tag(next) {
                    let end = start + quoted.len() - next.strip_prefix(']').unwrap_or(rest).len();
                    return is_name(name).then_some((name, value, end));
                }
                value.push('"');
            }
            _ => value.push(letter),
        }
    }
    None
}

/// Parses a tag that is not as it should be, though it is plain what is meant: with other quotation marks, or one of them or
/// none, with `=` or `:` behind the name, or without the bracket at the end of the line. A tag without quotation marks is
/// one where `may_be_bare`, if its name is a usual one. Returns the same as [`parse_tag`].
pub(super) fn parse_loose_tag(text: &str, may_be_bare: bool) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix(OPENING_BRACKETS)?.trim_start();
    let name = &inside[..inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?];
    let behind = inside[name.len()..].trim_start();
    let value = behind.strip_prefix(['=', ':', '＝', '：']).unwrap_or(behind).trim_start();
    let start = text.len() - value.len();
    let quoted = value.strip_prefix("&quot;").or_else(|| value.strip_prefix(is_quote));
    let is_bare = quoted.is_none() && !value[..bare_end(value)].trim_end().ends_with(is_quote);
    let is_apart = value.len() < inside.len() - name.len() || quoted.is_some();
    if !is_name(name) || !is_apart || (is_bare && !(may_be_bare && is_usual(name))) {
        return None;
    }
    // The end of the value, and of the tag.
    let (value_end, end) = match quoted.and_then(|_| quoted_end(value)) {
        Some(ends) => ends,
        None => {
            let end = bare_end(value);
            (end, end + value[end..].chars().next().map_or(0, char::len_utf8))
        }
    };
    let marks = |text: &str| text.trim().replace("&quot;", "\"");
    let inner = marks(&value[..value_end]);
    let inner = inner.trim_matches(is_quote).trim();
    // The mark alone, or nothing, is not a value.
    (!inner.is_empty() || quoted.is_some_and(|quoted| quoted.starts_with(is_quote)))
        .then(|| (name, inner.to_owned(), start + end))
}

const OPENING_BRACKETS: [char; 2] = ['[', '［'];
const CLOSING_BRACKETS: [char; 2] = [']', '］'];

/// Where a value with a mark at its beginning ends, behind the mark at its end, and where its tag does.
fn quoted_end(value: &str) -> Option<(usize, usize)> {
    let marks = value.char_indices().skip(1).filter(|(_, letter)| is_quote(*letter) || *letter == ';');
    marks.map(|(at, mark)| at + mark.len_utf8()).find_map(|end| {
        let rest = value[end..].trim_start();
        let is_mark = value[..end].ends_with(is_quote) || value[..end].ends_with("&quot;");
        let behind = rest.strip_prefix(CLOSING_BRACKETS);
        let is_end = behind.is_some() || rest.is_empty() || begins_like_tag(rest);
        (is_mark && is_end).then(|| (end, behind.map_or(end, |behind| value.len() - behind.len())))
    })
}

/// Where a value without marks ends: at the last bracket of the first ones, or at the end of the line.
fn bare_end(value: &str) -> usize {
    let is_last = |at: &usize| !value[*at..].chars().nth(1).is_some_and(|next| CLOSING_BRACKETS.contains(&next));
    let mut brackets = value.match_indices(CLOSING_BRACKETS).map(|(at, _)| at);
    brackets.find(is_last).unwrap_or_else(|| value.trim_end().len())
}

/// Whether a tag begins on a line and ends on another: a mail program has cut its value, or the blank before that.
pub(super) fn is_cut(line: &str) -> bool {
    let Some(inside) = line.strip_prefix(OPENING_BRACKETS).map(str::trim) else { return false };
    let name = &inside[..inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len())];
    let value = inside[name.len()..].trim_start().trim_start_matches(['=', ':']).trim_start();
    let Some(mark) = value.chars().next() else { return is_name(name) && is_usual(name) };
    let rest = &value[mark.len_utf8()..];
    let is_open = if mark == '"' { !rest.contains('"') } else { is_quote(mark) && !rest.contains(is_quote) };
    is_name(name) && is_open && !rest.ends_with(CLOSING_BRACKETS)
}

/// A line behind one that [`is_cut`], joined to it; the squares of a position without a blank.
pub(super) fn joined(line: &str, next: &str) -> String {
    let is_position = line.get(1..).is_some_and(|inside| {
        inside.trim_start().get(..3).is_some_and(|name| name.eq_ignore_ascii_case("FEN")) && inside.contains(is_quote)
    });
    format!("{}{}{}", line.trim_end(), if is_position { "" } else { " " }, next.trim())
}

/// Whether a tag has this name in the files of many programs.
pub(super) fn is_usual(name: &str) -> bool {
    const USUAL: [&str; 12] = [
        "FEN",
        "SetUp",
        "Variant",
        "Opening",
        "ECO",
        "PlyCount",
        "Annotator",
        "TimeControl",
        "Termination",
        "Time",
        "UTCDate",
        "UTCTime",
    ];
    let is_own = |own: &&str| own.eq_ignore_ascii_case(name);
    let of_player = |side: &str| name.get(..5).is_some_and(|begin| begin.eq_ignore_ascii_case(side));
    ROSTER.iter().chain(&USUAL).any(is_own) || of_player("White") || of_player("Black")
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

/// The number of the GameType of the variant with this name.
pub(in super::super) fn game_number(name: &str) -> Option<u32> {
    variants_in(name).first().map(|variant| variant.articles().game_type)
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

/// The numbers of PDN with the variant of each: `20 (international), 21 (english)`.
pub(super) fn numbers() -> String {
    let mut numbers: Vec<_> = Variant::ALL.iter().map(|variant| variant.articles().game_type).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let named = numbers.iter().filter_map(|&number| Some(format!("{number} ({})", by_number(number)?)));
    named.collect::<Vec<_>>().join(", ")
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
            tags.variants(None).map(|stated| stated.first())
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
            assert_eq!(tags.variants(None), Ok(StatedVariants::default()));
            tags.set_variant(variant);
            let stated = tags.variants(None).map(|stated| stated.first());
            assert_eq!(stated, Ok(Some(variant)));
        }
        let mut tags = Tags::default();
        tags.set("Variant", "Standard");
        tags.set_variant(Variant::ENGLISH);
        let stated = tags.variants(None).map(|stated| stated.named);
        assert_eq!(stated, Ok(Some(Variant::ENGLISH)), "another name would override the code");
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
                assert_eq!(read, Ok(StatedVariants::default()));
                continue;
            }
            let error = read.expect_err("it is not known").to_string();
            let expected =
                "expected a number that PDN gives to a game: 20 (international), 21 (english), 22 (italian), ";
            assert!(error.starts_with(&format!("unknown GameType {text:?}: {expected}")), "{error}");
        }
        let mut tags = Tags::default();
        tags.set("GameType", "Russian draughts");
        assert_eq!(tags.variants(None).map(|stated| stated.coded), Ok(vec![Variant::RUSSIAN]));
    }
}
