//! The rules: article by article, against published counts, and against a generator that was written apart from ours.

#[path = "../support/reference.rs"]
mod reference;

mod articles;
mod family;
mod generator;
mod literal;
mod members;
mod perft;
mod random;
mod twin;
