//! What clients see when the database is away, busy or slow.

use std::{
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

use diesel::RunQueryDsl;
use infrastructure::Database;
use serde_json::Value;
use test_postgres::OwnCluster;

use crate::{
    operations::process::{Installation, Server},
    support::TestApp,
};

/// Sends requests until one has the status; returns the time it took.
async fn until_status(server: &Server, path: &str, status: u16) -> Duration {
    let started = Instant::now();
    while server.get(path).await.status != status {
        assert!(started.elapsed() < Duration::from_secs(20), "{path} never answers {status}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    started.elapsed()
}

#[tokio::test]
async fn a_lost_database_is_reported_and_reconnected() {
    let mut cluster = OwnCluster::new();
    let installation = Installation::at(&cluster.url);
    let server = installation.serve(&[("POSTUP_LOG_FORMAT", "json")]);
    // Many connections, each of which will be found dead.
    let many = (0..32).map(|_| server.get("/forums"));
    assert!(futures_util::future::join_all(many).await.iter().all(|answer| answer.status == 200));

    cluster.stop();
    until_status(&server, "/forums", 503).await;
    let started = Instant::now();
    let many = futures_util::future::join_all((0..50).map(|_| server.get("/forums"))).await;
    assert!(started.elapsed() < Duration::from_secs(1), "no pile-up: {:?}", started.elapsed());
    for answer in &many {
        answer.is_refused(503, "unavailable");
    }
    server.get("/readyz").await.is_refused(503, "unavailable");
    assert_eq!(server.get("/healthz").await.status, 200);
    let id = many[0].headers["x-request-id"].to_str().unwrap();
    let log = server.log();
    // libpq writes a line of its own when a server ends that it is about to connect to.
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let named: Vec<_> = lines.filter(|line| line["span"]["id"] == id).collect();
    let failed = named.iter().find(|line| line["message"] == "a repository failed").unwrap();
    let error = failed["error"].as_str().unwrap();
    assert!(error.starts_with("the database cannot be reached: "), "with its cause: {error}");

    // Away for longer than the longest pause between two attempts to reach it.
    tokio::time::sleep(Duration::from_secs(2)).await;
    cluster.start();
    let took = until_status(&server, "/readyz", 200).await;
    assert!(took < Duration::from_secs(2), "{took:?}");
    for _ in 0..40 {
        assert_eq!(server.get("/forums").await.status, 200, "no dead connection is left");
    }
}

/// Occupies all connections for reads until the returned guard is dropped.
fn hold_all(database: &Database) -> mpsc::Sender<()> {
    let max = database.pools()[0].max;
    let (release, held) = mpsc::channel::<()>();
    let held = Arc::new(Mutex::new(held));
    let (taken, all) = mpsc::channel();
    for _ in 0..max {
        let (database, held, taken) = (database.clone(), Arc::clone(&held), taken.clone());
        thread::spawn(move || {
            database.read(|_| {
                taken.send(()).unwrap();
                // Ends with an error when the other end is dropped.
                let _ = held.lock().unwrap().recv();
                Ok(())
            })
        });
    }
    (0..max).for_each(|_| all.recv().unwrap());
    release
}

/// Takes long enough to be read where all others do.
const SEARCH: &str = "/api/posts?keyword=tea";

#[tokio::test]
async fn an_exhausted_pool_fails_after_a_bounded_wait() {
    let app = TestApp::spawn().await;
    let release = hold_all(&app.database);
    let started = Instant::now();
    let refused = app.anonymous().get(SEARCH).await;
    refused.is_refused(503, "unavailable");
    let took = started.elapsed();
    assert!(took > Duration::from_secs(1) && took < Duration::from_secs(3), "{took:?}");

    // 400 requests may wait; further ones are refused.
    let crowd = (0..500).map(|_| async {
        let started = Instant::now();
        app.anonymous().get(SEARCH).await.is_refused(503, "unavailable");
        started.elapsed()
    });
    let alive = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let started = Instant::now();
        assert_eq!(app.anonymous().get("/healthz").await.status, 200);
        assert!(started.elapsed() < Duration::from_millis(500), "{:?}", started.elapsed());
    };
    let (took, ()) = tokio::join!(futures_util::future::join_all(crowd), alive);
    let at_once = took.iter().filter(|took| **took < Duration::from_millis(1_800)).count();
    assert!(at_once >= 50, "{at_once}");
    let longest = took.iter().max().unwrap();
    assert!(*longest < Duration::from_secs(5), "{longest:?}");

    drop(release);
    assert_eq!(app.anonymous().get(SEARCH).await.status, 200);
}

#[tokio::test]
async fn slow_searches_leave_room_for_other_reads_on_postgresql() {
    let url = test_postgres::filled_database(|url| {
        Database::open(&url.parse().unwrap()).unwrap().migrate().unwrap();
    });
    let installation = Installation::at(&url);
    let server = installation.serve(&[]);
    let (release, held) = mpsc::channel::<()>();
    let (lock, locked) = mpsc::channel();
    let database = Database::open(&url.parse().unwrap()).unwrap();
    thread::spawn(move || {
        database.write(|conn, _| {
            diesel::sql_query("LOCK TABLE post_search").execute(conn)?;
            lock.send(()).unwrap();
            let _ = held.recv();
            Ok(())
        })
    });
    locked.recv().unwrap();
    let searches = futures_util::future::join_all((0..20).map(|_| server.get(SEARCH)));
    let others = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let started = Instant::now();
        assert_eq!(server.get("/api/posts").await.status, 200);
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        drop(release);
    };
    futures_util::future::join(searches, others).await;
}
