//! Backups: a whole community in one file, written from a running forum, restored into either database.
//!
//! `docs/backup-format.md` describes the file. It holds the ordinary columns of ordinary
//! tables; a restore recreates what the database derives from them (indexes, generated columns, the
//! FTS5 index).

mod bucket;
mod encryption;
mod error;
mod folder;
mod format;
mod image_files;
mod reader;
mod restore;
mod rows;
mod writer;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

pub use bucket::BackupBucket;
use database::{Database, DbConnection};
pub use encryption::{BackupKey, BackupKeyError};
pub use error::BackupError;
pub use folder::{BackupFolder, Reason};
pub use format::Head;
use kernel::Timestamp;
pub use reader::Backup;
pub use restore::restore;

use crate::{
    images::ImageFolder,
    maintenance::{
        backup::{
            format::{ContentHash, LinesHash, Mark, TableHead},
            writer::Writer,
        },
        introspection::{self, Table},
        migrations,
    },
};

/// Called with the rows done and the total.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// The contents of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its origin.
    pub head: Head,
    /// The number of tables.
    pub tables: u64,
    /// The number of rows in all tables.
    pub rows: u64,
    /// SHA-256 over all contents, in hexadecimal digits: [`content_hash`] of what was backed up.
    pub content_hash: String,
}

/// Writes a consistent snapshot into a new file and verifies it; writers don't have to wait. The file
/// gets its name only when it is complete, and only its owner can read it.
///
/// # Errors
/// When the file exists or cannot be written, or the database is away or has nothing.
pub fn backup(
    database: &Database,
    path: &Path,
    at: Timestamp,
    progress: Progress<'_>,
) -> Result<Summary, BackupError> {
    let failed = |source| BackupError::File { path: path.to_owned(), source };
    if path.exists() {
        return Err(BackupError::Exists(path.to_owned()));
    }
    let folder = folder_of(path);
    let mut file = tempfile::Builder::new()
        .prefix(folder::PARTIAL)
        .tempfile_in(&folder)
        .map_err(|source| BackupError::File { path: folder.clone(), source })?;
    let images = ImageFolder::of(database);
    let mut to = Target { file: file.as_file_mut(), path };
    database.snapshot_or(|conn| write(conn, images.as_ref(), &mut to, at, progress))?;
    file.as_file().sync_all().map_err(failed)?;
    let summary = Backup::open(file.path())?.verify(&|_, _| ())?;
    file.persist_noclobber(path).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(path.to_owned()),
        _ => failed(error.error),
    })?;
    // The name, too, outlives a power cut.
    File::open(&folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(summary)
}

/// SHA-256 over all contents, in hexadecimal digits: equal if and only if they are, whichever
/// database they are in.
///
/// # Errors
/// When the database is unavailable.
pub fn content_hash(database: &Database) -> Result<String, BackupError> {
    let images = ImageFolder::of(database);
    database.snapshot_or(|conn| {
        let mut content = ContentHash::default();
        for table in introspection::tables(conn)? {
            content.add(table.name, &hash(conn, &table, images.as_ref(), &mut |_| ())?);
        }
        Ok(content.finish())
    })
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The file that is written, and the path that errors name.
struct Target<'a> {
    file: &'a mut File,
    path: &'a Path,
}

fn write(
    conn: &mut DbConnection,
    images: Option<&ImageFolder>,
    to: &mut Target<'_>,
    at: Timestamp,
    progress: Progress<'_>,
) -> Result<(), BackupError> {
    let failed = |source| BackupError::File { path: to.path.to_owned(), source };
    let head = head(conn, images, at)?;
    let all = head.rows;
    let mut done = 0;
    let mut writer = Writer::new(&mut *to.file, head).map_err(failed)?;
    for table in introspection::tables(conn)? {
        let mut rows = writer.table(table.name, column_names(&table)).map_err(failed)?;
        rows::read(conn, &table, images, &mut |page| {
            rows.rows(page).map_err(failed)?;
            done += page.len() as u64;
            progress(done, all);
            Ok::<(), BackupError>(())
        })?;
        rows.end(table.last_id(conn)?).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(())
}

fn head(
    conn: &mut DbConnection,
    images: Option<&ImageFolder>,
    at: Timestamp,
) -> Result<Head, BackupError> {
    let schema = migrations::applied(conn)?.pop().ok_or(BackupError::Nothing)?;
    if !migrations::is_known(&schema) {
        return Err(BackupError::NewerDatabase(schema));
    }
    let mut rows = 0;
    for table in introspection::tables(conn)? {
        rows += rows::count(conn, &table, images)?;
    }
    let database = match conn {
        DbConnection::Sqlite(_) => "sqlite",
        DbConnection::Postgres(_) => "postgresql",
    };
    Ok(Head {
        schema,
        created_at: at.to_rfc3339(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        database: database.to_owned(),
        rows,
    })
}

fn column_names(table: &Table) -> Vec<String> {
    table.columns.iter().map(|column| column.name.clone()).collect()
}

/// The checksum that a backup has of the table as it is now; `read` is called with how many rows came.
fn hash(
    conn: &mut DbConnection,
    table: &Table,
    images: Option<&ImageFolder>,
    read: &mut dyn FnMut(u64),
) -> Result<String, BackupError> {
    let mut hash = LinesHash::default();
    let head = TableHead { name: table.name.to_owned(), columns: column_names(table) };
    let head = Mark::Table(head).to_line();
    hash.add(&head.map_err(|error| kernel::RepositoryError::Failed(error.into()))?);
    rows::read(conn, table, images, &mut |page| {
        for line in page {
            hash.add(line);
        }
        read(page.len() as u64);
        Ok::<(), BackupError>(())
    })?;
    Ok(hash.finish())
}
