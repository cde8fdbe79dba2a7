use kernel::{ById, Page, PageRequest, Reader, RepositoryError, Timestamp, UserId};

use crate::{SavedItem, Target};

/// Stores what members saved.
#[cfg_attr(test, mockall::automock)]
pub trait SavedRepository: Send + Sync {
    /// Saves it, if it is not saved. Returns false if it is missing or removed.
    fn save(&self, member: UserId, target: Target, at: Timestamp) -> Result<bool, RepositoryError>;

    /// Saves it no longer. Returns false if it is missing or removed.
    fn unsave(&self, member: UserId, target: Target) -> Result<bool, RepositoryError>;

    /// Returns what the member saved and `reader` may read, without removed replies, the latest saved first.
    fn list(
        &self,
        member: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<SavedItem, ById>, RepositoryError>;
}
