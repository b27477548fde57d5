//! The engine, and what it knows without a search: values of positions, endgame tables and opening books.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use crownhead_engine::book::Book;
use crownhead_engine::endgame::{Known, Tables, TablesOptions};
use crownhead_engine::engine::{
    Engine, EngineOptions, Event, Limit, Purpose, Report, Request, SearchAnswer, SearchId, Setup, SkillLevel,
    SystemClock, TimeLimit,
};
use crownhead_engine::eval::{Evaluation, EvaluationOptions, Score, ScoreClass};
use crownhead_engine::search::{Depth, TableSize, Threads, Verdict};
use crownhead_rules::notation::{SpelledMove, fen, parse_move};
use crownhead_rules::{AnyPosition, Variant};
use parking_lot::{Mutex, MutexGuard};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::board::{PyBoard, PyMove, variant_of};
use crate::wait::INTERRUPT_INTERVAL;

/// What is made once for a variant, on first use.
pub(crate) struct PerVariant<T>(Mutex<Vec<(Variant, Arc<T>)>>);

impl<T> PerVariant<T> {
    pub(crate) const fn new() -> PerVariant<T> {
        PerVariant(Mutex::new(Vec::new()))
    }

    pub(crate) fn get<E>(&self, variant: Variant, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut made = self.0.lock();
        if let Some((_, value)) = made.iter().find(|(own, _)| *own == variant) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        made.push((variant, Arc::clone(&value)));
        Ok(value)
    }
}

/// The evaluation in the program.
pub(crate) fn evaluation(variant: Variant) -> Arc<Evaluation> {
    static MADE: PerVariant<Evaluation> = PerVariant::new();
    let make = || Ok(Evaluation::new(variant, &EvaluationOptions::default()));
    MADE.get(variant, make).unwrap_or_else(|never: std::convert::Infallible| match never {})
}

/// The value of a position in men for the side to move, without a search.
#[pyfunction]
pub(crate) fn evaluate(board: &PyBoard) -> f64 {
    evaluation(board.position().variant()).value(board.position()).men()
}

/// An engine and the events of its searches.
struct Searching {
    engine: Engine,
    events: Receiver<Event>,
    /// The search in progress, if there is one.
    current: Option<SearchId>,
}

impl Searching {
    fn begin(&mut self, board: &PyBoard, request: Request) -> PyResult<SearchId> {
        let mut positions = board.game.positions();
        let first = positions.next().map(fen::write).unwrap_or_default();
        let moves: Vec<_> = board
            .game
            .positions()
            .zip(board.game.moves())
            .map(|(position, mv)| SpelledMove::new(position, mv).hub())
            .collect();
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        let set = self.engine.set_position(Setup::Fen(&first), &moves);
        set.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let id = self.engine.go(request);
        self.current = Some(id);
        Ok(id)
    }

    /// The next event of a search, without the interpreter; Ctrl-C stops the search. `None` if it is not in progress, or
    /// if another thread ends it.
    fn next(&mut self, py: Python<'_>, id: SearchId, shared: &Shared) -> PyResult<Option<Event>> {
        while self.current == Some(id) {
            if shared.is_closing.load(Ordering::Relaxed) || *shared.unwanted.lock() == Some(id) {
                self.stop(id);
                return Ok(None);
            }
            let events = &self.events;
            match py.detach(|| events.recv_timeout(INTERRUPT_INTERVAL)) {
                Ok(event) if of(&event) == id => {
                    if matches!(event, Event::Done(..)) {
                        self.current = None;
                    }
                    return Ok(Some(event));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the search has ended")),
            }
            py.check_signals().inspect_err(|_| self.stop(id))?;
        }
        Ok(None)
    }

    /// Stops a search, whose other events are of no interest.
    fn stop(&mut self, id: SearchId) {
        if self.current == Some(id) {
            self.engine.stop();
            self.current = None;
        }
    }
}

/// The search of an event.
const fn of(event: &Event) -> SearchId {
    match event {
        Event::Report(id, _) | Event::Bound(id, _) | Event::EndedEarly(id, ..) | Event::Done(id, _) => *id,
    }
}

/// An engine that its analyses share, and what other threads ask of the one that waits for a search.
struct Shared {
    searching: Mutex<Option<Searching>>,
    /// An analysis to be stopped.
    unwanted: Mutex<Option<SearchId>>,
    is_closing: AtomicBool,
}

impl Shared {
    /// The engine, if no other thread uses it.
    fn locked(&self) -> PyResult<MutexGuard<'_, Option<Searching>>> {
        // Waiting here would hold the interpreter, for which the other thread may wait.
        let is_closing = || self.is_closing.load(Ordering::Relaxed);
        let used = || PyRuntimeError::new_err("another thread uses the engine");
        let error = || if is_closing() { closed() } else { used() };
        self.searching.try_lock().ok_or_else(error)
    }
}

/// An engine for one variant. It keeps what it has learnt from move to move.
#[pyclass(frozen, name = "Engine", module = "crownhead")]
pub(crate) struct PyEngine {
    variant: Variant,
    shared: Arc<Shared>,
}

fn closed() -> PyErr {
    PyValueError::new_err("the engine is closed")
}

/// The limits of a search by the arguments of a method.
fn limit(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Limit> {
    let duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds).ok();
        let error = || PyValueError::new_err(format!("time {seconds}: expected seconds, up to a day"));
        duration.filter(|time| *time <= Duration::from_secs(86_400)).ok_or_else(error)
    };
    let time = time.map(duration).transpose()?.map_or(TimeLimit::Unlimited, TimeLimit::PerMove);
    let most = Depth::MAX.get();
    if let Some(depth) = depth.filter(|depth| !(1..=most).contains(depth)) {
        return Err(PyValueError::new_err(format!("depth {depth}: expected 1 to {most}")));
    }
    Ok(Limit { depth: depth.map(Depth::new), nodes, time })
}

fn level(number: u8) -> PyResult<SkillLevel> {
    let most = SkillLevel::MAX.number();
    SkillLevel::new(number).ok_or_else(|| PyValueError::new_err(format!("level {number}: expected 1 to {most}")))
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (variant = "international", *, threads = 1, table = 64, book = true, tables = None, seed = 0))]
    fn new(
        variant: &str,
        threads: usize,
        table: u32,
        book: bool,
        tables: Option<PathBuf>,
        seed: u64,
    ) -> PyResult<PyEngine> {
        let variant = variant_of(variant)?;
        let mut options = EngineOptions::default();
        let most = Threads::MAX.get();
        let threads_error = || PyValueError::new_err(format!("threads {threads}: expected 1 to {most}"));
        options.search.threads = Threads::new(threads).ok_or_else(threads_error)?;
        let most = TableSize::MAX.mib();
        let table_error = || PyValueError::new_err(format!("table {table}: expected 1 to {most} MiB"));
        options.table_size = TableSize::from_mib(table).ok_or_else(table_error)?;
        options.book.enabled = book;
        options.skill.seed = seed;
        // No time is lost between this engine and a clock.
        options.overhead = Duration::ZERO;
        if let Some(folder) = tables {
            options.endgame = in_folder(folder);
            open_tables(variant, &options.endgame)?;
        }
        let started = Engine::new(options, variant, Arc::new(SystemClock::default()));
        let (engine, events) = started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let searching = Mutex::new(Some(Searching { engine, events, current: None }));
        let shared = Shared { searching, unwanted: Mutex::new(None), is_closing: AtomicBool::new(false) };
        Ok(PyEngine { variant, shared: Arc::new(shared) })
    }

    /// The name of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// Finds a move to play, by the limits that are given, or at a skill level from 1 to 10. Level 10 is full strength and
    /// needs a limit beside it. An analysis that goes on ends.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, level = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        level: Option<u8>,
    ) -> PyResult<PlayResult> {
        // Other threads may go on with the board.
        let board = &board.try_borrow()?.clone();
        let limit = limit(time, nodes, depth)?;
        let level = level.map(self::level).transpose()?;
        if !limit.is_limited() && level.is_none_or(|level| level.nodes().is_none()) {
            return Err(PyValueError::new_err("no limit: expected time, nodes, depth, or a level below 10"));
        }
        of_variant(board, self.variant, "an engine")?;
        let mut locked = self.shared.locked()?;
        let searching = locked.as_mut().ok_or_else(closed)?;
        let id = searching.begin(board, Request { level, ..Request::new(Purpose::Think, limit) })?;
        let mut info = None;
        while let Some(event) = searching.next(py, id, &self.shared)? {
            match event {
                Event::Report(_, report) => info = Some(Info { position: *board.position(), report }),
                Event::Bound(..) | Event::EndedEarly(..) => (),
                Event::Done(_, answer) => return PlayResult::of(board.position(), &answer, info),
            }
        }
        Err(closed())
    }

    /// Analyses a position; an iterator of what the search finds: bounds of a value, and the value and lines of each
    /// iteration, whose `bound` is `exact`. Without a limit it goes on until the iterator is stopped or dropped, the engine
    /// is closed, both from any thread, or another search begins.
    #[pyo3(signature = (board, *, time = None, nodes = None, depth = None, multipv = 1))]
    fn analyse(
        &self,
        board: &PyBoard,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        multipv: usize,
    ) -> PyResult<Analysis> {
        let limit = limit(time, nodes, depth)?;
        let lines = NonZeroUsize::new(multipv).ok_or_else(|| PyValueError::new_err("multipv 0: expected 1 or more"))?;
        of_variant(board, self.variant, "an engine")?;
        let mut locked = self.shared.locked()?;
        let searching = locked.as_mut().ok_or_else(closed)?;
        let id = searching.begin(board, Request { lines, ..Request::new(Purpose::Analyze, limit) })?;
        Ok(Analysis { shared: Arc::clone(&self.shared), id, position: *board.position() })
    }

    /// Forgets what was learnt in earlier searches.
    fn new_game(&self) -> PyResult<()> {
        let mut locked = self.shared.locked()?;
        let searching = locked.as_mut().ok_or_else(closed)?;
        searching.current = None;
        searching.engine.stop();
        searching.engine.new_game();
        Ok(())
    }

    /// Stops the search, that of another thread too, and frees the memory. The engine cannot be used any more.
    fn close(&self, py: Python<'_>) {
        self.shared.is_closing.store(true, Ordering::Relaxed);
        // It waits for the thread that uses the engine, and for those of the search.
        py.detach(|| drop(self.shared.searching.lock().take()));
    }

    const fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("<Engine {}>", self.variant)
    }
}

/// Checks that a board is of the variant of what it is given to.
fn of_variant(board: &PyBoard, own: Variant, what: &str) -> PyResult<()> {
    let other = board.position().variant();
    let message = || format!("a board of {other} for {what} of {own}");
    if own == other { Ok(()) } else { Err(PyValueError::new_err(message())) }
}

/// The tables in the package and those of a folder.
fn in_folder(folder: PathBuf) -> TablesOptions {
    TablesOptions { dir: Some(folder), ..TablesOptions::default() }
}

/// Opens tables; the error is the first fault in them.
fn open_tables(variant: Variant, options: &TablesOptions) -> PyResult<Tables> {
    let (tables, faults) = Tables::open(variant, options);
    let fault = faults.first().map(|fault| PyValueError::new_err(fault.to_string()));
    fault.map_or(Ok(tables), Err)
}

/// An analysis in progress: an iterator of infos.
#[pyclass(frozen, module = "crownhead")]
pub(crate) struct Analysis {
    shared: Arc<Shared>,
    id: SearchId,
    position: AnyPosition,
}

#[pymethods]
impl Analysis {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        let mut locked = match self.shared.locked() {
            // Another thread closes the engine, which ends the analysis.
            Err(_) if self.shared.is_closing.load(Ordering::Relaxed) => return Ok(None),
            locked => locked?,
        };
        let Some(searching) = locked.as_mut() else { return Ok(None) };
        while let Some(event) = searching.next(py, self.id, &self.shared)? {
            match event {
                Event::Report(_, report) | Event::Bound(_, report) => {
                    return Ok(Some(Info { position: self.position, report }));
                }
                Event::EndedEarly(..) => (),
                Event::Done(..) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Stops the search, from any thread.
    fn stop(&self) {
        match self.shared.searching.try_lock().as_deref_mut() {
            Some(Some(searching)) => searching.stop(self.id),
            Some(None) => (),
            // The thread that waits for the search stops it. If it waits for another one, this one has ended.
            None => *self.shared.unwanted.lock() = Some(self.id),
        }
    }

    const fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The moves of a line as they were spelled.
fn line(position: &AnyPosition, spelled: &[SpelledMove]) -> Vec<PyMove> {
    let mut position = *position;
    let next = |spelled: &SpelledMove| {
        let mv = parse_move(&position, &spelled.hub()).ok()?;
        let before = position;
        position = before.succ(&mv);
        Some(PyMove { position: before, mv })
    };
    spelled.iter().map_while(next).collect()
}

/// The plies to a win, or minus those to a loss.
fn plies_to_end(score: Score) -> Option<i32> {
    match score.class() {
        ScoreClass::Win(plies) | ScoreClass::KnownWin(plies) => Some(plies.get().into()),
        ScoreClass::Loss(plies) | ScoreClass::KnownLoss(plies) => Some(-i32::from(plies.get())),
        ScoreClass::Heuristic => None,
    }
}

/// The state of a search.
#[pyclass(frozen, module = "crownhead")]
#[derive(Clone, Debug)]
pub(crate) struct Info {
    position: AnyPosition,
    report: Report,
}

#[pymethods]
impl Info {
    /// The depth of the iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.report.depth.get()
    }

    /// The length of the longest line searched, in plies.
    #[getter]
    fn seldepth(&self) -> u16 {
        self.report.selective_depth.get()
    }

    /// The value in men for the side to move. Wins are above 80, losses below -80.
    #[getter]
    fn score(&self) -> f64 {
        self.report.score.men()
    }

    /// The plies to a win that is proven, or minus those to a loss.
    #[getter]
    fn plies_to_end(&self) -> Option<i32> {
        plies_to_end(self.report.score)
    }

    /// Whether the score is `exact`, or a `lower` or an `upper` bound.
    #[getter]
    fn bound(&self) -> &'static str {
        match self.report.verdict {
            Verdict::FailHigh => "lower",
            Verdict::Exact => "exact",
            Verdict::FailLow => "upper",
        }
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time.as_secs_f64()
    }

    /// The best move and the line that follows it.
    #[getter]
    fn pv(&self) -> Vec<PyMove> {
        line(&self.position, &self.report.pv)
    }

    /// All lines, the best first: their scores and moves.
    #[getter]
    fn lines(&self) -> Vec<(f64, Vec<PyMove>)> {
        let others = self.report.others.iter().map(|other| (other.score.men(), line(&self.position, &other.pv)));
        std::iter::once((self.score(), self.pv())).chain(others).collect()
    }

    fn __repr__(&self) -> String {
        let pv: Vec<_> = self.report.pv.iter().map(SpelledMove::pdn).collect();
        format!("<Info depth={} score={} nodes={} pv={}>", self.depth(), self.score(), self.nodes(), pv.join(" "))
    }
}

/// The answer of an engine.
#[pyclass(frozen, module = "crownhead")]
#[derive(Clone, Debug)]
pub(crate) struct PlayResult {
    /// The move; `None` only where there is no legal one.
    #[pyo3(get)]
    r#move: Option<PyMove>,
    /// The reply that the engine expects.
    #[pyo3(get)]
    ponder: Option<PyMove>,
    /// What the search found last; `None` for a move from a book.
    #[pyo3(get)]
    info: Option<Info>,
}

impl PlayResult {
    fn of(position: &AnyPosition, answer: &SearchAnswer, info: Option<Info>) -> PyResult<PlayResult> {
        let spelled: Vec<_> = answer.best.iter().chain(&answer.ponder).cloned().collect();
        let mut moves = line(position, &spelled).into_iter();
        Ok(PlayResult { r#move: moves.next(), ponder: moves.next(), info })
    }
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        let text = |mv: &Option<PyMove>| mv.as_ref().map_or_else(|| "None".to_owned(), |mv| format!("{:?}", mv.text()));
        format!("<PlayResult move={} ponder={}>", text(&self.r#move), text(&self.ponder))
    }
}

/// What a table knows of a position.
#[pyclass(frozen, eq, name = "Known", module = "crownhead.endgame")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PyKnown(Known);

#[pymethods]
impl PyKnown {
    /// `win`, `draw` or `loss`, for the side to move.
    #[getter]
    fn outcome(&self) -> String {
        self.0.outcome.to_string()
    }

    /// The plies to the end under perfect play; `None` for a draw.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.0.plies
    }

    fn __repr__(&self) -> String {
        format!("<Known {}>", self.0)
    }
}

/// Endgame tables: those in the package, and those of a folder.
#[pyclass(frozen, name = "Tables", module = "crownhead.endgame")]
pub(crate) struct PyTables(Tables);

#[pymethods]
impl PyTables {
    #[new]
    #[pyo3(signature = (variant, folder = None))]
    fn new(variant: &str, folder: Option<PathBuf>) -> PyResult<PyTables> {
        let options = folder.map_or_else(TablesOptions::built_in, in_folder);
        open_tables(variant_of(variant)?, &options).map(PyTables)
    }

    /// The most pieces on a board that the tables know.
    #[getter]
    fn max_pieces(&self) -> usize {
        self.0.max_pieces()
    }

    /// What the tables know of a position; `None` if they do not know it.
    fn probe(&self, py: Python<'_>, board: &PyBoard) -> PyResult<Option<PyKnown>> {
        of_variant(board, self.0.variant(), "tables")?;
        let position = *board.position();
        Ok(py.detach(|| self.0.probe(&position)).map(PyKnown))
    }

    /// What the tables know of each legal move, for the side that makes it; `None` if they do not know the position.
    fn moves(&self, py: Python<'_>, board: &PyBoard) -> PyResult<Option<Vec<(PyMove, PyKnown)>>> {
        of_variant(board, self.0.variant(), "tables")?;
        let position = *board.position();
        let moves = py.detach(|| self.0.moves(&position)).into_iter().flatten();
        let moves: Vec<_> = moves.map(|(mv, known)| (PyMove { position, mv }, PyKnown(known))).collect();
        Ok((!moves.is_empty()).then_some(moves))
    }
}

/// A move of an opening book.
#[pyclass(frozen, get_all, module = "crownhead.book")]
#[derive(Clone, Debug)]
pub(crate) struct BookMove {
    /// The move.
    r#move: PyMove,
    /// Its value in men for the side that makes it; `None` if it is not known.
    value: Option<f64>,
    /// The games that this side won after it.
    wins: u32,
    /// Those that were drawn.
    draws: u32,
    /// Those that it lost.
    losses: u32,
}

#[pymethods]
impl BookMove {
    fn __repr__(&self) -> String {
        let value = self.value.map_or_else(|| "None".to_owned(), |value| value.to_string());
        format!("<BookMove {} value={value}>", self.r#move.text())
    }
}

/// An opening book: the one in the package, or a file.
#[pyclass(frozen, name = "Book", module = "crownhead.book")]
pub(crate) struct PyBook(Variant, Option<Book>);

#[pymethods]
impl PyBook {
    #[new]
    #[pyo3(signature = (variant, path = None))]
    fn new(variant: &str, path: Option<PathBuf>) -> PyResult<PyBook> {
        let variant = variant_of(variant)?;
        let book = match path {
            Some(path) => Book::read_of(variant, &path).map(Some),
            None => Book::built_in(variant),
        };
        book.map(|book| PyBook(variant, book)).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __len__(&self) -> usize {
        self.1.as_ref().map_or(0, Book::len)
    }

    /// The moves that the book knows in a position, the best first. A book that was made without games has none to count.
    fn moves(&self, board: &PyBoard) -> PyResult<Vec<BookMove>> {
        of_variant(board, self.0, "a book")?;
        let position = *board.position();
        let entry = self.1.as_ref().and_then(|book| book.know(&position));
        let moves = entry.into_iter().flat_map(|entry| entry.moves);
        let moves = moves.map(|known| BookMove {
            r#move: PyMove { position, mv: known.mv },
            value: known.value.map(Score::men),
            wins: known.games.wins,
            draws: known.games.draws,
            losses: known.games.losses,
        });
        Ok(moves.collect())
    }
}
