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
mod upkeep;
mod worker;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};

pub use budget::Budget;
pub use clock::{Clock, SystemClock};
pub use event::{Answer, Event, Line, Report, SearchId};
pub use limits::{Bound, GameClock, Limits, TimeLimit};
pub use request::{Purpose, Request};

use crate::endgame::{Tables, TablesOptions};
use crate::eval::{Evaluation, EvaluationOptions};
use crate::notation::NotationError;
use crate::rules::{Rules, Side, Variant, VariantVisitor};
use crate::search::{Draughts, ModeKind, Policy, SearchOptions, Table, TableError, TableSize, Threads};
use overseer::Signal;
use session::{Session, SessionOf};
use upkeep::{PendingTable, Upkeep};
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
    /// Which endgame tables are asked, in mode `play`.
    pub endgame: TablesOptions,
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
            endgame: TablesOptions::none(),
            search: SearchOptions::default(),
        }
    }
}

/// A position as it comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup<T> {
    /// The start position.
    Start,
    /// A FEN of PDN 3.0.
    Fen(T),
    /// A Hub position string.
    Hub(T),
}

impl Setup<String> {
    /// The same, borrowed.
    pub fn as_deref(&self) -> Setup<&str> {
        match self {
            Setup::Start => Setup::Start,
            Setup::Fen(text) => Setup::Fen(text),
            Setup::Hub(text) => Setup::Hub(text),
        }
    }
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
    table: PendingTable,
    clock: Arc<dyn Clock>,
    /// When the search was asked for.
    start: Duration,
    signals: Receiver<Signal>,
    events: Sender<Event>,
}

/// The engine: a game, a table, and at most one search.
///
/// A search runs on what it was given: positions, variants and options that are set in the meantime are seen by the next
/// search only.
///
/// A table is written, and emptied, on a thread of its own, and no method waits for that but
/// [`Engine::wait_until_ready`]. A search that is started before the table is ready waits for it. If such a search is
/// stopped or runs out of time, it completes its first iteration with a table of 1 MiB.
pub struct Engine {
    variant: Variant,
    session: Box<dyn Session>,
    options: EngineOptions,
    table: PendingTable,
    /// Has no search been started since the table was last empty?
    table_is_unused: bool,
    clock: Arc<dyn Clock>,
    events: Sender<Event>,
    searches: u64,
    /// The line to the latest search.
    signals: Option<Sender<Signal>>,
    worker: Worker,
    upkeep: Upkeep,
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
        let room = Table::reserve(options.table_size, options.table_policy)?;
        let mut upkeep = Upkeep::start()?;
        let engine = Engine {
            variant,
            session: new_session(variant, &options),
            table: upkeep.write(room, None),
            table_is_unused: true,
            options,
            clock,
            events,
            searches: 0,
            signals: None,
            worker: Worker::start()?,
            upkeep,
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
            self.session = new_session(variant, &self.options);
            self.clear_table();
        }
    }

    /// Changes the options from the next search on.
    ///
    /// The table is emptied when what its values mean has changed, and exchanged when its size or policy has. There must
    /// be room for both the old one and the new one. A search that still waits for the old one makes do with a table of
    /// 1 MiB.
    ///
    /// # Errors
    /// [`TableError`] if the new table cannot be had: then every option is as it was, and so is the table.
    pub fn configure(&mut self, options: EngineOptions) -> Result<(), TableError> {
        let (old, new) = (&self.options, &options);
        if (old.table_size, old.table_policy) != (new.table_size, new.table_policy) {
            let room = Table::reserve(new.table_size, new.table_policy)?;
            self.table = self.upkeep.write(room, Some(self.table.clone()));
            self.table_is_unused = true;
        }
        let meaning = (old.search.meaning_of_values(), self.session.fingerprint());
        let has_other_tree = old.search.mode != new.search.mode || old.endgame != new.endgame;
        if has_other_tree || old.evaluation != new.evaluation {
            self.session.set_tree(new);
        }
        if old.search.threads != new.search.threads {
            warn_of_crowding(new.search.threads);
        }
        let now = (new.search.meaning_of_values(), self.session.fingerprint());
        let is_stale = has_other_tree || meaning != now;
        self.options = options;
        if is_stale {
            self.clear_table();
        }
        Ok(())
    }

    /// Starts a new game: the start position, everything forgotten.
    pub fn new_game(&mut self) {
        self.session.restart();
        self.clear_table();
    }

    /// Empties the table, with as many threads as search; the game stays as it is.
    pub fn clear_table(&mut self) {
        if self.table_is_unused {
            return;
        }
        // Searches run in turn, so when this job's turn has come, those that use the table have ended.
        let (searching, idle) = crossbeam_channel::bounded(0);
        self.worker.hand_over(Box::new(|| drop(searching)));
        let threads = self.options.search.threads.get();
        self.table = self.upkeep.clear(self.table.clone(), threads, idle);
        self.table_is_unused = true;
    }

    /// Disconnects when the table is ready: written, and empty if it has to be. Each call of another method may begin
    /// new work on the table, so this is then to be asked for again.
    pub const fn table_ready(&self) -> &Receiver<Infallible> {
        self.table.over()
    }

    /// Is the table ready?
    pub fn is_ready(&self) -> bool {
        self.table.is_over()
    }

    /// Waits until the table is ready.
    pub fn wait_until_ready(&self) {
        // Nothing ever comes out of this channel; it disconnects.
        let _ = self.table_ready().recv();
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Side {
        self.session.side_to_move()
    }

    /// Sets the position and plays `moves` from it.
    ///
    /// # Errors
    /// [`SetupError`]: a bad position leaves the game as it was; a bad move leaves it at the position before that move.
    pub fn set_position(&mut self, setup: Setup<&str>, moves: &[&str]) -> Result<(), SetupError> {
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
        self.table_is_unused = false;
        self.worker.hand_over(self.session.job(Order {
            id,
            request,
            options: self.options.search.clone(),
            overhead: self.options.overhead,
            table: self.table.clone(),
            clock: Arc::clone(&self.clock),
            start: self.clock.now(),
            signals,
            events: self.events.clone(),
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

    /// Has the table get ready no sooner than what is returned is dropped.
    #[cfg(test)]
    pub(crate) fn hold_table_back(&mut self) -> Sender<Infallible> {
        let (pending, working) = PendingTable::never();
        self.table = pending;
        working
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
    /// Stops the search; dropping the worker then waits for it, and dropping the upkeep ends that.
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

/// The tree that these options ask for. Endgame tables belong to mode `play` alone; what is wrong with a file of
/// theirs is logged.
pub(crate) fn tree<R: Rules>(options: &EngineOptions) -> Draughts<R> {
    let tree = Draughts::new(Evaluation::new(&options.evaluation));
    if options.search.mode != ModeKind::Play {
        return tree;
    }
    let (tables, faults) = Tables::open(&options.endgame);
    faults.iter().for_each(|fault| log::error!("{fault}"));
    if tables.max_pieces() == 0 { tree } else { tree.with_endgame(Arc::new(tables)) }
}

fn new_session(variant: Variant, options: &EngineOptions) -> Box<dyn Session> {
    struct NewSession<'a>(&'a EngineOptions);
    impl VariantVisitor for NewSession<'_> {
        type Output = Box<dyn Session>;
        fn visit<R: Rules>(self) -> Box<dyn Session> {
            Box::new(SessionOf::<R>::new(self.0))
        }
    }
    variant.visit(NewSession(options))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use parking_lot::Mutex;

    use super::*;
    use crate::rules::{English, Position};

    /// A clock that is put forward by hand and looks, each time it is asked, whether the table knows the start position.
    #[derive(Default)]
    struct Watchman {
        millis: AtomicU64,
        table: Mutex<Option<Arc<Table>>>,
        seen: Mutex<Vec<bool>>,
    }

    impl Clock for Watchman {
        fn now(&self) -> Duration {
            let key = Position::<English>::start().key();
            if let Some(table) = &*self.table.lock() {
                self.seen.lock().push(table.probe(key).is_some());
            }
            Duration::from_millis(self.millis.load(Ordering::SeqCst))
        }
    }

    fn engine(clock: &Arc<Watchman>, mib: u32) -> (Engine, Receiver<Event>) {
        let table_size = TableSize::from_mib(mib).expect("a valid size");
        let options = EngineOptions { table_size, ..EngineOptions::default() };
        let clock: Arc<dyn Clock> = Arc::<Watchman>::clone(clock);
        Engine::new(options, Variant::English, clock).expect("there is room for the table")
    }

    fn next(events: &Receiver<Event>) -> Event {
        events.recv_timeout(Duration::from_secs(20)).expect("the engine answers")
    }

    /// How many iterations are told before the answer, and whether that has a move.
    fn finish(events: &Receiver<Event>) -> (usize, bool) {
        let mut reports = 0;
        loop {
            match next(events) {
                Event::Report(..) => reports += 1,
                Event::Bound(..) => (),
                Event::Done(_, answer) => return (reports, answer.best.is_some()),
            }
        }
    }

    fn depth(plies: u32) -> Bound {
        Bound { depth: Some(crate::search::Depth::new(plies)), ..Bound::default() }
    }

    #[test]
    fn no_search_pays_for_emptying_the_table() {
        let clock = Arc::new(Watchman::default());
        let (mut engine, events) = engine(&clock, 64);
        engine.go(Request::new(Purpose::Think, depth(6)));
        finish(&events);
        *clock.table.lock() = engine.table.get();
        clock.now();
        assert_eq!(std::mem::take(&mut *clock.seen.lock()), [true], "the search has stored its root");
        engine.new_game();
        engine.wait_until_ready();
        engine.go(Request::new(Purpose::Think, depth(1)));
        finish(&events);
        assert_eq!(clock.seen.lock().first(), Some(&false), "the table was empty when the time began");
    }

    #[test]
    fn a_search_that_waits_for_the_table_keeps_to_its_time() {
        let clock = Arc::new(Watchman::default());
        let (mut engine, events) = engine(&clock, 1);
        let _held = engine.hold_table_back();
        let time = TimeLimit::PerMove(Duration::from_millis(50));
        engine.go(Request::new(Purpose::Think, Bound { time, ..Bound::default() }));
        assert!(events.recv_timeout(Duration::from_millis(20)).is_err(), "it waits for the table");
        clock.millis.fetch_add(50, Ordering::SeqCst);
        let (reports, has_move) = finish(&events);
        assert!(reports >= 1 && has_move);
    }

    #[test]
    fn a_search_that_waits_for_the_table_can_be_stopped() {
        for purpose in [Purpose::Think, Purpose::Ponder, Purpose::Analyze] {
            let (mut engine, events) = engine(&Arc::default(), 1);
            let _held = engine.hold_table_back();
            engine.go(Request { holds_answer: true, ..Request::new(purpose, Bound::default()) });
            engine.stop();
            assert_eq!(finish(&events), (1, true), "the first iteration, and its move");
        }
    }

    #[test]
    fn a_search_whose_table_is_given_up_takes_a_small_one() {
        let (mut engine, events) = engine(&Arc::default(), 1);
        let held = engine.hold_table_back();
        let size = TableSize::from_mib(2).expect("a valid size");
        engine.go(Request::new(Purpose::Think, depth(4)));
        assert!(!engine.is_ready());
        let options = EngineOptions { table_size: size, ..engine.options().clone() };
        engine.configure(options).expect("2 MiB can be had");
        engine.wait_until_ready();
        drop(held);
        assert_eq!(finish(&events), (4, true));
        engine.go(Request::new(Purpose::Think, depth(4)));
        assert_eq!(finish(&events), (4, true));
        assert_eq!(engine.table.get().map(|table| table.bytes()), Some(size.bytes()));
    }
}
