//! The posts of the forums that a member follows: favorite and watched ones, but no muted ones.

use std::{cmp::Reverse, collections::BTreeMap};

use ::notifications::WatchLevel;
use ::posts::Post;
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ByTime, Page, PageRequest, UserId};

use super::{lists::in_forum, row::Row};
use crate::{
    connection::DbConnection,
    notifications::level_of,
    schema::{favorites, forum_watches, forums, posts},
    sql::{keyset::below, literal_limit::literal_limit, padded_in::padded_in},
};

/// Time and id of a post.
type Key = (i64, i64);

/// Returns the posts of the forums that `member` follows, newest first.
///
/// An index has the posts of each forum in this order. So this reads the first times of each forum, those with
/// the latest posts first, and stops at the forum whose latest post comes too late for the page; then it reads
/// a page of texts.
pub(super) fn following(
    conn: &mut DbConnection,
    member: UserId,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let wanted = page.limit.fetch_size() as usize;
    let after = page.after.map_or((i64::MAX, i64::MAX), |last| (last.at.unix_millis(), last.id));
    let mut first: Vec<Key> = vec![];
    for (forum, latest_at) in forums_by_latest_post(conn, member)? {
        if first.len() == wanted && first.last().is_some_and(|&(at, _)| at > latest_at) {
            break;
        }
        first.extend(newest_keys(conn, forum, after, page)?);
        first.sort_by_key(|&key| Reverse(key));
        first.truncate(wanted);
    }
    if first.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let mut rows: Vec<Row> = in_forum(Some(member), None)
        .filter(padded_in(posts::id, first.into_iter().map(|(_, id)| id)))
        .load(conn)?;
    rows.sort_by_key(|row| Reverse((row.by_time().at, row.by_time().id)));
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Post::from))
}

/// Forums without posts are left out.
fn forums_by_latest_post(conn: &mut DbConnection, member: UserId) -> QueryResult<Vec<Key>> {
    let favorites: Vec<Key> = favorites::table
        .inner_join(forums::table)
        .filter(favorites::user_id.eq(member.0))
        .filter(forums::latest_at.is_not_null())
        .select((forums::id, forums::latest_at.assume_not_null()))
        .load(conn)?;
    let levels: Vec<(i64, i64, i16)> = forum_watches::table
        .inner_join(forums::table.on(forums::id.eq(forum_watches::forum_id)))
        .filter(forum_watches::user_id.eq(member.0))
        .filter(forums::latest_at.is_not_null())
        .select((forums::id, forums::latest_at.assume_not_null(), forum_watches::level))
        .load(conn)?;
    let mut found: BTreeMap<i64, i64> = favorites.into_iter().collect();
    for (forum, at, level) in levels {
        match level_of(level) {
            WatchLevel::Watching => found.insert(forum, at),
            WatchLevel::Muted => found.remove(&forum),
            WatchLevel::Normal => None,
        };
    }
    let mut found: Vec<Key> = found.into_iter().collect();
    found.sort_by_key(|&(forum, at)| Reverse((at, forum)));
    Ok(found)
}

fn newest_keys(
    conn: &mut DbConnection,
    forum: i64,
    (at, id): Key,
    page: &PageRequest<ByTime>,
) -> QueryResult<Vec<Key>> {
    let key = (at.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let query = posts::table
        .filter(posts::forum_id.eq(forum))
        .filter(below((posts::created_at, posts::id), key))
        .order((posts::created_at.desc(), posts::id.desc()))
        .select((posts::created_at, posts::id));
    literal_limit(page.limit.fetch_size(), query).load(conn)
}
