//! The tables that are part of the program. `crownhead endgame build --pieces 4 --dir data/endgame` makes them.

/// The most pieces of a table in the program.
pub(super) const PIECES: usize = 4;

/// The bytes of the table file with this name, if the program has it.
pub(super) fn bytes(name: &str) -> Option<&'static [u8]> {
    TABLES.iter().find(|(table, _)| *table == name).map(|(_, bytes)| *bytes)
}

macro_rules! tables {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/endgame/", $name)))),+]
    };
}

const TABLES: &[(&str, &[u8])] = tables![
    "english-2.endgame",
    "english-3.endgame",
    "english-4.endgame",
    "giveaway-2.endgame",
    "giveaway-3.endgame",
    "giveaway-4.endgame",
    "international-2.endgame",
    "international-3.endgame",
    "international-4.endgame",
    "losing-2.endgame",
    "losing-3.endgame",
    "losing-4.endgame",
];
