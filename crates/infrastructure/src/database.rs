use std::{convert::identity, sync::Arc, time::Duration};

use diesel::{
    Connection, QueryResult, RunQueryDsl,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
    result::{DatabaseErrorKind, Error as DieselError},
    sql_types::Integer,
};
use kernel::RepositoryError;

use crate::{
    DatabaseUrl,
    connection::{DbConnection, USUAL_PATIENCE},
    failure::failure,
    locks,
    pool::{Lent, Pool, Terms},
    replicas::Replicas,
    watch::{PoolState, Watch},
};

/// Each keeps up to 8 MB of pages; a read takes microseconds, so few serve many.
const SQLITE_READERS: u32 = 4;
pub(crate) const POSTGRES_CONNECTIONS: u32 = 16;
/// How long who changes the schema waits for another who does, and for its backup.
const LONG_PATIENCE: Duration = Duration::from_hours(1);

/// The database, as one place to read and one to write.
///
/// On SQLite these are a pool of readers and one writer; on PostgreSQL both are the primary, unless
/// [`Self::reading_from`] says to read elsewhere.
#[derive(Clone)]
pub struct Database {
    readers: Pool,
    writer: Pool,
    replicas: Option<Arc<Replicas>>,
}

impl Database {
    /// Connects; creates the file of an SQLite database that does not exist.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &DatabaseUrl) -> Result<Self, RepositoryError> {
        Self::open_on(url, &Terms::default())
    }

    /// As [`Self::open`], for answering requests: PostgreSQL gives up a statement that takes longer
    /// than `statement_timeout`, which ends as [`RepositoryError::Unavailable`], and `watch` is told
    /// what happens.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open_to_serve(
        url: &DatabaseUrl,
        statement_timeout: Duration,
        watch: Option<Arc<dyn Watch>>,
    ) -> Result<Self, RepositoryError> {
        Self::open_on(url, &Terms { statement_timeout: Some(statement_timeout), watch })
    }

    /// As this one, but what is read comes from the replicas at these URLs, as it was a few seconds
    /// ago at the most; from this one while none of them keeps up.
    ///
    /// # Errors
    /// When the system has no thread to watch them.
    pub fn reading_from(
        &self,
        replicas: &[DatabaseUrl],
        statement_timeout: Duration,
        watch: Option<Arc<dyn Watch>>,
    ) -> Result<Self, RepositoryError> {
        let terms = Terms { statement_timeout: Some(statement_timeout), watch };
        let replicas = Replicas::open(replicas, &terms, self)?;
        Ok(Self { replicas: Some(replicas), ..self.clone() })
    }

    fn open_on(url: &DatabaseUrl, terms: &Terms) -> Result<Self, RepositoryError> {
        Ok(match url {
            DatabaseUrl::Sqlite(_) => {
                // The writer first: it creates the file and turns it to WAL.
                let writer = Pool::open("writer", url, 1, terms)?;
                let readers = Pool::open("reader", url, SQLITE_READERS, terms)?;
                Self { readers, writer, replicas: None }
            }
            DatabaseUrl::Postgres(_) => {
                let pool = Pool::open("primary", url, POSTGRES_CONNECTIONS, terms)?;
                Self { readers: pool.clone(), writer: pool, replicas: None }
            }
        })
    }

    /// What its connections are doing now, a pool an entry.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolState> {
        let (readers, writer) = (self.readers.state(), self.writer.state());
        let mut pools = vec![readers];
        pools.extend((readers.pool != writer.pool).then_some(writer));
        pools.extend(self.replicas.as_ref().map(|replicas| replicas.state()));
        pools
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
        self.reader()?.with(query).map_err(failure)
    }

    /// Runs several queries that only read, all on the same state of the database.
    pub fn snapshot<T>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        let lent = self.reader()?;
        lent.with(|conn| transaction(conn, SNAPSHOT, identity, queries)).map_err(failure)
    }

    /// Runs one atomic change: all of it stays, or, on an error, nothing.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        self.change(change)?.map_err(failure)
    }
}

impl Database {
    /// As [`Self::snapshot`], for what fails in ways of its own.
    pub(crate) fn snapshot_or<T, E: From<RepositoryError>>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let conn = &mut *self.reader()?;
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
            lift_timeout(conn).and_then(|()| locks::schema(conn)).map_err(failed)?;
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
        match self.change(change)? {
            Err(DieselError::DatabaseError(kind, _)) if refused(&kind) => Ok(None),
            result => result.map(Some).map_err(failure),
        }
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        Ok(self.write_connection()?.with(|conn| transaction(conn, CHANGE, identity, change)))
    }

    fn reader(&self) -> Result<Lent, RepositoryError> {
        let replica = self.replicas.as_ref().and_then(|replicas| replicas.lend());
        replica.map_or_else(|| self.readers.get(), Ok)
    }

    pub(crate) fn write_connection(&self) -> Result<Lent, RepositoryError> {
        self.writer.get()
    }
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

/// Lets the statements of this transaction take as long as they need.
fn lift_timeout(conn: &mut DbConnection) -> QueryResult<()> {
    match conn {
        DbConnection::Sqlite(_) => Ok(()),
        DbConnection::Postgres(conn) => conn.batch_execute("SET LOCAL statement_timeout = 0"),
    }
}
