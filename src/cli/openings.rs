//! `crownhead openings`: lists the openings for matches.

use std::io::{self, Write};

use clap::{Args, ValueEnum, value_parser};

use super::error::CliError;
use super::flags::{count, variant_help};
use super::terminal::{complain, progress_bar};
use crate::opening::{Ballot, Opening, ballots, move_text, name_of, sequences, without_losses};
use crate::review::score_for_white;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer};
use crownhead_engine::eval::Score;
use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Remark};
use crownhead_rules::notation::{counted, fen};
use crownhead_rules::{Game, NoMove, Side, Variant};

/// The maximum length: seven plies of international draughts are already a million sequences.
const MOST_PLIES: u64 = 6;

/// The default depth: it finds the three-ply ballots in use (docs/openings.md).
pub(super) const TEST_DEPTH: usize = 9;

/// List the openings of a variant
///
/// Lists all sequences of the given number of plies, like the ballots of matches. In variants where a player without a
/// move loses, sequences that lose a man by force are omitted: a material search with all captures at its end finds a
/// changed balance after them. In variants where a player without a move wins, losing a man is not a disadvantage, and
/// all sequences are listed. Different sequences can lead to the same position; each is listed. The number of sequences
/// is printed to standard error.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  The 79 ballots of two plies:
    crownhead openings --variant international --plies 2
  The 174 positions of the three-move deck:
    crownhead openings --variant english --plies 3 | sort -u
  The ballots of tournaments, with their names:
    crownhead openings --variant english --ballots --format moves
  All of them with their values:
    crownhead openings --variant english --ballots --nodes 1000000
  Openings as moves, and as games:
    crownhead openings --variant english --plies 3 --format moves
    crownhead openings --variant losing --plies 3 --format pdn > openings.pdn")]
pub(super) struct Openings {
    #[arg(long, value_name = "NAME", help = variant_help())]
    variant: Variant,

    /// The length of the sequences
    #[arg(long, value_name = "N", required_unless_present = "ballots", value_parser = count(0..=MOST_PLIES))]
    plies: Option<usize>,

    /// List the published ballots instead: all 174 of three moves of english, or those of three plies of international
    ///
    /// The number of each in the list, where it is played (board: in tournaments, mail: by correspondence alone, barred:
    /// nowhere) and its name follow.
    #[arg(long, conflicts_with_all = ["plies", "test_depth", "all"])]
    ballots: bool,

    /// Value each ballot by a search of N nodes
    ///
    /// The value, in men for White, follows the number.
    #[arg(long, value_name = "N", requires = "ballots", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The depth of the material search, in plies, without the captures at its end
    #[arg(long, value_name = "N", default_value_t = TEST_DEPTH, value_parser = count(0..=20))]
    test_depth: usize,

    /// List all sequences, including those that lose a man
    #[arg(long, conflicts_with = "test_depth")]
    all: bool,

    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Fen)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The FEN of each opening, one per line
    Fen,
    /// The moves of each opening, one opening per line
    Moves,
    /// A PDN game for each opening
    Pdn,
}

impl Openings {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.ballots {
            return self.write_ballots(out);
        }
        let all = sequences(self.variant, self.plies.unwrap_or_default());
        let number = all.len();
        let kept = self.test(all);
        kept.iter().try_for_each(|opening| write(out, opening, self.format))?;
        let openings = counted(kept.len() as u64, "opening", "openings");
        complain(format_args!("{openings} of {}", counted(number as u64, "sequence", "sequences")));
        Ok(())
    }

    fn write_ballots(&self, out: &mut impl Write) -> Result<(), CliError> {
        let known = ballots(self.variant).ok_or(CliError::NoBallots(self.variant))?;
        let bar = progress_bar(known.len() as u64, "{bar:40} {pos}/{len} ballots, {eta} to go", self.nodes.is_none());
        let new_player = |nodes| LocalPlayer::new(self.variant, &EngineOptions::default(), Limit::of_nodes(nodes));
        let mut player = self.nodes.map(new_player).transpose()?;
        for ballot in &known {
            let value = player.as_mut().and_then(|player| value_for_white(player, ballot.opening.game()));
            bar.suspend(|| write_ballot(out, ballot, value, self.format).and_then(|()| out.flush()))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn test(&self, openings: Vec<Opening>) -> Vec<Opening> {
        if self.all || self.variant.articles().no_move == NoMove::Wins {
            return openings;
        }
        let bar = progress_bar(openings.len() as u64, "{bar:40} {pos}/{len} sequences, {eta} to go", false);
        let kept = without_losses(openings, self.test_depth, || bar.inc(1));
        bar.finish_and_clear();
        kept
    }
}

/// The value of a position for White, by a search on an empty table. The game must not be over.
fn value_for_white(player: &mut LocalPlayer, game: &Game) -> Option<Score> {
    player.new_game();
    let score = player.choose(game)?.score?;
    Some(if game.position().side() == Side::White { score } else { -score })
}

fn write(out: &mut impl Write, opening: &Opening, format: Format) -> io::Result<()> {
    match format {
        Format::Fen => writeln!(out, "{}", fen::write(opening.game().position())),
        Format::Moves => writeln!(out, "{}", move_text(opening.game())),
        Format::Pdn => write!(out, "{}", pdn(opening.game())),
    }
}

fn pdn(game: &Game) -> PdnGame {
    let mut pdn = PdnGame::of(game, PdnResult::Unknown);
    if let Some(name) = name_of(game) {
        pdn.tags.set("Opening", name);
    }
    pdn
}

/// A ballot; as a position, with a comment that a file of openings can have.
fn write_ballot(out: &mut impl Write, ballot: &Ballot, value: Option<Score>, format: Format) -> io::Result<()> {
    let game = ballot.opening.game();
    let opening = match format {
        Format::Fen => fen::write(game.position()),
        Format::Moves => move_text(game),
        Format::Pdn => {
            let mut pdn = pdn(game);
            if let (Some(last), Some(value)) = (pdn.moves.last_mut(), value) {
                last.add_comment(Remark { score: Some(value.men()), ..Remark::default() }.to_string());
            }
            return write!(out, "{pdn}");
        }
    };
    let value = value.map_or_else(String::new, |value| format!(" {}", score_for_white(value)));
    let name = name_of(game).map_or_else(String::new, |name| format!(" {name}"));
    writeln!(out, "{opening} ; {}{value} {}{name}", ballot.number, ballot.standing)
}
