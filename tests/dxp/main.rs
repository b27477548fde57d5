//! DXP: messages as values and as bytes, and the binary over real connections.

mod messages;
