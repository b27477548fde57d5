//! The names of games in a text. Case, accents, blanks, hyphens and the order of words do not matter, and where the moves
//! of a game can tell, neither do endings and other words.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::Variant;
use crate::text::{quoted, without_accents};

/// A name that no variant has, or that several have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant {
    name: String,
    /// The variants that have it.
    candidates: Vec<Variant>,
}

impl UnknownVariant {
    /// The variants that have the name: none, or several.
    pub fn candidates(&self) -> &[Variant] {
        &self.candidates
    }
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_unknown = self.candidates.is_empty();
        let (kind, expected) = if is_unknown { ("unknown", Variant::ALL) } else { ("ambiguous", self.candidates()) };
        write!(f, "{kind} variant \"{}\": expected {}", self.name, listed(expected))
    }
}

impl Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Understands names and aliases, also among words for the whole family: `Damas brasileiras`, `Pool (American)`. With
    /// any other word, no variant is meant.
    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        if let Some(variant) = Variant::ALL.iter().find(|variant| variant.name() == text) {
            return Ok(*variant);
        }
        let candidates = common(&named(text, true));
        match candidates[..] {
            [only] => Ok(only),
            _ => Err(UnknownVariant { name: quoted(text), candidates }),
        }
    }
}

/// The variants that a text names among other words, as that of an event: none, or perhaps several.
pub(crate) fn variants_in(text: &str) -> Vec<Variant> {
    common(&named(text, false))
}

/// The variant of the country that an event names, which has no other name of a game and to which nobody comes from
/// abroad: where people play draughts, they play that.
pub(crate) fn variant_of_country(text: &str) -> Option<Variant> {
    let words = words(text);
    let has_one_of = |list: &str| list.split_whitespace().any(|own| words.iter().any(|word| word == own));
    let mut of_countries = COUNTRIES.iter().filter(|(_, names)| has_one_of(names)).map(|(variant, _)| *variant);
    let only = of_countries.next().filter(|_| of_countries.next().is_none())?;
    (!has_one_of(ABROAD) && named(text, false).is_empty()).then_some(only)
}

/// Countries in the languages of those who play, by their game.
const COUNTRIES: [(Variant, &str); 7] = [
    (
        Variant::RUSSIAN,
        "russia россия россии росія росії rusland russland russie rusia rússia rosja rosji rusko ruska venemaa",
    ),
    (
        Variant::BRAZILIAN,
        "brasil brazílie бразилия бразилии бразилію бразилії brazylia brazylii brésil brasilien brazilië brasile",
    ),
    (
        Variant::CZECH,
        "čr česko česka česku čechy čech czechia чехия чехии чехія чехії tsjechië tschechien tchéquie czechy",
    ),
    (Variant::ITALIAN, "italia italy италия италии італія італії italien italie italië włochy włoch itálie itália"),
    (
        Variant::SPANISH,
        "españa spain испания испании іспанія іспанії spanien espagne spanje hiszpania hiszpanii espanha spagna",
    ),
    (
        Variant::TURKISH,
        "türkiye turkey turkije турция турции туреччина туреччини türkei turquie turquía turcja turcji turecko",
    ),
    (Variant::JAMAICAN, "jamaika ямайка ямайки jamaïque jamajka jamajki"),
];

/// Words of events to which players come from abroad.
const ABROAD: &str = "open опен world мира світу monde mundial mondial wereldkampioenschap wk ek europe europa европы";

/// The variants that all names can mean.
fn common(named: &[Vec<Variant>]) -> Vec<Variant> {
    let is_common = |variant: &Variant| named.iter().all(|others| others.contains(variant));
    named.first().into_iter().flatten().copied().filter(is_common).collect()
}

/// Variants for messages: `english, giveaway or losing`.
pub(super) fn listed(variants: &[Variant]) -> String {
    let names: Vec<_> = variants.iter().map(|variant| variant.name()).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Words beside the name of a variant, without accents. `checkers` alone is one.
const GENERIC: &str = "checker checkers draught draughts shashki шашки dam dama dame damas dames damen dammen damspel damjen \
                       damasi warcaby dambrete saskes kabe game games variant rules jeu jogo juego a de the las";

/// Whether all words of a text are beside names of games: for the whole family, or numbers.
pub(crate) fn is_generic(text: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
    words(&without_accents(text)).iter().all(|word| is_number(word) || GENERIC.split(' ').any(|own| own == word))
}

/// A name of a variant in small letters, as it is written and without accents; nothing but letters and digits.
struct Name {
    written: String,
    plain: String,
    variant: Variant,
}

static NAMES: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let names = |variant: &'static Variant| {
        let names = [variant.name()].into_iter().chain(variant.articles().aliases.split(','));
        names.filter(|name| !name.is_empty()).map(|name| {
            let written = words(name).concat();
            Name { plain: without_accents(&written), written, variant: *variant }
        })
    };
    Variant::ALL.iter().flat_map(names).collect()
});

/// The words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The variants that each name in a text can mean. Strictly, names have no other endings, and there are no other words.
fn named(text: &str, is_strict: bool) -> Vec<Vec<Variant>> {
    /// The most words of a name with generic ones, and of a text.
    const MOST_OF_NAME: usize = 5;
    const MOST: usize = 40;
    let words = words(text);
    let words = &words[..words.len().min(MOST)];
    let written = words.concat();
    let whole = with_name(|name| name.written == written);
    if !whole.is_empty() {
        return vec![whole];
    }
    let (mut found, mut rest) = (Vec::new(), words);
    while !rest.is_empty() {
        let longest = rest.len().min(MOST_OF_NAME);
        let mut lengths = (1..=longest).rev().map(|length| (length, meant(&rest[..length], is_strict)));
        let name = lengths.find(|(_, own)| !own.is_empty());
        if is_strict && name.is_none() && !is_generic(&rest[0]) {
            return Vec::new();
        }
        let (length, variants) = name.unwrap_or((1, Vec::new()));
        found.extend(Some(variants).filter(|variants| !variants.is_empty()));
        rest = &rest[length..];
    }
    found
}

/// The variants with the name that these words are: all of them, or but for generic ones, in their order or backward;
/// or else, unless it is strict, with another ending.
fn meant(words: &[String], is_strict: bool) -> Vec<Variant> {
    let telling: Vec<&str> = words.iter().map(String::as_str).filter(|word| !is_generic(word)).collect();
    if telling.is_empty() && words.len() == 1 {
        return Vec::new();
    }
    let backward: Vec<&str> = telling.iter().rev().copied().collect();
    let whole = without_accents(&words.concat());
    let spelled = [telling, backward].map(|words| without_accents(&words.concat()));
    let exact = || [&whole].into_iter().chain(&spelled).map(|own| with_name(|name| name.plain == *own));
    let ending = spelled.iter().filter(|_| !is_strict).map(|own| with_name(|name| is_inflected(own, &name.plain)));
    exact().chain(ending).find(|variants| !variants.is_empty()).unwrap_or_default()
}

fn with_name(is_own: impl Fn(&Name) -> bool) -> Vec<Variant> {
    let mut variants: Vec<_> = NAMES.iter().filter(|name| is_own(name)).map(|name| name.variant).collect();
    variants.dedup();
    variants
}

/// Whether two words differ in no more than their endings.
fn is_inflected(one: &str, other: &str) -> bool {
    let letters = |word: &str| word.chars().count();
    let common = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    common >= 5 && letters(one).max(letters(other)) - common <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_several_games_names_them() {
        for (text, error) in [
            ("Draughts-64", "ambiguous variant \"Draughts-64\": expected russian or brazilian"),
            ("Schlagdame", "ambiguous variant \"Schlagdame\": expected giveaway or losing"),
        ] {
            assert_eq!(text.parse::<Variant>().map_err(|error| error.to_string()), Err(error.to_owned()));
        }
        let unknown = "unknown variant \"chess\": expected english, giveaway";
        let error = "chess".parse::<Variant>().expect_err("it is no game of draughts").to_string();
        assert!(error.starts_with(unknown) && error.ends_with("turkish or canadian"), "{error}");
    }
}
