//! `crownhead find`: the games in which something occurs.

mod games;
mod report;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use crossbeam_channel::{Receiver, select};
use indicatif::ProgressBar;

use super::error::CliError;
use super::flags::{fen_text, move_words, processors, threads, variant_help};
use super::guesses::{Told, told, told_oddity};
use super::terminal::{complain, on_signal, progress_bar};
use crate::find::{Dates, MaterialLimits, MoveTree, Name, Query, Wanted, WantedResult};
use crownhead_engine::support::interrupt::{Interrupt, Interrupted};
use crownhead_engine::support::workers::in_order;
use crownhead_rules::Variant;
use crownhead_rules::notation::{Encoding, Guesser, counted};
use games::{Answer, GameAnswer, Games, Searcher};

/// Find the games of PDN files that hold a position, moves, pieces, players, results or dates
///
/// A game is found if it has all that is asked for; without an option, every game is. The position, the pattern and the
/// material are of one position, which occurs after the --moves, by whatever moves it was reached. Variations count only
/// with --variations. Each game is read by the rules of its variant: that of its tags, or else the likeliest one.
///
/// The output has a line for each game, in the order of the files: its file and its number in it, White - Black, the
/// event, the date, the result, and the numbers of moves (plies) after which the position occurs, those of variations in
/// parentheses. Tabs separate them; `-` stands for what is not known.
///
/// A faulty game is reported on standard error and searched as far as it is legal; then the exit code is 1. Only games
/// whose tags fit are searched, and faults of others may not be noticed. After Ctrl-C, the output has what was found so
/// far, and the exit code is 130.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With --json, each line of the output is an object. Its `type` is one of:
  game       file, game (from 1), line (of the file), variant, plies (moves
             that could be played), found, tags. Each of `found` is an
             occurrence: ply, fen, next (the move after it, absent at the end),
             variation (true, if it is not in the moves that were played)
  move       with --tree: variant, side (to move), move (absent for games that
             end there), games, wins, draws, losses (of that side), score (0
             to 1) and year (average), if known
  error      file, game, line, error: a faulty game, also if it is found

A pattern has sections as a FEN, separated by colons; each can be left out:
  W or B alone, in front: the side to move (or ?, which is the same as nothing)
  W27,K32,?38    White has a man on 27, a king on 32, either of them on 38
  B1-20          Black has men on 1 to 20
  E22,23         these squares are empty
Any other square may be empty or not.

Examples:
  crownhead find games.pdn --fen W:W25,27,28,33:B12,13,18,24
  crownhead find games.pdn --fen ?:W27,28:B18,19          either has the move
  crownhead find games/*.pdn --moves \"32-28 19-23\" --tree
  crownhead find *.pdn --pattern W27,28:B18:E22,23 --result white
  crownhead find *.pdn --material W3k0m:B1k0m --pdn > endings.pdn
  crownhead find *.pdn --player sijbrands --date 1970..1979 --tree
  crownhead find *.pdn --player Wiersma --player Clerc --json
  zcat games.pdn.gz | crownhead find - --moves \"11-15 23-19\" --quiet")]
pub(super) struct FindArgs {
    /// The PDN files; - for standard input
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// The position as FEN, such as `W:W31-50:B1-20`; with `?` as the side to move, either has the move
    #[arg(long, value_parser = fen_text())]
    fen: Option<String>,

    /// The first moves of the game from the start position, such as "32-28 19-23"
    #[arg(long)]
    moves: Option<String>,

    /// Pieces that must stand and squares that must be empty, such as `W27,28:B18:E22,23`; see below
    #[arg(long)]
    pattern: Option<String>,

    /// A part of the name of White or Black; case, accents and the order of words do not matter. Repeat it for games
    /// between two
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// The result: white, black, draw, unknown, or one as in PDN, where `1-0` and `2-0` mean a win of the side that begins
    #[arg(long)]
    result: Option<WantedResult>,

    /// The span of dates, such as `1970..1979`, `1972.03..` or `1985`; a date with unknown parts is found if it can be in it
    #[arg(long, value_name = "FROM..TO")]
    date: Option<Dates>,

    /// The numbers of men (m), kings (k) and pieces (p) of each side, such as `W5m1k:B4..6m` or `W..8p:B..8p`
    #[arg(long)]
    material: Option<MaterialLimits>,

    #[arg(long, value_name = "NAME", help = variant_help(), long_help = long_variant_help())]
    variant: Option<Variant>,

    /// The encoding of text that is not UTF-8, such as windows-1251 or cp850 [default: guessed for each game]
    #[arg(long, value_name = "LABEL")]
    encoding: Option<Encoding>,

    /// Search the variations too, which were not played
    #[arg(long, conflicts_with = "tree")]
    variations: bool,

    /// Show the moves that were played in the position (or first, or after the --moves): games, results for the side to
    /// move, score in percent, average year. A game counts once, where the position occurs first
    #[arg(long)]
    tree: bool,

    /// Write the games as PDN
    #[arg(long, conflicts_with_all = ["tree", "json"])]
    pdn: bool,

    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,

    /// Number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<NonZeroUsize>,

    /// Do not show progress, nor how many games were found
    #[arg(long)]
    quiet: bool,
}

fn long_variant_help() -> String {
    format!(
        "{}. Games whose tags state another are left out, and those that state none are read as this one. Default: any",
        variant_help()
    )
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Lines,
    Json,
    Pdn,
    /// The moves that were played, as tables or as JSON.
    Tree {
        json: bool,
    },
}

impl FindArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let query = self.query();
        let searcher = Arc::new(Searcher { wanted: wanted(&query)?, query, form: self.form() });
        let interrupt = on_signal()?;
        let bar = self.bar();
        let threads = self.threads.unwrap_or_else(processors).get();
        let games = Games::new(self.files, searcher.guesses(), self.encoding, bar.clone());
        let (sender, answers) = crossbeam_channel::bounded(1);
        let stop = interrupt.clone();
        let form = searcher.form;
        // Nothing waits for this thread after an interrupt, since it can wait for input.
        let working = std::thread::spawn(move || {
            let work = |_: &mut (), job| searcher.answer(job);
            let send =
                |answer| sender.send(answer).map(|()| std::ops::ControlFlow::Continue(())).map_err(|_| Interrupted);
            in_order(threads, games, |_| Ok::<_, Interrupted>(()), work, &stop, send)
        });
        let (text, counts, told) = (String::new(), Counts::default(), Told::default());
        let mut printer = Printer { form, bar, quiet: self.quiet, out, text, counts, told };
        let tree = printer.print(&answers, &interrupt)?;
        if !interrupt.is_raised()
            && let Err(panic) = working.join()
        {
            std::panic::resume_unwind(panic);
        }
        printer.finish(&tree, &interrupt)
    }

    fn query(&self) -> Query {
        Query {
            fen: self.fen.clone(),
            moves: move_words(self.moves.as_slice()),
            pattern: self.pattern.clone(),
            material: self.material.clone(),
            players: self.player.iter().map(|name| Name::new(name)).collect(),
            result: self.result.clone(),
            dates: self.date,
            variant: self.variant,
            in_variations: self.variations,
        }
    }

    const fn form(&self) -> Form {
        match (self.tree, self.pdn, self.json) {
            (true, _, json) => Form::Tree { json },
            (_, true, _) => Form::Pdn,
            (_, _, true) => Form::Json,
            _ => Form::Lines,
        }
    }

    /// A progress bar on standard error, hidden if that is not a terminal. It counts bytes, as far as the sizes of the
    /// files are known.
    fn bar(&self) -> ProgressBar {
        let sizes: Option<u64> =
            self.files.iter().map(|file| Some(file.metadata().ok().filter(|file| file.is_file())?.len())).sum();
        let template = if sizes.is_some() { "{bar:40} {percent} %, {msg}, {eta} to go" } else { "{msg}" };
        progress_bar(sizes.unwrap_or_default(), template, self.quiet).with_message("0 games")
    }
}

/// What the query means in each variant that has such positions.
fn wanted(query: &Query) -> Result<Vec<(Variant, Wanted)>, CliError> {
    if let Some(variant) = query.variant {
        return Ok(vec![(variant, query.in_variant(variant)?)]);
    }
    let all = Variant::ALL.iter().filter_map(|&variant| Some((variant, query.in_variant(variant).ok()?)));
    let wanted: Vec<_> = all.collect();
    if !wanted.is_empty() {
        return Ok(wanted);
    }
    let moves: Vec<_> = query.moves.iter().map(String::as_str).collect();
    let nearest = match (&query.fen, moves.first()) {
        (None, None) => Variant::DEFAULT_OF_LARGER_BOARD,
        (fen, _) => Guesser::preferring(None).guess_position(fen.as_deref(), &moves).variant,
    };
    query.in_variant(nearest).map(|wanted| vec![(nearest, wanted)]).map_err(|fault| {
        match fault.may_fit_another_variant() {
            true => CliError::NoGameHasQuery { fault, nearest },
            false => CliError::Query(fault),
        }
    })
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    games: usize,
    found: usize,
    faulty_games: usize,
    bad_files: usize,
}

struct Printer<'a, W> {
    form: Form,
    bar: ProgressBar,
    quiet: bool,
    out: &'a mut W,
    /// What is to be printed when there is time, or when it is long.
    text: String,
    counts: Counts,
    told: Told,
}

/// The most bytes that wait to be printed.
const MOST_WAITING: usize = 1 << 16;

/// The number of games between two messages on the bar.
const BETWEEN_MESSAGES: usize = 500;

impl<W: Write> Printer<'_, W> {
    /// Prints the answers up to the last one, or until the interrupt.
    fn print(&mut self, answers: &Receiver<Answer>, interrupt: &Interrupt) -> Result<MoveTree, CliError> {
        let mut tree = MoveTree::default();
        loop {
            if answers.is_empty() || self.text.len() > MOST_WAITING {
                self.flush()?;
            }
            let answer = select! {
                recv(interrupt.line()) -> _ => break,
                recv(answers) -> answer => answer,
            };
            match answer {
                Ok(answer) => self.take(answer, &mut tree),
                Err(_) => break,
            }
        }
        self.flush()?;
        Ok(tree)
    }

    fn take(&mut self, answer: Answer, tree: &mut MoveTree) {
        match answer {
            Answer::Game(answer) => {
                self.tell(&answer);
                let GameAnswer { fault, is_found, text, branch, .. } = answer;
                self.counts.games += 1;
                self.counts.found += usize::from(is_found);
                if let Some(fault) = fault {
                    self.counts.faulty_games += 1;
                    self.bar.suspend(|| complain(format_args!("{fault}")));
                }
                self.text.push_str(&text);
                if let Some((variant, side, mv, tally)) = branch {
                    tree.add(variant, side, mv, &tally);
                }
                if self.counts.games.is_multiple_of(BETWEEN_MESSAGES) {
                    self.bar.set_message(format!("{} of {} games", self.counts.found, self.counts.games));
                }
            }
            Answer::File(error) => {
                self.counts.bad_files += 1;
                self.bar.suspend(|| complain(format_args!("{error}")));
            }
        }
    }

    /// Says how a game is read, where that may not be as its file means it.
    fn tell(&mut self, GameAnswer { place, guess, oddities, .. }: &GameAnswer) {
        if let Some(guess) = guess.as_ref().filter(|guess| self.told.is_new(guess)) {
            self.bar.suspend(|| complain(format_args!("{place}: {}", told(guess))));
        }
        for oddity in oddities {
            if self.told.is_new_oddity(oddity) {
                self.bar.suspend(|| complain(format_args!("{place}: {}", told_oddity(oddity))));
            }
        }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        if !self.text.is_empty() {
            self.bar.suspend(|| self.out.write_all(self.text.as_bytes()).and_then(|()| self.out.flush()))?;
            self.text.clear();
        }
        Ok(())
    }

    /// Prints the tree, and how many games were found.
    fn finish(mut self, tree: &MoveTree, interrupt: &Interrupt) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        if let Form::Tree { json } = self.form {
            report::write_tree(tree, json, &mut self.out)?;
        }
        let Counts { games, found, faulty_games, bad_files } = self.counts;
        if !self.quiet {
            complain(format_args!("found {found} of {}", counted(games as u64, "game", "games")));
        }
        match (faulty_games, bad_files) {
            _ if interrupt.is_raised() => Err(CliError::Interrupted),
            (_, 1..) => Err(CliError::BadFiles(bad_files)),
            (1.., _) => Err(CliError::FaultyGames(faulty_games)),
            _ => Ok(()),
        }
    }
}
