//! The terminal that standard output goes to, if it is one.

use std::io;

use anstream::{AutoStream, ColorChoice};
use terminal_size::{Width, terminal_size_of};

use crate::board::Canvas;

/// The width of the terminal in characters; `None` if standard output goes to a file or another program.
pub(super) fn width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(columns), _)| usize::from(columns))
}

/// What boards are drawn on. A terminal gets colours unless NO_COLOR is set; what is no terminal gets none unless
/// CLICOLOR_FORCE is set.
pub(super) fn canvas() -> Canvas {
    // A console of Windows that has no escape sequences gets no colours either.
    let has_colours = AutoStream::auto(io::stdout()).current_choice() == ColorChoice::AlwaysAnsi;
    Canvas { width: width(), has_colours }
}
