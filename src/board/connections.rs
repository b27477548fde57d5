//! The connections of the server: none waits without a limit, and no number of others keeps out those with the token.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tower_service::Service;

/// The time for a request to come in: its head from when the connection is free, and then its body.
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(10);

/// The maximum number of connections: fewer than the files that any system lets a process open. A browser keeps six.
const MOST_CONNECTIONS: usize = 96;

/// The time that a new connection has for its first request before another one may take its place. Without it, whoever
/// connects again and again would drive the page out before its request is read.
const GRACE: Duration = Duration::from_millis(500);

/// The time to wait where there is no room yet.
const WITHOUT_ROOM: Duration = Duration::from_millis(5);

/// The time to wait where the system has no more files for a connection.
const WITHOUT_FILES: Duration = Duration::from_millis(100);

#[derive(Default)]
struct Connections {
    /// By their number, which grows.
    open: BTreeMap<u64, Connection>,
    latest: u64,
    /// The requests with the token so far.
    requests: u64,
}

struct Connection {
    /// When it last had a request with the token, counted in such requests; 0 for one that never had any.
    used: u64,
    since: Instant,
    task: AbortHandle,
}

impl Connections {
    /// Where there are too many, ends the one that has not been used for the longest time: first of all those that never
    /// sent a request with the token, the oldest first. Whether there is room now: a new connection has its grace.
    fn make_room(&mut self) -> bool {
        if self.open.len() < MOST_CONNECTIONS {
            return true;
        }
        let oldest = self.open.iter().min_by_key(|(number, connection)| (connection.used, **number));
        let may_go = |connection: &Connection| connection.used > 0 || connection.since.elapsed() >= GRACE;
        let oldest = oldest.filter(|(_, connection)| may_go(connection)).map(|(number, _)| *number);
        let ended = oldest.and_then(|number| self.open.remove(&number));
        ended.inspect(|connection| connection.task.abort()).is_some()
    }

    fn mark_used(&mut self, number: u64) {
        self.requests += 1;
        if let Some(connection) = self.open.get_mut(&number) {
            connection.used = self.requests;
        }
    }
}

/// The connection that a request came by.
#[derive(Clone)]
pub(super) struct Origin {
    number: u64,
    connections: Arc<Mutex<Connections>>,
}

impl Origin {
    /// Notes that the request has the token: nobody without it drives this connection out.
    pub(super) fn mark_used(&self) {
        self.connections.lock().mark_used(self.number);
    }
}

/// Serves the requests of every connection until the process ends.
pub(super) async fn serve(listener: TcpListener, router: Router) -> Infallible {
    let connections = Arc::new(Mutex::new(Connections::default()));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(WITHOUT_FILES).await;
            continue;
        };
        // Others wait in the queue of the system meanwhile.
        while !connections.lock().make_room() {
            tokio::time::sleep(WITHOUT_ROOM).await;
        }
        let mut all = connections.lock();
        all.latest += 1;
        let number = all.latest;
        // It begins to run when this thread waits next.
        let task = tokio::spawn(attend(stream, number, router.clone(), Arc::clone(&connections)));
        all.open.insert(number, Connection { used: 0, since: Instant::now(), task: task.abort_handle() });
    }
}

async fn attend(stream: TcpStream, number: u64, router: Router, connections: Arc<Mutex<Connections>>) {
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Origin { number, connections: Arc::clone(&connections) });
        router.clone().call(request.map(Body::new))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIME);
    if let Err(error) = builder.serve_connection(TokioIo::new(stream), service).await {
        log::debug!("a connection ended: {error}");
    }
    connections.lock().open.remove(&number);
}
