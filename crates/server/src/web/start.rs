use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
};

use actix_http::{HttpService, Protocol};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::{
    Error,
    dev::{AppConfig, Server, fn_service},
    rt::net::TcpStream,
    web::Data,
};
use api::{Api, Backend};
use tokio::net::TcpSocket;

use crate::web::{
    Web, app,
    bounded_stream::BoundedStream,
    connections::{self, Connections},
    shell,
};

/// The time for open requests at shutdown.
const SHUTDOWN_SECONDS: u64 = 30;
/// Blocking threads of a worker, started as needed: for `/readyz` and files.
const BLOCKING_THREADS: usize = 64;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1_024;

/// Starts the server; port 0 picks a free one. It handles no signals.
///
/// It does what `HttpServer` does, which cannot wrap the streams of its connections.
///
/// # Errors
/// When the address cannot be bound.
pub fn start(mut backend: Backend, bind: SocketAddr, web: Web) -> io::Result<(Server, SocketAddr)> {
    let (draining, answers) = (web.draining.clone(), backend.is_ready);
    backend.is_ready = Arc::new(move || !draining.has_begun() && answers());
    let (limits, work) = (web.limits.clone(), web.work.clone());
    let api = Data::new(Api::new(backend, web.public_url.clone(), limits, work));
    let shell = shell();
    let connections = Arc::new(Connections::new(&web));
    let listener = listen(bind)?;
    let address = listener.local_addr()?;

    let builder = Server::build()
        .max_concurrent_connections(connections::ConnectionLimits::here().of_a_worker)
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .worker_max_blocking_threads(BLOCKING_THREADS)
        .disable_signals();
    let shutdown = builder.graceful_shutdown_signal();
    let builder = builder.listen("http", listener, move || {
        let (shutdown, connections) = (shutdown.clone(), Arc::clone(&connections));
        let app = app(api.clone(), shell.clone(), web.clone())
            .into_factory()
            .map_err(|error: Error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let shutdown = shutdown.clone();
                async move { shutdown.notified().await }
            })
            .client_request_timeout(connections::HEAD_TIMEOUT)
            .keep_alive(connections::KEEP_ALIVE)
            .client_disconnect_timeout(connections::DISCONNECT_TIMEOUT)
            .local_addr(address)
            .on_connect_ext(move |stream: &BoundedStream<TcpStream>, data| {
                data.insert(stream.open_requests().clone());
                connections.opened(stream.io(), data);
            })
            .finish(map_config(app, |()| AppConfig::default()));
        fn_service(|stream: TcpStream| async move {
            // Otherwise the last packet of a response in slices waits for the client's acknowledgement.
            let _ = stream.set_nodelay(true);
            let peer = stream.peer_addr().ok();
            Ok((BoundedStream::new(stream, connections::MAX_IDLE), Protocol::Http1, peer))
        })
        .and_then(http)
    })?;
    Ok((builder.run(), address))
}

fn listen(bind: SocketAddr) -> io::Result<TcpListener> {
    let socket = if bind.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restarted server gets the address at once.
    socket.set_reuseaddr(true)?;
    socket.bind(bind)?;
    socket.listen(BACKLOG)?.into_std()
}
