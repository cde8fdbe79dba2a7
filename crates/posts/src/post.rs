use kernel::{
    ForumId, ImageUrl, KeyedRequest, PostId, Role, Text, Timestamp, UserId, Visibility, Votes,
};

use crate::Pin;

/// The title of a post: trimmed, 1 to 200 characters.
pub type Title = Text<200>;

/// The text of a post: trimmed, 1 to 20,000 characters.
pub type Description = Text<20_000>;

/// What the image of a post shows, for those who can't see it: trimmed, 1 to 300 characters.
pub type ImageDescription = Text<300>;

/// A post as readers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    pub id: PostId,
    pub forum: ForumId,
    pub forum_topic: String,
    /// Who may read the forum.
    pub forum_visibility: Visibility,
    pub author: UserId,
    pub author_name: String,
    pub author_image: String,
    /// In its forum: `Moderator` only where the author moderates it.
    pub author_role: Role,
    pub title: String,
    pub description: String,
    /// The description as HTML; lists leave it out.
    pub html: Option<String>,
    /// The start of the description without markup.
    pub excerpt: String,
    pub image: Option<String>,
    pub image_description: Option<String>,
    pub created_at: Timestamp,
    pub edited: bool,
    /// When title or description were last edited.
    pub edited_at: Option<Timestamp>,
    pub votes: Votes,
    /// Replies that are not removed.
    pub reply_count: i64,
    /// Whether only moderators write, edit and vote in it.
    pub locked: bool,
    /// The reason of the latest change of the lock.
    pub lock_reason: Option<String>,
    pub pin: Option<Pin>,
    /// Whether it waits for approval, hidden from all but its author and moderators.
    pub held: bool,
}

impl Post {
    /// Returns the post as it is at `now`.
    pub(crate) fn at(self, now: Timestamp) -> Self {
        Self { pin: self.pin.filter(|pin| !pin.is_over(now)), ..self }
    }
}

/// The editable content of a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostContent {
    pub title: Title,
    pub description: Description,
    pub image: Option<ImageUrl>,
    /// None without an image.
    pub image_description: Option<ImageDescription>,
}

/// A post that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPost {
    pub forum: ForumId,
    pub author: UserId,
    pub content: PostContent,
    pub created_at: Timestamp,
    /// The request that writes it, if that may come again.
    pub request: Option<KeyedRequest>,
}

#[cfg(test)]
mod tests {
    use kernel::TextError;

    use super::*;

    #[test]
    fn a_title_has_1_to_200_characters() {
        assert_eq!(Title::parse(" "), Err(TextError::Blank));
        assert!(Title::parse(&"ä".repeat(200)).is_ok());
        assert_eq!(Title::parse(&"ä".repeat(201)), Err(TextError::TooLong { max: 200 }));
    }

    #[test]
    fn a_description_has_1_to_20000_characters() {
        assert_eq!(Description::parse("\n"), Err(TextError::Blank));
        assert!(Description::parse(&"ä".repeat(20_000)).is_ok());
        assert_eq!(
            Description::parse(&"ä".repeat(20_001)),
            Err(TextError::TooLong { max: 20_000 })
        );
    }
}
