//! Patterns of answers, as `protocol.md` writes them.

/// Whether `text` looks like `pattern`, in which `#` stands for a number and `*` for any text.
pub fn matches(pattern: &str, text: &str) -> bool {
    match pattern.chars().next() {
        None => text.is_empty(),
        Some('*') => {
            let ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
            ends.into_iter().any(|end| matches(&pattern[1..], &text[end..]))
        }
        Some('#') => {
            let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
            let length = text.find(|c| !is_digit(c)).unwrap_or(text.len());
            length > 0 && text[..length].parse::<f64>().is_ok() && matches(&pattern[1..], &text[length..])
        }
        Some(letter) => text.strip_prefix(letter).is_some_and(|rest| matches(&pattern[letter.len_utf8()..], rest)),
    }
}

#[test]
fn patterns() {
    for (pattern, text) in [("a=#", "a=-1.50"), ("a=* b", "a=x y b"), ("*", ""), ("# #", "1 2.0")] {
        assert!(matches(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("a=#", "a="), ("a=#", "a=nan"), ("a", "ab"), ("a=* b", "a=x"), ("#", "1.2.3")] {
        assert!(!matches(pattern, text), "{pattern} {text}");
    }
}
