//! The thread that delivers events by itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::channel,
    },
    thread,
    time::Duration,
};

use database::{Database, OutboxState};
use infrastructure::SystemClock;

use super::{
    PATIENCE, consumed_by, create_forums, receive, received, stopped_clock, wait_for, waiting,
    with_consumer,
};
use crate::{
    following::{follow, is_following},
    support::{TestDb, contract, postgres, sqlite},
};

contract! {
    runner_is_woken_by_a_write,
    runner_ends_after_the_batch_at_hand,
    state_reports_lag_and_events_set_aside,
}

/// Less than the time after which the runner looks by itself.
const SOON: Duration = Duration::from_secs(3);

fn runner_is_woken_by_a_write(db: &TestDb) {
    let database = consumed_by(db, Arc::new(SystemClock), receive);
    let author = db.add_user("ann");
    let _runner = database.start_outbox().unwrap().unwrap();
    for number in 0..5 {
        thread::sleep(Duration::from_millis(20));
        create_forums(&database, author, number..=number);
        wait_for("the event", SOON, || received(db) == number + 1);
    }
}

#[test]
fn runner_is_woken_by_the_write_queue() {
    let db = sqlite();
    let database = consumed_by(&db, Arc::new(SystemClock), receive);
    let author = db.add_user("ann");
    let _runner = database.start_outbox().unwrap().unwrap();
    let (queue, queued) = database.write_queue().unwrap().unwrap();
    for number in 0..5 {
        thread::sleep(Duration::from_millis(20));
        let queued = queued.clone();
        let job = move || -> Box<dyn FnOnce(_) + Send> {
            create_forums(&queued, author, number..=number);
            Box::new(drop)
        };
        queue.submit(Box::new(job)).unwrap();
        wait_for("the event", SOON, || received(&db) == number + 1);
    }
}

/// A subcommand writes, too, and delivers nothing.
#[test]
fn runner_is_woken_by_another_process_on_postgresql() {
    let db = postgres();
    let database = consumed_by(&db, Arc::new(SystemClock), receive);
    follow(&database, &db);
    let author = db.add_user("ann");
    let _runner = database.start_outbox().unwrap().unwrap();
    let other = Database::open(db.url()).unwrap();
    let other = with_consumer(&other, Arc::new(SystemClock), receive);
    for number in 0..5 {
        thread::sleep(Duration::from_millis(20));
        create_forums(&other, author, number..=number);
        wait_for("the event", SOON, || received(&db) == number + 1);
    }
}

/// Events written while the connection for notifications was lost are not announced again.
#[test]
fn runner_looks_after_reconnecting_to_postgresql() {
    let db = postgres();
    let database = consumed_by(&db, Arc::new(SystemClock), receive);
    follow(&database, &db);
    let author = db.add_user("ann");
    let _runner = database.start_outbox().unwrap().unwrap();
    let other = Database::open(db.url()).unwrap();
    let other = with_consumer(&other, Arc::new(SystemClock), receive);
    for number in 0..3 {
        wait_for("trust", PATIENCE, || is_following(&database));
        db.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = 'postup changes' AND datname = current_database()",
        );
        wait_for("the loss", PATIENCE, || !is_following(&database));
        create_forums(&other, author, number..=number);
        wait_for("the event", SOON, || received(&db) == number + 1);
    }
}

fn runner_ends_after_the_batch_at_hand(db: &TestDb) {
    let (tell, begun) = channel();
    let database = consumed_by(db, Arc::new(SystemClock), move |conn, stored| {
        tell.send(()).unwrap();
        thread::sleep(Duration::from_millis(100));
        receive(conn, stored)
    });
    let author = db.add_user("ann");
    create_forums(&database, author, 0..1);
    let runner = database.start_outbox().unwrap().unwrap();
    begun.recv_timeout(PATIENCE).unwrap();
    drop(runner);
    assert_eq!((received(db), waiting(db)), (1, 0));
    create_forums(&database, author, 1..2);
    thread::sleep(Duration::from_millis(200));
    assert_eq!((received(db), waiting(db)), (1, 1));
}

fn state_reports_lag_and_events_set_aside(db: &TestDb) {
    let (clock, is_broken) = (stopped_clock(), Arc::new(AtomicBool::new(true)));
    let broken = Arc::clone(&is_broken);
    let database = consumed_by(db, clock.clone(), move |conn, stored| {
        if broken.load(Ordering::SeqCst) {
            return Err(diesel::result::Error::RollbackTransaction);
        }
        receive(conn, stored)
    });
    let author = db.add_user("ann");
    create_forums(&database, author, 0..1);
    for wait in [10, 60, 5] {
        assert_eq!(database.deliver_events().unwrap().failures.len(), 1);
        clock.advance(Duration::from_secs(wait));
    }
    create_forums(&database, author, 1..2);
    assert_eq!(database.deliver_events().unwrap().failures.len(), 1);
    clock.advance(Duration::from_secs(7));
    assert_eq!(database.outbox_state(), OutboxState::default());
    let _runner = database.start_outbox().unwrap().unwrap();
    let state = |lag| OutboxState { lag: Duration::from_secs(lag), set_aside: 1 };
    wait_for("the state", SOON, || database.outbox_state() == state(7));
    is_broken.store(false, Ordering::SeqCst);
    clock.advance(Duration::from_secs(3));
    create_forums(&database, author, 2..3);
    wait_for("the events", SOON, || received(db) == 2);
    wait_for("the state", SOON, || database.outbox_state() == state(0));
}
