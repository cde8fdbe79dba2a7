use kernel::{ForumId, Text, Timestamp, UserId};

use crate::Topic;

/// What a forum says about itself: trimmed, 1 to 2,000 characters.
pub type Description = Text<2_000>;

/// A forum as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forum {
    pub id: ForumId,
    pub topic: String,
    pub description: String,
    /// The author's username.
    pub author: String,
    pub created_at: Timestamp,
    /// Whether the asker marked it; false for visitors.
    pub favorited: bool,
}

/// A forum that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewForum {
    pub topic: Topic,
    pub description: Description,
    pub author: UserId,
    pub created_at: Timestamp,
}
