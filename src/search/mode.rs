//! The three ways to search, chosen at compile time so that none pays for the others.

/// What a mode of search does at a node.
pub trait Mode: Copy + std::fmt::Debug + 'static {
    /// Does the table answer only at exactly the depth asked? Otherwise a greater depth answers too.
    const EXACT_DEPTH: bool;
    /// Are repetitions and move counts on the line draws?
    const PATH_DRAWS: bool;
    /// Are there extensions and reductions?
    const SELECTIVE: bool;
}

/// For playing: everything that earns its place.
#[derive(Clone, Copy, Debug)]
pub struct Play;

/// For the papers' experiments: fixed depth, the table answering at any sufficient depth.
#[derive(Clone, Copy, Debug)]
pub struct Paper;

/// For proofs: the value of a node depends on nothing but the position and the depth, so every driver returns
/// exactly what plain alpha-beta returns.
#[derive(Clone, Copy, Debug)]
pub struct Strict;

impl Mode for Play {
    const EXACT_DEPTH: bool = false;
    const PATH_DRAWS: bool = true;
    const SELECTIVE: bool = true;
}

impl Mode for Paper {
    const EXACT_DEPTH: bool = false;
    const PATH_DRAWS: bool = true;
    const SELECTIVE: bool = false;
}

impl Mode for Strict {
    const EXACT_DEPTH: bool = true;
    const PATH_DRAWS: bool = false;
    const SELECTIVE: bool = false;
}
