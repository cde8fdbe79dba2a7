//! Locks and pins of posts, which moderators set.

use ::posts::{LockChange, MAX_PINNED, Pin, PinOutcome, Post};
use database::{
    DbConnection, Events, locks,
    schema::{posts, stored_posts},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, PostId, Reader, Text, Timestamp, UserId};

use super::{find, lists::readable_by, row::Row};
use crate::moderation_log;

pub(super) fn set_lock(
    conn: &mut DbConnection,
    events: &mut Events,
    change: &LockChange,
) -> QueryResult<Option<Post>> {
    let LockChange { post, locked, ref reason, by, at } = *change;
    locks::lock_forum_for_post_change(conn, post)?;
    let changed: Option<i64> = diesel::update(stored_posts::table.find(post.0))
        .filter(stored_posts::hidden_at.is_null())
        .filter(stored_posts::locked.ne(locked))
        .set((
            stored_posts::locked.eq(locked),
            stored_posts::lock_reason.eq(reason.as_ref().map(Text::as_str)),
        ))
        .returning(stored_posts::forum_id)
        .get_result(conn)
        .optional()?;
    if let Some(forum) = changed.map(ForumId) {
        let event = if locked {
            Event::PostLocked { post, forum, by }
        } else {
            Event::PostUnlocked { post, forum, by }
        };
        moderation_log::record_act(events, event, reason.as_ref(), at);
    }
    find(conn, post)
}

pub(super) fn set_pin(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    pin: Option<Pin>,
    (by, now): (UserId, Timestamp),
) -> QueryResult<PinOutcome> {
    locks::lock_forum_for_post_change(conn, id)?;
    let Some(post) = find(conn, id)? else { return Ok(PinOutcome::NotFound) };
    let before = post.pin.filter(|pin| !pin.is_over(now));
    let forum = post.forum;
    if before == pin {
        return Ok(PinOutcome::Changed(Box::new(post)));
    }
    if pin.is_some() {
        let others =
            pinned(conn, (forum, Reader::Admin), now)?.iter().filter(|one| one.id != id).count();
        if others >= MAX_PINNED {
            return Ok(PinOutcome::TooMany);
        }
    }
    diesel::update(stored_posts::table.find(id.0))
        .set((
            stored_posts::pinned_at.eq(pin.map(|_| now.unix_millis())),
            stored_posts::pinned_until
                .eq(pin.and_then(|pin| pin.until).map(Timestamp::unix_millis)),
        ))
        .execute(conn)?;
    let event = match pin {
        Some(_) => Event::PostPinned { post: id, forum, by },
        None => Event::PostUnpinned { post: id, forum, by },
    };
    moderation_log::record_act(events, event, None, now);
    Ok(PinOutcome::Changed(Box::new(Post { pin, ..post })))
}

/// Returns the pinned posts of a forum, the latest pinned first. Pins that are over stay until the post is pinned
/// or unpinned: they are few, and skipped.
pub(super) fn pinned(
    conn: &mut DbConnection,
    (forum, reader): (ForumId, Reader),
    now: Timestamp,
) -> QueryResult<Vec<Post>> {
    let still = posts::pinned_until.is_null().or(posts::pinned_until.gt(now.unix_millis()));
    let rows: Vec<Row> = readable_by(reader)
        .filter(posts::forum_id.eq(forum.0))
        .filter(posts::pinned_at.is_not_null())
        .filter(still)
        .order((posts::pinned_at.desc(), posts::id.desc()))
        .load(conn)?;
    Ok(rows.into_iter().map(Post::from).collect())
}
