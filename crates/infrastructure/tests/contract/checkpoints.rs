//! SQLite's log is checkpointed beside concurrent writes.

use std::{fs, thread, time::Duration};

use database::{Database, DatabaseUrl};
use infrastructure::DbUsers;
use users::UserRepository;

use crate::support::sqlite;

/// Far fewer commits than a writer would carry over.
#[test]
fn commits_soon_reach_the_database_file() {
    let db = sqlite();
    db.database.start_checkpointer(db.url()).unwrap();
    let DatabaseUrl::Sqlite(file) = db.url() else { unreachable!("it is SQLite") };
    let ann = db.add_user("ann");
    for number in 0..1_000 {
        db.add_user(&format!("member-{number}"));
        if number % 100 == 0 && is_in_the_file(file, ann) {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("nothing was carried over");
}

/// A large log slows every read down.
#[test]
fn the_last_commit_reaches_the_file_when_idle() {
    let db = sqlite();
    let DatabaseUrl::Sqlite(file) = db.url() else { unreachable!("it is SQLite") };
    let earlier = db.add_user("earlier");
    db.database.start_checkpointer(db.url()).unwrap();
    is_soon_in_the_file(file, earlier);
    let last = db.add_user("last");
    is_soon_in_the_file(file, last);
}

fn is_soon_in_the_file(file: &str, user: kernel::UserId) {
    let soon = (0..300).any(|_| {
        thread::sleep(Duration::from_millis(20));
        is_in_the_file(file, user)
    });
    assert!(soon, "nothing was carried over");
}

/// Without the log, as a copy of the file alone shows it.
fn is_in_the_file(file: &str, user: kernel::UserId) -> bool {
    let folder = test_databases::folder();
    let copy = folder.path().join("copy.db");
    fs::copy(file, &copy).unwrap();
    let url = DatabaseUrl::Sqlite(copy.to_str().unwrap().to_owned());
    // Nor is it one while it is being written to.
    let Ok(database) = Database::open(&url) else { return false };
    let users = DbUsers(database);
    // A file in which nothing was carried over has no tables.
    users.find(user).is_ok_and(|found| found.is_some())
}
