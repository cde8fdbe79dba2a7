//! The posts of the forums that a member follows: favorite and watched ones, but no muted ones.

use std::{cmp::Reverse, collections::BTreeSet};

use ::notifications::WatchLevel;
use ::posts::Post;
use database::{
    DbConnection, on_backend,
    schema::{favorites, forum_watches, posts},
    sql::{
        padded_in,
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

/// The first posts of each forum of a list after a position, but none before a time, the newest first.
const NEWEST_OF_EACH: &str = "SELECT p.created_at, p.id
    FROM ? AS few CROSS JOIN shown_posts AS p
    WHERE p.forum_id = few.value AND (p.created_at, p.id) < (?, ?)
        AND p.created_at >= COALESCE((SELECT n.created_at FROM shown_posts AS n
            WHERE n.forum_id = few.value AND (n.created_at, n.id) < (?, ?) AND n.created_at >= ?
            ORDER BY n.created_at DESC, n.id DESC LIMIT 1 OFFSET #), ?)
    ORDER BY p.created_at DESC, p.id DESC LIMIT #";

/// Returns the posts of the forums that `member` follows, newest first.
///
/// An index has the posts of each forum in this order. So this finds the forums that can have a post on the page, as many
/// as it has posts, reads the first times of each, and merges them; then it reads a page of texts.
pub(super) fn following(
    conn: &mut DbConnection,
    member: UserId,
    reader: Reader,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let after = page.after.map_or((i64::MAX, i64::MAX), |last| (last.at.unix_millis(), last.id));
    let forums = forums_by_newest_post(conn, (member, reader), after, page)?;
    let first = newest_keys(conn, &forums, after, page)?;
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

/// Returns the first posts after the position of these forums, as many as a page has.
fn newest_keys(
    conn: &mut DbConnection,
    forums: &[(i64, i64)],
    (at, id): Key,
    page: &PageRequest<ByTime>,
) -> QueryResult<Vec<Key>> {
    let wanted = page.limit.fetch_size();
    // Where each of so many forums has a newer post, an older one is on no page.
    let oldest = forums.get(wanted as usize - 1).map_or(i64::MIN, |(_, newest)| *newest);
    let forums: Value = forums.iter().map(|(forum, _)| *forum).collect();
    let sql = NEWEST_OF_EACH.replace('#', &round_up_limit(wanted).to_string());
    let keys = prepared::<(BigInt, BigInt)>(sql).bind(forums).bind(at).bind(id);
    let keys = keys.bind(at).bind(id).bind(oldest).bind(oldest);
    let mut keys: Vec<Key> = on_backend!(conn, conn => keys.load(conn))?;
    keys.truncate(wanted as usize);
    Ok(keys)
}
