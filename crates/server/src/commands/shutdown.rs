//! Stops a server: `/readyz` is 503 first, then open requests are answered, then the process ends.
//!
//! The signal handlers are ours: actix's own `SIGINT` handler cuts open requests off.

use std::{io, pin::pin, time::Duration};

use actix_web::{
    dev::Server,
    rt::signal::unix::{Signal, SignalKind, signal},
};

use crate::{commands::CommandError, web::Draining};

/// Serves until a signal says to end; then, after `drain`, until what is open is answered.
///
/// # Errors
/// When the server breaks, or a second signal cuts it off.
pub(super) async fn serve_until_signal(
    server: Server,
    draining: &Draining,
    drain: Duration,
) -> Result<(), CommandError> {
    let failed = |source| CommandError::Io { what: "serving".to_owned(), source };
    let mut signals = Signals::new().map_err(failed)?;
    let handle = server.handle();
    let mut server = pin!(server);
    tokio::select! {
        ended = &mut server => return ended.map_err(failed),
        () = signals.next() => {}
    }
    draining.begin();
    tracing::info!(seconds = drain.as_secs(), "told to end: not ready any more, still serving");
    let orderly = async {
        tokio::time::sleep(drain).await;
        tracing::info!("answering what is open, then ending");
        handle.stop(true).await;
    };
    tokio::select! {
        (ended, ()) = async { tokio::join!(server, orderly) } => ended.map_err(failed),
        () = signals.next() => {
            Err(CommandError::Refused("told twice to end: open requests were cut off".to_owned()))
        }
    }
}

/// What asks a process to end: `SIGTERM` and `SIGINT` (Ctrl-C).
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> io::Result<Self> {
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
