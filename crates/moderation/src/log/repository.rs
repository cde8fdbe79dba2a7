use kernel::{ById, ForumId, Page, PageRequest, Reader, RepositoryError};

use super::{LogAction, LogEntry};

/// Which entries a list shows: those that fit all that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogFilter {
    pub forum: Option<ForumId>,
    /// The username, in any case, of the member who acted or of the target.
    pub username: Option<String>,
    pub action: Option<LogAction>,
}

/// Reads the log. What writes it is no use case: events do.
#[cfg_attr(test, mockall::automock)]
pub trait LogRepository: Send + Sync {
    /// Returns entries, the newest first: those of forums that `reader` may read, of deleted forums that were not closed,
    /// and of the site.
    fn entries(
        &self,
        filter: &LogFilter,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<LogEntry, ById>, RepositoryError>;
}
