//! Removes the texts of replies: wipes them, or keeps them apart so that they can be restored.
//!
//! The row of a removed reply has no text, so that nothing can show it.

use std::iter;

use ::replies::Reply;
use database::{
    Database, DbConnection, Events,
    schema::{posts, removed_replies, replies, stored_posts, stored_replies},
};
use diesel::{dsl::max, prelude::*};
use kernel::{
    Act, Event, ForumId, PostId, RemovalRetention, ReplyId, RepositoryError, Timestamp, UserId,
};

use super::writes::{LockedPost, count_one, lock_post, lock_reply};
use crate::{
    author_counts::{self, Change},
    author_role::RoleOfReplier,
    forum_activity,
    images::references::{self, Referrer},
    moderation_log,
    replies::row::{Row, with_authors},
    texts::{members_among, rendered, revisions, set_reply_mentions},
};

/// How many texts one transaction wipes.
const BATCH: i64 = 100;

pub(super) fn remove(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    act: &Act,
) -> QueryResult<bool> {
    let Some((reply, is_removed)) = lock(conn, id)? else { return Ok(false) };
    // A second removal finds nothing to remove and counts nothing.
    if is_removed {
        return Ok(true);
    }
    let LockedReply { post, forum, author, created_at, score } = reply;
    let event = Event::ReplyRemoved { reply: id, post, forum, author, by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    let hides = act.hides(author);
    if hides {
        keep_removed_text(conn, id, act.at)?;
    }
    diesel::update(stored_replies::table.find(id.0))
        .set((
            stored_replies::removed.eq(true),
            stored_replies::description.eq(""),
            stored_replies::excerpt.eq(""),
            stored_replies::html.eq(""),
        ))
        .execute(conn)?;
    set_reply_mentions(conn, id, &[])?;
    count_removed(conn, post)?;
    forum_activity::subtract(conn, forum.0, &[(created_at.day(), 1)].into())?;
    let change = Change { replies: -1, score: -score, ..Change::default() };
    author_counts::add(conn, author.0, change)?;
    if !hides {
        forget(conn, id)?;
    }
    Ok(true)
}

/// A locked reply, and what it counts.
struct LockedReply {
    post: PostId,
    forum: ForumId,
    author: UserId,
    created_at: Timestamp,
    score: i64,
}

/// Locks a reply of a shown post, and that post. Returns also whether it is removed.
fn lock(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<(LockedReply, bool)>> {
    let found: Option<(i64, i64)> = replies::table
        .find(id.0)
        .select((replies::post_id, replies::created_at))
        .first(conn)
        .optional()?;
    let Some((post, created_at)) = found else { return Ok(None) };
    let Some(LockedPost { forum, .. }) = lock_post(conn, PostId(post))? else { return Ok(None) };
    let Some(locked) = lock_reply(conn, id)? else { return Ok(None) };
    let reply = LockedReply {
        post: PostId(post),
        forum: ForumId(forum),
        author: UserId(locked.author),
        created_at: Timestamp::from_unix_millis(created_at),
        score: locked.upvotes - locked.downvotes,
    };
    Ok(Some((reply, locked.removed)))
}

/// Stores the text of a removed reply for its restoration.
pub(super) fn keep_removed_text(
    conn: &mut DbConnection,
    id: ReplyId,
    at: Timestamp,
) -> QueryResult<()> {
    let text: String =
        stored_replies::table.find(id.0).select(stored_replies::description).first(conn)?;
    diesel::insert_into(removed_replies::table)
        .values((
            removed_replies::reply_id.eq(id.0),
            removed_replies::description.eq(text),
            removed_replies::hidden_at.eq(at.unix_millis()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Deletes the versions and the image references of a removed reply. Images are locked last.
fn forget(conn: &mut DbConnection, id: ReplyId) -> QueryResult<()> {
    revisions::forget_reply(conn, id)?;
    references::replace(conn, Referrer::Reply(id.0), &[])
}

/// Subtracts a removed reply from its post's count, and sets the time of the latest activity without it.
fn count_removed(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    let latest: Option<i64> = replies::table
        .filter(replies::post_id.eq(post.0).and(replies::removed.eq(false)))
        .select(max(replies::created_at))
        .first(conn)?;
    let own: i64 = posts::table.find(post.0).select(posts::created_at).first(conn)?;
    diesel::update(stored_posts::table.find(post.0))
        .set((
            stored_posts::reply_count.eq(stored_posts::reply_count - 1),
            stored_posts::active_at.eq(latest.map_or(own, |latest| latest.max(own))),
        ))
        .execute(conn)?;
    Ok(())
}

pub(super) fn restore(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    act: &Act,
    retention: RemovalRetention,
) -> QueryResult<Option<Reply>> {
    let Some((reply, _)) = lock(conn, id)? else { return Ok(None) };
    let kept = removed_replies::table
        .find(id.0)
        .filter(removed_replies::hidden_at.gt(retention.start.unix_millis()));
    let text: Option<String> =
        diesel::delete(kept).returning(removed_replies::description).get_result(conn).optional()?;
    let Some(text) = text else { return Ok(None) };
    let LockedReply { post, forum, author, created_at, score } = reply;
    if let Some(by) = act.by {
        let event = Event::ReplyRestored { reply: id, post, forum, author, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    }
    restore_text(conn, id, text)?;
    count_one(conn, post, created_at)?;
    let row: Row = with_authors(RoleOfReplier::ToAny).filter(replies::id.eq(id.0)).first(conn)?;
    forum_activity::add_back(conn, forum.0, &[(created_at.day(), 1)].into())?;
    author_counts::add(conn, author.0, Change { replies: 1, score, ..Change::default() })?;
    Ok(Some(Reply::from(row)))
}

/// Stores the text again, rendered anew: names may belong to other members now. Mentioned members were notified before.
fn restore_text(conn: &mut DbConnection, id: ReplyId, text: String) -> QueryResult<()> {
    let members = members_among(conn, iter::once(text.as_str()))?;
    let seen = rendered(&text, &members);
    diesel::update(stored_replies::table.find(id.0))
        .set((
            stored_replies::removed.eq(false),
            stored_replies::description.eq(text),
            stored_replies::renderer.eq(markup::VERSION),
            stored_replies::excerpt.eq(&seen.excerpt),
            stored_replies::html.eq(&seen.html),
        ))
        .execute(conn)?;
    set_reply_mentions(conn, id, &seen.mentions)?;
    Ok(())
}

pub(super) fn find_removed(
    conn: &mut DbConnection,
    id: ReplyId,
    retention: RemovalRetention,
) -> QueryResult<Option<ForumId>> {
    let forum: Option<i64> = replies::table
        .inner_join(posts::table)
        .inner_join(removed_replies::table.on(removed_replies::reply_id.eq(replies::id)))
        .filter(replies::id.eq(id.0))
        .filter(removed_replies::hidden_at.gt(retention.start.unix_millis()))
        .select(posts::forum_id)
        .first(conn)
        .optional()?;
    Ok(forum.map(ForumId))
}

pub(super) fn wipe_expired(
    database: &Database,
    retention: RemovalRetention,
) -> Result<usize, RepositoryError> {
    let expired = removed_replies::hidden_at.le(retention.start.unix_millis());
    database.write(|conn, _| {
        let ids: Vec<i64> = removed_replies::table
            .filter(expired)
            .order(removed_replies::hidden_at)
            .limit(BATCH)
            .select(removed_replies::reply_id)
            .load(conn)?;
        wipe(conn, &ids, retention.start)?;
        Ok(ids.len())
    })
}

/// Wipes the kept texts of these replies that were removed at `end` or before.
pub(crate) fn wipe(conn: &mut DbConnection, ids: &[i64], end: Timestamp) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        stored_replies::table
            .filter(stored_replies::id.eq_any(ids))
            .order(stored_replies::id)
            .select(stored_replies::id)
            .for_no_key_update()
            .execute(conn)?;
    }
    for id in ids {
        // Some may have been restored, or removed anew, before they were locked.
        let kept = removed_replies::table
            .find(*id)
            .filter(removed_replies::hidden_at.le(end.unix_millis()));
        if diesel::delete(kept).execute(conn)? == 1 {
            forget(conn, ReplyId(*id))?;
        }
    }
    Ok(())
}
