//! Maintains the post count and the latest post of a forum.
//!
//! Edits and deletions lock the forum's row before the post; creation locks it last and then holds
//! nothing that the others wait for.

use database::{
    DbConnection,
    schema::{forums, posts},
    sql::{execute_cached, keyset::below},
};
use diesel::{
    dsl::case_when,
    prelude::*,
    sql_types::{BigInt, Nullable, Text},
};

/// Counts a stored post and makes it the latest, unless a newer one exists.
///
/// Which is newer is not a condition of the statement: PostgreSQL would pass over a row that does not
/// meet it, and not wait for a concurrent deletion of the newer one.
pub(crate) fn add_post(
    conn: &mut DbConnection,
    forum: i64,
    (at, id): (i64, i64),
    title: &str,
) -> QueryResult<()> {
    let key = (at.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let is_newest =
        forums::latest_id.is_null().or(below((forums::latest_at, forums::latest_id), key));
    let id = id.into_sql::<Nullable<BigInt>>();
    let at = at.into_sql::<Nullable<BigInt>>();
    let title = title.into_sql::<Nullable<Text>>();
    let counted = diesel::update(forums::table.find(forum)).set((
        forums::post_count.eq(forums::post_count + 1_i64),
        forums::latest_id.eq(case_when(is_newest, id).otherwise(forums::latest_id)),
        forums::latest_at.eq(case_when(is_newest, at).otherwise(forums::latest_at)),
        forums::latest_title.eq(case_when(is_newest, title).otherwise(forums::latest_title)),
    ));
    execute_cached(conn, counted)?;
    Ok(())
}

/// Updates the title of the latest post. Returns false if it is another post or already has that title.
pub(crate) fn retitle_post(
    conn: &mut DbConnection,
    forum: i64,
    id: i64,
    title: &str,
) -> QueryResult<bool> {
    let latest = forums::table.find(forum).filter(forums::latest_id.eq(id));
    let changed = diesel::update(latest.filter(forums::latest_title.ne(title)))
        .set(forums::latest_title.eq(title))
        .execute(conn)?;
    Ok(changed == 1)
}

/// Uncounts a deleted post and finds the next latest one.
pub(crate) fn remove_post(conn: &mut DbConnection, forum: i64, id: i64) -> QueryResult<()> {
    diesel::update(forums::table.find(forum))
        .set(forums::post_count.eq(forums::post_count - 1_i64))
        .execute(conn)?;
    let was_latest = forums::table.find(forum).filter(forums::latest_id.eq(id));
    if was_latest.count().get_result::<i64>(conn)? == 0 {
        return Ok(());
    }
    let next: Option<(i64, i64, String)> = posts::table
        .filter(posts::forum_id.eq(forum))
        .order((posts::created_at.desc(), posts::id.desc()))
        .select((posts::id, posts::created_at, posts::title))
        .first(conn)
        .optional()?;
    let (id, at, title) =
        next.map_or((None, None, None), |(id, at, title)| (Some(id), Some(at), Some(title)));
    diesel::update(forums::table.find(forum))
        .set((forums::latest_id.eq(id), forums::latest_at.eq(at), forums::latest_title.eq(title)))
        .execute(conn)?;
    Ok(())
}
