//! Graceful shutdown: `/readyz` turns 503, open requests are answered, then the process exits.
//!
//! It handles signals itself: actix's `SIGINT` handler aborts open requests.

use std::{io, pin::pin, time::Duration};

use actix_web::{
    dev::Server,
    rt::signal::unix::{Signal, SignalKind, signal},
};

use api::Live;

use crate::{commands::CommandError, web::Draining};

/// Serves until a signal; then, after `drain`, ends the streams and answers open requests.
///
/// # Errors
/// When the server fails, or a second signal aborts it.
pub(super) async fn serve_until_signal(
    mut signals: Signals,
    server: Server,
    draining: &Draining,
    live: &Live,
    drain: Duration,
) -> Result<(), CommandError> {
    let failed = |source| CommandError::Io { what: "serving".to_owned(), source };
    let handle = server.handle();
    let mut server = pin!(server);
    tokio::select! {
        ended = &mut server => return ended.map_err(failed),
        () = signals.next() => {}
    }
    draining.begin();
    tracing::info!(seconds = drain.as_secs(), "received a stop signal; draining");
    let orderly = async {
        tokio::time::sleep(drain).await;
        live.drain().await;
        tracing::info!("finishing open requests, then exiting");
        handle.stop(true).await;
    };
    tokio::select! {
        (ended, ()) = async { tokio::join!(server, orderly) } => ended.map_err(failed),
        () = signals.next() => {
            Err(CommandError::Refused("received a second stop signal: open requests were aborted".to_owned()))
        }
    }
}

/// The termination signals: `SIGTERM` and `SIGINT` (Ctrl-C). Before this exists, each ends the process at once.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
