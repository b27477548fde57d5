//! `crownhead endgame`: endgame tables, built, checked and queried.

mod build;
mod verify;

use std::io::Write;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::error::CliError;
use super::flags::answer_lines;
use build::{TableFlags, chosen};
use crownhead_engine::endgame::{Known, KnownMove, SliceCounts, Tables};
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{AnyPosition, Game, Side};

/// Build, check and query endgame tables
#[derive(Clone, Debug, Args)]
pub(super) struct EndgameArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Build(build::Build),
    Plan(build::Plan),
    Verify(verify::Verify),
    Probe(Probe),
    Stats(Stats),
}

impl EndgameArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            Command::Build(build) => build.run(out),
            Command::Plan(plan) => plan.run(out),
            Command::Verify(verify) => verify.run(out),
            Command::Probe(probe) => probe.run(out),
            Command::Stats(stats) => stats.run(out),
        }
    }
}

/// Print what the tables know of positions
///
/// Prints a line for each position: the FEN as it was given, `win`, `loss` or `draw` for the side to move, and the
/// plies until a side cannot move, `-` for a draw; tabs separate them. Both sides play perfectly: the winner hurries,
/// the loser resists. The tables ignore the articles that draw a game by counting moves.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame probe --variant english --fen W:WK18,K15:BK1
  crownhead endgame probe --variant international --fen W:WK28,33,34:BK5 --moves
  crownhead endgame probe --variant losing --fen - --json < positions.fen")]
pub(super) struct Probe {
    #[command(flatten)]
    tables: TableFlags,

    /// The position as FEN; with `-`, FENs are read from standard input, one per line
    #[arg(long)]
    fen: String,

    /// Add each move with its value for the side that moves, the best first: `9-14 win 5`, or `9-14 win 15, but 10
    /// plies are left` if a draw article ends the game before
    #[arg(long)]
    moves: bool,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Probe {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.tables.open_reporting()?;
        if self.fen != "-" {
            return self.answer(out, &tables, &self.fen);
        }
        answer_lines(|text, _| self.answer(out, &tables, text))
    }

    /// Prints what is known of one position.
    fn answer(&self, out: &mut impl Write, tables: &Tables, text: &str) -> Result<(), CliError> {
        let position = fen::parse(tables.variant(), text)?;
        let unknown = || unknown(tables, &position, text);
        let known = tables.probe(&position).ok_or_else(unknown)?;
        let moves = || tables.moves_of(&Game::new(position)).ok_or_else(unknown);
        let moves = if self.moves { Some(moves()?) } else { None };
        let record = ProbeRecord::new(text, known, &position, moves.as_deref());
        let line = if self.json { serde_json::to_string(&record)? } else { record.line() };
        Ok(writeln!(out, "{line}")?)
    }
}

fn unknown(tables: &Tables, position: &AnyPosition, text: &str) -> CliError {
    let fen = text.to_owned();
    let (pieces, most) = (position.occupied().len() as usize, tables.max_pieces());
    match Side::ALL.into_iter().any(|side| position.pieces(side).is_empty()) {
        true => CliError::OneSide(fen),
        false if pieces > most => CliError::TooManyPieces { fen, pieces, most },
        false if !tables.is_damaged() => CliError::LeftOut { fen, variant: tables.variant().name() },
        false => CliError::DamagedTables(fen),
    }
}

#[derive(Debug, Serialize)]
struct ProbeRecord<'a> {
    fen: &'a str,
    outcome: String,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRecord>>,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    mv: String,
    outcome: String,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u16>,
    #[serde(skip)]
    text: String,
}

impl ProbeRecord<'_> {
    fn new<'a>(fen: &'a str, known: Known, position: &AnyPosition, moves: Option<&[KnownMove]>) -> ProbeRecord<'a> {
        let record = |known_move: &KnownMove| {
            let KnownMove { mv, known, left } = known_move;
            MoveRecord {
                mv: SpelledMove::new(position, mv).pdn(),
                outcome: known.outcome.to_string(),
                plies: known.plies,
                left: *left,
                text: if known.plies.is_some() { known_move.to_string() } else { format!("{} -", known.outcome) },
            }
        };
        let moves = moves.map(|moves| moves.iter().map(record).collect());
        ProbeRecord { fen, outcome: known.outcome.to_string(), plies: known.plies, moves }
    }

    fn line(&self) -> String {
        let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        let mut line = format!("{}\t{}\t{}", self.fen, self.outcome, plies(self.plies));
        for MoveRecord { mv, text, .. } in self.moves.iter().flatten() {
            line += &format!("\t{mv} {text}");
        }
        line
    }
}

/// Count wins, draws and losses in tables, slice by slice
///
/// A slice is named by the men and kings of the side to move, then those of the other side: `1m2k-0m1k`. Wins and
/// losses are those of the side to move. Positions with a capture are counted too, but not stored.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead endgame stats --variant english
  crownhead endgame stats --variant english --pieces 5 --dir tables")]
pub(super) struct Stats {
    #[command(flatten)]
    tables: TableFlags,

    /// Only the table of this number of pieces
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,

    /// Print Markdown, as in docs/endings.md
    #[arg(long)]
    markdown: bool,
}

impl Stats {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let tables = self.tables.open_reporting()?;
        let files = tables.files()?;
        for pieces in chosen(&tables, self.pieces)? {
            if self.markdown {
                write_markdown(out, &format!("{} of {pieces} pieces", tables.variant()), &tables.counts(pieces))?;
                continue;
            }
            for (path, _, bytes) in files.iter().filter(|file| file.1 == pieces) {
                writeln!(out, "{} of {pieces} pieces: {}, {bytes} bytes", tables.variant(), path.display())?;
            }
            write_counts(out, &tables.counts(pieces))?;
        }
        Ok(())
    }
}

fn write_markdown(out: &mut impl Write, title: &str, slices: &[SliceCounts]) -> Result<(), CliError> {
    writeln!(out, "## {title}\n\n| slice | positions | wins | draws | losses | longest |\n|---|---|---|---|---|---|")?;
    for slice in slices {
        let SliceCounts { wins, draws, losses, longest, .. } = slice;
        let (name, positions) = (slice.slice, slice.positions());
        writeln!(out, "| {name} | {positions} | {wins} | {draws} | {losses} | {longest} |")?;
    }
    Ok(writeln!(out)?)
}

fn write_counts(out: &mut impl Write, slices: &[SliceCounts]) -> Result<(), CliError> {
    let heads = ["slice", "positions", "wins", "draws", "losses", "captures", "longest", "bytes"];
    let row = |first: String, cells: [u64; 7]| {
        cells.iter().fold(format!("{first:<9}"), |line, cell| format!("{line} {cell:>11}"))
    };
    let head = heads[1..].iter().fold(format!("{:<9}", heads[0]), |line, head| format!("{line} {head:>11}"));
    writeln!(out, "{head}")?;
    let mut total = [0; 7];
    for slice in slices {
        let SliceCounts { wins, draws, losses, captures, longest, bytes, .. } = *slice;
        let cells = [slice.positions(), wins, draws, losses, captures, u64::from(longest), bytes];
        for (place, (sum, cell)) in total.iter_mut().zip(cells).enumerate() {
            *sum = if heads[place + 1] == "longest" { cell.max(*sum) } else { *sum + cell };
        }
        writeln!(out, "{}", row(slice.slice.to_string(), cells))?;
    }
    Ok(writeln!(out, "{}\n", row("all".to_owned(), total))?)
}
