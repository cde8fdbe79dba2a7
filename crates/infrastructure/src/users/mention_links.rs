//! Removes the links to a member from the texts that mention them, in batches before the account is deleted.

use database::{
    DbConnection, Events, on_backend,
    schema::{post_mentions, reply_mentions, stored_posts, stored_replies},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, PostId, UserId};

use crate::texts::{members_among, rendered};

/// How many texts change together on SQLite: some milliseconds of work. PostgreSQL takes each by itself, so that it
/// locks one text only.
const PART_ON_SQLITE: i64 = 50;

/// A text that mentions the member.
#[derive(Queryable)]
struct Mentioning {
    id: i64,
    post: i64,
    forum: i64,
    source: String,
}

/// Unlinks the member in some texts. Returns whether there may be more.
pub(super) fn unlink_part(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
) -> QueryResult<bool> {
    let part = if matches!(conn, DbConnection::Sqlite(_)) { PART_ON_SQLITE } else { 1 };
    let posts = mentioning_posts(conn, user, part)?;
    for (text, html) in unlinked(conn, events, &posts, user)? {
        let unchanged =
            stored_posts::table.find(text.id).filter(stored_posts::description.eq(&text.source));
        diesel::update(unchanged).set(stored_posts::html.eq(html)).execute(conn)?;
        diesel::delete(post_mentions::table.find((text.id, user.0))).execute(conn)?;
    }
    let replies = mentioning_replies(conn, user, part)?;
    for (text, html) in unlinked(conn, events, &replies, user)? {
        let unchanged = stored_replies::table
            .find(text.id)
            .filter(stored_replies::description.eq(&text.source));
        diesel::update(unchanged).set(stored_replies::html.eq(html)).execute(conn)?;
        diesel::delete(reply_mentions::table.find((text.id, user.0))).execute(conn)?;
    }
    Ok(!posts.is_empty() || !replies.is_empty())
}

fn mentioning_posts(
    conn: &mut DbConnection,
    user: UserId,
    limit: i64,
) -> QueryResult<Vec<Mentioning>> {
    let query = post_mentions::table
        .inner_join(stored_posts::table.on(stored_posts::id.eq(post_mentions::post_id)))
        .filter(post_mentions::user_id.eq(user.0))
        .order(post_mentions::post_id)
        .limit(limit)
        .select((
            stored_posts::id,
            stored_posts::id,
            stored_posts::forum_id,
            stored_posts::description,
        ));
    on_backend!(conn, conn => query.load(conn))
}

fn mentioning_replies(
    conn: &mut DbConnection,
    user: UserId,
    limit: i64,
) -> QueryResult<Vec<Mentioning>> {
    let query = reply_mentions::table
        .inner_join(stored_replies::table.on(stored_replies::id.eq(reply_mentions::reply_id)))
        .inner_join(stored_posts::table.on(stored_posts::id.eq(stored_replies::post_id)))
        .filter(reply_mentions::user_id.eq(user.0))
        .order(reply_mentions::reply_id)
        .limit(limit)
        .select((
            stored_replies::id,
            stored_replies::post_id,
            stored_posts::forum_id,
            stored_replies::description,
        ));
    on_backend!(conn, conn => query.load(conn))
}

/// Renders the texts as if there were no such member.
fn unlinked<'a>(
    conn: &mut DbConnection,
    events: &mut Events,
    texts: &'a [Mentioning],
    user: UserId,
) -> QueryResult<Vec<(&'a Mentioning, String)>> {
    let mut members = members_among(conn, texts.iter().map(|text| text.source.as_str()))?;
    members.remove(user);
    let html = |text: &'a Mentioning| {
        events.record(Event::PostRendered { post: PostId(text.post), forum: ForumId(text.forum) });
        (text, rendered(&text.source, &members).html)
    };
    Ok(texts.iter().map(html).collect())
}
