//! Variants in the tags `GameType` and `Variant`.

use super::super::clipped;
use super::{PdnFault, Tags};
use crate::rules::{Corner, Variant};

const fn corner_digit(corner: Corner) -> u8 {
    match corner {
        Corner::LowerLeft => 0,
        Corner::LowerRight => 1,
        Corner::UpperLeft => 2,
        Corner::UpperRight => 3,
    }
}

/// The GameType tag of a variant, such as `20,W,10,10,N2,0`: number, side that begins, width, height, notation (numeric,
/// and the corner of square 1 from the beginner's side), and 1 if the board is mirrored.
pub fn game_type(variant: Variant) -> String {
    let (articles, board) = (variant.articles(), variant.board());
    let (number, first, corner) = (articles.game_type, articles.first.letter(), corner_digit(articles.square_one));
    format!("{number},{first},{},{},N{corner},{}", 2 * board.row, board.rows, u8::from(board.mirrored))
}

/// Sets the tags of the variant.
pub(super) fn tell(variant: Variant, tags: &mut Tags) {
    tags.set("GameType", game_type(variant));
    let is_ambiguous = by_number(variant.articles().game_type) != Some(variant);
    // Another name would go before the GameType.
    if is_ambiguous || tags.known("Variant").is_some() {
        tags.set("Variant", variant.name());
    }
}

/// The variant in the tags; `None` if there is none. The name of a variant goes before the GameType, which has no code for
/// some, unless it is unknown: py-draughts writes `Standard (international) checkers` beside 20.
pub(super) fn told(tags: &Tags) -> Result<Option<Variant>, PdnFault> {
    let game_type = tags.known("GameType").map(parse);
    let Some(name) = tags.known("Variant") else { return game_type.transpose() };
    match (name.trim().parse(), game_type) {
        (Ok(variant), _) | (Err(_), Some(Ok(variant))) => Ok(Some(variant)),
        (Err(_), _) => Err(PdnFault::Variant { token: clipped(name) }),
    }
}

/// What PlayStrategy writes for English draughts, which is 21 in the standard.
const ENGLISH_OF_PLAY_STRATEGY: u32 = 32;
/// What lidraughts writes for international draughts from a position.
const FROM_POSITION_OF_LIDRAUGHTS: u32 = 99;

/// What kurnik (now PlayOK) writes for the notation of international draughts, whose square 1 is at its usual place.
const NOTATION_OF_KURNIK: &str = "N1";

/// Parses a GameType. The first number is enough; if there is more, it must be the supported notation.
fn parse(text: &str) -> Result<Variant, PdnFault> {
    let fault = || PdnFault::GameType { token: clipped(text), expected: expected() };
    let fields: Vec<_> = text.split(',').map(str::trim).collect();
    let number = fields.first().and_then(|number| number.parse().ok()).ok_or_else(fault)?;
    let number = match number {
        ENGLISH_OF_PLAY_STRATEGY => Variant::ENGLISH.articles().game_type,
        FROM_POSITION_OF_LIDRAUGHTS => Variant::INTERNATIONAL.articles().game_type,
        number => number,
    };
    let variant = by_number(number).ok_or_else(fault)?;
    let full = game_type(variant);
    // The last field, the inversion of the board, only concerns diagrams.
    let is_of_kurnik = |theirs: &str| variant == Variant::INTERNATIONAL && theirs == NOTATION_OF_KURNIK;
    let mut pairs = full.split(',').zip(&fields).skip(1).take(4);
    let agrees = pairs.all(|(ours, theirs)| ours == *theirs || is_of_kurnik(theirs) && ours.starts_with('N'));
    if agrees && fields.len() <= 6 { Ok(variant) } else { Err(fault()) }
}

/// The variant of a number alone; the first one if there are several.
fn by_number(number: u32) -> Option<Variant> {
    Variant::ALL.iter().copied().find(|variant| variant.articles().game_type == number)
}

fn expected() -> String {
    let mut codes: Vec<_> = Variant::ALL.iter().map(|variant| game_type(*variant)).collect();
    codes.dedup();
    codes.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_standard() {
        let codes: Vec<_> = Variant::ALL.iter().map(|variant| game_type(*variant)).collect();
        assert_eq!(codes, ["21,B,8,8,N1,0", "21,B,8,8,N1,0", "20,W,10,10,N2,0", "98,W,10,10,N2,0"]);
    }

    #[test]
    fn the_code_of_play_strategy_means_english() {
        assert_eq!(parse("32,B,8,8,N1,0"), Ok(Variant::ENGLISH));
        assert!(parse("32,W,10,10,N2,0").is_err() && parse("33,B,8,8,N1,0").is_err());
    }

    #[test]
    fn an_unknown_name_leaves_the_variant_to_the_code() {
        let variant = |game_type: &str, name: &str| {
            let mut tags = Tags::default();
            tags.set("GameType", game_type);
            tags.set("Variant", name);
            told(&tags)
        };
        assert_eq!(variant("20", "Standard (international) checkers"), Ok(Some(Variant::INTERNATIONAL)));
        assert_eq!(variant("21", "giveaway"), Ok(Some(Variant::GIVEAWAY)));
        assert_eq!(variant("20", "Antidraughts"), Ok(Some(Variant::LOSING)));
        assert_eq!(variant("40", "Frisian"), Err(PdnFault::Variant { token: "Frisian".to_owned() }));
    }

    #[test]
    fn what_is_told_is_understood() {
        for &variant in Variant::ALL {
            let mut tags = Tags::default();
            assert_eq!(told(&tags), Ok(None));
            tell(variant, &mut tags);
            assert_eq!(told(&tags), Ok(Some(variant)));
        }
        let mut tags = Tags::default();
        tags.set("Variant", "Standard");
        tell(Variant::ENGLISH, &mut tags);
        assert_eq!(told(&tags), Ok(Some(Variant::ENGLISH)), "another name would go before the code");
        for (text, variant) in [
            ("20", Variant::INTERNATIONAL),
            (" 21 ", Variant::ENGLISH),
            ("21,B,8,8,N1", Variant::ENGLISH),
            ("20,W,10,10,N2,1", Variant::INTERNATIONAL),
            ("98", Variant::LOSING),
            ("99", Variant::INTERNATIONAL),
            ("20,W,10,10,N1,0", Variant::INTERNATIONAL),
        ] {
            assert_eq!(parse(text), Ok(variant), "{text}");
        }
        for text in
            ["", "x", "25", "20,B", "20,W,8", "21,B,8,8,A1,0", "21,B,8,8,N2", "98,W,10,10,N1,0", "20,W,10,10,N2,0,0"]
        {
            let error = parse(text).expect_err("it is not known").to_string();
            let expected = "21,B,8,8,N1,0 or 20,W,10,10,N2,0 or 98,W,10,10,N2,0";
            assert_eq!(error, format!("unknown GameType {text:?}: expected {expected}"));
        }
    }
}
