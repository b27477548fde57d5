//! The node signature: the number of nodes of each variant. It changes whenever the search or the evaluation does.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::rules::Variant;

/// The header of a recorded signature.
const HEADING: &str =
    "# Nodes of `crownhead bench` by variant. A commit that changes them on purpose records them anew:
#   cargo run --release -- bench --record data/bench/signature.toml
";

/// Nodes by variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Signature(BTreeMap<String, u64>);

impl Signature {
    pub(super) fn add(&mut self, variant: Variant, nodes: u64) {
        self.0.insert(variant.name().to_owned(), nodes);
    }

    /// The signature as one number: the nodes of all variants.
    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Reads a recorded signature.
    pub(super) fn read(path: &Path) -> Result<Signature, SignatureError> {
        let file = path.to_owned();
        match std::fs::read_to_string(path) {
            Ok(text) => Signature::parse(&text).map_err(|source| SignatureError::Malformed { file, source }),
            Err(source) => Err(SignatureError::Unreadable { file, source }),
        }
    }

    /// Records the signature.
    pub(super) fn write(&self, path: &Path) -> Result<(), SignatureError> {
        std::fs::write(path, self.to_string())
            .map_err(|source| SignatureError::Unwritable { file: path.to_owned(), source })
    }

    /// Compares with the signature recorded in `file`.
    pub(super) fn check(&self, recorded: &Signature, file: &Path) -> Result<(), SignatureError> {
        if self == recorded {
            return Ok(());
        }
        Err(SignatureError::Changed { changes: self.changes_from(recorded), file: file.to_owned() })
    }

    fn parse(text: &str) -> Result<Signature, toml::de::Error> {
        Ok(Signature(toml::from_str(text)?))
    }

    /// Each count that differs, old and new: `english 120 -> 100, losing none -> 7`.
    fn changes_from(&self, recorded: &Signature) -> String {
        let show = |count: Option<&u64>| count.map_or("none".to_owned(), u64::to_string);
        let mut names: Vec<_> = self.0.keys().chain(recorded.0.keys()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| self.0.get(name) != recorded.0.get(name));
        let change = |name: &String| format!("{name} {} -> {}", show(recorded.0.get(name)), show(self.0.get(name)));
        names.into_iter().map(change).collect::<Vec<_>>().join(", ")
    }
}

/// The format of a recorded signature.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEADING)?;
        self.0.iter().try_for_each(|(name, nodes)| writeln!(f, "{name} = {nodes}"))
    }
}

/// Errors of a recorded signature.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum SignatureError {
    #[error(
        "the node signature has changed: {changes}\n\
         If this commit means to change what is searched, record it:\n  \
         crownhead bench --record {}", file.display()
    )]
    Changed { changes: String, file: PathBuf },
    #[error("cannot read the signature {}: {source}", file.display())]
    Unreadable { file: PathBuf, source: std::io::Error },
    #[error("cannot write the signature {}: {source}", file.display())]
    Unwritable { file: PathBuf, source: std::io::Error },
    #[error("the signature {} is not a list of `variant = nodes`: {source}", file.display())]
    Malformed { file: PathBuf, source: toml::de::Error },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(counts: &[(&str, u64)]) -> Signature {
        Signature(counts.iter().map(|&(name, nodes)| (name.to_owned(), nodes)).collect())
    }

    #[test]
    fn what_is_recorded_reads_back() {
        let signature = signature(&[("english", 123), ("losing", 7)]);
        assert_eq!(Signature::parse(&signature.to_string()).expect("it was written so"), signature);
        assert_eq!(signature.total(), 130);
    }

    #[test]
    fn each_change_is_named() {
        let recorded = signature(&[("english", 120), ("giveaway", 5), ("gone", 1)]);
        let measured = signature(&[("english", 100), ("giveaway", 5), ("losing", 7)]);
        let error = measured.check(&recorded, Path::new("some/file")).expect_err("they differ");
        let message = error.to_string();
        assert!(message.contains("english 120 -> 100, gone 1 -> none, losing none -> 7"), "{message}");
        assert!(message.contains("crownhead bench --record some/file"), "{message}");
        assert!(measured.check(&measured, Path::new("some/file")).is_ok());
    }
}
