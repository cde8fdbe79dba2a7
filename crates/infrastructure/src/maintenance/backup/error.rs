use std::{io, path::PathBuf};

use database::failure;
use diesel::result::Error as DieselError;
use kernel::RepositoryError;

/// Why a backup was not written, read or restored. Nothing was changed then.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database is away, or refused.
    #[error(transparent)]
    Database(#[from] RepositoryError),
    /// The bucket of copies is away, or refused.
    #[error("the bucket of backups: {0}")]
    Bucket(#[source] RepositoryError),
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// The file to write is there already; a backup never takes the place of another.
    #[error("{} exists already: name another file", .0.display())]
    Exists(PathBuf),
    /// The file does not begin as one.
    #[error("{} is not a POST-UP backup", .0.display())]
    NoBackup(PathBuf),
    /// A later POST-UP wrote it in another format.
    #[error("{} was written by a newer POST-UP: update this one first", .0.display())]
    NewerFormat(PathBuf),
    /// The file is encrypted, and there is no key.
    #[error("{} is encrypted: name its key with --backup-key (POSTUP_BACKUP_KEY)", .0.display())]
    KeyMissing(PathBuf),
    /// The file was encrypted with another key, or changed since.
    #[error("{} was encrypted with another key, or is cut or damaged: nothing was changed", .0.display())]
    OtherKey(PathBuf),
    /// A checksum or count is not that of its contents.
    #[error("{} is cut or damaged ({what}): take another backup", path.display())]
    Damaged { path: PathBuf, what: String },
    /// There are no tables of POST-UP to back up.
    #[error("the database is empty: there is nothing to back up")]
    Nothing,
    /// The database has migrations that this program does not know.
    #[error("the database is at schema {0}, which this POST-UP does not know: update it first")]
    NewerDatabase(String),
    /// The backup was made after migrations that this program does not know.
    #[error("the backup is of schema {0}, which this POST-UP does not know: update it first")]
    NewerBackup(String),
    /// Only an empty database is restored into.
    #[error(
        "the database is not empty ({0} has rows): nothing was changed. Restore into a new one, \
         named with --database-url"
    )]
    NotEmpty(&'static str),
    /// The tables of the database are not those of its schema's version.
    #[error("the table {0} of the backup is not that of the database: nothing was changed")]
    OtherTable(String),
    /// The database returns other rows than were inserted.
    #[error("table {0} does not match the backup: nothing was changed")]
    Unequal(String),
}

impl From<DieselError> for BackupError {
    fn from(error: DieselError) -> Self {
        Self::Database(failure(error))
    }
}
