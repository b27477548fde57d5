//! SSS* as G. Stockman gave it (A minimax algorithm better than alpha-beta?, Artificial Intelligence 12, 1979).
//!
//! OPEN holds states (node, status, merit), the merit being an upper bound on what the solution trees that a state
//! stands for are worth. The operator GAMMA replaces the state of highest merit, the leftmost of equals.

use crownhead_engine::eval::Score;

use super::uniform_tree::{Node, UniformTree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Live,
    Solved,
}

#[derive(Clone, Copy, Debug)]
struct State {
    node: Node,
    status: Status,
    merit: Score,
}

/// The minimax value of the root.
pub fn sss(tree: &UniformTree) -> Score {
    let mut open = vec![State { node: Node::ROOT, status: Status::Live, merit: Score::MAX }];
    loop {
        let state = take_best(tree, &mut open);
        if state.node == Node::ROOT && state.status == Status::Solved {
            return state.merit;
        }
        gamma(tree, state, &mut open);
    }
}

fn take_best(tree: &UniformTree, open: &mut Vec<State>) -> State {
    let rank = |state: &State| (state.merit, std::cmp::Reverse(tree.leftmost_leaf(state.node)));
    let best = (0..open.len()).max_by_key(|&index| rank(&open[index])).expect("OPEN holds the root's solution");
    open.swap_remove(best)
}

fn gamma(tree: &UniformTree, State { node, status, merit }: State, open: &mut Vec<State>) {
    let live = |node| State { node, status: Status::Live, merit };
    let solved = |node, merit| State { node, status: Status::Solved, merit };
    match status {
        // No other child of the parent can be worth more.
        Status::Solved if !node.is_max() => {
            let parent = tree.parent(node);
            open.retain(|other| !tree.is_below(other.node, parent));
            open.push(solved(parent, merit));
        }
        Status::Solved => match tree.next_sibling(node) {
            Some(sibling) => open.push(live(sibling)),
            None => open.push(solved(tree.parent(node), merit)),
        },
        Status::Live if tree.is_leaf(node) => open.push(solved(node, merit.min(tree.evaluate(node)))),
        Status::Live if node.is_max() => open.extend(tree.children(node).map(live)),
        Status::Live => open.extend(tree.children(node).take(1).map(live)),
    }
}
