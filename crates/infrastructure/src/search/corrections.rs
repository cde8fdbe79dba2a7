//! Replaces misspelt words of a query by words that texts have.

use ::search::{Query, Term, closest, probes};
use database::{
    DbConnection, on_backend,
    sql::prepared::{Prepared, Value, prepared},
};
use diesel::{
    QueryResult, RunQueryDsl,
    sql_types::{BigInt, Text},
};

use kernel::Reader;

use super::sources::{READABLE, fts5, tsquery_of};
use crate::readers::ReadableBy;

/// How many equally close words are compared by their uses.
const COMPARED: usize = 8;
/// How many uses of a word are counted at most, of each kind: enough to tell a common word from a misspelt one.
const COUNTED: i64 = 20;

/// Returns the query with each word that no text has replaced by the closest known one; `None` if texts have all words, or
/// one has no close word. What visitors may not read counts for nobody, so that no words of closed forums show.
pub(super) fn corrected(conn: &mut DbConnection, query: &Query) -> QueryResult<Option<Query>> {
    let mut changes = vec![];
    for term in query.terms() {
        if uses(conn, Reader::Visitor, term, 1)? > 0 {
            continue;
        }
        let Some(word) = closest_used(conn, term)? else { return Ok(None) };
        changes.push((term, word));
    }
    if changes.is_empty() {
        return Ok(None);
    }
    Ok(query.corrected(&changes).ok())
}

/// Returns the closest word that a text has, which is the one without the signs of a word that has some; of equally close ones the most used.
fn closest_used(conn: &mut DbConnection, term: &Term) -> QueryResult<Option<String>> {
    if !term.is_correctable {
        return Ok(None);
    }
    if let Some(word) = &term.without_signs {
        return Ok((uses_of(conn, word)? > 0).then(|| word.clone()));
    }
    let close = closest(&term.word, candidates(conn, &term.word)?);
    for equally in close.chunk_by(|(one, _), (other, _)| one == other) {
        let mut best: Option<(i64, &String)> = None;
        for (_, word) in equally.iter().take(COMPARED) {
            let used = uses_of(conn, word)?;
            if used > best.map_or(0, |(most, _)| most) {
                best = Some((used, word));
            }
        }
        if let Some((_, word)) = best {
            return Ok(Some(word.clone()));
        }
    }
    Ok(None)
}

/// Returns how many texts have a known word as a whole.
fn uses_of(conn: &mut DbConnection, word: &str) -> QueryResult<i64> {
    let Ok(query) = Query::parse(&format!("\"{word}\"")) else { return Ok(0) };
    let mut used = 0;
    for term in query.terms() {
        used += uses(conn, Reader::Visitor, term, COUNTED)?;
    }
    Ok(used)
}

/// The first of these words by part and number: nested loops keep that order, so that nothing is sorted and no more is
/// read, however many words share a part.
const CANDIDATES_ON_SQLITE: &str = "SELECT w.word FROM ? AS probe
    CROSS JOIN search_neighbours AS n ON n.part = probe.value
    CROSS JOIN search_words AS w ON w.id = n.word_id LIMIT 2000";
const CANDIDATES_ON_POSTGRES: &str = "SELECT w.word FROM ? AS probe
    CROSS JOIN LATERAL (SELECT word_id FROM search_neighbours WHERE part = probe.value
        ORDER BY word_id OFFSET 0) AS n
    CROSS JOIN LATERAL (SELECT word FROM search_words WHERE id = n.word_id OFFSET 0) AS w LIMIT 2000";

/// Known words that share a part with a misspelt one.
fn candidates(conn: &mut DbConnection, word: &str) -> QueryResult<Vec<String>> {
    let query: Prepared<(Text,)> = prepared(match conn {
        DbConnection::Sqlite(_) => CANDIDATES_ON_SQLITE,
        DbConnection::Postgres(_) => CANDIDATES_ON_POSTGRES,
    });
    // In order.
    let query = query.bind(probes(word).into_iter().collect::<Value>());
    let rows: Vec<(String,)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|(word,)| word).collect())
}

/// The forums of posts, replies and forums, for [`READABLE`].
const FORUMS_ON_SQLITE: [&str; 3] = [
    "(SELECT forum_id FROM post_words WHERE post_id = post_search.rowid)",
    "(SELECT forum_id FROM reply_words WHERE reply_id = reply_search.rowid)",
    "forum_search.rowid",
];
const FORUMS_ON_POSTGRES: [&str; 3] = ["post_words.forum_id", "reply_words.forum_id", "forums.id"];
const ON_SQLITE: [&str; 3] = [
    "SELECT count(*) FROM (SELECT 1 FROM post_search WHERE post_search MATCH ? AND {readable} LIMIT ?)",
    "SELECT count(*) FROM (SELECT 1 FROM reply_search WHERE reply_search MATCH ? AND {readable} LIMIT ?)",
    "SELECT count(*) FROM (SELECT 1 FROM forum_search WHERE forum_search MATCH ? AND {readable} LIMIT ?)",
];
const ON_POSTGRES: [&str; 3] = [
    "SELECT count(*) FROM (SELECT 1
        FROM generate_series((SELECT max(post_id) FROM post_words) >> 15, 0, -1) AS block
        CROSS JOIN LATERAL (SELECT 1 FROM post_words WHERE words_behind(post_id >> 15, search_text)
            @@ CAST(replace(?, '#', CAST(block AS TEXT)) AS tsquery) AND {readable}) AS found LIMIT ?) AS counted",
    "SELECT count(*) FROM (SELECT 1
        FROM generate_series((SELECT max(reply_id) FROM reply_words) >> 15, 0, -1) AS block
        CROSS JOIN LATERAL (SELECT 1 FROM reply_words
            WHERE words_behind(reply_id >> 15, chr(57344) || CAST(forum_id AS TEXT) || ' ' || search_text)
            @@ CAST(replace(?, '#', CAST(block AS TEXT)) AS tsquery) AND {readable}) AS found LIMIT ?) AS counted",
    "SELECT count(*) FROM (SELECT 1 FROM forums
        WHERE words @@ CAST(replace(?, '#:', '') AS tsquery) AND {readable} LIMIT ?) AS counted",
];

/// Returns how many posts, replies and forums that a reader may read match a word, of each kind at most `most`.
pub(super) fn uses(
    conn: &mut DbConnection,
    reader: Reader,
    term: &Term,
    most: i64,
) -> QueryResult<i64> {
    let terms = std::slice::from_ref(term);
    let (statements, forums, query) = match conn {
        DbConnection::Sqlite(_) => (ON_SQLITE, FORUMS_ON_SQLITE, fts5(terms, None)),
        DbConnection::Postgres(_) => (ON_POSTGRES, FORUMS_ON_POSTGRES, tsquery_of(terms, "#:")),
    };
    let mut sum = 0;
    for (sql, forum) in statements.into_iter().zip(forums) {
        let readable = ReadableBy::new(forum, reader);
        let sql = sql.replace(READABLE, &readable.sql());
        let query: Prepared<(BigInt,)> =
            readable.bind(prepared(sql).bind(query.clone())).bind(most);
        let (count,): (i64,) = on_backend!(conn, conn => query.get_result(conn))?;
        sum += count;
        // Whether there is one is all that matters.
        if most == 1 && sum > 0 {
            break;
        }
    }
    Ok(sum)
}
