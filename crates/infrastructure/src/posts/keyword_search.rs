use ::posts::{Post, Selection};
use ::search::Term;
use database::{
    DbConnection,
    schema::{post_words, posts},
    sql::{padded_in, round_up_limit},
};
use diesel::{dsl::max, prelude::*};
use kernel::{ByScore, ByTime, ForumId, Page, PageRequest, Timestamp};

use super::{
    lists::{behind, is_readable, popular_page, position, readable_by, since},
    row::Row,
};
use crate::search::{
    KnownMatchCount, NewestMatches, RankedMatches, SMALL_ON_POSTGRES, has_at_most,
};

/// The number of newest posts that PostgreSQL scans for words.
const SCANNED_POSTS: i64 = 500;
/// The maximum size of a small forum: as many texts as SQLite scans fast.
const SMALL_ON_SQLITE: i64 = 500;
/// FTS5 skips this many posts of other forums in the time of scanning one text.
const FTS5_IS_FASTER: i64 = 1_500;

/// Like [`super::lists::newest`], for posts that match `words`; by id, as [`NewestMatches`] explains.
pub(super) fn newest_with(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[Term],
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Post, ByTime>> {
    let wanted = page.limit.fetch_size();
    let mut matches = matches(conn, selection, words, round_up_limit(wanted))?;
    if let Some(after) = page.after {
        matches = matches.below(after.id);
    }
    let soon =
        matches.among(SCANNED_POSTS).map(|soon| newest_of(conn, selection, soon)).transpose()?;
    let rows = match soon {
        Some(rows) if rows.len() as i64 >= wanted => rows,
        _ => newest_of(conn, selection, matches)?,
    };
    Ok(Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Post::from))
}

/// Check the age last: all later matches are older.
fn newest_of(
    conn: &mut DbConnection,
    selection: &Selection,
    matches: NewestMatches,
) -> QueryResult<Vec<Row>> {
    let query = readable_by(selection.reader).filter(matches).order(posts::id.desc());
    since(query, selection.since).load(conn)
}

/// Like [`super::lists::most_popular`], for the newest [`NewestMatches::MOST`] posts that match `words`.
pub(super) fn most_popular_with(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[Term],
    known: KnownMatchCount<'_>,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let ids = ids_by_popularity(conn, selection, words, known, page)?;
    if ids.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let rows = readable_by(selection.reader)
        .filter(padded_in(posts::id, ids))
        .order((posts::score.desc(), posts::id.desc()))
        .load(conn)?;
    Ok(popular_page(rows, page))
}

fn ids_by_popularity(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[Term],
    known: KnownMatchCount<'_>,
    page: &PageRequest<ByScore>,
) -> QueryResult<Vec<i64>> {
    let matches = matches(conn, selection, words, NewestMatches::MOST)?;
    let most = page.limit.fetch_size();
    // Scan all posts in order: common words match soon, matches of today seldom do.
    let soon_met = match selection.since {
        Some(_) => None,
        None => RankedMatches::ids(conn, &matches, known, position(page), most)?,
    };
    soon_met.map_or_else(|| ids_by_score(conn, selection, matches, page), Ok)
}

/// Rank all matches by numbers alone, so that only one page of 5,000 texts is read.
fn ids_by_score(
    conn: &mut DbConnection,
    selection: &Selection,
    matches: NewestMatches,
    page: &PageRequest<ByScore>,
) -> QueryResult<Vec<i64>> {
    let start = selection.since.map_or(i64::MIN, Timestamp::unix_millis);
    posts::table
        .filter(matches)
        .filter(is_readable(selection.reader))
        .filter(posts::created_at.ge(start))
        .filter(behind(page))
        .order((posts::score.desc(), posts::id.desc()))
        .limit(page.limit.fetch_size())
        .select(posts::id)
        .load(conn)
}

fn matches(
    conn: &mut DbConnection,
    selection: &Selection,
    words: &[Term],
    most: i64,
) -> QueryResult<NewestMatches> {
    let place = (selection.reader, selection.forum.map(|forum| forum.0));
    let matches = NewestMatches::new(conn, words, place, most);
    Ok(match selection.forum {
        Some(forum) if is_small(conn, forum)? => matches.in_small_forum(),
        _ => matches,
    })
}

/// Returns whether finding all matches of a forum is faster than finding the newest in order.
fn is_small(conn: &mut DbConnection, forum: ForumId) -> QueryResult<bool> {
    let posts = match conn {
        DbConnection::Postgres(_) => SMALL_ON_POSTGRES,
        DbConnection::Sqlite(_) => {
            let last: Option<i64> =
                post_words::table.select(max(post_words::post_id)).first(conn)?;
            SMALL_ON_SQLITE.min(last.unwrap_or_default() / FTS5_IS_FASTER)
        }
    };
    has_at_most(conn, forum.0, posts)
}
