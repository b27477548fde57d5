//! What can be chosen about a search, each choice a value.

use std::num::{NonZeroU16, NonZeroUsize};

use super::Depth;
use super::driver::{DriverKind, DriverOptions};
use crate::named_choice;

/// Which sources of move order are used. Without any, moves are tried as they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// The move that the table remembers goes first.
    pub table_move: bool,
    /// Moves that cut off at the same ply.
    pub killers: bool,
    /// Moves that cut off anywhere. (J. Schaeffer, The History Heuristic, 1983.)
    pub history: bool,
}

impl Default for Ordering {
    fn default() -> Ordering {
        Ordering { table_move: true, killers: true, history: true }
    }
}

impl Ordering {
    /// As generated.
    pub const STATIC: Ordering = Ordering { table_move: false, killers: false, history: false };
}

named_choice! {
    /// When a probe may change the best move (van Horssen 2018, section 1).
    BestMoveRule("best-move rule") {
        /// Only when it returns more than its alpha: such a move is proven to be worth that much.
        Safe = "safe",
        /// Always: whatever move the table would remember for the root.
        Last = "last",
    }
}

named_choice! {
    /// How a search treats depth, draws and selectivity.
    ModeKind("mode") {
        /// For playing: draws on the line, extensions and reductions; the table answers at any sufficient depth.
        Play = "play",
        /// For the papers' experiments: like play, but to a fixed depth everywhere.
        Paper = "paper",
        /// For proofs: a value depends on nothing but position and depth; the table answers at exactly the depth asked.
        Strict = "strict",
    }
}

named_choice! {
    /// Which earlier iteration gives a driver its first guess.
    FirstGuess("first guess") {
        /// The one before.
        OneAgo = "one-ago",
        /// The one before that, for values that swing with the parity of the depth (Plaat 1997, Implementation Tips).
        TwoAgo = "two-ago",
    }
}

named_choice! {
    /// Which move the table remembers for a node that failed low (van Horssen 2018, section 1).
    TableMoveRule("table-move rule") {
        /// The first of the best.
        Old = "old",
        /// None.
        New = "new",
        /// The one that it remembered before.
        High = "high",
    }
}

named_choice! {
    /// How far a node's value agrees with the bounds of its table entry. Where the depth of a search depends on its
    /// window, a later search may contradict them.
    Consistency("consistency of bounds") {
        /// They answer for the node or not at all (van Horssen 2018, Algorithm 1).
        Published = "published",
        /// The node searches within them and returns no value beyond them.
        Returned = "returned",
        /// And stores none beyond them, but for the root.
        Stored = "stored",
    }
}

named_choice! {
    /// What a search takes from an iteration that was interrupted.
    Unfinished("use of the unfinished iteration") {
        /// Nothing.
        Nothing = "nothing",
        /// The move that it has proven to be better than that of the last completed iteration.
        ProvenMove = "proven-move",
    }
}

named_choice! {
    /// Whether an only move costs no depth.
    ForcedExtension("extension of forced moves") {
        /// Where that has won games with the evaluation in use: see
        /// [`Tuning::extends_forced`](crate::eval::Tuning::extends_forced).
        ByVariant = "by-variant",
        /// It costs none.
        Always = "always",
        /// It costs a ply like any other.
        Never = "never",
    }
}

/// A number of threads, from [`Threads::ONE`] to [`Threads::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Threads(NonZeroU16);

impl Threads {
    /// No helpers: the search is the same each time.
    pub const ONE: Threads = Threads(NonZeroU16::MIN);
    /// The most threads. No machine on which the engine was tested has as many.
    pub const MAX: Threads = Threads(NonZeroU16::new(if cfg!(not(target_family = "wasm")) { 256 } else { 1 }).unwrap());

    /// This number of threads, or `None` if it is out of range.
    pub fn new(threads: usize) -> Option<Threads> {
        let threads = u16::try_from(threads).ok().and_then(NonZeroU16::new).map(Threads)?;
        (threads <= Threads::MAX).then_some(threads)
    }

    /// The number.
    pub const fn get(self) -> usize {
        self.0.get() as usize
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
        /// [`Scheme::DepthStaggered`], or [`Scheme::GammaStaggered`] with [`Scheme::MANY`] threads or more.
        Auto = "auto",
        /// The same as the first thread: the same iteration, the same questions in the same order. They part ways by
        /// what they find in the table of each other.
        Identical = "identical",
        /// The next iterations: every other helper is one ply ahead of the first thread, those between them two.
        DepthStaggered = "depth-staggered",
        /// Other questions of the same iteration: each helper searches the root over a window of its own within the
        /// bounds, and its answer narrows them for all. (Parallel aspiration: G. Baudet, The design and analysis of
        /// algorithms for asynchronous multiprocessors, 1978; for null windows a bisection in more than two.) Drivers
        /// that do not ask for null or epsilon windows of the whole root are helped as by [`Scheme::DepthStaggered`].
        GammaStaggered = "gamma-staggered",
    }
}

impl Scheme {
    /// All but [`Scheme::Auto`].
    pub const FIXED: [Scheme; 3] = [Scheme::Identical, Scheme::DepthStaggered, Scheme::GammaStaggered];

    /// From this number of threads on, other windows of the same iteration help more than later iterations. It was
    /// measured with 2 and with 16 threads (docs/threads.md).
    pub const MANY: usize = 8;

    /// The scheme of a number of threads; `has_narrow_windows` says whether the driver asks for narrow windows of the
    /// whole root.
    pub(super) const fn resolve(self, threads: usize, has_narrow_windows: bool) -> Scheme {
        match self {
            Scheme::Auto if threads >= Scheme::MANY && has_narrow_windows => Scheme::GammaStaggered,
            Scheme::GammaStaggered if has_narrow_windows => Scheme::GammaStaggered,
            Scheme::Identical => Scheme::Identical,
            _ => Scheme::DepthStaggered,
        }
    }

    /// How many plies ahead of the first thread a helper is, the first of them having number 1.
    pub(super) const fn plies_ahead(self, helper: usize) -> u32 {
        match self {
            Scheme::Identical | Scheme::GammaStaggered => 0,
            Scheme::Auto | Scheme::DepthStaggered => 2 - (helper % 2) as u32,
        }
    }
}

/// Everything that can be chosen about a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// Play, paper or strict.
    pub mode: ModeKind,
    /// The driver.
    pub driver: DriverKind,
    /// Its windows and steps.
    pub driver_options: DriverOptions,
    /// Where its first guess comes from.
    pub first_guess: FirstGuess,
    /// When a probe changes the best move.
    pub best_move: BestMoveRule,
    /// What an interrupted iteration contributes to the outcome.
    pub unfinished: Unfinished,
    /// What the table remembers on fail low.
    pub table_move: TableMoveRule,
    /// Move ordering.
    pub ordering: Ordering,
    /// Whether a node checks if a child's entry already cuts it off (J. Schaeffer and A. Plaat, New Advances in
    /// Alpha-Beta Searching, 1996).
    pub transposition_cutoffs: bool,
    /// What a node makes of the bounds of its table entry.
    pub consistency: Consistency,
    /// Whether an entry keeps the bound that an earlier search to the same depth found, beside the one found last.
    pub keep_both_bounds: bool,
    /// Whether a scout that lands inside the window just above the horizon is followed by a search. Without captures
    /// such a scout is exact, and the published NegaScout leaves it at that (Plaat 1997, NegaScout).
    pub research_near_leaves: bool,
    /// In mode `play`: whether an only move costs no depth.
    pub extend_forced: ForcedExtension,
    /// In mode `play`: whether late moves are searched to a smaller depth first.
    pub reduce_late: bool,
    /// With that: whether those of the root are too.
    pub reduce_root: bool,
    /// With that: whether a reduced move that turns out better than the others is searched in full. Otherwise its place in
    /// the list of moves decides its depth alone, so that no depth depends on the window.
    pub research_reduced: bool,
    /// The number of moves of a node that are searched in full before reductions begin; at least one is.
    pub unreduced_moves: usize,
    /// The least remaining depth at which moves are reduced.
    pub reduction_depth: Depth,
    /// What is added to [`Tuning::reduction_base`](crate::eval::Tuning::reduction_base), in plies.
    pub reduction_shift: f64,
    /// The part of the reduction that grows, as a multiple of
    /// [`Tuning::reduction_slope`](crate::eval::Tuning::reduction_slope).
    pub reduction_scale: f64,
    /// In mode `play`: whether a shallow search that fails by a wide margin replaces the deep one.
    pub prob_cut: bool,
    /// That margin, in spreads: standard deviations of what four more plies change in a value.
    pub prob_cut_margin: f64,
    /// How far beyond the window, in margins, the static value must lie for a shallow search on that side.
    pub prob_cut_lead: f64,
    /// The least remaining depth at which there is a shallow search; it has four plies less.
    pub prob_cut_depth: Depth,
    /// The least depth at which ProbCut has to ask for strokes: below, that saves less than it costs.
    pub stroke_depth: Depth,
    /// How many sacrifices a stroke may have beside its captures.
    pub stroke_sacrifices: u32,
    /// How many threads search.
    pub threads: Threads,
    /// What all but the first of them do.
    pub scheme: Scheme,
}

impl SearchOptions {
    /// What decides which tree a value was found in: searches that differ in it must not share a table.
    pub fn meaning_of_values(&self) -> impl PartialEq + use<> {
        let amount = (self.unreduced_moves, self.reduction_depth, self.reduction_shift, self.reduction_scale);
        let reductions = self.reduce_late.then_some((self.reduce_root, self.research_reduced, amount));
        let strokes = (self.stroke_depth, self.stroke_sacrifices);
        let margin = (self.prob_cut_margin, self.prob_cut_lead, self.prob_cut_depth, strokes);
        let margin = self.prob_cut.then_some(margin);
        let is_selective = self.mode == ModeKind::Play;
        let selection = is_selective.then_some((self.extend_forced, reductions, margin));
        (self.mode, selection)
    }

    /// The driver of a search that reports `lines` lines: `mtd-best` proves no values, so it serves for one line only.
    pub(super) fn driver_for(&self, lines: NonZeroUsize) -> DriverKind {
        let proves_no_values = self.driver == DriverKind::MtdBest;
        if proves_no_values && lines.get() > 1 { DriverKind::MtdF } else { self.driver }
    }
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            mode: ModeKind::Play,
            driver: DriverKind::RealMtdF,
            driver_options: DriverOptions::default(),
            first_guess: FirstGuess::OneAgo,
            best_move: BestMoveRule::Safe,
            unfinished: Unfinished::ProvenMove,
            table_move: TableMoveRule::High,
            ordering: Ordering::default(),
            transposition_cutoffs: true,
            consistency: Consistency::Returned,
            keep_both_bounds: true,
            research_near_leaves: true,
            extend_forced: ForcedExtension::ByVariant,
            reduce_late: true,
            reduce_root: true,
            research_reduced: true,
            unreduced_moves: 2,
            reduction_depth: Depth::new(3),
            reduction_shift: 0.0,
            reduction_scale: 1.0,
            prob_cut: true,
            prob_cut_margin: 1.0,
            prob_cut_lead: 0.5,
            prob_cut_depth: Depth::new(5),
            stroke_depth: Depth::new(9),
            stroke_sacrifices: 4,
            threads: Threads::ONE,
            scheme: Scheme::Auto,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_threads_ask_other_questions_if_the_driver_has_them() {
        let auto = |threads, has_narrow_windows| Scheme::Auto.resolve(threads, has_narrow_windows);
        assert_eq!(auto(Scheme::MANY - 1, true), Scheme::DepthStaggered);
        assert_eq!(auto(Scheme::MANY, true), Scheme::GammaStaggered);
        assert_eq!(auto(Scheme::MANY, false), Scheme::DepthStaggered);
        for scheme in Scheme::FIXED {
            assert_eq!(scheme.resolve(2, true), scheme);
        }
    }
}
