use kernel::{BannedFromForum, BrokenRule, RepositoryError};

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
    #[error("Only moderators of its forum and admins may do this.")]
    NotAModerator,
    #[error("There is no such post, or it is not removed.")]
    NotRemoved,
    #[error("This post waits for approval: decide its report instead.")]
    Held,
    #[error("This post is locked: only moderators of its forum write, edit and vote.")]
    Locked,
    #[error("Only its author, moderators of its forum and admins may hide a version.")]
    MayNotHide,
    #[error("There is no such version.")]
    NoSuchVersion,
    #[error("This is what it says now: edit it first, then hide this version.")]
    PresentVersion,
    #[error(transparent)]
    BrokenRule(#[from] BrokenRule),
    #[error("The end of the pin must be in the future.")]
    PinIsOver,
    #[error("A forum can have at most {} pinned posts.", crate::MAX_PINNED)]
    TooManyPinned,
    #[error(transparent)]
    Banned(#[from] BannedFromForum),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
