//! The words of replies, and all words that are suggested for misspelt ones. [`super::tasks`] keeps the latter.

use std::collections::{BTreeMap, HashSet};

use ::search::{learnable, neighbourhood, word_id};
use database::{
    DbConnection, on_backend,
    schema::{reply_words, search_neighbours, search_words, stored_replies},
    sql::prepared::{Value, prepared},
};
use diesel::{prelude::*, sql_types::BigInt, upsert::excluded};
use kernel::{PostId, ReplyId};

use super::{groups::groups, normalize, stored};

/// Rows in one statement.
const BATCH: usize = 1_000;

/// Words by their numbers.
type Words<'a> = BTreeMap<i64, &'a str>;

/// Returns the search words of a reply: those of its plain text.
pub(crate) fn words_of_reply(plain: &str) -> String {
    stored(&normalize(plain))
}

/// The search words of a reply.
pub(crate) struct ReplyWords<'a> {
    pub(crate) reply: i64,
    pub(crate) forum: i64,
    pub(crate) words: &'a str,
}

/// Stores the search words of replies that are not removed, by their ids, in place of others.
///
/// SQLite's full-text index writes a segment for each statement, and merges them: one for all, in the order of the ids.
pub(crate) fn index_replies(
    conn: &mut DbConnection,
    replies: &[ReplyWords<'_>],
) -> QueryResult<()> {
    if replies.is_empty() {
        return Ok(());
    }
    let row = |of: &ReplyWords<'_>| {
        (
            reply_words::reply_id.eq(of.reply),
            reply_words::forum_id.eq(of.forum),
            reply_words::search_text.eq(of.words.to_owned()),
        )
    };
    let rows: Vec<_> = replies.iter().map(row).collect();
    on_backend!(conn, conn => diesel::insert_into(reply_words::table)
        .values(rows)
        .on_conflict(reply_words::reply_id)
        .do_update()
        .set(reply_words::search_text.eq(excluded(reply_words::search_text)))
        .execute(conn))?;
    Ok(())
}

/// Forgets the search words of a reply.
pub(crate) fn forget_reply(conn: &mut DbConnection, reply: ReplyId) -> QueryResult<()> {
    diesel::delete(reply_words::table.find(reply.0)).execute(conn)?;
    Ok(())
}

/// Forgets the search words of the replies to a post.
pub(crate) fn forget_replies(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    let replies =
        stored_replies::table.filter(stored_replies::post_id.eq(post.0)).select(stored_replies::id);
    diesel::delete(reply_words::table.filter(reply_words::reply_id.eq_any(replies)))
        .execute(conn)?;
    Ok(())
}

/// Returns the words of texts, each with its words separated by spaces, that may be suggested but are not known.
fn unknown<'a>(
    conn: &mut DbConnection,
    texts: impl IntoIterator<Item = &'a str>,
) -> QueryResult<Words<'a>> {
    let mut words: Words<'a> =
        texts.into_iter().flat_map(learnable).map(|word| (word_id(word), word)).collect();
    let ids: Vec<i64> = words.keys().copied().collect();
    for some in ids.chunks(BATCH) {
        for id in known_ids(conn, some)? {
            words.remove(&id);
        }
    }
    Ok(words)
}

/// Returns those of these words that are known.
pub(super) fn known<'a>(
    conn: &mut DbConnection,
    words: impl IntoIterator<Item = &'a str>,
) -> QueryResult<Vec<&'a str>> {
    let words: Vec<(i64, &str)> = words.into_iter().map(|word| (word_id(word), word)).collect();
    let mut found = vec![];
    for some in words.chunks(BATCH) {
        let ids: Vec<i64> = some.iter().map(|(id, _)| *id).collect();
        let known = known_ids(conn, &ids)?;
        found.extend(some.iter().filter(|(id, _)| known.contains(id)).map(|(_, word)| *word));
    }
    Ok(found)
}

fn known_ids(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashSet<i64>> {
    let query = prepared::<(BigInt,)>("SELECT id FROM search_words WHERE id IN ?")
        .bind(ids.iter().copied().collect::<Value>());
    let rows: Vec<(i64,)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Adds the words of texts to those that are known until the time is up, at least of one text. Texts of at most so many
/// bytes are looked up together. Returns how many texts.
pub(super) fn learn(
    conn: &mut DbConnection,
    texts: &[&String],
    bytes: usize,
    has_time: impl Fn() -> bool,
) -> QueryResult<usize> {
    let mut done = 0;
    for some in groups(texts, bytes, |text| text.len()) {
        let unknown = unknown(conn, some.iter().map(|text| text.as_str()))?;
        add(conn, &unknown)?;
        done += some.len();
        if !has_time() {
            break;
        }
    }
    Ok(done)
}

fn add(conn: &mut DbConnection, words: &Words<'_>) -> QueryResult<()> {
    let words: Vec<(i64, &str)> = words.iter().map(|(&id, &word)| (id, word)).collect();
    for some in words.chunks(BATCH) {
        let row = |(id, word): &(i64, &str)| {
            (search_words::id.eq(*id), search_words::word.eq((*word).to_owned()))
        };
        let rows: Vec<_> = some.iter().map(row).collect();
        on_backend!(conn, conn => diesel::insert_into(search_words::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(conn))?;
    }
    let parts = words.iter().flat_map(|&(id, word)| {
        neighbourhood(word)
            .into_iter()
            .map(move |part| (search_neighbours::part.eq(part), search_neighbours::word_id.eq(id)))
    });
    let parts: Vec<_> = parts.collect();
    for some in parts.chunks(BATCH) {
        on_backend!(conn, conn => diesel::insert_into(search_neighbours::table)
            .values(some.to_vec())
            .on_conflict_do_nothing()
            .execute(conn))?;
    }
    Ok(())
}

/// Removes words, which no text has, until the time is up, at least one. Returns how many.
pub(super) fn forget(
    conn: &mut DbConnection,
    words: &[String],
    has_time: impl Fn() -> bool,
) -> QueryResult<usize> {
    let mut done = 0;
    for word in words {
        let id = word_id(word);
        diesel::delete(search_words::table.find(id)).execute(conn)?;
        let parts = search_neighbours::table
            .filter(search_neighbours::part.eq_any(neighbourhood(word)))
            .filter(search_neighbours::word_id.eq(id));
        diesel::delete(parts).execute(conn)?;
        done += 1;
        if !has_time() {
            break;
        }
    }
    Ok(done)
}
