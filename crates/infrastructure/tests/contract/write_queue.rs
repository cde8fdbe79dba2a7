//! The write queue on SQLite: each job is atomic, and reported once it is durable.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

use database::{Database, WriteQueue};
use diesel::{RunQueryDsl, result::Error as DieselError, sql_query};
use kernel::RepositoryError;

use crate::support::{TestDb, sqlite};

/// Far longer than any of these jobs takes.
const PATIENCE: Duration = Duration::from_secs(20);
/// More than wait for their turn.
const TOO_MANY: usize = 500;

type Outcome<T> = (T, Result<(), RepositoryError>);

struct Queue {
    db: TestDb,
    jobs: WriteQueue,
    /// What the jobs use.
    database: Database,
}

impl Queue {
    fn new() -> Self {
        let db = sqlite();
        db.run(
            "CREATE TABLE noted (
                number BIGINT NOT NULL PRIMARY KEY,
                follows BIGINT REFERENCES noted (number) DEFERRABLE INITIALLY DEFERRED
             )",
        );
        let (jobs, database) = db.database.write_queue().unwrap().unwrap();
        Self { db, jobs, database }
    }

    /// Queues a job; the receiver gets its result and whether that is durable.
    fn submit<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Database) -> T + Send + 'static,
    ) -> Result<Receiver<Outcome<T>>, RepositoryError> {
        let (tell, told) = channel();
        let database = self.database.clone();
        let job = move || -> Box<dyn FnOnce(Result<(), RepositoryError>) + Send> {
            let done = job(&database);
            Box::new(move |durable| drop(tell.send((done, durable))))
        };
        self.jobs.submit(Box::new(job)).map(|()| told)
    }

    fn run<T: Send + 'static>(&self, job: impl FnOnce(&Database) -> T + Send + 'static) -> T {
        let (done, durable) = self.submit(job).unwrap().recv_timeout(PATIENCE).unwrap();
        durable.unwrap();
        done
    }

    /// Blocks the queue until this is dropped or released.
    fn hold(&self) -> Sender<()> {
        let (go, wait) = channel::<()>();
        let (begun, begins) = channel();
        self.submit(move |_| {
            begun.send(()).unwrap();
            let _ = wait.recv();
        })
        .unwrap();
        begins.recv_timeout(PATIENCE).unwrap();
        go
    }

    fn is_noted(&self, number: i64) -> bool {
        self.db.number(&format!("SELECT count(*) AS n FROM noted WHERE number = {number}")) == 1
    }
}

fn note(database: &Database, number: i64, follows: &str) -> Result<(), RepositoryError> {
    let sql = format!("INSERT INTO noted (number, follows) VALUES ({number}, {follows})");
    database.write(|conn, _| sql_query(sql).execute(conn).map(|_| ()))
}

fn count(database: &Database) -> i64 {
    use diesel::sql_types::BigInt;
    let count = diesel::dsl::sql::<BigInt>("(SELECT count(*) FROM noted)");
    database.snapshot(|conn| diesel::select(count).get_result(conn)).unwrap()
}

#[test]
fn queued_jobs_commit_or_leave_nothing() {
    let queue = Queue::new();
    let hold = queue.hold();
    let told: Vec<_> = (0..200)
        .map(|number| {
            let job = move |database: &Database| {
                database.write(|conn, _| {
                    sql_query(format!("INSERT INTO noted (number) VALUES ({number})"))
                        .execute(conn)?;
                    // Every third has written by then, and gives up; every fifth stumbles.
                    assert!(number % 5 != 3, "stumbles");
                    if number % 3 == 0 { Err(DieselError::RollbackTransaction) } else { Ok(()) }
                })
            };
            queue.submit(job).unwrap()
        })
        .collect();
    drop(hold);
    for (number, told) in (0_i64..).zip(told) {
        let outcome = told.recv_timeout(PATIENCE);
        let stays = number % 3 != 0 && number % 5 != 3;
        match outcome {
            Ok((done, durable)) => assert!(durable.is_ok() && done.is_ok() == stays, "{number}"),
            // The dropped channel tells the waiting caller of the panic immediately.
            Err(error) => assert!(
                error == RecvTimeoutError::Disconnected && number % 5 == 3,
                "{number}: {error}"
            ),
        }
        assert_eq!(queue.is_noted(number), stays, "{number}");
    }
}

#[test]
fn a_job_reads_its_own_and_earlier_writes() {
    let queue = Queue::new();
    let hold = queue.hold();
    let told: Vec<_> = (1..=100)
        .map(|number| {
            let job = move |database: &Database| {
                note(database, number, "NULL").unwrap();
                count(database)
            };
            queue.submit(job).unwrap()
        })
        .collect();
    drop(hold);
    for (number, told) in (1..).zip(told) {
        assert_eq!(told.recv_timeout(PATIENCE).unwrap().0, number);
    }
}

#[test]
fn an_acknowledged_write_is_durable() {
    let queue = Queue::new();
    for number in 0..20 {
        queue.run(move |database| note(database, number, "NULL")).unwrap();
        assert!(queue.is_noted(number), "{number}");
    }
}

#[test]
fn a_failed_commit_fails_every_job_in_it() {
    let queue = Queue::new();
    let hold = queue.hold();
    let submit = |number: i64, follows: &'static str| {
        queue.submit(move |database| note(database, number, follows)).unwrap()
    };
    // A deferred foreign key fails at the commit.
    let together = [submit(1, "NULL"), submit(2, "7"), submit(3, "1")];
    drop(hold);
    for told in together {
        let (done, durable) = told.recv_timeout(PATIENCE).unwrap();
        assert!(done.is_ok() && durable.is_err(), "{durable:?}");
    }
    queue.run(|database| note(database, 4, "NULL")).unwrap();
    assert_eq!((1..=4).filter(|&number| queue.is_noted(number)).collect::<Vec<_>>(), [4]);
}

#[test]
fn an_aborted_transaction_leaves_nothing() {
    let queue = Queue::new();
    let hold = queue.hold();
    let first = queue.submit(|database| note(database, 1, "NULL")).unwrap();
    let given_up = queue.submit(|database| {
        let again = "INSERT OR ROLLBACK INTO noted (number) VALUES (1)";
        database.write(|conn, _| sql_query(again).execute(conn).map(|_| ()))
    });
    let later = queue.submit(|database| note(database, 2, "NULL")).unwrap();
    drop(hold);
    for told in [first, given_up.unwrap(), later] {
        let (_, durable) = told.recv_timeout(PATIENCE).unwrap();
        assert!(durable.is_err());
    }
    queue.run(|database| note(database, 3, "NULL")).unwrap();
    assert_eq!((1..=3).filter(|&number| queue.is_noted(number)).collect::<Vec<_>>(), [3]);
}

#[test]
fn writes_outside_the_queue_are_kept() {
    let queue = Queue::new();
    thread::scope(|scope| {
        for thread in 1..=4 {
            let database = &queue.db.database;
            scope.spawn(move || {
                for nth in 0..50 {
                    note(database, thread * 1_000 + nth, "NULL").unwrap();
                }
            });
        }
        for number in 0..200 {
            queue.run(move |database| note(database, number, "NULL")).unwrap();
        }
    });
    assert_eq!(queue.db.number("SELECT count(*) AS n FROM noted"), 400);
}

#[test]
fn a_full_queue_rejects_then_recovers() {
    let queue = Queue::new();
    let hold = queue.hold();
    let queued: Vec<_> =
        (0..TOO_MANY as i64).map(|n| queue.submit(move |db| note(db, n, "NULL"))).collect();
    drop(hold);
    let refused = queued.iter().position(Result::is_err).unwrap();
    assert!(
        queued[refused..]
            .iter()
            .all(|queued| { matches!(queued, Err(RepositoryError::Unavailable(_))) })
    );
    for told in queued.into_iter().flatten() {
        told.recv_timeout(PATIENCE).unwrap().1.unwrap();
    }
    assert_eq!(queue.run(count), refused as i64);
}

/// A panic payload whose drop panics again.
struct PanicsOnDrop;

impl Drop for PanicsOnDrop {
    fn drop(&mut self) {
        panic!("stumbles again");
    }
}

#[test]
fn queue_outlives_a_panic_that_nothing_catches() {
    let queue = Queue::new();
    let stumbles = queue.submit::<()>(|_| std::panic::panic_any(PanicsOnDrop)).unwrap();
    assert!(stumbles.recv_timeout(PATIENCE).is_err());
    queue.run(|database| note(database, 1, "NULL")).unwrap();
    assert!(queue.is_noted(1));
}
