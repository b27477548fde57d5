//! Records: of matches, of training games and of the laboratory. Damaged ones are errors.
#![no_main]

use std::io::Write;

use crownhead::arena::{FirstLine, MatchHeader, RecordFile};
use crownhead::lab;
use crownhead_rules::Variant;
use crownhead::train::record::GamesReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    file.write_all(bytes).expect("it can be written");
    if let Ok(games) = GamesReader::open(Variant::ENGLISH, file.path()) {
        games.take(100).for_each(drop);
    }
    let _ = lab::record::Record::read(file.path());
    // The record of a match is changed by this, so it comes last.
    let _ = RecordFile::resume(file.path(), &FirstLine { header: header() });
});

/// The match of the seeds.
fn header() -> MatchHeader {
    let engine = |name: &str| {
        let keys = [("name", name), ("nodes", "50"), ("option.table", "1"), ("proto", "local")];
        keys.map(|(key, value)| (key.to_owned(), value.to_owned()))
    };
    MatchHeader {
        variant: "english".to_owned(),
        engines: ["A", "B"].map(|name| engine(name).into_iter().collect()).to_vec(),
        format: "round-robin".to_owned(),
        openings: "174 openings, da33aa6c5e4e9daa".to_owned(),
        ponder: false,
        terms: Default::default(),
        program: None,
        shard: None,
        rounds: None,
    }
}
