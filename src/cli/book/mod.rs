//! `crownhead book`: opening books, built, checked, shown and exchanged.

mod build;
mod exchange;
mod show;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::error::CliError;
use super::flags::variant_help;
use crownhead_engine::book::Book;
use crownhead_rules::Variant;

/// Build, check, show and exchange opening books
#[derive(Clone, Debug, Args)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum BookCommand {
    Build(build::BuildArgs),
    Merge(exchange::MergeArgs),
    Verify(build::VerifyArgs),
    Show(show::ShowArgs),
    Stats(show::StatsArgs),
    Export(exchange::ExportArgs),
    Import(exchange::ImportArgs),
}

impl BookArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            BookCommand::Build(build) => build.run(out),
            BookCommand::Merge(merge) => merge.run(out),
            BookCommand::Verify(verify) => verify.run(out),
            BookCommand::Show(show) => show.run(out),
            BookCommand::Stats(stats) => stats.run(out),
            BookCommand::Export(export) => export.run(out),
            BookCommand::Import(import) => import.run(out),
        }
    }
}

#[derive(Clone, Debug, Args)]
struct BookFlags {
    #[arg(long, value_name = "NAME", help = variant_help(), required_unless_present = "book")]
    variant: Option<Variant>,

    /// The book [default: the one in the program]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl BookFlags {
    fn open(&self) -> Result<Book, CliError> {
        Ok(match (&self.book, self.variant) {
            (Some(path), Some(variant)) => Book::read_of(variant, path)?,
            (Some(path), None) => Book::read(path)?,
            (None, variant) => {
                let variant = variant.unwrap_or(Variant::DEFAULT);
                Book::built_in(variant)?.ok_or(CliError::NoBook(variant))?
            }
        })
    }
}

fn write_book(book: &Book, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
    book.write(path)?;
    let bytes = std::fs::metadata(path)?.len();
    Ok(writeln!(out, "{}: {} positions of {}, {bytes} bytes", path.display(), book.len(), book.variant())?)
}
