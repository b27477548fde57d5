//! The built-in endgame tables of `crownhead-engine` for boards of 10x10 and 12x12, as files of its format: a package of data,
//! apart since a package holds at most 10 MiB.

macro_rules! tables {
    ($($name:literal),* $(,)?) => {
        &[$((concat!($name, ".endgame"), include_bytes!(concat!("../data/", $name, ".endgame")))),*]
    };
}

/// The names and the contents of the files of up to 3 pieces.
pub const THREE_PIECES: &[(&str, &[u8])] = tables![
    "breakthrough-2",
    "breakthrough-3",
    "canadian-2",
    "canadian-3",
    "frisian-2",
    "frisian-3",
    "frysk-2",
    "frysk-3",
    "international-2",
    "international-3",
    "killer-2",
    "killer-3"
];

/// The names and the contents of the files of 4 pieces.
pub const FOUR_PIECES: &[(&str, &[u8])] = tables!["international-4"];

#[cfg(test)]
mod tests {
    /// A file that the lists leave out would never be probed.
    #[test]
    fn every_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let count = std::fs::read_dir(folder).expect("the folder of the tables").count();
        assert_eq!(super::THREE_PIECES.len() + super::FOUR_PIECES.len(), count);
    }
}
