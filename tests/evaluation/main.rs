//! The evaluation, by features, by patterns and by a network.

mod features;
mod network;
mod patterns;
mod random;
