use kernel::{Ban, ForumId, Reader, Reason, Timestamp, UserId};

use crate::Profile;

/// A ban from a forum, as its moderators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumBan {
    pub user: Profile,
    pub ban: Ban,
    /// Who banned: the author of content of deleted accounts if this account is deleted since.
    pub by: Profile,
    pub at: Timestamp,
}

/// A ban from a forum, as the banned member sees it, or a moderator in the member's profile: not who banned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnForumBan {
    pub forum: ForumId,
    pub topic: String,
    pub ban: Ban,
    pub at: Timestamp,
    pub appeal: AppealState,
}

/// Which bans of a member are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BansSeen {
    /// Those from forums that this reader may read.
    ReadableBy(Reader),
    /// Those from forums that this member moderates.
    ModeratedBy(UserId),
}

/// The state of the appeal against a ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppealState {
    /// The member may appeal.
    None,
    /// An appeal against this ban or an earlier one waits for its decision.
    Waiting,
    /// It was rejected: the ban stays.
    Rejected,
}

/// A ban from a forum that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewForumBan {
    pub forum: ForumId,
    pub user: UserId,
    /// The first moment without the ban; `None` for a ban without end.
    pub until: Option<Timestamp>,
    pub reason: Option<Reason>,
    pub by: UserId,
    pub at: Timestamp,
}
