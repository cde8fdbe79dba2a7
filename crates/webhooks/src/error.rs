use kernel::RepositoryError;

use crate::NotPublic;

/// An error of a use case of webhooks.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("There is no such forum.")]
    NoSuchForum,
    #[error("There is no such webhook.")]
    NotFound,
    #[error("There is no such delivery.")]
    NoSuchDelivery,
    #[error("Only admins may do this.")]
    NotAnAdmin,
    #[error("Only moderators of this forum and admins may do this.")]
    NotAModerator,
    #[error("Webhooks of a forum are not told who registers.")]
    OnlyOfSite,
    #[error("At most {max} webhooks are possible here. Delete one first.")]
    TooMany { max: i64 },
    #[error(transparent)]
    NotPublic(#[from] NotPublic),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
