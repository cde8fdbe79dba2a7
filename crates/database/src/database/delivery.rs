use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::{Duration, Instant},
};

use diesel::{dsl::min, prelude::*, result::Error as DieselError};
use kernel::{Event, RepositoryError, Timestamp};

use super::{Database, MAX_HOLD};
use crate::{
    connection::DbConnection,
    events::{Backlog, Consumed, Events, Outbox, StoredEvent, decode},
    schema::outbox,
    sql::{execute_cached, padded_in},
};

/// The maximum number of events per transaction.
const MAX_BATCH: i64 = 50;
/// The delays before retries of an event; after one failure more it is set aside.
const RETRY_AFTER: [Duration; 2] = [Duration::from_secs(10), Duration::from_mins(1)];
/// The time after which a transaction takes no more events on PostgreSQL, where few other writes wait for it.
const MAX_HOLD_ON_POSTGRES: Duration = Duration::from_millis(100);
/// How long a copy of a newer version, which knows the event, has it for itself.
const LEFT_TO_NEWER: Duration = Duration::from_secs(10);

/// The maximum time to reconnect to a working database.
const MAX_ABSENCE: Duration = Duration::from_secs(2);
const ASK_EVERY: Duration = Duration::from_millis(50);

/// The result of one batch of events.
#[derive(Debug, Default)]
pub struct Delivery {
    /// The number of events that their consumer handled, entirely or in part.
    pub consumed: usize,
    pub failures: Vec<DeliveryFailure>,
}

/// A consumer failed to handle an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryFailure {
    pub id: i64,
    pub consumer: String,
    /// The event as a word of ids.
    pub event: String,
    pub error: String,
    /// Whether there are no more retries.
    pub is_set_aside: bool,
}

#[derive(Clone, Queryable)]
struct Row {
    id: i64,
    consumer: String,
    event: String,
    created_at: i64,
    attempts: i32,
    progress: i64,
}

impl Delivery {
    fn is_empty(&self) -> bool {
        self.consumed == 0 && self.failures.is_empty()
    }

    fn append(&mut self, mut other: Self) {
        self.consumed += other.consumed;
        self.failures.append(&mut other.failures);
    }
}

impl Database {
    /// Delivers a batch of events that are due: the consumers' work and the end of the events are one
    /// transaction. If it fails, each of the events gets a transaction of its own: one whose consumer fails
    /// is tried again later, at most twice, and then set aside.
    ///
    /// # Errors
    /// When the database is unavailable; then the events stay.
    pub fn deliver_events(&self) -> Result<Delivery, RepositoryError> {
        let Some(outbox) = &self.outbox else { return Ok(Delivery::default()) };
        // One event must not hold up the others, even if it breaks the transaction or its connection.
        self.deliver_batch(outbox, MAX_BATCH, &mut None).or_else(|error| {
            if self.is_back() { self.deliver_each_alone(outbox) } else { Err(error) }
        })
    }

    /// Notes how old the oldest waiting event is, and how many are set aside.
    pub(super) fn measure_outbox(&self, outbox: &Outbox) -> Result<Backlog, RepositoryError> {
        let backlog = self.read(|conn| backlog(conn, &outbox.names()))?;
        *outbox.backlog.lock() = backlog;
        Ok(backlog)
    }

    fn deliver_each_alone(&self, outbox: &Outbox) -> Result<Delivery, RepositoryError> {
        let mut delivery = Delivery::default();
        for _ in 0..MAX_BATCH {
            let mut taken = None;
            match (self.deliver_batch(outbox, 1, &mut taken), taken) {
                (Ok(alone), _) if alone.is_empty() => break,
                (Ok(alone), _) => delivery.append(alone),
                (Err(error @ RepositoryError::Full(_)), _) | (Err(error), None) => {
                    return Err(error);
                }
                (Err(error), Some(_)) if !self.is_back() => return Err(error),
                (Err(error), Some(row)) => {
                    let (now, error) = (outbox.clock.now(), error.to_string());
                    let failed = self.write(|conn, _| count_failure(conn, &row, error, now))?;
                    delivery.failures.push(failed);
                }
            }
        }
        Ok(delivery)
    }

    /// Waits for a database that an event may have cut off: then it is known which one.
    fn is_back(&self) -> bool {
        let start = Instant::now();
        while !self.answers() {
            if start.elapsed() > MAX_ABSENCE {
                return false;
            }
            thread::sleep(ASK_EVERY);
        }
        true
    }

    /// Delivers at most `limit` events in one transaction, and reports the first that was `taken`.
    fn deliver_batch(
        &self,
        outbox: &Outbox,
        limit: i64,
        taken: &mut Option<Row>,
    ) -> Result<Delivery, RepositoryError> {
        self.write(|conn, events| {
            let (now, start) = (outbox.clock.now(), Instant::now());
            let max_hold = max_hold(conn);
            outbox.prepare(conn)?;
            let rows = take(conn, &outbox.names(), now, limit)?;
            *taken = rows.first().cloned();
            let (mut consumed, mut ended) = (0, vec![]);
            for row in rows {
                let Some(event) = decode(&row.event) else {
                    postpone(conn, &row, now.after(LEFT_TO_NEWER))?;
                    continue;
                };
                match outbox.consume(conn, events, &row, event)? {
                    Consumed::Entirely => ended.push(row.id),
                    Consumed::InPart { progress } => store_progress(conn, &row, progress, now)?,
                }
                consumed += 1;
                if start.elapsed() > max_hold {
                    break;
                }
            }
            if !ended.is_empty() {
                let ended = outbox::table.filter(padded_in(outbox::id, ended));
                on_backend!(conn, conn => diesel::delete(ended).execute(conn))?;
            }
            Ok(Delivery { consumed, failures: vec![] })
        })
    }
}

impl Outbox {
    /// Before any event is taken: a wait for a lock is no failure of an event.
    fn prepare(&self, conn: &mut DbConnection) -> QueryResult<()> {
        self.consumers.iter().try_for_each(|consumer| consumer.prepare(conn))
    }

    /// The panic hook reports a panic; the error only says that there was one.
    fn consume(
        &self,
        conn: &mut DbConnection,
        events: &mut Events,
        row: &Row,
        event: Event,
    ) -> QueryResult<Consumed> {
        let failed = |why: &str| DieselError::QueryBuilderError(why.into());
        let consumer = self.consumer(&row.consumer).ok_or_else(|| failed("unknown consumer"))?;
        let created_at = Timestamp::from_unix_millis(row.created_at);
        let stored = StoredEvent { event, created_at, progress: row.progress };
        catch_unwind(AssertUnwindSafe(|| consumer.consume(conn, events, &stored)))
            .unwrap_or_else(|_| Err(failed("the consumer panicked")))
    }
}

const fn max_hold(conn: &DbConnection) -> Duration {
    match conn {
        DbConnection::Postgres(_) => MAX_HOLD_ON_POSTGRES,
        DbConnection::Sqlite(_) => MAX_HOLD,
    }
}

/// Takes events that are due, and that no other copy has taken.
fn take(
    conn: &mut DbConnection,
    consumers: &[&str],
    now: Timestamp,
    limit: i64,
) -> QueryResult<Vec<Row>> {
    let due = outbox::table
        .filter(outbox::set_aside.eq(false))
        .filter(outbox::not_before.le(now.unix_millis()))
        .filter(outbox::consumer.eq_any(consumers))
        .order((outbox::not_before, outbox::id))
        .limit(limit)
        .select((
            outbox::id,
            outbox::consumer,
            outbox::event,
            outbox::created_at,
            outbox::attempts,
            outbox::progress,
        ));
    match conn {
        DbConnection::Postgres(conn) => due.for_update().skip_locked().load(conn),
        DbConnection::Sqlite(conn) => due.load(conn),
    }
}

/// Puts an event behind those that wait already: a long work doesn't hold them up.
fn store_progress(
    conn: &mut DbConnection,
    row: &Row,
    progress: i64,
    now: Timestamp,
) -> QueryResult<()> {
    let row = diesel::update(outbox::table.find(row.id)).set((
        outbox::progress.eq(progress),
        outbox::attempts.eq(0),
        outbox::not_before.eq(now.unix_millis()),
    ));
    execute_cached(conn, row)
}

fn postpone(conn: &mut DbConnection, row: &Row, until: Timestamp) -> QueryResult<()> {
    let row =
        diesel::update(outbox::table.find(row.id)).set(outbox::not_before.eq(until.unix_millis()));
    execute_cached(conn, row)
}

/// Postpones an event that failed, or sets it aside. Leaves it if it changed meanwhile.
fn count_failure(
    conn: &mut DbConnection,
    row: &Row,
    error: String,
    now: Timestamp,
) -> QueryResult<DeliveryFailure> {
    let retry_after = usize::try_from(row.attempts).ok().and_then(|nth| RETRY_AFTER.get(nth));
    let is_set_aside = retry_after.is_none();
    let not_before = retry_after.map_or(now, |span| now.after(*span));
    diesel::update(outbox::table.find(row.id))
        .filter(outbox::attempts.eq(row.attempts).and(outbox::progress.eq(row.progress)))
        .set((
            outbox::attempts.eq(row.attempts + 1),
            outbox::not_before.eq(not_before.unix_millis()),
            outbox::set_aside.eq(is_set_aside),
        ))
        .execute(conn)?;
    let Row { id, consumer, event, .. } = row.clone();
    Ok(DeliveryFailure { id, consumer, event, error, is_set_aside })
}

fn backlog(conn: &mut DbConnection, consumers: &[&str]) -> QueryResult<Backlog> {
    let of_consumers = || outbox::table.filter(outbox::consumer.eq_any(consumers));
    let waiting =
        of_consumers().filter(outbox::set_aside.eq(false)).select(min(outbox::created_at));
    let set_aside = of_consumers().filter(outbox::set_aside.eq(true)).count();
    on_backend!(conn, conn => {
        let oldest: Option<i64> = waiting.get_result(conn)?;
        let set_aside: i64 = set_aside.get_result(conn)?;
        Ok(Backlog {
            oldest: oldest.map(Timestamp::from_unix_millis),
            set_aside: set_aside.unsigned_abs(),
        })
    })
}
