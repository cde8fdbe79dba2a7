//! Deletes posts, or hides them so that they can be restored.
//!
//! A hidden post keeps its row and all that is under it, but counts nowhere: hiding does the arithmetic of deletion, and
//! restoring reverses it. Its words are not searched, and its notifications are gone.

use std::collections::BTreeMap;

use ::posts::{MAX_PINNED, Post};
use database::{
    Database, DbConnection, Events, locks,
    schema::{post_words, stored_posts, stored_replies},
};
use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::{
    Act, Event, ForumId, PostId, Reader, RemovalRetention, RepositoryError, Timestamp, UserId,
};

use super::{
    find, moderated,
    writes::{Locked, lock, words},
};
use crate::{
    author_counts::{self, OF_POST},
    forum_activity,
    forums::{add_post, remove_post},
    moderation_log::{self, Extent},
    notifications::forget_post,
    readers::ReadableBy,
    search::{forget_replies, index_replies_later},
    undecided_reports::{close_held_under, resolve_of_post},
};

/// The most posts that one call wipes. Each is a transaction of its own: it may have many replies.
const BATCH: i64 = 20;

pub(super) fn delete(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    act: &Act,
) -> QueryResult<bool> {
    take_away(conn, events, id, act, |events, event, texts| {
        let extent = Extent { texts: (texts > 1).then_some(texts), ..Extent::default() };
        let reason = act.reason.as_ref();
        moderation_log::record_act_on_several(events, event, reason, act.at, extent);
    })
}

/// Removes a post, and records that and the number of texts with `record`.
pub(crate) fn take_away(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    act: &Act,
    record: impl FnOnce(&mut Events, Event, i64),
) -> QueryResult<bool> {
    locks::lock_forum_for_post_change(conn, id)?;
    let Some(post) = lock(conn, id)? else { return Ok(false) };
    let Locked { forum_id, author_id, day, moderators_only } = post;
    let (forum, author) = (ForumId(forum_id), UserId(author_id));
    // Users come last in the order of locks, and are counted from what is deleted.
    let days = days(conn, id, day)?;
    let event = Event::PostDeleted { post: id, forum, author, by: act.by };
    record(events, event, days.values().sum());
    forum_activity::subtract(conn, forum_id, &days)?;
    author_counts::subtract(conn, &OF_POST, id.0)?;
    resolve_of_post(conn, events, id, author, act)?;
    forget_post(conn, events, id)?;
    if act.hides(author, moderators_only) {
        hide(conn, id, act.at)?;
    } else {
        close_held_under(conn, events, id)?;
        diesel::delete(stored_posts::table.find(id.0)).execute(conn)?;
    }
    remove_post(conn, forum_id, id.0)?;
    Ok(true)
}

pub(super) fn delete_removed(
    conn: &mut DbConnection,
    events: &mut Events,
    (id, reader): (PostId, Reader),
    act: &Act,
) -> QueryResult<bool> {
    let Some(author) = act.by else { return Ok(false) };
    locks::lock_forum_for_post_change(conn, id)?;
    let removed = || {
        stored_posts::table
            .find(id.0)
            .filter(stored_posts::author_id.eq(author.0))
            .filter(stored_posts::hidden_at.is_not_null().and(not(stored_posts::held)))
            .filter(ReadableBy::new("posts.forum_id", reader))
    };
    let is_locked: Option<bool> = match conn {
        DbConnection::Postgres(conn) => {
            removed().select(stored_posts::locked).for_update().first(conn).optional()?
        }
        DbConnection::Sqlite(conn) => {
            removed().select(stored_posts::locked).first(conn).optional()?
        }
    };
    let Some(is_locked) = is_locked else { return Ok(false) };
    if !act.hides(author, is_locked) {
        close_held_under(conn, events, id)?;
        diesel::delete(removed()).execute(conn)?;
    }
    Ok(true)
}

/// Returns how many texts of a post, itself and its replies, each UTC day has.
fn days(conn: &mut DbConnection, id: PostId, day: i32) -> QueryResult<BTreeMap<i32, i64>> {
    let written: Vec<i64> = stored_replies::table
        .filter(stored_replies::post_id.eq(id.0))
        .filter(not(stored_replies::removed).and(not(stored_replies::held)))
        .select(stored_replies::created_at)
        .load(conn)?;
    let mut days = BTreeMap::from([(day, 1)]);
    for at in written {
        *days.entry(Timestamp::from_unix_millis(at).day()).or_default() += 1;
    }
    Ok(days)
}

/// Hides a post and what is under it; nothing is uncounted.
pub(crate) fn hide(conn: &mut DbConnection, id: PostId, at: Timestamp) -> QueryResult<()> {
    diesel::delete(post_words::table.find(id.0)).execute(conn)?;
    forget_replies(conn, id)?;
    diesel::update(stored_replies::table.filter(stored_replies::post_id.eq(id.0)))
        .set(stored_replies::hidden.eq(true))
        .execute(conn)?;
    diesel::update(stored_posts::table.find(id.0))
        .set(stored_posts::hidden_at.eq(at.unix_millis()))
        .execute(conn)?;
    Ok(())
}

#[derive(Queryable)]
struct Hidden {
    forum_id: i64,
    created_at: i64,
    day: i32,
    author_id: i64,
    title: String,
    description: String,
    is_pinned: bool,
}

/// Locks a hidden post that is kept yet until the transaction ends.
fn lock_hidden(
    conn: &mut DbConnection,
    id: PostId,
    retention: RemovalRetention,
) -> QueryResult<Option<Hidden>> {
    let post = stored_posts::table
        .find(id.0)
        .filter(stored_posts::hidden_at.gt(retention.start.unix_millis()))
        .filter(not(stored_posts::held))
        .select((
            stored_posts::forum_id,
            stored_posts::created_at,
            stored_posts::day,
            stored_posts::author_id,
            stored_posts::title,
            stored_posts::description,
            stored_posts::pinned_at.is_not_null(),
        ));
    match conn {
        DbConnection::Postgres(conn) => post.for_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => post.first(conn).optional(),
    }
}

pub(super) fn restore(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    act: &Act,
    retention: RemovalRetention,
) -> QueryResult<Option<Post>> {
    locks::lock_forum_for_post_change(conn, id)?;
    let Some(post) = lock_hidden(conn, id, retention)? else { return Ok(None) };
    let (forum, author) = (ForumId(post.forum_id), UserId(post.author_id));
    if let Some(by) = act.by {
        let event = Event::PostRestored { post: id, forum, author, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    }
    if post.is_pinned
        && moderated::pinned(conn, (forum, Reader::Admin), act.at)?.len() >= MAX_PINNED
    {
        let no_pin: (Option<i64>, Option<i64>) = (None, None);
        diesel::update(stored_posts::table.find(id.0))
            .set((stored_posts::pinned_at.eq(no_pin.0), stored_posts::pinned_until.eq(no_pin.1)))
            .execute(conn)?;
    }
    show(conn, id, &post)?;
    let days = days(conn, id, post.day)?;
    forum_activity::add_back(conn, post.forum_id, &days)?;
    author_counts::add_back(conn, &OF_POST, id.0)?;
    add_post(conn, post.forum_id, (post.created_at, id.0), &post.title)?;
    find(conn, id)
}

fn show(conn: &mut DbConnection, id: PostId, post: &Hidden) -> QueryResult<()> {
    diesel::update(stored_posts::table.find(id.0))
        .set(stored_posts::hidden_at.eq(None::<i64>))
        .execute(conn)?;
    diesel::update(stored_replies::table.filter(stored_replies::post_id.eq(id.0)))
        .filter(not(stored_replies::held))
        .set(stored_replies::hidden.eq(false))
        .execute(conn)?;
    diesel::insert_into(post_words::table)
        .values((
            post_words::post_id.eq(id.0),
            post_words::forum_id.eq(post.forum_id),
            post_words::search_text.eq(words(&post.title, &markup::plain_text(&post.description))),
        ))
        .execute(conn)?;
    index_replies_later(conn, id)
}

pub(super) fn find_removed(
    conn: &mut DbConnection,
    id: PostId,
    retention: RemovalRetention,
) -> QueryResult<Option<ForumId>> {
    let forum: Option<i64> = stored_posts::table
        .find(id.0)
        .filter(stored_posts::hidden_at.gt(retention.start.unix_millis()))
        .filter(not(stored_posts::held))
        .select(stored_posts::forum_id)
        .first(conn)
        .optional()?;
    Ok(forum.map(ForumId))
}

/// Wipes a batch. The images that only they named are swept as others are.
pub(super) fn wipe(
    database: &Database,
    retention: RemovalRetention,
) -> Result<usize, RepositoryError> {
    let end = retention.start.unix_millis();
    let expired: Vec<i64> = database.read(|conn| {
        stored_posts::table
            .filter(stored_posts::hidden_at.le(end).and(not(stored_posts::held)))
            .order(stored_posts::hidden_at)
            .limit(BATCH)
            .select(stored_posts::id)
            .load(conn)
    })?;
    for id in &expired {
        // The condition again: it may have been removed anew since.
        let post = stored_posts::table
            .find(*id)
            .filter(stored_posts::hidden_at.le(end).and(not(stored_posts::held)));
        database.write(|conn, events| {
            locks::allow_long_statement(conn)?;
            if diesel::select(exists(post)).get_result(conn)? {
                close_held_under(conn, events, PostId(*id))?;
            }
            diesel::delete(post).execute(conn)
        })?;
    }
    Ok(expired.len())
}
