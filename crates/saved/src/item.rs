use kernel::{ForumId, PostId, ReplyId, Timestamp, Visibility};

/// What can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Post(PostId),
    Reply(ReplyId),
}

/// A saved post or reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedItem {
    /// Rises with the time of saving.
    pub id: i64,
    pub target: Target,
    pub forum: ForumId,
    pub forum_topic: String,
    pub forum_visibility: Visibility,
    /// The post, or that of the reply.
    pub post: PostId,
    pub post_title: String,
    /// The beginning of the text, without markup and spoilers.
    pub excerpt: String,
    pub author_name: String,
    pub author_image: String,
    pub created_at: Timestamp,
    /// Upvotes minus downvotes.
    pub score: i64,
}
