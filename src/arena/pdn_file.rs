//! The games of a match as a PDN file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::player::FaultKind;
use super::record::{FinishedGame, PlayedMove, Termination};
use crownhead_engine::support::files;
use crownhead_engine::support::journal::JournalError;
use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Remark};
use crownhead_rules::{Game, Side, Variant};

#[derive(Debug)]
pub struct PdnFile {
    file: File,
    path: PathBuf,
    tags: EventTags,
}

/// The tags common to all games of a match.
#[derive(Clone, Debug)]
pub struct EventTags {
    pub variant: Variant,
    pub event: String,
    /// The site; `?` if it is unknown.
    pub site: String,
    /// By player: its name and its time control.
    pub time_controls: Vec<(String, String)>,
}

impl PdnFile {
    /// Starts a file with these games and overwrites its contents. A match is resumed from the record, and this file is
    /// rewritten from it. The caller decides whether it may be overwritten.
    pub fn create(path: &Path, tags: EventTags, games: &[FinishedGame]) -> Result<PdnFile, JournalError> {
        let is_usable = if path.exists() { files::check_regular(path) } else { Ok(()) };
        let file = is_usable.and_then(|()| File::create(path));
        let file = file.map_err(|source| JournalError::Io(path.to_owned(), source))?;
        let mut pdn = PdnFile { file, path: path.to_owned(), tags };
        pdn.append(games)?;
        Ok(pdn)
    }

    /// Appends a game. When this returns, the game is on disk.
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), JournalError> {
        self.append(std::slice::from_ref(game))
    }

    fn append(&mut self, games: &[FinishedGame]) -> Result<(), JournalError> {
        let text: String = games.iter().map(|game| text(game, &self.tags)).collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|source| JournalError::Io(self.path.clone(), source))
    }
}

/// The date of a game in a record that has none.
const UNKNOWN_DATE: &str = "????.??.??";

/// A game as text. A game that cannot be replayed, which no match writes, has tags only.
fn text(game: &FinishedGame, tags: &EventTags) -> String {
    let replayed = game.replay(tags.variant).unwrap_or_else(|_| Game::start(tags.variant));
    let mut pdn = PdnGame::of(&replayed, PdnResult::of(tags.variant, game.winner));
    let sides = replayed.positions().map(|position| position.side()).skip(game.opening.len());
    for ((mv, played), side) in pdn.moves.iter_mut().skip(game.opening.len()).zip(&game.moves).zip(sides) {
        mv.add_comment(remark(played, side).to_string());
    }
    let control = |name: &str| tags.time_controls.iter().find(|(other, _)| other == name).map(|(_, text)| text);
    pdn.tags.set("Event", &tags.event);
    pdn.tags.set("Site", &tags.site);
    pdn.tags.set("Date", game.date.as_deref().unwrap_or(UNKNOWN_DATE));
    pdn.tags.set("Round", game.game + 1);
    pdn.tags.set("White", &game.white);
    pdn.tags.set("Black", &game.black);
    pdn.tags.set("WhiteType", "program");
    pdn.tags.set("BlackType", "program");
    match (control(&game.white), control(&game.black)) {
        (Some(white), Some(black)) if white == black => pdn.tags.set("TimeControl", white),
        (Some(white), Some(black)) => {
            pdn.tags.set("WhiteTimeControl", white);
            pdn.tags.set("BlackTimeControl", black);
        }
        _ => {}
    }
    pdn.tags.set("Termination", termination(&game.termination));
    pdn.add_last_comment(game.reason.clone());
    pdn.to_string()
}

/// The value of the tag `Termination`, as PGN defines it.
const fn termination(termination: &Termination) -> &'static str {
    match termination {
        Termination::Normal => "normal",
        Termination::Adjudication => "adjudication",
        Termination::Fault(fault) => match fault.kind {
            FaultKind::TimeLoss => "time forfeit",
            FaultKind::IllegalMove => "rules infraction",
            FaultKind::Start | FaultKind::Disconnect | FaultKind::Stall | FaultKind::Protocol => "abandoned",
        },
    }
}

fn remark(played: &PlayedMove, side: Side) -> Remark {
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).ok();
    Remark {
        clock: played.clock.and_then(duration),
        spent: duration(played.seconds),
        score: played.score.map(|score| if side == Side::White { score } else { -score }),
        depth: played.depth,
        nodes: played.nodes,
        text: String::new(),
    }
}
