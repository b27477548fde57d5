//! The built-in endgame tables of `crownhead-engine` for boards of 8x8, as files of its format: a package of data,
//! apart since a package holds at most 10 MiB.

macro_rules! tables {
    ($($name:literal),* $(,)?) => {
        &[$((concat!($name, ".endgame"), include_bytes!(concat!("../data/", $name, ".endgame")))),*]
    };
}

/// The names and the contents of the files of up to 3 pieces.
pub const THREE_PIECES: &[(&str, &[u8])] = tables![
    "brazilian-2",
    "brazilian-3",
    "czech-2",
    "czech-3",
    "english-2",
    "english-3",
    "italian-2",
    "italian-3",
    "pool-2",
    "pool-3",
    "russian-2",
    "russian-3",
    "spanish-2",
    "spanish-3",
    "thai-2",
    "thai-3",
    "turkish-2",
    "turkish-3"
];

/// The names and the contents of the files of 4 pieces that a page in a browser has room for too.
pub const FOUR_PIECES_OF_A_PAGE: &[(&str, &[u8])] = tables!["brazilian-4", "russian-4"];

/// The names and the contents of the other files of 4 pieces.
pub const FOUR_PIECES: &[(&str, &[u8])] = tables!["czech-4", "english-4", "italian-4", "pool-4", "spanish-4", "thai-4"];

#[cfg(test)]
mod tests {
    /// A file that the lists leave out would never be probed.
    #[test]
    fn every_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
        let count = std::fs::read_dir(folder).expect("the folder of the tables").count();
        let lists = [super::THREE_PIECES, super::FOUR_PIECES_OF_A_PAGE, super::FOUR_PIECES];
        assert_eq!(lists.map(<[_]>::len).iter().sum::<usize>(), count);
    }
}
