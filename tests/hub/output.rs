//! What clients read: infos, answers, scores.

use crate::client::{Client, Search, binary};
use crate::{ENGLISH_START, PYDRAUGHTS_START, START, arguments};

/// Whether it is a number in plain decimals, with so many of them.
fn is_plain(text: &str, decimals: usize) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    !whole.is_empty() && all_digits(whole) && all_digits(fraction) && fraction.len() == decimals && text != "-0.00"
}

#[test]
fn an_info_line_has_all_its_fields_in_order() {
    for variant in ["normal", "losing", "english", "giveaway"] {
        let mut client = Client::start();
        client.send(&format!("set-param name=variant value={variant}"));
        let search = client.think("start", "depth=9");
        assert!(!search.infos.is_empty());
        for line in &search.infos {
            let arguments = arguments(line);
            let names: Vec<_> = arguments.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"]);
            for (&decimals, (name, value)) in [0, 1, 2, 0, 3, 2].iter().zip(&arguments) {
                assert!(is_plain(value, decimals), "{name}={value}");
            }
        }
        client.leave();
    }
}

#[test]
fn every_search_with_a_legal_move_says_something_first() {
    let mut client = Client::start();
    for level in ["depth=1", "depth=9", "move-time=0", "nodes=1"] {
        // A single move; two moves; a capture that wins at once.
        for position in ["fen=W:W26:B1,21", "fen=W:W31:B1", "fen=W:W28:B23"] {
            let search = client.think(position, level);
            assert!(!search.infos.is_empty() && search.best().is_some(), "{position}, {level}: {search:?}");
        }
    }
    client.leave();
}

#[test]
fn wins_are_told_by_their_distance() {
    let mut client = Client::start();
    let score = |search: &Search| arguments(search.infos.last().expect("there is one"))[2].1.clone();
    assert_eq!(score(&client.think("fen=W:W28:B23", "depth=3")), "99.99");
    // The endgame tables know more than one ply ahead.
    assert_eq!(score(&client.think("fen=B:W47:B36", "depth=3")), "-89.98");
    client.send("set-param name=bb-size value=0");
    assert_eq!(score(&client.think("fen=B:W47:B36", "depth=3")), "-99.98");
    client.leave();
}

#[test]
fn what_the_tables_know_is_told_at_once_with_the_whole_line() {
    let mut client = Client::start();
    client.send("set-param name=variant value=english");
    let search = client.think("fen=W:WK14,K15:BK32", "move-time=5");
    let [info, last] = &search.infos[..] else { panic!("one iteration, and why it is the last: {search:?}") };
    assert_eq!(last.strip_prefix(info.as_str()), Some(" ended=table"), "{last}");
    // `crownhead endgame probe --variant english --fen W:WK14,K15:BK32`: a win in 21 plies.
    assert!(info.contains(" depth=1 ") && info.contains(" score=89.79 "), "{info}");
    let (_, pv) = info.split_once(" pv=").expect("a line");
    assert_eq!(pv.trim_matches('"').split(' ').count(), 21, "{info}");
    assert!(search.done.contains(" ponder="), "{}", search.done);
    client.leave();
}

#[test]
fn a_position_without_a_legal_move_gets_a_bare_done() {
    let mut client = Client::start();
    for go in ["think", "analyze", "ponder"] {
        for fen in ["W:W26:B21,17", "W:W:BK1"] {
            client.send(&format!("pos fen={fen}\ngo {go}"));
            if go == "ponder" {
                client.send("stop");
            }
            assert_eq!(client.search().done, "done");
        }
    }
    client.leave();
}

#[test]
fn a_drawn_position_is_searched_like_any_other() {
    let mut client = Client::start();
    // Drawn by repetition, by two against a king, and in the end by any count of moves.
    for rounds in [2, 5, 30] {
        let moves = "46-41 45-50 41-46 50-45 ".repeat(rounds);
        let search = client.think(&format!("fen=W:WK46:BK45 moves=\"{moves}\""), "depth=3");
        assert!(search.best().is_some(), "{rounds}: {search:?}");
    }
    // Where a count of moves has run out, a piece is worth what it was. Here 22-17 would give a king away.
    let moves = "46-41 25-20 41-46 20-25 ".repeat(13);
    let position = format!("fen=W:WK22,K46:BK25,1,12 moves=\"{moves}\"");
    let search = client.think(&position, "depth=8");
    assert!(search.best().is_some_and(|best| best != "22-17"), "{search:?}");
    // The engine makes progress there, and does not repeat positions for ever.
    client.send("set-param name=variant value=english");
    let mut moves = "18-22 1-5 22-18 5-1 ".repeat(21);
    let mut played = Vec::new();
    for _ in 0..24 {
        let position = format!("fen=W:WK18,K19,K23:BK1,K29,21 moves=\"{moves}\"");
        let search = client.think(&position, "depth=5");
        let Some(best) = search.best() else { break };
        moves.push_str(&format!("{best} "));
        played.push(best.to_owned());
    }
    let is_back = |moves: &[String]| moves[0] == moves[4] && moves[1] == moves[5];
    assert!(!played.windows(6).any(is_back), "{played:?}");
    client.leave();
}

#[test]
fn a_game_of_the_engine_against_itself_is_legal_with_every_ponder_move() {
    for (variant, start) in [("normal", START), ("english", ENGLISH_START), ("english", PYDRAUGHTS_START)] {
        let mut client = Client::start();
        client.send(&format!("set-param name=variant value={variant}"));
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 120 {
            let played = moves.join(" ");
            let search = client.think(&format!("{start} moves=\"{played}\""), "depth=5");
            let Some(best) = search.best().map(str::to_owned) else { break };
            if let Some((_, ponder)) = search.done.split_once(" ponder=") {
                client.send(&format!("pos {start} moves=\"{played} {best} {ponder}\"")).expect_silence();
            }
            moves.push(best);
        }
        assert!(moves.len() > 20, "{moves:?}");
        client.leave();
    }
}

#[test]
fn the_process_ends_when_nobody_reads() {
    let mut process = std::process::Command::new(binary())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program can be started");
    drop(process.stdout.take());
    let mut input = process.stdin.take().expect("it is a pipe");
    std::io::Write::write_all(&mut input, b"go analyze\n").expect("the engine reads");
    let output = process.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    drop(input);
}
