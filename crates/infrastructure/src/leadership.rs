use diesel::{QueryResult, RunQueryDsl, sql_query};
use kernel::RepositoryError;

use crate::{
    Database, connection::DbConnection, failure::failure, introspection, pool::PooledConnection,
};

/// Any numbers will do that nothing else locks. The lock is the connection's, beyond any transaction.
const BACKUPS: i64 = 7_067_880_979;
const RENDERING: i64 = 7_067_880_980;

/// The right to do what only one of several copies of the program is to do. Dropping it gives it up.
///
/// On PostgreSQL it lasts as long as the connection that it keeps; an SQLite database has one copy.
pub struct Leadership(Option<(PooledConnection, i64)>);

impl Database {
    /// Takes the lead, unless another copy has it.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn try_lead(&self) -> Result<Option<Leadership>, RepositoryError> {
        self.try_lock(BACKUPS)
    }

    /// As [`Self::try_lead`], for rendering texts again: it takes long, and backups don't wait for it.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn try_lead_rendering(&self) -> Result<Option<Leadership>, RepositoryError> {
        self.try_lock(RENDERING)
    }

    fn try_lock(&self, lock: i64) -> Result<Option<Leadership>, RepositoryError> {
        let mut conn = self.write_connection()?;
        if let DbConnection::Sqlite(_) = &*conn {
            return Ok(Some(Leadership(None)));
        }
        let query = format!("SELECT CAST(pg_try_advisory_lock({lock}) AS TEXT) AS line");
        let taken = introspection::lines(&mut conn, &query).map_err(failure)? == ["true"];
        Ok(taken.then(|| Leadership(Some((conn, lock)))))
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
        if let Some((conn, lock)) = &mut self.0 {
            // If it fails, the connection is gone and its lock with it.
            let _ = run(conn, &format!("SELECT pg_advisory_unlock({lock})"));
        }
    }
}

fn run(conn: &mut DbConnection, statement: &str) -> QueryResult<usize> {
    sql_query(statement).execute(conn)
}
