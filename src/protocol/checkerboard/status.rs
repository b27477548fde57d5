//! The status line, which CheckerBoard shows during a search and stores with the move.

use crownhead_engine::engine::Report;
use crownhead_engine::eval::{Score, ScoreClass};
use crownhead_engine::protocol::per_second;
use crownhead_engine::search::Verdict;
use crownhead_rules::notation::SpelledMove;

/// The reports of a search so far.
#[derive(Debug, Default)]
pub(super) struct Status {
    shows_all_moves: bool,
    /// The last report, which may be of a bound.
    latest: Option<Report>,
    completed: Option<Report>,
    /// Whether the iteration after it has found a move that does not lose.
    is_saved: bool,
    /// What a proof search has found out, in words, and the main line of a proven win.
    proof: Option<(String, Option<String>)>,
}

impl Status {
    pub(super) fn new(shows_all_moves: bool) -> Status {
        Status { shows_all_moves, ..Status::default() }
    }

    pub(super) fn take(&mut self, report: Report) {
        match report.verdict {
            Verdict::Exact => (self.completed, self.is_saved) = (Some(report.clone()), false),
            Verdict::FailHigh => self.is_saved |= !is_lost(report.score),
            Verdict::FailLow => (),
        }
        self.latest = Some(report);
    }

    pub(super) fn take_proof(&mut self, words: String, line: Option<String>) {
        self.proof = Some((words, line));
    }

    pub(super) fn is_proven_win(&self) -> bool {
        matches!(self.proof, Some((_, Some(_))))
    }

    /// The value of the last completed iteration; none if that is a loss, and the iteration after it has found a move that
    /// does not lose.
    pub(super) fn value(&self) -> Option<Score> {
        let score = self.completed.as_ref()?.score;
        (!self.is_saved || !is_lost(score)).then_some(score)
    }

    /// Whether the endgame tables know that the position is a draw, and so the move that keeps it one.
    pub(super) fn is_known_draw(&self) -> bool {
        self.completed.as_ref().is_some_and(|report| report.is_known_draw && report.score == Score::DRAW)
    }

    /// The line: what was proven, and otherwise what the search has found.
    pub(super) fn line(&self) -> String {
        match &self.proof {
            Some((words, Some(line))) => format!("{words}  pv {line}"),
            Some((words, None)) => format!("{words}  {}", self.search_line()),
            None => self.search_line(),
        }
    }

    /// The line of the search. All its figures come from the last report, so that they are consistent; the values of all moves, from the
    /// last completed iteration.
    fn search_line(&self) -> String {
        let (Some(latest), Some(completed)) = (&self.latest, &self.completed) else {
            return "thinking".to_owned();
        };
        let work = format!(
            "nodes {}  speed {}/s  time {:.1} s",
            amount(latest.nodes as f64),
            amount(per_second(latest.nodes, latest.time)),
            latest.time.as_secs_f64(),
        );
        if self.shows_all_moves {
            format!("{}  {work}", all_moves(completed))
        } else {
            format!("{}  {work}  pv {}", depth_and_value(latest), main_line(latest, completed))
        }
    }
}

const fn is_lost(score: Score) -> bool {
    matches!(score.class(), ScoreClass::Loss(_) | ScoreClass::KnownLoss(_))
}

/// The depth and the greatest depth, and the value for the side to move.
fn depth_and_value(report: &Report) -> String {
    let bound = match report.verdict {
        Verdict::FailLow => "<= ",
        Verdict::Exact => "",
        Verdict::FailHigh => ">= ",
    };
    format!("depth {}/{}  value {bound}{}", report.depth, report.selective_depth.get(), value(report.score))
}

/// The semi-PV. A bound mostly has only the best move; if the previous iteration has the same one, its longer line is used.
fn main_line(latest: &Report, completed: &Report) -> String {
    let pv = if latest.pv.first() == completed.pv.first() { &completed.pv } else { &latest.pv };
    pv.iter().map(SpelledMove::pdn).collect::<Vec<_>>().join(" ")
}

/// The depth, and every move with its value, the best first.
fn all_moves(report: &Report) -> String {
    let others = report.others.iter().map(|line| (&line.pv, line.score));
    let lines = std::iter::once((&report.pv, report.score)).chain(others);
    let scores = lines.filter_map(|(pv, score)| Some(format!("  {} {}", pv.first()?, value(score))));
    format!("depth {}{}", report.depth, scores.collect::<String>())
}

/// A value in men, or the number of moves to the end.
pub(super) fn value(score: Score) -> String {
    match score.class() {
        ScoreClass::Win(plies) => format!("win in {}", plies.get().div_ceil(2)),
        ScoreClass::Loss(plies) => format!("loss in {}", plies.get().div_ceil(2)),
        ScoreClass::KnownWin(plies) => format!("table win in {}", plies.get().div_ceil(2)),
        ScoreClass::KnownLoss(plies) => format!("table loss in {}", plies.get().div_ceil(2)),
        // A value that rounds to zero has no sign.
        ScoreClass::Heuristic if score.men().abs() < 0.005 => "0.00".to_owned(),
        ScoreClass::Heuristic => format!("{score:+.2}"),
    }
}

/// A number with about three digits.
fn amount(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.0}"),
        n if n < 1e6 => format!("{:.1}k", n / 1e3),
        n if n < 1e9 => format!("{:.1}M", n / 1e6),
        n => format!("{:.1}G", n / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_engine::engine::ReportedLine;
    use crownhead_engine::search::{Depth, Verdict};
    use crownhead_rules::notation::{fen, parse_move};
    use crownhead_rules::{Ply, Variant};
    use std::time::Duration;

    fn spelled(position: &str, mv: &str) -> SpelledMove {
        let position = fen::parse(Variant::ENGLISH, position).expect("the FEN is well formed");
        SpelledMove::new(&position, &parse_move(&position, mv).expect("the move is legal"))
    }

    fn report() -> Report {
        let pv = vec![spelled("B:W26:B15,1", "15-18"), spelled("W:W26:B18,1", "26-23")];
        Report {
            depth: Depth::new(7),
            mean_depth: 6.25,
            selective_depth: Ply::new(19),
            score: Score::from_men(-0.256_789),
            is_known_draw: false,
            verdict: Verdict::Exact,
            nodes: 1_520_000,
            time: Duration::from_millis(250),
            known_hits: 7,
            table_fill: 42,
            pv,
            others: Vec::new(),
        }
    }

    #[test]
    fn a_line_has_every_figure() {
        let mut status = Status::default();
        assert_eq!((status.line().as_str(), status.value()), ("thinking", None));
        status.take(report());
        assert_eq!(status.line(), "depth 7/19  value -0.26  nodes 1.5M  speed 6.1M/s  time 0.2 s  pv 15-18 26-23");
    }

    #[test]
    fn a_bound_changes_the_line_but_neither_the_value_nor_what_is_known_to_follow() {
        let mut status = Status::default();
        status.take(report());
        let best_alone = report().pv[..1].to_vec();
        let bound = Report {
            depth: Depth::new(8),
            verdict: Verdict::FailHigh,
            score: Score::from_men(0.5),
            pv: best_alone,
            ..report()
        };
        status.take(bound.clone());
        let line = status.line();
        assert!(line.starts_with("depth 8/19  value >= +0.50 ") && line.ends_with("pv 15-18 26-23"), "{line}");
        assert_eq!(status.value(), Some(report().score));
        status.take(Report { pv: vec![spelled("B:W26:B15,1", "1-5")], ..bound });
        let line = status.line();
        assert!(line.ends_with("pv 1-5"), "{line}");
    }

    #[test]
    fn a_loss_that_the_next_iteration_refutes_is_no_value() {
        let lost = Report { score: Score::loss_in(Ply::new(30)), ..report() };
        let bound = |score| Report { verdict: Verdict::FailHigh, score, ..report() };
        let value = |bound: Report| {
            let mut status = Status::default();
            status.take(lost.clone());
            status.take(bound);
            status.take(Report { verdict: Verdict::FailLow, score: Score::from_men(0.3), ..report() });
            status.value()
        };
        assert_eq!(value(bound(Score::from_men(-1.0))), None);
        assert_eq!(value(bound(Score::loss_in(Ply::new(40)))), Some(lost.score));
    }

    #[test]
    fn all_moves_stand_in_order_of_value() {
        let mut status = Status::new(true);
        let other = |text, men| ReportedLine { score: Score::from_men(men), pv: vec![spelled("B:W26:B15,1", text)] };
        status.take(Report { others: vec![other("1-6", -0.3), other("1-5", -0.5)], ..report() });
        let line = "depth 7  15-18 -0.26  1-6 -0.30  1-5 -0.50  nodes 1.5M  speed 6.1M/s  time 0.2 s";
        assert_eq!(status.line(), line);
        status.take(Report { depth: Depth::new(8), verdict: Verdict::FailLow, ..report() });
        assert_eq!(status.line(), line);
    }

    #[test]
    fn what_was_proven_comes_first() {
        let mut status = Status::default();
        status.take_proof("Not proven: no win found within 9 nodes.".to_owned(), None);
        assert_eq!(status.line(), "Not proven: no win found within 9 nodes.  thinking");
        assert!(!status.is_proven_win());
        status.take_proof("Proven: Black wins in at most 3 plies; sound.".to_owned(), Some("15-18".to_owned()));
        assert_eq!(status.line(), "Proven: Black wins in at most 3 plies; sound.  pv 15-18");
        assert!(status.is_proven_win());
    }

    #[test]
    fn values_say_what_is_known() {
        for (score, text) in [
            (Score::win_in(Ply::new(5)), "win in 3"),
            (Score::loss_in(Ply::new(6)), "loss in 3"),
            (Score::from_men(89.91), "table win in 5"),
            (Score::from_men(-89.8), "table loss in 10"),
            (Score::from_men(-0.004), "0.00"),
            (Score::from_men(1.0), "+1.00"),
        ] {
            assert_eq!(value(score), text);
        }
    }

    #[test]
    fn amounts_are_short() {
        for (number, text) in [(0.0, "0"), (999.0, "999"), (1500.0, "1.5k"), (12_340_000.0, "12.3M"), (2e9, "2.0G")] {
            assert_eq!(amount(number), text);
        }
    }
}
