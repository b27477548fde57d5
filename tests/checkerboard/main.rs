//! The library for CheckerBoard, loaded and called as CheckerBoard does it: through the functions that it exports.

#![expect(unsafe_code, reason = "the host of a library in C")]

mod commands;
mod game;
mod host;
mod playing;
mod settings;

use std::path::{Path, PathBuf};

use host::Host;

/// The library as cargo has built it along with these tests: it lies by the programs that they are linked with.
fn built() -> PathBuf {
    let tests = std::env::current_exe().expect("this program lies somewhere");
    let name = format!("{}crownhead{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    tests.with_file_name(name)
}

/// A folder for one test alone, with a copy of the library in it: its settings and its state are its own.
fn installed(test: &str, settings: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checkerboard").join(test);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let library = folder.join(built().file_name().expect("it has a name"));
    // What an earlier run has kept.
    let _ = std::fs::remove_file(folder.join("checkerboard.toml"));
    // A new file, since an earlier run may still have the old one loaded.
    let _ = std::fs::remove_file(&library);
    std::fs::copy(built(), &library).expect("the library has been built and can be copied");
    std::fs::write(folder.join("engine.toml"), settings).expect("the settings can be written");
    library
}

/// The library with settings of a test's own.
fn host(test: &str, settings: &str) -> Host {
    Host::load(&installed(test, settings))
}
