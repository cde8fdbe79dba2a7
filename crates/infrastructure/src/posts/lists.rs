use std::cmp::Reverse;

use ::posts::{Post, Selection};
use diesel::{
    dsl::{AsExprOf, IntoBoxed, Select},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{ById, ByScore, ByTime, ForumId, Page, PageRequest, Timestamp, UserId};

use crate::{
    connection::{Db, DbConnection},
    posts::row::{Columns, Row, columns, seen_by},
    schema::posts,
    sql::keyset::{Below, RowComparison, below},
    sql::literal_limit::literal_limit,
};

type Behind =
    RowComparison<Below, (posts::score, posts::id), (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>)>;

type Query = IntoBoxed<'static, Select<seen_by, Columns>, Db>;

pub(super) fn newest(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let mut query = since(in_forum(viewer, selection.forum), selection.since)
        .order((posts::created_at.desc(), posts::id.desc()));
    if let Some(after) = page.after {
        let key = (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
        query = query.filter(below((posts::created_at, posts::id), key));
    }
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Post::from))
}

/// By id, so that one short index has them in order: ids rise with time.
pub(super) fn by_author(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    author: UserId,
    page: &PageRequest<ById>,
) -> QueryResult<Page<Post, ById>> {
    let ById(after) = page.after.unwrap_or(ById(i64::MAX));
    let query = in_forum(viewer, None)
        .filter(posts::author_id.eq(author.0))
        .filter(posts::id.lt(after))
        .order(posts::id.desc());
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_id).map(Post::from))
}

pub(super) fn most_popular(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    forum: Option<ForumId>,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let rows = literal_limit(page.limit.fetch_size(), by_score(in_forum(viewer, forum), page))
        .load(conn)?;
    Ok(popular_page(rows, page))
}

/// Returns the most popular posts of the 24 hours from `start`.
///
/// The hours span two days, and an index has the posts of each day in this order, so this reads a page
/// of each day and merges them instead of sorting all posts of 24 hours.
pub(super) fn most_popular_since(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    forum: Option<ForumId>,
    start: Timestamp,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let of_day = |day: i32| by_score(in_forum(viewer, forum), page).filter(posts::day.eq(day));
    let days = [since(of_day(start.day()), Some(start)), of_day(start.day() + 1)];
    let mut rows: Vec<Row> = vec![];
    for day in days {
        rows.extend(literal_limit(page.limit.fetch_size(), day).load::<Row>(conn)?);
    }
    rows.sort_by_key(|row| Reverse((row.by_score().score, row.by_score().id)));
    Ok(popular_page(rows, page))
}

pub(super) fn in_forum(viewer: Option<UserId>, forum: Option<ForumId>) -> Query {
    let query = seen_by(viewer).select(columns()).into_boxed();
    match forum {
        Some(forum) => query.filter(posts::forum_id.eq(forum.0)),
        None => query,
    }
}

pub(super) fn since(query: Query, start: Option<Timestamp>) -> Query {
    match start {
        Some(start) => query.filter(posts::created_at.ge(start.unix_millis())),
        None => query,
    }
}

fn by_score(query: Query, page: &PageRequest<ByScore>) -> Query {
    query.filter(behind(page)).order((posts::score.desc(), posts::id.desc()))
}

/// Selects posts on this page or later.
///
/// The first page has a position above all posts: without it, SQLite, which has no statistics about
/// forums and days, picks the index by forum instead of the one by forum and day.
pub(super) fn behind(page: &PageRequest<ByScore>) -> Behind {
    let ByScore { score, id } = position(page);
    below((posts::score, posts::id), (score.into_sql::<BigInt>(), id.into_sql::<BigInt>()))
}

/// Returns the position after which the page starts.
pub(super) fn position(page: &PageRequest<ByScore>) -> ByScore {
    page.after.unwrap_or(ByScore { score: i64::MAX, id: i64::MAX })
}

pub(super) fn popular_page(rows: Vec<Row>, page: &PageRequest<ByScore>) -> Page<Post, ByScore> {
    Page::cut_by_size(rows, page.limit, Row::size, Row::by_score).map(Post::from)
}
