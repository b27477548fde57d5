//! Othello and chess: their rules against published counts and a slow board, their searches against plain ones.

use cozy_chess::Board;
use crownhead::lab::games::{
    Chess, DiscBoard, GameTask, LabGame, Othello, OthelloMove, OtherGame, balanced_positions, perft,
};
use crownhead::lab::{Method, OWN_GUESSES, Workbench};
use crownhead_engine::eval::{Grain, Score};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{Draughts, DriverKind, ModeKind, Moves, Quiescence, Task, Tree, TreeMove};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{English, Ply};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::crownhead;

#[test]
fn published_counts_are_met() {
    // As listed by the Chess Programming Wiki, and for Othello by A. Bik.
    let othello = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    assert!(OtherGame::Othello.counts(9).eq(othello));
    let chess = [20, 400, 8_902, 197_281, 4_865_609];
    assert!(OtherGame::Chess.counts(5).eq(chess));
    // Castling, en passant, promotions: "Kiwipete".
    let kiwipete = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_eq!(perft(&Chess::at_grain(Grain::REAL), &kiwipete, 4), 4_085_603);
}

#[test]
fn the_command_counts_and_says_which_games_there_are() {
    let run = crownhead("lab perft --game othello --depth 3");
    assert_eq!((run.out.as_str(), run.code), ("perft(1) = 4\nperft(2) = 12\nperft(3) = 56\n", Some(0)));
    let run = crownhead("lab perft --game go --depth 3");
    assert_eq!(run.code, Some(2));
    assert!(run.errors.contains("'go'") && run.errors.contains("othello, chess"), "{}", run.errors);
}

/// A board as a grid of its 64 squares, with a border that no line crosses.
struct Grid {
    squares: Vec<char>,
}

impl Grid {
    fn of(board: &DiscBoard) -> Grid {
        let mut squares = vec!['#'; 100];
        for square in 0..64 {
            let bit = 1 << square;
            let disc = if board.own & bit != 0 { 'o' } else { '.' };
            squares[Grid::place(square)] = if board.other & bit != 0 { 'x' } else { disc };
        }
        Grid { squares }
    }

    fn place(square: usize) -> usize {
        11 + square / 8 * 10 + square % 8
    }

    /// The squares of the discs that a disc of `o` here turns.
    fn turned(&self, square: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for step in [-11_i32, -10, -9, -1, 1, 9, 10, 11] {
            let at = |count: i32| (Grid::place(square) as i32 + count * step) as usize;
            let run = (1..).take_while(|&count| self.squares[at(count)] == 'x').count() as i32;
            if self.squares[at(run + 1)] == 'o' {
                all.extend((1..=run).map(at));
            }
        }
        all
    }

    fn is_playable(&self, square: usize) -> bool {
        self.squares[Grid::place(square)] == '.' && !self.turned(square).is_empty()
    }
}

/// A random game from the start to its end, position by position.
fn random_game(seed: u64) -> Vec<DiscBoard> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let tree = Othello::at_grain(Grain::REAL);
    let mut line = vec![DiscBoard::START];
    loop {
        let (mut moves, last) = (Moves::new(), line[line.len() - 1]);
        tree.list_moves(&last, &mut moves);
        match moves.choose(&mut random) {
            Some(mv) => line.push(tree.child(&last, mv)),
            None => return line,
        }
    }
}

#[test]
fn discs_turn_as_on_a_slow_board() {
    let (mut passes, mut ends) = (0, 0);
    for seed in 0..200 {
        let game = random_game(seed);
        for (number, board) in game.iter().enumerate() {
            let grid = Grid::of(board);
            let mut moves = Moves::new();
            Othello::at_grain(Grain::REAL).list_moves(board, &mut moves);
            for square in 0..64 {
                let bits = grid
                    .turned(square)
                    .into_iter()
                    .fold(0, |bits, place| bits | 1_u64 << ((place - 11) / 10 * 8 + (place - 11) % 10));
                let is_playable = board.playable() >> square & 1 == 1;
                assert_eq!(is_playable, grid.is_playable(square), "seed {seed}, position {number}");
                if is_playable {
                    assert_eq!(board.turned(square as u32), bits, "seed {seed}, position {number}");
                }
            }
            passes += u32::from(moves.contains(&OthelloMove::PASS));
            ends += u32::from(board.is_over());
            assert_eq!(board.is_over(), moves.is_empty());
            assert_eq!(board.own & board.other, 0);
        }
    }
    assert!(passes > 50 && ends == 200, "{passes} passes, {ends} ends");
}

/// The best lead in discs that the side to move can force.
fn solved(board: &DiscBoard) -> i32 {
    if board.is_over() {
        return board.lead();
    }
    let replies = (0..64).filter(|square| board.playable() >> square & 1 == 1);
    let best = replies.map(|square| -solved(&board.after(square))).max();
    best.unwrap_or_else(|| -solved(&board.passed()))
}

fn strict(driver: DriverKind) -> Method {
    Method::engine(driver).with(|options| options.mode = ModeKind::Strict)
}

fn searched<G: LabGame>(task: &GameTask<G>, method: Method, depth: u32) -> Score {
    let method = method.on(1 << 12, Policy::Bucket);
    let mut bench = Workbench::<G>::of_game(&method).expect("there is memory");
    let steps = bench.search(task.clone(), depth, OWN_GUESSES, &Interrupt::default());
    steps.expect("nothing interrupts it").last().expect("there are moves").iteration.score
}

fn exact_drivers() -> impl Iterator<Item = DriverKind> {
    DriverKind::ALL.iter().copied().filter(|&driver| driver != DriverKind::MtdBest)
}

#[test]
fn the_end_of_a_game_of_othello_is_solved() {
    let games: Vec<_> = (0..8).map(random_game).collect();
    let is_near_end = |board: &&DiscBoard| board.empty().count_ones() == 7 && !board.is_over();
    let boards: Vec<_> = games.iter().filter_map(|game| game.iter().find(is_near_end)).collect();
    assert!(boards.len() >= 4, "{} of 8", boards.len());
    for board in boards {
        let expected = Score::from_men(f64::from(solved(board)));
        for driver in exact_drivers() {
            // Passes are moves too.
            assert_eq!(searched::<Othello>(&Task::new(*board), strict(driver), 14), expected, "{driver}, {board:?}");
        }
    }
}

/// An alpha-beta search without a table or an order of moves.
struct Plain<'a, T: Tree> {
    tree: &'a T,
}

impl<T: Tree<AccumulatorStack = ()>> Plain<'_, T> {
    fn value(&self, node: &T::Node, ply: Ply, depth: u32, mut low: Score, high: Score) -> Score {
        let mut moves = Moves::new();
        self.tree.list_moves(node, &mut moves);
        if moves.is_empty() {
            return self.tree.value_without_move(node, ply);
        }
        let horizon = if depth == 0 { self.tree.quiescence(node) } else { Quiescence::AllMoves };
        let mut best = Score::MIN;
        if horizon != Quiescence::AllMoves {
            best = self.tree.evaluate(&(), ply, node);
            moves.retain(|mv| horizon == Quiescence::StandPat && !mv.is_quiet());
        }
        for mv in &moves {
            low = low.max(best);
            if best >= high {
                break;
            }
            let child = self.tree.child(node, mv);
            best = best.max(-self.value(&child, ply.next(), depth.saturating_sub(1), -high, -low));
        }
        best
    }
}

fn compare_with_plain<G: LabGame<AccumulatorStack = ()>>(depth: u32) {
    let tasks = balanced_positions::<G>(3, 7).expect("there is memory");
    for task in tasks {
        let tree = G::at_grain(Method::engine(DriverKind::MtdF).evaluation.grain);
        let expected = Plain { tree: &tree }.value(&task.root, Ply::ROOT, depth, Score::MIN, Score::MAX);
        let task = Task { earlier: Vec::new(), ..task };
        for driver in exact_drivers() {
            assert_eq!(searched::<G>(&task, strict(driver), depth), expected, "{driver}: {:?}", task.root);
        }
    }
}

#[test]
fn every_driver_finds_what_a_plain_search_finds() {
    compare_with_plain::<Othello>(4);
    compare_with_plain::<Chess>(2);
}

#[test]
fn a_mate_is_found_and_stalemate_is_a_draw() {
    let score = |fen: &str, depth| {
        let board = board(fen);
        searched::<Chess>(&Task::new(board), Method::engine(DriverKind::MtdF), depth)
    };
    assert_eq!(score("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1), Score::win_in(Ply::new(1)));
    assert_eq!(score("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 2), Score::loss_in(Ply::new(2)));
    assert_eq!(score("7k/8/6Q1/8/8/8/8/K7 w - - 99 1", 1), Score::DRAW, "the fiftieth move");
    let stalemate = board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let chess = Chess::at_grain(Grain::REAL);
    assert!(!chess.has_move(&stalemate));
    assert_eq!(chess.value_without_move(&stalemate, Ply::ROOT), Score::DRAW);
}

/// A FEN with the colours exchanged.
fn exchanged(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swapped = |text: &str| -> String {
        let swap = |letter: char| {
            if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
        };
        text.chars().map(swap).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swapped).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let turn = |letter: char| match letter {
        '3' => '6',
        '6' => '3',
        other => other,
    };
    let passing: String = fields[3].chars().map(turn).collect();
    format!("{} {side} {} {passing} {} {}", ranks.join("/"), swapped(fields[2]), fields[4], fields[5])
}

#[test]
fn a_value_is_the_same_for_both_sides() {
    let chess = Chess::at_grain(Grain::REAL);
    for task in balanced_positions::<Chess>(20, 3).expect("there is memory") {
        let fen = task.root.to_string();
        let other = board(&exchanged(&fen));
        let (value, turned) = (chess.evaluate(&(), Ply::ROOT, &task.root), chess.evaluate(&(), Ply::ROOT, &other));
        assert_eq!(value, turned, "{fen}");
    }
}

/// The board mirrored left to right, and turned upside down.
fn mirrored(board: &DiscBoard) -> [DiscBoard; 2] {
    let flipped = |turn: fn(u64) -> u64| DiscBoard { own: turn(board.own), other: turn(board.other), ..*board };
    [flipped(|discs| discs.reverse_bits().swap_bytes()), flipped(u64::swap_bytes)]
}

#[test]
fn the_symmetries_of_the_board_leave_a_value_as_it_is() {
    let othello = Othello::at_grain(Grain::REAL);
    let value = |board: &DiscBoard| othello.evaluate(&(), Ply::ROOT, board);
    for board in (0..20).flat_map(random_game) {
        assert_eq!(value(&board), -value(&board.passed()), "{board:?}");
        let turned = mirrored(&board);
        assert_eq!(turned.map(|board| value(&board)), [value(&board); 2], "{board:?}");
        assert_eq!(turned.map(|board| board.playable().count_ones()), [board.playable().count_ones(); 2]);
    }
    // A corner is worth having.
    let corner = DiscBoard { own: DiscBoard::START.own | 1, ..DiscBoard::START };
    let beside = DiscBoard { own: DiscBoard::START.own | 2, ..DiscBoard::START };
    assert!(value(&corner) > value(&beside));
}

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn captures_and_promotions_are_noisy_and_castling_is_not() {
    let chess = Chess::at_grain(Grain::REAL);
    let noisy = |fen: &str| {
        let (board, mut noisy, mut all) = (board(fen), Moves::new(), Moves::new());
        chess.list_noisy_moves(&board, &mut noisy);
        chess.list_moves(&board, &mut all);
        (noisy.len(), all.len())
    };
    // Castling to both sides is quiet.
    assert_eq!(noisy("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), (0, 26));
    // A pawn that has gone two squares, taken in passing.
    assert_eq!(noisy("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), (1, 7));
    assert_eq!(noisy("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"), (0, 6));
    // A promotion in place to a queen, and those of all four kinds that take a knight.
    assert_eq!(noisy("1n6/P6k/8/8/8/8/8/K7 w - - 0 1"), (5, 11));
}

#[test]
fn positions_by_another_order_of_moves_are_the_same() {
    let chess = Chess::at_grain(Grain::REAL);
    let after = |moves: [&str; 3]| {
        let mut board = Board::default();
        moves.iter().for_each(|mv| board.play(mv.parse().expect("a move")));
        chess.key(&board)
    };
    assert_eq!(after(["e2e4", "e7e6", "d2d4"]), after(["d2d4", "e7e6", "e2e4"]));
    // Here the pawn can be taken in passing, and there it can not.
    let key = |fen| chess.key(&board(fen));
    assert_ne!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
}

#[test]
fn positions_are_balanced_and_decided_by_the_seed() {
    fn check<G: LabGame>() {
        let keys = |count, seed| {
            let tasks = balanced_positions::<G>(count, seed).expect("there is memory");
            let tree = G::at_grain(Grain::REAL);
            for task in &tasks {
                let value = tree.evaluate(&tree.accumulators(&task.root), Ply::ROOT, &task.root);
                assert!(value.men().abs() <= G::BALANCED, "{value:?}");
                let mut moves = Moves::new();
                tree.list_moves(&task.root, &mut moves);
                assert!(moves.len() > 1 && tree.quiescence(&task.root) != Quiescence::AllMoves, "{:?}", task.root);
                assert!(!task.earlier.contains(&tree.key(&task.root)), "{:?}", task.root);
            }
            tasks.iter().map(|task| tree.key(&task.root)).collect::<Vec<_>>()
        };
        let four = keys(4, 1);
        assert_eq!(four.len(), 4);
        assert_eq!(four, keys(4, 1));
        assert_eq!(four[..2], keys(2, 1), "more positions do not change the first");
        assert_ne!(four, keys(4, 2));
    }
    check::<Draughts<English>>();
    check::<Othello>();
    check::<Chess>();
}
