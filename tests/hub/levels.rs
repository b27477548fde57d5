//! Limits, as clients send them.

use std::time::{Duration, Instant};

use crate::arguments;
use crate::client::{Client, Search};

/// The time that a search takes under a level.
fn time(client: &mut Client, level: &str) -> Duration {
    let start = Instant::now();
    let search = client.send(&format!("pos start\n{level}\ngo think")).search();
    assert!(!search.infos.is_empty() && search.best().is_some(), "{search:?}");
    start.elapsed()
}

#[test]
fn lines_add_up_and_go_resets_them() {
    let mut client = Client::start();
    client.send("set-param name=book value=false\nset-param name=move-time value=0.05");
    let deepest = |search: &Search| {
        let depth = &arguments(search.infos.last().expect("there is one"))[0].1;
        depth.parse::<u32>().expect("a whole number")
    };
    let search = client.send("pos start\nlevel depth=4\nlevel infinite\nlevel handicap=0 ply=3\ngo think").search();
    assert_eq!(deepest(&search), 4);
    assert!(deepest(&client.send("go think").search()) > 4);
    assert!(deepest(&client.send("level depth=4\npos start\ngo think").search()) > 4);
    client.leave();
}

/// What draughtsnet sends for a low level of lidraughts: a handicap limits the nodes too, and the simple evaluation makes
/// another search. The next `pos` is played in full again.
#[test]
fn the_levels_of_lidraughts_are_weaker() {
    let mut client = Client::start();
    client.send("set-param name=book value=false");
    let mut last = |eval: &str, level: &str| {
        let go = format!("new-game\npos start\n{level}\nset-param name=eval value={eval}\ngo think");
        let search = client.send(&go).search();
        let named: std::collections::HashMap<_, _> =
            arguments(search.infos.last().expect("there is one")).into_iter().collect();
        (
            named["depth"].parse::<u32>().expect("a depth"),
            named["nodes"].parse::<u64>().expect("a number"),
            named["score"].clone(),
        )
    };
    let (_, nodes, _) = last("pst", "level handicap=3 ply=1\nlevel depth=12");
    assert!(nodes <= 700, "{nodes}");
    let simple = last("pst", "level depth=6");
    let learned = last("pattern", "level depth=6");
    assert_eq!(simple.0, 6);
    assert_ne!(simple, learned, "other values make another search");
    client.leave();
}

#[test]
fn time_that_is_up_means_a_quick_move() {
    let mut client = Client::start();
    for level in [
        "level time=-3",
        "level time=0 inc=0",
        "level move-time=0",
        "level move-time=-1",
        "level moves=0 time=-0,5",
        "level time=-0.8 inc=1",
        "level nodes=0",
        "level depth=0",
        "level moves=75 time=2,000",
    ] {
        assert!(time(&mut client, level) < Duration::from_secs(3), "{level}");
    }
    client.leave();
}

#[test]
fn without_a_level_a_move_takes_the_default_time() {
    let mut client = Client::start();
    client.send("set-param name=book value=false\nset-param name=move-time value=0.3");
    let time = time(&mut client, "level unheard=of");
    assert!((Duration::from_millis(250)..Duration::from_secs(5)).contains(&time), "{time:?}");
    client.leave();
}
