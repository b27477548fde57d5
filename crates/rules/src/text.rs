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
