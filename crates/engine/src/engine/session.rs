//! A game between its moves, and the work of a search on it.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use parking_lot::Mutex;

use super::control::{ANSWERED, BETWEEN_LOOKS, EngineControl, Signal, spell_line};
use super::request::{Answer, Event, SearchId};
use super::threads::{Job, JobState, PendingTable};
use super::{Budget, Clock, EngineOptions, Purpose, Request, Setup, SetupError, Skill, tree_of};
use crate::book::{BookMove, BookOptions, PendingBook};
use crate::endgame::KnownMove;
use crate::eval::{Evaluation, Fingerprint, Score};
use crate::search::{AnyDraughts, AnyNode, Histories, SearchOptions, Searcher, Task, Unfinished};
use crate::support::pending::Pending;
use crownhead_rules::notation::{self, SpelledMove};
use crownhead_rules::{AnyPosition, Game, Move, Side, Variant};

/// A game between its moves.
pub(super) struct Session {
    game: Game,
    tree: PendingTree,
    /// The running search has it; there is at most one.
    memory: Arc<Mutex<Histories>>,
}

impl Session {
    pub(super) fn new(variant: Variant, options: &EngineOptions) -> Session {
        Session { game: Game::start(variant), tree: PendingTree::open(variant, options), memory: Arc::default() }
    }

    /// The variant.
    pub(super) fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The legal ones of the `named` moves, each once.
    fn legal(&self, named: &[String]) -> Vec<Move> {
        let read = |text: &String| notation::parse_move(self.game.position(), text);
        let legal = |text| read(text).inspect_err(|error| log::warn!("not considered: {error}")).ok();
        let mut moves = Vec::new();
        for mv in named.iter().filter_map(legal) {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves
    }

    /// Replaces the game.
    pub(super) fn set_position(&mut self, setup: Setup<&str>, moves: &[&str]) -> Result<(), SetupError> {
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

    /// The side to move.
    pub(super) fn side_to_move(&self) -> Side {
        self.game.position().side()
    }

    /// What the endgame tables know of each move; `None` where they do not, or are not read yet.
    pub(super) fn known_moves(&self) -> Option<Vec<(SpelledMove, KnownMove)>> {
        let moves = self.tree.opened.get()?.tables()?.moves_of(&self.game)?;
        Some(moves.into_iter().map(|known| (SpelledMove::new(self.game.position(), &known.mv), known)).collect())
    }

    /// Begins a new game: sets up the start position.
    pub(super) fn restart(&mut self) {
        self.game = Game::start(self.variant());
    }

    /// Forgets what searches have learnt.
    pub(super) fn forget(&mut self) {
        self.memory = Arc::default();
    }

    /// Replaces the evaluation and the endgame tables.
    pub(super) fn set_tree(&mut self, options: &EngineOptions) {
        self.tree = PendingTree::open(self.variant(), options);
    }

    /// The fingerprint of the evaluation.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.tree.evaluation.fingerprint()
    }

    /// A channel that disconnects when the endgame tables have been opened, or are not worth waiting for any longer.
    pub(super) const fn opened(&self) -> &Receiver<Infallible> {
        self.tree.opened.over()
    }

    /// The work of one search, for the search thread.
    pub(super) fn job(&self, order: Order) -> Job {
        let (tree, memory) = (self.tree.clone(), Arc::clone(&self.memory));
        let skill = Skill { level: order.request.level.unwrap_or(order.skill.level), ..order.skill };
        let named = self.legal(&order.request.only);
        let game = self.game.clone();
        // The endgame tables are asked here, which can take long: not on the thread that takes commands.
        let mut begin = Some(move || Work::begin(tree.wait(&order), memory, &game, named, &skill, order));
        let mut begun = None;
        Box::new(move |pause| {
            if let Some(begin) = begin.take() {
                begun = Some(begin());
            }
            begun.as_mut().map_or(JobState::Over, |work: &mut Work| work.go_on(pause))
        })
    }
}

/// The inputs of a search job.
pub(super) struct Order {
    pub(super) id: SearchId,
    pub(super) request: Request,
    pub(super) options: SearchOptions,
    pub(super) skill: Skill,
    /// The book of the engine and when it is used, if it may answer.
    pub(super) book: Option<(PendingBook, BookOptions)>,
    pub(super) overhead: Duration,
    pub(super) table: PendingTable,
    pub(super) clock: Arc<dyn Clock>,
    /// When the search was asked for.
    pub(super) start: Duration,
    pub(super) signals: Receiver<Signal>,
    pub(super) events: Sender<Event>,
}

impl Order {
    /// Whether the search may wait before it begins: no signal has come, and its time is not up.
    fn may_wait(&self) -> bool {
        let hard = Budget::of(self.request.limit.time, self.overhead).hard;
        let hard = hard.filter(|_| self.request.purpose != Purpose::Ponder);
        self.signals.is_empty() && hard.is_none_or(|hard| self.clock.now() - self.start < hard)
    }
}

/// The tree of the searches, whose endgame tables in a folder are opened on a thread of their own.
#[derive(Clone)]
struct PendingTree {
    evaluation: Evaluation,
    opened: Pending<Arc<AnyDraughts>>,
    /// The options without that folder,
    otherwise: EngineOptions,
    /// and their tree, once a search has needed it.
    without: Arc<OnceLock<Arc<AnyDraughts>>>,
}

impl PendingTree {
    fn open(variant: Variant, options: &EngineOptions) -> PendingTree {
        let evaluation = Evaluation::new(variant, &options.evaluation);
        let mut otherwise = options.clone();
        let folder = otherwise.endgame.dir.take();
        let (there, options) = (evaluation.clone(), options.clone());
        let open = move || Arc::new(tree_of(there, &options));
        let opened = if folder.is_some() { Pending::read("tables", open) } else { Pending::ready(open()) };
        PendingTree { evaluation, opened, otherwise, without: Arc::default() }
    }

    /// The tree, as soon as it is there; the one without the folder after a while, or if the search may not wait so long.
    fn wait(self, order: &Order) -> Arc<AnyDraughts> {
        while !self.opened.is_over() && order.may_wait() {
            self.opened.wait(BETWEEN_LOOKS);
        }
        if let Some(tree) = self.opened.get() {
            return Arc::clone(tree);
        }
        let without = || {
            log::error!("the folder of endgame tables is not read yet: searches do without it until it is");
            Arc::new(tree_of(self.evaluation, &self.otherwise))
        };
        Arc::clone(self.without.get_or_init(without))
    }
}

/// The work of one search.
struct Work {
    control: EngineControl,
    task: Task<AnyNode>,
    options: SearchOptions,
    memory: Arc<Mutex<Histories>>,
    table: PendingTable,
    /// It has the memory while the search goes on.
    searcher: Option<Searcher<AnyDraughts>>,
    /// Whether the answer is known.
    is_over: bool,
    /// The move that the level has drawn, where all are searched nevertheless.
    drawn: Option<Move>,
    promise: Promise,
}

impl Work {
    fn begin(
        tree: Arc<AnyDraughts>,
        memory: Arc<Mutex<Histories>>,
        game: &Game,
        named: Vec<Move>,
        skill: &Skill,
        order: Order,
    ) -> Work {
        let Request { purpose, lines, whole_iterations, .. } = order.request;
        let any_move = named.first().or(game.position().moves().first()).copied();
        let mut promise = Promise::new(game.position(), any_move.as_ref(), order.id, order.events.clone());
        let task = task_for(&tree, game, named.clone(), skill);
        let choices = task_for(&tree, game, named, &Skill::default());
        // Several lines are told of all moves, also where the level plays one that it has drawn.
        let drawn = task.only.first().copied().filter(|_| lines.get() > 1 && task.only.len() < choices.only.len());
        let task = if drawn.is_some() { choices } else { task };
        let is_forced = purpose.answers_forced() && task.only.len() == 1;
        promise.answer = answer(game.position(), drawn.or(task.only.first().copied()).as_slice());
        let task = Task { lines, ..task };
        let unfinished = if whole_iterations { Unfinished::Nothing } else { order.options.unfinished };
        let options = SearchOptions { unfinished, ..skill.search_options(order.options.clone()) };
        let (root, table, book) = (task.root, order.table.clone(), order.book.clone());
        let mut control = EngineControl::new(tree, root, skill, is_forced, order);
        let booked = book.and_then(|book| book_line(&book, game, skill));
        if let Some((value, line)) = &booked {
            control.report_from_book(*value, line);
            promise.answer = answer(&root.position, line);
        }
        Work { control, task, options, memory, table, searcher: None, is_over: booked.is_some(), drawn, promise }
    }

    /// Searches until the answer may be given, or until it is to pause.
    fn go_on(&mut self, pause: Option<Duration>) -> JobState {
        if !self.is_over
            && let state @ (JobState::Paused | JobState::Waiting) = self.search(pause)
        {
            return state;
        }
        if self.control.is_released(pause.is_none()) { JobState::Over } else { JobState::Waiting }
    }

    fn search(&mut self, pause: Option<Duration>) -> JobState {
        if self.searcher.is_none() {
            match self.control.take_table(&self.table, pause.is_none()) {
                Ok(Some(table)) => {
                    let (tree, memory) = (Arc::clone(&self.control.tree), std::mem::take(&mut *self.memory.lock()));
                    let options = self.options.clone();
                    self.searcher = Some(Searcher { tree, table, memory, options, watcher: None });
                }
                Ok(None) => return JobState::Waiting,
                Err(error) => log::error!("a move that was not searched is played: {error}"),
            }
        }
        if let Some(searcher) = &mut self.searcher {
            (self.control.pause, self.control.is_paused) = (pause, false);
            let outcome = searcher.search(&self.task, &mut self.control);
            if self.control.is_paused {
                self.task.after = outcome.interrupted;
                return JobState::Paused;
            }
            *self.memory.lock() = std::mem::take(&mut searcher.memory);
            let nodes = outcome.counters.nodes;
            if let Some(line) = self.control.line_to_play(outcome).filter(|_| self.drawn.is_none()) {
                self.promise.answer = answer(&self.control.root.position, &line);
            }
            self.control.tell_early_end(nodes);
        }
        self.is_over = true;
        JobState::Over
    }
}

/// The value of the move that the opening book plays, a draw if the book has none, and the line that the move begins.
fn book_line((book, options): &(PendingBook, BookOptions), game: &Game, skill: &Skill) -> Option<(Score, Vec<Move>)> {
    let book = book.get().filter(|_| game.moves().len() < skill.level.book_plies())?;
    let BookMove { mv, value, .. } = options.choose(book, game, skill.seed)?;
    Some((value.unwrap_or(Score::DRAW), book.line(game.position(), mv)))
}

/// The task of a search of `game`, which names the moves to choose from, even if these are all legal moves.
///
/// The search chooses from the moves in `named`, which must be legal, or, if there are none, from those that the task of
/// the tree chooses from. The skill level can leave only one of them.
pub(super) fn task_for(tree: &AnyDraughts, game: &Game, named: Vec<Move>, skill: &Skill) -> Task<AnyNode> {
    let task = tree.task(game);
    let choices = if named.is_empty() { task.choices() } else { named };
    Task { only: skill.restrict(game, choices), ..task }
}

/// Guarantees exactly one answer per search. The answer is sent when the promise is dropped, even if a bug ends the
/// search by a panic: then with any legal move.
struct Promise {
    id: SearchId,
    events: Sender<Event>,
    answer: Answer,
}

impl Promise {
    fn new(root: &AnyPosition, any_move: Option<&Move>, id: SearchId, events: Sender<Event>) -> Promise {
        Promise { id, events, answer: answer(root, any_move.copied().as_slice()) }
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        // As for reports: without a receiver the answer is not needed.
        let _ = self.events.send(Event::Done(self.id, self.answer.clone()));
    }
}

/// The answer of a line: its first move, with the second as the expected reply.
fn answer(root: &AnyPosition, line: &[Move]) -> Answer {
    let mut spelled = spell_line(root, &line[..line.len().min(ANSWERED)]).into_iter();
    Answer { best: spelled.next(), ponder: spelled.next() }
}
