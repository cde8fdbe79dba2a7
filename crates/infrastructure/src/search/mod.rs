//! Full-text search, alike on both databases.
//!
//! [`::search::normalize()`] turns text and query into the same plain words. They are stored separated by spaces, and
//! each database indexes just those: FTS5 with the `ascii` tokenizer, PostgreSQL by
//! `array_to_tsvector`. Neither database's own parser, stemmer or rank takes part.
//!
//! # Which strategy applies when
//!
//! A rare word has few matches, which an index lists at once. A common word has too many to read or
//! sort for a page of ten. So a search of posts chooses, in `posts/keyword_search.rs`:
//!
//! | order | database | strategy | applies | without it, scale 1 |
//! | --- | --- | --- | --- | --- |
//! | newest | PostgreSQL | scan the newest 500 posts ([`NewestMatches`]) | first, but not in a small forum; a page that is not full falls through | a word 2,591 → 1,708/s, two letters 2,916 → 723/s; two words 970 → 1,880/s |
//! | newest | PostgreSQL | the index of words by block of 32,768 ids, newest block first | otherwise | – |
//! | newest | PostgreSQL | the index of words by forum, all matches | forums of up to 2,000 posts | 2,110 → 1,321/s |
//! | newest | SQLite | FTS5, which returns matches by id | otherwise | – |
//! | newest | SQLite | scan the forum's words | forums of up to 500 posts and a five-hundredth of all posts: none at scale 1 | – |
//! | popular | both | walk all posts by score ([`RankedMatches`]), as many as there are matches | more than 200 matches, not only of today | PostgreSQL 1,164 → 655/s, SQLite 4,229 → 1,860/s |
//! | popular | both | read the score of every match, of the newest 5,000 | otherwise, or if the walk does not fill the page | – |
//!
//! The walk needs the number of matches, which a cache keeps until a post changes: without it
//! PostgreSQL answers 983 instead of 1,228/s, SQLite 2,608 instead of 4,250/s.
//!
//! Forums ([`ForumMatches`]) have three tiers: the topic equals the words, contains them, or topic and
//! description together do. Each is read from the newest match down.
//!
//! # Search everywhere
//!
//! [`DbSearch`] searches posts, replies, forums and people at once (`docs/decisions/0004`). `sources` has its statements, and
//! `author_texts` the statements for one author. `found` orders matches, `hits` reads their titles and excerpts,
//! `corrections` replaces misspelt words by known `words`.
//! `tasks` indexes replies, and learns and forgets words, soon after they are written.

mod author_texts;
mod bounds;
mod corrections;
mod everywhere;
mod found;
mod groups;
mod hits;
mod match_counts;
mod matches;
mod newest_matches;
mod ranked_matches;
mod small_forums;
mod sources;
mod tasks;
mod words;

pub use everywhere::DbSearch;
pub use tasks::{has_words_to_forget, has_words_to_index, index_words};

pub(crate) use ::search::{normalize, parse_query};
pub(crate) use match_counts::{KnownMatchCount, MatchCountCache};
pub(crate) use matches::ForumMatches;
pub(crate) use newest_matches::{NewestMatches, spelt};
pub(crate) use ranked_matches::RankedMatches;
pub(crate) use small_forums::{SMALL_ON_POSTGRES, has_at_most};
pub(crate) use tasks::{
    REPLY as REPLY_TASK, index_replies_later, index_reply_later, index_words_at_once,
};
pub(crate) use words::{ReplyWords, forget_replies, forget_reply, index_replies, words_of_reply};

/// The words as they are stored.
pub(crate) fn stored(words: &[String]) -> String {
    words.join(" ")
}
