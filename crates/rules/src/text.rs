//! Texts of messages.

/// What a message quotes of a text that somebody wrote: at most 200 characters.
pub fn quoted(text: &str) -> String {
    clipped(text, 200)
}

/// A message in which no word is longer than what it may quote of a text that somebody wrote. The end stays: of a path it
/// is the name of the file.
pub fn with_short_words(message: &str) -> String {
    let short = |word: &str| match word.char_indices().nth_back(99) {
        Some((end, _)) if word.chars().count() > 203 => clipped(word, 100) + &word[end..],
        _ => word.to_owned(),
    };
    message.split_inclusive(char::is_whitespace).map(short).collect()
}

/// The first `most` characters of a text, and three dots where it is longer.
pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text of somebody else for a terminal: control characters but the ends of lines and tabs are shown, and have no effect.
pub fn visible(text: &str) -> String {
    let is_plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let shown = |c: char| if is_plain(&c) { c.to_string() } else { c.escape_default().to_string() };
    if text.chars().all(|c| is_plain(&c)) { text.to_owned() } else { text.chars().map(shown).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(visible("\u{1b}[2J\u{9b}1m\rA\u{7f}"), "\\u{1b}[2J\\u{9b}1m\\rA\\u{7f}");
        assert_eq!(visible("one\n\ttwo: \u{00e9}"), "one\n\ttwo: \u{00e9}");
    }
}
