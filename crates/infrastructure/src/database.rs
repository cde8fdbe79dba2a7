use std::{error::Error, time::Duration};

use diesel::{
    Connection, QueryResult, RunQueryDsl,
    connection::{AnsiTransactionManager, TransactionManager},
    result::{DatabaseErrorKind, Error as DieselError},
    sql_types::Integer,
};
use kernel::RepositoryError;

use crate::connection::{ConnectionManager, DatabaseUrl, DbConnection};

type Pool = r2d2::Pool<ConnectionManager>;

/// How long a request waits for a free connection before it is told to come back.
const WAIT_FOR_CONNECTION: Duration = Duration::from_secs(2);
const SQLITE_READERS: u32 = 8;
const POSTGRES_CONNECTIONS: u32 = 16;

/// The database, as one place to read and one to write.
///
/// On SQLite these are a pool of readers and one writer; on PostgreSQL both are the primary.
#[derive(Clone)]
pub struct Database {
    readers: Pool,
    writer: Pool,
}

impl Database {
    /// Connects; creates the file of an SQLite database that does not exist.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &DatabaseUrl) -> Result<Self, RepositoryError> {
        Ok(match url {
            DatabaseUrl::Sqlite(_) => {
                // The writer first: it creates the file and turns it to WAL.
                let writer = pool(url, 1)?;
                Self { readers: pool(url, SQLITE_READERS)?, writer }
            }
            DatabaseUrl::Postgres(_) => {
                let pool = pool(url, POSTGRES_CONNECTIONS)?;
                Self { readers: pool.clone(), writer: pool }
            }
        })
    }

    /// Whether the database answers now.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.read(|conn| diesel::select(diesel::dsl::sql::<Integer>("1")).execute(conn)).is_ok()
    }

    /// Runs one query that only reads.
    ///
    /// Several queries that must see one state belong in [`Self::snapshot`].
    pub fn read<T>(
        &self,
        query: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        query(&mut *connection(&self.readers)?).map_err(failure)
    }

    /// Runs several queries that only read, all on the same state of the database.
    pub fn snapshot<T>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let conn = &mut *connection(&self.readers)?;
        transaction(conn, "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", queries)
            .map_err(failure)
    }

    /// Runs one atomic change: all of it stays, or, on an error, nothing.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let conn = &mut *self.write_connection()?;
        // SQLite takes the write lock at once: a reader that turns writer halfway can be refused.
        transaction(conn, "BEGIN IMMEDIATE", "BEGIN", change).map_err(failure)
    }
}

impl Database {
    /// As [`Self::write`], with `None` where the change would break a unique key.
    pub(crate) fn write_unique<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<Option<T>, RepositoryError> {
        self.write_unless(|kind| matches!(kind, DatabaseErrorKind::UniqueViolation), change)
    }

    /// As [`Self::write`], with `None` where the change would refer to what is not there.
    pub(crate) fn write_referring<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<Option<T>, RepositoryError> {
        self.write_unless(|kind| matches!(kind, DatabaseErrorKind::ForeignKeyViolation), change)
    }

    fn write_unless<T>(
        &self,
        refused: impl FnOnce(&DatabaseErrorKind) -> bool,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<Option<T>, RepositoryError> {
        let conn = &mut *self.write_connection()?;
        match transaction(conn, "BEGIN IMMEDIATE", "BEGIN", change) {
            Err(DieselError::DatabaseError(kind, _)) if refused(&kind) => Ok(None),
            result => result.map(Some).map_err(failure),
        }
    }

    pub(crate) fn write_connection(
        &self,
    ) -> Result<r2d2::PooledConnection<ConnectionManager>, RepositoryError> {
        connection(&self.writer)
    }
}

fn pool(url: &DatabaseUrl, size: u32) -> Result<Pool, RepositoryError> {
    Pool::builder()
        .max_size(size)
        .min_idle(Some(1))
        .test_on_check_out(false)
        .connection_timeout(WAIT_FOR_CONNECTION)
        .build(ConnectionManager { url: url.clone() })
        .map_err(|error| RepositoryError::Unavailable(error.into()))
}

fn connection(pool: &Pool) -> Result<r2d2::PooledConnection<ConnectionManager>, RepositoryError> {
    pool.get().map_err(|error| RepositoryError::Unavailable(error.into()))
}

type Manager = <DbConnection as Connection>::TransactionManager;

fn transaction<T>(
    conn: &mut DbConnection,
    begin_sqlite: &str,
    begin_postgres: &str,
    body: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
) -> QueryResult<T> {
    match conn {
        DbConnection::Sqlite(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, begin_sqlite)?;
        }
        DbConnection::Postgres(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, begin_postgres)?;
        }
    }
    match body(conn) {
        Ok(value) => Manager::commit_transaction(conn).map(|()| value),
        Err(error) => {
            // The first error tells more than that of the rollback, which also breaks the connection for the pool.
            let _ = Manager::rollback_transaction(conn);
            Err(error)
        }
    }
}

/// Tells a database that is away from one that answered.
fn failure(error: DieselError) -> RepositoryError {
    let away = matches!(
        &error,
        DieselError::DatabaseError(
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
            _
        )
    ) || is_busy(&error);
    let source: Box<dyn Error + Send + Sync> = error.into();
    if away { RepositoryError::Unavailable(source) } else { RepositoryError::Failed(source) }
}

/// SQLite's writer is held by another process for longer than `busy_timeout`.
fn is_busy(error: &DieselError) -> bool {
    matches!(error, DieselError::DatabaseError(_, info) if info.message() == "database is locked")
}
