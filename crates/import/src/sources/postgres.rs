//! Reads a database of PostgreSQL.

use std::vec;

use diesel::{
    Connection as _, PgConnection, QueryableByName, RunQueryDsl as _,
    connection::SimpleConnection as _, pg::Pg, sql_query, sql_types::BigInt,
};

use crate::{Row, Rows, SourceError};

const FETCH: &str = "FETCH 1000 FROM imported_rows";

fn failed(error: diesel::result::Error) -> SourceError {
    SourceError::new("the database of the other system", error)
}

/// Connects, for reading alone.
pub(crate) fn connect(url: &str) -> Result<PgConnection, SourceError> {
    let connected = PgConnection::establish(url);
    let mut conn =
        connected.map_err(|error| SourceError::new("the database of the other system", error))?;
    let read_only = "SET default_transaction_read_only = on; SET TIME ZONE 'UTC'";
    conn.batch_execute(read_only).map_err(failed)?;
    Ok(conn)
}

/// Returns all rows of a query by a query of their own connection.
pub(crate) fn load<R: QueryableByName<Pg> + 'static>(
    conn: &mut PgConnection,
    query: &str,
) -> Result<Vec<R>, SourceError> {
    sql_query(query).load(conn).map_err(failed)
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Returns how many rows a table has, or a part of it that `WHERE` names.
pub(crate) fn count(conn: &mut PgConnection, table: &str) -> Result<u64, SourceError> {
    let counted: Vec<Counted> = load(conn, &format!("SELECT count(*) AS rows FROM {table}"))?;
    Ok(counted.iter().map(|one| one.rows as u64).sum())
}

/// Returns the rows of a query, as records. A cursor on a connection of its own sorts them once and holds a page of them in
/// memory, which pages by key cannot do without an index in the order of time.
pub(crate) fn rows<R: QueryableByName<Pg> + 'static, T: 'static>(
    url: &str,
    query: &str,
    record: impl Fn(R) -> Row<T> + 'static,
) -> Result<Rows<'static, T>, SourceError> {
    let mut conn = connect(url)?;
    let declare = format!("BEGIN; DECLARE imported_rows NO SCROLL CURSOR WITHOUT HOLD FOR {query}");
    conn.batch_execute(&declare).map_err(failed)?;
    let mut page: vec::IntoIter<R> = vec![].into_iter();
    let mut next = move || {
        if page.len() == 0 {
            page = load(&mut conn, FETCH)?.into_iter();
        }
        Ok(page.next().map(&record))
    };
    Ok(Box::new(std::iter::from_fn(move || next().transpose())))
}
