//! `crownhead board` as its users meet it: over HTTP, and in a real browser.

mod book;
mod browser;
mod driver;
mod editor;
mod end;
mod http;
mod kept;
mod languages;
mod looks;
mod page;
mod review;
mod served;
mod trust;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;
mod web;
