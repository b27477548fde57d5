//! The proof search against the endgame tables, against mode `strict`, and on compositions.

use crownhead_engine::endgame::{Known, Tables, TablesOptions, Wdl};
use crownhead_engine::eval::{Evaluation, EvaluationOptions, ScoreClass};
use crownhead_engine::search::{
    AnyDraughts, Claim, Depth, ModeKind, NoControl, Proof, ProofAnswer, Prover, SearchOptions, Searcher, Stopped,
    Table, TableSize, Task,
};
use crownhead_rules::notation::{SpelledMove, fen, parse_move};
use crownhead_rules::{Game, Side, Variant};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn prover(tables: Option<Tables>) -> Prover {
    Prover::new(tables.map(Into::into), TableSize::from_mib(4).expect("a size")).expect("there is memory")
}

fn examine(prover: &mut Prover, game: &Game, attacker: Side, nodes: u64) -> Proof {
    let mut check = |so_far| if so_far >= nodes { Err(Stopped) } else { Ok(()) };
    prover.examine(Claim { game, attacker, end: Claim::end_after(game, Depth::MAX) }, &mut check)
}

fn tables(variant: Variant) -> Tables {
    Tables::open(variant, &TablesOptions::built_in()).0
}

/// Whether the table agrees with an answer about `attacker`. Counts may end a game that the table says is won, unless
/// the win is quicker than any of them.
fn agrees(variant: Variant, known: Known, is_attackers: bool, answer: ProofAnswer) -> bool {
    let draws = variant.articles().draws;
    let counts = draws.endings.iter().map(|article| article.plies);
    let shortest = counts.chain(draws.lone_king.map(|article| article.plies)).chain(draws.quiet_plies).min();
    let win = if is_attackers { Wdl::Win } else { Wdl::Loss };
    match answer {
        ProofAnswer::Win { plies } => known.outcome == win && known.plies.is_some_and(|least| least <= plies),
        ProofAnswer::NoWin => {
            known.outcome != win || known.plies.is_some_and(|plies| shortest.is_some_and(|count| plies > count))
        }
        ProofAnswer::NoWinWithin | ProofAnswer::Open => true,
    }
}

/// Without tables of its own. In losing draughts no count ends a game, so every draw there is one by repetition, and a
/// finding carried from one line to another would show.
#[test]
fn no_answer_contradicts_the_tables() {
    // Half of the variants on a second thread: this test is the last of its group to end.
    let (some, others) = Variant::ALL.split_at(Variant::ALL.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| some.iter().for_each(|&variant| check_answers(variant)));
        others.iter().for_each(|&variant| check_answers(variant));
    });
}

fn check_answers(variant: Variant) {
    let mut random = ChaCha8Rng::seed_from_u64(43);
    let tables = tables(variant);
    let mut prover = prover(None);
    let (mut wins, mut others) = (0, 0);
    for pieces in [2, 3, 4].repeat(40) {
        let pieces = tables.max_pieces().min(pieces);
        let Some(position) = tables.position(pieces, random.random()) else { continue };
        let Some(known) = tables.probe(&position) else { continue };
        let attacker = if random.random() { position.side() } else { !position.side() };
        let answer = examine(&mut prover, &Game::new(position), attacker, 40_000).answer;
        assert!(
            agrees(variant, known, attacker == position.side(), answer),
            "{variant} {} {known} {answer:?}",
            fen::write(&position)
        );
        wins += usize::from(matches!(answer, ProofAnswer::Win { .. }));
        others += usize::from(answer == ProofAnswer::NoWin);
    }
    assert!(wins >= 15 && others >= 15, "{variant}: {wins} wins, {others} others");
}

/// One prover is asked about all positions of a random game, with what was before as its history; its answers are those
/// of a prover that remembers nothing, and agree with the tables where no position returns.
#[test]
fn what_it_remembers_of_other_lines_does_not_mislead_it() {
    let mut random = ChaCha8Rng::seed_from_u64(44);
    let tables = tables(Variant::LOSING);
    let (mut settled, mut repeated) = (0, 0);
    for _ in 0..60 {
        let position = tables.position(3, random.random()).expect("there is a table");
        let mut game = Game::new(position);
        let mut remembers = prover(None);
        for _ in 0..10 {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            let [with, without] = [&mut remembers, &mut prover(None)]
                .map(|prover| examine(prover, &game, position.side(), 20_000).answer);
            let outcome = |answer| match answer {
                ProofAnswer::Win { .. } => Some(true),
                ProofAnswer::NoWin => Some(false),
                ProofAnswer::NoWinWithin | ProofAnswer::Open => None,
            };
            if let (Some(with), Some(without)) = (outcome(with), outcome(without)) {
                assert_eq!(with, without, "{} after {:?}", fen::write(game.position()), game.moves());
                settled += 1;
                repeated += usize::from(game.clock().quiet_plies() >= 4);
            }
            let mv = moves[random.random_range(0..moves.len())];
            game.play(mv).expect("it is legal");
        }
    }
    assert!(settled > 100 && repeated > 20, "{settled} settled, {repeated} with a past");
}

/// After 220 plies of kings that go to and fro, more than a line may have: by a prover that knows nothing and by one
/// that was asked all the time.
#[test]
fn a_win_is_proven_late_in_a_game() {
    let position = fen::parse(Variant::LOSING, "W:WK47:BK10").expect("a position");
    let mut game = Game::new(position);
    let mut remembers = prover(None);
    let is_won = |prover: &mut Prover, game: &Game| {
        matches!(examine(prover, game, Side::White, 20_000).answer, ProofAnswer::Win { .. })
    };
    for mv in ["47-38", "10-4", "38-47", "4-10"].repeat(55) {
        assert!(is_won(&mut remembers, &game) || game.position().side() == Side::Black, "{}", game.moves().len());
        game.play(parse_move(game.position(), mv).expect("it is legal")).expect("it is legal");
    }
    assert!(is_won(&mut remembers, &game) && is_won(&mut prover(None), &game));
}

/// A win of exactly so many plies, by lines that may be as long and by shorter ones, in any order; and what a prover
/// found of longer lines before.
#[test]
fn a_win_is_proven_within_its_length_only() {
    let position = fen::parse(Variant::ENGLISH, "W:W30,29,22,21,9,6:B24,20,16,13,8,7").expect("a position");
    let game = Game::new(position);
    let mut check = |_| Ok(());
    let mut answer =
        |prover: &mut Prover, end| prover.examine(Claim { game: &game, attacker: Side::White, end }, &mut check).answer;
    let wins = |answer| matches!(answer, ProofAnswer::Win { .. });
    let least = (1..40).find(|&end| wins(answer(&mut prover(None), end))).expect("it is won");
    let mut remembers = prover(None);
    for end in [least - 1, least, least + 2, least, least - 2, 200] {
        assert!(wins(answer(&mut remembers, end)) || end < least, "{end} of {least}");
    }
    assert_eq!(answer(&mut prover(None), least - 1), ProofAnswer::NoWinWithin);
}

/// A stroke of English draughts that mode `strict` proves in 178,674 nodes.
#[test]
fn a_stroke_is_proven_as_strict_proves_it() {
    let position = fen::parse(Variant::ENGLISH, "W:W30,29,22,21,9,6:B24,20,16,13,8,7").expect("a position");
    let game = Game::new(position);
    let proof = examine(&mut prover(None), &game, Side::White, 20_000);
    let ProofAnswer::Win { plies } = proof.answer else { panic!("{proof:?}") };
    assert_eq!(proof.best.map(|mv| SpelledMove::new(&position, &mv).pdn()).as_deref(), Some("22-17"), "{proof:?}");
    let options = SearchOptions { mode: ModeKind::Strict, ..SearchOptions::default() };
    let tree = AnyDraughts::new(Evaluation::new(Variant::ENGLISH, &EvaluationOptions::default()));
    let table = Table::new(TableSize::from_mib(16).expect("a size")).expect("there is memory");
    let task = Task::of(&game).up_to(Depth::new(plies.into()));
    let result = Searcher::new(tree, table, options).search(&task, &mut NoControl);
    let class = result.last.expect("it was completed").score.class();
    assert!(matches!(class, ScoreClass::Win(least) if least.get() <= plies), "{class:?}, {plies}");
}

/// Compositions of `wiegerw/pdn` with their keys. The nodes have a factor of four to spare.
#[test]
fn compositions_are_proven_in_few_nodes() {
    let mut prover = prover(Some(tables(Variant::INTERNATIONAL)));
    for (key, position, nodes) in [
        ("39-33", "W:W16,21,22,28,30,32,39:B7,8,12,19,23,25,29", 40_000),
        ("49-44", "W:W12,18,22,29,33,39,47,48,49:B9,11,13,30,31,32,36,37,40", 40_000),
        ("49-43", "W:W20,24,27,37,38,45,46,49:B13,15,16,18,34,36,39,40", 40_000),
        ("18-12", "W:W18,19,22,25,27,28,29:B9,10,11,15,17,34,40", 40_000),
        ("17-12", "W:W6,17,18,38,41:B8,14,24,34,36", 4_000),
        ("6-1", "W:W6,11,18,22,28:B17,32,36,37,43", 4_000),
        ("14-9", "W:W13,14,29,34,40,47:B2,8,28,31,37,45", 4_000),
        ("13-9", "W:W13,15,18,24,36,43:B4,10,19,27,32,40", 4_000),
        ("41-37", "W:W20,24,34,35,41,45:B15,39,42,43,44", 4_000),
        ("19-14", "W:W19,28,34,39,50:B9,17,22,25,30,37", 4_000),
    ] {
        let game = Game::new(fen::parse(Variant::INTERNATIONAL, position).expect("a position"));
        let proof = examine(&mut prover, &game, Side::White, nodes);
        let best = proof.best.map(|mv| SpelledMove::new(game.position(), &mv).pdn());
        assert!(matches!(proof.answer, ProofAnswer::Win { .. }), "{position}: {proof:?}");
        assert_eq!(best.as_deref(), Some(key), "{position}: {proof:?}");
    }
}

/// Most of the published problems need tables of five pieces. Those that are proven in few nodes without are proven by
/// the same move, and none is refuted.
#[test]
fn published_problems_are_proven_by_their_keys() {
    let mut prover = prover(Some(tables(Variant::ENGLISH)));
    let mut proven = 0;
    let lines = include_str!("../fixtures/english-problems.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let [name, text, key] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line:?}: three columns") };
        let game = Game::new(fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed"));
        let proof = examine(&mut prover, &game, game.position().side(), 20_000);
        assert_ne!(proof.answer, ProofAnswer::NoWin, "{name}");
        if let (ProofAnswer::Win { .. }, Some(best)) = (proof.answer, proof.best) {
            assert_eq!(SpelledMove::new(game.position(), &best).pdn(), key, "{name}");
            proven += 1;
        }
    }
    assert!(proven >= 10, "{proven}");
}
