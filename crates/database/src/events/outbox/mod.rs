//! The transactional outbox: events that a consumer must not miss are stored in the transaction of the
//! change, and deleted in the transaction of the consumer's work (`docs/decisions/0027`).

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use diesel::prelude::*;
use kernel::{Clock, Event, Timestamp};
use parking_lot::{Condvar, Mutex};

use super::{Events, codec};
use crate::{connection::DbConnection, schema::outbox};

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

    /// Returns whether the events that it wants are stored at present. Called in the transaction of the write.
    ///
    /// # Errors
    /// When the database fails: the write is rolled back.
    fn is_active(&self, _conn: &mut DbConnection) -> QueryResult<bool> {
        Ok(true)
    }

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
pub(crate) struct Outbox {
    pub(crate) consumers: Vec<Arc<dyn EventConsumer>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) signal: Signal,
    /// Whether the open batch of the write queue has stored events.
    is_in_batch: AtomicBool,
    pub(crate) backlog: Mutex<Backlog>,
}

impl Outbox {
    pub(crate) fn new(consumers: Vec<Arc<dyn EventConsumer>>, clock: Arc<dyn Clock>) -> Self {
        let (signal, backlog, is_in_batch) = Default::default();
        Self { consumers, clock, signal, is_in_batch, backlog }
    }

    /// Stores the events that consumers want, in the transaction of `conn`. Returns whether there are any.
    pub(crate) fn append(&self, conn: &mut DbConnection, events: &[Event]) -> QueryResult<bool> {
        let mut any = false;
        for consumer in &self.consumers {
            let mut wanted = events.iter().filter(|event| consumer.wants(event)).peekable();
            if wanted.peek().is_none() || !consumer.is_active(conn)? {
                continue;
            }
            for event in wanted {
                let now = self.clock.now().unix_millis();
                let row = diesel::insert_into(outbox::table).values((
                    outbox::consumer.eq(consumer.name()),
                    outbox::event.eq(codec::encode(event)),
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
    pub(crate) fn wake(&self) {
        self.signal.wake();
    }

    /// Wakes the runner at [`Self::batch_ended`]: before, the events are not committed.
    pub(crate) fn wake_after_batch(&self) {
        self.is_in_batch.store(true, Ordering::Relaxed);
    }

    /// Notes that the write queue ended a batch.
    pub(crate) fn batch_ended(&self) {
        if self.is_in_batch.swap(false, Ordering::Relaxed) {
            self.wake();
        }
    }

    /// Wakes the runner if another copy stored some of these events.
    pub(crate) fn wake_for<'a>(&self, events: impl IntoIterator<Item = &'a Event>) {
        let is_wanted = |event: &Event| {
            // It may stand for any others.
            *event == Event::DataReplaced
                || self.consumers.iter().any(|consumer| consumer.wants(event))
        };
        if events.into_iter().any(is_wanted) {
            self.wake();
        }
    }

    pub(crate) fn state(&self) -> OutboxState {
        let Backlog { oldest, set_aside } = *self.backlog.lock();
        let lag = oldest.map_or(Duration::ZERO, |oldest| self.clock.now().since(oldest));
        OutboxState { lag, set_aside }
    }

    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.consumers.iter().map(|consumer| consumer.name()).collect()
    }

    pub(crate) fn consumer(&self, name: &str) -> Option<&dyn EventConsumer> {
        self.consumers.iter().find(|consumer| consumer.name() == name).map(|found| &**found)
    }
}

/// The events that wait.
#[derive(Clone, Copy, Default)]
pub(crate) struct Backlog {
    pub(crate) oldest: Option<Timestamp>,
    pub(crate) set_aside: u64,
}

/// Wakes the runner to look for events, or stops it.
#[derive(Default)]
pub(crate) struct Signal {
    state: Mutex<SignalState>,
    changed: Condvar,
}

#[derive(Default)]
struct SignalState {
    is_woken: bool,
    is_stopped: bool,
}

impl Signal {
    pub(crate) fn wake(&self) {
        self.state.lock().is_woken = true;
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.state.lock().is_stopped = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.state.lock().is_stopped
    }

    /// Waits for this long, or until it is stopped.
    pub(crate) fn rest(&self, time: Duration) {
        let end = Instant::now() + time;
        let mut state = self.state.lock();
        while !state.is_stopped && !self.changed.wait_until(&mut state, end).timed_out() {}
    }

    /// Waits until it is woken or stopped, at most this long.
    pub(crate) fn wait(&self, at_most: Duration) {
        let mut state = self.state.lock();
        if !state.is_woken && !state.is_stopped {
            self.changed.wait_for(&mut state, at_most);
        }
        state.is_woken = false;
    }
}
