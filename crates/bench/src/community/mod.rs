//! A community of any size, generated from a seed.

mod draw;
#[cfg(test)]
mod tests;

use std::time::Duration;

use infrastructure::maintenance::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkSession, BulkUser, Loader,
};
use kernel::{RepositoryError, Role, Timestamp, Visibility};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use self::draw::vocabulary;

const MEMBERS: i64 = 1_000;
const FORUMS: i64 = 50;
const POSTS: i64 = 10_000;
const REPLIES: i64 = 50_000;
const VOTES: i64 = 100_000;
const MESSAGES: i64 = 5_000;
const FAVORITES_EACH: i64 = 4;

/// How long a database can be measured.
const SESSION: Duration = Duration::from_hours(10 * 365 * 24);
const SPAN: Duration = Duration::from_hours(21 * 24);

/// A generated community. The same seed gives the same community, except that times count back from `now`.
pub(crate) struct Community {
    scale: i64,
    posts: i64,
    seed: u64,
    now: Timestamp,
    password_hash: String,
    words: Vec<String>,
}

/// A random stream for each table, so that no table depends on the length of another.
#[derive(Clone, Copy)]
enum Stream {
    Members = 1,
    Forums,
    Posts,
    Replies,
    Votes,
    Messages,
}

impl Community {
    /// `scale` times 1,000 members, 50 forums, 10,000 posts, 50,000 replies and 100,000 votes.
    ///
    /// # Errors
    /// When the demo's texts, the source of its words, cannot be parsed; a test rules it out.
    pub(crate) fn new(
        scale: u32,
        seed: u64,
        now: Timestamp,
        password_hash: &str,
    ) -> Result<Self, toml::de::Error> {
        Ok(Self {
            scale: i64::from(scale),
            posts: i64::from(scale) * POSTS,
            seed,
            now,
            password_hash: password_hash.to_owned(),
            words: vocabulary()?,
        })
    }

    fn random(&self, stream: Stream) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ stream as u64)
    }

    fn members(&self) -> i64 {
        self.scale * MEMBERS
    }

    fn posts(&self) -> i64 {
        self.posts
    }

    /// Gives it another number of posts, on which its replies and votes are.
    pub(crate) fn with_posts(self, posts: u32) -> Self {
        Self { posts: i64::from(posts), ..self }
    }

    fn replies(&self) -> i64 {
        self.scale * REPLIES
    }

    /// Ids grow with time, and recent days have the most posts.
    fn posted_at(&self, id: i64) -> Timestamp {
        let age = 1.0 - id as f64 / (self.posts() + 1) as f64;
        self.now.before(SPAN.mul_f64(age * age))
    }

    fn load_members(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Members);
        let users = (1..=self.members()).map(|id| BulkUser {
            id,
            username: format!("{}{id}", self.words[random.random_range(0..self.words.len())]),
            password_hash: self.password_hash.clone(),
            image: format!("/images/avatars/avatar-{}.svg", id % 9 + 1),
            role: if id == 1 { Role::Admin } else { Role::User },
            banned: false,
            created_at: self.now.before(SPAN * 2),
        });
        loader.insert(users, &no_progress)?;
        let sessions = (1..=self.members()).map(|user_id| BulkSession {
            user_id,
            opened_at: self.now,
            ends_at: self.now.after(SESSION),
        });
        loader.insert(sessions, &no_progress)
    }

    fn load_forums(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Forums);
        let count = self.scale * FORUMS;
        let forums = (1..=count).map(|id| BulkForum {
            id,
            topic: format!("{} {id}", self.text(&mut random, 1..3)),
            description: self.text(&mut random, 10..30),
            author_id: id % self.members() + 1,
            created_at: self.now.before(SPAN).before(Duration::from_secs((count - id) as u64)),
            visibility: Visibility::Public,
        });
        loader.insert(forums, &no_progress)?;
        let moderators =
            (1..=count).map(|id| BulkModerator { forum_id: id, user_id: id % self.members() + 1 });
        loader.insert(moderators, &no_progress)?;
        let favorites = (1..=self.members()).flat_map(|user_id| {
            (0..FAVORITES_EACH).map(move |nth| BulkFavorite {
                user_id,
                forum_id: (user_id + nth * 7) % count + 1,
                created_at: self.now.before(Duration::from_secs((user_id * 3 + nth) as u64)),
            })
        });
        loader.insert(favorites, &no_progress)
    }

    fn load_posts(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Posts);
        let posts = (1..=self.posts()).map(|id| BulkPost {
            id,
            forum_id: random.random_range(1..=self.scale * FORUMS),
            author_id: random.random_range(1..=self.members()),
            title: self.text(&mut random, 4..10),
            description: self.text(&mut random, 40..120),
            created_at: self.posted_at(id),
        });
        loader.insert(posts, &no_progress)
    }

    fn load_replies(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Replies);
        let drafts = self.draft_replies(&mut random);
        let mut order: Vec<usize> = (0..drafts.len()).collect();
        order.sort_by_key(|index| (drafts[*index].at, *index));
        let mut ids = vec![0_i64; drafts.len()];
        order.iter().zip(1..).for_each(|(index, id)| ids[*index] = id);
        let replies = order.iter().map(|index| {
            let draft = drafts[*index];
            BulkReply {
                id: ids[*index],
                post_id: draft.post,
                parent_id: draft.parent.map_or(0, |parent| ids[parent]),
                author_id: random.random_range(1..=self.members()),
                depth: draft.depth,
                description: self.text(&mut random, 8..60),
                removed: random.random_range(0..100) == 0,
                created_at: Timestamp::from_unix_millis(draft.at),
            }
        });
        loader.insert(replies, &no_progress)
    }

    /// Three of five votes are on posts.
    fn load_votes(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Votes);
        let on_posts = self.draw_votes(&mut random, self.posts(), self.scale * VOTES * 3 / 5);
        let on_posts =
            on_posts.map(|(post_id, user_id, vote)| BulkPostVote { post_id, user_id, vote });
        loader.insert(on_posts, &no_progress)?;
        let on_replies = self.draw_votes(&mut random, self.replies(), self.scale * VOTES * 2 / 5);
        let on_replies =
            on_replies.map(|(reply_id, user_id, vote)| BulkReplyVote { reply_id, user_id, vote });
        loader.insert(on_replies, &no_progress)
    }

    fn load_messages(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        let mut random = self.random(Stream::Messages);
        let count = self.scale * MESSAGES;
        let messages = (1..=count).map(|id| {
            // Members write only to a few neighbours, so that chats have some length.
            let sender_id = random.random_range(1..=self.members());
            let recipient_id = (sender_id + random.random_range(0..5)) % self.members() + 1;
            BulkMessage {
                id,
                sender_id,
                recipient_id,
                message: self.text(&mut random, 3..25),
                read: random.random_range(0..3) > 0,
                sent_at: self.now.before(Duration::from_secs((count - id) as u64 * 60)),
            }
        });
        loader.insert(
            messages.filter(|message| message.sender_id != message.recipient_id),
            &no_progress,
        )
    }

    /// Inserts the community.
    ///
    /// # Errors
    /// When the database refuses a row.
    pub(crate) fn load(&self, loader: &mut Loader<'_>) -> Result<(), RepositoryError> {
        self.load_members(loader)?;
        self.load_forums(loader)?;
        self.load_posts(loader)?;
        self.load_replies(loader)?;
        self.load_votes(loader)?;
        self.load_messages(loader)
    }
}

/// Reports no progress.
fn no_progress(_rows: usize) {}
