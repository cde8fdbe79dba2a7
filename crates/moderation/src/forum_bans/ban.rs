use kernel::{Ban, ForumId, Reason, Timestamp, UserId};

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
