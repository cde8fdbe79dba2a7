//! Full-text search, alike on both databases.
//!
//! [`normalize()`] turns text and query into the same plain words. They are stored parted by spaces, and
//! each database indexes just those: FTS5 with the `ascii` tokenizer, PostgreSQL by
//! `array_to_tsvector`. Neither database's own parser, stemmer or rank has a say.

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

/// The words as they are stored.
pub(crate) fn stored(words: &[String]) -> String {
    words.join(" ")
}
