//! What the threads of a search share.

use super::{SearchOptions, Table};

/// The tree of the game, the table, and how to search.
#[derive(Debug)]
pub(super) struct Tools<'a, T> {
    pub(super) tree: &'a T,
    pub(super) table: &'a Table,
    pub(super) options: &'a SearchOptions,
}

impl<T> Clone for Tools<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tools<'_, T> {}
