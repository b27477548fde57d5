//! Self-play in this process with a fixed number of nodes per move: deterministic and fast.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hasher;

use fnv::FnvHasher;
use parking_lot::Mutex;

use super::local::{opening_random, play_on, random_opening};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Purpose};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{SearchOptions, TableError, TableSize};
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_engine::support::workers::share;
use crownhead_rules::{GameEnd, Geometry, Move, Variant};

#[derive(Clone, Debug)]
pub struct SelfPlay {
    pub variant: Variant,
    pub games: usize,
    pub nodes: u64,
    /// The number of random plies at the start of a game. A random game must be able to last longer than this.
    pub opening_plies: usize,
    pub seed: u64,
    /// Size of the table; each game has a new one.
    pub table_size: TableSize,
    pub evaluation: EvaluationOptions,
    pub options: SearchOptions,
    /// Games played in parallel. The games do not depend on it.
    pub concurrency: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SelfPlayGame {
    /// All moves, including the opening.
    pub moves: Vec<Move>,
    pub end: GameEnd,
}

impl SelfPlay {
    /// Plays the games; `finished` is called after each one. They are returned in the order of the openings. An
    /// interrupt drops the games that are not finished.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        finished: impl Fn(&SelfPlayGame) + Sync,
    ) -> Result<Vec<SelfPlayGame>, TableError> {
        let games = Mutex::new(vec![None; self.games]);
        let threads = self.concurrency.min(self.games);
        let numbers = (0..self.games).take_while(|_| !interrupt.is_raised());
        let play = |player: &mut LocalPlayer, number| {
            if let Ok(game) = self.play(player, number, interrupt) {
                finished(&game);
                games.lock()[number] = Some(game);
            }
            Ok(())
        };
        share(threads, numbers, |_| Ok(self.player()?.until(interrupt.clone())), play)?;
        Ok(games.into_inner().into_iter().flatten().collect())
    }

    /// The player of both sides. It uses its nodes for only moves too.
    fn player(&self) -> Result<LocalPlayer, TableError> {
        let options = EngineOptions {
            table_size: self.table_size,
            evaluation: self.evaluation.clone(),
            search: self.options.clone(),
            endgame: TablesOptions::none(),
            ..EngineOptions::default()
        };
        Ok(LocalPlayer::new(self.variant, &options, Limit::of_nodes(self.nodes))?.for_purpose(Purpose::Analyze))
    }

    fn play(
        &self,
        player: &mut LocalPlayer,
        number: usize,
        interrupt: &Interrupt,
    ) -> Result<SelfPlayGame, Interrupted> {
        let mut random = opening_random(self.seed, number as u64);
        let mut game = random_opening(self.variant, self.opening_plies, &mut random);
        player.new_game();
        play_on(&mut game, usize::MAX, |game| {
            let choice = player.choose(game);
            // The move of an interrupted search is not the one that it would have found.
            interrupt.check()?;
            Ok(choice.map(|choice| choice.mv))
        })?;
        let end = game.end_or_claim().expect("nothing else ends it");
        Ok(SelfPlayGame { moves: game.moves().to_vec(), end })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlaySummary {
    pub games: usize,
    /// The number of different games: equal openings lead to equal games.
    pub distinct: usize,
    /// The number of games by ending; endings that did not occur are omitted.
    pub ends: BTreeMap<GameEnd, usize>,
    pub plies: usize,
    pub longest: usize,
    /// A hash of all moves and endings of all games in order, the same on every machine.
    pub fingerprint: String,
}

impl SelfPlaySummary {
    pub fn of(variant: Variant, games: &[SelfPlayGame]) -> SelfPlaySummary {
        let mut ends = BTreeMap::new();
        for game in games {
            *ends.entry(game.end).or_default() += 1;
        }
        let lengths = || games.iter().map(|game| game.moves.len());
        SelfPlaySummary {
            games: games.len(),
            distinct: games.iter().collect::<HashSet<_>>().len(),
            ends,
            plies: lengths().sum(),
            longest: lengths().max().unwrap_or(0),
            fingerprint: fingerprint(variant.board(), games),
        }
    }

    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

fn fingerprint(board: &Geometry, games: &[SelfPlayGame]) -> String {
    let mut hasher = FnvHasher::default();
    for game in games {
        for mv in &game.moves {
            let captured = board.squares().filter(|&square| mv.captured_set().meets(board.bit(square)));
            hasher.write(&[mv.from.index() as u8, mv.to.index() as u8]);
            captured.for_each(|square| hasher.write(&[square.index() as u8]));
            // No square has this number, so it separates moves.
            hasher.write(&[u8::MAX]);
        }
        hasher.write(game.end.to_string().as_bytes());
    }
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::{DrawReason, Side, Win, WinReason};

    fn game(first_moves: &[usize], end: GameEnd) -> SelfPlayGame {
        let legal = Variant::ENGLISH.start().moves();
        SelfPlayGame { moves: first_moves.iter().map(|&place| legal[place]).collect(), end }
    }

    fn won_by(winner: Side) -> GameEnd {
        GameEnd::Win(Win { winner, reason: WinReason::NoMove })
    }

    #[test]
    fn games_are_counted_by_ending_and_length() {
        let (white, draw) = (won_by(Side::White), GameEnd::Draw(DrawReason::Repetition));
        let games = [game(&[0], white), game(&[0, 1, 2], draw), game(&[0], white)];
        let summary = SelfPlaySummary::of(Variant::ENGLISH, &games);
        assert_eq!(summary.ends, BTreeMap::from([(white, 2), (draw, 1)]));
        assert_eq!((summary.games, summary.distinct, summary.plies, summary.longest), (3, 2, 5, 3));
        assert!((summary.mean_plies() - 5.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn every_move_ending_and_place_counts() {
        let (white, black) = (won_by(Side::White), won_by(Side::Black));
        let series = [
            vec![],
            vec![game(&[0], white)],
            vec![game(&[1], white)],
            vec![game(&[0], black)],
            vec![game(&[0, 1], white)],
            vec![game(&[0], white), game(&[1], white)],
            vec![game(&[1], white), game(&[0], white)],
        ];
        let fingerprint = |games: &Vec<SelfPlayGame>| SelfPlaySummary::of(Variant::ENGLISH, games).fingerprint;
        assert_eq!(series.iter().map(fingerprint).collect::<HashSet<_>>().len(), series.len());
    }
}
