use kernel::{
    ByTime, ForumId, NotificationId, Page, PageRequest, PostId, Reader, RepositoryError, Timestamp,
    UserId,
};

use crate::{Notification, NotificationRetention, ReaderState, Settings, Unread, WatchLevel};

/// Stores notifications. Those of a forum that `reader`, its member, may not read are not there. What produces them is no use case: events do.
#[cfg_attr(test, mockall::automock)]
pub trait NotificationRepository: Send + Sync {
    /// Returns the member's notifications, the latest first; only unread ones if asked.
    fn list(
        &self,
        user: UserId,
        reader: Reader,
        unread_only: bool,
        retention: NotificationRetention,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Notification, ByTime>, RepositoryError>;

    /// Marks the member's notification as read if its latest act is not after `up_to`. Returns false if there is no such
    /// notification.
    fn mark_read(
        &self,
        user: UserId,
        reader: Reader,
        id: NotificationId,
        up_to: Option<Timestamp>,
        retention: NotificationRetention,
    ) -> Result<bool, RepositoryError>;

    /// Marks all of the member's notifications up to a time as read.
    fn mark_read_up_to(
        &self,
        user: UserId,
        reader: Reader,
        up_to: Timestamp,
    ) -> Result<(), RepositoryError>;

    /// Counts what each of these members has not seen yet at `now` and may read, unordered.
    fn unread(&self, users: &[UserId], now: Timestamp) -> Result<Vec<Unread>, RepositoryError>;

    fn settings(&self, user: UserId) -> Result<Settings, RepositoryError>;

    /// A new choice of mails counts from `now`.
    fn set_settings(
        &self,
        user: UserId,
        settings: Settings,
        now: Timestamp,
    ) -> Result<(), RepositoryError>;
}

/// Stores what posts and forums are to a member.
#[cfg_attr(test, mockall::automock)]
pub trait ReaderRepository: Send + Sync {
    /// Sets the level at which the member follows a post. Returns false if there is no such post.
    fn watch_post(
        &self,
        user: UserId,
        post: PostId,
        level: WatchLevel,
    ) -> Result<bool, RepositoryError>;

    /// Sets the level at which the member follows a forum. Returns false if there is no such forum.
    fn watch_forum(
        &self,
        user: UserId,
        forum: ForumId,
        level: WatchLevel,
    ) -> Result<bool, RepositoryError>;

    /// Returns those of these forums that the member watches or mutes, unordered.
    fn forum_levels(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<(ForumId, WatchLevel)>, RepositoryError>;

    /// Returns what each of these posts is to the member, unordered. A post may lack if the
    /// member neither voted on it, nor watches, mutes or visited it.
    fn states(&self, user: UserId, posts: &[PostId]) -> Result<Vec<ReaderState>, RepositoryError>;

    /// Stores a visit to a post unless the last one is later than `unless_since` and others have not replied since.
    /// Returns the last visit before, or `None` if there is no such post.
    fn visit(
        &self,
        user: UserId,
        post: PostId,
        now: Timestamp,
        unless_since: Timestamp,
    ) -> Result<Option<LastVisit>, RepositoryError>;
}

/// When a member last saw a thread; `None` if never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastVisit(pub Option<Timestamp>);
