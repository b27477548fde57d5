//! Marks of HTML and of forums in a text that was copied from there.

use super::super::entity;
use super::tags::{parse_loose_tag, parse_tag};

/// A line with blanks in place of marks such as `<td>`, `&nbsp;`, `[b]` and `[/quote]`, up to its first comment; `None` if
/// it has none.
pub(super) fn without_markup(line: &str) -> Option<String> {
    if line.starts_with('%') || !line.contains(['<', '[', '&']) {
        return None;
    }
    let (mut plain, mut rest, mut is_marked) = (String::new(), line, false);
    while let Some(start) = rest.find(['<', '[', '&', '{', ';', '%', '#', '/']) {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        if begins_comment(&plain, rest) {
            break;
        }
        if let Some(length) = markup_length(rest) {
            if !plain.is_empty() && !plain.ends_with(char::is_whitespace) {
                plain.push(' ');
            }
            (rest, is_marked) = (&rest[length..], true);
            continue;
        }
        let length = whole_length(rest).unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    is_marked.then_some(plain)
}

/// Whether a comment begins here, behind this text of the line. A semicolon before digits parts moves.
fn begins_comment(before: &str, text: &str) -> bool {
    let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
    match text.as_bytes()[0] {
        b'{' => true,
        b';' => {
            let behind = text[1..].trim_start();
            is_apart || !(behind.is_empty() || behind.starts_with(|c: char| c.is_ascii_digit() || c == '<'))
        }
        b'%' | b'#' => is_apart,
        b'/' => text.starts_with("//") || text.starts_with("/*"),
        _ => false,
    }
}

/// The length of a tag or of a character of HTML, which have no marks within.
fn whole_length(text: &str) -> Option<usize> {
    let tag = || parse_tag(text).or_else(|| parse_loose_tag(text, true)).map(|(.., length)| length);
    entity(text).map(|(_, length)| length).or_else(tag)
}

/// The length of the mark at the beginning of a text. A letter in square brackets, or a name with a value, is one only if it
/// is closed as such on the same line.
fn markup_length(text: &str) -> Option<usize> {
    const BLANK: &str = "&nbsp;";
    const NAMES_OF_HTML: &str = " a b i u s p em br td th tr hr ul ol li dl dd dt h1 h2 h3 h4 h5 h6 pre div sub sup \
                                 html head body font span code table tbody thead title small center strong \
                                 blockquote ";
    const NAMES_OF_FORUMS: &str = " b i u s code quote list size color center url pgn pdn spoiler font ";
    const LONGEST: usize = 300;
    if text.starts_with(BLANK) {
        return Some(BLANK.len());
    }
    let closing = match text.as_bytes()[0] {
        b'<' => '>',
        b'[' => ']',
        _ => return None,
    };
    let near = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
    let inside = &near[1..near.find(closing)?];
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let (name, behind) = (name[..end].to_lowercase(), &name[end..]);
    let is_one_of = |names: &str| !name.is_empty() && names.contains(&format!(" {name} "));
    let is_closed = || near.to_lowercase().contains(&format!("[/{name}]"));
    let is_mark = match closing {
        '>' => is_one_of(NAMES_OF_HTML) && behind.chars().next().is_none_or(|c| c.is_whitespace() || c == '/'),
        _ if !is_one_of(NAMES_OF_FORUMS) => false,
        _ if inside.starts_with('/') => behind.is_empty(),
        _ if behind.is_empty() => name.len() > 1 || is_closed(),
        _ => behind.starts_with('=') && (name == "quote" || is_closed()),
    };
    is_mark.then_some(inside.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_from_text() {
        for (line, plain) in [
            ("<p>1. 32-28</p>", Some("1. 32-28 ")),
            ("<tr><td>1</td><td>32-28</td>", Some("1 32-28 ")),
            ("32-28; <b>19-23</b>", Some("32-28; 19-23 ")),
            ("[b]32-28[/b] [quote=\"Jan\"]", Some("32-28  ")),
            ("<br>", Some("")),
            ("[b] 32-28 [a]", None),
            ("32-28 {<b>x</b>}", None),
            ("32-28 ; <b>x</b>", None),
            ("32-28;best <i>move</i>", None),
            ("% <b>x</b>", None),
            ("32-28 # <b>x</b>", None),
            ("// <b>x</b>", None),
            ("[Annotator \"a \\\"<b>\\\" c\"] [Event 'A <b>']", None),
            ("[Url=\"https://x\"]", None),
            ("&ndash; &lt;b&gt;", None),
            ("<jan> 32-28 < 3", None),
        ] {
            assert_eq!(without_markup(line).as_deref(), plain, "{line}");
        }
        let long = "[b]".repeat(1 << 20);
        assert_eq!(without_markup(&long), None);
    }
}
