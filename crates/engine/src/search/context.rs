//! What the threads of a search share, apart from the tree.

use std::fmt;

use super::{SearchOptions, Table};

/// What a search did with a node that neither the table nor the rules answered. One that may stand pat, or that ProbCut
/// tries, can be both, and is reported twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// It was evaluated.
    Leaf,
    /// Its moves were searched.
    Interior,
}

/// Called with each node that a search evaluates, and each whose moves it searches. All threads of a search share it.
pub type NodeWatcher<'w, N> = dyn Fn(&N, NodeKind) + Send + Sync + 'w;

/// What a search works with, apart from the tree; its threads share it.
pub struct SearchContext<'a, N> {
    /// The table.
    pub table: &'a Table,
    /// How to search.
    pub options: &'a SearchOptions,
    /// Called with the nodes that are evaluated, and those whose moves are searched.
    pub watcher: Option<&'a NodeWatcher<'a, N>>,
}

impl<N> fmt::Debug for SearchContext<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchContext").field("options", self.options).finish_non_exhaustive()
    }
}

impl<N> Clone for SearchContext<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for SearchContext<'_, N> {}
