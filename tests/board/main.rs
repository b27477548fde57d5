//! `crownhead board` as its users meet it: over HTTP, and in a real browser.

mod browser;
mod driver;
mod http;
mod served;
