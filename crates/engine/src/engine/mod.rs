//! A game in progress: state between moves, the search thread, stop, pondering, events.
//!
//! [`Engine`] is the interface.

mod budget;
mod clock;
mod control;
mod job;
mod limit;
#[cfg(not(target_family = "wasm"))]
mod local_player;
mod options;
mod request;
mod skill;
#[cfg(not(target_family = "wasm"))]
mod threads;
mod timekeeper;
mod tree;
#[cfg(target_family = "wasm")]
mod turns;
mod win_search;
mod work;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError};

pub use budget::Budget;
pub use clock::{Clock, FlagFall, PlayerClock, SystemClock};
pub use limit::{BadTimeControl, GameClock, LONGEST_SECONDS, Limit, TimeLimit, forced_nodes, parse_seconds};
#[cfg(not(target_family = "wasm"))]
pub use local_player::{Choice, LocalPlayer};
pub use options::EngineOptions;
pub use request::{EarlyEnd, Event, Purpose, Report, ReportedLine, Request, SearchAnswer, SearchId, Setup, SetupError};
pub use skill::{Skill, SkillLevel};

use crate::book::{Book, BookError, PendingBook};
use crate::endgame::KnownMove;
use crate::search::{Histories, ModeKind, Table, TableError, TableSize, Threads};
use budget::Lateness;
use control::{Link, Signal};
use crownhead_rules::notation::{self, SpelledMove};
use crownhead_rules::{Game, Move, Side, Variant};
use job::JobInput;
use parking_lot::Mutex;
#[cfg(not(target_family = "wasm"))]
use threads::{SearchThread, TableThread};
use timekeeper::Timekeeper;
use tree::PendingTree;
#[cfg(target_family = "wasm")]
use turns::{SearchThread, TableThread};
pub use work::JobState;
use work::PendingTable;

/// Why an engine could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The search thread cannot be started.
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// The engine: a game, a table, and at most one search.
///
/// A search uses the position, variant and options that were set when it started; later changes apply to the next
/// search.
///
/// The table is allocated and cleared on a separate thread, and only [`Engine::wait_until_ready`] waits for that. A
/// search that is started before the table is ready waits for it. If such a search is stopped or runs out of time, it
/// completes its first iteration with a table of 1 MiB.
///
/// A file with an opening book is read on a thread of its own. A search that is started before that does without it.
/// Tables in a folder are opened on a thread of their own too, for which a search waits up to
/// [`PATIENCE`](crate::support::pending::PATIENCE), unless it is stopped or its time is up; then it has those in the
/// program.
pub struct Engine {
    game: Game,
    tree: PendingTree,
    /// What searches have learnt. The running search has it; there is at most one.
    histories: Arc<Mutex<Histories>>,
    /// What the searches so far have shown of the machine.
    lateness: Arc<Mutex<Lateness>>,
    options: EngineOptions,
    book: PendingBook,
    table: PendingTable,
    /// Whether no search has started since the table was last cleared.
    table_is_unused: bool,
    clock: Arc<dyn Clock>,
    events: Sender<Event>,
    searches: u64,
    /// The channel to the latest search.
    signals: Option<Sender<Signal>>,
    search_thread: SearchThread,
    table_thread: TableThread,
}

impl Engine {
    /// Starts an engine; the receiver returns the events of its searches.
    ///
    /// # Errors
    /// [`StartError`] if the table or the thread cannot be created.
    pub fn new(
        options: EngineOptions,
        variant: Variant,
        clock: Arc<dyn Clock>,
    ) -> Result<(Engine, Receiver<Event>), StartError> {
        let (events, receiver) = crossbeam_channel::unbounded();
        warn_of_crowding(options.search.threads);
        let room = Table::reserve(options.table_size)?;
        let mut table_thread = TableThread::start()?;
        let engine = Engine {
            game: Game::start(variant),
            tree: PendingTree::open(variant, &options),
            histories: Arc::default(),
            lateness: Arc::default(),
            book: PendingBook::open(variant, &options.book),
            table: table_thread.write(room, None),
            table_is_unused: true,
            options,
            clock,
            events,
            searches: 0,
            signals: None,
            search_thread: SearchThread::start()?,
            table_thread,
        };
        Ok((engine, receiver))
    }

    /// The variant being played.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The options in force.
    pub const fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Changes the variant. If it differs, sets up its start position and clears the table.
    pub fn set_variant(&mut self, variant: Variant) {
        if variant != self.variant() {
            self.game = Game::start(variant);
            self.tree = PendingTree::open(variant, &self.options);
            self.book = PendingBook::open(variant, &self.options.book);
            self.clear_table();
        }
    }

    /// Changes the options from the next search on.
    ///
    /// The table is cleared, as by [`Engine::clear_table`], if the meaning of its values changes, and replaced if its
    /// size changes. The old table is still in memory when the memory for the new one is reserved, so the new one must
    /// fit beside it. The old one is freed before the new one is written, or when the last search that uses it has
    /// ended. A search that still waits for the old table uses a table of 1 MiB.
    ///
    /// # Errors
    /// [`TableError`] if the new table cannot be allocated. Then the table and its size are unchanged, and all other
    /// options are applied.
    pub fn configure(&mut self, mut options: EngineOptions) -> Result<(), TableError> {
        let replaced = self.replace_table(options.table_size);
        if replaced.is_err() {
            options.table_size = self.options.table_size;
        }
        let (old, new) = (&self.options, &options);
        let meaning = (old.search.meaning_of_values(), self.tree.fingerprint());
        let has_other_tree =
            old.search.mode != new.search.mode || (&old.endgame, old.probe_depth) != (&new.endgame, new.probe_depth);
        if has_other_tree || old.evaluation != new.evaluation {
            self.tree = PendingTree::open(self.variant(), new);
        }
        if old.search.threads != new.search.threads {
            warn_of_crowding(new.search.threads);
        }
        if (old.book.enabled, &old.book.file) != (new.book.enabled, &new.book.file) {
            self.book = PendingBook::open(self.game.variant(), &new.book);
        }
        let now = (new.search.meaning_of_values(), self.tree.fingerprint());
        let is_stale = has_other_tree || meaning != now;
        self.options = options;
        if is_stale {
            self.clear_table();
        }
        replaced
    }

    /// Has a table of this size written in place of the one in use, unless that has it.
    fn replace_table(&mut self, size: TableSize) -> Result<(), TableError> {
        if self.options.table_size != size {
            let room = Table::reserve(size)?;
            self.table = self.table_thread.write(room, Some(self.table.clone()));
            self.table_is_unused = true;
        }
        Ok(())
    }

    /// Starts a new game: sets up the start position and clears the table.
    pub fn new_game(&mut self) {
        self.game = Game::start(self.variant());
        self.clear_table();
    }

    /// Clears the table with all search threads, and forgets what searches have learnt of moves. The game is unchanged.
    pub fn clear_table(&mut self) {
        self.histories = Arc::default();
        if self.table_is_unused {
            return;
        }
        // Searches run one at a time, so when this job runs, no search uses the table.
        let (searching, idle) = crossbeam_channel::bounded(0);
        self.search_thread.hand_over(Box::new(move |_| {
            let _until_it_is_over = &searching;
            JobState::Over
        }));
        let threads = self.options.search.threads.get();
        self.table = self.table_thread.clear(self.table.clone(), threads, idle);
        self.table_is_unused = true;
    }

    /// A channel that disconnects when the table is ready, allocated and cleared if necessary, or if it is, when the
    /// opening book has been read, or if it has, when the endgame tables have been opened. Call this again after it,
    /// and after any other method, which can start new work.
    pub fn next_ready(&self) -> &Receiver<Infallible> {
        let works = [self.table.over(), self.book.over()];
        let is_over = |work: &&Receiver<Infallible>| work.try_recv() == Err(TryRecvError::Disconnected);
        works.into_iter().find(|work| !is_over(work)).unwrap_or(self.tree.over())
    }

    /// Whether the table is ready, and the opening book has been read and the endgame tables have been opened, or they
    /// have taken too long.
    pub fn is_ready(&self) -> bool {
        self.next_ready().try_recv() == Err(TryRecvError::Disconnected)
    }

    /// Waits until the engine is ready.
    pub fn wait_until_ready(&self) {
        while !self.is_ready() {
            // These channels never receive a message; they disconnect.
            let _ = self.next_ready().recv();
        }
    }

    /// The opening book, if there is one and it has been read.
    pub fn book(&self) -> Option<&Book> {
        self.book.get()
    }

    /// What is wrong with the file of the opening book, once it has been read; told once.
    pub fn take_book_fault(&self) -> Option<BookError> {
        self.book.take_fault()
    }

    /// What the endgame tables know of each move, the best first; `None` where they do not, or are not read yet.
    pub fn known_moves(&self) -> Option<Vec<(SpelledMove, KnownMove)>> {
        let moves = self.tree.get()?.tables()?.moves_of(&self.game)?;
        Some(moves.into_iter().map(|known| (SpelledMove::new(self.game.position(), &known.mv), known)).collect())
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.game.position().side()
    }

    /// Sets the position and plays `moves` from it.
    ///
    /// # Errors
    /// [`SetupError`]: an invalid position leaves the game unchanged; an illegal move leaves it at the position before
    /// that move.
    pub fn set_position(&mut self, setup: Setup<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let variant = self.variant();
        let position = match setup {
            Setup::Start => variant.start(),
            Setup::Fen(text) => notation::fen::parse(variant, text)?,
            Setup::Hub(text) => notation::hub::parse(variant, text)?,
        };
        self.game = Game::new(position);
        for (number, text) in moves.iter().enumerate() {
            let illegal = |cause| SetupError::Move { number: number + 1, cause };
            let mv = notation::parse_move(self.game.position(), text).map_err(illegal)?;
            self.game.play(mv).expect("a move that was read is a legal move");
        }
        Ok(())
    }

    /// Starts a search. One [`Event::Done`] with the returned id will follow.
    ///
    /// A search in progress is stopped first. Its time runs from here on, also while the table is allocated and
    /// cleared: see [`wait_until_ready`](Engine::wait_until_ready).
    pub fn go(&mut self, request: Request) -> SearchId {
        self.go_since(request, self.now())
    }

    /// The time by the clock of the engine.
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// As [`Engine::go`], for a search that was asked for at this time, from which its time counts.
    pub fn go_since(&mut self, request: Request, start: Duration) -> SearchId {
        self.stop();
        self.searches += 1;
        let id = SearchId(self.searches);
        // The channel exists before the job is sent, so a stop immediately after this call cannot be lost.
        let (sender, signals) = crossbeam_channel::unbounded();
        self.signals = Some(sender);
        self.table_is_unused = false;
        let may_ask = request.may_ask_book() && self.options.search.mode == ModeKind::Play;
        let skill = Skill { level: request.level.unwrap_or(self.options.skill.level), ..self.options.skill };
        let overhead = self.options.overhead + self.lateness.lock().loss(request.limit.time);
        let timekeeper = Timekeeper::new(request.limit, overhead, skill.level.nodes(), start);
        let input = JobInput {
            game: self.game.clone(),
            only: self.legal(&request.only),
            tree: self.tree.clone(),
            histories: Arc::clone(&self.histories),
            timekeeper: if request.purpose == Purpose::Ponder { timekeeper.pondering() } else { timekeeper },
            lateness: Arc::clone(&self.lateness),
            request,
            options: self.options.search.clone(),
            skill,
            book: may_ask.then(|| (self.book.clone(), self.options.book.clone())),
            table: self.table.clone(),
            link: Link { id, clock: Arc::clone(&self.clock), signals, events: self.events.clone() },
        };
        self.search_thread.hand_over(input.job());
        id
    }

    /// The legal ones of the moves in `only`, each once.
    fn legal(&self, only: &[String]) -> Vec<Move> {
        let read = |text: &String| notation::parse_move(self.game.position(), text);
        let legal = |text| read(text).inspect_err(|error| log::warn!("not considered: {error}")).ok();
        let mut moves = Vec::new();
        for mv in only.iter().filter_map(legal) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves
    }

    /// The opponent has played the pondered move: the limits apply from now on.
    pub fn ponder_hit(&mut self) {
        self.signal(Signal::PonderHit);
    }

    /// Asks the search to stop; its [`Event::Done`] still follows. Without a search this does nothing.
    pub fn stop(&mut self) {
        self.signal(Signal::Stop);
    }

    /// Works for about this number of nodes where there are no threads, and says how far the work has come.
    #[cfg(target_family = "wasm")]
    pub fn work(&mut self, slice: u64) -> JobState {
        self.table_thread.work();
        self.search_thread.work(slice)
    }

    /// Delays the table: it becomes ready only after the returned value is dropped.
    #[cfg(test)]
    pub fn hold_table_back(&mut self) -> crate::support::pending::Maker<Arc<Table>> {
        let (pending, maker) = PendingTable::new();
        self.table = pending;
        maker
    }

    fn signal(&self, signal: Signal) {
        if let Some(signals) = &self.signals {
            // A search that has ended has dropped its end of the channel and needs no signal.
            let _ = signals.send(signal);
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Engine { options, searches, .. } = self;
        f.debug_struct("Engine")
            .field("variant", &self.variant())
            .field("options", options)
            .field("searches", searches)
            .finish_non_exhaustive()
    }
}

impl Drop for Engine {
    /// Stops the search. Dropping the threads waits for them.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Logs a warning if there are more threads than processors.
fn warn_of_crowding(threads: Threads) {
    // If the system does not report the number of processors, the check is skipped.
    let Ok(processors) = std::thread::available_parallelism() else { return };
    if threads.get() > processors.get() {
        log::warn!(
            "{} search threads on {processors} processors: the additional threads do not speed up the search",
            threads.get()
        );
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use parking_lot::Mutex;

    use super::*;
    use crate::search::Depth;

    /// A clock that tests advance. Each call also checks whether the table contains the start position.
    #[derive(Default)]
    struct Watchman {
        millis: AtomicU64,
        table: Mutex<Option<Arc<Table>>>,
        seen: Mutex<Vec<bool>>,
    }

    impl Clock for Watchman {
        fn now(&self) -> Duration {
            let key = Variant::ENGLISH.start().key();
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
        Engine::new(options, Variant::ENGLISH, clock).expect("there is room for the table")
    }

    fn next(events: &Receiver<Event>) -> Event {
        events.recv_timeout(Duration::from_secs(20)).expect("the engine answers")
    }

    /// The number of iterations reported before the answer, and whether the answer has a move.
    fn finish(events: &Receiver<Event>) -> (usize, bool) {
        let mut reports = 0;
        loop {
            match next(events) {
                Event::Report(..) => reports += 1,
                Event::Bound(..) | Event::EndedEarly(..) => (),
                Event::Done(_, answer) => return (reports, answer.best.is_some()),
            }
        }
    }

    fn depth(plies: u32) -> Limit {
        Limit { depth: Some(Depth::new(plies)), ..Limit::default() }
    }

    #[test]
    fn no_search_pays_for_emptying_the_table() {
        let clock = Arc::new(Watchman::default());
        let (mut engine, events) = engine(&clock, 64);
        engine.go(Request::new(Purpose::Think, depth(6)));
        finish(&events);
        *clock.table.lock() = engine.table.get().cloned();
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
        engine.go(Request::new(Purpose::Think, Limit { time, ..Limit::default() }));
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
            engine.go(Request { holds_answer: true, ..Request::new(purpose, Limit::default()) });
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

    #[test]
    fn a_table_that_cannot_be_had_holds_no_other_option_back() {
        let (mut engine, _events) = engine(&Arc::default(), 1);
        let had = engine.options().clone();
        // 16 TiB.
        let table_size = TableSize::from_mib(1 << 24).expect("a valid size");
        let overhead = had.overhead + Duration::from_millis(7);
        engine.configure(EngineOptions { table_size, overhead, ..had.clone() }).expect_err("no memory");
        assert_eq!(*engine.options(), EngineOptions { overhead, ..had });
    }
}
