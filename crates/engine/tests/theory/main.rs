//! What the theory says of null-window drivers, on generated trees without transpositions (Plaat et al. 1995; A. Plaat,
//! J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87, 1996).

mod engine;
mod stand_pat;
mod stockman;
mod textbook;
mod uniform_tree;

use std::collections::HashSet;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{Driver, DriverKind, DriverOptions, Question, Window};
use stockman::sss;
use textbook::{Histories, alpha_beta, minimax, mt};
use uniform_tree::{Node, UniformTree};

/// Trees of several shapes. Those with few values have many equal leaves, those with many have none.
fn trees() -> impl Iterator<Item = UniformTree> {
    let shapes = [(1, 3), (2, 0), (2, 1), (2, 2), (2, 7), (3, 4), (3, 5), (4, 4), (5, 3), (8, 3), (2, 10)];
    let values = [2, 5, 140_000_000];
    shapes.into_iter().flat_map(move |(width, depth)| {
        values.into_iter().flat_map(move |values| (0..40).map(move |seed| UniformTree::new(width, depth, seed, values)))
    })
}

/// The value that a driver finds with the textbook's MT. Wide windows are no part of MT.
fn drive(tree: &UniformTree, kind: DriverKind, guess: Score) -> Score {
    let mut memory = Histories::new();
    let mut driver = Driver::start(kind, &DriverOptions::default(), guess, tree.width as usize);
    while let Question::Root { window, .. } = driver.question() {
        assert!(window.is_null(), "{driver:?}");
        driver.answer(mt(tree, Node::ROOT, window.beta, &mut memory));
    }
    driver.value()
}

fn distinct(leaves: &[u64]) -> HashSet<u64> {
    leaves.iter().copied().collect()
}

#[test]
fn the_references_find_the_minimax_value() {
    for tree in trees() {
        let value = minimax(&tree, Node::ROOT);
        assert_eq!(sss(&tree), value, "{tree:?}");
        assert_eq!(alpha_beta(&tree, Node::ROOT, Window::FULL), value, "{tree:?}");
    }
}

#[test]
fn sss_evaluates_no_leaf_that_alpha_beta_does_not() {
    let (mut trees_with_room, mut saved) = (0, 0);
    for tree in trees() {
        sss(&tree);
        let best_first = tree.take_record();
        alpha_beta(&tree, Node::ROOT, Window::FULL);
        let depth_first = tree.take_record();
        assert_eq!(distinct(&best_first).len(), best_first.len(), "a leaf is evaluated twice: {tree:?}");
        assert!(distinct(&best_first).is_subset(&distinct(&depth_first)), "{tree:?}");
        let has_room = tree.width > 2 && tree.depth > 3 && tree.values > 1_000;
        trees_with_room += u32::from(has_room);
        saved += u32::from(has_room && best_first.len() < depth_first.len());
    }
    assert!(saved * 10 > trees_with_room * 9, "SSS* saves leaves in {saved} of {trees_with_room} trees");
}

#[test]
fn mtd_from_above_is_sss() {
    for tree in trees() {
        let value = sss(&tree);
        let best_first = tree.take_record();
        assert_eq!(drive(&tree, DriverKind::Sss, Score::DRAW), value, "{tree:?}");
        assert_eq!(tree.take_record(), best_first, "{tree:?}");
        assert_eq!(drive(&tree, DriverKind::MtdF, Score::MAX), value, "{tree:?}");
        assert_eq!(tree.take_record(), best_first, "{tree:?}");
    }
}

#[test]
fn no_sequence_of_mt_calls_evaluates_a_leaf_that_alpha_beta_does_not() {
    for tree in trees() {
        let value = alpha_beta(&tree, Node::ROOT, Window::FULL);
        let depth_first = distinct(&tree.take_record());
        for kind in [DriverKind::Sss, DriverKind::Dual, DriverKind::MtdF, DriverKind::CStar] {
            for guess in [Score::DRAW, Score::from_men(-30.0), value, value.next_up()] {
                assert_eq!(drive(&tree, kind, guess), value, "{kind}: {tree:?}");
                assert!(distinct(&tree.take_record()).is_subset(&depth_first), "{kind}: {tree:?}");
            }
        }
        let mut memory = Histories::new();
        for men in [3, -50, 60, -2, 1, 0, 44, -71, 71] {
            mt(&tree, Node::ROOT, Score::from_men(f64::from(men)), &mut memory);
        }
        assert!(distinct(&tree.take_record()).is_subset(&depth_first), "{tree:?}");
    }
}

/// The leaves in the order of their first evaluation. The engine keeps no leaves in its table.
fn first_evaluations(leaves: &[u64]) -> Vec<u64> {
    let mut seen = HashSet::new();
    leaves.iter().copied().filter(|&leaf| seen.insert(leaf)).collect()
}

/// The engine searches nothing at depth 0.
fn trees_with_moves() -> impl Iterator<Item = UniformTree> {
    trees().filter(|tree| tree.depth > 0)
}

#[test]
fn the_engine_driven_from_above_is_sss() {
    let table = engine::roomy_table();
    for tree in trees_with_moves() {
        let value = sss(&tree);
        let best_first = tree.take_record();
        assert_eq!(engine::value(&tree, &table, DriverKind::Sss), value, "{tree:?}");
        assert_eq!(first_evaluations(&tree.take_record()), best_first, "{tree:?}");
    }
}

#[test]
fn the_engine_over_one_full_window_is_alpha_beta() {
    let table = engine::roomy_table();
    for tree in trees_with_moves() {
        let value = alpha_beta(&tree, Node::ROOT, Window::FULL);
        let depth_first = tree.take_record();
        assert_eq!(engine::value(&tree, &table, DriverKind::AlphaBeta), value, "{tree:?}");
        assert_eq!(tree.take_record(), depth_first, "{tree:?}");
    }
}

#[test]
fn scouts_just_above_the_leaves_are_exact() {
    let table = engine::roomy_table();
    let mut spared = 0;
    for tree in trees_with_moves() {
        let value = engine::value(&tree, &table, DriverKind::NegaScout);
        let evaluated = tree.take_record().len();
        assert_eq!(engine::value_with(&tree, &table, DriverKind::NegaScout, false), value, "{tree:?}");
        let evaluated_sparingly = tree.take_record().len();
        assert!(evaluated_sparingly <= evaluated, "{tree:?}");
        spared += evaluated - evaluated_sparingly;
    }
    assert!(spared > 0, "no re-search was spared");
}

#[test]
fn no_driver_of_the_engine_evaluates_a_leaf_that_alpha_beta_does_not() {
    let table = engine::roomy_table();
    for tree in trees_with_moves() {
        let value = alpha_beta(&tree, Node::ROOT, Window::FULL);
        let depth_first = distinct(&tree.take_record());
        // mtd-best does not always ask the root: it may search a later move of it before an earlier one.
        for &kind in DriverKind::ALL.iter().filter(|&&kind| kind != DriverKind::MtdBest) {
            assert_eq!(engine::value(&tree, &table, kind), value, "{kind}: {tree:?}");
            assert!(distinct(&tree.take_record()).is_subset(&depth_first), "{kind}: {tree:?}");
        }
    }
}
