use std::{convert::identity, error::Error, time::Duration};

use diesel::{
    Connection, QueryResult, RunQueryDsl,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
    result::{DatabaseErrorKind, Error as DieselError},
    sql_types::Integer,
};
use kernel::RepositoryError;

use crate::{
    connection::{ConnectionManager, DatabaseUrl, DbConnection, USUAL_PATIENCE},
    locks,
};

type Pool = r2d2::Pool<ConnectionManager>;

/// How long a request waits for a free connection before it is told to come back.
const WAIT_FOR_CONNECTION: Duration = Duration::from_secs(2);
/// Each keeps up to 8 MB of pages; a read takes microseconds, so few serve many.
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;
/// How long who changes the schema waits for another who does, and for its backup.
const LONG_PATIENCE: Duration = Duration::from_hours(1);

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
        transaction(conn, SNAPSHOT, identity, queries).map_err(failure)
    }

    /// Runs one atomic change: all of it stays, or, on an error, nothing.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let conn = &mut *self.write_connection()?;
        transaction(conn, CHANGE, identity, change).map_err(failure)
    }
}

impl Database {
    /// As [`Self::snapshot`], for what fails in ways of its own.
    pub(crate) fn snapshot_or<T, E: From<RepositoryError>>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let conn = &mut *connection(&self.readers)?;
        transaction(conn, SNAPSHOT, |error| failure(error).into(), queries)
    }

    /// Runs one atomic change of the schema, or of all there is, while no other copy of the program
    /// does so; waits for one that does.
    pub(crate) fn change_all<T, E: From<RepositoryError>>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |error| E::from(failure(error));
        let conn = &mut *self.write_connection()?;
        set_patience(conn, LONG_PATIENCE).map_err(failed)?;
        let changed = transaction(conn, CHANGE, failed, |conn| {
            locks::schema(conn).map_err(failed)?;
            change(conn)
        });
        set_patience(conn, USUAL_PATIENCE).map_err(failed)?;
        changed
    }

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
        match transaction(conn, CHANGE, identity, change) {
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

/// How a transaction begins on either database.
struct Begin {
    sqlite: &'static str,
    postgres: &'static str,
}

const SNAPSHOT: Begin =
    Begin { sqlite: "BEGIN", postgres: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" };
/// SQLite takes the write lock at once: a reader that turns writer halfway can be refused.
const CHANGE: Begin = Begin { sqlite: "BEGIN IMMEDIATE", postgres: "BEGIN" };

fn transaction<T, E>(
    conn: &mut DbConnection,
    begin: Begin,
    failed: impl Fn(DieselError) -> E,
    body: impl FnOnce(&mut DbConnection) -> Result<T, E>,
) -> Result<T, E> {
    match conn {
        DbConnection::Sqlite(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, begin.sqlite).map_err(&failed)?;
        }
        DbConnection::Postgres(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, begin.postgres).map_err(&failed)?;
        }
    }
    match body(conn) {
        Ok(value) => Manager::commit_transaction(conn).map(|()| value).map_err(failed),
        Err(error) => {
            // The first error tells more than that of the rollback, which also breaks the connection for the pool.
            let _ = Manager::rollback_transaction(conn);
            Err(error)
        }
    }
}

/// How long SQLite waits for who writes; PostgreSQL waits as long as it takes.
fn set_patience(conn: &mut DbConnection, patience: Duration) -> QueryResult<()> {
    match conn {
        DbConnection::Sqlite(conn) => {
            conn.batch_execute(&format!("PRAGMA busy_timeout = {}", patience.as_millis()))
        }
        DbConnection::Postgres(_) => Ok(()),
    }
}

/// Tells a database that is away from one that answered.
pub(crate) fn failure(error: DieselError) -> RepositoryError {
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
