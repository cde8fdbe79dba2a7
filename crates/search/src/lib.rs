//! Search: what a query asks for, which words are close to a misspelt one, what matches best, and how matches are shown.
//!
//! - [`normalize()`] turns text and query into the same plain words. Nothing of this depends on the database.
//! - Letters fold as they are typed without their keys: `Straße` and `strasse`, `Müller`, `Mueller` and `Muller`. Signs
//!   belong to the words beside them: `C++`, `C#`, `.NET`, `std::`; emoji are words. Who changes this raises
//!   `markup::VERSION`, so that stored texts get their words anew.
//! - All words of a query must match, each as the beginning of a word of the text; words of one or two letters, and
//!   those in quotes, only as a whole. Scripts without spaces are matched by pairs of characters.
//! - Where nothing matches, each word that no text has is replaced by the closest one that some text has: one letter
//!   away for words of 4 to 7 letters, two from 8, or the word without its signs. Words in quotes are taken as they
//!   are.
//! - `best` weighs matches in titles, votes and age ([`best`]).

mod closeness;
mod error;
mod hit;
mod letters;
mod marks;
mod normalize;
mod query;
mod ranking;
mod repository;
mod runs;
mod service;

pub use closeness::{MAX_LEARNED, closest, learnable, neighbourhood, probes, word_id};
pub use error::SearchError;
pub use hit::{After, Author, Forum, Hit, Kind, Post, Target};
pub use marks::{excerpt_html, marked_html};
pub use normalize::{normalize, parse_query, phrases};
pub use query::{Query, Term};
pub use ranking::{Evidence, best};
pub use repository::{Filters, Request, SearchRepository, SearchResults, Sort};
pub use service::{Search, SearchRequest};
