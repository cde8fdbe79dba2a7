use ::posts::{Post, Selection};
use database::{
    Db, DbConnection,
    schema::posts,
    sql::{
        keyset::{Below, RowComparison, below},
        literal_limit,
    },
};
use diesel::{
    dsl::{AsExprOf, IntoBoxed, Select},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{
    ByActivity, ByHeat, ById, ByScore, ByTime, Limit, Page, PageRequest, PostId, Reader, Timestamp,
    UserId,
};

use crate::{
    posts::row::{Row, columns, with_origin},
    readers::ReadableBy,
};

type Behind =
    RowComparison<Below, (posts::score, posts::id), (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>)>;

type Query = IntoBoxed<'static, Select<with_origin, columns>, Db>;

pub(super) fn newest(
    conn: &mut DbConnection,
    selection: &Selection,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let mut query = since(selected(selection), selection.since)
        .order((posts::created_at.desc(), posts::id.desc()));
    if let Some(after) = page.after {
        let key = (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
        query = query.filter(below((posts::created_at, posts::id), key));
    }
    let rows = load_without(conn, query, &selection.without, page.limit)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Post::from))
}

/// By id, so that one short index has them in order: ids rise with time.
pub(super) fn by_author(
    conn: &mut DbConnection,
    author: UserId,
    reader: Reader,
    page: &PageRequest<ById>,
) -> QueryResult<Page<Post, ById>> {
    let ById(after) = page.after.unwrap_or(ById(i64::MAX));
    let query = readable_by(reader)
        .filter(posts::author_id.eq(author.0))
        .filter(posts::id.lt(after))
        .order(posts::id.desc());
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_id).map(Post::from))
}

pub(super) fn most_popular(
    conn: &mut DbConnection,
    selection: &Selection,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let query = by_score(selected(selection), page);
    let rows = load_without(conn, query, &selection.without, page.limit)?;
    Ok(popular_page(rows, page))
}

pub(super) fn hottest(
    conn: &mut DbConnection,
    selection: &Selection,
    page: &PageRequest<ByHeat>,
) -> QueryResult<Page<Post, ByHeat>> {
    let ByHeat { hot, id } = page.after.unwrap_or(ByHeat { hot: i64::MAX, id: i64::MAX });
    let key = (hot.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let query = selected(selection)
        .filter(below((posts::hot, posts::id), key))
        .order((posts::hot.desc(), posts::id.desc()));
    let rows = load_without(conn, query, &selection.without, page.limit)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_heat).map(Post::from))
}

pub(super) fn latest_active(
    conn: &mut DbConnection,
    selection: &Selection,
    page: &PageRequest<ByActivity>,
) -> QueryResult<Page<Post, ByActivity>> {
    let (at, id) = page.after.map_or((i64::MAX, i64::MAX), |last| (last.at.unix_millis(), last.id));
    let key = (at.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let query = selected(selection)
        .filter(below((posts::active_at, posts::id), key))
        .order((posts::active_at.desc(), posts::id.desc()));
    let rows = load_without(conn, query, &selection.without, page.limit)?;
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_activity).map(Post::from))
}

/// Returns the rows of a page without some. Reads as many more instead of excluding them, which would let the
/// planner choose another index.
fn load_without(
    conn: &mut DbConnection,
    query: Query,
    without: &[PostId],
    limit: Limit,
) -> QueryResult<Vec<Row>> {
    let wanted = limit.fetch_size() + without.len() as i64;
    let mut rows: Vec<Row> = literal_limit(wanted, query).load(conn)?;
    rows.retain(|row| !row.is_one_of(without));
    Ok(rows)
}

/// Selects posts that a reader may read.
pub(crate) const fn is_readable(reader: Reader) -> ReadableBy {
    ReadableBy::new("shown_posts.forum_id", reader)
}

pub(super) fn readable_by(reader: Reader) -> Query {
    with_origin().select(columns()).into_boxed().filter(is_readable(reader))
}

fn selected(selection: &Selection) -> Query {
    let query = readable_by(selection.reader);
    match selection.forum {
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
