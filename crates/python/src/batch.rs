//! Many games of one variant at a time, with NumPy arrays in and out and no object for each position.

use std::ops::Range;

use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Purpose};
use crownhead_engine::search::{Depth, TableSize};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::notation::fen;
use crownhead_rules::perft::Counting;
use crownhead_rules::{AnyPosition, Army, Bitboard, Game, GameEnd, Geometry, Move, MoveList, Side, Variant, Win};
use numpy::{
    AllowTypeChange, PyArray, PyArray1, PyArray2, PyArray4, PyArrayDyn, PyArrayLike1, PyArrayLikeDyn, PyArrayMethods,
};
use numpy::{Element, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::board::{IllegalMoveError, PyBoard, PyMove, is_white, notation_error, variant_of};
use crate::engine;
use crate::wait::interruptible;

/// How many moves with the same ends have an action of their own: see [`Positions`].
const LAYERS: usize = 4;

/// Games of one variant, in rows.
///
/// An action is the number of a move in a space that depends on the variant alone: `(layer * squares + origin) * squares +
/// destination`, where squares count from 0. Captures of different pieces can have the same ends; the first of them, in
/// the order of the legal moves, is in layer 0, the next in layer 1, up to layer 3. Moves beyond have no action: only
/// composed positions have any.
#[pyclass(module = "crownhead")]
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    variant: Variant,
    rows: Vec<Row>,
}

/// A game, or a position without moves before it, which takes no memory of its own.
#[derive(Clone, Debug)]
enum Row {
    Position(AnyPosition),
    Game(Game),
}

impl Row {
    fn position(&self) -> &AnyPosition {
        match self {
            Row::Position(position) => position,
            Row::Game(game) => game.position(),
        }
    }

    fn game(&self) -> Game {
        match self {
            Row::Position(position) => Game::new(*position),
            Row::Game(game) => game.clone(),
        }
    }

    fn plies(&self) -> usize {
        match self {
            Row::Position(_) => 0,
            Row::Game(game) => game.moves().len(),
        }
    }

    fn end(&self) -> Option<GameEnd> {
        match self {
            Row::Position(position) => Game::new(*position).end(),
            Row::Game(game) => game.end(),
        }
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Move) {
        if let Row::Position(position) = self {
            *self = Row::Game(Game::new(*position));
        }
        if let Row::Game(game) = self {
            let played = game.play(mv);
            debug_assert_eq!(played, Ok(()));
        }
    }
}

/// The actions of the legal moves of a position.
fn actions<'a>(board: &'a Geometry, moves: &'a [Move]) -> impl Iterator<Item = Option<i32>> + 'a {
    let ends = |mv: &Move| mv.from.index() * board.size + mv.to.index();
    moves.iter().enumerate().map(move |(place, mv)| {
        // Quiet moves with the same ends are one move.
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
        let layer = if mv.is_capture() { moves[..place].iter().filter(alike).count() } else { 0 };
        (layer < LAYERS).then(|| (layer * board.size * board.size + ends(mv)) as i32)
    })
}

/// The legal move of an action.
fn move_of(position: &AnyPosition, action: i64) -> Option<Move> {
    let moves = position.moves();
    let place = actions(position.board(), &moves).position(|own| own.map(i64::from) == Some(action));
    place.map(|place| moves[place])
}

/// Does a job for the rows of a batch in as many parts as there are threads, and returns what they return in its order.
fn in_parts<T: Send>(rows: usize, threads: usize, job: impl Fn(Range<usize>) -> Vec<T> + Sync) -> Vec<T> {
    let threads = threads.clamp(1, rows.max(1));
    if threads == 1 {
        return job(0..rows);
    }
    let part = rows.div_ceil(threads);
    std::thread::scope(|scope| {
        let job = &job;
        let range = |start: usize| start..(start + part).min(rows);
        let workers: Vec<_> = (0..rows).step_by(part).map(|start| scope.spawn(move || job(range(start)))).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<T>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    })
}

/// The winner of a game that is over: 1 for White, -1 for Black, 0 for a draw.
const fn winner(end: GameEnd) -> i8 {
    match end {
        GameEnd::Win(Win { winner: Side::White, .. }) => 1,
        GameEnd::Win(Win { winner: Side::Black, .. }) => -1,
        GameEnd::Draw(_) => 0,
    }
}

fn shaped<T: Element, D>(py: Python<'_>, values: Vec<T>, shape: D) -> PyResult<Bound<'_, PyArray<T, D::Dim>>>
where
    D: numpy::ndarray::IntoDimension,
{
    PyArray1::from_vec(py, values).reshape(shape)
}

/// As many copies of a value, if there is memory for them.
fn filled<T: Clone>(value: T, count: Option<usize>) -> PyResult<Vec<T>> {
    let mut values = Vec::new();
    let room = count.filter(|count| values.try_reserve_exact(*count).is_ok());
    let count = room.ok_or_else(|| PyMemoryError::new_err("there is no memory for so many rows"))?;
    values.resize(count, value);
    Ok(values)
}

/// An array by `numpy.asarray`, whose numbers must be of one of these kinds, the letters of `dtype.kind`. One without
/// numbers is of any kind.
fn array_of_kind<'py>(value: &Bound<'py, PyAny>, kinds: &str, expected: &str) -> PyResult<(Bound<'py, PyAny>, char)> {
    let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
    let dtype = array.getattr("dtype")?;
    let kind = dtype.getattr("kind")?.extract::<char>()?;
    if kinds.contains(kind) || array.getattr("size")?.extract::<usize>()? == 0 {
        return Ok((array, kind));
    }
    Err(PyTypeError::new_err(format!("an array of {dtype}: expected {expected}")))
}

/// The whole numbers of an array.
fn whole_numbers(value: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let (array, _) = array_of_kind(value, "iu", "whole numbers")?;
    let numbers: PyArrayLike1<'_, i64, AllowTypeChange> = array.extract()?;
    Ok(numbers.as_array().iter().copied().collect())
}

impl Positions {
    fn of(variant: Variant, rows: Vec<Row>) -> Positions {
        Positions { variant, rows }
    }

    fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        self.rows.iter().map(Row::position)
    }

    fn row(&self, row: isize) -> PyResult<&Row> {
        let place = if row < 0 { self.rows.len().checked_add_signed(row) } else { usize::try_from(row).ok() };
        let error = || PyIndexError::new_err(format!("row {row} of {}", self.rows.len()));
        place.and_then(|place| self.rows.get(place)).ok_or_else(error)
    }

    /// The words that a set of squares takes in an array.
    const fn words(&self) -> usize {
        self.variant.board().size.div_ceil(64)
    }

    /// The sets of pieces, in which bit 0 is square 1: White's men and kings, then Black's.
    fn armies(position: &AnyPosition) -> [u128; 4] {
        let board = position.board();
        let dense = |set: Bitboard| set.singles().fold(0, |bits, single| bits | 1 << board.square(single).index());
        let of = |side| [position.men(side), position.kings(side)].map(dense);
        let ([white_men, white_kings], [black_men, black_kings]) = (of(Side::White), of(Side::Black));
        [white_men, white_kings, black_men, black_kings]
    }

    fn plane_values<T: Copy>(&self, none: T, one: T) -> PyResult<Vec<T>> {
        let board = self.variant.board();
        let plane = board.rows * board.columns;
        let mut values = filled(none, self.rows.len().checked_mul(PLANES * plane))?;
        for (position, planes) in self.positions().zip(values.chunks_exact_mut(PLANES * plane)) {
            for single in position.occupied().singles() {
                let square = board.square(single);
                let (row, column) = board.row_and_column(square);
                let Some((side, is_king)) = position.piece_at(square) else { continue };
                let number = 2 * side.index() + usize::from(is_king);
                planes[number * plane + row * board.columns + column] = one;
            }
            if position.side() == Side::White {
                planes[4 * plane..].fill(one);
            }
        }
        Ok(values)
    }

    fn playout(row: &Row, random: &mut ChaCha8Rng, max_plies: usize) -> i8 {
        let mut game = row.game();
        let mut moves = MoveList::new();
        for _ in 0..max_plies {
            if let Some(end) = game.end() {
                return winner(end);
            }
            moves.clear();
            game.position().list_moves(&mut moves);
            let Some(mv) = moves.choose(random) else { break };
            // The move is one of the legal moves.
            let played = game.play(*mv);
            debug_assert_eq!(played, Ok(()));
        }
        game.end().map_or(0, winner)
    }
}

/// The planes of a position.
const PLANES: usize = 5;

/// NumPy is needed for batches alone. Arrays panic without it, and if Ctrl-C comes while the first of them looks for it, so
/// that it is asked for before there is a batch.
fn need_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy")?;
    py.check_signals()?;
    PyArray1::<u8>::from_vec(py, Vec::new());
    Ok(())
}

#[pymethods]
impl Positions {
    /// Rows of the start position.
    #[new]
    #[pyo3(signature = (variant = "international", rows = 1))]
    fn new(py: Python<'_>, variant: &str, rows: usize) -> PyResult<Positions> {
        need_numpy(py)?;
        let variant = variant_of(variant)?;
        Ok(Positions::of(variant, filled(Row::Position(variant.start()), Some(rows))?))
    }

    /// A row for each FEN.
    #[staticmethod]
    fn from_fens(py: Python<'_>, variant: &str, fens: Vec<String>) -> PyResult<Positions> {
        need_numpy(py)?;
        let variant = variant_of(variant)?;
        let row = |text: &String| Ok(Row::Position(fen::parse(variant, text).map_err(|error| notation_error(&error))?));
        Ok(Positions::of(variant, fens.iter().map(row).collect::<PyResult<_>>()?))
    }

    /// A row for each board, with its moves. All must be of one variant.
    #[staticmethod]
    fn from_boards(py: Python<'_>, boards: Vec<PyRef<'_, PyBoard>>) -> PyResult<Positions> {
        need_numpy(py)?;
        let none = || PyValueError::new_err("no boards: expected at least one");
        let variant = boards.first().ok_or_else(none)?.game.variant();
        if let Some(other) = boards.iter().map(|board| board.game.variant()).find(|other| *other != variant) {
            return Err(PyValueError::new_err(format!("a board of {other} among boards of {variant}")));
        }
        Ok(Positions::of(variant, boards.iter().map(|board| Row::Game(board.game.clone())).collect()))
    }

    /// Rows of sets of squares, as `bitboards` returns them, and of sides to move, as `turns` does.
    #[staticmethod]
    fn from_bitboards(variant: &str, bitboards: &Bound<'_, PyAny>, turns: &Bound<'_, PyAny>) -> PyResult<Positions> {
        need_numpy(bitboards.py())?;
        let (bitboards, _) = array_of_kind(bitboards, "iu", "sets of squares as whole numbers")?;
        let (turns, _) = array_of_kind(turns, "b", "a bool for each row")?;
        let bitboards: PyArrayLikeDyn<'_, u64, AllowTypeChange> = bitboards.extract()?;
        let turns: PyArrayLike1<'_, bool, AllowTypeChange> = turns.extract()?;
        let variant = variant_of(variant)?;
        let board = variant.board();
        let (words, rows) = (board.size.div_ceil(64), turns.len());
        let shape: &[usize] = if words == 1 { &[rows, 4] } else { &[rows, 4, words] };
        if bitboards.shape() != shape {
            let found = bitboards.shape();
            return Err(PyValueError::new_err(format!("bitboards of shape {found:?}: expected {shape:?}")));
        }
        let (array, turns) = (bitboards.as_array(), turns.as_array());
        let bits: Vec<u64> = array.iter().copied().collect();
        let set = |words: &[u64]| {
            let bits = words.iter().rev().fold(0_u128, |bits, &word| bits << 64 | u128::from(word));
            let squares = board.squares().filter(|square| bits >> square.index() & 1 == 1);
            let is_inside = bits >> board.size == 0;
            is_inside.then(|| squares.fold(Bitboard::EMPTY, |set, square| set | board.bit(square)))
        };
        let game = |(row, (bits, &turn)): (usize, (&[u64], &bool))| {
            let sets: Option<Vec<_>> = bits.chunks_exact(words).map(set).collect();
            let Some(&[white_men, white_kings, black_men, black_kings]) = sets.as_deref() else {
                return Err(PyValueError::new_err(format!("row {row}: a square beyond {}", board.size)));
            };
            let white = Army { men: white_men, kings: white_kings };
            let black = Army { men: black_men, kings: black_kings };
            let side = if turn { Side::White } else { Side::Black };
            let position = AnyPosition::new(variant, [white, black], side);
            position.map(Row::Position).map_err(|fault| PyValueError::new_err(format!("row {row}: {fault}")))
        };
        let games = bits.chunks_exact(4 * words).zip(&turns).enumerate().map(game).collect::<PyResult<_>>()?;
        Ok(Positions::of(variant, games))
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// The number of actions.
    #[getter]
    fn action_size(&self) -> usize {
        let squares = self.variant.board().size;
        LAYERS * squares * squares
    }

    /// The board of a row, with its moves.
    fn board(&self, row: isize) -> PyResult<PyBoard> {
        Ok(PyBoard { game: self.row(row)?.game() })
    }

    /// The FEN of each row.
    fn fens(&self) -> Vec<String> {
        self.positions().map(fen::write).collect()
    }

    /// The pieces as sets of squares, in which bit 0 is square 1: White's men and kings, Black's men and kings. On a board
    /// of more than 64 squares a set takes two words, the lower first.
    fn bitboards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        let words = self.words();
        let of = |set: u128| (0..words).map(move |word| (set >> (64 * word)) as u64);
        let values: Vec<u64> = self.positions().flat_map(|position| Positions::armies(position)).flat_map(of).collect();
        let rows = self.rows.len();
        let shape = if words == 1 { vec![rows, 4] } else { vec![rows, 4, words] };
        shaped(py, values, shape)
    }

    /// Whether White is to move.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.positions().map(|position| is_white(position.side())).collect())
    }

    /// A number for each row that equal positions share and different ones almost never do.
    fn keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.positions().map(|position| position.key().0).collect())
    }

    /// The plies played in each row.
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.rows.iter().map(|row| row.plies() as i64).collect())
    }

    /// The number of legal moves in each row.
    fn move_counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let count = |position: &AnyPosition| position.perft(1, Counting::Merged) as i64;
        let counts = py.detach(|| self.positions().map(count).collect());
        PyArray1::from_vec(py, counts)
    }

    /// The legal moves of all rows, as actions, and where they begin: those of row `i` are
    /// `actions[offsets[i]:offsets[i + 1]]`.
    fn legal_moves<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>) {
        let (offsets, all) = py.detach(|| {
            let (mut offsets, mut all) = (Vec::with_capacity(self.rows.len() + 1), Vec::new());
            offsets.push(0);
            let mut moves = MoveList::new();
            for position in self.positions() {
                moves.clear();
                position.list_moves(&mut moves);
                all.extend(actions(position.board(), &moves).flatten());
                offsets.push(all.len() as i64);
            }
            (offsets, all)
        });
        (PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, all))
    }

    /// Which actions are legal in each row.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let size = self.action_size();
        let masks = py.detach(|| {
            let mut masks = filled(false, self.rows.len().checked_mul(size))?;
            for (position, mask) in self.positions().zip(masks.chunks_exact_mut(size)) {
                let moves = position.moves();
                actions(position.board(), &moves).flatten().for_each(|action| mask[action as usize] = true);
            }
            PyResult::Ok(masks)
        })?;
        shaped(py, masks, [self.rows.len(), size])
    }

    /// Plays an action in each row; -1 leaves a row as it is. If one is not legal, no row is changed.
    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions)?;
        if actions.len() != self.rows.len() {
            let (found, expected) = (actions.len(), self.rows.len());
            return Err(PyValueError::new_err(format!("{found} actions for {expected} rows")));
        }
        py.detach(|| {
            let chosen = |(row, &action): (&Row, &i64)| match action {
                -1 => Ok(None),
                action => move_of(row.position(), action).map(Some).ok_or(action),
            };
            let moves: Vec<_> = self.rows.iter().zip(&actions).map(chosen).collect();
            if let Some(row) = moves.iter().position(Result::is_err) {
                let action = actions[row];
                return Err(IllegalMoveError::new_err(format!("row {row}: action {action} is not a legal move")));
            }
            let played = self.rows.iter_mut().zip(moves.into_iter().flatten());
            played.for_each(|(row, mv)| mv.into_iter().for_each(|mv| row.play(mv)));
            Ok(())
        })
    }

    /// The action of a move; `None` if it has none.
    fn encode(&self, r#move: &Bound<'_, PyMove>) -> PyResult<Option<i32>> {
        let mv = r#move.get();
        let (own, other) = (self.variant, mv.position.variant());
        if own != other {
            return Err(PyValueError::new_err(format!("a move of {other} for positions of {own}")));
        }
        let moves = mv.position.moves();
        let place = moves.iter().position(|other| *other == mv.mv);
        Ok(place.and_then(|place| actions(mv.position.board(), &moves).nth(place).flatten()))
    }

    /// The legal move of an action in a row.
    fn decode(&self, row: isize, action: i64) -> PyResult<PyMove> {
        let position = *self.row(row)?.position();
        let error = || IllegalMoveError::new_err(format!("row {row}: action {action} is not a legal move"));
        Ok(PyMove { position, mv: move_of(&position, action).ok_or_else(error)? })
    }

    /// The positions after all legal moves of all rows, without the moves before them, and the row that each comes from.
    fn children<'py>(&self, py: Python<'py>) -> (Positions, Bound<'py, PyArray1<i64>>) {
        let (rows, parents) = py.detach(|| {
            let (mut rows, mut parents, mut moves) = (Vec::new(), Vec::new(), MoveList::new());
            for (row, position) in self.positions().enumerate() {
                moves.clear();
                position.list_moves(&mut moves);
                rows.extend(moves.iter().map(|mv| Row::Position(position.succ(mv))));
                parents.extend(moves.iter().map(|_| row as i64));
            }
            (rows, parents)
        });
        (Positions::of(self.variant, rows), PyArray1::from_vec(py, parents))
    }

    /// The rows with these numbers, in this order, or those where a mask, of a bool for each row, is true.
    fn take(&self, rows: &Bound<'_, PyAny>) -> PyResult<Positions> {
        let (rows, kind) = array_of_kind(rows, "iub", "numbers of rows, or a mask")?;
        if kind == 'b' {
            let mask: PyArrayLike1<'_, bool, AllowTypeChange> = rows.extract()?;
            let (found, expected) = (mask.len(), self.rows.len());
            if found != expected {
                return Err(PyIndexError::new_err(format!("a mask of {found} for {expected} rows")));
            }
            let kept = self.rows.iter().zip(mask.as_array()).filter(|(_, is_kept)| **is_kept);
            return Ok(Positions::of(self.variant, kept.map(|(row, _)| row.clone()).collect()));
        }
        let rows = whole_numbers(&rows)?;
        let games = rows.iter().map(|&row| self.row(row as isize).cloned()).collect::<PyResult<_>>()?;
        Ok(Positions::of(self.variant, games))
    }

    /// The positions as planes of rows and columns: White's men, White's kings, Black's men, Black's kings, and a plane of
    /// ones if White is to move.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let board = self.variant.board();
        let values = py.detach(|| self.plane_values(0.0, 1.0))?;
        shaped(py, values, [self.rows.len(), PLANES, board.rows, board.columns])
    }

    /// The same as `planes`, of `bool`.
    fn bool_planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<bool>>> {
        let board = self.variant.board();
        let values = py.detach(|| self.plane_values(false, true))?;
        shaped(py, values, [self.rows.len(), PLANES, board.rows, board.columns])
    }

    /// Which games are over, and who won: 1 for White, -1 for Black, and 0 for a draw or a game that goes on.
    fn results<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<i8>>) {
        let ends: Vec<_> = py.detach(|| self.rows.iter().map(Row::end).collect());
        let over = ends.iter().map(Option::is_some).collect();
        let winners = ends.iter().map(|end| end.map_or(0, winner)).collect();
        (PyArray1::from_vec(py, over), PyArray1::from_vec(py, winners))
    }

    /// Plays each game on with random moves, and returns who wins: 1 for White, -1 for Black, and 0 for a draw or a game of
    /// more plies. The rows do not change. The seed and the row decide about the moves.
    #[pyo3(signature = (*, seed = 0, max_plies = 1000, threads = 1))]
    fn random_playouts<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        max_plies: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let playout = |row: usize| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(row as u64);
            Positions::playout(&self.rows[row], &mut random, max_plies)
        };
        let winners = interruptible(py, |interrupt| {
            let goes_on = |_: &usize| !interrupt.is_raised();
            in_parts(self.rows.len(), threads, |rows| rows.take_while(goes_on).map(playout).collect())
        })?;
        Ok(PyArray1::from_vec(py, winners))
    }

    /// The value of each row in men for the side to move, without a search.
    #[pyo3(signature = (*, threads = 1))]
    fn evaluate<'py>(&self, py: Python<'py>, threads: usize) -> Bound<'py, PyArray1<f32>> {
        let values = py.detach(|| {
            let evaluation = engine::evaluation(self.variant);
            let value = |row: usize| evaluation.value(self.rows[row].position()).men() as f32;
            in_parts(self.rows.len(), threads, |rows| rows.map(value).collect())
        });
        PyArray1::from_vec(py, values)
    }

    /// Searches each row to a limit of nodes or of depth, and returns the actions of the best moves, -1 where there is
    /// none, and their values in men for the side to move. Each search begins with an empty table of `table` MiB.
    #[pyo3(signature = (*, nodes = None, depth = None, threads = 1, table = 4))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        nodes: Option<u64>,
        depth: Option<u32>,
        threads: usize,
        table: u32,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>)> {
        let limit = Limit { nodes, depth: depth.map(Depth::new), ..Limit::default() };
        if !limit.is_limited() {
            return Err(PyValueError::new_err("no limit: expected nodes or depth"));
        }
        let most = TableSize::MAX.mib();
        let table_error = || PyValueError::new_err(format!("table {table}: expected 1 to {most} MiB"));
        let table_size = TableSize::from_mib(table).ok_or_else(table_error)?;
        let endgame = TablesOptions::built_in();
        let options = EngineOptions { table_size, endgame, ..EngineOptions::default() }.for_values();
        let job = |rows: Range<usize>, interrupt: &Interrupt| {
            let player = LocalPlayer::new(self.variant, &options, limit);
            let player = player.map(|own| own.for_purpose(Purpose::Analyze).until(interrupt.clone()));
            let mut player = match player {
                Ok(player) => player,
                Err(error) => return vec![Err(error.to_string())],
            };
            let found = |row: usize| {
                player.new_game();
                let choice = player.choose(&self.rows[row].game());
                Ok(choice.map(|choice| (choice.mv, choice.score)))
            };
            rows.take_while(|_| !interrupt.is_raised()).map(found).collect()
        };
        let found = interruptible(py, |interrupt| in_parts(self.rows.len(), threads, |rows| job(rows, interrupt)))?;
        let found: Result<Vec<_>, String> = found.into_iter().collect();
        let found = found.map_err(PyMemoryError::new_err)?;
        let action = |(row, found): (&Row, &Option<(Move, _)>)| {
            let (mv, _) = (*found)?;
            let moves = row.position().moves();
            let place = moves.iter().position(|other| *other == mv)?;
            actions(row.position().board(), &moves).nth(place).flatten()
        };
        let moves = self.rows.iter().zip(&found).map(|pair| action(pair).unwrap_or(-1)).collect();
        let score = |found: &Option<(Move, Option<crownhead_engine::eval::Score>)>| {
            found.and_then(|(_, score)| score).map_or(f32::NAN, |score| score.men() as f32)
        };
        let scores = found.iter().map(score).collect();
        Ok((PyArray1::from_vec(py, moves), PyArray1::from_vec(py, scores)))
    }

    /// A copy.
    fn copy(&self) -> Positions {
        self.clone()
    }

    fn __copy__(&self) -> Positions {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Positions {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let boards: Vec<_> = self.rows.iter().map(|row| PyBoard { game: row.game() }).collect();
        let class = py.get_type::<Positions>();
        if boards.is_empty() {
            return (class, (self.variant(), 0)).into_pyobject(py);
        }
        (class.getattr("from_boards")?, (boards,)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        format!("<Positions {}: {} rows>", self.variant, self.rows.len())
    }
}
