use kernel::{Ban, ById, ByTime, ForumId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use super::{BansSeen, ForumBan, NewForumBan, OwnForumBan};

/// The outcome of banning a member from a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForumBanOutcome {
    /// The ban that holds, by this change or before.
    Banned(Box<ForumBan>),
    /// The member moderates the forum or is an admin; nothing changed.
    Moderates,
    /// The forum is gone; nothing changed.
    NoForum,
    /// The member is gone; nothing changed.
    NoUser,
}

/// Stores bans from forums.
#[cfg_attr(test, mockall::automock)]
pub trait ForumBanRepository: Send + Sync {
    /// Returns the bans from a forum that hold at `now`, the latest first.
    fn list(
        &self,
        forum: ForumId,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<ForumBan, ByTime>, RepositoryError>;

    /// Returns the bans of a member that hold at `now`, as far as they are seen, by forum.
    fn of_member(
        &self,
        user: UserId,
        seen: BansSeen,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<Page<OwnForumBan, ById>, RepositoryError>;

    /// Returns the ban that keeps a member from writing in a forum at `now`.
    fn find(
        &self,
        forum: ForumId,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<Ban>, RepositoryError>;

    /// Bans a member from a forum. Replaces another ban; a [`kernel::Ban::is_repeated_by`] changes and records
    /// nothing. Waits for the writes in the forum that began before.
    fn ban(&self, ban: &NewForumBan) -> Result<ForumBanOutcome, RepositoryError>;

    /// Lifts the ban that is active at `at`, if there is one, and resolves the waiting appeal.
    fn lift(
        &self,
        forum: ForumId,
        user: UserId,
        by: UserId,
        at: Timestamp,
    ) -> Result<(), RepositoryError>;
}
