//! Notifications while the process that produces them is killed.

use std::{
    env,
    process::Command,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use database::{Database, DatabaseUrl};
use infrastructure::{NotificationProducer, SystemClock};

use super::{fan_out::add_watchers, post, producing_at, reply};
use crate::support::{TestDb, postgres, sqlite};

/// Makes a process of this test produce notifications in the database at this URL.
const PRODUCE_AT: &str = "POSTUP_TEST_PRODUCE_AT";
const KILLS: u64 = 20;
const REPLIES: i64 = 20;
const WATCHERS: i64 = 1_200;
const PATIENCE: Duration = Duration::from_mins(2);

fn producing(url: &DatabaseUrl) -> Database {
    let clock = || Arc::new(SystemClock);
    let consumers = vec![Arc::new(NotificationProducer::new(clock(), None)) as _];
    Database::open(url).unwrap().delivering_to(consumers, clock())
}

fn notifications_survive_killed_processes(db: fn() -> TestDb, test: &str) {
    if let Ok(url) = env::var(PRODUCE_AT) {
        let database = producing(&url.parse().unwrap());
        loop {
            if database.deliver_events().is_ok_and(|delivery| delivery.consumed == 0) {
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
    let db = db();
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&db.database, ann, db.add_forum(ann, "Tea"), "Oolong");
    add_watchers(&db, tea.0, WATCHERS);
    for nth in 0..REPLIES {
        reply(&database, bob, tea, None, &format!("Reply {nth}"));
    }
    let (DatabaseUrl::Postgres(place) | DatabaseUrl::Sqlite(place)) = db.url();
    let scheme = if place.contains("://") { "" } else { "sqlite://" };
    for kill in 0..KILLS {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(PRODUCE_AT, format!("{scheme}{place}"))
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(60 + 17 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let rest = producing(db.url());
    let start = Instant::now();
    while db.number("SELECT count(*) AS n FROM outbox") > 0 {
        assert!(start.elapsed() < PATIENCE, "events are left");
        // One that met a lost connection waits for its next try.
        db.run("UPDATE outbox SET not_before = 0, attempts = 0, set_aside = FALSE");
        let _ = rest.deliver_events();
    }
    let complete = format!(
        "SELECT count(*) AS n FROM notifications WHERE count = {REPLIES} AND user_id <> {ann}"
    );
    assert_eq!(db.number(&complete), WATCHERS);
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), WATCHERS + 1);
}

#[test]
fn notifications_survive_killed_processes_on_sqlite() {
    let test = "notifications::crashes::notifications_survive_killed_processes_on_sqlite";
    notifications_survive_killed_processes(sqlite, test);
}

#[test]
fn notifications_survive_killed_processes_on_postgres() {
    let test = "notifications::crashes::notifications_survive_killed_processes_on_postgres";
    notifications_survive_killed_processes(postgres, test);
}
