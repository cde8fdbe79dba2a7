use std::path::Path;

use database::{Database, DatabaseUrl};
use infrastructure::maintenance;
use infrastructure::{
    SystemClock,
    maintenance::{Backup, BackupError, Reason, Summary},
};
use kernel::Clock;

use crate::{
    commands::{CommandError, progress::Progress, root_cause, start_log},
    settings::{
        self,
        backup::{File, Restore, Verify},
    },
};

/// `postup backup FILE`
pub(super) fn backup(settings: &File) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let database = open_existing(&settings.database)?;
    let progress = Progress::of("rows");
    let now = SystemClock.now();
    let summary =
        maintenance::backup(&database, &settings.file, now, &|done, all| progress.set(done, all))?;
    drop(progress);
    tell("backed up", &summary);
    if let Some(url) = &settings.database.images_url {
        tracing::warn!(url, "the backup does not contain images: back the bucket up by itself");
    }
    Ok(())
}

/// `postup restore FILE`
pub(super) fn restore(settings: &Restore) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    // Verify before connecting: a bad file must not create a database.
    let backup = Backup::open_with(settings.key.backup_key.as_ref(), &settings.file)?;
    let database = Database::open_alone(&settings.database.database_url)?;
    let progress = Progress::of("rows written and read back");
    let summary = maintenance::restore(&database, &backup, &|done, all| progress.set(done, all))?;
    drop(progress);
    tell("restored", &summary);
    Ok(())
}

/// `postup verify FILE`
pub(super) fn verify(settings: &Verify) -> Result<(), CommandError> {
    let progress = Progress::of("rows");
    let backup = Backup::open_with(settings.key.backup_key.as_ref(), &settings.file)?;
    let summary = backup.verify(&|done, all| progress.set(done, all))?;
    drop(progress);
    tell("whole", &summary);
    Ok(())
}

/// Backs up a database before a migration.
pub(super) fn before_migration(
    settings: &settings::Database,
    database: &Database,
    version: &str,
) -> Result<(), CommandError> {
    let folder = settings.backup_folder();
    let progress = Progress::of("rows backed up");
    let step = |done, all| progress.set(done, all);
    match folder.write(database, Reason::Before(version), SystemClock.now(), &step) {
        Ok((path, summary)) => {
            tracing::info!(path = %path.display(), rows = summary.rows, "backed the database up before its migration");
            Ok(())
        }
        Err(error) => Err(CommandError::Refused(format!(
            "the database was not migrated, as the backup before it failed: {}. Make sure that \
             {} can be written, name another folder with --backup-dir (POSTUP_BACKUP_DIR), or run \
             `postup migrate --no-backup` to do without",
            CommandError::from(error),
            folder.0.display()
        ))),
    }
}

/// Connects to an existing database: opening a missing SQLite file would create it.
pub(super) fn open_existing(settings: &settings::Database) -> Result<Database, CommandError> {
    match &settings.database_url {
        DatabaseUrl::Sqlite(file) if !Path::new(file).exists() => {
            Err(CommandError::Refused(format!(
                "there is no database at {file}: name it with --database-url (POSTUP_DATABASE_URL)"
            )))
        }
        url => Ok(Database::open(url)?),
    }
}

impl From<BackupError> for CommandError {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Database(error) => error.into(),
            BackupError::Bucket(error) => {
                Self::Refused(format!("the bucket of backups: {}", root_cause(&error)))
            }
            error => Self::Refused(error.to_string()),
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is what the person who started it reads")]
fn tell(done: &str, summary: &Summary) {
    let Summary { head, tables, rows, content_hash } = summary;
    println!(
        "{done}: {rows} rows of {tables} tables, schema {}, of {}",
        head.schema, head.created_at
    );
    println!("content: {content_hash}");
}
