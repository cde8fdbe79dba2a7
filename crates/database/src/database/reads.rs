use std::convert::identity;

use diesel::{
    QueryResult, RunQueryDsl, result::Error as DieselError, sql_query, sql_types::Integer,
};
use kernel::RepositoryError;

use super::{Access, Database};
use crate::{
    connection::{DbConnection, PooledConnection, failure},
    once::Once,
    transaction::{SNAPSHOT, transaction},
};

type Query<'a> = &'a mut dyn FnMut(&mut DbConnection) -> QueryResult<()>;

impl Database {
    /// Runs one query that only reads.
    ///
    /// Several queries that must see one state belong in [`Self::snapshot`].
    pub fn read<T>(
        &self,
        query: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let mut once = Once::new(query);
        self.read_erased(&mut |conn| once.call(|query| query(conn)))?;
        once.value().map_err(failure)
    }

    fn read_erased(&self, query: Query<'_>) -> Result<(), RepositoryError> {
        if let Access::Queued(session) = &self.access {
            return session.read(query)?.map_err(failure);
        }
        self.reader()?.with(query).map_err(failure)
    }

    /// Runs several queries that only read, all on the same state of the database.
    pub fn snapshot<T>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let mut once = Once::new(queries);
        self.snapshot_erased(&mut |conn| once.call(|queries| queries(conn)))?;
        once.value().map_err(failure)
    }

    fn snapshot_erased(&self, queries: Query<'_>) -> Result<(), RepositoryError> {
        if let Access::Queued(session) = &self.access {
            // The batch is one transaction already.
            return session.read(queries)?.map_err(failure);
        }
        self.reader()?.with(|conn| transaction(conn, &SNAPSHOT, identity, queries)).map_err(failure)
    }

    /// Like [`Self::snapshot`], with another error type.
    pub fn snapshot_or<T, E: From<RepositoryError>>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        self.snapshot(|conn| Ok(queries(conn)))?
    }

    /// Returns whether the database answers.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.read(|conn| diesel::select(diesel::dsl::sql::<Integer>("1")).execute(conn)).is_ok()
    }

    /// Returns whether PostgreSQL reports errors in English, which [`RepositoryError::Unavailable`] and
    /// [`RepositoryError::Full`] are recognized by: diesel exposes no SQLSTATE. Our connections set
    /// `lc_messages`, but only a superuser's may. Always true for SQLite.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn reports_errors_in_english(&self) -> Result<bool, RepositoryError> {
        self.read(|conn| {
            let DbConnection::Postgres(conn) = conn else { return Ok(true) };
            match sql_query("SELECT 1 / 0").execute(conn) {
                Err(DieselError::DatabaseError(_, info)) => {
                    Ok(info.message() == "division by zero")
                }
                other => other.map(|_| true),
            }
        })
    }

    fn reader(&self) -> Result<PooledConnection, RepositoryError> {
        let replica = self.replicas.as_ref().and_then(|replicas| replicas.lend());
        replica.map_or_else(|| self.readers.get(), Ok)
    }
}
