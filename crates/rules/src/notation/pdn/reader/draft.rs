//! A game while it is read.

use std::collections::VecDeque;

use super::super::super::is_number;
use super::super::game::{fault_comment, has_letters};
use super::super::lexer::Token;
use super::super::meant::{goes_on, in_order, leading_number, with_position, with_replies};
use super::super::null::is_null;
use super::super::tree::{Note, PdnMove, Variation, as_comments, text_of_notes};
use super::super::verdict::Verdict;
use super::super::words::{TokenKind, enclosed_words, ends_where_begins, is_time};
use super::super::{PdnFault, PdnGame, PdnResult};

/// The most words of a remark before a result, or between one and the tags of the next game.
pub(super) const MOST_WORDS: usize = 12;

/// The deepest nesting of variations. They are read, written and dropped by recursion.
pub(super) const DEEPEST: usize = 100;

/// Where a token stands.
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) at_line_start: bool,
}

/// A game while it is read.
pub(super) struct Draft {
    pub(super) game: PdnGame,
    /// The open variations with their lines, the innermost last.
    pub(super) open: Vec<(u64, Variation)>,
    /// Numbers of which the move has not come yet.
    pub(super) numbers: String,
}

impl Draft {
    pub(super) fn new(number: usize) -> Draft {
        Draft { game: PdnGame { number, ..PdnGame::default() }, open: Vec::new(), numbers: String::new() }
    }

    pub(super) fn begin(&mut self, has_begun: &mut bool, line: u64) {
        if !*has_begun {
            self.game.line = line;
        }
        *has_begun = true;
    }

    /// Whether nothing was read that a result could be of.
    pub(super) fn is_empty(&self) -> bool {
        self.game.moves.is_empty() && self.game.tags.is_empty() && self.game.notes.is_empty()
    }

    /// Whether nothing but comments was read.
    pub(super) fn has_comments_alone(&self) -> bool {
        let is_comment = |note: &Note| matches!(note, Note::Comment(_) | Note::LineComment(_));
        let is_bare = self.game.tags.is_empty() && self.game.moves.is_empty() && self.numbers.is_empty();
        is_bare && self.game.notes.iter().all(is_comment)
    }

    /// Whether a token is the first tag of the next game, or its position.
    pub(super) fn is_ended_by(&self, token: &Token) -> bool {
        if matches!(&token.kind, TokenKind::Note(note) if note.is_position()) {
            // Where the game has one of its own, another one that begins a line is of the next problem.
            let is_of_list = self.game.moves.is_empty() || self.game.fen().is_some();
            let is_apart = token.after_empty_line || (token.at_line_start && is_of_list);
            return self.open.is_empty() && self.game.has_body() && is_apart;
        }
        let TokenKind::Tag(tag) = &token.kind else { return false };
        if !self.open.is_empty() {
            return token.at_line_start;
        }
        self.game.has_body()
            || (token.after_empty_line && self.game.is_ended_by_tag(&tag.name))
            || self.game.tags.begin_again_with(tag)
    }

    /// The last number among the moves, also without a move yet.
    pub(super) fn last_number(&self) -> Option<usize> {
        let of_moves = self.game.moves.iter().rev().filter_map(|mv| leading_number(mv.number.as_deref()?));
        leading_number(&self.numbers).or_else(|| of_moves.into_iter().next())
    }

    /// Whether `0-0` stands where a move is due: behind its number, or instead of the second one of a number.
    pub(super) fn lacks_move(&self, result: &str, next: &VecDeque<Token>) -> bool {
        let is_numbered = matches!(next.front(), Some(Token { kind: TokenKind::Number(_), .. }));
        is_null(result) && (!self.numbers.is_empty() || (self.is_second_due() && is_numbered))
    }

    /// Whether what looks like a move is a time, as no square begins with a zero, or if there is one behind another move.
    pub(super) fn has_clock(&self, text: &str) -> bool {
        let is_clock = |note: &Note| matches!(note, Note::Text(text) if is_time(text));
        is_time(text) && (text.contains(":0") || self.game.moves.iter().any(|mv| mv.notes.iter().any(is_clock)))
    }

    /// Whether the second move of a number is due.
    pub(super) fn is_second_due(&self) -> bool {
        let number = self.game.moves.last().and_then(|last| last.number.as_deref()).unwrap_or_default();
        let is_of_second = number.matches('.').count() > 1 || number.contains('…');
        !number.is_empty() && !is_of_second
    }

    /// Whether neither moves nor the number of the first one were read, and no position from which one could be left out.
    pub(super) fn is_unnumbered_start(&self) -> bool {
        self.numbers.is_empty() && !self.game.has_body() && self.game.fen().is_none()
    }

    /// Whether moves were read, and no number of the next one.
    pub(super) fn is_due(&self) -> bool {
        self.numbers.is_empty() && !self.game.moves.is_empty()
    }

    /// Whether the last thing behind a move is text.
    pub(super) fn is_behind_text(&self) -> bool {
        matches!(self.game.moves.last().and_then(|last| last.notes.last()), Some(Note::Text(_)))
    }

    /// The number that the next move has, or by its place would have.
    pub(super) fn next_number(&self) -> usize {
        self.last_number().map_or(self.game.moves.len() / 2 + 1, |last| last + 1)
    }

    /// Whether this is the number of the next move.
    pub(super) fn is_due_with(&self, number: &str) -> bool {
        let is_second = number.matches('.').count() > 1 || number.contains('…');
        let due = if self.is_second_due() { self.last_number() } else { Some(self.next_number()) };
        is_second == self.is_second_due() && leading_number(number) == due
    }

    /// The first number of a move.
    pub(super) fn first_number(&self) -> Option<usize> {
        self.game.moves.iter().find_map(|mv| leading_number(mv.number.as_deref()?))
    }

    /// Whether lines can be games: the game has moves, and neither tags nor a position.
    pub(super) fn is_of_lines(&self) -> bool {
        let is_bare = self.game.tags.is_empty() && self.game.fen().is_none() && self.numbers.is_empty();
        is_bare && self.open.is_empty() && !self.game.moves.is_empty()
    }

    /// Whether a semicolon can part the last move from another one.
    pub(super) fn may_have_semicolon(&self) -> bool {
        let last = self.game.moves.last().map(|last| &last.notes);
        let has_one = |notes: &Vec<Note>| matches!(notes.last(), Some(Note::Text(text)) if text == ";");
        self.open.is_empty() && self.numbers.is_empty() && last.is_some_and(|notes| !has_one(notes))
    }

    /// Whether the squares of a move and of the last one both have letters, or both have none.
    pub(super) fn has_notation_of(&self, text: &str) -> bool {
        self.game.moves.last().is_none_or(|last| has_letters(&last.text) == has_letters(text))
    }

    /// Whether semicolons part the moves of this game.
    pub(super) fn has_semicolons(&self) -> bool {
        let is_one = |note: &Note| matches!(note, Note::Text(text) if text == ";");
        self.game.moves.iter().any(|mv| mv.notes.iter().any(is_one))
    }

    /// The notes and the moves of the innermost open variation, or of the game.
    fn innermost(&mut self) -> (&mut Vec<Note>, &mut Vec<PdnMove>) {
        match self.open.last_mut() {
            Some((_, variation)) => (&mut variation.notes, &mut variation.moves),
            None => (&mut self.game.notes, &mut self.game.moves),
        }
    }

    fn note(&mut self, note: Note) {
        self.end_numbers();
        let (notes, moves) = self.innermost();
        moves.last_mut().map_or(notes, |last| &mut last.notes).push(note);
    }

    /// Numbers that no move follows are text.
    pub(super) fn end_numbers(&mut self) {
        let numbers = std::mem::take(&mut self.numbers);
        if !numbers.is_empty() {
            self.note(Note::Text(numbers));
        }
    }

    /// At the end of the text, numbers and variations without a game are one with a fault, so that they are kept.
    pub(super) fn set_numbers_aside(&mut self) {
        if !self.game.tags.is_empty() || self.game.has_body() {
            return;
        }
        self.end_numbers();
        let text = self.game.notes.iter().find_map(|note| match note {
            Note::Text(text) => Some(text.clone()),
            Note::Variation(_) => Some("(".to_owned()),
            _ => None,
        });
        if let Some(text) = text {
            let rest = std::mem::take(&mut self.game.notes);
            self.set_aside(self.game.line, PdnFault::Word(text), rest);
        }
    }

    /// Adds a token that does not end the game.
    ///
    /// # Errors
    /// The fault and its text.
    pub(super) fn take(&mut self, place: &Place, kind: TokenKind) -> Result<(), (PdnFault, String)> {
        let line = place.line;
        match kind {
            TokenKind::Tag(tag) if !self.open.is_empty() => self.note(Note::Text(tag.written)),
            TokenKind::Tag(mut tag) => {
                self.end_numbers();
                (tag.before, tag.line) = (std::mem::take(&mut self.game.notes), line);
                self.game.tags.add(tag);
            }
            TokenKind::Note(note) => self.note(note),
            TokenKind::Result(text) => self.note(Note::Text(text)),
            TokenKind::Number(text) => {
                if !self.numbers.is_empty() {
                    self.numbers.push(' ');
                }
                self.numbers.push_str(&text);
            }
            TokenKind::Move(text) if self.goes_on_jumping(&text, place) => {
                if let Some(last) = self.innermost().1.last_mut() {
                    let comma = if last.notes.is_empty() { "" } else { "," };
                    last.text = format!("{}{comma} {text}", last.text);
                    last.notes.clear();
                }
            }
            TokenKind::Move(text) if self.are_two_moves(&text) => {
                for text in text.split(' ') {
                    let number = Some(std::mem::take(&mut self.numbers));
                    self.innermost().1.push(PdnMove { number, line, ..PdnMove::new(text) });
                }
            }
            TokenKind::Move(text) => {
                let number = Some(std::mem::take(&mut self.numbers));
                self.innermost().1.push(PdnMove { number, line, ..PdnMove::new(text) });
            }
            TokenKind::Open if self.open.len() >= DEEPEST => {
                return Err((PdnFault::TooDeep(DEEPEST), "(".to_owned()));
            }
            TokenKind::Open => {
                self.end_numbers();
                self.open.push((line, Variation::default()));
            }
            TokenKind::Close => {
                self.end_numbers();
                let (_, variation) = self.open.pop().ok_or_else(|| (PdnFault::StrayClosing, ")".to_owned()))?;
                self.note(Note::Variation(variation));
            }
        }
        Ok(())
    }

    /// Whether a move begins where the last one has ended: then it is the next jump of the same capture, since a piece
    /// stands there that the other side cannot move. A comma may part the jumps. Another line goes on with a capture only
    /// in a game whose moves have numbers.
    fn goes_on_jumping(&mut self, text: &str, place: &Place) -> bool {
        let is_apart = !self.numbers.is_empty() || (place.at_line_start && self.last_number().is_none());
        let (_, moves) = self.innermost();
        let is_comma = |notes: &[Note]| match notes {
            [] => true,
            [Note::Text(text)] => text == ",",
            _ => false,
        };
        moves.last().is_some_and(|last| !is_apart && is_comma(&last.notes) && ends_where_begins(&last.text, text))
    }

    /// Whether two numbers with a blank between them are two moves of two squares with one digit each: where the moves
    /// have no separators, and where they cannot be squares.
    fn are_two_moves(&mut self, text: &str) -> bool {
        const LARGEST_SQUARE: usize = 72;
        let numbers: Vec<_> = text.split(' ').map(|text| text.parse::<usize>().unwrap_or_default()).collect();
        let last = self.innermost().1.last().map(|last| last.text.clone());
        let is_run = last.is_some_and(|text| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit()));
        let [first, second] = numbers[..] else { return false };
        let are_digits = |number: usize| number > 10 && !number.is_multiple_of(10) && number < 100;
        are_digits(first)
            && are_digits(second)
            && (is_run || first.max(second) > LARGEST_SQUARE || self.is_first_run(text))
    }

    /// Whether the first move is the first of these two.
    fn is_first_run(&self, text: &str) -> bool {
        let first = text.split(' ').next().unwrap_or_default();
        self.game.moves.is_empty() && !goes_on(&self.game, text) && goes_on(&self.game, first)
    }

    /// Keeps a line among the tags that is not one. The tags and moves after it are read.
    pub(super) fn keep_faulty_tag(&mut self, line: u64, fault: PdnFault, text: String) {
        self.end_numbers();
        let comment = fault_comment(line, &fault);
        self.game.fault.get_or_insert((line, fault));
        self.game.notes.push(comment);
        self.game.notes.extend(as_comments(vec![Note::Text(text)], Vec::new()));
    }

    /// Ends the variations that are open, and returns what they contain as comments.
    pub(super) fn unclosed(&mut self) -> Vec<Note> {
        self.end_numbers();
        let mut unclosed = Vec::new();
        for (_, Variation { mut notes, moves }) in self.open.drain(..) {
            notes.insert(0, Note::Text("(".to_owned()));
            unclosed.extend(as_comments(notes, moves));
        }
        unclosed
    }

    /// Adds a comment about a fault, and the rest of the game as comments.
    pub(super) fn set_aside(&mut self, line: u64, fault: PdnFault, rest: Vec<Note>) {
        let comment = fault_comment(line, &fault);
        self.game.fault.get_or_insert((line, fault));
        let notes = self.game.last_notes();
        notes.push(comment);
        notes.extend(as_comments(rest, Vec::new()));
        self.game.end_if_bare();
    }

    /// Ends the game with these words, if they say of themselves how it ended. Whether they do.
    pub(super) fn end_with_verdict(&mut self, words: &[Note]) -> bool {
        Verdict::of(&text_of_notes(words)).is_some() && self.end_with(words)
    }

    /// Ends the game with these words, if they are a result. Whether they were.
    pub(super) fn end_with(&mut self, words: &[Note]) -> bool {
        // Behind a blank, a semicolon would begin a comment.
        let words = text_of_notes(words).replace(" ;", ";");
        let tag = self.game.tags.known("Result");
        let is_as_in_tag = tag.is_some_and(|tag| PdnResult::is_same(tag, &words));
        // Where another word ends the game, these are not its end.
        let is_last = match self.game.last_word.as_deref() {
            None => true,
            // A star says nothing of its own.
            Some(word) => word == "*" && Verdict::of(&words).is_some(),
        };
        // Between quotation marks, they are no result of their own where they are read again.
        let is_of_game =
            self.game.has_body() || !self.game.tags.is_empty() || enclosed_words(&words) != Some(words.len());
        let is_result = is_of_game && !words.is_empty() && (is_as_in_tag || (is_last && PdnResult::ends(&words, tag)));
        if is_result {
            let last = self.game.last_word.take().unwrap_or_default();
            self.game.last_word = Some(format!("{words} {last}").trim_end().to_owned());
        }
        is_result
    }

    /// Whether words before a result are a remark on it: `Black resigned`, `Drawn by agreement on move 40`.
    pub(super) fn ends_behind(&self, words: &[Note]) -> bool {
        let is_word = |note: &Note| {
            let Note::Text(text) = note else { return true };
            let text = text.trim_matches(|c: char| ".,!:'’\"-".contains(c));
            if text == "=" {
                return true;
            }
            let is_name = text.chars().all(|c| c.is_alphabetic() || "'’-".contains(c));
            !text.is_empty() && (is_name || is_number(text.trim_end_matches('.')))
        };
        let has_result = self.game.last_word.as_deref().is_some_and(|word| word != "*");
        has_result && words.len() <= MOST_WORDS && words.iter().all(is_word)
    }

    /// The game, with its result.
    pub(super) fn finish(mut self) -> PdnGame {
        self.end_numbers();
        let mut game = in_order(with_replies(with_position(self.game)));
        let tag = game.tags.get("Result").map(str::trim).unwrap_or_default().to_owned();
        if game.last_word.is_none() {
            // A last move that equals the result in the tag is one.
            let is_result = |last: &mut PdnMove| !tag.is_empty() && PdnResult::is_same(&last.text, &tag);
            if let Some(PdnMove { number, text, notes, .. }) = game.moves.pop_if(is_result) {
                let number = number.filter(|number| !number.is_empty());
                game.last_notes().extend(number.map(Note::Text));
                (game.last_word, game.epilogue) = (Some(text), notes);
            }
        }
        if game.last_word.is_none() && !game.moves.is_empty() {
            game.end_with_sign(&tag);
        }
        if game.fault.is_some() {
            game.end_if_bare();
            game.text_to_comments();
        }
        let word = game.last_word.get_or_insert_default();
        let result = PdnResult::parse(word.trim_end_matches('*').trim_end());
        game.result = PdnResult::between(result, PdnResult::of_tag(&tag));
        game.learn_heading();
        game
    }
}

/// The words of a variation, if it has nothing else.
fn text_within(variation: &Variation) -> String {
    let texts = variation.notes.iter().map(|note| match note {
        Note::Text(text) | Note::Strength(text) => Some(text.as_str()),
        _ => None,
    });
    let texts = texts.collect::<Option<Vec<_>>>().filter(|_| variation.moves.is_empty());
    texts.unwrap_or_default().join(" ")
}

fn is_event(name: &str) -> bool {
    name.eq_ignore_ascii_case("Event")
}

pub(super) fn is_lone_dash(text: &str) -> bool {
    text.chars().count() == 1 && is_null(text)
}

impl PdnGame {
    /// Whether there is a move or a position.
    pub(super) fn has_body(&self) -> bool {
        !self.moves.is_empty() || self.notes.iter().any(|note| matches!(note, Note::Setup(_)))
    }

    /// Takes a sign at the end for the result: `=` for a draw, or those of both sides, `+ -`.
    fn end_with_sign(&mut self, tag: &str) {
        // Behind the last move, a dash alone is none.
        let is_text = |note: &Note| matches!(note, Note::Text(_));
        let is_dash = |last: &mut PdnMove| {
            is_lone_dash(&last.text) && last.number.as_deref() == Some("") && last.notes.iter().all(is_text)
        };
        if self.moves.len() > 1
            && let Some(PdnMove { text, notes, .. }) = self.moves.pop_if(is_dash)
        {
            self.last_notes().extend([Note::Text(text)].into_iter().chain(notes));
        }
        let notes = self.last_notes();
        if let [.., Note::Text(first), Note::Text(second)] = &notes[..]
            && [(first, second), (second, first)].into_iter().any(|(plus, dash)| plus == "+" && is_lone_dash(dash))
        {
            let signs = format!("{first} {second}");
            notes.truncate(notes.len() - 2);
            notes.push(Note::Text(signs));
        }
        let is_stated = |note: &Note| match note {
            Note::Text(text) => PdnResult::is_stated(text),
            Note::Variation(variation) => PdnResult::is_stated(&text_within(variation)),
            _ => false,
        };
        let is_result = |note: &mut Note| match note {
            Note::Text(text) => !is_lone_dash(text) && !is_time(text) && PdnResult::ends(text, Some(tag)),
            note => is_stated(note),
        };
        // A remark in parentheses can stand behind it.
        let is_remark = |note: &Note| matches!(note, Note::Variation(variation) if variation.moves.is_empty());
        let has_remark = matches!(&notes[..], [.., word, last] if is_stated(word) && is_remark(last));
        let remark = notes.pop_if(|_| has_remark);
        let stop = notes.pop_if(|note| matches!(note, Note::Text(text) if text == "."));
        let stop_text = if stop.is_some() { "." } else { "" };
        self.last_word = match notes.pop_if(is_result) {
            Some(Note::Text(text)) => Some(text + stop_text),
            Some(Note::Variation(variation)) => Some(format!("({}){stop_text}", text_within(&variation))),
            _ => {
                notes.extend(stop);
                None
            }
        };
        self.epilogue.extend(remark);
    }

    /// Whether a tag after an empty line belongs to the next game, though this one has only tags so far.
    fn is_ended_by_tag(&self, name: &str) -> bool {
        let has_tags = !self.tags.is_empty() || self.fault.is_some();
        has_tags && (is_event(name) || self.tags.get(name).is_some())
    }
}
