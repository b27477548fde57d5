//! A room: one game that people play and analyse, with an engine of its own.

use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::Weak;
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use crossbeam_channel::{Receiver, RecvTimeoutError};
use parking_lot::{Condvar, Mutex};

use super::diagram::Canvas;
use super::game::read_pdn;
use super::names::read_fen;
use super::request::{Action, BoardError, NewGame};
use super::state::State;
use super::store::{KeptGame, Place};
use super::view::{MoveView, View};
use crownhead_engine::config::Config;
use crownhead_engine::engine::{Event, StartError};
use crownhead_engine::support::instant::Instant;
use crownhead_rules::notation::pdn::PdnGame;
use crownhead_rules::{Game, Variant};

/// The time between two checks of a room whose engine reports nothing.
const CHECK_TIME: Duration = Duration::from_secs(1);

/// One game. Clones of it are the same room.
#[derive(Clone)]
pub struct Room(Arc<Shared>);

/// What the people and the engine of a room share.
struct Shared {
    state: Mutex<State>,
    /// Notified whenever the state changes.
    changed: Condvar,
    #[cfg(target_family = "wasm")]
    queue: Mutex<super::queue::RoomQueue>,
}

impl Room {
    /// Opens a room. If the engine is to move, it begins to think.
    pub fn open(game: &NewGame, config: &Config) -> Result<Room, BoardError> {
        let start = game.fen.as_ref().map_or_else(|| Ok(game.variant.start()), |text| read_fen(game.variant, text))?;
        Room::of(State::new(Game::new(start), game, config.clone()))
    }

    /// As [`Room::open`], after the moves of a game that has begun.
    pub(super) fn open_after(begun: Game, game: &NewGame, config: &Config) -> Result<Room, BoardError> {
        Room::of(State::new(begun, game, config.clone()))
    }

    /// Opens a room with the game of this number, from 1, of a PDN text, which two people analyse. Its variant is that
    /// of its tags, or else `fallback`.
    pub fn open_pdn(text: &str, number: usize, fallback: Variant, config: &Config) -> Result<Room, BoardError> {
        Room::of(State::of_pdn(read_pdn(text, number, fallback)?, config.clone()))
    }

    pub(super) fn of_kept(kept: KeptGame, pace: Duration, config: &Config) -> Result<Room, BoardError> {
        Room::of(State::of_kept(kept, pace, config.clone())?)
    }

    /// Keeps the game in this place from now on.
    pub(super) fn keep_in(&self, place: Place) {
        let mut state = self.0.state.lock();
        state.keep_in(place);
        state.save();
    }

    /// Writes the game if it has changed, or could not be written before. Returns whether nothing is left to write.
    pub(super) fn save(&self) -> bool {
        let mut state = self.0.state.lock();
        state.save();
        state.is_saved()
    }

    /// Notes what has become of the game where a page keeps it: that it was written, or why not.
    #[cfg(target_family = "wasm")]
    pub(super) fn note_save(&self, written: Result<(), String>) {
        self.0.state.lock().note_save(written);
    }

    /// The bytes of the game where it is kept.
    pub(super) fn kept_bytes(&self) -> usize {
        self.0.state.lock().kept_bytes()
    }

    /// Keeps nothing from now on, and leaves the place of the game to others.
    pub(super) fn leave_place(&self) {
        self.0.state.lock().leave_place();
    }

    fn of(state: State) -> Result<Room, BoardError> {
        let room = Room(Arc::new(Shared {
            state: Mutex::new(state),
            changed: Condvar::new(),
            #[cfg(target_family = "wasm")]
            queue: Mutex::default(),
        }));
        let mut state = room.0.state.lock();
        if state.has_engine_seat() {
            room.start_engine(&mut state)?;
        }
        state.attend();
        drop(state);
        Ok(room)
    }

    /// The state, if it has changed since `version`; 0 is before every version.
    pub fn view_since(&self, version: u64) -> Option<View> {
        let mut state = self.0.state.lock();
        state.seen = Instant::now();
        state.check_time();
        state.save();
        // An analysis that paused because no page requested it goes on.
        state.attend();
        (state.version > version).then(|| state.view())
    }

    /// The state. Unlike [`Room::view_since`], it does not keep an analysis from pausing.
    pub fn view(&self) -> View {
        let mut state = self.0.state.lock();
        state.check_time();
        state.view()
    }

    /// Waits for a change after `version`, at most for `time`, and yields the state then. It does not keep an analysis
    /// from pausing either.
    pub fn wait(&self, version: u64, time: Duration) -> View {
        let mut state = self.0.state.lock();
        if state.version <= version {
            self.0.changed.wait_for(&mut state, time);
        }
        state.check_time();
        state.view()
    }

    /// The moves that a person can make after `ply` moves of the game.
    pub fn legal(&self, ply: usize) -> Vec<MoveView> {
        self.0.state.lock().legal(ply)
    }

    /// Carries out what a person does. If it fails, nothing is changed.
    pub fn act(&self, action: &Action) -> Result<View, BoardError> {
        let mut state = self.0.state.lock();
        state.seen = Instant::now();
        state.check_time();
        if action.needs_engine() {
            self.start_engine(&mut state)?;
        }
        if let &Action::Solve { ply } = action {
            self.start_solver(&mut state, ply)?;
        }
        state.act(action)?;
        state.attend();
        state.save();
        self.0.changed.notify_all();
        Ok(state.view())
    }

    pub fn variant(&self) -> Variant {
        self.0.state.lock().variant()
    }

    pub fn pdn(&self) -> PdnGame {
        let mut state = self.0.state.lock();
        state.check_time();
        state.pdn()
    }

    pub fn diagram(&self, canvas: Canvas) -> Vec<String> {
        self.0.state.lock().diagram(canvas)
    }

    /// The time since a page last requested it.
    pub fn idle(&self) -> Duration {
        self.0.state.lock().seen.elapsed()
    }

    /// Starts an engine if there is none. What can fail is done before anything changes.
    fn start_engine(&self, state: &mut State) -> Result<(), BoardError> {
        if state.engine.is_some() {
            return Ok(());
        }
        let (engine, events) = state.new_engine()?;
        #[cfg(not(target_family = "wasm"))]
        {
            let shared = Arc::downgrade(&self.0);
            let listen = move || listen(&events, &shared);
            let thread = std::thread::Builder::new().name("board".to_owned()).spawn(listen);
            thread.map_err(StartError::from)?;
        }
        #[cfg(target_family = "wasm")]
        self.0.queue.lock().listen(events);
        state.engine = Some(engine);
        Ok(())
    }

    /// Starts the proof search of the position after `ply` moves, in place of an earlier one.
    fn start_solver(&self, state: &mut State, ply: usize) -> Result<(), BoardError> {
        let (solving, solver) = state.new_solver(ply)?;
        #[cfg(not(target_family = "wasm"))]
        {
            let shared = Arc::downgrade(&self.0);
            let run = move || {
                let solved = solver.run();
                let Some(shared) = shared.upgrade() else { return };
                shared.state.lock().take_solution(&solved);
                shared.changed.notify_all();
            };
            let thread = std::thread::Builder::new().name("solver".to_owned()).spawn(run);
            thread.map_err(StartError::from)?;
        }
        #[cfg(target_family = "wasm")]
        self.0.queue.lock().solve(solver);
        state.solving = Some(solving);
        Ok(())
    }

    fn take(&self, event: Event) {
        let mut state = self.0.state.lock();
        match event {
            Event::Report(id, report) => state.take_report(id, report),
            Event::Bound(..) | Event::EndedEarly(..) => return state.attend(),
            Event::Done(id, answer) => {
                state.take_answer(id, &answer);
                state.save();
            }
        }
        state.attend();
        self.0.changed.notify_all();
    }

    /// Lets the engine work for about this number of nodes, and the solver. Returns when they should be called again, if at all.
    #[cfg(target_family = "wasm")]
    pub(super) fn work(&self, slice: u64) -> Option<Duration> {
        let engine = self.0.state.lock().engine.as_mut().map(|engine| engine.work(slice));
        let mut queue = self.0.queue.lock();
        let held = queue.take_events(|id| self.0.state.lock().rest_of_pace(id), |event| self.take(event));
        let (is_solving, solved) = queue.work_on_problem();
        if let Some(solved) = solved {
            self.0.state.lock().take_solution(&solved);
        }
        if is_solving || engine == Some(crownhead_engine::engine::JobState::Paused) {
            Some(Duration::ZERO)
        } else {
            held
        }
    }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Room").finish_non_exhaustive()
    }
}

/// Takes the events of the engine until the room is closed, and checks from time to time whether its work is still
/// wanted.
#[cfg(not(target_family = "wasm"))]
fn listen(events: &Receiver<Event>, shared: &Weak<Shared>) {
    loop {
        let event = match events.recv_timeout(CHECK_TIME) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => {
                let Some(shared) = shared.upgrade() else { return };
                let mut state = shared.state.lock();
                state.check_time();
                state.attend();
                state.save();
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let Some(shared) = shared.upgrade() else { return };
        let room = Room(shared);
        if let Event::Done(id, _) = event {
            // The lock is not held while the move waits: people can act, and then the move is not wanted any more.
            let rest = room.0.state.lock().rest_of_pace(id);
            std::thread::sleep(rest);
        }
        room.take(event);
    }
}
