use kernel::{ForumId, KeyedRequest, PostId, ReplyId, Role, Timestamp, UserId, Vote, Votes};

use crate::Description;

/// Replaces the text and the author's name of a removed reply.
const REMOVED: &str = "removed";

/// Replaces the author's image of a removed reply.
const REMOVED_AVATAR: &str = "/images/avatars/removed.svg";

/// A reply as readers see it, without its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub id: ReplyId,
    pub post: PostId,
    /// The parent reply; `None` for a reply to the post.
    pub responds_to: Option<ReplyId>,
    /// The number of replies between it and the post.
    pub depth: i16,
    /// `None` once the reply is removed.
    pub content: Option<ReplyContent>,
    pub created_at: Timestamp,
    /// When its author last edited it.
    pub edited_at: Option<Timestamp>,
    pub votes: Votes,
    /// The number of its answers, including removed ones, which keep their place.
    pub child_count: usize,
    /// Whether it waits for approval, hidden from all but its author and moderators.
    pub held: bool,
}

/// A held reply, and its author and forum, which decide who sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldReply {
    pub reply: Reply,
    pub author: UserId,
    pub forum: ForumId,
}

/// The text and the author of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyContent {
    pub description: String,
    /// The description as HTML.
    pub html: String,
    pub username: String,
    pub user_image: String,
    /// In the forum of the post: `Moderator` only where the author moderates it.
    pub user_role: Role,
}

/// A reply in the list of what its author wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthoredReply {
    pub reply: Reply,
    pub post_title: String,
}

/// The state of a reply for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyState {
    pub reply: ReplyId,
    pub vote: Option<Vote>,
    pub saved: bool,
}

/// A reply that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReply {
    pub post: PostId,
    pub responds_to: Option<ReplyId>,
    pub description: Description,
    pub author: UserId,
    pub created_at: Timestamp,
    /// The request that writes it, if that may come again.
    pub request: Option<KeyedRequest>,
}

/// The author and the forum of a reply, which decide who may remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyLocation {
    pub reply: ReplyId,
    pub forum: ForumId,
    pub author: UserId,
}

impl ReplyContent {
    /// Returns the placeholders of a removed reply.
    #[must_use]
    pub fn removed() -> Self {
        Self {
            description: REMOVED.to_owned(),
            html: format!("<p>{REMOVED}</p>\n"),
            username: REMOVED.to_owned(),
            user_image: REMOVED_AVATAR.to_owned(),
            user_role: Role::User,
        }
    }
}
