//! Concurrent writes: SQLite commits them together, and each stays atomic.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Barrier,
    thread,
};

use diesel::{RunQueryDsl, result::Error as DieselError, sql_query};
use kernel::RepositoryError;

use crate::support::{TestDb, contract};

contract! {
    concurrent_writes_commit_or_leave_nothing,
    a_panicking_write_leaves_other_writes_alone,
}

const THREADS: i64 = 16;
const EACH: i64 = 20;

fn insert(db: &TestDb, number: i64) -> Result<(), RepositoryError> {
    db.database.write(|conn, _| {
        sql_query(format!("INSERT INTO noted (number) VALUES ({number})")).execute(conn)?;
        // Every third has written by then, and gives up; every fifth stumbles.
        assert!(number % 5 != 3, "stumbles");
        if number % 3 == 0 { Err(DieselError::RollbackTransaction) } else { Ok(()) }
    })
}

/// Runs one on each thread; returns whether each was acknowledged.
fn run_all(db: &TestDb, change: impl Fn(i64) -> bool + Sync) -> Vec<(i64, bool)> {
    db.run("CREATE TABLE noted (number BIGINT NOT NULL PRIMARY KEY)");
    let start = Barrier::new(THREADS as usize);
    thread::scope(|scope| {
        let run = |thread: i64| {
            let (start, change) = (&start, &change);
            scope.spawn(move || {
                start.wait();
                let numbers = (0..EACH).map(|nth| nth * THREADS + thread);
                numbers.map(|number| (number, change(number))).collect::<Vec<_>>()
            })
        };
        let threads: Vec<_> = (0..THREADS).map(run).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[track_caller]
fn assert_outcomes_match_rows(db: &TestDb, outcomes: &[(i64, bool)]) {
    for (number, stays) in outcomes {
        let query = format!("SELECT count(*) AS n FROM noted WHERE number = {number}");
        assert_eq!(db.number(&query), i64::from(*stays), "{number}");
    }
    assert_eq!(outcomes.len() as i64, THREADS * EACH);
}

fn concurrent_writes_commit_or_leave_nothing(db: &TestDb) {
    let outcomes = run_all(db, |number| number % 5 != 3 && insert(db, number).is_ok());
    assert!(outcomes.iter().all(|&(number, stays)| stays == (number % 3 != 0 && number % 5 != 3)));
    assert_outcomes_match_rows(db, &outcomes);
}

fn a_panicking_write_leaves_other_writes_alone(db: &TestDb) {
    let outcomes = run_all(db, |number| {
        let done = catch_unwind(AssertUnwindSafe(|| insert(db, number)));
        assert_eq!(done.is_err(), number % 5 == 3, "{number}");
        done.is_ok_and(|done| done.is_ok())
    });
    assert!(outcomes.iter().all(|&(number, stays)| stays == (number % 3 != 0 && number % 5 != 3)));
    assert_outcomes_match_rows(db, &outcomes);
}
