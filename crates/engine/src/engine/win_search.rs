//! What an analysis without limits asks the proof search: does the side to move win?
//!
//! Strokes of many sacrifices, or with a quiet move in their middle, are reduced away or cut off by the search of play,
//! and soon proven.

use crate::eval::Score;
use crate::search::{
    AnyDraughts, AnyNode, Bounds, Claim, Depth, Proof, ProofAnswer, Prover, Stopped, Table, TableSize, Threads,
};
use crownhead_rules::{Game, Ply};

/// The proof search visits at most one node for so many of the first thread,
const SHARE: u64 = 4;
/// and between two iterations at least so many, if it goes on at all, and no more where signals must wait meanwhile,
const LEAST_AT_ONCE: u64 = 20_000;
/// and at most so many: a tenth of a second.
const MOST_AT_ONCE: u64 = 100_000;

/// The size of its table.
const SIZE: TableSize = match TableSize::from_mib(16) {
    Some(size) => size,
    None => TableSize::MIN,
};

/// A proof search that goes on between the iterations of another search.
#[derive(Debug)]
pub(super) struct WinSearch {
    /// Where the win is sought, for the side to move.
    game: Game,
    /// How many threads search for the best move.
    threads: Threads,
    /// None before it is first asked.
    prover: Option<Prover>,
    nodes: u64,
    is_over: bool,
}

impl WinSearch {
    pub(super) fn new(game: Game, threads: Threads) -> WinSearch {
        WinSearch { game, threads, prover: None, nodes: 0, is_over: false }
    }

    /// Goes on while `is_wanted`, by a share of what one thread has of the nodes `searched`. A proven win is stored in
    /// the table, where the next iteration finds it.
    pub(super) fn go_on(
        &mut self,
        searched: u64,
        signals_wait: bool,
        (tree, table): (&AnyDraughts, &Table),
        is_wanted: &dyn Fn() -> bool,
    ) {
        let most = if signals_wait { LEAST_AT_ONCE } else { MOST_AT_ONCE };
        let allowed = (searched / self.threads.get() as u64 / SHARE).saturating_sub(self.nodes).min(most);
        if self.is_over || allowed < LEAST_AT_ONCE {
            return;
        }
        let attacker = self.game.position().side();
        let mut game = self.game.clone();
        let mut proof = self.examine(&game, tree, allowed, is_wanted);
        self.nodes += proof.map_or(0, |proof| proof.nodes);
        self.is_over = proof.is_none_or(|proof| proof.answer != ProofAnswer::Open);
        // The line of a win, against the longest resistance.
        while let Some(Proof { answer: ProofAnswer::Win { plies }, best: Some(best), .. }) = proof {
            let plies = Ply::new(plies);
            let bounds = match game.position().side() == attacker {
                true => Bounds { low: Score::win_in(plies), ..Bounds::OPEN },
                false => Bounds { high: Score::loss_in(plies), ..Bounds::OPEN },
            };
            tree.store_proven(table, &AnyNode::of(&game), bounds, best);
            if game.play(best).is_err() {
                break;
            }
            proof = self.examine(&game, tree, most, is_wanted);
        }
    }

    /// Asks whether the side that seeks the win has it where `game` stands.
    fn examine(&mut self, game: &Game, tree: &AnyDraughts, nodes: u64, is_wanted: &dyn Fn() -> bool) -> Option<Proof> {
        if self.prover.is_none() {
            let prover = Prover::new(tree.tables().cloned(), SIZE);
            self.prover = prover.inspect_err(|error| log::warn!("no wins are proven: {error}")).ok();
        }
        let end = Claim::end_after(&self.game, Depth::MAX);
        let claim = Claim { game, attacker: self.game.position().side(), end };
        let mut check = |so_far| if so_far < nodes && is_wanted() { Ok(()) } else { Err(Stopped) };
        Some(self.prover.as_mut()?.examine(claim, &mut check))
    }
}
