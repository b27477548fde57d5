//! Learned weights as a file, and those that are part of the program. `evaluation.rs` makes an evaluation of them.
//!
//! Two lines of text, which `head -2` shows, and then bytes; numbers are little-endian:
//!
//! ```text
//! crownhead weights 1
//! {"variant":"english","sections":[{"name":"groups","len":59049},...],...}
//! ```
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the packed weights |
//! | n | the weights, packed |
//! | 8 | FNV-1a hash of everything before |
//!
//! The weights are four planes, packed together by deflate (RFC 1951): the low bytes of all weights of the opening,
//! their high bytes, and the same of the ending. The parameters of a network (`"family":"network"`) alternate between
//! the two phases; a file of both (`"family":"combined"`) has the network first. A weight is folded first, so that
//! small weights of either sign have a high byte of zero: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.

use std::path::Path;
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use once_cell::sync::{Lazy, OnceCell};

use super::network::NetworkShape;
use super::weights_header::{MAGIC, VERSION};
use super::{Family, Grain, Header, Network, Pair, Patterns, WeightsError};
use crate::support::files;
use crownhead_rules::Variant;

/// Bytes of the hash at the end.
const CHECKSUM: usize = 8;

/// The limit on the weights of a file, more than any shape has: it bounds the memory that a file can take.
const MOST_WEIGHTS: usize = 1 << 24;

/// The maximum size of a file, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Weights and what is known of them.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightsFile {
    /// What is known of them.
    pub header: Header,
    /// One pair for each pattern, or all parameters of a network two by two, or the parameters of a network and then
    /// the pairs of patterns.
    pub weights: Box<[Pair]>,
}

impl WeightsFile {
    /// The bytes of the file.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if a number of the header is not finite, as after a fit that diverged (JSON has no such
    /// numbers), or if the spread or the slope is out of range. [`WeightsError::Header`] if the header cannot be
    /// written.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WeightsError> {
        self.header.check_numbers()?;
        let header = serde_json::to_string(&self.header).map_err(|error| WeightsError::Header(error.to_string()))?;
        let packed = compress_to_vec(&planes(&self.weights), 9);
        let mut bytes = format!("{MAGIC} {VERSION}\n{header}\n").into_bytes();
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
        bytes.extend(files::checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`WeightsError`]: every file that was damaged or cut off is rejected.
    pub fn parse(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        let (first, rest) = line(bytes).ok_or(WeightsError::Foreign)?;
        let version = first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' '));
        let version = version.ok_or(WeightsError::Foreign)?;
        if version != VERSION {
            return Err(WeightsError::Version(version.chars().take(20).collect()));
        }
        let (text, rest) = line(rest).ok_or_else(|| WeightsError::Header("the second line is cut off".to_owned()))?;
        let before = bytes.len() - rest.len();
        let packed = packed(rest, before)?;
        check_hash(bytes)?;
        let header: Header = serde_json::from_str(text).map_err(|error| WeightsError::Header(error.to_string()))?;
        let variant: Variant = header.variant.parse().map_err(|_| WeightsError::Other {
            what: "variant",
            found: header.variant.clone(),
            expected: Variant::names(),
        })?;
        header.check(variant)?;
        let weights = unpacked(packed, &header)?;
        Ok(WeightsFile { header, weights })
    }

    /// The patterns of a variant with these weights or, in a combined file, with its part of patterns.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if they are for a network alone, another variant or another list of patterns.
    pub fn patterns(&self, variant: Variant, grain: Grain) -> Result<Patterns, WeightsError> {
        let pairs = self.part(variant, Family::Patterns)?;
        Patterns::new(variant, pairs, grain).ok_or_else(|| self.wrong_length())
    }

    /// The network of a variant with these weights or, in a combined file, with its part of a network.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if they are for patterns alone, another variant or another shape of network.
    pub fn network(&self, variant: Variant, grain: Grain) -> Result<Network, WeightsError> {
        let pairs = self.part(variant, Family::Network)?;
        Network::new(variant, pairs.as_flattened(), grain).ok_or_else(|| self.wrong_length())
    }

    /// The weights of patterns or of a network, which may be a part of the file.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if there are none, or they are for another variant or another shape.
    pub fn part(&self, variant: Variant, family: Family) -> Result<&[Pair], WeightsError> {
        let of_network = NetworkShape::of(variant).parameters() / 2;
        let part = match (self.header.family, family) {
            (found, expected) if found == expected => Some(&*self.weights),
            (Family::Combined, Family::Network) => self.weights.get(..of_network),
            (Family::Combined, Family::Patterns) => self.weights.get(of_network..),
            (found, expected) => {
                let [found, expected] = [found, expected].map(|family| family.name().to_owned());
                return Err(WeightsError::Other { what: "family", found, expected });
            }
        };
        self.header.check(variant)?;
        part.ok_or_else(|| self.wrong_length())
    }

    /// A file of the patterns or of the network alone.
    ///
    /// # Errors
    /// As of [`WeightsFile::part`].
    pub fn only(&self, variant: Variant, family: Family) -> Result<WeightsFile, WeightsError> {
        let Header { search, training, .. } = &self.header;
        let header = Header::of(variant, family, *search, training.clone());
        Ok(WeightsFile { header, weights: self.part(variant, family)?.into() })
    }

    /// The weights of `owner` for a variant that shares them; `None` for patterns and another board, since a network
    /// alone can be mirrored.
    fn shared_by(mut self, owner: Variant, variant: Variant) -> Option<WeightsFile> {
        if owner.board().mirrored != variant.board().mirrored {
            if self.header.family != Family::Network {
                return None;
            }
            self.weights = NetworkShape::of(variant).mirrored(variant.board(), &self.weights);
        }
        variant.name().clone_into(&mut self.header.variant);
        Some(self)
    }

    fn wrong_length(&self) -> WeightsError {
        WeightsError::Packing(format!("{} pairs of weights", self.weights.len()))
    }
}

/// Learned weights and where they come from. Clones share the weights.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedWeights {
    source: String,
    hash: u64,
    file: Arc<WeightsFile>,
}

impl LearnedWeights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// [`WeightsError::Read`] if it is not a regular file, is too large, or cannot be read; otherwise as
    /// [`LearnedWeights::parse`].
    pub fn read(path: &Path) -> Result<LearnedWeights, WeightsError> {
        let bytes = files::read(path, MOST_BYTES).map_err(|error| WeightsError::Read(error.to_string()))?;
        LearnedWeights::parse(&path.display().to_string(), &bytes)
    }

    /// The weights in the bytes of a file named `source`.
    ///
    /// # Errors
    /// [`WeightsError`] if it is not a file of weights, or damaged, or for another version of this program.
    pub fn parse(source: &str, bytes: &[u8]) -> Result<LearnedWeights, WeightsError> {
        let file = Arc::new(WeightsFile::parse(bytes)?);
        Ok(LearnedWeights { source: source.to_owned(), hash: files::checksum(bytes), file })
    }

    /// The FNV-1a hash of the bytes of the file.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The name of the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Fails unless the weights are for this variant.
    ///
    /// # Errors
    /// [`WeightsError::Other`].
    pub fn check(&self, variant: Variant) -> Result<(), WeightsError> {
        self.file.header.check(variant)
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.file.header
    }

    /// The file itself.
    pub fn file(&self) -> &WeightsFile {
        &self.file
    }
}

/// The name and the bytes of each file of weights for play in `crates/engine/data/eval`. A name with a hyphen is that of weights for
/// comparisons.
const BUILT_IN: &[(&str, &[u8])] = built_in_files!("eval", ".weights");

/// The built-in weights of each variant, unpacked on first use.
static UNPACKED: Lazy<Vec<OnceCell<Option<WeightsFile>>>> = Lazy::new(|| vec![OnceCell::new(); Variant::ALL.len()]);

fn unpacked_built_in(variant: Variant) -> Option<WeightsFile> {
    let owner = variant.owner();
    let (_, bytes) = BUILT_IN.iter().find(|(name, _)| name.strip_suffix(".weights") == Some(owner.name()))?;
    let file = WeightsFile::parse(bytes).unwrap_or_else(|error| {
        panic!("the built-in weights cannot be used: {error}; build the program again from intact files in data/eval")
    });
    if owner == variant { Some(file) } else { file.shared_by(owner, variant) }
}

/// The built-in weights of a variant, if there are any.
///
/// # Panics
/// If they are damaged. The program must not play on without them.
pub(super) fn built_in(variant: Variant) -> Option<&'static WeightsFile> {
    let place = Variant::ALL.iter().position(|&known| known == variant)?;
    UNPACKED[place].get_or_init(|| unpacked_built_in(variant)).as_ref()
}

/// The first line, without its end, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// The packed weights, from what follows the `before` bytes of text.
fn packed(rest: &[u8], before: usize) -> Result<&[u8], WeightsError> {
    let least = 4 + CHECKSUM;
    let Some((length, rest)) = rest.split_first_chunk::<4>() else {
        return Err(WeightsError::Length { found: before + rest.len(), expected: before + least });
    };
    let length = u32::from_le_bytes(*length) as usize;
    match rest.len().checked_sub(CHECKSUM) {
        Some(found) if found == length => Ok(&rest[..length]),
        _ => {
            let (found, expected) = (before + 4 + rest.len(), before + least + length);
            Err(WeightsError::Length { found, expected })
        }
    }
}

fn check_hash(bytes: &[u8]) -> Result<(), WeightsError> {
    let Some((contents, stated)) = bytes.split_last_chunk::<CHECKSUM>() else {
        return Err(WeightsError::Length { found: bytes.len(), expected: CHECKSUM });
    };
    let (found, expected) = (u64::from_le_bytes(*stated), files::checksum(contents));
    if found == expected { Ok(()) } else { Err(WeightsError::Checksum { found, expected }) }
}

fn unpacked(packed: &[u8], header: &Header) -> Result<Box<[Pair]>, WeightsError> {
    let damaged = WeightsError::Packing;
    let sum = header.sections.iter().try_fold(0usize, |sum, section| sum.checked_add(section.len));
    let len = sum.filter(|&len| len <= MOST_WEIGHTS).ok_or_else(|| damaged("too many".to_owned()))?;
    let planes = decompress_to_vec_with_limit(packed, 4 * len).map_err(|error| damaged(error.to_string()))?;
    if planes.len() != 4 * len {
        return Err(damaged(format!("{} bytes unpacked: expected {}", planes.len(), 4 * len)));
    }
    let weight = |low: u8, high: u8| unfolded(u16::from_le_bytes([low, high]));
    let at = |plane: usize, index: usize| planes[plane * len + index];
    let pair = |index| [weight(at(0, index), at(1, index)), weight(at(2, index), at(3, index))];
    Ok((0..len).map(pair).collect())
}

/// The weights byte by byte, one plane after the other.
fn planes(weights: &[Pair]) -> Vec<u8> {
    let plane = |phase: usize, byte: usize| weights.iter().map(move |pair| folded(pair[phase]).to_le_bytes()[byte]);
    plane(0, 0).chain(plane(0, 1)).chain(plane(1, 0)).chain(plane(1, 1)).collect()
}

const fn folded(weight: i16) -> u16 {
    ((weight << 1) ^ (weight >> 15)) as u16
}

const fn unfolded(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::{PatternList, Training, Tuning};

    #[test]
    fn every_built_in_file_can_be_read_and_is_for_its_variant() {
        let found = Variant::ALL.iter().filter_map(|&variant| Some((variant, built_in(variant)?)));
        let found = found.map(|(variant, file)| {
            assert_eq!(file.header.check(variant), Ok(()));
            variant
        });
        let owners = found.filter(|variant| variant.owner() == *variant);
        assert_eq!(owners.count(), BUILT_IN.len(), "a file has the name of no variant");
    }

    fn sample() -> WeightsFile {
        let weight = |index: usize| match index % 7 {
            0 => (index.wrapping_mul(7919) % 65_536) as u16 as i16,
            _ => 0,
        };
        let search = Tuning { spread: Some(0.24), extends_forced: false, reduction_base: 0.6, reduction_slope: 0.4 };
        let training = Training { games: 7, commit: "abc".to_owned(), ..Training::default() };
        WeightsFile {
            header: Header::of(Variant::ENGLISH, Family::Patterns, search, training),
            weights: (0..PatternList::of(Variant::ENGLISH).expect("it has patterns").len)
                .map(|index| [weight(index), weight(3 * index)])
                .collect(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let file = sample();
        let bytes = file.to_bytes().expect("the header is plain");
        assert_eq!(WeightsFile::parse(&bytes), Ok(file));
    }

    #[test]
    fn folding_keeps_every_weight() {
        assert!((i16::MIN..=i16::MAX).all(|weight| unfolded(folded(weight)) == weight));
        assert_eq!([0, -1, 1, -2, 2].map(folded), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn weights_are_for_one_variant() {
        let file = sample();
        assert!(file.patterns(Variant::ENGLISH, Grain::REAL).is_ok());
        let error = file.patterns(Variant::GIVEAWAY, Grain::REAL).expect_err("another variant");
        assert_eq!(error.to_string(), "weights with variant english: expected giveaway");
        let mut larger = file;
        larger.header.variant = "international".to_owned();
        let error = larger.patterns(Variant::INTERNATIONAL, Grain::REAL).expect_err("another board");
        assert!(error.to_string().starts_with("weights with sections groups 59049, "), "{error}");
    }

    #[test]
    fn other_files_are_named() {
        for text in ["", "\n", "crownhead games 1 0123\n{}\n", "crownhead weights", "\u{fffd}\n"] {
            assert_eq!(WeightsFile::parse(text.as_bytes()), Err(WeightsError::Foreign), "{text:?}");
        }
        let newer = WeightsFile::parse(b"crownhead weights 2\n{}\n").expect_err("another version");
        assert_eq!(newer.to_string(), "weights of format version 2: expected version 1");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_cut_file_is_rejected(part in 0.0..1.0) {
            let bytes = sample().to_bytes().expect("the header is plain");
            let cut = (bytes.len() as f64 * part) as usize;
            prop_assert!(WeightsFile::parse(&bytes[..cut]).is_err());
        }

        #[test]
        fn a_damaged_file_is_rejected(part in 0.0..1.0, bits in 1u8..) {
            let mut bytes = sample().to_bytes().expect("the header is plain");
            let place = (bytes.len() as f64 * part) as usize;
            bytes[place] ^= bits;
            prop_assert!(WeightsFile::parse(&bytes).is_err());
        }

        #[test]
        fn anything_behind_a_good_beginning_is_no_panic(tail in proptest::collection::vec(any::<u8>(), 0..64)) {
            let mut bytes = b"crownhead weights 1\n{\"variant\":\"english\"}\n".to_vec();
            bytes.extend(tail);
            prop_assert!(WeightsFile::parse(&bytes).is_err());
        }
    }
}
