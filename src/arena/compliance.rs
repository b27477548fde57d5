//! Checks whether an engine keeps to its protocol, by short games against itself.

use std::time::Instant;

use super::adjudication::AdjudicationRules;
use super::game::MatchGame;
use super::participant::Participant;
use super::player::{FaultKind, MatchPlayer, PlayerError};
use super::record::{FinishedGame, PlayedMove};
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_rules::notation::counted;
use crownhead_rules::{Game, Variant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    /// What was seen, or what is wrong.
    pub result: Result<String, String>,
}

/// The longest game of a check, in plies.
const LONGEST: usize = 60;
/// The plies of the first game after which the second one begins, from a FEN.
const PLIES_BEFORE_FEN: usize = 12;

/// Checks an engine in a variant. If a check fails without which others make no sense, it is the last one.
pub fn check(variant: Variant, participant: &Participant, interrupt: &Interrupt) -> Result<Vec<Check>, Interrupted> {
    let start = || participant.start(variant, false, Instant::now(), interrupt);
    let mut players = match start().and_then(|first| Ok([first, start()?])) {
        Ok(players) => players,
        Err(PlayerError::Fault(fault)) => return Ok(vec![Check { name: "gets ready", result: Err(fault.detail) }]),
        Err(PlayerError::Interrupted) => return Err(Interrupted),
    };
    let mut checks = vec![Check { name: "gets ready", result: Ok(String::new()) }];
    let first = play(Game::start(variant), participant, &mut players, interrupt)?;
    checks.push(Check { name: "plays from the start position", result: played(&first) });
    if let Some((_, fault)) = first.fault() {
        // It can do everything else right.
        if !matches!(fault.kind, FaultKind::TimeLoss | FaultKind::Stall) {
            return Ok(checks);
        }
        drop(players);
        players = match start().and_then(|first| Ok([first, start()?])) {
            Ok(players) => players,
            Err(PlayerError::Fault(_)) => return Ok(checks),
            Err(PlayerError::Interrupted) => return Err(Interrupted),
        };
    }
    let second = play(later(variant, &first), participant, &mut players, interrupt)?;
    checks.push(Check { name: "plays another game, from a FEN", result: played(&second) });
    let moves: Vec<_> = first.moves.iter().chain(&second.moves).collect();
    // Of an engine that never answers, nothing else can be said.
    if moves.is_empty() {
        return Ok(checks);
    }
    checks.push(Check { name: "reports scores", result: reported(&moves, |mv| mv.score.is_some()) });
    checks.push(Check { name: "reports depths", result: reported(&moves, |mv| mv.depth.is_some()) });
    checks.push(Check { name: "reports nodes", result: reported(&moves, |mv| mv.nodes.is_some()) });
    let warning = moves.iter().find_map(|mv| mv.warning.clone());
    let result = warning.map_or(Ok(String::new()), Err);
    checks.push(Check { name: "reports legal PVs that begin with its moves", result });
    Ok(checks)
}

fn play(
    opening: Game,
    participant: &Participant,
    players: &mut [Box<dyn MatchPlayer>; 2],
    interrupt: &Interrupt,
) -> Result<FinishedGame, Interrupted> {
    let sides = players.each_mut().map(|player| participant.in_game(&mut **player));
    let rules = AdjudicationRules { most_plies: Some(LONGEST), ..AdjudicationRules::default() };
    let played = MatchGame::new(opening, sides, rules, None, false, interrupt).play(0);
    played.map(|(game, _)| game).ok_or(Interrupted)
}

/// A game that begins where another one was after some plies; the engine gets its position as a FEN.
fn later(variant: Variant, game: &FinishedGame) -> Game {
    let game = game.replay(variant).unwrap_or_else(|_| Game::start(variant));
    Game::new(*game.positions().take(PLIES_BEFORE_FEN + 1).next_back().unwrap_or(game.position()))
}

fn played(game: &FinishedGame) -> Result<String, String> {
    match game.fault() {
        Some((_, fault)) => {
            let more = match fault.kind {
                FaultKind::TimeLoss => " (the key margin= allows more time)",
                FaultKind::Stall => " (the key patience= waits for longer)",
                _ => "",
            };
            Err(format!("{}{more}", game.reason))
        }
        None => Ok(counted(game.moves.len() as u64, "move", "moves")),
    }
}

fn reported(moves: &[&PlayedMove], has: impl Fn(&PlayedMove) -> bool) -> Result<String, String> {
    match moves.iter().filter(|mv| !has(mv)).count() {
        0 => Ok(String::new()),
        missing => Err(format!("not for {missing} of {}", counted(moves.len() as u64, "move", "moves"))),
    }
}
