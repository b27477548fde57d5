//! `engine.toml` beside the library.

use crownhead_rules::{Game, Variant};

use super::game::board;
use super::host::{BLACK, Host, Level};
use super::{host, installed};

#[test]
fn the_file_beside_the_library_holds() {
    let host = host("file", "checkerboard.variant = \"suicide\"\n[engine]\ntable = 3\n");
    assert_eq!(host.done("get hashsize"), "3");
    assert!(host.done("name").ends_with(" giveaway"));
    assert!(host.done("about").contains("It plays giveaway."));
}

#[test]
fn a_fault_in_it_is_told() {
    let host = host("fault", "[checkerboard]\nvariant = \"international\"\n");
    let about = host.done("about");
    assert!(about.contains("engine.toml:2: checkerboard.variant"), "{about}");
    // CheckerBoard shows the status line of each move; About has to be asked for.
    let start = Game::start(Variant::ENGLISH);
    let [first, second] = [(); 2].map(|()| host.get_move(&board(start.position()), BLACK, Level::exactly(0.01)).status);
    assert!(first.contains("engine.toml:2: checkerboard.variant"), "{first}");
    assert!(second.starts_with("depth "), "{second}");
}

#[test]
fn weights_for_another_variant_are_refused() {
    let weights = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/data/eval/losing.weights");
    let from_file = host("weights-file", &format!("eval.file = {weights:?}\n"));
    let start = Game::start(Variant::ENGLISH);
    // A reply is too short for some paths.
    let status = from_file.get_move(&board(start.position()), BLACK, Level::exactly(0.01)).status;
    assert!(status.contains("weights with variant losing: expected english"), "{status}");
    let host = host("weights", "engine.table = 4\n");
    let (returned, reply) = host.command("set file crates/engine/data/eval/losing.weights");
    assert!(returned == 0 && reply.contains("weights with variant losing: expected english"), "{reply}");
    assert_eq!(host.done("set gametype giveaway"), "giveaway");
    host.done("set file crates/engine/data/eval/giveaway.weights");
    let (returned, reply) = host.command("set gametype english");
    assert!(returned == 0 && reply.contains("weights with variant giveaway: expected english"), "{reply}");
}

/// Settings are applied in the order of their names, so the size of the table is read before the fault.
#[test]
fn nothing_of_a_file_with_a_fault_is_applied() {
    let host = host("half", "[engine]\ntable = 3\n[hub]\nline-gap = 101\n");
    let about = host.done("about");
    assert!(about.contains("engine.toml:4: hub.line-gap = 101"), "{about}");
    assert_eq!(host.done("get hashsize"), "64");
}

#[test]
fn what_is_set_in_the_host_holds_in_the_next_session() {
    let usual = "engine.table = 4\nengine.overhead = 0.02\n";
    let library = installed("kept", usual);
    let host = Host::load(&library);
    host.done("set hashsize 8");
    host.done("set driver mtd-f");
    host.done("set gametype giveaway");
    // A library stays loaded until its host ends, so the next session is another copy of it.
    let again = library.with_file_name(format!("again-{}", library.file_name().expect("a name").display()));
    let _ = std::fs::remove_file(&again);
    std::fs::copy(&library, &again).expect("it can be copied");
    let next = Host::load(&again);
    assert_eq!([next.done("get hashsize"), next.done("get driver")], ["8", "mtd-f"]);
    assert!(next.done("name").ends_with(" giveaway"));
    // What was not set in the host is that of the file still, and only what was set is kept.
    let kept = std::fs::read_to_string(library.with_file_name("checkerboard.toml")).expect("it is there");
    assert!(kept.contains("engine.table = 8\n") && !kept.contains("overhead"), "{kept}");
}

#[test]
fn a_bad_file_of_kept_settings_is_ignored_and_shown() {
    let library = installed("kept-badly", "engine.table = 4\n");
    let bad = "engine.table = 3\nhub.line-gap = 101\n";
    std::fs::write(library.with_file_name("checkerboard.toml"), bad).expect("it can be written");
    let host = Host::load(&library);
    assert!(host.done("about").contains("checkerboard.toml:2: hub.line-gap = 101"));
    assert_eq!(host.done("get hashsize"), "4");
    // What the file has beside the fault is not lost by a setting.
    host.done("set skilllevel 9");
    let kept = std::fs::read_to_string(library.with_file_name("checkerboard.toml")).expect("it is there");
    assert_eq!(kept, bad);
}

#[test]
fn the_help_file_is_named_where_there_is_one() {
    let library = installed("help", "");
    let help = library.with_file_name("crownhead.htm");
    let _ = std::fs::remove_file(&help);
    let host = Host::load(&library);
    assert_eq!(host.command("help"), (0, "?".to_owned()));
    std::fs::write(&help, include_str!("../../docs/crownhead.htm")).expect("it can be written");
    assert_eq!(host.done("help"), "crownhead.htm");
}
