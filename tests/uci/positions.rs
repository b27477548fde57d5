//! `position`, and moves in every form.

use crate::client::Client;

#[test]
fn in_every_form() {
    let mut client = Client::start_uci();
    client.send("setoption name UCI_Variant value international");
    for position in [
        "startpos",
        "startpos moves",
        "startpos moves 32-28 19-23 28x19 14x23",
        "startpos moves 032-028 19-23 28X19x23 14:23",
        "fen W:W31-50:B1-20",
        "fen W : W31 - 50 : B1 - 20 moves 32-28",
    ] {
        client.send(&format!("position {position}")).expect_silence();
        assert!(client.send("go depth 2").search().best().is_some(), "{position}");
    }
    // One capture of two in every spelling; the answer is short, since nothing else has its ends.
    for mv in ["28x10", "28x19x10", "28x10x14x23", "28x10x23x14"] {
        client.send(&format!("position fen W:W28:B5,14,23 moves {mv}"));
        assert_eq!(client.send("go depth 1").search().best(), Some("5x14"), "{mv}");
    }
    client.leave();
}

#[test]
fn an_ambiguous_move_is_written_and_read_with_its_path() {
    let mut client = Client::start_uci();
    // Two ways from 30 to 14.
    let search = client.send("position fen W:W30:B25,26,17,18\ngo depth 1").search();
    assert!(["30x21x14", "30x23x14"].contains(&search.best().expect("a move")), "{search:?}");
    client.send("position fen W:W30:B25,26,17,18 moves 30x21x14").expect_silence();
    let line = client.send("position fen W:W30:B25,26,17,18 moves 30x14").next_line().expect("a word");
    assert!(line.starts_with("info string illegal move: move 1: "), "{line}");
    client.leave();
}

#[test]
fn faults_are_said_and_what_stands_before_them_is_kept() {
    let mut client = Client::start_uci();
    for position in
        ["fen", "fen W:W99:B1", "fen W:W1:B1", "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
    {
        let line = client.send(&format!("position {position}")).next_line().expect("a word");
        assert!(line.starts_with("info string bad position: "), "{line}");
    }
    client.send("position startpos moves 11-15 22-18 e2e4").read_until("info string illegal move: move 3: ");
    assert_eq!(client.send("go depth 1").search().best(), Some("15x22"));
    client.leave();
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let mut client = Client::start_uci();
    for fen in ["B:W18:B", "W:W29:B25,22"] {
        client.send(&format!("position fen {fen}"));
        for go in ["go depth 3", "go wtime 100 btime 100", "go infinite\nstop", "go ponder\nponderhit"] {
            client.send(go).expect("bestmove (none)");
        }
    }
    client.leave();
}
