//! Settings of connections to PostgreSQL.

use std::time::Duration;

use database::{Database, DatabaseUrl};
use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_types::Text};
use kernel::RepositoryError;

use crate::support::{TestDb, postgres};

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    setting: String,
    #[diesel(sql_type = Text)]
    source: String,
}

fn open_to_serve(url: &DatabaseUrl) -> Database {
    Database::open_to_serve(url, 2, Duration::from_secs(7), None).unwrap()
}

fn setting(database: &Database, name: &str) -> (String, String) {
    let query = format!("SELECT setting, source FROM pg_settings WHERE name = '{name}'");
    let Setting { setting, source } =
        database.read(|conn| diesel::sql_query(&query).get_result(conn)).unwrap();
    (setting, source)
}

/// The database's name, as SQL quotes it.
fn name(db: &TestDb) -> String {
    let DatabaseUrl::Postgres(url) = db.url() else { panic!("not PostgreSQL") };
    url.rsplit_once('/').unwrap().1.to_owned()
}

#[test]
fn settings_are_part_of_the_startup_packet() {
    let db = postgres();
    for (database, timeout) in
        [(open_to_serve(db.url()), "7000"), (Database::open(db.url()).unwrap(), "0")]
    {
        for (name, wanted) in [
            ("plan_cache_mode", "force_generic_plan"),
            ("enable_memoize", "off"),
            ("jit", "off"),
            ("statement_timeout", timeout),
        ] {
            let found = setting(&database, name);
            assert_eq!(found, (wanted.to_owned(), "client".to_owned()), "{name}");
        }
    }
    assert_eq!(setting(&open_to_serve(db.url()), "enable_seqscan").0, "off");
    assert_eq!(setting(&Database::open(db.url()).unwrap(), "enable_seqscan").0, "on");
}

#[test]
fn no_session_setting_leaks_through_a_pooler() {
    let db = postgres();
    // diesel sets these two; PgBouncer sets them for each of its clients.
    let query = "SELECT name AS setting, source FROM pg_settings WHERE source = 'session'
        AND name NOT IN ('client_encoding', 'TimeZone')";
    let left: Vec<Setting> =
        open_to_serve(db.url()).read(|conn| diesel::sql_query(query).load(conn)).unwrap();
    let names: Vec<_> = left.iter().map(|setting| setting.setting.as_str()).collect();
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn options_in_the_url_win() {
    let db = postgres();
    let DatabaseUrl::Postgres(url) = db.url() else { panic!("not PostgreSQL") };
    let url = format!("{url}?options=-c%20jit%3Don%20-c%20work_mem%3D8MB").parse().unwrap();
    let database = open_to_serve(&url);
    assert_eq!(setting(&database, "jit").0, "on");
    assert_eq!(setting(&database, "work_mem").0, "8192");
    assert_eq!(setting(&database, "plan_cache_mode").0, "force_generic_plan");
}

#[test]
fn a_superuser_reads_errors_in_english_under_any_locale() {
    let db = postgres();
    // Another name of a locale that every system has.
    db.run(&format!("ALTER DATABASE {} SET lc_messages = 'POSIX'", name(&db)));
    let database = open_to_serve(db.url());
    assert_eq!(setting(&database, "lc_messages").0, "C");
    assert!(database.reports_errors_in_english().unwrap());
}

#[test]
fn an_ordinary_role_connects_under_any_locale() {
    let db = postgres();
    let role = name(&db).replace("postup", "role");
    db.run(&format!(
        "CREATE ROLE {role} LOGIN; ALTER DATABASE {} SET lc_messages = 'POSIX'",
        name(&db)
    ));
    let DatabaseUrl::Postgres(url) = db.url() else { panic!("not PostgreSQL") };
    let url = url.replace("//postgres@", &format!("//{role}@")).parse().unwrap();
    let database = open_to_serve(&url);
    assert_eq!(setting(&database, "lc_messages").0, "POSIX");
    assert!(database.reports_errors_in_english().unwrap());
}

#[test]
fn connections_that_were_killed_while_idle_fail_nothing() {
    let db = postgres();
    let database = open_to_serve(db.url());
    let number = || database.read(|conn| diesel::sql_query("SELECT 1").execute(conn));
    number().unwrap();
    db.run(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND datname = current_database()
                AND pid <> pg_backend_pid()",
    );
    number().unwrap();
}

#[test]
fn timeouts_and_deadlocks_are_unavailability() {
    let db = postgres();
    let database = Database::open_to_serve(db.url(), 4, Duration::from_millis(200), None).unwrap();
    let slow = database.read(|conn| diesel::sql_query("SELECT pg_sleep(20)").execute(conn));
    assert!(matches!(slow, Err(RepositoryError::Unavailable(_))), "{slow:?}");
    let database = Database::open(db.url()).unwrap();
    let barrier = std::sync::Barrier::new(2);
    let lock = |first: i64, second: i64| {
        database.write(|conn, _| {
            conn.batch_execute(&format!("SELECT pg_advisory_xact_lock({first})"))?;
            barrier.wait();
            conn.batch_execute(&format!("SELECT pg_advisory_xact_lock({second})"))
        })
    };
    let outcomes = std::thread::scope(|scope| {
        [scope.spawn(|| lock(1, 2)), scope.spawn(|| lock(2, 1))]
            .map(|thread| thread.join().unwrap())
    });
    let failed: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    assert!(matches!(failed[..], [RepositoryError::Unavailable(_)]), "{failed:?}");
}
