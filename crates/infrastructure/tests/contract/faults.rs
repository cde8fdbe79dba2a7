//! Databases that are full, slow or watched.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use database::{Database, PoolObserver, PoolState};
use diesel::RunQueryDsl;
use forums::{Description, ForumRepository, NewForum, Topic};
use infrastructure::DbForums;
use kernel::{RepositoryError, Visibility};
use users::UserRepository;

use crate::support::{T0, TestDb, contract, postgres, sqlite};

#[test]
fn a_full_disk_is_reported_and_recovered_from() {
    let db = sqlite();
    let author = db.add_user("ann");
    let limit = |pages: u32| {
        let pragma = format!("PRAGMA max_page_count = {pages}");
        db.database.write(|conn, _| diesel::sql_query(&pragma).execute(conn)).unwrap();
    };
    // Less than there is means as many as there are.
    limit(1);
    let repository = DbForums(db.database.clone());
    let store = |number: i32| {
        let forum = NewForum {
            topic: Topic::parse(&format!("Topic {number}")).unwrap(),
            description: Description::parse(&"long ".repeat(390)).unwrap(),
            visibility: Visibility::Public,
            author,
            created_at: T0,
        };
        repository.insert(&forum)
    };
    let error = (0..100).find_map(|number| store(number).err()).unwrap();
    assert!(matches!(error, RepositoryError::Full(_)), "{error:?}");
    let users = infrastructure::DbUsers(db.database.clone());
    assert!(users.find(author).unwrap().is_some());
    limit(1_000_000);
    assert!(store(101).is_ok());
}

#[test]
fn a_slow_statement_on_postgresql_is_cancelled() {
    let db = postgres();
    let patience = Duration::from_millis(200);
    let database =
        Database::open_to_serve(db.url(), Database::CONNECTIONS, patience, None).unwrap();
    let sleep = |seconds: f32| {
        let query = diesel::sql_query(format!("SELECT pg_sleep({seconds})"));
        database.read(|conn| query.execute(conn))
    };
    let started = Instant::now();
    let error = sleep(20.0).unwrap_err();
    assert!(matches!(error, RepositoryError::Unavailable(_)), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert!(sleep(0.0).is_ok());
}

#[test]
fn connections_to_postgresql_are_as_many_as_set() {
    let db = postgres();
    let database = Database::open_to_serve(db.url(), 6, Duration::from_secs(10), None).unwrap();
    assert_eq!(database.pools()[0].max, 6);
    assert_eq!(database.slow_read_threads(), 1);
    let replicas =
        database.reading_from(&[db.url().clone()], Duration::from_secs(10), None).unwrap();
    assert!(replicas.pools().iter().all(|pool| pool.max == 6));
}

#[derive(Debug, Default)]
struct Notes(Mutex<Vec<String>>);

impl Notes {
    fn note(&self, what: &str, pool: &str, took: Duration) {
        let long = if took >= Duration::from_millis(30) { "long" } else { "short" };
        self.0.lock().unwrap().push(format!("{what} {pool} {long}"));
    }
}

impl PoolObserver for Notes {
    fn acquired(&self, pool: &'static str, wait: Duration) {
        self.note("acquired", pool, wait);
    }

    fn refused(&self, pool: &'static str) {
        self.note("refused", pool, Duration::ZERO);
    }

    fn released(&self, pool: &'static str, held: Duration) {
        self.note("released", pool, held);
    }
}

contract! { the_observer_sees_connection_events }

fn the_observer_sees_connection_events(db: &TestDb) {
    let notes = Arc::new(Notes::default());
    let observer = Arc::clone(&notes) as Arc<dyn PoolObserver>;
    let database = Database::open_to_serve(
        db.url(),
        Database::CONNECTIONS,
        Duration::from_secs(10),
        Some(observer),
    )
    .unwrap();
    let pools = database.pools();
    let names: Vec<_> = pools.iter().map(|state| state.pool).collect();
    let (reader, writer) = match names[..] {
        ["reader", "writer", "worker"] => ("reader", "writer"),
        ["primary"] => ("primary", "primary"),
        _ => panic!("{names:?}"),
    };
    database
        .read(|_| {
            let PoolState { in_use, idle, max, .. } = database.pools()[0];
            assert!(in_use == 1 && idle < max, "{in_use} and {idle} of {max}");
            std::thread::sleep(Duration::from_millis(40));
            Ok(())
        })
        .unwrap();
    database.write(|_, _| Ok(())).unwrap();
    let told = notes.0.lock().unwrap();
    assert_eq!(told[..2], [format!("acquired {reader} short"), format!("released {reader} long")]);
    assert_eq!(told[2..], [format!("acquired {writer} short"), format!("released {writer} short")]);
}
