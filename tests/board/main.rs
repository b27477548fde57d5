//! `crownhead board` as its users meet it: over HTTP, and in a real browser.

mod begins;
mod book;
mod browser;
mod driver;
mod editor;
mod end;
mod explorer;
mod help;
mod http;
mod kept;
mod languages;
mod lists;
mod looks;
mod page;
mod problems;
mod review;
mod rooms;
mod served;
mod share;
mod trust;
#[cfg(unix)]
#[path = "../support/unix.rs"]
mod unix;
mod variations;
mod web;
