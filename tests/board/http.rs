//! The HTTP interface: what the page relies on, and what it refuses.

use std::io::Write;

use serde_json::{Value, json};

use crownhead_engine::endgame::{Tables, TablesOptions, Wdl};
use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Reader};
use crownhead_rules::{Game, GameEnd, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::served::{Served, is_settled, plies, texts};

#[test]
fn the_page_and_all_that_it_needs_are_in_the_program() {
    let served = Served::start(&[]);
    let page = served.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let policy = page.headers["content-security-policy"].to_str().expect("it is ASCII");
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    // Each file may name others: follow all of them.
    let mut names = ["main.js", "style.css", "board.css", "icon.svg"].map(str::to_owned).to_vec();
    for name in &names {
        assert!(page.text.contains(&format!("\"{name}\"")), "{name}");
    }
    let mut index = 0;
    while let Some(name) = names.get(index).cloned() {
        let file = served.get(&format!("/{name}"));
        assert!(file.status == 200 && !file.text.is_empty(), "{name}");
        let imports = file.text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        names.extend(
            imports.filter(|import| !names.iter().any(|name| name == import)).map(str::to_owned).collect::<Vec<_>>(),
        );
        index += 1;
    }
    assert!(names.iter().any(|name| name == "chooser.js"), "{names:?}");
    assert_eq!(served.get("/nothing.js").status, 404);
}

/// Replays the PDN of a game by the rules, and yields how it ended.
fn replay(variant: Variant, pdn: &str) -> (usize, Option<GameEnd>) {
    let game = Reader::new(pdn.as_bytes()).next().expect("a game").expect("it is well formed");
    let game = game.replay(variant).expect("all moves are legal");
    (game.moves().len(), game.end())
}

/// A person who plays the first legal move that a list of numbers points at loses or wins, but ends.
#[test]
fn a_game_of_each_variant_is_played_to_its_end() {
    for (seed, &variant) in Variant::ALL.iter().enumerate() {
        // One server opens no more than 16 games a minute.
        let served = Served::start(&[]);
        let game = served.open(json!({ "variant": variant.name(), "white": 1, "black": 0 }));
        let mut view = game.wait(is_settled);
        let mut number = seed + 1;
        while view["result"].is_null() {
            let legal = view["legal"].as_array().expect("a list");
            number = (number * 1_103_515_245 + 12_345) % 2_147_483_648;
            let text = legal[number / 65_536 % legal.len()]["text"].clone();
            game.done(json!({ "do": "move", "ply": plies(&view), "text": text }));
            view = game.wait(is_settled);
        }
        let pdn = game.pdn();
        let (played, end) = replay(variant, &pdn);
        assert_eq!(played, plies(&view), "{variant}");
        assert!(end.is_some(), "{variant}: {view:#}\n{pdn}");
        assert!(pdn.contains("[White \"Crownhead level 1\"]") && !pdn.contains("[Result \"*\"]"), "{pdn}");
    }
}

#[test]
fn a_capture_names_its_squares() {
    let served = Served::start(&[]);
    let fen = "W:W32:B28,19,9";
    let game = served.open(json!({ "variant": "international", "fen": fen }));
    let legal = game.view()["legal"].clone();
    assert_eq!(legal, json!([{ "text": "32x3", "path": [32, 23, 14, 3], "captured": [9, 19, 28] }]));
    let view = game.play("32x23x14x3");
    // The man has become a king and has nobody left to play with.
    assert_eq!(view["pictures"][1].as_str().map(|picture| picture.find('W')), Some(Some(2)));
    assert!(view["result"].as_str().is_some_and(|result| result.starts_with("White wins")), "{view:#}");
}

#[test]
fn moves_are_taken_back_together_with_the_answer() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "white": 2, "black": 0 }));
    game.done(json!({ "do": "move", "ply": 0, "text": "11-15" }));
    assert_eq!(plies(&game.wait(is_settled)), 2);
    let view = game.done(json!({ "do": "take-back" }));
    assert_eq!((plies(&view), &view["side"]), (0, &json!("B")));
    let refused = game.act(json!({ "do": "take-back" }));
    assert_eq!((refused.status, refused.error().as_str()), (422, "there is no move to take back"));
    // The moves of the opening are where the game begins, also after a restart, and where one engine has answered.
    for (players, own) in [((0, 0), "24-20"), ((1, 0), "")] {
        let wish = json!({ "variant": "english", "white": players.0, "black": players.1, "opening": "ballot:5" });
        let game = served.open(wish);
        let begun = game.wait(is_settled);
        assert_eq!((&begun["opening"], &begun["can_take_back"]), (&json!("moves:9-13 22-18 6-9"), &json!(false)));
        let refused = game.act(json!({ "do": "take-back" }));
        assert_eq!((refused.status, refused.error().as_str()), (422, "there is no move to take back"));
        if !own.is_empty() {
            game.play(own);
            assert_eq!(texts(&game.done(json!({ "do": "take-back" }))), ["9-13", "22-18", "6-9"]);
        }
    }
    // The engine plays both sides: nobody can take its moves back or resign.
    let game = served.open(json!({ "variant": "english", "white": 1, "black": 1 }));
    game.wait(|view| plies(view) >= 2);
    for action in ["take-back", "resign", "draw"] {
        let refused = game.act(json!({ "do": action }));
        assert_eq!(refused.status, 422, "{refused:?}");
        assert!(refused.error().contains("both sides") || refused.error().contains("over"), "{refused:?}");
    }
}

#[test]
fn hints_resigning_and_draws() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "white": 2, "black": 0 }));
    assert_eq!(game.done(json!({ "do": "hint" }))["is_hinting"], json!(true));
    let view = game.wait(|view| !view["hint"].is_null());
    let hint = view["hint"]["text"].clone();
    assert!(view["legal"].as_array().is_some_and(|legal| legal.iter().any(|mv| mv["text"] == hint)));
    let notice = game.done(json!({ "do": "draw" }))["notice"].clone();
    assert!(notice.as_str().is_some_and(|text| text.contains("too early")), "{notice}");
    // A move leaves the hint behind that was asked for before it.
    let analysed = served.open(json!({ "variant": "english" }));
    analysed.done(json!({ "do": "hint" }));
    let view = analysed.done(json!({ "do": "move", "ply": 0, "text": "11-15" }));
    assert_eq!((&view["is_hinting"], &view["hint"]), (&json!(false), &Value::Null));
    let view = game.done(json!({ "do": "resign" }));
    assert_eq!(view["result"], json!("White wins: Black resigned"));
    assert!(game.pdn().contains("[Result \"0-1\"]"), "{}", game.pdn());
    assert_eq!(game.act(json!({ "do": "resign" })).error(), "the game is over");
    // Taking back goes on with a game.
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15 23-19");
    assert_eq!(game.done(json!({ "do": "resign" }))["result"], json!("White wins: Black resigned"));
    // What was decided after the last move first,
    let view = game.done(json!({ "do": "take-back" }));
    assert_eq!((&view["result"], plies(&view)), (&Value::Null, 2));
    // then that move.
    let view = game.done(json!({ "do": "take-back" }));
    assert_eq!((&view["result"], plies(&view)), (&Value::Null, 1));
    assert_eq!(game.play("22-18")["is_variation"], json!(false));
    // Where there is no move of his own yet, a person can still go on.
    let game = served.open(json!({ "variant": "international", "white": 1, "black": 0 }));
    assert_eq!(plies(&game.wait(is_settled)), 1);
    assert_eq!(game.done(json!({ "do": "resign" }))["result"], json!("White wins: Black resigned"));
    let view = game.done(json!({ "do": "take-back" }));
    assert_eq!((&view["result"], plies(&view), &view["can_take_back"]), (&Value::Null, 1, &json!(false)));
    // Two people agree at once.
    assert_eq!(
        served.open(json!({ "variant": "losing" })).done(json!({ "do": "draw" }))["result"],
        json!("Draw: agreed")
    );
}

/// The players of a game that is over are those who played it.
#[test]
fn players_change_while_the_game_lasts() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "white": 2, "black": 0 }));
    game.done(json!({ "do": "resign" }));
    let saved = game.pdn();
    let refused = game.act(json!({ "do": "seats", "white": 0, "black": 10 }));
    assert_eq!((refused.status, refused.error().as_str(), game.pdn()), (422, "the game is over", saved));
    // Who stays keeps his name.
    let pdn = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 *";
    let game = served.open(json!({ "variant": "english", "pdn": pdn }));
    let view = game.done(json!({ "do": "seats", "white": 3, "black": 0 }));
    assert_eq!(view["names"], json!(["Crownhead level 3", "Bob"]));
}

/// A value of the other side, or of moves that were taken back, says nothing.
#[test]
fn a_draw_is_not_declined_by_an_old_value() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    for ply in 0..40 {
        let text = game.view()["legal"][0]["text"].clone();
        assert_eq!(game.done(json!({ "do": "move", "ply": ply, "text": text }))["result"], Value::Null);
    }
    let declines = |why: &str| {
        let view = game.done(json!({ "do": "draw" }));
        let notice = view["notice"].as_str().unwrap_or_default();
        assert_eq!(notice, format!("Crownhead declines the draw: {why}"), "{:#}", view["result"]);
    };
    // Black is to move.
    game.done(json!({ "do": "seats", "white": 2, "black": 0 }));
    declines("it has not searched for a move here yet");
    let text = game.view()["legal"][0]["text"].clone();
    game.done(json!({ "do": "move", "ply": 40, "text": text }));
    game.wait(is_settled);
    game.done(json!({ "do": "take-back" }));
    declines("it has not searched for a move here yet");
}

#[test]
fn variations_leave_the_game_as_it_is() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15 23-19 8-11");
    let before = served.get(&format!("{}/legal/1", game.path)).json();
    assert!(before.as_array().is_some_and(|legal| legal.iter().any(|mv| mv["text"] == "22-18")), "{before}");
    let view = game.done(json!({ "do": "move", "ply": 1, "text": "22-18" }));
    assert_eq!((texts(&view).join(" "), &view["is_variation"]), ("11-15 22-18".to_owned(), &json!(true)));
    game.play("15x22");
    let view = game.done(json!({ "do": "restore" }));
    assert_eq!((texts(&view).join(" "), &view["is_variation"]), ("11-15 23-19 8-11".to_owned(), &json!(false)));
    // A move of the game itself is no variation.
    let view = game.done(json!({ "do": "move", "ply": 1, "text": "23-19" }));
    assert_eq!((plies(&view), &view["is_variation"]), (3, &json!(false)));
    // Against the engine there is no going back but by taking back.
    let game = served.open(json!({ "variant": "english", "white": 1, "black": 0 }));
    game.done(json!({ "do": "move", "ply": 0, "text": "11-15" }));
    game.wait(is_settled);
    let refused = game.act(json!({ "do": "move", "ply": 0, "text": "9-14" }));
    assert_eq!((refused.status, refused.error().as_str()), (409, "the game has gone on: it has 2 moves now"));
}

#[test]
fn a_line_that_is_tried_is_no_part_of_the_game() {
    let served = Served::start(&[]);
    let trial = |ply: usize, text: &str| json!({ "do": "move", "ply": ply, "text": text, "is_trial": true });
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15 23-19");
    let view = game.done(trial(2, "8-11"));
    assert_eq!((plies(&view), &view["is_variation"]), (3, &json!(true)));
    assert_eq!(plies(&game.done(trial(3, "22-17"))), 4);
    let saved = game.pdn();
    assert!(saved.contains("1. 11-15 23-19 (1... 23-19 2. 8-11 22-17) *"), "it is a variation behind the end: {saved}");
    let view = game.done(json!({ "do": "restore" }));
    assert_eq!((texts(&view).join(" "), &view["is_variation"]), ("11-15 23-19".to_owned(), &json!(false)));
    // It ends no game either.
    let ending = served.open(json!({ "variant": "english", "fen": "B:W19:B15" }));
    let view = ending.done(trial(0, "15x24"));
    assert_eq!((&view["result"], ending.pdn().contains("[Result \"*\"]")), (&Value::Null, true));
    // Against the engine, what is played is played.
    let game = served.open(json!({ "variant": "english", "white": 1, "black": 0 }));
    let refused = game.act(trial(0, "11-15"));
    assert_eq!((refused.status, refused.error().as_str()), (422, "moves can be tried out once the game is over"));
}

/// It would keep a core busy for a tab that is closed.
#[test]
fn an_analysis_pauses_while_nobody_looks() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    game.done(json!({ "do": "analyse", "ply": 0, "lines": 1 }));
    game.wait(|view| !view["analysis"].is_null());
    std::thread::sleep(std::time::Duration::from_secs(8));
    let view = game.view();
    assert_eq!((&view["is_analysing"], &view["analysis"]), (&json!(true), &Value::Null));
    game.wait(|view| !view["analysis"].is_null());
}

/// Whoever goes through it with the analysis open would lose them otherwise.
#[test]
fn an_analysis_leaves_the_values_of_a_review_until_it_is_deeper() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15 23-19 8-11");
    game.done(json!({ "do": "review" }));
    let reviewed = game.wait(|view| view["reviewing"].is_null())["scores"].clone();
    for ply in 0..=3 {
        game.done(json!({ "do": "analyse", "ply": ply, "lines": 1 }));
        let view = game.wait(|view| !view["analysis"].is_null());
        let is_shallow = view["analysis"]["depth"].as_u64() < Some(12);
        assert!(!is_shallow || view["scores"][ply] == reviewed[ply], "{ply}: {view:#}");
    }
    game.wait(|view| view["scores"][3] == view["analysis"]["lines"][0]["score"]);
}

/// Such an analysis ends before anybody looks.
#[test]
fn the_tables_verdict_of_an_earlier_position_stays() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "fen": "W:WK32,K27,K28:BK1" }));
    game.play("27-23");
    game.done(json!({ "do": "analyse", "ply": 0, "lines": 1 }));
    let view = game.wait(|view| view["is_analysing"] == json!(false));
    assert_eq!((&view["known_ply"], &view["analysis"]["ply"]), (&json!(0), &json!(0)));
    assert!(view["known"].as_str().is_some_and(|known| known.starts_with("win in ")), "{view:#}");
}

#[test]
fn a_variation_that_the_rules_end_says_so() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "fen": "B:W10:B6,12" }));
    game.done(json!({ "do": "resign" }));
    let view = game.play("6x15");
    assert_eq!(view["result"], json!("White wins: Black resigned"));
    assert_eq!(view["end_of_variation"]["text"], json!("Black wins: no move is left"));
    assert_eq!(game.done(json!({ "do": "restore" }))["end_of_variation"], Value::Null);
}

/// The moves of a variation have values and marks of their own.
#[test]
fn variations_leave_the_review_as_it_is() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15 23-19 8-11 22-17 9-13 17-14");
    game.done(json!({ "do": "review" }));
    let reviewed = game.wait(|view| view["reviewing"].is_null());
    let saved = game.pdn();
    // 15-18 gives a man away for nothing. The analysis gives a value to the position after it.
    game.done(json!({ "do": "move", "ply": 2, "text": "15-18" }));
    game.done(json!({ "do": "analyse", "ply": 3, "lines": 1 }));
    game.wait(|view| !view["scores"][3].is_null());
    game.done(json!({ "do": "stop-analysis" }));
    // It is saved beside the game, without a value.
    assert!(game.pdn().contains("(2. 15-18)"), "{}", game.pdn());
    assert_eq!(plies(&game.view()), 3, "the variation is still shown");
    let restored = game.done(json!({ "do": "restore" }));
    for part in ["moves", "scores", "marks"] {
        assert_eq!(restored[part], reviewed[part], "{part}");
    }
    game.done(json!({ "do": "delete", "line": ["11-15", "23-19", "15-18"] }));
    assert_eq!(game.pdn(), saved);
}

#[test]
fn analysis_shows_lines_and_a_review_shows_mistakes() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    // 15-18 gives a man away for nothing.
    game.play("11-15 23-19 15-18 22x15");
    game.done(json!({ "do": "analyse", "ply": 0, "lines": 3 }));
    let view = game.wait(|view| view["analysis"]["depth"].as_u64() >= Some(5));
    let analysis = &view["analysis"];
    assert_eq!((analysis["lines"].as_array().map(Vec::len), &analysis["ply"]), (Some(3), &json!(0)));
    let view = game.done(json!({ "do": "stop-analysis" }));
    assert!(!view["is_analysing"].as_bool().expect("a flag") && view["analysis"].is_null());
    game.done(json!({ "do": "review" }));
    let view = game.wait(|view| view["reviewing"].is_null());
    assert!(view["scores"].as_array().is_some_and(|scores| scores.iter().all(|score| !score.is_null())));
    assert_eq!(view["marks"], json!(["fine", "fine", "blunder", "fine"]));
    assert!(game.pdn().contains("$4"), "{}", game.pdn());
}

#[test]
fn a_problem_is_solved_stopped_and_dropped_with_its_position() {
    let served = Served::start(&[]);
    let stroke = served.open(json!({ "variant": "english", "fen": "W:W30,29,22,21,9,6:B24,20,16,13,8,7" }));
    stroke.done(json!({ "do": "solve", "ply": 0 }));
    let view = stroke.wait(|view| !view["solution"].is_null());
    let solution = &view["solution"];
    assert_eq!((&view["is_solving"], &solution["ply"]), (&json!(false), &json!(0)));
    let text = solution["text"].as_str().expect("a text");
    assert!(text.starts_with("Proven: White wins in at most ") && text.ends_with("."), "{text}");
    assert_eq!(solution["moves"][0]["path"], json!([22, 17]));
    let moves = solution["moves"].as_array().expect("a list").len();
    assert!(moves >= 11, "{solution:#}");
    assert!(stroke.play("22-17")["solution"].is_null());
    // Nothing is proven of the start position, however long it takes.
    let start = served.open(json!({ "variant": "english" }));
    assert_eq!(start.done(json!({ "do": "solve", "ply": 0 }))["is_solving"], json!(true));
    start.done(json!({ "do": "stop-solving" }));
    let view = start.wait(|view| view["is_solving"] == json!(false));
    let text = view["solution"]["text"].as_str().expect("a text");
    assert!(text.starts_with("Not proven: no win found within "), "{text}");
    start.done(json!({ "do": "solve", "ply": 0 }));
    let view = start.play("11-15");
    assert_eq!((&view["is_solving"], &view["solution"]), (&json!(false), &Value::Null));
}

/// Where positions repeat, the value of the next position may not see the draw that the move before it leads to.
#[test]
fn a_review_marks_the_moves_that_analyze_marks() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "fen": "B:WK32,24,28:BK1,12" }));
    game.play("1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    let pdn = game.pdn();
    game.done(json!({ "do": "review" }));
    let view = game.wait(|view| view["reviewing"].is_null());
    // White wins by the tables, whatever the weights, and gives that up by repeating. Black does well to repeat.
    let marks = json!(["fine", "fine", "fine", "blunder", "fine", "blunder", "fine", "blunder"]);
    assert_eq!(view["marks"], marks, "{}", game.pdn());
    let analyzed = analyzed(&pdn);
    let analyzed = Reader::new(analyzed.as_bytes()).next().expect("a game").expect("it is well formed");
    let nags = analyzed.moves.iter().map(|mv| if mv.nags().contains(&4) { "blunder" } else { "fine" });
    assert_eq!(marks, json!(nags.collect::<Vec<_>>()));
}

/// Moves that lose what the endgame tables know as a draw or a win, of White and of Black: three of each variant.
fn blunders(variant: Variant) -> Vec<Game> {
    let (tables, faults) = Tables::open(variant, &TablesOptions::built_in());
    assert!(faults.is_empty(), "{faults:?}");
    let mut random = ChaCha8Rng::seed_from_u64(58);
    let mut found = Vec::new();
    for chance in 0..3000 {
        let Some(position) = tables.position(3 + chance % 2, random.next_u64()) else { continue };
        let mut game = Game::new(position);
        let moves = |game: &Game| tables.moves_of(game).filter(|moves| !moves.is_empty() && game.end().is_none());
        // White is to move in a table; after White's best move, Black is.
        if found.len() % 2 == 1 {
            let Some(best) = moves(&game).map(|moves| moves[0].mv) else { continue };
            game.play(best).expect("it is legal");
        }
        let Some(moves) = moves(&game) else { continue };
        let (best, worst) = (moves[0], moves[moves.len() - 1]);
        let is_lost = worst.known.outcome == Wdl::Loss && worst.left.is_none();
        if best.known.outcome != Wdl::Loss && best.left.is_none() && is_lost {
            game.play(worst.mv).expect("it is legal");
            found.push(game);
        }
        if found.len() == 3 {
            break;
        }
    }
    found
}

/// The board and `analyze --pdn` report each of them, with the same sign and the same words.
#[test]
fn every_blunder_into_a_loss_by_the_tables_is_reported() {
    let games: Vec<Game> = Variant::ALL.iter().copied().flat_map(blunders).collect();
    let variants: std::collections::BTreeSet<_> = games.iter().map(|game| game.variant().name()).collect();
    assert!(games.len() >= 50 && variants.len() >= 10, "{} blunders in {variants:?}", games.len());
    let pdn = |game: &Game| PdnGame::of(game, PdnResult::Unknown).to_string();
    let read = |text: &str| {
        let games = Reader::new(text.as_bytes()).map(|game| game.expect("it is well formed"));
        games.map(|game| game.moves.last().expect("a move").clone()).collect::<Vec<_>>()
    };
    let analyzed = read(&analyzed(&games.iter().map(pdn).collect::<String>()));
    assert_eq!(analyzed.len(), games.len());
    let served = Served::start(&[]);
    for (game, analyzed) in games.iter().zip(analyzed) {
        let room = served.open(json!({ "variant": game.variant().name(), "pdn": pdn(game) }));
        room.done(json!({ "do": "review" }));
        let view = room.wait(|view| view["reviewing"].is_null());
        let reviewed = read(&room.pdn()).remove(0);
        let (last, words) = (game.moves().len() - 1, reviewed.comments().join(" "));
        assert_eq!((&view["marks"][last], reviewed.nags()), (&json!("blunder"), vec![4]), "{}", room.pdn());
        assert!(words.contains(" loses in ") && words.contains("; better is "), "{}", room.pdn());
        assert_eq!((analyzed.nags(), analyzed.comments()), (reviewed.nags(), reviewed.comments()), "{}", room.pdn());
        served.post(&format!("{}/delete", room.path), &json!({}));
    }
}

/// A search of its last position would find that White wins there.
#[test]
fn a_review_values_a_drawn_game_as_drawn() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "fen": "W:WK32,24,28:BK6,12" }));
    let view = game.play("32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6");
    assert_eq!(view["result"], json!("Draw: repetition"));
    game.done(json!({ "do": "review" }));
    let view = game.wait(|view| view["reviewing"].is_null());
    assert_eq!(view["scores"][8]["men"], json!(0.0), "{:#}", view["scores"]);
    let pdn = game.pdn().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pdn.contains("1-6 {[%eval 0.00] ") && pdn.ends_with("} 1/2-1/2"), "{pdn}");
}

/// What `crownhead analyze --pdn` makes of a game, with the nodes and the table of a review.
fn analyzed(pdn: &str) -> String {
    let arguments = ["analyze", "--pdn", "-", "--nodes", "200000", "--mib", "1", "--quiet"];
    let mut analyze = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"));
    analyze.args(arguments).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut analyze = analyze.spawn().expect("it starts");
    // Dropping it ends the input.
    analyze.stdin.take().expect("it reads").write_all(pdn.as_bytes()).expect("it takes the game");
    let output = analyze.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The driver `mtd-best` proves the best move but not its value.
#[test]
fn a_review_has_values_whatever_the_driver() {
    let reviewed = |driver: &str| {
        let settings = format!("[engine]\ntable = 1\n[search]\ndriver = \"{driver}\"\n");
        let served = Served::with_settings(&settings, &["--pace", "0"]);
        let game = served.open(json!({ "variant": "english" }));
        game.play("11-15 23-19 15-18 22x15");
        game.done(json!({ "do": "review" }));
        game.wait(|view| view["reviewing"].is_null())["scores"].clone()
    };
    assert_eq!(reviewed("mtd-best"), reviewed("mtd-f"));
}

#[test]
fn games_and_positions_come_in_and_go_out() {
    let served = Served::start(&[]);
    let pdn = "[White \"Ann\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\n1. 11-15 23-18 2. 8-11 18-14 *\n";
    let game = served.open(json!({ "variant": "losing", "pdn": pdn }));
    let view = game.view();
    assert_eq!((&view["variant"], texts(&view).join(" ").as_str()), (&json!("english"), "11-15 23-18 8-11 18-14"));
    assert_eq!(view["names"], json!(["Ann", "Bob"]));
    // Nobody is known to be a person.
    let nameless = served.open(json!({ "variant": "english", "pdn": "[White \"Ann\"]\n\n1. 11-15 *\n" }));
    assert_eq!(nameless.view()["names"], json!(["Ann", "?"]));
    assert_eq!(nameless.pdn(), "[White \"Ann\"]\n\n1. 11-15 *\n\n");
    let again = served.open(json!({ "variant": "losing", "pdn": game.pdn() })).view();
    assert_eq!((&again["moves"], &again["names"]), (&view["moves"], &view["names"]));
    let fen = view["fens"][4].clone();
    let from_there = served.open(json!({ "variant": "english", "fen": fen })).view();
    assert_eq!((&from_there["pictures"][0], &from_there["legal"]), (&view["pictures"][4], &view["legal"]));
    // Endgame tables know positions of few pieces, and each move there.
    let ending = served.open(json!({ "variant": "english", "fen": "B:W30:B21,K15" })).view();
    assert!(ending["known"].as_str().is_some_and(|known| known.starts_with("win in ")), "{ending:#}");
    let known = ending["known_moves"].as_array().expect("a list");
    assert_eq!(known.len(), ending["legal"].as_array().map_or(0, Vec::len));
    assert_eq!((&known[0]["winner"], &known[0]["left"]), (&json!("B"), &json!(null)), "{known:?}");
    assert!(view["known_moves"].is_null(), "no table knows this many pieces");
    // An ending of 1891 that is won, but too late for article 7.2.6, and with the best move first.
    let late = served.open(json!({ "variant": "russian", "fen": "W:WKh2,b4,c3:BKg1" })).view();
    let best = json!({ "text": "b4-a5", "winner": "W", "plies": 51, "left": 31 });
    assert_eq!(late["known_moves"][0], best, "{late:#}");
    assert!(late["known_moves"].as_array().expect("a list")[1..].iter().all(|known| known["winner"].is_null()));
}

/// Which `crownhead analyze --pdn` keeps as well.
#[test]
fn a_loaded_game_keeps_its_result_its_tags_and_its_comments() {
    let served = Served::start(&[]);
    let tags =
        "[Event \"Club\"]\n[Site \"Kiel\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n";
    let pdn = format!("{tags}\n{{A long evening.}} 1. 11-15! {{Well known.}} 23-19 $6 2. 8-11 1-0\n");
    let game = served.open(json!({ "variant": "english", "pdn": pdn }));
    let view = game.view();
    assert_eq!(view["result"], json!("Black wins"), "the side that moves first in the variant");
    assert_eq!(game.act(json!({ "do": "resign" })).error(), "the game is over");
    let is_kept = |saved: &str| {
        let parts = ["[Event \"Club\"]", "[Site \"Kiel\"]", "[White \"Ann\"]", "[Result \"1-0\"]"];
        let comments = ["{A long evening.}", "1. 11-15! {Well known.}", "23-19 $6"];
        parts.iter().chain(&comments).all(|part| saved.contains(part)) && saved.trim().ends_with(" 1-0")
    };
    assert!(is_kept(&game.pdn()), "{}", game.pdn());
    // A review is added once, and a move at the end is a variation.
    game.done(json!({ "do": "review" }));
    game.wait(|view| view["reviewing"].is_null());
    let saved = game.pdn();
    assert!(is_kept(&saved) && saved.matches("[%eval").count() == 3, "{saved}");
    let again = served.open(json!({ "variant": "english", "pdn": saved }));
    again.done(json!({ "do": "review" }));
    again.wait(|view| view["reviewing"].is_null());
    assert_eq!(again.pdn().matches("[%eval").count(), 3, "{}", again.pdn());
    // The marks of an earlier review go with its values.
    let marked = "[GameType \"21\"]\n\n1. 11-15 $4 {[%eval 0.10]} 23-19 $4 {Well known.} *\n";
    let marked = served.open(json!({ "variant": "english", "pdn": marked }));
    marked.done(json!({ "do": "review" }));
    marked.wait(|view| view["reviewing"].is_null());
    assert!(marked.pdn().contains("1. 11-15 {[%eval"), "{}", marked.pdn());
    assert!(marked.pdn().contains("23-19 $4 {Well known.}"), "{}", marked.pdn());
    let view = game.done(json!({ "do": "move", "ply": 3, "text": "22-17" }));
    assert_eq!(view["is_variation"], json!(true));
    assert!(game.pdn().contains("(2. 8-11 22-17)"), "it is saved too: {}", game.pdn());
    // What was played elsewhere is not taken back,
    game.done(json!({ "do": "restore" }));
    let refused = game.act(json!({ "do": "take-back" }));
    assert_eq!((refused.status, refused.error().as_str()), (422, "there is no move to take back"));
    // but what was added here. A game that goes on has no result.
    let open = served.open(json!({ "variant": "english", "pdn": "[Event \"Club\"]\n\n1. 11-15 23-19 *" }));
    open.play("8-11");
    open.done(json!({ "do": "resign" }));
    assert!(!open.pdn().trim().ends_with('*'), "{}", open.pdn());
    assert_eq!(open.done(json!({ "do": "take-back" }))["result"], Value::Null);
    let view = open.done(json!({ "do": "take-back" }));
    assert_eq!((plies(&view), &view["can_take_back"]), (2, &json!(false)));
    let shortened = open.pdn();
    assert!(shortened.contains("[Event \"Club\"]") && shortened.trim().ends_with("23-19 *"), "{shortened}");
}

/// Results without a winner, and those that follow from the rules as well.
#[test]
fn results_of_loaded_games_are_shown_in_words() {
    let served = Served::start(&[]);
    let lost = "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W19:B15\"]\n\n1. 15x24";
    for (pdn, result) in [
        ("1. 11-15 1/2-1/2", json!("Draw")),
        ("1. 11-15 0-0", json!("Both sides lose")),
        ("[Result \"1+ - 1-\"]\n1. 11-15 *", json!("Result: 1+ - 1-")),
        ("1. 11-15 *", Value::Null),
        (&format!("{lost} 1-0"), json!("Black wins: no move is left")),
        (&format!("{lost} *"), json!("Black wins: no move is left")),
        (&format!("{lost} 0-1"), json!("White wins")),
    ] {
        let game = served.open(json!({ "variant": "english", "pdn": pdn }));
        assert_eq!(game.view()["result"], result, "{pdn}");
        let saved = served.open(json!({ "variant": "losing", "pdn": game.pdn() }));
        assert_eq!(saved.view()["result"], result, "{pdn}: {}", game.pdn());
    }
}

#[test]
fn time_runs_out_whether_or_not_anybody_looks() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "time": "0.2" }));
    game.done(json!({ "do": "move", "ply": 0, "text": "11-15" }));
    let view = game.wait(|view| !view["result"].is_null());
    assert_eq!(view["result"], json!("Black wins: White ran out of time"));
    assert_eq!(game.act(json!({ "do": "move", "ply": 1, "text": "23-19" })).json()["is_variation"], json!(true));
}

#[test]
fn moves_are_taken_back_with_their_time() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english", "time": "600+50" }));
    let seconds = |view: &Value, side: usize| view["clocks"][side]["seconds"].as_f64().expect("a clock");
    game.play("11-15");
    for _ in 0..3 {
        let view = game.play("23-19");
        assert!((690.0..=700.0).contains(&seconds(&view, 0)), "{view:#}");
        let view = game.done(json!({ "do": "take-back" }));
        assert!((640.0..=650.0).contains(&seconds(&view, 0)), "{view:#}");
    }
}

/// As where there is not the memory for its table.
#[test]
fn an_engine_that_cannot_start_changes_nothing() {
    let served = Served::with_settings("[engine]\ntable = 16777216\n", &[]);
    let refused = served.post("/api/games", &json!({ "variant": "english", "black": 1 }));
    assert_eq!(refused.status, 500, "{refused:?}");
    assert_eq!(served.get("/api/games").json(), json!([]));
    let game = served.open(json!({ "variant": "english" }));
    game.play("11-15");
    let before = game.view();
    for action in [
        json!({ "do": "seats", "white": 0, "black": 1 }),
        json!({ "do": "hint" }),
        json!({ "do": "analyse", "ply": 0, "lines": 1 }),
        json!({ "do": "review" }),
    ] {
        assert_eq!(game.act(action.clone()).status, 500, "{action}");
    }
    assert_eq!(game.view(), before);
    assert_eq!(plies(&game.play("23-19")), 2);
}

/// The clock runs while a move waits for the pace, so it does not wait long when little time is left.
#[test]
fn the_pace_costs_no_engine_its_time() {
    let served = Served::with_settings("[engine]\ntable = 1\n", &["--pace", "400"]);
    let game = served.open(json!({ "variant": "english", "white": 1, "black": 1, "time": "4" }));
    let view = game.wait(|view| plies(view) >= 30 || !view["result"].is_null());
    // The game is longer than that, but the page may see late how it ends.
    let is_on_time = !view["result"].as_str().is_some_and(|result| result.contains("ran out of time"));
    assert!(is_on_time && plies(&view) >= 30, "{} plies: {}", plies(&view), view["result"]);
}

#[test]
fn what_is_wrong_is_named() {
    let served = Served::start(&[]);
    for (wish, fault) in [
        (json!({ "variant": "chess" }), "unknown variant"),
        (json!({ "variant": "english", "white": 11 }), "11 is not a player"),
        (json!({ "variant": "english", "fen": "W:W99:B1" }), "square 99"),
        (json!({ "variant": "english", "pdn": "" }), "no game found"),
        (json!({ "variant": "english", "pdn": "hello world" }), "game 1, line 1: "),
        (json!({ "variant": "english", "pdn": "\u{2030}PNG\r\n\u{1a}\n" }), "line 1: "),
        (json!({ "variant": "english", "pdn": "1. 11-11 23-19 *" }), "game 1, line 1: "),
        (
            json!({ "variant": "english", "pdn": "[GameType \"21\"] 1. 32-28 19-23 *" }),
            "32-28 is not a legal move of Black in english (the moves fit international: change the tags)",
        ),
        (json!({ "variant": "english", "time": "soon" }), "is not a time control"),
        (json!({ "variant": "english", "colour": "red" }), "unknown field `colour`"),
    ] {
        let reply = served.post("/api/games", &wish);
        assert!(reply.status == 422 && reply.text.contains(fault), "{wish}: {reply:?}");
    }
    assert_eq!(served.get("/api/games").json(), json!([]), "nothing of it is a game");
    let game = served.open(json!({ "variant": "english" }));
    let illegal = game.act(json!({ "do": "move", "ply": 0, "text": "11-20" }));
    assert_eq!(illegal.status, 422);
    assert!(illegal.error().contains("11-20"), "{illegal:?}");
    assert_eq!(served.get("/api/games/99").error(), "there is no game 99 any more");
    assert_eq!(game.act(json!({ "do": "dance" })).status, 422);
    assert_eq!(game.view()["moves"], json!([]));
}

/// A page says it in its own language: by the code, and the words to fill in.
#[test]
fn what_is_wrong_has_a_code() {
    let served = Served::start(&[]);
    for (wish, code, words) in [
        (json!({ "variant": "russian", "pdn": "" }), "no-pdn", json!({ "example": "1. a3-b4 h6-g5" })),
        (json!({ "variant": "english", "fen": "W:W99:B1" }), "off-board", json!({ "token": "99", "squares": 32 })),
        (json!({ "variant": "english", "fen": "W:W1:B2" }), "man-on-crownhead", json!({ "side": "W", "square": "1" })),
        (json!({ "variant": "english", "fen": "W:W1" }), "missing-section", json!({ "side": "B" })),
    ] {
        let reply = served.post("/api/games", &wish).json();
        assert_eq!((&reply["code"], &reply["words"]), (&json!(code), &words), "{wish}: {reply}");
        assert!(reply["error"].as_str().is_some_and(|text| !text.is_empty()), "{reply}");
    }
    let asked = json!({ "variant": "russian", "fen": "W:W:Ba1" });
    let reply = served.post("/api/position", &asked).json();
    assert_eq!(reply["words"], json!({ "side": "B", "square": "a1" }), "by its name: {reply}");
    let wish = json!({ "variant": "english", "pdn": "[GameType \"21\"] 1. 32-28 19-23 *" });
    let reply = served.post("/api/games", &wish).json();
    assert_eq!(
        (&reply["code"], &reply["words"]["variant"]),
        (&json!("other-game"), &json!("international")),
        "{reply}"
    );
    assert_eq!(reply["words"]["fault"]["words"]["fault"]["code"], json!("illegal-move"), "{reply}");
    let game = served.open(json!({ "variant": "russian" }));
    let reply = game.act(json!({ "do": "move", "ply": 0, "text": "hello" })).json();
    let example = reply["words"]["example"].as_str().expect("a move");
    assert_eq!((&reply["code"], &reply["words"]["token"]), (&json!("not-a-move"), &json!("hello")), "{reply}");
    assert!(game.view()["legal"].as_array().is_some_and(|legal| legal.iter().any(|mv| mv["text"] == example)));
    // What was legal is kept, and what was not is said.
    let game = served.open(json!({ "variant": "international", "pdn": "1. 32-28 19-23 2. 28x19 14x23 3. 33-38 *" }));
    let view = game.view();
    let said = &view["notices"][0];
    assert_eq!((&said["code"], &said["words"]["move"]), (&json!("read-up-to"), &json!(2)), "{said}");
    assert_eq!(said["words"]["fault"]["words"], json!({ "token": "33-38" }), "{said}");
    assert_eq!((plies(&view), &view["tree"][4]["comment"]), (4, &json!("3. 33-38")), "the rest is a comment");
    let game = served.open(json!({ "variant": "english", "white": 2, "black": 0 }));
    assert_eq!(game.done(json!({ "do": "draw" }))["notices"][0]["code"], json!("draw-too-early"));
}

/// A text that does not name its game is read as the one that it fits.
#[test]
fn a_loaded_text_is_of_the_game_that_it_fits() {
    let served = Served::start(&[]);
    let guessed = json!("read as international; frisian and 3 other games fit too");
    for (wish, variant, notice) in [
        (json!({ "variant": "english", "pdn": "1. 32-28 19-23 2. 28x19 14x23 *" }), "international", guessed),
        (json!({ "variant": "english", "pdn": "1. 11-15 23-19 *" }), "english", json!(null)),
        (json!({ "variant": "english", "fen": "W:W31,50:B1,20" }), "international", json!(null)),
        (json!({ "variant": "losing", "fen": "W:W31,50:B1,20" }), "losing", json!(null)),
    ] {
        let view = served.open(wish.clone()).view();
        assert_eq!((&view["variant"], &view["notice"]), (&json!(variant), &notice), "{wish}");
    }
    let view = served.open(json!({ "variant": "english", "pdn": "[GameType \"21\"] 1. 22-18 11-15 *" })).view();
    assert_eq!(view["notice"], json!("White moves first, though Black does in english"));
}

/// PDN counts them from the lower right in Spanish draughts, and from Black's upper left in Thai ones.
#[test]
fn squares_have_their_names_in_pdn() {
    let served = Served::start(&[]);
    for (variant, line, illegal, expected) in
        [("spanish", "12-15 21-17 9-13", "21-25", "21-18"), ("thai", "25-22 8-11 26-23", "8-4", "8-12")]
    {
        let game = served.open(json!({ "variant": variant }));
        game.play(line);
        let view = game.view();
        let pdn = game.pdn();
        assert_eq!(texts(&view).join(" "), line, "as they were typed");
        let read = Reader::new(pdn.as_bytes()).next().expect("a game").expect("it is well formed");
        let written: Vec<_> = read.moves.iter().map(|mv| mv.text.clone()).collect();
        assert_eq!(written.join(" "), line, "as they are saved: {pdn}");
        let tree = view["tree"].as_array().expect("a list").iter().skip(1).map(|node| node["text"].clone());
        assert_eq!(json!(tree.collect::<Vec<_>>()), json!(written), "{variant}");
        // The squares of the board have the numbers of the moves, and its FEN reads as that of a PDN.
        let first = view["moves"][0]["path"].as_array().expect("squares").iter().filter_map(Value::as_u64);
        let names: Vec<_> = first.map(|square| view["shape"]["names"][square as usize - 1].as_str()).collect();
        assert_eq!(json!(names), json!(line.split([' ', '-']).take(2).collect::<Vec<_>>()), "{variant}");
        for fen in [&view["fens"][0], &view["fens"][3]] {
            let pdn = format!("[Variant \"{variant}\"]\n[FEN {fen}]\n\n*\n");
            for wish in [json!({ "variant": variant, "fen": fen }), json!({ "variant": variant, "pdn": pdn })] {
                assert_eq!(served.open(wish.clone()).view()["fens"], json!([fen]), "{wish}");
            }
        }
        let game = served.open(json!({ "variant": variant }));
        game.play(line.split(' ').next().expect("a move"));
        let refused = game.act(json!({ "do": "move", "ply": 1, "text": illegal }));
        assert!(refused.error().contains(&format!("expected {expected}")), "{}", refused.error());
    }
}

/// The bytes of a file come as the characters with their numbers.
#[test]
fn a_loaded_file_is_in_any_encoding() {
    let served = Served::start(&[]);
    let file = |name: &[u8]| {
        let bytes = [b"[White \"", name, b"\"]\n\n1. 32-28 19-23 *\n"].concat();
        bytes.iter().map(|&byte| char::from(byte)).collect::<String>()
    };
    for (name, read) in
        [(&b"\xc8\xc2\xc0\xcd\xce\xc2"[..], "ИВАНОВ"), (b"Andr\x82", "André"), ("Чиж\u{43e}в".as_bytes(), "Чижов")]
    {
        let view = served.open(json!({ "variant": "english", "file": file(name) })).view();
        assert_eq!((&view["names"][0], &view["variant"]), (&json!(read), &json!("international")), "{view}");
    }
    // So are those of problems and of games to explore: UTF-16 has two bytes for each letter.
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).map(char::from).collect::<String>();
    let problems =
        json!({ "variant": "english", "file": wide(&format!("\u{feff}[GameType \"20\"]\n[FEN \"{STROKE}\"]\n\n*\n")) });
    assert_eq!(served.post("/api/problems", &problems).json()[0]["fen"], json!(STROKE));
    let games = json!({ "variant": "english", "file": wide("\u{feff}1. 32-28 19-23 *\n") });
    assert_eq!(served.post("/api/explorer", &games).json()["games"], json!(1));
}

/// A problem of international draughts.
const STROKE: &str = "W:W6,17,18,38,41:B8,14,24,34,36";

#[test]
fn others_are_answered_while_a_large_file_is_read() {
    let served = Served::start(&[]);
    let words = "A comment. ".repeat(20);
    let file = format!("[GameType \"20\"]\n[FEN \"{STROKE}\"]\n\n{{{words}}} *\n\n").repeat(60_000);
    let wish = json!({ "variant": "english", "pdn": file });
    for path in ["/api/problems", "/api/games"] {
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| {
                let start = std::time::Instant::now();
                (served.post(path, &wish).status, start.elapsed())
            });
            let mut slowest = std::time::Duration::ZERO;
            while !reading.is_finished() {
                let start = std::time::Instant::now();
                assert_eq!(served.get("/api/info").status, 200);
                slowest = slowest.max(start.elapsed());
            }
            let (status, took) = reading.join().expect("it is answered");
            assert!(status == 200 && slowest < took / 2, "{path}: {status} after {took:?}, another after {slowest:?}");
        });
    }
}

#[test]
fn nothing_is_sent_again_that_has_not_changed() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    let version = game.view()["version"].clone();
    assert_eq!(served.get(&format!("{}?since={version}", game.path)).status, 204);
    game.play("11-15");
    let view = served.get(&format!("{}?since={version}", game.path)).json();
    assert!(view["version"].as_u64() > version.as_u64());
    // A page that has followed a game of the program before takes this one for a change.
    let version = view["version"].as_u64();
    let next = Served::start(&[]);
    let game = next.open(json!({ "variant": "english" }));
    assert!(game.view()["version"].as_u64() > version, "{version:?}");
}

#[test]
fn other_pages_cannot_drive_it() {
    let served = Served::start(&[]);
    let game = served.open(json!({ "variant": "english" }));
    let moved = json!({ "do": "move", "ply": 0, "text": "11-15" }).to_string();
    let json_type = ("content-type", "application/json");
    for (headers, status) in [
        (vec![json_type, ("origin", "http://evil.example")], 403),
        (vec![json_type, ("origin", "null")], 403),
        (vec![json_type, ("sec-fetch-site", "cross-site")], 403),
        (vec![json_type, ("host", "evil.example")], 403),
        // A form of another page can send this type without asking.
        (vec![("content-type", "text/plain")], 415),
    ] {
        assert_eq!(served.send("POST", &game.path, &headers, &moved).status, status, "{headers:?}");
    }
    assert_eq!(plies(&game.view()), 0);
    let own = format!("http://{}", served.host());
    assert_eq!(served.send("POST", &game.path, &[json_type, ("origin", &own)], &moved).status, 200);
    for path in ["/", "/api/games", "/main.js"] {
        assert_eq!(served.send("GET", path, &[("host", "evil.example")], "").status, 403, "{path}");
    }
}

#[test]
fn sizes_are_bounded() {
    let served = Served::start(&[]);
    // So little beyond the limit that all of it is sent when the answer comes.
    let large = json!({ "variant": "english", "pdn": " ".repeat(32 << 20) });
    let refused = served.post("/api/games", &large);
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (413, "the request is too large: expected a file of at most 32 MiB")
    );
    assert_eq!(served.get("/api/info").json()["most_bytes"], json!(32 << 20));
    let long = json!({ "variant": "english", "pdn": format!("1. 11-15 {{{}}} *", "a ".repeat(5 << 20)) });
    let refused = served.post("/api/games", &long);
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (422, "cannot read the PDN: line 1: a game of 8 MiB or more: expected PDN")
    );
    for _ in 0..16 {
        served.open(json!({ "variant": "english" }));
    }
    let refused = served.post("/api/games", &json!({ "variant": "english" }));
    assert_eq!(refused.status, 503);
    assert!(refused.error().contains("16 games are open"), "{refused:?}");
    assert_eq!(served.get("/api/games").json().as_array().map(Vec::len), Some(16));
}

#[test]
fn games_are_of_a_thousand_plies_at_most() {
    let served = Served::start(&[]);
    // Men move last, so that the last position is no draw.
    let there_and_back = "1-6 32-27 6-1 27-32 ".repeat(249);
    let moves = format!("{there_and_back} 1-6 32-27 5-9 25-21");
    let pdn = |moves: &str| format!("[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:WK32,25:BK1,5\"]\n\n{moves} *\n");
    let wish = json!({ "variant": "english", "pdn": pdn(&format!("{moves} 9-13")) });
    let refused = served.post("/api/games", &wish);
    assert_eq!(
        (refused.status, refused.error()),
        (422, "the game has 1001 plies: at most 1000 can be loaded".to_owned())
    );
    let game = served.open(json!({ "variant": "english", "pdn": pdn(&moves) }));
    let refused = game.act(json!({ "do": "move", "ply": 1000, "text": "9-13" }));
    assert_eq!(refused.error(), "a game of 1000 plies cannot be continued here");
    game.done(json!({ "do": "seats", "white": 0, "black": 1 }));
    let view = game.wait(|view| !view["result"].is_null());
    assert_eq!(view["result"], json!("Draw: a game of 1000 plies cannot be continued here"));
}

const VARIED: &str =
    "% mine\n[GameType \"21\"]\n[White \"Ann\"]\n\n1. 11-15 {good} 23-19 (1... 22-18 {or so} 2. 15x22) 2. 8-11 12-8\n";

#[test]
fn a_loaded_game_is_saved_as_it_was() {
    let served = Served::start(&[]);
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let game = served.open(json!({ "variant": "english", "pdn": VARIED }));
    assert_eq!(squeezed(&game.pdn()), squeezed(VARIED));
    // A move more, and everything before it is still there.
    game.act(json!({ "do": "move", "ply": 3, "text": "22-17" }));
    assert!(game.pdn().contains("(1... 22-18 {or so} 2. 15x22) 2. 8-11 22-17"), "{}", game.pdn());
}

#[test]
fn a_file_with_several_games_is_listed() {
    let served = Served::start(&[]);
    let faulty = "[Event \"bad\"]\n\n1. 11-15 {x} 23-20 2. 8-11 *\n";
    let file = format!("{VARIED}\n{faulty}\n").repeat(5000);
    let reply = served.post("/api/games", &json!({ "variant": "english", "pdn": file }));
    assert_eq!(reply.status, 200, "{}", reply.text.chars().take(200).collect::<String>());
    let games = reply.json()["games"].as_array().expect("a list").clone();
    assert_eq!(
        (games.len(), games[0]["white"].as_str(), games[1]["event"].as_str()),
        (10_000, Some("Ann"), Some("bad"))
    );
    // The one that is chosen is opened, a faulty one up to the fault.
    let game = served.open(json!({ "variant": "english", "pdn": file, "game": 10_000 }));
    let view = game.view();
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(1));
    assert!(view["notice"].as_str().is_some_and(|notice| notice.contains("23-20 is not a legal move")), "{view}");
    assert!(game.pdn().replace('\n', " ").contains("{23-20 2. 8-11}"), "{}", game.pdn());
}

/// What is not as it seems in a text that was loaded.
#[test]
fn a_loaded_game_tells_what_was_guessed_and_what_stays_unread() {
    let served = Served::start(&[]);
    let codes = |pdn: &str| {
        let view = served.open(json!({ "variant": "english", "pdn": pdn })).view();
        let codes = view["notices"].as_array().expect("a list").iter().map(|said| said["code"].clone());
        (view["variant"].clone(), codes.collect::<Vec<_>>())
    };
    assert_eq!(codes("1. c3-d4 f6-e5 2. d4xf6 *"), (json!("russian"), vec![json!("guessed-of")]));
    assert_eq!(codes("[GameType \"20\"]\n1. 32-28 19-23 *"), (json!("international"), vec![]));
    let unread = "[GameType \"20\"]\n1. 32-28 (1. 99-1 {a} 5-6) 19-23 2. 28x19 14x23 *";
    assert_eq!(codes(unread), (json!("international"), vec![json!("unread-variation")]));
    // A game that was not played has a result; tags that are cut off are no game.
    assert_eq!(codes("[GameType \"21\"]\n[White \"Ann\"]\n\n1-0"), (json!("english"), vec![]));
    for text in ["[White \"Ann\"", "[White \"Ann\"]\n[Black \"Bob\"]\n"] {
        let refused = served.post("/api/games", &json!({ "variant": "english", "pdn": text }));
        assert_eq!(refused.status, 422, "{text}");
    }
    let two = json!({ "variant": "english", "pdn": "1. 11-15 23-19 1-0\n\n[Result \"0-1\"]\n1. 11-15 *\n" });
    let listed = served.post("/api/games", &two).json();
    let results: Vec<_> = listed["games"].as_array().expect("two").iter().map(|game| &game["result"]).collect();
    // White first, as the names are, where Black begins.
    assert_eq!(results, ["0-1", "1-0"]);
}
