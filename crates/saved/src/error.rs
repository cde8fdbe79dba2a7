use kernel::RepositoryError;

/// An error of a use case of saved posts and replies.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    #[error("There is no such post or reply.")]
    NotFound,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
