use kernel::RepositoryError;

/// An error of a use case of posts.
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
