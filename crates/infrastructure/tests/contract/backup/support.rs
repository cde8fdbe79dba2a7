use std::path::{Path, PathBuf};

use infrastructure::{Backup, BackupError, Database, DatabaseUrl, Summary};
use tempfile::TempDir;

use crate::support::{T0, TestDb, postgres, sqlite};

/// A folder for backups, which is gone with the test.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
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
        database.backup(&file, T0, &quiet).unwrap();
        file
    }
}

pub(super) fn quiet(_done: u64, _all: u64) {}

pub(super) fn restore(database: &Database, file: &Path) -> Result<Summary, BackupError> {
    database.restore(&Backup::open(file)?, &quiet)
}

/// The same kind of database as `db` is, migrated and empty, and the other kind.
pub(super) fn same_and_other(db: &TestDb) -> [TestDb; 2] {
    match db.url() {
        DatabaseUrl::Sqlite(_) => [sqlite(), postgres()],
        DatabaseUrl::Postgres(_) => [postgres(), sqlite()],
    }
}

pub(super) fn hash(db: &TestDb) -> String {
    db.database.content_hash().unwrap()
}
