//! A game in progress: state between moves, the search thread, stop, pondering, events.
//!
//! [`Engine`] is the one door. It knows variants as values; a session behind it knows its variant as a type.

mod budget;
mod clock;
mod event;
mod limits;
mod overseer;
mod request;
mod session;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

pub use budget::Budget;
pub use clock::{Clock, SystemClock};
pub use event::{Answer, Event, Line, Report, SearchId};
pub use limits::{Bound, GameClock, Limits, TimeLimit};
pub use request::{Purpose, Request};

use crate::eval::EvaluationOptions;
use crate::notation::NotationError;
use crate::rules::{Rules, Side, Variant, VariantVisitor};
use crate::search::{Policy, SearchOptions, Table, TableError, TableSize, Threads};
use overseer::Signal;
use session::{Session, SessionOf};
use worker::Worker;

/// What can be chosen about an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// The size of the table.
    pub table_size: TableSize,
    /// Its replacement policy.
    pub table_policy: Policy,
    /// Time lost on each move between the engine and the clock.
    pub overhead: Duration,
    /// What positions are worth.
    pub evaluation: EvaluationOptions,
    /// How to search.
    pub search: SearchOptions,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            table_size: TableSize::from_mib(64).expect("64 MiB is a valid size"),
            table_policy: Policy::Bucket,
            overhead: Duration::from_millis(10),
            evaluation: EvaluationOptions::default(),
            search: SearchOptions::default(),
        }
    }
}

/// A position as it comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup<'a> {
    /// The start position.
    Start,
    /// A FEN of PDN 3.0.
    Fen(&'a str),
    /// A Hub position string.
    Hub(&'a str),
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The position is not one; the game is as it was.
    #[error("{0}")]
    Position(#[from] NotationError),
    /// A move cannot be played; the game stands before it.
    #[error("move {number}: {cause}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        cause: NotationError,
    },
}

/// Why an engine could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The table cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The search thread cannot be had.
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// Everything that a job needs from the engine.
struct Order {
    id: SearchId,
    request: Request,
    options: SearchOptions,
    overhead: Duration,
    table: Arc<Table>,
    clock: Arc<dyn Clock>,
    /// When the search was asked for.
    start: Duration,
    signals: Receiver<Signal>,
    events: Sender<Event>,
    /// Has what the table holds lost its meaning?
    clear_table: bool,
}

/// The engine: a game, a table, and at most one search.
///
/// A search runs on what it was given: positions, variants and options that are set in the meantime are seen by the next
/// search only.
pub struct Engine {
    variant: Variant,
    session: Box<dyn Session>,
    options: EngineOptions,
    table: Arc<Table>,
    clock: Arc<dyn Clock>,
    events: Sender<Event>,
    searches: u64,
    /// The next search begins with an empty table. That search empties it, since an earlier one may still be storing.
    table_is_stale: bool,
    /// The line to the latest search.
    signals: Option<Sender<Signal>>,
    worker: Worker,
}

impl Engine {
    /// Starts an engine; what its searches say comes out of the receiver.
    ///
    /// # Errors
    /// [`StartError`] if the machine has no room for the table or the thread.
    pub fn new(
        options: EngineOptions,
        variant: Variant,
        clock: Arc<dyn Clock>,
    ) -> Result<(Engine, Receiver<Event>), StartError> {
        let (events, receiver) = crossbeam_channel::unbounded();
        warn_of_crowding(options.search.threads);
        let engine = Engine {
            variant,
            session: new_session(variant, &options.evaluation),
            table: Arc::new(Table::new(options.table_size, options.table_policy)?),
            options,
            clock,
            events,
            searches: 0,
            table_is_stale: false,
            signals: None,
            worker: Worker::start()?,
        };
        Ok((engine, receiver))
    }

    /// The variant being played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The options in force.
    pub const fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the variant, if it is another one: start position, everything forgotten.
    pub fn set_variant(&mut self, variant: Variant) {
        if variant != self.variant {
            self.variant = variant;
            self.start_session();
        }
    }

    /// Changes the options from the next search on.
    ///
    /// The table is emptied when what its values mean has changed, and exchanged when its size or policy has. The old one
    /// is kept until the new one is there, so for a moment there must be room for both.
    ///
    /// # Errors
    /// [`TableError`] if the new table cannot be had: then every option is as it was, and so is the table.
    pub fn configure(&mut self, options: EngineOptions) -> Result<(), TableError> {
        let (old, new) = (&self.options, &options);
        if (old.table_size, old.table_policy) != (new.table_size, new.table_policy) {
            self.table = Arc::new(Table::new(new.table_size, new.table_policy)?);
        }
        let meaning = (old.search.meaning_of_values(), self.session.fingerprint());
        if old.evaluation != new.evaluation {
            self.session.set_evaluation(&new.evaluation);
        }
        if old.search.threads != new.search.threads {
            warn_of_crowding(new.search.threads);
        }
        self.table_is_stale |= meaning != (new.search.meaning_of_values(), self.session.fingerprint());
        self.options = options;
        Ok(())
    }

    /// Starts a new game: the start position, everything forgotten.
    pub fn new_game(&mut self) {
        self.start_session();
    }

    fn start_session(&mut self) {
        self.session = new_session(self.variant, &self.options.evaluation);
        self.table_is_stale = true;
    }

    /// Empties the table; the game stays as it is.
    pub fn clear_table(&mut self) {
        self.table_is_stale = true;
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Side {
        self.session.side_to_move()
    }

    /// Sets the position and plays `moves` from it.
    ///
    /// # Errors
    /// [`SetupError`]: a bad position leaves the game as it was; a bad move leaves it at the position before that move.
    pub fn set_position(&mut self, setup: Setup<'_>, moves: &[&str]) -> Result<(), SetupError> {
        self.session.set_position(setup, moves)
    }

    /// Starts a search. One [`Event::Done`] with the returned id will follow.
    ///
    /// A search that is still under way is stopped first.
    pub fn go(&mut self, request: Request) -> SearchId {
        self.stop();
        self.searches += 1;
        let id = SearchId(self.searches);
        // The channel exists before the job is handed over, so a stop right behind this call cannot be lost.
        let (sender, signals) = crossbeam_channel::unbounded();
        self.signals = Some(sender);
        self.worker.hand_over(self.session.job(Order {
            id,
            request,
            options: self.options.search.clone(),
            overhead: self.options.overhead,
            table: Arc::clone(&self.table),
            clock: Arc::clone(&self.clock),
            start: self.clock.now(),
            signals,
            events: self.events.clone(),
            clear_table: std::mem::take(&mut self.table_is_stale),
        }));
        id
    }

    /// The opponent has played the move that is being pondered: the limits hold from now on.
    pub fn ponder_hit(&mut self) {
        self.signal(Signal::PonderHit);
    }

    /// Asks the search to stop; its [`Event::Done`] still follows. Without a search this does nothing.
    pub fn stop(&mut self) {
        self.signal(Signal::Stop);
    }

    fn signal(&self, signal: Signal) {
        if let Some(signals) = &self.signals {
            // A search that has ended has dropped its end of the channel, and needs no telling.
            let _ = signals.send(signal);
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Engine { variant, options, searches, .. } = self;
        f.debug_struct("Engine")
            .field("variant", variant)
            .field("options", options)
            .field("searches", searches)
            .finish_non_exhaustive()
    }
}

impl Drop for Engine {
    /// Stops the search; dropping the worker then waits for it.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Tells the log of threads that have to share a processor.
fn warn_of_crowding(threads: Threads) {
    // Where the system does not tell how many it has, there is nothing to compare with.
    let Ok(processors) = std::thread::available_parallelism() else { return };
    if threads.get() > processors.get() {
        log::warn!(
            "{} threads search on {processors} processors: they take turns, to no gain",
            threads.get()
        );
    }
}

fn new_session(variant: Variant, evaluation: &EvaluationOptions) -> Box<dyn Session> {
    struct NewSession<'a>(&'a EvaluationOptions);
    impl VariantVisitor for NewSession<'_> {
        type Output = Box<dyn Session>;
        fn visit<R: Rules>(self) -> Box<dyn Session> {
            Box::new(SessionOf::<R>::new(self.0))
        }
    }
    variant.visit(NewSession(evaluation))
}
