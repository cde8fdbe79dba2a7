use kernel::{BannedFromForum, BrokenRule, RepositoryError};

use crate::Refusal;

/// An error of a use case of replies.
#[derive(Debug, thiserror::Error)]
pub enum ReplyError {
    #[error("There is no such post.")]
    NoSuchPost,
    #[error("There is no such reply.")]
    NotFound,
    #[error("Only its author, moderators of the forum and admins may remove a reply.")]
    MayNotRemove,
    /// The parent takes no answers.
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("There is no such reply, or it is not removed.")]
    NotRemoved,
    #[error("Only moderators of its forum and admins may do this.")]
    NotAModerator,
    #[error("This reply waits for approval: decide its report instead.")]
    Held,
    #[error("Only its author may edit a reply.")]
    NotTheAuthor,
    #[error("A removed reply can't be edited.")]
    RemovedTakesNoEdit,
    #[error("A removed reply can't be voted on.")]
    Removed,
    #[error("This post is locked: only moderators of its forum write, edit and vote.")]
    PostLocked,
    #[error("Only its author, moderators of its forum and admins may hide a version.")]
    MayNotHide,
    #[error("There is no such version.")]
    NoSuchVersion,
    #[error("This is what it says now: edit it first, then hide this version.")]
    PresentVersion,
    #[error(transparent)]
    BrokenRule(#[from] BrokenRule),
    #[error(transparent)]
    Banned(#[from] BannedFromForum),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
