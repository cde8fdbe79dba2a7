use kernel::RepositoryError;

/// An error of a use case of forums.
#[derive(Debug, thiserror::Error)]
pub enum ForumError {
    #[error("There is no such forum.")]
    NotFound,
    #[error("Only moderators of this forum and admins may edit it.")]
    NotAModerator,
    #[error("Only admins may delete a forum.")]
    NotAnAdmin,
    #[error(
        "There is already a forum with this topic, or one that looks like it. Choose another title."
    )]
    TopicTaken,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
