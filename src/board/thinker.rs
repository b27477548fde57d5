//! The engine of a room and what it is asked.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use super::record::Record;
use crate::config::Config;
use crate::engine::{
    Engine, EngineOptions, Event, GameClock, Limit, PlayerClock, Purpose, Request, SearchId, Setup, Skill, SkillLevel,
    StartError, SystemClock, TimeLimit,
};
use crate::eval::Score;
use crate::rules::Variant;
use crate::search::Depth;

/// What the engine works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Job {
    /// A move of the game, at this level and with this time.
    Move { level: SkillLevel, time: TimeLimit },
    /// A move that a person asked for.
    Hint,
    /// The value of the position after so many moves.
    Review { ply: usize },
    /// The value of the move that was played there, searched alone to this depth.
    ReviewMove { ply: usize, depth: Depth },
    /// The best lines of the position after so many moves, until something else is wanted.
    Analysis { ply: usize, lines: NonZeroUsize },
}

/// The time of a move at full strength without a clock.
const UNTIMED: Duration = Duration::from_secs(2);
/// The time of a hint.
const HINT: Duration = Duration::from_secs(1);
/// The nodes of a position in a review.
const REVIEW_NODES: u64 = 200_000;
/// The most nodes of a move in a review, which is to reach the depth of its position.
const MOST_REVIEW_NODES: u64 = 10 * REVIEW_NODES;

impl Job {
    /// The number of moves before the position that it is about, of a game of `plies` moves.
    pub(super) fn ply(self, plies: usize) -> usize {
        match self {
            Job::Move { .. } | Job::Hint => plies,
            Job::Review { ply } | Job::ReviewMove { ply, .. } | Job::Analysis { ply, .. } => ply.min(plies),
        }
    }

    /// The request, in a game of these moves.
    fn request(self, moves: &[String]) -> Request {
        let timed = |time| Limit { time, ..Limit::default() };
        match self {
            Job::Move { level, time: TimeLimit::Unlimited } if level == SkillLevel::MAX => {
                Request::new(Purpose::Think, timed(TimeLimit::PerMove(UNTIMED)))
            }
            Job::Move { time, .. } => Request::new(Purpose::Think, timed(time)),
            Job::Hint => {
                Request { full_strength: true, ..Request::new(Purpose::Think, timed(TimeLimit::PerMove(HINT))) }
            }
            Job::Review { .. } => {
                Request::new(Purpose::Analyze, Limit { nodes: Some(REVIEW_NODES), ..Limit::default() })
            }
            Job::ReviewMove { ply, depth } => Request {
                only: moves.get(ply).cloned().into_iter().collect(),
                ..Request::new(
                    Purpose::Analyze,
                    Limit { depth: Some(depth), nodes: Some(MOST_REVIEW_NODES), ..Limit::default() },
                )
            },
            Job::Analysis { lines, .. } => Request { lines, ..Request::new(Purpose::Analyze, Limit::default()) },
        }
    }

    /// The options that it is done with, from those of the room.
    fn options(self, room: &EngineOptions) -> EngineOptions {
        let mut options = room.clone();
        options.skill.level = if let Job::Move { level, .. } = self { level } else { SkillLevel::MAX };
        match self {
            Job::Move { .. } | Job::Hint => options,
            Job::Review { .. } | Job::ReviewMove { .. } | Job::Analysis { .. } => options.for_values(),
        }
    }
}

/// A job that was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) id: SearchId,
    pub(super) job: Job,
    pub(super) at: Instant,
    /// What its last iteration has found.
    pub(super) reached: Option<Reached>,
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// The value, for the side to move unless another one is named.
    pub(super) score: Score,
    pub(super) depth: Depth,
}

/// An engine with at most one job.
#[derive(Debug)]
pub(super) struct Thinker {
    engine: Engine,
    /// The options of the room; each job changes them.
    options: EngineOptions,
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
        let (engine, events) = Engine::new(options.clone(), variant, Arc::new(SystemClock::default()))?;
        Ok((Thinker { engine, options, begun: None }, events))
    }

    /// The job in hand.
    pub(super) const fn begun(&self) -> Option<Begun> {
        self.begun
    }

    /// Begins a job about the game of a record, in place of the one in hand.
    pub(super) fn begin(&mut self, job: Job, record: &Record) {
        self.configure(job);
        let moves = record.exact_moves();
        let before: Vec<_> = moves.iter().take(job.ply(record.plies())).map(String::as_str).collect();
        if let Err(error) = self.engine.set_position(Setup::Fen(&record.fen(0)), &before) {
            log::error!("the engine cannot follow the game: {error}");
            return;
        }
        let id = self.engine.go(job.request(&moves));
        self.begun = Some(Begun { id, job, at: Instant::now(), reached: None });
    }

    /// Gives up the job in hand.
    pub(super) fn give_up(&mut self) {
        self.begun = None;
        self.engine.stop();
    }

    /// An iteration of the job in hand is complete.
    pub(super) const fn reach(&mut self, reached: Reached) {
        if let Some(begun) = &mut self.begun {
            begun.reached = Some(reached);
        }
    }

    /// The search of this job has ended by itself. Yields the job if it is still the one in hand.
    pub(super) fn end(&mut self, id: SearchId) -> Option<Begun> {
        self.begun.take_if(|begun| begun.id == id)
    }

    fn configure(&mut self, job: Job) {
        // The table stays as it is, so that nothing can fail.
        if let Err(error) = self.engine.configure(job.options(&self.options)) {
            log::error!("{error}");
        }
    }
}

/// The time limit of a turn that begins with this clock, when so much of it has passed.
pub(super) fn time_limit(clock: &PlayerClock, passed: Duration) -> TimeLimit {
    match (clock.face(), clock.allowance()) {
        (Some(face), _) => {
            let remaining = face.remaining.saturating_sub(passed);
            TimeLimit::Clock(GameClock { remaining, ..face })
        }
        (None, Some(time)) => TimeLimit::PerMove(time.saturating_sub(passed)),
        (None, None) => TimeLimit::Unlimited,
    }
}
