use kernel::RepositoryError;

/// An error of a use case of notifications.
#[derive(Debug, thiserror::Error)]
pub enum NotificationError {
    /// Or it is another member's.
    #[error("There is no such notification.")]
    NotFound,
    #[error("There is no such post.")]
    NoSuchPost,
    #[error("There is no such forum.")]
    NoSuchForum,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
