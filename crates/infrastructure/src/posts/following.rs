//! The posts of the forums that a member follows: favorite and watched ones, but no muted ones.

use std::{cmp::Reverse, collections::BTreeSet};

use ::notifications::WatchLevel;
use ::posts::Post;
use database::{
    DbConnection, on_backend,
    schema::{favorites, forum_watches, posts},
    sql::{
        keyset::below,
        literal_limit, padded_in,
        prepared::{Value, prepared},
        round_up_limit,
    },
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ByTime, Page, PageRequest, Reader, UserId};

use super::{lists::readable_by, row::Row};
use crate::{notifications::level_of, readers::ReadableBy};

/// Time and id of a post.
type Key = (i64, i64);

/// The forums of a list whose newest posts after a position are the newest, in the order of these posts.
const NEWEST: &str = "SELECT followed.value, newest.created_at
    FROM ? AS followed CROSS JOIN shown_posts AS newest
    WHERE newest.id = (SELECT p.id FROM shown_posts AS p
        WHERE p.forum_id = followed.value AND (p.created_at, p.id) < (?, ?)
        ORDER BY p.created_at DESC, p.id DESC LIMIT 1)
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ";

/// Returns the posts of the forums that `member` follows, newest first.
///
/// An index has the posts of each forum in this order. So this finds the forums that can have a post on the page, as many
/// as it has posts, reads the first times of each, and stops at the forum whose newest post comes too late; then it
/// reads a page of texts.
pub(super) fn following(
    conn: &mut DbConnection,
    member: UserId,
    reader: Reader,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let wanted = page.limit.fetch_size() as usize;
    let after = page.after.map_or((i64::MAX, i64::MAX), |last| (last.at.unix_millis(), last.id));
    let mut first: Vec<Key> = vec![];
    for (forum, newest) in forums_by_newest_post(conn, (member, reader), after, page)? {
        if first.len() == wanted && first.last().is_some_and(|&(at, _)| at > newest) {
            break;
        }
        first.extend(newest_keys(conn, forum, after, page)?);
        first.sort_by_key(|&key| Reverse(key));
        first.truncate(wanted);
    }
    if first.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let mut rows: Vec<Row> = readable_by(reader)
        .filter(padded_in(posts::id, first.into_iter().map(|(_, id)| id)))
        .load(conn)?;
    rows.sort_by_key(|row| Reverse((row.by_time().at, row.by_time().id)));
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Post::from))
}

/// Returns as many forums as a page has posts, each with the time of its newest post after the position.
fn forums_by_newest_post(
    conn: &mut DbConnection,
    (member, reader): (UserId, Reader),
    (at, id): Key,
    page: &PageRequest<ByTime>,
) -> QueryResult<Vec<(i64, i64)>> {
    let forums: Value = followed_forums(conn, member, reader)?.into_iter().collect();
    let limit = round_up_limit(page.limit.fetch_size());
    let newest = prepared::<(BigInt, BigInt)>(format!("{NEWEST}{limit}"));
    let newest = newest.bind(forums).bind(at).bind(id);
    on_backend!(conn, conn => newest.load(conn))
}

fn followed_forums(
    conn: &mut DbConnection,
    member: UserId,
    reader: Reader,
) -> QueryResult<BTreeSet<i64>> {
    let favorites: Vec<i64> = favorites::table
        .filter(favorites::user_id.eq(member.0))
        .filter(ReadableBy::new("favorites.forum_id", reader))
        .select(favorites::forum_id)
        .load(conn)?;
    let levels: Vec<(i64, i16)> = forum_watches::table
        .filter(forum_watches::user_id.eq(member.0))
        .filter(ReadableBy::new("forum_watches.forum_id", reader))
        .select((forum_watches::forum_id, forum_watches::level))
        .load(conn)?;
    let mut found: BTreeSet<i64> = favorites.into_iter().collect();
    for (forum, level) in levels {
        match level_of(level) {
            WatchLevel::Watching => found.insert(forum),
            WatchLevel::Muted => found.remove(&forum),
            WatchLevel::Normal => false,
        };
    }
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
