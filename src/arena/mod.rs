//! Matches between engines.

pub mod adjudication;
mod affinity;
pub mod chart;
pub mod compliance;
mod dxp_player;
mod game;
mod local;
mod participant;
mod pdn_file;
mod player;
mod process;
mod record;
mod schedule;
mod scoreboard;
mod selfplay;
mod tournament;

pub use adjudication::AdjudicationRules;
pub use affinity::{AffinityError, Processors};
pub use local::{opening_random, play_match_game, play_on, random_line, random_opening};
pub use participant::{Participant, ParticipantError, merged};
pub use pdn_file::{EventTags, PdnFile};
pub use player::{FaultKind, PlayerFault};
pub use record::{FinishedGame, FirstLine, Keys, MatchHeader, MatchRecord, PlayedMove, RecordFile, Termination};
pub use schedule::{Fixture, Meetings, Schedule, TournamentFormat};
pub use scoreboard::{PlayerStats, Scoreboard, TestState};
pub use selfplay::{SelfPlay, SelfPlayGame, SelfPlaySummary};
pub use tournament::{MatchError, MatchEvent, Tournament};
