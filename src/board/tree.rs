//! The moves of a game and its variations: a tree, with comments and signs, which is read from PDN and written there.

use serde::Serialize;

use super::MOST_PLIES;
use super::request::BoardError;
use crate::review::{Judgement, replayed};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::{Note, PdnGame, PdnMove, Remark, Variation};
use crownhead_rules::{AnyPosition, Game, Move};

/// The signs of moves, by their glyphs from 1.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// A position, by its number in the tree.
pub(super) type NodeId = usize;

const ROOT: NodeId = 0;

/// A position and the move that leads there.
#[derive(Debug)]
struct Node {
    parent: NodeId,
    /// The first one is the main continuation.
    children: Vec<NodeId>,
    /// `None` at the start alone.
    mv: Option<Move>,
    /// The move as the board shows it.
    text: String,
    /// The move as PDN has it, with what stands behind it, but for the variations that are read.
    written: PdnMove,
    /// What stands before it where it begins a variation.
    before: Vec<Note>,
}

/// The game, as the first moves of the tree, and all that has been tried.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The number of moves of the game. Moves behind them are variations too.
    plies: usize,
    /// What was read behind the last move that can be played.
    rest: Vec<PdnMove>,
    /// Whether the squares have the names that PDN has for the variant.
    is_standard: bool,
    /// The moves of the first variation that was read and cannot be played.
    unread: Option<String>,
}

/// The first moves of a variation, as they were read.
fn shown(variation: &Variation) -> String {
    const MOST: usize = 4;
    let texts: Vec<_> = variation.moves.iter().take(MOST).map(|mv| mv.text.as_str()).collect();
    let more = if variation.moves.len() > MOST { " ..." } else { "" };
    texts.join(" ") + more
}

/// A position of the tree as a page gets it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeView {
    /// The move; empty at the start.
    pub text: String,
    /// The position before it, by its place in the list; `None` for the start.
    pub parent: Option<usize>,
    pub is_game: bool,
    /// The sign that people gave it.
    pub sign: Option<&'static str>,
    pub mark: Judgement,
    /// What is said before it, and of it.
    pub before: String,
    pub comment: String,
}

impl Tree {
    pub(super) fn of(game: &Game) -> Tree {
        let root = Node {
            parent: ROOT,
            children: Vec::new(),
            mv: None,
            text: String::new(),
            written: PdnMove::default(),
            before: Vec::new(),
        };
        let mut tree = Tree { nodes: vec![root], plies: 0, rest: Vec::new(), is_standard: true, unread: None };
        tree.play(game);
        tree
    }

    /// The tree of a game that was read, of which these moves can be played. A variation that cannot be played stays a
    /// note. So do all of them where the file names the squares as PDN does not.
    pub(super) fn read(pdn: &PdnGame, game: &Game) -> Tree {
        let mut tree = Tree::of(game);
        tree.rest = pdn.moves.get(tree.plies..).unwrap_or_default().to_vec();
        let start = game.positions().next().copied();
        let texts = pdn.moves.iter().take(tree.plies).cloned();
        tree.is_standard = start.is_none_or(|start| replayed(start, texts).is_some_and(|own| own == *game.moves()));
        let line = tree.game_line();
        if let Some(start) = start {
            tree.take_notes(ROOT, ROOT, start, &pdn.notes);
        }
        for (ply, (position, mv)) in game.positions().zip(&pdn.moves).take(tree.plies).enumerate() {
            // It keeps its number, and gets the one spelling that is never ambiguous.
            let written = &mut tree.nodes[line[ply + 1]].written;
            let text = std::mem::replace(written, mv.clone()).text;
            (written.text, written.notes) = (text, Vec::new());
            tree.take_notes(line[ply + 1], line[ply], *position, &mv.notes);
        }
        tree
    }

    /// Adds notes to a node. `position` is the one in which their variations begin, that of `parent`.
    fn take_notes(&mut self, node: NodeId, parent: NodeId, position: AnyPosition, notes: &[Note]) {
        for note in notes {
            let is_read =
                matches!(note, Note::Variation(variation) if self.read_variation(parent, position, variation));
            if !is_read && let Note::Variation(variation) = note {
                self.unread.get_or_insert_with(|| shown(variation));
            }
            if !is_read && !self.nodes[node].written.notes.contains(note) {
                self.nodes[node].written.notes.push(note.clone());
            }
        }
    }

    /// The moves of a variation that was read and cannot be played.
    pub(super) fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    /// Adds the moves of a variation if all of them can be played; tells whether that is so.
    fn read_variation(&mut self, parent: NodeId, start: AnyPosition, variation: &Variation) -> bool {
        let first_ply = self.path(parent).len();
        let is_short = first_ply + variation.moves.len() <= MOST_PLIES;
        let Some(moves) = replayed(start, variation.moves.iter().cloned()).filter(|_| self.is_standard && is_short)
        else {
            return false;
        };
        if moves.is_empty() || moves.len() < variation.moves.len() {
            return false;
        }
        let (mut at, mut position) = (parent, start);
        for (mv, read) in moves.iter().zip(&variation.moves) {
            let node = self.child(at, &position, *mv);
            if at == parent {
                self.nodes[node].before.extend(variation.notes.iter().cloned());
            }
            self.take_notes(node, at, position, &read.notes);
            (at, position) = (node, position.succ(mv));
        }
        true
    }

    /// The position after a move, which is added where it is not there.
    fn child(&mut self, parent: NodeId, position: &AnyPosition, mv: Move) -> NodeId {
        let known = self.nodes[parent].children.iter().find(|&&child| self.nodes[child].mv == Some(mv));
        if let Some(&child) = known {
            return child;
        }
        let child = self.nodes.len();
        let written = PdnMove::from(&SpelledMove::new(position, &mv));
        let text = written.text.clone();
        self.nodes.push(Node { parent, children: Vec::new(), mv: Some(mv), text, written, before: Vec::new() });
        self.nodes[parent].children.push(child);
        child
    }

    /// Adds the moves of a line; its last position.
    pub(super) fn add(&mut self, line: &Game) -> NodeId {
        let moves = line.positions().zip(line.moves());
        moves.fold(ROOT, |at, (position, mv)| self.child(at, position, *mv))
    }

    /// Makes a line the game.
    pub(super) fn play(&mut self, game: &Game) {
        let last = self.add(game);
        for node in self.path(last) {
            self.put_first(node);
        }
        self.end_game_at(game.moves().len());
    }

    /// Takes the moves of the game after the first `plies` away, with all that goes on from there.
    pub(super) fn cut(&mut self, plies: usize) {
        let line = self.game_line();
        if let Some(&node) = line.get(plies + 1) {
            self.remove_child(node);
            self.end_game_at(plies);
        }
    }

    fn end_game_at(&mut self, plies: usize) {
        if self.plies != plies {
            self.rest.clear();
        }
        self.plies = plies;
    }

    /// The position that a line leads to. Fails if it is not in the tree.
    pub(super) fn find(&self, line: &[String]) -> Result<NodeId, BoardError> {
        line.iter().try_fold(ROOT, |at, text| {
            let mut children = self.nodes[at].children.iter();
            children.find(|&&child| self.nodes[child].text == *text).copied().ok_or(BoardError::NoLine)
        })
    }

    /// The positions from the first move to this one.
    fn path(&self, mut node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        while node != ROOT {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// A position and those of its main continuation.
    fn firsts(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| self.nodes[node].children.first().copied())
    }

    fn game_line(&self) -> Vec<NodeId> {
        self.firsts(ROOT).take(self.plies + 1).collect()
    }

    pub(super) fn moves_of_game(&self) -> Vec<Move> {
        self.game_line().into_iter().filter_map(|node| self.nodes[node].mv).collect()
    }

    /// Whether a position is on the way to another one, or is that.
    pub(super) fn is_within(&self, line: NodeId, node: NodeId) -> bool {
        self.path(line).contains(&node)
    }

    pub(super) fn is_of_game(&self, node: NodeId) -> bool {
        self.game_line().contains(&node)
    }

    /// The moves of the line through a position of a variation, to its end.
    pub(super) fn moves_through(&self, node: NodeId) -> Vec<Move> {
        self.path(node).into_iter().chain(self.firsts(node).skip(1)).filter_map(|node| self.nodes[node].mv).collect()
    }

    fn put_first(&mut self, node: NodeId) {
        let parent = self.nodes[node].parent;
        let siblings = &mut self.nodes[parent].children;
        if let Some(place) = siblings.iter().position(|&sibling| sibling == node) {
            siblings[..=place].rotate_right(1);
        }
    }

    fn remove_child(&mut self, node: NodeId) {
        let parent = self.nodes[node].parent;
        self.nodes[parent].children.retain(|&child| child != node);
    }

    /// Lets the variation of this position take the place of the line that it leaves. The game may then be another one.
    /// Fails if it leaves none.
    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), BoardError> {
        let line = self.game_line();
        let is_first = |&node: &NodeId| self.nodes[self.nodes[node].parent].children.first() == Some(&node);
        let found = self.path(node).into_iter().rfind(|node| !is_first(node)).ok_or(BoardError::NoVariation)?;
        let parent = self.nodes[found].parent;
        self.put_first(found);
        if line[..self.plies].contains(&parent) {
            self.rest.clear();
            self.plies = self.firsts(ROOT).skip(1).count();
        }
        Ok(())
    }

    /// Deletes a position and all that goes on from there. It yields the position before it. Fails if it is one of the
    /// game.
    pub(super) fn delete(&mut self, node: NodeId) -> Result<NodeId, BoardError> {
        if self.is_of_game(node) {
            return Err(BoardError::NoVariation);
        }
        self.remove_child(node);
        Ok(self.nodes[node].parent)
    }

    /// Replaces what is said of a move, without the commands of programs in it.
    pub(super) fn comment(&mut self, node: NodeId, said: &str) {
        let Node { written: PdnMove { notes, .. }, before, .. } = &mut self.nodes[node];
        for notes in [&mut *notes, before] {
            notes.retain_mut(|note| {
                if let Note::Comment(text) = note {
                    *text = Remark { text: String::new(), ..Remark::parse(text) }.to_string();
                    return !text.is_empty();
                }
                note.comment().is_none()
            });
        }
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        if !said.is_empty() {
            let place = notes.iter().take_while(|note| matches!(note, Note::Strength(_) | Note::Nag(_))).count();
            notes.insert(place, Note::Comment(said));
        }
    }

    /// Replaces the sign of a move.
    pub(super) fn sign(&mut self, node: NodeId, sign: Option<&str>) {
        let written = &mut self.nodes[node].written;
        written.notes.retain(|note| sign_in(note).is_none());
        if let Some(place) = sign.and_then(|sign| SIGNS.iter().position(|own| *own == sign)) {
            written.add_nag(place as u32 + 1);
        }
    }

    /// Writes the moves, the variations and all that stands among them into a game, in place of its own.
    pub(super) fn write(&self, pdn: &mut PdnGame) {
        let line = self.game_line();
        pdn.notes.clone_from(&self.nodes[ROOT].written.notes);
        pdn.moves = line[1..].iter().map(|&node| self.with_siblings(node)).collect();
        // A variation behind the end of the game has to begin with its last move.
        let end = line[self.plies];
        for &first in &self.nodes[end].children {
            let mut variation = self.variation(first);
            match pdn.moves.last_mut() {
                Some(last) => {
                    variation.moves.insert(0, PdnMove::new(self.nodes[end].written.text.clone()));
                    last.notes.push(Note::Variation(variation));
                }
                None => pdn.notes.push(Note::Variation(variation)),
            }
        }
        pdn.moves.extend(self.rest.iter().cloned());
        pdn.moves.iter_mut().for_each(PdnMove::number_if_none);
    }

    /// A move with the variations that stand in its place.
    fn with_siblings(&self, node: NodeId) -> PdnMove {
        let mut mv = self.nodes[node].written.clone();
        mv.notes.extend(self.nodes[node].before.iter().cloned());
        let siblings = self.nodes[self.nodes[node].parent].children.iter().filter(|&&sibling| sibling != node);
        mv.notes.extend(siblings.map(|&sibling| Note::Variation(self.variation(sibling))));
        mv
    }

    fn variation(&self, first: NodeId) -> Variation {
        let others = self.firsts(first).skip(1).map(|node| self.with_siblings(node));
        let mut moves: Vec<_> = std::iter::once(self.nodes[first].written.clone()).chain(others).collect();
        moves.iter_mut().for_each(PdnMove::number_if_none);
        Variation { notes: self.nodes[first].before.clone(), moves }
    }

    /// The positions for a page, each behind the one before it. `marks` are those of the moves of the game.
    pub(super) fn view(&self, marks: &[Judgement]) -> Vec<NodeView> {
        let mut places = vec![None; self.nodes.len()];
        let mut plies = vec![None; self.nodes.len()];
        self.game_line().into_iter().enumerate().for_each(|(ply, node)| plies[node] = Some(ply));
        let mut views = Vec::new();
        let mut left = vec![ROOT];
        while let Some(id) = left.pop() {
            let node = &self.nodes[id];
            let ply: Option<usize> = plies[id];
            places[id] = Some(views.len());
            views.push(NodeView {
                text: node.text.clone(),
                parent: node.mv.and_then(|_| places[node.parent]),
                is_game: ply.is_some(),
                sign: node.written.notes.iter().find_map(sign_in),
                mark: ply.and_then(|ply| marks.get(ply.checked_sub(1)?).copied()).unwrap_or(Judgement::Fine),
                before: said(&node.before),
                comment: said(&node.written.notes),
            });
            left.extend(node.children.iter().rev());
        }
        views
    }

    /// Whether the squares have the names that PDN has for the variant.
    pub(super) fn is_standard(&self) -> bool {
        self.is_standard
    }
}

/// The sign that a note is, if any.
fn sign_in(note: &Note) -> Option<&'static str> {
    let place = match note {
        Note::Nag(nag) => (*nag as usize).checked_sub(1)?,
        Note::Strength(text) => SIGNS.iter().position(|sign| sign == text)?,
        _ => return None,
    };
    SIGNS.get(place).copied()
}

/// A comment without commands that only other programs know: `[%csl G24]`.
fn without_commands(comment: &str) -> String {
    let mut parts = comment.split("[%");
    let first = parts.next().unwrap_or_default().to_owned();
    let words = parts.map(|part| part.split_once(']').map_or(part, |(_, words)| words));
    let words = words.fold(first, |all, words| all + words);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a comment says why the moves behind it could not be played. The page has said it as it was loaded.
fn is_fault(comment: &str) -> bool {
    comment.starts_with("Crownhead: line ")
}

/// The words of the comments among notes, without the commands of programs.
fn said(notes: &[Note]) -> String {
    let words = |comment: &str| Remark::parse(comment).text;
    let texts = notes.iter().filter_map(Note::comment).map(words).map(|text| without_commands(&text));
    texts.filter(|text| !text.is_empty() && !is_fault(text)).collect::<Vec<_>>().join(" ")
}
