//! The games of Plaat et al. 1995, as trees for the comparison of drivers: checkers, Othello and chess.
//!
//! The evaluations are simple. Neither tree is that of Keyano or Phoenix, and results may differ from theirs.

mod chess;
mod othello;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{LabError, Method, Workbench};
use crownhead_engine::engine::Limit;
use crownhead_engine::eval::{Evaluation, EvaluationOptions, Grain};
use crownhead_engine::named_choice;
use crownhead_engine::search::Policy;
use crownhead_engine::search::{AnyNode, Draughts, DraughtsNode, DriverKind, Moves, Quiescence, Task, Tree};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{English, Game, Key, Ply, Rules, Variant};

pub use chess::{Chess, ChessMove};
pub use othello::{DiscBoard, Othello, OthelloMove};

named_choice! {
    /// A game that only the laboratory knows.
    OtherGame("game") {
        Othello = "othello",
        Chess = "chess",
    }
}

impl OtherGame {
    /// The numbers of lines of 1, 2 and so on up to `depth` moves from the start.
    pub fn counts(self, depth: u32) -> Box<dyn Iterator<Item = u64>> {
        match self {
            OtherGame::Othello => counts::<Othello>(depth),
            OtherGame::Chess => counts::<Chess>(depth),
        }
    }
}

fn counts<G: LabGame>(depth: u32) -> Box<dyn Iterator<Item = u64>> {
    let tree = G::at_grain(Grain::REAL);
    Box::new((1..=depth).map(move |depth| perft(&tree, &G::start(), depth)))
}

/// The number of lines of `depth` moves from a node, to compare with published counts. A pass is a move; a line that
/// ends earlier does not count.
pub fn perft<T: Tree>(tree: &T, node: &T::Node, depth: u32) -> u64 {
    let mut moves = Moves::new();
    if depth > 0 {
        tree.list_moves(node, &mut moves);
    }
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| perft(tree, &tree.child(node, mv), depth - 1)).sum(),
    }
}

/// A game in which drivers are compared. Its values are in a unit of its own.
pub trait LabGame: Tree + Sized + 'static {
    const NAME: &'static str;
    /// The name of the unit of its values, in the plural.
    const UNIT: &'static str;
    /// The grain of its values in the comparison.
    const GRAIN: f64;
    /// The half width of the first window of `aspiration-negascout`.
    const ASPIRATION: f64;
    /// A position is balanced if its value is at most this far from 0.
    const BALANCED: f64;

    /// The tree, its evaluation rounded to this grain.
    fn at_grain(grain: Grain) -> Self;

    fn start() -> Self::Node;
}

/// English checkers, with the linear evaluation.
impl LabGame for Draughts<English> {
    const NAME: &'static str = English::ARTICLES.name;
    const UNIT: &'static str = "men";
    const GRAIN: f64 = 0.01;
    const ASPIRATION: f64 = 0.25;
    const BALANCED: f64 = 1.5;

    fn at_grain(grain: Grain) -> Self {
        let options = EvaluationOptions { grain, ..EvaluationOptions::linear() };
        Draughts::new(Evaluation::new(Variant::ENGLISH, &options))
    }

    fn start() -> DraughtsNode<English> {
        AnyNode::of(&Game::start(Variant::ENGLISH)).typed()
    }
}

impl<G: LabGame> Workbench<G> {
    /// A bench for a game, with an empty table and values of the method's grain.
    pub fn of_game(method: &Method) -> Result<Workbench<G>, LabError> {
        Ok(Workbench::over(std::sync::Arc::new(G::at_grain(method.evaluation.grain)), G::key, method, method.table()?))
    }
}

/// Random moves at the beginning of a game, and nodes of the search for each move after that.
const OPENING_PLIES: usize = 6;
const NODES: u64 = 2_000;
/// The plies after which a position is taken from a game.
const CUTS: std::ops::RangeInclusive<usize> = 8..=40;

pub type GameTask<G> = Task<<G as Tree>::Node, <G as Tree>::Move>;

/// Tasks at balanced positions, each from another game without repetitions of the search against itself: from the 8th
/// to the 40th ply, with a choice of moves, nothing that must be answered, and a small static evaluation (Plaat et al.
/// 1995, section 5.1: positions of real games, balanced).
pub fn balanced_positions<G: LabGame>(count: usize, seed: u64) -> Result<Vec<GameTask<G>>, LabError> {
    let mut bench = Workbench::<G>::of_game(&Method::engine(DriverKind::MtdF).on(1 << 14, Policy::Bucket))?;
    let tree = G::at_grain(Grain::REAL);
    let mut tasks = Vec::new();
    for number in 0.. {
        if tasks.len() == count {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        tasks.extend(balanced_position(&tree, &mut bench, &mut random)?);
    }
    Ok(tasks)
}

/// A position of one game, if it is a balanced choice.
fn balanced_position<G: LabGame>(
    tree: &G,
    bench: &mut Workbench<G>,
    random: &mut ChaCha8Rng,
) -> Result<Option<GameTask<G>>, LabError> {
    let (mut node, mut keys) = (G::start(), Vec::new());
    for ply in 0..random.random_range(CUTS) {
        let mut moves = Moves::new();
        tree.list_moves(&node, &mut moves);
        let mut chosen = moves.choose(random).copied();
        if ply >= OPENING_PLIES {
            let limit = Limit::of_nodes(NODES);
            let iterations = bench.search_within(task(tree, &node, &keys), limit, &Interrupt::default())?;
            chosen = iterations.last().map(|last| last.iteration.best).or(chosen);
        }
        let Some(mv) = chosen else { return Ok(None) };
        keys.push(tree.key(&node));
        node = tree.child(&node, &mv);
        if keys.contains(&tree.key(&node)) {
            return Ok(None);
        }
    }
    Ok(is_balanced_choice(tree, &node).then(|| task(tree, &node, &keys)))
}

/// A search of a node with its past, given the keys of the nodes before it.
fn task<G: LabGame>(tree: &G, node: &G::Node, keys: &[Key]) -> GameTask<G> {
    let reach = tree.repeatable_plies(node);
    Task { earlier: keys.iter().rev().take(reach).copied().collect(), ..Task::new(node.clone()) }
}

fn is_balanced_choice<G: LabGame>(tree: &G, node: &G::Node) -> bool {
    let mut moves = Moves::new();
    tree.list_moves(node, &mut moves);
    let value = tree.evaluate(&tree.accumulators(node), Ply::ROOT, node);
    moves.len() > 1
        && tree.quiescence(node) != Quiescence::AllMoves
        && !tree.is_drawn_by_count(node)
        && value.men().abs() <= G::BALANCED
}
