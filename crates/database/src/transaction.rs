use diesel::{
    Connection, QueryResult,
    connection::{AnsiTransactionManager, TransactionManager},
    result::Error as DieselError,
};

use crate::connection::DbConnection;

/// Diesel's own, which knows how deep in transactions a connection is.
pub(crate) type Manager = <DbConnection as Connection>::TransactionManager;

/// The statements that begin a transaction.
pub(crate) struct Begin {
    sqlite: &'static str,
    postgres: &'static str,
}

pub(crate) const SNAPSHOT: Begin =
    Begin { sqlite: "BEGIN", postgres: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" };
/// SQLite takes the write lock at once: a reader that turns writer halfway can be refused.
pub(crate) const CHANGE: Begin = Begin { sqlite: "BEGIN IMMEDIATE", postgres: "BEGIN" };

pub(crate) fn begin(conn: &mut DbConnection, begin: &Begin) -> QueryResult<()> {
    let sql = match conn {
        DbConnection::Sqlite(_) => begin.sqlite,
        DbConnection::Postgres(_) => begin.postgres,
    };
    on_backend!(conn, conn => AnsiTransactionManager::begin_transaction_sql(conn, sql))
}

/// Runs `body` in one transaction; an error rolls it back.
pub(crate) fn transaction<T, E>(
    conn: &mut DbConnection,
    how: &Begin,
    failed: impl Fn(DieselError) -> E,
    body: impl FnOnce(&mut DbConnection) -> Result<T, E>,
) -> Result<T, E> {
    begin(conn, how).map_err(&failed)?;
    match body(conn) {
        Ok(value) => Manager::commit_transaction(conn).map(|()| value).map_err(failed),
        Err(error) => {
            // The first error matters more than one of the rollback, after which the pool drops the connection anyway.
            let _ = Manager::rollback_transaction(conn);
            Err(error)
        }
    }
}
