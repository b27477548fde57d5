//! The book of an engine, which is read while the engine goes on.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::Receiver;
use parking_lot::Mutex;

use super::BookOptions;
use super::file::{Book, BookError};
use crate::support::pending::Pending;
use crownhead_rules::Variant;

/// A book that is there, or will be when it has been read.
#[derive(Clone, Debug)]
pub struct PendingBook {
    loaded: Pending<Loaded>,
    /// The file, until it has been told that it takes too long.
    awaited: Arc<Mutex<Option<PathBuf>>>,
}

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
        let file = options.file.clone().filter(|_| options.enabled);
        let awaited = Arc::new(Mutex::new(file.clone()));
        let loaded = match file {
            Some(file) => Pending::read("book", move || load(variant, Some(&file))),
            None if options.enabled => Pending::ready(load(variant, None)),
            None => Pending::ready(Loaded { book: None, fault: Mutex::default() }),
        };
        PendingBook { loaded, awaited }
    }

    /// The book, if there is one and it has been read.
    pub fn get(&self) -> Option<&Book> {
        self.loaded.get()?.book.as_ref()
    }

    /// Why the file is not used, or not yet, as on a disk that does not answer; told once.
    pub fn take_fault(&self) -> Option<BookError> {
        match self.loaded.get() {
            Some(loaded) => loaded.fault.lock().take(),
            None if self.is_over() => Some(BookError::Late(self.awaited.lock().take()?)),
            None => None,
        }
    }

    /// A channel that disconnects when the book has been read, or is not worth waiting for any longer.
    pub const fn over(&self) -> &Receiver<Infallible> {
        self.loaded.over()
    }

    /// Whether that is so.
    pub fn is_over(&self) -> bool {
        self.loaded.is_over()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_read_is_told_once() {
        let (go, went) = crossbeam_channel::bounded::<()>(0);
        let work = move || {
            let _ = went.recv();
            Loaded { book: None, fault: Mutex::new(Some(BookError::Foreign(PathBuf::from("slow.book")))) }
        };
        let awaited = Arc::new(Mutex::new(Some(PathBuf::from("slow.book"))));
        let book = PendingBook { loaded: Pending::read("test", work), awaited };
        assert!(book.take_fault().is_none(), "it may still be read in time");
        // This channel never receives a message; it disconnects.
        let _ = book.over().recv();
        let fault = book.take_fault().expect("it was not read").to_string();
        assert_eq!(fault, "slow.book could not be read within 5 s: there is no book until it is");
        assert!(book.take_fault().is_none() && book.clone().take_fault().is_none());
        // What comes out of it in the end is told too.
        go.send(()).expect("it waits");
        while book.loaded.get().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(matches!(book.take_fault(), Some(BookError::Foreign(..))));
    }
}
