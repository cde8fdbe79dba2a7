use ::posts::{Pin, Post};
use database::schema::{forums, post_votes, posts, users};
use diesel::{dsl::AssumeNotNull, prelude::*};
use kernel::{
    ByActivity, ByHeat, ById, ByScore, ByTime, ForumId, PostId, Tally, Timestamp, UserId,
};

use crate::{author_role::RoleOfPoster, roles, texts, votes};

#[derive(Queryable)]
pub(super) struct Row {
    id: i64,
    forum_id: i64,
    forum_topic: String,
    author_id: i64,
    author_name: String,
    author_image: String,
    author_role: i16,
    title: String,
    description: String,
    image: Option<String>,
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
    own_vote: Option<i16>,
}

/// The columns of a [`Row`] from [`seen_by`].
pub(super) type Columns = (
    posts::id,
    posts::forum_id,
    AssumeNotNull<forums::topic>,
    posts::author_id,
    AssumeNotNull<users::username>,
    AssumeNotNull<users::image>,
    RoleOfPoster,
    posts::title,
    posts::description,
    posts::image,
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
    diesel::dsl::Nullable<post_votes::vote>,
);

pub(super) fn columns() -> Columns {
    (
        posts::id,
        posts::forum_id,
        forums::topic.assume_not_null(),
        posts::author_id,
        users::username.assume_not_null(),
        users::image.assume_not_null(),
        RoleOfPoster,
        posts::title,
        posts::description,
        posts::image,
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
        post_votes::vote.nullable(),
    )
}

/// Joins posts with their authors, their forums and the viewer's vote; no user has the id 0.
///
/// Every post has an author and a forum. Left joins keep planners from starting with the few forums
/// and sorting all their posts instead of using index order.
#[diesel::dsl::auto_type]
pub(super) fn seen_by(viewer: Option<UserId>) -> _ {
    let viewer: i64 = viewer.map_or(0, |user| user.0);
    let own_vote = post_votes::post_id.eq(posts::id).and(post_votes::user_id.eq(viewer));
    posts::table
        .left_join(users::table)
        .left_join(forums::table)
        .left_join(post_votes::table.on(own_vote))
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
        ByScore { score: self.tally().score(), id: self.id }
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

    fn tally(&self) -> Tally {
        Tally {
            upvotes: self.upvotes,
            downvotes: self.downvotes,
            own_vote: self.own_vote.and_then(votes::from_stored),
        }
    }
}

impl From<Row> for Post {
    fn from(row: Row) -> Self {
        Self {
            id: PostId(row.id),
            tally: row.tally(),
            forum: ForumId(row.forum_id),
            forum_topic: row.forum_topic,
            author: UserId(row.author_id),
            author_name: row.author_name,
            author_image: row.author_image,
            author_role: roles::from_stored(row.author_role),
            title: row.title,
            excerpt: texts::excerpt(row.renderer, row.excerpt, &row.description),
            description: row.description,
            html: None,
            image: row.image,
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
