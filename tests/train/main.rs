//! Training: the records of games, and the command that plays them.

mod export;
mod fit;
mod games;
mod generations;
mod records;
mod scratch;
mod search;
mod shards;
mod spread;
