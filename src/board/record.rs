//! A game of any variant as a record: its positions and moves in plain data, which a page or a terminal can show.

use serde::Serialize;

use super::diagram::{Canvas, diagram, letter};
use super::seat::Finish;
use crate::endgame::{Known, Tables, TablesOptions};
use crate::notation::pdn::{PdnError, PdnGame, PdnResult, Reader};
use crate::notation::{NotationError, SpelledMove, fen, parse_move};
use crate::rules::{
    Board, Game, GameEnd, Listed, Move, Position, Rules, Side, Square, Variant, VariantVisitor,
};

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
    fn of<R: Rules>(position: &Position<R>, mv: &Move) -> MoveView {
        let spelled = SpelledMove::new(position, mv);
        let captured = mv.captured.singles().map(|single| R::Board::square(single).number());
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

/// A game whose variant is selected at run time.
pub trait Record: Send {
    /// The variant.
    fn variant(&self) -> Variant;
    /// The shape of its board.
    fn shape(&self) -> Shape;
    /// The number of moves played.
    fn plies(&self) -> usize;
    /// The moves played.
    fn moves(&self) -> Vec<MoveView>;
    /// The moves played, in a form that is never ambiguous.
    fn exact_moves(&self) -> Vec<String>;
    /// The pieces after each number of moves, from none to all: a character for each square, `w`, `b`, `W`, `B` or `.`.
    fn pictures(&self) -> Vec<String>;
    /// The side to move.
    fn side(&self) -> Side;
    /// The legal moves after so many moves.
    fn legal(&self, ply: usize) -> Vec<MoveView>;
    /// The position after so many moves, as FEN.
    fn fen(&self, ply: usize) -> String;
    /// What the endgame tables know of the position after so many moves, for the side to move.
    fn known(&self, ply: usize) -> Option<Known>;
    /// How the rules ended the game, if they have.
    fn end(&self) -> Option<GameEnd>;
    /// Plays a move.
    ///
    /// # Errors
    /// [`NotationError`] if it is not a legal move.
    fn play(&mut self, text: &str) -> Result<(), NotationError>;
    /// Takes back all moves after the first `plies`.
    fn truncate(&mut self, plies: usize);
    /// The game in PDN, with this end; `None` for an unfinished game.
    fn pdn(&self, finish: Option<&Finish>) -> PdnGame;
    /// The position now, drawn in lines of text.
    fn diagram(&self, canvas: Canvas) -> Vec<String>;
}

/// A game of the variant `R`.
struct RecordOf<R: Rules> {
    game: Game<R>,
    tables: Tables<R>,
}

impl<R: Rules> RecordOf<R> {
    fn new(game: Game<R>, tables: &TablesOptions) -> RecordOf<R> {
        let (tables, faults) = Tables::open(tables);
        faults.iter().for_each(|fault| log::error!("{fault}"));
        RecordOf { game, tables }
    }

    fn position(&self, ply: usize) -> &Position<R> {
        self.game.positions().nth(ply).unwrap_or(self.game.position())
    }

    fn spelled(&self) -> impl Iterator<Item = SpelledMove> + '_ {
        self.game.positions().zip(self.game.moves()).map(|(position, mv)| SpelledMove::new(position, mv))
    }
}

impl<R: Listed> Record for RecordOf<R> {
    fn variant(&self) -> Variant {
        R::VARIANT
    }

    fn shape(&self) -> Shape {
        let squares = (0..R::Board::SQUARES).map(Square::from_index);
        Shape { size: R::Board::ROWS, squares: squares.map(R::Board::row_and_column).collect() }
    }

    fn plies(&self) -> usize {
        self.game.moves().len()
    }

    fn moves(&self) -> Vec<MoveView> {
        let moves = self.game.positions().zip(self.game.moves());
        moves.map(|(position, mv)| MoveView::of(position, mv)).collect()
    }

    fn exact_moves(&self) -> Vec<String> {
        self.spelled().map(|mv| mv.hub()).collect()
    }

    fn pictures(&self) -> Vec<String> {
        self.game.positions().map(picture).collect()
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    fn legal(&self, ply: usize) -> Vec<MoveView> {
        let position = self.position(ply);
        position.moves().iter().map(|mv| MoveView::of(position, mv)).collect()
    }

    fn fen(&self, ply: usize) -> String {
        fen::write(self.position(ply))
    }

    fn known(&self, ply: usize) -> Option<Known> {
        self.tables.probe(self.position(ply))
    }

    fn end(&self) -> Option<GameEnd> {
        self.game.end()
    }

    fn play(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = parse_move(self.game.position(), text)?;
        // A move that was read is one of the legal moves.
        let played = self.game.play(mv);
        debug_assert_eq!(played, Ok(()));
        Ok(())
    }

    fn truncate(&mut self, plies: usize) {
        while self.plies() > plies {
            self.game.take_back();
        }
    }

    fn pdn(&self, finish: Option<&Finish>) -> PdnGame {
        PdnGame::of(&self.game, finish.map_or(PdnResult::Unknown, Finish::result::<R>))
    }

    fn diagram(&self, canvas: Canvas) -> Vec<String> {
        diagram(self.game.position(), canvas)
    }
}

fn picture<R: Rules>(position: &Position<R>) -> String {
    let symbol = |square| letter(position, square).unwrap_or('.');
    (0..R::Board::SQUARES).map(Square::from_index).map(symbol).collect()
}

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The start position.
    Start,
    /// A position.
    Fen(String),
}

/// A new record of a variant.
///
/// # Errors
/// [`NotationError`] if the position is invalid.
pub fn begin(
    variant: Variant,
    beginning: &Beginning,
    tables: &TablesOptions,
) -> Result<Box<dyn Record>, NotationError> {
    struct Begin<'a>(&'a Beginning, &'a TablesOptions);
    impl VariantVisitor for Begin<'_> {
        type Output = Result<Box<dyn Record>, NotationError>;
        fn visit<R: Listed>(self) -> Self::Output {
            let start = match self.0 {
                Beginning::Start => Position::<R>::start(),
                Beginning::Fen(text) => fen::parse(text)?,
            };
            Ok(Box::new(RecordOf::new(Game::new(start), self.1)))
        }
    }
    variant.visit(Begin(beginning, tables))
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
    pub(super) record: Box<dyn Record>,
    pub(super) pdn: PdnGame,
    /// How it ended, if it has.
    pub(super) finish: Option<Finish>,
}

/// Reads the first game of a PDN text. Its variant is that of its tags, or else `fallback`.
///
/// # Errors
/// [`ReadError`].
pub(super) fn read_pdn(text: &str, fallback: Variant, tables: &TablesOptions) -> Result<Loaded, ReadError> {
    struct Replay<'a>(PdnGame, &'a TablesOptions);
    impl VariantVisitor for Replay<'_> {
        type Output = Result<Loaded, PdnError>;
        fn visit<R: Listed>(self) -> Self::Output {
            let Replay(pdn, tables) = self;
            let game = pdn.replay::<R>()?;
            let finish = finish(&game, &pdn.result);
            Ok(Loaded { record: Box::new(RecordOf::new(game, tables)), pdn, finish })
        }
    }
    let game = Reader::new(text.as_bytes()).next().ok_or(ReadError::Empty)??;
    if game.moves.len() > MOST_PLIES {
        return Err(ReadError::TooLong(game.moves.len()));
    }
    let variant = game.variant()?.unwrap_or(fallback);
    Ok(variant.visit(Replay(game, tables))?)
}

/// How a game ended whose PDN states this result. The rules say more about the end than a result does. But they do not
/// count where the two differ: players can agree on a draw, and need not claim one.
fn finish<R: Rules>(game: &Game<R>, stated: &PdnResult) -> Option<Finish> {
    let by_rules = game.end().map(Finish::Rules);
    if *stated == PdnResult::Unknown {
        return by_rules;
    }
    let recorded = Finish::Recorded { winner: stated.winner::<R>(), result: stated.clone() };
    by_rules.filter(|end| end.result::<R>() == *stated).or(Some(recorded))
}
