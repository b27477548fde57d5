//! The draw articles: what they are, and the counters that they need.

use super::{Bitboard, Move, Pieces, Side, State, Word};

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawArticles {
    /// The occurrence of a position, same side to move, that ends the game. `None` if no article says so: see
    /// [`Game::end_or_claim`](super::Game::end_or_claim).
    pub occurrences: Option<usize>,
    /// Plies in a row without a capture or a man's move forward.
    pub quiet_plies: Option<u16>,
    /// Plies in a row with certain material. The first article that fits applies.
    pub endings: &'static [EndingArticle],
    /// Plies in a row of a lone king on certain squares, counted beside those of `endings`.
    pub lone_king: Option<LoneKingArticle>,
}

impl DrawArticles {
    /// The third occurrence of a position and nothing else.
    pub const REPETITION: DrawArticles =
        DrawArticles { occurrences: Some(3), quiet_plies: None, endings: &[], lone_king: None };

    /// The occurrence of a position at which programs end a game where no article does.
    pub const CLAIMED_OCCURRENCE: usize = 3;

    /// The most pieces with which plies are counted for an article on endings or lone kings; 0 if there is none.
    pub const fn most_pieces_counted(&self) -> u32 {
        let mut most = match self.lone_king {
            Some(article) => 1 + article.against.pieces.1 as u32,
            None => 0,
        };
        let mut place = 0;
        while place < self.endings.len() {
            let pieces = self.endings[place].most_pieces();
            most = if pieces > most { pieces } else { most };
            place += 1;
        }
        most
    }

    /// The article on endings at a place, from 1.
    #[inline]
    fn ending(&self, place: u8) -> Option<&'static EndingArticle> {
        self.endings.get(usize::from(place).checked_sub(1)?)
    }

    /// The place, from 1, of the first article on endings whose material is on the board; 0 if there is none.
    #[inline]
    fn ending_of<W: Word, S: State>(&self, position: &Pieces<W, S>) -> u8 {
        if self.endings.is_empty() {
            return 0;
        }
        let sides = Side::ALL.map(|side| (position.pieces(side).len(), position.kings(side).len()));
        let fits = |article: &EndingArticle| article.fits(sides);
        self.endings.iter().position(fits).map_or(0, |place| place as u8 + 1)
    }

    /// Whether a lone king stands where [`LoneKingArticle`] counts.
    #[inline]
    fn counts_lone_king<W: Word, S: State>(&self, position: &Pieces<W, S>) -> bool {
        let Some(article) = &self.lone_king else { return false };
        Side::ALL.into_iter().any(|side| {
            let (own, others) = (position.pieces(side), position.pieces(!side));
            MaterialRange::LONE_KING.fits(own.len(), position.kings(side).len())
                && own.is_subset(article.squares.narrowed())
                && article.against.fits(others.len(), position.kings(!side).len())
        })
    }
}

/// A limit on the plies with certain material, counted from when it arises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingArticle {
    /// The reason that is reported for the draw.
    pub name: &'static str,
    /// The pieces of either side.
    pub strong: MaterialRange,
    /// The pieces of the other side.
    pub weak: MaterialRange,
    /// The pieces of both sides together, as the least and the most.
    pub total: (u8, u8),
    /// The plies after which the game is drawn. With 0, it is drawn at once, unless a piece must be lost to the next
    /// capture: see [`Position::is_shot_forced`](super::Position::is_shot_forced).
    pub plies: u16,
    /// What restarts the count while the article applies.
    pub restart: Restart,
}

impl EndingArticle {
    /// The base of an article: kings on both sides. It is not an article: it has no name.
    pub const KINGS: EndingArticle = EndingArticle {
        name: "",
        strong: MaterialRange::WITH_KING,
        weak: MaterialRange::WITH_KING,
        total: (2, u8::MAX),
        plies: 0,
        restart: Restart::Never,
    };

    /// The most pieces on the board with which it applies.
    const fn most_pieces(&self) -> u32 {
        let (sum, total) = (self.strong.pieces.1 as u32 + self.weak.pieces.1 as u32, self.total.1 as u32);
        if sum < total { sum } else { total }
    }

    /// Whether it applies to sides with these pieces, kings among them.
    #[inline]
    const fn fits(&self, [white, black]: [(u32, u32); 2]) -> bool {
        is_within(self.total, white.0 + black.0)
            && ((self.strong.fits(white.0, white.1) && self.weak.fits(black.0, black.1))
                || (self.strong.fits(black.0, black.1) && self.weak.fits(white.0, white.1)))
    }
}

/// A limit on the plies in a row that a lone king spends on certain squares, whatever moves meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneKingArticle {
    /// The reason that is reported for the draw.
    pub name: &'static str,
    /// Where the lone king stands.
    pub squares: Bitboard,
    /// The pieces of the other side.
    pub against: MaterialRange,
    /// The plies after which the game is drawn.
    pub plies: u16,
}

/// The numbers of pieces of a side, each as the least and the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialRange {
    /// Men and kings.
    pub pieces: (u8, u8),
    /// Kings.
    pub kings: (u8, u8),
}

impl MaterialRange {
    /// A man or a king and nothing else.
    pub const LONE_PIECE: MaterialRange = MaterialRange { pieces: (1, 1), kings: (0, 1) };
    /// A king and nothing else.
    pub const LONE_KING: MaterialRange = MaterialRange { pieces: (1, 1), kings: (1, 1) };
    /// Any pieces, a king among them.
    pub const WITH_KING: MaterialRange = MaterialRange { pieces: (1, u8::MAX), kings: (1, u8::MAX) };

    const fn fits(&self, pieces: u32, kings: u32) -> bool {
        is_within(self.pieces, pieces) && is_within(self.kings, kings)
    }
}

const fn is_within((least, most): (u8, u8), count: u32) -> bool {
    least as u32 <= count && count <= most as u32
}

/// What restarts the count of an [`EndingArticle`] while it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Nothing.
    Never,
    /// A capture, or a man that becomes a king.
    Material,
    /// A capture or a man's move forward.
    Progress,
}

/// Which article ended a game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DrawReason {
    /// A position occurred too often.
    Repetition,
    /// Too many moves by kings alone without a capture.
    QuietMoves,
    /// An [`EndingArticle`] of this name.
    Ending(&'static str),
    /// None: [`Game::end_or_claim`](super::Game::end_or_claim).
    Claim,
}

impl std::fmt::Display for DrawReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DrawReason::Repetition => "repetition",
            DrawReason::QuietMoves => "only king moves without a capture",
            DrawReason::Ending(name) => name,
            DrawReason::Claim => "adjudication at the third occurrence of a position",
        })
    }
}

/// The counters of the draw articles at a position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawClock {
    quiet_plies: u16,
    /// The place, from 1, of the article on endings that applies; 0 for none.
    ending: u8,
    ending_plies: u16,
    /// One more than the plies for which a lone king has stood where [`LoneKingArticle`] counts; 0 if none does.
    lone_king: u16,
}

impl DrawClock {
    /// The clock of a position that a game starts from.
    pub fn start<W: Word, S: State>(draws: &DrawArticles, position: &Pieces<W, S>) -> DrawClock {
        let lone_king = u16::from(draws.counts_lone_king(position));
        DrawClock { ending: draws.ending_of(position), lone_king, ..DrawClock::default() }
    }

    /// The clock after `mv`, played in `before` and leading to `after`; `may_return` says whether the piece could go
    /// back, as a king can, and a man that moves sideways.
    #[inline]
    pub fn after<W: Word, S: State>(
        self,
        draws: &DrawArticles,
        before: &Pieces<W, S>,
        (mv, may_return): (&Move, bool),
        after: &Pieces<W, S>,
    ) -> DrawClock {
        let is_progress = mv.is_capture() || !may_return;
        let quiet_plies = if is_progress { 0 } else { self.quiet_plies.saturating_add(1) };
        let lone_king = if draws.counts_lone_king(after) { self.lone_king.saturating_add(1) } else { 0 };
        let ending = draws.ending_of(after);
        let Some(article) = draws.ending(ending) else {
            return DrawClock { quiet_plies, ending, ending_plies: 0, lone_king };
        };
        let restarts = match article.restart {
            Restart::Never => false,
            Restart::Material => mv.is_capture() || before.all_kings().len() != after.all_kings().len(),
            Restart::Progress => is_progress,
        };
        let ending_plies = if restarts || ending != self.ending { 0 } else { self.ending_plies.saturating_add(1) };
        DrawClock { quiet_plies, ending, ending_plies, lone_king }
    }

    /// Plies since the last capture or man's move forward: no earlier position can occur again.
    pub const fn quiet_plies(self) -> u16 {
        self.quiet_plies
    }

    /// The article, if any, that draws the game now by its count. `is_shot_forced` answers for the position as
    /// [`Position::is_shot_forced`](super::Position::is_shot_forced) does.
    #[inline]
    pub fn draw(self, draws: &DrawArticles, is_shot_forced: impl FnOnce() -> bool) -> Option<DrawReason> {
        if draws.quiet_plies.is_some_and(|limit| self.quiet_plies >= limit) {
            return Some(DrawReason::QuietMoves);
        }
        if let Some(article) = draws.lone_king.filter(|article| self.lone_king > article.plies) {
            return Some(DrawReason::Ending(article.name));
        }
        let article = draws.ending(self.ending).filter(|article| self.ending_plies >= article.plies)?;
        let is_postponed = article.plies == 0 && is_shot_forced();
        (!is_postponed).then_some(DrawReason::Ending(article.name))
    }

    /// Plies until an article draws the game by its count, unless a move resets it; `None` if nothing is counted. A
    /// game that goes on under an article of 0 plies ends by a capture, so that no count limits it.
    #[inline]
    pub fn plies_left(self, draws: &DrawArticles) -> Option<u16> {
        let quiet = draws.quiet_plies.map(|limit| limit.saturating_sub(self.quiet_plies));
        let ending = draws.ending(self.ending).filter(|article| article.plies > 0);
        let ending = ending.map(|article| article.plies.saturating_sub(self.ending_plies));
        let lone_king = draws.lone_king.zip(self.lone_king.checked_sub(1));
        let lone_king = lone_king.map(|(article, plies)| article.plies.saturating_sub(plies));
        quiet.into_iter().chain(ending).chain(lone_king).min()
    }
}
