//! Killed processes, broken connections and several copies.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::Duration,
};

use database::{Consumed, Database, DatabaseUrl, DbConnection, StoredEvent};
use diesel::{QueryResult, RunQueryDsl, sql_query};
use infrastructure::SystemClock;
use kernel::UserId;

use super::{
    PATIENCE, assert_received_once, consumed_by, create_forums, forum_of, receive, received,
    wait_for, waiting, with_consumer,
};
use crate::support::{TestDb, contract, postgres, sqlite};

contract! { copies_deliver_each_event_once }

/// Names the database from which a child process of the test delivers events until it is killed.
const DELIVER_AT: &str = "POSTUP_TEST_DELIVER_AT";
/// In which event it is killed.
const KILLED_IN: &str = "POSTUP_TEST_KILLED_IN";
const EVENTS: i64 = 120;

/// Receives an event in two parts.
fn receive_in_two(conn: &mut DbConnection, stored: &StoredEvent) -> QueryResult<Consumed> {
    let (forum, part) = (forum_of(stored), stored.progress);
    sql_query(format!("INSERT INTO received VALUES ({forum}, {part})")).execute(conn)?;
    Ok(if part == 0 { Consumed::InPart { progress: 1 } } else { Consumed::Entirely })
}

/// Delivers events, but stands still in the midst of one.
fn deliver_until_killed(url: &str) {
    let last: i64 = env::var(KILLED_IN).unwrap().parse().unwrap();
    let database = Database::open(&url.parse().unwrap()).unwrap();
    let seen = AtomicI64::new(0);
    let database = with_consumer(&database, Arc::new(SystemClock), move |conn, stored| {
        let consumed = receive_in_two(conn, stored)?;
        if seen.fetch_add(1, Ordering::SeqCst) == last {
            stdout().write_all(b"in the midst\n").unwrap();
            loop {
                thread::park();
            }
        }
        Ok(consumed)
    });
    while database.deliver_events().unwrap().consumed > 0 {}
}

fn events_survive_killed_processes(db: fn() -> TestDb, test: &str) {
    if let Ok(url) = env::var(DELIVER_AT) {
        return deliver_until_killed(&url);
    }
    let db = db();
    let database = consumed_by(&db, Arc::new(SystemClock), receive_in_two);
    create_forums(&database, db.add_user("ann"), 0..EVENTS);
    // In a first part, and in a second.
    for killed_in in [20, EVENTS + 60] {
        let (DatabaseUrl::Postgres(place) | DatabaseUrl::Sqlite(place)) = db.url();
        let scheme = if place.contains("://") { "" } else { "sqlite://" };
        let mut child = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(DELIVER_AT, format!("{scheme}{place}"))
            .env(KILLED_IN, killed_in.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        assert!(lines.any(|line| line.ends_with("in the midst")), "it ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
        let begun = db.number("SELECT count(*) AS n FROM outbox WHERE progress = 1");
        assert_eq!(received(&db), 2 * (EVENTS - waiting(&db)) + begun);
        assert!(begun > 0 || killed_in < EVENTS, "none was half received");
    }
    // PostgreSQL holds the rows until it notices that the process is gone.
    wait_for("the rest", PATIENCE, || {
        database.deliver_events().unwrap();
        waiting(&db) == 0
    });
    let parts = "SELECT count(*) AS n FROM (SELECT DISTINCT forum, part FROM received) AS parts";
    assert_eq!((db.number(parts), received(&db)), (2 * EVENTS, 2 * EVENTS));
}

#[test]
fn events_survive_killed_processes_on_sqlite() {
    let test = "outbox::crashes::events_survive_killed_processes_on_sqlite";
    events_survive_killed_processes(sqlite, test);
}

#[test]
fn events_survive_killed_processes_on_postgres() {
    let test = "outbox::crashes::events_survive_killed_processes_on_postgres";
    events_survive_killed_processes(postgres, test);
}

/// Copies that write and deliver at the same time.
fn copies_deliver_each_event_once(db: &TestDb) {
    const OF_EACH: i64 = 150;
    let author: UserId = db.add_user("ann");
    let first = consumed_by(db, Arc::new(SystemClock), receive);
    let other = Database::open(db.url()).unwrap();
    let other = with_consumer(&other, Arc::new(SystemClock), receive);
    thread::scope(|scope| {
        for (copy, number) in [(&first, 0), (&other, OF_EACH)] {
            scope.spawn(move || create_forums(copy, author, number..number + OF_EACH));
            scope.spawn(move || {
                let _runner = copy.start_outbox().unwrap().unwrap();
                wait_for("the last event", PATIENCE, || received(db) == 2 * OF_EACH);
            });
        }
    });
    assert_received_once(db, 2 * OF_EACH);
    assert_eq!(waiting(db), 0);
}

#[test]
fn events_survive_broken_connections_to_postgresql() {
    let db = postgres();
    let database = consumed_by(&db, Arc::new(SystemClock), receive);
    create_forums(&database, db.add_user("ann"), 0..EVENTS);
    let slow = with_consumer(&database, Arc::new(SystemClock), |conn, stored| {
        thread::sleep(Duration::from_millis(2));
        receive(conn, stored)
    });
    let runner = slow.start_outbox().unwrap().unwrap();
    for _ in 0..10 {
        db.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        thread::sleep(Duration::from_millis(10));
    }
    wait_for("the last event", PATIENCE, || {
        // Those that met a broken connection alone would wait ten seconds. The others must not be locked, or the runner
        // passes them over.
        db.run(
            "UPDATE outbox SET not_before = 0, attempts = 0, set_aside = FALSE
                WHERE attempts > 0 OR set_aside",
        );
        waiting(&db) == 0
    });
    drop(runner);
    assert_received_once(&db, EVENTS);
}
