//! Lists of openings: lines, tables and JSON.

use std::io::{self, BufRead};

use serde_json::{Map, Value};

use super::ballots;
use super::columns::{self, Columns};
use super::entry::{Content, Entry, tidy};
use super::{LONGEST_LINE, Opening, OpeningError, Room, is_json, playable};
use crownhead_rules::notation::pdn::{Oddity, PdnError, Reader};
use crownhead_rules::notation::{Lines, fen};
use crownhead_rules::text::clipped;
use crownhead_rules::{Game, Variant};

/// The openings of a list so far.
pub(super) struct List {
    variant: Variant,
    plies: Option<usize>,
    openings: Vec<Opening>,
    room: Room,
    /// The moves since the last line that can only begin a game, with their numbers, and the first opening of these.
    block: (String, usize),
    /// Whether the block was found to be one game.
    is_one: bool,
    kind: ListKind,
    /// The heading that names the next opening, if that has no name of its own.
    heading: String,
    /// Whether the squares of the first moves only fit if they count from another corner.
    is_turned: Option<bool>,
}

/// What the first lines of a list show.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListKind {
    /// One of them has moves.
    pub(super) has_moves: bool,
    /// The first one and others have no opening.
    pub(super) has_headings: bool,
    /// None of them has more than words, which can be published names.
    pub(super) has_words_alone: bool,
}

pub(super) fn read(
    variant: Variant,
    input: impl BufRead,
    plies: Option<usize>,
    kind: ListKind,
) -> Result<Vec<Opening>, OpeningError> {
    let (mut input, mut line) = (Lines::of_file(input, None), String::new());
    let (openings, room, block) = (Vec::new(), Room::default(), (String::new(), 0));
    let (heading, is_turned) = (String::new(), None);
    let mut list = List { variant, plies, openings, room, block, is_one: false, kind, heading, is_turned };
    let mut columns = Columns::default();
    let mut title = None;
    for number in 1.. {
        if input.read(&mut line, LONGEST_LINE)? == 0 {
            break;
        }
        let text = fen::trimmed(&line);
        if is_json(text) {
            list.read_json(number, &mut input, line.trim_start_matches('\u{feff}').to_owned())?;
            break;
        }
        if fen::is_remark(text) || !text.contains(char::is_alphanumeric) {
            continue;
        }
        let row = columns.split(text);
        let entry = match row.as_ref().map(|(text, _)| Entry::of(variant, text)) {
            Some(Ok(Some(entry))) => Ok(Some(Entry { name: row.map(|(_, name)| name).unwrap_or_default(), ..entry })),
            _ => Entry::of(variant, text),
        };
        let entry = entry.map_err(|fault| OpeningError::Position(number, fault))?;
        let is_plain =
            entry.as_ref().is_some_and(|entry| !matches!(entry.content, Content::Moves { is_plain: false, .. }));
        if !is_plain && list.openings.is_empty() && columns.read_names(text) {
            continue;
        }
        match entry {
            Some(entry) => list.add(number, entry, &format!("line {number}"))?,
            None if list.kind.has_words_alone && list.add_published(number, text)? => {}
            // Among published names, an unknown one is a mistyped opening.
            None if list.kind.has_words_alone && !list.openings.is_empty() && !is_heading(text) => {
                return Err(list.no_moves(number, text));
            }
            None if list.kind.has_headings || is_heading(text) || (list.openings.is_empty() && is_title(text)) => {
                title.get_or_insert_with(|| (number, text.to_owned()));
                list.block.0.clear();
                tidy(text).clone_into(&mut list.heading);
            }
            None => return Err(list.fault(number, text)),
        }
    }
    // Words alone are no list.
    match title.filter(|_| list.openings.is_empty()) {
        Some((number, text)) => Err(list.fault(number, &text)),
        None => Ok(list.openings),
    }
}

/// Whether a line of words has the signs of a heading: a colon behind them, or signs around them.
fn is_heading(text: &str) -> bool {
    let is_sign = |letter: char| !letter.is_alphanumeric();
    text.ends_with(':') || (text.starts_with(is_sign) && text.ends_with(is_sign))
}

/// Whether a line has words, of which none can be a mistyped move or position: those with digits are numbers alone.
fn is_title(text: &str) -> bool {
    let is_number = |word: &str| word.chars().all(|c| !c.is_alphabetic() && !"-–x:*,".contains(c));
    let mut words = text.split_whitespace();
    words.all(|word| !word.contains(|c: char| c.is_ascii_digit()) || is_number(word))
        && text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1)
        && !text.contains([':', '|', '\t'])
}

/// Whether a member of an object has a value other than the start position.
fn is_given(value: &Value) -> bool {
    let is_start = |text: &str| text.is_empty() || text.to_lowercase().starts_with("start");
    !value.is_null() && !value.as_str().is_some_and(is_start) && !value.as_array().is_some_and(Vec::is_empty)
}

/// Whether an object has a member for a position or for moves.
fn has_own(object: &Map<String, Value>) -> bool {
    let keys: Vec<_> = object.keys().map(|key| key.to_lowercase()).collect();
    columns::of_position(&keys).or_else(|| columns::of_moves(&keys)).is_some()
}

impl List {
    /// The error for a text that has neither moves nor a position.
    fn fault(&self, line: usize, text: &str) -> OpeningError {
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        match fen::parse(self.variant, word) {
            Err(fault) if !self.kind.has_moves => OpeningError::Position(line, fault),
            _ => self.no_moves(line, text),
        }
    }

    fn no_moves(&self, line: usize, text: &str) -> OpeningError {
        OpeningError::NoMoves { line, text: clipped(text, 40), example: super::example(self.variant) }
    }

    /// Adds the opening with this published name, if there is one.
    fn add_published(&mut self, line: usize, name: &str) -> Result<bool, OpeningError> {
        let Some(opening) = ballots::named(self.variant, tidy(name)) else { return Ok(false) };
        let games = self.games(line, &super::move_text(opening.game()))?;
        self.push_games(line, games, opening.name())?;
        Ok(true)
    }

    fn add(&mut self, line: usize, mut entry: Entry, position_name: &str) -> Result<(), OpeningError> {
        let heading = std::mem::take(&mut self.heading);
        if entry.name.is_empty() {
            entry.name = heading;
        }
        match entry.content {
            Content::Line(text) => {
                self.block = (String::new(), self.openings.len());
                let games = self.games(line, &text)?;
                self.push_games(line, games, &entry.name)
            }
            Content::Position(position) => {
                self.block = (String::new(), self.openings.len());
                let name = if entry.name.is_empty() { position_name } else { &entry.name };
                self.push(playable(name.to_owned(), Game::new(position), line as u64)?)
            }
            Content::Moves { text, number, is_over, .. } => {
                self.kind.has_moves = true;
                self.add_moves(line, &text, number, &entry.name)?;
                if is_over {
                    self.block.0.clear();
                }
                Ok(())
            }
        }
    }

    /// Adds the openings of a line of moves. It begins anew if it can be played from the start; or else it goes on with the
    /// lines before it, back to the last one that is not numbered as a later part of a game.
    fn add_moves(&mut self, line: usize, text: &str, number: Option<usize>, name: &str) -> Result<(), OpeningError> {
        let alone = self.games(line, text);
        let sign = number.map(|number| format!("{number}. ")).unwrap_or_default();
        let block = format!("{} {sign}{text}", self.block.0);
        let begins = |games: &[Game]| games.iter().all(|game| game.positions().next() == Some(&self.variant.start()));
        let is_later = number.is_some_and(|number| number > 1);
        let goes_on =
            !self.block.0.is_empty() && (self.is_one && is_later || !alone.as_ref().is_ok_and(|games| begins(games)));
        let first = self.block.1;
        match if goes_on { self.games(line, &block) } else { Ok(Vec::new()) } {
            Ok(games) if games.len() == 1 => {
                let old = self.openings.drain(first..).collect::<Vec<_>>();
                old.iter().for_each(|opening| self.room.leave(opening));
                let is_named = |opening: &&Opening| !opening.name().starts_with("game ");
                let old_name = old.iter().find(is_named).map(|opening| opening.name().to_owned()).unwrap_or_default();
                (self.block.0, self.is_one) = (block, true);
                return self.push_games(line, games, if old_name.is_empty() { name } else { &old_name });
            }
            Err(OpeningError::Pdn(later)) if self.is_one && alone.as_ref().is_err_and(|alone| plies(alone) == 0) => {
                return Err(OpeningError::Pdn(PdnError { game: self.openings.len(), ..later }));
            }
            _ => {}
        }
        let games = alone?;
        if is_later && !self.block.0.is_empty() {
            self.block.0 = block;
        } else {
            self.block = (format!("{sign}{text}"), self.openings.len());
        }
        self.is_one = false;
        self.push_games(line, games, name)
    }

    fn push_games(&mut self, line: usize, games: Vec<Game>, name: &str) -> Result<(), OpeningError> {
        for (place, game) in games.into_iter().enumerate() {
            let name = Some(name).filter(|name| place == 0 && !name.is_empty());
            let name = name.map_or_else(|| format!("game {}", self.openings.len() + 1), str::to_owned);
            self.push(playable(name, game, line as u64)?)?;
        }
        Ok(())
    }

    fn push(&mut self, opening: Opening) -> Result<(), OpeningError> {
        self.room.take(&opening)?;
        self.openings.push(opening);
        Ok(())
    }

    /// The games of a text of moves, up to the most moves that are wanted.
    fn games(&mut self, line: usize, text: &str) -> Result<Vec<Game>, OpeningError> {
        let mut games = Vec::new();
        // With a result behind it, a mistyped move is none.
        for game in Reader::new(format!("{text} *").as_bytes()) {
            let mut game = game?;
            let replayed = game.replay(self.variant);
            let most = self.plies.unwrap_or(usize::MAX);
            let is_enough = replayed.as_ref().err().is_none_or(|error| error.plies() >= most && most > 0);
            game.moves.truncate(if is_enough { most } else { usize::MAX });
            let number = self.openings.len() + game.number;
            let replayed = game.replay(self.variant);
            let replayed = replayed.map_err(|error| PdnError { game: number, line: line as u64, ..error })?;
            let is_turned = game.oddities(self.variant).iter().any(|oddity| matches!(oddity, Oddity::Corner(_)));
            if is_turned && self.is_turned == Some(false) {
                let example = super::example(self.variant);
                return Err(OpeningError::NoMoves { line, text: clipped(text, 40), example });
            }
            self.is_turned.get_or_insert(is_turned);
            games.push(replayed);
        }
        Ok(games)
    }

    /// Reads the rest of a file in JSON: a list, or a value a line.
    fn read_json(
        &mut self,
        first: usize,
        input: &mut Lines<impl BufRead>,
        mut text: String,
    ) -> Result<(), OpeningError> {
        let mut line = String::new();
        while input.read(&mut line, LONGEST_LINE)? > 0 {
            text.push_str(&line);
            if text.len() as u64 > LONGEST_LINE {
                return Err(io::Error::other(format!("a list of more than {} MiB", LONGEST_LINE >> 20)).into());
            }
        }
        let values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        for (number, value) in (first..).zip(values) {
            let value = value
                .map_err(|error| OpeningError::Json { line: first + error.line() - 1, error: error.to_string() })?;
            self.add_value(number, &value, "")?;
        }
        Ok(())
    }

    /// Adds the openings of a value; those without a name of their own have this one.
    fn add_value(&mut self, line: usize, value: &Value, name: &str) -> Result<(), OpeningError> {
        match value {
            Value::String(text) => match self.entry(line, text)? {
                Some(entry) => self.add_named(line, entry, name),
                None => Err(self.fault(line, text)),
            },
            Value::Array(items) if !items.is_empty() => self.add_items(line, value, items, name),
            Value::Object(_) => self.add_object(line, value, name),
            _ => Err(OpeningError::NoFen(clipped(&value.to_string(), 40))),
        }
    }

    fn entry(&self, line: usize, text: &str) -> Result<Option<Entry>, OpeningError> {
        Entry::of(self.variant, text).map_err(|fault| OpeningError::Position(line, fault))
    }

    fn add_named(&mut self, line: usize, entry: Entry, name: &str) -> Result<(), OpeningError> {
        let name = if entry.name.is_empty() { name.to_owned() } else { entry.name.clone() };
        let position_name = format!("position {}", self.openings.len() + 1);
        self.add(line, Entry { name, ..entry }, &position_name)
    }

    /// Adds the items of a list: openings, the moves of one, or the cells of a row, of which one has no opening.
    fn add_items(&mut self, line: usize, value: &Value, items: &[Value], name: &str) -> Result<(), OpeningError> {
        let cell = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        let is_cell = |item: &Value| !item.is_array() && !item.is_object();
        let has_opening = |item: &Value| item.as_str().is_some_and(|text| !matches!(self.entry(line, text), Ok(None)));
        if items.iter().all(is_cell) && !items.iter().all(has_opening) {
            if !items.iter().any(has_opening) {
                return match items.iter().find_map(Value::as_str) {
                    Some(text) => Err(self.fault(line, text)),
                    None => Err(OpeningError::NoFen(clipped(&value.to_string(), 40))),
                };
            }
            let row = items.iter().map(cell).collect::<Vec<_>>().join(" | ");
            let entry = self.entry(line, &row)?;
            self.block.0.clear();
            return match entry {
                Some(entry) => self.add_named(line, entry, name),
                None => Err(self.fault(line, &row)),
            };
        }
        self.block.0.clear();
        items.iter().try_for_each(|item| self.add_value(line, item, name))?;
        self.block.0.clear();
        Ok(())
    }

    /// Adds the opening of an object, with a position, moves or both; or those of its members, which may be named by them.
    fn add_object(&mut self, line: usize, value: &Value, name: &str) -> Result<(), OpeningError> {
        let fields: Vec<_> = value.as_object().into_iter().flatten().collect();
        let keys: Vec<_> = fields.iter().map(|(key, _)| key.to_lowercase()).collect();
        let text_of = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let own_name = columns::of_name(&keys).map(|at| text_of(fields[at].1)).filter(|name| !name.is_empty());
        let name = own_name.as_deref().unwrap_or(name);
        let given = |at: Option<usize>| at.map(|at| fields[at].1).filter(|value| is_given(value));
        let (position, moves) = (given(columns::of_position(&keys)), given(columns::of_moves(&keys)));
        if let Some(only) = position.xor(moves) {
            self.block.0.clear();
            return self.add_value(line, only, name);
        }
        if let (Some(Value::String(position)), Some(moves)) = (position, moves) {
            let moves = moves
                .as_array()
                .map_or_else(|| text_of(moves), |moves| moves.iter().map(text_of).collect::<Vec<_>>().join(" "));
            return self.add_value(line, &Value::String(format!("{position} {moves}")), name);
        }
        let has_opening = |value: &Value| match value {
            Value::String(text) => !matches!(self.entry(line, text), Ok(None)),
            value => value.is_array() || value.is_object(),
        };
        let members: Vec<_> = fields.into_iter().filter(|(_, value)| has_opening(value)).collect();
        if members.is_empty() {
            return Err(OpeningError::NoFen(clipped(&value.to_string(), 40)));
        }
        let is_one = |value: &Value| value.is_string() || value.as_object().is_some_and(has_own);
        members
            .into_iter()
            .try_for_each(|(key, value)| self.add_value(line, value, if is_one(value) { key } else { name }))
    }
}

/// The number of moves that can be played before a fault.
fn plies(error: &OpeningError) -> usize {
    if let OpeningError::Pdn(error) = error { error.plies() } else { 0 }
}
