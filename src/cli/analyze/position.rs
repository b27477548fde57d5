//! `crownhead analyze --fen`: one position, iteration by iteration.

use std::io::{self, Write};

use super::AnalyzeError;
use super::analyst::Analyst;
use super::json::{Record, colour};
use super::limits::in_words;
use super::words::{army, first_move, fitted, moves, verdict, wrapped};
use crate::board::diagram;
use crate::engine::{Line, Report};
use crate::notation::{counted, fen};
use crate::rules::{Position, Rules, Side, VariantVisitor};

/// The default line width.
const USUAL_WIDTH: usize = 80;

/// The reader of the output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    /// A person, with the width of the terminal if there is one.
    Person(Option<usize>),
    /// A program.
    Program,
}

/// The analysis of a position.
pub(super) struct PositionAnalysis<'a, W> {
    /// The start position if there is none.
    pub(super) fen: Option<&'a str>,
    pub(super) analyst: &'a mut Analyst,
    pub(super) reader: Reader,
    pub(super) out: &'a mut W,
}

impl<W: Write> VariantVisitor for PositionAnalysis<'_, W> {
    type Output = Result<(), AnalyzeError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let PositionAnalysis { fen: text, analyst, reader, out } = self;
        let position = text.map_or_else(|| Ok(Position::<R>::start()), fen::parse)?;
        analyst.set_position(&fen::write(&position), &[])?;
        match reader {
            Reader::Program => tell_program(&position, analyst, out),
            Reader::Person(width) => tell_person(&position, analyst, width, out),
        }
    }
}

fn tell_program<R: Rules>(
    position: &Position<R>,
    analyst: &mut Analyst,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
    let (fen, side) = (fen::write(position), colour(position.side()));
    Record::Position { variant: R::NAME, fen, side }.write(out)?;
    let last = analyst.search_all(|report| Record::iteration(report).write(out))?;
    Ok(Record::answer(last.as_ref()).write(out)?)
}

fn tell_person<R: Rules>(
    position: &Position<R>,
    analyst: &mut Analyst,
    width: Option<usize>,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
    for row in diagram(position, width) {
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
    let effort = in_words(&analyst.plan().bound);
    writeln!(
        out,
        "{}: {}, {threads}, a table of {}, at most {effort}.\n",
        R::NAME,
        options.search.driver,
        options.table_size
    )?;
    let mut table = Table { width, several: analyst.plan().lines.get() > 1, out };
    table.heading(position.side())?;
    let last = analyst.search_all(|report| table.iteration(report))?;
    match last {
        Some(report) => Ok(conclude(&report, position.side(), width, out)?),
        None => Ok(()),
    }
}

/// The table of iterations, with a row for each line.
struct Table<'a, W> {
    width: Option<usize>,
    several: bool,
    out: &'a mut W,
}

impl<W: Write> Table<'_, W> {
    fn heading(&mut self, side: Side) -> io::Result<()> {
        let heading =
            format!("{}  score for {side}, and the line", columns(["depth", "nodes", "Mnodes/s", "time/s"]));
        writeln!(self.out, "{heading}")
    }

    fn iteration(&mut self, report: &Report) -> io::Result<()> {
        let seconds = report.time.as_secs_f64();
        // The minimum time avoids a division by zero.
        let speed = report.nodes as f64 / seconds.max(1e-6) / 1e6;
        let figures = [
            report.depth.to_string(),
            report.nodes.to_string(),
            format!("{speed:.2}"),
            format!("{seconds:.2}"),
        ];
        let mut figures = columns(figures.each_ref().map(String::as_str));
        let first = Line { score: report.score, pv: report.pv.clone() };
        for (rank, line) in std::iter::once(&first).chain(&report.others).enumerate() {
            let rank = if self.several { format!("{:>4}.", rank + 1) } else { String::new() };
            self.row(&format!("{figures}{rank}"), line)?;
            figures = columns([""; 4]);
        }
        Ok(())
    }

    fn row(&mut self, figures: &str, line: &Line) -> io::Result<()> {
        let beginning = format!("{figures}  {:>6}  ", verdict(line.score));
        let room = self.width.map(|width| width.saturating_sub(beginning.chars().count()));
        writeln!(self.out, "{beginning}{}", fitted(&moves(&line.pv), room))
    }
}

fn columns([depth, nodes, speed, time]: [&str; 4]) -> String {
    format!("{depth:>5}{nodes:>12}{speed:>10}{time:>8}")
}

/// Prints the result with the complete best line.
fn conclude(report: &Report, side: Side, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    let best = Line { score: report.score, pv: report.pv.clone() };
    writeln!(out, "\nAt depth {} {side}'s best is {}:", report.depth, first_move(&best))?;
    for row in wrapped(&moves(&report.pv), width.unwrap_or(USUAL_WIDTH)) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}
