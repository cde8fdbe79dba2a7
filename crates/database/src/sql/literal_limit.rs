//! `LIMIT 51` as a literal: PostgreSQL plans a list once for all parameters and assumes a tenth of all
//! rows for an unknown limit.

use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};

/// The limits in use, so that few statements are prepared; more rows may come than requested. One is of a page
/// and three pinned posts, which it leaves out.
const LIMITS: [i64; 5] = [11, 26, 51, 54, 101];

/// Limits a query to `rows` rows, or slightly more.
pub fn literal_limit<Q>(rows: i64, query: Q) -> LiteralLimit<Q> {
    LiteralLimit { query, limit: round_up_limit(rows) }
}

/// Returns the smallest limit in use that is at least `rows`, or `rows` itself.
pub fn round_up_limit(rows: i64) -> i64 {
    LIMITS.into_iter().find(|&limit| rows <= limit).unwrap_or(rows)
}

#[derive(Clone, Debug)]
pub struct LiteralLimit<Q> {
    query: Q,
    limit: i64,
}

impl<Q: Query> Query for LiteralLimit<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, Conn> RunQueryDsl<Conn> for LiteralLimit<Q> {}

/// Statements are identified by their text.
impl<Q> QueryId for LiteralLimit<Q> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: QueryFragment<DB>, DB: Backend> QueryFragment<DB> for LiteralLimit<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.query.walk_ast(out.reborrow())?;
        out.push_sql(&format!(" LIMIT {}", self.limit));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use diesel::{QueryDsl, debug_query, sqlite::Sqlite};

    use super::*;
    use crate::schema::users;

    #[test]
    fn similar_limits_share_a_statement() {
        let sql = |rows| {
            debug_query::<Sqlite, _>(&literal_limit(rows, users::table.select(users::id)))
                .to_string()
        };
        assert_eq!(sql(12), sql(26));
        assert!(sql(12).contains(" LIMIT 26"), "{}", sql(12));
        assert!(sql(1_001).contains(" LIMIT 1001"), "{}", sql(1_001));
    }
}
