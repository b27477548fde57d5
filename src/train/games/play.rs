//! Playing one game, and positions beside it.
//!
//! A search asks the evaluation mostly about positions that good players avoid, and games of good players do not show
//! what those are worth.
//!
//! CITE: Veness, Silver, Uther and Blair, Bootstrapping from Game Tree Search (2009), who learn from all positions of a
//! search rather than from those of the game alone.

use std::ops::RangeInclusive;
use std::sync::Arc;

use parking_lot::Mutex;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::adjudication::{Adjudication, Adjudicator, Ruling, by_rules, by_tables};
use crate::arena::play_on;
use crate::train::record::{Flags, GameRecord, Sample};
use crownhead_engine::endgame::Tables;
use crownhead_engine::engine::{Choice, LocalPlayer};
use crownhead_engine::eval::Score;
use crownhead_engine::search::{AnyNode, NodeKind, NodeWatcher};
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_rules::{AnyPosition, Game, KingRuns};

/// The random moves of a sideline. Captures that they lead to follow.
const PLIES: RangeInclusive<usize> = 1..=3;

/// The positions beside a game that are recorded with it. They change nothing in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExtraPositions {
    /// The share of the positions of a game that have a sideline: a position after a few random moves.
    pub sidelines: f64,
    /// The share of the positions of a game that have a leaf: a position that the search of the game's move has
    /// evaluated, each as likely as the others.
    pub leaves: f64,
}

pub(super) struct GameWorker<'a> {
    /// Both sides of the game.
    pub(super) player: LocalPlayer,
    /// Searches the positions beside it, so that the game is the same with and without them.
    pub(super) extra_player: LocalPlayer,
    pub(super) extra: ExtraPositions,
    pub(super) rules: Adjudication,
    pub(super) tables: &'a Tables,
    pub(super) seed: u64,
    pub(super) interrupt: &'a Interrupt,
}

impl GameWorker<'_> {
    /// Plays the game with this number to its end. `None` if its opening gives one side too much, or its result would
    /// mislead.
    ///
    /// The players forget everything before, so the game depends on the opening alone, and the positions beside it on
    /// the game, the seed and the number.
    pub(super) fn play(&mut self, (number, mut game): (u64, Game)) -> Result<Option<GameRecord>, Interrupted> {
        let GameWorker { player, extra_player, extra, rules, tables, interrupt, .. } = self;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        // Streams from 0 on are those of the openings.
        random.set_stream(!number);
        player.new_game();
        if *extra != ExtraPositions::default() {
            extra_player.new_game();
        }
        let mut adjudicator = Adjudicator::new(*rules);
        let mut samples = Vec::new();
        let mut ruling = None;
        play_on(&mut game, usize::MAX, |game| {
            if let Some(known) = by_tables(game, tables) {
                ruling = Some(known).filter(|_| !samples.is_empty());
                return Ok(None);
            }
            let has_leaf = includes_next(extra.leaves, &mut random);
            let reservoir = has_leaf.then(|| Arc::new(Mutex::new(Reservoir::new(random.random()))));
            watch(player, reservoir.as_ref());
            let choice = player.choose(game).expect("the game goes on, so there is a move");
            interrupt.check()?;
            let score = choice.score.unwrap_or(Score::DRAW);
            if samples.is_empty() && !rules.is_contest(score) {
                return Ok(None);
            }
            samples.push(sample(game, &choice, rules));
            let sideline = includes_next(extra.sidelines, &mut random).then(|| sideline(game, &mut random)).flatten();
            let leaf = reservoir.and_then(|reservoir| reservoir.lock().sampled());
            let is_unknown = |line: &Game| tables.probe(line.position()).is_none();
            for line in sideline.into_iter().chain(leaf).filter(is_unknown) {
                let choice = extra_player.choose(&line).expect("the line goes on, so there is a move");
                interrupt.check()?;
                let sample = sample(&line, &choice, rules);
                samples.push(Sample { flags: sample.flags | Flags::SIDELINE, ..sample });
            }
            ruling = adjudicator.after(game, score);
            Ok(ruling.is_none().then_some(choice.mv))
        })?;
        Ok(match ruling.or_else(|| by_rules(&game)) {
            Some(Ruling::Over(white_result, ending)) => Some(GameRecord { number, white_result, ending, samples }),
            Some(Ruling::Void) | None => None,
        })
    }
}

fn sample(game: &Game, choice: &Choice, rules: &Adjudication) -> Sample {
    let position = *game.position();
    let key = position.key();
    let score = choice.score.unwrap_or(Score::DRAW);
    let flags = Flags::CAPTURE.when(choice.mv.is_capture())
        | Flags::DECIDED.when(rules.is_decided(score))
        | Flags::REPEATED.when(game.repeatable().skip(1).any(|earlier| earlier == key))
        | Flags::ONLY_MOVE.when(position.moves().len() == 1);
    // As it will be read back.
    Sample { position: position.with_king_runs(KingRuns::default()), score, depth: choice.depth, flags }
}

/// Whether the next position is among a share of all. A share of 0 draws no random number.
fn includes_next(share: f64, random: &mut impl Rng) -> bool {
    share > 0.0 && random.random_bool(share)
}

/// The end of a sideline from the current position: a few random moves, then random captures as long as there is one to
/// make. `None` if it would end the game.
fn sideline(game: &Game, random: &mut impl Rng) -> Option<Game> {
    let plies = random.random_range(PLIES);
    let mut line = game.clone();
    let mut played = 0;
    while played < plies || line.position().has_capture() {
        if line.end().is_some() {
            return None;
        }
        let moves = line.position().moves();
        line.play(*moves.choose(random)?).expect("a listed move is legal");
        played += 1;
    }
    line.end().is_none().then_some(line)
}

/// Lets a reservoir, if there is one, sample the positions that the searches to come evaluate.
fn watch(player: &mut LocalPlayer, reservoir: Option<&Arc<Mutex<Reservoir>>>) {
    player.watch_nodes(reservoir.map(|reservoir| -> Arc<NodeWatcher<'static, AnyNode>> {
        let reservoir = Arc::clone(reservoir);
        Arc::new(move |node: &AnyNode, kind| {
            if kind == NodeKind::Leaf {
                reservoir.lock().see(&node.position);
            }
        })
    }));
}

/// Samples one of the positions that it sees, each as likely as the others, however many there are.
///
/// CITE: Vitter, Random sampling with a reservoir (1985): algorithm R, with a reservoir of one.
struct Reservoir {
    random: ChaCha8Rng,
    seen: u64,
    sample: Option<AnyPosition>,
}

impl Reservoir {
    fn new(seed: u64) -> Reservoir {
        Reservoir { random: ChaCha8Rng::seed_from_u64(seed), seen: 0, sample: None }
    }

    /// Takes the position in place of the one before with a chance that makes all positions equally likely in the end.
    fn see(&mut self, position: &AnyPosition) {
        self.seen += 1;
        if self.random.random_range(0..self.seen) == 0 {
            self.sample = Some(*position);
        }
    }

    /// The sampled position; `None` if there was no position, or if it ends the game.
    fn sampled(&self) -> Option<Game> {
        let sampled = Game::new(self.sample?);
        sampled.end().is_none().then_some(sampled)
    }
}
