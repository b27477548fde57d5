//! 8x8 boards, in both numberings.

use crate::client::Client;
use crate::{ENGLISH_START, PYDRAUGHTS_START};

fn english() -> Client {
    let mut client = Client::start();
    client.send("set-param name=variant value=english");
    client
}

#[test]
fn english_in_native_numbering() {
    let mut client = english();
    for moves in ["", "11-15", "11-15 23-19 8-11 22-17"] {
        client.send(&format!("pos {ENGLISH_START} moves=\"{moves}\"")).expect_silence();
    }
    client.send(&format!("pos {ENGLISH_START} moves=\"22-18\"")).read_until("error");
    client.leave();
}

#[test]
fn english_as_pydraughts_sends_it() {
    let mut client = english();
    client.send(&format!("pos {PYDRAUGHTS_START} moves=\"11-15 23-19\"")).expect_silence();
    // B:W21,22,K30:B1,2,K5, which stays in that numbering until a native start is seen.
    let custom = "pos=WeeBeeeeeeebbeeeeeeeeeeeeeeeWeeww";
    client.send(&format!("pos {custom} moves=\"5-9 30-25\"")).expect_silence();
    client.send(&format!("pos {ENGLISH_START}\npos {custom} moves=\"5-9\"")).read_until("error");
    client.send(&format!("set-param name=coordinates value=pydraughts\npos {custom} moves=\"5-9 30-25\""));
    client.expect_silence();
    client.send("set-param name=coordinates value=native");
    client.send(&format!("pos {PYDRAUGHTS_START} moves=\"11-15\"")).read_until("error");
    client.leave();
}

#[test]
fn russian_moves_count_from_a1_where_the_first_one_does() {
    const START: &str = "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let mut client = Client::start();
    client.send("set-param name=variant value=russian\nlevel depth=3");
    client.send(&format!("pos {START} moves=\"9-13 24-20\"")).expect_silence();
    // The white men stand on 1 to 12 but for the one that has moved to 13.
    let number = |line: &str| -> u32 {
        let digits: String = line.trim_start_matches("done move=").chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    let done = client.send("level depth=3\ngo think").read_until("done");
    assert!(number(done.last().expect("a line")) <= 13, "{done:?}");
    client.send(&format!("pos {START} moves=\"21-17 12-16\"")).expect_silence();
    let done = client.send("level depth=3\ngo think").read_until("done");
    assert!(number(done.last().expect("a line")) >= 17, "{done:?}");
    client.send(&format!("pos {START} moves=\"a3-b4 12-16\"")).expect_silence();
    client.leave();
}
