//! A connection: messages instead of bytes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};

use super::codec::{DxpError, Splitter};
use super::message::Message;

/// A message, or an error, and the time of its arrival.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// When it was complete.
    pub at: Instant,
    pub message: Result<Message, DxpError>,
}

/// The capacity of the message queue. When it is full, nothing is read, which slows the other program down.
const MOST_WAITING: usize = 64;

/// The time limit for a program that reads nothing.
const LONGEST_WRITE: Duration = Duration::from_secs(10);

/// A connection to another program. Dropping it closes it.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    address: SocketAddr,
    incoming: Receiver<Incoming>,
}

impl Connection {
    /// Connects to a program that listens at `address`, with the time limit `patience` for each address of the host.
    /// Fails with the error of the last address.
    pub fn open(address: impl ToSocketAddrs, patience: Duration) -> io::Result<Connection> {
        let mut last = io::Error::new(io::ErrorKind::AddrNotAvailable, "the host has no address");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(stream) => return Connection::of(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Takes over a stream and starts to listen to it.
    pub fn of(stream: TcpStream) -> io::Result<Connection> {
        let address = stream.peer_addr()?;
        // Messages are short and wait for answers, so each is sent at once.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(LONGEST_WRITE))?;
        let reader = stream.try_clone()?;
        let (sender, incoming) = crossbeam_channel::bounded(MOST_WAITING);
        std::thread::Builder::new().name("dxp".to_owned()).spawn(move || listen(reader, &sender))?;
        Ok(Connection { stream, address, incoming })
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The messages that arrive. The channel closes with the connection.
    pub const fn incoming(&self) -> &Receiver<Incoming> {
        &self.incoming
    }

    /// Sends a message. Fails if the connection is closed, or the other program does not read.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        let bytes = message.bytes();
        log::debug!("> {}", bytes.escape_ascii());
        self.stream.write_all(&bytes)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The other end may have closed it already. In both cases the thread that reads ends.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Puts messages into the channel until the stream ends or the channel is closed.
fn listen(mut stream: TcpStream, incoming: &Sender<Incoming>) {
    let mut splitter = Splitter::default();
    let mut buffer = [0; 1024];
    let hand_on = |message| incoming.send(Incoming { at: Instant::now(), message });
    loop {
        let length = match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::info!("the connection is lost: {error}");
                break;
            }
        };
        let bytes = buffer.get(..length).unwrap_or_default();
        log::debug!("< {}", bytes.escape_ascii());
        if splitter.take(bytes).into_iter().try_for_each(hand_on).is_err() {
            return;
        }
    }
    if let Some(error) = splitter.finish() {
        // If nobody listens any more, the error is not needed.
        let _ = hand_on(Err(error));
    }
}
