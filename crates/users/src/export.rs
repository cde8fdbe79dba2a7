use kernel::{Ban, Reader, RepositoryError, Timestamp, UserId};

use crate::{ApiToken, Device, Passkey, SignInMethod};

/// The maximum number of records of one call.
pub const MAX_RECORDS: usize = 100;

/// A section of the export of a member's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportSection {
    Forums,
    /// With those that a moderator removed, until they are wiped.
    Posts,
    /// With those that a moderator removed, until their text is wiped.
    Replies,
    /// Earlier versions of posts.
    PostRevisions,
    /// Earlier versions of replies.
    ReplyRevisions,
    PostVotes,
    ReplyVotes,
    Favorites,
    /// The forums that the member moderates.
    Moderates,
    /// The private forums that the member belongs to.
    Memberships,
    /// The forums in which the member is or was banned.
    ForumBans,
    /// The users whom the member blocks, not those who block the member.
    Blocks,
    /// The open sessions.
    Sessions,
    /// The devices that are told of notifications.
    PushSubscriptions,
    /// The passkeys, without their keys.
    Passkeys,
    /// The tokens for programs, without their hashes.
    ApiTokens,
    /// The sign-ins at providers.
    Identities,
    /// Sent and received.
    Messages,
    Drafts,
    /// Those uploaded.
    Images,
    NotificationSettings,
    Notifications,
    /// The posts that the member watches or mutes.
    PostWatches,
    /// The forums that the member watches or mutes.
    ForumWatches,
    /// When the member last saw each thread.
    Visits,
    /// The posts and replies that the member saved.
    Saved,
    /// What the member reported.
    Reports,
    /// What the member did as a moderator or an admin, and what such did to the member and to what the member wrote.
    ModerationLog,
}

impl ExportSection {
    pub const ALL: [Self; 28] = [
        Self::Forums,
        Self::Posts,
        Self::Replies,
        Self::PostRevisions,
        Self::ReplyRevisions,
        Self::PostVotes,
        Self::ReplyVotes,
        Self::Favorites,
        Self::Moderates,
        Self::Memberships,
        Self::ForumBans,
        Self::Blocks,
        Self::Sessions,
        Self::PushSubscriptions,
        Self::Passkeys,
        Self::ApiTokens,
        Self::Identities,
        Self::Messages,
        Self::Drafts,
        Self::Images,
        Self::NotificationSettings,
        Self::Notifications,
        Self::PostWatches,
        Self::ForumWatches,
        Self::Visits,
        Self::Saved,
        Self::Reports,
        Self::ModerationLog,
    ];
}

/// What a member wants to be notified of, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the screen")]
pub struct ExportedSettings {
    pub user: i64,
    pub reply: bool,
    pub mention: bool,
    pub watched_post: bool,
    pub watched_forum: bool,
    pub auto_watch: bool,
    pub push: bool,
    /// How often mails about what is unread come, as the wire says it.
    pub mail: &'static str,
}

/// One record of the export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportRecord {
    Forum {
        id: i64,
        topic: String,
        description: String,
        created_at: Timestamp,
    },
    Post {
        id: i64,
        forum: i64,
        title: String,
        description: String,
        image: Option<String>,
        image_description: Option<String>,
        created_at: Timestamp,
        edited: bool,
        /// A moderator removed it.
        removed: bool,
    },
    Reply {
        id: i64,
        post: i64,
        description: String,
        created_at: Timestamp,
        /// A moderator removed it.
        removed: bool,
    },
    /// An earlier version of the post or the reply with the id `of`.
    Revision {
        id: i64,
        of: i64,
        version: i32,
        title: Option<String>,
        description: String,
        written_at: Timestamp,
    },
    /// A vote on the post or the reply with this id.
    Vote {
        on: i64,
        up: bool,
    },
    Favorite {
        forum: i64,
        topic: String,
        since: Timestamp,
    },
    Moderates {
        forum: i64,
        topic: String,
    },
    Membership {
        forum: i64,
        topic: String,
        since: Timestamp,
    },
    /// A ban from a forum, over or not.
    ForumBan {
        forum: i64,
        topic: String,
        ban: Ban,
        at: Timestamp,
    },
    Block {
        user: i64,
        username: String,
        since: Timestamp,
    },
    Session {
        id: i64,
        method: SignInMethod,
        device: Device,
        opened_at: Timestamp,
        last_used_at: Timestamp,
    },
    Passkey(Passkey),
    ApiToken(ApiToken),
    /// A sign-in at a provider, numbered by the ids of the providers.
    Identity {
        number: i64,
        provider: String,
        issuer: String,
        subject: String,
        since: Timestamp,
    },
    Message {
        id: i64,
        from: String,
        to: String,
        text: String,
        sent_at: Timestamp,
        edited: bool,
        read: bool,
    },
    Draft {
        id: i64,
        key: String,
        data: String,
        updated_at: Timestamp,
    },
    Image {
        id: i64,
        name: String,
        width: i32,
        height: i32,
        uploaded_at: Timestamp,
    },
    NotificationSettings(ExportedSettings),
    /// The host of the push service that reaches the device.
    PushSubscription {
        id: i64,
        host: String,
        since: Timestamp,
    },
    Notification {
        id: i64,
        kind: &'static str,
        post: Option<i64>,
        forum: Option<i64>,
        reply: Option<i64>,
        count: i64,
        updated_at: Timestamp,
        read: bool,
    },
    /// A post or a forum that the member watches, or else mutes.
    Watch {
        on: i64,
        muted: bool,
    },
    /// A report by the member of the thing with the id `target`.
    Report {
        id: i64,
        kind: &'static str,
        target: i64,
        reason: &'static str,
        note: String,
        filed_at: Timestamp,
    },
    /// An entry of the moderation log. `did` says whether the member did it.
    LogEntry {
        id: i64,
        action: &'static str,
        did: bool,
        forum: Option<i64>,
        target: Option<i64>,
        reason: Option<String>,
        at: Timestamp,
    },
    /// A saved post, or reply in it.
    Saved {
        id: i64,
        post: i64,
        reply: Option<i64>,
        at: Timestamp,
    },
    Visit {
        post: i64,
        at: Timestamp,
    },
}

impl ExportRecord {
    /// Returns the id that orders the records of a section.
    #[must_use]
    pub fn key(&self) -> i64 {
        match self {
            Self::Watch { on: id, .. }
            | Self::Visit { post: id, .. }
            | Self::Notification { id, .. }
            | Self::Report { id, .. }
            | Self::LogEntry { id, .. }
            | Self::Saved { id, .. }
            | Self::NotificationSettings(ExportedSettings { user: id, .. })
            | Self::Forum { id, .. }
            | Self::Post { id, .. }
            | Self::Reply { id, .. }
            | Self::Revision { id, .. }
            | Self::Vote { on: id, .. }
            | Self::Favorite { forum: id, .. }
            | Self::Moderates { forum: id, .. }
            | Self::Membership { forum: id, .. }
            | Self::ForumBan { forum: id, .. }
            | Self::Block { user: id, .. }
            | Self::Session { id, .. }
            | Self::PushSubscription { id, .. }
            | Self::Identity { number: id, .. }
            | Self::Message { id, .. }
            | Self::Draft { id, .. }
            | Self::Image { id, .. } => *id,
            Self::Passkey(passkey) => passkey.id.0,
            Self::ApiToken(token) => token.id.0,
        }
    }
}

/// Reads a member's data for the export.
#[cfg_attr(test, mockall::automock)]
pub trait ExportRepository: Send + Sync {
    /// Returns the next [`MAX_RECORDS`] records of a section with keys above `after`, by key. What others wrote in forums
    /// that the member may not read is missing.
    fn records(
        &self,
        of: (UserId, Reader),
        section: ExportSection,
        after: i64,
    ) -> Result<Vec<ExportRecord>, RepositoryError>;
}
