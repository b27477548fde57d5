//! Boards, moves and how games end.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::pdn::PdnResult;
use crownhead_rules::notation::{NotationError, SpelledMove, fen, parse_move, parse_square, square_name};
use crownhead_rules::perft::Counting;
use crownhead_rules::svg::{Arrow, Colour, Drawing, Mark};
use crownhead_rules::{AnyPosition, Bitboard, Game, GameEnd, Move, Side, Square, Variant};
use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::wait::interruptible;

create_exception!(crownhead, InvalidMoveError, PyValueError, "The text is not a move.");
create_exception!(crownhead, IllegalMoveError, PyValueError, "The position does not allow the move.");
create_exception!(crownhead, AmbiguousMoveError, PyValueError, "The text fits several legal moves.");

/// The exception for a text that is not a position.
pub(crate) fn notation_error(error: &NotationError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a text that is not a legal move.
fn move_error(error: &NotationError) -> PyErr {
    let message = error.to_string();
    match error {
        NotationError::IllegalMove { .. } => IllegalMoveError::new_err(message),
        NotationError::AmbiguousMove { .. } => AmbiguousMoveError::new_err(message),
        _ => InvalidMoveError::new_err(message),
    }
}

/// The variant with a name.
pub(crate) fn variant_of(name: &str) -> PyResult<Variant> {
    name.parse().map_err(|error: crownhead_rules::UnknownVariant| PyValueError::new_err(error.to_string()))
}

/// A side as python-chess has it: `True` is White.
pub(crate) const fn is_white(side: Side) -> bool {
    matches!(side, Side::White)
}

const fn side_of(is_white: bool) -> Side {
    if is_white { Side::White } else { Side::Black }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A legal move, with the position that it belongs to.
#[pyclass(frozen, name = "Move", module = "crownhead")]
#[derive(Clone, Debug)]
pub(crate) struct PyMove {
    pub(crate) position: AnyPosition,
    pub(crate) mv: Move,
}

impl PyMove {
    fn spelled(&self) -> SpelledMove {
        SpelledMove::new(&self.position, &self.mv)
    }

    /// The move in PDN.
    pub(crate) fn text(&self) -> String {
        self.spelled().pdn()
    }

    fn path(&self) -> Vec<Square> {
        self.spelled().path().collect()
    }
}

#[pymethods]
impl PyMove {
    /// The square that the piece leaves.
    #[getter]
    fn origin(&self) -> u32 {
        self.mv.from.number()
    }

    /// The square where the piece ends. In a capture that runs in a circle it is the origin.
    #[getter]
    fn destination(&self) -> u32 {
        self.mv.to.number()
    }

    /// The squares of the captured pieces, ascending.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, &self.position, self.mv.captured_set())
    }

    /// The squares that the piece touches, from the origin to the destination.
    #[getter]
    fn route<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.path().iter().map(|square| square.number()))
    }

    /// Whether it captures.
    #[getter]
    fn is_capture(&self) -> bool {
        self.mv.is_capture()
    }

    /// Whether a man becomes a king.
    #[getter]
    fn is_crowning(&self) -> bool {
        let (is_king, position) = (|position: &AnyPosition, square| position.piece_at(square), &self.position);
        let after = is_king(&position.succ(&self.mv), self.mv.to);
        matches!((is_king(position, self.mv.from), after), (Some((_, false)), Some((_, true))))
    }

    /// The move in PDN, the same as `str(move)`.
    #[getter]
    fn pdn(&self) -> String {
        self.text()
    }

    /// The move as the Hub protocol writes it: with the captured squares after its ends.
    #[getter]
    fn hub(&self) -> String {
        self.spelled().hub()
    }

    /// The name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.position.variant().name()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.mv == other.mv && self.position.variant() == other.position.variant()
    }

    fn __hash__(&self) -> u64 {
        hash(&self.mv)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (self.variant(), fen::write(&self.position), self.spelled().hub());
        (native(py, "_move")?, parts).into_pyobject(py)
    }
}

/// A function of the native module, by which pickles are read.
fn native<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("crownhead._native")?.getattr(name)
}

/// Reads a pickled move.
#[pyfunction]
#[pyo3(name = "_move")]
pub(crate) fn restore_move(variant: &str, position: &str, text: &str) -> PyResult<PyMove> {
    let position = fen::parse(variant_of(variant)?, position).map_err(|error| notation_error(&error))?;
    let mv = parse_move(&position, text).map_err(|error| move_error(&error))?;
    Ok(PyMove { position, mv })
}

/// Reads a pickled board.
#[pyfunction]
#[pyo3(name = "_board")]
pub(crate) fn restore_board(variant: &str, position: &str, moves: Vec<String>) -> PyResult<PyBoard> {
    let mut board = PyBoard::new(variant, Some(position))?;
    moves.iter().try_for_each(|text| board.push_str(text).map(drop))?;
    Ok(board)
}

/// The squares of a set, ascending.
fn numbers<'py>(py: Python<'py>, position: &AnyPosition, set: Bitboard) -> PyResult<Bound<'py, PyTuple>> {
    let mut squares: Vec<_> = set.singles().map(|single| position.board().square(single).number()).collect();
    squares.sort_unstable();
    PyTuple::new(py, squares)
}

/// The legal moves of a position, as a sequence. Their number is counted without making them.
#[pyclass(frozen, sequence, module = "crownhead")]
#[derive(Debug)]
pub(crate) struct LegalMoves(AnyPosition);

impl LegalMoves {
    fn contains(&self, mv: &PyMove) -> bool {
        mv.position.variant() == self.0.variant() && self.0.moves().contains(&mv.mv)
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        // Counted, the captures of a composed position can be more than a list holds.
        (self.0.perft(1, Counting::Merged) as usize).min(crownhead_rules::MAX_MOVES)
    }

    fn __bool__(&self) -> bool {
        self.0.has_move()
    }

    fn __iter__(&self) -> LegalMovesIterator {
        LegalMovesIterator { position: self.0, moves: self.0.moves().iter().copied().collect(), next: 0 }
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMove> {
        let moves = self.0.moves();
        let place = if index < 0 { moves.len().checked_add_signed(index) } else { usize::try_from(index).ok() };
        let mv = place.and_then(|place| moves.get(place)).copied();
        let none = || PyIndexError::new_err(format!("move {index} of {}", moves.len()));
        mv.map(|mv| PyMove { position: self.0, mv }).ok_or_else(none)
    }

    fn __contains__(&self, mv: &Bound<'_, PyAny>) -> bool {
        mv.cast::<PyMove>().is_ok_and(|mv| self.contains(mv.get()))
    }

    fn __repr__(&self) -> String {
        let moves = self.0.moves();
        let texts: Vec<_> = moves.iter().map(|mv| SpelledMove::among(&self.0, &moves, mv).pdn()).collect();
        format!("<LegalMoves ({})>", texts.join(", "))
    }
}

/// Makes the moves one by one.
#[pyclass(module = "crownhead")]
#[derive(Debug)]
pub(crate) struct LegalMovesIterator {
    position: AnyPosition,
    moves: Box<[Move]>,
    next: usize,
}

#[pymethods]
impl LegalMovesIterator {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<PyMove> {
        let mv = *self.moves.get(self.next)?;
        self.next += 1;
        Some(PyMove { position: self.position, mv })
    }
}

/// How a game ended.
#[pyclass(frozen, eq, module = "crownhead")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    variant: Variant,
    end: GameEnd,
}

#[pymethods]
impl Outcome {
    /// `WHITE`, `BLACK`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.end.winner().map(is_white)
    }

    /// The kind of article: `no-move`, `kings`, `repetition`, `quiet-moves`, `ending` or `claim`.
    #[getter]
    fn termination(&self) -> &'static str {
        self.end.name()
    }

    /// The article that ended the game, in words.
    #[getter]
    fn article(&self) -> String {
        self.end.article()
    }

    /// The result in PDN, such as `2-0`. The first number is that of the side that begins in the variant.
    fn result(&self) -> String {
        let winner = self.winner().map(side_of);
        PdnResult::of(self.variant, winner).text(self.variant).to_owned()
    }

    fn __hash__(&self) -> u64 {
        hash(self)
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner() {
            Some(true) => "WHITE",
            Some(false) => "BLACK",
            None => "None",
        };
        format!("<Outcome winner={winner} article='{}'>", self.article())
    }
}

/// A position, with the game that led to it.
#[pyclass(name = "Board", module = "crownhead", subclass)]
#[derive(Clone, Debug)]
pub(crate) struct PyBoard {
    pub(crate) game: Game,
}

impl PyBoard {
    pub(crate) fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn variant_value(&self) -> Variant {
        self.game.variant()
    }

    pub(crate) fn play(&mut self, mv: Move) -> PyResult<()> {
        self.game.play(mv).map_err(|error| IllegalMoveError::new_err(error.to_string()))
    }

    fn square(&self, number: u32) -> PyResult<Square> {
        let size = self.position().board().size;
        let error = || PyValueError::new_err(format!("square {number} is not on the board: expected 1 to {size}"));
        Square::from_number(number, size).ok_or_else(error)
    }

    /// The squares and the colour of an item to draw: a square, a move, or squares and perhaps a colour in a tuple.
    fn drawn(&self, item: &Bound<'_, PyAny>) -> PyResult<(Vec<Square>, Colour)> {
        if let Ok(mv) = item.cast::<PyMove>() {
            return Ok((mv.get().path(), Colour::default()));
        }
        if let Ok(number) = item.extract::<u32>() {
            return Ok((vec![self.square(number)?], Colour::default()));
        }
        let (mut squares, mut colour) = (Vec::new(), Colour::default());
        for part in item.try_iter()? {
            let part = part?;
            match part.cast::<PyString>() {
                Ok(name) => colour = colour_of(&name.to_string_lossy())?,
                Err(_) => squares.push(self.square(part.extract()?)?),
            }
        }
        Ok((squares, colour))
    }

    /// The result in PDN.
    pub(crate) fn result_text(&self) -> String {
        self.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.result())
    }

    fn drawing(&self) -> Drawing {
        Drawing::of(*self.position())
    }
}

/// Perft that looks at the interrupt every few milliseconds; after it the count is of no use.
fn leaves(position: &AnyPosition, depth: u32, counting: Counting, interrupt: &Interrupt) -> u64 {
    /// Deep enough for a tree of a million leaves or so.
    const AT_ONCE: u32 = 6;
    if depth <= AT_ONCE {
        return position.perft(depth, counting);
    }
    let moves = position.divide(1, counting);
    let moves = moves.iter().take_while(|_| !interrupt.is_raised());
    moves.map(|(mv, _)| leaves(&position.succ(mv), depth - 1, counting, interrupt)).sum()
}

fn colour_of(name: &str) -> PyResult<Colour> {
    let names = || Colour::ALL.map(Colour::name).join(", ");
    let name = crownhead_rules::text::quoted(name);
    Colour::from_name(&name)
        .ok_or_else(|| PyValueError::new_err(format!("colour {name:?}: expected one of {}", names())))
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (variant = "international", fen = None))]
    fn new(variant: &str, fen: Option<&str>) -> PyResult<PyBoard> {
        let variant = variant_of(variant)?;
        let position = match fen {
            Some(text) => fen::parse(variant, text).map_err(|error| notation_error(&error))?,
            None => variant.start(),
        };
        Ok(PyBoard { game: Game::new(position) })
    }

    /// The name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant_value().name()
    }

    /// The side to move: `WHITE` (`True`) or `BLACK` (`False`).
    #[getter]
    fn turn(&self) -> bool {
        is_white(self.position().side())
    }

    /// The legal moves, as a sequence. It does not change with the board.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(*self.position())
    }

    /// Plays a legal move.
    fn push(&mut self, r#move: &Bound<'_, PyMove>) -> PyResult<()> {
        let mv = r#move.get();
        if mv.position.variant() != self.variant_value() {
            let message = format!("a move of {} on a board of {}", mv.variant(), self.variant());
            return Err(IllegalMoveError::new_err(message));
        }
        self.play(mv.mv)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let mv = self.game.take_back().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(PyMove { position: *self.position(), mv })
    }

    /// The last move.
    fn peek(&self) -> PyResult<PyMove> {
        let none = || PyIndexError::new_err("no move has been played");
        let mv = *self.game.moves().last().ok_or_else(none)?;
        let before = self.game.positions().rev().nth(1).ok_or_else(none)?;
        Ok(PyMove { position: *before, mv })
    }

    /// The legal move that a text means, in PDN with or without its path, or as in the Hub protocol.
    fn parse_move(&self, text: &str) -> PyResult<PyMove> {
        let mv = parse_move(self.position(), text).map_err(|error| move_error(&error))?;
        Ok(PyMove { position: *self.position(), mv })
    }

    /// Plays the move that a text means, and returns it.
    fn push_str(&mut self, text: &str) -> PyResult<PyMove> {
        let mv = self.parse_move(text)?;
        self.play(mv.mv)?;
        Ok(mv)
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: &Bound<'_, PyMove>) -> bool {
        LegalMoves(*self.position()).contains(r#move.get())
    }

    /// The moves played.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        let moves = self.game.positions().zip(self.game.moves());
        moves.map(|(position, mv)| PyMove { position: *position, mv: *mv }).collect()
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The position as a FEN of PDN 3.0.
    fn fen(&self) -> String {
        fen::write(self.position())
    }

    /// Sets up a position. The moves are forgotten.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        let position = fen::parse(self.variant_value(), fen).map_err(|error| notation_error(&error))?;
        self.game = Game::new(position);
        Ok(())
    }

    /// Goes back to the start position of the variant. The moves are forgotten.
    fn reset(&mut self) {
        self.game = Game::start(self.variant_value());
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.game.end().is_some()
    }

    /// How the game ended; `None` if it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.game.end().map(|end| Outcome { variant: self.variant_value(), end })
    }

    /// The result in PDN; `*` if the game goes on.
    fn result(&self) -> String {
        self.result_text()
    }

    /// What stands on a square: `w` or `b` for a man, `W` or `B` for a king, `None` if it is empty.
    fn piece_at(&self, square: u32) -> PyResult<Option<char>> {
        let piece = self.position().piece_at(self.square(square)?);
        Ok(piece.map(|(side, is_king)| {
            let letter = side.letter();
            if is_king { letter } else { letter.to_ascii_lowercase() }
        }))
    }

    /// The squares of the men of a side.
    fn men<'py>(&self, py: Python<'py>, side: bool) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.position(), self.position().men(side_of(side)))
    }

    /// The squares of the kings of a side.
    fn kings<'py>(&self, py: Python<'py>, side: bool) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.position(), self.position().kings(side_of(side)))
    }

    /// The squares of the board, from 1.
    #[getter]
    fn squares(&self) -> usize {
        self.position().board().size
    }

    /// The rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.position().board().rows
    }

    /// The columns of the board.
    #[getter]
    fn columns(&self) -> usize {
        self.position().board().columns
    }

    /// The name of a square in PDN: a number, or a letter and a digit.
    fn square_name(&self, square: u32) -> PyResult<String> {
        Ok(square_name(self.variant_value(), self.square(square)?))
    }

    /// The number of the square with a name, as `square_name` gives it.
    fn parse_square(&self, name: &str) -> PyResult<u32> {
        let square = parse_square(self.variant_value(), name).map_err(|error| notation_error(&error))?;
        Ok(square.number())
    }

    /// The row, from the top, and the column, from the left, of a square as White sees the board, from 0.
    fn square_place(&self, square: u32) -> PyResult<(usize, usize)> {
        Ok(self.position().board().row_and_column(self.square(square)?))
    }

    /// A number that equal positions share and different ones almost never do.
    #[getter]
    fn key(&self) -> u64 {
        self.position().key().0
    }

    /// The number of sequences of `depth` legal moves. With `routes`, each route of a capture is a move.
    #[pyo3(signature = (depth, *, routes = false))]
    fn perft(slf: &Bound<'_, Self>, depth: u32, routes: bool) -> PyResult<u64> {
        // Other threads may go on with the board.
        let position = *slf.try_borrow()?.position();
        let counting = if routes { Counting::Routes } else { Counting::Merged };
        interruptible(slf.py(), |interrupt| leaves(&position, depth, counting, interrupt))
    }

    /// A copy, with the moves played unless `stack` is false.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> PyBoard {
        if stack { self.clone() } else { PyBoard { game: Game::new(*self.position()) } }
    }

    fn __copy__(&self) -> PyBoard {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        self.clone()
    }

    /// Whether two boards have the same position. The moves that led to them are not compared.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyBoard>() else { return Ok(false) };
        Ok(self.position() == other.try_borrow()?.position())
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __str__(&self) -> String {
        self.position().to_string()
    }

    fn __repr__(&self) -> String {
        self.position().to_string()
    }

    /// The board as a drawing in SVG.
    ///
    /// An arrow is a move, or a tuple of squares; a mark is a square, or a tuple of squares. A tuple may end with a colour:
    /// `blue`, `green`, `orange` or `red`.
    #[pyo3(signature = (*, arrows = None, marks = None, size = None, turned = false, coordinates = true))]
    fn svg(
        &self,
        arrows: Option<&Bound<'_, PyAny>>,
        marks: Option<&Bound<'_, PyAny>>,
        size: Option<u32>,
        turned: bool,
        coordinates: bool,
    ) -> PyResult<String> {
        let mut drawing = Drawing { is_turned: turned, has_coordinates: coordinates, size, ..self.drawing() };
        for arrow in arrows.map(|arrows| arrows.try_iter()).transpose()?.into_iter().flatten() {
            let (squares, colour) = self.drawn(&arrow?)?;
            if squares.len() < 2 {
                return Err(PyTypeError::new_err("an arrow needs two squares: expected a move or a tuple"));
            }
            drawing.arrows.push(Arrow { squares, colour });
        }
        for mark in marks.map(|marks| marks.try_iter()).transpose()?.into_iter().flatten() {
            let (squares, colour) = self.drawn(&mark?)?;
            drawing.marks.extend(squares.into_iter().map(|square| Mark { square, colour }));
        }
        Ok(drawing.to_string())
    }

    /// The drawing that a notebook shows, with an arrow for the last move.
    fn _repr_svg_(&self) -> String {
        let last = self.peek().ok().map(|mv| Arrow { squares: mv.path(), colour: Colour::default() });
        Drawing { arrows: last.into_iter().collect(), size: Some(390), ..self.drawing() }.to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut positions = self.game.positions();
        let first = positions.next().map(fen::write);
        let moves: Vec<_> = self.move_stack().iter().map(|mv| mv.spelled().hub()).collect();
        (native(py, "_board")?, (self.variant(), first, moves)).into_pyobject(py)
    }
}
