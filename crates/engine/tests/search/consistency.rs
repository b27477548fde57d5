//! What a node makes of the bounds of its table entry, and where that matters.

use crownhead_engine::eval::{LearnedWeights, Score};
use crownhead_engine::search::{Consistency, DriverKind, Iteration, ModeKind, SearchOptions};
use crownhead_rules::Variant;

use crate::positions::{any_game, random};
use crate::runs::Run;

const POSITIONS: usize = 12;
/// Deep enough for moves to be reduced by more than a ply, so that a later search contradicts the entry.
const DEPTH: u32 = 9;

/// MTD(f) over the same positions with each choice. The weights are those that the positions were chosen with: with others
/// so few of them may show no difference.
fn of_each_choice(mode: ModeKind) -> Vec<Vec<Iteration>> {
    let search = |&consistency: &Consistency| {
        let options = SearchOptions { mode, driver: DriverKind::MtdF, consistency, ..SearchOptions::default() };
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/eval/english-network.weights");
        let weights = std::fs::read(path).expect("the file is there");
        let weights = Some(LearnedWeights::parse(path, &weights).expect("a file of weights"));
        let run = Run { weights, ..Run::of(options) };
        let game = |case| any_game(Variant::ENGLISH, &mut random(22, case));
        (0..POSITIONS).flat_map(|case| run.search(&game(case), DEPTH, &run.table())).collect()
    };
    Consistency::ALL.iter().map(search).collect()
}

#[test]
fn where_depth_depends_on_the_window_each_choice_is_a_search_of_its_own() {
    let [published, returned, stored] = &of_each_choice(ModeKind::Play)[..] else { panic!("three choices") };
    assert_ne!(published, returned);
    assert_ne!(published, stored);
    assert_ne!(returned, stored, "storing within the bounds changes nothing");
}

#[test]
fn where_it_does_not_all_find_the_same_values() {
    let values = |iterations: &Vec<Iteration>| iterations.iter().map(|found| found.score).collect();
    let choices: Vec<Vec<Score>> = of_each_choice(ModeKind::Strict).iter().map(values).collect();
    assert!(choices.iter().all(|values| *values == choices[0]), "{choices:?}");
}
