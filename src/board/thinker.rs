//! The engine of a room and what it is asked.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::record::Record;
use crate::config::Config;
use crate::engine::{
    Engine, EngineOptions, Event, GameClock, Limit, Purpose, Request, SearchId, Setup, Skill, SkillLevel,
    StartError, SystemClock, TimeLimit,
};
use crate::rules::Variant;

/// What the engine works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Job {
    /// A move of the game, at this level and with this time.
    Move { level: SkillLevel, time: TimeLimit },
    /// A move that a person asked for.
    Hint,
    /// The value of the position after so many moves.
    Review { ply: usize },
    /// The best lines of the position after so many moves, until something else is wanted.
    Analysis { ply: usize, lines: NonZeroUsize },
}

/// The time of a move at full strength without a clock.
const UNTIMED: Duration = Duration::from_secs(2);
/// The time of a hint.
const HINT: Duration = Duration::from_secs(1);
/// The nodes of a position in a review.
const REVIEW_NODES: u64 = 200_000;

impl Job {
    /// The number of moves before the position that it is about, of a game of `plies` moves.
    fn ply(self, plies: usize) -> usize {
        match self {
            Job::Move { .. } | Job::Hint => plies,
            Job::Review { ply } | Job::Analysis { ply, .. } => ply.min(plies),
        }
    }

    fn request(self) -> Request {
        let timed = |time| Limit { time, ..Limit::default() };
        match self {
            Job::Move { level, time: TimeLimit::Unlimited } if level == SkillLevel::MAX => {
                Request::new(Purpose::Think, timed(TimeLimit::PerMove(UNTIMED)))
            }
            Job::Move { time, .. } => Request::new(Purpose::Think, timed(time)),
            Job::Hint => Request {
                full_strength: true,
                ..Request::new(Purpose::Think, timed(TimeLimit::PerMove(HINT)))
            },
            Job::Review { .. } => {
                Request::new(Purpose::Analyze, Limit { nodes: Some(REVIEW_NODES), ..Limit::default() })
            }
            Job::Analysis { lines, .. } => {
                Request { lines, ..Request::new(Purpose::Analyze, Limit::default()) }
            }
        }
    }

    /// The level that it is done at.
    const fn level(self) -> SkillLevel {
        match self {
            Job::Move { level, .. } => level,
            Job::Hint | Job::Review { .. } | Job::Analysis { .. } => SkillLevel::MAX,
        }
    }
}

/// A job that was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) id: SearchId,
    pub(super) job: Job,
    pub(super) at: Instant,
}

/// An engine with at most one job.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Engine,
    begun: Option<Begun>,
}

impl Thinker {
    /// Starts an engine; the receiver returns the events of its searches.
    ///
    /// # Errors
    /// [`StartError`].
    pub(super) fn start(
        config: &Config,
        variant: Variant,
        seed: u64,
    ) -> Result<(Thinker, Receiver<Event>), StartError> {
        let skill = Skill { level: SkillLevel::MAX, seed };
        let options = EngineOptions { skill, ..config.engine.clone() };
        let (engine, events) = Engine::new(options, variant, Arc::new(SystemClock::default()))?;
        Ok((Thinker { engine, begun: None }, events))
    }

    /// The job in hand.
    pub(super) const fn begun(&self) -> Option<Begun> {
        self.begun
    }

    /// Begins a job about the game of a record, in place of the one in hand.
    pub(super) fn begin(&mut self, job: Job, record: &dyn Record) {
        self.set_level(job.level());
        let moves = record.exact_moves();
        let moves: Vec<_> = moves.iter().take(job.ply(record.plies())).map(String::as_str).collect();
        if let Err(error) = self.engine.set_position(Setup::Fen(&record.fen(0)), &moves) {
            log::error!("the engine cannot follow the game: {error}");
            return;
        }
        let id = self.engine.go(job.request());
        self.begun = Some(Begun { id, job, at: Instant::now() });
    }

    /// Gives up the job in hand.
    pub(super) fn give_up(&mut self) {
        self.begun = None;
        self.engine.stop();
    }

    /// The job in hand has ended by itself.
    pub(super) fn end(&mut self) {
        self.begun = None;
    }

    fn set_level(&mut self, level: SkillLevel) {
        let options = self.engine.options().clone();
        let skill = Skill { level, ..options.skill };
        if skill != options.skill {
            // The table stays as it is, so that nothing can fail.
            if let Err(error) = self.engine.configure(EngineOptions { skill, ..options }) {
                log::error!("the level is unchanged: {error}");
            }
        }
    }
}

/// The time limit of a clock that shows this.
pub(super) fn time_limit(clock: &crate::arena::PlayerClock) -> TimeLimit {
    match (clock.face(), clock.allowance()) {
        (Some(face), _) => TimeLimit::Clock(GameClock {
            remaining: face.remaining,
            increment: face.increment,
            moves_to_go: face.moves_to_go.map(Into::into),
        }),
        (None, Some(time)) => TimeLimit::PerMove(time),
        (None, None) => TimeLimit::Unlimited,
    }
}
