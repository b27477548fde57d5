//! The words between the brackets: moves, move numbers, results.

use super::PdnResult;

/// A word among moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `12.`, `12...`, or a bare `12`.
    Number,
    /// `...`, for an omitted move.
    Ellipsis,
    /// `1-0` and the like, or `*`.
    Result(PdnResult),
    /// `$5`.
    Nag(u32),
    /// `!`, `?!`, `(?)`.
    Strength(&'a str),
    /// Squares joined by separators, perhaps with blanks between them.
    Move(&'a str),
    /// None of these.
    Unknown(&'a str),
}

/// The first word of a text and its length in bytes. The text must not be empty or begin with a blank.
pub(super) fn first(text: &str) -> (Word<'_>, usize) {
    let end = text.find(|c: char| c.is_whitespace() || "{}[;".contains(c)).unwrap_or(text.len());
    let word = &text[..end];
    if let Some(strength) = strength(word) {
        return (Word::Strength(strength), strength.len());
    }
    if let Some(length) = number(word) {
        return (Word::Number, length);
    }
    // Parentheses end a word, except within a strength mark.
    let word = &word[..word.find(['(', ')']).unwrap_or(word.len())];
    let dots = word.bytes().take_while(|byte| *byte == b'.').count();
    if dots > 0 {
        return (Word::Ellipsis, dots);
    }
    if let Some(result) = PdnResult::of_word(word) {
        return (Word::Result(result), word.len());
    }
    if let Some(digits) = word.strip_prefix('$').map(leading_digits).filter(|digits| !digits.is_empty()) {
        return (Word::Nag(digits.parse().unwrap_or(u32::MAX)), 1 + digits.len());
    }
    let length = squares(text);
    if length > 0 {
        let squares = &text[..length];
        // `0-1*` and `1 - 0` are results too: no square is 0, and no move ends where it began.
        let result = PdnResult::of_word(&squares.split_whitespace().collect::<String>());
        return (result.map_or(Word::Move(squares), Word::Result), length);
    }
    if is_bare_number(word) && word.len() <= MOST_DIGITS {
        // Of two numbers in a row, at least one is a square of a move that lacks its separator.
        let next = text[word.len()..].split_whitespace().next().unwrap_or_default();
        return (if is_bare_number(next) { Word::Unknown(word) } else { Word::Number }, word.len());
    }
    // At least one character, so that reading makes progress.
    let length = if word.is_empty() { text.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    (Word::Unknown(&text[..length]), length)
}

/// A bare number of more digits is no move number.
const MOST_DIGITS: usize = 3;

fn is_bare_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn leading_digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// `!`, `?`, `!?` ..., the same in parentheses. `*` right after a move is left to the caller.
fn strength(word: &str) -> Option<&str> {
    let is_mark = |c: char| c == '!' || c == '?';
    if let Some(inside) = word.strip_prefix('(') {
        let marks = inside.len() - inside.trim_start_matches(is_mark).len();
        return (marks > 0 && inside[marks..].starts_with(')')).then(|| &word[..marks + 2]);
    }
    let marks = word.len() - word.trim_start_matches(is_mark).len();
    (marks > 0).then(|| &word[..marks])
}

/// The length of `12.` or `12...`.
fn number(word: &str) -> Option<usize> {
    let digits = leading_digits(word).len();
    let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
    (digits > 0 && dots > 0).then_some(digits + dots)
}

/// The length of squares joined by `-`, `x` or `:`, blanks around these allowed; 0 if there are fewer than two. Squares
/// are numbers, or a letter and a digit as in some other variants.
fn squares(text: &str) -> usize {
    let mut length = square(text);
    let mut is_move = false;
    while length > 0 {
        let rest = text[length..].trim_start();
        let Some(behind) = rest.strip_prefix(['-', 'x', 'X', ':']) else { break };
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
        [b'a'..=b'h', b'1'..=b'9', ..] => 2,
        _ => leading_digits(text).len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_they_should() {
        let result = |text| Word::Result(PdnResult::parse(text));
        for (text, word, length) in [
            ("12.32-28 19-23", Word::Number, 3),
            ("12... 19-23", Word::Number, 5),
            ("12 19-23", Word::Number, 2),
            ("12", Word::Number, 2),
            ("12 19 23", Word::Unknown("12"), 2),
            ("3228 1823", Word::Unknown("3228"), 4),
            ("... 19-23", Word::Ellipsis, 3),
            ("32-28 19-23", Word::Move("32-28"), 5),
            ("32 - 28 19-23", Word::Move("32 - 28"), 7),
            ("28x19x10x5 1", Word::Move("28x19x10x5"), 10),
            ("12:23:32!", Word::Move("12:23:32"), 8),
            ("32-28!?", Word::Move("32-28"), 5),
            ("32-28(?)", Word::Move("32-28"), 5),
            ("32-28{a}", Word::Move("32-28"), 5),
            ("a3-b4 h6", Word::Move("a3-b4"), 5),
            ("!? 19-23", Word::Strength("!?"), 2),
            ("(?) 19-23", Word::Strength("(?)"), 3),
            ("$12 19-23", Word::Nag(12), 3),
            ("$99999999999", Word::Nag(u32::MAX), 12),
            ("1-0 [Event", result("1-0"), 3),
            ("2-0", result("2-0"), 3),
            ("1-1)", result("1-1"), 3),
            ("1/2-1/2 1.", result("1/2-1/2"), 7),
            ("0-0", result("0-0"), 3),
            ("0-1* 1.", result("0-1"), 3),
            ("1 - 0!", result("1-0"), 5),
            ("1-10*", Word::Move("1-10"), 4),
            ("* 1.", result("*"), 1),
            ("32- x", Word::Unknown("32-"), 3),
            ("hello there", Word::Unknown("hello"), 5),
            ("\"x\"", Word::Unknown("\"x\""), 3),
            ("}", Word::Unknown("}"), 1),
            ("$x", Word::Unknown("$x"), 2),
        ] {
            assert_eq!(first(text), (word, length), "{text}");
        }
    }
}
