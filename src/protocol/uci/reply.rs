//! The replies of the engine.

use std::time::Duration;

use crate::engine::{Answer, Report, SetupError};
use crate::eval::{Score, ScoreClass};
use crate::notation::SpelledMove;
use crate::search::Verdict;

/// The name and the author.
pub(super) const ID: [&str; 2] =
    [concat!("id name Crownhead ", env!("CARGO_PKG_VERSION")), "id author the Crownhead authors"];

/// The report of a search: one line of text per line of moves.
pub(super) fn infos(report: &Report) -> Vec<String> {
    let others = report.others.iter().map(|line| (line.score, &line.pv));
    let lines = [(report.score, &report.pv)].into_iter().chain(others).zip(1..);
    lines.map(|((value, pv), number)| info(report, number, value, pv)).collect()
}

fn info(report: &Report, number: usize, value: Score, pv: &[SpelledMove]) -> String {
    let pv: Vec<_> = pv.iter().map(SpelledMove::pdn).collect();
    let bound = match report.verdict {
        Verdict::FailLow => " upperbound",
        Verdict::Exact => "",
        Verdict::FailHigh => " lowerbound",
    };
    format!(
        "info depth {} seldepth {} multipv {number} score {}{bound} value {:.6} nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        report.depth,
        report.selective_depth.get(),
        score(value),
        value,
        report.nodes,
        per_second(report.nodes, report.time),
        report.table_fill,
        report.known_hits,
        report.time.as_millis(),
        pv.join(" "),
    )
}

/// A score in hundredths of a man, or in moves to the end of the game, negative if the side to move loses.
fn score(score: Score) -> String {
    match score.class() {
        ScoreClass::Win(plies) => format!("mate {}", plies.get().div_ceil(2)),
        ScoreClass::Loss(plies) => format!("mate -{}", plies.get().div_ceil(2)),
        ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_) | ScoreClass::Heuristic => {
            format!("cp {}", (score.men() * 100.0).round() as i32)
        }
    }
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (nodes as f64 / time.as_secs_f64()) as u64 }
}

/// The answer to a `go`.
pub(super) fn best_move(answer: &Answer, names_ponder_move: bool) -> String {
    let Some(best) = &answer.best else { return "bestmove (none)".to_owned() };
    match &answer.ponder {
        Some(ponder) if names_ponder_move => format!("bestmove {best} ponder {ponder}"),
        _ => format!("bestmove {best}"),
    }
}

/// An error in a position or its moves.
pub(super) fn setup_error(error: &SetupError) -> String {
    match error {
        SetupError::Position(_) => note(format_args!("bad position: {error}")),
        SetupError::Move { .. } => note(format_args!("illegal move: {error}")),
    }
}

/// A message to the user, in ASCII on one line.
pub(super) fn note(text: impl std::fmt::Display) -> String {
    let plain = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
    format!("info string {text}").chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Line;
    use crate::notation::{NotationError, fen, parse_move};
    use crate::rules::{Ply, Variant};
    use crate::search::Depth;

    fn spelled(position: &str, mv: &str) -> SpelledMove {
        let position = fen::parse(Variant::INTERNATIONAL, position).expect("the FEN is well formed");
        SpelledMove::new(&position, &parse_move(&position, mv).expect("the move is legal"))
    }

    fn report() -> Report {
        Report {
            depth: Depth::new(7),
            mean_depth: 6.25,
            selective_depth: Ply::new(19),
            score: Score::from_men(-0.256_789),
            is_known_draw: false,
            verdict: Verdict::Exact,
            nodes: 1_500_000,
            time: Duration::from_millis(250),
            known_hits: 7,
            table_fill: 42,
            pv: vec![spelled("W:W28:B23,14", "28x10"), spelled("B:W28:B1", "1-7")],
            others: Vec::new(),
        }
    }

    fn first(report: &Report) -> String {
        infos(report).remove(0)
    }

    #[test]
    fn an_info_line_has_every_field() {
        assert_eq!(
            first(&report()),
            "info depth 7 seldepth 19 multipv 1 score cp -26 value -0.256789 nodes 1500000 nps 6000000 \
             hashfull 42 tbhits 7 time 250 pv 28x10 1-7"
        );
        let quick = first(&Report { time: Duration::ZERO, ..report() });
        assert!(quick.contains(" nps 0 ") && quick.contains(" time 0 "), "{quick}");
    }

    #[test]
    fn every_line_has_its_number() {
        let other = |men, mv| Line { score: Score::from_men(men), pv: vec![spelled("W:W32:B1", mv)] };
        let others = vec![other(-0.5, "32-27"), other(-99.98, "32-28")];
        let lines = infos(&Report { others, ..report() });
        let ends = [
            (" multipv 1 score cp -26 value -0.256789 ", " pv 28x10 1-7"),
            (" multipv 2 score cp -50 value -0.500000 ", " pv 32-27"),
            (" multipv 3 score mate -1 value -99.980000 ", " pv 32-28"),
        ];
        assert_eq!(lines.len(), ends.len());
        for (line, (middle, end)) in lines.iter().zip(ends) {
            assert!(line.contains(middle) && line.ends_with(end), "{line}");
        }
    }

    #[test]
    fn a_bound_says_that_it_is_one() {
        for (verdict, text) in [
            (Verdict::FailLow, " score cp -26 upperbound value -0.256789 "),
            (Verdict::FailHigh, " score cp -26 lowerbound value -0.256789 "),
        ] {
            let line = first(&Report { verdict, ..report() });
            assert!(line.contains(text), "{line}");
        }
    }

    #[test]
    fn wins_and_losses_are_counted_in_moves() {
        for (value, text) in [
            (Score::win_in(Ply::new(1)), "mate 1"),
            (Score::win_in(Ply::new(5)), "mate 3"),
            (Score::loss_in(Ply::new(1)), "mate -1"),
            (Score::loss_in(Ply::new(2)), "mate -1"),
            (Score::loss_in(Ply::new(6)), "mate -3"),
            (Score::from_men(85.0), "cp 8500"),
            (Score::from_men(-0.004), "cp 0"),
            (Score::from_men(79.99), "cp 7999"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn an_answer_names_what_there_is() {
        let (best, ponder) = (Some(spelled("W:W28:B23,14", "28x10")), Some(spelled("B:W28:B1", "1-7")));
        let answer = Answer { best, ponder };
        assert_eq!(best_move(&answer, true), "bestmove 28x10 ponder 1-7");
        assert_eq!(best_move(&answer, false), "bestmove 28x10");
        assert_eq!(best_move(&Answer { best: None, ponder: None }, true), "bestmove (none)");
    }

    #[test]
    fn notes_stay_on_their_line() {
        let cause = NotationError::NotAMove { token: "a\u{e9}\tb".to_owned() };
        let line = setup_error(&SetupError::Move { number: 3, cause });
        assert!(line.starts_with("info string illegal move: move 3: ") && line.is_ascii(), "{line}");
        assert!(!line.contains('\t'), "{line}");
    }
}
