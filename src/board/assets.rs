//! The files of the page, built into the program.

/// A file of the page.
pub(super) struct Asset {
    /// Its path below the root.
    pub(super) path: &'static str,
    /// Its type.
    pub(super) mime: &'static str,
    /// Its text.
    pub(super) text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($path:literal, $file:literal, $mime:expr) => {
        Asset { path: $path, mime: $mime, text: include_str!(concat!("page/", $file)) }
    };
}

/// Every file.
pub(super) const ASSETS: &[Asset] = &[
    asset!("/", "index.html", "text/html; charset=utf-8"),
    asset!("/style.css", "style.css", "text/css; charset=utf-8"),
    asset!("/icon.svg", "icon.svg", "image/svg+xml"),
    asset!("/main.js", "main.js", SCRIPT),
    asset!("/server.js", "server.js", SCRIPT),
    asset!("/board.js", "board.js", SCRIPT),
    asset!("/chooser.js", "chooser.js", SCRIPT),
    asset!("/analysis.js", "analysis.js", SCRIPT),
    asset!("/moves.js", "moves.js", SCRIPT),
    asset!("/dialogs.js", "dialogs.js", SCRIPT),
    asset!("/sound.js", "sound.js", SCRIPT),
    asset!("/text.js", "text.js", SCRIPT),
];
