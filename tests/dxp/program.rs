//! `crownhead dxp` as a process.

use crate::client::{Client, binary};
use crate::peer::Peer;

/// The argument for a program that thinks about its first moves too.
pub const WITHOUT_BOOK: &str = concat!("--config ", env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/without-book.toml");

/// A program that listens, and its port.
pub struct Listener {
    pub client: Client,
    pub port: u16,
}

/// Starts a program that listens at a port of the system's choice.
pub fn listen(arguments: &str) -> Listener {
    let mut client = start(&format!("--listen 0 {arguments}"));
    let line = client.next_line().expect("it says where it listens");
    let port = line.strip_prefix("listening on 127.0.0.1:").expect("it is a line of this form");
    Listener { port: port.parse().expect("a number"), client }
}

/// Starts a program that connects.
pub fn call(port: u16, arguments: &str) -> Client {
    start(&format!("--connect 127.0.0.1:{port} {arguments}"))
}

fn start(arguments: &str) -> Client {
    let arguments: Vec<_> = ["dxp"].into_iter().chain(arguments.split_whitespace()).collect();
    Client::start_with(binary(), &arguments)
}

impl Listener {
    /// Connects to it.
    pub fn peer(&mut self) -> Peer {
        let peer = Peer::connect(self.port);
        self.client.read_until("connected: 127.0.0.1:");
        peer
    }

    /// Reads what it tells, up to a line that begins so.
    #[track_caller]
    pub fn tells(&mut self, head: &str) -> &mut Listener {
        self.client.read_until(head);
        self
    }
}
