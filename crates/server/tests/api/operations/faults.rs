//! What clients see when the database is away, busy or slow.

use std::{
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

use database::Database;
use diesel::{RunQueryDsl, dsl::sql, sql_types::BigInt};
use serde_json::Value;
use test_databases::OwnCluster;

use crate::{
    operations::process::{Installation, Server},
    support::{TestApp, eventually, migrated_on_postgres},
};

/// Sends requests until one has the status.
async fn until_status(server: &Server, path: &str, status: u16) {
    eventually(&format!("{path} answers {status}"), async || {
        server.get(path).await.status == status
    })
    .await;
}

#[tokio::test]
async fn a_lost_database_is_reported_and_reconnected() {
    let mut cluster = OwnCluster::new();
    let installation = Installation::at(&cluster.url);
    let mut server = installation.serve(&[("POSTUP_LOG_FORMAT", "json")]);
    // Many connections, each of which will be found dead.
    let many = (0..32).map(|_| server.get("/forums"));
    assert!(futures_util::future::join_all(many).await.iter().all(|answer| answer.status == 200));

    cluster.stop();
    until_status(&server, "/forums", 503).await;
    let many = futures_util::future::join_all((0..50).map(|_| server.get("/forums"))).await;
    for answer in &many {
        answer.is_refused(503, "unavailable");
    }
    server.get("/readyz").await.is_refused(503, "unavailable");
    assert_eq!(server.get("/healthz").await.status, 200);
    let id = many[0].headers["x-request-id"].to_str().unwrap();
    server.wait_for(id);
    let log = server.log();
    // libpq writes a line of its own when a server ends that it is about to connect to.
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let failures: Vec<_> = lines.filter(|line| line["message"] == "a repository failed").collect();
    let failed = failures.iter().find(|line| line["span"]["id"] == id).unwrap();
    let error = failed["error"].as_str().unwrap();
    assert!(error.starts_with("the database cannot be reached: "), "with its cause: {error}");
    let waited = failures.iter().filter(|line| line["error"].to_string().contains("timed out"));
    assert_eq!(waited.count(), 0, "requests wait for a database that is gone");

    cluster.start();
    until_status(&server, "/readyz", 200).await;
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
    app.anonymous().get(SEARCH).await.is_refused(503, "unavailable");
    assert!(started.elapsed() > Duration::from_secs(1), "{:?}", started.elapsed());

    // 400 requests may wait; the unit tests of `BoundedThreadPool` say that further ones do not.
    let crowd = (0..500).map(|_| async {
        app.anonymous().get(SEARCH).await.is_refused(503, "unavailable");
    });
    let alive = async {
        for _ in 0..50 {
            assert_eq!(app.anonymous().get("/healthz").await.status, 200);
        }
    };
    tokio::join!(futures_util::future::join_all(crowd), alive);

    // All connections were in use all the time.
    drop(release);
    assert_eq!(app.anonymous().get(SEARCH).await.status, 200);
}

/// Whether as many searches as run at once, a quarter of the connections, wait for a lock.
fn has_waiting_searches(observer: &Database) -> bool {
    let query = "SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let waiting: i64 = observer
        .read(|conn| diesel::select(sql::<BigInt>(&format!("({query})"))).get_result(conn))
        .unwrap();
    waiting == i64::from(observer.pools()[0].max / 4)
}

#[tokio::test]
async fn slow_searches_leave_room_for_other_reads_on_postgresql() {
    let url = migrated_on_postgres();
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
    let observer = Database::open(&url.parse().unwrap()).unwrap();
    let others = async {
        eventually("the searches wait", async || has_waiting_searches(&observer)).await;
        // Refused if it had to wait for a search, as the lock is still held.
        assert_eq!(server.get("/api/posts").await.status, 200);
        drop(release);
    };
    futures_util::future::join(searches, others).await;
}
