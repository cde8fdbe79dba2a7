use database::{
    Database,
    LeaderTask::{Backups, Sweeps},
};

use crate::support::{TestDb, contract, postgres};

contract! {
    a_leader_that_resigns_may_lead_again,
}

fn a_leader_that_resigns_may_lead_again(db: &TestDb) {
    let mut first = db.database.try_lead(Sweeps).unwrap().unwrap();
    assert!(first.holds());
    drop(first);
    assert!(db.database.try_lead(Sweeps).unwrap().is_some());
}

#[test]
fn one_copy_leads_until_it_resigns() {
    let db = postgres();
    let other = Database::open(db.url()).unwrap();
    let first = db.database.try_lead(Sweeps).unwrap();
    assert!(first.is_some());
    assert!(other.try_lead(Sweeps).unwrap().is_none());
    assert!(other.try_lead(Backups).unwrap().is_some(), "each task has a leader of its own");
    drop(first);
    assert!(other.try_lead(Sweeps).unwrap().is_some());
}

/// PostgreSQL would warn: "you don't own a lock of type `ExclusiveLock`".
#[test]
fn a_copy_that_does_not_lead_unlocks_nothing() {
    let db = postgres();
    let _leader = db.database.try_lead(Sweeps).unwrap().unwrap();
    let other = Database::open(db.url()).unwrap();
    assert!(other.try_lead(Sweeps).unwrap().is_none());
    let unlocked = "SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'SELECT pg_advisory_unlock(%'";
    assert_eq!(db.number(unlocked), 0);
}
