//! Runs the engine for an analysis: one search at a time, interruptible by Ctrl-C.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crossbeam_channel::{Receiver, select};

use crate::cli::printer::INTERRUPTED;
use crate::engine::{
    Engine, EngineOptions, Event, Limit, Purpose, Report, Request, Setup, SetupError, StartError, SystemClock,
};
use crate::notation::SpelledMove;
use crate::rules::Variant;
use crate::search::Depth;

/// Why a search has no result.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum AnalystError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("cannot handle Ctrl-C: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The parameters shared by all searches of an analysis.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The limits.
    pub(super) limit: Limit,
    /// The number of lines.
    pub(super) lines: NonZeroUsize,
    /// The number of the Ctrl-C that ends the current search; earlier ones only prevent the next search.
    pub(super) patience: u32,
}

/// An engine that searches positions one by one.
pub(super) struct Analyst {
    engine: Engine,
    events: Receiver<Event>,
    plan: Plan,
    interrupts: Receiver<()>,
    interruptions: u32,
}

impl Analyst {
    /// Starts an engine and installs a Ctrl-C handler, which a process can do only once.
    pub(super) fn new(options: EngineOptions, variant: Variant, plan: Plan) -> Result<Analyst, AnalystError> {
        let (sender, interrupts) = crossbeam_channel::unbounded();
        let last = plan.patience + 1;
        let mut raised = 0;
        ctrlc::set_handler(move || {
            raised += 1;
            if raised >= last {
                std::process::exit(INTERRUPTED.into());
            }
            // If the analyst is gone, the process is about to end.
            let _ = sender.send(());
        })?;
        let (engine, events) = Engine::new(options, variant, Arc::new(SystemClock::default()))?;
        Ok(Analyst { engine, events, plan, interrupts, interruptions: 0 })
    }

    /// The plan.
    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The options of the engine.
    pub(super) const fn options(&self) -> &EngineOptions {
        self.engine.options()
    }

    /// Clears the state for a new game of any variant.
    pub(super) fn new_game(&mut self, variant: Variant) {
        self.engine.set_variant(variant);
        self.engine.new_game();
    }

    /// Sets the position that moves (in any form) lead to.
    pub(super) fn set_position(&mut self, fen: &str, moves: &[String]) -> Result<(), AnalystError> {
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        Ok(self.engine.set_position(Setup::Fen(fen), &moves)?)
    }

    /// Whether Ctrl-C has been pressed.
    pub(super) fn is_interrupted(&mut self) -> bool {
        while self.interrupts.try_recv().is_ok() {
            self.interrupted();
        }
        self.interruptions > 0
    }

    /// Searches the position with the plan's limits, and passes on each iteration. Returns the last one; `None` if
    /// there is no legal move.
    pub(super) fn search_all(
        &mut self,
        told: impl FnMut(&Report) -> io::Result<()>,
    ) -> Result<Option<Report>, AnalystError> {
        let request = Request { lines: self.plan.lines, ..Request::new(Purpose::Analyze, self.plan.limit) };
        self.search(request, told)
    }

    /// Searches a single move to a depth, without other limits.
    pub(super) fn search_one(&mut self, mv: &SpelledMove, depth: Depth) -> Result<Option<Report>, AnalystError> {
        let limit = Limit { depth: Some(depth), ..Limit::default() };
        self.search(Request { only: vec![mv.hub()], ..Request::new(Purpose::Analyze, limit) }, |_| Ok(()))
    }

    fn search(
        &mut self,
        request: Request,
        mut told: impl FnMut(&Report) -> io::Result<()>,
    ) -> Result<Option<Report>, AnalystError> {
        let is_interrupted = self.await_table();
        let id = self.engine.go(request);
        if is_interrupted {
            self.interrupted();
        }
        let mut last = None;
        loop {
            select! {
                recv(self.events) -> event => match event {
                    Ok(Event::Report(of, report)) if of == id => {
                        told(&report)?;
                        last = Some(report);
                    }
                    Ok(Event::Done(of, _)) if of == id => return Ok(last),
                    // Bounds and late events of an earlier search are ignored.
                    Ok(_) => {}
                    // The engine holds the sender while it exists.
                    Err(_) => return Ok(last),
                },
                recv(self.interrupts) -> _ => self.interrupted(),
            }
        }
    }

    /// Waits until the table is ready, so that no search spends time on it, or until an interrupt. Says whether
    /// there was one: it is for the search that follows, which could not be stopped before it has begun.
    fn await_table(&mut self) -> bool {
        let ready = self.engine.table_ready().clone();
        select! {
            recv(ready) -> _ => false,
            recv(self.interrupts) -> _ => true,
        }
    }

    fn interrupted(&mut self) {
        self.interruptions += 1;
        if self.interruptions >= self.plan.patience {
            self.engine.stop();
        }
    }
}
