//! Games of PDN: read one by one, with what is wrong with a game as a value.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Cursor, Read};

use crownhead_rules::notation::pdn::{Note, PdnError, PdnGame, PdnMove, PdnResult, Reader, Remark, Replay};
use crownhead_rules::{Game, Variant};
use parking_lot::Mutex;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::board::{PyBoard, PyMove, variant_of};

/// A file object of Python, as a stream of bytes.
struct FileObject {
    file: Py<PyAny>,
    rest: Cursor<Vec<u8>>,
}

/// What is asked of a file object at a time.
const CHUNK: usize = 1 << 16;

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let chunk = Python::attach(|py| -> PyResult<Vec<u8>> {
            let chunk = self.file.bind(py).call_method1("read", (CHUNK,))?;
            match (chunk.cast::<PyBytes>(), chunk.cast::<PyString>()) {
                (Ok(bytes), _) => Ok(bytes.as_bytes().to_vec()),
                (_, Ok(text)) => Ok(text.to_cow()?.as_bytes().to_vec()),
                _ => Err(PyTypeError::new_err("read() of the file returned neither bytes nor text")),
            }
        });
        self.rest = Cursor::new(chunk.map_err(io::Error::other)?);
        self.rest.read(buffer)
    }
}

/// Reads the games of a file or a text one by one; an iterator.
#[pyclass(frozen, name = "GameReader", module = "crownhead.pdn")]
pub(crate) struct GameReader {
    reader: Mutex<Reader<Box<dyn BufRead + Send>>>,
    /// The variant of games that do not name one.
    variant: Option<Variant>,
}

impl GameReader {
    fn of(input: Box<dyn BufRead + Send>, variant: Option<&str>) -> PyResult<GameReader> {
        let variant = variant.map(variant_of).transpose()?;
        Ok(GameReader { reader: Mutex::new(Reader::new(input)), variant })
    }
}

#[pymethods]
impl GameReader {
    /// The games of the file with this name.
    #[staticmethod]
    #[pyo3(signature = (path, variant = None))]
    fn of_path(path: std::path::PathBuf, variant: Option<&str>) -> PyResult<GameReader> {
        GameReader::of(Box::new(BufReader::new(std::fs::File::open(path)?)), variant)
    }

    /// The games of an open file.
    #[staticmethod]
    #[pyo3(signature = (file, variant = None))]
    fn of_file(file: Py<PyAny>, variant: Option<&str>) -> PyResult<GameReader> {
        let file = FileObject { file, rest: Cursor::default() };
        GameReader::of(Box::new(BufReader::with_capacity(CHUNK, file)), variant)
    }

    /// The games of a text.
    #[staticmethod]
    #[pyo3(signature = (text, variant = None))]
    fn of_text(text: String, variant: Option<&str>) -> PyResult<GameReader> {
        GameReader::of(Box::new(Cursor::new(text.into_bytes())), variant)
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGame>> {
        // A file object needs the interpreter while it is read, so this thread must not hold it and wait for the lock.
        let game = py.detach(|| self.reader.lock().next());
        let game = game.transpose()?;
        Ok(game.map(|game| PyGame::of(game, self.variant)))
    }
}

/// A game as it was read: its tags, its moves with all that stands among them, and what is wrong with it.
#[pyclass(frozen, name = "Game", module = "crownhead.pdn")]
#[derive(Clone, Debug)]
pub(crate) struct PyGame {
    game: PdnGame,
    /// The variant, and the game by its rules as far as it can be played; an error if there is none at all.
    played: Result<(Variant, Game), PdnError>,
    error: Option<String>,
}

impl PyGame {
    fn of(mut game: PdnGame, default: Option<Variant>) -> PyGame {
        let variant = match game.variant() {
            Ok(found) => found.or(default).unwrap_or(Variant::INTERNATIONAL),
            Err(error) => return PyGame { error: Some(error.to_string()), game, played: Err(error) },
        };
        match game.replay_to_fault(variant) {
            Ok(Replay { game: played, fault }) => {
                if let Some(fault) = &fault {
                    game.set_aside(fault);
                }
                PyGame { game, played: Ok((variant, played)), error: fault.map(|fault| fault.to_string()) }
            }
            Err(error) => {
                game.set_aside(&error);
                PyGame { error: Some(error.to_string()), game, played: Err(error) }
            }
        }
    }

    fn played(&self) -> PyResult<&(Variant, Game)> {
        self.played.as_ref().map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn nodes(&self) -> Vec<Node> {
        let moves = self.game.moves.iter().enumerate();
        let Ok((_, game)) = &self.played else { return moves.map(|(_, text)| Node::of(text, None)).collect() };
        let legal: Vec<_> = game.positions().zip(game.moves()).map(|(position, mv)| (*position, *mv)).collect();
        moves.map(|(ply, text)| Node::of(text, legal.get(ply).map(|&(position, mv)| PyMove { position, mv }))).collect()
    }
}

#[pymethods]
impl PyGame {
    /// The tags by their names. Of several tags with one name, the last one counts.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.game.tags.iter().try_for_each(|(name, value)| tags.set_item(name, value))?;
        Ok(tags)
    }

    /// The name of the variant; `None` if the tags name one that does not exist, or a position that it does not allow.
    #[getter]
    fn variant(&self) -> Option<&'static str> {
        self.played.as_ref().ok().map(|(variant, _)| variant.name())
    }

    /// The moves up to the fault, if there is one.
    #[getter]
    fn moves(&self) -> Vec<Node> {
        self.nodes()
    }

    /// The comments before the first move.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.game.comments().into_iter().map(str::to_owned).collect()
    }

    /// The result in PDN, such as `2-0`; `*` if it is not known.
    #[getter]
    fn result(&self) -> String {
        let variant = self.played.as_ref().map_or(Variant::INTERNATIONAL, |(variant, _)| *variant);
        self.game.result.text(variant).to_owned()
    }

    /// The winner by the result: `WHITE`, `BLACK` or `None`.
    #[getter]
    fn winner(&self) -> Option<bool> {
        let (variant, _) = self.played.as_ref().ok()?;
        self.game.winner(*variant).map(crate::board::is_white)
    }

    /// What is wrong with the game, with its number, the line and what was expected; `None` if nothing is.
    #[getter]
    fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.game.number
    }

    /// The line where it begins, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.game.line
    }

    /// A board with the moves played, up to the fault if there is one.
    fn board(&self) -> PyResult<PyBoard> {
        let (_, game) = self.played()?;
        Ok(PyBoard { game: game.clone() })
    }

    /// The game in PDN.
    fn __str__(&self) -> String {
        self.game.to_string()
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.game.tags.known(name).unwrap_or("?");
        let moves = self.game.moves.len();
        format!("<Game {}: {} - {}, {moves} moves, {}>", self.game.number, tag("White"), tag("Black"), self.result())
    }
}

/// A move as text, with what stands after it.
#[pyclass(frozen, name = "Node", module = "crownhead.pdn")]
#[derive(Clone, Debug)]
pub(crate) struct Node {
    text: PdnMove,
    legal: Option<PyMove>,
    remark: Remark,
}

impl Node {
    fn of(text: &PdnMove, legal: Option<PyMove>) -> Node {
        Node { text: text.clone(), legal, remark: Remark::parse(&text.comments().join(" ")) }
    }
}

#[pymethods]
impl Node {
    /// The squares as they were written.
    #[getter]
    fn text(&self) -> &str {
        &self.text.text
    }

    /// The legal move; `None` in a variation, whose moves are not checked, and where the game has no board.
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        self.legal.clone()
    }

    /// The comments. Behind the last move before a fault stand the fault and the rest of the game.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.text.comments().into_iter().map(str::to_owned).collect()
    }

    /// The marks, such as `!` or `?`.
    #[getter]
    fn marks(&self) -> Vec<String> {
        let mark = |note: &Note| if let Note::Strength(mark) = note { Some(mark.clone()) } else { None };
        self.text.notes.iter().filter_map(mark).collect()
    }

    /// The numeric annotation glyphs.
    #[getter]
    fn nags(&self) -> Vec<u32> {
        self.text.nags()
    }

    /// The variations: other moves in place of this one.
    #[getter]
    fn variations(&self) -> Vec<Vec<Node>> {
        let nodes = |moves: &[PdnMove]| moves.iter().map(|text| Node::of(text, None)).collect();
        self.text.variations().map(|variation| nodes(&variation.moves)).collect()
    }

    /// The seconds on the clock after the move (`[%clk ...]` in a comment).
    #[getter]
    fn clock(&self) -> Option<f64> {
        self.remark.clock.map(|time| time.as_secs_f64())
    }

    /// The seconds spent on the move (`[%emt ...]`).
    #[getter]
    fn spent(&self) -> Option<f64> {
        self.remark.spent.map(|time| time.as_secs_f64())
    }

    /// The value in men, for White (`[%eval ...]`).
    #[getter]
    fn score(&self) -> Option<f64> {
        self.remark.score
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Node {}>", self.text.text)
    }
}

/// A board's game in PDN.
#[pyfunction]
#[pyo3(signature = (board, tags = None, result = None, comments = None))]
pub(crate) fn write(
    board: &PyBoard,
    tags: Option<&Bound<'_, PyDict>>,
    result: Option<&str>,
    comments: Option<BTreeMap<usize, String>>,
) -> PyResult<String> {
    let tagged = tags.map(|tags| tags.get_item("Result")).transpose()?.flatten();
    let tagged: Option<String> = tagged.map(|tag| tag.extract()).transpose()?;
    let own = board.result_text();
    let result = result.or(tagged.as_deref().filter(|_| own == "*")).unwrap_or(&own);
    let mut game = PdnGame::of(&board.game, PdnResult::parse(result));
    for (ply, comment) in comments.into_iter().flatten() {
        let plies = game.moves.len();
        let mv = ply.checked_sub(1).and_then(|place| game.moves.get_mut(place));
        let error = || PyValueError::new_err(format!("a comment on ply {ply}: expected 1 to {plies}"));
        mv.ok_or_else(error)?.notes.push(Note::Comment(comment));
    }
    for (name, value) in tags.into_iter().flatten() {
        let name: String = name.extract()?;
        // The board says these itself.
        if ["FEN", "GameType", "PlyCount", "Result", "SetUp", "Variant"].contains(&name.as_str()) || value.is_none() {
            continue;
        }
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            let name = crownhead_rules::text::quoted(&name);
            return Err(PyValueError::new_err(format!(
                "{name:?} is not the name of a tag: expected letters and digits"
            )));
        }
        game.tags.set(&name, value.str()?);
    }
    Ok(game.to_string())
}
