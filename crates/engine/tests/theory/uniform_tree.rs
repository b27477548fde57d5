//! Generated trees: every inner node has the same number of children, every leaf the same depth, nothing transposes.

use crownhead_engine::eval::Score;
use parking_lot::Mutex;

/// A node: how deep it is, and which of the nodes of its depth, counted from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub level: u32,
    pub place: u64,
}

impl Node {
    pub const ROOT: Node = Node { level: 0, place: 0 };

    /// Whether the first player, who wants high values, moves here.
    pub fn is_max(self) -> bool {
        self.level.is_multiple_of(2)
    }
}

/// A tree whose leaf values follow from a seed. It keeps a record of the leaves evaluated.
#[derive(Debug)]
pub struct UniformTree {
    pub width: u64,
    pub depth: u32,
    seed: u64,
    /// How many values there are: few make many leaves equal.
    pub values: u64,
    evaluated: Mutex<Vec<u64>>,
    expanded: Mutex<Vec<Node>>,
}

impl UniformTree {
    pub fn new(width: u64, depth: u32, seed: u64, values: u64) -> UniformTree {
        UniformTree { width, depth, seed, values, evaluated: Mutex::default(), expanded: Mutex::default() }
    }

    pub fn is_leaf(&self, node: Node) -> bool {
        node.level == self.depth
    }

    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let first = node.place * self.width;
        (first..first + self.width).map(move |place| Node { level: node.level + 1, place })
    }

    pub fn parent(&self, node: Node) -> Node {
        Node { level: node.level - 1, place: node.place / self.width }
    }

    pub fn next_sibling(&self, node: Node) -> Option<Node> {
        let next = Node { place: node.place + 1, ..node };
        (!next.place.is_multiple_of(self.width)).then_some(next)
    }

    /// Whether `node` is below `ancestor`.
    pub fn is_below(&self, node: Node, ancestor: Node) -> bool {
        let levels = node.level.checked_sub(ancestor.level);
        levels.is_some_and(|levels| levels > 0 && node.place / self.width.pow(levels) == ancestor.place)
    }

    /// The place of the leftmost leaf under a node, which orders nodes of any depth from left to right.
    pub fn leftmost_leaf(&self, node: Node) -> u64 {
        node.place * self.width.pow(self.depth - node.level)
    }

    /// The value of a leaf for the first player, spread over +-70 men.
    pub fn value(&self, leaf: Node) -> Score {
        let step = mix(self.seed ^ mix(leaf.place)) % self.values;
        let span = 140_000_000 / self.values.max(2) as i64;
        Score::from_millionths(step as i64 * span - 70_000_000)
    }

    /// The value of a leaf, put on record.
    pub fn evaluate(&self, leaf: Node) -> Score {
        self.evaluated.lock().push(leaf.place);
        self.value(leaf)
    }

    /// Puts on record that the children of an inner node were listed.
    pub fn note_expansion(&self, node: Node) {
        self.expanded.lock().push(node);
    }

    /// The inner nodes whose children were listed since the last call.
    pub fn take_expanded(&self) -> Vec<Node> {
        std::mem::take(&mut *self.expanded.lock())
    }

    /// The places of the leaves evaluated since the last call, in order.
    pub fn take_record(&self) -> Vec<u64> {
        std::mem::take(&mut *self.evaluated.lock())
    }
}

/// The finaliser of SplitMix64 (G. Steele, D. Lea and C. Flood, Fast splittable pseudorandom number generators, 2014).
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
