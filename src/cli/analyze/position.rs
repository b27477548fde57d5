//! `crownhead analyze --fen`: one position, iteration by iteration.

use std::io::{self, Write};

use super::AnalyzeError;
use super::analyst::Analyst;
use super::json::{Record, colour};
use super::limits::in_words;
use super::words::{army, first_move, fitted, moves, verdict_of, wrapped};
use crate::board::{Canvas, diagram};
use crate::cli::explanation::{self, ExplanationRecord};
use crate::engine::{Line, Report};
use crate::eval::Evaluation;
use crate::notation::{counted, fen, parse_move};
use crate::rules::{AnyPosition, Side, Variant};

/// The default line width.
const USUAL_WIDTH: usize = 80;

/// The reader of the output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    /// A person, and what the board is drawn on.
    Person(Canvas),
    /// A program.
    Program,
}

/// The analysis of a position.
pub(super) struct PositionAnalysis<'a, W> {
    pub(super) variant: Variant,
    /// The start position if there is none.
    pub(super) fen: Option<&'a str>,
    /// The moves that lead on from there, separated by blanks.
    pub(super) moves: &'a str,
    /// Whether to show where its value comes from.
    pub(super) explains: bool,
    pub(super) analyst: &'a mut Analyst,
    pub(super) reader: Reader,
    pub(super) out: &'a mut W,
}

impl<W: Write> PositionAnalysis<'_, W> {
    pub(super) fn run(self) -> Result<(), AnalyzeError> {
        let PositionAnalysis { variant, fen: text, moves, explains, analyst, reader, out } = self;
        let start = text.map_or_else(|| Ok(variant.start()), |text| fen::parse(variant, text))?;
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        let mut position = start;
        for text in &moves {
            position = position.succ(&parse_move(&position, text)?);
        }
        // The engine gets the moves too: earlier positions can be repeated.
        analyst.set_position(&fen::write(&start), &moves)?;
        let evaluation = explains.then(|| Evaluation::new(variant, &analyst.options().evaluation));
        match reader {
            Reader::Program => tell_program(&position, evaluation.as_ref(), analyst, out),
            Reader::Person(canvas) => {
                if let Some(evaluation) = &evaluation {
                    explanation::write(out, evaluation, &position)?;
                    writeln!(out)?;
                }
                tell_person(&position, analyst, canvas, out)
            }
        }
    }
}

fn tell_program(
    position: &AnyPosition,
    evaluation: Option<&Evaluation>,
    analyst: &mut Analyst,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
    let (fen, side) = (fen::write(position), colour(position.side()));
    Record::Position { variant: position.variant().name(), fen, side }.write(out)?;
    if let Some(evaluation) = evaluation {
        Record::Explanation(ExplanationRecord::of(evaluation, position)).write(out)?;
    }
    let last = analyst.search_all(|report| Record::iteration(report).write(out))?;
    Ok(Record::answer(last.as_ref()).write(out)?)
}

fn tell_person(
    position: &AnyPosition,
    analyst: &mut Analyst,
    canvas: Canvas,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
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
    let effort = in_words(&analyst.plan().limit);
    writeln!(
        out,
        "{}: {}, {threads}, a table of {}, at most {effort}.\n",
        position.variant(),
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
        let first = Line { score: report.score, pv: report.pv.clone() };
        for (rank, line) in std::iter::once(&first).chain(&report.others).enumerate() {
            let rank = if self.several { format!("{:>4}.", rank + 1) } else { String::new() };
            self.row(&format!("{figures}{rank}"), line, report.is_known_draw)?;
            figures = columns([""; 4]);
        }
        Ok(())
    }

    fn row(&mut self, figures: &str, line: &Line, is_known_draw: bool) -> io::Result<()> {
        let beginning = format!("{figures}  {:>6}  ", verdict_of(line.score, is_known_draw));
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
    writeln!(out, "\nAt depth {} {side}'s best is {}:", report.depth, first_move(&best, report.is_known_draw))?;
    for row in wrapped(&moves(&report.pv), width.unwrap_or(USUAL_WIDTH)) {
        writeln!(out, "{row}")?;
    }
    Ok(())
}
