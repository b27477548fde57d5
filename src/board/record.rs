//! A game of any variant as a record: its positions and moves in plain data, which a page or a terminal can show.

use serde::Serialize;

use super::diagram::letter;
use super::seat::Finish;
use crate::endgame::{Known, Tables, TablesOptions};
use crate::notation::pdn::{PdnError, PdnGame, PdnResult, Reader};
use crate::notation::{NotationError, SpelledMove, fen, parse_move};
use crate::rules::{AnyPosition, Game, GameEnd, Move, Side, Square, Variant};

/// The most plies of a game.
pub(super) const MOST_PLIES: usize = 1000;

/// A move for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// In PDN.
    pub text: String,
    /// The numbers of the squares that the piece touches, from the first to the last.
    pub path: Vec<u32>,
    /// The numbers of the captured squares.
    pub captured: Vec<u32>,
}

impl MoveView {
    fn of(position: &AnyPosition, mv: &Move) -> MoveView {
        let spelled = SpelledMove::new(position, mv);
        let captured = mv.captured.singles().map(|single| position.board().square(single).number());
        MoveView { captured: captured.collect(), ..MoveView::from(&spelled) }
    }
}

/// Without the captured squares, which a spelled move does not state.
impl From<&SpelledMove> for MoveView {
    fn from(spelled: &SpelledMove) -> MoveView {
        let path = spelled.path().map(Square::number).collect();
        MoveView { text: spelled.pdn(), path, captured: Vec::new() }
    }
}

/// The shape of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Rows and columns.
    pub size: usize,
    /// The row and the column of each square, from the top left as White sees the board.
    pub squares: Vec<(usize, usize)>,
}

/// A game and what the endgame tables know of it.
pub(super) struct Record {
    game: Game,
    tables: Tables,
}

impl Record {
    /// A record of a game that has begun.
    fn new(game: Game, tables: &TablesOptions) -> Record {
        let (tables, faults) = Tables::open(game.variant(), tables);
        faults.iter().for_each(|fault| log::error!("{fault}"));
        Record { game, tables }
    }

    /// A new record of a variant.
    ///
    /// # Errors
    /// [`NotationError`] if the position is invalid.
    pub(super) fn begin(
        variant: Variant,
        beginning: &Beginning,
        tables: &TablesOptions,
    ) -> Result<Record, NotationError> {
        let start = match beginning {
            Beginning::Start => variant.start(),
            Beginning::Fen(text) => fen::parse(variant, text)?,
        };
        Ok(Record::new(Game::new(start), tables))
    }

    /// The variant.
    pub(super) fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The shape of its board.
    pub(super) fn shape(&self) -> Shape {
        let board = self.variant().board();
        let squares = board.squares().map(|square| board.row_and_column(square));
        Shape { size: board.rows, squares: squares.collect() }
    }

    /// The number of moves played.
    pub(super) fn plies(&self) -> usize {
        self.game.moves().len()
    }

    /// The moves played.
    pub(super) fn moves(&self) -> Vec<MoveView> {
        let moves = self.game.positions().zip(self.game.moves());
        moves.map(|(position, mv)| MoveView::of(position, mv)).collect()
    }

    /// The moves played, in a form that is never ambiguous.
    pub(super) fn exact_moves(&self) -> Vec<String> {
        let moves = self.game.positions().zip(self.game.moves());
        moves.map(|(position, mv)| SpelledMove::new(position, mv).hub()).collect()
    }

    /// The pieces after each number of moves, from none to all: a character for each square, `w`, `b`, `W`, `B` or `.`.
    pub(super) fn pictures(&self) -> Vec<String> {
        self.game.positions().map(picture).collect()
    }

    /// The position now.
    pub(super) fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        self.position().side()
    }

    /// The position after so many moves, or the one now if there are fewer.
    fn position_at(&self, ply: usize) -> &AnyPosition {
        self.game.positions().nth(ply).unwrap_or(self.position())
    }

    /// The legal moves after so many moves.
    pub(super) fn legal(&self, ply: usize) -> Vec<MoveView> {
        let position = self.position_at(ply);
        position.moves().iter().map(|mv| MoveView::of(position, mv)).collect()
    }

    /// The position after so many moves, as FEN.
    pub(super) fn fen(&self, ply: usize) -> String {
        fen::write(self.position_at(ply))
    }

    /// What the endgame tables know of the position after so many moves, for the side to move.
    pub(super) fn known(&self, ply: usize) -> Option<Known> {
        self.tables.probe(self.position_at(ply))
    }

    /// How the rules ended the game, if they have.
    pub(super) fn end(&self) -> Option<GameEnd> {
        self.game.end()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`NotationError`] if it is not a legal move.
    pub(super) fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = parse_move(self.position(), text)?;
        // A move that was read is one of the legal moves.
        let played = self.game.play(mv);
        debug_assert_eq!(played, Ok(()));
        Ok(())
    }

    /// Takes back all moves after the first `plies`.
    pub(super) fn truncate(&mut self, plies: usize) {
        while self.plies() > plies {
            self.game.take_back();
        }
    }

    /// The game in PDN, with this end; `None` for an unfinished game.
    pub(super) fn pdn(&self, finish: Option<&Finish>) -> PdnGame {
        let result = finish.map_or(PdnResult::Unknown, |finish| finish.result(self.variant()));
        PdnGame::of(&self.game, result)
    }
}

fn picture(position: &AnyPosition) -> String {
    position.board().squares().map(|square| letter(position, square).unwrap_or('.')).collect()
}

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The start position.
    Start,
    /// A position.
    Fen(String),
}

/// Why a game in PDN could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no game in the text.
    #[error("no game found: expected PDN, such as 1. 11-15 23-19")]
    Empty,
    /// It is too long.
    #[error("the game has {0} plies: at most {MOST_PLIES} can be loaded")]
    TooLong(usize),
    /// It is faulty.
    #[error(transparent)]
    Pdn(#[from] PdnError),
}

/// A game in PDN and its record.
pub(super) struct Loaded {
    pub(super) record: Record,
    pub(super) pdn: PdnGame,
    /// How it ended, if it has.
    pub(super) finish: Option<Finish>,
}

/// Reads the first game of a PDN text. Its variant is that of its tags, or else `fallback`.
///
/// # Errors
/// [`ReadError`].
pub(super) fn read_pdn(text: &str, fallback: Variant, tables: &TablesOptions) -> Result<Loaded, ReadError> {
    let pdn = Reader::new(text.as_bytes()).next().ok_or(ReadError::Empty)??;
    if pdn.moves.len() > MOST_PLIES {
        return Err(ReadError::TooLong(pdn.moves.len()));
    }
    let game = pdn.replay(pdn.variant()?.unwrap_or(fallback))?;
    let finish = finish(&game, &pdn.result);
    Ok(Loaded { record: Record::new(game, tables), pdn, finish })
}

/// How a game ended whose PDN states this result. The rules say more about the end than a result does. But they do not
/// count where the two differ: players can agree on a draw, and need not claim one.
fn finish(game: &Game, stated: &PdnResult) -> Option<Finish> {
    let by_rules = game.end().map(Finish::Rules);
    if *stated == PdnResult::Unknown {
        return by_rules;
    }
    let recorded = Finish::Recorded { winner: stated.winner(game.variant()), result: stated.clone() };
    by_rules.filter(|end| end.result(game.variant()) == *stated).or(Some(recorded))
}
