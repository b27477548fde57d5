//! Tells the program the commit it is built from, and which endgame tables, weights and opening books it contains.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of. After a change of anything else, such as a commit of changes that are already built, a
/// document or a test, neither this script nor the compiler has to run again.
const SOURCES: [&str; 9] = [
    "src",
    "data/bench",
    "data/book",
    "data/endgame",
    "data/eval",
    "data/openings",
    "Cargo.toml",
    "Cargo.lock",
    "engine.toml",
];

/// Overrides the commit, for builds from an archive without its history.
const OVERRIDE: &str = "CROWNHEAD_COMMIT";

fn main() {
    println!("cargo::rerun-if-env-changed={OVERRIDE}");
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for source in SOURCES.iter().filter(|source| root.join(source).exists()) {
        println!("cargo::rerun-if-changed={source}");
    }
    let commit = env::var(OVERRIDE).ok().or_else(|| packaged_commit(&root)).or_else(|| git_commit(&root));
    println!("cargo::rustc-env=CROWNHEAD_BUILD_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=CROWNHEAD_BUILD_COMPILER={}", compiler());
    // The package for crates.io leaves out the largest table, for which that has no room.
    // Nor does a page have room for the tables of 4 pieces.
    let is_native = env::var_os("CARGO_FEATURE_NATIVE").is_some();
    let is_wanted = |name: &str| name.ends_with(".endgame") && (is_native || !name.ends_with("-4.endgame"));
    let tables = contents(&root.join("data/endgame"), is_wanted);
    // A name with a hyphen is that of weights for comparisons.
    let weights = contents(&root.join("data/eval"), |name| name.ends_with(".weights") && !name.contains('-'));
    let books = contents(&root.join("data/book"), |name| name.ends_with(".book"));
    for (list, name) in [(tables, "endgame_tables.rs"), (weights, "weights.rs"), (books, "books.rs")] {
        fs::write(out.join(name), list).expect("OUT_DIR can be written");
    }
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

/// A list of the files in the folder that are wanted, as an expression of Rust: a name and the bytes of each.
fn contents(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> String {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| is_wanted(name));
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = folder.join(&name);
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string()).expect("a string grows");
    }
    list + "]\n"
}
