//! The tables that are part of the program. `crownhead endgame build --variant NAME --pieces 4 --dir data/endgame` makes
//! those of a variant.

/// The most pieces of a table in the program.
pub(super) const PIECES: usize = 4;

/// The bytes of the table file with this name, if the program has it.
pub(super) fn bytes(name: &str) -> Option<&'static [u8]> {
    TABLES.iter().find(|(table, _)| *table == name).map(|(_, bytes)| *bytes)
}

/// The name and the bytes of each file that was in `data/endgame` when the program was built; `build.rs` lists them.
const TABLES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/endgame_tables.rs"));
