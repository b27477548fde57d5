//! Characters that look like those of notations, as word processors, phones and other alphabets make them.

use std::borrow::Cow;

use super::column;

/// The letters of a king: king, dame, queen, дамка.
pub(super) const LETTERS_OF_KING: [char; 8] = ['K', 'k', 'D', 'd', 'Q', 'q', 'Д', 'д'];

/// Whether this is a dash.
pub(super) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
        // Dashes and minus signs of other scripts, lines of tables, and those above and below a line.
        || matches!(letter, '\u{2d7}' | '\u{58a}' | '\u{5be}' | '\u{1806}' | '\u{2043}' | '\u{207b}' | '\u{208b}')
        || matches!(letter, '\u{23af}' | '\u{2500}' | '\u{2501}' | '\u{2796}' | '\u{2e3a}' | '\u{2e3b}' | '\u{2e40}')
        || matches!(letter, '\u{301c}' | '\u{3030}' | '\u{30a0}' | '\u{30fc}' | '\u{fe31}' | '\u{fe32}')
}

/// Whether this joins the squares of a move: a dash, a colon, a cross (of multiplication), or the letter that looks like
/// one, in Latin, Cyrillic or Greek.
pub(super) fn joins_squares(letter: char) -> bool {
    let is_cross =
        matches!(letter, 'x' | 'X' | '×' | '✕' | '✖' | '⨯' | 'х' | 'Х' | 'χ' | 'Χ' | '\u{ff58}' | '\u{ff38}')
            || matches!(letter, '✗' | '✘' | '⨉' | '╳' | '⤫' | '⤬' | '❌' | '☓' | 'ˣ' | 'ₓ' | 'ⅹ' | 'Ⅹ' | '🗙' | '✖');
    is_dash(letter) || is_cross || matches!(letter, ':' | '∶' | '：' | '꞉' | 'ː' | '︰' | '﹕')
}

/// Whether this is a quotation mark.
pub(super) fn is_quote(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\'' | '`' | '´' | '«' | '»' | '\u{2018}'..='\u{201f}' | '‹' | '›' | '″' | '′' | '‶' | '‵' | '＂' | '＇'
    ) || matches!(letter, '「' | '」' | '『' | '』' | '〝' | '〞' | '〟' | '❝' | '❞')
}

/// Whether this has no width: marks of the direction of text, joiners, marks of the order of bytes, the end mark of DOS.
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{1a}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2061}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}')
        || joins(letter)
}

/// Whether this keeps what stands around it together.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}')
}

/// The character that HTML writes so at the beginning of a text, and its length there.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    const NAMES: [(&str, char); 14] = [
        ("nbsp", ' '),
        ("quot", '"'),
        ("apos", '\''),
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("minus", '−'),
        ("times", '×'),
        ("hellip", '…'),
        ("frac12", '½'),
        ("rarr", '→'),
        ("shy", '\u{ad}'),
    ];
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = text[..end].strip_prefix('&')?;
    let numbered = || {
        let number = name.strip_prefix('#')?;
        let hexadecimal = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
        char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?).filter(|letter| !letter.is_control())
    };
    let named = NAMES.iter().find(|(own, _)| *own == name).map(|(_, letter)| *letter);
    Some((named.or_else(numbered)?, name.len() + 2))
}

/// The plain character for one that is as wide as those of Chinese, stands above or below the line, or is of another font
/// or script.
fn plain_letter(letter: char) -> Option<char> {
    let ascii = |first: u32, own: u8| char::from_u32(u32::from(own) + letter as u32 - first);
    match letter {
        '\u{ff01}'..='\u{ff5e}' => ascii(0xff01, b'!'),
        '\u{660}'..='\u{669}' => ascii(0x660, b'0'),
        '\u{6f0}'..='\u{6f9}' => ascii(0x6f0, b'0'),
        '\u{966}'..='\u{96f}' => ascii(0x966, b'0'),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_digit((letter as u32 - 0x1d7ce) % 10, 10),
        _ => raised_digit(letter),
    }
}

/// The digit that stands above or below the line.
pub(super) fn raised_digit(letter: char) -> Option<char> {
    Some(match letter {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '\u{2070}' | '\u{2074}'..='\u{2079}' => char::from_digit(letter as u32 - 0x2070, 10)?,
        '\u{2080}'..='\u{2089}' => char::from_digit(letter as u32 - 0x2080, 10)?,
        _ => return None,
    })
}

/// The text of moves in plain characters, but for signs that join squares. What has no width is a blank, unless it joins
/// the parts of a square. A small digit that no letter or sign makes part of a square is the number of a note.
pub(super) fn plain_moves(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains('\u{1a}') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_raised = false;
    for (at, letter) in text.char_indices() {
        let behind = &text[at + letter.len_utf8()..];
        let next = behind.chars().next();
        is_raised = raised_digit(letter).is_some() && (is_raised || is_of_square(&plain, behind));
        match plain_letter(letter) {
            Some(own) if is_raised || raised_digit(letter).is_none() => plain.push(own),
            _ if letter == '\u{ad}' && !is_between(&plain, next) => {}
            _ if joins(letter) && parts_a_square(&plain, next) => {}
            _ if is_invisible(letter) => plain.push(' '),
            _ => plain.push(letter),
        }
    }
    if plain == text { Cow::Borrowed(text) } else { Cow::Owned(plain) }
}

/// Whether small digits between these texts are those of a square.
fn is_of_square(before: &str, behind: &str) -> bool {
    let rest = behind.trim_start_matches(|letter| raised_digit(letter).is_some());
    before.ends_with(|letter| joins_squares(letter) || column(letter).is_some()) || rest.starts_with(joins_squares)
}

/// Whether a soft hyphen stands between two squares.
fn is_between(before: &str, next: Option<char>) -> bool {
    before.ends_with(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)
}

/// Whether a place is within a square: behind its letter, or between the digits of a number up to 99.
fn parts_a_square(before: &str, next: Option<char>) -> bool {
    let digits = before.len() - before.trim_end_matches(|last: char| last.is_ascii_digit()).len();
    let is_letter = digits == 0 && before.ends_with(char::is_alphabetic);
    next.is_some_and(|next| next.is_ascii_digit()) && (is_letter || digits == 1)
}

/// Whether a letter before `next` that can join squares begins one here: a number is behind it, unless one stands before
/// it too, or it is the first.
fn begins_square(before: &str, next: Option<char>) -> bool {
    let before = before.trim_end();
    let rest = before.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let is_lettered = rest.ends_with(|letter| column(letter).is_some() && !LETTERS_OF_KING.contains(&letter));
    let is_behind_number = rest.len() < before.len() && !is_lettered;
    next.is_some_and(|next| match next {
        '0'..='9' => !is_behind_number,
        next => before.is_empty() && (column(next).is_some() || joins_squares(next)),
    })
}

/// A position or a move in plain characters, without those that have no width.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(['\u{1a}', '&']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (letter, length) = entity(rest).unwrap_or((first, first.len_utf8()));
        rest = &rest[length..];
        let next = rest.chars().next();
        if matches!(letter, 'х' | 'Х') && begins_square(&plain, next) {
            plain.push('h');
        } else if letter != '\u{ad}' || is_between(&plain, next) {
            plain.extend(plain_sign(letter));
        }
    }
    Cow::Owned(plain)
}

/// The plain character for one of a position or a move; `None` if it has no width.
fn plain_sign(letter: char) -> Option<char> {
    Some(match letter {
        letter if is_invisible(letter) => return None,
        letter if letter.is_ascii() => letter,
        letter if letter.is_whitespace() => ' ',
        letter if is_dash(letter) => '-',
        '∶' | '꞉' | 'ː' | '︰' | '﹕' => ':',
        letter if joins_squares(letter) => {
            if letter == '：' {
                ':'
            } else {
                'x'
            }
        }
        '、' | '،' | '‚' | '﹐' => ',',
        '；' | '؛' => ';',
        '。' => '.',
        letter if is_quote(letter) => '"',
        // Letters of Cyrillic and Greek that look like those of a king.
        'К' | 'Κ' => 'K',
        'к' | 'κ' => 'k',
        letter => plain_letter(letter).unwrap_or(letter),
    })
}

/// What stands in a text where its plain characters are this token, which may be clipped; the token if that is nowhere.
pub(super) fn as_written(text: &str, token: &str) -> String {
    let (whole, dots) = token.strip_suffix("...").map_or((token, ""), |whole| (whole, "..."));
    let end_at = |start: usize| {
        let mut rest = text[start..].char_indices();
        for wanted in whole.chars() {
            let (_, letter) = rest.find(|(_, letter)| plain_sign(*letter).is_some())?;
            plain_sign(letter).filter(|own| *own == wanted || (wanted == 'h' && matches!(letter, 'х' | 'Х')))?;
        }
        Some(text.len() - rest.as_str().len())
    };
    let mut starts = text.char_indices().map(|(start, _)| start);
    let written = starts.find_map(|start| Some(&text[start..end_at(start)?]));
    written.map_or_else(|| token.to_owned(), |written| format!("{written}{dots}"))
}
