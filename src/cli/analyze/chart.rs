//! The graphs of the games of a file, as SVG.

use std::path::Path;

use crate::cli::error::CliError;
use crate::plot::{self, Mark, Plot, Series, plain};
use crate::review::{Appraisal, Judgement, Thresholds};
use crate::statistics::Estimate;
use crownhead_engine::support::journal;
use crownhead_rules::Side;
use crownhead_rules::notation::pdn::PdnGame;

/// Values are drawn up to this number of men; beyond it a game is decided.
const MOST_MEN: f64 = 3.0;

/// The graph of a game: the value for White after each move, with the mistakes marked.
pub(super) fn plot(game: &PdnGame, appraisals: &[Appraisal], thresholds: &Thresholds) -> Plot {
    let name = |tag| game.tags.known(tag).unwrap_or("?");
    let point = |appraisal: &Appraisal| {
        let sign = if appraisal.side() == Side::White { 1.0 } else { -1.0 };
        let men = sign * appraisal.played.men();
        ((appraisal.ply + 1) as f64, men.clamp(-MOST_MEN, MOST_MEN))
    };
    let value = appraisals.iter().map(point).map(|(ply, men)| (ply, Estimate::exact(men)));
    let level = appraisals.first().into_iter().chain(appraisals.last()).map(|end| (point(end).0, Estimate::exact(0.0)));
    let mistakes = appraisals.iter().filter_map(|appraisal| {
        let mark = match thresholds.judge(appraisal.lost_points()) {
            Judgement::Fine => return None,
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        };
        Some(Mark { name: format!("{}: {}{mark}", appraisal.ply + 1, appraisal.mv), point: point(appraisal) })
    });
    Plot {
        name: format!("game {}", game.number),
        title: format!("{}. {} - {}", game.number, name("White"), name("Black")),
        x: "half-moves".to_owned(),
        y: "value for White (men)".to_owned(),
        logarithmic: false,
        series: vec![
            Series { name: "value".to_owned(), points: value.collect() },
            Series { name: "even".to_owned(), points: level.collect() },
        ],
        marks: mistakes.collect(),
    }
}

pub(super) fn write(path: &Path, plots: &[Plot]) -> Result<(), CliError> {
    let drawn = plot::svg(plots, "", &plain).map_err(CliError::of_file(path))?;
    journal::overwrite(path, drawn.as_bytes()).map_err(CliError::of_file(path))
}
