#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "a program that is no page alone uses some of the engine")
)]

/// The name and the bytes of each built-in file of a kind, one for each variant.
macro_rules! built_in_files {
    ($folder:literal, $suffix:literal) => {
        built_in_files!($folder, $suffix,
            "antirussian", "brazilian", "breakthrough", "canadian", "czech", "english", "frisian", "frysk", "giveaway",
            "international", "italian", "killer", "losing", "pool", "russian", "spanish", "thai", "turkish")
    };
    ($folder:literal, $suffix:literal, $($name:literal),*) => {
        &[$((concat!($name, $suffix), include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $folder, "/", $name, $suffix)))),*]
    };
}

pub mod support;

pub mod eval;

pub mod endgame;

pub mod book;

pub mod search;

pub mod engine;

pub mod config;

pub mod protocol;
