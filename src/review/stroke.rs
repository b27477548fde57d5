//! Strokes: wins by a sacrifice that a search has found, and a proof search proves.

use std::fmt;

use super::problem::{Effort, Goal, Outcome, Solution, solve, texts};
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::Report;
use crownhead_engine::search::{Depth, Prover};
use crownhead_rules::notation::{SpelledMove, counted, parse_move};
use crownhead_rules::{AnyPosition, Game, NoMove, Side, Variant};

/// A proof gets one part in this many of the nodes of the search that has found the stroke, and no fewer than
/// [`LEAST_NODES`]: a search ends early where it knows the win.
const SHARE: u64 = 10;
const LEAST_NODES: u64 = 100_000;

/// The least value of a stroke for the side that sacrifices, in men.
const LEAST_VALUE: f64 = 1.0;

/// A proven stroke whose key is the only winning move, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub side: Side,
    pub plies: u16,
    /// Whether the other moves of the winner are refuted: `sound`, or as [`super::Solution::verdict`] says.
    pub verdict: String,
    pub line: Vec<SpelledMove>,
    /// Verdict and line with the numbers that PDN gives to the squares of the variant.
    in_pdn: String,
}

/// `White wins in at most 11 plies, sound: 22-17 13x22 ...`, with the whole line.
impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(&summed_up(&self.verdict, &self.line)))
    }
}

impl Stroke {
    /// The same as text in a PDN.
    pub fn in_pdn(&self) -> String {
        self.told(&self.in_pdn)
    }

    fn told(&self, summary: &str) -> String {
        format!("{} wins in at most {}, {summary}", self.side, counted(self.plies.into(), "ply", "plies"))
    }
}

fn summed_up(verdict: &str, line: &[SpelledMove]) -> String {
    format!("{verdict}: {}", texts(line).join(" "))
}

/// The verdict of a solution, but how many moves are open is of little interest here.
fn verdict(solution: &Solution, effort: Effort) -> String {
    let verdict = solution.verdict(effort);
    match verdict.split_once(": ").filter(|(words, _)| words.starts_with("no dual")) {
        Some((words, _)) => words.to_owned(),
        None => verdict,
    }
}

/// Proves strokes. It does not depend on time.
#[derive(Debug)]
pub struct StrokeFinder {
    tables: TablesOptions,
    /// The prover, and its variant. It is opened when it is first needed.
    prover: Option<(Variant, Prover)>,
}

impl StrokeFinder {
    /// A finder that asks these endgame tables.
    pub fn new(tables: TablesOptions) -> StrokeFinder {
        StrokeFinder { tables, prover: None }
    }

    /// The stroke where `game` stands, if the best line of `report` begins with a sacrifice and wins, and the proof is
    /// short.
    pub fn find(&mut self, game: &Game, report: &Report) -> Option<Stroke> {
        if report.score.men() < LEAST_VALUE || !is_sacrifice(game.position(), &report.pv) {
            return None;
        }
        let effort = Effort { nodes: (report.nodes / SHARE).max(LEAST_NODES), longest: Depth::MAX };
        let prover = self.prover(game.variant())?;
        let solution = solve(prover, game, Goal::Win, effort, &mut || false);
        let Outcome::Proven { plies: Some(plies) } = solution.outcome else { return None };
        if solution.checks.first().is_none_or(|key| !key.duals.is_empty()) {
            return None;
        }
        let in_pdn = solution.with_pdn_numbers();
        let in_pdn = summed_up(&verdict(&in_pdn, effort), &in_pdn.line);
        Some(Stroke { side: solution.side, plies, verdict: verdict(&solution, effort), line: solution.line, in_pdn })
    }

    fn prover(&mut self, variant: Variant) -> Option<&mut Prover> {
        if self.prover.as_ref().is_none_or(|(of, _)| *of != variant) {
            let prover = Prover::open(variant, &self.tables, Prover::USUAL_SIZE);
            self.prover = prover.map(|prover| (variant, prover)).inspect_err(|error| log::error!("{error}")).ok();
        }
        self.prover.as_mut().map(|(_, prover)| prover)
    }
}

/// Whether the first move of a line gives a man away: after the reply, the mover is behind and cannot capture, or is
/// behind by two. Where the side without a move wins, that is no sacrifice.
pub(super) fn is_sacrifice(position: &AnyPosition, line: &[SpelledMove]) -> bool {
    let mover = position.side();
    let lead = |position: &AnyPosition| {
        let pieces = |side| (position.men(side).len() + position.kings(side).len()) as i32;
        pieces(mover) - pieces(!mover)
    };
    let after = line.iter().take(2).try_fold(*position, |before, mv| {
        let mv = parse_move(&before, &mv.hub()).ok()?;
        Some(before.succ(&mv))
    });
    let Some(after) = after.filter(|_| line.len() > 1) else { return false };
    let lost = lead(position) - lead(&after);
    position.variant().articles().no_move == NoMove::Loses && (lost > 1 || (lost > 0 && !after.has_capture()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::notation::fen;

    fn line(start: &str, moves: &[&str]) -> (AnyPosition, Vec<SpelledMove>) {
        let start = fen::parse(Variant::ENGLISH, start).expect("the FEN is well formed");
        let mut position = start;
        let spell = |text: &&str| {
            let mv = parse_move(&position, text).expect("the move is legal");
            let spelled = SpelledMove::new(&position, &mv);
            position = position.succ(&mv);
            spelled
        };
        let line = moves.iter().map(spell).collect();
        (start, line)
    }

    #[test]
    fn an_exchange_is_no_sacrifice() {
        for (start, moves, is_one) in [
            ("W:W30,29,22,21,9,6:B24,20,16,13,8,7", &["22-17", "13x22"][..], true),
            ("W:W30,29,22,21,9,6:B24,20,16,13,8,7", &["22-18"], false),
            ("W:W30,29,22,21,9,6:B24,20,16,13,8,7", &["22-18", "7-11"], false),
            ("W:W27,22:B15,8", &["22-18", "15x22"], true),
            ("W:W31,26,22:B15,8", &["22-18", "15x22"], false),
        ] {
            let (position, line) = line(start, moves);
            assert_eq!(is_sacrifice(&position, &line), is_one, "{start} {moves:?}");
        }
    }
}
