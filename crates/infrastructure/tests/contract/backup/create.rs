use std::{
    os::unix::fs::PermissionsExt,
    sync::atomic::{AtomicBool, Ordering},
};

use database::Database;
use infrastructure::maintenance::{self, Backup, BackupError};

use super::support::{Folder, hash, migrations_after, number, quiet, restore, same_and_other};
use crate::{
    community::Community,
    support::{T0, TestDb, contract},
};

contract! {
    a_backup_describes_its_origin,
    a_backup_file_is_private_and_alone,
    a_backup_never_overwrites_another,
    a_database_without_tables_is_not_backed_up,
    a_backup_that_fails_leaves_no_file,
    foreign_tables_are_left_out,
    a_database_of_a_newer_version_is_not_backed_up,
    a_backup_during_writes_is_consistent,
    progress_ends_with_all_rows,
}

fn a_backup_describes_its_origin(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let file = folder.file("a");
    let written = maintenance::backup(&db.database, &file, T0, &quiet).unwrap();
    let backup = Backup::open(&file).unwrap();
    assert_eq!(backup.verify(&quiet).unwrap(), written);
    let newest = migrations_after(db, "").last().map(|folder| number(folder)).unwrap();
    assert_eq!(written.head.schema, newest);
    assert_eq!(written.head.created_at, T0.to_rfc3339());
    assert_eq!(written.content_hash, hash(db));
    assert_eq!(written.head.rows, written.rows);
}

fn a_backup_file_is_private_and_alone(db: &TestDb) {
    let folder = Folder::new();
    let file = folder.backup(&db.database, "a");
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(folder.names(), ["a"]);
}

fn a_backup_never_overwrites_another(db: &TestDb) {
    let folder = Folder::new();
    std::fs::write(folder.file("a"), "precious").unwrap();
    let error = maintenance::backup(&db.database, &folder.file("a"), T0, &quiet).unwrap_err();
    assert!(matches!(error, BackupError::Exists(_)), "{error}");
    assert_eq!(std::fs::read_to_string(folder.file("a")).unwrap(), "precious");
}

fn a_database_without_tables_is_not_backed_up(db: &TestDb) {
    let folder = Folder::new();
    db.run("DROP TABLE __diesel_schema_migrations");
    let error = maintenance::backup(&db.database, &folder.file("a"), T0, &quiet).unwrap_err();
    assert!(matches!(error, BackupError::Nothing), "{error}");
    assert!(folder.names().is_empty());
}

fn a_backup_that_fails_leaves_no_file(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    db.run("ALTER TABLE contacts ADD COLUMN weight REAL");
    let error = maintenance::backup(&db.database, &folder.file("a"), T0, &quiet).unwrap_err();
    assert!(matches!(error, BackupError::Database(_)), "{error}");
    assert!(folder.names().is_empty());
    let error = maintenance::backup(&db.database, &folder.file("none/a"), T0, &quiet).unwrap_err();
    assert!(error.to_string().contains("none"), "{error}");
}

fn foreign_tables_are_left_out(db: &TestDb) {
    let folder = Folder::new();
    let before = maintenance::backup(&db.database, &folder.file("before"), T0, &quiet).unwrap();
    db.run("CREATE TABLE somebody_elses (shape REAL)");
    let written = maintenance::backup(&db.database, &folder.file("a"), T0, &quiet).unwrap();
    assert_eq!((written.content_hash, written.tables), (before.content_hash, before.tables));
}

fn a_database_of_a_newer_version_is_not_backed_up(db: &TestDb) {
    db.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')");
    let folder = Folder::new();
    let error = maintenance::backup(&db.database, &folder.file("a"), T0, &quiet).unwrap_err();
    assert!(matches!(error, BackupError::NewerDatabase(_)), "{error}");
}

fn a_backup_during_writes_is_consistent(db: &TestDb) {
    let community = Community::of(db);
    let folder = Folder::new();
    let files = ["a", "b", "c"];
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut minute = 10;
            while !over.load(Ordering::Relaxed) {
                community.write(minute);
                minute += 1;
            }
            minute
        });
        for name in files {
            folder.backup(&db.database, name);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        over.store(true, Ordering::Relaxed);
        assert!(writing.join().unwrap() > 12, "hardly anybody wrote");
    });
    let contents = files.map(|name| {
        let copy = &same_and_other(db)[0];
        let restored = restore(&copy.database, &folder.file(name)).unwrap();
        assert_eq!(maintenance::check(&copy.database, &quiet).unwrap(), []);
        restored.content_hash
    });
    assert!(contents[0] != contents[2]);
}

fn progress_ends_with_all_rows(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let last = std::cell::Cell::new((0, 0));
    let tell = |done, all| last.set((done, all));
    let written = maintenance::backup(&db.database, &folder.file("a"), T0, &tell).unwrap();
    assert_eq!(last.get(), (written.rows, written.rows));
    let backup = Backup::open(&folder.file("a")).unwrap();
    backup.verify(&tell).unwrap();
    assert_eq!(last.get(), (written.rows, written.rows));
    let copy: &Database = &same_and_other(db)[0].database;
    maintenance::restore(copy, &backup, &tell).unwrap();
    assert_eq!(last.get(), (2 * written.rows, 2 * written.rows));
}
