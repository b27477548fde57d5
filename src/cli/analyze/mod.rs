//! `crownhead analyze`: analyses positions and games.

mod analyst;
mod chart;
mod games;
mod json;
mod position;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use super::error::CliError;
use super::flags::{EncodingFlag, depth, fen_text, move_words, one_to, table_size, threads, variant_help};
use super::guesses::{Guesses, Place, report_unknown_side};
use crate::review::Thresholds;
use analyst::Analyst;
use crownhead_engine::config::Config;
use crownhead_engine::engine::{EngineOptions, Limit, TimeLimit};
use crownhead_engine::eval::Evaluation;
use crownhead_engine::search::{Depth, TableSize, Threads};
use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{Game, MAX_MOVES, Variant};
use games::GamesAnalysis;
pub(super) use games::{open, unreadable};

/// The default limit for a position: a few seconds, with reproducible results.
const POSITION_NODES: u64 = 20_000_000;
/// The default limit per move of a game: less than a minute per game.
const MOVE_NODES: u64 = 2_000_000;

/// Analyse a position, or annotate the games of a PDN file
///
/// A position is drawn and searched by the engine. Each iteration is reported with its score in men, for the side to
/// move. Ctrl-C ends the search and prints the result so far.
///
/// In a game, each move gets its score in men, for White. A mistake also gets a mark ($6 for ?!, $2 for ?, $4 for ??),
/// the better move and, where the lines show it, the reason. Each side gets a summary. The output is PDN: everything
/// else is kept, variations too, except an earlier analysis by Crownhead and other scores of a move that gets one. Moves
/// are analysed from the last to the first with one table, so that the score of a move takes the rest of the game into
/// account. If the played move is not the best one, it is searched alone to the same depth. A forced move has the score
/// of the next position. A move is judged by what it loses of the expected result: 100 % is a win, 0 % a loss, and a
/// curve that was measured for each variant lies between. A faulty game is reported on standard error and written as it is up to the fault, with a comment on it and the rest as comments; the next one is
/// analysed, and the exit code is 1. After Ctrl-C, the search of the current move gets two seconds more, the game is
/// written with the moves analysed so far, which are its last ones, and the other games as they are; the exit code is
/// 130, and --resume goes on with the output. A second Ctrl-C stops that search at once, a third one exits.
///
/// Where the best line begins with a sacrifice and is worth a man or more, a proof search tries to prove the win, with
/// a tenth of the nodes of the search, and 100000 at least. A proven one whose key is the only winning move is a
/// problem: it is printed with its main line, and whether the other moves are refuted, as in `crownhead solve`.
///
/// Where the opening book of the settings has the position, its moves are shown with their values and their shares of
/// the games in it; of moves that have left the book, which one did. In a game, a comment says which move leaves it.
///
/// The limits can be combined. The default is 20000000 nodes for a position and 2000000 nodes for each move of a game.
/// With one thread and without --time, the output is reproducible except for times.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With --json, each line of the output is an object. Its `type` is one of:
  position   variant, fen, side (white, black)
  explanation
             with --explain: evaluation, value, rounding, opening, phases,
             parts, squares; see `crownhead help eval`
  book       moves: each with move, score, and share, wins, draws, losses of
             its games, as far as the opening book has them; or, where the
             game has left the book, left: the ply (from 1) that left it
  iteration  depth, selective_depth, nodes, time (s), lines
  answer     move (absent if there is none), reply
  problem    side, plies, verdict, line: a win by a sacrifice that was proven
  game       game (from 1), variant, fen, plies, tags
  move       game, ply (from 1), side, move, score, loss (men), points and
             best_points (the expected result after this move and after the
             best one, from 0 to 1), accuracy (%, absent if the move is
             forced), judgement (fine, inaccuracy, mistake, blunder), depth,
             nodes, lines; reason of a marked move, if the lines show it: what
             (loses, misses, loses-game, misses-game), then pieces, line and
             stroke, or plies and by_table; problem if there is one, as above;
             leaves_book (true) if the opening book knows no later position of
             the game
  summary    game, complete (false after Ctrl-C), white and black: moves,
             accuracy (%), mean_loss (men), inaccuracies, mistakes, blunders
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
  crownhead analyze --pdn annotated.pdn --resume > whole.pdn
  crownhead analyze --pdn games.pdn --variant english --nodes 10000000 \\
        --multipv 2 --blunder 25
  crownhead analyze --pdn - --json < games.pdn | grep '\"judgement\":\"blunder\"'")]
pub(super) struct AnalyzeArgs {
    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The position as FEN, such as `W:W31-50:B1-20` [default: the start position, without --pdn]
    #[arg(long, conflicts_with = "pdn", value_parser = fen_text())]
    fen: Option<String>,

    /// Moves to play first, from the position or the start position, such as `11-15 23-19`
    #[arg(long, value_name = "MOVE", num_args = 1.., conflicts_with = "pdn")]
    moves: Vec<String>,

    /// The file of games, `-` for standard input
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    #[command(flatten)]
    encoding: EncodingFlag,

    /// Maximum depth of the search, in plies
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<Depth>,

    /// Maximum time of the search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = time_span)]
    time: Option<Duration>,

    /// Maximum number of nodes of the search
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Number of lines: for each iteration of a position; in a game, the maximum number of better lines for a marked
    /// move
    #[arg(long, value_name = "K", value_parser = one_to(MAX_MOVES))]
    multipv: Option<NonZeroUsize>,

    /// Show first where the value of the position comes from without a search
    #[arg(long, conflicts_with = "pdn")]
    explain: bool,

    /// Number of search threads
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<NonZeroUsize>,

    /// Size of the table in MiB
    #[arg(long, value_parser = table_size())]
    mib: Option<TableSize>,

    /// Mark a move with `?!` if it loses at least this many percent of the expected result [default: 8, or --mistake if
    /// that is less]
    #[arg(long, value_name = "PERCENT", requires = "pdn")]
    inaccuracy: Option<f64>,

    /// Mark a move with `?` if it loses at least this many percent of the expected result
    #[arg(long, value_name = "PERCENT", default_value_t = default_percent(1), requires = "pdn")]
    mistake: f64,

    /// Mark a move with `??` if it loses at least this many percent of the expected result
    #[arg(long, value_name = "PERCENT", default_value_t = default_percent(2), requires = "pdn")]
    blunder: f64,

    /// Pass over the games that an earlier run has analysed, as in its output after Ctrl-C
    #[arg(long, requires = "pdn", conflicts_with = "json")]
    resume: bool,

    /// Draw the graph of each analysed game into this SVG file: the value for White after each move, the mistakes
    /// marked
    #[arg(long, value_name = "FILE", requires = "pdn")]
    chart: Option<PathBuf>,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,

    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

/// The default threshold of an inaccuracy, a mistake or a blunder.
fn default_percent(mark: usize) -> f64 {
    (100.0 * Thresholds::DEFAULT.points()[mark]).round()
}

fn long_variant_help() -> String {
    format!(
        "{}. Default: for a position, the setting terminal.variant if the position is possible in it, else the \
         likeliest game; for a game, its tags GameType and Variant, else the likeliest game by its squares, by the \
         legality of its moves and by the other games of the file",
        variant_help()
    )
}

/// The maximum time: one month.
const LONGEST: f64 = 31.0 * 86_400.0;

/// Parses a time in seconds, at most a month.
pub(super) fn time_span(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 2.5".to_owned())?;
    let is_span = seconds > 0.0 && seconds <= LONGEST;
    let span = || Duration::try_from_secs_f64(seconds).ok();
    is_span.then(span).flatten().ok_or_else(|| format!("expected more than 0 and at most {LONGEST} seconds"))
}

impl AnalyzeArgs {
    pub(super) fn run(self, config: Config, out: &mut impl Write) -> Result<(), CliError> {
        let inaccuracy = self.inaccuracy.unwrap_or_else(|| default_percent(0).min(self.mistake));
        let percents = [inaccuracy, self.mistake, self.blunder];
        let [inaccuracy, mistake, blunder] = percents.map(|percent| percent / 100.0);
        let thresholds = Thresholds::new(inaccuracy, mistake, blunder).ok_or(CliError::Thresholds(percents))?;
        let preferred = config.terminal.variant;
        let words = self.moves();
        let moves: Vec<_> = words.iter().map(String::as_str).collect();
        let variant = match self.variant {
            Some(variant) => variant,
            None if self.fen.is_none() && moves.is_empty() => preferred,
            None => Guesses::preferring(preferred).variant(self.fen.as_deref(), &moves, Place::Whole)?,
        };
        if self.pdn.is_none() {
            config.check_weights(variant)?;
        }
        let (nodes, patience) = if self.pdn.is_some() { (MOVE_NODES, 2) } else { (POSITION_NODES, 1) };
        let lines = self.multipv.unwrap_or(config.analysis.lines);
        let mut analyst = Analyst::new(self.options(&config), variant, self.limit(nodes), lines, patience)?;
        match &self.pdn {
            None => self.analyse_position(variant, &mut analyst, out),
            Some(file) => {
                let (config, analyst, resume, json, quiet) =
                    (&config, &mut analyst, self.resume, self.json, self.quiet);
                let chart = self.chart.as_deref();
                let (variant, encoding, plots) = (self.variant, self.encoding, Vec::new());
                GamesAnalysis {
                    file,
                    variant,
                    encoding,
                    config,
                    thresholds,
                    analyst,
                    resume,
                    chart,
                    plots,
                    json,
                    quiet,
                    out,
                }
                .run()
            }
        }
    }

    /// The options of the engine, changed by the flags and by the needs of an analysis.
    fn options(&self, config: &Config) -> EngineOptions {
        let mut options = config.engine.clone();
        options.overhead = Duration::ZERO;
        options.table_size = self.mib.unwrap_or(options.table_size);
        let threads = self.threads.and_then(|threads| Threads::new(threads.get()));
        options.search.threads = threads.unwrap_or(options.search.threads);
        options.for_values()
    }

    /// The given limits, or else this number of nodes.
    fn limit(&self, default_nodes: u64) -> Limit {
        let time = self.time.map_or(TimeLimit::Unlimited, TimeLimit::PerMove);
        let limit = Limit { depth: self.depth, nodes: self.nodes, time };
        if limit == Limit::default() { Limit { nodes: Some(default_nodes), ..limit } } else { limit }
    }

    /// The moves that lead on from the position; each argument may have several.
    fn moves(&self) -> Vec<String> {
        move_words(&self.moves)
    }

    fn analyse_position(&self, variant: Variant, analyst: &mut Analyst, out: &mut impl Write) -> Result<(), CliError> {
        let start = self.fen.as_ref().map_or_else(|| Ok(variant.start()), |text| fen::parse(variant, text))?;
        self.fen.iter().for_each(|fen| report_unknown_side(fen, &start, Place::Whole));
        let mut game = Game::new(start);
        let words = self.moves();
        let moves: Vec<_> = words.iter().map(String::as_str).collect();
        for text in &moves {
            game.play(parse_move(game.position(), text)?).expect("a move that is read is legal");
        }
        // The engine gets the moves too: earlier positions can be repeated.
        analyst.set_position(&fen::write(&start), &moves)?;
        let evaluation = self.explain.then(|| Evaluation::new(variant, &analyst.options().evaluation));
        if self.json {
            json::write_position(&game, evaluation.as_ref(), analyst, out)
        } else {
            position::write_position(&game, evaluation.as_ref(), analyst, out)
        }
    }
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
