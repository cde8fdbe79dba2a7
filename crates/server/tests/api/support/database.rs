use std::{env, path::Path};

use ::database::Database;
use diesel::{RunQueryDsl, sql_query};
use infrastructure::maintenance;

/// Creates a migrated database, a file in this folder, or one of PostgreSQL if the tests run on it;
/// returns its URL.
pub(crate) fn migrated_database(folder: &Path) -> String {
    if env::var("POSTUP_TEST_DATABASE").as_deref() == Ok("postgres") {
        return migrated_on_postgres();
    }
    migrated_on_sqlite(folder)
}

pub(crate) fn migrated_on_sqlite(folder: &Path) -> String {
    let file = folder.join("forum.db");
    test_databases::filled_file(&file, |file| {
        let url = sqlite(file).parse().unwrap();
        maintenance::migrate(&Database::open(&url).unwrap()).unwrap();
        Database::empty_log(&url).unwrap();
    });
    sqlite(&file)
}

fn sqlite(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

pub(crate) fn migrated_on_postgres() -> String {
    let filled = test_databases::filled_database(|url| {
        maintenance::migrate(&Database::open(&url.parse().unwrap()).unwrap()).unwrap();
    });
    // Several servers and programs of a test use it.
    filled.keep()
}

/// Makes all failures to sign in older by these seconds.
pub(crate) fn let_pass(database: &Database, seconds: u64) {
    let pass = sql_query(format!(
        "UPDATE login_failures
         SET last_at = last_at - {seconds}000, locked_until = locked_until - {seconds}000"
    ));
    database.write(|conn, _| pass.execute(conn)).unwrap();
}
