//! The HTML page of a chart.

use std::fmt::Write;

use super::course::Tally;
use super::openings::rows;
use super::plot::scale;
use super::{PlayedMatch, svg};
use crate::plot::PlotError;
use crate::statistics::Verdict;

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
svg{max-width:100%;height:auto}table{border-collapse:collapse;margin:1em 0}\
th,td{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}\
th:first-child,td:first-child{text-align:left}";

/// A page with the figures of the match, the drawing and a table of the openings. It has no external resources.
///
/// # Errors
/// [`PlotError`], as [`svg`].
pub fn html(played: &PlayedMatch) -> Result<String, PlotError> {
    let title = escaped(&format!("{} against {}", played.first, played.second));
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}{}\n{}</body>\n</html>\n",
        figures(played),
        svg(played)?,
        table(played)
    ))
}

/// The statistics of the match as a table of two columns.
fn figures(played: &PlayedMatch) -> String {
    let tally = Tally::of(&played.games);
    let sample = tally.results.sample();
    let (games, pairs) = (tally.results.games, tally.results.pairs);
    let or_unknown = |figure: Option<String>| figure.unwrap_or_else(|| "unknown".to_owned());
    let mut lines = vec![
        ("Games", format!("{} (+{} ={} -{})", games.games(), games.wins, games.draws, games.losses)),
        ("Score", or_unknown(sample.score().map(|score| format!("{score:.4}")))),
        ("Elo", or_unknown(sample.elo().map(|elo| elo.to_string()))),
        ("Normalised Elo", or_unknown(sample.normalised_elo().map(|elo| elo.to_string()))),
        ("Likelihood of superiority", format!("{:.2} %", 100.0 * sample.los())),
    ];
    if pairs.pairs() > 0 {
        lines.push(("Pairs by points (0, 1/2, 1, 3/2, 2)", format!("{:?}", pairs.pentanomial())));
    }
    lines.extend(test(played, &tally).map(|text| ("Test", text)));
    let mut table = String::from("<table>\n");
    for (name, value) in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "<tr><td>{name}</td><td>{}</td></tr>", escaped(&value));
    }
    table + "</table>\n"
}

fn test(played: &PlayedMatch, tally: &Tally) -> Option<String> {
    let test = played.sprt.as_ref()?;
    let [elo0, elo1] = test.hypotheses();
    let (llr, scale) = (tally.llr(test), scale(test));
    let verdict = match test.verdict(llr) {
        Verdict::AcceptH0 => format!("{elo0} {scale} accepted"),
        Verdict::AcceptH1 => format!("{elo1} {scale} accepted"),
        Verdict::Continue => "no verdict".to_owned(),
    };
    let (lower, upper) = (test.lower(), test.upper());
    Some(format!("LLR {llr:.2} ({lower:.2}, {upper:.2}) of [{elo0}, {elo1}] {scale}: {verdict}"))
}

/// The openings, the best for the first player first.
fn table(played: &PlayedMatch) -> String {
    let mut table = format!(
        "<table>\n<tr><th>Opening</th><th>Games</th><th>Won by {}</th><th>Drawn</th><th>Lost</th><th>Score</th></tr>\n",
        escaped(&played.first)
    );
    for row in rows(&played.games) {
        let games = row.games;
        let _ = writeln!(
            table,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.3}</td></tr>",
            escaped(row.opening),
            games.games(),
            games.wins,
            games.draws,
            games.losses,
            games.points() / games.games() as f64
        );
    }
    table + "</table>\n"
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
