use std::path::{Path, PathBuf};

use database::{Database, DatabaseUrl};
use infrastructure::maintenance::{self, Backup, BackupError, Summary};
use tempfile::TempDir;

use crate::support::{T0, TestDb, postgres, sqlite};

/// A folder for backups, which is gone with the test.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Self(test_databases::folder())
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of all files, in their order.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// A backup of the database.
    pub(super) fn backup(&self, database: &Database, name: &str) -> PathBuf {
        let file = self.file(name);
        maintenance::backup(database, &file, T0, &quiet).unwrap();
        file
    }
}

/// The migrations after that of `version`, as folders, oldest first.
pub(super) fn migrations_after(db: &TestDb, version: &str) -> Vec<PathBuf> {
    let database = match db.url() {
        DatabaseUrl::Sqlite(_) => "sqlite",
        DatabaseUrl::Postgres(_) => "postgres",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(database);
    let mut all: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|folder| *number(folder) > *version);
    all.sort();
    all
}

/// What diesel calls the migration in this folder.
pub(super) fn number(folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_str().unwrap();
    name.split('_').next().unwrap().to_owned()
}

/// Takes the database back to an earlier schema; returns the migrations since then.
pub(crate) fn age(db: &TestDb, to: &str) -> Vec<String> {
    let since = migrations_after(db, to);
    for folder in since.iter().rev() {
        db.run(&std::fs::read_to_string(folder.join("down.sql")).unwrap());
    }
    db.run(&format!("DELETE FROM __diesel_schema_migrations WHERE version > '{to}'"));
    since.iter().map(|folder| number(folder)).collect()
}

pub(super) fn quiet(_done: u64, _all: u64) {}

pub(super) fn restore(database: &Database, file: &Path) -> Result<Summary, BackupError> {
    maintenance::restore(database, &Backup::open(file)?, &quiet)
}

/// The same kind of database as `db` is, migrated and empty, and the other kind.
pub(super) fn same_and_other(db: &TestDb) -> [TestDb; 2] {
    match db.url() {
        DatabaseUrl::Sqlite(_) => [sqlite(), postgres()],
        DatabaseUrl::Postgres(_) => [postgres(), sqlite()],
    }
}

pub(super) fn hash(db: &TestDb) -> String {
    maintenance::content_hash(&db.database).unwrap()
}
