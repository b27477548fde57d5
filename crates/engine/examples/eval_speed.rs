//! How long an evaluation takes: `cargo run --release --example eval_speed [ROUNDS]`.
//!
//! What is timed is all that searches ask of an evaluation, in their order: to follow a move, which only a network needs, and
//! to evaluate a position. It is recorded in games of the engine against itself, in some searches of each. The evaluations are
//! timed in turn, on the beginning of each of these searches, and the fastest of all rounds counts: what else a machine does
//! then hardly tells.

use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crownhead_engine::eval::{Evaluate, Evaluation, EvaluationOptions, Family, LearnedWeights, Score, Tuning};
use crownhead_engine::search::{Depth, Draughts, NoControl, SearchOptions, Searcher, Table, TableSize, Task};
use crownhead_rules::{English, Game, Giveaway, International, Losing, Move, Ply, Position, Rules, Variant};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const GAMES: u64 = 6;
const OPENING_PLIES: usize = 6;
const MOST_PLIES: usize = 90;
/// The depth of the moves, and of the searches that are recorded.
const DEPTHS: [u32; 2] = [4, 9];
/// A search is recorded each so many plies, up to so many questions.
const BETWEEN_RECORDS: usize = 9;
const MOST_QUESTIONS: usize = 10_000;

fn main() {
    let rounds = std::env::args().nth(1).map_or(40, |rounds| rounds.parse().expect("a number of rounds"));
    time::<English>(rounds);
    time::<Giveaway>(rounds);
    time::<International>(rounds);
    time::<Losing>(rounds);
}

fn time<R: Rules>(rounds: usize) {
    let searches = searches::<R>();
    let variant = Variant::of::<R>();
    let evaluations = evaluations(variant);
    let mut fastest = vec![vec![f64::INFINITY; evaluations.len()]; searches.len()];
    for _ in 0..rounds {
        for (search, fastest) in searches.iter().zip(&mut fastest) {
            for ((_, evaluation), fastest) in evaluations.iter().zip(fastest) {
                *fastest = fastest.min(nanoseconds(evaluation, search));
            }
        }
    }
    let all = searches.iter().flat_map(|search| &search.questions);
    let evaluated = all.clone().filter(|question| question.is_value()).count();
    println!("{variant}: {} moves followed for each evaluation", ratio(all.count() - evaluated, evaluated));
    for (place, (name, _)) in evaluations.iter().enumerate() {
        let total: f64 = fastest.iter().map(|times| times[place]).sum();
        println!("  {name:9} {:5.1} ns for each evaluation", total / evaluated as f64);
    }
}

fn ratio(part: usize, whole: usize) -> String {
    format!("{:.2}", part as f64 / whole as f64)
}

/// The linear evaluation, the earlier weights of the variant, and those of the program.
fn evaluations(variant: Variant) -> Vec<(&'static str, Evaluation)> {
    let of = |options: &EvaluationOptions| Evaluation::new(variant, options);
    let mut evaluations = vec![of(&EvaluationOptions::linear())];
    for family in ["patterns", "network"] {
        let path = format!("{}/data/eval/{variant}-{family}.weights", env!("CARGO_MANIFEST_DIR"));
        if let Ok(bytes) = std::fs::read(&path) {
            let weights = LearnedWeights::parse(&path, &bytes).expect("the file is in order");
            evaluations.push(of(&EvaluationOptions { weights: Some(weights), ..Default::default() }));
        }
    }
    evaluations.push(of(&EvaluationOptions::default()));
    let named = |evaluation: Evaluation| (evaluation.family().map_or("linear", Family::name), evaluation);
    evaluations.into_iter().map(named).collect()
}

/// The time of all questions of a search.
fn nanoseconds<R: Rules>(evaluation: &Evaluation, search: &Search<R>) -> f64 {
    let mut accumulators = evaluation.accumulators(&search.root);
    let start = Instant::now();
    for question in &search.questions {
        match question {
            Question::Push { ply, parent, mv, child } => evaluation.push(&mut accumulators, *ply, parent, mv, child),
            Question::Value { ply, position } => {
                black_box(evaluation.evaluate(&accumulators, *ply, black_box(position)));
            }
        }
    }
    start.elapsed().as_nanos() as f64
}

/// What a search asks of an evaluation.
#[derive(Debug)]
enum Question<R: Rules> {
    Push { ply: Ply, parent: Position<R>, mv: Move, child: Position<R> },
    Value { ply: Ply, position: Position<R> },
}

impl<R: Rules> Question<R> {
    fn is_value(&self) -> bool {
        matches!(self, Question::Value { .. })
    }
}

/// All that a search asks.
struct Search<R: Rules> {
    root: Position<R>,
    questions: Vec<Question<R>>,
}

/// Remembers what it is asked.
#[derive(Debug)]
struct Recording<R: Rules> {
    evaluation: Evaluation,
    asked: Arc<Mutex<Vec<Question<R>>>>,
}

impl<R: Rules> Recording<R> {
    fn record(&self, question: Question<R>) {
        self.asked.lock().expect("no thread has panicked").push(question);
    }
}

impl<R: Rules> Evaluate<R> for Recording<R> {
    type AccumulatorStack = ();

    fn accumulators(&self, _: &Position<R>) {}

    fn push(&self, (): &mut (), ply: Ply, parent: &Position<R>, mv: &Move, child: &Position<R>) {
        self.record(Question::Push { ply, parent: *parent, mv: *mv, child: *child });
    }

    fn evaluate(&self, (): &(), ply: Ply, position: &Position<R>) -> Score {
        self.record(Question::Value { ply, position: *position });
        self.evaluation.value_of(position)
    }

    fn tuning(&self) -> Tuning {
        self.evaluation.tuning()
    }
}

fn searches<R: Rules>() -> Vec<Search<R>> {
    let evaluation = Evaluation::new(Variant::of::<R>(), &EvaluationOptions::default());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let recording = Recording { evaluation, asked: Arc::clone(&asked) };
    let table = Table::new(TableSize::MIN).expect("there is memory for the smallest table");
    let mut searcher = Searcher::new(Arc::new(Draughts::new(recording)), table, SearchOptions::default());
    let mut searches = Vec::new();
    for seed in 0..GAMES {
        let mut game = opening(Variant::of::<R>(), seed);
        while game.end().is_none() && game.moves().len() < MOST_PLIES {
            let is_recorded = game.moves().len().is_multiple_of(BETWEEN_RECORDS);
            let depth = Depth::new(DEPTHS[usize::from(is_recorded)]);
            let task = Task::of(&game).up_to(depth).typed::<R>();
            let root = task.root.position;
            let best = searcher.search(&task, &mut NoControl).best;
            game.play(best.expect("the game goes on")).expect("the search returns a legal move");
            let mut questions = std::mem::take(&mut *asked.lock().expect("no thread has panicked"));
            questions.truncate(MOST_QUESTIONS);
            if is_recorded && questions.iter().any(Question::is_value) {
                searches.push(Search { root, questions });
            }
        }
    }
    searches
}

fn opening(variant: Variant, seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::start(variant);
    for _ in 0..OPENING_PLIES {
        let moves = game.position().moves();
        game.play(*moves.choose(&mut random).expect("the game goes on")).expect("a listed move is legal");
    }
    game
}
