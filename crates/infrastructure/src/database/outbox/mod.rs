//! The transactional outbox: events that a consumer must not miss are stored in the transaction of the
//! change, and deleted in the transaction of the consumer's work (`docs/decisions/0027`).

mod delivery;
mod runner;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use diesel::prelude::*;
use kernel::{Clock, Event, Timestamp};
use parking_lot::Mutex;

use self::{delivery::Backlog, runner::Signal};
pub use self::{
    delivery::{Delivery, DeliveryFailure},
    runner::OutboxRunner,
};
use super::{Database, Events, event_codec};
use crate::{
    connection::{DbConnection, on_backend},
    schema::outbox,
};

/// Consumes events, each exactly once, despite crashes and with several copies of the program.
///
/// Exactly once holds only for writes through the connection, so it must have no other effects. Events come
/// in any order, and their subjects may have changed or be deleted. Several events share a transaction: a
/// consumer that changes rows which another event may change, too, changes them in the order of their ids.
pub trait EventConsumer: Send + Sync {
    /// Returns the name under which its events are stored. It never changes.
    fn name(&self) -> &'static str;

    /// Returns whether the event is stored for it. Called in the midst of writes.
    fn wants(&self, event: &Event) -> bool;

    /// Begins a transaction that delivers events to it, with a lock for instance.
    ///
    /// # Errors
    /// When it failed: the transaction is rolled back.
    fn prepare(&self, _conn: &mut DbConnection) -> QueryResult<()> {
        Ok(())
    }

    /// Handles an event, or a part of it, in the transaction that deletes the event or stores the progress;
    /// records the events of its own changes. It leaves transactions to the caller.
    ///
    /// # Errors
    /// When it failed: its changes are rolled back, and the event comes again, at most twice; then it is set aside.
    fn consume(
        &self,
        conn: &mut DbConnection,
        events: &mut Events,
        stored: &StoredEvent,
    ) -> QueryResult<Consumed>;
}

/// An event as it comes out of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub event: Event,
    /// When it happened.
    pub created_at: Timestamp,
    /// The last value of [`Consumed::InPart`]; 0 at first.
    pub progress: i64,
}

/// The result of consuming an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumed {
    Entirely,
    /// It comes again with this progress, such as the id of the last recipient, in a later transaction:
    /// for work on many rows, a few hundred at a time.
    InPart {
        progress: i64,
    },
}

/// The events that wait, as they were last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutboxState {
    /// The age of the oldest event that waits for its consumer.
    pub lag: Duration,
    /// The number set aside because their consumer failed too often.
    pub set_aside: u64,
}

/// The consumers and the state of their events.
pub(super) struct Outbox {
    consumers: Vec<Arc<dyn EventConsumer>>,
    clock: Arc<dyn Clock>,
    signal: Signal,
    /// Whether the open batch of the write queue has stored events.
    is_in_batch: AtomicBool,
    backlog: Mutex<Backlog>,
}

impl Database {
    /// Returns this database, but its writes store the events that these consumers want. Each process that
    /// writes names all consumers; those that serve also call [`Self::start_outbox`].
    #[must_use]
    pub fn delivering_to(
        &self,
        consumers: Vec<Arc<dyn EventConsumer>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let outbox = (!consumers.is_empty()).then(|| {
            let (signal, backlog, is_in_batch) = Default::default();
            Arc::new(Outbox { consumers, clock, signal, is_in_batch, backlog })
        });
        Self { outbox, ..self.clone() }
    }

    /// Returns the state that the runner last saw.
    #[must_use]
    pub fn outbox_state(&self) -> OutboxState {
        self.outbox.as_ref().map_or_else(OutboxState::default, |outbox| outbox.state())
    }
}

impl Outbox {
    /// Stores the events that consumers want, in the transaction of `conn`. Returns whether there are any.
    pub(super) fn append(&self, conn: &mut DbConnection, events: &[Event]) -> QueryResult<bool> {
        let mut any = false;
        for event in events {
            for consumer in self.consumers.iter().filter(|consumer| consumer.wants(event)) {
                let now = self.clock.now().unix_millis();
                let row = diesel::insert_into(outbox::table).values((
                    outbox::consumer.eq(consumer.name()),
                    outbox::event.eq(event_codec::encode(event)),
                    outbox::created_at.eq(now),
                    outbox::not_before.eq(now),
                ));
                on_backend!(conn, conn => row.execute(conn))?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Wakes the runner.
    pub(super) fn wake(&self) {
        self.signal.wake();
    }

    /// Wakes the runner at [`Self::batch_ended`]: before, the events are not committed.
    pub(super) fn wake_after_batch(&self) {
        self.is_in_batch.store(true, Ordering::Relaxed);
    }

    /// Notes that the write queue ended a batch.
    pub(super) fn batch_ended(&self) {
        if self.is_in_batch.swap(false, Ordering::Relaxed) {
            self.wake();
        }
    }

    /// Wakes the runner if another copy stored some of these events.
    pub(super) fn wake_for<'a>(&self, events: impl IntoIterator<Item = &'a Event>) {
        let is_wanted = |event: &Event| {
            // It may stand for any others.
            *event == Event::DataReplaced
                || self.consumers.iter().any(|consumer| consumer.wants(event))
        };
        if events.into_iter().any(is_wanted) {
            self.wake();
        }
    }

    fn state(&self) -> OutboxState {
        let Backlog { oldest, set_aside } = *self.backlog.lock();
        let lag = oldest.map_or(Duration::ZERO, |oldest| self.clock.now().since(oldest));
        OutboxState { lag, set_aside }
    }

    fn names(&self) -> Vec<&'static str> {
        self.consumers.iter().map(|consumer| consumer.name()).collect()
    }

    fn consumer(&self, name: &str) -> Option<&dyn EventConsumer> {
        self.consumers.iter().find(|consumer| consumer.name() == name).map(|found| &**found)
    }
}
