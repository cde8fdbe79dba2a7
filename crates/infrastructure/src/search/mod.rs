//! Full-text search with the same results on both databases.
//!
//! [`normalize()`] turns texts and queries into plain words. They are stored separated by spaces, and
//! each database indexes exactly those: FTS5 with the `ascii` tokenizer, PostgreSQL by
//! `array_to_tsvector`. Neither uses its own parser, stemmer or ranking.

mod has_words;
mod match_counts;
mod matches;
mod newest_matches;
mod normalize;
mod ranked_matches;

pub(crate) use has_words::register;
pub(crate) use match_counts::{KnownMatchCount, MatchCountCache};
pub(crate) use matches::ForumMatches;
pub(crate) use newest_matches::NewestMatches;
pub(crate) use normalize::{normalize, parse_query};
pub(crate) use ranked_matches::RankedMatches;

/// Joins words to their stored form.
pub(crate) fn stored(words: &[String]) -> String {
    words.join(" ")
}
