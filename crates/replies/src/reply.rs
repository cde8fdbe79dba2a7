use kernel::{ForumId, PostId, ReplyId, Tally, Timestamp, UserId};

use crate::Description;

/// What stands in the place of a removed reply's text and of its author's name.
const REMOVED: &str = "removed";

/// The picture of whoever wrote a reply that is removed.
const REMOVED_AVATAR: &str = "/images/avatars/removed.svg";

/// A reply as it is shown, without the answers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub id: ReplyId,
    pub post: PostId,
    /// The reply that it answers; none when it answers the post itself.
    pub responds_to: Option<ReplyId>,
    /// How many replies stand between it and the post.
    pub depth: i16,
    /// None once it is removed.
    pub content: Option<ReplyContent>,
    pub created_at: Timestamp,
    pub tally: Tally,
    /// How many replies answer this one, removed ones too: they keep their place.
    pub child_count: usize,
}

/// What a reply says, and who says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyContent {
    pub description: String,
    pub username: String,
    pub user_image: String,
}

/// A reply that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReply {
    pub post: PostId,
    pub responds_to: Option<ReplyId>,
    pub description: Description,
    pub author: UserId,
    pub created_at: Timestamp,
}

/// Whose a reply is, and where: what decides who may remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyLocation {
    pub reply: ReplyId,
    pub forum: ForumId,
    pub author: UserId,
}

impl ReplyContent {
    /// What is shown of a removed reply.
    #[must_use]
    pub fn removed() -> Self {
        Self {
            description: REMOVED.to_owned(),
            username: REMOVED.to_owned(),
            user_image: REMOVED_AVATAR.to_owned(),
        }
    }
}
