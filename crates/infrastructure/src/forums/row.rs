use ::forums::{Forum, LatestPost};
use database::schema::{forum_weeks, forums, users};
use diesel::prelude::*;
use kernel::{ByScore, ByTime, ForumId, PostId, Timestamp};

use crate::{readers, texts};

#[derive(Queryable)]
pub(super) struct Row {
    pub(super) id: i64,
    topic: String,
    description: String,
    author: String,
    visibility: i16,
    pub(super) created_at: i64,
    post_count: i64,
    latest_id: Option<i64>,
    latest_at: Option<i64>,
    latest_title: Option<String>,
    activity: Option<i64>,
}

/// The columns of a [`Row`] from [`read_at`] or a join with its tables.
#[diesel::dsl::auto_type]
pub(super) fn columns() -> _ {
    (
        forums::id,
        forums::topic,
        forums::description,
        users::username,
        forums::visibility,
        forums::created_at,
        forums::post_count,
        forums::latest_id,
        forums::latest_at,
        forums::latest_title,
        forum_weeks::activity.nullable(),
    )
}

/// Joins forums with their authors and their activity of now.
#[diesel::dsl::auto_type]
pub(super) fn read_at(now: Timestamp) -> _ {
    let today: i32 = now.day();
    let week = forum_weeks::forum_id.eq(forums::id).and(forum_weeks::day.eq(today));
    forums::table.inner_join(users::table).left_join(forum_weeks::table.on(week))
}

impl Row {
    /// Returns the forum with its description as HTML.
    pub(super) fn with_html(self, (renderer, html): (i32, String)) -> Forum {
        let html = texts::html(renderer, html, &self.description);
        Forum { html: Some(html), ..Forum::from(self) }
    }

    pub(super) fn by_time(&self) -> ByTime {
        ByTime { at: Timestamp::from_unix_millis(self.created_at), id: self.id }
    }

    pub(super) fn by_activity(&self) -> ByScore {
        ByScore { score: self.activity.unwrap_or(0), id: self.id }
    }

    fn latest(&mut self) -> Option<LatestPost> {
        let (id, at) = (self.latest_id?, self.latest_at?);
        Some(LatestPost {
            id: PostId(id),
            title: self.latest_title.take()?,
            created_at: Timestamp::from_unix_millis(at),
        })
    }
}

impl From<Row> for Forum {
    fn from(mut row: Row) -> Self {
        Self {
            id: ForumId(row.id),
            latest: row.latest(),
            topic: row.topic,
            description: row.description,
            html: None,
            author: row.author,
            visibility: readers::from_stored(row.visibility),
            created_at: Timestamp::from_unix_millis(row.created_at),
            post_count: row.post_count,
            activity: row.activity.unwrap_or(0),
        }
    }
}
