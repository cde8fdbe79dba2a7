use kernel::{ByTime, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{Draft, DraftKey, DraftWrite, SaveOutcome};

/// Stores drafts. One that was last written at `expired` or before does not exist.
#[cfg_attr(test, mockall::automock)]
pub trait DraftRepository: Send + Sync {
    /// Returns the drafts of `owner` by their last write, the latest first.
    fn list(
        &self,
        owner: UserId,
        expired: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Draft, ByTime>, RepositoryError>;

    /// Stores the draft with the next version if it replaces the one that is there, and a new one if its
    /// owner has less than `max`.
    fn save(
        &self,
        write: &DraftWrite,
        expired: Timestamp,
        max: usize,
    ) -> Result<SaveOutcome, RepositoryError>;

    /// Deletes the draft, if it exists.
    fn delete(&self, owner: UserId, key: &DraftKey) -> Result<(), RepositoryError>;

    /// Deletes some of the expired drafts. Returns their number, 0 if none is left.
    fn delete_expired(&self, expired: Timestamp) -> Result<usize, RepositoryError>;
}
