use diesel::{QueryResult, RunQueryDsl, sql_query};
use kernel::RepositoryError;

use super::Database;
use crate::{
    connection::{DbConnection, PooledConnection, failure},
    locks::AdvisoryLock,
    sql::lines,
};

/// What only one of several copies of the program does at a time.
#[derive(Clone, Copy, Debug)]
pub enum LeaderTask {
    Backups,
    /// Rendering texts again.
    Rendering,
    Sweeps,
    /// Indexing words.
    Indexing,
}

impl LeaderTask {
    const fn key(self) -> i64 {
        let lock = match self {
            Self::Backups => AdvisoryLock::BackupLeader,
            Self::Rendering => AdvisoryLock::RenderingLeader,
            Self::Sweeps => AdvisoryLock::SweepLeader,
            Self::Indexing => AdvisoryLock::IndexLeader,
        };
        lock.key()
    }
}

/// The right to do a [`LeaderTask`]. Dropping it gives it up.
///
/// On PostgreSQL its lock belongs to the connection that it keeps, beyond any transaction; an SQLite
/// database has one copy.
pub struct Leadership(Option<(PooledConnection, LeaderTask)>);

impl Database {
    /// Takes the lead in a task, unless another copy has it.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn try_lead(&self, task: LeaderTask) -> Result<Option<Leadership>, RepositoryError> {
        let mut conn = self.write_connection()?;
        if let DbConnection::Sqlite(_) = &*conn {
            return Ok(Some(Leadership(None)));
        }
        let lock = format!("SELECT CAST(pg_try_advisory_lock({}) AS TEXT) AS line", task.key());
        let taken = lines(&mut conn, &lock).map_err(failure)? == ["true"];
        Ok(taken.then(|| Leadership(Some((conn, task)))))
    }
}

impl Leadership {
    /// Returns whether the lock is still held; a broken connection has lost it.
    pub fn holds(&mut self) -> bool {
        self.0.as_mut().is_none_or(|(conn, _)| run(conn, "SELECT 1").is_ok())
    }
}

impl Drop for Leadership {
    fn drop(&mut self) {
        if let Some((conn, task)) = &mut self.0 {
            // If it fails, the connection is gone and its lock with it.
            let _ = run(conn, &format!("SELECT pg_advisory_unlock({})", task.key()));
        }
    }
}

fn run(conn: &mut DbConnection, statement: &str) -> QueryResult<usize> {
    sql_query(statement).execute(conn)
}
