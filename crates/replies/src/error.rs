use kernel::RepositoryError;

use crate::Refusal;

/// Why a use case of replies ended without what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ReplyError {
    #[error("There is no such post.")]
    NoSuchPost,
    #[error("There is no such reply.")]
    NotFound,
    #[error("Only its author, moderators of the forum and admins may remove a reply.")]
    MayNotRemove,
    /// What should be answered cannot be.
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("A removed reply takes no votes.")]
    Removed,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
