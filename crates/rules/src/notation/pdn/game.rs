//! A game in PDN, its result, and its conversion to and from a game by the rules.

use super::super::{
    Coordinates, NotationError, SpelledMove, clipped, column, fen, joins_squares, parse_move, parse_move_at,
    square_name,
};
use super::numbering::renumbered;
use super::reading::Reading;
use super::tree::{Note, PdnMove, as_comments, comments, without_text};
use super::{PdnError, PdnFault, PdnResult, Tags};
use crate::rules::{AnyPosition, Game, Variant};

/// A game as text. [`PdnGame::replay`] finds its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// Players, event, result and so on.
    pub tags: Tags,
    /// What stands before the first move.
    pub notes: Vec<Note>,
    /// The moves that were played.
    pub moves: Vec<PdnMove>,
    /// The result of the game, from the end of its moves or from its tag, as it was read: what words mean is
    /// [`PdnGame::outcome`], and who has won [`PdnGame::winner`].
    pub result: PdnResult,
    /// The place of the game in its stream, from 1; 0 for a game that was not read.
    pub number: usize,
    /// The line on which it begins, from 1; 0 for a game that was not read.
    pub line: u64,
    /// The word that ends the moves, as it was read; empty if there was none. `None` for a game that was not read, or
    /// whose result was set since: the writer finds the word then.
    pub(super) last_word: Option<String>,
    /// What stands after the result.
    pub(super) epilogue: Vec<Note>,
    /// What ended the reading of its moves, and the line. A comment says so, and the rest of the game follows it as
    /// comments.
    pub(super) fault: Option<(u64, PdnFault)>,
}

/// A stretch of a game: from its start, or from a position among its moves, to the next such position.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The number of moves before it.
    pub first_ply: usize,
    /// Its moves.
    pub game: Game,
}

/// A game as far as it can be played: see [`PdnGame::replay_to_fault`].
#[derive(Clone, Debug)]
pub struct Replay {
    /// The moves before the fault, or all of them.
    pub game: Game,
    /// What is wrong with the rest.
    pub fault: Option<PdnError>,
}

/// How the moves of a game are legal in a variant, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Fit {
    /// By the coordinates that PDN has for it, with the side that it has begin.
    Usual,
    /// By other coordinates, with that side.
    ByOwnSide,
    /// With the other side first.
    ByOtherSide,
}

/// Whether anything was played.
pub(super) fn has_moves(stretches: &[Stretch]) -> bool {
    stretches.iter().any(|stretch| !stretch.game.moves().is_empty())
}

impl PdnGame {
    /// Converts a game. It sets the tags of the variant (`GameType`, and `Variant` if that is ambiguous), `SetUp` and
    /// `FEN` unless the game begins at the start position, `Result` and `PlyCount`.
    pub fn of(game: &Game, result: PdnResult) -> PdnGame {
        let mut tags = Tags::default();
        tags.set_variant(game.variant());
        let mut moves = Vec::new();
        for (position, mv) in game.positions().zip(game.moves()) {
            moves.push(PdnMove::from(&SpelledMove::new(position, mv)));
        }
        if let Some(first) = game.positions().next().filter(|first| **first != game.variant().start()) {
            tags.set("SetUp", "1");
            let variant = first.variant();
            tags.set("FEN", fen::write_named(first, |square| square_name(variant, renumbered(variant, square))));
        }
        tags.set("Result", result.text(game.variant()));
        tags.set("PlyCount", moves.len());
        PdnGame { tags, moves, result, ..PdnGame::default() }
    }

    /// Sets the tags of the variant.
    pub fn set_variant(&mut self, variant: Variant) {
        self.tags.set_variant(variant);
    }

    /// The variant in the tags, if there is one. If several have the same GameType, or the tags name different ones, it is
    /// the one in which the moves are legal.
    ///
    /// # Errors
    /// [`PdnError`] if it is unknown.
    pub fn variant(&self) -> Result<Option<Variant>, PdnError> {
        let stated = self.tags.variants(self.is_lettered()).map_err(|fault| {
            let name = if matches!(fault, PdnFault::Variant(_)) { "Variant" } else { "GameType" };
            self.error(self.tags.line_of(name).unwrap_or(self.line), fault)
        })?;
        // Only a name tells some variants from others with their number.
        if !stated.is_conflict() && (stated.named.is_some() || stated.coded.len() < 2) {
            return Ok(stated.first());
        }
        let fits = |variants: &[Variant], least: Fit| {
            variants.iter().copied().find(|&variant| self.fit(variant).is_ok_and(|fit| fit <= least))
        };
        let by_name = fits(stated.named.as_slice(), Fit::ByOtherSide);
        let by_code =
            || [Fit::Usual, Fit::ByOwnSide, Fit::ByOtherSide].into_iter().find_map(|fit| fits(&stated.coded, fit));
        Ok(by_name.or_else(by_code).or(stated.first()))
    }

    /// Whether the tags alone say of which variants it can be; without playing its moves.
    pub fn states_variant(&self) -> bool {
        self.tags.variants(None).map_or(true, |stated| stated.first().is_some())
    }

    /// How the moves are legal in a variant.
    ///
    /// # Errors
    /// The number of moves before the first illegal one.
    pub(in super::super) fn fit(&self, variant: Variant) -> Result<Fit, usize> {
        let (reading, played) = self.best_stretches(variant);
        let fit = if reading == Reading::usual(variant) {
            Fit::Usual
        } else if reading.first == variant.articles().first {
            Fit::ByOwnSide
        } else {
            Fit::ByOtherSide
        };
        played.map(|_| fit).map_err(|error| error.plies())
    }

    /// Whether the squares of the moves, or else of the position, have letters; `None` if there are no squares.
    pub(in super::super) fn is_lettered(&self) -> Option<bool> {
        let is_square = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let moves = self.moves.iter().map(|mv| mv.text.as_str()).filter(|text| is_square(text));
        moves.map(has_letters).next().or_else(|| self.fen().and_then(fen::is_lettered))
    }

    /// The position that the moves start from: by a setup before them, by the tag `FEN`, or the start position.
    ///
    /// # Errors
    /// [`PdnError`] if it cannot be read.
    pub fn start(&self, variant: Variant) -> Result<AnyPosition, PdnError> {
        self.check_tags()?;
        let (reading, _) = self.best_stretches(variant);
        self.start_at(variant, reading)
    }

    fn start_at(&self, variant: Variant, reading: Reading) -> Result<AnyPosition, PdnError> {
        let Some(text) = self.fen() else { return Ok(reading.start(variant)) };
        self.read_fen(variant, reading.coordinates, text, 0)
    }

    /// Reads a position before the move at `ply`.
    fn read_fen(
        &self,
        variant: Variant,
        coordinates: Coordinates,
        text: &str,
        ply: usize,
    ) -> Result<AnyPosition, PdnError> {
        let read = |text: &str| fen::parse_at(variant, coordinates, text);
        let line = match ply.checked_sub(1) {
            Some(before) => self.moves.get(before).map(|before| before.line),
            None if setup_in(&self.notes).is_some() => None,
            None => ["FEN", "SetUp", "Position"].iter().find_map(|name| self.tags.line_of(name)),
        };
        let line = line.unwrap_or(self.line);
        let fault = |fault| self.error(line, PdnFault::Fen { token: clipped(text), fault });
        let position = read(text).map_err(fault)?;
        // If the FEN does not say who moves, the first move does.
        let begins = |position: &AnyPosition| {
            let illegal = |first: &PdnMove| {
                matches!(parse_move_at(coordinates, position, &first.text), Err(NotationError::IllegalMove { .. }))
            };
            !self.moves.get(ply).is_some_and(illegal)
        };
        let turned = fen::with_unknown_side(text, position.side().opponent()).and_then(|text| read(&text).ok());
        Ok(turned.filter(|turned| !begins(&position) && begins(turned)).unwrap_or(position))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw. Some programs write only two squares of every capture. If that is ambiguous, the move
    /// is played after which the rest of the game can be played, if there is exactly one. The game ends before a
    /// null move, which is a fault if other moves are behind it. Numbers and letters count from the corner that the
    /// GameType or PDN has for the variant, or from another one if only so the moves are legal. In a game that Black
    /// begins, White does if the first moves are White's.
    ///
    /// # Errors
    /// [`PdnError`] with the first move that is not legal or remains ambiguous, if the start position cannot be read,
    /// or if a position stands among the moves: see [`PdnGame::stretches`].
    pub fn replay(&self, variant: Variant) -> Result<Game, PdnError> {
        let mut stretches = self.stretches(variant)?.into_iter();
        match (stretches.next(), stretches.next()) {
            (Some(Stretch { game, .. }), None) => Ok(game),
            (_, later) => {
                let ply = later.map_or(0, |later| later.first_ply);
                let before = ply.checked_sub(1).and_then(|before| self.moves.get(before));
                let fen = before.and_then(|before| setup_in(&before.notes)).unwrap_or_default();
                let line = before.map_or(self.line, |before| before.line);
                Err(self.error(line, PdnFault::LateSetup { ply, fen: clipped(fen) }))
            }
        }
    }

    /// Plays the moves as [`PdnGame::replay`] does, where positions among the moves may interrupt them: the game goes
    /// on from each.
    ///
    /// # Errors
    /// [`PdnError`] as for [`PdnGame::replay`].
    pub fn stretches(&self, variant: Variant) -> Result<Vec<Stretch>, PdnError> {
        self.check_tags()?;
        let stretches = self.best_stretches(variant).1?;
        self.fault().map_or(Ok(stretches), Err)
    }

    /// The stretches by the stated or usual reading, or, if not even the first move is legal by it, by the first other by
    /// which the whole game can be played.
    pub(super) fn best_stretches(&self, variant: Variant) -> (Reading, Result<Vec<Stretch>, PdnError>) {
        let has_position = self.fen().is_some();
        if let Some(reading) = Reading::by_stated_side(variant, &self.tags).filter(|_| !has_position) {
            let played = self.stretches_at(variant, reading);
            if played.as_ref().map(Vec::as_slice).is_ok_and(has_moves) {
                return (reading, played);
            }
        }
        let stated = Reading::stated(variant, &self.tags);
        let played = self.stretches_at(variant, stated);
        if !played.as_ref().is_err_and(PdnError::is_misread) {
            return (stated, played);
        }
        let mut others =
            Reading::others(variant, &self.tags, has_position).into_iter().filter(|&other| other != stated);
        let whole = others.find_map(|other| Some((other, self.stretches_at(variant, other).ok()?)));
        whole.map_or((stated, played), |(other, stretches)| (other, Ok(stretches)))
    }

    fn stretches_at(&self, variant: Variant, reading: Reading) -> Result<Vec<Stretch>, PdnError> {
        let coordinates = reading.coordinates;
        let mut stretches = Vec::new();
        let mut game = Game::new(self.start_at(variant, reading)?);
        let mut first_ply = 0;
        loop {
            let mut readings = Readings { whole: Vec::new(), tried: 0 };
            let end = self.end_of_stretch(first_ply + game.moves().len());
            let part = Part { pdn: self, coordinates, first_ply, end };
            let played = part.play_on(game, &mut readings);
            game = readings.only().map_or(played, Ok)?;
            let next = first_ply + game.moves().len();
            let setup = self.moves[..next].last().filter(|_| next == end).and_then(|mv| setup_in(&mv.notes));
            let Some(text) = setup.filter(|_| next < self.moves.len()) else {
                stretches.push(Stretch { first_ply, game });
                return Ok(stretches);
            };
            let position = self.read_fen(variant, coordinates, text, next)?;
            if position != *game.position() {
                stretches.push(Stretch { first_ply, game });
                (game, first_ply) = (Game::new(position), next);
            }
        }
    }

    /// The number of moves before the next position among them.
    fn end_of_stretch(&self, first_ply: usize) -> usize {
        let later = self.moves.iter().enumerate().skip(first_ply);
        later.filter(|(_, mv)| setup_in(&mv.notes).is_some()).map(|(ply, _)| ply + 1).next().unwrap_or(self.moves.len())
    }

    /// Plays the moves up to the first fault, if there is one. [`PdnGame::set_aside`] makes comments of the rest.
    ///
    /// ```
    /// use crownhead_rules::Variant;
    /// use crownhead_rules::notation::pdn::{Reader, Replay};
    ///
    /// let pdn = Reader::new("1. 32-28 19-23 2. 33-29 *".as_bytes()).next().expect("a game")?;
    /// let Replay { game, fault } = pdn.replay_to_fault(Variant::INTERNATIONAL)?;
    /// assert_eq!(game.moves().len(), 2);
    /// let fault = fault.expect("White has to capture").to_string();
    /// assert_eq!(fault, "game 1, line 1: ply 3: 33-29 is not a legal move of White in international: expected 28x19");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PdnError`] if the start position cannot be read.
    pub fn replay_to_fault(&self, variant: Variant) -> Result<Replay, PdnError> {
        let fault = match self.replay(variant) {
            Ok(game) => return Ok(Replay { game, fault: None }),
            Err(fault) => fault,
        };
        let mut sound = self.clone();
        sound.set_aside(&fault);
        sound.fault = None;
        match sound.replay(variant) {
            Ok(game) => Ok(Replay { game, fault: Some(fault) }),
            Err(later) => Err(self.check_tags().err().unwrap_or(later)),
        }
    }

    /// What ended the reading of the game, if that was a fault.
    pub fn fault(&self) -> Option<PdnError> {
        self.fault.as_ref().map(|(line, fault)| self.error(*line, fault.clone()))
    }

    /// A tag that cannot be read may be the one that the moves need.
    fn check_tags(&self) -> Result<(), PdnError> {
        let fault = self.fault().filter(|error| matches!(error.fault, PdnFault::Tag(_)));
        fault.map_or(Ok(()), Err)
    }

    /// The comments before the first move.
    pub fn comments(&self) -> Vec<&str> {
        comments(&self.notes)
    }

    /// Adds a comment after everything else before the result.
    pub fn add_last_comment(&mut self, text: impl Into<String>) {
        self.last_notes().push(Note::Comment(text.into()));
    }

    /// Sets the result, which the writer spells.
    pub fn set_result(&mut self, result: PdnResult) {
        (self.result, self.last_word) = (result, None);
    }

    /// The moves as far as they can be played, a comment that says what is wrong, and the other moves as comments,
    /// after an `error` of [`PdnGame::replay`] or of what it needs.
    pub fn set_aside(&mut self, error: &PdnError) {
        let PdnError { line, fault, .. } = error;
        // The reader has set the rest aside already.
        if self.fault.as_ref().is_some_and(|(own_line, own)| (own_line, own) == (line, fault)) {
            return;
        }
        let (PdnFault::Move { ply, .. } | PdnFault::LateSetup { ply, .. }) = fault else {
            let comment = fault_comment(*line, fault);
            if !self.notes.contains(&comment) {
                self.notes.push(comment);
            }
            return;
        };
        let is_setup = matches!(fault, PdnFault::LateSetup { .. });
        let rest = self.moves.split_off((ply - usize::from(!is_setup)).min(self.moves.len()));
        let notes = self.last_notes();
        let first = if is_setup { notes.iter().position(|note| note.setup().is_some()) } else { None };
        let moved = notes.split_off(first.unwrap_or(notes.len()));
        notes.push(fault_comment(*line, fault));
        notes.extend(as_comments(moved, rest));
        self.end_if_bare();
    }

    /// Lets a game without moves end with a word, without which comments alone would not be a game.
    pub(super) fn end_if_bare(&mut self) {
        if self.moves.is_empty() && self.last_word.as_ref().is_none_or(String::is_empty) {
            self.last_word = Some("*".to_owned());
        }
    }

    /// Lets the text of a game with a fault be comments, which mean the same wherever the moves end.
    pub(super) fn text_to_comments(&mut self) {
        let of_moves = self.moves.iter_mut().map(|mv| &mut mv.notes);
        // Without tags, comments would be of the game before.
        let before = Some(&mut self.notes).filter(|_| !self.tags.is_empty());
        for notes in of_moves.chain(before).chain([&mut self.epilogue]) {
            *notes = without_text(std::mem::take(notes));
        }
    }

    /// The notes to which the next one belongs.
    pub(super) fn last_notes(&mut self) -> &mut Vec<Note> {
        self.moves.last_mut().map_or(&mut self.notes, |last| &mut last.notes)
    }

    /// Whether a last move that cannot be played is the result: as in the tag, or like one where there is no other. What
    /// has the number of a move is one.
    pub(super) fn ends_with_result(&self, last: &PdnMove) -> bool {
        let tag = self.tags.known("Result").map(str::trim);
        let has_other = self.last_word.as_ref().is_none_or(|word| !word.is_empty());
        let is_numbered = last.number.as_ref().is_some_and(|number| !number.is_empty());
        PdnResult::ends(&last.text, tag) && ((!has_other && !is_numbered) || tag.is_some_and(|tag| tag == last.text))
    }

    /// The FEN of the start, if there is one.
    pub fn fen(&self) -> Option<&str> {
        // Some write the position where it should be said that there is one.
        let is_position = |value: &&str| value.contains(':');
        let stated = |name: &str| self.tags.known(name).filter(is_position);
        let in_tags = || self.tags.known("FEN").or_else(|| stated("SetUp")).or_else(|| stated("Position"));
        setup_in(&self.notes).or_else(in_tags)
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError { game: self.number, line, fault }
    }
}

/// The moves of a stretch.
struct Part<'a> {
    pdn: &'a PdnGame,
    coordinates: Coordinates,
    first_ply: usize,
    /// The number of moves of the game up to its end.
    end: usize,
}

impl Part<'_> {
    /// Plays the moves that follow those of `game`. The first move that is illegal or ambiguous is an error; if it is
    /// ambiguous, `readings` then contains the games that it may lead to.
    fn play_on(&self, mut game: Game, readings: &mut Readings) -> Result<Game, PdnError> {
        let moves = &self.pdn.moves[..self.end];
        while let Some(next) = moves.get(self.first_ply + game.moves().len()) {
            let ply = self.first_ply + game.moves().len() + 1;
            if next.is_null() {
                // Behind it, nobody knows the position.
                let is_last = self.pdn.moves[ply..].iter().all(PdnMove::is_null);
                let fault = NotationError::NotAMove { token: clipped(&next.text) };
                return if is_last { Ok(game) } else { Err(self.pdn.error(next.line, PdnFault::Move { ply, fault })) };
            }
            let fault = match parse_move_at(self.coordinates, game.position(), &next.text) {
                Ok(mv) => {
                    game.push(mv);
                    continue;
                }
                Err(fault) => fault,
            };
            if let NotationError::AmbiguousMove { candidates, .. } = &fault {
                for candidate in candidates {
                    let mut branch = game.clone();
                    let meant = parse_move(game.position(), &candidate.hub());
                    if readings.may_try() && meant.is_ok_and(|mv| branch.play(mv).is_ok()) {
                        let reading = self.play_on(branch, readings);
                        readings.whole.extend(reading);
                    }
                }
            }
            let is_result = ply == self.pdn.moves.len() && self.pdn.ends_with_result(next);
            if is_result && !matches!(fault, NotationError::AmbiguousMove { .. }) {
                return Ok(game);
            }
            // A score that begins with the square where the last move has ended looks like its next jump.
            if let Some((jumps, score)) = next.text.rsplit_once(' ').filter(|_| ply == self.pdn.moves.len())
                && self.pdn.ends_with_result(&PdnMove::new(score))
                && let Ok(mv) = parse_move_at(self.coordinates, game.position(), jumps)
                && game.play(mv).is_ok()
            {
                return Ok(game);
            }
            let fault = fault.named_by(self.coordinates);
            return Err(self.pdn.error(next.line, PdnFault::Move { ply, fault }));
        }
        Ok(game)
    }
}

/// Whether the squares of a move have letters. The first letter can be that of a king.
pub(super) fn has_letters(text: &str) -> bool {
    text.chars().skip(1).any(|c| column(c).is_some() && !joins_squares(c))
}

/// The FEN of the last setup among notes.
fn setup_in(notes: &[Note]) -> Option<&str> {
    notes.iter().filter_map(Note::setup).next_back()
}

/// The games that a text with ambiguous moves can mean.
struct Readings {
    /// Those that can be played to the end; none if no move is ambiguous.
    whole: Vec<Game>,
    /// The number of candidates tried for ambiguous moves.
    tried: usize,
}

/// The limit of [`Readings::tried`]. No game with a meaning reaches it.
const MOST_TRIED: usize = 1000;

impl Readings {
    /// Counts a trial. After a second reading or too many trials, further ones are not needed.
    fn may_try(&mut self) -> bool {
        self.tried += 1;
        self.tried <= MOST_TRIED && self.whole.len() < 2
    }

    /// The reading, if there is exactly one.
    fn only(mut self) -> Option<Game> {
        let reading = self.whole.pop();
        reading.filter(|_| self.whole.is_empty() && self.tried <= MOST_TRIED)
    }
}

/// The comment about a fault.
pub(super) fn fault_comment(line: u64, fault: &PdnFault) -> Note {
    Note::Comment(format!("Crownhead: line {line}: {fault}").replace("'}'", "a closing brace"))
}
