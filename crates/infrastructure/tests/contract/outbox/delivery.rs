//! Batches of events, delivered by hand.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use database::{Consumed, DbConnection, DeliveryFailure, StoredEvent};
use diesel::{QueryResult, RunQueryDsl, connection::SimpleConnection, sql_query};
use infrastructure::DbPosts;
use infrastructure::maintenance;
use kernel::VoteCommand;
use posts::PostRepository;

use super::{
    assert_received_once, consumed_by, create_forums, deliver_all, forum_of, receive, received,
    stopped_clock, try_to_create_forum, waiting,
};
use crate::support::{T0, TestDb, contract, postgres};

contract! {
    wanted_events_alone_are_stored,
    event_of_a_failed_commit_is_dropped,
    change_fails_if_its_event_cannot_be_stored,
    delivered_event_is_gone,
    failing_event_is_set_aside_after_three_tries,
    panicking_event_is_set_aside_after_three_tries,
    event_that_breaks_commits_is_set_aside,
    event_comes_again_after_the_operator_resets_it,
    work_in_parts_continues_after_a_failure,
    events_of_other_consumers_stay,
    events_of_a_newer_version_are_left_to_it,
}

/// The delays before the second and the third attempt.
const RETRIES: [Duration; 2] = [Duration::from_secs(10), Duration::from_mins(1)];

/// A commit fails if a promise is not kept until then.
const PROMISES: &str = "CREATE TABLE promises (
    id BIGINT PRIMARY KEY,
    next BIGINT NOT NULL REFERENCES promises (id) DEFERRABLE INITIALLY DEFERRED)";
const BROKEN_PROMISE: &str = "INSERT INTO promises VALUES (1, 99)";

fn wanted_events_alone_are_stored(db: &TestDb) {
    let database = consumed_by(db, stopped_clock(), receive);
    let author = db.add_user("ann");
    let forum = db.add_forum(author, "Without consumers");
    assert_eq!(waiting(db), 0);
    try_to_create_forum(&database, author, 1).unwrap();
    let post = db.add_post(author, forum);
    DbPosts::new(database).vote(post, author, VoteCommand::Upvote, T0).unwrap().done().unwrap();
    assert_eq!(waiting(db), 1);
    assert_eq!(db.number("SELECT count(*) AS n FROM outbox WHERE event = 'fc2'"), 1);
}

fn event_of_a_failed_commit_is_dropped(db: &TestDb) {
    let database = consumed_by(db, stopped_clock(), receive);
    let author = db.add_user("ann");
    db.run(PROMISES);
    db.run(&match db.url() {
        database::DatabaseUrl::Sqlite(_) => {
            format!("CREATE TRIGGER promise AFTER INSERT ON forums BEGIN {BROKEN_PROMISE}; END")
        }
        database::DatabaseUrl::Postgres(_) => format!(
            "CREATE FUNCTION promise() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN {BROKEN_PROMISE}; RETURN new; END $$;
             CREATE TRIGGER promise AFTER INSERT ON forums FOR EACH ROW EXECUTE FUNCTION promise()"
        ),
    });
    assert!(try_to_create_forum(&database, author, 1).is_err());
    assert_eq!(waiting(db), 0);
    db.run("INSERT INTO promises VALUES (99, 99)");
    try_to_create_forum(&database, author, 1).unwrap();
    assert_eq!(waiting(db), 1);
}

fn change_fails_if_its_event_cannot_be_stored(db: &TestDb) {
    let database = consumed_by(db, stopped_clock(), receive);
    let author = db.add_user("ann");
    db.break_inserts("outbox");
    assert!(try_to_create_forum(&database, author, 1).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM forums"), 0);
}

fn delivered_event_is_gone(db: &TestDb) {
    let database = consumed_by(db, stopped_clock(), receive);
    create_forums(&database, db.add_user("ann"), 0..3);
    assert_eq!(deliver_all(&database), (3, vec![]));
    assert_received_once(db, 3);
    assert_eq!(waiting(db), 0);
}

/// Has a consumer receive each event, but then `fail` for the second of three.
#[track_caller]
fn is_set_aside(db: &TestDb, fail: fn(&mut DbConnection) -> QueryResult<()>) {
    let clock = stopped_clock();
    let database = consumed_by(db, clock.clone(), move |conn, stored| {
        let consumed = receive(conn, stored)?;
        if forum_of(stored) == 2 {
            fail(conn)?;
        }
        Ok(consumed)
    });
    create_forums(&database, db.add_user("ann"), 0..3);
    let deliver = || {
        let (consumed, failures) = deliver_all(&database);
        let outline = |failure: DeliveryFailure| (failure.event, failure.is_set_aside);
        (consumed, failures.into_iter().map(outline).collect::<Vec<_>>())
    };
    let failed = |is_set_aside| vec![("fc2".to_owned(), is_set_aside)];
    assert_eq!(deliver(), (2, failed(false)));
    for (wait, set_aside) in RETRIES.into_iter().zip([false, true]) {
        clock.advance(wait / 2);
        assert_eq!(deliver(), (0, vec![]));
        clock.advance(wait / 2);
        assert_eq!(deliver(), (0, failed(set_aside)));
    }
    clock.advance(Duration::from_hours(24));
    assert_eq!(deliver(), (0, vec![]));
    assert_received_once(db, 2);
    assert_eq!(db.number("SELECT count(*) AS n FROM outbox WHERE set_aside"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn failing_event_is_set_aside_after_three_tries(db: &TestDb) {
    is_set_aside(db, |conn| sql_query("SELECT * FROM nowhere").execute(conn).map(drop));
}

fn panicking_event_is_set_aside_after_three_tries(db: &TestDb) {
    is_set_aside(db, |_| panic!("the consumer stumbles"));
}

fn event_that_breaks_commits_is_set_aside(db: &TestDb) {
    db.run(PROMISES);
    is_set_aside(db, |conn| conn.batch_execute(BROKEN_PROMISE));
}

#[test]
fn event_that_breaks_connections_is_set_aside() {
    is_set_aside(&postgres(), |conn| {
        conn.batch_execute("SELECT pg_terminate_backend(pg_backend_pid())")
    });
}

fn event_comes_again_after_the_operator_resets_it(db: &TestDb) {
    let (clock, is_repaired) = (stopped_clock(), Arc::new(AtomicBool::default()));
    let repaired = Arc::clone(&is_repaired);
    let database = consumed_by(db, clock.clone(), move |conn, stored| {
        if repaired.load(Ordering::SeqCst) {
            return receive(conn, stored);
        }
        Err(diesel::result::Error::RollbackTransaction)
    });
    create_forums(&database, db.add_user("ann"), 0..1);
    for wait in RETRIES {
        database.deliver_events().unwrap();
        clock.advance(wait);
    }
    assert!(database.deliver_events().unwrap().failures[0].is_set_aside);
    is_repaired.store(true, Ordering::SeqCst);
    assert_eq!(database.deliver_events().unwrap().consumed, 0);
    // As docs/operating.md says.
    db.run("UPDATE outbox SET set_aside = FALSE, attempts = 0 WHERE set_aside");
    assert_eq!(database.deliver_events().unwrap().consumed, 1);
    assert_received_once(db, 1);
}

/// Receives 1,200 parts, 500 at a time.
fn receive_in_parts(conn: &mut DbConnection, stored: &StoredEvent) -> QueryResult<Consumed> {
    let (forum, first) = (forum_of(stored), stored.progress);
    let end = (first + 500).min(1_200);
    for part in first..end {
        sql_query(format!("INSERT INTO received VALUES ({forum}, {part})")).execute(conn)?;
    }
    Ok(if end == 1_200 { Consumed::Entirely } else { Consumed::InPart { progress: end } })
}

fn work_in_parts_continues_after_a_failure(db: &TestDb) {
    // In the batch, and then alone.
    let (clock, failures) = (stopped_clock(), AtomicU32::default());
    let database = consumed_by(db, clock.clone(), move |conn, stored| {
        let consumed = receive_in_parts(conn, stored)?;
        if stored.progress == 500 && failures.fetch_add(1, Ordering::SeqCst) < 2 {
            return Err(diesel::result::Error::RollbackTransaction);
        }
        Ok(consumed)
    });
    create_forums(&database, db.add_user("ann"), 0..1);
    assert_eq!(database.deliver_events().unwrap().consumed, 1);
    assert_eq!((received(db), db.number("SELECT progress AS n FROM outbox")), (500, 500));
    assert_eq!(database.deliver_events().unwrap().failures.len(), 1);
    assert_eq!((received(db), db.number("SELECT progress AS n FROM outbox")), (500, 500));
    clock.advance(RETRIES[0]);
    for _ in 0..2 {
        assert_eq!(database.deliver_events().unwrap().consumed, 1);
    }
    assert_eq!(db.number("SELECT count(DISTINCT part) AS n FROM received"), 1_200);
    assert_eq!((received(db), waiting(db)), (1_200, 0));
}

fn events_of_other_consumers_stay(db: &TestDb) {
    let database = consumed_by(db, stopped_clock(), receive);
    db.run(
        "INSERT INTO outbox (consumer, event, created_at, not_before) VALUES ('newer', 'fc1', 0, 0)",
    );
    assert_eq!(database.deliver_events().unwrap().consumed, 0);
    assert_eq!(waiting(db), 1);
}

/// A copy of it may be beside this one. They hold up no others, and are never set aside.
fn events_of_a_newer_version_are_left_to_it(db: &TestDb) {
    let clock = stopped_clock();
    let database = consumed_by(db, clock.clone(), receive);
    db.run(
        "INSERT INTO outbox (consumer, event, created_at, not_before) VALUES ('test', 'zz1', 0, 0)",
    );
    create_forums(&database, db.add_user("ann"), 0..1);
    for _ in 0..5 {
        assert_eq!(database.deliver_events().unwrap().failures, []);
        clock.advance(RETRIES[1]);
    }
    assert_eq!((received(db), waiting(db)), (1, 1));
    assert_eq!(db.number("SELECT count(*) AS n FROM outbox WHERE attempts > 0 OR set_aside"), 0);
}
