//! What the weight of a pattern is made of: terms that it shares with similar patterns, and one of its own.
//!
//! A weight is a sum of parameters, each with a penalty on its square. Shared parameters learn fast, from every position
//! in which any of their patterns occurs; what is particular to a pattern has to prove itself against its penalty, so a
//! pattern that was seldom seen is worth what its parts are worth. The parameters themselves are gone when the weights
//! are written.

use super::FitOptions;
use crate::eval::{GROUP, PatternList, Section};
use crate::rules::{Geometry, Variant};

/// A parameter's part in a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) parameter: u32,
    pub(super) factor: f32,
}

/// Parameters of a kind.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) start: usize,
    pub(super) len: usize,
    /// The weight of their squares in the loss of all positions together.
    pub(super) penalty: f32,
}

/// The parameters of a variant's patterns.
#[derive(Debug)]
pub(super) struct Factors {
    board: &'static Geometry,
    max_pieces: usize,
    families: Vec<Family>,
    sections: Vec<Section>,
    without: Vec<String>,
}

/// The families, by their place in the list.
#[derive(Clone, Copy)]
enum Kind {
    /// Two rows by two columns of squares, wherever they occur in a group.
    Four,
    /// Three rows by two columns.
    Six,
    /// A filling of a group, whatever the group.
    AnyGroup,
    /// A filling and the one with the board turned and the colours swapped, with opposite values.
    Turned,
    /// Each pattern by itself.
    Own,
    /// Men and kings, linear.
    Linear,
    /// The difference in men with the kings of both sides.
    Balance,
    /// A filling of a block with kings, whatever the block.
    AnyBlock,
}

impl Factors {
    pub(super) fn new(variant: Variant, options: &FitOptions) -> Factors {
        let (board, max_pieces, list) = (variant.board(), variant.max_pieces(), PatternList::of(variant));
        let (columns, rows) = (board.row - 1, board.rows);
        let groups = (rows - 3) * columns * GROUP;
        let lens = [
            (rows - 1) * columns * 81,
            (rows - 2) * columns * 729,
            GROUP,
            groups,
            list.len,
            3,
            (2 * max_pieces + 1) * 25,
            625,
        ];
        let mut start = 0;
        let mut families = Vec::new();
        for (len, penalty) in lens.into_iter().zip(options.penalties) {
            families.push(Family { start, len, penalty });
            start += len;
        }
        let (sections, without) = (list.sections(), options.without.clone());
        Factors { board, max_pieces, families, sections, without }
    }

    /// How many patterns there are.
    pub(super) fn patterns(&self) -> usize {
        self.families[Kind::Own as usize].len
    }

    pub(super) fn parameters(&self) -> usize {
        self.families.last().map_or(0, |family| family.start + family.len)
    }

    /// The penalty of each parameter.
    pub(super) fn penalties(&self) -> Vec<f32> {
        self.families.iter().flat_map(|family| vec![family.penalty; family.len]).collect()
    }

    fn term(&self, kind: Kind, place: usize, factor: f32) -> Term {
        let family = &self.families[kind as usize];
        debug_assert!(place < family.len);
        Term { parameter: (family.start + place) as u32, factor }
    }

    /// The terms of the weight at `index`.
    pub(super) fn terms(&self, index: usize, terms: &mut Vec<Term>) {
        terms.clear();
        let section = self.sections.iter().find(|section| section.range.contains(&index));
        let Some(section) = section else { return };
        if self.without.iter().any(|name| name == section.name) {
            return;
        }
        terms.push(self.term(Kind::Own, index, 1.0));
        let place = index - section.range.start;
        match section.name {
            "groups" => self.group_terms(place, 0, terms),
            "odd-groups" => self.group_terms(place, 1, terms),
            "material" => self.material_terms(place, terms),
            "king-blocks" => terms.push(self.term(Kind::AnyBlock, place % 625, 1.0)),
            _ => {}
        }
    }

    fn group_terms(&self, place: usize, first: usize, terms: &mut Vec<Term>) {
        let columns = self.board.row - 1;
        let (group, filling) = (place / GROUP, place % GROUP);
        let (pair, column) = (group / columns, group % columns);
        // From the top left, row by row: rows of two squares are numbers below 9.
        let rows = [729, 81, 9, 1].map(|unit| filling / unit % 9);
        for top in 0..3 {
            let place = (first + 2 * pair + top) * columns + column;
            terms.push(self.term(Kind::Four, place * 81 + rows[top] * 9 + rows[top + 1], 1.0));
        }
        for top in 0..2 {
            let place = (first + 2 * pair + top) * columns + column;
            let number = (rows[top] * 9 + rows[top + 1]) * 9 + rows[top + 2];
            terms.push(self.term(Kind::Six, place * 729 + number, 1.0));
        }
        terms.push(self.term(Kind::AnyGroup, filling, 1.0));
        let pairs = self.board.rows / 2 - 1;
        let groups = (pairs - first) * columns;
        let start = if first == 0 { 0 } else { pairs * columns * GROUP };
        let twin = (groups - 1 - group) * GROUP + turned(filling);
        let factor = if twin == place {
            0.0
        } else if place < twin {
            1.0
        } else {
            -1.0
        };
        terms.push(self.term(Kind::Turned, start + place.min(twin), factor));
    }

    fn material_terms(&self, place: usize, terms: &mut Vec<Term>) {
        let men = self.max_pieces + 1;
        let (balance, kings) = (place / 25, place % 25);
        let (own, other) = (balance / men, balance % men);
        let (own_kings, other_kings) = (kings / 5, kings % 5);
        let more = |own: usize, other: usize| own as f32 - other as f32;
        terms.push(self.term(Kind::Linear, 0, more(own, other)));
        terms.push(self.term(Kind::Linear, 1, more(own_kings, other_kings)));
        terms.push(self.term(Kind::Linear, 2, more(own_kings.min(1), other_kings.min(1))));
        terms.push(self.term(Kind::Balance, (own + self.max_pieces - other) * 25 + kings, 1.0));
    }
}

/// The filling of a group as the other side sees it: squares in reverse, colours swapped.
pub(super) fn turned(filling: usize) -> usize {
    let mut rest = filling;
    (0..8).fold(0, |number, _| {
        let digit = [0, 2, 1][rest % 3];
        rest /= 3;
        number * 3 + digit
    })
}
