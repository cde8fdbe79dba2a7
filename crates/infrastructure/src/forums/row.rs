use ::forums::Forum;
use diesel::prelude::*;
use kernel::{ByTime, ForumId, Timestamp, UserId};

use crate::schema::{favorites, forums, users};

#[derive(Queryable)]
pub(super) struct Row {
    pub(super) id: i64,
    topic: String,
    pub(super) topic_key: String,
    description: String,
    author: String,
    pub(super) created_at: i64,
    marked_by: Option<i64>,
}

/// The columns of a [`Row`], out of [`seen_by`] or a join that has its tables.
pub(super) type Columns = (
    forums::id,
    forums::topic,
    forums::topic_key,
    forums::description,
    users::username,
    forums::created_at,
    diesel::dsl::Nullable<favorites::user_id>,
);

pub(super) fn columns() -> Columns {
    (
        forums::id,
        forums::topic,
        forums::topic_key,
        forums::description,
        users::username,
        forums::created_at,
        favorites::user_id.nullable(),
    )
}

/// Forums with their authors and the viewer's mark; no user has the id 0.
#[diesel::dsl::auto_type]
pub(super) fn seen_by(viewer: Option<UserId>) -> _ {
    let viewer: i64 = viewer.map_or(0, |user| user.0);
    let mark = favorites::forum_id.eq(forums::id).and(favorites::user_id.eq(viewer));
    forums::table.inner_join(users::table).left_join(favorites::table.on(mark))
}

impl Row {
    pub(super) fn by_time(&self) -> ByTime {
        ByTime { at: Timestamp::from_unix_millis(self.created_at), id: self.id }
    }
}

impl From<Row> for Forum {
    fn from(row: Row) -> Self {
        Self {
            id: ForumId(row.id),
            topic: row.topic,
            description: row.description,
            author: row.author,
            created_at: Timestamp::from_unix_millis(row.created_at),
            favorited: row.marked_by.is_some(),
        }
    }
}
