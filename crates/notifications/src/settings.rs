use kernel::{PostId, Vote};

use crate::{Kind, MailFrequency};

/// What a member wants to be notified of; at first everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the screen")]
pub struct Settings {
    pub reply: bool,
    pub mention: bool,
    pub watched_post: bool,
    pub watched_forum: bool,
    /// Whether writing a post or a reply makes the member watch the post.
    pub auto_watch: bool,
    /// Whether the member's subscribed devices get notifications, too.
    pub push: bool,
    /// How often the member gets mails about what is unread.
    pub mail: MailFrequency,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            reply: true,
            mention: true,
            watched_post: true,
            watched_forum: true,
            auto_watch: true,
            push: true,
            mail: MailFrequency::Off,
        }
    }
}

impl Settings {
    /// Whether the member wants notifications of this kind.
    #[must_use]
    pub fn allow(&self, kind: Kind) -> bool {
        match kind {
            Kind::Reply => self.reply,
            Kind::Mention => self.mention,
            Kind::WatchedPost => self.watched_post,
            Kind::WatchedForum => self.watched_forum,
            Kind::Moderation | Kind::Report => true,
        }
    }
}

/// How closely a member follows a post or a forum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WatchLevel {
    /// Is notified of everything new in it.
    Watching,
    /// Is notified of answers and mentions.
    #[default]
    Normal,
    /// Is notified of nothing in it.
    Muted,
}

/// The state of a post for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderState {
    pub post: PostId,
    pub vote: Option<Vote>,
    pub watch: WatchLevel,
    /// Replies of others since the last visit, at most [`ReaderState::MAX_NEW_REPLIES`]; `None` without
    /// a visit.
    pub new_replies: Option<i64>,
    pub saved: bool,
}

impl ReaderState {
    /// Counting ends here.
    pub const MAX_NEW_REPLIES: i64 = 99;
}
