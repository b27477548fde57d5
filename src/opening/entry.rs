//! What a line, a row of a table or a text in JSON has of an opening: its moves, from the first to the last one, or its
//! position. The rest is its name.

use std::ops::Range;

use crownhead_rules::notation::pdn::PdnResult;
use crownhead_rules::notation::{MoveText, NotationError, fen};
use crownhead_rules::{AnyPosition, Variant};

pub(super) struct Entry {
    /// Empty if it has none.
    pub(super) name: String,
    pub(super) content: Content,
}

pub(super) enum Content {
    Position(AnyPosition),
    Moves {
        text: String,
        /// The number of the first one.
        number: Option<usize>,
        /// Whether a result follows the last one.
        is_over: bool,
        /// Whether a word is plainly one of them.
        is_plain: bool,
    },
    /// A position and moves behind it, as PDN.
    Line(String),
}

impl Entry {
    /// The opening in a text; `None` if it has neither moves nor a position.
    pub(super) fn of(variant: Variant, text: &str) -> Result<Option<Entry>, NotationError> {
        let place = fen::find(text, |text| fen::parse(variant, text).is_ok());
        let position = place.map(|place| (fen::parse(variant, &text[place.clone()]), place));
        let has_pieces = || {
            let tight: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            [":w", ":b"].iter().any(|side| tight.to_ascii_lowercase().contains(side))
        };
        match position {
            Some((Ok(position), place)) => {
                let before = text[..place.start].trim();
                let number = before.trim_end_matches(['.', ')', ':']);
                let is_number = number.len() < before.len() && number.bytes().all(|byte| byte.is_ascii_digit());
                let before = tidy(if is_number { "" } else { before });
                let before = if before.to_lowercase().ends_with("fen") { "" } else { before };
                if let Some((text, name)) = moves_behind(variant, &text[place.end..]) {
                    let text = format!("[FEN \"{}\"] {text}", fen::write(&position));
                    return Ok(Some(Entry { name: joined(before, &name), content: Content::Line(text) }));
                }
                Ok(Some(Entry { name: joined(before, tidy(&text[place.end..])), content: Content::Position(position) }))
            }
            Some((Err(fault), _)) if has_pieces() => Err(fault),
            _ => Ok(Entry::of_moves(variant, text)),
        }
    }

    fn of_moves(variant: Variant, text: &str) -> Option<Entry> {
        if enclosed(text) == Some(text.len()) && text.len() > 2 {
            return Entry::of_moves(variant, text[1..text.len() - 1].trim());
        }
        let words = words(variant, text);
        let Some(span) = span(text, &words) else { return Entry::of_enclosed(variant, text) };
        let is_plain = words[span.clone()].iter().any(|(_, kind)| *kind == Kind::Move);
        // A year, or the number of a list.
        if !is_plain && span.len() == 1 && words.iter().any(|(_, kind)| *kind == Kind::Other) {
            return Entry::of_enclosed(variant, text);
        }
        let (first, last) = (words[span.start].0.clone(), words[span.end - 1].0.clone());
        let is_result = |(_, kind): &&(Range<usize>, Kind)| *kind == Kind::Result;
        let is_over = words[span.end..].iter().any(|word| is_result(&word));
        let behind = words[span.end..].iter().take_while(is_result).last().map_or(last.end, |(place, _)| place.end);
        let number_of_word = &text[first.start..first.end - without_number(&text[first.clone()]).len()];
        let (before, number) = split_number(&text[..first.start + number_of_word.len()]);
        let behind = tidy(&text[behind..]);
        let is_number = behind.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        Some(Entry {
            name: joined(tidy(before), if is_number { "" } else { behind }),
            content: Content::Moves {
                text: moves_text(text[first.start + number_of_word.len()..last.end].trim_end_matches('.')),
                number,
                is_over,
                is_plain,
            },
        })
    }

    /// The opening in a text that has moves in parentheses alone, and its name around them: `Edinburgh (9-13 22-18)`.
    fn of_enclosed(variant: Variant, text: &str) -> Option<Entry> {
        let start = text.find(['(', '{'])?;
        let end = start + enclosed(&text[start..])?;
        let inside = text[start + 1..end - 1].trim();
        // Others within would make it call itself as often.
        let entry = if inside.contains(['(', '{']) { None } else { Entry::of_moves(variant, inside) }?;
        let is_plain = matches!(entry.content, Content::Moves { is_plain: true, .. });
        let name = joined(tidy(&text[..start]), tidy(&text[end..]));
        (is_plain && entry.name.is_empty()).then_some(Entry { name, ..entry })
    }
}

/// The moves right behind a position, and what is behind them.
fn moves_behind(variant: Variant, text: &str) -> Option<(String, String)> {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let text = text.strip_prefix("moves").unwrap_or(text).trim_start();
    let begins = words(variant, text).into_iter().find(|(place, _)| !text[place.clone()].ends_with(['.', '…']))?;
    let entry = Entry::of_moves(variant, text).filter(|_| begins.1 == Kind::Move)?;
    match entry.content {
        Content::Moves { text, .. } => Some((text, entry.name)),
        _ => None,
    }
}

fn joined(before: &str, behind: &str) -> String {
    format!("{before} {behind}").trim().to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A move, or what begins like one.
    Move,
    /// What is a move only where no other word plainly is: digits, or squares that a dot or the like joins.
    PerhapsMove,
    Result,
    Other,
}

const SEPARATORS: &str = ",;|\"'`[](){}<>«»“”‘’";

/// The words of a text up to a comment behind its moves. Enclosed comments and variations are none.
fn words(variant: Variant, text: &str) -> Vec<(Range<usize>, Kind)> {
    let is_separator = |letter: char| letter.is_whitespace() || SEPARATORS.contains(letter);
    let mut words: Vec<(Range<usize>, Kind)> = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_apart = text[..at].ends_with(char::is_whitespace);
        let begins_comment = rest.starts_with([';', '#', '%']) || rest.starts_with("//");
        if is_apart && begins_comment && words.iter().any(|(_, kind)| *kind == Kind::Move) {
            break;
        }
        if is_separator(letter) {
            at += enclosed(rest).unwrap_or(letter.len_utf8());
            continue;
        }
        let length = rest.find(is_separator).unwrap_or(rest.len());
        words.push((at..at + length, kind(variant, &rest[..length])));
        at += length;
    }
    words
}

/// The length of the comment or the variation that a text begins with, if it is closed.
fn enclosed(text: &str) -> Option<usize> {
    let (opening, closing) = [('{', '}'), ('(', ')')].into_iter().find(|(opening, _)| text.starts_with(*opening))?;
    let mut depth = 0;
    let end = text.find(|letter| {
        depth += usize::from(letter == opening);
        depth -= usize::from(letter == closing);
        depth == 0
    });
    end.map(|end| end + 1)
}

fn kind(variant: Variant, word: &str) -> Kind {
    use PdnResult::{BothLose, Draw, FirstWins, SecondWins};
    if word == "*" || matches!(PdnResult::parse(word), FirstWins | SecondWins | Draw | BothLose) {
        return Kind::Result;
    }
    let bare = without_number(word).trim_end_matches(['!', '?', '.', ':', '*']);
    let is_move = |text: &str| MoveText::parse(variant, text).is_ok();
    let has_letters = bare.contains(char::is_alphabetic);
    if begins_with_move(bare) || (has_letters && is_move(bare)) {
        Kind::Move
    } else if !has_letters
        && (is_move(word) || is_move(bare) || (!bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit())))
    {
        Kind::PerhapsMove
    } else {
        Kind::Other
    }
}

/// Whether a word begins with two squares and what joins them, or is the beginning of such: legal or not, nothing else
/// is written so. A year is none.
fn begins_with_move(word: &str) -> bool {
    let square = |text: &str| {
        let digits = text.strip_prefix(char::is_alphabetic).unwrap_or(text);
        let rest = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
        (1..=3).contains(&(digits.len() - rest.len())).then(|| (digits.len() < text.len(), text.len() - rest.len()))
    };
    let Some((is_lettered, length)) = square(word) else { return false };
    let joint = word[length..].trim_start_matches(|letter: char| "-‐‑‒–—−xX×хХ:".contains(letter));
    let has_joint = joint.len() < word.len() - length;
    let second = square(joint);
    // A mistyped one, as `l8-22`, is named rather than taken for a name.
    has_joint && (second.is_some() || (joint.is_empty() && !is_lettered))
}

/// A word without the number in front of its move, as in `1.cd4`.
fn without_number(word: &str) -> &str {
    let dots = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = dots.trim_start_matches(['.', '…']);
    let is_numbered = dots.len() < word.len() && rest.len() < dots.len() && !rest.is_empty();
    // `11.15` and `11..15` are moves of digits alone.
    let is_move = rest.bytes().all(|byte| byte.is_ascii_digit());
    if is_numbered && !is_move { rest } else { word }
}

/// The words from the first move to the last one. What only may be a move is one right beside these, or where no word
/// plainly is.
fn span(text: &str, words: &[(Range<usize>, Kind)]) -> Option<Range<usize>> {
    let of_kind = |wanted: Kind| {
        let first = words.iter().position(|(_, kind)| *kind == wanted)?;
        let last = words.iter().rposition(|(_, kind)| *kind == wanted)?;
        Some(first..last + 1)
    };
    let Some(mut span) = of_kind(Kind::Move) else { return of_kind(Kind::PerhapsMove) };
    let is_joined = |place: &Range<usize>| {
        let odd = |letter: char| !letter.is_ascii_digit();
        text[place.clone()].trim_end_matches(['.', '!', '?', ':']).contains(odd)
    };
    while let Some((place, Kind::PerhapsMove)) = span.start.checked_sub(1).and_then(|before| words.get(before))
        && is_joined(place)
        && text[place.end..words[span.start].0.start].chars().all(|letter| letter == ' ')
    {
        span.start -= 1;
    }
    while let Some((place, Kind::PerhapsMove)) = words.get(span.end)
        && is_joined(place)
        && text[words[span.end - 1].0.end..place.start].chars().all(|letter| letter == ' ')
    {
        span.end += 1;
    }
    Some(span)
}

/// The text before the moves without the number of the first one: digits with a dot, or digits alone.
fn split_number(before: &str) -> (&str, Option<usize>) {
    let head = before.trim_matches(|letter: char| letter.is_whitespace() || SEPARATORS.contains(letter));
    let digits = head.trim_end_matches(['.', '…', ':', '-', '–', ' ']);
    let rest = digits.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let has_dot = head[digits.len()..].starts_with(['.', '…']);
    match digits[rest.len()..].parse() {
        Ok(number) if has_dot || rest.is_empty() => (rest, Some(number)),
        _ => (before, None),
    }
}

/// Moves with single blanks for what separates them, but for their comments.
fn moves_text(text: &str) -> String {
    let mut moves = String::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let length = enclosed(&text[at..]).unwrap_or(letter.len_utf8());
        let is_separator = length == letter.len_utf8() && SEPARATORS.contains(letter);
        moves.push_str(if is_separator { " " } else { &text[at..at + length] });
        at += length;
    }
    moves
}

/// A name without the signs and the brackets around it.
pub(super) fn tidy(text: &str) -> &str {
    const PAIRS: [(char, char); 9] =
        [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('"', '"'), ('«', '»'), ('“', '”'), ('\'', '\''), ('`', '`')];
    let is_sign = |letter: char| letter.is_whitespace() || ",;|=:#/-–—•·▪►*%+→>".contains(letter);
    let mut text = text;
    loop {
        let bare = text.trim_matches(is_sign).trim_start_matches('.').trim_matches(is_sign);
        // Of quotation marks that are not in pairs, one belongs to what is not in the name.
        let has_half = bare.matches('"').count() % 2 == 1;
        let half = bare.strip_prefix('"').or_else(|| bare.strip_suffix('"')).filter(|_| has_half);
        let inside = PAIRS.into_iter().find_map(|(opening, closing)| match bare.strip_prefix(opening) {
            Some(inside) => match inside.strip_suffix(closing) {
                Some(inside) if !inside.contains(opening) => Some(inside),
                _ => Some(inside).filter(|inside| !inside.contains(closing)),
            },
            None => bare.strip_suffix(closing).filter(|inside| !inside.contains(opening)),
        });
        match half.or(inside) {
            Some(inside) => text = inside,
            None if bare.len() < text.len() => text = bare,
            None => return bare,
        }
    }
}
