//! Sessions over a text protocol.

use crownhead_engine::config::Config;
use crownhead_engine::protocol::{Protocol, speak};
use crownhead_engine::search::TableSize;

/// Words of commands that take memory or threads, as they were asked to; that is no finding.
const COSTLY: [&str; 4] = ["tt-size", "hash", "threads", "cache"];

/// Holds a session. A panic, also one of a search thread, ends the process.
pub fn hold(protocol: Protocol, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    if COSTLY.iter().any(|word| text.contains(word)) {
        return;
    }
    let mut config = Config::default();
    config.engine.table_size = TableSize::MIN;
    // To unpack weights and tables would take most of the time.
    config.engine.evaluation.learned = false;
    config.engine.endgame.pieces = 0;
    config.hub.line_gap = std::time::Duration::ZERO;
    let input = std::io::Cursor::new(bytes.to_owned());
    speak(Some(protocol), input, std::io::sink(), config).expect("nothing can go wrong with these streams");
}
