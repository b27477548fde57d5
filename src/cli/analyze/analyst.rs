//! The engine of an analysis: one search at a time, interruptible by Ctrl-C.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, after, never, select};

use crate::cli::error::CliError;
use crate::cli::terminal::{INTERRUPTED, complain, on_each_signal};
use crate::review::{Stroke, StrokeFinder};
use crownhead_engine::book::Book;
use crownhead_engine::engine::{
    Engine, EngineOptions, Event, Limit, Purpose, Report, Request, Setup, SystemClock, TimeLimit,
};
use crownhead_engine::search::Depth;
use crownhead_rules::notation::counted;
use crownhead_rules::{Game, Variant};

/// The time that a search gets to end by itself after a Ctrl-C that does not end it.
const LAST_SEARCH: Duration = Duration::from_secs(2);

/// An engine that searches positions one by one, with the same limit and number of lines.
pub(super) struct Analyst {
    engine: Engine,
    events: Receiver<Event>,
    limit: Limit,
    lines: NonZeroUsize,
    strokes: StrokeFinder,
    /// The number of the Ctrl-C that ends the current search; earlier ones only prevent the next search.
    patience: u32,
    interrupts: Receiver<()>,
    interruptions: u32,
}

impl Analyst {
    /// Starts an engine and handles Ctrl-C, which a process can do only once.
    pub(super) fn new(
        options: EngineOptions,
        variant: Variant,
        limit: Limit,
        lines: NonZeroUsize,
        patience: u32,
    ) -> Result<Analyst, CliError> {
        let (sender, interrupts) = crossbeam_channel::unbounded();
        on_each_signal(move |number| {
            if number > patience {
                std::process::exit(INTERRUPTED.into());
            }
            // If the analyst is gone, the process is about to end.
            let _ = sender.send(());
        })?;
        let strokes = StrokeFinder::new(options.endgame.clone());
        let (engine, events) = Engine::new(options, variant, Arc::new(SystemClock::default()))?;
        Ok(Analyst { engine, events, limit, lines, strokes, patience, interrupts, interruptions: 0 })
    }

    pub(super) const fn lines(&self) -> NonZeroUsize {
        self.lines
    }

    /// The limit of a search: `depth 12 or 2000000 nodes`.
    pub(super) fn effort(&self) -> String {
        let Limit { depth, nodes, time } = self.limit;
        let time = match time {
            TimeLimit::PerMove(time) => Some(format!("{} s", time.as_secs_f64())),
            TimeLimit::Unlimited | TimeLimit::Clock(_) => None,
        };
        let depth = depth.map(|depth| format!("depth {depth}"));
        let nodes = nodes.map(|nodes| counted(nodes, "node", "nodes"));
        [depth, nodes, time].into_iter().flatten().collect::<Vec<_>>().join(" or ")
    }

    pub(super) const fn options(&self) -> &EngineOptions {
        self.engine.options()
    }

    /// The opening book of the settings, if there is one for the variant. A faulty file is reported.
    pub(super) fn book(&self) -> Option<&Book> {
        self.engine.wait_until_ready();
        if let Some(fault) = self.engine.take_book_fault() {
            complain(format_args!("{fault}"));
        }
        self.engine.book()
    }

    pub(super) fn new_game(&mut self, variant: Variant) {
        self.engine.set_variant(variant);
        self.engine.new_game();
    }

    pub(super) fn set_position(&mut self, fen: &str, moves: &[&str]) -> Result<(), CliError> {
        Ok(self.engine.set_position(Setup::Fen(fen), moves)?)
    }

    pub(super) fn is_interrupted(&mut self) -> bool {
        while self.interrupts.try_recv().is_ok() {
            self.interrupted();
        }
        self.interruptions > 0
    }

    /// Searches the position and passes each iteration to `report`. Returns the last one; `None` if there is no legal
    /// move.
    pub(super) fn search_all(
        &mut self,
        report: impl FnMut(&Report) -> io::Result<()>,
    ) -> Result<Option<Report>, CliError> {
        let request = Request { lines: self.lines, ..Request::new(Purpose::Analyze, self.limit) };
        self.search(request, report)
    }

    /// Searches a single move to a depth, without other limits.
    pub(super) fn search_one(&mut self, mv: &str, depth: Depth) -> Result<Option<Report>, CliError> {
        let limit = Limit { depth: Some(depth), ..Limit::default() };
        self.search(Request { only: vec![mv.to_owned()], ..Request::new(Purpose::Analyze, limit) }, |_| Ok(()))
    }

    /// The stroke that wins where `game` stands, of which `report` is the search. After Ctrl-C, none is looked for.
    pub(super) fn stroke(&mut self, game: &Game, report: &Report) -> Option<Stroke> {
        if self.is_interrupted() { None } else { self.strokes.find(game, report) }
    }

    fn search(
        &mut self,
        request: Request,
        mut report: impl FnMut(&Report) -> io::Result<()>,
    ) -> Result<Option<Report>, CliError> {
        let is_interrupted = self.await_table();
        let id = self.engine.go(request);
        if is_interrupted {
            self.interrupted();
        }
        let mut last = None;
        let mut end = if self.interruptions > 0 { after(LAST_SEARCH) } else { never() };
        loop {
            select! {
                recv(self.events) -> event => match event {
                    Ok(Event::Report(of, iteration)) if of == id => {
                        report(&iteration)?;
                        last = Some(iteration);
                    }
                    Ok(Event::Done(of, _)) if of == id => return Ok(last),
                    // Bounds and late events of an earlier search are ignored.
                    Ok(_) => {}
                    // The engine holds the sender while it exists.
                    Err(_) => return Ok(last),
                },
                recv(self.interrupts) -> _ => {
                    self.interrupted();
                    end = after(LAST_SEARCH);
                }
                recv(end) -> _ => self.engine.stop(),
            }
        }
    }

    /// Waits until the table is ready, so that no search spends time on it, or until an interrupt. Returns whether
    /// there was one: it applies to the search that follows, which cannot be stopped before it has begun.
    fn await_table(&mut self) -> bool {
        let ready = self.engine.next_ready().clone();
        select! {
            recv(ready) -> _ => false,
            recv(self.interrupts) -> _ => true,
        }
    }

    fn interrupted(&mut self) {
        self.interruptions += 1;
        if self.interruptions >= self.patience {
            self.engine.stop();
        }
    }
}
