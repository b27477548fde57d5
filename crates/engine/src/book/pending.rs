//! The book of an engine, which is read while the engine goes on.

use std::convert::Infallible;
use std::path::Path;

use crossbeam_channel::Receiver;
use parking_lot::Mutex;

use super::BookOptions;
use super::file::{Book, BookError};
use crate::support::pending::Pending;
use crownhead_rules::Variant;

/// A book that is there, or will be when it has been read.
#[derive(Clone, Debug)]
pub struct PendingBook(Pending<Loaded>);

#[derive(Debug)]
struct Loaded {
    book: Option<Book>,
    /// Why the file is not used, until it has been reported.
    fault: Mutex<Option<BookError>>,
}

impl PendingBook {
    /// Opens the book of a variant: the file, which is read on a thread of its own, or if it is not of that variant or
    /// there is none, the one in the program, which is there at once.
    pub fn open(variant: Variant, options: &BookOptions) -> PendingBook {
        PendingBook(match options.file.clone().filter(|_| options.enabled) {
            Some(file) => Pending::read("book", move || load(variant, Some(&file))),
            None if options.enabled => Pending::ready(load(variant, None)),
            None => Pending::ready(Loaded { book: None, fault: Mutex::default() }),
        })
    }

    /// The book, if there is one and it has been read.
    pub fn get(&self) -> Option<&Book> {
        self.0.get()?.book.as_ref()
    }

    /// Why the file is not used; returned once.
    pub fn take_fault(&self) -> Option<BookError> {
        self.0.get()?.fault.lock().take()
    }

    /// A channel that disconnects when the book has been read, or is not worth waiting for any longer.
    pub const fn over(&self) -> &Receiver<Infallible> {
        self.0.over()
    }

    /// Whether that is so.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

/// The book to use, and why the file is not used.
fn load(variant: Variant, file: Option<&Path>) -> Loaded {
    let (book, fault) = match file.map(|path| Book::read_of(variant, path)) {
        Some(Ok(book)) => (Some(book), None),
        found => match Book::built_in(variant) {
            Ok(book) => (book, found.and_then(Result::err)),
            Err(fault) => (None, Some(fault)),
        },
    };
    if let Some(fault) = &fault {
        log::error!("{fault}");
    }
    Loaded { book, fault: Mutex::new(fault) }
}
