use std::cmp::Reverse;

use ::posts::{Post, Selection};
use diesel::{
    dsl::{AsExprOf, IntoBoxed, Select},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{ByScore, ByTime, ForumId, Page, PageRequest, Timestamp, UserId};

use crate::{
    connection::{Db, DbConnection},
    keyset::{Below, RowComparison, below},
    literal_limit::literal_limit,
    posts::row::{Columns, Row, columns, seen_by},
    schema::posts,
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
    Ok(Page::cut(rows, page.limit, Row::by_time).map(Post::from))
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

/// The most popular posts of the 24 hours that begin at `start`.
///
/// They touch two days, and each day has its posts in the order of the list in an index: so both
/// days are asked for a page, which is merged, rather than all posts of 24 hours sorted.
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

/// Whether a post comes on this page or later.
///
/// The first page too has a position, above all posts: without one SQLite, which counts neither
/// forums nor days, takes the index of the forum where that of forum and day is meant.
pub(super) fn behind(page: &PageRequest<ByScore>) -> Behind {
    let ByScore { score, id } = position(page);
    below((posts::score, posts::id), (score.into_sql::<BigInt>(), id.into_sql::<BigInt>()))
}

/// Where the page begins: behind this.
pub(super) fn position(page: &PageRequest<ByScore>) -> ByScore {
    page.after.unwrap_or(ByScore { score: i64::MAX, id: i64::MAX })
}

pub(super) fn popular_page(rows: Vec<Row>, page: &PageRequest<ByScore>) -> Page<Post, ByScore> {
    Page::cut(rows, page.limit, Row::by_score).map(Post::from)
}
