//! Playing one game.

use rand::{Rng, RngExt};

use super::Beside;
use super::adjudication::{Adjudication, Referee, Verdict};
use super::leaf_sample::LeafSampler;
use crate::endgame::Tables;
use crate::engine::{Choice, LocalPlayer, play_on};
use crate::eval::Score;
use crate::interrupt::{Interrupt, Interrupted};
use crate::rules::Game;
use crate::train::record::{Flags, GameRecord, Sample};

/// What plays games on one thread.
pub(super) struct Players {
    /// Both sides of the game.
    pub(super) game: LocalPlayer,
    /// Searches the positions beside it, so that the game is the same with and without them.
    pub(super) beside: LocalPlayer,
}

/// Plays the game with this number to its end. Nothing if its opening gives one side too much, or its result would mislead.
///
/// The players forget all that they know before, so the game depends on the opening alone, and the positions beside it on the
/// game and the random numbers.
///
/// # Errors
/// [`Interrupted`] if that comes before the end; the players are to end their searches by it too.
pub(super) fn play(
    players: &mut Players,
    rules: Adjudication,
    tables: &Tables,
    beside_games: Beside,
    mut random: impl Rng,
    interrupt: &Interrupt,
    (number, mut game): (u64, Game),
) -> Result<Option<GameRecord>, Interrupted> {
    let Players { game: player, beside } = players;
    player.new_game();
    if beside_games.is_any() {
        beside.new_game();
    }
    let mut referee = Referee::new(rules);
    let mut samples = Vec::new();
    let mut verdict = None;
    play_on(&mut game, usize::MAX, |game| {
        if let Some(known) = Referee::by_tables(game, tables) {
            verdict = Some(known).filter(|_| !samples.is_empty());
            return Ok(None);
        }
        let has_leaf = beside_games.leaves.includes_next(&mut random);
        let sampler = has_leaf.then(|| LeafSampler::new(random.random()));
        player.watch_leaves(sampler.as_ref().map(LeafSampler::watcher));
        let choice = player.choose(game).expect("the game goes on, so there is a move");
        interrupt.check()?;
        let leaf = sampler.and_then(|sampler| sampler.sample());
        let score = choice.score.unwrap_or(Score::DRAW);
        if samples.is_empty() && !rules.is_contest(score) {
            return Ok(None);
        }
        samples.push(sample(game, &choice, score, &rules));
        let sideline = beside_games.sideline(game, &mut random);
        let unknown = |line: &Game| tables.probe(line.position()).is_none();
        for line in sideline.into_iter().chain(leaf).filter(unknown) {
            let choice = beside.choose(&line).expect("the line goes on, so there is a move");
            interrupt.check()?;
            let score = choice.score.unwrap_or(Score::DRAW);
            samples.push(sample(&line, &choice, score, &rules).beside_the_game());
        }
        verdict = referee.by_value(game, score);
        Ok(verdict.is_none().then_some(choice.mv))
    })?;
    Ok(match verdict.or_else(|| Referee::by_rules(&game)) {
        Some(Verdict::Over(white_result, ending)) => Some(GameRecord { number, white_result, ending, samples }),
        Some(Verdict::Void) | None => None,
    })
}

fn sample(game: &Game, choice: &Choice, score: Score, rules: &Adjudication) -> Sample {
    let position = *game.position();
    let moves = position.moves();
    let key = position.key();
    let flags = Flags::CAPTURE.when(choice.mv.is_capture())
        | Flags::DECIDED.when(rules.is_decided(score))
        | Flags::REPEATED.when(game.repeatable().skip(1).any(|earlier| earlier == key))
        | Flags::ONLY_MOVE.when(moves.len() == 1);
    Sample { position, score, depth: choice.depth, flags }
}
