//! Makes `data/speedup/positions.toml`: positions from games of the engine against itself that are not decided, leave a
//! choice, and differ in how many pieces are left.
//!
//!     cargo run --release --example speedup_positions > data/speedup/positions.toml

use crownhead::arena::SelfPlay;
use crownhead::eval::{Evaluation, EvaluationOptions};
use crownhead::notation::fen;
use crownhead::rules::{English, Game, International, Rules};
use crownhead::search::{
    Depth, Draughts, Policy, SearchOptions, Searcher, Table, TableSize, Task, Unsupervised,
};

const POSITIONS: usize = 40;
/// What the side to move has or lacks at most, in men, for a position to be undecided.
const MOST_ADVANTAGE: f64 = 0.6;
const DEPTH: Depth = Depth::new(11);
const LEAST_MOVES: usize = 4;
const LEAST_PIECES: u32 = 8;

const HEAD: &str = "# The positions that `crownhead speedup` searches, made by
#   cargo run --release --example speedup_positions > data/speedup/positions.toml
# from games of the engine against itself, 3,000 nodes a move after six random moves: one of each game, none decided, none
# with fewer than four moves or eight pieces.
";

fn main() {
    print!("{HEAD}");
    print_section::<English>();
    print_section::<International>();
}

fn print_section<R: Rules>() {
    let games = SelfPlay {
        games: 6 * POSITIONS,
        nodes: 3000,
        opening_plies: 6,
        seed: 40,
        table_size: TableSize::MIN,
        evaluation: EvaluationOptions::default(),
        options: SearchOptions::default(),
        concurrency: 1,
    };
    let records = games.run::<R>(|_| ()).expect("there is memory for a small table");
    println!("\n{} = [", R::NAME);
    let mut printed = 0;
    for record in records {
        // Early and late positions in turn: from the tenth ply on, every third of the next sixty.
        let mut game = Game::<R>::start();
        let ply = 10 + 3 * (printed % 20);
        for mv in record.moves.iter().take(ply) {
            game.play(*mv).expect("it was played");
        }
        if game.moves().len() == ply && is_contest(&game) && printed < POSITIONS {
            println!("    \"{}\",", fen::write(game.position()));
            printed += 1;
        }
    }
    println!("]");
    assert_eq!(printed, POSITIONS, "too few of the games are a contest for long enough");
}

fn is_contest<R: Rules>(game: &Game<R>) -> bool {
    let tree = Draughts::<R>::new(Evaluation::new(&EvaluationOptions::default()));
    let table = Table::new(TableSize::MIN, Policy::Bucket).expect("there is memory for a small table");
    let mut searcher = Searcher::new(tree, table, SearchOptions::default());
    let task = Task::of(&Game::new(*game.position())).up_to(DEPTH);
    let outcome = searcher.search(&task, &mut Unsupervised);
    let is_even = outcome.last.is_some_and(|last| last.score.men().abs() <= MOST_ADVANTAGE);
    let pieces = game.position().occupied().len();
    is_even && game.position().moves().len() >= LEAST_MOVES && pieces >= LEAST_PIECES
}
