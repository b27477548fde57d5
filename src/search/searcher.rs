//! What a game is searched with, and the entry to every search.

use std::sync::Arc;

use super::mode::{Mode, Paper, Play, Strict};
use super::node::Search;
use super::options::ModeKind;
use super::ordering::Memory;
use super::parallel::search_together;
use super::tools::Tools;
use super::{Outcome, SearchOptions, Supervisor, Table, Task, Tree};

/// The tree of a game, the table, what earlier searches have learnt about moves, and how to search.
#[derive(Debug)]
pub struct Searcher<T: Tree> {
    /// The game as a tree.
    pub tree: Arc<T>,
    /// The table; helping threads and other searchers may share it.
    pub table: Arc<Table>,
    /// What searches of this game have learnt about moves.
    pub memory: Memory<T::Move>,
    /// How to search.
    pub options: SearchOptions,
}

impl<T: Tree> Searcher<T> {
    /// A searcher that has learnt nothing yet.
    pub fn new(tree: T, table: Table, options: SearchOptions) -> Searcher<T> {
        Searcher { tree: Arc::new(tree), table: Arc::new(table), memory: Memory::default(), options }
    }

    /// Forgets everything that earlier searches have found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory = Memory::default();
    }

    /// Searches in the mode, and with as many threads, as the options say.
    ///
    /// One thread does the same each time. The values of several depend on what they happen to find in the table of
    /// each other, except in mode `strict`, where values depend on nothing of the kind but for the lower bounds of
    /// `mtd-best`. Threads are started for a search
    /// and have ended when it returns.
    pub fn search(
        &mut self,
        task: &Task<T::Node, T::Move>,
        supervisor: &mut dyn Supervisor<T::Move>,
    ) -> Outcome<T::Move> {
        self.table.new_search();
        let tools = Tools { tree: &*self.tree, table: &self.table, options: &self.options };
        match self.options.mode {
            ModeKind::Play => tools.search::<Play>(task, &mut self.memory, supervisor),
            ModeKind::Paper => tools.search::<Paper>(task, &mut self.memory, supervisor),
            ModeKind::Strict => tools.search::<Strict>(task, &mut self.memory, supervisor),
        }
    }
}

impl<T: Tree> Tools<'_, T> {
    fn search<M: Mode>(
        self,
        task: &Task<T::Node, T::Move>,
        memory: &mut Memory<T::Move>,
        supervisor: &mut dyn Supervisor<T::Move>,
    ) -> Outcome<T::Move> {
        let histories = memory.for_threads(self.options.threads.get());
        match histories {
            [alone] => Search::<T, M>::new(self, task, alone, supervisor, None).deepen(task),
            several => search_together::<T, M>(self, task, several, supervisor),
        }
    }
}
