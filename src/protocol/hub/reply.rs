//! The lines `id`, `info`, `done` and `error` of the engine; its short replies, `ready` for one, are in `dialect.rs`.

use std::time::Duration;

use super::line::Reply;
use crate::engine::{Answer, Report, SetupError};
use crate::eval::Score;
use crate::notation::SpelledMove;
use crate::search::Verdict;

/// The name and the author.
pub(super) fn id() -> String {
    let id = Reply::new("id").arg("name", "Crownhead").arg("version", env!("CARGO_PKG_VERSION"));
    id.arg("author", "the Crownhead authors").text()
}

/// The report of a search: one line of text per line of moves.
pub(super) fn infos(report: &Report) -> Vec<String> {
    let others = report.others.iter().map(|line| info(report, line.score, &line.pv));
    let first = info(report, report.score, &report.pv);
    let first = if report.verdict == Verdict::FailHigh { first.arg("bound", "lower") } else { first };
    let lines = [first].into_iter().chain(others);
    if report.others.is_empty() {
        return lines.map(Reply::text).collect();
    }
    lines.zip(1..).map(|(line, number)| line.arg("multipv", number).text()).collect()
}

/// Clients read the fields by position, so all are always present in this order; additional fields come last.
fn info(report: &Report, value: Score, pv: &[SpelledMove]) -> Reply {
    let pv: Vec<_> = pv.iter().map(SpelledMove::hub).collect();
    Reply::new("info")
        .arg("depth", report.depth)
        .arg("mean-depth", format_args!("{:.1}", report.mean_depth))
        .arg("score", score(value))
        .arg("nodes", report.nodes)
        .arg("time", format_args!("{:.3}", report.time.as_secs_f64()))
        .arg("nps", format_args!("{:.2}", millions_per_second(report.nodes, report.time)))
        .arg("pv", pv.join(" "))
}

/// The answer to a `go`, without a move if there is no legal move.
pub(super) fn done(answer: &Answer, names_ponder_move: bool) -> String {
    let mut reply = Reply::new("done");
    if let Some(best) = &answer.best {
        reply = reply.arg("move", best.hub());
    }
    if let Some(ponder) = answer.ponder.as_ref().filter(|_| names_ponder_move) {
        reply = reply.arg("ponder", ponder.hub());
    }
    reply.text()
}

/// An error in a position or its moves.
pub(super) fn error(error: &SetupError) -> String {
    let kind = match error {
        SetupError::Position(_) => "bad position",
        SetupError::Move { .. } => "illegal move",
    };
    Reply::new("error").arg("message", format_args!("{kind}: {error}")).text()
}

/// A score in men with two decimals. It never reaches 100, which would be a win in 0 plies and which clients treat as
/// an error. Zero has no sign.
fn score(score: Score) -> String {
    const MOST_HUNDREDTHS: f64 = 9_999.0;
    let hundredths = (score.men() * 100.0).round().clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS);
    // Adding zero makes the negative zero a positive one.
    format!("{:.2}", hundredths / 100.0 + 0.0)
}

fn millions_per_second(nodes: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { nodes as f64 / 1e6 / time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Line;
    use crate::notation::{NotationError, fen, parse_move};
    use crate::rules::{Ply, Variant};
    use crate::search::{Depth, Verdict};

    fn spelled(position: &str, mv: &str) -> SpelledMove {
        let position = fen::parse(Variant::INTERNATIONAL, position).expect("the FEN is well formed");
        SpelledMove::new(&position, &parse_move(&position, mv).expect("the move is legal"))
    }

    #[test]
    fn scores_are_plain_decimals() {
        for (men, text) in [
            (0.0, "0.00"),
            (-0.001, "0.00"),
            (-0.01, "-0.01"),
            (1.239, "1.24"),
            (-79.99, "-79.99"),
            (99.87, "99.87"),
            (100.0, "99.99"),
            (-101.0, "-99.99"),
        ] {
            assert_eq!(score(Score::from_men(men)), text);
        }
        assert_eq!(score(Score::win_in(Ply::new(13))), "99.87");
    }

    #[test]
    fn an_info_line_has_every_field_in_order() {
        let report = Report {
            depth: Depth::new(7),
            mean_depth: 6.25,
            selective_depth: Ply::new(19),
            score: Score::from_men(-0.256),
            is_known_draw: false,
            verdict: Verdict::Exact,
            nodes: 1_500_000,
            time: Duration::from_millis(250),
            known_hits: 7,
            table_fill: 42,
            pv: vec![spelled("W:W32:B1", "32-28"), spelled("B:W28:B1", "1-7")],
            others: Vec::new(),
        };
        assert_eq!(
            infos(&report),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.250 nps=6.00 pv=\"32-28 1-7\""]
        );
        let first = Report { time: Duration::ZERO, pv: vec![spelled("W:W28:B23,14", "28x10")], ..report };
        assert_eq!(
            infos(&first),
            ["info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23"]
        );
        let second = Line { score: Score::from_men(-1.0), pv: vec![spelled("W:W32:B1", "32-27")] };
        assert_eq!(
            infos(&Report { others: vec![second], ..first }),
            [
                "info depth=7 mean-depth=6.2 score=-0.26 nodes=1500000 time=0.000 nps=0.00 pv=28x10x14x23 multipv=1",
                "info depth=7 mean-depth=6.2 score=-1.00 nodes=1500000 time=0.000 nps=0.00 pv=32-27 multipv=2",
            ]
        );
    }

    #[test]
    fn an_answer_names_what_there_is() {
        let (best, ponder) = (Some(spelled("W:W28:B23,14", "28x10")), Some(spelled("B:W28:B1", "1-7")));
        let answer = Answer { best, ponder };
        assert_eq!(done(&answer, true), "done move=28x10x14x23 ponder=1-7");
        assert_eq!(done(&answer, false), "done move=28x10x14x23");
        assert_eq!(done(&Answer { best: None, ponder: None }, true), "done");
    }

    #[test]
    fn errors_are_one_argument() {
        let cause = NotationError::NotAMove { token: "a=\"b\"".to_owned() };
        let line = error(&SetupError::Move { number: 3, cause });
        assert!(line.starts_with("error message=\"illegal move: move 3: "), "{line}");
        assert!(line.ends_with('"') && line.matches('"').count() == 2 && line.matches('=').count() == 1, "{line}");
    }
}
