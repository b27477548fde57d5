//! The engine of a room and its jobs.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::game::hub_moves;
use crate::review::ReviewSearch;
use crownhead_engine::book::Book;
use crownhead_engine::config::Config;
use crownhead_engine::engine::{
    Engine, EngineOptions, Event, GameClock, Limit, PlayerClock, Purpose, Report, Request, SearchId, Setup, Skill,
    SkillLevel, StartError, SystemClock, TimeLimit,
};
use crownhead_engine::search::{Depth, Threads};
use crownhead_engine::support::instant::Instant;
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{Game, Move, Variant};

/// The time of a move at full strength without a clock.
const UNTIMED: Duration = Duration::from_secs(2);
const HINT: Duration = Duration::from_secs(1);
/// The nodes of a position in a review.
pub(super) const REVIEW_NODES: u64 = 200_000;
/// The maximum number of nodes of a move in a review, which goes on to the depth of its position.
const MOST_REVIEW_NODES: u64 = 50 * REVIEW_NODES;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Job {
    /// A move of the game, at this level and with this time.
    Move {
        level: SkillLevel,
        time: TimeLimit,
    },
    /// A move that a person asked for.
    Hint,
    Review(ReviewSearch),
    /// The value of a legal move, by its number, in the position after `ply` moves.
    Judge {
        ply: usize,
        number: usize,
        depth: Depth,
    },
    /// The best lines of the position after `ply` moves, until another job is wanted.
    Analysis {
        ply: usize,
        lines: NonZeroUsize,
    },
}

impl Job {
    /// The number of moves before its position, of a game of `plies` moves.
    fn ply(self, plies: usize) -> usize {
        match self {
            Job::Move { .. } | Job::Hint => plies,
            Job::Review(search) => search.ply().min(plies),
            Job::Judge { ply, .. } | Job::Analysis { ply, .. } => ply.min(plies),
        }
    }

    /// The request, in a game of these moves, of whose position these are the legal ones.
    fn request(self, moves: &[String], legal: &[String]) -> Request {
        let think = |time| Request::new(Purpose::Think, Limit { time, ..Limit::default() });
        let analyze = |depth, nodes| Request::new(Purpose::Analyze, Limit { depth, nodes, ..Limit::default() });
        match self {
            Job::Move { level, time: TimeLimit::Unlimited } if level == SkillLevel::MAX => {
                think(TimeLimit::PerMove(UNTIMED))
            }
            Job::Move { time, .. } => think(time),
            Job::Hint => Request { level: Some(SkillLevel::MAX), ..think(TimeLimit::PerMove(HINT)) },
            Job::Review(ReviewSearch::Position { .. }) => analyze(None, Some(REVIEW_NODES)),
            Job::Review(ReviewSearch::Move { ply, depth }) => {
                let only = moves.get(ply).cloned().into_iter().collect();
                Request { only, ..analyze(Some(depth), Some(MOST_REVIEW_NODES)) }
            }
            Job::Judge { number, depth, .. } => {
                let only = legal.get(number).cloned().into_iter().collect();
                Request { only, ..analyze(Some(depth), Some(MOST_REVIEW_NODES)) }
            }
            Job::Analysis { lines, .. } => Request { lines, ..analyze(None, None) },
        }
    }

    fn options(self, room: &EngineOptions) -> EngineOptions {
        let mut options = room.clone();
        options.skill.level = if let Job::Move { level, .. } = self { level } else { SkillLevel::MAX };
        match self {
            Job::Move { .. } | Job::Hint => options,
            Job::Analysis { .. } => options.for_values(),
            // Several threads do not find the same values twice.
            Job::Review(_) | Job::Judge { .. } => {
                options.search.threads = Threads::ONE;
                options.for_values()
            }
        }
    }
}

#[derive(Debug)]
pub(super) struct Begun {
    pub(super) id: SearchId,
    pub(super) job: Job,
    pub(super) at: Instant,
    /// Its last iteration.
    pub(super) report: Option<Report>,
}

/// An engine with at most one job.
#[derive(Debug)]
pub(super) struct RoomEngine {
    engine: Engine,
    options: EngineOptions,
    pub(super) begun: Option<Begun>,
}

impl RoomEngine {
    /// Starts an engine; the receiver returns the events of its searches.
    pub(super) fn start(
        config: &Config,
        variant: Variant,
        seed: u64,
    ) -> Result<(RoomEngine, Receiver<Event>), StartError> {
        let skill = Skill { level: SkillLevel::MAX, seed };
        let options = EngineOptions { skill, ..config.engine.clone() };
        let (engine, events) = Engine::new(options.clone(), variant, Arc::new(SystemClock::default()))?;
        Ok((RoomEngine { engine, options, begun: None }, events))
    }

    pub(super) fn begin(&mut self, job: Job, game: &Game) {
        // The table stays as it is, so that nothing can fail.
        if let Err(error) = self.engine.configure(job.options(&self.options)) {
            log::error!("{error}");
        }
        let start = game.positions().next().map(fen::write).unwrap_or_default();
        let moves = hub_moves(game);
        let before: Vec<_> = moves.iter().take(job.ply(moves.len())).map(String::as_str).collect();
        if let Err(error) = self.engine.set_position(Setup::Fen(&start), &before) {
            log::error!("the engine cannot follow the game: {error}");
            return;
        }
        let position = game.positions().nth(before.len()).unwrap_or(game.position());
        let spelled = |mv: &Move| SpelledMove::new(position, mv).hub();
        let legal: Vec<_> = position.moves().iter().map(spelled).collect();
        let id = self.engine.go(job.request(&moves, &legal));
        self.begun = Some(Begun { id, job, at: Instant::now(), report: None });
    }

    /// Forgets what its searches have found out.
    pub(super) fn forget(&mut self) {
        self.give_up();
        self.engine.new_game();
    }

    /// The opening book, if there is one and it has been read.
    pub(super) fn book(&self) -> Option<&Book> {
        self.engine.book()
    }

    /// Lets the engine work for about this number of nodes.
    #[cfg(target_family = "wasm")]
    pub(super) fn work(&mut self, slice: u64) -> crownhead_engine::engine::JobState {
        self.engine.work(slice)
    }

    pub(super) fn give_up(&mut self) {
        self.begun = None;
        self.engine.stop();
    }
}

/// The time limit of a turn that begins with this clock, of which `passed` is over.
pub(super) fn time_limit(clock: &PlayerClock, passed: Duration) -> TimeLimit {
    match (clock.face(), clock.allowance()) {
        (Some(face), _) => TimeLimit::Clock(GameClock { remaining: face.remaining.saturating_sub(passed), ..face }),
        (None, Some(time)) => TimeLimit::PerMove(time.saturating_sub(passed)),
        (None, None) => TimeLimit::Unlimited,
    }
}
