//! Null moves: places where a move is due and none was made, or none is known.

use super::super::is_dash;

/// The length of a move that is none: a dash or two, or what chess programs write.
pub(super) fn null_move(text: &str) -> Option<usize> {
    let end = |text: &str| text.find(|c: char| c.is_whitespace() || "{}[;()!?$".contains(c)).unwrap_or(text.len());
    let word = &text[..end(text)];
    if ["null", "pass", "Z0", "@@@@", "0000"].iter().any(|null| null.eq_ignore_ascii_case(word)) {
        return Some(word.len());
    }
    let is_dashes = |word: &str| (1..=2).contains(&word.chars().count()) && word.chars().all(is_dash);
    if !is_dashes(word) {
        return None;
    }
    let blank = text[word.len()..].len() - text[word.len()..].trim_start().len();
    let second = &text[word.len() + blank..];
    let second = &second[..end(second)];
    Some(if is_dashes(second) { word.len() + blank + second.len() } else { word.len() })
}

/// Whether the text of a move is none: see [`null_move`]. `0-0` is one where a move is due.
pub(super) fn is_null(text: &str) -> bool {
    null_move(text) == Some(text.len()) || text.chars().filter(|c| !c.is_whitespace()).collect::<String>() == "0-0"
}
