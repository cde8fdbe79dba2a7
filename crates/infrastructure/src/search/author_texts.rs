//! Finds matches among the newest texts of one author.
//!
//! The texts of one author are few enough to read. An index of words would have to pass all matches of other authors.

use ::search::Query;
use database::{DbConnection, sql::prepared::prepared};
use diesel::{
    connection::DefaultLoadingMode,
    pg::PgRowByRowLoadingMode,
    prelude::*,
    sql_types::{BigInt, Text},
};

use super::sources::{READABLE, Row, Scope, Texts};

const POSTS: &str = "SELECT p.id, p.created_at, p.score, p.title, w.search_text
    FROM shown_posts AS p JOIN post_words AS w ON w.post_id = p.id
    WHERE p.author_id = ? AND (CAST(? AS BIGINT) IS NULL OR p.forum_id = ?) AND {readable}
    ORDER BY p.id DESC LIMIT 2000";
const REPLIES: &str = "SELECT r.id, r.created_at, r.score, '', w.search_text
    FROM shown_replies AS r JOIN reply_words AS w ON w.reply_id = r.id
    WHERE r.author_id = ? AND NOT r.removed AND (CAST(? AS BIGINT) IS NULL OR w.forum_id = ?) AND {readable}
    ORDER BY r.id DESC LIMIT 2000";

/// The most bytes of words that are read: 2,000 texts may have 280 MB.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A [`Row`] and its words.
type RowWithWords = (i64, i64, i64, String, String);

/// Returns the matches by falling id, and whether each matches as a whole.
pub(super) fn of_author(
    conn: &mut DbConnection,
    kind: Texts,
    query: &Query,
    (author, scope): (i64, &Scope),
) -> QueryResult<Vec<(Row, bool)>> {
    let sql = match kind {
        Texts::Posts => POSTS,
        Texts::Replies => REPLIES,
    };
    let readable = kind.readable_by(scope.reader);
    let sql = sql.replace(READABLE, &readable.sql());
    let texts = prepared::<(BigInt, BigInt, BigInt, Text, Text)>(sql)
        .bind(author)
        .bind(scope.forum)
        .bind(scope.forum);
    let texts = readable.bind(texts);
    // Row by row: all of them could fill the memory.
    match conn {
        DbConnection::Sqlite(conn) => {
            matches(texts.load_iter::<RowWithWords, DefaultLoadingMode>(conn)?, query, scope)
        }
        DbConnection::Postgres(conn) => {
            matches(texts.load_iter::<RowWithWords, PgRowByRowLoadingMode>(conn)?, query, scope)
        }
    }
}

fn matches(
    rows: impl Iterator<Item = QueryResult<RowWithWords>>,
    query: &Query,
    scope: &Scope,
) -> QueryResult<Vec<(Row, bool)>> {
    let whole = query.whole();
    let (mut found, mut bytes) = (vec![], 0);
    for row in rows {
        if found.len() as i64 == scope.most || bytes >= MAX_BYTES {
            break;
        }
        let (id, at, votes, title, words) = row?;
        bytes += words.len();
        if scope.has_id(id) && scope.has_time(at) && query.matches(&words) {
            found.push(((id, at, votes, title), whole.matches(&words)));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use kernel::Reader;

    use super::*;

    const EVERYTHING: Scope = Scope {
        above: i64::MIN,
        below: i64::MAX,
        after: i64::MIN,
        before: i64::MAX,
        forum: None,
        author: None,
        reader: Reader::Visitor,
        most: 500,
    };

    #[test]
    fn a_bounded_number_of_bytes_is_read() {
        let words = format!("tea{}", " teapot".repeat(200_000));
        let read = std::cell::Cell::new(0);
        let texts = (0..2_000).map(|id| {
            read.set(read.get() + words.len());
            Ok((id, 0, 0, String::new(), words.clone()))
        });
        let found = matches(texts, &Query::parse("tea").unwrap(), &EVERYTHING).unwrap();
        assert!(read.get() <= MAX_BYTES + 2 * words.len(), "{} bytes", read.get());
        assert_eq!(found.len(), MAX_BYTES.div_ceil(words.len()));
        assert!(found.iter().all(|(_, is_whole)| *is_whole));
    }

    #[test]
    fn as_many_matches_are_returned_as_are_asked_for() {
        let texts = (0..9).map(|id| Ok((id, 0, 0, String::new(), "teapot".to_owned())));
        let scope = Scope { above: 1, most: 3, ..EVERYTHING };
        let found = matches(texts, &Query::parse("tea").unwrap(), &scope).unwrap();
        let ids: Vec<_> = found.iter().map(|((id, ..), is_whole)| (*id, *is_whole)).collect();
        assert_eq!(ids, [(2, false), (3, false), (4, false)]);
    }
}
