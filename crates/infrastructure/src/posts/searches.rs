use ::posts::{Post, Selection};
use diesel::prelude::*;
use kernel::{ByScore, ByTime, Page, PageRequest, Timestamp, UserId};

use super::{
    lists::{behind, in_forum, popular_page, position, since},
    row::Row,
};
use crate::{
    connection::DbConnection,
    one_of::one_of,
    schema::posts,
    search::{NewestMatches, RankedMatches},
};

/// How many of the newest posts PostgreSQL looks through for words: a few for those that everybody
/// uses, then as many as still cost less than to name all matches, if a page was promised by the few.
const LOOKED_THROUGH: [i64; 2] = [500, 20_000];

/// As [`newest_with`], if words that are soon met fill the page.
pub(super) fn newest_soon_met(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByTime>,
) -> QueryResult<Option<Page<Post, ByTime>>> {
    let wanted = page.limit.and_one_more();
    for posts in LOOKED_THROUGH {
        let matches = matches_after(conn, selection, words, page);
        let Some(few) = matches.among(posts) else { break };
        let rows = newest_of(conn, viewer, selection, few)?;
        let found = rows.len() as i64;
        if found >= wanted {
            return Ok(Some(Page::cut(rows, page.limit, Row::by_time).map(Post::from)));
        }
        if found * LOOKED_THROUGH[1] < wanted * posts {
            break;
        }
    }
    Ok(None)
}

/// As [`super::lists::newest`], of those posts in which `words` are found; by id, as [`NewestMatches`] explains.
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

/// As [`super::lists::most_popular`], of the newest [`NewestMatches::MOST`] posts in which `words` are found.
pub(super) fn most_popular_with(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let ids = match ids_soon_met(conn, selection, words, page)? {
        Some(ids) => ids,
        None => ids_by_score(conn, selection, words, page)?,
    };
    if ids.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let rows = in_forum(viewer, None)
        .filter(one_of(posts::id, ids))
        .order((posts::score.desc(), posts::id.desc()))
        .load(conn)?;
    Ok(popular_page(rows, page))
}

/// Down the order of all posts, where common words are soon met; matches of today seldom are.
fn ids_soon_met(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByScore>,
) -> QueryResult<Option<Vec<i64>>> {
    if selection.since.is_some() {
        return Ok(None);
    }
    let matches = matches(conn, selection, words, NewestMatches::MOST);
    RankedMatches::ids(conn, &matches, words, position(page), page.limit.and_one_more())
}

/// All matches ranked by their numbers alone: of 5,000 texts only a page is read.
fn ids_by_score(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[String],
    page: &PageRequest<ByScore>,
) -> QueryResult<Vec<i64>> {
    let start = selection.since.map_or(i64::MIN, Timestamp::unix_millis);
    posts::table
        .filter(matches(conn, selection, words, NewestMatches::MOST))
        .filter(posts::created_at.ge(start))
        .filter(behind(page))
        .order((posts::score.desc(), posts::id.desc()))
        .limit(page.limit.and_one_more())
        .select(posts::id)
        .load(conn)
}

fn matches(
    conn: &DbConnection,
    selection: &Selection,
    words: &[String],
    most: i64,
) -> NewestMatches {
    NewestMatches::new(conn, words, selection.forum.map(|forum| forum.0), most)
}
