//! What happens in mid-search: stops, pings, ponder hits, quits.

use std::time::{Duration, Instant};

use crate::arguments;
use crate::client::{Client, PATIENCE, Search};

#[test]
fn ping_is_answered_at_any_time() {
    let mut client = Client::start();
    for go in ["think", "ponder", "analyze"] {
        client.send(&format!("pos start\nlevel infinite\ngo {go}"));
        for _ in 0..3 {
            let before = client.send("ping").read_until("pong");
            assert!(!before.iter().any(|line| line.starts_with("done")), "{before:?}");
        }
        client.send("stop").search();
    }
    client.leave();
}

#[test]
fn any_other_command_ends_the_search_first() {
    let mut client = Client::start();
    for (command, reply) in [
        ("hub", "id "),
        ("init", "ready"),
        ("new-game\nping", "pong"),
        ("set-param name=ponder value=true\nping", "pong"),
        ("pos start\nping", "pong"),
        ("pos pos=nowhere", "error "),
        ("level depth=1\ngo think", "info depth=1 "),
        ("level move-time=0.01\nping", "pong"),
    ] {
        client.send(&format!("level infinite\ngo analyze\n{command}"));
        assert!(client.search().best().is_some(), "{command}");
        let line = client.next_line().expect("an answer");
        assert!(line.starts_with(reply), "{command}: {line}");
        client.send("stop\nping");
        client.read_until("pong");
    }
    client.leave();
}

#[test]
fn a_burst_of_commands_is_worked_off_in_order() {
    // What the Hub GUI sends when a game is started in mid-search.
    let mut client = Client::start();
    client.send("go analyze\nstop\nnew-game\npos start\nlevel depth=3\ngo think\nlevel depth=2\ngo think\nhub");
    let lines = client.read_until("wait");
    let done: Vec<_> = lines.iter().filter(|line| line.starts_with("done ")).collect();
    assert_eq!(done.len(), 3, "{lines:?}");
    client.leave();
}

#[test]
fn what_is_not_understood_does_not_disturb_a_search() {
    let mut client = Client::start();
    client.send("set-param name=book value=false\npos start\nlevel depth=8\ngo think\nnonsense\n\nponder-hit\npos \"");
    let search = client.search();
    assert!(search.infos.last().is_some_and(|line| line.starts_with("info depth=8 ")), "{search:?}");
    client.leave();
}

#[test]
fn quit_and_the_end_of_input_end_a_search_and_the_process() {
    for go in ["think", "ponder", "analyze"] {
        for quit in ["", "quit", "stop\nquit", "quit\nhub"] {
            let mut client = Client::start();
            client.send(&format!("level infinite\ngo {go}\n{quit}"));
            let start = Instant::now();
            let (lines, status, errors) = client.finish();
            assert!(start.elapsed() < PATIENCE / 4);
            assert!(status.success() && errors.is_empty(), "{status}: {errors}");
            let done = lines.iter().filter(|line| line.starts_with("done move=")).count();
            assert_eq!(done, 1, "{lines:?}");
            assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{lines:?}");
        }
    }
}

#[test]
fn quit_ends_an_idle_process() {
    let mut client = Client::start();
    client.send("quit");
    assert!(client.wait().success());
}

#[test]
fn a_ponder_hit_makes_the_limits_hold() {
    let mut client = Client::start();
    client.send("pos start\nlevel move-time=0.2\ngo ponder");
    std::thread::sleep(Duration::from_millis(400));
    let before = client.send("ping").read_until("pong");
    assert!(!before.iter().any(|line| line.starts_with("done")), "{before:?}");
    let start = Instant::now();
    let search = client.send("ponder-hit").search();
    assert!(search.best().is_some() && start.elapsed() < Duration::from_secs(5));
    client.send("ponder-hit\nstop").expect_silence();
    client.leave();
}

#[test]
fn a_thousand_searches_stopped_at_once_give_a_thousand_answers() {
    let mut client = Client::start();
    client.send("set-param name=line-gap value=0\npos start");
    client.send(&"go analyze\nstop\n".repeat(1000));
    let lines = client.send("ping").read_until("pong");
    let count = |head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
    // The ping may have overtaken the last answers: it is answered while the last search stops.
    let mut done = count("done move=");
    while done < 1000 {
        client.read_until("done move=");
        done += 1;
    }
    client.expect_silence();
    client.leave();
}

#[test]
fn so_it_is_with_threads_and_lines() {
    for scheme in ["identical", "depth-staggered", "gamma-staggered"] {
        let mut client = Client::start();
        client.send(&format!("set-param name=thread-scheme value={scheme}\nset-param name=threads value=4"));
        client.send("set-param name=multipv value=3\nset-param name=line-gap value=0\npos start");
        let mut done = 0;
        for round in 0..50 {
            client.send(&format!("set-param name=tt-size value={}\ngo analyze\nstop\ngo ponder", 16 + round % 3));
            client.send("ponder-hit\nstop");
        }
        while done < 100 {
            client.read_until("done move=");
            done += 1;
        }
        client.expect_silence();
        client.leave();
    }
}

#[test]
fn an_analysis_tells_as_many_lines_as_are_wanted() {
    let mut client = Client::start();
    client.send("set-param name=multipv value=3\nset-param name=line-gap value=0");
    client.send("pos start\nlevel depth=6\ngo analyze");
    let search = client.search();
    let ends: Vec<_> = search.infos.iter().map(|line| &line[line.len() - 9..]).collect();
    let sets: Vec<_> = ends.chunks(3).collect();
    assert!(sets.iter().all(|set| *set == ["multipv=1", "multipv=2", "multipv=3"]), "{search:?}");
    let last = &search.infos[search.infos.len() - 3..];
    assert!(last.iter().all(|line| line.starts_with("info depth=6 ")), "{last:?}");
    let best = search.best().expect("a move");
    assert!(last[0].contains(&format!("pv=\"{best} ")), "{search:?}");
    // Nobody who thinks about a move is told more than one line.
    for go in ["think", "ponder\nponder-hit"] {
        let search = client.send(&format!("pos start\nlevel depth=4\ngo {go}")).search();
        assert!(search.infos.iter().all(|line| !line.contains("multipv")), "{search:?}");
    }
    client.leave();
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let mut client = Client::start();
    client.send("set-param name=multipv value=5\npos fen=W:W28,44:B23\nlevel depth=1\ngo analyze");
    let search = client.search();
    assert!(search.infos.len() == 1 && !search.infos[0].contains("multipv"), "{search:?}");
    client.send("pos fen=W:W28,44:B1,2,3\nlevel depth=1\ngo analyze");
    assert_eq!(client.search().infos.len(), 4);
    client.leave();
}

#[test]
fn the_reply_to_a_stop_comes_soon() {
    for threads in [1, 2, 4] {
        time_stops(threads);
    }
}

fn time_stops(threads: usize) {
    const STOPS: usize = 250;
    let mut client = Client::start();
    // Once it is ready, so that the time to start the program is not taken for the time to stop a search.
    client.send(&format!("set-param name=threads value={threads}\ninit")).expect("ready").send("pos start");
    let mut delays: Vec<_> = (0..STOPS)
        .map(|number| {
            client.send("go analyze");
            std::thread::sleep(Duration::from_millis(number as u64 % 8));
            let start = Instant::now();
            client.send("stop").search();
            start.elapsed()
        })
        .collect();
    delays.sort();
    let [median, percentile] = [STOPS / 2, STOPS * 99 / 100].map(|rank| delays[rank]);
    println!(
        "from stop to done over {STOPS} searches, threads {threads}: median {median:?}, 99th percentile {percentile:?}"
    );
    assert!(delays[STOPS - 1] < PATIENCE / 10);
    client.leave();
}

const FIRST_MOVES: [&str; 9] = ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"];
const REPLIES: [&str; 9] = ["16-21", "17-21", "17-22", "18-22", "18-23", "19-23", "19-24", "20-24", "20-25"];

/// What a search of each opening of two plies ends with, on an empty table: the answer and whether it is of an interrupted
/// iteration. The last report begins with the answer.
fn answers(client: &mut Client, mut search: impl FnMut(&mut Client, &str) -> Search) -> Vec<(String, bool)> {
    let openings = FIRST_MOVES.iter().flat_map(|first| REPLIES.map(|reply| format!("start moves=\"{first} {reply}\"")));
    let answer = |opening: String| {
        let search = search(client.send("new-game"), &opening);
        let best = search.best().expect("there are moves").to_owned();
        let last = arguments(search.infos.last().expect("an iteration was completed"));
        let get = |name| last.iter().find(|(other, _)| other == name).map(|(_, value)| value.trim_matches('"'));
        let pv = get("pv").expect("every report has a line");
        assert_eq!(pv.split(' ').next(), Some(&*best), "{last:?}");
        let bounds = search.infos.iter().filter(|line| line.contains(" bound=lower")).count();
        assert_eq!(bounds, usize::from(get("bound").is_some()), "{search:?}");
        (best, bounds == 1)
    };
    openings.map(answer).collect()
}

#[test]
fn a_limit_takes_the_better_move_of_the_iteration_that_it_interrupts() {
    let mut client = Client::start();
    client.send("set-param name=book value=false");
    let limited = |client: &mut Client, opening: &str| client.think(opening, "nodes=4000");
    let better = answers(&mut client, limited);
    client.send("set-param name=unfinished value=nothing");
    let completed = answers(&mut client, limited);
    assert!(better.iter().any(|(_, is_interrupted)| *is_interrupted));
    for (better, completed) in better.iter().zip(&completed) {
        assert!(!completed.1 && (better.0 != completed.0) == better.1, "{better:?}, {completed:?}");
    }
    client.leave();
}

#[test]
fn a_stop_and_an_analysis_take_the_move_of_the_last_completed_iteration() {
    let mut client = Client::start();
    let stopped = |client: &mut Client, opening: &str| {
        client.send(&format!("pos {opening}\nlevel infinite\ngo think"));
        let mut infos = client.read_until("info ");
        std::thread::sleep(Duration::from_millis(20));
        let rest = client.send("stop").search();
        infos.extend(rest.infos);
        Search { infos, done: rest.done }
    };
    let analysed = |client: &mut Client, opening: &str| {
        client.send(&format!("pos {opening}\nlevel nodes=4000\ngo analyze")).search()
    };
    assert!(answers(&mut client, stopped).iter().all(|(_, is_interrupted)| !is_interrupted));
    assert!(answers(&mut client, analysed).iter().all(|(_, is_interrupted)| !is_interrupted));
    client.leave();
}
