//! Collections of problems: wins that a person looks for. In PDN, a problem is a game with a start position, the
//! solution as its moves, and the tags `Kind` and `Level`.

use std::io;

use crownhead_engine::named_choice;
use crownhead_engine::support::packed::unpack_block;
use crownhead_rules::notation::hub;
use crownhead_rules::notation::pdn::{PdnError, PdnGame, PdnResult, Reader};
use crownhead_rules::{AnyPosition, Game, Side, Variant};

named_choice! {
    ProblemKind ("kind of problem") {
        /// A combination that begins with a sacrifice.
        Stroke = "stroke",
        /// The way to win a position that the endgame tables know.
        Ending = "ending",
    }
}

/// A win of the side to move.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The solution, from the position of the problem.
    pub solution: Game,
    /// What is to be found, if that is known.
    pub kind: Option<ProblemKind>,
    /// How hard it is to find the key, from 1 to [`Problem::HARDEST`], if that is known.
    pub level: Option<u8>,
    /// Its event, or else its author, where the PDN names one.
    pub title: Option<String>,
}

impl Problem {
    /// The highest level.
    pub const HARDEST: u8 = 5;

    pub fn start(&self) -> AnyPosition {
        self.solution.positions().next().copied().unwrap_or(*self.solution.position())
    }

    pub fn to_pdn(&self) -> PdnGame {
        let mut pdn = PdnGame::of(&self.solution, PdnResult::of(self.solution.variant(), Some(self.start().side())));
        if let Some(kind) = self.kind {
            pdn.tags.set("Kind", kind);
        }
        if let Some(level) = self.level {
            pdn.tags.set("Level", level);
        }
        pdn
    }

    /// The problem of a game. Its variant is that of its tags, or else `fallback`. `None` if it begins at the start
    /// position.
    pub fn of_pdn(pdn: &PdnGame, fallback: Variant) -> Result<Option<Problem>, PdnError> {
        let variant = pdn.variant()?.unwrap_or(fallback);
        let problem = Problem {
            solution: pdn.replay(variant)?,
            kind: pdn.tags.known("Kind").and_then(|kind| kind.parse().ok()),
            level: pdn.tags.known("Level").and_then(|level| level.parse().ok()),
            title: pdn.tags.known("Event").or_else(|| pdn.tags.known("White")).map(str::to_owned),
        };
        Ok(Some(problem).filter(|problem| problem.start() != variant.start()))
    }

    /// What two problems have in common that are the same but for the colours: the pieces as the side to move sees them.
    pub fn signature(&self) -> String {
        let start = self.start();
        let pieces = hub::write(&start).split_off(1);
        let other_colour = |piece: char| match piece {
            'w' => 'b',
            'W' => 'B',
            'b' => 'w',
            'B' => 'W',
            none => none,
        };
        if start.side() == Side::White { pieces } else { pieces.chars().rev().map(other_colour).collect() }
    }
}

/// The problems of a variant that are part of the program, as PDN; `None` if there are none.
/// `crownhead problems build --variant NAME --nodes 1000 --games 1000 --out data/problems/NAME.pdn.zst` makes them, with
/// `--games 2000` for brazilian, english, international and russian.
pub fn built_in_problems(variant: Variant) -> io::Result<Option<String>> {
    let found = BUILT_IN.iter().find(|(name, _)| *name == variant.name());
    let text = |bytes: &[u8]| String::from_utf8(unpack_block(bytes, MOST_BYTES)?).map_err(io::Error::other);
    found.map(|(_, bytes)| text(bytes)).transpose()
}

/// The problems of a PDN text. Games from the start position are none, and faulty ones are skipped, unless nothing is
/// left.
pub fn read_problems(text: &str, fallback: Variant) -> Result<Vec<Problem>, PdnError> {
    let (mut problems, mut fault) = (Vec::new(), None);
    for game in Reader::new(text.as_bytes()).flatten() {
        match Problem::of_pdn(&game, fallback) {
            Ok(problem) => problems.extend(problem),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    fault.filter(|_| problems.is_empty()).map_or(Ok(problems), Err)
}

/// The most bytes of the problems of a variant, unpacked.
const MOST_BYTES: usize = 1 << 20;

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/problems/", $name, ".pdn.zst")))),*]
    };
}

/// The name of each variant with problems in the program, and its file.
const BUILT_IN: &[(&str, &[u8])] = built_in!(
    "english",
    "giveaway",
    "international",
    "losing",
    "frisian",
    "frysk",
    "killer",
    "breakthrough",
    "russian",
    "antirussian",
    "brazilian",
    "pool",
    "unified",
    "jamaican",
    "italian",
    "spanish",
    "czech",
    "thai",
    "turkish",
    "canadian",
);
