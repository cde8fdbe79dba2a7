use kernel::{ForumId, PostId, Text, Timestamp, UserId, Visibility};

use crate::Topic;

/// The description of a forum: trimmed, 1 to 2,000 characters.
pub type Description = Text<2_000>;

/// A forum as readers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forum {
    pub id: ForumId,
    pub topic: String,
    pub description: String,
    /// The description as HTML; lists leave it out.
    pub html: Option<String>,
    /// The author's username.
    pub author: String,
    /// Who may read it.
    pub visibility: Visibility,
    pub created_at: Timestamp,
    pub post_count: i64,
    /// Posts and replies of today and the six days before (UTC), removed replies left out.
    pub activity: i64,
    /// The newest post.
    pub latest: Option<LatestPost>,
}

/// The newest post of a forum, as lists of forums show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestPost {
    pub id: PostId,
    pub title: String,
    pub created_at: Timestamp,
}

/// A forum that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewForum {
    pub topic: Topic,
    pub description: Description,
    pub visibility: Visibility,
    pub author: UserId,
    pub created_at: Timestamp,
}

/// What a forum becomes by an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumEdit {
    pub topic: Topic,
    pub description: Description,
    /// `None` leaves it as it is.
    pub visibility: Option<Visibility>,
}
