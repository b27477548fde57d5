//! The protocols that are not lines of text: DXP, and the library that CheckerBoard loads.

mod checkerboard;
pub mod dxp;
