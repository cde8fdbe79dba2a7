use database::{Database, DbConnection, schema::sessions};
use diesel::prelude::*;

use super::{
    Backup, BackupError, Progress, Summary, column_names,
    format::{TableEnd, TableHead},
    hash,
    reader::Sink,
    rows,
};
use crate::maintenance::bulk::{WordIndexes, put_in_order};
use crate::{
    images::ImageFolder,
    maintenance::{
        introspection::{self, Table},
        migrations,
    },
};

/// Fills an empty database, of either kind, with all that a backup holds, reads it back, and
/// brings its schema up to date: all of it or nothing. Nobody else may use the database meanwhile.
///
/// # Errors
/// When the database has rows or is away, or the file is damaged or newer than the program.
pub fn restore(
    database: &Database,
    backup: &Backup,
    progress: Progress<'_>,
) -> Result<Summary, BackupError> {
    let schema = &backup.head().schema;
    if !migrations::is_known(schema) {
        return Err(BackupError::NewerBackup(schema.clone()));
    }
    let images = ImageFolder::of(database);
    let is_new = images.as_ref().is_some_and(|folder| !folder.exists());
    let restored = database.exclusive()?.change(|conn| {
        if let Some(table) = migrations::first_with_rows(conn)? {
            return Err(BackupError::NotEmpty(table));
        }
        if let Some(last) = migrations::applied(conn)?.pop()
            && !migrations::is_known(&last)
        {
            return Err(BackupError::NewerDatabase(last));
        }
        // The rows go into the schema that they were read from, whose later changes they then go through.
        migrations::move_to(conn, schema)?;
        let word_indexes = WordIndexes::dropped(conn)?;
        let summary = load(conn, images.as_ref(), backup, progress)?;
        word_indexes.build(conn)?;
        migrations::run_pending(conn)?;
        // They are in no backup, but the migration to them opens one for each account.
        diesel::delete(sessions::table).execute(conn)?;
        Ok(summary)
    });
    if let (Err(_), Some(folder), true) = (&restored, &images, is_new) {
        folder.delete_all();
    }
    let summary = restored?;
    put_in_order(database)?;
    Ok(summary)
}

fn load(
    conn: &mut DbConnection,
    images: Option<&ImageFolder>,
    backup: &Backup,
    progress: Progress<'_>,
) -> Result<Summary, BackupError> {
    // Each row is written and read back.
    let all = 2 * backup.head().rows;
    let missing = introspection::tables(conn)?;
    let mut loading = Loading { conn, images, missing, loaded: vec![] };
    let summary = backup.read(&mut loading, &|done, _| progress(done, all))?;
    let Loading { conn, missing, loaded, .. } = loading;
    if let Some(table) = missing.first() {
        return Err(BackupError::OtherTable(table.name.to_owned()));
    }
    let mut done = summary.rows;
    for (table, sha256) in loaded {
        let mut read = |rows| {
            done += rows;
            progress(done, all);
        };
        if hash(conn, &table, images, &mut read)? != sha256.unwrap_or_default() {
            return Err(BackupError::Unequal(table.name.to_owned()));
        }
    }
    Ok(summary)
}

/// Inserts rows as they are read.
struct Loading<'a> {
    conn: &'a mut DbConnection,
    images: Option<&'a ImageFolder>,
    /// Tables that have not come yet.
    missing: Vec<Table>,
    /// Tables that came, and the checksums that they are to have; the last may still be coming.
    loaded: Vec<(Table, Option<String>)>,
}

impl Sink for Loading<'_> {
    fn table(&mut self, head: &TableHead) -> Result<(), BackupError> {
        let same = |table: &Table| table.name == head.name && column_names(table) == head.columns;
        let found = self.missing.iter().position(same);
        let found = found.ok_or_else(|| BackupError::OtherTable(head.name.clone()))?;
        self.loaded.push((self.missing.remove(found), None));
        Ok(())
    }

    fn rows(&mut self, rows: &[String]) -> Result<(), BackupError> {
        if let Some((table, _)) = self.loaded.last() {
            rows::insert(self.conn, table, self.images, rows)?;
        }
        Ok(())
    }

    fn table_end(&mut self, end: &TableEnd) -> Result<(), BackupError> {
        if let Some((table, sha256)) = self.loaded.last_mut() {
            *sha256 = Some(end.sha256.clone());
            if let Some(last) = end.last_id {
                table.set_last_id(self.conn, last)?;
            }
        }
        Ok(())
    }
}
