//! `crownhead openings`: the beginnings of games that a match is played from.

use std::io::{self, Write};

use clap::{Args, ValueEnum, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::values::variant_help;
use super::{CliError, complain};
use crate::arena::opening::{Opening, move_text, sequences, without_losses};
use crate::notation::fen;
use crate::notation::pdn::{PdnGame, PdnResult};
use crate::rules::{NoMove, Rules, Variant, VariantVisitor};

/// Sequences become too many beyond: seven plies of international draughts are a million.
const MOST_PLIES: u64 = 6;

/// The depth at which the three-ply ballots in use are found; see docs/openings.md.
pub(super) const TEST_DEPTH: usize = 9;

/// List the openings of a variant
///
/// These are all sequences of so many plies, as they are balloted for matches. Where having no move loses, sequences that
/// lose a man by force are left out: those after which a search over material alone, with all captures at its end, finds
/// the balance changed. Where having no move wins, losing a man is no loss, and all sequences are listed. Different
/// sequences may lead to the same position; each is listed. Their number is told on standard error.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  The 79 ballots of two plies:
    crownhead openings --variant international --plies 2
  The 174 positions of the three-move deck:
    crownhead openings --variant english --plies 3 | sort -u
  Openings as moves, and as games:
    crownhead openings --variant english --plies 3 --format moves
    crownhead openings --variant losing --plies 3 --format pdn > openings.pdn")]
pub(super) struct Openings {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The length of the sequences
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(0..=MOST_PLIES))]
    plies: u64,

    /// How many plies the search for a loss of material looks ahead, captures at its end not counted
    #[arg(long, value_name = "N", default_value_t = TEST_DEPTH, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=20))]
    test_depth: usize,

    /// Leave out no sequence
    #[arg(long, conflicts_with = "test_depth")]
    all: bool,

    /// What is printed of each opening
    #[arg(long, value_enum, default_value_t = Format::Fen)]
    format: Format,
}

/// How openings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The position, a line each
    Fen,
    /// The moves, a line each
    Moves,
    /// A game each
    Pdn,
}

impl Openings {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        self.variant.visit(List { openings: &self, out })
    }

    fn test<R: Rules>(&self, openings: Vec<Opening<R>>) -> Vec<Opening<R>> {
        if self.all || R::NO_MOVE == NoMove::Wins {
            return openings;
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} sequences, {eta} to go");
        let bar =
            ProgressBar::new(openings.len() as u64).with_style(style.expect("the template is well formed"));
        let kept = without_losses(openings, self.test_depth, || bar.inc(1));
        bar.finish_and_clear();
        kept
    }
}

struct List<'a, W> {
    openings: &'a Openings,
    out: &'a mut W,
}

impl<W: Write> VariantVisitor for List<'_, W> {
    type Output = Result<(), CliError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let all = sequences::<R>(self.openings.plies as usize);
        let number = all.len();
        let kept = self.openings.test(all);
        kept.iter().try_for_each(|opening| write(self.out, opening, self.openings.format))?;
        complain(format_args!("{} openings of {number} sequences", kept.len()));
        Ok(())
    }
}

fn write<R: Rules>(out: &mut impl Write, opening: &Opening<R>, format: Format) -> io::Result<()> {
    let game = opening.game();
    match format {
        Format::Fen => writeln!(out, "{}", fen::write(game.position())),
        Format::Moves => writeln!(out, "{}", move_text(game)),
        Format::Pdn => write!(out, "{}", PdnGame::of(game, PdnResult::Unknown)),
    }
}
