//! The tree that an engine searches: the evaluation of its variant, and what the endgame tables know.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use crossbeam_channel::Receiver;

use super::EngineOptions;
use super::control::SIGNAL_INTERVAL;
use crate::endgame::Tables;
use crate::eval::{Evaluation, Fingerprint};
use crate::search::{AnyDraughts, ModeKind};
use crate::support::pending::Pending;
use crownhead_rules::Variant;

/// The tree of the searches, whose endgame tables in a folder are opened on a thread of their own.
#[derive(Clone)]
pub(super) struct PendingTree {
    evaluation: Evaluation,
    opened: Pending<Arc<AnyDraughts>>,
    /// The options without that folder,
    otherwise: EngineOptions,
    /// and their tree, once a search has needed it.
    without: Arc<OnceLock<Arc<AnyDraughts>>>,
}

impl PendingTree {
    pub(super) fn open(variant: Variant, options: &EngineOptions) -> PendingTree {
        let evaluation = Evaluation::new(variant, &options.evaluation);
        let mut otherwise = options.clone();
        let folder = otherwise.endgame.dir.take();
        let (there, options) = (evaluation.clone(), options.clone());
        let open = move || tree_of(there, &options);
        let opened = if folder.is_some() { Pending::read("tables", open) } else { Pending::ready(open()) };
        PendingTree { evaluation, opened, otherwise, without: Arc::default() }
    }

    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.evaluation.fingerprint()
    }

    pub(super) fn get(&self) -> Option<&AnyDraughts> {
        self.opened.get().map(Arc::as_ref)
    }

    /// A channel that disconnects when the endgame tables have been opened, or are not worth waiting for any longer.
    pub(super) const fn over(&self) -> &Receiver<Infallible> {
        self.opened.over()
    }

    /// The tree, as soon as it is there; the one without the folder after a while, or if the search may not wait so
    /// long.
    pub(super) fn wait(self, may_wait: impl Fn() -> bool) -> Arc<AnyDraughts> {
        while !self.opened.is_over() && may_wait() {
            self.opened.wait(SIGNAL_INTERVAL);
        }
        if let Some(tree) = self.opened.get() {
            return Arc::clone(tree);
        }
        let without = || {
            log::error!("the folder of endgame tables is not read yet: searches do without it until it is");
            tree_of(self.evaluation, &self.otherwise)
        };
        Arc::clone(self.without.get_or_init(without))
    }
}

/// The tree that these options ask for.
pub fn tree(variant: Variant, options: &EngineOptions) -> Arc<AnyDraughts> {
    tree_of(Evaluation::new(variant, &options.evaluation), options)
}

/// The tree with an evaluation. Endgame tables belong to mode `play` alone; what is wrong with a file of theirs is
/// logged.
fn tree_of(evaluation: Evaluation, options: &EngineOptions) -> Arc<AnyDraughts> {
    if options.search.mode != ModeKind::Play {
        return AnyDraughts::new(evaluation);
    }
    let (tables, faults) = Tables::open(evaluation.variant(), &options.endgame);
    faults.iter().for_each(|fault| log::error!("{fault}"));
    let endgame = (tables.max_pieces() > 0).then(|| (Arc::new(tables), options.probe_depth));
    AnyDraughts::with_endgame(evaluation, endgame)
}
