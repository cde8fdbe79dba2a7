use database::{DbConnection, schema::post_words};
use diesel::prelude::*;

/// The maximum size of a small forum: as many matches as PostgreSQL reads fast.
pub(crate) const SMALL_ON_POSTGRES: i64 = 2_000;

/// Returns whether a forum has no more posts than this.
pub(crate) fn has_at_most(conn: &mut DbConnection, forum: i64, posts: i64) -> QueryResult<bool> {
    let beyond: Option<i64> = post_words::table
        .filter(post_words::forum_id.eq(forum))
        .order(post_words::post_id.desc())
        .select(post_words::post_id)
        .offset(posts)
        .first(conn)
        .optional()?;
    Ok(beyond.is_none())
}
