//! A game in PDN, its result, and its conversion to and from a game by the rules.

use super::super::{MoveText, NotationError, SpelledMove, clipped, fen, parse_move, square_name};
use super::{PdnError, PdnFault, Tags};
use crate::rules::{AnyPosition, Game, Move, MoveNotation, Side, Square, Variant};

/// A game as text. [`PdnGame::replay`] finds its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// Players, event, result and so on.
    pub tags: Tags,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves that were played.
    pub moves: Vec<PdnMove>,
    /// Comments after the variations of the last move. They are written; the reader adds them to the comments of the
    /// last move.
    pub afterword: Vec<String>,
    /// The result of the game. The writer uses the tag `Result` instead, if there is one.
    pub result: PdnResult,
    /// The place of the game in its stream, from 1; 0 for a game that was not read.
    pub number: usize,
    /// The line on which it begins, from 1; 0 for a game that was not read.
    pub line: u64,
    /// The start position, if a setup among the moves states it, and its line.
    pub(super) setup: Option<(u64, String)>,
    /// The first setup after a move.
    pub(super) late_setup: Option<(u64, String)>,
}

/// A move as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The squares: `32-28`.
    pub text: String,
    /// Marks such as `!` or `(?)`; mostly empty.
    pub strength: String,
    /// Numeric annotation glyphs.
    pub nags: Vec<u32>,
    /// Comments; see [`super::Remark`].
    pub comments: Vec<String>,
    /// Variations, each a line of moves. They are written, but not read.
    pub variations: Vec<Vec<PdnMove>>,
    /// Its line, from 1; 0 for a move that was not read.
    pub line: u64,
}

impl PdnMove {
    /// A move without any comment.
    pub fn new(text: impl Into<String>) -> PdnMove {
        PdnMove { text: text.into(), ..PdnMove::default() }
    }
}

impl From<&SpelledMove> for PdnMove {
    /// A move without any comment, by the numbers that PDN gives to the squares of its variant.
    fn from(mv: &SpelledMove) -> PdnMove {
        let variant = mv.variant();
        PdnMove::new(mv.clone().map_squares(|square| renumbered(variant, square)).pdn())
    }
}

/// The square with the number that PDN gives to `square`, which begins to count in one of the corners; also the other
/// way round. Numbers in variants that have letters in PDN are those of everybody else.
fn renumbered(variant: Variant, square: Square) -> Square {
    let articles = variant.articles();
    match articles.notation {
        MoveNotation::Numbers => variant.board().read_from(articles.corner_of_white(), square),
        MoveNotation::Letters { .. } => square,
    }
}

fn read_move(position: &AnyPosition, text: &str) -> Result<Move, NotationError> {
    let variant = position.variant();
    // Letters may be mixed with numbers, which are not counted from a corner of their own there.
    MoveText::parse(variant, text)?.map_squares(|square| renumbered(variant, square)).resolve(position)
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
        tags.set("Result", result.text(game.variant().articles().game_type));
        tags.set("PlyCount", moves.len());
        PdnGame { tags, moves, result, ..PdnGame::default() }
    }

    /// Sets the tags of the variant.
    pub fn set_variant(&mut self, variant: Variant) {
        self.tags.set_variant(variant);
    }

    /// The variant in the tags, if there is one.
    ///
    /// # Errors
    /// [`PdnError::Game`] if it is unknown.
    pub fn variant(&self) -> Result<Option<Variant>, PdnError> {
        self.tags.variant().map_err(|fault| self.error(self.line, fault))
    }

    /// The position that the moves start from: by a setup among them, by the tag `FEN`, or the start position.
    ///
    /// # Errors
    /// [`PdnError::Game`] if it cannot be read.
    pub fn start(&self, variant: Variant) -> Result<AnyPosition, PdnError> {
        let Some((line, text)) = self.fen() else { return Ok(variant.start()) };
        let fault = |fault| PdnFault::Fen { token: clipped(text), fault };
        fen::parse_renumbered(variant, text, |square| renumbered(variant, square))
            .map_err(|error| self.error(line, fault(error)))
    }

    /// Plays the moves. Draws by an article before the last move are ignored: in games of people, perhaps neither
    /// player claimed the draw. Some programs write only two squares of every capture. If that is ambiguous, the move
    /// is played after which the rest of the game can be played, if there is exactly one.
    ///
    /// # Errors
    /// [`PdnError::Game`] with the first move that is not legal or remains ambiguous, or if the start position cannot
    /// be read.
    pub fn replay(&self, variant: Variant) -> Result<Game, PdnError> {
        let mut readings = Readings { whole: Vec::new(), tried: 0 };
        let played = self.play_on(Game::new(self.start(variant)?), &mut readings);
        let game = readings.only().map_or(played, Ok)?;
        match &self.late_setup {
            Some((line, fen)) => Err(self.error(*line, PdnFault::LateSetup(clipped(fen)))),
            None => Ok(game),
        }
    }

    /// Plays the moves that follow those of `game`. The first move that is illegal or ambiguous is an error; if it is
    /// ambiguous, `readings` then contains the games that it may lead to.
    fn play_on(&self, mut game: Game, readings: &mut Readings) -> Result<Game, PdnError> {
        while let Some(next) = self.moves.get(game.moves().len()) {
            let ply = game.moves().len() + 1;
            let fault = match read_move(game.position(), &next.text) {
                Ok(mv) => {
                    // A parsed move is one of the legal moves.
                    let played = game.play(mv);
                    debug_assert_eq!(played, Ok(()));
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
            return Err(self.error(next.line, PdnFault::Move { ply, fault }));
        }
        Ok(game)
    }

    /// The FEN of the start and its line, if there is one.
    pub(super) fn fen(&self) -> Option<(u64, &str)> {
        let setup = self.setup.as_ref().map(|(line, fen)| (*line, fen.as_str()));
        setup.or_else(|| self.tags.known("FEN").map(|fen| (self.line, fen)))
    }

    fn error(&self, line: u64, fault: PdnFault) -> PdnError {
        PdnError::Game { game: self.number, line, fault }
    }
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

/// The result of a game in PDN. "First" is the side that has the first move in the start position of the variant (see
/// the documentation of the module).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PdnResult {
    /// The side that moves first in its variant won: `1-0`, `2-0`.
    FirstWins,
    /// The other side won: `0-1`, `0-2`.
    SecondWins,
    /// A draw: `1/2-1/2`, `1-1`.
    Draw,
    /// Both sides lost: `0-0`.
    BothLose,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
    /// Something else, such as `1+ - 1-`.
    Other(String),
}

impl PdnResult {
    /// The result of a game won by `winner`, or drawn.
    pub fn of(variant: Variant, winner: Option<Side>) -> PdnResult {
        match winner {
            Some(side) if side == variant.articles().first => PdnResult::FirstWins,
            Some(_) => PdnResult::SecondWins,
            None => PdnResult::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(&self, variant: Variant) -> Option<Side> {
        match self {
            PdnResult::FirstWins => Some(variant.articles().first),
            PdnResult::SecondWins => Some(variant.articles().first.opponent()),
            _ => None,
        }
    }

    /// Parses the text of a tag; any text is a result.
    pub fn parse(text: &str) -> PdnResult {
        match text.trim() {
            "" | "?" => PdnResult::Unknown,
            text => PdnResult::of_word(text).unwrap_or_else(|| PdnResult::Other(text.to_owned())),
        }
    }

    /// Parses a word among moves, if it is a result.
    pub(super) fn of_word(word: &str) -> Option<PdnResult> {
        Some(match word {
            "1-0" | "2-0" => PdnResult::FirstWins,
            "0-1" | "0-2" => PdnResult::SecondWins,
            "1/2-1/2" | "1-1" => PdnResult::Draw,
            "0-0" => PdnResult::BothLose,
            "*" => PdnResult::Unknown,
            _ => return None,
        })
    }

    /// The spelling for this GameType number: 20 (international) counts 2 points per game, the others 1 (PDN 3.0,
    /// section GameType, result types).
    pub fn text(&self, game_type: u32) -> &str {
        let two_points = game_type == 20;
        match self {
            PdnResult::FirstWins if two_points => "2-0",
            PdnResult::FirstWins => "1-0",
            PdnResult::SecondWins if two_points => "0-2",
            PdnResult::SecondWins => "0-1",
            PdnResult::Draw if two_points => "1-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::BothLose => "0-0",
            PdnResult::Unknown => "*",
            PdnResult::Other(text) => text,
        }
    }
}
