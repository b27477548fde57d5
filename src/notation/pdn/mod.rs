//! PDN 3.0 (Portable Draughts Notation): games as text, many to a file.
//!
//! Reading has two steps. A [`Reader`] takes games one by one from a stream of any length; it knows the grammar, but
//! no rules. [`PdnGame::replay`] then plays the moves by the rules of a variant. An error of either step names the
//! game, the line, the token and what was expected ([`PdnError`]), and the reader goes on with the next game.
//!
//! What is read: the PDN 3.0 reading grammar (pdn.fmjd.org, section PDN Grammars), which includes `-`, `x` and `:`,
//! leading zeros, blanks around separators, `1. ...`, NAGs, `!` and `?`, comments in `{}`, lines that start with `%`, and
//! `/FEN "..."/` before the first move; beyond it, comments from `;` to the end of the line, as PGN has them, text that is
//! not UTF-8 (what cannot be understood becomes U+FFFD), and capture moves in Hub form. Choices where the standard or
//! the files leave one:
//!
//! - **Variations** in `()` are checked for balance and skipped, whatever they hold. They can be written.
//! - **Results.** `1-0` and `2-0` say that the player won who has the first move *in the start position of the
//!   variant*: White in the international games, Black in English and give-away. CheckerBoard and the published games of
//!   English checkers do so; the standard does not say. It goes by colour: a game from a FEN in which the other side is
//!   to move first is told in the same way. Any text is accepted as a result; [`PdnResult::Other`] keeps it.
//! - **The end of a game** is a result, a `*`, or the tags of the next game. The result at the end of the moves goes
//!   before the one in the tag; `*` says nothing and leaves it to the tag. Written is the result, as the tag has it: PDN
//!   3.0 asks for `*`, but there are readers who believe nothing else (pydraughts 0.6.7). A result that is no word of
//!   PDN stands in the tag alone.
//! - **Setups** after the first move are an error when the game is replayed: what follows is no game by the rules.
//! - **An opened `{` or `(`** ends at the latest where a line begins like a tag, `[Name "`, so that a forgotten brace
//!   costs one game and not the rest of the file.
//! - **Variants.** The `Variant` tag goes before `GameType`. GameType has no code for give-away checkers: we write 21,
//!   as for English, and `[Variant "giveaway"]`. 98 for losing draughts is what lidraughts writes.
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
