//! Finds problems in games: positions whose win is proven, and whose key is hard to see.

use std::sync::Arc;

use rand::Rng;

use super::collection::{Problem, ProblemKind};
use super::problem::win;
use super::stroke::is_sacrifice;
use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Purpose};
use crownhead_engine::search::{Prover, TableError, TableSize};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{AnyPosition, Game, Move, NoMove, Side, Variant};

/// The plies of a win: shorter ones are plain, longer ones tire.
const STROKE_PLIES: std::ops::RangeInclusive<u16> = 5..=23;
const ENDING_PLIES: std::ops::RangeInclusive<u16> = 7..=25;

/// The most winning moves in an ending; the others must be as many at least.
const MOST_KEYS: usize = 2;

/// By how many pieces the sides may differ before a stroke.
const MOST_AHEAD: i32 = 1;

/// The most pieces before a stroke: with more, hardly a win can be proven to its end.
const MOST_PIECES: i32 = 16;

/// The nodes of the searches that measure the level: a key that the search of so many nodes, and every longer one,
/// finds is of the level with this place, from 1.
const BUDGETS: [u64; Problem::HARDEST as usize - 1] = [100, 400, 1_500, 6_000];

/// The most pieces of the endgame tables that each build of the program has. A page in a browser has no more of most
/// variants, and must prove the problems too.
const COMMON_TABLES: usize = 3;

/// The size of the tables of the searches: they are short.
const SIZE: TableSize = match TableSize::from_mib(1) {
    Some(size) => size,
    None => TableSize::MIN,
};

/// The most positions of an endgame table that are tried for one problem.
const MOST_TRIES: usize = 500;

/// Finds problems. What it finds does not depend on time, nor on what it was asked before.
#[derive(Debug)]
pub struct ProblemFinder {
    nodes: u64,
    tables: Arc<Tables>,
    prover: Prover,
    /// A prover with no more tables than each build of the program has.
    common: Prover,
    /// Finds keys without endgame tables.
    player: LocalPlayer,
}

impl ProblemFinder {
    /// A finder whose proofs take at most so many nodes.
    pub fn new(variant: Variant, nodes: u64) -> Result<ProblemFinder, TableError> {
        let common = TablesOptions { pieces: COMMON_TABLES, ..TablesOptions::built_in() };
        let tables = Arc::new(Tables::open(variant, &TablesOptions::built_in()).0);
        let options = EngineOptions { table_size: SIZE, endgame: TablesOptions::none(), ..EngineOptions::default() };
        Ok(ProblemFinder {
            nodes,
            prover: Prover::new(Some(Arc::clone(&tables)), SIZE)?,
            tables,
            common: Prover::open(variant, &common, SIZE)?,
            player: LocalPlayer::new(variant, &options, Limit::default())?.for_purpose(Purpose::Analyze),
        })
    }

    /// The problem that a position is, if it is one.
    pub fn find(&mut self, position: &AnyPosition) -> Option<Problem> {
        let legal = position.moves();
        if legal.len() < 2 {
            return None;
        }
        let start = Game::new(*position);
        let is_known = self.tables.probe(position).is_some();
        let (kind, most_keys) = match is_known {
            true if position.has_capture() => return None,
            true => (ProblemKind::Ending, MOST_KEYS.min(legal.len() / 2)),
            false if !is_contested(position) => return None,
            false => (ProblemKind::Stroke, 1),
        };
        let (_, plies) = win(&mut self.prover, &start, self.nodes)?;
        let wanted = if is_known { ENDING_PLIES } else { STROKE_PLIES };
        if !wanted.contains(&plies) || win(&mut self.common, &start, self.nodes).is_none() {
            return None;
        }
        let solution = self.solution(&start)?;
        if !is_known && !is_stroke(&solution) {
            return None;
        }
        let keys = self.keys(&start, &legal)?;
        if keys.len() > most_keys {
            return None;
        }
        Some(Problem { solution, kind: Some(kind), level: Some(self.level(&start, &keys)), title: None })
    }

    /// An ending that is not from a game: from the largest endgame table, or now and then from that before it. Few are of
    /// the lowest level, as most of all endings would be.
    pub fn any_ending(&mut self, random: &mut impl Rng) -> Option<Problem> {
        let most = self.tables.max_pieces();
        (0..MOST_TRIES).find_map(|_| {
            let pieces = most - usize::from(most > 3 && random.next_u32().is_multiple_of(4));
            let position = self.tables.position(pieces, random.next_u64())?;
            let is_easy_too = random.next_u32().is_multiple_of(8);
            self.find(&position).filter(|found| is_easy_too || found.level != Some(1))
        })
    }

    /// The move that a search of its own finds.
    fn look(&mut self, game: &Game, nodes: u64) -> Option<Move> {
        self.player.new_game();
        self.player.set_limit(Limit::of_nodes(nodes));
        Some(self.player.choose(game)?.mv)
    }

    /// The win against the longest resistance, to its end.
    fn solution(&mut self, start: &Game) -> Option<Game> {
        let mut game = start.clone();
        while game.position().has_move() {
            let (proof, _) = win(&mut self.prover, &game, self.nodes)?;
            game.play(proof.best?).ok()?;
        }
        Some(game)
    }

    /// The moves that are known to win.
    fn keys(&mut self, start: &Game, legal: &[Move]) -> Option<Vec<Move>> {
        let mut keys = Vec::new();
        for &mv in legal {
            let mut game = start.clone();
            game.play(mv).ok()?;
            keys.extend(win(&mut self.prover, &game, self.nodes).map(|_| mv));
        }
        Some(keys)
    }

    fn level(&mut self, start: &Game, keys: &[Move]) -> u8 {
        let mut level = 1;
        for (nodes, next) in BUDGETS.into_iter().zip(2..) {
            if !self.look(start, nodes).is_some_and(|mv| keys.contains(&mv)) {
                level = next;
            }
        }
        level
    }
}

/// Whether the sides have about as many pieces, and few.
fn is_contested(position: &AnyPosition) -> bool {
    let pieces = |side: Side| (position.men(side).len() + position.kings(side).len()) as i32;
    let (white, black) = (pieces(Side::White), pieces(Side::Black));
    (white - black).abs() <= MOST_AHEAD && white + black <= MOST_PIECES
}

/// Whether a win begins with a sacrifice. Where the side without a move wins, every piece that is given away is one.
fn is_stroke(solution: &Game) -> bool {
    let spelled = solution.positions().zip(solution.moves()).map(|(position, mv)| SpelledMove::new(position, mv));
    let line: Vec<_> = spelled.take(2).collect();
    let start = solution.positions().next().unwrap_or(solution.position());
    solution.variant().articles().no_move == NoMove::Wins || is_sacrifice(start, &line)
}
