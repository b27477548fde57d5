//! The search with tables: it wins what is won as fast as the tables say, and loses nothing that is drawn.

use std::sync::Arc;

use crownhead_engine::endgame::{Known, Tables, TablesOptions, Wdl};
use crownhead_engine::eval::{Evaluation, EvaluationOptions, ScoreClass};
use crownhead_engine::search::{
    AnyDraughts, AnyNode, Depth, Draughts, NoControl, SearchOptions, Searcher, Table, TableSize, Tree,
};
use crownhead_rules::notation::fen;
use crownhead_rules::{AnyPosition, DrawReason, Game, GameEnd, International, Move, Ply, Side, Variant};

use crate::turned::turned;

/// Won positions that are played out; the drawn ones on the way are held.
const WINS: u64 = 500;
const PLIES_OF_A_DRAW: usize = 60;

struct Player {
    tables: Arc<Tables>,
    searcher: Searcher<AnyDraughts>,
}

fn evaluation(variant: Variant) -> Evaluation {
    Evaluation::new(variant, &EvaluationOptions::default())
}

impl Player {
    fn new(variant: Variant) -> Player {
        let (tables, faults) = Tables::open(variant, &TablesOptions::default());
        assert!(faults.is_empty(), "{faults:?}");
        let tables = Arc::new(tables);
        let endgame = Some((Arc::clone(&tables), Depth::ZERO));
        let tree = AnyDraughts::with_endgame(evaluation(variant), endgame);
        let table = Table::new(TableSize::MIN).expect("there is room for a MiB");
        Player { tables, searcher: Searcher::new(tree, table, SearchOptions::default()) }
    }

    /// A random game position of 4 pieces with either side to move.
    fn game(&self, number: u64) -> Game {
        let position = self.tables.position(4, number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7).expect("a table");
        Game::new(if number.is_multiple_of(2) { position } else { turned(&position) })
    }

    fn moves(&mut self, game: &mut Game) {
        let task = self.searcher.tree.task(game);
        let outcome = self.searcher.search(&task, &mut NoControl);
        game.play(outcome.best.expect("the game goes on")).expect("it is legal");
    }

    /// The opponent resists as long as it can.
    fn resists(&self, game: &mut Game) {
        let moves = self.tables.moves(game.position()).expect("it is known");
        game.play(moves[0].0).expect("it is legal");
    }

    /// Plays from a win: it takes exactly as many plies as the table says.
    fn win(&mut self, mut game: Game, plies: u16) {
        let (start, winner) = (fen::write(game.position()), game.position().side());
        while game.end().is_none() {
            if game.position().side() == winner {
                self.moves(&mut game)
            } else {
                self.resists(&mut game)
            }
            assert!(game.moves().len() <= usize::from(plies), "{} {start}: not won in {plies} plies", game.variant());
        }
        let has_won = matches!(game.end(), Some(GameEnd::Win(win)) if win.winner == winner);
        assert!(has_won, "{} {start}: {:?}", game.variant(), game.end());
    }

    /// Of all moves that keep a draw and lead to a position that was not there before, if there are any, this one leaves the
    /// opponent the smallest share of replies that keep it.
    fn makes_it_hard(&self, game: &Game, mv: &Move) {
        let ease = |mv: &Move| {
            let replies = self.tables.moves(&game.position().succ(mv)).expect("it is known");
            let held = replies.iter().filter(|(_, known)| known.outcome == Wdl::Draw).count();
            held as f64 / replies.len() as f64
        };
        let moves = self.tables.moves(game.position()).expect("it is known");
        let is_drawing = |(_, known): &&(Move, Known)| known.outcome == Wdl::Draw;
        let drawing: Vec<_> = moves.iter().filter(is_drawing).map(|(mv, _)| *mv).collect();
        let was_there = |mv: &Move| game.repeatable().skip(1).any(|key| key == game.position().succ(mv).key());
        let all_were_there = drawing.iter().all(was_there);
        let choices = drawing.iter().filter(|mv| all_were_there || !was_there(mv));
        let least = choices.map(ease).fold(1.0, f64::min);
        assert_eq!(ease(mv), least, "{} {}", game.variant(), fen::write(game.position()));
    }

    /// Plays from a draw: it stays one, and is hard to hold for the opponent.
    fn draw(&mut self, mut game: Game) {
        let (start, player) = (fen::write(game.position()), game.position().side());
        while game.end().is_none() && game.moves().len() < PLIES_OF_A_DRAW {
            let is_own = game.position().side() == player;
            if is_own {
                let before = game.clone();
                self.moves(&mut game);
                if self.searcher.tree.is_known_draw(&AnyNode::of(&before)) {
                    self.makes_it_hard(&before, game.moves().last().expect("a move"));
                }
            } else {
                self.resists(&mut game)
            }
            // What the table calls lost is a draw if an article ends the game before.
            let left = game.clock().plies_left(&game.variant().articles().draws);
            let in_time = |plies: Option<u16>| plies.is_none_or(|plies| left.is_none_or(|left| plies <= left));
            let known = self.tables.probe(game.position()).filter(|known| in_time(known.plies));
            let bad = if is_own { Wdl::Win } else { Wdl::Loss };
            let is_bad = known.is_some_and(|known| known.outcome == bad);
            assert!(!is_bad, "{} {start}: lost after {} plies", game.variant(), game.moves().len());
        }
        let is_lost = matches!(game.end(), Some(GameEnd::Win(win)) if win.winner != player);
        assert!(!is_lost, "{} {start}", game.variant());
    }
}

/// The articles that may draw a game which a side would win: those on counts of moves, each with its source in
/// docs/variants.md. Where the list has nothing for a variant, nothing may.
fn may_be_drawn(variant: Variant, reason: DrawReason) -> bool {
    let name = variant.name();
    match reason {
        DrawReason::QuietMoves => !["losing", "frisian", "frysk", "breakthrough", "turkish"].contains(&name),
        DrawReason::Ending("two kings against a king") => ["frisian", "frysk"].contains(&name),
        DrawReason::Ending("two pieces against a lone king" | "three pieces against a lone king") => {
            ["international", "canadian"].contains(&name)
        }
        DrawReason::Ending("three kings against a lone king") => ["pool", "unified", "jamaican"].contains(&name),
        DrawReason::Ending(reason) => {
            let is_of_64 = reason.starts_with("a balance of ") || reason.starts_with("three or more kings");
            let is_of_64 = is_of_64 || reason == "a lone king on the long diagonal";
            is_of_64 && ["russian", "antirussian", "brazilian"].contains(&name)
        }
        DrawReason::Repetition | DrawReason::Claim => false,
    }
}

/// Both sides play by the tables from random endings. What the tables call won is won in as many plies, unless an
/// article with a source draws it before.
#[test]
fn no_won_ending_is_drawn_without_a_source() {
    for &variant in Variant::ALL {
        let (tables, faults) = Tables::open(variant, &TablesOptions::default());
        assert!(faults.is_empty(), "{faults:?}");
        let (mut played, mut won) = (0, 0);
        for number in 0..100_000_u64 {
            let pieces = 2 + (number % (tables.max_pieces() as u64 - 1)) as usize;
            let chance = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
            let position = tables.position(pieces, chance).expect("there is a table");
            let Some(Known { plies: Some(plies @ 1..), outcome }) = tables.probe(&position) else { continue };
            let (mut game, winner) = (Game::new(position), winner(&position, outcome));
            while game.end().is_none() {
                let moves = tables.moves(game.position()).expect("it is known");
                game.play(moves[0].0).expect("it is legal");
            }
            let is_won = game.end().is_some_and(|end| matches!(end, GameEnd::Win(win) if win.winner == winner));
            let is_sourced = matches!(game.end(), Some(GameEnd::Draw(reason)) if may_be_drawn(variant, reason));
            assert!(is_won || is_sourced, "{variant} {}: {:?}", fen::write(&position), game.end());
            assert!(!is_won || game.moves().len() == usize::from(plies), "{variant} {}", fen::write(&position));
            (played, won) = (played + 1, won + u32::from(is_won));
            if played == 200 {
                break;
            }
        }
        println!("{variant}: {won} of {played} decided endings are won");
        assert!(played == 200 && won > 100, "{variant}: {won} of {played}");
    }
}

fn winner(position: &AnyPosition, outcome: Wdl) -> Side {
    if outcome == Wdl::Win { position.side() } else { position.side().opponent() }
}

fn play_out(variant: Variant) {
    let mut player = Player::new(variant);
    let (mut wins, mut late, mut draws, mut longest) = (0, 0, 0, 0);
    for number in 0.. {
        if wins == WINS {
            break;
        }
        let game = player.game(number);
        let known = player.tables.probe(game.position()).expect("it is known");
        let left = game.clock().plies_left(&game.variant().articles().draws).unwrap_or(u16::MAX);
        match (known.outcome, known.plies) {
            (Wdl::Win, Some(plies)) if plies > left => late += 1,
            (Wdl::Win, Some(plies)) if plies > 0 => {
                player.win(game, plies);
                wins += 1;
                longest = longest.max(plies);
            }
            (Wdl::Draw, _) => {
                player.draw(game);
                draws += 1;
            }
            _ => {}
        }
    }
    println!(
        "{variant}: {wins} positions won within their plies, {longest} at most; {draws} draws held; {late} wins not \
         played that an article leaves too few plies for"
    );
    assert!(draws > 0 && wins > late, "{variant}: {wins} wins, {late} too late, {draws} draws");
}

#[test]
fn english_endings_are_won_and_held() {
    play_out(Variant::ENGLISH);
}

#[test]
fn giveaway_endings_are_won_and_held() {
    play_out(Variant::GIVEAWAY);
}

#[test]
fn international_endings_are_won_and_held() {
    play_out(Variant::INTERNATIONAL);
}

#[test]
fn losing_endings_are_won_and_held() {
    play_out(Variant::LOSING);
}

#[test]
fn a_search_from_more_pieces_ends_in_the_tables() {
    let mut player = Player::new(Variant::ENGLISH);
    let position = fen::parse(Variant::ENGLISH, "W:WK14,K18,K23:BK7,K26").expect("a position");
    let game = Game::new(position);
    let task = player.searcher.tree.task(&game).up_to(Depth::new(12));
    let outcome = player.searcher.search(&task, &mut NoControl);
    assert!(outcome.counters.known_hits > 0, "{:?}", outcome.counters);
    let last = outcome.last.expect("an iteration is complete");
    assert!(!matches!(last.score.class(), ScoreClass::Loss(_) | ScoreClass::KnownLoss(_)), "{last:?}");
}

#[test]
fn the_probe_depth_says_where_tables_are_asked() {
    let mut player = Player::new(Variant::INTERNATIONAL);
    let plain = Draughts::<International>::new(evaluation(Variant::INTERNATIONAL));
    let everywhere = plain.clone().with_endgame(Arc::clone(&player.tables));
    let from_3 = everywhere.clone().probing_from(Depth::new(3));
    // Three kings against one on the long diagonal: a draw.
    let game = Game::new(fen::parse(Variant::INTERNATIONAL, "W:WK1,K2,K3:BK28").expect("a position"));
    let node = AnyNode::of(&game).typed();
    let known = |tree: &Draughts<International>, ply, depth| {
        tree.known_value(&node, Ply::new(ply), Depth::new(depth)).is_some()
    };
    let value = |tree: &Draughts<International>| tree.evaluate(&tree.accumulators(&node), Ply::ROOT, &node);
    assert!(known(&everywhere, 2, 0));
    assert_eq!([known(&from_3, 2, 2), known(&from_3, 2, 3), known(&from_3, 1, 0)], [false, true, true]);
    assert_ne!(value(&everywhere), value(&plain), "a draw is no win");
    assert_eq!(value(&from_3), value(&plain));
    // Solved positions are played by the tables at any depth.
    let endgame = Some((Arc::clone(&player.tables), Depth::MAX));
    player.searcher.tree = AnyDraughts::with_endgame(evaluation(Variant::INTERNATIONAL), endgame);
    for number in 0..100 {
        let game = player.game(number);
        match player.tables.probe(game.position()) {
            Some(known) if known.outcome == Wdl::Win => player.win(game, known.plies.expect("of 4 pieces")),
            Some(known) if known.outcome == Wdl::Draw => player.draw(game),
            _ => {}
        }
    }
}
