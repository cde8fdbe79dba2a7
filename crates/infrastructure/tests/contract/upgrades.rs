//! Versions of the program beside each other on one database.

use std::time::Duration;

use database::Database;
use diesel::connection::SimpleConnection;
use infrastructure::maintenance::{self, BackupError};
use kernel::RepositoryError;

use crate::{
    backup::age,
    community::Community,
    support::{T0, TestDb, contract, postgres, sixteen_at_once},
};

contract! {
    newer_migrations_are_no_hindrance,
    a_program_that_is_too_old_refuses,
}

/// The last schema of which no copy serves while it is migrated.
const BEFORE: &str = "0073";
const WAIT: Duration = Duration::from_millis(100);

fn newer_migrations_are_no_hindrance(db: &TestDb) {
    db.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('9998'), ('9999')");
    assert_eq!(maintenance::migrate(&db.database).unwrap(), [""; 0]);
    assert_eq!(maintenance::unknown(&db.database).unwrap(), ["9998", "9999"]);
    // The newer one knows what is to be kept.
    let folder = tempfile::tempdir().unwrap();
    let refused = maintenance::backup(&db.database, &folder.path().join("a"), T0, &|_, _| ());
    assert!(matches!(refused, Err(BackupError::NewerDatabase(last)) if last == "9999"));
}

fn a_program_that_is_too_old_refuses(db: &TestDb) {
    db.run("UPDATE schema_state SET needs = '9999'");
    for refused in [maintenance::migrate(&db.database), maintenance::pending(&db.database)] {
        let Err(RepositoryError::Failed(why)) = refused else { panic!("{refused:?}") };
        let why = why.to_string();
        assert!(why.contains("knows migration 9999") && why.contains("start a newer one"), "{why}");
    }
}

#[test]
fn sixteen_copies_migrate_once_beside_others() {
    let db = postgres();
    Community::of(&db);
    let since = age(&db, BEFORE);
    let applied = sixteen_at_once(|_| {
        maintenance::migrate(&Database::open(db.url()).unwrap()).unwrap().len()
    });
    assert_eq!(applied.iter().sum::<usize>(), since.len());
    let invalid = "SELECT count(*) AS n FROM pg_index WHERE NOT indisvalid";
    assert_eq!(db.number(invalid), 0);
}

/// Its process was killed while it was built; it is there, and no query may use it.
#[test]
fn an_index_that_was_left_half_built_is_built_anew() {
    let db = postgres();
    db.add_user("ann");
    let since = age(&db, BEFORE);
    db.run("CREATE INDEX posts_by_renderer ON posts (score)");
    db.run(
        "UPDATE pg_index SET indisvalid = FALSE
            WHERE indexrelid = CAST('posts_by_renderer' AS regclass)",
    );
    assert_eq!(maintenance::migrate(&db.database).unwrap(), since);
    let built = "SELECT count(*) AS n FROM pg_index WHERE indisvalid
        AND pg_get_indexdef(indexrelid) LIKE '%posts_by_renderer%(renderer)'";
    assert_eq!(db.number(built), 1);
}

#[test]
fn a_change_of_a_table_gives_way_to_who_uses_it() {
    let db = postgres();
    let ann = db.add_user("ann");
    let alter = "ALTER TABLE users ADD COLUMN pet TEXT";
    let mut exclusive = db.database.exclusive().unwrap();
    let other = Database::open(db.url()).unwrap();
    let blocked = other.snapshot(|conn| {
        conn.batch_execute("SELECT username FROM users")?;
        Ok(exclusive.change_unless_locked(WAIT, |conn| conn.batch_execute(alter)).unwrap())
    });
    assert_eq!(blocked.unwrap(), None);
    db.add_forum(ann, "Boats");
    let changed = exclusive.change_unless_locked(WAIT, |conn| conn.batch_execute(alter));
    assert_eq!(changed.unwrap(), Some(()));
    assert_eq!(db.number("SELECT count(*) AS n FROM users WHERE pet IS NULL"), 1);
}

#[test]
fn one_process_at_a_time_changes_everything() {
    let db = postgres();
    let holder = db.database.exclusive().unwrap();
    let other = Database::open(db.url()).unwrap();
    let (sender, taken) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _second = other.exclusive().unwrap();
            sender.send(()).unwrap();
        });
        assert!(taken.recv_timeout(WAIT * 3).is_err());
        drop(holder);
        taken.recv_timeout(Duration::from_secs(10)).unwrap();
    });
}
