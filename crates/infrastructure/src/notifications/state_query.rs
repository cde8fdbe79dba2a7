use ::notifications::ReaderState;
use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, Nullable, SmallInt},
};

/// The lengths of the lists of ids, so that statements are prepared once; shorter ones are padded.
const PLACES: [usize; 4] = [1, 10, 50, 100];

/// Reads what posts are to a member: level and new replies. Each post is a few steps in indexes, and
/// counting ends at [`ReaderState::MAX_NEW_REPLIES`].
#[derive(Clone, Debug)]
pub(super) struct StateQuery {
    user: i64,
    posts: Vec<i64>,
}

impl StateQuery {
    pub(super) fn new(user: i64, posts: impl IntoIterator<Item = i64>) -> Self {
        let mut posts: Vec<i64> = posts.into_iter().collect();
        let places = PLACES.into_iter().find(|&places| posts.len() <= places);
        posts.resize(places.unwrap_or(posts.len()), posts.last().copied().unwrap_or_default());
        Self { user, posts }
    }
}

/// Statements are identified by their text.
impl QueryId for StateQuery {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for StateQuery {
    /// The post, the level, and the new replies if there is a visit.
    type SqlType = (BigInt, SmallInt, Nullable<BigInt>);
}

impl<Conn> RunQueryDsl<Conn> for StateQuery {}

impl<DB> QueryFragment<DB> for StateQuery
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql(
            "SELECT p.id, CAST(coalesce(w.level, 0) AS SMALLINT),
                CASE WHEN v.visited_at IS NOT NULL THEN (SELECT count(*) FROM
                    (SELECT 1 FROM replies r WHERE r.post_id = v.post_id
                        AND r.created_at > v.visited_at AND NOT r.removed AND r.author_id <> ",
        );
        out.push_bind_param::<BigInt, _>(&self.user)?;
        out.push_sql(&format!(" LIMIT {}) AS newer) END", ReaderState::MAX_NEW_REPLIES));
        out.push_sql(" FROM posts p LEFT JOIN post_watches w ON w.post_id = p.id AND w.user_id = ");
        out.push_bind_param::<BigInt, _>(&self.user)?;
        out.push_sql(" LEFT JOIN visits v ON v.post_id = p.id AND v.user_id = ");
        out.push_bind_param::<BigInt, _>(&self.user)?;
        for (place, id) in self.posts.iter().enumerate() {
            out.push_sql(if place == 0 { " WHERE p.id IN (" } else { ", " });
            out.push_bind_param::<BigInt, _>(id)?;
        }
        out.push_sql(")");
        Ok(())
    }
}
