//! `UPDATE` and `INSERT … ON CONFLICT` that are prepared once on each connection. Diesel prepares them each
//! time, as their columns can differ from call to call; PostgreSQL then spends more on the plan than on the row.

use std::marker::PhantomData;

use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    connection::{DefaultLoadingMode, LoadConnection},
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::Untyped,
    sqlite::Sqlite,
};

use crate::connection::DbConnection;

/// Keeps a statement with `RETURNING` prepared, under its text.
pub fn cached<Q: Query>(query: Q) -> Cached<Q, Q::SqlType> {
    Cached { query, row: PhantomData }
}

/// Runs a statement without rows, and keeps it prepared under its text. For those with few different texts.
pub fn execute_cached<Q>(conn: &mut DbConnection, query: Q) -> QueryResult<()>
where
    Q: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    // Diesel's own `execute` passes the statement by reference, which asks it whether it can be kept.
    let query = Cached::<Q, Untyped> { query, row: PhantomData };
    on_backend!(conn, conn => LoadConnection::<DefaultLoadingMode>::load(conn, query)?
        .try_for_each(|row| row.map(drop)))
}

/// A statement whose rows have the type `ST`.
#[derive(Clone, Copy, Debug)]
pub struct Cached<Q, ST> {
    query: Q,
    row: PhantomData<ST>,
}

impl<Q, ST> Query for Cached<Q, ST> {
    type SqlType = ST;
}

impl<Q, ST, Conn> RunQueryDsl<Conn> for Cached<Q, ST> {}

/// Statements are identified by their text.
impl<Q, ST> QueryId for Cached<Q, ST> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: QueryFragment<DB>, ST, DB: Backend> QueryFragment<DB> for Cached<Q, ST> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.query.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &DB) -> QueryResult<bool> {
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use diesel::{
        ExpressionMethods, QueryDsl,
        connection::{InstrumentationEvent, SimpleConnection},
        insert_into, update,
    };
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::{Database, DatabaseUrl, schema::invites};

    #[test]
    fn a_statement_is_prepared_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db").to_str().unwrap().to_owned();
        let database = Database::open(&DatabaseUrl::Sqlite(file)).unwrap();
        let conn = &mut *database.write_connection().unwrap();
        conn.batch_execute("CREATE TABLE invites (digest TEXT, expires_at BIGINT)").unwrap();
        insert_into(invites::table)
            .values((invites::digest.eq("one"), invites::expires_at.eq(1_i64)))
            .execute(conn)
            .unwrap();
        let prepared = Arc::new(Mutex::new(0));
        let heard = prepared.clone();
        diesel::Connection::set_instrumentation(conn, move |event: InstrumentationEvent<'_>| {
            *heard.lock().unwrap() +=
                i32::from(matches!(event, InstrumentationEvent::CacheQuery { .. }));
        });
        for at in [5_i64, 6] {
            let later = update(invites::table.filter(invites::digest.eq("one")))
                .set(invites::expires_at.eq(at));
            execute_cached(conn, later).unwrap();
        }
        assert_eq!(*prepared.lock().unwrap(), 1);
        let at: i64 = invites::table.select(invites::expires_at).first(conn).unwrap();
        assert_eq!(at, 6);
    }
}
