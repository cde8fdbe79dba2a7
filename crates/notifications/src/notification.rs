use std::time::Duration;

use kernel::{ForumId, NotificationId, PostId, ReplyId, ReportId, Timestamp, UserId, Visibility};

use crate::{Kind, ModerationAct, WatchLevel};

/// What a notification is about: unread ones of one kind and subject are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// For [`Kind::Reply`] the answered one, for other kinds the one in which something was written.
    Post(PostId),
    /// The answered one.
    Reply(ReplyId),
    /// The forum of which the member's rights changed, or that is gone.
    Forum(ModerationAct, ForumId),
    /// What was done to a post of the member.
    ModeratedPost(ModerationAct, PostId),
    /// What was done to a reply of the member.
    ModeratedReply(ModerationAct, ReplyId),
    /// The member's account.
    Account(ModerationAct),
    /// The member's report.
    Report(ReportId),
}

/// A notification as its member sees it. What was removed since leaves no title and no excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    pub id: NotificationId,
    pub kind: Kind,
    /// What was done; of [`Kind::Moderation`] and [`Kind::Report`] alone.
    pub act: Option<ModerationAct>,
    /// Why a moderator did so, as the public log says of the latest such act, or the note of the decision of a report.
    pub reason: Option<String>,
    /// How many acts it stands for; of [`ModerationAct::ForumDeleted`] how many texts went with the forum.
    pub count: i64,
    /// The latest three people who acted, the latest first.
    pub actors: Vec<Person>,
    pub forum: Option<ForumReference>,
    pub post: Option<PostReference>,
    /// The latest reply.
    pub reply: Option<ReplyId>,
    /// The beginning of the latest text; empty if there is none.
    pub excerpt: String,
    /// How closely the member follows the forum, of [`Kind::WatchedForum`], else the post; `None` where that is gone.
    pub watch: Option<WatchLevel>,
    pub updated_at: Timestamp,
    pub read: bool,
}

/// Somebody who acted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// The forum of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumReference {
    pub id: ForumId,
    pub topic: String,
    /// Who may read it; `Public` if it is gone.
    pub visibility: Visibility,
}

/// The post of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostReference {
    pub id: PostId,
    pub title: String,
}

/// What a member has not seen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    pub user: UserId,
    /// Unread notifications.
    pub notifications: i64,
    /// Unread messages.
    pub messages: i64,
    /// Open reports that the member may decide.
    pub reports: i64,
}

/// How long notifications are kept. Reads honour it, whether or not the rows are deleted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotificationRetention {
    /// Older ones are gone.
    pub start: Timestamp,
}

impl NotificationRetention {
    /// How long a notification is kept after its latest act.
    pub const MAX_AGE: Duration = Duration::from_hours(90 * 24);
    /// How many that were read are kept of a member.
    pub const MAX_READ: i64 = 500;

    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { start: now.before(Self::MAX_AGE) }
    }
}
