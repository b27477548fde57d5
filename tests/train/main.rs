//! Training: the records of games, and the command that plays them.

mod games;
mod records;
mod scratch;
