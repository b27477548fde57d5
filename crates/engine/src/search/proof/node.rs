//! The proof search below a node.

use super::finding::Finding;
use super::table::ProofTable;
use crate::endgame::{Tables, Wdl};
use crate::search::{CHECK_INTERVAL, DraughtsNode, Stopped};
use crownhead_rules::{DrawClock, Key, Move, NoMove, Rules, Side};

/// The best child may exceed the number of the second best by one part in this many before the search turns to that.
///
/// CITE: Pawlewicz and Lew, Improving Depth-First PN-Search: 1+epsilon Trick (2007).
const EPSILON: u32 = 4;

/// How much each quiet reply of the defender counts; a capture counts 1. Replies to a quiet move are rarely forced.
const QUIET_REPLY: u32 = 2;

/// How much each man that the attacker is behind, where no capture is due, adds to the proof number.
const MAN_BEHIND: u32 = 2;

/// A depth-first proof-number search for a win of one side.
///
/// CITE: Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications (2002).
///
/// A position that returns counts as not won. A win never rests on that: each of its positions was proven after those
/// that follow it, so none returns. What is not won rests on the line that led there; it is stored for that line alone,
/// unless all the repetitions it rests on lie at the node or below it.
///
/// CITE: Kishimoto and Müller, A General Solution to the Graph History Interaction Problem (2004).
pub(super) struct ProofSearch<'a, R: Rules> {
    pub(super) attacker: Side,
    pub(super) tables: Option<&'a Tables>,
    pub(super) table: &'a mut ProofTable,
    /// The keys of the line, from the first position of the game to the parent of the node.
    pub(super) path: Vec<Key>,
    /// The most plies of the game at the end of a line.
    pub(super) end: usize,
    /// Whether a line was cut there.
    pub(super) is_cut: &'a mut bool,
    /// Nodes so far. Each visit of a position is a node.
    pub(super) nodes: u64,
    /// Asked every [`CHECK_INTERVAL`] nodes whether to go on.
    pub(super) check: &'a mut dyn FnMut(u64) -> Result<(), Stopped>,
    pub(super) next_check: u64,
    /// The tables' count of slow reads when it was last asked.
    pub(super) slow_reads: u64,
    pub(super) rules: std::marker::PhantomData<R>,
}

/// A move, and what is known of the node that it leads to.
pub(super) struct Child<R: Rules> {
    pub(super) mv: Move,
    node: DraughtsNode<R>,
    line: u64,
    pub(super) finding: Finding,
}

/// The proof and disproof numbers at which a search returns to the parent.
#[derive(Clone, Copy)]
struct Limits {
    proof: u32,
    disproof: u32,
}

/// The hash of a line that goes on to the position with this key; never 0.
pub(super) const fn extended(line: u64, key: Key) -> u64 {
    let mixed = (line.rotate_left(5) ^ key.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)) | 1
}

/// The plies that the draw articles leave.
fn plies_left<R: Rules>(node: &DraughtsNode<R>) -> u16 {
    node.plies_left().unwrap_or(u16::MAX)
}

impl<R: Rules> ProofSearch<'_, R> {
    /// Settles the root of the search, at the end of `line`, and returns what is known of its moves too.
    pub(super) fn root(&mut self, node: &DraughtsNode<R>, line: u64) -> Result<(Finding, Vec<Child<R>>), Stopped> {
        let finding = self.look(node, line);
        if finding.is_settled() && !node.position.has_move() {
            return Ok((finding, Vec::new()));
        }
        let no_limits = Limits { proof: Finding::INFINITE, disproof: Finding::INFINITE };
        let (finding, mut children) = self.search(node, line, no_limits)?;
        if !(finding.is_won() && self.is_attackers(node)) {
            return Ok((finding, children));
        }
        // The first move that wins need not be the quickest: the tables may know a better one behind it.
        self.path.push(node.position.key());
        let moves = node.position.moves().len();
        while children.len() < moves {
            children.append(&mut self.children(node, line, children.len()));
        }
        self.path.pop();
        Ok((self.combined(node, &children), children))
    }

    fn search(
        &mut self,
        node: &DraughtsNode<R>,
        line: u64,
        limits: Limits,
    ) -> Result<(Finding, Vec<Child<R>>), Stopped> {
        let start = self.nodes;
        self.path.push(node.position.key());
        let mut children = self.children(node, line, 0);
        let mut finding = self.combined(node, &children);
        while !finding.is_settled() && finding.proof < limits.proof && finding.disproof < limits.disproof {
            let (best, limits) = self.choose(node, &children, &finding, limits);
            let (child, line) = (children[best].node, children[best].line);
            children[best].finding = self.search(&child, line, limits)?.0;
            finding = self.combined(node, &children);
        }
        self.path.pop();
        let rests_on_line = match (finding.is_won(), finding.is_not_won()) {
            (true, _) => finding.need > plies_left(node),
            (_, true) => usize::from(finding.base) < self.path.len(),
            _ => false,
        };
        if !rests_on_line {
            finding.base = Finding::NOWHERE;
        }
        let line = if rests_on_line { line } else { 0 };
        self.table.store(node.position.key(), line, finding, self.nodes - start);
        if self.nodes >= self.next_check {
            (self.check)(self.nodes)?;
            self.next_check = self.nodes + CHECK_INTERVAL;
        }
        Ok((finding, children))
    }

    fn is_attackers(&self, node: &DraughtsNode<R>) -> bool {
        node.position.side() == self.attacker
    }

    /// The moves of a node but the first `passed`, up to one that settles it.
    #[inline(never)] // A list of moves takes too much of the stack for a line of them.
    fn children(&mut self, node: &DraughtsNode<R>, line: u64, passed: usize) -> Vec<Child<R>> {
        let moves = node.position.moves();
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves.iter().skip(passed) {
            let next = node.after(&mv);
            let line = extended(line, next.position.key());
            let finding = self.look(&next, line);
            children.push(Child { mv, node: next, line, finding });
            if if self.is_attackers(node) { finding.is_won() } else { finding.is_not_won() } {
                break;
            }
        }
        children
    }

    /// What is known of a node without a search below it.
    fn look(&mut self, node: &DraughtsNode<R>, line: u64) -> Finding {
        self.nodes += 1;
        let position = &node.position;
        if !position.has_move() {
            let is_won = position.win_without_move().winner == self.attacker;
            return if is_won { Finding::won(0, 0) } else { Finding::not_won(Finding::NOWHERE) };
        }
        if node.is_drawn_by_count() {
            return Finding::not_won(0);
        }
        if let Some(place) = self.earlier(node) {
            return Finding::not_won(place as u16);
        }
        if self.path.len() >= self.end {
            *self.is_cut = true;
            return Finding::not_won(0);
        }
        self.known(node)
            .or_else(|| self.table.probe(position.key(), line, plies_left(node)))
            .unwrap_or_else(|| self.first_guess(node))
    }

    /// The place in the line where the position has been before.
    fn earlier(&self, node: &DraughtsNode<R>) -> Option<usize> {
        let end = self.path.len();
        let start = end.saturating_sub(usize::from(node.clock.quiet_plies()));
        let key = node.position.key();
        (start..end).rev().skip(1).step_by(2).find(|&place| self.path[place] == key)
    }

    /// What the endgame tables know. A win for which the draw articles leave too few plies is still open.
    fn known(&mut self, node: &DraughtsNode<R>) -> Option<Finding> {
        let tables = self.tables?;
        let known = tables.probe_of(&node.position)?;
        // A thousand nodes may take seconds where the disk is slow.
        if tables.slow_reads() != self.slow_reads {
            (self.slow_reads, self.next_check) = (tables.slow_reads(), self.nodes);
        }
        let win = if self.is_attackers(node) { Wdl::Win } else { Wdl::Loss };
        match known.plies {
            Some(plies) if known.outcome == win => (plies <= plies_left(node)).then(|| Finding::won(plies, plies)),
            _ => Some(Finding::not_won(Finding::NOWHERE)),
        }
    }

    /// The numbers of a node that is not known: few replies are soon searched, and captures are forced.
    fn first_guess(&self, node: &DraughtsNode<R>) -> Finding {
        let position = &node.position;
        let moves = position.count_moves() as u32;
        let is_quiet = !position.has_capture();
        let men = |side| (position.men(side).len() + 3 * position.kings(side).len()) as i32;
        let ahead = men(self.attacker) - men(!self.attacker);
        let behind = match R::ARTICLES.no_move {
            NoMove::Loses => -ahead,
            NoMove::Wins => ahead,
        };
        let behind = if is_quiet { behind.max(0) as u32 * MAN_BEHIND } else { 0 };
        if self.is_attackers(node) {
            Finding::open(1 + behind, moves)
        } else {
            Finding::open(moves * if is_quiet { QUIET_REPLY } else { 1 } + behind, 1)
        }
    }

    /// What follows for a node from what is known of its children.
    fn combined(&self, node: &DraughtsNode<R>, children: &[Child<R>]) -> Finding {
        let all = || children.iter().map(|child| child.finding);
        let (proofs, disproofs) = (|| all().map(|finding| finding.proof), || all().map(|finding| finding.disproof));
        if self.is_attackers(node) {
            let wins = children.iter().filter(|child| child.finding.is_won());
            if let Some(win) = wins.min_by_key(|child| child.finding.plies) {
                return Finding::won(win.finding.plies + 1, win.need());
            }
            if all().all(|finding| finding.is_not_won()) {
                return Finding::not_won(all().map(|finding| finding.base).min().unwrap_or(Finding::NOWHERE));
            }
            Finding::open(proofs().min().unwrap_or(0), Finding::total(disproofs()))
        } else {
            let escapes = all().filter(|finding| finding.is_not_won());
            if let Some(base) = escapes.map(|finding| finding.base).max() {
                return Finding::not_won(base);
            }
            if all().all(|finding| finding.is_won()) {
                let plies = all().map(|finding| finding.plies).max().unwrap_or(0);
                return Finding::won(plies + 1, children.iter().map(Child::need).max().unwrap_or(0));
            }
            Finding::open(Finding::total(proofs()), disproofs().min().unwrap_or(0))
        }
    }

    /// The child to search next, and its limits.
    fn choose(
        &self,
        node: &DraughtsNode<R>,
        children: &[Child<R>],
        finding: &Finding,
        limits: Limits,
    ) -> (usize, Limits) {
        let is_attackers = self.is_attackers(node);
        // The number of which a node takes the least of its children, and the one of which it takes the sum.
        let split = |proof, disproof| if is_attackers { (proof, disproof) } else { (disproof, proof) };
        let (mut best, mut least, mut second) = (0, Finding::INFINITE, Finding::INFINITE);
        for (place, child) in children.iter().enumerate().filter(|(_, child)| !child.finding.is_settled()) {
            let (number, _) = split(child.finding.proof, child.finding.disproof);
            if number < least {
                (best, least, second) = (place, number, least);
            } else {
                second = second.min(number);
            }
        }
        let (least_limit, sum_limit) = split(limits.proof, limits.disproof);
        let (_, sum) = split(finding.proof, finding.disproof);
        let (_, own) = split(children[best].finding.proof, children[best].finding.disproof);
        let least_limit = least_limit.min(second + (second / EPSILON).max(1));
        let sum_limit = sum_limit.saturating_sub(sum.saturating_sub(own));
        let (proof, disproof) = split(least_limit, sum_limit);
        (best, Limits { proof, disproof })
    }
}

impl<R: Rules> Child<R> {
    /// The plies that must be left at the parent if this move is to win: where it starts all counts anew, only itself.
    fn need(&self) -> u16 {
        let starts_anew = self.node.clock == DrawClock::start(&R::ARTICLES.draws, &self.node.position);
        if starts_anew { 1 } else { self.finding.need + 1 }
    }
}
