use kernel::{ForumId, PageRequest, Reader, RepositoryError, Timestamp};

use crate::{After, Hit, Kind, Query};

/// The order of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// By [`crate::best`], of the newest matches.
    #[default]
    Best,
    /// The newest first.
    New,
    /// Upvotes minus downvotes, of the newest matches.
    Top,
}

/// The filters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// A username in any case: what this member wrote or created.
    pub author: Option<String>,
    pub forum: Option<ForumId>,
    /// Created earlier than this.
    pub before: Option<Timestamp>,
    /// Created later than this.
    pub after: Option<Timestamp>,
}

/// A search.
#[derive(Clone, Debug)]
pub struct Request {
    pub query: Query,
    pub reader: Reader,
    /// The kinds to search, each once.
    pub kinds: Vec<Kind>,
    pub filters: Filters,
    pub sort: Sort,
    pub page: PageRequest<After>,
}

/// A page of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResults {
    pub hits: Vec<Hit>,
    /// The position of the last, if more follow.
    pub next: Option<After>,
    /// What was searched for instead of the query, because no text has some of its words.
    pub corrected: Option<String>,
}

/// Searches posts, replies, forums and people.
#[cfg_attr(test, mockall::automock)]
pub trait SearchRepository: Send + Sync {
    /// Returns a page of what matches, is not removed, and may be read by the reader.
    fn search(&self, request: &Request) -> Result<SearchResults, RepositoryError>;
}
