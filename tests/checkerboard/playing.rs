//! `getmove`: whole games, the Play button, time, draws, and memory that is not there.

use std::time::{Duration, Instant};

use crownhead_rules::notation::{fen, parse_move};
use crownhead_rules::{AnyPosition, Game, GameEnd, Move, Side, Variant};

use super::game::{board, check_claims, check_turn, colour, history, play};
use super::host;
use super::host::{BLACK, DRAW, LOSS, Level, Shared, UNKNOWN, WHITE, WIN};

const SMALL: &str = "engine.table = 4\n";

/// The same without endgame tables.
const PLAIN: &str = "engine.table = 4\nendgame.pieces = 0\n";

/// Long enough for any machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn position(text: &str) -> AnyPosition {
    fen::parse(Variant::ENGLISH, text).expect("the FEN is well formed")
}

#[test]
fn a_whole_game_of_english_draughts() {
    let host = host("english", SMALL);
    let clock = 1_000 << 16 | 10;
    // Every way to tell the time in turn: exact, on the average, and clocks of ten seconds in each unit.
    let level = |ply: usize| match ply % 5 {
        0 => Level::exactly(0.01),
        1 => Level { seconds: 0.02, info: 0, more_info: 0 },
        2 => Level { seconds: 0.02, info: 1 << 2, more_info: clock },
        3 => Level { seconds: 0.02, info: 2 << 2, more_info: clock / 10 },
        _ => Level { seconds: 0.02, info: 3 << 2, more_info: 5 << 16 },
    };
    let (game, claims) = play(Variant::ENGLISH, &host, level);
    check_claims(&game, &claims);
    assert!(game.moves().len() > 20, "{}", game.moves().len());
}

#[test]
fn a_whole_game_of_giveaway() {
    let host = host("giveaway", &format!("checkerboard.variant = \"giveaway\"\n{SMALL}"));
    let (game, claims) = play(Variant::GIVEAWAY, &host, |_| Level::exactly(0.02));
    check_claims(&game, &claims);
    // CheckerBoard itself would take the winner for the loser, so the result has to be known before the end.
    let is_drawn = matches!(game.end(), Some(GameEnd::Draw(_)));
    assert!(is_drawn || claims[..claims.len() - 1].iter().any(|&claim| claim != UNKNOWN), "{claims:?}");
}

#[test]
fn a_whole_game_of_each_of_its_game_types() {
    let host = host("types", SMALL);
    for (game_type, variant) in [
        ("25", Variant::RUSSIAN),
        ("26", Variant::BRAZILIAN),
        ("22", Variant::ITALIAN),
        ("24", Variant::SPANISH),
        ("29", Variant::CZECH),
        ("21", Variant::ENGLISH),
    ] {
        assert_eq!(host.done(&format!("set gametype {game_type}")), game_type);
        assert_eq!(host.done("get gametype"), game_type);
        let (game, claims) = play(variant, &host, |_| Level::exactly(0.005));
        check_claims(&game, &claims);
        assert!(game.moves().len() > 20, "{variant}: {}", game.moves().len());
        // A game that is not known changes nothing.
        assert_eq!(host.command("set gametype 99").0, 0);
        assert_eq!(host.done("get gametype"), game_type);
    }
}

#[test]
fn both_games_are_played_in_turn_by_one_library() {
    let host = host("both", SMALL);
    // Black must give its last man away here, or take the last white one.
    let last = "B:W6:B1";
    for (name, result) in [("giveaway", LOSS), ("english", WIN), ("suicide", LOSS)] {
        host.done(&format!("set gametype {name}"));
        let turn = host.get_move(&board(&position(last)), BLACK, Level::exactly(0.05));
        // 1x10 leaves White without a piece.
        assert_eq!(turn.board, board(&position("W:W:B10")), "{name}");
        assert_eq!(turn.result, result, "{name}");
    }
}

#[test]
fn a_side_without_a_move_has_lost_or_won() {
    let host = host("stuck", SMALL);
    let stuck = board(&position("W:W32:B28,27,24,23"));
    for (name, result) in [("english", LOSS), ("giveaway", WIN)] {
        host.done(&format!("set gametype {name}"));
        let turn = host.get_move(&stuck, WHITE, Level::exactly(0.05));
        assert_eq!((turn.result, turn.board), (result, stuck), "{name}");
    }
}

#[test]
fn a_proven_win_is_claimed_at_once() {
    // Two kings against one that is cornered on the single corner, searched and known.
    for (test, settings, value) in [("proven", PLAIN, "value win in "), ("known", SMALL, "value table win in ")] {
        let host = host(test, settings);
        let turn = host.get_move(&board(&position("W:WK14,K15:BK29")), WHITE, Level::exactly(1.0));
        assert_eq!(turn.result, WIN, "{}", turn.status);
        assert!(turn.status.contains(value), "{}", turn.status);
    }
}

#[test]
fn what_the_tables_know_is_claimed_until_they_are_turned_off() {
    let host = host("tables", SMALL);
    let claim = |text: &str, colour| {
        let turn = host.get_move(&board(&position(text)), colour, Level::exactly(0.01));
        (turn.result, turn.status)
    };
    assert_eq!(claim("W:WK14,K15:BK28,K32", WHITE).0, DRAW);
    assert_eq!(claim("B:WK14,K15:BK28", BLACK).0, LOSS);
    assert_eq!(host.done("get enable_wld"), "1");
    assert_eq!(host.done("set enable_wld 0"), "0");
    let (result, status) = claim("W:WK14,K15:BK28,K32", WHITE);
    assert!(result == UNKNOWN && !status.contains("table"), "{status}");
    assert_eq!(host.done("set enable_wld 1"), "1");
    assert_eq!(host.done("set max_dbpieces 3"), "3");
    assert_eq!(claim("W:WK14,K15:BK28,K32", WHITE).0, UNKNOWN);
    assert_eq!(claim("B:WK14,K15:BK28", BLACK).0, LOSS);
}

#[test]
fn an_only_move_has_a_true_value() {
    let host = host("only", SMALL);
    let board = board(&position("B:W10,17,21,22,23,24,25,27,28,29,30,32:B1,2,3,4,5,6,8,9,11,12"));
    let turn = host.get_move(&board, BLACK, Level::exactly(600.0));
    let depth = turn.status.strip_prefix("depth ").and_then(|rest| rest.split('/').next()?.parse::<u32>().ok());
    assert!(depth >= Some(7), "{}", turn.status);
}

#[test]
fn a_draw_is_claimed_when_the_rules_say_so() {
    let host = host("drawn", PLAIN);
    // Each side has a king that can keep to its double corner: nothing but repetition follows.
    let mut game = Game::new(position("B:WK32:BK1"));
    let (mut results, mut longest) = (Vec::new(), 0);
    while game.end().is_none() {
        let told = format!("set gamehist {}", history(&game));
        longest = longest.max(told.len());
        host.done(&told);
        let side = game.position().side();
        // Long enough to keep out of traps on a machine that is busy, too.
        let turn = host.get_move(&board(game.position()), colour(side), Level::exactly(0.05));
        game.play(check_turn(&game, &turn)).expect("it is a legal move");
        results.push(turn.result);
    }
    assert!(matches!(game.end(), Some(GameEnd::Draw(_))));
    let last = results.pop();
    assert_eq!(last, Some(DRAW));
    assert!(results.iter().all(|&result| result == UNKNOWN), "{results:?}");
}

#[test]
fn a_history_of_any_length_is_played() {
    let host = host("long", SMALL);
    // Seventy-nine quiet plies, no position three times, and the eightieth draws the game.
    let mut game = Game::new(position("B:WK32,K31,K30:BK1,K2,K3"));
    let mut seen = std::collections::HashMap::from([(game.position().key(), 1)]);
    while game.moves().len() < 79 {
        let here = *game.position();
        let fresh = here.moves().into_iter().filter(|mv| !mv.is_capture());
        let next = |mv: &Move| here.succ(mv);
        let mv = fresh
            .filter(|mv| next(mv).moves().iter().all(|reply| !reply.is_capture()))
            .min_by_key(|mv| seen.get(&next(mv).key()).copied().unwrap_or(0))
            .expect("there is a quiet move");
        game.play(mv).expect("it is a legal move");
        *seen.entry(game.position().key()).or_insert(0) += 1;
    }
    assert_eq!(game.end(), None);
    let told = history(&game);
    assert!(told.len() > 256, "{}", told.len());
    host.done(&format!("set gamehist {told}"));
    let side = game.position().side();
    let turn = host.get_move(&board(game.position()), colour(side), Level::exactly(0.01));
    let mv = check_turn(&game, &turn);
    assert!(!mv.is_capture() && turn.result == DRAW, "{turn:?}");

    // One that is longer than any game, and ends elsewhere, does no harm.
    let endless = format!("set gamehist {told}{}", " 1-6 32-27 6-1 27-32".repeat(10_000));
    host.done(&endless);
    let turn = host.get_move(&board(game.position()), colour(side), Level::exactly(0.01));
    check_turn(&game, &turn);
}

#[test]
fn the_last_game_is_remembered_by_itself() {
    let host = host("remembered", PLAIN);
    // The host tells nothing, and does not even notice that the game is over. White keeps to the double corner, where
    // one king cannot be caught by one.
    let mut game = Game::new(position("B:WK32:BK1"));
    let (mut result, mut is_drawn) = (UNKNOWN, false);
    while result == UNKNOWN && game.moves().len() < 100 {
        let is_far = |mv: &Move| ![28, 32].contains(&mv.to.number());
        let mv = if game.position().side() == Side::Black {
            let turn = host.get_move(&board(game.position()), BLACK, Level::exactly(0.003));
            result = turn.result;
            check_turn(&game, &turn)
        } else {
            game.position().moves().into_iter().min_by_key(is_far).expect("there is a move")
        };
        game.play(mv).expect("it is a legal move");
        is_drawn |= game.end().is_some();
    }
    assert_eq!((result, is_drawn), (DRAW, true));
}

#[test]
fn play_is_answered_soon_and_the_status_is_kept_up_to_date() {
    const PRESSES: u64 = 40;
    let host = host("pressed", SMALL);
    let start = board(&Variant::ENGLISH.start());
    let mut delays: Vec<_> = (0..PRESSES)
        .map(|number| {
            let shared = Shared::new();
            std::thread::scope(|scope| {
                let _play = shared.press_at_the_end();
                let turn = scope.spawn(|| host.get_move_shared(&start, BLACK, Level::INFINITE, &shared));
                let begun = Instant::now();
                while !shared.status().contains("depth") && begun.elapsed() < PATIENCE {
                    std::thread::yield_now();
                }
                std::thread::sleep(Duration::from_millis(number * 3));
                let pressed = Instant::now();
                shared.press();
                let turn = turn.join().expect("the call returns");
                assert!(turn.status.contains("  pv ") && turn.board != start, "{turn:?}");
                pressed.elapsed()
            })
        })
        .collect();
    delays.sort();
    println!("from Play to the move: median {:?}, longest {:?}", delays[20], delays[39]);
    assert!(delays[39] < PATIENCE / 10);
}

#[test]
fn the_status_changes_ten_times_a_second() {
    let host = host("status", SMALL);
    let start = board(&Variant::ENGLISH.start());
    let shared = Shared::new();
    let lines = std::thread::scope(|scope| {
        let _play = shared.press_at_the_end();
        let turn = scope.spawn(|| host.get_move_shared(&start, BLACK, Level::INFINITE, &shared));
        let (begun, mut lines) = (Instant::now(), Vec::new());
        // The time stands in every line, to a tenth of a second.
        while lines.len() < 8 && begun.elapsed() < PATIENCE {
            let line = shared.status();
            let time = line.split("  time ").nth(1).and_then(|rest| rest.split(' ').next()).map(str::to_owned);
            if let Some(time) = time
                && lines.last() != Some(&time)
            {
                lines.push(time);
            }
            std::thread::yield_now();
        }
        shared.press();
        turn.join().expect("the call returns");
        lines
    });
    let tenths: Vec<f64> = lines.iter().map(|time| time.parse().expect("it is a number")).collect();
    assert!(tenths.len() == 8 && tenths.is_sorted(), "{tenths:?}");
    // Other programs may take the processor away for some time, but hardly each time.
    assert!(tenths.windows(2).any(|pair| pair[1] - pair[0] < 0.15), "{tenths:?}");
    println!("times shown: {tenths:?}");
}

#[test]
fn play_that_is_pressed_before_the_search_begins_still_gets_a_move() {
    let host = host("early", SMALL);
    let start = board(&Variant::ENGLISH.start());
    for command in ["set allscores 0", "set allscores 1"] {
        host.done(command);
        let shared = Shared::new();
        shared.press();
        let turn = host.get_move_shared(&start, BLACK, Level::INFINITE, &shared);
        check_turn(&Game::start(Variant::ENGLISH), &turn);
    }
}

#[test]
fn commands_are_answered_while_a_search_is_under_way() {
    let host = host("meanwhile", SMALL);
    let start = board(&Variant::ENGLISH.start());
    let shared = Shared::new();
    std::thread::scope(|scope| {
        let _play = shared.press_at_the_end();
        let turn = scope.spawn(|| host.get_move_shared(&start, BLACK, Level::INFINITE, &shared));
        while !shared.status().contains("depth") {
            std::thread::yield_now();
        }
        assert_eq!(host.done("get gametype"), "21");
        assert_eq!(host.done("set hashsize 16777216"), "16777216");
        assert_eq!(host.done("set skilllevel 1"), "1");
        assert!(host.is_legal(&start, BLACK, 11, 15).is_some());
        assert!(!turn.is_finished(), "the search goes on");
        shared.press();
        turn.join().expect("the call returns");
    });
    // There is no memory for such a table; the level holds all the same.
    let turn = host.get_move(&start, BLACK, Level::exactly(0.2));
    check_turn(&Game::start(Variant::ENGLISH), &turn);
    let nodes = turn.status.split("nodes ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(nodes.is_some_and(|nodes| nodes.parse::<u32>().is_ok()), "{}", turn.status);
    assert_eq!(host.done("get hashsize"), "4");
}

#[test]
fn a_table_that_there_is_no_room_for_now_stays_the_setting() {
    let path = super::installed("no-room", "engine.table = 16777216\n");
    let host = super::Host::load(&path);
    let turn = host.get_move(&board(&Variant::ENGLISH.start()), BLACK, Level::exactly(0.2));
    check_turn(&Game::start(Variant::ENGLISH), &turn);
    assert_ne!(host.done("get hashsize"), "16777216");
    // What is kept is the change, and not what there was room for, whatever is refused meanwhile.
    host.command("set hashsize 0");
    host.done("set driver mtd-f");
    let kept = std::fs::read_to_string(path.with_file_name("checkerboard.toml")).expect("settings are kept");
    assert!(kept.contains("mtd-f") && !kept.contains("engine.table"), "{kept}");
}

#[test]
fn every_move_has_a_value_with_allscores() {
    let host = host("allscores", SMALL);
    host.done("set allscores 1");
    let turn = host.get_move(&board(&Variant::ENGLISH.start()), BLACK, Level::exactly(0.3));
    check_turn(&Game::start(Variant::ENGLISH), &turn);
    for mv in ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"] {
        assert!(turn.status.contains(&format!("  {mv} ")), "{mv}: {}", turn.status);
    }
    assert!(turn.status.starts_with("depth "), "{}", turn.status);
    host.done("set allscores 0");
    let turn = host.get_move(&board(&Variant::ENGLISH.start()), BLACK, Level::exactly(0.01));
    assert!(turn.status.contains("  pv "), "{}", turn.status);
}

#[test]
fn a_win_is_proven_in_solve_mode() {
    let host = host("solve", SMALL);
    assert_eq!(host.done("set solve 1"), "1");
    let stroke = Game::new(position("W:W30,29,22,21,9,6:B24,20,16,13,8,7"));
    let turn = host.get_move(&board(stroke.position()), WHITE, Level::exactly(20.0));
    let key = parse_move(stroke.position(), "22-17").expect("it is legal");
    assert_eq!((turn.result, check_turn(&stroke, &turn)), (WIN, key), "{}", turn.status);
    let status = &turn.status;
    assert!(status.starts_with("Proven: White wins in at most ") && status.contains("  pv 22-17 13x22 "), "{status}");
    // Where nothing is proven, the search has the time of the move as usual.
    let start = Game::start(Variant::ENGLISH);
    let turn = host.get_move(&board(start.position()), BLACK, Level::exactly(0.2));
    check_turn(&start, &turn);
    assert!(turn.status.starts_with("Not proven: no win found within "), "{}", turn.status);
    assert!(turn.status.contains("  depth ") && turn.result == UNKNOWN, "{}", turn.status);
    host.done("set solve 0");
    let turn = host.get_move(&board(start.position()), BLACK, Level::exactly(0.01));
    assert!(turn.status.starts_with("depth "), "{}", turn.status);
}

#[test]
fn boards_that_are_no_positions_are_left_alone() {
    let host = host("faulty", SMALL);
    let good = board(&Variant::ENGLISH.start());
    let mut odd = good;
    odd[0][0] = 3;
    let mut crowded = good;
    crowded[1][3] = 6;
    let mut astray = good;
    astray[0][0] = 5;
    let empty = [[0; 8]; 8];
    for (board, colour) in [(odd, BLACK), (crowded, BLACK), (astray, WHITE), (empty, BLACK), (good, 0), (good, 77)] {
        let turn = host.get_move(&board, colour, Level::exactly(0.01));
        assert_eq!((turn.result, turn.board), (UNKNOWN, board));
        assert!(turn.status.starts_with("bad position: "), "{}", turn.status);
        assert_eq!(host.is_legal(&board, colour, 11, 15), None);
    }
}

#[test]
fn nothing_is_done_through_null_pointers() {
    let host = host("nulls", SMALL);
    host.call_with_nulls(&board(&Variant::ENGLISH.start()), BLACK);
    assert!(host.done("name").starts_with("Crownhead"));
}

#[test]
fn legal_moves_are_told_apart_from_others() {
    let host = host("legal", SMALL);
    let start = Variant::ENGLISH.start();
    let mut count = 0;
    for from in -1..=34 {
        for to in -1..=34 {
            let legal = host.is_legal(&board(&start), BLACK, from, to);
            count += usize::from(legal.is_some());
        }
    }
    assert_eq!(count, start.moves().len());
    let capture = position("B:WK18,26:B15");
    let told = host.is_legal(&board(&capture), BLACK, 15, 31).expect("it is legal");
    assert_eq!((told.jumps, told.oldpiece, told.newpiece, told.delpiece[..2].to_vec()), (2, 6, 10, vec![9, 5]));
}

#[test]
fn a_library_that_is_let_go_of_keeps_its_state_and_takes_nothing_down() {
    let path = super::installed("unloaded", SMALL);
    let start = board(&Variant::ENGLISH.start());
    for _ in 0..3 {
        let host = super::Host::load(&path);
        host.get_move(&start, BLACK, Level::exactly(0.01));
        host.done("set hashsize 2");
    }
    assert_eq!(super::Host::load(&path).done("get hashsize"), "2");
}
