use kernel::RepositoryError;

/// Why a use case of posts ended without what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    #[error("There is no such post.")]
    NotFound,
    #[error("There is no such forum.")]
    NoSuchForum,
    #[error("Only its author may edit a post.")]
    NotTheAuthor,
    #[error("Only its author, moderators of its forum and admins may delete a post.")]
    MayNotDelete,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
