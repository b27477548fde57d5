//! How many threads search, and what the helpers among them do.

use std::num::NonZeroU16;

use crate::search::choice::named_choice;

/// A number of threads, from [`Threads::ONE`] to [`Threads::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Threads(NonZeroU16);

impl Threads {
    /// No helpers: the search is the same each time.
    pub const ONE: Threads = Threads(NonZeroU16::MIN);
    /// More than any machine has that this engine was tried on.
    pub const MAX: Threads = Threads(NonZeroU16::new(256).unwrap());

    /// So many threads, or `None` if there is no such number of them.
    pub fn new(threads: usize) -> Option<Threads> {
        let threads = u16::try_from(threads).ok().and_then(NonZeroU16::new).map(Threads)?;
        (threads <= Threads::MAX).then_some(threads)
    }

    /// The number.
    pub const fn get(self) -> usize {
        self.0.get() as usize
    }

    pub(in crate::search) fn is_one(self) -> bool {
        self == Threads::ONE
    }
}

impl std::fmt::Display for Threads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

named_choice! {
    /// What the helping threads of a search do.
    Scheme("thread scheme") {
        /// The same as the first thread: the same iteration, the same questions in the same order. They part ways by
        /// what they find in the table of each other.
        Identical = "identical",
        /// The next iterations: every other helper is one ply ahead of the first thread, those between them two.
        DepthStaggered = "depth-staggered",
        /// Other questions of the same iteration: each helper searches the root over a window of its own within the
        /// bounds, and its answer narrows them for all. (Parallel aspiration: G. Baudet, The design and analysis of
        /// algorithms for asynchronous multiprocessors, 1978; for null windows a bisection in more than two.) Drivers
        /// that do not ask for null or epsilon windows of the whole root are helped as by [`Scheme::Identical`].
        GammaStaggered = "gamma-staggered",
    }
}

impl Scheme {
    /// What is chosen where nobody chooses.
    pub const DEFAULT: Scheme = Scheme::DepthStaggered;

    /// How many plies ahead of the first thread a helper is, the first of them having number 1.
    pub(super) const fn plies_ahead(self, helper: usize) -> u32 {
        match self {
            Scheme::Identical | Scheme::GammaStaggered => 0,
            Scheme::DepthStaggered => 2 - (helper % 2) as u32,
        }
    }
}
