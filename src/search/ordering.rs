//! The order in which moves are tried: table move, captures by size, killers, history.

use super::Depth;
use crate::rules::{Move, MoveList, Ply};

/// Which sources of move order are used. Without any, moves are tried as they are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// The move that the table remembers goes first.
    pub table_move: bool,
    /// Moves that cut off at the same ply.
    pub killers: bool,
    /// Moves that cut off anywhere. (J. Schaeffer, The History Heuristic, 1983.)
    pub history: bool,
}

impl Default for Ordering {
    fn default() -> Ordering {
        Ordering { table_move: true, killers: true, history: true }
    }
}

impl Ordering {
    /// As generated.
    pub const STATIC: Ordering = Ordering { table_move: false, killers: false, history: false };
}

const SQUARES: usize = 64;
const PLIES: usize = Ply::MAX.index() + 1;
const HISTORY_MOST: i32 = 1 << 14;
const KILLER_RANKS: [i32; 2] = [HISTORY_MOST + 2, HISTORY_MOST + 1];
const TABLE_MOVE_RANK: i32 = i32::MAX;

/// What earlier parts of a search, and earlier searches of the game, have learnt about moves.
#[derive(Clone, Debug)]
pub struct Memory {
    history: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    killers: Box<[[Option<Move>; 2]; PLIES]>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { history: Box::new([[[0; SQUARES]; SQUARES]; 2]), killers: Box::new([[None; 2]; PLIES]) }
    }
}

impl Memory {
    /// Prepares for the next search of the same game: killers belong to a root, history fades.
    pub fn age(&mut self) {
        *self.killers = [[None; 2]; PLIES];
        for entry in self.history.as_flattened_mut().as_flattened_mut() {
            *entry /= 2;
        }
    }

    /// Learns from a cutoff by the quiet move `tried.last()`, which came after the others in `tried`.
    pub fn learn_cutoff(&mut self, ordering: Ordering, side: usize, ply: Ply, depth: Depth, tried: &[Move]) {
        let Some((best, failed)) = tried.split_last() else { return };
        if ordering.killers && self.killers[ply.index()][0] != Some(*best) {
            self.killers[ply.index()] = [Some(*best), self.killers[ply.index()][0]];
        }
        if ordering.history {
            let weight = (depth.get() * depth.get()).min(400) as i32;
            self.credit(side, best, weight);
            for mv in failed {
                self.credit(side, mv, -weight);
            }
        }
    }

    /// Moves an entry towards the end of its range by a share of the way left, so that it never overflows.
    fn credit(&mut self, side: usize, mv: &Move, weight: i32) {
        let entry = &mut self.history[side][mv.from.index()][mv.to.index()];
        let old = i32::from(*entry);
        *entry = (old + weight - old * weight.abs() / HISTORY_MOST) as i16;
    }

    fn rank(&self, ordering: Ordering, side: usize, ply: Ply, mv: &Move) -> i32 {
        if mv.is_capture() && (ordering.history || ordering.killers) {
            return HISTORY_MOST * (2 + mv.captured.len() as i32);
        }
        if ordering.killers {
            for (killer, rank) in self.killers[ply.index()].iter().zip(KILLER_RANKS) {
                if *killer == Some(*mv) {
                    return rank;
                }
            }
        }
        if ordering.history { i32::from(self.history[side][mv.from.index()][mv.to.index()]) } else { 0 }
    }

    /// The moves in the order in which to try them.
    pub fn queue<'a>(
        &self,
        moves: &'a MoveList,
        ordering: Ordering,
        table_move: Option<usize>,
        side: usize,
        ply: Ply,
    ) -> Queue<'a> {
        let mut ranks: arrayvec::ArrayVec<i32, { crate::rules::MAX_MOVES }> =
            moves.iter().map(|mv| self.rank(ordering, side, ply, mv)).collect();
        if let Some(rank) = table_move.filter(|_| ordering.table_move).and_then(|index| ranks.get_mut(index))
        {
            *rank = TABLE_MOVE_RANK;
        }
        Queue { moves, ranks, left: moves.len() }
    }
}

/// Yields moves with their indices, the highest rank first, equal ranks as generated.
#[derive(Debug)]
pub struct Queue<'a> {
    moves: &'a MoveList,
    ranks: arrayvec::ArrayVec<i32, { crate::rules::MAX_MOVES }>,
    left: usize,
}

const TAKEN: i32 = i32::MIN;

impl<'a> Iterator for Queue<'a> {
    type Item = (usize, &'a Move);

    fn next(&mut self) -> Option<(usize, &'a Move)> {
        self.left = self.left.checked_sub(1)?;
        let (mut best, mut best_rank) = (0, TAKEN);
        for (index, &rank) in self.ranks.iter().enumerate() {
            if rank > best_rank {
                (best, best_rank) = (index, rank);
            }
        }
        self.ranks[best] = TAKEN;
        Some((best, &self.moves[best]))
    }
}
