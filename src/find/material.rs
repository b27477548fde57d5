//! How many pieces each side has.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crownhead_rules::text::quoted;
use crownhead_rules::{AnyPosition, Side};

/// Limits of the men, the kings and the pieces of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialLimits {
    /// White's first.
    sides: [Limits; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Limits {
    men: RangeInclusive<u32>,
    kings: RangeInclusive<u32>,
    pieces: RangeInclusive<u32>,
}

const ANY: RangeInclusive<u32> = 0..=u32::MAX;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no material: expected a side, then numbers of men (m), kings (k) or pieces (p), such as W5m1k:B4..6m or \
     W..8p:B..8p"
)]
pub struct MaterialError(String);

impl MaterialLimits {
    /// Whether the pieces of a position are within the limits.
    pub fn allows(&self, position: &AnyPosition) -> bool {
        Side::ALL.into_iter().zip(&self.sides).all(|(side, limits)| {
            let [men, kings] = [position.men(side).len(), position.kings(side).len()];
            limits.men.contains(&men) && limits.kings.contains(&kings) && limits.pieces.contains(&(men + kings))
        })
    }
}

impl FromStr for MaterialLimits {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<MaterialLimits, MaterialError> {
        read(text).ok_or_else(|| MaterialError(quoted(text)))
    }
}

fn read(text: &str) -> Option<MaterialLimits> {
    let mut sides = [None, None];
    for section in text.trim().split(':') {
        let section = section.trim().to_ascii_lowercase();
        let side = match section.chars().next()? {
            'w' => Side::White,
            'b' => Side::Black,
            _ => return None,
        };
        let limits = &mut sides[side.index()];
        if limits.is_some() {
            return None;
        }
        *limits = Some(read_limits(&section[1..])?);
    }
    let any = || Limits { men: ANY, kings: ANY, pieces: ANY };
    Some(MaterialLimits { sides: sides.map(|limits| limits.unwrap_or_else(any)) })
}

/// Reads the limits of a side, such as `4..6m0k`: at least one.
fn read_limits(text: &str) -> Option<Limits> {
    let (mut men, mut kings, mut pieces) = (None, None, None);
    for term in text.split_inclusive(['m', 'k', 'p']) {
        let unit = term.chars().next_back()?;
        let place = match unit {
            'm' => &mut men,
            'k' => &mut kings,
            'p' => &mut pieces,
            _ => return None,
        };
        let range = read_range(term[..term.len() - 1].trim_matches(|c: char| c.is_whitespace() || c == ','))?;
        if place.replace(range).is_some() {
            return None;
        }
    }
    if men.is_none() && kings.is_none() && pieces.is_none() {
        return None;
    }
    Some(Limits { men: men.unwrap_or(ANY), kings: kings.unwrap_or(ANY), pieces: pieces.unwrap_or(ANY) })
}

/// Reads `5`, `4..6`, `4..` or `..6`.
fn read_range(text: &str) -> Option<RangeInclusive<u32>> {
    let Some((least, most)) = text.split_once("..") else {
        let only = text.parse().ok()?;
        return Some(only..=only);
    };
    let least = if least.is_empty() { 0 } else { least.parse().ok()? };
    let most = if most.is_empty() { u32::MAX } else { most.parse().ok()? };
    (least <= most && text != "..").then_some(least..=most)
}

#[cfg(test)]
mod tests {
    use crownhead_rules::Variant;
    use crownhead_rules::notation::fen;

    use super::*;

    #[test]
    fn limits_are_of_men_kings_and_pieces() {
        let position = fen::parse(Variant::INTERNATIONAL, "W:W31,32,K5:B1,2,3,4").expect("it is well formed");
        for (text, allows) in [
            ("W2m", true),
            ("W2m1k:B4m0k", true),
            ("w 2m, 1k : b 4m", true),
            ("B4m1k", false),
            ("B1..4m", true),
            ("B5..m", false),
            ("B..3m", false),
            ("W3p:B4p", true),
            ("W..2p", false),
            ("W1..k", true),
        ] {
            let limits: MaterialLimits = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(limits.allows(&position), allows, "{text}");
        }
        for text in ["", "W", "5m", "W5", "W5m:W5m", "W5m4m", "W6..4m", "W..m", "Wxm", "W5m:", "W5q", "W-1m"] {
            assert!(text.parse::<MaterialLimits>().is_err(), "{text}");
        }
    }
}
