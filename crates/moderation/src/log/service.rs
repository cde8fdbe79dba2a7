use std::sync::Arc;

use kernel::{ById, Page, PageRequest, Reader, RepositoryError};

use super::{LogEntry, LogFilter, LogRepository};

/// The use case of the log.
pub struct ModerationLog {
    repository: Arc<dyn LogRepository>,
}

impl ModerationLog {
    #[must_use]
    pub fn new(repository: Arc<dyn LogRepository>) -> Self {
        Self { repository }
    }

    /// Returns the entries that the reader may read, the newest first. A name that nobody has finds none.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn entries(
        &self,
        filter: &LogFilter,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<LogEntry, ById>, RepositoryError> {
        self.repository.entries(filter, reader, page)
    }
}
