//! Endgame tables: a damaged file is named, and the built-in table used; what can be opened can be probed. An odd
//! number of bytes gets the checksum of its header put right, which a flipped bit would not.
#![no_main]

use std::hash::Hasher;

use crownhead_engine::endgame::{Tables, TablesOptions};
use crownhead_rules::Variant;
use fnv::FnvHasher;
use libfuzzer_sys::fuzz_target;

/// Digits of the checksum.
const DIGITS: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut bytes = bytes.to_owned();
    if bytes.len() % 2 == 1 {
        seal(&mut bytes);
    }
    std::fs::write(folder.path().join("english-2.endgame"), &bytes).expect("it can be written");
    let options = TablesOptions { dir: Some(folder.path().to_owned()), cache: 1 << 20, pieces: 2 };
    let (tables, _) = Tables::open(Variant::ENGLISH, &options);
    for chance in 0..50 {
        if let Some(position) = tables.position(2, chance * 1009) {
            let _ = (tables.probe(&position), tables.moves(&position));
        }
    }
});

fn seal(bytes: &mut [u8]) {
    let ends: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] == b'\n').take(2).collect();
    let [_, end] = ends[..] else { return };
    let mut hasher = FnvHasher::default();
    hasher.write(&bytes[..=end]);
    let checksum = format!("{:0DIGITS$x}", hasher.finish());
    if let Some(place) = bytes.get_mut(end + 1..end + 1 + DIGITS) {
        place.copy_from_slice(checksum.as_bytes());
    }
}
