use kernel::{
    Act, Ban, ById, ByTime, ForumId, InviteId, MadeInvite, Page, PageRequest, RepositoryError,
    Timestamp, UserId,
};

use super::{ForumMember, Invitation, NewForumMember};

/// The outcome of adding a member to a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddMemberOutcome {
    /// The entry, by this change or before.
    Added(Box<ForumMember>),
    /// The user is banned, from the forum or from the site; nothing changed.
    Banned,
    /// The forum is not private; nothing changed.
    NotPrivate,
    /// The forum is gone; nothing changed.
    NoForum,
    /// The user is gone; nothing changed.
    NoUser,
}

/// The outcome of making an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteOutcome {
    Made,
    /// The forum is not private; nothing changed.
    NotPrivate,
    /// The forum is gone; nothing changed.
    NoForum,
}

/// The outcome of joining a forum with an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinOutcome {
    /// The user belongs to the forum, by this change or before.
    Joined(ForumId),
    /// The user is banned from the forum; nothing changed.
    Banned(Ban),
    /// No such invitation serves; nothing changed.
    NoInvite,
}

/// Stores the members of forums, and invitations by the digests of their codes.
#[cfg_attr(test, mockall::automock)]
pub trait ForumMemberRepository: Send + Sync {
    /// Returns the members of a private forum, newest first; `None` if it is not private.
    fn list(
        &self,
        forum: ForumId,
        page: &PageRequest<ByTime>,
    ) -> Result<Option<Page<ForumMember, ByTime>>, RepositoryError>;

    /// Adds a member. Who is one already keeps the entry.
    fn add(&self, member: &NewForumMember) -> Result<AddMemberOutcome, RepositoryError>;

    /// Removes a member, if the user is one. What waits to be read and is watched of the forum is not changed: it shows
    /// no longer.
    fn remove(&self, forum: ForumId, user: UserId, act: &Act) -> Result<(), RepositoryError>;

    /// Stores an invitation to a private forum.
    fn insert_invite(
        &self,
        digest: &str,
        forum: ForumId,
        until: Timestamp,
        act: &Act,
    ) -> Result<InviteOutcome, RepositoryError>;

    /// Ends all invitations to a forum.
    fn end_invites(&self, forum: ForumId, act: &Act) -> Result<(), RepositoryError>;

    /// Makes a user a member of the forum of an invitation that serves at `at`. Whoever belongs to it stays as is.
    fn join(
        &self,
        digest: &str,
        user: UserId,
        at: Timestamp,
    ) -> Result<JoinOutcome, RepositoryError>;

    /// Returns the invitations to a forum that serve at `now`, the newest first.
    fn invites(
        &self,
        forum: ForumId,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<Page<MadeInvite, ById>, RepositoryError>;

    /// Ends an invitation to the forum. Returns whether there was one.
    fn revoke_invite(
        &self,
        forum: ForumId,
        id: InviteId,
        act: &Act,
    ) -> Result<bool, RepositoryError>;

    /// Returns what an invitation that serves at `now` is to.
    fn invitation(
        &self,
        digest: &str,
        now: Timestamp,
    ) -> Result<Option<Invitation>, RepositoryError>;
}
