//! The learned weights that are part of the program.

use once_cell::sync::Lazy;

use super::WeightsFile;

/// The files, by the names of their variants.
const FILES: [(&str, &[u8]); 4] = [
    ("english", include_bytes!("../../data/eval/english.weights")),
    ("giveaway", include_bytes!("../../data/eval/giveaway.weights")),
    ("international", include_bytes!("../../data/eval/international.weights")),
    ("losing", include_bytes!("../../data/eval/losing.weights")),
];

/// The weights, unpacked on first use.
static WEIGHTS: Lazy<Vec<WeightsFile>> =
    Lazy::new(|| FILES.iter().filter_map(|(_, bytes)| WeightsFile::parse(bytes).ok()).collect());

/// The weights of the variant of this name, if there are any.
pub(super) fn weights(variant: &str) -> Option<&'static WeightsFile> {
    WEIGHTS.iter().find(|file| file.header.variant == variant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read_and_is_for_its_variant() {
        for (variant, bytes) in FILES {
            let file = WeightsFile::parse(bytes).expect("an embedded file is whole");
            assert_eq!(file.header.variant, variant);
        }
    }
}
