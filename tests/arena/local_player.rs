//! The player inside the process plays what the process plays.

use std::time::Duration;

use crate::client::Client;
use crownhead_engine::engine::{EngineOptions, Limit, LocalPlayer, Purpose, Skill, SkillLevel, TimeLimit};
use crownhead_engine::search::{Depth, SearchOptions, TableSize, Threads};
use crownhead_rules::notation::parse_move;
use crownhead_rules::{Game, Variant};

fn options() -> EngineOptions {
    EngineOptions { table_size: TableSize::MIN, ..EngineOptions::default() }
}

/// How a process is asked for the moves that a player in the test finds for itself.
struct Asked {
    purpose: Purpose,
    limit: Limit,
    new_game: fn(variant: &str) -> String,
    go: fn(played: &str) -> String,
}

const NODES: Limit = Limit::of_nodes(700);
const PLIES: Limit = Limit::of_depth(Depth::new(3));

/// Over Hub a search for a move does not dwell on an only one,
const HUB: [Asked; 2] = [
    Asked {
        purpose: Purpose::Think,
        limit: NODES,
        new_game: hub_game,
        go: |played| format!("pos start moves=\"{played}\"\nlevel nodes=700\ngo think"),
    },
    Asked {
        purpose: Purpose::Think,
        limit: PLIES,
        new_game: hub_game,
        go: |played| format!("pos start moves=\"{played}\"\nlevel depth=3\ngo think"),
    },
];

/// and over UCI a search that is not by the clock does.
const UCI: [Asked; 2] = [
    Asked {
        purpose: Purpose::Analyze,
        limit: NODES,
        new_game: uci_game,
        go: |played| format!("position startpos moves {played}\ngo nodes 700"),
    },
    Asked {
        purpose: Purpose::Analyze,
        limit: PLIES,
        new_game: uci_game,
        go: |played| format!("position startpos moves {played}\ngo depth 3"),
    },
];

fn hub_game(variant: &str) -> String {
    format!("set-param name=variant value={variant}\nnew-game")
}

fn uci_game(variant: &str) -> String {
    format!("setoption name UCI_Variant value {variant}\nucinewgame")
}

/// Plays a game of a variant to its end, asking the process for each move as well; yields how many were forced.
fn play_alike(variant: Variant, client: &mut Client, asked: &Asked) -> usize {
    client.send(&(asked.new_game)(variant.name()));
    let player = LocalPlayer::new(variant, &options(), asked.limit).expect("there is room for the table");
    let mut player = player.for_purpose(asked.purpose);
    let mut game = Game::start(variant);
    let (mut played, mut forced) = (Vec::new(), 0);
    while game.end().is_none() {
        let choice = player.choose(&game).expect("the game goes on");
        let go = (asked.go)(&played.join(" "));
        client.send(&go);
        let answer = client.search().best().expect("the game goes on").to_owned();
        assert_eq!(parse_move(game.position(), &answer), Ok(choice.mv), "{variant}: {go}");
        forced += usize::from(game.position().moves().len() == 1);
        played.push(answer);
        game.play(choice.mv).expect("it is legal");
    }
    assert_eq!(player.choose(&game).is_none(), game.position().moves().is_empty());
    forced
}

fn plays_alike(mut client: Client, ways: &[Asked]) {
    for &variant in Variant::ALL {
        let forced: usize = ways.iter().map(|asked| play_alike(variant, &mut client, asked)).sum();
        assert!(forced > 0, "{variant}: no forced move has shown how it is taken");
    }
    client.leave();
}

#[test]
fn it_plays_the_games_of_the_process_over_hub() {
    let mut client = Client::start();
    client.send("hub").read_until("wait");
    client.send("set-param name=tt-size value=16\nset-param name=book value=false\ninit").read_until("ready");
    plays_alike(client, &HUB);
}

#[test]
fn it_plays_the_games_of_the_process_over_uci() {
    let mut client = Client::start_uci();
    client.send("setoption name Hash value 1");
    plays_alike(client, &UCI);
}

#[test]
fn it_remembers_until_a_new_game() {
    for &variant in Variant::ALL {
        let limit = Limit::of_depth(Depth::new(8));
        let mut player = LocalPlayer::new(variant, &options(), limit).expect("there is room for the table");
        let game = Game::start(variant);
        let deeds = |player: &mut LocalPlayer| {
            let choice = player.choose(&game).expect("a game has a first move");
            (choice.mv, choice.score, choice.depth, choice.nodes)
        };
        let first = deeds(&mut player);
        assert!(deeds(&mut player).3 < first.3, "{variant}: the table was not kept");
        player.new_game();
        assert_eq!(deeds(&mut player), first, "{variant}: something was not forgotten");
    }
}

/// How long it overran cannot be told on a loaded machine, but it has neither left time unused nor failed to look.
#[test]
fn it_thinks_for_as_long_as_it_may() {
    for &variant in Variant::ALL {
        let limit = Duration::from_millis(3);
        let mut player =
            LocalPlayer::new(variant, &options(), Limit::of_time(TimeLimit::PerMove(limit))).expect("there is room");
        let choice = player.choose(&Game::start(variant)).expect("a game has a first move");
        assert!(choice.cpu_time >= limit, "{variant}: {:?}", choice.cpu_time);
        assert!(choice.depth > Depth::ZERO && choice.score.is_some(), "{variant}");
    }
}

/// The level is the only limit that is reached.
#[test]
fn a_level_below_full_strength_plays_the_same_whatever_threads_it_has() {
    for &variant in Variant::ALL {
        let skill = Skill { level: SkillLevel::new(2).expect("there is a level 2"), seed: 1 };
        let player = |threads| {
            let threads = Threads::new(threads).expect("a valid number");
            let search = SearchOptions { threads, ..SearchOptions::default() };
            let options = EngineOptions { skill, search, ..options() };
            LocalPlayer::new(variant, &options, Limit::of_nodes(1_000_000)).expect("there is room for the table")
        };
        let (mut on_one, mut on_two) = (player(1), player(2));
        let mut game = Game::start(variant);
        for number in 0..40 {
            let Some(choice) = on_one.choose(&game) else { break };
            let other = on_two.choose(&game).expect("the other player found a move");
            let deeds = [choice, other].map(|choice| (choice.mv, choice.score, choice.depth, choice.nodes));
            assert_eq!(deeds[0], deeds[1], "{variant}: move {number}");
            if game.play(choice.mv).is_err() {
                break;
            }
        }
    }
}
