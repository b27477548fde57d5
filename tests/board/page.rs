//! The page of the board in a real browser, either way: the program serves it, or it is the single file that
//! `scripts/web` makes. Where `CROWNHEAD_WEB` names that file, the tests drive the file.

use std::ops::Deref;

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::served::Served;

const FILE: &str = "CROWNHEAD_WEB";

/// A browser for the page, and who answers it.
pub struct Page {
    browser: Browser,
    /// None in a single file, whose worker answers.
    served: Option<Served>,
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Page {
    /// Starts a browser for the page. `None`, with a message, where there is none.
    pub fn start(name: &str, size: (u32, u32), is_dark: bool) -> Option<Page> {
        match url_of_file() {
            Some(_) => Page::of_file(name, size, is_dark),
            None => Some(Page { browser: Browser::start(name, size, is_dark)?, served: Some(Served::start(&[])) }),
        }
    }

    /// A page that the program serves.
    pub fn of_program(name: &str, size: (u32, u32), served: Served) -> Option<Page> {
        Some(Page { browser: Browser::start(name, size, false)?, served: Some(served) })
    }

    /// The single file, open in a browser without a network. `None`, with a message, where there is no file either.
    pub fn of_file(name: &str, size: (u32, u32), is_dark: bool) -> Option<Page> {
        let Some(url) = url_of_file() else {
            eprintln!("SKIPPED {name}: {FILE} does not name the file that scripts/web makes");
            return None;
        };
        let page = Page { browser: Browser::start(name, size, is_dark)?, served: None };
        page.cut_off();
        page.open(&url);
        settle(&page, 0);
        Some(page)
    }

    /// Ends the program, and starts it again with its games and these arguments.
    pub fn restart(&mut self, arguments: &[&str]) {
        self.served = self.served.take().map(|served| served.again_with(arguments));
    }

    /// The program that serves the page.
    pub fn served(&self) -> &Served {
        self.served.as_ref().expect("the page is served")
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        let link = self.served.as_ref().map(|served| served.link.clone());
        link.or_else(url_of_file).expect("one or the other")
    }

    /// The name of a module of the page, for `import`.
    pub fn module(&self, name: &str) -> String {
        let folder = if self.served.is_some() { "" } else { "crownhead" };
        format!("{folder}/{name}")
    }

    /// Sends a request, with a body to change something; the status and the text of the answer.
    pub fn send(&self, path: &str, body: Option<&Value>) -> (u16, String) {
        if let Some(served) = &self.served {
            let reply = body.map_or_else(|| served.get(path), |body| served.post(path, body));
            return (reply.status, reply.text);
        }
        let script = "const [path, body] = arguments;
                      return import('crownhead/http.js')
                          .then(({ send }) => send(path, body === null ? undefined : JSON.stringify(body)))
                          .then(({ status, text }) => [status, text])";
        let reply = self.run(script, json!([path, body]));
        serde_json::from_value(reply).expect("a status and a text")
    }

    /// Asks for something that there is.
    pub fn get(&self, path: &str) -> Value {
        self.ask(path, None)
    }

    /// Changes something that can be changed.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        self.ask(path, Some(body))
    }

    fn ask(&self, path: &str, body: Option<&Value>) -> Value {
        let (status, text) = self.send(path, body);
        assert!(status < 300, "{path} {body:?}: {status} {text}");
        serde_json::from_str(&text).expect("an answer in JSON")
    }

    /// The game as it is saved.
    pub fn pdn(&self, path: &str) -> String {
        let (status, text) = self.send(&format!("{path}/pdn"), None);
        assert_eq!(status, 200, "{text}");
        text
    }

    /// Opens a game and shows it; its path.
    pub fn show_game(&self, wish: &Value) -> String {
        let number = self.post("/api/games", wish)["number"].clone();
        match &self.served {
            Some(served) if self.run("return location.host", json!([])) != json!(served.host()) => {
                self.open(&served.link);
                self.wait("the latest game", "return /^#[0-9]+$/.test(location.hash)");
            }
            _ => (),
        }
        self.run("location.hash = arguments[0]", json!([number.to_string()]));
        // The same page with another number is not loaded again, but follows.
        self.wait("the game", &format!("return document.querySelector('#save').value === '{number}'"));
        format!("/api/games/{number}")
    }

    /// Opens the panel of the analysis, and waits until it has its lines, so that nothing moves under the mouse.
    pub fn open_analysis(&self) {
        self.run("document.querySelector('#analysis').open = true", json!([]));
        self.wait("the lines", "return document.querySelectorAll('#best li').length > 0");
    }

    /// Opens a game and shows it, until a person is to move or it is over; its path.
    pub fn open_game(&self, wish: &Value) -> String {
        let path = self.show_game(wish);
        settle(self, 0);
        path
    }
}

/// Where the single file is, if there is one to drive.
pub fn url_of_file() -> Option<String> {
    let file = std::env::var_os(FILE)?;
    Some(format!("file://{}", std::fs::canonicalize(file).expect("the file is there").display()))
}

/// Waits until the page shows a game with so many moves at least, and a person to move or the end.
pub fn settle(browser: &Browser, moves: usize) {
    let script = format!(
        "const text = document.querySelector('#status').textContent;
         return document.querySelectorAll('#moves button').length >= {moves} && text !== ''
             && !text.includes('thinks') && (document.querySelector('.movable, .must') || /wins|Draw/.test(text)) ? text : null"
    );
    browser.wait("the turn of a person", &script);
}

pub fn square(number: &Value) -> String {
    format!("[data-square='{number}']")
}
