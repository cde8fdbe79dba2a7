//! Full-text search, alike on both databases.
//!
//! [`fold()`] turns text and query into the same plain words. They are stored parted by spaces, and
//! each database indexes just those: FTS5 with the `ascii` tokenizer, PostgreSQL by
//! `array_to_tsvector`. Neither database's own parser, stemmer or rank has a say.

mod fold;
mod matches;
mod newest_matches;

pub(crate) use fold::fold;
pub(crate) use matches::Matches;
pub(crate) use newest_matches::NewestMatches;

/// The words as they are stored.
pub(crate) fn stored(words: &[String]) -> String {
    words.join(" ")
}

/// The words of a post in `forum` as they are stored.
pub(crate) fn stored_in(forum: i64, words: &[String]) -> String {
    format!("{} {}", forum_word(forum), stored(words))
}

/// The word that names a forum, so that the full-text index alone can answer for one forum: the
/// private character it begins with is in no word that [`fold()`] makes.
fn forum_word(forum: i64) -> String {
    format!("\u{e000}{forum}")
}
