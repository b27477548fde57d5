//! Checks whether an engine keeps to its protocol, by short games against itself.

use std::time::Instant;

use super::adjudication::LengthRule;
use super::duel::{Duel, Seat};
use super::entrant::Entrant;
use super::finished::{FinishedGame, PlayedMove};
use super::player::{Halt, Player};
use super::terms::Terms;
use crate::engine::PlayerClock;
use crate::interrupt::Interrupt;
use crate::notation::{counted, fen, parse_move};
use crate::rules::{Game, Variant};

/// A check, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is checked.
    pub name: &'static str,
    /// What was seen, or what is wrong.
    pub result: Result<String, String>,
}

/// The longest game of a check, in plies.
const LONGEST: usize = 60;
/// The plies of the first game after which the second one begins, from a FEN.
const PLIES_BEFORE_FEN: usize = 12;

/// The two processes of an engine that plays itself.
type Pair = [Box<dyn Player>; 2];

/// Checks an engine in a variant. A check without which others make no sense is the last one if it fails.
///
/// # Errors
/// [`Halt::Interrupted`].
pub fn check(variant: Variant, entrant: &Entrant, interrupt: &Interrupt) -> Result<Vec<Check>, Halt> {
    let start = || entrant.start(variant, false, Instant::now(), interrupt);
    let mut players: Pair = match start().and_then(|first| Ok([first, start()?])) {
        Ok(players) => players,
        Err(Halt::Fault(fault)) => return Ok(vec![failed("gets ready", fault.detail)]),
        Err(Halt::Interrupted) => return Err(Halt::Interrupted),
    };
    let mut checks = vec![passed("gets ready", String::new())];
    let first = play(Game::start(variant), entrant, &mut players, interrupt)?;
    checks.push(played("plays from the start position", &first));
    if first.fault().is_some() {
        return Ok(checks);
    }
    let second = play(later(variant, &first), entrant, &mut players, interrupt)?;
    checks.push(played("plays another game, from a FEN", &second));
    let moves: Vec<_> = first.moves.iter().chain(&second.moves).collect();
    checks.push(reported("reports scores", &moves, |mv| mv.score.is_some()));
    checks.push(reported("reports depths", &moves, |mv| mv.depth.is_some()));
    checks.push(reported("reports nodes", &moves, |mv| mv.nodes.is_some()));
    checks.push(match moves.iter().find_map(|mv| mv.warning.as_ref()) {
        Some(warning) => failed("reports legal PVs that begin with its moves", warning.clone()),
        None => passed("reports legal PVs that begin with its moves", String::new()),
    });
    Ok(checks)
}

/// Plays a game of the engine against itself.
fn play(opening: Game, entrant: &Entrant, players: &mut Pair, interrupt: &Interrupt) -> Result<FinishedGame, Halt> {
    let seats = players.each_mut().map(|player| Seat {
        name: &entrant.name,
        limit: entrant.limit,
        clock: PlayerClock::new(entrant.limit.time, entrant.margin),
        player: &mut **player,
    });
    let terms = Terms { length: Some(LengthRule { plies: LONGEST }), ..Terms::default() };
    let played = Duel::new(opening, seats, terms, false, interrupt).play(0);
    played.map(|played| played.game).ok_or(Halt::Interrupted)
}

/// A game that begins where another one was after some plies; the engine gets its position as a FEN.
fn later(variant: Variant, game: &FinishedGame) -> Game {
    let start = fen::parse(variant, &game.start);
    let mut later = start.map_or_else(|_| Game::start(variant), Game::new);
    for played in game.moves.iter().take(PLIES_BEFORE_FEN) {
        let Ok(mv) = parse_move(later.position(), &played.mv) else { break };
        if later.play(mv).is_err() {
            break;
        }
    }
    Game::new(*later.position())
}

fn played(name: &'static str, game: &FinishedGame) -> Check {
    match game.fault() {
        Some(_) => failed(name, game.reason.clone()),
        None => passed(name, counted(game.moves.len() as u64, "move", "moves")),
    }
}

fn reported(name: &'static str, moves: &[&PlayedMove], has: impl Fn(&PlayedMove) -> bool) -> Check {
    let missing = moves.iter().filter(|mv| !has(mv)).count();
    if missing == 0 {
        return passed(name, String::new());
    }
    failed(name, format!("not for {missing} of {}", counted(moves.len() as u64, "move", "moves")))
}

const fn passed(name: &'static str, seen: String) -> Check {
    Check { name, result: Ok(seen) }
}

const fn failed(name: &'static str, fault: String) -> Check {
    Check { name, result: Err(fault) }
}
