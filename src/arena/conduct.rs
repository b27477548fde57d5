//! The behaviour of an engine: time and nodes used, overruns and faults.

use std::collections::BTreeMap;

use super::finished::FinishedGame;
use super::player::FaultKind;
use crate::rules::Side;

/// The behaviour of an engine over its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// Moves that it made.
    pub moves: u64,
    /// Its time for them, in seconds.
    pub seconds: f64,
    /// The nodes that it reported.
    pub nodes: u64,
    /// Games that it lost by its own fault.
    pub faults: BTreeMap<FaultKind, u64>,
    /// Pondered positions.
    pub pondered: u64,
    /// Ponder hits.
    pub ponder_hits: u64,
    /// Moves with a warning.
    pub warnings: u64,
    /// The first of these warnings.
    pub first_warning: Option<String>,
    /// Moves with a time limit.
    timed: u64,
    /// The overruns above zero, in seconds.
    overruns: Vec<f64>,
}

impl Conduct {
    /// Counts the moves of the player of `side` in a game.
    pub fn add(&mut self, game: &FinishedGame, first: Side, side: Side) {
        let own = game.moves.iter().skip(usize::from(first != side)).step_by(2);
        for mv in own {
            self.moves += 1;
            self.seconds += mv.seconds;
            // An engine can say anything.
            self.nodes = self.nodes.saturating_add(mv.nodes.unwrap_or(0));
            self.timed += u64::from(mv.overrun.is_some());
            self.overruns.extend(mv.overrun.filter(|&overrun| overrun > 0.0));
            self.pondered += u64::from(mv.ponder_hit.is_some());
            self.ponder_hits += u64::from(mv.ponder_hit == Some(true));
            self.warnings += u64::from(mv.warning.is_some());
            if self.first_warning.is_none() {
                self.first_warning.clone_from(&mv.warning);
            }
        }
        if let Some((_, fault)) = game.fault().filter(|&(loser, _)| loser == side) {
            *self.faults.entry(fault.kind).or_default() += 1;
        }
    }

    /// The overrun that this share of the moves with a time limit did not exceed, in seconds: 1 for the worst. `None`
    /// if there were no such moves. Moves that lost a game on time are not counted.
    pub fn overrun(&self, share: f64) -> Option<f64> {
        if self.timed == 0 {
            return None;
        }
        let mut overruns = self.overruns.clone();
        overruns.sort_unstable_by(f64::total_cmp);
        let within = self.timed - overruns.len() as u64;
        let rank = ((share * self.timed as f64).ceil() as u64).clamp(1, self.timed);
        Some(rank.checked_sub(within + 1).map_or(0.0, |place| overruns[place as usize]))
    }

    /// The share of ponder hits.
    pub fn ponder_hit_rate(&self) -> Option<f64> {
        (self.pondered > 0).then(|| self.ponder_hits as f64 / self.pondered as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overruns_are_ranked_among_all_timed_moves() {
        let conduct = Conduct { timed: 1000, overruns: vec![0.003, 0.001, 0.002], ..Conduct::default() };
        let shares = [0.5, 0.997, 0.998, 0.999, 1.0].map(|share| conduct.overrun(share));
        assert_eq!(shares, [0.0, 0.0, 0.001, 0.002, 0.003].map(Some));
        assert_eq!(Conduct::default().overrun(1.0), None);
    }
}
