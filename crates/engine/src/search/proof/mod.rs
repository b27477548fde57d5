//! The proof search: does a side win, whatever the other does?
//!
//! A win is an end by the rules, or a position that the endgame tables know to be won in as many plies as the counts of
//! the draw articles leave there; counts that begin later are not considered. Where a position returns, the attacker
//! has not won: the shortest way to win a position never comes back to it.

mod finding;
mod node;
mod table;

use std::marker::PhantomData;
use std::sync::Arc;

use super::{AnyNode, Depth, Stopped, TableError, TableSize};
use crate::endgame::{Tables, TablesOptions};
use crownhead_rules::{AnyPosition, Game, Move, Rules, Side, Variant, VariantVisitor};
use finding::Finding;
use node::{ProofSearch, extended};
use table::ProofTable;

/// That `attacker` wins where `game` stands.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'g> {
    /// The game. Its earlier positions count as repetitions.
    pub game: &'g Game,
    /// Who is to win.
    pub attacker: Side,
    /// The most plies of the game at the end of a line: [`Claim::end_after`] of where it is first made. A win that is
    /// remembered from longer lines may end later.
    pub end: usize,
}

impl Claim<'_> {
    /// The plies of a game after lines of at most `longest` plies from where it stands.
    pub fn end_after(game: &Game, longest: Depth) -> usize {
        game.moves().len() + longest.get() as usize
    }
}

/// The answer to a [`Claim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofAnswer {
    /// The attacker wins in at most this number of plies; there may be a quicker win.
    Win {
        /// The plies until a side has no move.
        plies: u16,
    },
    /// The attacker does not win.
    NoWin,
    /// The attacker does not win by lines up to the longest, and some are longer.
    NoWinWithin,
    /// The search was stopped.
    Open,
}

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The answer.
    pub answer: ProofAnswer,
    /// A move that keeps the answer: a winning one of the attacker, or one of the defender after which the attacker
    /// does not win.
    pub best: Option<Move>,
    /// Whether the endgame tables know the position.
    pub is_known: bool,
    /// Nodes of the search: visits of positions.
    pub nodes: u64,
}

/// Examines claims. It remembers what it found out about the positions of a game, so that further claims
/// about the same game and attacker are quickly settled.
#[derive(Debug)]
pub struct Prover {
    tables: Option<Arc<Tables>>,
    table: ProofTable,
    /// The first position of the game and the attacker that the table is about.
    subject: Option<(AnyPosition, Side)>,
    /// Where the longest lines ended that it is about, and whether one was cut there.
    end: usize,
    is_cut: bool,
}

impl Prover {
    /// The default size of its table.
    pub const USUAL_SIZE: TableSize = TableSize::from_mib(64).expect("64 MiB is a valid size");

    /// A prover that opens the endgame tables of a variant. Faulty files of tables are logged, and not used.
    ///
    /// # Errors
    /// As [`Prover::new`].
    pub fn open(variant: Variant, tables: &TablesOptions, size: TableSize) -> Result<Prover, TableError> {
        let (tables, faults) = Tables::open(variant, tables);
        faults.iter().for_each(|fault| log::error!("{fault}"));
        Prover::new((tables.max_pieces() > 0).then(|| Arc::new(tables)), size)
    }

    /// A prover that asks these endgame tables, and keeps a table of this size of its own.
    ///
    /// # Errors
    /// If the machine does not have that much memory available.
    pub fn new(tables: Option<Arc<Tables>>, size: TableSize) -> Result<Prover, TableError> {
        Ok(Prover { tables, table: ProofTable::new(size)?, subject: None, end: 0, is_cut: false })
    }

    /// Searches for the answer. `check` is asked now and then, with the nodes so far, whether to go on.
    pub fn examine(&mut self, claim: Claim<'_>, check: &mut dyn FnMut(u64) -> Result<(), Stopped>) -> Proof {
        let Claim { game, attacker, end } = claim;
        let subject = (game.positions().next().copied().unwrap_or(*game.position()), attacker);
        // What was not won because a line was cut may be won by longer ones.
        let may_be_won = self.is_cut && end > self.end;
        if self.subject.replace(subject) != Some(subject) || may_be_won {
            self.table.clear();
            self.is_cut = false;
        }
        self.end = end;
        game.variant().visit(Examine { prover: self, claim, check })
    }
}

/// A claim whose rules become a type.
struct Examine<'a, 'g> {
    prover: &'a mut Prover,
    claim: Claim<'g>,
    check: &'a mut dyn FnMut(u64) -> Result<(), Stopped>,
}

impl VariantVisitor for Examine<'_, '_> {
    type Output = Proof;

    fn visit<R: Rules>(self) -> Proof {
        let Claim { game, attacker, end } = self.claim;
        let mut path: Vec<_> = game.positions().map(|position| position.key()).collect();
        let line = path.iter().fold(1, |line, &key| extended(line, key));
        path.pop();
        let endgame = self.prover.tables.clone().filter(|tables| tables.variant() == game.variant());
        let mut search = ProofSearch::<R> {
            attacker,
            tables: endgame.as_deref(),
            table: &mut self.prover.table,
            path,
            end,
            is_cut: &mut self.prover.is_cut,
            nodes: 0,
            check: self.check,
            next_check: 0,
            slow_reads: endgame.as_ref().map_or(0, |tables| tables.slow_reads()),
            rules: PhantomData,
        };
        let root = search.root(&AnyNode::of(game).typed(), line);
        let nodes = search.nodes;
        let is_known = endgame.is_some_and(|tables| tables.probe(game.position()).is_some());
        let Ok((finding, children)) = root else {
            return Proof { answer: ProofAnswer::Open, best: None, is_known, nodes };
        };
        let keeps = |found: &Finding| found.is_won() == finding.is_won() && found.is_settled();
        let kept = children.iter().filter(|child| keeps(&child.finding));
        // The quickest win found, or the longest resistance.
        let is_attackers = game.position().side() == attacker;
        let best = kept.min_by_key(|child| {
            let plies = i32::from(child.finding.plies);
            if is_attackers { plies } else { -plies }
        });
        let answer = match (finding.is_won(), self.prover.is_cut) {
            (true, _) => ProofAnswer::Win { plies: finding.plies },
            (false, false) => ProofAnswer::NoWin,
            (false, true) => ProofAnswer::NoWinWithin,
        };
        Proof { answer, best: best.map(|child| child.mv), is_known, nodes }
    }
}
