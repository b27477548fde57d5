//! The search as a whole, against searches so plain that they can be seen to be right.

mod accumulators;
mod consistency;
mod counts;
mod deepest_line;
mod drivers;
mod endings;
mod lines;
mod plain;
mod play;
mod poisoned;
mod positions;
mod proofs;
mod repetition;
mod runs;
mod selectivity;
mod stopped;
mod strict;
mod table;
mod threads;
mod waiting;
