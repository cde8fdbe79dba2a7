//! What a forum's row says of its posts: how many there are, and which is the newest.
//!
//! Whoever edits or deletes a post locks the row of its forum before the post; whoever writes one
//! locks it last, and holds nothing then that the others wait for.

use diesel::{
    dsl::case_when,
    prelude::*,
    sql_types::{BigInt, Nullable, Text},
};

use crate::{
    connection::{DbConnection, on_backend},
    keyset::below,
    schema::{forums, posts},
};

/// Counts a post that was stored: the newest, unless a newer one was stored before it.
///
/// Which is newer is not a condition of the statement: PostgreSQL would pass over a row that does not
/// meet it, and not wait for whoever is about to delete the newer one.
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
    on_backend!(conn, conn => counted.execute(conn))?;
    Ok(())
}

/// Gives the newest post of its forum another title. False if it is another post, or has that title.
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

/// Takes a post out that was deleted: the next newest becomes the newest.
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
