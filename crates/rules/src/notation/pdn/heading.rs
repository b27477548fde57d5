//! What the words above the moves of a game say: who played, and the result.

use super::super::{AGAINST, is_dash, side_named};
use super::tags::{hinted, is_of_draughts};
use super::tree::{Note, text_of_notes};
use super::verdict::Verdict;
use super::{Fit, PdnGame, PdnResult};
use crate::rules::{Side, Variant};

/// The most words of a heading.
const MOST_WORDS: usize = 30;

/// The most characters above the moves in which a game is named.
const LONGEST_TITLE: usize = 200;

/// The most words of a name.
const MOST_WORDS_OF_NAME: usize = 5;

/// Words within names, which need no capital.
const PARTICLES: [&str; 22] = [
    "de", "van", "der", "den", "het", "ten", "ter", "te", "von", "zu", "da", "di", "do", "dos", "del", "la", "le",
    "du", "el", "d", "in", "'t",
];

/// Words before a number that counts no points.
const LABELS: [&str; 21] = [
    "round",
    "ronde",
    "runde",
    "ronda",
    "rodada",
    "kolo",
    "runda",
    "тур",
    "board",
    "bord",
    "brett",
    "tabuleiro",
    "table",
    "tafel",
    "доска",
    "game",
    "partij",
    "partie",
    "партия",
    "match",
    "group",
];

/// The heading of a game.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heading {
    /// White and Black, as labels name them, or both players in their order.
    named: Option<[String; 2]>,
    listed: Option<[String; 2]>,
    result: Option<PdnResult>,
}

impl PdnGame {
    /// Takes names and a result from the words before the first move, where neither a tag nor the end of the game has them.
    pub(super) fn learn_heading(&mut self) {
        if self.moves.is_empty() || self.fen().is_some() || self.fault.is_some() {
            return;
        }
        let heading = Heading::of(&self.notes);
        // The first of two is White only where White moves first.
        let listed = heading.listed.filter(|_| self.is_begun_by_white());
        for (name, player) in ["White", "Black"].into_iter().zip(heading.named.or(listed).into_iter().flatten()) {
            self.tags.add_unwritten(name, player);
        }
        let is_told =
            self.tags.known("Result").is_some() || self.last_word.as_deref().is_some_and(PdnResult::is_told_by);
        if let Some(result) = heading.result.filter(|_| !is_told) {
            self.result = result;
        }
    }

    /// The variant that the words above the moves name: `Fries dammen, Franeker 2014`.
    pub(in super::super) fn hinted_above(&self) -> Option<Variant> {
        let text = text_of_notes(&self.notes);
        let near = text.char_indices().nth(LONGEST_TITLE).map_or(text.as_str(), |(end, _)| &text[..end]);
        hinted(near).filter(|_| is_of_draughts(near))
    }

    /// Whether White moves first by the rules that the moves fit. With numbers, they can be of English draughts.
    fn is_begun_by_white(&self) -> bool {
        let fits = |variant: Variant| self.fit(variant) == Ok(Fit::Usual);
        let by_white = Variant::ALL.iter().filter(|variant| variant.articles().first == Side::White);
        (self.is_lettered() == Some(true) || !fits(Variant::ENGLISH)) && by_white.copied().any(fits)
    }
}

/// Whether words above the moves of a game name its players.
pub(super) fn names_players(words: &str) -> bool {
    lists_players(&[Note::Text(words.to_owned())])
}

/// Whether the notes before a game name its players.
pub(super) fn lists_players(notes: &[Note]) -> bool {
    let heading = Heading::of(notes);
    heading.named.or(heading.listed).is_some()
}

impl Heading {
    fn of(notes: &[Note]) -> Heading {
        let texts = notes.iter().filter_map(Note::text);
        // A score can have blanks within.
        let words: Vec<&str> = texts
            .flat_map(|text| if is_score(text) { vec![text] } else { text.split_whitespace().collect() })
            .filter(|word| {
                word.contains(char::is_alphanumeric) || word.chars().all(is_dash) || *word == ":" || is_score(word)
            })
            .take(MOST_WORDS + 1)
            .collect();
        if words.len() > MOST_WORDS {
            return Heading::default();
        }
        let mut scores = words.iter().enumerate().filter(|(_, word)| is_score(word));
        let score = scores.next().filter(|_| scores.next().is_none());
        let named = labelled(&words);
        if let Some((listed, result)) = score.is_none().then(|| with_points(&words)).flatten() {
            return Heading { named, listed: Some(listed), result: Some(result) };
        }
        let before = score.map_or(&words[..], |(place, _)| &words[..place]);
        let around = || score.and_then(|(place, _)| both_names(before, &words[place + 1..]));
        let listed = listed(before, score.is_some()).or_else(around);
        let is_known = named.is_some() || listed.is_some();
        let result = match score {
            Some((place, score)) => (is_known || place + 1 == words.len()).then(|| PdnResult::parse(score)),
            None => verdict(&words),
        };
        Heading { named, listed, result }
    }
}

fn is_score(text: &str) -> bool {
    !matches!(PdnResult::parse(text), PdnResult::Unknown | PdnResult::Other(_))
}

/// The result that the last clause states.
fn verdict(words: &[&str]) -> Option<PdnResult> {
    let text = words.join(" ");
    let clause = text.trim_end_matches(['.', '!']).rsplit([',', ';', ':', '.']).next()?.trim();
    Verdict::of(clause).map(|_| PdnResult::Other(clause.to_owned()))
}

/// The players behind the names of their sides: `White: Ann Black: Bob`.
fn labelled(words: &[&str]) -> Option<[String; 2]> {
    let mut names = [Vec::new(), Vec::new()];
    let mut side = None;
    for (place, word) in words.iter().enumerate() {
        // The colon can stand apart.
        let label = word.strip_suffix(':').or((words.get(place + 1) == Some(&":")).then_some(*word));
        if let Some(label) = label.filter(|label| !label.is_empty()) {
            side = side_named(&label.to_lowercase());
        } else if is_score(word) {
            side = None;
        } else if let Some(of) = side.filter(|_| word.contains(char::is_alphanumeric)) {
            names[usize::from(of == Side::Black)].push(*word);
            side = side.filter(|_| !ends_clause(word));
        }
    }
    let [white, black] = names;
    Some([name(&white)?, name(&black)?])
}

/// The players on both sides of a dash or of a word for it: `Jansen - De Vries`, or before a score, `Jansen-Bakker`.
fn listed(words: &[&str], has_score: bool) -> Option<[String; 2]> {
    let is_between = |word: &&str| {
        let word = word.trim_end_matches('.');
        word.chars().all(is_dash) || AGAINST.contains(&word)
    };
    let mut places = words.iter().enumerate().filter(|(_, word)| is_between(word)).map(|(place, _)| place);
    match (places.next(), places.next()) {
        (Some(place), None) => both_names(&words[..place], &words[place + 1..]),
        (None, None) if has_score => {
            let (first, second) = words.last()?.split_once(is_dash)?;
            Some([name(&[first])?, name(&[second])?])
        }
        _ => None,
    }
}

/// The names at the end of some words and at the beginning of others.
fn both_names(before: &[&str], behind: &[&str]) -> Option<[String; 2]> {
    let is_apart = |word: &&str| word.ends_with([':', ',']) || ends_clause(word) || word.contains(char::is_numeric);
    let first = &before[before.iter().rposition(is_apart).map_or(0, |last| last + 1)..];
    let second = &behind[..behind.iter().position(is_apart).map_or(behind.len(), |last| last + 1)];
    // A word before a name, as `Final`, is not told from a first name.
    (full_words(first) == full_words(second)).then_some([name(first)?, name(second)?])
}

/// The players, each with the points behind the name: `Smith 1, Jones 0`.
fn with_points(words: &[&str]) -> Option<([String; 2], PdnResult)> {
    let points = |word: &str| {
        let points = word.trim_end_matches([',', ';', '.']);
        ["0", "1", "2", "½", "1/2"].contains(&points).then(|| points.to_owned())
    };
    let (last, others) = words.split_last()?;
    let place = others.iter().rposition(|word| points(word).is_some())?;
    let result = PdnResult::parse(&format!("{}-{}", points(others[place])?, points(last)?));
    let players = both_names(&others[..place], &others[place + 1..])?;
    let is_label = |name: &String| LABELS.contains(&name.to_lowercase().as_str());
    (!matches!(result, PdnResult::Other(_)) && !players.iter().any(is_label)).then_some((players, result))
}

/// Whether a word has a full stop that is not of an initial, or a semicolon.
fn ends_clause(word: &str) -> bool {
    word.ends_with(';') || word.strip_suffix('.').is_some_and(|word| word.chars().count() > 2 && !word.contains('.'))
}

/// The number of words that are neither initials nor particles.
fn full_words(words: &[&str]) -> usize {
    let is_full = |word: &&&str| !word.contains('.') && !PARTICLES.contains(&word.to_lowercase().as_str());
    words.iter().filter(is_full).count()
}

/// The name that words are.
fn name(words: &[&str]) -> Option<String> {
    let is_named = |word: &&str| word.starts_with(char::is_uppercase);
    let is_part = |word: &&str| {
        let is_of_name = |c: char| c.is_alphabetic() || is_dash(c) || ".,;'’".contains(c);
        word.chars().all(is_of_name) && (is_named(word) || PARTICLES.contains(word))
    };
    let text = words.join(" ");
    let text = text.trim_end_matches([',', ';']);
    let text = if words.last().is_some_and(|last| ends_clause(last)) { text.trim_end_matches('.') } else { text };
    let is_name = (1..=MOST_WORDS_OF_NAME).contains(&words.len()) && words.iter().all(is_part);
    let is_long = text.split(' ').any(|word| is_named(&word) && word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    (is_name && is_long).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_results_are_told_from_other_words() {
        let named = |names: &str| names.split_once('/').map(|(first, second)| [first.to_owned(), second.to_owned()]);
        for (text, names, result) in [
            ("Jansen - De Vries 2-0", "Jansen/De Vries", "2-0"),
            ("Partij 3: A. Jansen - B. de Vries 1-1", "A. Jansen/B. de Vries", "1-1"),
            ("Round 2, Board 3: Smith v Jones, 2-0", "Smith/Jones", "2-0"),
            ("Jan Jansen tegen Piet Bakker 0-2 Hollandse opening", "Jan Jansen/Piet Bakker", "0-2"),
            ("WK 1972 ronde 4 Sijbrands-Andreiko 2-0", "Sijbrands/Andreiko", "2-0"),
            ("12 oktober 1987 Jansen – Bakker ½-½", "Jansen/Bakker", "½-½"),
            ("Партия 5. Иванов И. – Петров П. 1:1", "Иванов И./Петров П.", "1:1"),
            ("Jansen - Bakker", "Jansen/Bakker", ""),
            ("Smith 1-0 Jones", "Smith/Jones", "1-0"),
            ("Ronde 3: A. Jansen 1-1 B. de Vries", "A. Jansen/B. de Vries", "1-1"),
            ("Board 1: Smith 1, Jones 0", "Smith/Jones", "1-0"),
            ("Jansen ½ Bakker ½", "Jansen/Bakker", "½-½"),
            ("Ronde 1, bord 2", "", ""),
            ("Round 1, Board 1", "", ""),
            ("Board 1, Game 0", "", ""),
            ("Jansen - Bakker, remise.", "Jansen/Bakker", "remise"),
            ("Finale Jansen - Bakker 2-0", "", "2-0"),
            ("Clubkampioenschap - ronde 3", "", ""),
            ("Utrecht - Amsterdam - Jansen 2-0", "", "2-0"),
            ("Na de 2-0 van vorige week een zware partij", "", ""),
            ("2-0 1-1", "", ""),
            ("Een mooie partij uit 1962", "", ""),
        ] {
            let notes: Vec<_> = text.split(' ').map(|word| Note::Text(word.to_owned())).collect();
            let result = Some(result).filter(|result| !result.is_empty()).map(PdnResult::parse);
            let expected = Heading { named: None, listed: named(names), result };
            assert_eq!(Heading::of(&notes), expected, "{text}");
        }
        for (text, names, result) in [
            ("White: Ann Black: Bob Result: 1-0", "Ann/Bob", Some(PdnResult::FirstWins)),
            (
                "Zwart: P. de Boer Wit: J. Jansen Uitslag: remise",
                "J. Jansen/P. de Boer",
                Some(PdnResult::Other("remise".to_owned())),
            ),
            ("Белые: Иванов. Чёрные: Петров.", "Иванов/Петров", None),
            ("Blancs : Arnaud Cordier – Noirs : Laurent Nicault", "Arnaud Cordier/Laurent Nicault", None),
            ("Wit: Zwart: Jansen", "", None),
        ] {
            let notes: Vec<_> = text.split(' ').map(|word| Note::Text(word.to_owned())).collect();
            assert_eq!(Heading::of(&notes), Heading { named: named(names), listed: None, result }, "{text}");
        }
    }
}
