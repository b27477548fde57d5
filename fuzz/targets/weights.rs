//! Files of weights: a damaged one is an error; what is read evaluates the start position. An odd number of bytes gets
//! its checksum put right, which a flipped bit would not.
#![no_main]

use std::hash::Hasher;

use crownhead_engine::eval::{Grain, WeightsFile};
use crownhead_rules::Variant;
use fnv::FnvHasher;
use libfuzzer_sys::fuzz_target;

/// Bytes of the checksum.
const CHECKSUM: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_owned();
    if let Some(end) = bytes.len().checked_sub(CHECKSUM).filter(|_| bytes.len() % 2 == 1) {
        let mut hasher = FnvHasher::default();
        hasher.write(&bytes[..end]);
        bytes[end..].copy_from_slice(&hasher.finish().to_le_bytes());
    }
    if let Ok(file) = WeightsFile::parse(&bytes) {
        let _ = (file.patterns(Variant::ENGLISH, Grain::REAL), file.patterns(Variant::GIVEAWAY, Grain::REAL));
        let _ = (file.network(Variant::ENGLISH, Grain::REAL), file.network(Variant::GIVEAWAY, Grain::REAL));
    }
});
