//! Which encoding a text is in, by the words that it makes: a name in another encoding has letters of another alphabet,
//! signs or capitals in its middle, or pairs of letters that no language has.

use std::sync::LazyLock;

use super::samples::LANGUAGES;
use super::{Encoding, letter};

/// What is known beside the text itself.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Context {
    /// Whether other lines have characters of UTF-8 beyond ASCII.
    pub(in super::super) has_utf8: bool,
    /// The number of the GameType.
    pub(in super::super) game_type: Option<u32>,
    /// The encoding of the text before.
    pub(in super::super) last: Option<Encoding>,
}

/// The logarithm of how much likelier an encoding is before a word is read, by its name.
const PRIORS: [(&str, f32); 29] = [
    ("windows-1251", 0.0),
    ("IBM866", -1.5),
    ("KOI8-U", -2.0),
    ("ISO-8859-5", -3.0),
    ("x-mac-cyrillic", -3.5),
    ("IBM855", -6.0),
    ("windows-1252", 0.0),
    ("IBM850", -2.0),
    ("IBM437", -2.5),
    ("macintosh", -3.0),
    ("windows-1250", -0.7),
    ("ISO-8859-2", -2.0),
    ("IBM852", -3.0),
    ("windows-1257", -0.7),
    ("ISO-8859-13", -2.5),
    ("IBM775", -3.5),
    ("windows-1254", -1.0),
    ("IBM857", -3.5),
    ("windows-874", -3.0),
    ("windows-1253", -3.0),
    ("ISO-8859-7", -4.0),
    ("windows-1255", -3.0),
    ("windows-1256", -4.0),
    ("ISO-8859-15", -3.5),
    ("GBK", -5.0),
    ("Big5", -5.5),
    ("Shift_JIS", -6.0),
    ("EUC-JP", -6.0),
    ("EUC-KR", -5.5),
];
/// What speaks for the encoding of the text before, and for the languages of a game: logarithms too, as all that follow.
const OF_LAST: f32 = 4.0;
const OF_GAME: f32 = 3.0;
/// A letter that a language does not have.
const FOREIGN: f32 = -14.0;
/// A character that a language with thousands of them has, but not its sample.
const RARE: f32 = -9.0;
/// A letter of the wrong case.
const WRONG_CASE: f32 = -6.0;
/// A letter beside one of another script.
const OTHER_SCRIPT: f32 = -8.0;
/// A word in UTF-8 beside words that are not.
const MIXED: f32 = -10.0;
/// A sign behind a letter that no name has there: the second byte of a character, rather.
const ODD_SIGN: f32 = -5.0;
/// A letter beside a digit.
const BESIDE_DIGIT: f32 = 3.0;
/// The least that a word in ASCII says against a language, and that all of a line say: names stand in any language.
const LEAST_SUIT: f32 = -5.0;
const LEAST_SUITS: f32 = -10.0;
/// A sign of a frame or a shade, one that a word touches, and each that goes on from another.
const FRAME: f32 = -6.0;
const FRAME_BESIDE_WORD: f32 = -10.0;
const MORE_OF_FRAME: f32 = -1.0;
/// The weight of the lines behind, all together, against one line of the text.
const BEHIND: f32 = 0.3;
/// The most lines that are weighed, of those behind, and the most words of each.
const MOST_LINES: usize = 20;
/// Those of frames alone, beside the others: these say which encoding it is.
const MOST_FRAMES: usize = 4;
const MOST_READ: usize = 100;
const MOST_BEHIND: usize = 10;
const MOST_WORDS: usize = 12;

/// How the bytes of a word read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    /// UTF-8, perhaps with a character that was cut.
    Utf8,
    /// One byte beyond ASCII at the end, with which a character of UTF-8 can begin.
    Cut,
    /// Another encoding.
    Bytes,
}

/// A line that is not in UTF-8.
struct Line<'a> {
    /// The line as far as its words are weighed.
    raw: &'a [u8],
    words: Vec<&'a [u8]>,
    /// What speaks against an encoding with a byte per character.
    against_table: f32,
    /// Whether no word is more than [`WordKind::Cut`].
    is_cut: bool,
    /// Whether its words are likely to be names, as in a tag.
    is_name: bool,
    /// How well the rest of it suits each language.
    suits: Vec<f32>,
}

/// The encoding of the lines that are not in UTF-8: UTF-8 too, if only characters of it were cut. `behind` is text after
/// them.
pub(in super::super) fn guess<'a>(lines: impl Iterator<Item = &'a [u8]>, behind: &[u8], context: Context) -> Encoding {
    let lines = lines.filter_map(|line| Line::of(line, context));
    let (frames, written): (Vec<_>, Vec<_>) = lines.take(MOST_READ).partition(Line::is_frame);
    let lines: Vec<_> = written.into_iter().take(MOST_LINES).chain(frames.into_iter().take(MOST_FRAMES)).collect();
    let is_cut = lines.iter().all(|line| line.is_cut);
    if lines.is_empty() || (is_cut && context.has_utf8) {
        return Encoding::UTF_8;
    }
    let behind = behind.split(|&byte| byte == b'\n').filter_map(|line| Line::of(line, context));
    let behind: Vec<_> = behind.take(MOST_BEHIND).collect();
    let score = |encoding: Encoding| {
        let letters = encoding.table();
        let score = |line: &Line<'_>| match &letters {
            Some(letters) => line.against_table + line.score(&line.table_words(letters)),
            None => line.score(&line.words(encoding)),
        };
        let sum = |lines: &[Line<'_>]| lines.iter().map(score).sum::<f32>();
        let last = if context.last == Some(encoding) { OF_LAST } else { 0.0 };
        prior(encoding) + last + sum(&lines) + BEHIND * sum(&behind) / behind.len().max(1) as f32
    };
    let scored = Encoding::guessable().map(|encoding| (encoding, score(encoding)));
    let best = scored.max_by(|(_, one), (_, other)| one.total_cmp(other));
    // No encoding makes words of them.
    let poor = -5.0 * lines.iter().flat_map(|line| &line.words).map(|word| 1.0 + word.len() as f32).sum::<f32>();
    best.filter(|(_, value)| !is_cut || *value >= poor).map_or(Encoding::UTF_8, |(encoding, _)| encoding)
}

fn prior(encoding: Encoding) -> f32 {
    let of_name = PRIORS.iter().find(|(name, _)| *name == encoding.name());
    of_name.map_or(0.0, |(_, prior)| *prior)
}

impl<'a> Line<'a> {
    /// The words of a line, unless all of them are in UTF-8.
    fn of(line: &'a [u8], context: Context) -> Option<Line<'a>> {
        let mut is_cut = true;
        let (mut words, mut end, mut raw) = (Vec::new(), 0, line);
        for (part, kind) in parts(line, context.has_utf8) {
            end += part.len();
            if kind != WordKind::Utf8 {
                is_cut &= kind == WordKind::Cut;
                words.push(part);
                raw = if words.len() == MOST_WORDS { &line[..end] } else { raw };
            }
        }
        if words.is_empty() {
            return None;
        }
        words.truncate(MOST_WORDS);
        let is_name = line.first() == Some(&b'[');
        let is_mixed = parts(raw, context.has_utf8).any(|(word, kind)| kind == WordKind::Utf8 && !word.is_ascii());
        let is_odd = |pair: &&[u8]| !pair[0].is_ascii() && b"@\\^_`{|}~".contains(&pair[1]);
        let odd_signs = if is_name { raw.windows(2).filter(is_odd).count() } else { 0 };
        let against_table = if is_mixed { MIXED } else { 0.0 } + ODD_SIGN * odd_signs as f32;
        Some(Line { raw, words, against_table, is_cut, is_name, suits: suits(line, is_name, context) })
    }

    /// Whether its words are frames and shades alone.
    fn is_frame(&self) -> bool {
        let letters = Encoding::dos().table().unwrap_or_default();
        let is_frame = |word: &Vec<char>| (0..word.len()).all(|place| framed(word, place, [None; 2]).is_some());
        self.table_words(&letters).iter().all(is_frame)
    }

    /// The words with these characters from 0x80 on.
    fn table_words(&self, letters: &[char]) -> Vec<Vec<char>> {
        self.words.iter().map(|word| word.iter().map(|&byte| letter(letters, byte)).collect()).collect()
    }

    /// The words in an encoding with several bytes per character, of which some can be signs of ASCII.
    fn words(&self, encoding: Encoding) -> Vec<Vec<char>> {
        let mut text = String::new();
        encoding.decode(self.raw, &mut text);
        let is_between = |sign: char| sign.is_ascii() && !sign.is_ascii_alphanumeric();
        text.split(is_between).filter(|word| !word.is_ascii()).map(|word| word.chars().collect()).collect()
    }

    /// How likely the words are in the language that suits them best.
    fn score(&self, words: &[Vec<char>]) -> f32 {
        let mut suits = self.suits.clone();
        let mut score = 0.0;
        for word in words {
            let mut rest = &word[..];
            while let Some(first) = rest.first() {
                let is_alike = |letter: &char| is_letter(*letter) == is_letter(*first);
                let end = rest.iter().position(|letter| !is_alike(letter)).unwrap_or(rest.len());
                let (part, behind) = rest.split_at(end);
                let around = [word[..word.len() - rest.len()].last(), behind.first()];
                if is_letter(*first) {
                    let letters: Vec<char> = part.iter().copied().map(small).collect();
                    suits.iter_mut().zip(MODELS.iter()).for_each(|(suits, model)| *suits += model.score(&letters));
                    let digits = around.into_iter().flatten().filter(|sign| sign.is_ascii_digit()).count();
                    score += case_score(part, self.is_name) - BESIDE_DIGIT * digits as f32;
                    score += OTHER_SCRIPT * script_changes(part) as f32;
                } else {
                    score += signs_score(part, around, self.is_name);
                }
                rest = behind;
            }
        }
        score + suits.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
}

/// How well the game and the words in ASCII suit each language, against the one that they suit best.
fn suits(line: &[u8], is_name: bool, context: Context) -> Vec<f32> {
    let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_alphabetic);
    let words = parts(line, context.has_utf8).map(|(word, _)| word).filter(is_word).skip(usize::from(is_name));
    let words = words
        .take(MOST_WORDS)
        .map(|word| word.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect::<Vec<_>>());
    let best = |scores: &[f32]| scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let of_game = |model: &Model| if model.is_of(context.game_type) { OF_GAME } else { 0.0 };
    let mut suits: Vec<f32> = MODELS.iter().map(of_game).collect();
    for word in words {
        let scores: Vec<f32> = MODELS.iter().map(|model| model.score(&word)).collect();
        let best = best(&scores);
        suits.iter_mut().zip(scores).for_each(|(suits, score)| *suits += (score - best).max(LEAST_SUIT));
    }
    let best = best(&suits);
    suits.iter().map(|suits| (suits - best).max(LEAST_SUITS)).collect()
}

/// Whether a character is part of a word: a letter, or a mark of Thai above one.
fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() || matches!(letter, '\u{e47}'..='\u{e4e}')
}

/// How often a letter follows one of another script.
fn script_changes(part: &[char]) -> usize {
    let script = |letter: &char| match letter {
        '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => 0,
        '\u{370}'..='\u{3ff}' => 1,
        '\u{400}'..='\u{52f}' => 2,
        '\u{590}'..='\u{5ff}' => 3,
        '\u{600}'..='\u{6ff}' => 4,
        '\u{e00}'..='\u{e7f}' => 5,
        _ => 6,
    };
    part.windows(2).filter(|pair| script(&pair[0]) != script(&pair[1])).count()
}

/// The words of a line, and what is between them, which counts as UTF-8. `has_utf8` says whether other lines have
/// characters of UTF-8 beyond ASCII.
pub(super) fn parts(line: &[u8], has_utf8: bool) -> impl Iterator<Item = (&[u8], WordKind)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let words = move || line.chunk_by(move |&one, &other| is_word(one) == is_word(other));
    // Where a line has words in UTF-8, what one begins with at its end is one too.
    let line_has = words().any(|word| !word.is_ascii() && kind(word, has_utf8) == WordKind::Utf8);
    words().map(move |word| match kind(word, has_utf8) {
        WordKind::Bytes if line_has && is_begun(word) => (word, WordKind::Utf8),
        WordKind::Cut if line_has => (word, WordKind::Utf8),
        kind => (word, kind),
    })
}

/// Whether a word is in ASCII but for the first bytes of a character of UTF-8 at its end.
fn is_begun(word: &[u8]) -> bool {
    word.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count() == 1
        && word.utf8_chunks().all(|chunk| chunk.valid().is_ascii())
        && word.utf8_chunks().last().is_some_and(|last| matches!(last.invalid(), [0xc2..=0xf4, ..]))
}

/// Whether a word ends within a character of UTF-8, and is whole before.
fn is_cut(word: &[u8]) -> bool {
    word.utf8_chunks().next().is_some_and(|first| first.valid().len() + first.invalid().len() == word.len())
}

/// How a word reads. `has_utf8` says whether the text has others in UTF-8.
pub(super) fn kind(word: &[u8], has_utf8: bool) -> WordKind {
    let (mut usual, mut broken, mut is_unusual) = (0, 0, false);
    for (place, chunk) in word.utf8_chunks().enumerate() {
        let letters = || chunk.valid().chars().filter(|letter| !letter.is_ascii());
        usual += letters().count();
        is_unusual |= script_changes(&letters().filter(|letter| is_letter(*letter)).collect::<Vec<_>>()) > 0;
        is_unusual |= !letters().all(|letter| is_usual(letter, has_utf8));
        broken += usize::from(!chunk.invalid().is_empty());
        // Only at the beginning of a word, what is left of a character that was cut has not its first byte.
        let begins = |first: &u8| matches!(first, 0xc2..=0xf4) || (place == 0 && chunk.valid().is_empty());
        is_unusual |= !chunk.invalid().first().is_none_or(begins);
    }
    // Capitals in capitals are rather those of another encoding.
    let is_end_cut = matches!(word, [.., b'a'..=b'z', 0xc2..=0xdf] | [.., b'a'..=b'z', 0xe1..=0xef, 0x80..=0xbf]);
    match (usual, broken) {
        _ if is_unusual => WordKind::Bytes,
        (_, 0) => WordKind::Utf8,
        (usual, broken) if usual > broken || (usual == broken && usual == 1 && is_cut(word)) => WordKind::Utf8,
        _ if is_end_cut && is_begun(word) => WordKind::Cut,
        _ => WordKind::Bytes,
    }
}

/// Whether a character is one that other encodings do not make of their words by accident.
fn is_usual(letter: char, has_utf8: bool) -> bool {
    match letter {
        '\u{370}'..='\u{45f}' | '\u{490}'..='\u{4f9}' | '\u{5d0}'..='\u{64a}' => letter.is_alphabetic(),
        '\u{a0}'..='\u{17f}' | '\u{218}'..='\u{21b}' | '\u{1e00}'..='\u{1eff}' => true,
        '\u{2010}'..='\u{2044}' | '\u{2116}' => true,
        '\u{80}'..='\u{9f}' | '\u{800}'..='\u{1cff}' => false,
        _ => has_utf8,
    }
}

/// How the capitals of a word stand.
fn case_score(part: &[char], is_name: bool) -> f32 {
    let (first, others) = (part[0], &part[1..]);
    let capitals = others.iter().filter(|letter| letter.is_uppercase()).count();
    let small = others.iter().filter(|letter| letter.is_lowercase()).count();
    let (is_capital, is_small) = (usize::from(first.is_uppercase()), usize::from(first.is_lowercase()));
    let wrong = |count: usize| WRONG_CASE * count as f32;
    let [of_name, of_capitals, of_small] = if is_name { [0.0, -1.0, -4.0] } else { [-0.5, -1.5, -0.5] };
    let as_name = of_name + wrong(is_small + capitals);
    let as_capitals = of_capitals + wrong(is_small + small);
    as_name.max(as_capitals).max(of_small + wrong(is_capital + capitals))
}

/// Signs beside or between the letters of a word.
fn signs_score(signs: &[char], around: [Option<&char>; 2], is_name: bool) -> f32 {
    let [before, behind] = around;
    let is_letter = |sign: Option<&char>| sign.is_some_and(|sign| is_letter(*sign));
    let is_digit = |sign: Option<&char>| sign.is_none_or(|sign| sign.is_ascii_digit());
    let is_inside = is_letter(before) && is_letter(behind);
    let score = |sign: &char| match sign {
        sign if sign.is_ascii() => 0.0,
        '’' if is_inside => -9.0,
        '«' | '“' | '„' | '‘' | '‹' | '¿' | '¡' if behind.is_some() && !is_letter(before) => -7.0,
        '»' | '”' | '“' | '’' | '›' | '…' if before.is_some() && !is_letter(behind) => -6.0,
        '–' | '—' | '×' | '½' | '°' if is_digit(before) && !is_letter(behind) => -4.0,
        '–' | '—' | '…' | '½' if !is_letter(behind) => -6.0,
        '№' if !is_inside => -6.0,
        '\u{a0}' => -5.0,
        '\u{80}'..='\u{9f}' | '\u{2190}'..='\u{27ff}' | '\u{f8ff}' | '\u{fffd}' => -14.0,
        '\u{30fb}' => -6.0,
        '\u{3001}'..='\u{3011}' | '\u{ff01}'..='\u{ff1f}' if !is_inside => -6.0,
        '†' | '‡' => -11.0,
        _ if is_inside => -13.0,
        _ => -11.0,
    };
    // No name has a frame.
    let framed = |place: usize| if is_name { None } else { framed(signs, place, around) };
    signs.iter().enumerate().map(|(place, sign)| framed(place).unwrap_or_else(|| score(sign))).sum()
}

/// How likely a sign is as one of a frame, if it is: those beside it have the same line at the edge between them, which
/// letters of another encoding have by accident alone.
fn framed(signs: &[char], place: usize, around: [Option<&char>; 2]) -> Option<f32> {
    let [last, next] = [place.checked_sub(1), Some(place + 1)].map(|place| signs.get(place?));
    let [left, right] = edges(signs[place])?;
    let touches = [last.or(around[0]), next.or(around[1])].into_iter().flatten().any(|sign| sign.is_alphanumeric());
    match [last, next].map(|sign| sign.copied().and_then(edges)) {
        [Some([_, last]), _] => (last == left).then_some(MORE_OF_FRAME),
        [None, Some(_)] => Some(FRAME),
        [None, None] if [left, right] != [0; 2] => None,
        [None, None] => Some(if touches { FRAME_BESIDE_WORD } else { FRAME }),
    }
}

/// The number of lines that a sign of a frame has at its left edge and at its right one.
fn edges(sign: char) -> Option<[u8; 2]> {
    const SINGLE: [&str; 2] = ["─┐┘┤┬┴┼╖╜╢╥╨╫", "─┌└├┬┴┼╓╙╟╥╨╫"];
    const DOUBLE: [&str; 2] = ["═╗╝╣╦╩╬╕╛╡╤╧╪", "═╔╚╠╦╩╬╒╘╞╤╧╪"];
    let lines = |edge: usize| u8::from(SINGLE[edge].contains(sign)) + 2 * u8::from(DOUBLE[edge].contains(sign));
    matches!(sign, '\u{2500}'..='\u{259f}' | '■').then(|| [lines(0), lines(1)])
}

static MODELS: LazyLock<Vec<Model>> =
    LazyLock::new(|| LANGUAGES.iter().map(|(_, games, sample)| Model::new(games, sample)).collect());

/// How often the letters of a language follow each other.
struct Model {
    /// The numbers of the GameType of the games that are played by the language.
    games: &'static [u32],
    letters: Vec<char>,
    /// Whether it has so few letters that a sample shows their pairs.
    has_pairs: bool,
    /// The logarithms for each letter, or the edge of the word, behind each, or behind a letter of another language; without
    /// pairs, for each letter.
    chances: Vec<f32>,
}

impl Model {
    /// A model of a sample. What it lacks is not impossible: a pair is as likely as its second letter where the first one
    /// was seen too rarely.
    fn new(games: &'static [u32], sample: &str) -> Model {
        /// What a letter counts that the sample does not have, and a pair that it does not.
        const LETTER: f32 = 0.3;
        const PAIRS: f32 = 6.0;
        /// The most letters of which pairs are counted.
        const MOST_LETTERS: usize = 100;
        let is_latin = sample.contains('a');
        let mut letters: Vec<char> = sample
            .chars()
            .filter(|letter| is_letter(*letter))
            .map(small)
            .chain(('a'..='z').filter(|_| is_latin))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let size = letters.len() + 1;
        let has_pairs = letters.len() <= MOST_LETTERS;
        let mut model = Model { games, letters, has_pairs, chances: Vec::new() };
        let mut pairs = vec![0.0_f32; if has_pairs { size * size } else { size }];
        for word in sample.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()) {
            let places = word.chars().map(|letter| model.place(small(letter)).unwrap_or(0)).chain([0]);
            places.fold(0, |before, place| {
                pairs[before * size + place] += 1.0;
                if has_pairs { place } else { 0 }
            });
        }
        let count = |place: usize| pairs.iter().skip(place).step_by(size).sum::<f32>() + LETTER;
        let counts: Vec<f32> = (0..size).map(count).collect();
        let all: f32 = counts.iter().sum();
        for row in pairs.chunks(size).map(Some).chain([None]) {
            let of_row = row.map_or(0.0, |row| row.iter().sum::<f32>());
            model.chances.extend((0..size).map(|place| {
                let pair = row.map_or(0.0, |row| row[place]);
                ((pair + PAIRS * counts[place] / all) / (of_row + PAIRS)).ln()
            }));
        }
        model
    }

    /// The place of a letter, from 1.
    fn place(&self, letter: char) -> Option<usize> {
        self.letters.binary_search(&letter).ok().map(|place| place + 1)
    }

    fn is_of(&self, game_type: Option<u32>) -> bool {
        game_type.is_some_and(|number| self.games.contains(&number))
    }

    /// How likely a word in small letters is.
    fn score(&self, word: &[char]) -> f32 {
        let size = self.letters.len() + 1;
        let (mut before, mut score) = (0, 0.0);
        for letter in word.iter().copied().map(Some).chain([None]) {
            let place = letter.map_or(Some(0), |letter| self.place(letter));
            score += match (place, letter) {
                (Some(place), _) => self.chances[before * size + place],
                (None, Some(letter)) if self.may_have(letter) => RARE,
                _ => FOREIGN,
            };
            before = if self.has_pairs { place.unwrap_or(size) } else { 0 };
        }
        score
    }

    /// Whether the language has more characters of this script than any sample.
    fn may_have(&self, letter: char) -> bool {
        let is_syllable = |letter: char| matches!(letter, '\u{ac00}'..='\u{d7a3}');
        let is_ideograph = |letter: char| matches!(letter, '\u{4e00}'..='\u{9fff}');
        let last = self.letters.last().copied().filter(|_| !self.has_pairs);
        last.is_some_and(|last| {
            (is_syllable(letter) && is_syllable(last)) || (is_ideograph(letter) && is_ideograph(last))
        })
    }
}

/// The small letter; of the Turkish İ, which has two characters, the one that is like it.
fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}
