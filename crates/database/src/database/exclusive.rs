use std::{thread, time::Duration};

use cache::CacheTag;
use diesel::{
    QueryResult, RunQueryDsl,
    connection::SimpleConnection,
    result::{DatabaseErrorKind, Error as DieselError},
    sql_query,
};
use kernel::{Event, RepositoryError};

use super::Database;
use crate::{
    connection::{DbConnection, PooledConnection, USUAL_PATIENCE, failure},
    locks::AdvisoryLock,
    sql::lines,
    transaction::{CHANGE, transaction},
};

/// How long a change waits for SQLite's write lock; the other process may make a backup first.
const LONG_PATIENCE: Duration = Duration::from_hours(1);
const ASK_EVERY: Duration = Duration::from_millis(100);

/// The right to change the schema, or all there is, which one process has at a time. Dropping it gives it up.
///
/// On PostgreSQL its lock belongs to the connection, beyond any transaction. On SQLite each change takes the write lock.
pub struct Exclusive<'a> {
    database: &'a Database,
    conn: PooledConnection,
}

impl Database {
    /// Waits until no other process has this right. Statements may then take as long as they need.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn exclusive(&self) -> Result<Exclusive<'_>, RepositoryError> {
        let mut conn = self.write_connection()?;
        match &*conn {
            DbConnection::Sqlite(_) => set_patience(&mut conn, LONG_PATIENCE),
            DbConnection::Postgres(_) => take_lock(&mut conn),
        }
        .map_err(failure)?;
        Ok(Exclusive { database: self, conn })
    }
}

impl Exclusive<'_> {
    /// For statements that commit by themselves.
    pub fn connection(&mut self) -> &mut DbConnection {
        &mut self.conn
    }

    /// Runs one atomic change.
    ///
    /// # Errors
    /// Those of the change, or when it cannot be committed.
    pub fn change<T, E: From<RepositoryError>>(
        &mut self,
        change: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |error| E::from(failure(error));
        let Self { database, conn } = self;
        let guard = database.versions.begin(&[CacheTag::Global]);
        let changed = transaction(conn, &CHANGE, failed, |conn| {
            let value = change(conn)?;
            database.changes.record(conn, &[Event::DataReplaced]).map_err(failed)?;
            Ok(value)
        });
        drop(guard);
        database.listener.notify(&[Event::DataReplaced]);
        changed
    }

    /// Like [`Self::change`], for PostgreSQL; does nothing and returns `None` where a table stays locked by others for
    /// longer than `wait`: requests that come to this table queue up behind the change.
    ///
    /// # Errors
    /// Like [`Self::change`].
    pub fn change_unless_locked<T>(
        &mut self,
        wait: Duration,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<Option<T>, RepositoryError> {
        let limit = format!("SET LOCAL lock_timeout = {}", wait.as_millis());
        let mut is_locked = false;
        let changed = self.change(|conn| {
            let changed = conn.batch_execute(&limit).and_then(|()| change(conn));
            is_locked = changed.as_ref().is_err_and(is_lock_timeout);
            changed.map_err(failure)
        });
        if is_locked { Ok(None) } else { changed.map(Some) }
    }
}

impl Drop for Exclusive<'_> {
    fn drop(&mut self) {
        // If it fails, the connection is gone and its lock with it.
        let _ = match &*self.conn {
            DbConnection::Sqlite(_) => set_patience(&mut self.conn, USUAL_PATIENCE),
            DbConnection::Postgres(_) => release_lock(&mut self.conn),
        };
    }
}

/// Asks again and again: a statement that waits for the lock would hold a snapshot, for whose end a build of an index
/// `CONCURRENTLY` by the holder of the lock waits.
fn take_lock(conn: &mut DbConnection) -> QueryResult<()> {
    let key = AdvisoryLock::Schema.key();
    let lock = format!("SELECT CAST(pg_try_advisory_lock({key}) AS TEXT) AS line");
    while lines(conn, &lock)? != ["true"] {
        thread::sleep(ASK_EVERY);
    }
    conn.batch_execute("SET statement_timeout = 0")
}

fn release_lock(conn: &mut DbConnection) -> QueryResult<()> {
    let unlock = format!("SELECT pg_advisory_unlock({})", AdvisoryLock::Schema.key());
    sql_query(unlock).execute(conn)?;
    conn.batch_execute("RESET statement_timeout")
}

/// Sets how long SQLite waits for the write lock.
fn set_patience(conn: &mut DbConnection, patience: Duration) -> QueryResult<()> {
    conn.batch_execute(&format!("PRAGMA busy_timeout = {}", patience.as_millis()))
}

/// Diesel has no kind for it.
fn is_lock_timeout(error: &DieselError) -> bool {
    matches!(error, DieselError::DatabaseError(DatabaseErrorKind::Unknown, info)
        if info.message() == "canceling statement due to lock timeout")
}
