//! The positions of a book as a graph, in which transpositions meet, and the values that minimax backs up in it.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::entry::{BookEntry, BookMove, Games, key, rounded};
use super::file::Book;
use crate::eval::{Score, ScoreClass};
use crownhead_rules::{AnyPosition, Key, Move, Ply, Variant};

/// The number of a position in the graph.
pub(super) type PlaceId = usize;

/// The longest line of only moves that is followed.
const MOST_ONLY_MOVES: u16 = 40;

/// A position with a choice, or where a line ends.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) position: AnyPosition,
    /// Its value for the side to move: what a search has found, until it is expanded; then what its moves lead to.
    pub(super) value: Option<Score>,
    /// Its moves, once it is expanded, or those that games have.
    edges: Vec<Edge>,
    /// The number of its legal moves.
    legal: usize,
    /// Whether it may be expanded: it has a choice of moves, a book can hold it, and nothing else knows its value.
    is_open: bool,
}

/// A move of an expanded position.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    /// Where it leads, after the only moves that follow.
    to: PlaceId,
    plies: u16,
    games: Games,
}

/// The positions that a book holds, and those that their moves lead to.
#[derive(Debug)]
pub(super) struct Graph {
    places: Vec<Place>,
    ids: HashMap<Key, PlaceId>,
    /// Positions of so few pieces are not expanded, since endgame tables know them.
    known_pieces: usize,
    expanded: usize,
}

/// The position with a choice that only moves lead to, and their number.
pub(super) fn settled(mut position: AnyPosition) -> (AnyPosition, u16) {
    let mut plies = 0;
    while plies < MOST_ONLY_MOVES
        && let [only] = position.moves()[..]
    {
        (position, plies) = (position.succ(&only), plies + 1);
    }
    (position, plies)
}

/// The next position with a choice after a move, and the plies to it.
fn follow(position: &AnyPosition, mv: &Move) -> (AnyPosition, u16) {
    let (position, plies) = settled(position.succ(mv));
    (position, plies + 1)
}

/// The value of a position for the side that was to move so many plies before.
fn seen_before(value: Score, plies: u16) -> Score {
    let value = value.seen_from_above(Ply::new(plies));
    if plies.is_multiple_of(2) { value } else { -value }
}

/// The inverse.
pub(super) fn seen_after(value: Score, plies: u16) -> Score {
    let value = value.seen_from_below(Ply::new(plies));
    if plies.is_multiple_of(2) { value } else { -value }
}

impl Graph {
    /// The start position of a variant, not yet expanded. Positions of up to `known_pieces` pieces never are.
    pub(super) fn new(variant: Variant, known_pieces: usize) -> Graph {
        let mut graph = Graph { places: Vec::new(), ids: HashMap::new(), known_pieces, expanded: 0 };
        graph.place(&variant.start());
        graph
    }

    /// How many positions are expanded.
    pub(super) fn len(&self) -> usize {
        self.expanded
    }

    pub(super) fn at(&self, id: PlaceId) -> &Place {
        &self.places[id]
    }

    /// The number of a position, which joins the graph if it is not in it yet.
    pub(super) fn place(&mut self, position: &AnyPosition) -> PlaceId {
        let new = self.places.len();
        let id = *self.ids.entry(position.key()).or_insert(new);
        if id == new {
            let legal = position.moves().len();
            let is_known = position.occupied().len() as usize <= self.known_pieces;
            let is_open = legal > 1 && !is_known && key(position).is_some();
            let value = position.win().map(|win| match win.winner == position.side() {
                true => Score::win_in(Ply::ROOT),
                false => Score::loss_in(Ply::ROOT),
            });
            self.places.push(Place { position: *position, value, edges: Vec::new(), legal, is_open });
        }
        id
    }

    /// The numbers of the positions that the moves of a position lead to.
    pub(super) fn children(&mut self, id: PlaceId) -> Vec<PlaceId> {
        let position = self.places[id].position;
        position.moves().iter().map(|mv| self.place(&follow(&position, mv).0)).collect()
    }

    /// Sets the value that a search has found for a position that is not expanded.
    pub(super) fn set_value(&mut self, id: PlaceId, value: Score) {
        let place = &mut self.places[id];
        place.value = Some(rounded(value));
        place.is_open &= value.class() == ScoreClass::Heuristic;
    }

    /// Expands a position: all its moves are in the book from now on.
    pub(super) fn expand(&mut self, id: PlaceId) {
        if !self.places[id].edges.is_empty() {
            return;
        }
        let position = self.places[id].position;
        for mv in position.moves() {
            self.edge(id, mv);
        }
    }

    /// The place of a move in the list of those of its position, which it joins if it is not in it yet.
    fn edge(&mut self, id: PlaceId, mv: Move) -> usize {
        if let Some(number) = self.places[id].edges.iter().position(|edge| edge.mv == mv) {
            return number;
        }
        let (target, plies) = follow(&self.places[id].position, &mv);
        let to = self.place(&target);
        let place = &mut self.places[id];
        self.expanded += usize::from(place.edges.is_empty());
        place.edges.push(Edge { mv, to, plies, games: Games::default() });
        place.edges.len() - 1
    }

    pub(super) fn add_games(&mut self, position: &AnyPosition, mv: Move, games: Games) {
        let id = self.place(position);
        let number = self.edge(id, mv);
        let edge = &mut self.places[id].edges[number];
        edge.games = edge.games.and(games);
    }

    /// Adds an entry of a book. A value that is there already stays.
    pub(super) fn add(&mut self, entry: &BookEntry) {
        let id = self.place(&entry.position);
        for BookMove { mv, value, games } in &entry.moves {
            let number = self.edge(id, *mv);
            let edge = &mut self.places[id].edges[number];
            edge.games = edge.games.and(*games);
            let Edge { to, plies, .. } = *edge;
            if let (Some(value), None) = (value, self.places[to].value) {
                self.set_value(to, seen_after(*value, plies));
            }
        }
    }

    /// The value of a move for the side that makes it.
    fn value_of(&self, edge: &Edge) -> Option<Score> {
        self.places[edge.to].value.map(|value| seen_before(value, edge.plies))
    }

    /// Brings the values of all expanded positions up to date with those that are not: that of the best move, as far as
    /// values are known, where a line that never leaves the expanded positions is a draw.
    ///
    /// All of them begin as draws. Sweep by sweep, each gets what a side can force in one more move, better or worse
    /// than a draw, so this ends with what it can force at all.
    pub(super) fn back_up(&mut self) {
        let inner: Vec<PlaceId> = (0..self.places.len()).rev().filter(|&id| self.has_values(id)).collect();
        inner.iter().for_each(|&id| self.places[id].value = Some(Score::DRAW));
        for _ in 0..=inner.len() {
            let mut has_changed = false;
            for &id in &inner {
                let best = self.places[id].edges.iter().filter_map(|edge| self.value_of(edge)).max();
                has_changed |= best != self.places[id].value;
                self.places[id].value = best;
            }
            if !has_changed {
                break;
            }
        }
    }

    /// Whether a position is expanded by searches, not by games alone.
    fn has_values(&self, id: PlaceId) -> bool {
        let Place { edges, legal, .. } = &self.places[id];
        !edges.is_empty() && edges.len() == *legal && edges.iter().all(|edge| self.places[edge.to].value.is_some())
    }

    /// The positions to expand next, at most `most`: those that cost the least to reach. A move costs what it loses
    /// against the best one, and `per_ply` for each ply. From the positions after the first moves, only lines through
    /// those that `is_ours` accepts are followed.
    ///
    /// CITE: T. Lincke, Strategies for the automatic construction of opening books (2001).
    pub(super) fn cheapest(&self, most: usize, per_ply: Score, is_ours: impl Fn(&AnyPosition) -> bool) -> Vec<PlaceId> {
        const ROOT: PlaceId = 0;
        let first: Vec<PlaceId> = self.places[ROOT].edges.iter().map(|edge| edge.to).collect();
        let mut costs = vec![u64::MAX; self.places.len()];
        let mut queue = BinaryHeap::from([Reverse((0, ROOT))]);
        let mut found = Vec::new();
        costs[ROOT] = 0;
        while let Some(Reverse((cost, id))) = queue.pop() {
            let place = &self.places[id];
            if cost > costs[id] || (place.edges.is_empty() && !place.is_open) {
                continue;
            }
            if place.edges.is_empty() {
                found.push(id);
                if found.len() == most {
                    break;
                }
            }
            let is_fork = first.contains(&id);
            for edge in &place.edges {
                let target = &self.places[edge.to];
                if is_fork && !is_ours(&target.position) {
                    continue;
                }
                let values = place.value.zip(self.value_of(edge));
                let loss = values.map_or(0, |(best, value)| best.millionths_above(value));
                let plies = i64::from(edge.plies) * i64::from(per_ply.millionths());
                let next = cost + (loss.max(0) + plies).unsigned_abs();
                if next < costs[edge.to] {
                    costs[edge.to] = next;
                    queue.push(Reverse((next, edge.to)));
                }
            }
        }
        found
    }

    /// The book of all expanded positions, whose values come from searches of this number of nodes.
    pub(super) fn book(&self, program: &str, variant: Variant, nodes: u64) -> Book {
        let expanded = self.places.iter().filter(|place| !place.edges.is_empty() && key(&place.position).is_some());
        let entries = expanded.map(|place| {
            let known = |edge: &Edge| {
                let value = self.value_of(edge).map(rounded);
                BookMove { mv: edge.mv, value, games: edge.games }
            };
            BookEntry::new(place.position, place.edges.iter().map(known).collect())
        });
        Book::new(program, variant, nodes, entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        Graph::new(Variant::ENGLISH, 4)
    }

    /// Expands a position, and gives each new one after it the value that `value` has for it.
    fn expand(graph: &mut Graph, id: PlaceId, value: impl Fn(usize) -> f64) {
        for (number, child) in graph.children(id).into_iter().enumerate() {
            if graph.at(child).value.is_none() {
                graph.set_value(child, Score::from_men(value(number)));
            }
        }
        graph.expand(id);
        graph.back_up();
    }

    #[test]
    fn values_are_backed_up_by_minimax() {
        let mut graph = graph();
        expand(&mut graph, 0, |number| 0.1 * number as f64);
        assert_eq!(graph.at(0).value, Some(Score::DRAW), "the first move leaves 0 to the opponent, the others more");
        let first = graph.children(0)[0];
        expand(&mut graph, first, |_| -0.25);
        assert_eq!(graph.at(first).value, Some(Score::from_men(0.25)), "the opponent has a good reply");
        assert_eq!(graph.at(0).value, Some(Score::from_men(-0.1)), "so another move is the best");
        assert_eq!(graph.len(), 2);
    }

    #[test]
    fn a_line_that_goes_round_is_a_draw() {
        let position =
            crownhead_rules::notation::fen::parse(Variant::ENGLISH, "W:WK32:BK1").expect("it is well formed");
        let mut graph = Graph::new(Variant::ENGLISH, 0);
        let mut ids = vec![graph.place(&position)];
        // All positions of the two kings that can be reached.
        for place in 0.. {
            let Some(&id) = ids.get(place) else { break };
            for child in graph.children(id) {
                if !ids.contains(&child) {
                    ids.push(child);
                }
            }
        }
        for &id in &ids {
            if graph.at(id).value.is_none() {
                graph.set_value(id, Score::from_men(0.5));
            }
        }
        ids.iter().for_each(|&id| graph.expand(id));
        graph.back_up();
        let drawn = ids.iter().filter(|&&id| graph.at(id).value == Some(Score::DRAW)).count();
        assert!(drawn > 100 && graph.at(ids[0]).value == Some(Score::DRAW), "{drawn} of {}", ids.len());
        let decided = ids.iter().filter_map(|&id| graph.at(id).value).filter(|value| value.men().abs() > 90.0);
        assert!(decided.count() > 10, "where a king is lost, the game is");
    }

    #[test]
    fn the_cheapest_lines_come_first() {
        let mut graph = graph();
        let weight = Score::from_men(0.05);
        assert_eq!(graph.cheapest(9, weight, |_| true), [0]);
        expand(&mut graph, 0, |number| 0.1 * number as f64);
        let children = graph.children(0);
        assert_eq!(graph.cheapest(9, weight, |_| true), children);
        assert_eq!(graph.cheapest(2, weight, |_| true), children[..2]);
        expand(&mut graph, children[0], |_| 0.0);
        // Replies to the first move cost two plies; the other moves one, and their losses against the first.
        let next = graph.cheapest(100, weight, |_| true);
        assert!(!children.contains(&next[0]), "{next:?}");
        let mut later = next.iter().filter(|id| children.contains(id));
        assert_eq!(later.by_ref().copied().collect::<Vec<_>>(), children[1..]);
        assert!(graph.cheapest(100, weight, |_| false).iter().all(|id| children.contains(id)));
    }
}
