use std::cmp::Reverse;

use ::posts::{Post, Selection};
use diesel::{
    dsl::{AsExprOf, IntoBoxed, Select},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{ByScore, ByTime, ForumId, Page, PageRequest, Timestamp, UserId};

use crate::{
    at_most::at_most,
    connection::{Db, DbConnection},
    keyset::{Below, RowComparison, below},
    posts::row::{Columns, Row, columns, seen_by},
    schema::posts,
    search::NewestMatches,
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
    let rows: Vec<Row> = at_most(page.limit.and_one_more(), query).load(conn)?;
    Ok(Page::cut(rows, page.limit, Row::by_time).map(Post::from))
}

pub(super) fn most_popular(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    forum: Option<ForumId>,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let rows =
        at_most(page.limit.and_one_more(), by_score(in_forum(viewer, forum), page)).load(conn)?;
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
        rows.extend(at_most(page.limit.and_one_more(), day).load::<Row>(conn)?);
    }
    rows.sort_by_key(|row| Reverse((row.by_score().score, row.by_score().id)));
    Ok(popular_page(rows, page))
}

/// As [`newest_with`], if words that are soon met fill the page.
pub(super) fn newest_soon_met(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByTime>,
) -> QueryResult<Option<Page<Post, ByTime>>> {
    let Some(matches) = matches_after(conn, selection, words, page).soon_met() else {
        return Ok(None);
    };
    let rows = newest_of(conn, viewer, selection, matches)?;
    let is_full = rows.len() as i64 >= page.limit.and_one_more();
    Ok(is_full.then(|| Page::cut(rows, page.limit, Row::by_time).map(Post::from)))
}

/// As [`newest`], of those posts in which `words` are found; by id, as [`NewestMatches`] explains.
pub(super) fn newest_with(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let matches = matches_after(conn, selection, words, page);
    let rows = newest_of(conn, viewer, selection, matches)?;
    Ok(Page::cut(rows, page.limit, Row::by_time).map(Post::from))
}

/// Whether a match is too old is asked last: older ones could only follow.
fn newest_of(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    matches: NewestMatches,
) -> QueryResult<Vec<Row>> {
    let query = in_forum(viewer, None).filter(matches).order(posts::id.desc());
    since(query, selection.since).load(conn)
}

fn matches_after(
    conn: &DbConnection,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByTime>,
) -> NewestMatches {
    let matches = matches(conn, selection, words, page.limit.and_one_more());
    match page.after {
        Some(after) => matches.below(after.id),
        None => matches,
    }
}

/// As [`most_popular`], of the newest [`NewestMatches::MOST`] posts in which `words` are found.
pub(super) fn most_popular_with(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let start = selection.since.map_or(i64::MIN, Timestamp::unix_millis);
    // Ranked by their numbers alone: of 5,000 texts only a page is read.
    let ids: Vec<i64> = posts::table
        .filter(matches(conn, selection, words, NewestMatches::MOST))
        .filter(posts::created_at.ge(start))
        .filter(behind(page))
        .order((posts::score.desc(), posts::id.desc()))
        .limit(page.limit.and_one_more())
        .select(posts::id)
        .load(conn)?;
    let rows = in_forum(viewer, None)
        .filter(posts::id.eq_any(ids))
        .order((posts::score.desc(), posts::id.desc()))
        .load(conn)?;
    Ok(popular_page(rows, page))
}

fn matches(
    conn: &DbConnection,
    selection: &Selection,
    words: &[String],
    most: i64,
) -> NewestMatches {
    NewestMatches::new(conn, words, selection.forum.map(|forum| forum.0), most)
}

fn in_forum(viewer: Option<UserId>, forum: Option<ForumId>) -> Query {
    let query = seen_by(viewer).select(columns()).into_boxed();
    match forum {
        Some(forum) => query.filter(posts::forum_id.eq(forum.0)),
        None => query,
    }
}

fn since(query: Query, start: Option<Timestamp>) -> Query {
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
fn behind(page: &PageRequest<ByScore>) -> Behind {
    let (score, id) = page.after.map_or((i64::MAX, i64::MAX), |after| (after.score, after.id));
    below((posts::score, posts::id), (score.into_sql::<BigInt>(), id.into_sql::<BigInt>()))
}

fn popular_page(rows: Vec<Row>, page: &PageRequest<ByScore>) -> Page<Post, ByScore> {
    Page::cut(rows, page.limit, Row::by_score).map(Post::from)
}
