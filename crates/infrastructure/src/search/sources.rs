//! Statements that find matches of each kind in the indexes of words: ids, and the numbers that order them.

use ::search::Term;
use database::{
    DbConnection, on_backend,
    sql::prepared::{Prepared, prepared},
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Text},
};

use kernel::Reader;

use super::small_forums::{SMALL_ON_POSTGRES, has_at_most};
use crate::readers::ReadableBy;

/// The filters of a search of one kind; `i64::MIN` and `i64::MAX` filter nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Ids between these two.
    pub(super) above: i64,
    pub(super) below: i64,
    /// Times of creation between these two.
    pub(super) after: i64,
    pub(super) before: i64,
    pub(super) forum: Option<i64>,
    pub(super) author: Option<i64>,
    pub(super) reader: Reader,
    pub(super) most: i64,
}

/// The place of the condition that the reader may read it.
pub(super) const READABLE: &str = "{readable}";

/// Id, time of creation, score, and title, which a reply has not.
pub(super) type Row = (i64, i64, i64, String);
pub(super) type RowType = (BigInt, BigInt, BigInt, Text);

/// A kind of text with an index of words whose ids rise with time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Texts {
    Posts,
    Replies,
}

impl Texts {
    /// Selects those that a reader may read, named `p` or `r`.
    pub(super) const fn readable_by(self, reader: Reader) -> ReadableBy {
        let forum = match self {
            Self::Posts => "p.forum_id",
            Self::Replies => "(SELECT forum_id FROM shown_posts WHERE id = r.post_id)",
        };
        ReadableBy::new(forum, reader)
    }
}

/// A limit is part of the statement: PostgreSQL plans once for all values and must see that it is small. So is the
/// condition that the reader may read it, in place of [`READABLE`].
const POSTS_ON_SQLITE: &str = "SELECT p.id, p.created_at, p.score, p.title
    FROM post_search CROSS JOIN shown_posts AS p ON p.id = post_search.rowid
    WHERE post_search MATCH ? AND post_search.rowid < ? AND post_search.rowid > ?
        AND p.created_at < ? AND p.created_at > ? AND {readable}
    ORDER BY post_search.rowid DESC LIMIT ";
const REPLIES_ON_SQLITE: &str = "SELECT r.id, r.created_at, r.score, ''
    FROM reply_search CROSS JOIN shown_replies AS r ON r.id = reply_search.rowid
    WHERE reply_search MATCH ? AND reply_search.rowid < ? AND reply_search.rowid > ?
        AND r.created_at < ? AND r.created_at > ? AND NOT r.removed AND {readable}
    ORDER BY reply_search.rowid DESC LIMIT ";

/// PostgreSQL's index names its matches in no order, so it is asked block by block, the newest first, and no further
/// than is needed: nested loops keep the order. The sums with 0 keep it from naming all ids below one for each block.
const POSTS_ON_POSTGRES: &str = "SELECT p.id, p.created_at, p.score, p.title
    FROM generate_series((SELECT max(post_id) FROM post_words WHERE post_id < ?) >> 15,
        greatest(CAST(? AS BIGINT), 0) >> 15, -1) AS block
    CROSS JOIN LATERAL (SELECT post_id FROM post_words
        WHERE words_behind(post_id >> 15, search_text) @@ CAST(replace(?, '#', CAST(block AS TEXT)) AS tsquery)
            AND post_id + 0 < ? AND post_id + 0 > ? AND (CAST(? AS BIGINT) IS NULL OR forum_id + 0 = ?)
        ORDER BY post_id DESC) AS found
    CROSS JOIN LATERAL (SELECT id, created_at, score, title FROM shown_posts AS p
        WHERE id = found.post_id AND created_at < ? AND created_at > ? AND {readable} OFFSET 0) AS p
    LIMIT ";
/// Another index has the words behind the forum: all matches of a small one are read fast.
const POSTS_IN_SMALL_FORUM: &str = "WITH matches AS MATERIALIZED (SELECT post_id FROM post_words
        WHERE words_behind(forum_id, search_text) @@ CAST(? AS tsquery))
    SELECT p.id, p.created_at, p.score, p.title
    FROM (SELECT post_id FROM matches WHERE post_id < ? AND post_id > ? ORDER BY post_id DESC) AS found
    CROSS JOIN LATERAL (SELECT id, created_at, score, title FROM shown_posts AS p
        WHERE id = found.post_id AND created_at < ? AND created_at > ? AND {readable} OFFSET 0) AS p
    LIMIT ";
const REPLIES_ON_POSTGRES: &str = "SELECT r.id, r.created_at, r.score, ''
    FROM generate_series((SELECT max(reply_id) FROM reply_words WHERE reply_id < ?) >> 15,
        greatest(CAST(? AS BIGINT), 0) >> 15, -1) AS block
    CROSS JOIN LATERAL (SELECT reply_id FROM reply_words
        WHERE words_behind(reply_id >> 15, chr(57344) || CAST(forum_id AS TEXT) || ' ' || search_text)
                @@ CAST(replace(?, '#', CAST(block AS TEXT)) AS tsquery)
            AND reply_id + 0 < ? AND reply_id + 0 > ?
        ORDER BY reply_id DESC) AS found
    CROSS JOIN LATERAL (SELECT id, created_at, score FROM shown_replies AS r
        WHERE id = found.reply_id AND created_at < ? AND created_at > ? AND NOT removed AND {readable} OFFSET 0) AS r
    LIMIT ";

const FORUMS_ON_SQLITE: &str = "SELECT found.id, found.created_at, found.post_count, found.topic
    FROM forum_search CROSS JOIN forums AS found ON found.id = forum_search.rowid
    WHERE forum_search MATCH ? AND forum_search.rowid < ? AND found.created_at < ? AND found.created_at > ?
        AND (? IS NULL OR found.id = ?) AND (? IS NULL OR found.author_id = ?) AND {readable}
    ORDER BY forum_search.rowid DESC LIMIT ";
const FORUMS_ON_POSTGRES: &str = "WITH found AS MATERIALIZED (
        SELECT id, created_at, post_count, topic, author_id FROM forums WHERE words @@ CAST(? AS tsquery))
    SELECT id, created_at, post_count, topic FROM found
    WHERE id < ? AND created_at < ? AND created_at > ?
        AND (CAST(? AS BIGINT) IS NULL OR id = ?) AND (CAST(? AS BIGINT) IS NULL OR author_id = ?) AND {readable}
    ORDER BY id DESC LIMIT ";

/// Returns the newest texts that match, by falling id.
pub(super) fn texts(
    conn: &mut DbConnection,
    kind: Texts,
    terms: &[Term],
    scope: &Scope,
) -> QueryResult<Vec<Row>> {
    let Scope { above, below, after, before, forum, reader, .. } = *scope;
    let readable = kind.readable_by(reader);
    let is_postgres = matches!(conn, DbConnection::Postgres(_));
    if let (true, Texts::Posts, Some(forum)) = (is_postgres, kind, forum)
        && has_at_most(conn, forum, SMALL_ON_POSTGRES)?
    {
        return posts_in_small_forum(conn, terms, (forum, scope));
    }
    match conn {
        DbConnection::Sqlite(conn) => {
            let sql = match kind {
                Texts::Posts => POSTS_ON_SQLITE,
                Texts::Replies => REPLIES_ON_SQLITE,
            };
            let found = limited(sql, readable, scope)
                .bind(fts5(terms, forum))
                .bind(below)
                .bind(above)
                .bind(before)
                .bind(after);
            readable.bind(found).load(conn)
        }
        DbConnection::Postgres(conn) => {
            let (sql, query) = match kind {
                Texts::Posts => (POSTS_ON_POSTGRES, tsquery(terms, None)),
                Texts::Replies => (REPLIES_ON_POSTGRES, tsquery(terms, forum)),
            };
            let mut found = limited(sql, readable, scope)
                .bind(below)
                .bind(above)
                .bind(query)
                .bind(below)
                .bind(above);
            if let Texts::Posts = kind {
                found = found.bind(forum).bind(forum);
            }
            readable.bind(found.bind(before).bind(after)).load(conn)
        }
    }
}

fn posts_in_small_forum(
    conn: &mut DbConnection,
    terms: &[Term],
    (forum, scope): (i64, &Scope),
) -> QueryResult<Vec<Row>> {
    let Scope { above, below, after, before, reader, .. } = *scope;
    let readable = Texts::Posts.readable_by(reader);
    let found = limited(POSTS_IN_SMALL_FORUM, readable, scope)
        .bind(tsquery_of(terms, &format!("{forum}:")))
        .bind(below)
        .bind(above)
        .bind(before)
        .bind(after);
    let found = readable.bind(found);
    on_backend!(conn, conn => found.load(conn))
}

/// Returns the newest forums that match, by falling id.
pub(super) fn forums(
    conn: &mut DbConnection,
    terms: &[Term],
    scope: &Scope,
) -> QueryResult<Vec<Row>> {
    let Scope { below, after, before, forum, author, reader, .. } = *scope;
    let readable = ReadableBy::new("found.id", reader);
    let (sql, query) = match conn {
        DbConnection::Sqlite(_) => {
            (FORUMS_ON_SQLITE, format!("search_text : ({})", fts5(terms, None)))
        }
        DbConnection::Postgres(_) => (FORUMS_ON_POSTGRES, tsquery_of(terms, "")),
    };
    let found = limited(sql, readable, scope)
        .bind(query)
        .bind(below)
        .bind(before)
        .bind(after)
        .bind(forum)
        .bind(forum)
        .bind(author)
        .bind(author);
    let found = readable.bind(found);
    on_backend!(conn, conn => found.load(conn))
}

impl Scope {
    pub(super) fn has_id(&self, id: i64) -> bool {
        self.above < id && id < self.below
    }

    pub(super) fn has_time(&self, at: i64) -> bool {
        self.after < at && at < self.before
    }
}

fn limited(sql: &'static str, readable: ReadableBy, scope: &Scope) -> Prepared<RowType> {
    prepared(format!("{}{}", sql.replace(READABLE, &readable.sql_of_many()), scope.most))
}

/// Words have no signs of ASCII, so the quotes need no escape.
pub(super) fn fts5(terms: &[Term], forum: Option<i64>) -> String {
    let forum = forum.map(|forum| format!("\"\u{e000}{forum}\""));
    let words = terms.iter().map(|term| {
        let end = if term.is_whole { "" } else { "*" };
        any_spelling(term, " OR ", |word| format!("\"{word}\"{end}"))
    });
    forum.into_iter().chain(words).collect::<Vec<_>>().join(" AND ")
}

/// Returns the condition that one of the spellings of a word matches.
fn any_spelling(term: &Term, or: &str, condition: impl Fn(&str) -> String) -> String {
    let spellings: Vec<String> = term.spellings().map(condition).collect();
    match spellings.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", spellings.join(or)),
    }
}

/// Returns the query of the index of blocks; `#` stands for the number of a block.
fn tsquery(terms: &[Term], forum: Option<i64>) -> String {
    let words = tsquery_of(terms, "#:");
    forum.map_or_else(|| words.clone(), |forum| format!("'#:\u{e000}{forum}' & {words}"))
}

pub(super) fn tsquery_of(terms: &[Term], before: &str) -> String {
    let words = terms.iter().map(|term| {
        let end = if term.is_whole { "" } else { ":*" };
        any_spelling(term, " | ", |word| format!("'{before}{word}'{end}"))
    });
    words.collect::<Vec<_>>().join(" & ")
}
