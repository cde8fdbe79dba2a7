//! Rows of one text column, for statements about the catalog and whole tables.

use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, connection::DefaultLoadingMode,
    pg::PgRowByRowLoadingMode, sql_query, sql_types::Text,
};

use crate::connection::DbConnection;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Returns the column `line` of each row of `query`.
pub fn lines(conn: &mut DbConnection, query: &str) -> QueryResult<Vec<String>> {
    let found: Vec<Line> = on_backend!(conn, conn => sql_query(query).load(conn))?;
    Ok(found.into_iter().map(|row| row.line).collect())
}

/// Like [`lines`], with one value in the query.
pub fn lines_of(conn: &mut DbConnection, query: &str, value: &str) -> QueryResult<Vec<String>> {
    let found: Vec<Line> =
        on_backend!(conn, conn => sql_query(query).bind::<Text, _>(value).load(conn))?;
    Ok(found.into_iter().map(|row| row.line).collect())
}

/// Hands over the column `line` of each row, one at a time, until `take` returns false.
///
/// `value` is the one value in the query, if it has one.
pub fn each_line(
    conn: &mut DbConnection,
    query: &str,
    value: Option<&str>,
    take: &mut dyn FnMut(&str) -> QueryResult<bool>,
) -> QueryResult<()> {
    let mut hand_over = |row: QueryResult<Line>| take(&row?.line);
    macro_rules! rows {
        ($conn:expr, $mode:ty) => {{
            let mut query = sql_query(query).into_boxed();
            if let Some(value) = value {
                query = query.bind::<Text, _>(value.to_owned());
            }
            for row in query.load_iter::<Line, $mode>($conn)? {
                if !hand_over(row)? {
                    break;
                }
            }
        }};
    }
    match conn {
        DbConnection::Sqlite(conn) => rows!(conn, DefaultLoadingMode),
        DbConnection::Postgres(conn) => rows!(conn, PgRowByRowLoadingMode),
    }
    Ok(())
}
