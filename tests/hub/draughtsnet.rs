//! draughtsnet, lidraughts' client for analysis and for its computer's moves. Its program is in no package registry, so
//! this is its dialogue, sent and read as it does: the check before it starts, a move at each of the eight levels, and
//! the analysis of a game. (RoepStoep/draughtsnet, draughtsnet.py; the levels as in lidraughts' own applications.)

use std::collections::{HashMap, HashSet};

use crownhead_rules::notation::{hub, parse_move};
use crownhead_rules::{Game, Variant};

use crate::client::Client;

/// What a level limits; 0 is no limit. Each level has a value.
struct Levels {
    depth: [u32; 8],
    nodes: [u32; 8],
    ply: [u32; 8],
    handicap: [u32; 8],
    /// The levels up to this one evaluate by piece squares alone.
    simple: usize,
}

const MOVE_TIMES: [u32; 8] = [50, 100, 150, 200, 300, 400, 500, 1000];
const BOOK_PLY: [u32; 8] = [4, 4, 4, 4, 6, 6, 8, 8];
const BOOK_MARGIN: [u32; 8] = [100, 100, 90, 90, 80, 70, 60, 50];

const NORMAL: Levels = Levels {
    depth: [0, 0, 0, 0, 6, 5, 11, 21],
    nodes: [50, 120, 400, 1200, 0, 0, 0, 0],
    ply: [0; 8],
    handicap: [3, 2, 0, 0, 0, 0, 0, 0],
    simple: 5,
};
const FRISIAN: Levels = Levels {
    depth: [0, 0, 0, 0, 0, 0, 9, 21],
    nodes: [20, 50, 150, 450, 2200, 4400, 0, 0],
    handicap: [3, 3, 3, 2, 2, 0, 0, 0],
    ..NORMAL
};
const FRYSK: Levels = Levels {
    depth: [0, 0, 0, 0, 0, 0, 11, 21],
    nodes: [50, 200, 600, 1800, 2400, 9600, 0, 0],
    ply: [0; 8],
    handicap: [3, 3, 2, 2, 2, 2, 0, 0],
    simple: 4,
};
const LOSING: Levels = Levels {
    depth: [3, 4, 5, 6, 8, 10, 12, 19],
    nodes: [0; 8],
    ply: [4, 5, 7, 8, 11, 14, 17, 0],
    handicap: [0; 8],
    simple: 3,
};

/// The arguments of a line by its way: it splits at blanks and joins what is in quotes, which must be several words.
fn arguments(text: &str) -> HashMap<String, String> {
    let mut parts = text.split_whitespace();
    let mut named = HashMap::new();
    while let Some(part) = parts.next() {
        let Some((name, value)) = part.split_once('=') else { continue };
        let mut value = value.to_owned();
        if let Some(first) = value.strip_prefix('"') {
            let mut words = first.to_owned();
            loop {
                let word = parts.next().unwrap_or_else(|| panic!("{text} ends in the middle of a quotation"));
                words = format!("{words} {}", word.trim_end_matches('"'));
                if word.ends_with('"') {
                    break;
                }
            }
            value = words;
        }
        named.insert(name.to_owned(), value);
    }
    named
}

/// Starts an engine for a variant of Scan, which is checked before.
fn start(variant: &str) -> Client {
    let mut client = Client::start_with(crate::client::binary(), &["hub"]);
    let lines = client.send("hub").read_until("wait");
    let id = lines[0].strip_prefix("id ").expect("the first line names the engine");
    assert_eq!(arguments(id)["name"], "Crownhead");
    let is_variant = |line: &&String| line.starts_with("param name=variant") && line.contains("type=enum");
    let values = lines.iter().find(is_variant).and_then(|line| line.rsplit('=').next()).expect("variants");
    let values: HashSet<_> = values.trim_matches('"').split(' ').collect();
    assert!(HashSet::from(["normal", "bt", "frisian", "losing"]).is_subset(&values), "{values:?}");
    assert!(lines[1..lines.len() - 1].iter().all(|line| line.starts_with("param ")), "{lines:?}");
    client.send("set-param name=threads value=1\nset-param name=tt-size value=18");
    client.send(&format!("set-param name=variant value={variant}\ninit")).expect("ready");
    client
}

/// The last line of information and the move; `None` if the game is over.
fn answer(client: &mut Client, most_nodes: Option<u64>) -> Option<(HashMap<String, String>, String)> {
    let mut info = HashMap::new();
    loop {
        let line = client.next_line().expect("the engine goes on");
        if let Some(text) = line.strip_prefix("info ") {
            info.extend(arguments(text));
            let nodes: u64 = info["nodes"].parse().expect("a whole number");
            info["depth"].parse::<u32>().expect("a whole number");
            info["score"].parse::<f64>().expect("a number");
            if most_nodes.is_some_and(|most| nodes >= most) {
                client.send("stop");
            }
            continue;
        }
        let done = line.strip_prefix("done").unwrap_or_else(|| panic!("{line} in a search"));
        let first = done.split_whitespace().next()?;
        let mv = first.strip_prefix("move=").unwrap_or_else(|| panic!("{done}"));
        return Some((info, mv.to_owned()));
    }
}

/// The moves of a game as it sends them.
fn moves_so_far(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", moves.join(" ")) }
}

/// A move at each level, one after another in a game. Returns the moves.
fn play(client: &mut Client, variant: Variant, levels: &Levels) -> Vec<String> {
    let mut game = Game::start(variant);
    let start = hub::write(game.position());
    let mut moves: Vec<String> = Vec::new();
    for level in 0..8 {
        client.send(&format!("new-game\npos pos={start}{}", moves_so_far(&moves)));
        let limits = [("handicap", levels.handicap), ("ply", levels.ply), ("nodes", levels.nodes)];
        for (name, values) in limits.into_iter().filter(|(_, values)| values[level] > 0) {
            client.send(&format!("level {name}={}", values[level]));
        }
        client.send(&format!("set-param name=eval value={}", if level < levels.simple { "pst" } else { "pattern" }));
        client.send(&format!("set-param name=book-margin value={}", BOOK_MARGIN[level]));
        client.send(&format!("set-param name=book-ply value={}", BOOK_PLY[level]));
        if levels.depth[level] > 0 {
            client.send(&format!("level depth={}", levels.depth[level]));
        }
        client.send(&format!("level move-time={}\ngo think", f64::from(MOVE_TIMES[level]) / 1000.0));
        let (info, mv) = answer(client, None).expect("the game goes on");
        // It stops a search that is over, too.
        client.send("stop\nstop");
        let depth: u32 = info["depth"].parse().expect("a whole number");
        assert!(levels.depth[level] == 0 || depth <= levels.depth[level], "level {}: {info:?}", level + 1);
        let legal = parse_move(game.position(), &mv).unwrap_or_else(|error| panic!("{variant}: {error}"));
        game.play(legal).expect("it is legal");
        moves.push(mv);
    }
    moves
}

/// Every position of a game from the last to the first.
fn analyse(client: &mut Client, variant: Variant, name: &str, moves: &[String]) {
    const NODES: u64 = 3000;
    // It sets parameters of other engines too.
    client.send(&format!("set-param name=variant value={name}\nset-param name=Skill Level value=20"));
    client.send("set-param name=UCI_AnalyseMode value=true\nucinewgame");
    let start = hub::write(&variant.start());
    for ply in (0..=moves.len()).rev() {
        client.send(&format!("pos pos={start}{}", moves_so_far(&moves[..ply])));
        client.send("level move-time=4000\ngo analyze");
        let (info, _) = answer(client, Some(NODES)).expect("the game goes on");
        for needed in ["score", "depth", "nodes", "time", "nps", "pv"] {
            assert!(info.contains_key(needed), "{needed}: {info:?}");
        }
    }
    client.send(&format!("pos pos={start}\nlevel nodes={NODES}\ngo analyze"));
    let (info, _) = answer(client, None).expect("the game goes on");
    assert!(info["nodes"].parse::<u64>().is_ok_and(|nodes| nodes > 0 && nodes <= NODES), "{info:?}");
    client.expect_silence();
}

/// Both jobs in a variant, by its name in Scan.
fn work(variant: Variant, name: &str, levels: &Levels) {
    let mut client = start(name);
    let moves = play(&mut client, variant, levels);
    println!("{variant}: {}", moves.join(" "));
    analyse(&mut client, variant, name, &moves);
    client.leave();
}

#[test]
fn normal() {
    work(Variant::INTERNATIONAL, "normal", &NORMAL);
}

#[test]
fn breakthrough() {
    work(Variant::BREAKTHROUGH, "bt", &NORMAL);
}

#[test]
fn frisian() {
    work(Variant::FRISIAN, "frisian", &FRISIAN);
}

#[test]
fn frysk_from_its_position_in_frisian_draughts() {
    work(Variant::FRYSK, "frisian", &FRYSK);
}

#[test]
fn losing() {
    work(Variant::LOSING, "losing", &LOSING);
}

/// It searches positions in which the game is over. In Frisian draughts it sends the moves of kings that count.
#[test]
fn positions_of_their_own() {
    let mut client = start("frisian");
    let place = |men: &[(usize, char)]| {
        let mut text: Vec<char> = "W".chars().chain("e".repeat(50).chars()).collect();
        men.iter().for_each(|&(square, piece)| text[square] = piece);
        text.into_iter().collect::<String>()
    };
    let blocked = place(&[(46, 'w'), (41, 'b'), (37, 'b'), (36, 'b'), (26, 'b')]);
    client.send(&format!("new-game\npos pos={blocked}\nlevel depth=3\ngo think"));
    assert_eq!(answer(&mut client, None), None, "{blocked}");
    // The king has made its three moves, so a man has to move.
    let resting = place(&[(46, 'W'), (32, 'w'), (5, 'b')]);
    client.send(&format!("new-game\npos pos={resting} wolf=\"W46-3\"\nlevel depth=3\ngo think"));
    let (_, mv) = answer(&mut client, None).expect("the game goes on");
    assert!(mv.starts_with("32-"), "{mv}");
    client.leave();
}
