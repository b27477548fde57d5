//! The text of the analysis of a position, iteration by iteration.

use std::io::{self, Write};

use super::analyst::Analyst;
use crate::board::diagram;
use crate::cli::error::CliError;
use crate::cli::eval::explain;
use crate::cli::terminal::canvas;
use crate::review::{first_move, score_text};
use crownhead_engine::book::Book;
use crownhead_engine::engine::{Report, ReportedLine};
use crownhead_engine::eval::{Evaluation, Score, ScoreClass};
use crownhead_rules::notation::{SpelledMove, counted};
use crownhead_rules::{AnyPosition, Game, Side};

const USUAL_WIDTH: usize = 80;

/// Draws the last position of a game, searches it, and writes what the opening book has there, a row for each line of
/// each iteration, and the result.
pub(super) fn write_position(
    game: &Game,
    evaluation: Option<&Evaluation>,
    analyst: &mut Analyst,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let position = game.position();
    if let Some(evaluation) = evaluation {
        explain(out, evaluation, position)?;
        writeln!(out)?;
    }
    let canvas = canvas();
    let width = canvas.width;
    for row in diagram(position, canvas) {
        writeln!(out, "{row}")?;
    }
    let [white, black] = Side::ALL.map(|side| format!("{side}: {}", army(position, side)));
    writeln!(out, "\n{} to move. {white}. {black}.", position.side())?;
    if let Some(win) = position.win() {
        let verb = if win.winner == position.side() { "wins" } else { "loses" };
        return Ok(writeln!(out, "{} has no move and {verb}.", position.side())?);
    }
    let options = analyst.options();
    let threads = counted(options.search.threads.get() as u64, "thread", "threads");
    let effort = analyst.effort();
    writeln!(
        out,
        "{}: {}, {threads}, a table of {}, at most {effort}.\n",
        position.variant(),
        options.search.driver,
        options.table_size
    )?;
    if let Some(book) = analyst.book() {
        write_book(book, game, out)?;
    }
    let mut table = Table { width, several: analyst.lines().get() > 1, out };
    table.heading(position.side())?;
    let last = analyst.search_all(|report| table.iteration(report))?;
    let Some(report) = last else { return Ok(()) };
    conclude(&report, position.side(), width, out)?;
    if let Some(stroke) = analyst.stroke(&Game::new(*position), &report) {
        let words: Vec<_> = format!("A problem: {stroke}").split(' ').map(str::to_owned).collect();
        writeln!(out)?;
        wrapped(&words, width.unwrap_or(USUAL_WIDTH)).iter().try_for_each(|row| writeln!(out, "{row}"))?;
    }
    Ok(())
}

/// Writes a row for each move of the opening book, or which move of the game has left it.
fn write_book(book: &Book, game: &Game, out: &mut impl Write) -> io::Result<()> {
    let Some((ply, entry)) = book.last_known(game.positions()) else { return Ok(()) };
    if let Some(left) = game.moves().get(ply) {
        let left = SpelledMove::new(&entry.position, left).pdn();
        return writeln!(out, "Out of the book since move {}, {left}.\n", ply / 2 + 1);
    }
    let share = match entry.games() {
        0 => String::new(),
        games => format!(", and the share of {}", counted(games, "game", "games")),
    };
    writeln!(out, "{:>12}  score for {}{share}", "book move", entry.position.side())?;
    for known in &entry.moves {
        let mv = SpelledMove::new(&entry.position, &known.mv).pdn();
        let value = known.value.map_or_else(|| "-".to_owned(), |value| score_text(value, false));
        let share = entry.share(known).map(|share| format!("  {:>5.1} %", 100.0 * share)).unwrap_or_default();
        writeln!(out, "{mv:>12}  {value:>6}{share}")?;
    }
    writeln!(out)
}

/// The table of iterations, with a row for each line.
struct Table<'a, W> {
    width: Option<usize>,
    several: bool,
    out: &'a mut W,
}

impl<W: Write> Table<'_, W> {
    fn heading(&mut self, side: Side) -> io::Result<()> {
        let heading = format!("{}  score for {side}, and the line", columns(["depth", "nodes", "Mnodes/s", "time/s"]));
        writeln!(self.out, "{heading}")
    }

    fn iteration(&mut self, report: &Report) -> io::Result<()> {
        let seconds = report.time.as_secs_f64();
        // The minimum time avoids a division by zero.
        let speed = report.nodes as f64 / seconds.max(1e-6) / 1e6;
        let figures =
            [report.depth.to_string(), report.nodes.to_string(), format!("{speed:.2}"), format!("{seconds:.2}")];
        let mut figures = columns(figures.each_ref().map(String::as_str));
        let first = ReportedLine { score: report.score, pv: report.pv.clone() };
        for (rank, line) in std::iter::once(&first).chain(&report.others).enumerate() {
            // What the tables know is printed once: the conclusion has the whole line.
            let is_concluded = rank == 0 && is_by_table(line.score, report.is_known_draw);
            let rank = if self.several { format!("{:>4}.", rank + 1) } else { String::new() };
            self.row(&format!("{figures}{rank}"), line, is_concluded, report.is_known_draw)?;
            figures = columns([""; 4]);
        }
        Ok(())
    }

    fn row(&mut self, figures: &str, line: &ReportedLine, is_short: bool, is_known_draw: bool) -> io::Result<()> {
        let beginning = format!("{figures}  {:>6}  ", score_text(line.score, is_known_draw));
        let room = self.width.map(|width| width.saturating_sub(beginning.chars().count()));
        writeln!(self.out, "{beginning}{}", fitted(&moves(&line.pv), if is_short { Some(0) } else { room }))
    }
}

/// Whether the endgame tables know a score.
fn is_by_table(score: Score, is_known_draw: bool) -> bool {
    matches!(score.class(), ScoreClass::KnownWin(_) | ScoreClass::KnownLoss(_))
        || (is_known_draw && score == Score::DRAW)
}

fn columns([depth, nodes, speed, time]: [&str; 4]) -> String {
    format!("{depth:>5}{nodes:>12}{speed:>10}{time:>8}")
}

/// Prints the result with the complete best line.
fn conclude(report: &Report, side: Side, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    let best = ReportedLine { score: report.score, pv: report.pv.clone() };
    writeln!(out, "\nAt depth {} {side}'s best is {}:", report.depth, first_move(&best, report.is_known_draw))?;
    for row in wrapped(&moves(&report.pv), width.unwrap_or(USUAL_WIDTH)) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// The material of a side: `8 men, 1 king`.
fn army(position: &AnyPosition, side: Side) -> String {
    let men = u64::from(position.men(side).len());
    let kings = u64::from(position.kings(side).len());
    let parts = [(men, "man", "men"), (kings, "king", "kings")];
    let present = parts.iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<_> = present.map(|(count, one, many)| counted(*count, one, many)).collect();
    if parts.is_empty() { "no pieces".to_owned() } else { parts.join(", ") }
}

fn moves(line: &[SpelledMove]) -> Vec<String> {
    line.iter().map(SpelledMove::pdn).collect()
}

/// The words that fit into a number of characters, with `...` for the others; the first is always included.
fn fitted(words: &[String], width: Option<usize>) -> String {
    const MORE: &str = " ...";
    let whole = words.join(" ");
    let Some(width) = width.filter(|width| whole.len() > *width) else { return whole };
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            if text.len() + 1 + word.len() + MORE.len() > width {
                return text + MORE;
            }
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// All words, wrapped into lines of a maximum width where possible.
fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Variant;
    use crownhead_rules::notation::fen;

    #[test]
    fn armies_are_counted() {
        let position = fen::parse(Variant::ENGLISH, "B:WK32,21,22:BK1").expect("the FEN is well formed");
        let armies = Side::ALL.map(|side| army(&position, side));
        assert_eq!(armies, ["2 men, 1 king", "1 king"]);
        let position = fen::parse(Variant::ENGLISH, "B:W:BK1").expect("the FEN is well formed");
        assert_eq!(army(&position, Side::White), "no pieces");
    }

    #[test]
    fn lines_are_cut_or_broken_between_moves() {
        let words = ["32-28", "19-23", "28x19"].map(str::to_owned);
        assert_eq!(fitted(&words, None), "32-28 19-23 28x19");
        assert_eq!(fitted(&words, Some(17)), "32-28 19-23 28x19");
        assert_eq!(fitted(&words, Some(16)), "32-28 19-23 ...");
        assert_eq!(fitted(&words, Some(14)), "32-28 ...");
        assert_eq!(fitted(&words, Some(1)), "32-28 ...");
        assert_eq!(fitted(&words[..1], Some(1)), "32-28");
        assert_eq!(wrapped(&words, 11), ["32-28 19-23", "28x19"]);
        assert_eq!(wrapped(&words, 3), ["32-28", "19-23", "28x19"]);
        assert_eq!(wrapped(&[], 3), [""; 0]);
    }
}
