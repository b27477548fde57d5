//! The built-in endgame tables of `crownhead-engine` for the losing games, as files of its format: a package of data, apart
//! since a package holds at most 10 MiB.

macro_rules! tables {
    ($($name:literal),* $(,)?) => {
        &[$((concat!($name, ".endgame"), include_bytes!(concat!("../data/", $name, ".endgame")))),*]
    };
}

/// The names and the contents of the files of up to 3 pieces.
pub const THREE_PIECES: &[(&str, &[u8])] =
    tables!["antirussian-2", "antirussian-3", "giveaway-2", "giveaway-3", "losing-2", "losing-3"];

/// The names and the contents of the files of 4 pieces.
pub const FOUR_PIECES: &[(&str, &[u8])] = tables!["antirussian-4", "giveaway-4", "losing-4"];

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
