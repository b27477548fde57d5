//! The work of one search, from what is asked to the answer.

use std::sync::Arc;

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::budget::Lateness;
use super::control::{ANSWERED, EngineControl, Link, spell_line};
use super::request::{Event, Purpose, Request, SearchAnswer, SearchId};
use super::skill::Skill;
use super::timekeeper::Timekeeper;
use super::tree::PendingTree;
use super::win_search::WinSearch;
use super::work::{Job, JobState, PendingTable};
use crate::book::{BookMove, BookOptions, PendingBook};
use crate::eval::Score;
use crate::search::{AnyDraughts, AnyNode, Histories, ModeKind, SearchOptions, Searcher, Task, Unfinished};
use crownhead_rules::{AnyPosition, Game, Move};

/// What a search begins with.
pub(super) struct JobInput {
    pub(super) game: Game,
    /// The moves to choose from; all if there are none.
    pub(super) only: Vec<Move>,
    pub(super) tree: PendingTree,
    /// The running search has it; there is at most one.
    pub(super) histories: Arc<Mutex<Histories>>,
    pub(super) request: Request,
    pub(super) options: SearchOptions,
    pub(super) skill: Skill,
    /// The book of the engine and when it is used, if it may answer.
    pub(super) book: Option<(PendingBook, BookOptions)>,
    pub(super) timekeeper: Timekeeper,
    pub(super) lateness: Arc<Mutex<Lateness>>,
    pub(super) table: PendingTable,
    pub(super) link: Link,
}

impl JobInput {
    /// The job, for the search thread.
    pub(super) fn job(self) -> Job {
        // The endgame tables are asked here, which can take long: not on the thread that takes commands.
        let mut begin = Some(move || SearchJob::begin(self));
        let mut begun = None;
        Box::new(move |slice| {
            if let Some(begin) = begin.take() {
                begun = Some(begin());
            }
            begun.as_mut().map_or(JobState::Over, |job: &mut SearchJob| job.go_on(slice))
        })
    }

    /// Whether the search may wait before it begins: no signal has come, and its time is not up.
    fn may_wait(&self) -> bool {
        self.link.signals.is_empty() && !self.timekeeper.is_out_of_time(|| self.link.clock.now())
    }
}

struct SearchJob {
    control: EngineControl,
    task: Task<AnyNode>,
    options: SearchOptions,
    histories: Arc<Mutex<Histories>>,
    lateness: Arc<Mutex<Lateness>>,
    table: PendingTable,
    /// It has the histories while the search goes on.
    searcher: Option<Searcher<AnyDraughts>>,
    /// Whether the answer is known.
    is_over: bool,
    promise: Promise,
}

impl SearchJob {
    fn begin(input: JobInput) -> SearchJob {
        let tree = input.tree.clone().wait(|| input.may_wait());
        let JobInput {
            game, only, histories, request, options, skill, book, timekeeper, lateness, table, link, ..
        } = input;
        let (game, skill) = (&game, &skill);
        let Request { purpose, limit, lines, whole_iterations, holds_answer, .. } = request;
        let any_move = only.first().or(game.position().moves().first()).copied();
        let mut promise = Promise::new(game.position(), any_move.as_ref(), &link);
        let is_of_all_moves = only.is_empty();
        let task = task_for(&*tree, game, only, skill);
        let is_forced = purpose.answers_forced() && task.only.len() == 1;
        promise.answer = answer(game.position(), task.only.first().copied().as_slice());
        let task = Task { lines, ..task };
        let unfinished = if whole_iterations { Unfinished::Nothing } else { options.unfinished };
        let options = SearchOptions { unfinished, ..skill.search_options(options) };
        let root = task.root;
        let mut control = EngineControl::new(link, tree, root, timekeeper.forced(is_forced), holds_answer);
        let is_endless = purpose == Purpose::Analyze && !limit.is_limited();
        let seeks_win = is_endless && is_of_all_moves && options.mode == ModeKind::Play;
        control.win_search = seeks_win.then(|| WinSearch::new(game.clone(), options.threads));
        let booked = book.and_then(|book| book_line(&book, game, skill));
        if let Some((value, line)) = &booked {
            control.report_from_book(*value, line);
            promise.answer = answer(&root.position, line);
        }
        let is_over = booked.is_some();
        SearchJob { control, task, options, histories, lateness, table, searcher: None, is_over, promise }
    }

    /// Searches until the answer may be given, or until it is to pause.
    fn go_on(&mut self, slice: Option<u64>) -> JobState {
        if !self.is_over
            && let state @ (JobState::Paused | JobState::Waiting) = self.search(slice)
        {
            return state;
        }
        if self.control.is_released(slice.is_none()) { JobState::Over } else { JobState::Waiting }
    }

    fn search(&mut self, slice: Option<u64>) -> JobState {
        if self.searcher.is_none() {
            match self.control.take_table(&self.table, slice.is_none()) {
                Ok(Some(table)) => {
                    let (tree, options) = (Arc::clone(&self.control.tree), self.options.clone());
                    let histories = std::mem::take(&mut *self.histories.lock());
                    self.searcher = Some(Searcher { tree, table, histories, options, watcher: None });
                }
                Ok(None) => return JobState::Waiting,
                Err(error) => log::error!("a move that was not searched is played: {error}"),
            }
        }
        if let Some(searcher) = &mut self.searcher {
            let pause = slice.map(|nodes| self.control.nodes.saturating_add(nodes));
            (self.control.pause, self.control.is_paused) = (pause, false);
            let outcome = searcher.search(&self.task, &mut self.control);
            if self.control.is_paused {
                self.task.after = outcome.interrupted;
                return JobState::Paused;
            }
            *self.histories.lock() = std::mem::take(&mut searcher.histories);
            if let Some(late) = self.control.lateness() {
                self.lateness.lock().add(late);
            }
            let nodes = outcome.counters.nodes;
            if let Some(line) = self.control.line_to_play(outcome) {
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
/// The search chooses from the moves in `only`, which must be legal, or, if there are none, from those that the task
/// of the tree chooses from. The skill level can overlook some of them.
pub(super) fn task_for(tree: &AnyDraughts, game: &Game, only: Vec<Move>, skill: &Skill) -> Task<AnyNode> {
    let task = tree.task(game);
    let choices = if only.is_empty() { task.choices() } else { only };
    Task { only: skill.restrict(game, choices), ..task }
}

/// Guarantees exactly one answer per search. The answer is sent when the promise is dropped, even if a bug ends the
/// search by a panic: then with any legal move.
struct Promise {
    id: SearchId,
    events: Sender<Event>,
    answer: SearchAnswer,
}

impl Promise {
    fn new(root: &AnyPosition, any_move: Option<&Move>, link: &Link) -> Promise {
        Promise { id: link.id, events: link.events.clone(), answer: answer(root, any_move.copied().as_slice()) }
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        // As for reports: without a receiver the answer is not needed.
        let _ = self.events.send(Event::Done(self.id, self.answer.clone()));
    }
}

/// The answer of a line: its first move, with the second as the expected reply.
fn answer(root: &AnyPosition, line: &[Move]) -> SearchAnswer {
    let mut spelled = spell_line(root, &line[..line.len().min(ANSWERED)]).into_iter();
    SearchAnswer { best: spelled.next(), ponder: spelled.next() }
}
