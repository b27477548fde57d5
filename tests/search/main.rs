//! The search as a whole, against searches so plain that they can be seen to be right.

mod endings;
mod plain;
mod positions;
mod runs;
mod strict;
