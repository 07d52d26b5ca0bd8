//! Connections, and what a client may take of the server: a place among so
//! many, so much time to ask and to listen, so large a head.

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// A request's head must be there by then. A connection without a request is
/// closed after the same time.
const ASKING: Duration = Duration::from_secs(15);
/// A head may be so large.
const HEAD: usize = 16 << 10;
/// After this time a connection takes no more requests.
const LIFE: Duration = Duration::from_secs(120);
/// Then its last answer must have been read within this time.
const LAST_ANSWER: Duration = Duration::from_secs(60);
/// When the server stops, answers under way have this time.
const FAREWELL: Duration = Duration::from_secs(5);
/// A failed call of the system, such as for want of file handles, is tried
/// again after this time.
const RETRY: Duration = Duration::from_millis(100);

/// The other end of a connection, which requests carry along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Answers until the wish to stop comes true; then answers under way are
/// finished, within bounds. So many connections have a place at one time;
/// others wait to be taken.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    places: u32,
    stop: impl Future<Output = ()> + Send,
) {
    let all = places;
    let places = Arc::new(Semaphore::new(all as usize));
    let (stopping, stopped) = watch::channel(());
    let accepting = tokio::spawn(accept(listener, router, places.clone(), stopped));
    stop.await;
    accepting.abort();
    drop(stopping);
    // All places are free when the last connection is closed.
    let _ = timeout(FAREWELL, places.acquire_many(all)).await;
}

async fn accept(
    listener: TcpListener,
    router: Router,
    places: Arc<Semaphore>,
    stopped: watch::Receiver<()>,
) {
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(RETRY).await;
            continue;
        };
        let (router, stopped) = (router.clone(), stopped.clone());
        tokio::spawn(async move {
            answer_all(stream, Peer(peer.ip()), router, stopped).await;
            drop(place);
        });
    }
}

/// One connection, from its first request to its end.
async fn answer_all(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    mut stopped: watch::Receiver<()>,
) {
    // Answers are written whole; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(ASKING)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // The sender is dropped when the server stops.
    let mut enough = pin!(timeout(LIFE, stopped.changed()));
    let closed = poll_fn(|context| match connection.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(true),
        Poll::Pending => enough.as_mut().poll(context).map(|_| false),
    });
    if !closed.await {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST_ANSWER, connection).await;
    }
}
