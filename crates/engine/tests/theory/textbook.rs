//! Minimax, alpha-beta and MT, each as short as the textbooks have it.

use std::collections::HashMap;

use crownhead_engine::eval::Score;
use crownhead_engine::search::{Bounds, Window};

use super::uniform_tree::{Node, UniformTree};

/// The value by definition; no leaf is put on record.
pub fn minimax(tree: &UniformTree, node: Node) -> Score {
    let values = tree.children(node).map(|child| minimax(tree, child));
    match (tree.is_leaf(node), node.is_max()) {
        (true, _) => tree.value(node),
        (false, true) => values.max().expect("an inner node has children"),
        (false, false) => values.min().expect("an inner node has children"),
    }
}

/// Alpha-beta without memory (D. Knuth and R. Moore, An analysis of alpha-beta pruning, 1975), fail-soft.
pub fn alpha_beta(tree: &UniformTree, node: Node, mut window: Window) -> Score {
    if tree.is_leaf(node) {
        return tree.evaluate(node);
    }
    let mut best = if node.is_max() { Score::MIN } else { Score::MAX };
    for child in tree.children(node) {
        let value = alpha_beta(tree, child, window);
        if node.is_max() {
            best = best.max(value);
            window.alpha = window.alpha.max(value);
        } else {
            best = best.min(value);
            window.beta = window.beta.min(value);
        }
        if window.alpha >= window.beta {
            break;
        }
    }
    best
}

/// A table that loses nothing.
pub type Histories = HashMap<Node, Bounds>;

/// MT (Plaat et al. 1995, figure 1): is the value at least `gamma`? Fail-soft.
pub fn mt(tree: &UniformTree, node: Node, gamma: Score, memory: &mut Histories) -> Score {
    let known = memory.get(&node).copied().unwrap_or(Bounds::OPEN);
    if known.low >= gamma {
        return known.low;
    } else if known.high < gamma {
        return known.high;
    }
    let result = if tree.is_leaf(node) {
        let value = tree.evaluate(node);
        memory.insert(node, Bounds::exact(value));
        return value;
    } else if node.is_max() {
        let mut best = Score::MIN;
        for child in tree.children(node) {
            best = best.max(mt(tree, child, gamma, memory));
            if best >= gamma {
                break;
            }
        }
        best
    } else {
        let mut best = Score::MAX;
        for child in tree.children(node) {
            best = best.min(mt(tree, child, gamma, memory));
            if best < gamma {
                break;
            }
        }
        best
    };
    memory.insert(node, known.tightened(Window::null(gamma), result));
    result
}
