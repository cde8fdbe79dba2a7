//! Events in the outbox reach their consumer, each exactly once.

mod crashes;
mod delivery;
mod runner;

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use database::{
    Consumed, Database, DbConnection, DeliveryFailure, EventConsumer, Events, StoredEvent,
};
use diesel::{QueryResult, RunQueryDsl, sql_query};
use forums::{Description, ForumRepository, NewForum, SaveOutcome, Topic};
use infrastructure::DbForums;
use kernel::{Clock, Event, ForumId, RepositoryError, Timestamp, UserId, Visibility};

use crate::support::{T0, TestDb};

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

type Consume = dyn Fn(&mut DbConnection, &StoredEvent) -> QueryResult<Consumed> + Send + Sync;

/// Consumes the creation of forums by a function.
struct Consumer(Box<Consume>);

impl EventConsumer for Consumer {
    fn name(&self) -> &'static str {
        "test"
    }

    fn wants(&self, event: &Event) -> bool {
        matches!(event, Event::ForumCreated { .. })
    }

    fn consume(
        &self,
        conn: &mut DbConnection,
        _: &mut Events,
        stored: &StoredEvent,
    ) -> QueryResult<Consumed> {
        (self.0)(conn, stored)
    }
}

/// A clock that stands still until it is moved.
pub(crate) struct StoppedClock(AtomicI64);

impl StoppedClock {
    pub(crate) fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
    }
}

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_millis(self.0.load(Ordering::SeqCst))
    }
}

pub(crate) fn stopped_clock() -> Arc<StoppedClock> {
    Arc::new(StoppedClock(AtomicI64::new(T0.unix_millis())))
}

/// The database with a consumer, and a table for what it received.
fn consumed_by(
    db: &TestDb,
    clock: Arc<dyn Clock>,
    consume: impl Fn(&mut DbConnection, &StoredEvent) -> QueryResult<Consumed> + Send + Sync + 'static,
) -> Database {
    db.run("CREATE TABLE received (forum BIGINT NOT NULL, part BIGINT NOT NULL)");
    with_consumer(&db.database, clock, consume)
}

fn with_consumer(
    database: &Database,
    clock: Arc<dyn Clock>,
    consume: impl Fn(&mut DbConnection, &StoredEvent) -> QueryResult<Consumed> + Send + Sync + 'static,
) -> Database {
    database.delivering_to(vec![Arc::new(Consumer(Box::new(consume)))], clock)
}

fn forum_of(stored: &StoredEvent) -> i64 {
    match stored.event {
        Event::ForumCreated { forum } => forum.0,
        other => panic!("{other:?}"),
    }
}

/// Notes that the event was received.
fn receive(conn: &mut DbConnection, stored: &StoredEvent) -> QueryResult<Consumed> {
    let forum = forum_of(stored);
    sql_query(format!("INSERT INTO received VALUES ({forum}, 0)")).execute(conn)?;
    Ok(Consumed::Entirely)
}

fn try_to_create_forum(
    database: &Database,
    author: UserId,
    number: i64,
) -> Result<ForumId, RepositoryError> {
    let forum = NewForum {
        topic: Topic::parse(&format!("Topic {number}")).unwrap(),
        description: Description::parse("About it").unwrap(),
        visibility: Visibility::Public,
        author,
        created_at: T0,
    };
    match DbForums(database.clone()).insert(&forum)? {
        SaveOutcome::Saved(forum) => Ok(forum.id),
        other => panic!("{other:?}"),
    }
}

/// Creates forums; each is an event.
fn create_forums(database: &Database, author: UserId, numbers: impl Iterator<Item = i64>) {
    for number in numbers {
        try_to_create_forum(database, author, number).unwrap();
    }
}

/// Delivers due events; returns how many were consumed and which failed.
fn deliver_all(database: &Database) -> (usize, Vec<DeliveryFailure>) {
    let (mut consumed, mut failures) = (0, vec![]);
    loop {
        let delivery = database.deliver_events().unwrap();
        if delivery.consumed == 0 && delivery.failures.is_empty() {
            return (consumed, failures);
        }
        consumed += delivery.consumed;
        failures.extend(delivery.failures);
    }
}

fn waiting(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM outbox")
}

fn received(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM received")
}

/// Fails unless each of this many forums was received exactly once.
#[track_caller]
fn assert_received_once(db: &TestDb, forums: i64) {
    let distinct = db.number("SELECT count(DISTINCT forum) AS n FROM received");
    assert_eq!((distinct, received(db)), (forums, forums));
}

#[track_caller]
pub(crate) fn wait_for(what: &str, patience: Duration, mut has_come: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_come() {
        assert!(start.elapsed() < patience, "{what} does not come");
        thread::sleep(Duration::from_millis(5));
    }
}
