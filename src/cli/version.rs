//! What `crownhead --version` prints: the version, the commit of the build and the instructions that it uses.

use once_cell::sync::Lazy;

use crate::origin::{COMMIT, VERSION};

/// For example `0.1.0 (1c325f0, x86-64-v3)`.
pub(super) fn version() -> &'static str {
    static TEXT: Lazy<String> = Lazy::new(|| {
        let commit = COMMIT.unwrap_or("unknown commit");
        format!("{VERSION} ({commit}, {})", instructions())
    });
    TEXT.as_str()
}

/// The instruction set that the compiler could use: the levels of x86-64 by their names in the System V ABI, otherwise
/// the architecture. The features asked for are those of each level that matter to code like ours.
const fn instructions() -> &'static str {
    if !cfg!(target_arch = "x86_64") {
        std::env::consts::ARCH
    } else if cfg!(all(target_feature = "avx512bw", target_feature = "avx512vl", target_feature = "bmi2")) {
        "x86-64-v4"
    } else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "lzcnt")) {
        "x86-64-v3"
    } else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) {
        "x86-64-v2"
    } else {
        "x86-64"
    }
}
