//! Removes the texts of replies: wipes them, or keeps them apart so that they can be restored.
//!
//! The row of a removed reply has no text, so that nothing can show it.

use std::iter;

use ::moderation::reports::{ReportTarget, TargetKind};
use ::replies::Reply;
use database::{
    Database, DbConnection, Events,
    locks::{LockedRows, Target},
    on_backend,
    schema::{posts, removed_replies, replies, stored_posts, stored_replies},
};
use diesel::{
    dsl::{max, not},
    prelude::*,
    sql_types::Bool,
};
use kernel::{
    Act, Event, ForumId, PostId, Reader, RemovalRetention, ReplyId, RepositoryError, Timestamp,
    UserId,
};

use super::writes::{LockedPost, count_one, lock_post, lock_reply};
use crate::{
    author_counts::{self, Change},
    author_role::RoleOfReplier,
    forum_activity,
    images::references::{self, Referrer},
    moderation_log,
    readers::ReadableBy,
    replies::row::{Row, with_authors},
    texts::{members_among, rendered, revisions, set_reply_mentions},
    undecided_reports::resolve_of,
};

/// How many texts one transaction wipes.
const BATCH: i64 = 100;
/// After every removal.
const FOREVER: Timestamp = Timestamp::from_unix_millis(i64::MAX);

pub(super) fn remove(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    act: &Act,
) -> QueryResult<bool> {
    take_away(conn, events, id, act, |events, event| {
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    })
}

/// Removes a reply, and records that with `record`.
pub(crate) fn take_away(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    act: &Act,
    record: impl FnOnce(&mut Events, Event),
) -> QueryResult<bool> {
    let Some((reply, is_removed)) = lock(conn, id)? else { return Ok(false) };
    let LockedReply { post, forum, author, created_at, score, is_locked } = reply;
    let hides = act.hides(author, is_locked);
    // A second removal counts nothing. Its author leaves nothing to restore.
    if is_removed {
        if !hides {
            wipe(conn, &[id.0], FOREVER)?;
        }
        return Ok(true);
    }
    record(events, Event::ReplyRemoved { reply: id, post, forum, author, by: act.by });
    take_text(conn, id, hides.then_some(act.at))?;
    count_removed(conn, post)?;
    forum_activity::subtract(conn, forum.0, &[(created_at.day(), 1)].into())?;
    let change = Change { replies: -1, score: -score, ..Change::default() };
    author_counts::add(conn, author.0, forum, change)?;
    resolve_of(conn, events, ReportTarget { kind: TargetKind::Reply, id: id.0 }, author, act)?;
    if !hides {
        forget(conn, id)?;
    }
    Ok(true)
}

/// Like [`remove`], where the post is removed: it counts nowhere else until it is restored.
pub(super) fn remove_under_removed(
    conn: &mut DbConnection,
    (id, reader): (ReplyId, Reader),
    act: &Act,
) -> QueryResult<bool> {
    let reply = || {
        stored_replies::table
            .find(id.0)
            .filter(stored_replies::author_id.nullable().eq(act.by.map(|by| by.0)))
            .filter(not(stored_replies::held))
    };
    let post: Option<i64> = reply()
        .inner_join(stored_posts::table)
        .filter(ReadableBy::new("posts.forum_id", reader))
        .select(stored_replies::post_id)
        .first(conn)
        .optional()?;
    let Some(post) = post.map(PostId) else { return Ok(false) };
    let of_post = REMOVED_POST.in_forum_of::<Bool>(conn, Target::Post(post));
    let is_locked: Option<bool> = on_backend!(conn, conn => of_post.get_result(conn)).optional()?;
    let of_reply = reply().select((stored_replies::author_id, stored_replies::removed));
    let reply: Option<(i64, bool)> = match conn {
        DbConnection::Postgres(conn) => of_reply.for_no_key_update().first(conn).optional()?,
        DbConnection::Sqlite(conn) => of_reply.first(conn).optional()?,
    };
    let Some((is_locked, (author, is_removed))) = is_locked.zip(reply) else { return Ok(false) };
    let hides = act.hides(UserId(author), is_locked);
    if !is_removed {
        take_text(conn, id, hides.then_some(act.at))?;
        count_removed(conn, post)?;
    }
    if !hides {
        wipe(conn, &[id.0], FOREVER)?;
        forget(conn, id)?;
    }
    Ok(true)
}

/// A removed post: whether moderators locked it.
const REMOVED_POST: LockedRows = LockedRows {
    columns: "p.locked",
    from: "posts p WHERE p.hidden_at IS NOT NULL AND p.id = ?",
    locks: "FOR NO KEY UPDATE OF p",
};

/// Takes the text of a reply away, and stores it for a restoration if `kept_since` says when it was hidden.
fn take_text(
    conn: &mut DbConnection,
    id: ReplyId,
    kept_since: Option<Timestamp>,
) -> QueryResult<()> {
    if let Some(at) = kept_since {
        keep_removed_text(conn, id, at)?;
    }
    diesel::update(stored_replies::table.find(id.0))
        .set((
            stored_replies::removed.eq(true),
            stored_replies::description.eq(""),
            stored_replies::excerpt.eq(""),
            stored_replies::html.eq(""),
        ))
        .execute(conn)?;
    set_reply_mentions(conn, id, &[]).map(drop)
}

/// A locked reply, and what it counts.
struct LockedReply {
    post: PostId,
    forum: ForumId,
    author: UserId,
    created_at: Timestamp,
    score: i64,
    /// Whether moderators locked its post.
    is_locked: bool,
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
        is_locked: locked.moderators_only,
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

/// Takes the text of a reply that was removed then back. Returns false if it is not kept, or was removed at another time.
pub(super) fn take_back_removed_text(
    conn: &mut DbConnection,
    id: ReplyId,
    removed_at: Option<i64>,
) -> QueryResult<bool> {
    let kept = removed_replies::table
        .find(id.0)
        .filter(removed_replies::hidden_at.nullable().eq(removed_at));
    let text: Option<String> =
        diesel::delete(kept).returning(removed_replies::description).get_result(conn).optional()?;
    let Some(text) = text else { return Ok(false) };
    restore_text(conn, id, text)?;
    Ok(true)
}

/// Deletes the versions and the image references of a removed reply. Images are locked last.
fn forget(conn: &mut DbConnection, id: ReplyId) -> QueryResult<()> {
    revisions::forget_reply(conn, id)?;
    references::replace(conn, Referrer::Reply(id.0), &[])
}

/// Subtracts a removed reply from its post's count, and sets the time of the latest activity without it.
pub(super) fn count_removed(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    let latest: Option<i64> = stored_replies::table
        .filter(stored_replies::post_id.eq(post.0))
        .filter(not(stored_replies::removed).and(not(stored_replies::held)))
        .select(max(stored_replies::created_at))
        .first(conn)?;
    let own: i64 = stored_posts::table.find(post.0).select(stored_posts::created_at).first(conn)?;
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
    let LockedReply { post, forum, author, created_at, score, .. } = reply;
    if let Some(by) = act.by {
        let event = Event::ReplyRestored { reply: id, post, forum, author, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    }
    restore_text(conn, id, text)?;
    count_one(conn, post, created_at)?;
    let row: Row = with_authors(RoleOfReplier::ToAny).filter(replies::id.eq(id.0)).first(conn)?;
    forum_activity::add_back(conn, forum.0, &[(created_at.day(), 1)].into())?;
    let change = Change { replies: 1, score, ..Change::default() };
    author_counts::add(conn, author.0, forum, change)?;
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
