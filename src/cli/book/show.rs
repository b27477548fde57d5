//! `crownhead book show` and `stats`.

use std::collections::HashSet;
use std::io::Write;

use clap::Args;

use super::BookFlags;
use crate::cli::error::CliError;
use crate::cli::flags::fen_text;
use crownhead_engine::book::{Book, BookEntry, BookMove, Games};
use crownhead_rules::notation::{SpelledMove, fen};
use crownhead_rules::{AnyPosition, Move};

/// Show what a book knows of a position
///
/// Prints a line for each move, the best first: the move, its value in men for the side that makes it, its share of the
/// games in percent with their number, wins, draws and losses for that side, and the line that the book goes on with;
/// tabs separate them, and `-` stands for nothing.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  crownhead book show --variant english
  crownhead book show --book my.book --fen W:W21-32:B1-10,12,15")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    book: BookFlags,

    /// The position as FEN [default: the start position]
    #[arg(long, value_parser = fen_text())]
    fen: Option<String>,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let book = self.book.open()?;
        let position = match &self.fen {
            Some(text) => fen::parse(book.variant(), text)?,
            None => book.variant().start(),
        };
        let entry = book.find(&position).ok_or_else(|| CliError::NotInBook(fen::write(&position)))?;
        entry.moves.iter().try_for_each(|known| Ok(writeln!(out, "{}", line(&book, &entry, known))?))
    }
}

fn line(book: &Book, entry: &BookEntry, known: &BookMove) -> String {
    let BookMove { mv, value, games } = known;
    let value = value.map_or_else(|| "-".to_owned(), |value| format!("{value:+.3}"));
    let games = entry.share(known).map_or_else(
        || "-".to_owned(),
        |share| {
            let Games { wins, draws, losses } = games;
            format!("{:.1} % {} +{wins} ={draws} -{losses}", 100.0 * share, games.count())
        },
    );
    let line = spelled(&entry.position, &book.line(&entry.position, *mv));
    let first = SpelledMove::new(&entry.position, mv).pdn();
    format!("{first}\t{value}\t{games}\t{line}")
}

fn spelled(position: &AnyPosition, line: &[Move]) -> String {
    let mut position = *position;
    let moves = line.iter().map(|mv| {
        let text = SpelledMove::new(&position, mv).pdn();
        position = position.succ(mv);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// Print what a book contains
///
/// Prints its variant, the program that made it and the nodes of its searches, the numbers of its positions, moves and
/// games, how many positions there are at each ply, on the shortest way to each, and the best line.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead book stats --book english.book")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    book: BookFlags,
}

impl StatsArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let book = self.book.open()?;
        let path = self.book.book.unwrap_or_default();
        let (mut moves, mut valued, mut games) = (0, 0, 0);
        for entry in book.entries(&path) {
            let entry = entry?;
            moves += entry.moves.len();
            valued += entry.moves.iter().filter(|known| known.value.is_some()).count();
            games = games.max(entry.games());
        }
        writeln!(out, "variant: {}", book.variant())?;
        writeln!(out, "program: {}, {} nodes for each move", book.program(), book.nodes())?;
        writeln!(out, "positions: {}", book.len())?;
        writeln!(out, "moves: {moves}, {valued} with a value; games: {games}")?;
        let start = book.variant().start();
        let plies: Vec<String> = by_ply(&book, start).iter().map(usize::to_string).collect();
        writeln!(out, "positions by ply: {}", plies.join(" "))?;
        if let Some(entry) = book.find(&start)
            && let Some(best) = entry.moves.first()
        {
            writeln!(out, "best line: {}", line(&book, &entry, best).replace('\t', "  "))?;
        }
        Ok(())
    }
}

/// The numbers of the positions of a book at each ply from a position.
fn by_ply(book: &Book, start: AnyPosition) -> Vec<usize> {
    let (mut counts, mut level, mut seen) = (Vec::new(), vec![start], HashSet::from([start.key()]));
    while !level.is_empty() && seen.len() <= 100 * (book.len() + 1) {
        let mut next = Vec::new();
        let mut known = 0;
        for position in &level {
            let entry = book.find(position);
            known += usize::from(entry.is_some());
            let only = position.moves().into_iter().take(2).collect::<Vec<_>>();
            let only = only.first().copied().filter(|_| only.len() == 1);
            let moves = entry.map_or_else(Vec::new, |entry| entry.moves).into_iter().map(|known| known.mv).chain(only);
            next.extend(moves.map(|mv| position.succ(&mv)).filter(|position| seen.insert(position.key())));
        }
        counts.push(known);
        level = next;
    }
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}
