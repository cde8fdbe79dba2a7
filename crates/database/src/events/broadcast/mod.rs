//! The events that other copies have not received yet.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use diesel::{QueryResult, connection::SimpleConnection};
use kernel::Event;
use parking_lot::Mutex;

use super::payload;
use crate::connection::{DbConnection, Pool};

/// How old a cached response may be: another copy's event is published within 20 ms and received within another 20;
/// the rest is a reserve.
pub(crate) const MAX_STALENESS: Duration = Duration::from_millis(60);
pub(crate) const CHANNEL: &str = "postup_changes";

/// Sends events to other copies.
///
/// While there is a connection for it, they are published together, every 20 ms, and not in the
/// transactions of the writes: PostgreSQL commits only one transaction that notifies at a time.
pub(crate) struct Broadcast {
    /// Tells own events from those of other copies.
    name: String,
    pending: Mutex<PendingEvents>,
}

#[derive(Default)]
struct PendingEvents {
    events: HashSet<Event>,
    /// Those being published, which may never arrive.
    in_flight: HashSet<Event>,
    /// When all were last published over the connection for it, while there is one.
    published_at: Option<Instant>,
}

impl Default for Broadcast {
    fn default() -> Self {
        let name = format!("{:016x}", rand::random::<u64>());
        Self { name, pending: Mutex::default() }
    }
}

impl Broadcast {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether [`Self::publish`] sends events soon. Where it does not, as in a subcommand, or while the
    /// connection hangs, a write uses [`Self::publish_in_transaction`].
    pub(crate) fn is_connected(&self) -> bool {
        self.pending.lock().published_at.is_some_and(|at| at.elapsed() <= MAX_STALENESS)
    }

    /// Publishes these events soon.
    pub(crate) fn publish(&self, events: &[Event]) {
        self.pending.lock().events.extend(events);
    }

    /// Publishes these events, and those still pending, with the commit of the transaction of `conn`.
    /// Processes on SQLite notice it by themselves.
    pub(crate) fn publish_in_transaction(
        &self,
        conn: &mut DbConnection,
        events: &[Event],
    ) -> QueryResult<()> {
        let pending = {
            let PendingEvents { events, in_flight, .. } = &*self.pending.lock();
            events | in_flight
        };
        self.notify(conn, pending.iter().chain(events))
    }

    /// Publishes the pending events by `send`; those that it fails to send stay in flight.
    pub(crate) fn publish_by<E>(
        &self,
        send: impl FnOnce(&HashSet<Event>) -> Result<(), E>,
    ) -> Result<(), E> {
        let pending = {
            let PendingEvents { events, in_flight, .. } = &mut *self.pending.lock();
            in_flight.extend(events.drain());
            in_flight.clone()
        };
        if !pending.is_empty() {
            send(&pending)?;
            self.pending.lock().in_flight.clear();
        }
        Ok(())
    }

    /// Publishes the pending events over a writer's connection, if one is free.
    pub(crate) fn publish_over(&self, pool: &Pool) {
        let _ = self.publish_by(|pending| {
            let mut conn = pool.get().map_err(drop)?;
            self.notify(&mut conn, pending).map_err(drop)
        });
    }

    /// Notes that everything up to this moment was published over the connection for it.
    pub(crate) fn mark_published(&self, moment: Instant) {
        self.pending.lock().published_at = Some(moment);
    }

    /// Notes that the connection for it is lost.
    pub(crate) fn disconnected(&self) {
        self.pending.lock().published_at = None;
    }

    fn notify<'a>(
        &self,
        conn: &mut DbConnection,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> QueryResult<()> {
        let mut events = events.into_iter().peekable();
        match conn {
            DbConnection::Postgres(conn) if events.peek().is_some() => {
                conn.batch_execute(&self.statement(events))
            }
            _ => Ok(()),
        }
    }

    /// Returns the statement that sends these events. It consists of letters and digits, and needs no escape.
    pub(crate) fn statement<'a>(&self, events: impl IntoIterator<Item = &'a Event>) -> String {
        format!("NOTIFY {CHANNEL}, '{}'", payload::write(&self.name, events))
    }
}
