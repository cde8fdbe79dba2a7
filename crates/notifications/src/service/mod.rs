use std::{sync::Arc, time::Duration};

use kernel::{
    Actor, ByTime, Clock, ForumId, Member, NotificationId, Page, PageRequest, PostId, Timestamp,
    UserId,
};

use crate::{
    LastVisit, MailFrequency, Notification, NotificationError, NotificationRepository,
    NotificationRetention, ReaderRepository, ReaderState, Settings, Unread, WatchLevel,
};

/// A visit is stored at most this often for a member and a post, unless there is something new to see.
const VISIT_EVERY: Duration = Duration::from_mins(1);

/// The use cases of notifications, watch levels and visits.
pub struct Notifications {
    repository: Arc<dyn NotificationRepository>,
    reader: Arc<dyn ReaderRepository>,
    clock: Arc<dyn Clock>,
}

impl Notifications {
    pub fn new(
        repository: Arc<dyn NotificationRepository>,
        reader: Arc<dyn ReaderRepository>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, reader, clock }
    }

    fn retention(&self) -> NotificationRetention {
        NotificationRetention::at(self.clock.now())
    }

    /// Returns the notifications of a member, banned or not, the latest first.
    pub fn list(
        &self,
        member: &Member,
        unread_only: bool,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Notification, ByTime>, NotificationError> {
        Ok(self.repository.list(member.id, member.into(), unread_only, self.retention(), page)?)
    }

    /// Marks a notification of a member, banned or not, as read, unless something was merged into it after `up_to`.
    pub fn mark_read(
        &self,
        member: &Member,
        id: NotificationId,
        up_to: Option<Timestamp>,
    ) -> Result<(), NotificationError> {
        if self.repository.mark_read(member.id, member.into(), id, up_to, self.retention())? {
            Ok(())
        } else {
            Err(NotificationError::NotFound)
        }
    }

    /// Marks all notifications of a member, banned or not, up to a time as read.
    pub fn mark_read_up_to(
        &self,
        member: &Member,
        up_to: Timestamp,
    ) -> Result<(), NotificationError> {
        Ok(self.repository.mark_read_up_to(member.id, member.into(), up_to)?)
    }

    /// Counts what each of these members has not seen yet, in their order.
    pub fn unread(&self, users: &[UserId]) -> Result<Vec<Unread>, NotificationError> {
        let counted = self.repository.unread(users, self.clock.now())?;
        let of = |user: &UserId| {
            let nothing = Unread { user: *user, notifications: 0, messages: 0, reports: 0 };
            counted.iter().find(|unread| unread.user == *user).copied().unwrap_or(nothing)
        };
        Ok(users.iter().map(of).collect())
    }

    pub fn settings(&self, user: UserId) -> Result<Settings, NotificationError> {
        Ok(self.repository.settings(user)?)
    }

    pub fn set_settings(&self, actor: &Actor, settings: Settings) -> Result<(), NotificationError> {
        Ok(self.repository.set_settings(actor.id, settings, self.clock.now())?)
    }

    /// Ends mails about notifications for a member who unsubscribes by a link.
    pub fn stop_mails(&self, user: UserId) -> Result<(), NotificationError> {
        let settings = self.repository.settings(user)?;
        let without = Settings { mail: MailFrequency::Off, ..settings };
        Ok(self.repository.set_settings(user, without, self.clock.now())?)
    }

    pub fn watch_post(
        &self,
        actor: &Actor,
        post: PostId,
        level: WatchLevel,
    ) -> Result<(), NotificationError> {
        let is_there = self.reader.watch_post(actor.id, post, level)?;
        if is_there { Ok(()) } else { Err(NotificationError::NoSuchPost) }
    }

    pub fn watch_forum(
        &self,
        actor: &Actor,
        forum: ForumId,
        level: WatchLevel,
    ) -> Result<(), NotificationError> {
        let is_there = self.reader.watch_forum(actor.id, forum, level)?;
        if is_there { Ok(()) } else { Err(NotificationError::NoSuchForum) }
    }

    /// Returns those of these forums that the member watches or mutes, unordered.
    pub fn forum_levels(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<(ForumId, WatchLevel)>, NotificationError> {
        Ok(self.reader.forum_levels(user, forums)?)
    }

    /// Returns what each of these posts is to the member, in their order.
    pub fn reader_states(
        &self,
        user: UserId,
        posts: &[PostId],
    ) -> Result<Vec<ReaderState>, NotificationError> {
        let stored = self.reader.states(user, posts)?;
        let of = |post: &PostId| {
            let unseen = ReaderState {
                post: *post,
                vote: None,
                watch: WatchLevel::Normal,
                new_replies: None,
                saved: false,
            };
            stored.iter().find(|state| state.post == *post).copied().unwrap_or(unseen)
        };
        Ok(posts.iter().map(of).collect())
    }

    /// Says that the member sees a thread now. Returns the last visit before.
    pub fn visit(
        &self,
        actor: &Actor,
        post: PostId,
    ) -> Result<Option<Timestamp>, NotificationError> {
        let now = self.clock.now();
        let previous = self.reader.visit(actor.id, post, now, now.before(VISIT_EVERY))?;
        previous.map(|LastVisit(at)| at).ok_or(NotificationError::NoSuchPost)
    }
}

#[cfg(test)]
mod tests;
