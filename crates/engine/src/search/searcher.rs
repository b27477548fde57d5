//! What a game is searched with, and the entry to every search but the proof search.

use std::fmt;
use std::sync::Arc;

use super::context::{NodeWatcher, SearchContext};
use super::node::Search;
use super::ordering::Histories;
use super::parallel::search_together;
use super::tree::TreeMove;
use super::{SearchControl, SearchOptions, SearchResult, Table, Task, Tree};

/// Something that can be searched: any [`Tree`], or a game whose tree has a type that only its own rules know.
pub trait Searchable: Send + Sync {
    /// A node.
    type Node: Clone + fmt::Debug + Send + Sync;
    /// A move.
    type Move: TreeMove;

    /// Searches with as many threads as the options say.
    fn search(
        &self,
        context: SearchContext<'_, Self::Node>,
        task: &Task<Self::Node, Self::Move>,
        histories: &mut Histories<Self::Move>,
        control: &mut dyn SearchControl<Self::Move>,
    ) -> SearchResult<Self::Move>;
}

impl<T: Tree> Searchable for T {
    type Node = T::Node;
    type Move = T::Move;

    fn search(
        &self,
        context: SearchContext<'_, T::Node>,
        task: &Task<T::Node, T::Move>,
        histories: &mut Histories<T::Move>,
        control: &mut dyn SearchControl<T::Move>,
    ) -> SearchResult<T::Move> {
        match histories.for_threads(context.options.threads.get()) {
            [alone] => Search::new(self, context, task, alone, control, None).deepen(task),
            several => search_together(self, context, task, several, control),
        }
    }
}

/// The tree of a game, the table, what earlier searches have learnt about moves, and how to search.
pub struct Searcher<T: Searchable + ?Sized> {
    /// The game as a tree.
    pub tree: Arc<T>,
    /// The table; helping threads and other searchers may share it.
    pub table: Arc<Table>,
    /// What searches of this game have learnt about moves.
    pub histories: Histories<T::Move>,
    /// How to search.
    pub options: SearchOptions,
    /// See [`NodeWatcher`].
    pub watcher: Option<Arc<NodeWatcher<'static, T::Node>>>,
}

impl<T: Searchable + ?Sized> Searcher<T> {
    /// A searcher that has learnt nothing yet.
    pub fn new(tree: Arc<T>, table: Table, options: SearchOptions) -> Searcher<T> {
        Searcher { tree, table: Arc::new(table), histories: Histories::default(), options, watcher: None }
    }

    /// Forgets everything that earlier searches have found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::default();
    }

    /// Searches in the mode, and with as many threads, as the options say.
    ///
    /// With one thread, results are reproducible. With several, values depend on when a thread finds another's entries
    /// in the table, except in mode `strict`, where only the lower bounds of `mtd-best` do. Threads are started for a
    /// search and have ended when it returns.
    pub fn search(
        &mut self,
        task: &Task<T::Node, T::Move>,
        control: &mut dyn SearchControl<T::Move>,
    ) -> SearchResult<T::Move> {
        if task.after.is_none() {
            self.table.new_search();
        }
        let context = SearchContext { table: &self.table, options: &self.options, watcher: self.watcher.as_deref() };
        self.tree.search(context, task, &mut self.histories, control)
    }
}

impl<T: Searchable + ?Sized> fmt::Debug for Searcher<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("options", &self.options).finish_non_exhaustive()
    }
}
