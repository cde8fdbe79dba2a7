mod rows;

use infrastructure::maintenance::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkUser, Loader,
};
use kernel::{RepositoryError, Timestamp};

use self::rows::Rows;
use crate::demo::texts::Texts;

/// The password of all demo members.
pub const PASSWORD: &str = "postup-demo";

/// Twelve forums with members, posts, threads and chats of the last three weeks.
pub struct Community {
    pub(super) users: Vec<BulkUser>,
    pub(super) forums: Vec<BulkForum>,
    moderators: Vec<BulkModerator>,
    favorites: Vec<BulkFavorite>,
    pub(super) posts: Vec<BulkPost>,
    pub(super) replies: Vec<BulkReply>,
    post_votes: Vec<BulkPostVote>,
    reply_votes: Vec<BulkReplyVote>,
    messages: Vec<BulkMessage>,
}

impl Community {
    /// All times are hours before `now`; all members share one password hash.
    ///
    /// # Errors
    /// When a text names an unknown member or is invalid, which a test rules out.
    pub fn new(now: Timestamp, password_hash: &str) -> Result<Self, String> {
        let mut texts = Texts::read().map_err(|error| error.to_string())?;
        // Ids rise with time.
        texts.forums.sort_by(|a, b| b.age_hours.total_cmp(&a.age_hours));
        let rows = Rows::new(now, &texts);
        let mut community = Self {
            users: rows.users(&texts, password_hash),
            forums: vec![],
            moderators: vec![],
            favorites: rows.favorites(&texts),
            posts: vec![],
            replies: vec![],
            post_votes: vec![],
            reply_votes: vec![],
            messages: rows.messages(&texts)?,
        };
        rows.forums(&texts, &mut community)?;
        rows.posts(&texts.forums, &mut community)?;
        Ok(community)
    }

    /// Returns how many rows [`Self::load`] inserts, for a progress bar.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.users.len()
            + self.forums.len()
            + self.moderators.len()
            + self.favorites.len()
            + self.posts.len()
            + self.replies.len()
            + self.post_votes.len()
            + self.reply_votes.len()
            + self.messages.len()
    }

    /// Inserts all of it.
    ///
    /// # Errors
    /// When the database refuses a row.
    pub fn load(
        &self,
        loader: &mut Loader<'_>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError> {
        loader.insert(&self.users, progress)?;
        loader.insert(&self.forums, progress)?;
        loader.insert(&self.moderators, progress)?;
        loader.insert(&self.favorites, progress)?;
        loader.insert(&self.posts, progress)?;
        loader.insert(&self.replies, progress)?;
        loader.insert(&self.post_votes, progress)?;
        loader.insert(&self.reply_votes, progress)?;
        loader.insert(&self.messages, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn community() -> Community {
        Community::new(Timestamp::from_unix_millis(1_795_172_280_123), "hash").unwrap()
    }

    #[test]
    fn the_demo_has_varied_content() {
        let community = community();
        assert_eq!((community.users.len(), community.forums.len()), (40, 12));
        assert!((110..=130).contains(&community.posts.len()));
        assert!((580..=660).contains(&community.replies.len()));
        assert_eq!(community.replies.iter().map(|reply| reply.depth).max(), Some(7));
        let day_ago = Timestamp::from_unix_millis(1_795_172_280_123 - 86_400_000);
        assert!(community.posts.iter().filter(|post| post.created_at > day_ago).count() >= 35);
    }

    #[test]
    fn ids_rise_with_time() {
        let community = community();
        assert!(community.posts.is_sorted_by_key(|post| (post.created_at, post.id)));
        assert!(community.replies.is_sorted_by_key(|reply| (reply.created_at, reply.id)));
        assert!(community.messages.is_sorted_by_key(|message| (message.sent_at, message.id)));
    }

    #[test]
    fn answers_are_newer_than_their_parents() {
        let community = community();
        for reply in &community.replies {
            let post = &community.posts[reply.post_id as usize - 1];
            assert!(reply.created_at > post.created_at, "{}", reply.description);
            assert!(reply.parent_id < reply.id, "{}", reply.description);
        }
    }

    #[test]
    fn all_texts_are_within_the_limits() {
        let community = community();
        for post in &community.posts {
            assert!(posts::Title::parse(&post.title).is_ok(), "{}", post.title);
            assert!(posts::Description::parse(&post.description).is_ok(), "{}", post.title);
        }
        for forum in &community.forums {
            assert!(forums::Topic::parse(&forum.topic).is_ok());
            assert!(forums::Description::parse(&forum.description).is_ok());
        }
        for reply in &community.replies {
            assert!(replies::Description::parse(&reply.description).is_ok());
        }
        for user in &community.users {
            assert!(users::Username::parse(&user.username).is_ok());
        }
    }
}
