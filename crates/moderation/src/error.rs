use kernel::{BannedFromForum, RepositoryError};

/// An error of a use case of moderation.
#[derive(Debug, thiserror::Error)]
pub enum ModerationError {
    #[error("There is no such forum.")]
    NoSuchForum,
    #[error("There is no such user.")]
    NoSuchUser,
    #[error("{0} not found.")]
    UnknownUsername(String),
    #[error("Only moderators of this forum and admins may do this.")]
    NotAModerator,
    #[error("Only this user and admins may see this access list.")]
    NotTheOwner,
    #[error("Only admins may do this.")]
    NotAnAdmin,
    #[error("A banned user cannot be promoted: lift the ban first, also one from a forum.")]
    Banned,
    #[error("Moderators of this forum and admins cannot be banned from it.")]
    BanModerator,
    #[error("Only admins may remove the last moderator of a forum.")]
    LastModerator,
    #[error("You cannot ban yourself.")]
    BanSelf,
    #[error("This is the last admin: make another one first.")]
    LastAdmin,
    #[error("This forum is not private: it has no members of its own.")]
    NotPrivate,
    #[error("This user is banned: lift the ban first.")]
    AddBanned,
    #[error("There is no such invitation, or it has ended.")]
    NoSuchInvite,
    #[error(transparent)]
    BannedFromForum(#[from] BannedFromForum),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
