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

/// A text in lower case, without the accents of Latin letters.
pub fn without_accents(text: &str) -> String {
    let is_accent = |c: &char| matches!(c, '\u{300}'..='\u{36f}');
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase).filter(|c| !is_accent(c)) {
        match base(letter) {
            "" => plain.push(letter),
            base => plain.push_str(base),
        }
    }
    plain
}

/// The letters that stand for an accented one (Latin-1 and Latin Extended-A, and Cyrillic ё) where there are no accents;
/// nothing for any other.
const fn base(letter: char) -> &'static str {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ё' => "е",
        _ => "",
    }
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
