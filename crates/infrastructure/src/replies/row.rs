use ::replies::{Reply, ReplyContent};
use database::schema::{replies, users};
use diesel::prelude::*;
use kernel::{PostId, Reader, ReplyId, Timestamp, Votes};

use crate::{author_role::RoleOfReplier, readers::ReadableBy, roles, texts};

#[derive(Queryable)]
pub(super) struct Row {
    id: i64,
    post_id: i64,
    parent_id: i64,
    depth: i16,
    description: String,
    username: String,
    user_image: String,
    user_role: i16,
    created_at: i64,
    removed: bool,
    upvotes: i64,
    downvotes: i64,
    child_count: i64,
    renderer: i32,
    html: String,
    revised_at: Option<i64>,
}

/// Returns the [`Row`]s of replies.
#[diesel::dsl::auto_type]
pub(super) fn with_authors(role: RoleOfReplier) -> _ {
    replies::table.inner_join(users::table).select((
        replies::id,
        replies::post_id,
        replies::parent_id,
        replies::depth,
        replies::description,
        users::username,
        users::image,
        role,
        replies::created_at,
        replies::removed,
        replies::upvotes,
        replies::downvotes,
        replies::child_count,
        replies::renderer,
        replies::html,
        replies::revised_at,
    ))
}

/// Selects replies that a reader may read.
pub(super) const fn is_readable(reader: Reader) -> ReadableBy {
    let forum = "(SELECT p.forum_id FROM shown_posts AS p WHERE p.id = shown_replies.post_id)";
    ReadableBy::new(forum, reader)
}

impl Row {
    pub(super) fn id(&self) -> i64 {
        self.id
    }

    pub(super) fn post(&self) -> i64 {
        self.post_id
    }

    /// Returns the bytes of the texts.
    pub(super) fn size(&self) -> usize {
        self.description.len() + self.html.len()
    }
}

impl From<Row> for Reply {
    fn from(row: Row) -> Self {
        let said = ReplyContent {
            html: texts::html(row.renderer, row.html, &row.description),
            description: row.description,
            username: row.username,
            user_image: row.user_image,
            user_role: roles::from_stored(row.user_role),
        };
        Self {
            id: ReplyId(row.id),
            post: PostId(row.post_id),
            responds_to: (row.parent_id != 0).then_some(ReplyId(row.parent_id)),
            depth: row.depth,
            content: (!row.removed).then_some(said),
            created_at: Timestamp::from_unix_millis(row.created_at),
            edited_at: row.revised_at.map(Timestamp::from_unix_millis),
            votes: Votes { upvotes: row.upvotes, downvotes: row.downvotes },
            child_count: row.child_count as usize,
            held: false,
        }
    }
}
