use database::{Database, DatabaseUrl};
use forums::ForumRepository;
use infrastructure::maintenance::{self, Backup, BackupError};
use kernel::{PageRequest, Reader};

use super::support::{Folder, hash, quiet, restore, same_and_other};
use crate::{
    community::Community,
    support::{T0, TestDb, contract, sqlite},
};

contract! {
    a_restore_is_equal_across_both_databases,
    ids_continue_after_a_restore,
    restored_content_is_searchable,
    all_indexes_are_there_after_a_restore,
    a_database_without_tables_can_be_restored_into,
    a_database_with_rows_is_refused,
    a_restore_that_fails_leaves_nothing,
    a_row_that_changes_on_restore_is_refused,
    a_table_with_other_columns_is_refused,
    a_large_table_is_restored_page_by_page,
    the_hash_depends_on_the_content,
}

fn a_restore_is_equal_across_both_databases(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    let [same, other] = same_and_other(db);
    for copy in [&same, &other] {
        restore(&copy.database, &file).unwrap();
        assert_eq!(hash(copy), hash(db));
        assert_eq!(maintenance::check(&copy.database, &quiet).unwrap(), []);
    }
    let back = folder.backup(&other.database, "b");
    let [_, returned] = same_and_other(&other);
    restore(&returned.database, &back).unwrap();
    assert_eq!(hash(&returned), hash(db));
}

fn ids_continue_after_a_restore(db: &TestDb) {
    let community = Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    let (post, reply) = community.write(20);
    let [members, forums] =
        ["users", "forums"].map(|table| db.number(&format!("SELECT count(*) AS n FROM {table}")));
    for copy in same_and_other(db) {
        restore(&copy.database, &file).unwrap();
        let people = community.people;
        assert_eq!(copy.add_user("newcomer").0, members + 1);
        let forum = copy.add_forum(people[0], "New");
        assert_eq!(forum.0, forums + 1);
        assert_eq!(copy.add_post(people[0], forum), post);
        let reply_at_once =
            "INSERT INTO replies (post_id, parent_id, author_id, depth, description,
            created_at) VALUES (1, 0, 1, 0, 'Text', 0)";
        copy.run(reply_at_once);
        assert_eq!(copy.number("SELECT max(id) AS n FROM replies"), reply.0);
    }
}

fn restored_content_is_searchable(db: &TestDb) {
    let community = Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    for copy in same_and_other(db) {
        restore(&copy.database, &file).unwrap();
        let forums = infrastructure::DbForums(copy.database.clone());
        let found = forums.search(Reader::Visitor, T0, "apfel", &PageRequest::default()).unwrap();
        assert_eq!(found.items[0].id, community.forums[1]);
    }
}

fn all_indexes_are_there_after_a_restore(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    for copy in same_and_other(db) {
        let before = definitions_of_indexes(&copy);
        restore(&copy.database, &file).unwrap();
        assert_eq!(definitions_of_indexes(&copy), before);
    }
}

/// Returns a number that is another if an index is missing or has another definition.
fn definitions_of_indexes(db: &TestDb) -> i64 {
    db.number(match db.url() {
        DatabaseUrl::Sqlite(_) => {
            "SELECT sum(length(name) * 1000 + length(sql)) AS n FROM sqlite_master WHERE type = 'index'"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT CAST(hashtext(string_agg(indexdef, ';' ORDER BY indexname)) AS BIGINT) AS n
                FROM pg_indexes WHERE schemaname = current_schema()"
        }
    })
}

fn a_database_without_tables_can_be_restored_into(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    let url = match db.url() {
        DatabaseUrl::Sqlite(_) => {
            DatabaseUrl::Sqlite(folder.file("new.db").to_str().unwrap().to_owned())
        }
        DatabaseUrl::Postgres(_) => test_databases::empty_database().parse().unwrap(),
    };
    let database = Database::open(&url).unwrap();
    restore(&database, &file).unwrap();
    assert_eq!(maintenance::content_hash(&database).unwrap(), hash(db));
    assert!(maintenance::migrate(&database).unwrap().is_empty());
}

fn a_database_with_rows_is_refused(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    for copy in same_and_other(db) {
        copy.add_user("somebody");
        let before = hash(&copy);
        let error = restore(&copy.database, &file).unwrap_err();
        assert!(matches!(error, BackupError::NotEmpty("users")), "{error}");
        assert_eq!(hash(&copy), before);
    }
}

fn a_restore_that_fails_leaves_nothing(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    for copy in same_and_other(db) {
        let empty = hash(&copy);
        copy.break_inserts("contacts");
        assert!(restore(&copy.database, &file).is_err());
        assert_eq!(hash(&copy), empty);
        assert_eq!(copy.add_user("somebody").0, 1);
    }
}

/// A trigger represents anything that may change a row during its insertion.
fn a_row_that_changes_on_restore_is_refused(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    let [same, _] = same_and_other(db);
    same.run(match same.url() {
        DatabaseUrl::Sqlite(_) => {
            "CREATE TRIGGER meddle AFTER INSERT ON messages BEGIN
                UPDATE messages SET message = 'meddled with' WHERE id = new.id; END"
        }
        DatabaseUrl::Postgres(_) => {
            "CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN new.message = 'meddled with'; RETURN new; END $$;
             CREATE TRIGGER meddle BEFORE INSERT ON messages
                FOR EACH ROW EXECUTE FUNCTION meddle()"
        }
    });
    let error = restore(&same.database, &file).unwrap_err();
    assert!(error.to_string().contains("messages does not match"), "{error}");
    assert_eq!(same.number("SELECT count(*) AS n FROM users"), 0);
}

fn a_table_with_other_columns_is_refused(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    let [same, _] = same_and_other(db);
    same.run("ALTER TABLE users ADD COLUMN shoe_size INTEGER");
    let error = restore(&same.database, &file).unwrap_err();
    assert!(matches!(&error, BackupError::OtherTable(table) if table == "users"), "{error}");
}

fn a_large_table_is_restored_page_by_page(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    for (first, last) in [(1, 999), (1_000, 1_000)] {
        db.run(&format!(
            "WITH RECURSIVE n (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM n WHERE n < {last})
             INSERT INTO forum_weeks (forum_id, day, activity) SELECT {forum}, n, n FROM n"
        ));
        let folder = Folder::new();
        let file = folder.backup(&db.database, "a");
        for copy in same_and_other(db) {
            let restored = restore(&copy.database, &file).unwrap();
            assert_eq!(copy.number("SELECT count(*) AS n FROM forum_weeks"), last);
            assert_eq!(restored.content_hash, hash(db));
        }
    }
}

fn the_hash_depends_on_the_content(db: &TestDb) {
    Community::of(db);
    let before = hash(db);
    db.run("UPDATE users SET banned_until = banned_until + 1 WHERE id = 2");
    let after = hash(db);
    assert!(before != after);
    db.run("UPDATE users SET banned_until = banned_until - 1 WHERE id = 2");
    assert_eq!(before, hash(db));
}

/// A file of a later format, and one of a later schema, are refused in words.
#[test]
fn a_backup_of_a_newer_version_is_refused() {
    let (db, folder) = (sqlite(), Folder::new());
    let file = folder.backup(&db.database, "a");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[23] = b'2';
    std::fs::write(&file, bytes).unwrap();
    let error = Backup::open(&file).unwrap_err().to_string();
    assert!(error.contains("newer POST-UP"), "{error}");
}

/// New pages go into the file at once: a backup of many gigabytes would first have to go through the log, in which each
/// page is searched for that is read.
#[test]
fn a_restore_into_a_new_file_writes_no_log() {
    let (db, folder) = (sqlite(), Folder::new());
    Community::of(&db);
    let file = folder.backup(&db.database, "a");
    let path = folder.file("restored.db");
    let log = folder.file("restored.db-wal");
    let url = DatabaseUrl::Sqlite(path.to_str().unwrap().to_owned());
    let alone = Database::open_alone(&url).unwrap();
    restore(&alone, &file).unwrap();
    assert!(!log.exists());
    drop(alone);
    let served = Database::open(&url).unwrap();
    assert!(log.exists());
    assert_eq!(maintenance::content_hash(&served).unwrap(), hash(&db));
    assert_eq!(maintenance::check(&served, &quiet).unwrap(), []);
}

/// While another connection is open, SQLite does not give up the log: the restore goes through it.
#[test]
fn a_restore_beside_another_connection_is_equal() {
    let (db, copy, folder) = (sqlite(), sqlite(), Folder::new());
    Community::of(&db);
    let file = folder.backup(&db.database, "a");
    restore(&Database::open_alone(copy.url()).unwrap(), &file).unwrap();
    assert_eq!(hash(&copy), hash(&db));
}
