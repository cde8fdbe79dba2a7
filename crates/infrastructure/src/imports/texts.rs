//! Forums, posts, replies and messages.

use ::import::{NewForum, NewMessage, NewPost, NewReply, System};
use ::posts::ImageDescription;
use database::{
    DbConnection, on_backend,
    schema::{forums, messages, removed_replies, stored_posts, stored_replies},
};
use diesel::{
    dsl::{exists, max},
    prelude::*,
};
use kernel::{ImageUrl, PostId, Reason, Timestamp, UserId};

use super::known::{Stored, remember};
use crate::{
    images::references::{self, Referrer},
    maintenance::{BulkForum, BulkMessage, BulkPost, BulkReply, BulkRow},
    member_data::DELETED_USER_ID,
    posts::removal::hide,
};

fn author(author: Option<UserId>) -> i64 {
    author.map_or(DELETED_USER_ID, |author| author.0)
}

/// Returns the first id that no row has yet.
fn next(last: Option<i64>) -> i64 {
    last.unwrap_or(0) + 1
}

fn insert<R: BulkRow>(conn: &mut DbConnection, rows: &[R]) -> QueryResult<()> {
    if rows.is_empty() { Ok(()) } else { R::insert(conn, &rows.iter().collect::<Vec<_>>()) }
}

pub(super) fn insert_forums(
    conn: &mut DbConnection,
    system: System,
    new: &[NewForum],
) -> QueryResult<()> {
    let first = next(forums::table.select(max(forums::id)).first(conn)?);
    let row = |(id, forum): (i64, &NewForum)| BulkForum {
        id,
        topic: forum.topic.as_str().to_owned(),
        description: forum.description.as_str().to_owned(),
        author_id: author(forum.author),
        created_at: forum.created_at,
        visibility: forum.visibility,
    };
    insert(conn, &(first..).zip(new).map(row).collect::<Vec<_>>())?;
    let mut ids = vec![];
    for (id, forum) in (first..).zip(new) {
        ids.push((Stored::Forum, forum.source_id.clone(), id));
        ids.extend(forum.slug.iter().map(|slug| (Stored::ForumSlug, slug.clone(), id)));
        references::insert(conn, Referrer::Forum(id), &[forum.description.as_str()])?;
    }
    remember(conn, system, &ids)
}

pub(super) fn insert_posts(
    conn: &mut DbConnection,
    system: System,
    new: &[NewPost],
) -> QueryResult<()> {
    let first = next(stored_posts::table.select(max(stored_posts::id)).first(conn)?);
    let row = |(id, post): (i64, &NewPost)| BulkPost {
        id,
        forum_id: post.forum.0,
        author_id: author(post.author),
        title: post.title.as_str().to_owned(),
        description: post.description.as_str().to_owned(),
        created_at: post.created_at,
    };
    insert(conn, &(first..).zip(new).map(row).collect::<Vec<_>>())?;
    let mut ids = vec![];
    for (id, post) in (first..).zip(new) {
        ids.push((Stored::Post, post.source_id.clone(), id));
        ids.extend(post.opening.iter().map(|opening| (Stored::Opening, opening.clone(), id)));
        mark_post(conn, id, post)?;
    }
    remember(conn, system, &ids)
}

/// Stores what few posts have.
fn mark_post(conn: &mut DbConnection, id: i64, post: &NewPost) -> QueryResult<()> {
    if post.edited_at.is_some() || post.is_locked || post.pinned.is_some() || post.image.is_some() {
        let pinned = post.pinned;
        let set = (
            stored_posts::edited.eq(post.edited_at.is_some()),
            stored_posts::revised_at.eq(post.edited_at.map(Timestamp::unix_millis)),
            stored_posts::locked.eq(post.is_locked),
            stored_posts::lock_reason.eq(post.lock_reason.as_ref().map(Reason::as_str)),
            stored_posts::pinned_at.eq(pinned.map(|(at, _)| at.unix_millis())),
            stored_posts::pinned_until.eq(pinned.and_then(|(_, end)| Some(end?.unix_millis()))),
            stored_posts::image.eq(post.image.as_ref().map(ImageUrl::as_str)),
            stored_posts::image_description
                .eq(post.image_description.as_ref().map(ImageDescription::as_str)),
        );
        let row = stored_posts::table.find(id);
        on_backend!(conn, conn => diesel::update(row).set(set).execute(conn))?;
    }
    if let Some(at) = post.hidden_at {
        hide(conn, PostId(id), at)?;
    }
    let image = post.image.as_ref().map_or("", |image| image.as_str());
    references::insert(conn, Referrer::Post(id), &[post.description.as_str(), image])
}

pub(super) fn insert_replies(
    conn: &mut DbConnection,
    system: System,
    new: &[NewReply],
) -> QueryResult<()> {
    let row = |reply: &NewReply| BulkReply {
        id: reply.id.0,
        post_id: reply.post.0,
        parent_id: reply.parent.map_or(0, |parent| parent.0),
        author_id: author(reply.author),
        depth: reply.depth,
        description: reply.description.as_str().to_owned(),
        removed: reply.hidden_at.is_some(),
        created_at: reply.created_at,
    };
    let rows: Vec<BulkReply> = new.iter().map(row).collect();
    insert(conn, &rows)?;
    for reply in new {
        mark_reply(conn, reply)?;
    }
    let Some((first, last)) = rows.first().zip(rows.last()) else { return Ok(()) };
    let is_hidden = stored_posts::table
        .filter(stored_posts::id.eq(stored_replies::post_id))
        .filter(stored_posts::hidden_at.is_not_null());
    let under_hidden = stored_replies::table
        .filter(stored_replies::id.between(first.id, last.id))
        .filter(exists(is_hidden));
    diesel::update(under_hidden).set(stored_replies::hidden.eq(true)).execute(conn)?;
    let ids: Vec<_> =
        new.iter().map(|reply| (Stored::Reply, reply.source_id.clone(), reply.id.0)).collect();
    remember(conn, system, &ids)
}

/// Stores what few replies have.
fn mark_reply(conn: &mut DbConnection, reply: &NewReply) -> QueryResult<()> {
    if let Some(at) = reply.edited_at {
        diesel::update(stored_replies::table.find(reply.id.0))
            .set(stored_replies::revised_at.eq(at.unix_millis()))
            .execute(conn)?;
    }
    if let Some(at) = reply.hidden_at {
        let row = (
            removed_replies::reply_id.eq(reply.id.0),
            removed_replies::description.eq(reply.description.as_str()),
            removed_replies::hidden_at.eq(at.unix_millis()),
        );
        diesel::insert_into(removed_replies::table).values(row).execute(conn)?;
    }
    references::insert(conn, Referrer::Reply(reply.id.0), &[reply.description.as_str()])
}

pub(super) fn insert_messages(
    conn: &mut DbConnection,
    system: System,
    new: &[NewMessage],
) -> QueryResult<()> {
    let first = next(messages::table.select(max(messages::id)).first(conn)?);
    let row = |(id, message): (i64, &NewMessage)| BulkMessage {
        id,
        sender_id: message.from.0,
        recipient_id: message.to.0,
        message: message.text.as_str().to_owned(),
        read: message.is_read,
        sent_at: message.sent_at,
    };
    insert(conn, &(first..).zip(new).map(row).collect::<Vec<_>>())?;
    let mut ids = vec![];
    for (id, message) in (first..).zip(new) {
        ids.push((Stored::Message, message.source_id.clone(), id));
        references::insert(conn, Referrer::Message(id), &[message.text.as_str()])?;
    }
    remember(conn, system, &ids)
}
