//! The evaluation, by features and by patterns.

mod features;
mod patterns;
