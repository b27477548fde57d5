//! `crownhead analyze`: analyses positions and games.
//!
//! [`analyst`] runs the engine, [`appraisal`] analyses the moves of a game with it, and
//! [`Judgement`](crate::board::Judgement), [`summary`] and [`annotation`] evaluate the scores without searching. The
//! other modules are input and output.

mod analyst;
mod annotation;
mod appraisal;
mod earlier;
mod games;
mod json;
mod limits;
mod position;
mod summary;
mod words;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};

use super::values::{is_beyond_the_smaller_board, shown_variant, squares, table_size, variant_help};
use super::{CliError, terminal};
use crate::board::Thresholds;
use crate::config::Config;
use crate::engine::EngineOptions;
use crate::notation::NotationError;
use crate::rules::{MAX_MOVES, Variant};
use crate::search::{TableSize, Threads};
use analyst::{Analyst, AnalystError, Plan};
use games::GamesAnalysis;
use limits::LimitFlags;
use position::{PositionAnalysis, Reader};

/// The default limit for a position: a few seconds, with reproducible results.
const POSITION_NODES: u64 = 20_000_000;
/// The default limit per move of a game: less than a minute per game.
const MOVE_NODES: u64 = 2_000_000;

/// Analyse a position, or annotate the games of a PDN file
///
/// A position is drawn and searched by the engine. Each iteration is reported with its score in men, for the side to
/// move. Ctrl-C ends the search and prints the result so far.
///
/// In a game, each move gets its score in men, for the side that moves. A mistake also gets a mark ($2 for ?, $4 for
/// ??) and the better move. Each side gets a summary. The output is PDN: existing comments are kept, except those of an
/// earlier analysis by Crownhead, variations are not. Moves are analysed from the last to the first with one table, so
/// that the score of a move takes the rest of the game into account. If the played move is not the best one, it is
/// searched alone to the same depth. A forced move has the score of the next position. The loss of a move is the
/// difference between the two scores, where scores beyond three men count as three. A faulty game is reported on
/// standard error, the next one is analysed, and the exit code is 1. After Ctrl-C, the current move is finished, and
/// the game is written with the moves analysed so far, which are its last ones; the exit code is 130. A second Ctrl-C
/// stops the search of that move, a third one exits at once.
///
/// The limits can be combined. The default is 20000000 nodes for a position and 2000000 nodes for each move of a game.
/// With one thread and without --time, the output is reproducible except for times.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With --json, each line of the output is an object. Its `type` is one of:
  position   variant, fen, side (white, black)
  explanation
             with --explain: evaluation, value, rounding, opening, phases,
             parts, squares; see `crownhead help eval`
  iteration  depth, selective_depth, nodes, time (s), lines
  answer     move (absent if there is none), reply
  game       game (from 1), variant, fen, plies, tags
  move       game, ply (from 1), side, move, score, loss (men),
             judgement (fine, mistake, blunder), depth, nodes, lines
  summary    game, complete (false after Ctrl-C), white and black: moves,
             mean_loss (men), mistakes, blunders
  error      game, line (of the file), error: a game that could not be
             analysed, instead of its other records
Each line of `lines` has a score and its moves in PDN. The best move comes
first, then the best one without that, and so on. Because the search is
selective, a later line can score above an earlier one. A score is in men, for
the side that moves. A proven score also has wins_in or loses_in, in plies, and
is 100 - plies / 100 men. A score from the endgame tables has by_table (true); a
win by them is 90 - plies / 100 men. The moves of a game are printed when all
are done.

Examples:
  crownhead analyze --variant english --depth 15
  crownhead analyze --variant international --fen W:W28,32,K40:B9,19,K5 \\
        --time 10 --multipv 3
  crownhead analyze --variant english --moves 11-15 23-19 8-11
  crownhead analyze --pdn games.pdn > annotated.pdn
  crownhead analyze --pdn games.pdn --variant english --nodes 10000000 \\
        --multipv 2 --blunder 1
  crownhead analyze --pdn - --json < games.pdn | grep '\"judgement\":\"blunder\"'")]
pub(super) struct AnalyzeArgs {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20` [default: the start position, without --pdn]
    #[arg(long, conflicts_with = "pdn")]
    fen: Option<String>,

    /// Moves to play first, from the position or the start position, such as `11-15 23-19`
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pdn")]
    moves: Vec<String>,

    /// The file of games, `-` for standard input
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitFlags,

    /// Number of lines: for each iteration of a position; in a game, the maximum number of better lines for a marked
    /// move
    #[arg(long, value_name = "K", value_parser = lines())]
    multipv: Option<NonZeroUsize>,

    /// Show first where the value of the position comes from without a search
    #[arg(long, conflicts_with = "pdn")]
    explain: bool,

    /// Number of search threads
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<Threads>,

    /// Size of the table in MiB
    #[arg(long, value_parser = table_size())]
    mib: Option<TableSize>,

    /// Mark a move with `?` if it loses at least this much, in men
    #[arg(long, value_name = "MEN", default_value_t = Thresholds::DEFAULT.mistake.men(), requires = "pdn")]
    mistake: f64,

    /// Mark a move with `??` if it loses at least this much, in men
    #[arg(long, value_name = "MEN", default_value_t = Thresholds::DEFAULT.blunder.men(), requires = "pdn")]
    blunder: f64,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

/// Why an analysis failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnalyzeError {
    #[error(transparent)]
    Position(#[from] NotationError),
    #[error(transparent)]
    Analyst(AnalystError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot read {file}: {source}")]
    Unreadable { file: String, source: io::Error },
    #[error("--mistake {mistake} --blunder {blunder}: expected 0 < mistake <= blunder")]
    Thresholds { mistake: f64, blunder: f64 },
    #[error("{0} contains no games: expected PDN")]
    NoGame(String),
    #[error("{0} of the games could not be analysed")]
    BadGames(usize),
    #[error("interrupted: not everything was analysed")]
    Interrupted,
}

impl From<AnalystError> for AnalyzeError {
    fn from(error: AnalystError) -> AnalyzeError {
        match error {
            AnalystError::Io(error) => AnalyzeError::Io(error),
            error => AnalyzeError::Analyst(error),
        }
    }
}

fn long_variant_help() -> String {
    format!(
        "{}. Default: for a position, the setting terminal.variant, or international if it has squares beyond 32; \
         for a game, its tags GameType and Variant, else international if it has squares beyond 32, else english",
        variant_help()
    )
}

fn lines() -> impl TypedValueParser<Value = NonZeroUsize> {
    RangedU64ValueParser::<usize>::new()
        .range(1..=MAX_MOVES as u64)
        .map(|lines| NonZeroUsize::new(lines).unwrap_or(NonZeroUsize::MIN))
}

fn threads() -> impl TypedValueParser<Value = Threads> {
    let range = 1..=Threads::MAX.get() as u64;
    RangedU64ValueParser::<usize>::new().range(range).map(|threads| Threads::new(threads).unwrap_or(Threads::ONE))
}

impl AnalyzeArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        self.analyse(config, out).map_err(|error| match error {
            AnalyzeError::Io(error) => CliError::Io(error),
            error => CliError::Analyze(error),
        })
    }

    fn analyse(self, config: Config, out: &mut impl Write) -> Result<(), AnalyzeError> {
        let Self { mistake, blunder, .. } = self;
        let thresholds = Thresholds::new(mistake, blunder).ok_or(AnalyzeError::Thresholds { mistake, blunder })?;
        let reader = if self.json { Reader::Program } else { Reader::Person(terminal::canvas()) };
        let shown = || self.fen.as_deref().and_then(shown_variant).or_else(|| shown_by_moves(&self.moves));
        let variant = self.variant.or_else(shown).unwrap_or(config.terminal.variant);
        let mut analyst = Analyst::new(self.options(&config), variant, self.plan(&config))?;
        match &self.pdn {
            None => PositionAnalysis {
                variant,
                fen: self.fen.as_deref(),
                moves: &self.moves.join(" "),
                explains: self.explain,
                analyst: &mut analyst,
                reader,
                out,
            }
            .run(),
            Some(file) => GamesAnalysis {
                file,
                variant: self.variant,
                thresholds,
                analyst: &mut analyst,
                reader,
                is_quiet: self.quiet,
                out,
            }
            .run(),
        }
    }

    /// The options of the engine, changed by the flags and by the needs of a game.
    fn options(&self, config: &Config) -> EngineOptions {
        let mut options = config.engine.clone();
        options.overhead = Duration::ZERO;
        options.table_size = self.mib.unwrap_or(options.table_size);
        options.search.threads = self.threads.unwrap_or(options.search.threads);
        options.for_values()
    }

    fn plan(&self, config: &Config) -> Plan {
        let (nodes, patience) = if self.pdn.is_some() { (MOVE_NODES, 2) } else { (POSITION_NODES, 1) };
        Plan { limit: self.limits.limit(nodes), lines: self.multipv.unwrap_or(config.analysis.lines), patience }
    }
}

/// The variant that moves show: international draughts if they have squares beyond 32.
fn shown_by_moves(moves: &[String]) -> Option<Variant> {
    moves.iter().flat_map(|mv| squares(mv)).any(is_beyond_the_smaller_board).then_some(Variant::INTERNATIONAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_tells_the_limits() {
        let help = AnalyzeArgs::augment_args(clap::Command::new("analyze")).render_long_help().to_string();
        for nodes in [POSITION_NODES, MOVE_NODES] {
            assert!(help.contains(&nodes.to_string()), "{help}");
        }
    }
}
