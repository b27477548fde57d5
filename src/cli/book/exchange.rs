//! `crownhead book merge`, `export` and `import`.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::{BookFlags, write_book};
use crate::cli::analyze::{open, unreadable};
use crate::cli::error::CliError;
use crate::cli::flags::{EncodingFlag, count, variant_help};
use crate::cli::terminal::complain;
use crownhead_engine::book::{Book, export_games, import_games, import_scan, merge};
use crownhead_rules::Variant;

/// Put books of one variant together
///
/// The new book has all their positions, with the values backed up anew. Where two books have valued the same position,
/// that of more nodes counts, or else that of the first of them. Games add up, so a book of searches and one of games
/// become one with values and shares.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  crownhead book merge losing-1.book losing-2.book --out losing.book")]
pub(super) struct MergeArgs {
    /// The books
    #[arg(required = true, value_name = "FILES")]
    books: Vec<PathBuf>,

    /// The new book [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl MergeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let Some(book) = merge(&crate::origin::program(), &self.books)? else { return Ok(()) };
        match &self.out {
            Some(path) => write_book(&book, path, out),
            None => Ok(out.write_all(&book.packed()?)?),
        }
    }
}

/// Write the lines of a book as PDN games, or its text
///
/// Each line is a game whose moves have their values and numbers of games as comments. A position with several ways to
/// it is gone on from once.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("form").args(["pdn", "text"]).required(true))]
#[command(after_help = "Example:
  crownhead book export --variant english --pdn > english.pdn")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    book: BookFlags,

    /// Write PDN
    #[arg(long)]
    pdn: bool,

    /// Write the text of the book, as docs/book.md specifies it
    #[arg(long)]
    text: bool,
}

impl ExportArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let book = self.book.open()?;
        if self.text {
            return Ok(out.write_all(book.text().as_bytes())?);
        }
        export_games(&book).iter().try_for_each(|game| Ok(write!(out, "{game}")?))
    }
}

/// Make a book of games, or of the text book of Scan
///
/// From PDN files, the book has the moves of all games with their numbers and results. The moves of games without a
/// result are in it, but do not count, and games of other variants are left out. Merged with a book of searches, their moves have values too.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("source").args(["pdn", "scan"]).required(true))]
#[command(after_help = "Examples:
  crownhead book import --variant english --pdn games.pdn --out games.book
  crownhead book import --variant international --scan data/book \\
        --out scan.book")]
pub(super) struct ImportArgs {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// PDN files; - for standard input
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pdn: Vec<PathBuf>,

    #[command(flatten)]
    encoding: EncodingFlag,

    /// The text book of Scan 2 or 3
    #[arg(long, value_name = "FILE")]
    scan: Option<PathBuf>,

    /// The number of plies of each game
    #[arg(long, value_name = "N", default_value = "30", conflicts_with = "scan", value_parser = count(1..=1000))]
    plies: usize,

    /// Leave moves of fewer games out
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "scan")]
    least: NonZeroU64,

    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl ImportArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let book = match &self.scan {
            Some(path) => {
                let read = import_scan(&crate::origin::program(), self.variant, open(path)?);
                read.map_err(CliError::of_file(path))?
            }
            None => self.games()?,
        };
        if book.is_empty() {
            return Err(CliError::NoMoves(self.variant));
        }
        write_book(&book, &self.out, out)
    }

    fn games(&self) -> Result<Book, CliError> {
        let files = self.pdn.iter().map(|path| Ok((path, open(path)?))).collect::<Result<Vec<_>, CliError>>()?;
        let games = files.into_iter().flat_map(|(path, file)| {
            let mut games = self.encoding.reader(file);
            std::iter::from_fn(move || {
                let game = games.next();
                if game.is_none() {
                    EncodingFlag::tell(path, games.encodings());
                }
                Some(game?.map_err(|error| unreadable(path, error)))
            })
        });
        let skip = |error| complain(format_args!("left out: {error}"));
        import_games(&crate::origin::program(), self.variant, games, self.plies, self.least.get(), skip)
    }
}
