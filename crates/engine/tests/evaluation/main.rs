//! The evaluation, by features, by patterns, by a network and by both.

mod combined;
mod features;
mod network;
mod patterns;
mod random;
