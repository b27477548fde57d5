//! The result of a game.

use super::super::{is_dash, is_quote, joins_squares};
use super::verdict::Verdict;
use crate::rules::{Side, Variant};

/// The result of a game in PDN. "First" is the side that has the first move in the start position of the variant (see
/// the documentation of the module). [`PdnGame::winner`](super::PdnGame::winner) says which side that is in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PdnResult {
    /// The side that moves first in its variant won: `1-0`, `2-0`.
    FirstWins,
    /// The other side won: `0-1`, `0-2`.
    SecondWins,
    /// A draw: `1/2-1/2`, `1-1`.
    Draw,
    /// Both sides lost: `0-0`.
    BothLose,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
    /// Something else, such as `12-8` or `1+ - 1-`.
    Other(String),
}

/// The most words of a result: `drawn by agreement`.
const MOST_WORDS: usize = 6;

/// The most bytes of signs that are a result: `+/-`.
const LONGEST_SIGN: usize = 3;

/// What the points of both sides make together in the usual ways to count.
const SUMS_OF_POINTS: [u32; 6] = [2, 3, 4, 10, 12, 20];

impl PdnResult {
    /// The result of a game won by `winner`, or drawn.
    pub fn of(variant: Variant, winner: Option<Side>) -> PdnResult {
        match winner {
            Some(side) if side == variant.articles().first => PdnResult::FirstWins,
            Some(_) => PdnResult::SecondWins,
            None => PdnResult::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(&self, variant: Variant) -> Option<Side> {
        match self {
            PdnResult::FirstWins => Some(variant.articles().first),
            PdnResult::SecondWins => Some(variant.articles().first.opponent()),
            _ => None,
        }
    }

    /// Parses the text of a tag; any text is a result.
    pub fn parse(text: &str) -> PdnResult {
        match text.trim() {
            "" | "?" => PdnResult::Unknown,
            text => match PdnResult::of_word(bare(text)) {
                Some(PdnResult::Other(_)) | None => PdnResult::Other(text.to_owned()),
                Some(result) => result,
            },
        }
    }

    /// Parses the text of a tag, in which words behind the score, or in brackets, say how it came about: `2-0 (time)`.
    pub(super) fn of_tag(text: &str) -> PdnResult {
        let result = PdnResult::parse(text);
        let reasoned = text.trim().split_once([' ', '(', ',']).filter(|(_, reason)| !reason.contains(char::is_numeric));
        match (&result, reasoned.and_then(|(score, _)| PdnResult::of_word(score))) {
            (_, None | Some(PdnResult::Unknown | PdnResult::Other(_))) => result,
            (PdnResult::Other(_), Some(score)) => score,
            _ => result,
        }
    }

    /// The length of the score at the beginning of a text, if it is one that no move can be: it has halves, parts of
    /// points on both sides or marks behind the points, as in `1 1/2 - 1/2`, `1.02-0.98` and `1+ - 1-`.
    pub(super) fn score_length(text: &str) -> Option<usize> {
        let (first, rest) = points(text)?;
        let rest = rest.trim_start();
        let rest = rest.strip_prefix(|c: char| is_dash(c) || c == ':')?.trim_start();
        let (second, rest) = if first == Points::Marked { marked_points(rest)? } else { points(rest)? };
        let is_end =
            rest.chars().next().is_none_or(|c| !(c.is_alphanumeric() || joins_squares(c) || ".,/½".contains(c)));
        let length = text.len() - rest.len();
        // Behind a single number, a mark is about a move, and its dot is that of the number of a move. Of two times of
        // day, the parts make no points together.
        (is_end && first == second && first != Points::Whole && makes_points(&text[..length])).then_some(length)
    }

    /// Parses a word among moves, if it is a result and nothing else: no square is 0, and no half of a square. Letters
    /// behind it say how the game ended: `1-0F`, `0-2 R`.
    pub(super) fn of_word(word: &str) -> Option<PdnResult> {
        // Most words are moves, which have neither halves nor zeros.
        let is_of_score = |byte: u8| !byte.is_ascii() || b"0/*?.,".contains(&byte);
        if !word.starts_with(['1', ' ']) && !word.bytes().any(is_of_score) {
            return None;
        }
        let word = plain(word);
        let word = word.strip_suffix('*').filter(|word| word.len() > 1).unwrap_or(&word);
        let points = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '+' || c == '-');
        if word.len() - points.len() > 3 {
            return None;
        }
        // Some write a colon: no move ends where it began, and no square is 0.
        let points_with_dash = points.replace(':', "-");
        let is_crossed = ["0x", "0X"].iter().any(|zero| points.starts_with(zero))
            || ["x0", "X0"].iter().any(|zero| points.ends_with(zero));
        let points_with_dash = if is_crossed { points_with_dash.replace(['x', 'X'], "-") } else { points_with_dash };
        let points_with_dash = without_zero_parts(&points_with_dash);
        Some(match points_with_dash.as_str() {
            "1-0" | "2-0" => PdnResult::FirstWins,
            "0-1" | "0-2" => PdnResult::SecondWins,
            "1/2-1/2" | "1/2" | "1-1" | "0.5-0.5" | "0,5-0,5" => PdnResult::Draw,
            "0-0" => PdnResult::BothLose,
            "0-?" | "1-?" | "2-?" => PdnResult::Unknown,
            "*" if word == points => PdnResult::Unknown,
            _ => return has_half_or_zero(&points_with_dash).then(|| PdnResult::Other(word.to_owned())),
        })
    }

    /// Whether words at the end of a game are a result: equal to that of the tag, two numbers that add up to the points
    /// of a game, also with letters behind them, or words without any number.
    pub(super) fn ends(text: &str, tag: Option<&str>) -> bool {
        let is_as_in_tag = tag.is_some_and(|tag| PdnResult::is_same(tag, text));
        let has_number = text.contains(|c: char| c.is_numeric());
        let is_sentence = !has_number
            && text.split_whitespace().count() <= MOST_WORDS
            && text.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || "+-=#.,:!'/".contains(c))
            // A full stop ends a line, and not a game, and a line of signs parts games.
            && !text.trim().chars().all(|c| ".,".contains(c))
            && (text.trim().len() <= LONGEST_SIGN || text.contains(char::is_alphabetic));
        is_as_in_tag || is_sentence || PdnResult::is_stated(text) || PdnResult::of_word(text).is_some() || adds_up(text)
    }

    /// Whether a text says who has won, or that nobody has, perhaps in brackets or quotation marks.
    pub(super) fn is_stated(text: &str) -> bool {
        let is_known = !matches!(PdnResult::parse(text), PdnResult::Unknown | PdnResult::Other(_));
        is_known || (bare(text) != "=" && Verdict::of(text).is_some())
    }

    /// Whether the words at the end of a game tell of its result, or are signs or numbers that may.
    pub(super) fn is_told_by(words: &str) -> bool {
        let is_sign = words.contains(char::is_numeric) || !words.contains(char::is_alphabetic);
        let is_known = || Verdict::of(words).is_some() || Verdict::names_no_side(words);
        !["", "*"].contains(&words) && (is_sign || is_known())
    }

    /// Whether it is in words.
    pub(super) fn is_of_words(&self) -> bool {
        matches!(self, PdnResult::Other(text) if !text.contains(|c: char| c.is_numeric()) || Verdict::of(text).is_some())
    }

    /// The result of a game with these words behind its moves and this one in its tag. Words change nothing of a tag that is
    /// plain.
    pub(super) fn between(word: PdnResult, tag: PdnResult) -> PdnResult {
        let means = |result: &PdnResult| matches!(result, PdnResult::Other(text) if Verdict::of(text).is_some());
        let is_plain = tag != PdnResult::Unknown && (!tag.is_of_words() || (means(&tag) && !means(&word)));
        if word == PdnResult::Unknown || (word.is_of_words() && is_plain) { tag } else { word }
    }

    /// Whether two texts are the same result, but for the case of letters, blanks and the kind of dashes.
    pub(super) fn is_same(text: &str, other: &str) -> bool {
        plain(text).to_lowercase() == plain(other).to_lowercase()
    }

    /// The length of the words at the beginning of a text that are the same as a result.
    pub(super) fn length_at_start(result: &str, text: &str) -> Option<usize> {
        let first = |text: &str| text.chars().next().into_iter().flat_map(char::to_lowercase).next();
        if first(text) != first(result.trim_start()) {
            return None;
        }
        let is_end = |c: char| c.is_whitespace() || "{;[".contains(c);
        let closed = text.match_indices(')').map(|(at, _)| at + 1);
        let mut ends: Vec<_> =
            text.match_indices(is_end).map(|(end, _)| end).chain(closed).chain([text.len()]).collect();
        ends.sort_unstable();
        // Longer words are not the same.
        ends.into_iter()
            .take_while(|end| *end <= 2 * result.len())
            .find(|end| PdnResult::is_same(&text[..*end], result))
    }

    /// The spelling in games of a variant: international draughts (GameType 20) counts 2 points per game, the others 1
    /// (PDN 3.0, section GameType, result types).
    pub fn text(&self, variant: Variant) -> &str {
        let two_points = variant.articles().game_type == 20;
        match self {
            PdnResult::FirstWins if two_points => "2-0",
            PdnResult::FirstWins => "1-0",
            PdnResult::SecondWins if two_points => "0-2",
            PdnResult::SecondWins => "0-1",
            PdnResult::Draw if two_points => "1-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::BothLose => "0-0",
            PdnResult::Unknown => "*",
            PdnResult::Other(text) => text,
        }
    }
}

/// The kinds of points of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    /// A number, as of a square.
    Whole,
    /// A number with parts of a point.
    Parted,
    /// A number with `+`, `-` or `=` behind it.
    Marked,
}

/// The points at the beginning of a text, and what follows them.
fn points(text: &str) -> Option<(Points, &str)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let whole = digits(text);
    let (number, mut rest) = text.split_at(whole);
    let mut kind = Points::Whole;
    let blank = rest.len() - rest.trim_start().len();
    let behind = rest[blank..].strip_prefix("1/2").or_else(|| rest[blank..].strip_prefix('½'));
    if let Some(behind) = behind.filter(|_| whole == 0 || blank > 0 || rest.starts_with('½')) {
        (kind, rest) = (Points::Parted, behind);
    } else if number == "1"
        && let Some(behind) = rest.strip_prefix("/2")
    {
        (kind, rest) = (Points::Parted, behind);
    } else if let Some(part) = rest.strip_prefix(['.', ',']).filter(|part| digits(part) > 0 && whole > 0) {
        (kind, rest) = (Points::Parted, &part[digits(part)..]);
    } else if whole == 0 {
        return None;
    }
    // A mark, and then the dash: of `1-1` and `1 - 1`, the dash is no mark.
    let is_before_dash = |text: &str| text.trim_start().starts_with(|c: char| is_dash(c) || c == ':');
    let behind = rest.strip_prefix(['+', '-', '=']).filter(|behind| kind == Points::Whole && is_before_dash(behind));
    Some(behind.map_or((kind, rest), |behind| (Points::Marked, behind)))
}

/// Points with a mark behind them, and what follows.
fn marked_points(text: &str) -> Option<(Points, &str)> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = behind.strip_prefix(['+', '-', '=']).filter(|_| behind.len() < text.len())?;
    Some((Points::Marked, rest))
}

/// What may stand behind a result, and ends a sentence.
const STOPS: [char; 5] = ['.', ',', ';', '!', '…'];

/// A result without the full stop or the quotation mark behind it.
pub(super) fn without_stop(text: &str) -> &str {
    text.trim_end_matches(|c| STOPS.contains(&c) || is_quote(c))
}

/// A result without the brackets or quotation marks around it, and without a full stop.
fn bare(text: &str) -> &str {
    let inside = without_stop(text.trim()).trim_matches(|c| is_quote(c) || "()[]<>".contains(c));
    without_stop(inside.trim())
}

/// A result with plain dashes and halves, without blanks.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '½' => plain.push_str("1/2"),
            dash if is_dash(dash) => plain.push('-'),
            other => plain.push(other),
        }
    }
    plain
}

/// Points without the zeros behind their whole numbers: `1-0` of `1.0-0.0`.
fn without_zero_parts(points: &str) -> String {
    let whole = |number: &str| match number.split_once(['.', ',']) {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        Some((_, part)) if part.len() > 1 => number.trim_end_matches('0').to_owned(),
        _ => number.to_owned(),
    };
    points.split('-').map(whole).collect::<Vec<_>>().join("-")
}

/// Two numbers joined by a dash.
fn pair(points: &str) -> Option<[&str; 2]> {
    let (first, second) = points.split_once('-')?;
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || "/.,".contains(c))
    };
    (is_number(first) && is_number(second)).then_some([first, second])
}

/// Whether at least one of a pair of numbers cannot be a square, and the other is not one behind the number of a move.
fn has_half_or_zero(points: &str) -> bool {
    let is_fraction = |text: &str| text.contains(['/', '.', ',']);
    let is_half = |text: &str| text.contains('/') || text.ends_with(".5") || text.ends_with(",5");
    match pair(points) {
        Some([first, second]) if is_fraction(first) || is_fraction(second) => is_half(first) && is_half(second),
        Some(both) => both.contains(&"0"),
        None => false,
    }
}

/// Whether parts of points make whole ones together, if they are decimals.
fn makes_points(score: &str) -> bool {
    let score = plain(score).replace(':', "-").replace(',', ".");
    let numbers = score.split_once('-').map(|(first, second)| [first, second].map(str::parse::<f64>));
    let Some([Ok(first), Ok(second)]) = numbers else { return true };
    SUMS_OF_POINTS.iter().chain(&[1]).any(|sum| (first + second - f64::from(*sum)).abs() < 1e-9)
}

fn adds_up(text: &str) -> bool {
    let text = plain(text).replace(':', "-");
    let points = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let numbers = pair(points).map(|pair| pair.map(|text| text.parse::<u32>().unwrap_or(u32::MAX)));
    let sum = numbers.map(|[first, second]| first.saturating_add(second));
    text.len() - points.len() <= 3 && sum.is_some_and(|sum| SUMS_OF_POINTS.contains(&sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_told_from_a_move() {
        for (word, result) in [
            ("1-0F", Some(PdnResult::FirstWins)),
            ("2–0", Some(PdnResult::FirstWins)),
            ("0−2R", Some(PdnResult::SecondWins)),
            ("½-½", Some(PdnResult::Draw)),
            ("0.5-0.5", Some(PdnResult::Draw)),
            ("20-0", Some(PdnResult::Other("20-0".to_owned()))),
            ("1.5-0.5", Some(PdnResult::Other("1.5-0.5".to_owned()))),
            ("1.5-10", None),
            ("12-8", None),
            ("4-6", None),
            ("1-10", None),
            ("draw", None),
        ] {
            assert_eq!(PdnResult::of_word(word), result, "{word}");
        }
        for (text, tag, ends) in [
            ("12-8", None, true),
            ("12-8F", None, true),
            ("23-20", None, false),
            ("23-20", Some("23 - 20"), true),
            ("White wins", None, true),
            ("ничья", None, true),
            ("8-1l", None, false),
            ("12 pieces left", None, false),
            ("Move 12", Some("move 12"), true),
        ] {
            assert_eq!(PdnResult::ends(text, tag), ends, "{text}");
        }
    }
}
