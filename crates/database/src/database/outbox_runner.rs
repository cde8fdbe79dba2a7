use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kernel::RepositoryError;

use super::{Database, delivery::DeliveryFailure};
use crate::events::Outbox;

/// How much longer than a delivery the rest after it is while more events wait: the writes of members go
/// first, and a delivery takes at most a fifth of SQLite's one writer. On PostgreSQL no write waits for it.
const REST_ON_SQLITE: u32 = 4;
const REST_ON_POSTGRES: u32 = 1;
/// The longest rest: a delivery that had to wait for the database takes nothing from others.
const MAX_REST: Duration = Duration::from_millis(100);

/// The interval of polling for events without a signal: retries, and events of a copy that ended before it
/// delivered them.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The thread that delivers events. Dropping it waits for the batch at hand.
pub struct OutboxRunner {
    outbox: Arc<Outbox>,
    thread: Option<JoinHandle<()>>,
}

impl Database {
    /// Starts a thread that delivers events to their consumers. None without consumers.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn start_outbox(&self) -> Result<Option<OutboxRunner>, RepositoryError> {
        let Some(outbox) = &self.outbox else { return Ok(None) };
        let (database, own) = (self.clone(), Arc::clone(outbox));
        // PostgreSQL has no group commit.
        let rest = if self.group.is_some() { REST_ON_SQLITE } else { REST_ON_POSTGRES };
        let run = move || {
            while !own.signal.is_stopped() {
                let start = Instant::now();
                // Reads and writes fail in the same way and report it.
                if database.deliver_next(&own).unwrap_or(false) {
                    own.signal.rest((start.elapsed() * rest).min(MAX_REST));
                } else {
                    own.signal.wait(LOOK_EVERY);
                }
            }
        };
        let started = thread::Builder::new().name("outbox".to_owned()).spawn(run);
        let thread = Some(started.map_err(|error| RepositoryError::Failed(error.into()))?);
        Ok(Some(OutboxRunner { outbox: Arc::clone(outbox), thread }))
    }

    /// Returns whether any event was consumed: then there may be more.
    fn deliver_next(&self, outbox: &Outbox) -> Result<bool, RepositoryError> {
        // An idle forum is only read.
        if self.measure_outbox(outbox)?.oldest.is_none() {
            return Ok(false);
        }
        let delivery = self.deliver_events()?;
        delivery.failures.iter().for_each(report);
        Ok(delivery.consumed > 0)
    }
}

fn report(DeliveryFailure { id, consumer, event, error, is_set_aside }: &DeliveryFailure) {
    if *is_set_aside {
        tracing::error!(id, consumer, event, error, "an event is set aside after three failures");
    } else {
        tracing::warn!(id, consumer, event, error, "an event was not consumed; it will be retried");
    }
}

impl Drop for OutboxRunner {
    fn drop(&mut self) {
        self.outbox.signal.stop();
        if let Some(thread) = self.thread.take() {
            // A panic was reported by the hook.
            let _ = thread.join();
        }
    }
}
