//! The words of PDN: what the beginning of a text is.

use super::super::moves::odd_joint;
use super::super::{
    LETTERS_OF_KING, clipped, column, is_dash, is_number, is_quote, joins_squares, names_move, raised_digit, side_named,
};
use super::null::null_move;
use super::result::without_stop;
use super::tags::{Tag, is_usual};
use super::tree::Note;
use super::{PdnFault, PdnResult};

/// The kind of a token.
#[derive(Debug, PartialEq)]
pub(super) enum TokenKind {
    Tag(Tag),
    /// Runs of blanks and line ends in a comment are single blanks.
    Note(Note),
    /// The number of a move, or dots.
    Number(String),
    /// Squares joined by separators, without blanks.
    Move(String),
    /// `1-0` and the like, or `*`.
    Result(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
}

/// The first word of a text and its length in bytes. The text must not be empty or begin with a blank.
pub(super) fn first_word(text: &str) -> (Result<TokenKind, PdnFault>, usize) {
    if let Some(strength) = strength(text) {
        return (Ok(TokenKind::Note(Note::Strength(strength.to_owned()))), strength.len());
    }
    let end = text.find(|c: char| c.is_whitespace() || "{}[;()".contains(c)).unwrap_or(text.len());
    let word = &text[..end];
    let result = |length: usize| (Ok(TokenKind::Result(text[..length].to_owned())), length);
    let note = |length: usize| (Ok(TokenKind::Note(Note::Text(text[..length].to_owned()))), length);
    let aside = clock(text).or_else(|| duration(text)).or_else(|| rule_of_dashes(text)).or_else(|| page_number(text));
    if let Some(length) = aside {
        return note(length);
    }
    let score = without_stop(word);
    let of_word = PdnResult::of_word(score).map(|_| score.len());
    if let Some(length) = of_word.max(PdnResult::score_length(text)) {
        return result(length);
    }
    if let Some(length) = times(text).or_else(|| decimal(text)) {
        return note(length);
    }
    if let Some(length) = null_move(text) {
        return (Ok(TokenKind::Move(text[..length].to_owned())), length);
    }
    let number = |length: usize| (Ok(TokenKind::Number(text[..length].to_owned())), length);
    if let Some(length) = squares_joined_oddly(text) {
        return (Ok(TokenKind::Move(text[..length].split_whitespace().collect())), length);
    }
    if let Some(length) = number_in_words(text).or_else(|| move_number(text)) {
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
        return if PdnResult::of_word(&squares).is_some() {
            result(length)
        } else {
            (Ok(TokenKind::Move(squares)), length)
        };
    }
    if let Some(length) = squares_without_separator(text) {
        return (Ok(TokenKind::Move(text[..length].to_owned())), length);
    }
    if let Some(length) = marked_move(text) {
        return (Ok(TokenKind::Move(text[..length].to_owned())), length);
    }
    // The only move, as books mark it.
    if let Some((Ok(TokenKind::Move(mv)), length)) =
        text.strip_prefix('*').filter(|mv| square(mv) + column_alone(mv) > 0).map(first_word)
    {
        return (Ok(TokenKind::Move(format!("*{mv}"))), 1 + length);
    }
    // The letter of a king.
    if let Some(mv) = text.strip_prefix(LETTERS_OF_KING).filter(|mv| square(mv) > 0)
        && let (Ok(TokenKind::Move(squares)), length) = first_word(mv)
    {
        let letter = &text[..text.len() - mv.len()];
        return (Ok(TokenKind::Move(format!("{letter}{squares}"))), letter.len() + length);
    }
    if is_number(word) && word.len() <= MOST_DIGITS {
        return number(word.len());
    }
    // What parts two moves can stand right before the second one.
    if let Some(length) = signs_before_move(text, word) {
        // Some are a result where they stand alone, as the writer has them.
        let score = without_stop(&text[..length]);
        if PdnResult::of_word(score).is_some() {
            return result(score.len());
        }
        let signs = text[..length].to_owned();
        let is_move = null_move(&signs) == Some(length);
        return (Ok(if is_move { TokenKind::Move(signs) } else { TokenKind::Note(Note::Text(signs)) }), length);
    }
    // At least one character, so that reading makes progress.
    let length = if word.is_empty() { text.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    (Err(PdnFault::Word(clipped(&text[..length]))), length)
}

/// The length of a move between the marks of Markdown, as in `**32-28**`. A single star before a move is another mark.
fn marked_move(text: &str) -> Option<usize> {
    let mark = text.chars().next().filter(|mark| "*_~".contains(*mark))?;
    let inside = text.trim_start_matches(mark);
    let marks = &text[..text.len() - inside.len()];
    let length = squares(inside);
    let rest = &inside[length..];
    let behind = strength(rest).map_or(rest, |strength| &rest[strength.len()..]).strip_prefix(marks)?;
    let is_apart = !behind.starts_with(|next: char| next == mark || next.is_alphanumeric());
    let is_move = length > 0 && !inside[..length].contains(char::is_whitespace);
    (is_move && is_apart && marks != "*").then(|| text.len() - behind.len())
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

/// The length of the time of a clock, which is neither a score nor squares: it has zeros where these have none, as in
/// `0:03`, `1:05` and `0:12:30`.
fn clock(text: &str) -> Option<usize> {
    let hours = leading_digits(text).len();
    if !(1..=2).contains(&hours) || !text[hours..].starts_with(':') {
        return None;
    }
    let length = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').len();
    let parts: Vec<_> = text[..length].split(':').collect();
    let (first, others) = parts.split_first()?;
    let are_times = others.iter().all(|part| part.len() == 2);
    let is_padded =
        *first == "0" || (others.iter().any(|part| part.starts_with('0')) && (first.len() == 1 || *first == "00"));
    let has_zero = others.len() == 2 && parts.iter().any(|part| part.trim_matches('0').is_empty());
    ((1..=2).contains(&others.len()) && are_times && (is_padded || has_zero) && ends_word(&text[length..]))
        .then_some(length)
}

/// The length of the times of both players, as `1.45 - 1.58`: no square has parts.
fn times(text: &str) -> Option<usize> {
    fn time(text: &str) -> Option<&str> {
        let (hours, minutes) = text.get(..4)?.split_once(['.', ':'])?;
        let is_time = hours.len() == 1 && is_number(hours) && is_number(minutes) && minutes < "60";
        (is_time && ends_word(&text[4..])).then_some(&text[4..])
    }
    let behind = time(text)?.trim_start();
    let rest = time(behind.strip_prefix(is_dash)?.trim_start())?;
    Some(text.len() - rest.len())
}

/// Whether what looks like a move is the size of a board: `10x10`.
pub(super) fn is_board_size(text: &str) -> bool {
    let mut sides = text.split(joins_squares);
    let first = sides.next().unwrap_or_default();
    ["8", "10", "12"].contains(&first)
        && sides.next() == Some(first)
        && sides.next().is_none()
        && !text.contains(is_dash)
}

/// The length of the number of a page between dashes, at the end of a line, before words or before a game: `- 17 -`.
pub(super) fn page_number(text: &str) -> Option<usize> {
    let inside = text.strip_prefix(is_dash)?.trim_start();
    let digits = leading_digits(inside).len();
    let rest = inside[digits..].trim_start().strip_prefix(is_dash)?;
    let is_apart =
        rest.trim_start().starts_with("1.") || rest.trim_start().chars().next().is_none_or(char::is_alphabetic);
    ((1..=3).contains(&digits) && is_apart).then_some(text.len() - rest.len())
}

/// Whether squares with colons between them can be the time of a clock: `12:01`, `1:19:58`.
pub(super) fn is_time(text: &str) -> bool {
    let mut parts = text.split(':');
    let is_first = parts.next().is_some_and(|hours| is_number(hours) && hours.len() <= 2);
    let others: Vec<_> = parts.collect();
    is_first && (1..=2).contains(&others.len()) && others.iter().all(|part| part.len() == 2 && *part < "60")
}

/// The length of a time with its unit: `5s`, `12.5 s`, `3 min`, `5'12"`.
fn duration(text: &str) -> Option<usize> {
    const UNITS: [&str; 14] =
        ["seconds", "minutes", "secs", "mins", "sec", "min", "сек", "мин", "s", "m", "h", "с", "м", "ч"];
    // `2 h:g4` is a number and a move.
    let is_end = |c: char| c.is_whitespace() || c.is_ascii_digit() || "(){}[],;.!?".contains(c);
    let mut length = 0;
    loop {
        let digits = leading_digits(&text[length..]).len();
        let rest = &text[length + digits..];
        let part = rest.strip_prefix(['.', ',']).map_or(0, |part| leading_digits(part).len());
        let rest = if part > 0 { &rest[1 + part..] } else { rest };
        let name = rest.strip_prefix(' ').unwrap_or(rest);
        let is_whole = |rest: &&str| rest.is_empty() || rest.starts_with(is_end);
        let named = UNITS.iter().find_map(|unit| name.strip_prefix(unit).filter(is_whole));
        let behind = named.or_else(|| rest.strip_prefix(['\'', '"', '′', '″', '’', '”']));
        let Some(behind) = behind.filter(|_| digits > 0) else { break };
        length = text.len() - behind.len();
    }
    (length > 0 && ends_word(&text[length..])).then_some(length)
}

/// The length of a number before a move that is none of digits alone: a Roman one, or one with letters in place of digits,
/// as `l.` and `1O.`, which always has a stop.
pub(super) fn odd_number(text: &str, needs_stop: bool) -> Option<usize> {
    let length_of = |is_part: fn(char) -> bool| text.len() - text.trim_start_matches(is_part).len();
    let roman = length_of(|c| "IVXLC".contains(c) || ('Ⅰ'..='Ⅻ').contains(&c));
    let mistyped = length_of(|c| c.is_ascii_digit() || "OoОоlI".contains(c));
    let is_mistyped = mistyped > roman && !is_number(&text[..mistyped]);
    let number = if is_mistyped { mistyped } else { roman };
    let rest = text[number..].trim_start_matches(['.', ')']);
    let has_stop = rest.len() < text.len() - number;
    let mv = rest.trim_start();
    let is_before_move = (mv.len() < rest.len() || is_mistyped) && squares(mv) > 0;
    (number > 0 && is_before_move && (has_stop || !(needs_stop || is_mistyped))).then(|| text.len() - rest.len())
}

/// The length of signs and quotation marks right before a move or its number. A single star ends the game before it.
fn signs_before_move(text: &str, word: &str) -> Option<usize> {
    let may_stand = |c: char| c == '/' || ((is_sign(c) || is_quote(c)) && !"$%;<>.…#".contains(c));
    let signs = word.len() - word.trim_start_matches(may_stand).len();
    let rest = &text[signs..];
    // The move of a number can be in the next line.
    let is_number = || {
        let dots = &rest[leading_digits(rest).len()..];
        let behind = dots.trim_start_matches(['.', '…']);
        let ends = behind.is_empty() || behind.starts_with(|c: char| c.is_whitespace() || "{}[;()*_~".contains(c));
        dots.len() < rest.len() && behind.len() < dots.len() && (ends || squares(behind) > 0)
    };
    (signs > 0 && &text[..signs] != "*" && (squares(rest) > 0 || is_number())).then_some(signs)
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

/// The length of a number with parts, such as the value of a move in men: no number of a move is 0, and where a square
/// begins with a zero, another one is behind it.
fn decimal(text: &str) -> Option<usize> {
    let whole = leading_digits(text);
    let part = leading_digits(text[whole.len()..].strip_prefix(['.', ','])?);
    let length = whole.len() + 1 + part.len();
    let is_move = |c: char| joins_squares(c) || (whole != "0" && c.is_ascii_digit());
    let is_apart = ends_word(&text[length..]) && !text[length..].trim_start().starts_with(is_move);
    let is_decimal = whole == "0" || (part.starts_with('0') && !whole.is_empty());
    (is_decimal && is_apart && (1..=3).contains(&part.len())).then_some(length)
}

/// The length of three or more dashes with blanks between them, which part games. Two are null moves.
fn rule_of_dashes(text: &str) -> Option<usize> {
    let (mut rest, mut count) = (text, 0);
    let mut next = text;
    while next.starts_with(is_dash) {
        (rest, count) = (next.trim_start_matches(is_dash), count + 1);
        next = if rest.starts_with(char::is_whitespace) { rest.trim_start() } else { "" };
    }
    (count > 2 && (rest.is_empty() || rest.starts_with(char::is_whitespace))).then(|| text.len() - rest.len())
}

/// The length of the number of a move: `12.`, `12...`, and as books write it, `12.-` or `12°`. `12:` and `12-` are
/// numbers if a whole move follows behind a blank.
fn move_number(text: &str) -> Option<usize> {
    let digits = leading_digits(text).len();
    if digits == 0 {
        return None;
    }
    let rest = &text[digits..];
    let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
    let behind = &rest[dots..];
    let sign = behind.chars().next().unwrap_or_default();
    let (length, after) = (digits + dots, &behind[behind.len().min(sign.len_utf8())..]);
    let move_follows = |text: &str| squares(text) > 0 || squares_joined_oddly(text).is_some();
    let has_sign = match sign {
        '°' | 'º' | 'ª' => true,
        _ if dots > 0 => {
            is_dash(sign) && (square(after.trim_start()) > 0 || after.trim_start().starts_with(['.', '…']))
        }
        ':' | 'e' => after.starts_with(char::is_whitespace) && move_follows(after.trim_start()),
        // In a table, or in brackets.
        ';' | ',' | '|' | ']' | '/' => move_follows(after.trim_start()),
        _ => is_dash(sign) && after.starts_with(char::is_whitespace) && move_follows(after.trim_start()),
    };
    if has_sign { Some(length + sign.len_utf8()) } else { (dots > 0).then_some(length) }
}

/// The length of the number of a move with words around it that say what it is, or which side moves: `Zet 1`, `1e
/// zet:`, `1. wit:`.
fn number_in_words(text: &str) -> Option<usize> {
    const SHORTEST_NAME: usize = 3;
    // Most numbers and squares have no word behind them.
    let digits = leading_digits(text);
    let is_joint = |c: char| c.is_whitespace() || is_dash(c) || ".:)".contains(c);
    let behind = text[digits.len()..].trim_start_matches(is_joint);
    if !behind.starts_with(char::is_alphabetic) {
        return None;
    }
    let word = |text: &str| text.len() - text.trim_start_matches(char::is_alphabetic).len();
    let behind_name = |text: &str, is_name: fn(&str) -> bool| {
        let name = word(text);
        (name >= SHORTEST_NAME && is_name(&text[..name].to_lowercase())).then_some(name)
    };
    let behind_stop = |text: &str| {
        let rest = text.trim_start().trim_start_matches(['.', ':', ')']).trim_start();
        text.len() - rest.len()
    };
    // A full stop there would end a sentence.
    let blanks = |text: &str| text.len() - text.trim_start().len();
    let before = behind_name(text, names_move).map_or(0, |name| name + blanks(&text[name..]));
    let digits = leading_digits(&text[before..]).len();
    if !(1..=MOST_DIGITS).contains(&digits) {
        return None;
    }
    let ordinal = &text[before + digits..];
    let letters = ordinal.strip_prefix(is_dash).unwrap_or(ordinal);
    let bare = text.len() - letters.len() + word(letters);
    let is_name = |name: &str| names_move(name) || side_named(name).is_some();
    let (mut length, mut end) = (bare, bare + behind_stop(&text[bare..]));
    for _ in 0..2 {
        let Some(name) = behind_name(&text[end..], is_name) else { break };
        length = end + name;
        end = length + behind_stop(&text[length..]);
    }
    let number = text[..end].trim_end();
    let is_told = before > 0 || length > bare;
    // Its move has to follow, or else it is read otherwise where it is written again.
    let is_move = |mv: &str| {
        let (squares, behind) = mv.split_at(squares(mv));
        !squares.is_empty() && ends_word(behind) && PdnResult::of_word(squares).is_none()
    };
    (is_told && end > number.len() && is_move(&text[end..])).then_some(number.len())
}

/// The length of the number of a move with a parenthesis behind it: `12)`, `12.)` or `12º)`.
pub(super) fn number_in_list(text: &str) -> Option<usize> {
    let digits = leading_digits(text).len();
    let sign = text[digits..].chars().next().filter(|sign| ".°ºª".contains(*sign));
    let length = digits + sign.map_or(0, char::len_utf8);
    ((1..=MOST_DIGITS).contains(&digits) && text[length..].starts_with(')')).then_some(length + 1)
}

/// Whether this is a number that stands above the line or in a circle, as those of footnotes.
pub(super) fn is_footnote(letter: char) -> bool {
    raised_digit(letter).is_some() || matches!(letter, '\u{2460}'..='\u{24ff}')
}

/// Whether a character is none of a word, and neither encloses nor escapes anything. Greek letters are signs of chess
/// programs.
fn is_sign(letter: char) -> bool {
    let is_greek = ('\u{370}'..='\u{3ff}').contains(&letter);
    !(letter.is_alphanumeric() || "{}[]()\"\\/№".contains(letter)) || is_greek || is_footnote(letter)
}

/// The most characters of a glyph between brackets, without these.
const LONGEST_GLYPH: usize = 3;

/// Whether a word is a glyph without a meaning here: signs such as `±`, what begins with `$`, a short word for one, or
/// one in pointed brackets.
pub(super) fn is_glyph(word: &str) -> bool {
    // These begin a comment at the beginning of a line.
    let is_signs =
        word.chars().all(|c| is_sign(c) || is_quote(c) || "/\\".contains(c)) && !word.starts_with(['%', ';']);
    let pointed = word.strip_prefix('<').and_then(|word| word.strip_suffix('>'));
    // The value of a move, in men, or the depth of its search.
    let value = word.strip_prefix(|c: char| is_dash(c) || "+±/=".contains(c));
    let value = value.filter(|value| value.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
    let is_value = value.is_some_and(|value| value.chars().all(|c| c.is_ascii_digit() || ".,/".contains(c)));
    let depth = word.strip_prefix(['d', 'D']).map(|depth| depth.strip_prefix('=').unwrap_or(depth));
    let is_depth = depth.is_some_and(|depth| depth.len() > 1 && is_number(depth));
    ["N", "TN", "RR"].contains(&word.trim_end_matches(['.', ',', '!', '?']))
        || word.starts_with('$')
        || is_signs
        || is_value
        || is_depth
        || pointed.is_some_and(|inside| inside.chars().count() <= LONGEST_GLYPH)
}

/// The length of a glyph in square brackets, such as `[!]` or `[1]`: signs, a number or a letter.
pub(super) fn bracketed_glyph(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let inside = &inside[..inside.find(']')?];
    let is_one = inside.chars().all(|c| "!?+-=±∓□".contains(c))
        || is_number(inside)
        || (inside.chars().count() == 1 && inside.chars().all(char::is_alphanumeric));
    (!inside.is_empty() && inside.chars().count() <= LONGEST_GLYPH && is_one).then_some(inside.len() + 2)
}

/// The most characters of words between brackets or quotation marks.
const LONGEST_ENCLOSED: usize = 400;

/// The length of words between square or pointed brackets or quotation marks, which are none of a tag and do not begin
/// with a move.
pub(super) fn enclosed_words(text: &str) -> Option<usize> {
    let opening = text.chars().next().filter(|&opening| "[<".contains(opening) || is_quote(opening))?;
    let rest = &text[opening.len_utf8()..];
    let is_closing = |&(_, c): &(usize, char)| match opening {
        '[' => c == ']',
        '<' => c == '>',
        '"' | '\'' | '`' => c == opening,
        _ => is_quote(c),
    };
    let (end, _) = rest.char_indices().take(LONGEST_ENCLOSED).find(is_closing)?;
    let inside = &rest[..end];
    let name = inside.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let has_number = || inside.split_whitespace().any(|word| move_number(word) == Some(word.len()));
    let begins_with_move = || matches!(first_word(inside), (Ok(TokenKind::Move(_) | TokenKind::Number(_)), _));
    let is_note = match opening {
        '[' => !is_usual(name),
        _ => !name.is_empty() && !begins_with_move() && !has_number(),
    };
    let is_whole = !inside.is_empty() && !inside.contains(|c: char| "{}();[".contains(c));
    let mut closing = rest[end..].chars();
    closing.next();
    // Before another mark, one may be that of an opening behind an empty line.
    let is_closed = !is_quote(opening) || !closing.as_str().starts_with(is_quote);
    (is_whole && is_note && is_closed).then(|| text.len() - closing.as_str().len())
}

/// The length of a parenthesis between the marks of Markdown: `*(book)*`.
pub(super) fn starred_parenthesis(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("*(")?;
    let end = inside.find(')').filter(|end| *end <= LONGEST_ENCLOSED)?;
    let is_whole = !inside[..end].contains(['{', '}', '(', ';', '[']);
    (is_whole && inside[end..].starts_with(")*")).then_some(end + 4)
}

/// The length of words between two slashes, as some enclose remarks among moves.
pub(super) fn words_between_slashes(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('/')?;
    let inside = &inside[..inside.find('/').filter(|end| *end <= LONGEST_ENCLOSED)?];
    let is_words = inside.starts_with(char::is_alphabetic) && !inside.contains(|c: char| "{}();[\"".contains(c));
    (is_words && !inside.ends_with(char::is_whitespace)).then_some(inside.len() + 2)
}

/// The length of a letter that refers to a note or marks a win, behind a move, with or without a dash: `A`, `-a`.
pub(super) fn letter_of_note(text: &str) -> Option<usize> {
    let letter = text.strip_prefix(is_dash).unwrap_or(text);
    let first = letter.chars().next().filter(|first| first.is_alphabetic())?;
    let behind = &letter[first.len_utf8()..];
    let is_alone = behind.chars().next().is_none_or(|next| next.is_whitespace() || "(){};!?".contains(next));
    is_alone.then_some(text.len() - behind.len())
}

/// A move and the letter right behind it, as in `23-19A`, `e:c5X` and `23-19TN`, which alone would be no move.
pub(super) fn move_with_letter(text: &str) -> Option<(String, usize, usize)> {
    let end = text.find(|c: char| c.is_whitespace() || "{}[;()!?".contains(c)).unwrap_or(text.len());
    let glyph = ["TN", "RR"].iter().find_map(|glyph| text[..end].strip_suffix(glyph)).map(str::len);
    let (last, _) = text[..end].char_indices().next_back()?;
    let at = glyph.or_else(|| letter_of_note(&text[last..end]).map(|_| last))?;
    match first_word(&text[..at]) {
        // `nulle` is not a null move.
        (Ok(TokenKind::Move(mv)), length) if length == at && null_move(&mv).is_none() => Some((mv, at, end)),
        _ => None,
    }
}

/// Whether a word says that the moves go on, or the like, rather than what they are.
pub(super) fn is_and_so_on(words: &str) -> bool {
    const WORDS: [&str; 17] = [
        "etc",
        "etcetera",
        "etcaetera",
        "andsoon",
        "enz",
        "enzovoort",
        "usw",
        "undsoweiter",
        "td",
        "tp",
        "тд",
        "тп",
        "ecc",
        "itd",
        "atd",
        "итд",
        "итакдалее",
    ];
    let plain: String = words.chars().filter(|c| !c.is_whitespace() && !".…,".contains(*c)).collect();
    WORDS.contains(&plain.to_lowercase().as_str())
}

/// The length of squares joined by `-`, `x` or `:`, blanks around these allowed, or, by letters, by nothing; 0 if there
/// are fewer than two. Squares are numbers, or a letter and a number as in some other variants; of the first one, the
/// letter is enough.
fn squares(text: &str) -> usize {
    let (mut length, mut is_move) = (square(text), false);
    if length == 0 {
        length = column_alone(text);
    }
    let is_lettered = text.chars().next().is_some_and(|letter| column(letter).is_some());
    let (mut was_spaced, mut was_dash) = (false, false);
    while length > 0 {
        let captured = captured_length(&text[length..]);
        let rest = &text[length + captured..];
        let joint = rest.trim_start();
        let behind = joint.strip_prefix(joins_squares).map_or(rest, str::trim_start);
        let next = square(behind);
        // Digits that follow digits are of the same number.
        let is_apart = behind.len() < rest.len() || lettered(behind) > 0 || captured > 0;
        if next == 0 || !is_apart || (lettered(behind) > 0) != is_lettered {
            break;
        }
        // A dash with blanks around it parts two moves if those within them have none, and if a number is behind it.
        let is_spaced = rest[..rest.len() - behind.len()].contains(char::is_whitespace);
        let has_dot = behind[next..].starts_with(['.', '…', ')']);
        if is_move && is_spaced && joint.starts_with(is_dash) && (!was_spaced || has_dot) {
            break;
        }
        // Without blanks it parts a capture from the number of the next move.
        let mv = behind[next..].trim_start_matches(['.', '…']).trim_start();
        if is_move && !was_dash && has_dot && joint.starts_with(is_dash) && square(mv) > 0 {
            break;
        }
        // A capital X right behind a move says that it wins, and a ballot cross that it is wrong, if another whole move or
        // the number of one is behind it.
        let is_letter = joint.len() == rest.len() && joint.starts_with(['X', 'Х']);
        let is_mark = is_move && is_spaced && (is_letter || joint.starts_with(['✗', '✘', '❌']));
        if is_mark && (has_dot || behind[next..].starts_with(joins_squares)) {
            break;
        }
        // `1- 10-14` and `1 - 10x19`: the first number is that of the move.
        if is_move && was_spaced && was_dash && !is_spaced && !is_lettered {
            return 0;
        }
        length = text.len() - behind.len() + next;
        (is_move, was_spaced, was_dash) = (true, is_spaced, joint.starts_with(is_dash));
    }
    let is_whole =
        || !text[..length].contains(|c: char| column(c).is_some() && !joins_squares(c)) || ends_word(&text[length..]);
    if is_move && is_whole() { length } else { 0 }
}

/// The length of captured squares in brackets between those of a move, with what joins them to the first one: `x(23)`
/// of `28x(23)x19`.
fn captured_length(text: &str) -> usize {
    let inside = text.strip_prefix(joins_squares).unwrap_or(text);
    let is_joined = inside.len() < text.len();
    let Some(inside) = inside.strip_prefix(['(', '[']) else { return 0 };
    let Some((squares, behind)) = inside.split_once([')', ']']) else { return 0 };
    let is_square = |name: &str| {
        let name = name.strip_prefix(joins_squares).unwrap_or(name);
        square(name) == name.len() && (1..=3).contains(&name.chars().count())
    };
    let next = behind.strip_prefix(joins_squares).unwrap_or(behind);
    let is_between = square(next) > 0 && (is_joined || next.len() < behind.len());
    if squares.split(',').all(is_square) && is_between { text.len() - behind.len() } else { 0 }
}

/// The length of squares that something else joins, without blanks: `11..15`, `11.15`, `25*14`, `c3>d4`.
fn squares_joined_oddly(text: &str) -> Option<usize> {
    let is_square = |length: usize, text: &str| length > 0 && length <= 3 && !text[..length].starts_with('0');
    let is_lettered = lettered(text) > 0;
    let (mut length, mut joint, mut joints) = (square(text), "", 0);
    if !is_square(length, text) {
        return None;
    }
    loop {
        let rest = &text[length..];
        let odd = spaced_arrow(rest).unwrap_or_else(|| odd_joint(rest));
        let next = square(&rest[odd..]);
        let is_alike = (lettered(&rest[odd..]) > 0) == is_lettered;
        if odd == 0 || !is_square(next, &rest[odd..]) || !is_alike || (joints > 0 && joint != &rest[..odd]) {
            break;
        }
        (length, joint, joints) = (length + odd + next, &rest[..odd], joints + 1);
    }
    let rest = &text[length..];
    let goes_on = rest.trim_start().starts_with(joins_squares)
        || (odd_joint(rest) > 0 && square(&rest[odd_joint(rest)..]) > 0)
        || !ends_word(rest);
    // `1.32 28` and `1.11.15` begin with the number of the move.
    let bare = leading_digits(rest.trim_start());
    let is_bare = !bare.is_empty() && ends_word(&rest.trim_start()[bare.len()..]);
    let is_numbered =
        joint == "." && !is_lettered && (joints > 1 || (is_bare && odd_joint(&rest.trim_start()[bare.len()..]) == 0));
    (joints > 0 && !goes_on && !is_numbered).then_some(length)
}

/// The length of an arrow with blanks around it.
fn spaced_arrow(text: &str) -> Option<usize> {
    let joint = text.strip_prefix(char::is_whitespace)?.trim_start();
    let arrow = &joint[..odd_joint(joint)];
    arrow.ends_with(['>', '→', '⇒']).then(|| text.len() - joint[arrow.len()..].trim_start().len())
}

/// Whether the last square of a move is the first one of another, in the same spelling.
pub(super) fn ends_where_begins(last: &str, next: &str) -> bool {
    let begins = &next[..square(next)];
    let last = last.rsplit(char::is_whitespace).next().unwrap_or(last).trim_end_matches(',');
    let before = last.strip_suffix(begins).filter(|_| !begins.is_empty());
    let is_whole = |before: &str| !before.is_empty() && !before.ends_with(|c: char| c.is_ascii_digit());
    squares(last) == last.len() && squares(next) == next.len() && before.is_some_and(is_whole)
}

/// The length of the squares of a move with nothing or a blank alone between them: `3228`, `32 28`, `c3 d4`.
fn squares_without_separator(text: &str) -> Option<usize> {
    let first = square(text);
    let rest = &text[first..];
    if first == 0 || !ends_word(rest) {
        return None;
    }
    let second = rest.trim_start();
    let next = square(second);
    let is_alike = (lettered(text) > 0) == (lettered(second) > 0);
    // A separator behind it begins the next move, and so does a dot behind its number.
    let behind = &second[next..];
    let is_square = |digits: usize| digits > 0 && (lettered(text) > 0 || digits <= 2);
    // The number of the first row of a table.
    let is_row = &second[..next] == "1" && behind.starts_with(';');
    let is_alone = !is_row
        && ends_word(behind)
        && !behind.trim_start().starts_with(joins_squares)
        && !behind.starts_with(['.', '…']);
    if is_square(first) && is_square(next) && is_alike && is_alone && second.len() < rest.len() {
        return Some(text.len() - behind.len());
    }
    let is_run = lettered(text) == 0 && matches!(first, 4 | 6 | 8);
    is_run.then_some(first)
}

/// Whether a word ends before this text.
fn ends_word(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_alphanumeric() && !is_footnote(c))
}

/// The length of a square.
fn square(text: &str) -> usize {
    let lettered = lettered(text);
    if lettered > 0 { lettered } else { leading_digits(text).len() }
}

/// The length of a square by a letter and a number.
fn lettered(text: &str) -> usize {
    let Some(letter) = text.chars().next().filter(|&letter| column(letter).is_some()) else { return 0 };
    let digits = leading_digits(&text[letter.len_utf8()..]);
    if (1..=2).contains(&digits.len()) && !digits.starts_with('0') { letter.len_utf8() + digits.len() } else { 0 }
}

/// The length of the letter of a column before a square, with or without a separator.
fn column_alone(text: &str) -> usize {
    let Some(letter) = text.chars().next().filter(|&letter| column(letter).is_some()) else { return 0 };
    let rest = &text[letter.len_utf8()..];
    if lettered(rest.strip_prefix(joins_squares).unwrap_or(rest)) > 0 { letter.len_utf8() } else { 0 }
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
        let text = |text: &str| Ok(TokenKind::Note(Note::Text(text.to_owned())));
        let unknown = |text: &str| Err(PdnFault::Word(text.to_owned()));
        for (given, word, length) in [
            ("12.32-28 19-23", number("12."), 3),
            ("12... 19-23", number("12..."), 5),
            ("12 19-23", number("12"), 2),
            ("12", number("12"), 2),
            ("12 19 23", mv("12 19"), 5),
            ("3228 1823", mv("3228"), 4),
            ("a3b4 c5", mv("a3b4"), 4),
            ("cd4 bc5", mv("cd4"), 3),
            ("d:b6 a:c5", mv("d:b6"), 4),
            ("c3:e5:g7 x", mv("c3:e5:g7"), 8),
            ("c3 d4 b6-c5", mv("c3 d4"), 5),
            ("c3 d4-e5", unknown("c3"), 2),
            ("ab4x", unknown("ab4x"), 4),
            ("с3-d4", mv("с3-d4"), 6),
            ("l12-k11", mv("l12-k11"), 7),
            ("- - 3.", mv("- -"), 3),
            ("- - - 3.", text("- - -"), 5),
            ("— — —", text("— — —"), "— — —".len()),
            ("0.05) x", text("0.05"), 4),
            ("0.5 19-23", text("0.5"), 3),
            ("0,125", text("0,125"), 5),
            ("12.05 y", text("12.05"), 5),
            ("12.05 10", number("12."), 3),
            ("12.05-10", number("12."), 3),
            ("-- 3.", mv("--"), 2),
            ("1 1/2 - 1/2 *", result("1 1/2 - 1/2"), 11),
            ("1½-½ x", result("1½-½"), "1½-½".len()),
            ("1.02-0.98", result("1.02-0.98"), 9),
            ("1+ - 1-", result("1+ - 1-"), 7),
            ("1+-1-", result("1+-1-"), 5),
            ("1--1+ x", result("1--1+"), 5),
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
            ("1 - 0!", result("1 - 0"), 5),
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
            assert_eq!(first_word(given), (word, length), "{given}");
        }
    }
}
