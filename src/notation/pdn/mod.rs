//! PDN 3.0 (Portable Draughts Notation): games as text, many to a file.
//!
//! Reading has two steps. A [`Reader`] reads games one by one from a stream of any length; it uses the grammar only,
//! not the rules. [`PdnGame::replay`] then plays the moves by the rules of a variant. An error in either step names the
//! game, the line, the token and what was expected ([`PdnError`]), and the reader continues with the next game.
//!
//! Input: the PDN 3.0 reading grammar (pdn.fmjd.org, section PDN Grammars), which includes `-`, `x` and `:`, leading
//! zeros, blanks around separators, `1. ...`, NAGs, `!` and `?`, comments in `{}`, lines that start with `%`, and `/FEN
//! "..."/` before the first move; in addition, comments from `;` to the end of the line as in PGN, lines that are not
//! UTF-8, which are read as Latin-1, and captures in Hub form. Where the standard or existing files are ambiguous:
//!
//! - **Variations** in `()` are checked for balance and skipped. They can be written.
//! - **Results.** `1-0` and `2-0` mean a win of the side that moves first *in the start position of the variant*: White
//!   in the international variants, Black in English and give-away. CheckerBoard and the published games of English
//!   checkers do this, and the standard speaks of the side that moves first. The meaning depends on the colour only, also
//!   in a game from a FEN where the other side moves first. Any text is accepted as a result in the tag; [`PdnResult::Other`] keeps it.
//! - **The end of a game** is a result, a `*`, or the tags of the next game; after tags alone, an empty line and then
//!   `Event` or a tag that the game has already. The result at the end of the moves overrides the one in the tag; `*`
//!   leaves it to the tag. The writer ends the moves with the result of the tag: PDN 3.0 requires `*`, but some readers
//!   use only this result (pydraughts 0.6.7). A result that is not defined by PDN is written in the tag only.
//! - **Setups** after the first move are an error when the game is replayed.
//! - **An opened `{` or `(`** ends at the latest at a line that begins like a tag, `[Name "`, so that a missing brace
//!   loses one game and not the rest of the file.
//! - **Variants.** The `Variant` tag overrides `GameType`, if it names a variant. GameType has no code for give-away
//!   checkers: the writer uses 21, as for English, and `[Variant "giveaway"]`. 98 for losing draughts is lidraughts' code.
//! - **Line ends** in tags and comments are written as blanks, and `}` in a comment as `)`.

mod error;
mod game;
mod game_type;
mod lexer;
mod reader;
mod remark;
mod result;
mod tags;
mod word;
mod writer;

pub use error::{PdnError, PdnFault};
pub use game::{PdnGame, PdnMove};
pub use game_type::game_type;
pub use reader::Reader;
pub use remark::Remark;
pub use result::PdnResult;
pub use tags::Tags;
