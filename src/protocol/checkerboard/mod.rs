//! The engine as a library for CheckerBoard, a board program for Windows (M. Fierz, E. Gilbert), and for other hosts of
//! its interface, version 2 (CheckerBoard, cb_api_reference.htm).
//!
//! A host loads the library and calls three functions, which [`abi`] exports: `getmove` finds a move, `enginecommand`
//! executes text commands, `islegal` checks a move. [`library::Library`] implements them.

mod abi;
mod board;
mod command;
mod history;
mod kept;
mod level;
mod library;
mod machine;
mod numbering;
mod options;
mod played;
mod status;
