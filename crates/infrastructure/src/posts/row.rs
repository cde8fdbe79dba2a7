use ::posts::{Pin, Post};
use database::schema::{forums, posts, users};
use diesel::prelude::*;
use kernel::{
    ByActivity, ByHeat, ById, ByScore, ByTime, ForumId, PostId, Timestamp, UserId, Votes,
};

use crate::{author_role::RoleOfPoster, readers, roles, texts};

#[derive(Queryable)]
pub(super) struct Row {
    id: i64,
    forum_id: i64,
    forum_topic: String,
    forum_visibility: i16,
    author_id: i64,
    author_name: String,
    author_image: String,
    author_role: i16,
    title: String,
    description: String,
    image: Option<String>,
    image_description: Option<String>,
    created_at: i64,
    edited: bool,
    revised_at: Option<i64>,
    upvotes: i64,
    downvotes: i64,
    reply_count: i64,
    renderer: i32,
    excerpt: String,
    hot: i64,
    active_at: i64,
    locked: bool,
    lock_reason: Option<String>,
    pinned_at: Option<i64>,
    pinned_until: Option<i64>,
}

/// The columns of a [`Row`] from [`with_origin`].
#[diesel::dsl::auto_type]
pub(super) fn columns() -> _ {
    (
        posts::id,
        posts::forum_id,
        forums::topic.assume_not_null(),
        forums::visibility.assume_not_null(),
        posts::author_id,
        users::username.assume_not_null(),
        users::image.assume_not_null(),
        RoleOfPoster,
        posts::title,
        posts::description,
        posts::image,
        posts::image_description,
        posts::created_at,
        posts::edited,
        posts::revised_at,
        posts::upvotes,
        posts::downvotes,
        posts::reply_count,
        posts::renderer,
        posts::excerpt,
        posts::hot,
        posts::active_at,
        posts::locked,
        posts::lock_reason,
        posts::pinned_at,
        posts::pinned_until,
    )
}

/// Joins posts with their authors and their forums.
///
/// Every post has an author and a forum. Left joins keep planners from starting with the few forums
/// and sorting all their posts instead of using index order.
#[diesel::dsl::auto_type]
pub(super) fn with_origin() -> _ {
    posts::table.left_join(users::table).left_join(forums::table)
}

impl Row {
    /// Returns the bytes of the texts.
    pub(super) fn size(&self) -> usize {
        self.title.len() + self.description.len() + self.excerpt.len()
    }

    pub(super) fn is_one_of(&self, posts: &[PostId]) -> bool {
        posts.contains(&PostId(self.id))
    }

    pub(super) fn by_id(&self) -> ById {
        ById(self.id)
    }

    pub(super) fn by_time(&self) -> ByTime {
        ByTime { at: Timestamp::from_unix_millis(self.created_at), id: self.id }
    }

    pub(super) fn by_score(&self) -> ByScore {
        ByScore { score: self.votes().score(), id: self.id }
    }

    /// Returns the post with its text as HTML.
    pub(super) fn with_html(self, html: String) -> Post {
        let html = texts::html(self.renderer, html, &self.description);
        Post { html: Some(html), ..Post::from(self) }
    }

    pub(super) fn by_heat(&self) -> ByHeat {
        ByHeat { hot: self.hot, id: self.id }
    }

    pub(super) fn by_activity(&self) -> ByActivity {
        ByActivity { at: Timestamp::from_unix_millis(self.active_at), id: self.id }
    }

    fn votes(&self) -> Votes {
        Votes { upvotes: self.upvotes, downvotes: self.downvotes }
    }
}

impl From<Row> for Post {
    fn from(row: Row) -> Self {
        Self {
            id: PostId(row.id),
            votes: row.votes(),
            forum: ForumId(row.forum_id),
            forum_topic: row.forum_topic,
            forum_visibility: readers::from_stored(row.forum_visibility),
            author: UserId(row.author_id),
            author_name: row.author_name,
            author_image: row.author_image,
            author_role: roles::from_stored(row.author_role),
            title: row.title,
            excerpt: texts::excerpt(row.renderer, row.excerpt, &row.description),
            description: row.description,
            html: None,
            image: row.image,
            image_description: row.image_description,
            created_at: Timestamp::from_unix_millis(row.created_at),
            edited: row.edited,
            edited_at: row.revised_at.map(Timestamp::from_unix_millis),
            reply_count: row.reply_count,
            locked: row.locked,
            lock_reason: row.lock_reason,
            pin: row
                .pinned_at
                .map(|_| Pin { until: row.pinned_until.map(Timestamp::from_unix_millis) }),
            held: false,
        }
    }
}
