//! Checks the data that each database derives: search words, and SQLite's file. The words of forums are a
//! generated column on PostgreSQL, which cannot be wrong.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use database::{DbConnection, Erasing};
use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{DefaultLoadingMode, SimpleConnection},
    sql_query,
    sql_types::{BigInt, Text},
};

use super::{Finding, MOST, found};

/// SQLite's own checks: pages, indexes, constraints.
pub(super) fn file(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    match conn {
        DbConnection::Sqlite(_) => found(
            conn,
            "the database file",
            "SELECT '' AS id, integrity_check AS problem FROM pragma_integrity_check
                WHERE integrity_check <> 'ok'",
        ),
        DbConnection::Postgres(_) => Ok(vec![]),
    }
}

/// Posts whose words for scans differ from those for the index, on PostgreSQL.
const NOT_THE_SAME: &str = "SELECT CAST(post_id AS TEXT) AS id,
        'has not the words and the forum of post_words' AS problem
    FROM post_words AS w FULL JOIN post_search AS s USING (post_id)
    WHERE (s.forum_id, s.words) IS DISTINCT FROM
        (w.forum_id, array_to_tsvector(string_to_array(w.search_text, ' ')))
    ORDER BY post_id";

/// Every word of a text is in its index, and nothing else is.
pub(super) fn words(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let conn = match conn {
        DbConnection::Sqlite(conn) => conn,
        DbConnection::Postgres(_) => return found(conn, "post_search", NOT_THE_SAME),
    };
    let forums = "SELECT id, 'search_topic' AS part, search_topic AS text FROM forums
        UNION ALL SELECT id, 'search_text', search_text FROM forums";
    let posts = "SELECT post_id AS id, 'words' AS part, words AS text FROM post_words";
    let mut findings = compare(conn, "forum_search", forums)?;
    findings.extend(compare(conn, "post_search", posts)?);
    let replies = "SELECT reply_id AS id, 'words' AS part, words AS text FROM reply_words";
    findings.extend(compare(conn, "reply_search", replies)?);
    Ok(findings)
}

#[derive(QueryableByName)]
struct Entry {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    part: String,
    #[diesel(sql_type = Text)]
    text: String,
}

/// Sums up, for each row, the words that the index has and takes away those of the texts: nothing
/// remains where they are the same. The index goes by word and the texts by row, and neither fits
/// into memory.
fn compare(
    conn: &mut Erasing<SqliteConnection>,
    index: &str,
    texts: &str,
) -> QueryResult<Vec<Finding>> {
    // A window onto the index, seen by this connection alone, which otherwise refuses to write.
    conn.batch_execute(&format!(
        "PRAGMA query_only = OFF;
         CREATE VIRTUAL TABLE temp.indexed_words USING fts5vocab(main, {index}, 'instance');
         PRAGMA query_only = ON"
    ))?;
    // An index without positions does not tell the column either; then there is just one.
    let indexed =
        "SELECT doc AS id, coalesce(col, 'words') AS part, term AS text FROM temp.indexed_words";
    let mut sums: HashMap<i64, u64> = HashMap::new();
    for row in sql_query(indexed).load_iter::<Entry, DefaultLoadingMode>(conn)? {
        let Entry { id, part, text } = row?;
        let sum = sums.entry(id).or_default();
        *sum = sum.wrapping_add(number(&part, &text));
    }
    for row in sql_query(texts).load_iter::<Entry, DefaultLoadingMode>(conn)? {
        let Entry { id, part, text } = row?;
        let sum = sums.entry(id).or_default();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            *sum = sum.wrapping_sub(number(&part, word));
        }
    }
    conn.batch_execute(
        "PRAGMA query_only = OFF; DROP TABLE temp.indexed_words; PRAGMA query_only = ON",
    )?;
    let mut wrong: Vec<i64> =
        sums.into_iter().filter(|(_, sum)| *sum != 0).map(|(id, _)| id).collect();
    wrong.sort_unstable();
    wrong.truncate(MOST);
    let finding = |id: i64| Finding {
        table: index.to_owned(),
        id: id.to_string(),
        problem: "the index has not just the words of the text".to_owned(),
    };
    Ok(wrong.into_iter().map(finding).collect())
}

fn number(part: &str, word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (part, word).hash(&mut hasher);
    hasher.finish()
}
