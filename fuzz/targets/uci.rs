//! A session over Uci: it ends by itself at the end of its input, and its search threads do not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../sessions.rs"]
mod sessions;

fuzz_target!(|bytes: &[u8]| sessions::hold(crownhead_engine::protocol::Protocol::Uci, bytes));
