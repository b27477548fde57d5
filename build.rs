//! Tells the program the commit it is built from.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of. After a change of anything else, such as a commit of changes that are already built, a
/// document or a test, neither this script nor the compiler has to run again.
const SOURCES: [&str; 12] = [
    "src",
    "crates/rules/src",
    "crates/engine/src",
    "crates/engine/data",
    "crates/tables-8",
    "crates/tables-10",
    "crates/tables-losing",
    "data/bench",
    "data/openings",
    "data/problems",
    "Cargo.toml",
    "Cargo.lock",
];

/// Overrides the commit, for builds from an archive without its history.
const OVERRIDE: &str = "CROWNHEAD_COMMIT";

fn main() {
    println!("cargo::rerun-if-env-changed={OVERRIDE}");
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    for source in SOURCES.iter().filter(|source| root.join(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    let commit = env::var(OVERRIDE).ok().or_else(|| packaged_commit(&root)).or_else(|| git_commit(&root));
    println!("cargo::rustc-env=CROWNHEAD_BUILD_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=CROWNHEAD_BUILD_COMPILER={}", compiler());
}

/// The commit of a package that `cargo package` has made, from the file that it adds.
fn packaged_commit(root: &Path) -> Option<String> {
    let text = fs::read_to_string(root.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    let changes = if text.contains("\"dirty\": true") { "+changes" } else { "" };
    Some(format!("{}{changes}", rest.get(..7)?))
}

/// The commit of a working tree, if this folder is the root of one. An unpacked archive may lie within another.
fn git_commit(root: &Path) -> Option<String> {
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    let commit = git(root, &["rev-parse", "--short=7", "HEAD"])?;
    Some(format!("{commit}{}", changes(root)?))
}

/// The compiler, how far it optimises, and for which system: `rustc 1.89.0 (29483883e 2025-08-04), opt-level 3,
/// x86_64-unknown-linux-gnu`.
fn compiler() -> String {
    let variable = |name| env::var(name).unwrap_or_default();
    let version = Command::new(variable("RUSTC")).arg("--version").output();
    let version = version.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!("{version}, opt-level {}, {}", variable("OPT_LEVEL"), variable("TARGET"))
}

/// Names the changes of the sources since the commit, so that programs with different ones are told apart: nothing, or
/// `+changes.` and a number in base 16.
fn changes(root: &Path) -> Option<String> {
    let of_sources =
        |arguments: &[&str]| git(root, &[&["-c", "core.quotePath=false"], arguments, &["--"][..], &SOURCES].concat());
    let changed = of_sources(&["diff", "--name-only", "--no-renames", "--relative", "HEAD"])?;
    let new = of_sources(&["ls-files", "--others", "--exclude-standard"])?;
    if changed.is_empty() && new.is_empty() {
        return Some(String::new());
    }
    let mut hasher = DefaultHasher::new();
    for name in changed.lines().chain(new.lines()) {
        (name, fs::read(root.join(name)).ok()).hash(&mut hasher);
    }
    Some(format!("+changes.{:08x}", hasher.finish() as u32))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(root).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
