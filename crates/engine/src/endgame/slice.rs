//! Slices: positions with the same numbers of men and kings on each side.

use std::fmt;
use std::str::FromStr;

use crownhead_rules::{Articles, Geometry, Variant};

/// The most pieces of a table. The limit of a build is lower where the header of the file would be too long.
pub const MAX_PIECES: usize = 8;

/// The numbers of men and kings of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// The men.
    pub men: u8,
    /// The kings.
    pub kings: u8,
}

impl Force {
    /// Men and kings.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// The same after a man has become a king, if there is a man.
    const fn promoted(self) -> Option<Force> {
        match self.men {
            0 => None,
            men => Some(Force { men: men - 1, kings: self.kings + 1 }),
        }
    }
}

/// The material of a position, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// The side to move.
    pub ours: Force,
    /// The other side.
    pub theirs: Force,
}

impl Slice {
    /// One more than the highest [`Slice::code`].
    pub(super) const CODES: usize = (MAX_PIECES + 1).pow(4);

    /// The slices of `pieces` pieces that a table holds, with pieces of both sides, in an order in which each can be
    /// solved: promotions lead from more men to fewer. Captures lead to fewer pieces.
    pub fn all(variant: Variant, pieces: usize) -> Vec<Slice> {
        let most = variant.max_pieces().min(MAX_PIECES);
        let forces = |count: usize| (0..=count as u8).map(move |men| Force { men, kings: count as u8 - men });
        let mut slices: Vec<Slice> = (1..pieces)
            .filter(|&ours| ours <= most && pieces - ours <= most)
            .flat_map(|ours| forces(ours).map(move |force| (force, pieces - ours)))
            .flat_map(|(ours, others)| forces(others).map(move |theirs| Slice { ours, theirs }))
            .filter(|slice| slice.fits(variant.board()) && slice.is_kept(variant.articles()))
            .collect();
        slices.sort_by_key(|slice| (slice.men(), *slice));
        slices
    }

    /// Whether there is room for the men.
    fn fits(&self, board: &Geometry) -> bool {
        self.men() <= board.size - 2 * board.row
    }

    /// Whether a table holds the slice: unless a side has won by its kings, and unless a value depends on what kings
    /// have done before. Moves lead from such slices to others or to the end.
    fn is_kept(&self, articles: &Articles) -> bool {
        [self.ours, self.theirs].iter().all(|force| {
            let goes_on = articles.kings_to_win.is_none_or(|enough| u32::from(force.kings) < enough);
            // A king is limited only beside a man.
            let is_free = articles.king_run == u8::MAX || force.men == 0 || force.pieces() == 1;
            goes_on && is_free
        })
    }

    /// The men of both sides.
    pub const fn men(&self) -> usize {
        self.ours.men as usize + self.theirs.men as usize
    }

    /// The pieces of both sides.
    pub const fn pieces(&self) -> usize {
        self.ours.pieces() as usize + self.theirs.pieces() as usize
    }

    /// The same material with the other side to move.
    pub const fn turned(&self) -> Slice {
        Slice { ours: self.theirs, theirs: self.ours }
    }

    /// This slice and its turned one, or this slice alone if both are the same.
    pub(super) fn pair(&self) -> Vec<Slice> {
        if *self == self.turned() { vec![*self] } else { vec![*self, self.turned()] }
    }

    /// The lesser of this slice and its turned one, which are solved together.
    pub fn first_of_pair(&self) -> Slice {
        self.turned().min(*self)
    }

    /// Whether it is the lesser of the two.
    pub fn is_first_of_pair(&self) -> bool {
        *self == self.first_of_pair()
    }

    /// The other slices that a position of this slice or its turned one can reach by one move and the captures that
    /// follow: those whose values a look-up may need. Slices of one side only, and those that no table holds, are left
    /// out.
    pub(super) fn destinations(&self, articles: &Articles) -> Vec<Slice> {
        let mut found: Vec<Slice> = Vec::new();
        let mut open: Vec<Slice> = [*self, self.turned()].iter().flat_map(Slice::promotions).collect();
        open.extend([*self, self.turned()].iter().flat_map(Slice::captures));
        while let Some(slice) = open.pop() {
            if slice.ours.pieces() > 0 && slice.is_kept(articles) && !found.contains(&slice) {
                found.push(slice);
                open.extend(slice.captures());
            }
        }
        found
    }

    /// What a quiet promotion leads to.
    fn promotions(&self) -> Vec<Slice> {
        self.ours.promoted().map(|theirs| Slice { ours: self.theirs, theirs }).into_iter().collect()
    }

    /// What captures may lead to, with or without a promotion.
    fn captures(&self) -> Vec<Slice> {
        let movers = [Some(self.ours), self.ours.promoted()];
        let Force { men, kings } = self.theirs;
        let left = (0..=men).flat_map(|men| (0..=kings).map(move |kings| Force { men, kings }));
        let left = left.filter(|left| *left != self.theirs);
        left.flat_map(|ours| movers.into_iter().flatten().map(move |theirs| Slice { ours, theirs })).collect()
    }

    /// A dense number for the slice, for arrays.
    pub(super) const fn code(&self) -> usize {
        let base = MAX_PIECES + 1;
        let ours = self.ours.men as usize * base + self.ours.kings as usize;
        (ours * base + self.theirs.men as usize) * base + self.theirs.kings as usize
    }
}

impl fmt::Display for Slice {
    /// `1m2k-0m1k`: men and kings of the side to move, then of the other side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Slice { ours, theirs } = self;
        write!(f, "{}m{}k-{}m{}k", ours.men, ours.kings, theirs.men, theirs.kings)
    }
}

/// The text is not a slice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a slice: expected the men and kings of both sides, such as 1m2k-0m1k, at most {MAX_PIECES} in all"
)]
pub struct SliceError(String);

impl FromStr for Slice {
    type Err = SliceError;

    fn from_str(text: &str) -> Result<Slice, SliceError> {
        let force = |text: &str| {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            Some(Force { men: men.parse().ok()?, kings: kings.parse().ok()? })
        };
        let slice =
            text.split_once('-').and_then(|(ours, theirs)| Some(Slice { ours: force(ours)?, theirs: force(theirs)? }));
        // The text may hold any numbers, also some whose sum overflows their type.
        let is_small = |slice: &Slice| {
            let Slice { ours, theirs } = slice;
            let counts = [ours.men, ours.kings, theirs.men, theirs.kings];
            counts.map(usize::from).iter().sum::<usize>() <= MAX_PIECES
        };
        slice.filter(is_small).ok_or_else(|| SliceError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_does_not_depend_on_the_past_of_kings_nor_follow_the_end() {
        let names = |variant, pieces| Slice::all(variant, pieces).iter().map(Slice::to_string).collect::<Vec<_>>();
        assert_eq!(names(Variant::BREAKTHROUGH, 3), ["1m0k-2m0k", "2m0k-1m0k"]);
        assert_eq!(names(Variant::FRISIAN, 3), ["0m1k-0m2k", "0m2k-0m1k", "0m2k-1m0k", "1m0k-0m2k"]);
        assert_eq!(names(Variant::FRISIAN, 2).len(), 4);
        for slice in [2, 3, 4].into_iter().flat_map(|pieces| Slice::all(Variant::FRISIAN, pieces)) {
            let articles = Variant::FRISIAN.articles();
            assert!(
                slice.destinations(articles).iter().all(|to| Slice::all(Variant::FRISIAN, to.pieces()).contains(to))
            );
        }
    }
}
