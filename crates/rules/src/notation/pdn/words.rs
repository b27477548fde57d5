//! The words of PDN: what the beginning of a text is.

use super::super::{clipped, is_number, joins_squares};
use super::lexer::TokenKind;
use super::tree::Note;
use super::{PdnFault, PdnResult};

/// The first word of a text and its length in bytes. The text must not be empty or begin with a blank.
pub(super) fn first_word(text: &str) -> (Result<TokenKind, PdnFault>, usize) {
    if let Some(strength) = strength(text) {
        return (Ok(TokenKind::Note(Note::Strength(strength.to_owned()))), strength.len());
    }
    let end = text.find(|c: char| c.is_whitespace() || "{}[;()".contains(c)).unwrap_or(text.len());
    let word = &text[..end];
    let result = |text: &str| TokenKind::Result(text.split_whitespace().collect());
    if PdnResult::of_word(word).is_some() {
        return (Ok(result(word)), word.len());
    }
    let number = |length: usize| (Ok(TokenKind::Number(text[..length].to_owned())), length);
    if let Some(length) = move_number(word) {
        return number(length);
    }
    let dots = word.len() - word.trim_start_matches(['.', '…']).len();
    if dots > 0 {
        return number(dots);
    }
    if let Some(digits) = word.strip_prefix('$').map(leading_digits).filter(|digits| !digits.is_empty()) {
        // Another spelling of a glyph is kept as text.
        let nag = digits.parse().ok().filter(|nag: &u32| nag.to_string() == digits);
        let note = nag.map_or_else(|| Note::Text(format!("${digits}")), Note::Nag);
        return (Ok(TokenKind::Note(note)), 1 + digits.len());
    }
    let length = squares(text);
    if length > 0 && !is_pair_with_letters(word) {
        // `1 - 0` is a result too: no square is 0, and no move ends where it began.
        let squares: String = text[..length].split_whitespace().collect();
        let is_result = PdnResult::of_word(&squares).is_some();
        return (Ok(if is_result { TokenKind::Result(squares) } else { TokenKind::Move(squares) }), length);
    }
    // Of two numbers in a row, at least one is a square of a move that lacks its separator.
    let next = text[word.len()..].trim_start();
    let is_number_next = {
        let digits = leading_digits(next);
        !digits.is_empty() && next[digits.len()..].chars().next().is_none_or(char::is_whitespace)
    };
    if is_number(word) && word.len() <= MOST_DIGITS && !is_number_next {
        return number(word.len());
    }
    // At least one character, so that reading makes progress.
    let length = if word.is_empty() { text.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    (Err(PdnFault::Word(clipped(&text[..length]))), length)
}

/// Whether the result in a tag has to be looked for as it is: it begins neither with another result, as `1-0 on time`
/// does, nor with what has a meaning in any game, and is neither a move, such as `12-8`, nor a number.
pub(super) fn is_peculiar(result: &str) -> bool {
    let result = result.trim();
    let is_number = result.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || c == '.');
    // A word or a sign alone is known at the end of the game; within it, it may belong to a sentence or to a move.
    let is_word = !result.contains(|c: char| c.is_ascii_digit() || c.is_whitespace());
    let is_other = is_number || is_word || result.starts_with(|c: char| "{}()[];%/!?$*.…".contains(c));
    !is_other
        && match first_word(result) {
            (Ok(TokenKind::Result(_)), _) => false,
            (Ok(TokenKind::Move(_)), length) => length < result.len(),
            _ => true,
        }
}

/// Whether a word is two numbers with letters behind them, as in the result `12-8F`, rather than a move.
fn is_pair_with_letters(word: &str) -> bool {
    let pair = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() && !joins_squares(c));
    pair.len() < word.len() && squares(pair) == pair.len()
}

/// The most digits of a bare move number.
const MOST_DIGITS: usize = 3;

fn leading_digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// `!`, `?`, `!?` ..., or the same in parentheses. The caller handles a `*` right after a move.
pub(super) fn strength(word: &str) -> Option<&str> {
    let is_mark = |c: char| c == '!' || c == '?';
    if let Some(inside) = word.strip_prefix('(') {
        let marks = inside.len() - inside.trim_start_matches(is_mark).len();
        return (marks > 0 && inside[marks..].starts_with(')')).then(|| &word[..marks + 2]);
    }
    let marks = word.len() - word.trim_start_matches(is_mark).len();
    (marks > 0).then(|| &word[..marks])
}

/// The length of `12.` or `12...`.
fn move_number(word: &str) -> Option<usize> {
    let digits = leading_digits(word).len();
    let dots = word[digits..].len() - word[digits..].trim_start_matches(['.', '…']).len();
    (digits > 0 && dots > 0).then_some(digits + dots)
}

/// The length of squares joined by `-`, `x` or `:`, blanks around these allowed; 0 if there are fewer than two. Squares
/// are numbers, or a letter and a digit as in some other variants.
fn squares(text: &str) -> usize {
    let mut length = square(text);
    let mut is_move = false;
    while length > 0 {
        let rest = text[length..].trim_start();
        let Some(behind) = rest.strip_prefix(joins_squares) else { break };
        let behind = behind.trim_start();
        let next = square(behind);
        if next == 0 {
            break;
        }
        length = text.len() - behind.len() + next;
        is_move = true;
    }
    if is_move { length } else { 0 }
}

fn square(text: &str) -> usize {
    match text.as_bytes() {
        [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'9', ..] => 2,
        _ => leading_digits(text).len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_they_should() {
        let result = |text: &str| Ok(TokenKind::Result(text.to_owned()));
        let mv = |text: &str| Ok(TokenKind::Move(text.to_owned()));
        let number = |text: &str| Ok(TokenKind::Number(text.to_owned()));
        let strength = |text: &str| Ok(TokenKind::Note(Note::Strength(text.to_owned())));
        let unknown = |text: &str| Err(PdnFault::Word(text.to_owned()));
        for (text, word, length) in [
            ("12.32-28 19-23", number("12."), 3),
            ("12... 19-23", number("12..."), 5),
            ("12 19-23", number("12"), 2),
            ("12", number("12"), 2),
            ("12 19 23", unknown("12"), 2),
            ("3228 1823", unknown("3228"), 4),
            ("... 19-23", number("..."), 3),
            ("32-28 19-23", mv("32-28"), 5),
            ("32 - 28 19-23", mv("32-28"), 7),
            ("28x19x10x5 1", mv("28x19x10x5"), 10),
            ("12:23:32!", mv("12:23:32"), 8),
            ("32-28!?", mv("32-28"), 5),
            ("32-28(?)", mv("32-28"), 5),
            ("32-28{a}", mv("32-28"), 5),
            ("a3-b4 h6", mv("a3-b4"), 5),
            ("!? 19-23", strength("!?"), 2),
            ("(?) 19-23", strength("(?)"), 3),
            ("$12 19-23", Ok(TokenKind::Note(Note::Nag(12))), 3),
            ("$99999999999", Ok(TokenKind::Note(Note::Text("$99999999999".to_owned()))), 12),
            ("1-0 [Event", result("1-0"), 3),
            ("2-0", result("2-0"), 3),
            ("1-1)", result("1-1"), 3),
            ("1/2-1/2 1.", result("1/2-1/2"), 7),
            ("0-0", result("0-0"), 3),
            ("0-1* 1.", result("0-1*"), 4),
            ("1 - 0!", result("1-0"), 5),
            ("1-10*", mv("1-10"), 4),
            ("* 1.", result("*"), 1),
            ("1-0F 1.", result("1-0F"), 4),
            ("12-8F", unknown("12-8F"), 5),
            ("0.5-0.5", result("0.5-0.5"), 7),
            ("1.5-10 1", number("1."), 2),
            ("32–28 19×23", mv("32–28"), 7),
            ("19×23!", mv("19×23"), 6),
            ("12… 19-23", number("12…"), 5),
            ("32- x", unknown("32-"), 3),
            ("hello there", unknown("hello"), 5),
            ("\"x\"", unknown("\"x\""), 3),
            ("}", unknown("}"), 1),
            ("$x", unknown("$x"), 2),
        ] {
            assert_eq!(first_word(text), (word, length), "{text}");
        }
    }
}
