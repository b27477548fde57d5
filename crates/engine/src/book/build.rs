//! Building a book by drop-out expansion: the position that costs the least to reach is expanded next, and its moves
//! are valued by searches. What is searched is kept in a journal, so that a build can be resumed.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entry::{key, rounded};
use super::file::{Book, BookError};
use super::graph::{Graph, PlaceId};
use crate::endgame::rules_fingerprint;
use crate::eval::Score;
use crate::support::files;
use crate::support::interrupt::{Interrupt, Interrupted};
use crate::support::journal::{Journal, JournalError, JournalHeader, json};
use crate::support::shard::Shard;
use crate::support::workers::in_order;
use crownhead_rules::notation::hub;
use crownhead_rules::{AnyPosition, Variant};

/// The positions that are chosen together. Their searches are shared out among the threads, so it does not depend on
/// the number of these which positions they are.
const BATCH: usize = 16;

/// A build.
#[derive(Clone, Debug)]
pub struct BuildRun {
    /// What is built.
    pub header: BuildHeader,
    /// The positions that the book is to have.
    pub positions: usize,
    /// After this time no more positions are chosen.
    pub time: Option<Duration>,
    /// Threads.
    pub threads: usize,
    /// The journal.
    pub journal: PathBuf,
}

/// What decides the content of a book: the first line of the journal of its build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildHeader {
    /// The variant by name.
    pub variant: String,
    /// The fingerprint of its rules.
    pub rules: String,
    /// What values positions: the evaluation and its fingerprint.
    pub evaluation: String,
    /// The nodes of each search.
    pub nodes: u64,
    /// What a ply costs, in thousandths of a man.
    pub ply_cost: u32,
    /// The most pieces of positions that the endgame tables know.
    pub known_pieces: usize,
    /// The part of the lines that is built.
    pub shard: Option<Shard>,
    /// The version and the commit of the program that began the build. Another may resume it.
    pub program: String,
}

/// What the searches of one position have found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expansion {
    position: String,
    /// The values, in men and for the side to move there, of the positions with a choice that its moves lead to and
    /// that had no value before, by their texts.
    values: BTreeMap<String, f64>,
}

impl JournalHeader for BuildHeader {
    const OF: &'static str = "a build of a book";
    const OTHERWISE: &'static str = "build another book";
    type Entry = Expansion;

    fn identity(&self) -> Value {
        let mut identity = json(self);
        if let Some(fields) = identity.as_object_mut() {
            fields.remove("program");
        }
        identity
    }
}

/// Why a build ended early, or a merge failed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal is not that of the same build.
    #[error(
        "{}: entry {number} is not of the position that this program expands there: build another book", path.display()
    )]
    Diverged {
        /// The journal.
        path: PathBuf,
        /// The number of the entry, from 1.
        number: usize,
    },
    /// It was interrupted; the same command resumes it.
    #[error("interrupted; the same command goes on from there")]
    Interrupted,
    /// A book cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// Two books are of different variants.
    #[error("{} is a book of {found}, not of {expected} as the first one", path.display())]
    Variant {
        /// The second book.
        path: PathBuf,
        /// Its variant.
        found: Variant,
        /// That of the first.
        expected: Variant,
    },
    /// What values the positions failed.
    #[error("{0}")]
    Search(String),
}

impl From<Interrupted> for BuildError {
    fn from(Interrupted: Interrupted) -> BuildError {
        BuildError::Interrupted
    }
}

impl BuildHeader {
    /// The header of a build with these settings by `program`, its version and commit.
    pub fn new(
        program: String,
        variant: Variant,
        evaluation: String,
        nodes: u64,
        ply_cost: u32,
        known_pieces: usize,
    ) -> BuildHeader {
        BuildHeader {
            variant: variant.name().to_owned(),
            rules: format!("{:016x}", rules_fingerprint(variant)),
            evaluation,
            nodes,
            ply_cost,
            known_pieces,
            shard: None,
            program,
        }
    }

    /// Whether this build follows the lines through a position after the second ply.
    fn has(&self, position: &AnyPosition) -> bool {
        /// Enough for shares that hardly differ.
        const BUCKETS: u64 = 1 << 20;
        let Some(shard) = self.shard else { return true };
        let hash = files::checksum(key(position).unwrap_or_default().as_bytes());
        // The highest bits of this hash depend on the last bytes hardly at all.
        let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        shard.range(BUCKETS).contains(&(mixed % BUCKETS))
    }
}

impl BuildRun {
    /// Builds until the book has its positions, or there are none left, or the time is up. `start` makes the searcher
    /// of a thread, and `value` values a position by it, for the side to move. `follow` gets the number of positions of
    /// the book, and whether the journal already has them.
    ///
    /// # Errors
    /// The first [`BuildError`]. What was searched is kept, but for the positions in work.
    pub fn run<W>(
        &self,
        variant: Variant,
        start: impl Fn() -> Result<W, String> + Send + Sync,
        value: impl Fn(&mut W, &AnyPosition) -> Score + Send + Sync,
        interrupt: &Interrupt,
        mut follow: impl FnMut(usize, bool),
    ) -> Result<Book, BuildError> {
        let began = Instant::now();
        let (mut journal, known) = Journal::resume(&self.journal, &self.header)?;
        let total = known.len();
        let mut known = known.into_iter();
        let mut graph = Graph::new(variant, self.header.known_pieces);
        let per_ply = Score::from_millionths(i64::from(self.header.ply_cost) * 1000);
        while graph.len() < self.positions.max(total) {
            if known.len() == 0 && self.time.is_some_and(|time| began.elapsed() >= time) {
                break;
            }
            let most = BATCH.min(self.positions.max(total) - graph.len());
            let chosen = graph.cheapest(most, per_ply, |position| self.header.has(position));
            if chosen.is_empty() {
                break;
            }
            let mut jobs = Jobs::of(&mut graph, &chosen);
            while let Some(expansion) = jobs.next_known(&mut known) {
                let number = total - known.len();
                if jobs.take_known(&mut graph, &expansion).is_none() {
                    return Err(BuildError::Diverged { path: self.journal.clone(), number });
                }
            }
            jobs.search(&mut graph, self.threads, (&start, &value), interrupt, &mut journal)?;
            for id in chosen {
                graph.expand(id);
            }
            graph.back_up();
            follow(graph.len(), known.len() > 0);
        }
        Ok(graph.book(&self.header.program, variant, self.header.nodes))
    }
}

/// The searches of a batch, position by position.
struct Jobs {
    /// Each position with those to search for it.
    positions: Vec<(String, Vec<PlaceId>)>,
    /// How many of them are done.
    done: usize,
}

impl Jobs {
    fn of(graph: &mut Graph, chosen: &[PlaceId]) -> Jobs {
        let mut seen = HashSet::new();
        let mut positions = Vec::new();
        for &id in chosen {
            let text = key(&graph.at(id).position).unwrap_or_default();
            let mut wanted = graph.children(id);
            wanted.retain(|&child| graph.at(child).value.is_none() && seen.insert(child));
            positions.push((text, wanted));
        }
        Jobs { positions, done: 0 }
    }

    /// The next expansion of the journal, if it is of this batch.
    fn next_known(&self, known: &mut impl Iterator<Item = Expansion>) -> Option<Expansion> {
        if self.done < self.positions.len() { known.next() } else { None }
    }

    /// Takes the values of the next position from the journal; `None` if that has another one.
    fn take_known(&mut self, graph: &mut Graph, expansion: &Expansion) -> Option<()> {
        let (position, wanted) = &self.positions[self.done];
        let is_same = *position == expansion.position && wanted.len() == expansion.values.len();
        for &id in is_same.then_some(wanted)? {
            let men = expansion.values.get(&text_at(graph, id))?;
            graph.set_value(id, Score::from_men(*men));
        }
        self.done += 1;
        Some(())
    }

    /// Searches the rest, and writes each position into the journal.
    fn search<W>(
        self,
        graph: &mut Graph,
        threads: usize,
        (start, value): (
            &(impl Fn() -> Result<W, String> + Send + Sync),
            &(impl Fn(&mut W, &AnyPosition) -> Score + Send + Sync),
        ),
        interrupt: &Interrupt,
        journal: &mut Journal<BuildHeader>,
    ) -> Result<(), BuildError> {
        let rest = &self.positions[self.done..];
        let wanted: Vec<AnyPosition> =
            rest.iter().flat_map(|(_, wanted)| wanted).map(|&id| graph.at(id).position).collect();
        let mut open = rest.iter();
        let mut values = Vec::new();
        let mut current = complete(graph, &mut open, &mut values, journal)?;
        let threads = threads.min(wanted.len().max(1));
        let search = |searcher: &mut W, position: AnyPosition| rounded(value(searcher, &position));
        in_order(
            threads,
            wanted.into_iter(),
            |_| start().map_err(BuildError::Search),
            search,
            interrupt,
            |found| {
                // A search that was interrupted has found anything.
                interrupt.check()?;
                values.push(found);
                if current.is_some_and(|(_, wanted)| values.len() == wanted.len()) {
                    write(graph, current, &mut values, journal)?;
                    current = complete(graph, &mut open, &mut values, journal)?;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(())
    }
}

type Position = (String, Vec<PlaceId>);

/// The next position with something to search. Those before it, where nothing is, are written into the journal.
fn complete<'a>(
    graph: &mut Graph,
    open: &mut impl Iterator<Item = &'a Position>,
    values: &mut Vec<Score>,
    journal: &mut Journal<BuildHeader>,
) -> Result<Option<&'a Position>, BuildError> {
    loop {
        match open.next() {
            Some(position) if position.1.is_empty() => write(graph, Some(position), values, journal)?,
            next => return Ok(next),
        }
    }
}

/// Sets the values of a position's moves, and writes them into the journal.
fn write(
    graph: &mut Graph,
    position: Option<&Position>,
    values: &mut Vec<Score>,
    journal: &mut Journal<BuildHeader>,
) -> Result<(), BuildError> {
    let Some((text, wanted)) = position else { return Ok(()) };
    let mut found = BTreeMap::new();
    for (&id, value) in wanted.iter().zip(values.drain(..)) {
        graph.set_value(id, value);
        found.insert(text_at(graph, id), value.men());
    }
    Ok(journal.append(&Expansion { position: text.clone(), values: found })?)
}

/// The text of a position in the journal. Where counts of the moves of kings have begun, it need not be the only one.
fn text_at(graph: &Graph, id: PlaceId) -> String {
    let position = &graph.at(id).position;
    let moves = hub::write_king_moves(position);
    let text = hub::write(position);
    moves.map_or(text.clone(), |moves| format!("{text} {moves}"))
}

/// Puts books of one variant together: all their positions, with the values backed up anew. Where two books have valued
/// the same position, that of more nodes counts, or else that of the first of them; games add up.
///
/// # Errors
/// The first book that cannot be read, or is of another variant.
pub fn merge(program: &str, paths: &[PathBuf]) -> Result<Option<Book>, BuildError> {
    let mut books = Vec::new();
    for path in paths {
        books.push((path.as_path(), Book::read(path)?));
    }
    let Some(expected) = books.first().map(|(_, book)| book.variant()) else { return Ok(None) };
    if let Some((path, book)) = books.iter().find(|(_, book)| book.variant() != expected) {
        return Err(BuildError::Variant { path: path.to_path_buf(), found: book.variant(), expected });
    }
    books.sort_by_key(|(_, book)| std::cmp::Reverse(book.nodes()));
    let mut graph = Graph::new(expected, 0);
    for (path, book) in &books {
        add(&mut graph, path, book)?;
    }
    graph.back_up();
    let nodes = books.iter().map(|(_, book)| book.nodes()).filter(|&nodes| nodes > 0).min().unwrap_or(0);
    Ok(Some(graph.book(program, expected, nodes)))
}

pub(super) fn add(graph: &mut Graph, path: &Path, book: &Book) -> Result<(), BookError> {
    for entry in book.entries(path) {
        graph.add(&entry?);
    }
    Ok(())
}
