//! `UPDATE` and `INSERT … ON CONFLICT` that are prepared once on each connection. Diesel prepares them each
//! time, as their columns can differ from call to call; PostgreSQL then spends more on the plan than on the row.

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
pub fn cached<Q>(query: Q) -> Cached<Q> {
    Cached(query)
}

/// Runs a statement without rows, and keeps it prepared under its text. For those with few different texts.
pub fn execute_cached<Q>(conn: &mut DbConnection, query: Q) -> QueryResult<()>
where
    Q: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    // Diesel's own `execute` passes the statement by reference, which asks it whether it can be kept.
    let query = Rowless(query);
    on_backend!(conn, conn => LoadConnection::<DefaultLoadingMode>::load(conn, query)?
        .try_for_each(|row| row.map(drop)))
}

#[derive(Clone, Copy, Debug)]
pub struct Cached<Q>(Q);

impl<Q: Query> Query for Cached<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, Conn> RunQueryDsl<Conn> for Cached<Q> {}

/// Statements are identified by their text.
impl<Q> QueryId for Cached<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: QueryFragment<DB>, DB: Backend> QueryFragment<DB> for Cached<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &DB) -> QueryResult<bool> {
        Ok(true)
    }
}

/// A statement that returns no rows.
struct Rowless<Q>(Q);

impl<Q> Query for Rowless<Q> {
    type SqlType = Untyped;
}

impl<Q> QueryId for Rowless<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: QueryFragment<DB>, DB: Backend> QueryFragment<DB> for Rowless<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk_ast(out)
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
