//! Public profiles of members.

use ::users::{About, MAX_MODERATED, ModeratedForum, PublicProfile};
use database::{
    DbConnection, Events, on_backend,
    schema::{forum_moderators, forums, users},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, Reader, Role, Timestamp, UserId};

use crate::{
    images::references::{self, Referrer},
    readers::{self, ReadableBy},
    roles,
};

#[derive(Queryable)]
struct Row {
    id: i64,
    username: String,
    image: String,
    about: String,
    created_at: i64,
    post_count: i64,
    reply_count: i64,
    score: i64,
    role: i16,
}

type Columns = (
    users::id,
    users::username,
    users::image,
    users::about,
    users::created_at,
    users::post_count,
    users::reply_count,
    users::score,
    users::role,
);

const COLUMNS: Columns = (
    users::id,
    users::username,
    users::image,
    users::about,
    users::created_at,
    users::post_count,
    users::reply_count,
    users::score,
    users::role,
);

pub(super) fn by_key(
    conn: &mut DbConnection,
    key: &str,
    reader: Reader,
) -> QueryResult<Option<PublicProfile>> {
    let query = users::table.filter(users::username_key.eq(key)).select(COLUMNS);
    let row: Option<Row> = on_backend!(conn, conn => query.first(conn)).optional()?;
    row.map(|row| with_forums(conn, row, reader)).transpose()
}

pub(super) fn set_about(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    about: Option<&About>,
) -> QueryResult<Option<PublicProfile>> {
    events.record(Event::AboutChanged { user: id });
    let row: Option<Row> = diesel::update(users::table.find(id.0))
        .set(users::about.eq(about.map_or("", About::as_str)))
        .returning(COLUMNS)
        .get_result(conn)
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    references::replace(conn, Referrer::User(id.0), &[&row.image, &row.about])?;
    with_forums(conn, row, Reader::Insider(id)).map(Some)
}

/// Who moderates hidden forums alone is no moderator to the reader.
fn with_forums(conn: &mut DbConnection, row: Row, reader: Reader) -> QueryResult<PublicProfile> {
    let query = forum_moderators::table
        .inner_join(forums::table.on(forums::id.eq(forum_moderators::forum_id)))
        .filter(forum_moderators::user_id.eq(row.id))
        .filter(ReadableBy::new("forum_moderators.forum_id", reader))
        .order(forum_moderators::forum_id)
        .limit(MAX_MODERATED as i64)
        .select((forums::id, forums::topic, forums::visibility));
    let moderates: Vec<(i64, String, i16)> = on_backend!(conn, conn => query.load(conn))?;
    let role = match roles::from_stored(row.role) {
        Role::Moderator if moderates.is_empty() => Role::User,
        role => role,
    };
    let forum = |(id, topic, visibility)| ModeratedForum {
        id: ForumId(id),
        topic,
        visibility: readers::from_stored(visibility),
    };
    Ok(PublicProfile {
        id: UserId(row.id),
        username: row.username,
        image: row.image,
        about: row.about,
        joined: Timestamp::from_unix_millis(row.created_at),
        post_count: row.post_count,
        reply_count: row.reply_count,
        score: row.score,
        role,
        moderates: moderates.into_iter().map(forum).collect(),
    })
}
