//! The engine as an analysis uses it: one search after another, with an ear for Ctrl-C.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crossbeam_channel::{Receiver, select};

use crate::engine::{
    Bound, Engine, EngineOptions, Event, Purpose, Report, Request, Setup, SetupError, StartError, SystemClock,
};
use crate::notation::SpelledMove;
use crate::rules::Variant;
use crate::search::Depth;

/// The exit code of a process that a signal ends, as shells know it.
const INTERRUPTED: i32 = 130;

/// Why a search told nothing.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum AnalystError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("Ctrl-C cannot be watched for: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What each search of an analysis has in common.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// When a search ends.
    pub(super) bound: Bound,
    /// How many lines it tells.
    pub(super) lines: NonZeroUsize,
    /// Which Ctrl-C ends the search that is under way; those before it only keep the next from starting.
    pub(super) patience: u32,
}

/// An engine that answers questions one by one.
pub(super) struct Analyst {
    engine: Engine,
    events: Receiver<Event>,
    plan: Plan,
    interrupts: Receiver<()>,
    interruptions: u32,
}

impl Analyst {
    /// Starts an engine, and to watch for Ctrl-C, which a process can do only once.
    pub(super) fn new(options: EngineOptions, variant: Variant, plan: Plan) -> Result<Analyst, AnalystError> {
        let (sender, interrupts) = crossbeam_channel::unbounded();
        let last = plan.patience + 1;
        let mut raised = 0;
        ctrlc::set_handler(move || {
            raised += 1;
            if raised >= last {
                std::process::exit(INTERRUPTED);
            }
            // Once the analyst has gone, the process is about to end by itself.
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

    /// Forgets everything, for another game of any variant.
    pub(super) fn new_game(&mut self, variant: Variant) {
        self.engine.set_variant(variant);
        self.engine.new_game();
    }

    /// Sets the position that moves (in any form) lead to.
    pub(super) fn set_position(&mut self, fen: &str, moves: &[String]) -> Result<(), AnalystError> {
        let moves: Vec<_> = moves.iter().map(String::as_str).collect();
        Ok(self.engine.set_position(Setup::Fen(fen), &moves)?)
    }

    /// Has Ctrl-C been pressed?
    pub(super) fn is_interrupted(&mut self) -> bool {
        while self.interrupts.try_recv().is_ok() {
            self.interrupted();
        }
        self.interruptions > 0
    }

    /// Searches the position as planned, and hands each iteration over as it comes. The last one is returned; `None` if
    /// there is no legal move.
    pub(super) fn search_all(
        &mut self,
        told: impl FnMut(&Report) -> io::Result<()>,
    ) -> Result<Option<Report>, AnalystError> {
        let request = Request { lines: self.plan.lines, ..Request::new(Purpose::Analyze, self.plan.bound) };
        self.search(request, told)
    }

    /// Searches a single move to a depth, whatever that takes.
    pub(super) fn search_one(
        &mut self,
        mv: &SpelledMove,
        depth: Depth,
    ) -> Result<Option<Report>, AnalystError> {
        let bound = Bound { depth: Some(depth), ..Bound::default() };
        self.search(Request { only: vec![mv.hub()], ..Request::new(Purpose::Analyze, bound) }, |_| Ok(()))
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
                    // A bound is no news for people, and late words of an earlier search are none for this one.
                    Ok(_) => {}
                    // The engine holds the other end for as long as it lives.
                    Err(_) => return Ok(last),
                },
                recv(self.interrupts) -> _ => self.interrupted(),
            }
        }
    }

    /// Waits until the table is ready, so that no search pays for it, or until there is an interrupt. Says whether there
    /// was one: it is for the search that follows, which could not be stopped before it has begun.
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
