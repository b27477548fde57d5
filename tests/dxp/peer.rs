//! The other program: a script at the other end of a connection.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use crate::client::PATIENCE;
use crate::client::pattern::matches;

/// A connection to the program under test.
pub struct Peer {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Peer {
    pub fn connect(port: u16) -> Peer {
        Peer::of(TcpStream::connect(("127.0.0.1", port)).expect("the program listens"))
    }

    pub fn of(stream: TcpStream) -> Peer {
        stream.set_nodelay(true).expect("it is a stream");
        stream.set_read_timeout(Some(PATIENCE)).expect("it is a stream");
        Peer { stream, received: Vec::new() }
    }

    /// Sends a message.
    pub fn send(&mut self, message: &str) -> &mut Peer {
        self.send_bytes(&[message.as_bytes(), &[0]].concat())
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) -> &mut Peer {
        self.stream.write_all(bytes).expect("the program reads");
        self
    }

    /// The next message, or none if the program has closed the connection.
    pub fn receive(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.received.iter().position(|&byte| byte == 0) {
                let message: Vec<_> = self.received.drain(..=end).collect();
                // Latin-1, as the protocol has it: what it complains of may be quoted.
                return Some(message[..end].iter().map(|&byte| char::from(byte)).collect());
            }
            let mut buffer = [0; 256];
            match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(length) => self.received.extend(&buffer[..length]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no message: {error}"),
            }
        }
    }

    /// Receives a message that looks like `pattern`.
    #[track_caller]
    pub fn expect(&mut self, pattern: &str) -> &mut Peer {
        let message = self.receive();
        let is_meant = message.as_ref().is_some_and(|message| matches(pattern, message));
        assert!(is_meant, "{message:?} instead of {pattern:?}");
        self
    }

    /// Sends the lines that begin with `>`, and receives messages that look like those that begin with `<`.
    #[track_caller]
    pub fn hold<'a>(&mut self, dialogue: impl Iterator<Item = &'a str>) {
        for line in dialogue {
            if let Some(message) = line.strip_prefix("> ") {
                self.send(message);
            } else if let Some(pattern) = line.strip_prefix("< ") {
                self.expect(pattern);
            } else {
                panic!("{line:?} is neither sent nor received");
            }
        }
    }

    /// The program closes the connection, with nothing more to say.
    #[track_caller]
    pub fn expect_close(&mut self) {
        assert_eq!(self.receive(), None);
    }

    /// Nothing that was sent before is still to be answered.
    #[track_caller]
    pub fn expect_silence(&mut self) -> &mut Peer {
        self.send("B001W").expect("K1")
    }
}
